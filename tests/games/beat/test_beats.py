"""The beat relation: the printed tricks, every rule of its page by number, and all pairs.

The rules are read a second time in ``page.py``, which knows nothing of the program.
"""

import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.beat import page
from games.beat.page import Standing
from greenbaize.cards import Card, Suit, cards
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import PACK_36, SENIORITY, Trumps, Way

C = Card.of
NONE = Trumps()


def own(suits, players=4):
    """Personal trumps from ``{seat: letter}`` or a letter a seat (``-`` for none)."""
    if isinstance(suits, str):
        return Trumps(own=tuple(None if letter == "-" else Suit.of(letter) for letter in suits))
    return Trumps(own=tuple(Suit.of(suits[s]) if s in suits else None for s in range(players)))


def common(**classes):
    """Common trumps: ``common(S=2, D=1)``."""
    return Trumps(classes=tuple(classes.get(letter, 0) for letter in "CDHS"))


RANKED = common(S=2, D=1)


def pile_of(codes, trumps=NONE, leader=0, players=4):
    """The pile that these cards make, played one after another from the leader."""
    led, *rest = cards(codes)
    pile = beats.lead(led, leader)
    for turn, card in enumerate(rest, 1):
        seat = (leader + turn) % players
        how = beats.way_played(pile, card, seat, trumps)
        pile = beats.laid(pile, card, seat, how)
    return pile


def owner(codes, trumps=NONE):
    return pile_of(codes, trumps).owner


def way(codes, trumps=NONE, *, void=True):
    """How the last of these cards beats what the others have made."""
    *earlier, last = codes.split()
    seat = len(earlier)
    return beats.way(pile_of(" ".join(earlier), trumps), C(last), seat, trumps, void=void)


# The tricks that the sources print: cards, personal trumps that matter, who takes the trick.
PRINTED = (
    ("6S JS TS QH", {}, 0),
    ("6S JS TS QH", {3: "H"}, 3),
    ("6S JS 7C QH", {2: "C"}, 2),
    ("6S JS TC QS", {}, 3),
    ("6S JS TC QS", {2: "C"}, 3),
    ("6S 8S QS 7C", {}, 2),
    ("6S 8S KS 7C", {}, 0),
    ("6S 8S QS AS", {}, 0),
    ("6S JS TC 6C", {}, 3),
    ("6S JS TC 6C", {2: "C"}, 2),
    ("6S 6C TC 6H", {}, 3),
    ("6S 6C TC 6H", {1: "C"}, 1),
    ("7S 7C TC 7H", {1: "C", 3: "H"}, 3),
    ("7S 7C TC 7H", {0: "S", 1: "C"}, 0),
    ("7S JS TS QH", {3: "H"}, 2),
    ("7S 8S JS 9S", {}, 1),
    ("8S 9S 8C QC", {}, 3),
    ("8S 8C QC TC", {}, 3),
    ("JS 9S TC 6C", {}, 1),
    ("JS 9S TC 6C", {2: "C"}, 2),
    ("JS 9S TS 6C", {}, 2),
    ("JS 6C TS KS", {}, 2),
    ("KS QS JS 9S", {}, 3),
    ("KS 9S QS JS", {}, 3),
    ("KS 9C QS JS", {1: "C"}, 3),
)


@pytest.mark.parametrize(("codes", "trumps", "winner"), PRINTED)
def test_printed_tricks(codes, trumps, winner):
    assert owner(codes, own(trumps)) == winner
    standing = Standing(own=trumps, personal=True)
    assert page.taker(list(enumerate(codes.split())), standing) == winner


def test_all_printed_tricks_are_here():
    assert len(PRINTED) == 25


def test_the_pack_is_from_the_six_up_and_the_ten_stands_above_the_king():
    assert len(PACK_36) == len(set(PACK_36)) == 36
    assert {card.code for card in PACK_36} == set(page.CARDS)
    by_seniority = sorted(cards("TS AS 6S KS 9S JS QS 8S 7S"), key=beats.senior)
    assert "".join(card.code[0] for card in by_seniority) == "6789JQKTA" == SENIORITY


# 1. What beats what, trumps aside

# The row of a led card, the columns what is laid on it: + beats it, b beats it by the brackets.
SAME_SUIT = {
    #     6789JQKTA
    "6": "x.+..+...",
    "7": "+x+++++++",
    "8": "..x..++..",
    "9": "+.+x+++++",
    "J": "+.+bx++++",
    "Q": "....bx+++",
    "K": "+....bx++",
    "T": "+.+...bx+",
    "A": "+.+....bx",
}


@pytest.mark.parametrize("led", SENIORITY)
def test_1_the_table_in_the_same_suit(led):
    found = ""
    for rank in SENIORITY:
        how = None if rank == led else way(f"{led}S {rank}S")
        found += {None: ".", Way.SUIT: "+", Way.EIGHT: "+", Way.ONE_LESS: "b"}[how]
    assert found == SAME_SUIT[led].replace("x", ".")


@pytest.mark.parametrize("led", SENIORITY)
def test_1_in_other_suits_only_the_same_rank_and_the_eight(led):
    beaters = {rank for rank in SENIORITY if way(f"{led}S {rank}H") is not None}
    assert beaters == {led, "8"}


def test_1_the_relation_runs_in_circles():
    assert [way(f"{low}S {high}S") for low, high in ("A6", "QA", "6Q")] == [Way.SUIT] * 3


# 2a. Suit


def test_2a_a_card_of_the_main_suit_beats_the_top_by_the_table():
    assert way("7S 9S JS") is Way.SUIT
    assert owner("7S 9S JS") == 2
    assert way("7S JS 9S") is None
    assert owner("7S JS 9S") == 1


def test_2a_over_a_same_value_card_it_must_beat_the_led_card():
    assert way("9S 9C JS") is Way.SUIT
    assert way("9S 9C 7S") is None
    assert way("JS JC 9S") is None  # brackets do not count over a same-value card


def test_2a_over_a_trump_it_must_beat_the_led_card_and_be_as_high():
    trumps = own({1: "C"})
    assert way("7S KC TS", trumps) is Way.SUIT
    assert way("7S KC KS", trumps) is Way.SUIT
    assert way("7S KC QS", trumps) is None
    assert way("9S KC 7S", trumps) is None
    assert way("JS KC AS", trumps) is Way.SUIT
    # The trump has ace rank; only the ace is as high.
    assert way("7S AC TS", trumps) is None


def test_2a_a_same_value_trump_counts_as_a_trump_there():
    # The six beats the king by the table, but is no match for a king that is trump.
    assert way("KS KC 6S", own({1: "C"})) is None
    assert way("KS KC 6S") is Way.SUIT
    assert way("KS KC TS", own({1: "C"})) is Way.SUIT


# 2b. Same value


def test_2b_the_led_rank_in_another_suit_beats_the_led_card():
    assert way("9S 9C") is Way.SAME_VALUE
    assert owner("9S 9C") == 1


def test_2b_the_last_same_value_card_wins():
    assert owner("9S 9C 9H 9D") == 3
    assert way("9S 9C 9H") is Way.SAME_VALUE


def test_2b_it_beats_a_one_less_card():
    assert way("JS 9S JC") is Way.SAME_VALUE
    assert way("KS QS JS KC") is Way.SAME_VALUE


def test_2b_it_beats_nothing_else():
    assert way("9S JS 9C") is None  # a suit beat lies on top
    assert way("9S QH 9C", own({1: "H"})) is None  # a trump does
    assert way("9S JH 9H", own({1: "H"})) is None
    assert way("7S JS 7C") is None


def test_2b_it_beats_the_led_card_again_after_a_take_back():
    assert way("6S 8S KS 6C") is Way.SAME_VALUE


def test_2b_eights_are_no_same_value_cards():
    assert way("8S 8C") is Way.EIGHT
    assert way("8S 8C", void=False) is None


def test_2b_only_the_led_rank_has_same_value():
    assert way("7S 9S 9C") is None


# 2c. One less


@pytest.mark.parametrize("pair", ["JS 9S", "QS JS", "KS QS", "TS KS", "AS TS"])
def test_2c_one_step_below_the_led_card(pair):
    assert way(pair) is Way.ONE_LESS
    assert owner(pair) == 1


@pytest.mark.parametrize("pair", ["7S 6S", "8S 7S", "9S 8S", "JC 9S", "QS 9S", "6S AS"])
def test_2c_nothing_else_is_one_less(pair):
    assert way(pair) is not Way.ONE_LESS


def test_2c_the_chain_goes_down():
    assert owner("KS QS JS 9S") == 3
    assert owner("AS TS KS QS") == 3
    assert way("AS TS KS") is Way.ONE_LESS


def test_2c_whenever_the_led_card_is_the_top_card():
    assert way("KS 9S QS") is Way.ONE_LESS  # a nine that does nothing lies between
    # The ace goes back to the queen, and the jack is one less again.
    assert way("QS TS 8S JS") is Way.ONE_LESS


def test_2c_a_broken_chain_goes_no_further():
    assert way("KS JS 9S") is None  # the jack is no one-less card of the king
    assert way("KS QS KC JS") is None  # a same-value card took it over
    assert way("TS AS KS") is None  # the ace took it by the suit
    assert way("KS QS TS JS") is None
    assert way("KS QS 9S") is None  # one step left out


def test_2c_brackets_count_from_the_led_card_only():
    # A queen that beat the seven by the suit is not beaten by the jack.
    assert way("7S QS JS") is None


def test_2c_another_card_may_beat_a_one_less_card_by_the_table():
    assert way("JS 9S TS") is Way.SUIT
    assert way("QS JS 6S") is Way.SUIT  # which the queen takes back, see 3


# 2d. Eight


def test_2d_an_eight_beats_as_the_table_says():
    assert [way(f"{rank}S 8S") for rank in "679JTA"] == [Way.EIGHT] * 6
    assert [way(f"{rank}S 8S") for rank in "QK"] == [None] * 2
    assert [way(f"{rank}S 8H") for rank in SENIORITY] == [Way.EIGHT] * 9


def test_2d_trumps_included():
    trumps = own({1: "C"})
    assert way("7S AC 8H", trumps) is Way.EIGHT
    assert way("7S AC 8S", trumps) is Way.EIGHT
    assert way("7S AC 8C", trumps) is Way.EIGHT  # of its own suit, by the table
    assert way("7S KC 8C", trumps) is None
    assert way("7S QC 8C", trumps) is None


def test_2d_an_eight_of_another_suit_only_from_a_hand_without_the_main_suit():
    pile = pile_of("7S")
    with_spade, without = cards("8H 6S KC"), cards("8H 6D KC")
    assert C("8H") not in beats.beaters(pile, with_spade, 1, NONE)
    assert C("8H") in beats.beaters(pile, without, 1, NONE)
    # An eight of the main suit needs no such thing.
    assert C("8S") in beats.beaters(pile, cards("8S KS"), 1, NONE)


def test_2d_it_renames_the_main_suit():
    pile = pile_of("7S 8H")
    assert (pile.main, pile.owner, pile.top) == (Suit.HEARTS, 1, C("8H"))
    assert way("7S 8H KH") is Way.SUIT
    assert way("7S 8H 6H") is None
    assert way("7S 8H AS") is None
    assert pile_of("7S 8H QH KH").owner == 3
    # The next eight, from a hand without hearts now, renames it once more.
    again = pile_of("7S 8H 8S")
    assert (again.main, again.owner) == (Suit.SPADES, 2)
    assert C("8S") not in beats.beaters(pile, cards("8S 6H"), 2, NONE)


def test_2d_an_eight_of_the_main_suit_renames_nothing():
    pile = pile_of("9S 8S")
    assert (pile.main, pile.eight) == (Suit.SPADES, None)
    assert way("9S 8S QS") is Way.SUIT


def test_2d_once_renamed_the_led_card_stops_counting():
    assert way("9S 8H 9C") is None  # no same value
    assert way("KS 8H KH QH") is None  # no one less
    assert owner("6S 8H KH TH") == 3  # no take-back, though no king beats a six
    assert owner("6S 8S 8H KH") == 3
    assert way("9S 8H 9H") is None  # of the main suit, and nine does not beat eight
    # Nor need a trump outrank the led card: only the eight.
    assert way("AS 8H JC", own({2: "C"})) is Way.TRUMP


def test_2d_over_a_trump_the_eight_takes_the_led_cards_place():
    trumps = own({2: "C"})
    assert way("7S 8H 9C QH", trumps) is Way.SUIT
    assert way("7S 8H 9C KH", trumps) is Way.SUIT
    assert way("7S 8H 9C JH", trumps) is None  # high enough, but no match for the eight
    assert way("7S 8H 9C AH", trumps) is None
    assert way("7S 8H TC KH", trumps) is None  # beats the eight, but is too low
    assert way("7S 8H QC QH", trumps) is Way.SUIT


# 2e. Trump


def test_2e_a_trump_must_be_above_the_top_card():
    trumps = own({2: "C"})
    assert way("7S JS QC", trumps) is Way.TRUMP
    assert way("7S JS JC", trumps) is None
    assert way("7S JS 9C", trumps) is None
    assert way("7S KS TC", trumps) is Way.TRUMP  # the ten stands above the king


def test_2e_and_above_the_led_card():
    trumps = own({2: "C"})
    assert way("TS 6S 9C", trumps) is None
    assert way("KS 6S 7C", trumps) is None  # above the six, not above the king
    assert way("KS 6S TC", trumps) is Way.TRUMP
    assert way("JS 9S JC", trumps) is Way.SAME_VALUE  # of the led rank it is no trump beat


def test_2e_over_a_card_of_the_trumps_own_suit_the_table_counts():
    trumps = own({2: "C"})
    assert way("6S 6C TC", trumps) is None
    assert way("6S 6C QC", trumps) is Way.TRUMP
    assert way("7S 7C TC", trumps) is Way.TRUMP
    assert way("9S 9C 7C", trumps) is None
    assert way("JS JC 9C", trumps) is None  # no brackets
    assert way("9S AH TH", common(H=1)) is None
    # The six beats an ace of its suit by the table, but does not outrank the nine that was led.
    assert way("9S AC 6C", common(C=1)) is None
    assert way("6S AC QC", common(C=1)) is None


def test_2e_a_trump_of_the_main_suit_is_simply_a_card_of_it():
    trumps = own({1: "S"})
    assert way("7S JS", trumps) is Way.SUIT
    assert way("8S TS", trumps) is None
    assert way("QS 8H JH", own({2: "H"})) is None


def test_2e_an_eight_is_never_a_trump():
    assert way("7S 8C", own({1: "C"}), void=False) is None
    assert way("7S QC 8C", own({1: "C", 2: "H"})) is None
    assert way("7S 8C", own({1: "C"})) is Way.EIGHT
    assert pile_of("7S 8C", own({1: "C"})).main is Suit.CLUBS


# 3. Take-back by the led card


def test_3_the_led_card_takes_back_what_cannot_beat_it():
    pile = pile_of("6S 8S KS")
    assert way("6S 8S KS") is Way.SUIT
    assert (pile.owner, pile.top, pile.way) == (0, C("6S"), Way.LED)
    assert beats.taken_back(pile_of("6S 8S"), C("KS"), Way.SUIT)
    assert not beats.taken_back(pile_of("6S 8S"), C("QS"), Way.SUIT)


def test_3_it_is_unbeaten_again():
    assert owner("6S 8S KS 8H") == 3
    assert owner("6S 8S KS JS") == 0
    assert owner("6S 8S KS 6C") == 3
    assert owner("6S QS AS 7C", own({3: "C"})) == 3


def test_3_an_eight_of_the_main_suit_is_taken_back_too():
    assert owner("QS TS 8S") == 0
    assert owner("KS AS 8S") == 0
    assert owner("QS QC 8S") == 0  # the eight beats the same-value card, not the queen
    assert owner("KS TC 8S", own({1: "C"})) == 0
    assert owner("9S TC 8S", own({1: "C"})) == 2


def test_3_one_less_same_value_and_trump_beats_are_never_taken_back():
    assert owner("KS QS JS") == 2
    assert owner("KS QS KC") == 2
    assert owner("KS TS AC", own({2: "C"})) == 2


def test_3_nothing_is_taken_back_once_the_suit_is_renamed():
    assert owner("6S 8H KH AH") == 3
    assert owner("6H 8S KS AS") == 3
    # Nor by the led card when the eight's suit is that of the led card again.
    assert owner("6S 8H 8S KS") == 3


# 4. Trumps


def test_4_1_personal_trumps_are_trumps_for_their_player_only():
    assert way("7S 9C", own({1: "C"})) is Way.TRUMP
    assert way("7S 9C", own({0: "C", 2: "C"})) is None
    assert way("7S 9C", own({1: "H"})) is None


def test_4_2_with_no_trumps_nothing_is_a_trump():
    for rank in "69JQKTA":
        for suit in "CDH":
            assert way(f"7S {rank}{suit}") is None


def test_4_3_one_common_trump_is_everybodys():
    trumps = common(C=1)
    assert way("7S 9C", trumps) is Way.TRUMP
    assert way("7S 9C JC", trumps) is Way.TRUMP
    assert way("7S 9H", trumps) is None


def test_4_4_two_common_trumps_stand_equal():
    trumps = common(C=1, H=1)
    assert way("7S 9C", trumps) is Way.TRUMP
    assert way("7S 9C JH", trumps) is Way.TRUMP
    assert way("7S 9H JC", trumps) is Way.TRUMP
    assert way("7S JC 9H", trumps) is None
    # One of them led, the other trumps it; and the led suit answers it.
    assert way("7C 9H", trumps) is Way.TRUMP
    assert way("7C 9H JC", trumps) is Way.SUIT


def test_4_5_ranked_spades_are_senior_and_diamonds_junior():
    assert way("7H 9D", RANKED) is Way.TRUMP
    assert way("7H 9S", RANKED) is Way.TRUMP
    assert way("7H 9D JS", RANKED) is Way.TRUMP
    assert way("7H 9S JD", RANKED) is None
    assert way("7H 9C", RANKED) is None
    assert way("7H JD 9S", RANKED) is None  # senior, but not above it


# 4. The three points of personal trumps


def test_4_personal_of_equal_rank_main_suit_then_trump_then_ordinary():
    assert owner("9S 9C 9H", own({1: "C"})) == 1
    assert owner("9S 9C 9H", own({2: "H"})) == 2
    assert owner("9S 9C 9H", own({1: "C", 2: "H"})) == 2
    assert owner("9S 9C 9H 9D", own({1: "C"})) == 1
    assert owner("7S QC QS", own({1: "C"})) == 2


def test_4_personal_the_leaders_own_trump_is_safe_from_same_values_and_trumps():
    trumps = own({0: "S", 1: "C", 2: "H"})
    assert way("7S 7C", trumps) is None
    assert way("7S AC", trumps) is None
    assert way("7S 9S TH", trumps) is None
    assert way("JS 9S JH", trumps) is None  # not even over a one-less card
    assert way("7S 9S", trumps) is Way.SUIT
    assert way("JS 9S", trumps) is Way.ONE_LESS
    assert way("7S 8S", trumps) is Way.EIGHT
    assert way("7S 8C", trumps) is Way.EIGHT


def test_4_personal_only_the_leaders_own_trump_and_only_while_it_names_the_suit():
    assert way("7S 7C", own({2: "S"})) is Way.SAME_VALUE
    assert way("7S 8H JC", own({0: "S", 2: "C"})) is Way.TRUMP
    # Renamed to the suit of the leader's trump: M does not name it.
    assert way("7C 8S JH", own({0: "S", 2: "H"})) is Way.TRUMP


def test_4_personal_the_queen_of_a_led_sixs_suit_heeds_no_trump():
    trumps = own({1: "C", 3: "H"})
    assert way("6S AC QS", trumps) is Way.SUIT
    assert way("6S TC QS", trumps) is Way.SUIT
    assert way("6S TC KS", trumps) is None  # nor does any other card
    assert way("7S TC QS", trumps) is None  # nor on any other card
    assert way("6S TC QS AH", trumps) is None
    assert way("6S QS AC", own({2: "C"})) is None
    assert way("7S QS AC", own({2: "C"})) is Way.TRUMP
    # On a same-value trump as well, and above a trump queen of equal rank.
    assert way("6S 6C QS", trumps) is Way.SUIT


def test_4_personal_king_ten_ace_and_eights_beat_that_queen():
    for rank in "KTA":
        assert way(f"6S QS {rank}S") is Way.SUIT
        assert owner(f"6S QS {rank}S", own({1: "C"})) == 0  # with the take-back
    assert way("6S QS 8H", own({1: "C"})) is Way.EIGHT
    assert way("6S QS 8S", own({1: "C"})) is None  # the table: no eight beats its queen


def test_4_personal_no_trump_spares_another_queen():
    # The eight renamed the suit to spades: the queen lies on the eight, not on the six.
    assert way("6H 8S QS KC", own({3: "C"})) is Way.TRUMP
    assert way("6S 8H 8S QS", own({2: "C"})) is Way.SUIT
    # After a six of hearts, the queen of spades is a trump like any.
    assert way("6H QS KC", own({1: "S", 2: "C"})) is Way.TRUMP


def test_4_the_personal_points_do_not_hold_for_common_trumps():
    assert way("7S 7C", common(S=1)) is Way.SAME_VALUE
    assert way("9C 9S 9H", common(S=1)) is Way.SAME_VALUE
    assert way("6S TC QS", common(C=1, S=1)) is None
    assert way("6S QS TC", common(C=1, S=1)) is Way.TRUMP


# 4. Classes of common trumps


def test_4_class_a_lower_class_never_beats_a_higher():
    assert way("9D AC", RANKED) is None
    assert way("7H 9D TH", RANKED) is None  # the main suit neither
    assert way("7D 9S KD", RANKED) is None  # nor the junior trump
    assert way("7H 9S AD", RANKED) is None


def test_4_class_eights_included():
    assert way("9D 8C", RANKED) is None
    assert way("7H 9D 8C", RANKED) is None
    assert way("7H 9D 8H", RANKED) is None
    assert way("7H 9D 8S", RANKED) is Way.EIGHT
    assert way("7H 9S 8D", RANKED) is None
    assert way("7H 9D 8C", common(D=1, C=1)) is Way.EIGHT


def test_4_class_the_led_cards_class_is_not_asked_for_otherwise():
    # Hearts are ordinary and so is the jack of hearts; that a spade was led does not matter.
    assert way("9S 9H JC", RANKED) is None
    assert way("9S 9H 9C", RANKED) is Way.SAME_VALUE
    assert way("9S 9H 8C", RANKED) is Way.EIGHT
    assert way("9S 9H JD", RANKED) is Way.TRUMP


def test_4_class_same_value_beats_the_led_card_and_same_values_of_any_class():
    assert way("9S 9C", RANKED) is Way.SAME_VALUE
    assert way("9H 9S 9C", RANKED) is Way.SAME_VALUE
    assert way("9H 9S 9D 9C", RANKED) is Way.SAME_VALUE
    assert way("9S 9C", common(S=1)) is Way.SAME_VALUE


def test_4_class_but_not_a_one_less_card_of_a_higher_class():
    assert way("JS 9S JC", RANKED) is None
    assert way("JS 9S JD", RANKED) is None
    assert way("JD 9D JS", RANKED) is Way.SAME_VALUE
    assert way("JC 9C JH", RANKED) is Way.SAME_VALUE


def test_4_class_eights_beat_eights():
    assert way("8S 8C", RANKED) is Way.EIGHT
    assert way("7H 8S 8D", RANKED) is Way.EIGHT
    assert pile_of("7H 8S 8D", RANKED).main is Suit.DIAMONDS


# 5. What one may play


def playable(codes, hand, trumps=NONE, *, must=False):
    """What the next player may play from a hand."""
    pile = pile_of(codes, trumps) if codes else None
    seat = len(codes.split())
    held = beats.playable(pile, cards(hand), seat, trumps, must_beat=must)
    return " ".join(card.code for card in held)


def test_5_the_leader_plays_anything():
    assert playable("", "6C 8D QH", must=True) == "6C 8D QH"


def test_5_beating_is_a_choice_beside_following():
    assert playable("9S", "7S TS 9C AH") == "7S TS 9C"
    assert playable("9S", "7S TC", own({1: "C"})) == "7S TC"


def test_5_a_card_of_the_led_rank_follows_too():
    assert playable("9S JS", "9C AH") == "9C"
    assert playable("9S JS", "9C 6S AH") == "9C 6S"
    assert playable("9S JS", "JC AH") == "JC AH"


def test_5_otherwise_anything():
    assert playable("9S", "6C KH AD") == "6C KH AD"
    assert playable("9S", "TC AH 6D", own({1: "C"})) == "TC AH 6D"


def test_5_an_eight_of_another_suit_only_without_the_main_suit():
    assert playable("9S", "8C 6S AH") == "6S"
    assert playable("9S", "8C AH") == "8C AH"
    assert playable("8S", "8C 6S AH") == "6S"
    assert playable("8S", "8C AH") == "8C"  # of the led rank, so it follows
    assert playable("9D", "8C AH", RANKED) == "8C AH"  # where it beats nothing, it is thrown


def test_5_the_led_rank_does_not_follow_once_the_suit_is_renamed():
    assert playable("9S 8H", "9C KH 6D") == "KH"
    assert playable("9S 8H", "9C 6D 7S") == "9C 6D 7S"


def test_5_must_beat_leaves_only_what_beats():
    assert playable("9S", "7S TS 9C AH", must=True) == "TS 9C"
    assert playable("9S", "8C AH", must=True) == "8C"
    assert playable("9S", "8C 7S", must=True) == "7S"
    assert playable("9S", "7S 8S", must=True) == "8S"
    assert playable("9S", "TC 7S", own({1: "C"}), must=True) == "TC"
    assert playable("9S", "7S AH", must=True) == "7S"


def test_5_a_beat_that_is_taken_back_counts_as_beating():
    assert playable("6S 8S", "KS 7S AH", must=True) == "KS"
    assert playable("QS TS", "8S 9S", must=True) == "8S"


# All pairs of a led and a second card

OTHER_SUIT = {
    #            6789JQKTA
    "ordinary": {
        "6": "+.8......",
        "7": ".+8......",
        "8": "..8......",
        "9": "..8+.....",
        "J": "..8.+....",
        "Q": "..8..+...",
        "K": "..8...+..",
        "T": "..8....+.",
        "A": "..8.....+",
    },
    "trump": {
        "6": "++8++++++",
        "7": ".+8++++++",
        "8": "..8++++++",
        "9": "..8++++++",
        "J": "..8.+++++",
        "Q": "..8..++++",
        "K": "..8...+++",
        "T": "..8....++",
        "A": "..8.....+",
    },
    # On a card of a higher class of common trumps.
    "below": {
        "6": "+........",
        "7": ".+.......",
        "8": "..8......",
        "9": "...+.....",
        "J": "....+....",
        "Q": ".....+...",
        "K": "......+..",
        "T": ".......+.",
        "A": "........+",
    },
    # On a card that is its leader's own trump.
    "on the leader's": dict.fromkeys("6789JQKTA", "..8......"),
}
"""Rows and columns as above: + beats, 8 beats and renames if its player has no main suit."""


def personal_row(led, card, leaders, followers):
    if leaders == led[1]:
        return "on the leader's"
    return "trump" if followers == card[1] else "ordinary"


def common_row(led, card, classes):
    mine, other = classes.get(card[1], 0), classes.get(led[1], 0)
    if mine < other:
        return "below"
    return "trump" if mine else "ordinary"


def standings():
    """All trumps of two players: a name, the trumps, and which rows hold for cards of two suits."""
    for leaders, followers in itertools.product("-CDHS", repeat=2):
        if leaders == "-" or leaders != followers:
            yield (
                f"personal {leaders}{followers}",
                own(leaders + followers),
                lambda led, card, a=leaders, b=followers: personal_row(led, card, a, b),
            )
    common_ones = [{}, {"S": 2, "D": 1}]
    common_ones += [dict.fromkeys(suits, 1) for suits in "CDHS"]
    common_ones += [dict.fromkeys(suits, 1) for suits in itertools.combinations("CDHS", 2)]
    for classes in common_ones:
        yield (
            f"common {classes}",
            common(**classes),
            lambda led, card, c=classes: common_row(led, card, c),
        )


def expected(led, card, row, *, holds_main):
    """From the tables above: the owner of the trick and the main suit after the second card."""
    column = "6789JQKTA".index(card[0])
    if card[1] == led[1]:
        return (1 if SAME_SUIT[led[0]][column] in "+b" else 0), led[1]
    mark = OTHER_SUIT[row(led, card)][led[0]][column]
    if mark == "8" and not holds_main:
        return 1, card[1]
    return (1 if mark == "+" else 0), led[1]


STANDINGS = tuple(standings())


def test_there_are_thirty_three_standings():
    assert len(STANDINGS) == len({name for name, _, _ in STANDINGS}) == 21 + 12


@pytest.mark.parametrize(
    ("trumps", "row"), [one[1:] for one in STANDINGS], ids=[one[0] for one in STANDINGS]
)
def test_every_second_card_on_every_led_card(trumps, row):
    tried = 0
    for led, card in itertools.permutations(page.CARDS, 2):
        pile = beats.lead(C(led), 0)
        # A six or seven of the main suit, beside the card, or two cards of other suits.
        main = next(C(rank + led[1]) for rank in "67A" if rank + led[1] not in (led, card))
        others = [C("AHDC"[0] + suit) for suit in "CDHS" if suit != led[1]]
        for holds_main in (True, False):
            hand = (C(card), *([main] if holds_main else []), *[o for o in others if o != C(card)])
            beaters = beats.beaters(pile, hand, 1, trumps)
            taker, main_after = expected(led, card, row, holds_main=holds_main)
            assert (C(card) in beaters) == (taker == 1), (led, card, holds_main)
            void = not beats.holds_main(pile, hand)
            how = beats.way(pile, C(card), 1, trumps, void=void)
            after = beats.laid(pile, C(card), 1, how)
            assert (after.owner, after.main.letter) == (taker, main_after), (led, card, holds_main)
            tried += 1
    assert tried == 36 * 35 * 2


# What the page implies


def drawn_standing(random, players):
    """Trumps of any of the five options, as the program and as the second reading have them."""
    kind = random.choice(["personal", "none", "one", "two", "ranked"])
    if kind == "personal":
        letters = random.sample("CDHS", 4) + ["-"] * 2
        letters = [one if random.random() < 0.8 else "-" for one in letters][:players]
        suits = {seat: one for seat, one in enumerate(letters) if one != "-"}
        return own("".join(letters)), Standing(own=suits, personal=True)
    classes = {
        "none": {},
        "one": {random.choice("CDHS"): 1},
        "two": dict.fromkeys(random.sample("CDHS", 2), 1),
        "ranked": {"S": 2, "D": 1},
    }[kind]
    return common(**classes), Standing(common=classes)


def drawn_trick(random, trumps_of=drawn_standing):
    """Any cards, legal or not, as some played by people of any hands; often of few ranks."""
    players = random.randint(2, 6)
    trumps, standing = trumps_of(random, min(players, 4) if random.random() < 0.6 else players)
    if len(trumps.own) not in (0, players):
        players = len(trumps.own)
    pack = list(page.CARDS)
    if random.random() < 0.5:
        ranks = random.sample("6789JQKTA", 3)
        suits = random.sample("CDHS", 3)
        few = [card for card in pack if card[0] in ranks or (card[1] in suits[:1])]
        pack = few if len(few) >= players else pack
    leader = random.randrange(players)
    codes = random.sample(pack, players)
    return trumps, standing, [((leader + at) % players, code) for at, code in enumerate(codes)]


HOW = {
    Way.LED: "led",
    Way.SUIT: "2a",
    Way.SAME_VALUE: "2b",
    Way.ONE_LESS: "2c",
    Way.EIGHT: "2d",
    Way.TRUMP: "2e",
}


def compare_trick(random):
    """One trick, card by card, by the program and by the second reading of the page."""
    trumps, standing, played = drawn_trick(random)
    (leader, led), *rest = played
    pile = beats.lead(C(led), leader)
    for at, (seat, code) in enumerate(rest, 1):
        how = beats.way_played(pile, C(code), seat, trumps)
        pile = beats.laid(pile, C(code), seat, how)
        reading = page.read(played[: at + 1], standing)
        assert (pile.owner, pile.top.code) == played[reading.top], (played, standing)
        assert pile.main.letter == played[reading.names][1][1], (played, standing)
        assert (pile.eight is None) == (reading.names == 0), (played, standing)
        assert HOW[pile.way] == reading.how, (played, standing)


def compare_hands(random, *, must_beat):
    """Tricks from dealt hands: what may be played, and what it comes to, by both readings."""
    players = random.randint(2, 6)
    trumps, standing = drawn_standing(random, players)
    pack = random.sample(page.CARDS, 36)
    hands = [[pack.pop() for _ in range(random.randint(1, 36 // players))]]
    hands += [[pack.pop() for _ in hands[0]] for _ in range(players - 1)]
    leader = random.randrange(players)
    for _ in range(min(3, len(hands[0]))):
        pile, played = None, []
        for turn in range(players):
            seat = (leader + turn) % players
            held = tuple(C(code) for code in hands[seat])
            found = beats.playable(pile, held, seat, trumps, must_beat=must_beat)
            wanted = page.may_play(played, seat, hands[seat], standing, must_beat=must_beat)
            assert len(found) == len(set(found))
            assert {card.code for card in found} == wanted, (played, hands[seat], standing)
            card = random.choice(found)
            if pile is None:
                pile = beats.lead(card, seat)
            else:
                pile = beats.laid(pile, card, seat, beats.way_played(pile, card, seat, trumps))
            played.append((seat, card.code))
            hands[seat].remove(card.code)
        leader = page.taker(played, standing)
        assert pile.owner == leader, (played, standing)


def test_a_second_reading_of_the_page_comes_to_the_same():
    random = Random("tricks")
    for _ in range(8000):
        compare_trick(random)


@pytest.mark.slow
@pytest.mark.parametrize("must_beat", [False, True])
def test_a_second_reading_of_the_page_allows_the_same(must_beat):
    random = Random(f"hands {must_beat}")
    for _ in range(1500):
        compare_hands(random, must_beat=must_beat)


RANDOM = st.randoms(use_true_random=False)


@given(RANDOM)
def test_the_page_never_gives_two_reasons(random):
    _, standing, played = drawn_trick(random)
    *earlier, (seat, card) = played
    assert len(page.beating(earlier, seat, card, standing, void=True)) <= 1


@given(RANDOM)
def test_the_owner_of_the_top_card_played_it(random):
    trumps, _, played = drawn_trick(random)
    leader, players = played[0][0], len(played)
    pile = pile_of(" ".join(code for _, code in played), trumps, leader, players)
    assert [seat for seat, code in played if C(code) == pile.top] == [pile.owner]
    assert pile.led == C(played[0][1])
    assert pile.leader == leader


@given(RANDOM, st.booleans())
def test_there_is_always_a_card_to_play_and_must_beat_leaves_what_beats(random, must_beat):
    trumps, _, played = drawn_trick(random)
    leader, players = played[0][0], len(played)
    earlier = " ".join(code for _, code in played[:-1]) if players > 2 else played[0][1]
    pile = pile_of(earlier, trumps, leader, players)
    gone = earlier.split()
    rest = [C(code) for code in page.CARDS if code not in gone]
    hand = tuple(random.sample(rest, random.randint(1, 6)))
    seat = played[len(gone)][0]
    held = beats.playable(pile, hand, seat, trumps, must_beat=must_beat)
    assert held
    assert set(held) <= set(hand)
    beating = beats.beaters(pile, hand, seat, trumps)
    assert set(beating) <= set(held)
    if must_beat and beating:
        assert held == beating
    for card in held:
        # An eight of another suit never lies on a trick beside main-suit cards of its player.
        foreign_eight = card.code[0] == "8" and card.suit is not pile.main
        assert not (foreign_eight and any(one.suit is pile.main for one in hand))
        # So what was played can be judged without knowing the rest of the hand.
        void = not any(one.suit is pile.main for one in hand)
        assert beats.way(pile, card, seat, trumps, void=void) is beats.way_played(
            pile, card, seat, trumps
        )


@given(RANDOM)
def test_a_take_back_returns_to_the_led_card_and_nothing_else_does(random):
    trumps, _, played = drawn_trick(random)
    (leader, led), *rest = played
    pile = beats.lead(C(led), leader)
    for seat, code in rest:
        card = C(code)
        how = beats.way_played(pile, card, seat, trumps)
        after = beats.laid(pile, card, seat, how)
        if how is None:
            assert after is pile
        elif beats.taken_back(pile, card, how):
            assert (after.top, after.owner, after.way) == (C(led), leader, Way.LED)
            assert after == beats.lead(C(led), leader)
        else:
            assert (after.top, after.owner, after.way) == (card, seat, how)
        pile = after


@given(RANDOM)
def test_personal_trumps_that_nobody_chose_are_no_trumps(random):
    trumps, _, played = drawn_trick(random, lambda r, n: (Trumps(own=(None,) * n), Standing()))
    codes, leader, players = " ".join(code for _, code in played), played[0][0], len(played)
    once = pile_of(codes, trumps, leader, players)
    assert once == pile_of(codes, NONE, leader, players)


@given(RANDOM)
def test_other_names_for_the_suits_change_nothing(random):
    trumps, standing, played = drawn_trick(random)
    names = dict(zip("CDHS", random.sample("CDHS", 4), strict=True))
    own_suits = "".join("-" if s is None else names[s.letter] for s in trumps.own)
    classes = {names[suit]: level for suit, level in standing.common.items()}
    renamed = own(own_suits) if trumps.own else common(**classes)
    leader, players = played[0][0], len(played)
    codes = [code for _, code in played]
    other = [code[0] + names[code[1]] for code in codes]
    once = pile_of(" ".join(codes), trumps, leader, players)
    again = pile_of(" ".join(other), renamed, leader, players)
    assert (once.owner, once.way) == (again.owner, again.way)
    assert names[once.main.letter] == again.main.letter


@given(RANDOM)
def test_with_ranked_trumps_hearts_and_clubs_are_alike(random):
    _, _, played = drawn_trick(random)
    swap = str.maketrans("CH", "HC")
    leader, players = played[0][0], len(played)
    codes = " ".join(code for _, code in played)
    once = pile_of(codes, RANKED, leader, players)
    again = pile_of(codes.translate(swap), RANKED, leader, players)
    assert (once.owner, once.way) == (again.owner, again.way)
