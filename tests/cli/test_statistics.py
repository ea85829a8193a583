"""Tests of ``greenbaize history statistics`` on real records."""

import csv
import json

import pytest

from greenbaize.cli.main import main
from greenbaize.match.record import encode_line
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from match.random_matches import GameSetup, play_randomly

SETUPS = (GameSetup("damn", 3, {"deals": 3}), GameSetup("master", 2, {}), GameSetup("ass", 2, {}))


@pytest.fixture
def three_own_matches():
    """Write three matches of a person whose name looks like a formula, against easy bots."""
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    for number, setup in enumerate(SETUPS):
        first, *lines = play_randomly(setup, number).record.splitlines(keepends=True)
        header = json.loads(first)
        header["seats"][0] = {"name": "=Anna", "kind": "human"}
        for seat in header["seats"][1:]:
            seat |= {"kind": "bot", "level": "easy"}
        (folder / f"{number}.jsonl").write_bytes(encode_line(header) + b"".join(lines))


@pytest.mark.usefixtures("three_own_matches")
class TestStatisticsCommand:
    def test_everybody_is_listed_by_strength(self, capsys, run_command):
        lines = run_command("history", "statistics", "--game", "damn").out.splitlines()
        assert len(lines) == 2
        assert all(line.startswith("damn  ") and "(1 match)" in line for line in lines)
        main(["history", "statistics"])
        assert len(capsys.readouterr().out.splitlines()) == 6

    def test_statistics_of_a_person_are_text(self, run_command):
        output = run_command("history", "statistics", "--person", "=anna").out
        assert "damn, against easy: 1 match, won " in output
        assert output.count("Rating: ") == 2
        assert "\n    Go: 100 %\n    Stay: 100 %\n" in output

    def test_an_unwritable_database_does_not_prevent_counting(self, capsys, run_command):
        main(["history", "statistics", "--person", "=anna"])
        before = capsys.readouterr()
        folders.history_path().unlink()
        folders.history_path().mkdir()  # a folder cannot be opened as a database
        output = run_command("history", "statistics", "--person", "=anna")
        assert output.out == before.out != ""
        assert "cannot be written" in output.err

    def test_deal_ranks_are_not_points(self, capsys, run_command):
        first, *lines = play_randomly(GameSetup("rank", 3, {"deals": 2}), 5).record.splitlines(
            keepends=True
        )
        header = json.loads(first)
        header["seats"][0] = {"name": "Rosa", "kind": "human"}
        (folders.matches_folder() / "5.jsonl").write_bytes(encode_line(header) + b"".join(lines))
        output = run_command("history", "statistics", "--person", "Rosa").out
        assert "; place " in output.splitlines()[0]
        assert "+" not in output
        main(["history", "statistics", "--person", "Rosa", "--json"])
        kinds = {json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()}
        assert "deal-places" in kinds
        assert "points" not in kinds

    def test_statistics_of_a_level_are_printed(self, capsys):
        assert main(["history", "statistics", "--level", "easy", "--game", "damn"]) == 0
        assert capsys.readouterr().out.startswith("damn, against people: 1 match, won ")

    def test_empty_statistics_are_reported(self, run_command):
        for words, expected in (
            (["--person", "Nobody"], "No match is known in which anybody was called Nobody."),
            (["--person", "=Anna", "--against", "hard"], "There is no finished match"),
        ):
            output = run_command("history", "statistics", *words)
            assert not output.out
            assert expected in output.err

    def test_a_renamed_person_is_found_by_either_name(self, capsys, run_command):
        settings = UserSettings.load()
        settings.rename_person(settings.current_identity, "Ottilie", "=Anna")
        settings.save()
        arguments = "history", "statistics", "--person"
        assert run_command(*arguments, "Ottilie").out == run_command(*arguments, "=anna").out != ""
        main(["history", "statistics", "--game", "damn"])
        output = capsys.readouterr()
        assert "Ottilie: " in output.out
        assert "=Anna" not in output.out
        assert "--person NAME" in output.err

    def test_json_output_has_one_object_per_line(self, capsys):
        assert main(["history", "statistics", "--person", "=Anna", "--json"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert {line["game"] for line in lines} == {"damn", "master", "ass"}
        assert sum(line["kind"] == "course" for line in lines) == 3
        points = {line["game"]: line["times"] for line in lines if line["kind"] == "points"}
        assert (points["damn"], points["master"]) == (3, 24)
        assert sum("source" in line for line in lines) == 4

    def test_csv_is_written_completely_and_replaces_no_other_file(self, run_command, tmp_path):
        path = tmp_path / "table.csv"
        arguments = ["history", "statistics", "--person", "=Anna", "--csv", str(path)]
        assert main(arguments) == 0
        with path.open(newline="", encoding="utf-8") as file:
            heads, *rows = csv.reader(file)
        assert heads[:6] == ["game", "name", "level", "against", "kind", "key"]
        assert {row[1] for row in rows} == {"'=Anna"}
        assert {len(row) for row in rows} == {len(heads)}
        assert main(arguments) == 0
        other = tmp_path / "other.csv"
        other.write_text("mine\n")
        arguments[-1] = str(other)
        assert "no table of statistics" in run_command(*arguments, code=1).err
        assert other.read_text() == "mine\n"
        assert main([*arguments, "--force"]) == 0
        assert other.read_bytes() == path.read_bytes()

    def test_a_missing_folder_is_reported(self, run_command, tmp_path):
        path = tmp_path / "no" / "table.csv"
        assert str(path) in run_command("history", "statistics", "--csv", str(path), code=1).err


def test_short_matches_are_listed_separately_without_rating(capsys, run_command):
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    for number, options in enumerate(({}, {"length": "short"})):
        record = play_randomly(GameSetup("master", 2, options), number).record
        (folder / f"{number}.jsonl").write_bytes(record)
    assert main(["history", "statistics", "--level", "easy", "--game", "master"]) == 0
    full, short = capsys.readouterr().out.split("master/short, against")
    assert full.startswith("master, against easy: 1 match,")
    assert "Rating: " in full
    assert "Rating: " not in short
    assert main(["history", "statistics", "--level", "easy", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["game"] for one in lines} == {"master", "master/short"}
    rated = {one["game"] for one in lines if "source" in one}
    assert rated == {"master"}
    found = [json.loads(line) for line in run_command("history", "--json").out.splitlines()]
    assert [(one["game"], one.get("short", False)) for one in found].count(("master", True)) == 1
