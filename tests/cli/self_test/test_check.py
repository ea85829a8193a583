"""Tests of the checks of libraries and of the program's own modules."""

import re
import sys
import threading
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import greenbaize
from cli.self_test.failures import failure_sentence
from greenbaize.app.seats.opponents import Opponent
from greenbaize.cli.self_test import check
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import NumberOption, YesNoOption, resolve_options
from greenbaize.words.speaker import Speaker

PYPROJECT = Path(greenbaize.__file__).parents[2] / "pyproject.toml"


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "wcwidth", None)
    assert "wcwidth cannot be used" in failure_sentence(check.check_libraries)


def test_all_dependencies_are_checked():
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    needed = {
        re.split(r"[^\w-]", one)[0].lower().replace("-", "_") for one in project["dependencies"]
    }
    checked_names = {name.partition(".")[0].lower() for name in check.LIBRARY_MODULES}
    # Qt has its own check, and so has sound, which some computers lack.
    assert needed - {"pyside6_essentials", "miniaudio"} == checked_names


def test_a_module_of_ours_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "greenbaize.cli.explain", None)
    assert "greenbaize.cli.explain" in failure_sentence(check.check_own_modules)
    monkeypatch.setattr(greenbaize, "__path__", [])
    assert "only 0 modules" in failure_sentence(check.check_own_modules)


@pytest.mark.parametrize(("form", "expected"), [(True, "run compiled"), (False, "not compiled")])
def test_it_reports_which_form_of_the_modules_runs(form, expected, monkeypatch):
    monkeypatch.setattr(check, "is_running_compiled", lambda: form)
    assert Speaker().format_message(check.check_compiled_modules().message).endswith(expected)


def test_all_modules_of_ours_are_imported():
    message = check.check_own_modules().message
    assert message.code == "self-modules"
    assert message.values["count"] > check.MIN_OWN_MODULES


def test_a_short_match_has_as_few_deals_as_allowed_up_to_three():
    limits = {}
    for game in GAMES.values():
        seats = game.seats[0]
        numbers = [option for option in game.options if isinstance(option, NumberOption)]
        if not numbers:
            continue
        first = numbers[0]
        low, high = first.compute_limits(seats, resolve_options(game.options, seats, {}))
        limits[game.name] = low, high, check.create_short_options(game, seats)[first.key]
    assert {count for _, _, count in limits.values()} >= {3}
    for low, high, count in limits.values():
        assert count == min(max(3, low), high)


def test_a_game_without_numbers_is_played_with_its_usual_options():
    game: Any = SimpleNamespace(options=(YesNoOption("hook", default=True),))
    assert check.create_short_options(game, 3) == {"hook": True}


def test_a_short_match_is_always_the_same_and_has_few_random_players():
    game = GAMES["damn"]
    header = check.create_short_header(game)
    assert header == check.create_short_header(game)
    assert [player.level for player in header.players] == ["random"] * 3
    header = check.create_short_header(game, *map(Opponent, ("easy", "hard", "easy", "easy")))
    assert [player.level for player in header.players] == ["easy", "hard", "easy", "easy"]


def test_programs_are_waited_for(monkeypatch):
    end_event = threading.Event()
    thread = threading.Thread(target=end_event.wait)
    thread.start()
    monkeypatch.setattr(check, "EXIT_GRACE_S", 0.0)
    monkeypatch.setattr(check, "KILL_TIMEOUT_S", 0.0)
    assert not check.wait_for_programs()
    end_event.set()
    monkeypatch.setattr(check, "KILL_TIMEOUT_S", 60.0)
    assert check.wait_for_programs()


def test_an_entry_point_is_called_with_its_arguments():
    assert check.call_entry_point("builtins:divmod", 7, 2) == (3, 1)


def test_a_condition_that_does_not_hold_is_an_error():
    check.require(True, Message("self-icons"))
    with pytest.raises(GameError, match="self-icons"):
        check.require([], Message("self-icons"))
