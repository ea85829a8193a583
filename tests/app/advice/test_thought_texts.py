"""Tests of the sentences on what computer players thought."""

from dataclasses import replace

import pytest

from app.advice.finished_matches import SETUPS, all_moves, ask_thoughts, play_match
from greenbaize.app.advice import thought_texts
from greenbaize.app.advice.thought_texts import (
    ThoughtsFormatter,
    describe_obstacle,
    player_text,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.search_contract import BotThoughts, WeighedChoice
from greenbaize.words.titles import level_title

NAMES = ("Anna", "Boris", "Vera", "Gleb")


@pytest.fixture(scope="module")
def history():
    return play_match("damn", "hard")


@pytest.fixture(scope="module")
def move(history):
    """Return the first card of seat 1 that it could choose."""
    return next(
        move
        for move in all_moves(history)
        if move.seat == 1
        and move.command.type == "play"
        and len(history.game.legal(history.view_before(move), 1)) > 2
    )


def legal_commands(history, move):
    return history.game.legal(history.view_before(move), move.seat)


def describe(history, move, thoughts):
    paragraphs = ThoughtsFormatter(history, move, thoughts, NAMES).describe_thoughts()
    return " ".join(paragraphs).replace("\N{NO-BREAK SPACE}", " ")


def weigh(commands, *scores):
    return tuple(WeighedChoice(*pair, 0.1) for pair in zip(commands, scores, strict=False))


def made_first(history, move):
    others = [command for command in legal_commands(history, move) if command != move.command]
    return [move.command, *others]


def test_each_choice_is_named_with_its_worth(history, move):
    commands = made_first(history, move)
    text = describe(history, move, BotThoughts(move.command, weigh(commands, 3, 2.5, -1)))
    assert text.startswith(f"Boris (Hard) had {len(commands)} choices. What each promised: ")
    assert " +3.0, " in text
    assert " +2.5 and " in text
    assert " −1.0." in text
    assert "was taken: nothing promised better." in text
    assert "The figures: points in this deal, compared with the others." in text


@pytest.mark.parametrize(
    ("temperament", "tilt", "expected"),
    [
        ("bold", 1.0, "Bold players give that up for the bolder choice."),
        ("careful", -1.0, "Careful players give that up for the safer choice."),
        ("steady", 0.6, "In this deal the mood was a little bold."),
        (None, -0.6, "In this deal the mood was a little careful."),
    ],
)
def test_a_slightly_worse_choice_is_explained(history, move, temperament, tilt, expected):
    move = replace(move, player=HeaderPlayer("Boris", "bot", "hard", temperament))
    made, best, *_ = made_first(history, move)
    choices = weigh((best, made), 3, 2.8)
    text = describe(history, move, BotThoughts(made, choices, tilt))
    assert "promised slightly better: +3.0, not +2.8." in text
    assert expected in text


def test_equal_figures_are_no_reason(history, move):
    made, best, *_ = made_first(history, move)
    text = describe(history, move, BotThoughts(made, weigh((best, made), 3.01, 3.0), 1.0))
    assert "nothing promised better" in text


def test_choices_that_were_not_weighed_are_named(history, move):
    commands = made_first(history, move)
    text = describe(history, move, BotThoughts(move.command, weigh(commands[:2], 1, 0)))
    assert "Not weighed, as the same as one of these, or hopeless: " in text


def test_many_choices_are_counted(history, monkeypatch):
    monkeypatch.setattr(thought_texts, "MAX_NAMED_WORTHS", 2)
    move = next(move for move in all_moves(history) if len(legal_commands(history, move)) == 4)
    commands = made_first(history, move)
    text = describe(history, move, BotThoughts(move.command, weigh(commands, 4, 3, 2, 1)))
    assert " and 2 worse ones." in text
    text = describe(history, move, BotThoughts(move.command, weigh(commands[:3], 4, 3, 2)))
    assert " and 2 worse ones." not in text
    assert " +2.0." in text


def test_an_only_choice_is_none(history):
    move = next(move for move in all_moves(history) if len(legal_commands(history, move)) == 1)
    text = describe(history, move, BotThoughts(move.command))
    assert "had no choice: only " in text


def test_a_different_choice_says_that_an_older_player_decided(history, move):
    other = made_first(history, move)[1]
    formatter = ThoughtsFormatter(history, move, BotThoughts(other), NAMES)
    assert not formatter.is_same_decision
    (sentence,) = formatter.describe_thoughts()
    assert sentence.startswith("Today's Boris (Hard) would choose ")


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("level", ["random", "easy"])
def test_levels_that_do_not_weigh_say_their_rule(name, level):
    history = play_match(name, level)
    move = next(
        move
        for move in all_moves(history)
        if move.seat == 1 and len(legal_commands(history, move)) > 1
    )
    text = describe(history, move, ask_thoughts(history, move))
    assert "This level weighs no figures. " in text
    assert text.endswith(".")
    assert not any(sign in text for sign in ("+", "−", "%"))
    if level == "easy":
        assert history.game.easy_rule in text
    else:
        assert "Plays whatever is allowed." in text


@pytest.mark.parametrize("name", SETUPS)
def test_every_unit_has_words(name):
    history = play_match(name, "hard")
    move = next(
        move
        for move in reversed(all_moves(history))
        if move.seat == 1 and len(legal_commands(history, move)) > 1
    )
    text = describe(history, move, ask_thoughts(history, move))
    assert "What each promised: " in text
    assert "The figures: " in text
    assert "you" not in text.lower().split()


def test_obstacles_have_sentences(history, move):
    for player in (HeaderPlayer("Ida"), HeaderPlayer("Tiny", "bot", program="tiny.py")):
        assert describe_obstacle(history, replace(move, player=player), NAMES).endswith(".")
    assert describe_obstacle(history, move, NAMES) == ""


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (HeaderPlayer("", "bot", "hard", "bold"), "Boris (Hard, bold)"),
        (HeaderPlayer("", "bot", "hard", "steady"), "Boris (Hard)"),
        (HeaderPlayer("", "bot", "random", "bold"), f"Boris ({level_title('random')})"),
        (HeaderPlayer("Ida"), "Boris"),
    ],
)
def test_a_player_is_named_with_its_level(move, player, expected):
    assert player_text(replace(move, player=player), NAMES) == expected
