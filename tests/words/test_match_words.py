"""The options, rules and units of a match in words."""

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.game import Unit
from greenbaize.rules.messages import Words
from greenbaize.rules.options import Choice, Number, Suits, YesNo, settled
from greenbaize.words.match_words import (
    UNITS,
    better_text,
    game_page,
    loss_text,
    option_texts,
    table_rules,
    unit_line,
    worth_text,
)
from greenbaize.words.vocabulary import know, known_games
from words.pseudo import loose


class Whist:
    name = "whist"
    title = "Whist"
    line = "Partners win tricks."
    help_page = other_names = ""
    seats = range(4, 5)
    options = (
        YesNo("honours", default=True, old=True, title="Honours", line="High trumps score."),
        Choice("length", ("short", "long"), lambda *_: "long", titles={"short": "a game"}),
        Number("points", lambda *_: 5, lambda *_: (1, 9), lambda *_: 5),
    )
    rules = {  # noqa: RUF012
        "lot": "README.md",
        "deal": "whist.md 1, 2",
        "taken_back": "whist.md 10",
        "play": "whist.md 2",
        "trick": "beats.md 5",
    }

    def sides(self, seats):
        return tuple(seat % 2 for seat in range(seats))

    def words(self):
        return Words()


WHIST = """\
# Whist

Partners win tricks.

For 4 players. Partners: seats 1 and 3; 2 and 4.

## Options

- **Honours**: High trumps score.
- **Length**: a game, Long
- **Points**

## Rules

The rules are not written down here. This is what their numbers are about.

### 1. Deal

### 2. Deal, Play

### 10. Taken back

- Trick: [Beating, § 5](beats.md#5)
"""


@pytest.fixture
def whist():
    before, game = known_games(), Whist()
    know({**before, "whist": game})
    yield game
    know(before)


def test_it_says_what_the_game_declares(whist):
    assert game_page(whist) == WHIST


def test_a_game_that_declares_next_to_nothing_has_a_page_too(whist):
    whist.title = whist.line = ""
    whist.options, whist.rules, whist.seats = (), {}, range(2, 5)
    assert game_page(whist) == "# Whist\n\nFor 2 to 4 players.\n"


@pytest.mark.parametrize("name", GAMES)
def test_there_could_be_one_of_every_game(name):
    page = game_page(GAMES[name])
    assert page.startswith("# ")
    assert ("## Options" in page) == bool(GAMES[name].options)


def test_it_goes_through_the_catalogue(pseudo_language):
    page = game_page(GAMES["master"])
    assert loose(page.partition("## ⟦Rules⟧")[0]) == ""


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
    ("table", "values", "sentence", "default", "line"),
    [
        (("damn", 4), {"hook": True}, "Hook: yes", "no", "The last bidder may not make"),
        (("damn", 5), {"zero_bids": True}, "Zero bids: 5 + cards: yes", "no", "An exact bid of 0"),
        (("damn", 4), {"deals": 6}, "Cards in the last deal: 6", "13", "The deals grow"),
        (("damn", 3), {"enforcement": "table"}, "Mistakes: are penalised", "are refused", "revoke"),
        (("blackout", 3), {"hook": False}, "Hook: no", "yes", "may bid any number"),
        (("master", 4), {"trumps": "ranked"}, "spades above diamonds", "a different one", "senior"),
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
def test_what_is_not_usual_comes_first_with_what_would_be(table, values, sentence, default, line):
    rules = rules_of(*table, **values)
    assert rules[0].said.startswith(sentence) or sentence in rules[0].said
    assert rules[0].usual.startswith(default)
    assert line in rules[0].line
    assert not any(rule.usual for rule in rules[1:])


def test_trump_suits_are_told_where_there_are_some():
    told = [rule.said for rule in rules_of("master", 4, trumps="two", trump_suits=["S", "C"])]
    assert "Trump suits: clubs, spades" in told


def test_an_early_end_is_not_said_of_deals_that_are_always_played_out():
    line = next(rule.line for rule in rules_of("master", 4) if "early" in rule.said)
    assert "All, last 2 and MAX are always played out" in line


def test_of_its_length_a_full_match_says_nothing_and_a_short_one_what_is_usual():
    options = GAMES["master"].options
    full, short = (settled(options, 3, given) for given in ({}, {"length": "short"}))
    assert "Length" not in [rule.title for rule in table_rules(options, 3, full)]
    rule = next(one for one in table_rules(options, 3, short) if one.title == "Length")
    assert (rule.value, rule.usual) == ("12 deals, a short match", "24 deals")
    assert option_texts(GAMES, "master", 3, short)[-1] == "Length: 12 deals, a short match"
    assert option_texts(GAMES, "master", 3, full)[-1] == "End a deal early: yes"


def test_every_unit_and_so_every_game_has_a_sentence():
    assert set(UNITS) == set(Unit)
    assert {game.unit for game in GAMES.values()} <= set(UNITS)
    assert unit_line(Unit.PLACE) == "The figures: your place in this deal; lower is better."
    assert unit_line(Unit.MARGIN).endswith("compared with the others.")
    assert unit_line(Unit.MARGIN, (0, 1, 0, 1)).endswith("compared with the other.")


@pytest.mark.parametrize(
    ("unit", "expected", "words"),
    [
        (Unit.MARGIN, 1.24, "+1.2"),
        (Unit.MARGIN, -0.96, "−1.0"),
        (Unit.POINTS, -12.0, "−12.0"),
        (Unit.POINTS, 0.04, "0.0"),
        (Unit.POINTS, -0.04, "0.0"),
        (Unit.SHARE, 61.6, "62 %"),
        (Unit.SHARE, 0.0, "0 %"),
        (Unit.PLACE, -2.26, "2.3"),
        (Unit.PLACE, -1.0, "1.0"),
    ],
)
def test_what_a_choice_should_bring(unit, expected, words):
    assert worth_text(unit, expected) == words


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit.MARGIN, "1.5 points"),
        (Unit.POINTS, "1.5 points"),
        (Unit.SHARE, "1.5 %"),
        (Unit.PLACE, "1.5 places"),
    ],
)
def test_what_was_given_away(unit, words):
    assert loss_text(unit, 1.5) == words


@pytest.mark.parametrize(
    ("unit", "lead", "words"),
    [
        (Unit.PLACE, 0.55, "3♠ brings you out about half a place earlier than A♥."),
        (Unit.PLACE, 1.1, "3♠ brings you out about one place earlier than A♥."),
        (Unit.PLACE, 1.4, "3♠ brings you out about one place earlier than A♥."),
        (Unit.PLACE, 2.3, "3♠ brings you out about 2 places earlier than A♥."),
        (Unit.PLACE, 0.1, "3♠ is a little better than A♥."),
        (Unit.MARGIN, 1.4, "3♠ should bring 1.4 points more than A♥."),
        (Unit.POINTS, 3.6, "3♠ should bring 3.6 points more than A♥."),
        (Unit.POINTS, 0.3, "3♠ should bring 0.3 points more than A♥."),
        (Unit.POINTS, 0.0, "3♠ is a little better than A♥."),
        (Unit.SHARE, 1.0, "3♠ is a little better than A♥."),
        (Unit.SHARE, 5.0, "3♠ is clearly better than A♥."),
        (Unit.SHARE, 30.0, "3♠ is far better than A♥."),
    ],
)
def test_by_how_much_a_choice_is_better(unit, lead, words):
    assert better_text(unit, lead, "3♠", "A♥") == words


def test_all_of_it_goes_through_the_catalogue(pseudo_language):
    assert unit_line(Unit.MARGIN).startswith("⟦")
    assert worth_text(Unit.SHARE, 50.0) == "⟦50 %⟧"
    assert loss_text(Unit.PLACE, 0.5).startswith("⟦")


def test_in_the_last_deals_it_is_said_that_the_place_counts():
    usual, last = unit_line(Unit.MARGIN), unit_line(Unit.MARGIN, place_counts=True)
    assert last.startswith(usual)
    assert "place in the match" in last.removeprefix(usual)
