"""Tests of ``--rules NAME`` in the list of matches and in statistics."""

import json

import pytest

from greenbaize.app.house_rules import HouseRules, keep_house_rules
from greenbaize.match.record import encode_line
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from match.random_matches import GameSetup, play_randomly

OPTIONS = {"deals": 2, "direction": "down"}


@pytest.fixture(autouse=True)
def kept_rules():
    """Keep house rules, and write three of Anna's matches, of which two were played by them."""
    settings = UserSettings.load()
    keep_house_rules(settings, HouseRules("At home", "damn", OPTIONS))
    keep_house_rules(settings, HouseRules("Never played", "rank", {"deals": 9}))
    settings.save()
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    setups = [GameSetup("damn", seats, OPTIONS) for seats in (3, 4)]
    for number, setup in enumerate([*setups, GameSetup("damn", 3, {"deals": 2})]):
        record = play_randomly(setup, number).record
        first, *lines = record.splitlines(keepends=True)
        header = json.loads(first)
        header["seats"][0] = {"name": "Anna", "kind": "human"}
        (folder / f"{number}.jsonl").write_bytes(encode_line(header) + b"".join(lines))


def test_list_has_only_matches_by_the_rules(run_command):
    assert len(run_command("history").out.splitlines()) == 3
    lines = run_command("history", "--rules", "at HOME", "--json").out.splitlines()
    assert sorted(len(json.loads(line)["players"]) for line in lines) == [3, 4]
    assert run_command("history", "--rules", "Never played").out == ""


def test_statistics_count_only_matches_by_the_rules(run_command):
    whose = ("history", "statistics", "--person", "Anna")
    assert "3 matches" in run_command(*whose).out
    assert "2 matches" in run_command(*whose, "--rules", "At home").out
    lines = run_command(*whose, "--rules", "At home", "--json").out.splitlines()
    assert {json.loads(line)["game"] for line in lines} == {"damn"}
    assert run_command(*whose, "--rules", "Never played").out == ""


def test_unknown_name_is_refused_with_those_that_are_kept(run_failing_command):
    line = run_failing_command("history", "--rules", "Grandma", code=2)
    assert "Grandma" in line
    assert "At home, Never played" in line
    assert "At home" in run_failing_command("history", "--rules", "x", "--game", "damn", code=2)
    line = run_failing_command("history", "--rules", "At home", "--game", "ass", code=2)
    assert "none are kept" in line


def test_statistics_of_nobody_take_no_rules(run_failing_command):
    assert "--person" in run_failing_command("history", "statistics", "--rules", "At home", code=2)
