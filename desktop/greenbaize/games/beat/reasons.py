"""Explanations of the beat relation: what a card does on a pile and why, and the ring panel."""

from collections.abc import Iterator, Sequence
from typing import Final

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import BeatRule, Pile, Trumps
from greenbaize.games.beat.state import DealScoring
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.table_snapshot import RankRing

_RULES = {
    BeatRule.SUIT: "beats.md 2a",
    BeatRule.SAME_VALUE: "beats.md 2b",
    BeatRule.ONE_LESS: "beats.md 2c",
    BeatRule.EIGHT: "beats.md 2d",
    BeatRule.TRUMP: "beats.md 2e",
}


def explain_effect(
    pile: Pile | None, card: Card, seat: int, trumps: Trumps, *, void: bool
) -> Message:
    """Return what the card does, or would do, and by which rule; if it does not beat, why not.

    ``pile`` is None for the lead; ``void`` as in ``beats.find_beat_rule``.
    """
    assert card.suit is not None
    if pile is None:
        return Message("leads-main", {"card": card, "suit": card.suit}, "beats.md 2")
    beat_rule, top = beats.find_beat_rule(pile, card, seat, trumps, void=void), pile.top
    if beat_rule is None:
        return _explain_failure(pile, card, seat, trumps, void=void)
    if beats.is_taken_back(pile, card, beat_rule):
        values = {"card": card, "top": top, "led": pile.led_card, "seat": pile.leader}
        return Message("taken-back", values, "beats.md 3")
    if beat_rule is BeatRule.EIGHT and card.suit is not pile.main_suit:
        values = {"card": card, "top": top, "suit": card.suit}
        return Message("beats-eight-renames", values, _RULES[beat_rule])
    return Message(f"beats-{beat_rule.value}", {"card": card, "top": top}, _RULES[beat_rule])


# Why a card does not beat. Where several rules forbid it, the one is named that makes the others
# irrelevant: no card of a lower class in that suit would do better, say.


def _explain_failure(pile: Pile, card: Card, seat: int, trumps: Trumps, *, void: bool) -> Message:
    is_main_suit, is_led_rank = card.suit is pile.main_suit, _has_led_rank(pile, card)
    could_beat = is_main_suit or is_led_rank or beats.is_eight(card) or trumps.is_trump(card, seat)
    if could_beat and beats.is_outclassed(pile, card, trumps):
        code = "outclassed-junior" if trumps.is_trump(card, seat) else "outclassed"
        return Message(code, {"card": card, "top": pile.top}, "beats.md 4")
    if beats.is_eight(card):
        return _explain_eight_failure(pile, card, void=void)
    if is_main_suit:
        return _explain_suit_failure(pile, card)
    if could_beat and beats.is_led_card_trump(pile, trumps):
        values = {"led": pile.led_card, "suit": pile.main_suit, "seat": pile.leader}
        return Message("leader-trump", values, "beats.md 4.1")
    if is_led_rank:
        return _explain_rank_failure(pile, card)
    if could_beat:
        return _explain_trump_failure(pile, card, trumps)
    return _explain_unrelated_card(pile, card, seat, trumps)


def _has_led_rank(pile: Pile, card: Card) -> bool:
    """Return whether the card is of M's rank in another suit, and M counts (2b)."""
    return (
        pile.eight is None and card.rank == pile.led_card.rank and card.suit is not pile.main_suit
    )


def _explain_eight_failure(pile: Pile, card: Card, *, void: bool) -> Message:
    if card.suit is not pile.main_suit and not void:
        return Message("eight-needs-void", {"card": card, "suit": pile.main_suit}, "beats.md 2d")
    return Message("eight-too-low", {"card": card, "top": pile.top}, "beats.md 1")


def _explain_suit_failure(pile: Pile, card: Card) -> Message:
    """Return why a card of S fails: by the table, by the trump on top, or as a one-less card."""
    top, naming_card = pile.top, pile.eight or pile.led_card
    values = {"card": card, "top": top, "led": naming_card}
    if top.suit is pile.main_suit:
        if not beats.is_one_less(card, top):
            return Message("beats-not", {"card": card, "top": top}, "beats.md 1")
        if pile.eight is not None:
            return Message("one-less-renamed", {"card": card, "eight": pile.eight}, "beats.md 2d")
        return Message("one-less-gap", values, "beats.md 2c")
    if beats.beats_in_suit(card, naming_card):
        # The only rule left is the trump on top.
        rule = "beats.md 2a" if pile.eight is None else "beats.md 2d"
        return Message("below-trump", values, rule)
    if pile.eight is not None:
        return Message("not-over-eight", values, "beats.md 2d")
    if beats.is_one_less(card, naming_card):
        return Message("one-less-late", values, "beats.md 2c")
    return Message("not-over-led", values, "beats.md 2a")


def _explain_rank_failure(pile: Pile, card: Card) -> Message:
    values: dict[str, Value] = {"card": card, "top": pile.top}
    if pile.beat_rule is BeatRule.SAME_VALUE:
        return Message("value-below-trump", values | {"seat": pile.taker}, "beats.md 4.1")
    return Message("value-late", values | {"led": pile.led_card}, "beats.md 2b")


def _explain_trump_failure(pile: Pile, card: Card, trumps: Trumps) -> Message:
    top, led = pile.top, pile.led_card
    values = {"card": card, "top": top}
    if beats.is_queen_on_six(pile, top, trumps):
        return Message("queen-on-six", values, "beats.md 4.1")
    if card.suit is top.suit:
        if not beats.beats_in_suit(card, top):
            return Message("trump-own-suit", values, "beats.md 2e")
    elif beats.seniority_of(card) <= beats.seniority_of(top):
        return Message("trump-too-low", values, "beats.md 2e")
    return Message("trump-below-led", {"card": card, "led": led}, "beats.md 2e")


def _explain_unrelated_card(pile: Pile, card: Card, seat: int, trumps: Trumps) -> Message:
    """Return why a card has nothing to beat with: another suit, another rank, and no trump."""
    values: dict[str, Value] = {"card": card, "top": pile.top, "led": pile.led_card}
    if pile.eight is not None and card.rank in (pile.top.rank, pile.led_card.rank):
        return Message("value-renamed", {"card": card, "eight": pile.eight}, "beats.md 2d")
    if pile.eight is None and card.rank == pile.top.rank:
        return Message("value-not-led", values, "beats.md 2b")
    values |= {"suit": pile.main_suit, "seat": seat}
    if any(trumps.classes):
        code = "stranger-trumps" if pile.eight is None else "stranger-trumps-renamed"
    elif trumps.personal_suits and trumps.personal_suits[seat] is not None:
        code = "stranger-own" if pile.eight is None else "stranger-own-renamed"
    else:
        code = "stranger" if pile.eight is None else "stranger-renamed"
    return Message(code, values, "beats.md 2")


def changes_taker(pile: Pile, card: Card, seat: int, trumps: Trumps, holder: int) -> bool:
    """Return whether a seat's card would take the trick from its holder, or give it to them."""
    beat_rule = beats.find_played_beat_rule(pile, card, seat, trumps)
    if beat_rule is None:
        return False
    return (beats.add_to_pile(pile, card, seat, beat_rule).taker == holder) != (
        pile.taker == holder
    )


def taking_cards(
    pile: Pile, seat: int, trumps: Trumps, forgotten: Sequence[Card] = ()
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the pack with which a seat would take the trick from the top card.

    First those that do it from any hand, then those that need a hand without the main suit, by
    seniority. Beats that section 3 takes back at once are left out, and cards in ``forgotten``.
    """
    from_any: list[Card] = []
    if_void: list[Card] = []
    for card in sorted(beats.PACK_36, key=beats.seniority_of):
        beat_rule = (
            None if card in forgotten else beats.find_beat_rule(pile, card, seat, trumps, void=True)
        )
        if beat_rule is None or beats.is_taken_back(pile, card, beat_rule):
            continue
        is_other_suit_eight = beat_rule is BeatRule.EIGHT and card.suit is not pile.main_suit
        (if_void if is_other_suit_eight else from_any).append(card)
    return tuple(from_any), tuple(if_void)


def taking_cards_message(
    pile: Pile, seat: int, trumps: Trumps, forgotten: Sequence[Card]
) -> Message:
    """Return the sentence on the cards that take the trick from the top card."""
    cards, eights = taking_cards(pile, seat, trumps, forgotten)
    if not eights:
        return Message("takers" if cards else "takers-none", {"top": pile.top, "cards": cards})
    values: dict[str, Value] = {
        "top": pile.top,
        "cards": cards,
        "eights": eights,
        "suit": pile.main_suit,
    }
    return Message("takers-eights" if cards else "takers-void", values)


def explain_beat_trick(
    leader: int, cards: Sequence[Card], players: int, trumps: Trumps
) -> Iterator[tuple[int, tuple[Message, ...]]]:
    """Yield what each card of a trick did, with the seat that played it.

    After a card that did not beat, the cards that would have taken the trick are named, unless the
    same has just been said.
    """
    pile: Pile | None = None
    taking_message = None
    for turn, card in enumerate(cards):
        seat = (leader + turn) % players
        # A hand with cards of the main suit never plays an eight of another suit.
        void = pile is None or card.suit is not pile.main_suit
        messages = [explain_effect(pile, card, seat, trumps, void=void)]
        if pile is None:
            pile = beats.start_pile(card, seat)
        else:
            beat_rule = beats.find_played_beat_rule(pile, card, seat, trumps)
            last_message, taking_message = taking_message, None
            if beat_rule is None:
                taking_message = taking_cards_message(pile, seat, trumps, cards[: turn + 1])
                messages += [taking_message] if taking_message != last_message else []
            pile = beats.add_to_pile(pile, card, seat, beat_rule)
        yield seat, tuple(messages)


def explain_trick_points(
    scoring: DealScoring, trick_index: int, cards: Sequence[Card]
) -> tuple[Message, ...]:
    """Return what the trick of this number brings: the sum, and what pairs, cards and a suit count.

    Where points only decide who has most, they are said without their sign.
    """
    total, sign = (
        scoring.trick_value(trick_index, cards),
        -1 if scoring.most_points_prize < 0 else 1,
    )
    rest, combinations = list(cards), scoring.combinations
    if combinations is None:
        messages = [Message("trick-brings", {"by": total})]
    else:
        messages = [Message("trick-card-points", {"count": sign * total})]
    for pair, points in combinations.find_pairs(cards) if combinations is not None else ():
        rest = [card for card in rest if card not in pair]
        pair_points = points + sum(map(scoring.card_value, pair))
        messages.append(Message("brings-together", {"cards": pair, "number": sign * pair_points}))
    for value in sorted({sign * scoring.card_value(card) for card in rest} - {0}, reverse=True):
        equal_cards = tuple([card for card in rest if sign * scoring.card_value(card) == value])
        code = "brings-card" if len(equal_cards) == 1 else "brings-cards"
        messages.append(Message(code, {"cards": equal_cards, "number": value}))
    if combinations is not None and beats.has_four_of_a_suit(cards):
        messages.append(Message("brings-suit", {"number": sign * combinations.four_suit_points}))
    return tuple(messages) if total or len(messages) > 1 else ()


RING_RANKS: Final = ("6", "A", "Q")
"""Ranks that beat each other: each the next in its suit, the last the first (``beats.md 1``)."""


def describe_ring(pile: Pile | None, trumps: Trumps) -> RankRing:
    """Return the ring panel, with the special cases of the trick on the table."""
    if pile is None:
        # An eight of a lower class beats no trump but an eight (``beats.md 4``).
        eight = _eight_message(
            "ring-eight-trumps" if any(trumps.classes) else "ring-eight", Suit.SPADES
        )
        return RankRing(RING_RANKS, special_cases=(Message("ring-by-suit"), eight))
    top = pile.top.code[0] if pile.top.suit is pile.main_suit else ""
    return RankRing(
        RING_RANKS, pile.main_suit, top if top in RING_RANKS else "", _special_cases(pile, trumps)
    )


def _special_cases(pile: Pile, trumps: Trumps) -> tuple[Message, ...]:
    """Return the special cases in a word or two, the most important first."""
    top, led, messages = pile.top, pile.led_card, []
    assert top.suit is not None
    if pile.eight is not None:
        messages.append(Message("ring-renamed", {"card": pile.eight}))
    if beats.is_led_card_trump(pile, trumps):
        messages.append(Message("ring-leader-trump", {"suit": pile.main_suit}))
    if trumps.classes[top.suit]:
        messages.append(Message("ring-trumped", {"card": top}))
    if _could_queen_beat_six(pile, trumps):
        messages.append(Message("ring-queen", {"suit": pile.main_suit}))
    if _cards_giving_back(pile, trumps):
        messages.append(Message("ring-back", {"card": led}))
    if beats.is_eight(top) and top in (led, pile.eight):
        messages.append(_eight_message("ring-on-eight", top.suit))
    elif not trumps.classes[top.suit]:
        messages.append(_eight_message("ring-eight", pile.main_suit))
    return tuple(messages)


def _eight_message(code: str, suit: Suit) -> Message:
    """Return what the eight of a suit does, and the king and queen that it does not beat."""
    eight, king, queen = (Card.of(f"{rank}{suit.letter}") for rank in "8KQ")
    return Message(code, {"card": eight, "cards": (king, queen), "suit": suit})


def _could_queen_beat_six(pile: Pile, trumps: Trumps) -> bool:
    """Return whether the queen of a led six's suit could beat it despite trumps.

    See ``beats.md 4.1``.
    """
    return any(beats.is_queen_on_six(pile, card, trumps) for card in beats.PACK_36)


def _cards_giving_back(pile: Pile, trumps: Trumps) -> tuple[Card, ...]:
    """Return the cards of the main suit that beat the top card, but not the card led."""
    cards = []
    for card in sorted(beats.PACK_36, key=beats.seniority_of):
        if card.suit is pile.main_suit and card not in (pile.top, pile.led_card):
            beat_rule = beats.find_beat_rule(pile, card, pile.taker, trumps, void=False)
            if beat_rule is not None and beats.is_taken_back(pile, card, beat_rule):
                cards.append(card)
    return tuple(cards)


def explain_situation(
    pile: Pile | None, trick_cards: Sequence[Card], seat: int, trumps: Trumps, *, must_beat: bool
) -> tuple[Message, ...]:
    """Return sentences on what matters to a seat about the trick on the table."""
    messages = [] if pile is None else _explain_table_trick(pile, trick_cards, seat, trumps)
    messages.append(Message("now-must-beat" if must_beat else "now-may-beat", rule="beats.md 5"))
    if pile is None:
        messages += [
            Message("now-ring", rule="beats.md 1"),
            Message("now-eight", rule="beats.md 2d"),
            Message("now-same-value", rule="beats.md 2b"),
            Message("now-one-less", rule="beats.md 2c"),
        ]
    messages.append(describe_trumps(trumps, in_ring_panel=True))
    return (*messages, Message("now-class")) if any(trumps.classes) else tuple(messages)


def _explain_table_trick(
    pile: Pile, trick_cards: Sequence[Card], seat: int, trumps: Trumps
) -> list[Message]:
    messages = [taking_cards_message(pile, seat, trumps, trick_cards)]
    if pile.eight is None and any(
        beats.seniority_of(pile.top) < beats.seniority_of(card) <= beats.seniority_of(pile.led_card)
        for card in beats.PACK_36
        if trumps.is_trump(card, seat)
        and card not in trick_cards
        and card.suit is not pile.main_suit
        and beats.find_beat_rule(pile, card, seat, trumps, void=True) is None
    ):
        messages.append(Message("now-above-led", {"led": pile.led_card}, "beats.md 2e"))
    if pile.eight is not None:
        values = {"card": pile.eight, "suit": pile.main_suit}
        messages.append(Message("now-renamed", values, "beats.md 2d"))
    back_cards = _cards_giving_back(pile, trumps)
    if back_cards:
        back_values: dict[str, Value] = {"top": pile.top, "led": pile.led_card, "cards": back_cards}
        messages.append(Message("now-back", back_values, "beats.md 3"))
    if beats.is_led_card_trump(pile, trumps):
        values = {"led": pile.led_card, "suit": pile.main_suit, "seat": pile.leader}
        messages.append(Message("leader-trump", values, "beats.md 4.1"))
    if _could_queen_beat_six(pile, trumps):
        messages.append(Message("now-queen", {"suit": pile.main_suit}, "beats.md 4.1"))
    return messages


def describe_trumps(trumps: Trumps, *, in_ring_panel: bool) -> Message:
    """Return the common trumps and their order (``beats.md 4``)."""
    suits = [suit for equal in trumps_by_class(trumps) for suit in equal]
    values = dict(zip(("suit", "trump"), suits, strict=False))
    if trumps.personal_suits:
        kind, rule = "own", 1
    elif len(suits) < 2:
        kind, rule = ("one", 3) if suits else ("none", 2)
    else:
        kind, rule = ("two", 4) if len(trumps_by_class(trumps)) == 1 else ("ranked", 5)
    code = f"now-trumps-{kind}" if in_ring_panel else f"tell-trumps-{kind}"
    return Message(code, values, f"beats.md 4.{rule}")


def trumps_by_class(trumps: Trumps) -> tuple[tuple[Suit, ...], ...]:
    """Return the common trumps, the senior ones first, equal ones together."""
    classes = sorted({trump_class for trump_class in trumps.classes if trump_class}, reverse=True)
    return tuple(
        tuple(s for s in Suit if trumps.classes[s] == trump_class) for trump_class in classes
    )
