"""The options, rules and units of a match in words."""

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.game import ChoiceUnit
from greenbaize.rules.messages import GameVocabulary
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    SuitsOption,
    YesNoOption,
    resolve_options,
)
from greenbaize.words.match_words import (
    CHOICES_LINES,
    UNIT_LINES,
    choices_line,
    comparison_text,
    distinct_worth_texts,
    game_page,
    loss_text,
    option_texts,
    table_rules,
    unit_line,
    worth_text,
)
from greenbaize.words.vocabulary import register_games, registered_games
from words.pseudo_language import text_outside_brackets


class DeclaredWhist:
    name = "whist"
    title = "Whist"
    description = "Partners win tricks."
    help_page = other_names = ""
    seats = range(4, 5)
    options = (
        YesNoOption(
            "honours",
            default=True,
            legacy_value=True,
            title="Honours",
            description="High trumps score.",
        ),
        ChoiceOption(
            "length", ("short", "long"), lambda *_: "long", value_titles={"short": "a game"}
        ),
        NumberOption("points", lambda *_: 5, lambda *_: (1, 9), lambda *_: 5),
    )
    rule_references = {  # noqa: RUF012
        "lot": "README.md",
        "deal": "whist.md 1, 2",
        "taken_back": "whist.md 10",
        "play": "whist.md 2",
        "trick": "beats.md 5",
    }

    def sides(self, seats):
        return tuple(seat % 2 for seat in range(seats))

    def vocabulary(self):
        return GameVocabulary()


WHIST_PAGE = """\
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
def declared_whist():
    before, game = registered_games(), DeclaredWhist()
    register_games({**before, "whist": game})
    yield game
    register_games(before)


def test_a_game_page_has_the_declarations(declared_whist):
    assert game_page(declared_whist) == WHIST_PAGE


def test_a_game_with_few_declarations_has_a_page(declared_whist):
    declared_whist.title = declared_whist.description = ""
    declared_whist.options, declared_whist.rule_references, declared_whist.seats = (
        (),
        {},
        range(2, 5),
    )
    assert game_page(declared_whist) == "# Whist\n\nFor 2 to 4 players.\n"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page(name):
    page = game_page(GAMES[name])
    assert page.startswith("# ")
    assert ("## Options" in page) == bool(GAMES[name].options)


def test_a_game_page_is_translated(pseudo_language):
    page = game_page(GAMES["master"])
    assert text_outside_brackets(page.partition("## ⟦Rules⟧")[0]) == ""


GAMES_AND_SEATS = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def table_rules_of(name, seats, **values):
    options = GAMES[name].options
    return table_rules(options, seats, resolve_options(options, seats, values))


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_default_rules_have_no_default_text(name, seats):
    rules = table_rules_of(name, seats)
    assert [rule.default_value for rule in rules] == [""] * len(rules)
    options = [option for option in GAMES[name].options if not isinstance(option, SuitsOption)]
    assert len(rules) == len([option for option in options if not option.omits_default])
    assert all(rule.line and rule.sentence == f"{rule.title}: {rule.value}" for rule in rules)


@pytest.mark.parametrize(
    ("table", "values", "sentence", "default", "line"),
    [
        (("damn", 4), {"hook": True}, "Hook: yes", "no", "The last bidder may not make"),
        (("damn", 5), {"zero_bids": True}, "Zero bids: 5 + cards: yes", "no", "An exact bid of 0"),
        (("damn", 4), {"deals": 6}, "Cards in the largest deal: 6", "13", "No deal has"),
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
def test_unusual_rules_come_first_with_their_default(table, values, sentence, default, line):
    rules = table_rules_of(*table, **values)
    assert rules[0].sentence.startswith(sentence) or sentence in rules[0].sentence
    assert rules[0].default_value.startswith(default)
    assert line in rules[0].line
    assert not any(rule.default_value for rule in rules[1:])


def test_the_usual_targets_of_two_have_their_reason():
    targets = {
        (seats, word): next(
            rule for rule in table_rules_of("ass", seats, targets=word) if rule.key == "targets"
        )
        for seats in (2, 3)
        for word in ("even", "source")
    }
    reason = "Two usually play with these, as both nearly always reach those of the rules."
    assert targets[2, "even"].line.endswith(f"and stay in a fifth. {reason}")
    assert [key for key, rule in targets.items() if "Two usually" in rule.line] == [(2, "even")]
    assert [key for key, rule in targets.items() if rule.default_value] == [
        (2, "source"),
        (3, "even"),
    ]
    assert targets[2, "source"].default_value == "even ones"


def test_a_lobby_that_names_no_targets_has_those_of_older_programs():
    texts = option_texts(GAMES, "ass", 2, {"refill": True})
    assert "Targets: those of the rules" in texts
    assert "Targets: even ones" in option_texts(GAMES, "ass", 2, {"targets": "even"})


def test_trump_suits_are_told_where_there_are_some():
    sentences = [
        rule.sentence for rule in table_rules_of("master", 4, trumps="two", trump_suits=["S", "C"])
    ]
    assert "Trump suits: clubs, spades" in sentences


def test_an_early_end_is_not_said_of_deals_that_are_always_played_out():
    line = next(rule.line for rule in table_rules_of("master", 4) if "early" in rule.sentence)
    assert "All, last 2 and MAX are always played out" in line


def test_only_a_short_match_names_its_length():
    options = GAMES["master"].options
    full, short = (resolve_options(options, 3, values) for values in ({}, {"length": "short"}))
    assert "Length" not in [rule.title for rule in table_rules(options, 3, full)]
    rule = next(
        candidate for candidate in table_rules(options, 3, short) if candidate.title == "Length"
    )
    assert (rule.value, rule.default_value) == ("12 deals, a short match", "24 deals")
    assert option_texts(GAMES, "master", 3, short)[-1] == "Length: 12 deals, a short match"
    assert option_texts(GAMES, "master", 3, full)[-1] == "End a deal early: yes"


def test_every_unit_and_so_every_game_has_a_sentence():
    assert set(UNIT_LINES) == set(ChoiceUnit)
    assert {game.choice_unit for game in GAMES.values()} <= set(UNIT_LINES)
    assert unit_line(ChoiceUnit.RANK) == "The figures: your place in this deal; lower is better."
    assert unit_line(ChoiceUnit.MARGIN).endswith("compared with the others.")
    assert unit_line(ChoiceUnit.MARGIN, (0, 1, 0, 1)).endswith("compared with the other.")
    assert set(CHOICES_LINES) == set(ChoiceUnit)
    assert "the other side" in choices_line(ChoiceUnit.MARGIN, (0, 1, 0, 1))


@pytest.mark.parametrize(
    ("unit", "expected", "words"),
    [
        (ChoiceUnit.MARGIN, 1.24, "+1.2"),
        (ChoiceUnit.MARGIN, -0.96, "−1.0"),
        (ChoiceUnit.POINTS, -12.0, "−12.0"),
        (ChoiceUnit.POINTS, 0.04, "0.0"),
        (ChoiceUnit.POINTS, -0.04, "0.0"),
        (ChoiceUnit.SHARE, 61.6, "62 %"),
        (ChoiceUnit.SHARE, 0.0, "0 %"),
        (ChoiceUnit.RANK, -2.26, "2.3"),
        (ChoiceUnit.RANK, -1.0, "1.0"),
    ],
)
def test_expected_values_as_text(unit, expected, words):
    assert worth_text(unit, expected) == words


@pytest.mark.parametrize(
    ("unit", "first", "second", "words"),
    [
        (ChoiceUnit.SHARE, 45.4, 44.6, ("45.4 %", "44.6 %")),
        (ChoiceUnit.SHARE, 45.4, 45.6, ("45 %", "46 %")),
        (ChoiceUnit.SHARE, 45.41, 45.39, ("45 %", "45 %")),
        (ChoiceUnit.MARGIN, 0.42, 0.44, ("+0.4", "+0.4")),
    ],
)
def test_different_shares_are_told_apart(unit, first, second, words):
    assert distinct_worth_texts(unit, first, second) == words


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (ChoiceUnit.MARGIN, "1.5 points"),
        (ChoiceUnit.POINTS, "1.5 points"),
        (ChoiceUnit.SHARE, "1.5 %"),
        (ChoiceUnit.RANK, "1.5 places"),
    ],
)
def test_losses_as_text(unit, words):
    assert loss_text(unit, 1.5) == words


@pytest.mark.parametrize(
    ("unit", "lead", "words"),
    [
        (ChoiceUnit.RANK, 0.55, "3♠ brings you out about half a place earlier than A♥."),
        (ChoiceUnit.RANK, 1.1, "3♠ brings you out about one place earlier than A♥."),
        (ChoiceUnit.RANK, 1.4, "3♠ brings you out about one place earlier than A♥."),
        (ChoiceUnit.RANK, 2.3, "3♠ brings you out about 2 places earlier than A♥."),
        (ChoiceUnit.RANK, 0.1, "3♠ is a little better than A♥."),
        (ChoiceUnit.MARGIN, 1.4, "3♠ should bring 1.4 points more than A♥."),
        (ChoiceUnit.POINTS, 3.6, "3♠ should bring 3.6 points more than A♥."),
        (ChoiceUnit.POINTS, 0.3, "3♠ should bring 0.3 points more than A♥."),
        (ChoiceUnit.POINTS, 0.0, "3♠ is a little better than A♥."),
        (ChoiceUnit.SHARE, 1.0, "3♠ is a little better than A♥."),
        (ChoiceUnit.SHARE, 5.0, "3♠ is clearly better than A♥."),
        (ChoiceUnit.SHARE, 30.0, "3♠ is far better than A♥."),
    ],
)
def test_comparisons_as_text(unit, lead, words):
    assert comparison_text(unit, lead, "3♠", "A♥") == words


def test_values_are_translated(pseudo_language):
    assert unit_line(ChoiceUnit.MARGIN).startswith("⟦")
    assert worth_text(ChoiceUnit.SHARE, 50.0) == "⟦50 %⟧"
    assert loss_text(ChoiceUnit.RANK, 0.5).startswith("⟦")


def test_in_the_last_deals_the_match_rank_is_mentioned():
    usual, last = (
        unit_line(ChoiceUnit.MARGIN),
        unit_line(ChoiceUnit.MARGIN, is_weighed_by_match_rank=True),
    )
    assert last.startswith(usual)
    assert "place in the match" in last.removeprefix(usual)
