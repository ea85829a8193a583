"""Explanations of the beat relation: what a card does on a pile and why, and the ring panel."""

from collections.abc import Iterator, Sequence
from typing import Final

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import Pile, Trumps, Way
from greenbaize.games.beat.state import Counting
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.pictures import Ring

_RULES = {
    Way.SUIT: "beats.md 2a",
    Way.SAME_VALUE: "beats.md 2b",
    Way.ONE_LESS: "beats.md 2c",
    Way.EIGHT: "beats.md 2d",
    Way.TRUMP: "beats.md 2e",
}


def effect(pile: Pile | None, card: Card, seat: int, trumps: Trumps, *, void: bool) -> Message:
    """Return what the card does, or would do, and by which rule; if it does not beat, why not.

    ``pile`` is None for the lead; ``void`` as in ``beats.find_beat_rule``.
    """
    assert card.suit is not None
    if pile is None:
        return Message("leads-main", {"card": card, "suit": card.suit}, "beats.md 2")
    how, top = beats.way(pile, card, seat, trumps, void=void), pile.top
    if how is None:
        return _failure(pile, card, seat, trumps, void=void)
    if beats.taken_back(pile, card, how):
        values = {"card": card, "top": top, "led": pile.led, "seat": pile.leader}
        return Message("taken-back", values, "beats.md 3")
    if how is Way.EIGHT and card.suit is not pile.main:
        values = {"card": card, "top": top, "suit": card.suit}
        return Message("beats-eight-renames", values, _RULES[how])
    return Message(f"beats-{how.value}", {"card": card, "top": top}, _RULES[how])


# Why a card does not beat. Where several rules forbid it, the one is named that makes the others
# irrelevant: no card of a lower class in that suit would do better, say.


def _failure(pile: Pile, card: Card, seat: int, trumps: Trumps, *, void: bool) -> Message:
    of_main, same_value = card.suit is pile.main, _has_value(pile, card)
    hopeful = of_main or same_value or beats.is_eight(card) or trumps.holds(card, seat)
    if hopeful and beats.outclassed(pile, card, trumps):
        code = "outclassed-junior" if trumps.holds(card, seat) else "outclassed"
        return Message(code, {"card": card, "top": pile.top}, "beats.md 4")
    if beats.is_eight(card):
        return _eight_fails(pile, card, void=void)
    if of_main:
        return _suit_fails(pile, card)
    if hopeful and beats.leader_trumps(pile, trumps):
        values = {"led": pile.led, "suit": pile.main, "seat": pile.leader}
        return Message("leader-trump", values, "beats.md 4.1")
    if same_value:
        return _value_fails(pile, card)
    if hopeful:
        return _trump_fails(pile, card, trumps)
    return _stranger(pile, card, seat, trumps)


def _has_value(pile: Pile, card: Card) -> bool:
    """Return whether the card is of M's rank in another suit, and M counts (2b)."""
    return pile.eight is None and card.rank == pile.led.rank and card.suit is not pile.main


def _eight_fails(pile: Pile, card: Card, *, void: bool) -> Message:
    if card.suit is not pile.main and not void:
        return Message("eight-needs-void", {"card": card, "suit": pile.main}, "beats.md 2d")
    return Message("eight-too-low", {"card": card, "top": pile.top}, "beats.md 1")


def _suit_fails(pile: Pile, card: Card) -> Message:
    """Return why a card of S fails: by the table, by the trump on top, or as a one-less card."""
    top, names = pile.top, pile.eight or pile.led
    values = {"card": card, "top": top, "led": names}
    if top.suit is pile.main:
        if not beats.one_less(card, top):
            return Message("beats-not", {"card": card, "top": top}, "beats.md 1")
        if pile.eight is not None:
            return Message("one-less-renamed", {"card": card, "eight": pile.eight}, "beats.md 2d")
        return Message("one-less-gap", values, "beats.md 2c")
    if beats.beats_in_suit(card, names):
        # The only rule left is the trump on top.
        rule = "beats.md 2a" if pile.eight is None else "beats.md 2d"
        return Message("below-trump", values, rule)
    if pile.eight is not None:
        return Message("not-over-eight", values, "beats.md 2d")
    if beats.one_less(card, names):
        return Message("one-less-late", values, "beats.md 2c")
    return Message("not-over-led", values, "beats.md 2a")


def _value_fails(pile: Pile, card: Card) -> Message:
    values: dict[str, Value] = {"card": card, "top": pile.top}
    if pile.way is Way.SAME_VALUE:
        return Message("value-below-trump", values | {"seat": pile.owner}, "beats.md 4.1")
    return Message("value-late", values | {"led": pile.led}, "beats.md 2b")


def _trump_fails(pile: Pile, card: Card, trumps: Trumps) -> Message:
    top, led = pile.top, pile.led
    values = {"card": card, "top": top}
    if beats.queen_on_six(pile, top, trumps):
        return Message("queen-on-six", values, "beats.md 4.1")
    if card.suit is top.suit:
        if not beats.beats_in_suit(card, top):
            return Message("trump-own-suit", values, "beats.md 2e")
    elif beats.senior(card) <= beats.senior(top):
        return Message("trump-too-low", values, "beats.md 2e")
    return Message("trump-below-led", {"card": card, "led": led}, "beats.md 2e")


def _stranger(pile: Pile, card: Card, seat: int, trumps: Trumps) -> Message:
    """Return why a card has nothing to beat with: another suit, another rank, and no trump."""
    values: dict[str, Value] = {"card": card, "top": pile.top, "led": pile.led}
    if pile.eight is not None and card.rank in (pile.top.rank, pile.led.rank):
        return Message("value-renamed", {"card": card, "eight": pile.eight}, "beats.md 2d")
    if pile.eight is None and card.rank == pile.top.rank:
        return Message("value-not-led", values, "beats.md 2b")
    values |= {"suit": pile.main, "seat": seat}
    if any(trumps.classes):
        code = "stranger-trumps" if pile.eight is None else "stranger-trumps-renamed"
    elif trumps.own and trumps.own[seat] is not None:
        code = "stranger-own" if pile.eight is None else "stranger-own-renamed"
    else:
        code = "stranger" if pile.eight is None else "stranger-renamed"
    return Message(code, values, "beats.md 2")


def moves_trick(pile: Pile, card: Card, seat: int, trumps: Trumps, holder: int) -> bool:
    """Return whether a seat's card would take the trick from its holder, or give it to them."""
    how = beats.way_played(pile, card, seat, trumps)
    if how is None:
        return False
    return (beats.laid(pile, card, seat, how).owner == holder) != (pile.owner == holder)


def takers(
    pile: Pile, seat: int, trumps: Trumps, gone: Sequence[Card] = ()
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the pack with which a seat would take the trick from the top card.

    First those that do it from any hand, then those that need a hand without the main suit, by
    seniority. Beats that section 3 takes back at once are left out, and cards in ``gone``.
    """
    from_any: list[Card] = []
    if_void: list[Card] = []
    for card in sorted(beats.PACK_36, key=beats.senior):
        how = None if card in gone else beats.way(pile, card, seat, trumps, void=True)
        if how is None or beats.taken_back(pile, card, how):
            continue
        foreign = how is Way.EIGHT and card.suit is not pile.main
        (if_void if foreign else from_any).append(card)
    return tuple(from_any), tuple(if_void)


def remedy(pile: Pile, seat: int, trumps: Trumps, gone: Sequence[Card]) -> Message:
    """Return the sentence on the cards that take the trick from the top card."""
    cards, eights = takers(pile, seat, trumps, gone)
    if not eights:
        return Message("takers" if cards else "takers-none", {"top": pile.top, "cards": cards})
    values: dict[str, Value] = {
        "top": pile.top,
        "cards": cards,
        "eights": eights,
        "suit": pile.main,
    }
    return Message("takers-eights" if cards else "takers-void", values)


def explain_trick(
    leader: int, cards: Sequence[Card], players: int, trumps: Trumps
) -> Iterator[tuple[int, tuple[Message, ...]]]:
    """Yield what each card of a trick did, with the seat that played it.

    After a card that did not beat, the cards that would have taken the trick are named, unless the
    same has just been said.
    """
    pile: Pile | None = None
    better = None
    for turn, card in enumerate(cards):
        seat = (leader + turn) % players
        # A hand with cards of the main suit never plays an eight of another suit.
        void = pile is None or card.suit is not pile.main
        said = [effect(pile, card, seat, trumps, void=void)]
        if pile is None:
            pile = beats.lead(card, seat)
        else:
            how = beats.way_played(pile, card, seat, trumps)
            told, better = better, None
            if how is None:
                better = remedy(pile, seat, trumps, cards[: turn + 1])
                said += [better] if better != told else []
            pile = beats.laid(pile, card, seat, how)
        yield seat, tuple(said)


def brought(counting: Counting, number: int, cards: Sequence[Card]) -> tuple[Message, ...]:
    """Return what the trick of this number brings: the sum, and what pairs, cards and a suit count.

    Where points only decide who has most, they are said without their sign.
    """
    total, sign = counting.value(number, cards), -1 if counting.most < 0 else 1
    left, sets = list(cards), counting.sets
    if sets is None:
        said = [Message("trick-brings", {"by": total})]
    else:
        said = [Message("trick-card-points", {"count": sign * total})]
    for pair, points in sets.found_pairs(cards) if sets is not None else ():
        left = [card for card in left if card not in pair]
        both = points + sum(map(counting.worth, pair))
        said.append(Message("brings-together", {"cards": pair, "number": sign * both}))
    for worth in sorted({sign * counting.worth(card) for card in left} - {0}, reverse=True):
        same = tuple([card for card in left if sign * counting.worth(card) == worth])
        code = "brings-card" if len(same) == 1 else "brings-cards"
        said.append(Message(code, {"cards": same, "number": worth}))
    if sets is not None and beats.four_of_a_suit(cards):
        said.append(Message("brings-suit", {"number": sign * sets.suit}))
    return tuple(said) if total or len(said) > 1 else ()


RING: Final = ("6", "A", "Q")
"""Ranks that beat each other: each the next in its suit, the last the first (``beats.md 1``)."""


def ring_of(pile: Pile | None, trumps: Trumps) -> Ring:
    """Return the ring panel, with the special cases of the trick on the table."""
    if pile is None:
        # An eight of a lower class beats no trump but an eight (``beats.md 4``).
        eight = _eight_told(
            "ring-eight-trumps" if any(trumps.classes) else "ring-eight", Suit.SPADES
        )
        return Ring(RING, now=(Message("ring-by-suit"), eight))
    top = pile.top.code[0] if pile.top.suit is pile.main else ""
    return Ring(RING, pile.main, top if top in RING else "", _brief(pile, trumps))


def _brief(pile: Pile, trumps: Trumps) -> tuple[Message, ...]:
    """Return the special cases in a word or two, the most important first."""
    top, led, said = pile.top, pile.led, []
    assert top.suit is not None
    if pile.eight is not None:
        said.append(Message("ring-renamed", {"card": pile.eight}))
    if beats.leader_trumps(pile, trumps):
        said.append(Message("ring-leader-trump", {"suit": pile.main}))
    if trumps.classes[top.suit]:
        said.append(Message("ring-trumped", {"card": top}))
    if _queen_waits(pile, trumps):
        said.append(Message("ring-queen", {"suit": pile.main}))
    if _givers(pile, trumps):
        said.append(Message("ring-back", {"card": led}))
    if beats.is_eight(top) and top in (led, pile.eight):
        said.append(_eight_told("ring-on-eight", top.suit))
    elif not trumps.classes[top.suit]:
        said.append(_eight_told("ring-eight", pile.main))
    return tuple(said)


def _eight_told(code: str, suit: Suit) -> Message:
    """Return what the eight of a suit does, and the king and queen that it does not beat."""
    eight, king, queen = (Card.of(f"{rank}{suit.letter}") for rank in "8KQ")
    return Message(code, {"card": eight, "cards": (king, queen), "suit": suit})


def _queen_waits(pile: Pile, trumps: Trumps) -> bool:
    """Return whether the queen of a led six's suit could beat it despite trumps.

    See ``beats.md 4.1``.
    """
    return any(beats.queen_on_six(pile, card, trumps) for card in beats.PACK_36)


def _givers(pile: Pile, trumps: Trumps) -> tuple[Card, ...]:
    """Return the cards of the main suit that beat the top card, but not the card led."""
    found = []
    for card in sorted(beats.PACK_36, key=beats.senior):
        if card.suit is pile.main and card not in (pile.top, pile.led):
            how = beats.way(pile, card, pile.owner, trumps, void=False)
            if how is not None and beats.taken_back(pile, card, how):
                found.append(card)
    return tuple(found)


def matters_now(
    pile: Pile | None, lying: Sequence[Card], seat: int, trumps: Trumps, *, must_beat: bool
) -> tuple[Message, ...]:
    """Return sentences on what matters to a seat about the trick on the table."""
    said = [] if pile is None else _on_the_table(pile, lying, seat, trumps)
    said.append(Message("now-must-beat" if must_beat else "now-may-beat", rule="beats.md 5"))
    if pile is None:
        said += [
            Message("now-ring", rule="beats.md 1"),
            Message("now-eight", rule="beats.md 2d"),
            Message("now-same-value", rule="beats.md 2b"),
            Message("now-one-less", rule="beats.md 2c"),
        ]
    said.append(standing(trumps, now=True))
    return (*said, Message("now-class")) if any(trumps.classes) else tuple(said)


def _on_the_table(pile: Pile, lying: Sequence[Card], seat: int, trumps: Trumps) -> list[Message]:
    said = [remedy(pile, seat, trumps, lying)]
    if pile.eight is None and any(
        beats.senior(pile.top) < beats.senior(card) <= beats.senior(pile.led)
        for card in beats.PACK_36
        if trumps.holds(card, seat)
        and card not in lying
        and card.suit is not pile.main
        and beats.way(pile, card, seat, trumps, void=True) is None
    ):
        said.append(Message("now-above-led", {"led": pile.led}, "beats.md 2e"))
    if pile.eight is not None:
        values = {"card": pile.eight, "suit": pile.main}
        said.append(Message("now-renamed", values, "beats.md 2d"))
    givers = _givers(pile, trumps)
    if givers:
        back: dict[str, Value] = {"top": pile.top, "led": pile.led, "cards": givers}
        said.append(Message("now-back", back, "beats.md 3"))
    if beats.leader_trumps(pile, trumps):
        values = {"led": pile.led, "suit": pile.main, "seat": pile.leader}
        said.append(Message("leader-trump", values, "beats.md 4.1"))
    if _queen_waits(pile, trumps):
        said.append(Message("now-queen", {"suit": pile.main}, "beats.md 4.1"))
    return said


def standing(trumps: Trumps, *, now: bool) -> Message:
    """Return the common trumps and their order (``beats.md 4``)."""
    suits = [suit for equal in by_standing(trumps) for suit in equal]
    values = dict(zip(("suit", "trump"), suits, strict=False))
    if trumps.own:
        kind, rule = "own", 1
    elif len(suits) < 2:
        kind, rule = ("one", 3) if suits else ("none", 2)
    else:
        kind, rule = ("two", 4) if len(by_standing(trumps)) == 1 else ("ranked", 5)
    code = f"now-trumps-{kind}" if now else f"tell-trumps-{kind}"
    return Message(code, values, f"beats.md 4.{rule}")


def by_standing(trumps: Trumps) -> tuple[tuple[Suit, ...], ...]:
    """Return the common trumps, the senior ones first, equal ones together."""
    classes = sorted({one for one in trumps.classes if one}, reverse=True)
    return tuple(tuple(s for s in Suit if trumps.classes[s] == one) for one in classes)
