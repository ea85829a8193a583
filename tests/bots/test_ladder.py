"""Tests for the benchmark of the levels, ``tests/bench/ladder.py``."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.rules.levels import MissingLevel


@pytest.fixture(scope="module")
def ladder():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[1] / "bench"))
        yield import_module("ladder")


@pytest.fixture
def play_leads(ladder, monkeypatch):
    """Return a function that measures a step of made-up groups, and the numbers of those played."""

    def measure(leads, results, budget_s=1e9):
        played = []

        def play_group(table, pair, number):
            played.append(number)
            return ladder.GroupResult(leads[number % len(leads)], ([0.5], [0.5]))

        monkeypatch.setattr(ladder, "play_ladder_group", play_group)
        table = ladder.LadderTable("damn", 4, {})
        step = ladder.measure_step(table, ("hard", "easy"), results, budget_s, map)
        return step, played

    return measure


def test_every_option_of_every_game_is_changed(ladder):
    for name, game in GAMES.items():
        tables = ladder.list_tables(name)
        changed_keys = {key for table in tables for key in table.options}
        assert changed_keys == {option.key for option in game.options} - {"trump_suits"}
        assert {table.seats for table in tables} >= {2, 3, 4, 7, 10} & {*game.seats}
        assert len({table.text for table in tables}) == len(tables)
    options = [table.options for table in ladder.list_tables("damn", [7])]
    assert {"hook": True, "zero_bids": True} in options
    assert {"enforcement": "table"} in options


def test_steps_compare_each_level_with_the_next_lower_one_offered(ladder, monkeypatch):
    table = ladder.LadderTable("damn", 4, {})
    levels = tuple(dict.fromkeys(("random", *GAMES["damn"].levels)))
    assert ladder.ladder_steps(table) == list(zip(levels[1:], levels, strict=False))
    missing_levels = (MissingLevel("medium", seats=[4]), MissingLevel("expert"))
    monkeypatch.setattr(type(GAMES["damn"]), "missing_levels", missing_levels)
    steps = ladder.ladder_steps(table)
    assert steps[-3:] == [("hard", "easy"), ("medium", "easy"), ("expert", "hard")]
    assert ("expert", "hard") in ladder.ladder_steps(ladder.LadderTable("damn", 3, {}))


def test_a_step_is_examined_only_when_the_groups_have_doubled(ladder, play_leads):
    results = ladder.ResultsFile(None)
    step, played = play_leads([1.0, 1.1], results)
    assert (len(played), step.is_proven) == (16, True)
    step, played = play_leads([1.0, -0.3, 0.2], ladder.ResultsFile(None))
    assert step.is_proven
    assert len(played) in (64, 128)
    step, played = play_leads([-1.0, -1.1], ladder.ResultsFile(None))
    assert (len(played), step.is_proven, step.is_disproven) == (16, False, True)


def test_few_groups_must_show_a_greater_lead(ladder):
    assert ladder.proven_lead(15) == float("inf")
    assert ladder.proven_lead(16) == pytest.approx(6.6, abs=0.1)
    assert ladder.proven_lead(64) == pytest.approx(4.9, abs=0.1)
    assert ladder.proven_lead(10_000) == pytest.approx(4.5, abs=0.01)
    # A lead of five standard errors.
    few_groups, many_groups = (
        ladder.StepResult(groups, groups * 1.0, groups * (1 + groups / 25), 1.0)
        for groups in (16, 256)
    )
    assert many_groups.standard_error == pytest.approx(0.2, abs=0.01)
    assert (few_groups.is_proven, many_groups.is_proven) == (False, True)


def test_a_budget_ends_a_step_that_is_not_proven(ladder, play_leads):
    step, played = play_leads([1.0, -1.0], ladder.ResultsFile(None), budget_s=20)
    assert (len(played), step.cpu_s, step.is_proven) == (20, 20.0, False)


def test_results_are_kept_and_gone_on_from(ladder, play_leads, tmp_path):
    path = tmp_path / "ladder.json"
    play_leads([1.0, -1.0, 0.5], ladder.ResultsFile(path), budget_s=20)
    (stored,) = json.loads(path.read_text()).values()
    assert stored["groups"] == 20
    resumed, played = play_leads([1.0, -1.0, 0.5], ladder.ResultsFile(path), budget_s=30)
    assert played == list(range(20, 30))
    at_once, _ = play_leads([1.0, -1.0, 0.5], ladder.ResultsFile(None), budget_s=30)
    assert resumed == at_once


def test_what_is_not_proven_is_listed(ladder, play_leads, monkeypatch, capsys):
    monkeypatch.setattr(ladder, "measure_step", lambda *_: ladder.StepResult(20, 2.0, 20.0, 10.0))
    tables = [ladder.LadderTable("rank", 4, {})]
    assert not ladder.measure_tables(tables, None, ladder.ResultsFile(None), 10, map)
    lines = capsys.readouterr().out.splitlines()
    steps = len({"random", *GAMES["rank"].levels}) - 1
    assert lines[steps].startswith("Not proven")
    # What is not offered needs no proof.
    assert len(lines) == 2 * steps
    assert "places a match (20 groups, 10 s): not proven; needs about" in lines[-1]
    assert lines[steps - 1].endswith("not proven, not offered")


@pytest.mark.parametrize("seats", [3, 4, 7])
def test_table_manners_change_nothing_between_bots(ladder, seats):
    pairing = import_module("pairing")
    bots = BOT_FACTORIES["easy"](), BOT_FACTORIES["random"]()
    seating = pairing.possible_seatings(seats)[0]
    strict, manners = (
        pairing.play_match(
            "damn", {"deals": 2, "enforcement": word}, "ab" * 16, bots, seating
        ).scores
        for word in ("strict", "table")
    )
    assert strict == manners
    assert len(strict) == 2


def test_the_report_has_what_was_measured_with_its_verdict(ladder, play_leads, monkeypatch):
    monkeypatch.setattr(type(GAMES["damn"]), "missing_levels", (MissingLevel("expert", seats=[4]),))
    results, table = ladder.ResultsFile(None), ladder.LadderTable("damn", 4, {})
    play_leads([1.0, 1.1], results)  # hard against easy, which is no step of the ladder
    for lead, pair in zip((1.0, -1.0, 0.25, 0.5), ladder.ladder_steps(table)[1:], strict=True):
        step = results.find_step(table, pair)
        for number in range(16):
            step.add_group(ladder.GroupResult(lead * (1 + number % 2), ([1.0], [])))
    results.find_step(table, ("hard", "medium")).groups = 1
    header, _, row, _, verdict = ladder.format_report("damn", results)
    assert header == "| damn | beginner | easy | medium | hard | expert |"
    assert row.startswith("| 4 players | – | +1.50 ± 0.13 ✓ | -1.50 ± 0.13 ✗ | +6.00 (1) | [+0.75 ")
    assert row.endswith(" ✓ over hard] |")
    assert verdict == "1 of 4 steps that are offered are proven."
