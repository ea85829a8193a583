"""Tests of ``greenbaize history statistics`` on real records."""

import csv
import json

import pytest

from greenbaize.cli.main import main
from greenbaize.match.record import line_bytes
from greenbaize.store import folders
from greenbaize.store.settings import Settings
from match.playing import Setup, play_randomly

SETUPS = (Setup("damn", 3, {"deals": 3}), Setup("master", 2, {}), Setup("ass", 2, {}))


@pytest.fixture
def own():
    """Write three matches of a person whose name looks like a formula, against easy bots."""
    folder = folders.matches()
    folder.mkdir(parents=True)
    for number, setup in enumerate(SETUPS):
        first, *lines = play_randomly(setup, number).record.splitlines(keepends=True)
        header = json.loads(first)
        header["seats"][0] = {"name": "=Anna", "kind": "human"}
        for seat in header["seats"][1:]:
            seat |= {"kind": "bot", "level": "easy"}
        (folder / f"{number}.jsonl").write_bytes(line_bytes(header) + b"".join(lines))


@pytest.mark.usefixtures("own")
class TestStatistics:
    def test_everybody_is_listed_by_strength(self, capsys, printed):
        lines = printed("history", "statistics", "--game", "damn").out.splitlines()
        assert len(lines) == 2
        assert all(line.startswith("damn  ") and "(1 match)" in line for line in lines)
        main(["history", "statistics"])
        assert len(capsys.readouterr().out.splitlines()) == 6

    def test_somebody_is_told_of_in_words(self, printed):
        said = printed("history", "statistics", "--person", "=anna").out
        assert "damn, against easy: 1 match, won " in said
        assert said.count("Rating: ") == 2
        assert "\n    Go: 100 %\n    Stay: 100 %\n" in said

    def test_where_the_list_cannot_be_written_the_records_are_counted_all_the_same(
        self, capsys, printed
    ):
        main(["history", "statistics", "--person", "=anna"])
        before = capsys.readouterr()
        folders.history().unlink()
        folders.history().mkdir()  # a folder cannot be opened as a database
        now = printed("history", "statistics", "--person", "=anna")
        assert now.out == before.out != ""
        assert "cannot be written" in now.err

    def test_places_of_deals_are_no_points(self, capsys, printed):
        first, *lines = play_randomly(Setup("rank", 3, {"deals": 2}), 5).record.splitlines(
            keepends=True
        )
        header = json.loads(first)
        header["seats"][0] = {"name": "Rosa", "kind": "human"}
        (folders.matches() / "5.jsonl").write_bytes(line_bytes(header) + b"".join(lines))
        said = printed("history", "statistics", "--person", "Rosa").out
        assert "; place " in said.splitlines()[0]
        assert "+" not in said
        main(["history", "statistics", "--person", "Rosa", "--json"])
        kinds = {json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()}
        assert "deal-places" in kinds
        assert "points" not in kinds

    def test_a_level_is_told_of(self, capsys):
        assert main(["history", "statistics", "--level", "easy", "--game", "damn"]) == 0
        assert capsys.readouterr().out.startswith("damn, against people: 1 match, won ")

    def test_nothing_counted_is_told(self, printed):
        for words, said in (
            (["--person", "Nobody"], "No match is known in which anybody was called Nobody."),
            (["--person", "=Anna", "--against", "hard"], "There is no finished match"),
        ):
            told = printed("history", "statistics", *words)
            assert not told.out
            assert said in told.err

    def test_whoever_was_renamed_is_found_by_either_name(self, capsys, printed):
        settings = Settings.load()
        settings.rename(settings.who, "Ottilie", "=Anna")
        settings.save()
        asked = "history", "statistics", "--person"
        assert printed(*asked, "Ottilie").out == printed(*asked, "=anna").out != ""
        main(["history", "statistics", "--game", "damn"])
        told = capsys.readouterr()
        assert "Ottilie: " in told.out
        assert "=Anna" not in told.out
        assert "--person NAME" in told.err

    def test_other_programs_get_an_object_a_line(self, capsys):
        assert main(["history", "statistics", "--person", "=Anna", "--json"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert {line["game"] for line in lines} == {"damn", "master", "ass"}
        assert sum(line["kind"] == "course" for line in lines) == 3
        points = {line["game"]: line["times"] for line in lines if line["kind"] == "points"}
        assert (points["damn"], points["master"]) == (3, 24)
        assert sum("source" in line for line in lines) == 4

    def test_a_table_is_written_wholly_and_over_nothing_else(self, printed, tmp_path):
        path = tmp_path / "table.csv"
        asked = ["history", "statistics", "--person", "=Anna", "--csv", str(path)]
        assert main(asked) == 0
        with path.open(newline="", encoding="utf-8") as file:
            heads, *rows = csv.reader(file)
        assert heads[:6] == ["game", "name", "level", "against", "kind", "key"]
        assert {row[1] for row in rows} == {"'=Anna"}
        assert {len(row) for row in rows} == {len(heads)}
        assert main(asked) == 0
        other = tmp_path / "other.csv"
        other.write_text("mine\n")
        asked[-1] = str(other)
        assert "no table of statistics" in printed(*asked, code=1).err
        assert other.read_text() == "mine\n"
        assert main([*asked, "--force"]) == 0
        assert other.read_bytes() == path.read_bytes()

    def test_a_folder_that_is_not_there_is_told(self, printed, tmp_path):
        path = tmp_path / "no" / "table.csv"
        assert str(path) in printed("history", "statistics", "--csv", str(path), code=1).err


def test_short_matches_have_their_own_place_and_no_rating(capsys, printed):
    folder = folders.matches()
    folder.mkdir(parents=True)
    for number, given in enumerate(({}, {"length": "short"})):
        record = play_randomly(Setup("master", 2, given), number).record
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
    found = [json.loads(line) for line in printed("history", "--json").out.splitlines()]
    assert [(one["game"], one.get("short", False)) for one in found].count(("master", True)) == 1
