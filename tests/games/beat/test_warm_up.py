"""Tests of the steps before a first deal: each has one right choice, by the rules."""

import pytest

from greenbaize.app.warm_up import WarmUpView
from greenbaize.games import GAMES
from greenbaize.games.beat.warm_up import ass_warm_up, master_warm_up
from greenbaize.rules.commands import PlayCommand


def takes_trick(game, view, command):
    for event in game.judge(view, command).command_events:
        view = game.fold(view, event)
    return game.taker(view) == command.seat


@pytest.mark.parametrize("step", [*master_warm_up(), *ass_warm_up()], ids=lambda step: step.code)
def test_exactly_one_card_does_what_is_asked(step):
    name = "ass" if step in ass_warm_up() else "master"
    game = GAMES[name]
    view = WarmUpView(game, step, "Ida", lambda *_: None).view
    commands = game.legal(view, step.seat)
    assert step.right_command in commands
    assert len(commands) > 1, "nothing to choose"
    if not isinstance(step.right_command, PlayCommand):
        return
    assert len(view.play.trick) == 3
    wanted = step.code != "contract"
    right = [one for one in commands if takes_trick(game, view, one) is wanted]
    if wanted:
        assert right == [step.right_command]
    else:
        assert step.right_command in right
        assert len(right) < len(commands)
