"""The rules of a table in words, for every game and number of players."""

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.options import Suits, settled
from greenbaize.words.match_words import option_texts, table_rules

ALL = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def rules_of(name, seats, **given):
    options = GAMES[name].options
    return table_rules(options, seats, settled(options, seats, given))


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_what_is_usual_is_told_as_usual(name, seats):
    rules = rules_of(name, seats)
    assert [rule.usual for rule in rules] == [""] * len(rules)
    options = [one for one in GAMES[name].options if not isinstance(one, Suits)]
    assert len(rules) == len([one for one in options if not one.shortens])
    assert all(rule.line and rule.said == f"{rule.title}: {rule.value}" for rule in rules)


@pytest.mark.parametrize(
    ("table", "given", "said", "usual", "line"),
    [
        (("damn", 4), {"hook": True}, "Hook: yes", "no", "The last bidder may not make"),
        (("damn", 5), {"zero_bids": True}, "Zero bids: 5 + cards: yes", "no", "An exact bid of 0"),
        (("damn", 4), {"deals": 6}, "Cards in the last deal: 6", "13", "The deals grow"),
        (("damn", 3), {"enforcement": "table"}, "Mistakes: are penalised", "are refused", "revoke"),
        (("blackout", 3), {"hook": False}, "Hook: no", "yes", "may bid any number"),
        (("master", 4), {"trumps": "ranked"}, "spades above diamonds", "one of your own", "senior"),
        (("master", 2), {"early_end": False}, "End a deal early: no", "yes", "to its last trick"),
        (("ass", 6), {"trumps": "ranked"}, "spades above diamonds", "none", "junior"),
        (
            ("ass", 4),
            {"must_beat": False},
            "Beating is compulsory: no",
            "yes",
            "Beating is a choice.",
        ),
        (("ass", 4), {"deal_limit": 0}, "Deals at most: 0", "60", "0 means no limit"),
        (("rank", 3), {"deals": 4}, "Deals: 4", "1", "lowest sum"),
    ],
)
def test_what_is_not_usual_comes_first_with_what_would_be(table, given, said, usual, line):
    rules = rules_of(*table, **given)
    assert rules[0].said.startswith(said) or said in rules[0].said
    assert rules[0].usual.startswith(usual)
    assert line in rules[0].line
    assert not any(rule.usual for rule in rules[1:])


def test_trump_suits_are_told_where_there_are_some():
    told = [rule.said for rule in rules_of("master", 4, trumps="two", trump_suits=["S", "C"])]
    assert "Trump suits: clubs, spades" in told


def test_an_early_end_is_not_said_of_deals_that_are_always_played_out():
    line = next(rule.line for rule in rules_of("master", 4) if "early" in rule.said)
    assert "All, last 2 and MAX are always played out" in line


def test_of_its_length_a_full_match_says_nothing_and_a_short_one_what_is_usual() -> None:
    options = GAMES["master"].options
    full, short = (settled(options, 3, given) for given in ({}, {"length": "short"}))
    assert "Length" not in [rule.title for rule in table_rules(options, 3, full)]
    rule = next(one for one in table_rules(options, 3, short) if one.title == "Length")
    assert (rule.value, rule.usual) == ("12 deals, a short match", "24 deals")
    assert option_texts(GAMES, "master", 3, short)[-1] == "Length: 12 deals, a short match"
    assert option_texts(GAMES, "master", 3, full)[-1] == "End a deal early: yes"
