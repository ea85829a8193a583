"""Explanations of the beat relation: what a card does to a trick and why, and the ring panel."""

from collections.abc import Iterator, Sequence
from typing import Final

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import BeatRule, TrickSituation, Trumps
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
    situation: TrickSituation | None, card: Card, seat: int, trumps: Trumps, *, void: bool
) -> Message:
    """Return what the card does, or would do, and by which rule; if it does not beat, why not.

    ``situation`` is None for the lead; ``void`` as in ``beats.find_beat_rule``.
    """
    assert card.suit is not None
    if situation is None:
        return Message("leads-main", {"card": card, "suit": card.suit}, "beats.md 2")
    beat_rule, top = beats.find_beat_rule(situation, card, seat, trumps, void=void), situation.top
    if beat_rule is None:
        return _explain_failure(situation, card, seat, trumps, void=void)
    if beats.is_taken_back(situation, card, beat_rule):
        values = {"card": card, "top": top, "led": situation.led_card, "seat": situation.leader}
        return Message("taken-back", values, "beats.md 3")
    if beat_rule is BeatRule.EIGHT and card.suit is not situation.main_suit:
        values = {"card": card, "top": top, "suit": card.suit}
        return Message("beats-eight-renames", values, _RULES[beat_rule])
    return Message(f"beats-{beat_rule.value}", {"card": card, "top": top}, _RULES[beat_rule])


# Why a card does not beat. Where several rules forbid it, the one is named that makes the others
# irrelevant: no card of a lower class in that suit would do better, say.


def _explain_failure(
    situation: TrickSituation, card: Card, seat: int, trumps: Trumps, *, void: bool
) -> Message:
    is_main_suit, is_led_rank = card.suit is situation.main_suit, _has_led_rank(situation, card)
    could_beat = is_main_suit or is_led_rank or beats.is_eight(card) or trumps.is_trump(card, seat)
    if could_beat and beats.is_outclassed(situation, card, trumps):
        code = "outclassed-junior" if trumps.is_trump(card, seat) else "outclassed"
        return Message(code, {"card": card, "top": situation.top}, "beats.md 4")
    if beats.is_eight(card):
        return _explain_eight_failure(situation, card, void=void)
    if is_main_suit:
        return _explain_suit_failure(situation, card)
    if could_beat and beats.is_led_card_trump(situation, trumps):
        values = {"led": situation.led_card, "suit": situation.main_suit, "seat": situation.leader}
        return Message("leader-trump", values, "beats.md 4.1")
    if is_led_rank:
        return _explain_rank_failure(situation, card)
    if could_beat:
        return _explain_trump_failure(situation, card, trumps)
    return _explain_unrelated_card(situation, card, seat, trumps)


def _has_led_rank(situation: TrickSituation, card: Card) -> bool:
    """Return whether the card is of M's rank in another suit, and M counts (2b)."""
    return (
        situation.eight is None
        and card.rank == situation.led_card.rank
        and card.suit is not situation.main_suit
    )


def _explain_eight_failure(situation: TrickSituation, card: Card, *, void: bool) -> Message:
    if card.suit is not situation.main_suit and not void:
        return Message(
            "eight-needs-void", {"card": card, "suit": situation.main_suit}, "beats.md 2d"
        )
    return Message("eight-too-low", {"card": card, "top": situation.top}, "beats.md 1")


def _explain_suit_failure(situation: TrickSituation, card: Card) -> Message:
    """Return why a card of S fails: by the table, by the trump on top, or as a one-less card."""
    top, naming_card = situation.top, situation.eight or situation.led_card
    values = {"card": card, "top": top, "led": naming_card}
    if top.suit is situation.main_suit:
        if not beats.is_one_less(card, top):
            return Message("beats-not", {"card": card, "top": top}, "beats.md 1")
        if situation.eight is not None:
            return Message(
                "one-less-renamed", {"card": card, "eight": situation.eight}, "beats.md 2d"
            )
        return Message("one-less-gap", values, "beats.md 2c")
    if beats.beats_in_suit(card, naming_card):
        # The only rule left is the trump on top.
        rule = "beats.md 2a" if situation.eight is None else "beats.md 2d"
        return Message("below-trump", values, rule)
    if situation.eight is not None:
        return Message("not-over-eight", values, "beats.md 2d")
    if beats.is_one_less(card, naming_card):
        return Message("one-less-late", values, "beats.md 2c")
    return Message("not-over-led", values, "beats.md 2a")


def _explain_rank_failure(situation: TrickSituation, card: Card) -> Message:
    values: dict[str, Value] = {"card": card, "top": situation.top}
    if situation.beat_rule is BeatRule.SAME_VALUE:
        return Message("value-below-trump", values | {"seat": situation.taker}, "beats.md 4.1")
    return Message("value-late", values | {"led": situation.led_card}, "beats.md 2b")


def _explain_trump_failure(situation: TrickSituation, card: Card, trumps: Trumps) -> Message:
    top, led = situation.top, situation.led_card
    values = {"card": card, "top": top}
    if beats.is_queen_on_six(situation, top, trumps):
        return Message("queen-on-six", values, "beats.md 4.1")
    if card.suit is top.suit:
        if not beats.beats_in_suit(card, top):
            return Message("trump-own-suit", values, "beats.md 2e")
    elif beats.seniority_of(card) <= beats.seniority_of(top):
        return Message("trump-too-low", values, "beats.md 2e")
    return Message("trump-below-led", {"card": card, "led": led}, "beats.md 2e")


def _explain_unrelated_card(
    situation: TrickSituation, card: Card, seat: int, trumps: Trumps
) -> Message:
    """Return why a card has nothing to beat with: another suit, another rank, and no trump."""
    values: dict[str, Value] = {"card": card, "top": situation.top, "led": situation.led_card}
    if situation.eight is not None and card.rank in (situation.top.rank, situation.led_card.rank):
        return Message("value-renamed", {"card": card, "eight": situation.eight}, "beats.md 2d")
    if situation.eight is None and card.rank == situation.top.rank:
        return Message("value-not-led", values, "beats.md 2b")
    values |= {"suit": situation.main_suit, "seat": seat}
    if any(trumps.classes):
        code = "stranger-trumps" if situation.eight is None else "stranger-trumps-renamed"
    elif trumps.personal_suits and trumps.personal_suits[seat] is not None:
        code = "stranger-own" if situation.eight is None else "stranger-own-renamed"
    else:
        code = "stranger" if situation.eight is None else "stranger-renamed"
    return Message(code, values, "beats.md 2")


def changes_taker(
    situation: TrickSituation, card: Card, seat: int, trumps: Trumps, holder: int
) -> bool:
    """Return whether a seat's card would take the trick from its holder, or give it to them."""
    beat_rule = beats.find_played_beat_rule(situation, card, seat, trumps)
    if beat_rule is None:
        return False
    return (beats.add_to_situation(situation, card, seat, beat_rule).taker == holder) != (
        situation.taker == holder
    )


def taking_cards(
    situation: TrickSituation, seat: int, trumps: Trumps, forgotten: Sequence[Card] = ()
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the pack with which a seat would take the trick from the top card.

    First those that do it from any hand, then those that need a hand without the main suit, by
    seniority. Beats that section 3 takes back at once are left out, and cards in ``forgotten``.
    """
    from_any: list[Card] = []
    if_void: list[Card] = []
    for card in sorted(beats.PACK_36, key=beats.seniority_of):
        beat_rule = (
            None
            if card in forgotten
            else beats.find_beat_rule(situation, card, seat, trumps, void=True)
        )
        if beat_rule is None or beats.is_taken_back(situation, card, beat_rule):
            continue
        is_other_suit_eight = beat_rule is BeatRule.EIGHT and card.suit is not situation.main_suit
        (if_void if is_other_suit_eight else from_any).append(card)
    return tuple(from_any), tuple(if_void)


def taking_cards_message(
    situation: TrickSituation, seat: int, trumps: Trumps, forgotten: Sequence[Card]
) -> Message:
    """Return the sentence on the cards that take the trick from the top card."""
    cards, eights = taking_cards(situation, seat, trumps, forgotten)
    if not eights:
        return Message("takers" if cards else "takers-none", {"top": situation.top, "cards": cards})
    values: dict[str, Value] = {
        "top": situation.top,
        "cards": cards,
        "eights": eights,
        "suit": situation.main_suit,
    }
    return Message("takers-eights" if cards else "takers-void", values)


def explain_beat_trick(
    leader: int, cards: Sequence[Card], players: int, trumps: Trumps
) -> Iterator[tuple[int, tuple[Message, ...]]]:
    """Yield what each card of a trick did, with the seat that played it.

    After a card that did not beat, the cards that would have taken the trick are named, unless the
    same has just been said.
    """
    situation: TrickSituation | None = None
    taking_message = None
    for turn, card in enumerate(cards):
        seat = (leader + turn) % players
        # A hand with cards of the main suit never plays an eight of another suit.
        void = situation is None or card.suit is not situation.main_suit
        messages = [explain_effect(situation, card, seat, trumps, void=void)]
        if situation is None:
            situation = beats.start_situation(card, seat)
        else:
            beat_rule = beats.find_played_beat_rule(situation, card, seat, trumps)
            last_message, taking_message = taking_message, None
            if beat_rule is None:
                taking_message = taking_cards_message(situation, seat, trumps, cards[: turn + 1])
                messages += [taking_message] if taking_message != last_message else []
            situation = beats.add_to_situation(situation, card, seat, beat_rule)
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
        costs, brings = {"number": -total}, {"by": total}
        messages = [Message("trick-costs", costs) if total < 0 else Message("trick-brings", brings)]
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


def describe_ring(situation: TrickSituation | None, trumps: Trumps) -> RankRing:
    """Return the ring panel, with the special cases of the trick on the table."""
    if situation is None:
        # An eight of a lower class beats no trump but an eight (``beats.md 4``).
        eight = _eight_message(
            "ring-eight-trumps" if any(trumps.classes) else "ring-eight", Suit.SPADES
        )
        return RankRing(RING_RANKS, special_cases=(Message("ring-by-suit"), eight))
    top = situation.top.code[0] if situation.top.suit is situation.main_suit else ""
    return RankRing(
        RING_RANKS,
        situation.main_suit,
        top if top in RING_RANKS else "",
        _special_cases(situation, trumps),
    )


def _special_cases(situation: TrickSituation, trumps: Trumps) -> tuple[Message, ...]:
    """Return the special cases in a word or two, the most important first."""
    top, led, messages = situation.top, situation.led_card, []
    assert top.suit is not None
    if situation.eight is not None:
        messages.append(Message("ring-renamed", {"card": situation.eight}))
    if beats.is_led_card_trump(situation, trumps):
        messages.append(Message("ring-leader-trump", {"suit": situation.main_suit}))
    if trumps.classes[top.suit]:
        messages.append(Message("ring-trumped", {"card": top}))
    if _could_queen_beat_six(situation, trumps):
        messages.append(Message("ring-queen", {"suit": situation.main_suit}))
    if cards_giving_back(situation, trumps):
        messages.append(Message("ring-back", {"card": led}))
    if beats.is_eight(top) and top in (led, situation.eight):
        messages.append(_eight_message("ring-on-eight", top.suit))
    elif not trumps.classes[top.suit]:
        messages.append(_eight_message("ring-eight", situation.main_suit))
    return tuple(messages)


def _eight_message(code: str, suit: Suit) -> Message:
    """Return what the eight of a suit does, and the king and queen that it does not beat."""
    eight, king, queen = (Card.of(f"{rank}{suit.letter}") for rank in "8KQ")
    return Message(code, {"card": eight, "cards": (king, queen), "suit": suit})


def _could_queen_beat_six(situation: TrickSituation, trumps: Trumps) -> bool:
    """Return whether the queen of a led six's suit could beat it despite trumps.

    See ``beats.md 4.1``.
    """
    return any(beats.is_queen_on_six(situation, card, trumps) for card in beats.PACK_36)


def cards_giving_back(situation: TrickSituation, trumps: Trumps) -> tuple[Card, ...]:
    """Return the cards of the main suit that beat the top card, but not the card led."""
    cards = []
    for card in sorted(beats.PACK_36, key=beats.seniority_of):
        if card.suit is situation.main_suit and card not in (situation.top, situation.led_card):
            beat_rule = beats.find_beat_rule(situation, card, situation.taker, trumps, void=False)
            if beat_rule is not None and beats.is_taken_back(situation, card, beat_rule):
                cards.append(card)
    return tuple(cards)


def explain_situation(
    situation: TrickSituation | None,
    trick_cards: Sequence[Card],
    seat: int,
    trumps: Trumps,
    *,
    must_beat: bool,
) -> tuple[Message, ...]:
    """Return sentences on what matters to a seat about the trick on the table."""
    messages = (
        [] if situation is None else _explain_table_trick(situation, trick_cards, seat, trumps)
    )
    messages.append(Message("now-must-beat" if must_beat else "now-may-beat", rule="beats.md 5"))
    if situation is None:
        messages += [
            Message("now-ring", rule="beats.md 1"),
            Message("now-eight", rule="beats.md 2d"),
            Message("now-same-value", rule="beats.md 2b"),
            Message("now-one-less", rule="beats.md 2c"),
        ]
    messages.append(describe_trumps(trumps, in_ring_panel=True))
    return (*messages, Message("now-class")) if any(trumps.classes) else tuple(messages)


def _explain_table_trick(
    situation: TrickSituation, trick_cards: Sequence[Card], seat: int, trumps: Trumps
) -> list[Message]:
    messages = [taking_cards_message(situation, seat, trumps, trick_cards)]
    if situation.eight is None and any(
        beats.seniority_of(situation.top)
        < beats.seniority_of(card)
        <= beats.seniority_of(situation.led_card)
        for card in beats.PACK_36
        if trumps.is_trump(card, seat)
        and card not in trick_cards
        and card.suit is not situation.main_suit
        and beats.find_beat_rule(situation, card, seat, trumps, void=True) is None
    ):
        messages.append(Message("now-above-led", {"led": situation.led_card}, "beats.md 2e"))
    if situation.eight is not None:
        values = {"card": situation.eight, "suit": situation.main_suit}
        messages.append(Message("now-renamed", values, "beats.md 2d"))
    back_cards = cards_giving_back(situation, trumps)
    if back_cards:
        back_values: dict[str, Value] = {
            "top": situation.top,
            "led": situation.led_card,
            "cards": back_cards,
        }
        messages.append(Message("now-back", back_values, "beats.md 3"))
    if beats.is_led_card_trump(situation, trumps):
        values = {"led": situation.led_card, "suit": situation.main_suit, "seat": situation.leader}
        messages.append(Message("leader-trump", values, "beats.md 4.1"))
    if _could_queen_beat_six(situation, trumps):
        messages.append(Message("now-queen", {"suit": situation.main_suit}, "beats.md 4.1"))
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
