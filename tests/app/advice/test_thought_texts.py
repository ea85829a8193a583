"""Tests of the sentences on what computer players thought."""

from dataclasses import replace

import pytest

from app.advice.finished_matches import SETUPS, all_moves, ask_thoughts, play_match
from greenbaize.app.advice import thought_texts
from greenbaize.app.advice.thought_texts import (
    ThoughtsFormatter,
    describe_obstacle,
    describe_situation,
    list_move_rows,
    player_text,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.search_contract import BotThoughts, WeighedChoice
from greenbaize.words.speaker import card_name
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
    assert text.startswith("Boris (Hard) held ")
    assert "than the others make on average in this deal; best first:\n• " in text
    lines = text.splitlines()
    assert lines[1].endswith(": +3.0 ← chosen")
    assert lines[2].endswith(": +2.5")
    assert ": −1.0 No other choice seemed better." in lines[3]


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
    assert "Another choice seemed slightly better: " in text
    assert "(+3.0 instead of +2.8)." in text
    assert expected in text


def test_equal_figures_are_no_reason(history, move):
    made, best, *_ = made_first(history, move)
    text = describe(history, move, BotThoughts(made, weigh((best, made), 3.01, 3.0), 1.0))
    label = thought_texts.choice_text(best)
    assert f"Nothing else seemed better; just as good: {label}." in text
    assert "No other choice seemed better." not in text


def test_near_the_end_the_figures_are_said_to_count_the_match(history, move, monkeypatch):
    commands = made_first(history, move)
    thoughts = BotThoughts(move.command, weigh(commands, 3, 2.5, -1))
    for is_near_end in (True, False):
        monkeypatch.setattr(
            type(history.game), "is_weighed_by_match_rank", lambda *_, near=is_near_end: near
        )
        _, figures, *_ = ThoughtsFormatter(history, move, thoughts, NAMES).describe_thoughts()
        assert figures.startswith("As the end is near, the figures also count") is is_near_end


def test_choices_that_were_not_weighed_are_named(history, move):
    commands = made_first(history, move)
    text = describe(history, move, BotThoughts(move.command, weigh(commands[:2], 1, 0)))
    assert "as good as one of these, or clearly worse, so not worked out." in text


def test_many_choices_are_counted(history, monkeypatch):
    monkeypatch.setattr(thought_texts, "MAX_NAMED_WORTHS", 2)
    move = next(move for move in all_moves(history) if len(legal_commands(history, move)) == 4)
    commands = made_first(history, move)
    text = describe(history, move, BotThoughts(move.command, weigh(commands, 4, 3, 2, 1)))
    assert "• 2 worse ones" in text
    text = describe(history, move, BotThoughts(move.command, weigh(commands[:3], 4, 3, 2)))
    assert "worse ones" not in text
    assert ": +2.0 No other" in text


def test_an_only_choice_is_none(history):
    move = next(move for move in all_moves(history) if len(legal_commands(history, move)) == 1)
    text = describe(history, move, BotThoughts(move.command))
    assert "There was no choice; only this was allowed: " in text


def test_a_different_choice_says_that_an_older_player_decided(history, move):
    other = made_first(history, move)[1]
    formatter = ThoughtsFormatter(history, move, BotThoughts(other), NAMES)
    assert not formatter.is_same_decision
    sentence = formatter.describe_thoughts()[-1]
    assert sentence.startswith("Today's Boris (Hard) would choose otherwise here: ")


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("level", ["random", "beginner", "easy"])
def test_levels_that_do_not_weigh_say_their_rule_for_each_kind_of_move(name, level):
    history = play_match(name, level)
    game = history.game
    rules = {"easy": game.easy_rules, "beginner": game.beginner_rules}.get(level)
    moves = [
        move
        for move in all_moves(history)
        if move.seat == 1
        and len(legal_commands(history, move)) > 1
        and history.view_before(move).hands[1].size
    ]
    for move in {move.command.type: move for move in moves}.values():
        text = describe(history, move, ask_thoughts(history, move))
        assert "This is how the level " in text
        assert f"{len(legal_commands(history, move))} choices: " in text
        assert text.endswith(".")
        assert not any(sign in text for sign in ("+", "−", "%"))
        assert (rules[move.command.type] if rules else "Plays whatever is allowed.") in text


@pytest.mark.parametrize("name", SETUPS)
def test_every_unit_has_words(name):
    history = play_match(name, "hard")
    move = next(
        move
        for move in reversed(all_moves(history))
        if move.seat == 1 and len(legal_commands(history, move)) > 1
    )
    text = describe(history, move, ask_thoughts(history, move))
    assert "best first:\n" in text
    assert text.count(" ← chosen") == 1
    assert "you" not in text.split(" A hint would")[0].lower().split()


@pytest.mark.parametrize("name", ["master", "ass"])
@pytest.mark.parametrize("level", ["beginner", "hard"])
def test_a_trump_chosen_before_the_cards_were_dealt_is_a_guess(name, level):
    history = play_match(name, level)
    move = next(one for one in all_moves(history) if one.seat == 1)
    assert move.command.type == "trump"
    situation, choices = ThoughtsFormatter(
        history, move, ask_thoughts(history, move), NAMES
    ).describe_thoughts()
    assert situation.endswith("held no cards yet, so this choice was a guess.")
    assert "choices: " in choices


def test_the_cards_held_are_told_of_every_player(history):
    move = all_moves(history)[0]
    person = replace(move, player=HeaderPlayer("Ida"))
    held, choices = describe_situation(history, person, NAMES)
    hand = history.view_before(move).hands[move.seat].cards
    assert all(card_name(card) in held for card in hand)
    assert choices.startswith(f"{len(legal_commands(history, move))} choices: Bid 0, ")


def test_the_reason_of_a_hint_is_told_for_the_best_choice():
    history = play_match("damn", "hard")
    texts = [
        describe(history, move, ask_thoughts(history, move))
        for move in all_moves(history)
        if move.seat == 1
    ]
    assert any("A hint would have said: “" in text for text in texts)


def test_moves_stand_under_the_tricks_that_they_made(history):
    deal = history.deals[0]
    rows = list_move_rows(history, deal, NAMES)
    assert tuple(row.move for row in rows if row.move) == deal.moves
    headings = [index for index, row in enumerate(rows) if row.move is None]
    tricks = [one for one in history.deal_events(deal).values() if one.type == "trick"]
    assert [rows[index].text for index in headings] == [
        f"Trick {number}, taken by {NAMES[trick.seat]}" for number, trick in enumerate(tricks, 1)
    ]
    assert [rows[index + 1].heading for index in headings] == [rows[i].text for i in headings]
    assert rows[0].text.split(": ")[1].startswith("bid ")


def test_draws_and_passes_stand_between_the_moves_of_rank():
    history = play_match("rank")
    texts = [row.text for row in list_move_rows(history, history.deals[0], NAMES) if not row.move]
    assert any(text.endswith(": pass") for text in texts)
    assert any(": draws " in text for text in texts)
    assert not any("Trick" in text for text in texts)


def test_your_own_move_is_yours(history, move):
    person = replace(move, player=HeaderPlayer("Ida"))
    assert describe_obstacle(history, person, NAMES, move.seat) == "This was your move."
    assert describe_obstacle(history, person, NAMES) == (
        "Boris is a person, and only they know why."
    )


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
