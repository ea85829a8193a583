"""What lies at hand in Master and Ass: the ring of six, ace and queen, and what cuts across it.

All of it follows from the rules and the cards that lie on the table (``beats.md``).
"""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats, reasons
from greenbaize.games.beat.beats import Pile, Trumps
from greenbaize.rules.at_hand import Ring
from greenbaize.rules.messages import Message, Value

RING: Final = ("6", "A", "Q")
"""Each beats the next in its suit, and the last one the first (``beats.md 1``)."""


def ring_of(pile: Pile | None, trumps: Trumps) -> Ring:
    """The ring, and what holds beside it on the trick on the table."""
    if pile is None:
        # An eight of a lower class beats no trump but an eight (``beats.md 4``).
        eight = Message("ring-eight-trumps" if any(trumps.classes) else "ring-eight")
        return Ring(RING, now=(Message("ring-by-suit"), eight))
    top = pile.top.code[0] if pile.top.suit is pile.main else ""
    return Ring(RING, pile.main, top if top in RING else "", _brief(pile, trumps))


def _brief(pile: Pile, trumps: Trumps) -> tuple[Message, ...]:
    """The special cases in a word or two, the weightiest first."""
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
        said.append(Message("ring-on-eight", {"card": top}))
    elif not trumps.classes[top.suit]:
        said.append(Message("ring-eight"))
    return tuple(said)


def _queen_waits(pile: Pile, trumps: Trumps) -> bool:
    """Whether the queen of the suit led would beat a six and heed no trump (``beats.md 4.1``)."""
    return any(beats.queen_on_six(pile, card, trumps) for card in beats.PACK_36)


def _givers(pile: Pile, trumps: Trumps) -> tuple[Card, ...]:
    """The cards of the main suit that beat the top card, but not the card led."""
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
    """What matters on the trick on the table, in sentences.

    Args:
        pile: the trick so far, None before the lead.
        lying: its cards.
        seat: who would play; it matters with personal trumps.
        trumps: what is trump.
        must_beat: whether who can beat must.
    """
    said = [] if pile is None else _on_the_table(pile, lying, seat, trumps)
    said.append(Message("now-must-beat" if must_beat else "now-may-beat", rule="beats.md 5"))
    if pile is None:
        said += [
            Message("now-ring", rule="beats.md 1"),
            Message("now-eight", rule="beats.md 2d"),
            Message("now-same-value", rule="beats.md 2b"),
            Message("now-one-less", rule="beats.md 2c"),
        ]
    return (*said, *standing(trumps))


def _on_the_table(pile: Pile, lying: Sequence[Card], seat: int, trumps: Trumps) -> list[Message]:
    said = [reasons.remedy(pile, seat, trumps, lying)]
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


def standing(trumps: Trumps) -> tuple[Message, ...]:
    """What is trump and how trumps for all stand to each other (``beats.md 4``)."""
    groups = by_standing(trumps)
    if trumps.own:
        return (Message("now-own-trumps", rule="beats.md 4.1"),)
    if not groups:
        return (Message("now-no-trumps", rule="beats.md 4.2"),)
    if len(groups) > 1:
        values = {"senior": groups[0][0], "junior": groups[1][0]}
        return (Message("now-ranked", values, "beats.md 4.5"), Message("now-class"))
    if len(groups[0]) > 1:
        values = {"one": groups[0][0], "other": groups[0][1]}
        return (Message("now-two-trumps", values, "beats.md 4.4"), Message("now-class"))
    return (Message("now-one-trump", {"suit": groups[0][0]}, "beats.md 4.3"), Message("now-class"))


def by_standing(trumps: Trumps) -> tuple[tuple[Suit, ...], ...]:
    """The trumps for all, the senior ones first, equal ones together."""
    classes = sorted({one for one in trumps.classes if one}, reverse=True)
    return tuple(tuple(s for s in Suit if trumps.classes[s] == one) for one in classes)
