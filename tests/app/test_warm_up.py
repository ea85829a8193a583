"""Tests of the steps before a first deal: a choice is judged and explained."""

import pytest

from greenbaize.app.warm_up import WarmUpView, describe_choice, find_warm_up
from greenbaize.games import GAMES

STEPS = [
    pytest.param(name, step, id=f"{name}-{step.code}")
    for name, game in GAMES.items()
    for step in find_warm_up(game)
]


def open_step(name, step, choices=None):
    choices = [] if choices is None else choices
    return WarmUpView(GAMES[name], step, "Ida", lambda *choice: choices.append(choice))


def test_master_and_ass_have_five_steps_of_which_four_are_the_same():
    master, ass = ([step.code for step in find_warm_up(GAMES[name])] for name in ("master", "ass"))
    assert len(master) == len(ass) == 5
    assert master[:4] == ass[:4]
    assert [step.code for step in find_warm_up(GAMES["ass"], master)] == ["stake"]
    assert [step.code for step in find_warm_up(GAMES["master"], ass)] == ["contract"]
    assert not [name for name in ("damn", "blackout", "rank") if find_warm_up(GAMES[name])]


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_every_choice_is_explained_in_words(name, step):
    game = GAMES[name]
    for answer in game.legal(open_step(name, step).view, step.seat):
        choices = []
        player_view = open_step(name, step, choices)
        before, results = player_view.view, []
        assert len(player_view.explain(answer).sentences) == 1
        player_view.submit(answer, results.append)
        assert results == [None]
        assert choices == [(answer, before)]
        assert player_view.question is None
        assert player_view.view != before
        text = describe_choice(player_view, *choices[0])
        assert "{" not in text
        assert text.endswith("Try again.") is (answer != step.right_command)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_refused_card_leaves_the_question_open(name, step):
    player_view = open_step(name, step)
    for answer in player_view.question.answers:
        if answer.refusal is not None:
            results = []
            player_view.submit(answer.command, results.append)
            assert results == [answer.refusal]
            assert player_view.question is not None
            assert not player_view.explain(answer.command).is_allowed


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_view_lines_give_the_same_view(name, step):
    player_view = open_step(name, step)
    player_view.submit(step.right_command, lambda _: None)
    assert player_view.view_lines.count(b"\n") == len(step.lines) + 2
