"""Second implementation of the page ``beats.md``, unlike the program's: it keeps no state.

Cards are codes. Every answer comes from reading the whole list of played cards anew. For a card,
all rules are collected that would let it beat; then the exceptions remove some.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

ORDER = "6789JQKTA"
SUITS = "CDHS"
CARDS = tuple(rank + suit for rank in ORDER for suit in SUITS)

BEATEN_BY = {
    "6": "8Q",
    "7": "689JQKTA",
    "8": "QK",
    "9": "68JQKTA",
    "J": "68QKTA",
    "Q": "KTA",
    "K": "6TA",
    "T": "68A",
    "A": "68",
}
"""The table by columns: ranks that beat a card in its own suit, brackets aside."""

IN_BRACKETS = {"9J", "JQ", "QK", "KT", "TA"}


@dataclass(frozen=True)
class Standing:
    """Trumps: ``own`` suits by seat (section 4.1), or ``common`` classes by suit (4.2 to 4.5)."""

    own: Mapping[int, str] = field(default_factory=dict)
    common: Mapping[str, int] = field(default_factory=dict)
    personal: bool = False

    def trump(self, seat, card):
        if self.personal:
            return self.own.get(seat) == card[1]
        return self.common.get(card[1], 0) > 0

    def level(self, card):
        return self.common.get(card[1], 0)


class Reading(NamedTuple):
    """Indexes among the played cards: of the top card and of the card that names the main suit."""

    top: int
    names: int
    how: str


def table(card, other):
    """Apply section 1 without the brackets."""
    if card[1] == other[1]:
        return card[0] in BEATEN_BY[other[0]]
    return card[0] in (other[0], "8")


def step(card, other):
    """Apply the brackets of section 1."""
    return card[1] == other[1] and card[0] + other[0] in IN_BRACKETS


Played = Sequence[tuple[int, str]]


def read(played, standing):
    """Return a trick's reading; eights of other suits came from hands without the main suit."""
    if len(played) == 1:
        return Reading(0, 0, "led")
    before = read(played[:-1], standing)
    *earlier, (seat, card) = played
    rules = beating(earlier, seat, card, standing, void=True)
    if not rules:
        return before
    (how,) = rules
    main = earlier[before.names][1][1]
    if how == "2d" and card[1] != main:
        return Reading(len(earlier), len(earlier), how)
    stands = before.names == 0
    if stands and how in ("2a", "2d") and before.top != 0 and not table(card, earlier[0][1]):
        return Reading(0, 0, "led")  # section 3
    return Reading(len(earlier), before.names, how)


def beating(  # noqa: PLR0912  (it is read beside the page, from top to bottom)
    earlier, seat, card, standing, *, void
):
    """Return the rules by which a card beats the trick; more than one is a contradiction."""
    at = read(earlier, standing)
    leader, led = earlier[0]
    top_seat, top = earlier[at.top]
    naming = earlier[at.names][1]
    main, stands = naming[1], at.names == 0
    higher = ORDER.index(card[0]) > ORDER.index(top[0])
    as_high = ORDER.index(card[0]) >= ORDER.index(top[0])
    eight, of_main = card[0] == "8", card[1] == main
    top_trump, trump = standing.trump(top_seat, top), standing.trump(seat, card)
    queen_on_six = standing.personal and stands and led[0] == "6"
    rules = set()
    # 2a
    if of_main and not eight and top[1] == main and table(card, top):
        rules.add("2a")
    if of_main and not eight and top[1] != main and table(card, naming):
        heeds = not (queen_on_six and card[0] == "Q")
        if not top_trump or as_high or not heeds:
            rules.add("2a")
    # 2b
    if stands and not of_main and card[0] == led[0] and not eight:
        if at.how in ("led", "2c"):
            rules.add("2b")
        if at.how == "2b" and not (standing.personal and top_trump and not trump):
            rules.add("2b")
    # 2c
    if stands and at.how in ("led", "2c") and of_main and step(card, top):
        rules.add("2c")
    # 2d
    if eight and table(card, top) and (of_main or void):
        rules.add("2d")
    # 2e
    if trump and not of_main and not eight:
        over_top = table(card, top) if card[1] == top[1] else higher
        over_led = not stands or ORDER.index(card[0]) > ORDER.index(led[0])
        if over_top and over_led and not (queen_on_six and top == "Q" + main):
            rules.add("2e")
    # 4, personal: M is its leader's own trump
    if standing.personal and stands and standing.trump(leader, led):
        rules -= {"2b", "2e"}
    # 4, common: classes
    if not standing.personal and standing.level(card) < standing.level(top):
        rules -= {"2a", "2c", "2e"}
        if at.how not in ("led", "2b"):
            rules -= {"2b"}
        if top[0] != "8":
            rules -= {"2d"}
    return rules


def hindrances(earlier, seat, card, standing, *, void):
    """Return the obstacles for a card, by rule under which a card like it could beat.

    A rule without obstacles is the one by which the card beats.
    """
    at = read(earlier, standing)
    leader, led = earlier[0]
    top_seat, top = earlier[at.top]
    naming = earlier[at.names][1]
    main, stands, personal = naming[1], at.names == 0, standing.personal
    rank, top_rank, led_rank = (ORDER.index(one[0]) for one in (card, top, led))
    eight, of_main, trump = card[0] == "8", card[1] == main, standing.trump(seat, card)
    top_trump, own_lead = standing.trump(top_seat, top), personal and standing.trump(leader, led)
    six = personal and stands and led[0] == "6"
    lower = not personal and standing.level(card) < standing.level(top)

    def those(**hold):
        return {word for word, holds in hold.items() if holds}

    ways = {}
    if of_main and not eight:
        if top[1] == main:
            ways["2a"] = those(table=not table(card, top), classes=lower)
        else:
            heeds = top_trump and not (six and card[0] == "Q")
            under = heeds and rank < top_rank
            ways["2a"] = those(naming=not table(card, naming), under=under, classes=lower)
        if step(card, top):
            broken = at.how not in ("led", "2c")
            ways["2c"] = those(renamed=not stands, gap=stands and broken, classes=lower)
        elif stands and step(card, led):
            ways["2c"] = those(covered=True, classes=lower)
    if not of_main and not eight and (card[0] in (led[0], top[0])):
        chain = at.how in ("led", "2b", "2c")
        ways["2b"] = those(
            renamed=not stands,
            other=stands and card[0] != led[0],
            late=stands and card[0] == led[0] and not chain,
            ordinary=personal and at.how == "2b" and top_trump and not trump,
            leader=stands and own_lead,
            classes=lower and at.how not in ("led", "2b"),
        )
    if eight:
        ways["2d"] = those(
            holds=not of_main and not void,
            table=not table(card, top),
            classes=lower and top[0] != "8",
        )
    if trump and not of_main and not eight:
        over = table(card, top) if card[1] == top[1] else rank > top_rank
        ways["2e"] = those(
            top=not over,
            led=stands and rank <= led_rank,
            queen=six and top == "Q" + main,
            leader=stands and own_lead,
            classes=lower,
        )
    return ways


def may_play(earlier, seat, hand, standing, *, must_beat):
    """Apply section 5: return the cards of a hand that may be played."""
    held = set(hand)
    if not earlier:
        return held
    at = read(earlier, standing)
    main, stands = earlier[at.names][1][1], at.names == 0
    of_main = {card for card in held if card[1] == main}
    void = not of_main
    beats = {card for card in held if beating(earlier, seat, card, standing, void=void)}
    if must_beat and beats:
        return beats
    led_rank = earlier[0][1][0]
    valued = {card for card in held if stands and card[0] == led_rank and card[1] != main}
    if led_rank == "8" and not void:
        valued = set()
    return (of_main | valued | beats) if of_main | valued else held


def taker(played, standing):
    """Return the seat of the top card."""
    return played[read(played, standing).top][0]
