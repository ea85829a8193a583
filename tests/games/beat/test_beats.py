"""The beat relation: the printed tricks, every rule of its page by number, and all pairs.

The rules are implemented a second time in ``beats_page.py``, independent of the program.
"""

import itertools
from random import Random

import pytest

from games.beat import beats_page
from games.beat.beats_page import PageTrumps
from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import PACK_36, SENIORITY, BeatRule, Trumps

card_of = Card.of
NO_TRUMPS = Trumps()


def create_personal_trumps(suits, players=4):
    """Return personal trumps from ``{seat: letter}`` or one letter per seat (``-`` for none)."""
    if isinstance(suits, str):
        return Trumps(
            personal_suits=tuple(None if letter == "-" else Suit.of(letter) for letter in suits)
        )
    return Trumps(
        personal_suits=tuple(Suit.of(suits[s]) if s in suits else None for s in range(players))
    )


def create_common_trumps(**classes):
    """Return common trumps: ``create_common_trumps(S=2, D=1)``."""
    return Trumps(classes=tuple(classes.get(letter, 0) for letter in "CDHS"))


RANKED_TRUMPS = create_common_trumps(S=2, D=1)


def build_situation(codes, trumps=NO_TRUMPS, leader=0, players=4):
    """Return the situation after these cards, played one after another from the leader."""
    led, *rest = parse_cards(codes)
    situation = beats.start_situation(led, leader)
    for turn, card in enumerate(rest, 1):
        seat = (leader + turn) % players
        rule = beats.find_played_beat_rule(situation, card, seat, trumps)
        situation = beats.add_to_situation(situation, card, seat, rule)
    return situation


def taker_of_cards(codes, trumps=NO_TRUMPS):
    return build_situation(codes, trumps).taker


def beat_rule_of(codes, trumps=NO_TRUMPS, *, void=True):
    """Return the rule by which the last of these cards beats the others."""
    *earlier, card = codes.split()
    seat = len(earlier)
    return beats.find_beat_rule(
        build_situation(" ".join(earlier), trumps), card_of(card), seat, trumps, void=void
    )


# Tricks printed in the sources: cards, personal trumps that matter, and the taker.
PRINTED_TRICKS = (
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


@pytest.mark.parametrize(("codes", "trumps", "winner"), PRINTED_TRICKS)
def test_printed_tricks(codes, trumps, winner):
    assert taker_of_cards(codes, create_personal_trumps(trumps)) == winner
    standing = PageTrumps(personal_suits=trumps, is_personal=True)
    assert beats_page.taker_of(list(enumerate(codes.split())), standing) == winner


def test_all_printed_tricks_are_here():
    assert len(PRINTED_TRICKS) == 25


def test_the_pack_is_from_the_six_up_and_the_ten_stands_above_the_king():
    assert len(PACK_36) == len(set(PACK_36)) == 36
    assert {card.code for card in PACK_36} == set(beats_page.CARD_CODES)
    by_seniority = sorted(parse_cards("TS AS 6S KS 9S JS QS 8S 7S"), key=beats.seniority_of)
    assert "".join(card.code[0] for card in by_seniority) == "6789JQKTA" == SENIORITY


# 1. The table, trumps aside

# Rows are led cards, columns second cards: + beats, b beats by the brackets.
SAME_SUIT_TABLE = {
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
    row = ""
    for rank in SENIORITY:
        rule = None if rank == led else beat_rule_of(f"{led}S {rank}S")
        row += {None: ".", BeatRule.SUIT: "+", BeatRule.EIGHT: "+", BeatRule.ONE_LESS: "b"}[rule]
    assert row == SAME_SUIT_TABLE[led].replace("x", ".")


@pytest.mark.parametrize("led", SENIORITY)
def test_1_in_other_suits_only_the_same_rank_and_the_eight(led):
    beaters = {rank for rank in SENIORITY if beat_rule_of(f"{led}S {rank}H") is not None}
    assert beaters == {led, "8"}


def test_1_the_relation_runs_in_circles():
    assert [beat_rule_of(f"{low}S {high}S") for low, high in ("A6", "QA", "6Q")] == [
        BeatRule.SUIT
    ] * 3


# 2b. Same value


def test_2b_eights_are_no_same_value_cards():
    assert beat_rule_of("8S 8C") is BeatRule.EIGHT
    assert beat_rule_of("8S 8C", void=False) is None


# 2d. Eight


def test_2d_an_eight_beats_as_the_table_says():
    assert [beat_rule_of(f"{rank}S 8S") for rank in "679JTA"] == [BeatRule.EIGHT] * 6
    assert [beat_rule_of(f"{rank}S 8S") for rank in "QK"] == [None] * 2
    assert [beat_rule_of(f"{rank}S 8H") for rank in SENIORITY] == [BeatRule.EIGHT] * 9


def test_2d_an_eight_of_another_suit_only_from_a_hand_without_the_main_suit():
    situation = build_situation("7S")
    with_spade, without = parse_cards("8H 6S KC"), parse_cards("8H 6D KC")
    assert card_of("8H") not in beats.beating_cards(situation, with_spade, 1, NO_TRUMPS)
    assert card_of("8H") in beats.beating_cards(situation, without, 1, NO_TRUMPS)
    # An eight of the main suit needs no void.
    assert card_of("8S") in beats.beating_cards(situation, parse_cards("8S KS"), 1, NO_TRUMPS)


def test_2d_an_eight_renames_the_main_suit():
    situation = build_situation("7S 8H")
    assert (situation.main_suit, situation.taker, situation.top) == (Suit.HEARTS, 1, card_of("8H"))
    assert beat_rule_of("7S 8H KH") is BeatRule.SUIT
    assert beat_rule_of("7S 8H 6H") is None
    assert beat_rule_of("7S 8H AS") is None
    assert build_situation("7S 8H QH KH").taker == 3
    # The next eight, from a hand now without hearts, renames the suit again.
    renamed_situation = build_situation("7S 8H 8S")
    assert (renamed_situation.main_suit, renamed_situation.taker) == (Suit.SPADES, 2)
    assert card_of("8S") not in beats.beating_cards(situation, parse_cards("8S 6H"), 2, NO_TRUMPS)


def test_2d_an_eight_of_the_main_suit_renames_nothing():
    situation = build_situation("9S 8S")
    assert (situation.main_suit, situation.eight) == (Suit.SPADES, None)
    assert beat_rule_of("9S 8S QS") is BeatRule.SUIT


# 2e. Trump


def test_2e_an_eight_is_never_a_trump():
    assert beat_rule_of("7S 8C", create_personal_trumps({1: "C"}), void=False) is None
    assert beat_rule_of("7S QC 8C", create_personal_trumps({1: "C", 2: "H"})) is None
    assert beat_rule_of("7S 8C", create_personal_trumps({1: "C"})) is BeatRule.EIGHT
    assert build_situation("7S 8C", create_personal_trumps({1: "C"})).main_suit is Suit.CLUBS


# 3. Take-back by the led card


def test_3_the_led_card_takes_back_what_cannot_beat_it():
    situation = build_situation("6S 8S KS")
    assert beat_rule_of("6S 8S KS") is BeatRule.SUIT
    assert (situation.taker, situation.top, situation.beat_rule) == (0, card_of("6S"), BeatRule.LED)
    assert beats.is_taken_back(build_situation("6S 8S"), card_of("KS"), BeatRule.SUIT)
    assert not beats.is_taken_back(build_situation("6S 8S"), card_of("QS"), BeatRule.SUIT)


# 4. Trumps


def test_4_2_with_no_trumps_nothing_is_a_trump():
    for rank in "69JQKTA":
        for suit in "CDH":
            assert beat_rule_of(f"7S {rank}{suit}") is None


# 4. The three points of personal trumps


def test_4_personal_king_ten_ace_and_eights_beat_that_queen():
    for rank in "KTA":
        assert beat_rule_of(f"6S QS {rank}S") is BeatRule.SUIT
        assert (
            taker_of_cards(f"6S QS {rank}S", create_personal_trumps({1: "C"})) == 0
        )  # with the take-back
    assert beat_rule_of("6S QS 8H", create_personal_trumps({1: "C"})) is BeatRule.EIGHT
    assert (
        beat_rule_of("6S QS 8S", create_personal_trumps({1: "C"})) is None
    )  # the table: no eight beats its queen


# 4. Classes of common trumps


def test_4_class_eights_beat_eights():
    assert beat_rule_of("8S 8C", RANKED_TRUMPS) is BeatRule.EIGHT
    assert beat_rule_of("7H 8S 8D", RANKED_TRUMPS) is BeatRule.EIGHT
    assert build_situation("7H 8S 8D", RANKED_TRUMPS).main_suit is Suit.DIAMONDS


# 5. Playable cards


def playable_codes(codes, hand, trumps=NO_TRUMPS, *, must=False):
    """Return the cards that the next player may play from a hand."""
    situation = build_situation(codes, trumps) if codes else None
    seat = len(codes.split())
    playable_cards = beats.playable_cards(
        situation, parse_cards(hand), seat, trumps, must_beat=must
    )
    return " ".join(card.code for card in playable_cards)


BEAT_CASES = """
2a a card of the main suit beats the top by the table
  7S 9S JS = suit 2; 7S JS 9S = - 1
2a over a same value card it must beat the led card
  # brackets do not count over a same-value card
  9S 9C JS = suit; 9S 9C 7S = -; JS JC 9S = -
2a over a trump it must beat the led card and be as high
  # The trump has ace rank; only the ace is as high.
  [1C] 7S KC TS = suit; 7S KC KS = suit; 7S KC QS = -; 9S KC 7S = -; JS KC AS = suit; 7S AC TS
    = -
2a a same value trump counts as a trump there
  # The six beats the king by the table, but is no match for a king that is trump.
  [1C] KS KC 6S = -
  KS KC 6S = suit
  [1C] KS KC TS = suit
2b the led rank in another suit beats the led card
  9S 9C = same-value 1
2b the last same value card wins
  9S 9C 9H 9D = 3; 9S 9C 9H = same-value
2b it beats a one less card
  JS 9S JC = same-value; KS QS JS KC = same-value
2b it beats nothing else
  # a suit beat lies on top
  9S JS 9C = -
  # a trump does
  [1H] 9S QH 9C = -; 9S JH 9H = -
  7S JS 7C = -
2b it beats the led card again after a take back
  6S 8S KS 6C = same-value
2b only the led rank has same value
  7S 9S 9C = -
2c the chain goes down
  KS QS JS 9S = 3; AS TS KS QS = 3; AS TS KS = one-less
2c whenever the led card is the top card
  # a nine that does nothing lies between
  # The ace goes back to the queen, and the jack is one less again.
  KS 9S QS = one-less; QS TS 8S JS = one-less
2c a broken chain goes no further
  # the jack is no one-less card of the king
  # a same-value card took it over
  # the ace took it by the suit
  # one step left out
  KS JS 9S = -; KS QS KC JS = -; TS AS KS = -; KS QS TS JS = -; KS QS 9S = -
2c brackets count from the led card only
  # A queen that beat the seven by the suit is not beaten by the jack.
  7S QS JS = -
2c another card may beat a one less card by the table
  # which the queen takes back, see 3
  JS 9S TS = suit; QS JS 6S = suit
2d trumps included
  # of its own suit, by the table
  [1C] 7S AC 8H = eight; 7S AC 8S = eight; 7S AC 8C = eight; 7S KC 8C = -; 7S QC 8C = -
2d once renamed the led card stops counting
  # no same value
  # no one less
  # no take-back, though no king beats a six
  # of the main suit, and nine does not beat eight
  9S 8H 9C = -; KS 8H KH QH = -; 6S 8H KH TH = 3; 6S 8S 8H KH = 3; 9S 8H 9H = -
  # Nor need a trump outrank the led card: only the eight.
  [2C] AS 8H JC = trump
2d over a trump the eight takes the led cards place
  # high enough, but no match for the eight
  # beats the eight, but is too low
  [2C] 7S 8H 9C QH = suit; 7S 8H 9C KH = suit; 7S 8H 9C JH = -; 7S 8H 9C AH = -; 7S 8H TC KH =
    -; 7S 8H QC QH = suit
2e a trump must be above the top card
  # the ten stands above the king
  [2C] 7S JS QC = trump; 7S JS JC = -; 7S JS 9C = -; 7S KS TC = trump
2e and above the led card
  # above the six, not above the king
  # of the led rank it is no trump beat
  [2C] TS 6S 9C = -; KS 6S 7C = -; KS 6S TC = trump; JS 9S JC = same-value
2e over a card of the trumps own suit the table counts
  # no brackets
  [2C] 6S 6C TC = -; 6S 6C QC = trump; 7S 7C TC = trump; 9S 9C 7C = -; JS JC 9C = -
  [H] 9S AH TH = -
  # The six beats an ace of its suit by the table, but does not outrank the nine that was led.
  [C] 9S AC 6C = -; 6S AC QC = -
2e a trump of the main suit is simply a card of it
  [1S] 7S JS = suit; 8S TS = -
  [2H] QS 8H JH = -
3 it is unbeaten again
  6S 8S KS 8H = 3; 6S 8S KS JS = 0; 6S 8S KS 6C = 3
  [3C] 6S QS AS 7C = 3
3 an eight of the main suit is taken back too
  # the eight beats the same-value card, not the queen
  QS TS 8S = 0; KS AS 8S = 0; QS QC 8S = 0
  [1C] KS TC 8S = 0; 9S TC 8S = 2
3 one less same value and trump beats are never taken back
  KS QS JS = 2; KS QS KC = 2
  [2C] KS TS AC = 2
3 nothing is taken back once the suit is renamed
  # Nor by the led card when the eight's suit is that of the led card again.
  6S 8H KH AH = 3; 6H 8S KS AS = 3; 6S 8H 8S KS = 3
4.1 personal trumps are trumps for their player only
  [1C] 7S 9C = trump
  [0C 2C] 7S 9C = -
  [1H] 7S 9C = -
4.3 one common trump is everybodys
  [C] 7S 9C = trump; 7S 9C JC = trump; 7S 9H = -
4.4 two common trumps stand equal
  # One of them led, the other trumps it; and the led suit answers it.
  [C H] 7S 9C = trump; 7S 9C JH = trump; 7S 9H JC = trump; 7S JC 9H = -; 7C 9H = trump; 7C 9H
    JC = suit
4.5 ranked spades are senior and diamonds junior
  # senior, but not above it
  [ranked] 7H 9D = trump; 7H 9S = trump; 7H 9D JS = trump; 7H 9S JD = -; 7H 9C = -; 7H JD 9S =
    -
4 personal of equal rank main suit then trump then ordinary
  [1C] 9S 9C 9H = 1
  [2H] 9S 9C 9H = 2
  [1C 2H] 9S 9C 9H = 2
  [1C] 9S 9C 9H 9D = 1; 7S QC QS = 2
4 personal the leaders own trump is safe from same values and trumps
  # not even over a one-less card
  [0S 1C 2H] 7S 7C = -; 7S AC = -; 7S 9S TH = -; JS 9S JH = -; 7S 9S = suit; JS 9S = one-less;
    7S 8S = eight; 7S 8C = eight
4 personal only the leaders own trump and only while it names the suit
  [2S] 7S 7C = same-value
  [0S 2C] 7S 8H JC = trump
  # Renamed to the suit of the leader's trump: M does not name it.
  [0S 2H] 7C 8S JH = trump
4 personal the queen of a led sixs suit heeds no trump
  # nor does any other card
  # nor on any other card
  [1C 3H] 6S AC QS = suit; 6S TC QS = suit; 6S TC KS = -; 7S TC QS = -; 6S TC QS AH = -
  [2C] 6S QS AC = -; 7S QS AC = trump
  # On a same-value trump as well, and above a trump queen of equal rank.
  [1C 3H] 6S 6C QS = suit
4 personal no trump spares another queen
  # The eight renamed the suit to spades: the queen lies on the eight, not on the six.
  [3C] 6H 8S QS KC = trump
  [2C] 6S 8H 8S QS = suit
  # After a six of hearts, the queen of spades is a trump like any.
  [1S 2C] 6H QS KC = trump
4 the personal points do not hold for common trumps
  [S] 7S 7C = same-value; 9C 9S 9H = same-value
  [C S] 6S TC QS = -; 6S QS TC = trump
4 class a lower class never beats a higher
  # the main suit neither
  # nor the junior trump
  [ranked] 9D AC = -; 7H 9D TH = -; 7D 9S KD = -; 7H 9S AD = -
4 class eights included
  [ranked] 9D 8C = -; 7H 9D 8C = -; 7H 9D 8H = -; 7H 9D 8S = eight; 7H 9S 8D = -
  [D C] 7H 9D 8C = eight
4 class the led cards class is not asked for otherwise
  # Hearts are ordinary and so is the jack of hearts; that a spade was led does not matter.
  [ranked] 9S 9H JC = -; 9S 9H 9C = same-value; 9S 9H 8C = eight; 9S 9H JD = trump
4 class same value beats the led card and same values of any class
  [ranked] 9S 9C = same-value; 9H 9S 9C = same-value; 9H 9S 9D 9C = same-value
  [S] 9S 9C = same-value
4 class but not a one less card of a higher class
  [ranked] JS 9S JC = -; JS 9S JD = -; JD 9D JS = same-value; JC 9C JH = same-value
"""
"""Cases by rule number: trumps in brackets, cards of a trick, and the rule by which the last

card beats, ``-`` if it does not, or the seat that then holds the trick.
"""


PLAYABLE_CASES = """
5 the leader plays anything
  : 6C 8D QH = 6C 8D QH !
5 beating is a choice beside following
  9S: 7S TS 9C AH = 7S TS 9C
  [1C] 9S: 7S TC = 7S TC
5 a card of the led rank follows too
  9S JS: 9C AH = 9C; 9S JS: 9C 6S AH = 9C 6S; 9S JS: JC AH = JC AH
5 otherwise anything
  9S: 6C KH AD = 6C KH AD
  [1C] 9S: TC AH 6D = TC AH 6D
5 an eight of another suit only without the main suit
  # of the led rank, so it follows
  9S: 8C 6S AH = 6S; 9S: 8C AH = 8C AH; 8S: 8C 6S AH = 6S; 8S: 8C AH = 8C
  # where it beats nothing, it is thrown
  [ranked] 9D: 8C AH = 8C AH
5 the led rank does not follow once the suit is renamed
  9S 8H: 9C KH 6D = KH; 9S 8H: 9C 6D 7S = 9C 6D 7S
5 must beat leaves only what beats
  9S: 7S TS 9C AH = TS 9C !; 9S: 8C AH = 8C !; 9S: 8C 7S = 7S !; 9S: 7S 8S = 8S !
  [1C] 9S: TC 7S = TC !
  9S: 7S AH = 7S !
5 a beat that is taken back counts as beating
  6S 8S: KS 7S AH = KS !; QS TS: 8S 9S = 8S !
"""
"""Cases by rule number: trick, hand, and playable cards; ! where beating is compulsory."""


def parse_trumps(words):
    """Return the trumps of a table's notation: ``1C 2H`` are personal, ``C H`` common."""
    if words == ["ranked"]:
        return RANKED_TRUMPS
    if words and len(words[0]) == 1:
        return create_common_trumps(**dict.fromkeys(words, 1))
    return create_personal_trumps({int(word[0]): word[1] for word in words}) if words else NO_TRUMPS


def parse_cases(table):
    """Return the cases of a table as parameters, each with its trumps and rule number."""
    rule, groups, cases = "", [], []
    for line in [
        raw_line for raw_line in table.strip().splitlines() if not raw_line.lstrip().startswith("#")
    ]:
        if not line.startswith(" "):
            rule = line
        elif line.startswith("    "):
            groups[-1][1] += f" {line.strip()}"
        else:
            groups.append([rule, line.strip()])
    for rule, text in groups:
        words, _, rest = text.rpartition("]")
        for case in rest.split(";"):
            codes, expected = map(str.strip, case.split("="))
            trumps = parse_trumps(words.strip("[").split())
            cases.append(pytest.param(trumps, codes, expected, id=f"{rule}: {codes}"))
    return cases


@pytest.mark.parametrize(("trumps", "codes", "expected"), parse_cases(BEAT_CASES))
def test_a_card_beats_by_the_rules(trumps, codes, expected):
    for word in expected.split():
        if word.isdigit():
            assert taker_of_cards(codes, trumps) == int(word)
        else:
            assert (beat_rule_of(codes, trumps) or "-") == word


@pytest.mark.parametrize(("trumps", "case_text", "allowed"), parse_cases(PLAYABLE_CASES))
def test_playable_cards_follow_the_rules(trumps, case_text, allowed):
    codes, _, hand = case_text.partition(":")
    cards_, must = allowed.removesuffix("!").strip(), allowed.endswith("!")
    assert playable_codes(codes.strip(), hand.strip(), trumps, must=must) == cards_


# All pairs of a led and a second card


def iterate_trump_cases():
    """Yield all trumps of two players: name, the program's trumps and the page's trumps."""
    for suits in map("".join, itertools.product("-CDHS", repeat=2)):
        if suits[0] == "-" or suits[0] != suits[1]:
            suit_by_seat = {seat: suit for seat, suit in enumerate(suits) if suit != "-"}
            yield (
                f"personal {suits}",
                create_personal_trumps(suits),
                PageTrumps(personal_suits=suit_by_seat, is_personal=True),
            )
    common_ones = [{}, {"S": 2, "D": 1}]
    common_ones += [dict.fromkeys(suits, 1) for suits in "CDHS"]
    common_ones += [dict.fromkeys(suits, 1) for suits in itertools.combinations("CDHS", 2)]
    for classes in common_ones:
        yield (
            f"common {classes}",
            create_common_trumps(**classes),
            PageTrumps(class_by_suit=classes),
        )


TRUMP_CASES = tuple(iterate_trump_cases())


def test_there_are_thirty_three_standings():
    assert len(TRUMP_CASES) == len({name for name, _, _ in TRUMP_CASES}) == 21 + 12


@pytest.mark.parametrize(
    ("trumps", "standing"), [one[1:] for one in TRUMP_CASES], ids=[one[0] for one in TRUMP_CASES]
)
def test_every_second_card_on_every_led_card(trumps, standing):
    for led, card in itertools.permutations(beats_page.CARD_CODES, 2):
        situation, card_pair = beats.start_situation(card_of(led), 0), (led, card)
        # A six or seven of the main suit beside the card, or cards of other suits only.
        main = next(card_of(rank + led[1]) for rank in "67A" if rank + led[1] not in card_pair)
        other_cards = [card_of("AHDC"[0] + suit) for suit in "CDHS" if suit != led[1]]
        for main_cards in ([main], []):
            hand = (
                card_of(card),
                *main_cards,
                *[other_card for other_card in other_cards if other_card != card_of(card)],
            )
            void = not main_cards and card[1] != led[1]
            rules = beats_page.beat_rules([(0, led)], 1, card, standing, is_void=void)
            assert (card_of(card) in beats.beating_cards(situation, hand, 1, trumps)) == bool(
                rules
            ), card_pair
            assert beats.holds_main_suit(situation, hand) != void
            rule = beats.find_beat_rule(situation, card_of(card), 1, trumps, void=void)
            situation_after = beats.add_to_situation(situation, card_of(card), 1, rule)
            assert ({RULE_NUMBERS[rule]} if rule else set()) == rules, card_pair
            taker_and_suit = (1, card[1] if card[0] == "8" else led[1]) if rules else (0, led[1])
            assert (situation_after.taker, situation_after.main_suit.letter) == taker_and_suit, (
                card_pair
            )


# Consequences of the page


def draw_trumps(random, players):
    """Draw trumps of any option, for the program and for the second implementation."""
    kind = random.choice(["personal", "none", "one", "two", "ranked"])
    if kind == "personal":
        letters = random.sample("CDHS", 4) + ["-"] * 2
        letters = [letter if random.random() < 0.8 else "-" for letter in letters][:players]
        suits = {seat: letter for seat, letter in enumerate(letters) if letter != "-"}
        return create_personal_trumps("".join(letters)), PageTrumps(
            personal_suits=suits, is_personal=True
        )
    classes = {
        "none": {},
        "one": {random.choice("CDHS"): 1},
        "two": dict.fromkeys(random.sample("CDHS", 2), 1),
        "ranked": {"S": 2, "D": 1},
    }[kind]
    return create_common_trumps(**classes), PageTrumps(class_by_suit=classes)


def draw_trick(random, trumps_of=draw_trumps):
    """Draw a trick of any cards, legal or not, often of few ranks."""
    players = random.randint(2, 6)
    trumps, standing = trumps_of(random, min(players, 4) if random.random() < 0.6 else players)
    if len(trumps.personal_suits) not in (0, players):
        players = len(trumps.personal_suits)
    pack = list(beats_page.CARD_CODES)
    if random.random() < 0.5:
        ranks = random.sample("6789JQKTA", 3)
        suits = random.sample("CDHS", 3)
        similar_cards = [card for card in pack if card[0] in ranks or (card[1] in suits[:1])]
        pack = similar_cards if len(similar_cards) >= players else pack
    leader = random.randrange(players)
    codes = random.sample(pack, players)
    return (
        trumps,
        standing,
        [((leader + index) % players, code) for index, code in enumerate(codes)],
    )


RULE_NUMBERS = {
    BeatRule.LED: "led",
    BeatRule.SUIT: "2a",
    BeatRule.SAME_VALUE: "2b",
    BeatRule.ONE_LESS: "2c",
    BeatRule.EIGHT: "2d",
    BeatRule.TRUMP: "2e",
}


def compare_trick(random):
    """Compare one trick, card by card, with the second implementation of the page."""
    trumps, standing, played = draw_trick(random)
    (leader, led), *rest = played
    situation = beats.start_situation(card_of(led), leader)
    for index, (seat, code) in enumerate(rest, 1):
        rule = beats.find_played_beat_rule(situation, card_of(code), seat, trumps)
        situation = beats.add_to_situation(situation, card_of(code), seat, rule)
        reading = beats_page.read_trick(played[: index + 1], standing)
        assert (situation.taker, situation.top.code) == played[reading.top_index], (
            played,
            standing,
        )
        assert situation.main_suit.letter == played[reading.main_index][1][1], (played, standing)
        assert (situation.eight is None) == (reading.main_index == 0), (played, standing)
        assert RULE_NUMBERS[situation.beat_rule] == reading.rule, (played, standing)


def compare_hands(random, *, must_beat):
    """Compare playable cards and takers of dealt hands with the second implementation."""
    players = random.randint(2, 6)
    trumps, standing = draw_trumps(random, players)
    pack = random.sample(beats_page.CARD_CODES, 36)
    hands = [[pack.pop() for _ in range(random.randint(1, 36 // players))]]
    hands += [[pack.pop() for _ in hands[0]] for _ in range(players - 1)]
    leader = random.randrange(players)
    for _ in range(min(3, len(hands[0]))):
        situation, played = None, []
        for turn in range(players):
            seat = (leader + turn) % players
            hand_cards = tuple(card_of(code) for code in hands[seat])
            playable_cards = beats.playable_cards(
                situation, hand_cards, seat, trumps, must_beat=must_beat
            )
            expected_codes = beats_page.playable_cards(
                played, seat, hands[seat], standing, must_beat=must_beat
            )
            assert len(playable_cards) == len(set(playable_cards))
            assert hand_cards == () or playable_cards
            if situation is not None:  # a played card must be judged without knowing the hand
                void = not beats.holds_main_suit(situation, hand_cards)
                for playable_card in playable_cards:
                    rule = beats.find_beat_rule(situation, playable_card, seat, trumps, void=void)
                    assert rule is beats.find_played_beat_rule(
                        situation, playable_card, seat, trumps
                    )
            assert {card.code for card in playable_cards} == expected_codes, (
                played,
                hands[seat],
                standing,
            )
            card = random.choice(playable_cards)
            if situation is None:
                situation = beats.start_situation(card, seat)
            else:
                situation = beats.add_to_situation(
                    situation,
                    card,
                    seat,
                    beats.find_played_beat_rule(situation, card, seat, trumps),
                )
            played.append((seat, card.code))
            hands[seat].remove(card.code)
        leader = beats_page.taker_of(played, standing)
        assert situation.taker == leader, (played, standing)


def test_both_implementations_give_the_same_tricks():
    random = Random("tricks")
    for _ in range(8000):
        compare_trick(random)


@pytest.mark.parametrize("must_beat", [False, True])
def test_both_implementations_allow_the_same_cards(must_beat):
    random = Random(f"hands {must_beat}")
    for _ in range(300):
        compare_hands(random, must_beat=must_beat)
