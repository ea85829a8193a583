"""Second implementation of the page ``beats.md``, unlike the program's: it keeps no state.

Cards are codes. Every answer comes from reading the whole list of played cards anew. For a card,
all rules are collected that would let it beat; then the exceptions remove some.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

SENIORITY_ORDER = "6789JQKTA"
SUIT_LETTERS = "CDHS"
CARD_CODES = tuple(rank + suit for rank in SENIORITY_ORDER for suit in SUIT_LETTERS)

BEATING_RANKS = {
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

BRACKET_PAIRS = {"9J", "JQ", "QK", "KT", "TA"}


@dataclass(frozen=True)
class PageTrumps:
    """Trumps: personal suits by seat (section 4.1), or classes by suit (4.2 to 4.5)."""

    personal_suits: Mapping[int, str] = field(default_factory=dict)
    class_by_suit: Mapping[str, int] = field(default_factory=dict)
    is_personal: bool = False

    def is_trump(self, seat, card):
        if self.is_personal:
            return self.personal_suits.get(seat) == card[1]
        return self.class_by_suit.get(card[1], 0) > 0

    def class_of(self, card):
        return self.class_by_suit.get(card[1], 0)


class TrickReading(NamedTuple):
    """Indexes among the played cards: of the top card and of the card that names the main suit."""

    top_index: int
    main_index: int
    rule: str


def beats_by_table(card, beaten):
    """Apply section 1 without the brackets."""
    if card[1] == beaten[1]:
        return card[0] in BEATING_RANKS[beaten[0]]
    return card[0] in (beaten[0], "8")


def beats_by_bracket(card, beaten):
    """Apply the brackets of section 1."""
    return card[1] == beaten[1] and card[0] + beaten[0] in BRACKET_PAIRS


PlayedCards = Sequence[tuple[int, str]]


def read_trick(played, trumps):
    """Return a trick's reading; eights of other suits came from hands without the main suit."""
    if len(played) == 1:
        return TrickReading(0, 0, "led")
    earlier_reading = read_trick(played[:-1], trumps)
    *earlier, (seat, card) = played
    rules = beat_rules(earlier, seat, card, trumps, is_void=True)
    if not rules:
        return earlier_reading
    (rule,) = rules
    main = earlier[earlier_reading.main_index][1][1]
    if rule == "2d" and card[1] != main:
        return TrickReading(len(earlier), len(earlier), rule)
    stands = earlier_reading.main_index == 0
    if (
        stands
        and rule in ("2a", "2d")
        and earlier_reading.top_index != 0
        and not beats_by_table(card, earlier[0][1])
    ):
        return TrickReading(0, 0, "led")  # section 3
    return TrickReading(len(earlier), earlier_reading.main_index, rule)


def beat_rules(  # noqa: PLR0912  (it is read beside the page, from top to bottom)
    earlier, seat, card, trumps, *, is_void
):
    """Return the rules by which a card beats the trick; more than one is a contradiction."""
    reading = read_trick(earlier, trumps)
    leader, led = earlier[0]
    top_seat, top = earlier[reading.top_index]
    naming = earlier[reading.main_index][1]
    main, main_is_led = naming[1], reading.main_index == 0
    higher = SENIORITY_ORDER.index(card[0]) > SENIORITY_ORDER.index(top[0])
    as_high = SENIORITY_ORDER.index(card[0]) >= SENIORITY_ORDER.index(top[0])
    eight, of_main = card[0] == "8", card[1] == main
    top_trump, trump = trumps.is_trump(top_seat, top), trumps.is_trump(seat, card)
    queen_on_six = trumps.is_personal and main_is_led and led[0] == "6"
    rules = set()
    # 2a
    if of_main and not eight and top[1] == main and beats_by_table(card, top):
        rules.add("2a")
    if of_main and not eight and top[1] != main and beats_by_table(card, naming):
        heeds = not (queen_on_six and card[0] == "Q")
        if not top_trump or as_high or not heeds:
            rules.add("2a")
    # 2b
    if main_is_led and not of_main and card[0] == led[0] and not eight:
        if reading.rule in ("led", "2c"):
            rules.add("2b")
        if reading.rule == "2b" and not (trumps.is_personal and top_trump and not trump):
            rules.add("2b")
    # 2c
    if main_is_led and reading.rule in ("led", "2c") and of_main and beats_by_bracket(card, top):
        rules.add("2c")
    # 2d
    if eight and beats_by_table(card, top) and (of_main or is_void):
        rules.add("2d")
    # 2e
    if trump and not of_main and not eight:
        over_top = beats_by_table(card, top) if card[1] == top[1] else higher
        over_led = not main_is_led or SENIORITY_ORDER.index(card[0]) > SENIORITY_ORDER.index(led[0])
        if over_top and over_led and not (queen_on_six and top == "Q" + main):
            rules.add("2e")
    # 4, personal: M is its leader's own trump
    if trumps.is_personal and main_is_led and trumps.is_trump(leader, led):
        rules -= {"2b", "2e"}
    # 4, common: classes
    if not trumps.is_personal and trumps.class_of(card) < trumps.class_of(top):
        rules -= {"2a", "2c", "2e"}
        if reading.rule not in ("led", "2b"):
            rules -= {"2b"}
        if top[0] != "8":
            rules -= {"2d"}
    return rules


def beat_obstacles(earlier, seat, card, trumps, *, is_void):
    """Return the obstacles for a card, by rule under which a card like it could beat.

    A rule without obstacles is the one by which the card beats.
    """
    reading = read_trick(earlier, trumps)
    leader, led = earlier[0]
    top_seat, top = earlier[reading.top_index]
    naming = earlier[reading.main_index][1]
    main, main_is_led, personal = naming[1], reading.main_index == 0, trumps.is_personal
    rank, top_rank, led_rank = (SENIORITY_ORDER.index(code[0]) for code in (card, top, led))
    eight, of_main, trump = card[0] == "8", card[1] == main, trumps.is_trump(seat, card)
    top_trump, own_lead = trumps.is_trump(top_seat, top), personal and trumps.is_trump(leader, led)
    is_queen_on_six = personal and main_is_led and led[0] == "6"
    is_lower_class = not personal and trumps.class_of(card) < trumps.class_of(top)

    def obstacle_names(**hold):
        return {word for word, holds in hold.items() if holds}

    obstacles = {}
    if of_main and not eight:
        if top[1] == main:
            obstacles["2a"] = obstacle_names(
                table=not beats_by_table(card, top), classes=is_lower_class
            )
        else:
            heeds = top_trump and not (is_queen_on_six and card[0] == "Q")
            under = heeds and rank < top_rank
            obstacles["2a"] = obstacle_names(
                naming=not beats_by_table(card, naming), under=under, classes=is_lower_class
            )
        if beats_by_bracket(card, top):
            is_chain_broken = reading.rule not in ("led", "2c")
            obstacles["2c"] = obstacle_names(
                renamed=not main_is_led, gap=main_is_led and is_chain_broken, classes=is_lower_class
            )
        elif main_is_led and beats_by_bracket(card, led):
            obstacles["2c"] = obstacle_names(covered=True, classes=is_lower_class)
    if not of_main and not eight and (card[0] in (led[0], top[0])):
        chain = reading.rule in ("led", "2b", "2c")
        obstacles["2b"] = obstacle_names(
            renamed=not main_is_led,
            other=main_is_led and card[0] != led[0],
            late=main_is_led and card[0] == led[0] and not chain,
            ordinary=personal and reading.rule == "2b" and top_trump and not trump,
            leader=main_is_led and own_lead,
            classes=is_lower_class and reading.rule not in ("led", "2b"),
        )
    if eight:
        obstacles["2d"] = obstacle_names(
            holds=not of_main and not is_void,
            table=not beats_by_table(card, top),
            classes=is_lower_class and top[0] != "8",
        )
    if trump and not of_main and not eight:
        is_above = beats_by_table(card, top) if card[1] == top[1] else rank > top_rank
        obstacles["2e"] = obstacle_names(
            top=not is_above,
            led=main_is_led and rank <= led_rank,
            queen=is_queen_on_six and top == "Q" + main,
            leader=main_is_led and own_lead,
            classes=is_lower_class,
        )
    return obstacles


def playable_cards(earlier, seat, hand, trumps, *, must_beat):
    """Apply section 5: return the cards of a hand that may be played."""
    hand_cards = set(hand)
    if not earlier:
        return hand_cards
    reading = read_trick(earlier, trumps)
    main, main_is_led = earlier[reading.main_index][1][1], reading.main_index == 0
    of_main = {card for card in hand_cards if card[1] == main}
    void = not of_main
    beats = {card for card in hand_cards if beat_rules(earlier, seat, card, trumps, is_void=void)}
    if must_beat and beats:
        return beats
    led_rank = earlier[0][1][0]
    valued = {
        card for card in hand_cards if main_is_led and card[0] == led_rank and card[1] != main
    }
    if led_rank == "8" and not void:
        valued = set()
    return (of_main | valued | beats) if of_main | valued else hand_cards


def taker_of(played, trumps):
    """Return the seat of the top card."""
    return played[read_trick(played, trumps).top_index][0]
