"""Tests of ``greenbaize --self-test``: all checks run, report and leave no files."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import greenbaize
from greenbaize.cli.main import main
from greenbaize.cli.self_test import running
from greenbaize.cli.self_test.check import SelfTestCheck, create_result
from greenbaize.games import GAMES
from greenbaize.lazy_import import lazy
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message

LINE = re.compile(r"(passed|note|FAILED): ([a-z-]+): (\S.*) \(\d+\.\d\d s\)")


def run_self_test(home):
    """Run the whole self-test without display, terminal or settings, in an empty home."""
    removed_prefixes = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "GREENBAIZE_HOME", "XDG_")
    variables = {
        key: value for key, value in os.environ.items() if not key.startswith(removed_prefixes)
    }
    extra_variables = {"HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    extra_variables["XDG_CACHE_HOME"] = str(
        home.with_name(f"{home.name}-cache")
    )  # the system's font cache
    return subprocess.run(
        [sys.executable, "-P", "-m", "greenbaize", "--self-test"],
        env=variables
        | extra_variables
        | {"PYTHONPATH": str(Path(greenbaize.__file__).parent.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=home,
        check=False,
    )


@pytest.mark.long
def test_all_checks_pass_and_leave_no_files(tmp_path):
    result = run_self_test(tmp_path)
    assert (result.returncode, result.stderr) == (0, ""), result.stdout
    *lines, last = result.stdout.splitlines()
    line_matches = [LINE.fullmatch(line) for line in lines]
    assert all(line_matches), result.stdout
    results = {one[2]: one[1] for one in line_matches if one}
    assert list(results) == ["program", *(check.name for check in running.create_checks())]
    assert {f"match-{name}" for name in GAMES} <= set(results)
    results.pop("discovery")  # multicast may be missing
    assert set(results.values()) == {"passed"}
    count, notes = len(lines), result.stdout.count("\nnote: ")
    summary_pattern = rf"Self-test passed: checks {count}, failed 0, notes {notes}, \d+\.\d s\."
    assert re.fullmatch(summary_pattern, last)
    assert list(tmp_path.rglob("*")) == []


@pytest.fixture
def broken_game(monkeypatch):
    """Return the name of a game that cannot be loaded."""
    name = list(GAMES)[-1]

    monkeypatch.setattr(GAMES, "_games", {})
    missing_info = GAMES.infos[name]._replace(rules=lazy("greenbaize.games.lost:Lost"))
    monkeypatch.setitem(GAMES.infos, name, missing_info)
    return name


def test_a_failing_check_does_not_stop_the_others(tmp_path, capsys):
    def refused():
        raise GameError(Message("self-seal"))

    def broken():
        raise ZeroDivisionError("by\nnothing")

    def lacking():
        return create_result("self-discovery-none", is_note=True)

    acts = {
        "refused": refused,
        "broken": broken,
        "lacking": lacking,
        "right": lambda: create_result("self-icons", count=2),
    }
    assert (
        running.run_checks([SelfTestCheck(name, act) for name, act in acts.items()], tmp_path) == 1
    )
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0].startswith("passed: program: Green Baize ")
    assert lines[1].startswith("FAILED: refused: the host's record does not hold the shuffle")
    assert "FAILED: broken: something unexpected happened (ZeroDivisionError: by noth" in out
    assert lines[3].startswith("note: lacking: an open table is not found")
    assert lines[4].startswith("passed: right: 2 icons and other pictures are drawn (")
    assert lines[5].startswith("Self-test FAILED: checks 5, failed 2, notes 1, ")


def test_a_hanging_check_ends_the_process(tmp_path, monkeypatch, capsys):
    exit_codes = []
    folder = tmp_path / "held"
    folder.mkdir()
    monkeypatch.setattr(running.os, "_exit", exit_codes.append)
    running._abort_hanging_check(SelfTestCheck("slow", lambda: create_result("self-icons")), folder)
    assert capsys.readouterr().out == (
        f"FAILED: slow: this does not come to an end ({running.CHECK_TIMEOUT_S:.2f} s)\n"
    )
    assert exit_codes == [1]
    assert not folder.exists()


def test_without_memory_for_a_watchdog_a_check_fails(tmp_path, monkeypatch, capsys):
    def start(timer):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(running.threading.Timer, "start", start)
    assert (
        running.run_checks([SelfTestCheck("icons", lambda: create_result("self-icons"))], tmp_path)
        == 1
    )
    assert "FAILED: icons: something unexpected happened (RuntimeError: can't start" in (
        capsys.readouterr().out
    )


def test_the_watchdog_fires_in_time(tmp_path, monkeypatch):
    stuck_checks = []
    monkeypatch.setattr(running, "CHECK_TIMEOUT_S", 0.05)
    monkeypatch.setattr(
        running, "_abort_hanging_check", lambda check, _: stuck_checks.append(check.name)
    )

    def slow():
        while not stuck_checks:
            pass
        return create_result("self-icons", count=2)

    running.run_checks([SelfTestCheck("slow", slow)], tmp_path)
    assert stuck_checks == ["slow"]


def test_the_environment_is_restored(monkeypatch, home):
    variables = {}

    def record_environment(checks, folder):
        variables.update(os.environ)
        (folder / "something").write_text("left")
        return 0

    monkeypatch.setattr(running, "run_checks", record_environment)
    before = dict(os.environ)
    assert main(["--self-test"]) == 0
    assert dict(os.environ) == before
    assert variables["QT_QPA_PLATFORM"] == "offscreen"
    assert variables["GREENBAIZE_HOME"] != before["GREENBAIZE_HOME"]
    assert not Path(variables["GREENBAIZE_HOME"]).parent.exists()
    assert not home.exists()


def test_a_broken_game_is_reported(broken_game, monkeypatch, run_command):
    names = ("libraries", f"match-{broken_game}")
    selected_checks = [check for check in running.create_checks() if check.name in names]
    monkeypatch.setattr(running, "create_checks", lambda: selected_checks)
    out, err = run_command("--self-test", code=1)
    lines = out.splitlines()
    assert err == ""
    assert lines[0].startswith("passed: program: ")
    assert lines[1].startswith("passed: libraries: ")
    assert lines[2].startswith(f"FAILED: match-{broken_game}: ")
    assert "greenbaize.games.lost" in lines[2]
    assert lines[3].startswith("Self-test FAILED: checks 3, failed 1, ")


def test_commands_without_games_load_none(broken_game, capsys):
    assert main(["--version"]) == 0
    assert main(["verify", f"no-{broken_game}.jsonl"]) == 1
    assert "greenbaize.games.lost" not in "".join(capsys.readouterr())
