import json
import os
import time
from pathlib import Path

import pytest

from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.settings import Settings
from match.playing import Setup, play_randomly, told_to

DAMN = play_randomly(Setup("damn", 3, {"deals": 3}), 1)
MASTER = play_randomly(Setup("master", 2, {}), 1)


@pytest.fixture
def own():
    """Return the folder of the user's matches, with two of them and an invalid file."""
    folder = folders.matches()
    (folder / "abandoned").mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(DAMN.record)
    (folder / "abandoned" / "b.jsonl").write_bytes(
        b"".join(MASTER.record.splitlines(keepends=True)[:20])
    )
    (folder / "c.jsonl").write_text("no record\n")
    return folder


@pytest.mark.usefixtures("own")
class TestListing:
    def test_every_match_is_a_line(self, printed):
        told = printed("history")
        lines = told.out.splitlines()
        assert len(lines) == 2
        assert any("damn, 3 deals: P0: 10 · P1: 20" in line for line in lines)
        assert any("master, deal 1, abandoned: " in line for line in lines)
        assert told.err == "Files among the records that cannot be read: 1 (c.jsonl).\n"

    def test_what_decides_stands_beside_the_points(self, capsys, printed, own):
        whole = play_randomly(Setup("ass", 3, {}), 1)
        (own / "d.jsonl").write_bytes(whole.record)
        early = play_randomly(Setup("ass", 3, {}), 2).record.splitlines(keepends=True)[:9]
        header = {**json.loads(early[0]), "practice": True, "from": "0" * 32}
        (own / "e.jsonl").write_bytes(b"".join([json.dumps(header).encode() + b"\n", *early[1:]]))
        assert main(["history", "--game", "ass", "--json"]) == 0
        matches = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        (over,) = [one for one in matches if one["over"]]
        (left,) = [one for one in matches if not one["over"]]
        banks = GAMES["ass"].banking(whole.moments[-1][1]).banks
        assert [one["score"] for one in over["players"]] == list(banks)
        assert [one["total"] for one in over["players"]] == list(whole.moments[-1][1].totals)
        assert [one["score"] for one in left["players"]] == [3, 3, 3]
        out = printed("history", "--game", "ass").out
        assert f"P0: {banks[0]} · P1: {banks[1]} · P2: {banks[2]}" in out
        assert "ass, deal 1, unfinished, practice: P0: 3" in out

    def test_nothing_at_all_is_told_as_such(self, printed, own):
        for path in own.rglob("*.jsonl"):
            path.unlink()
        assert printed("history").err == "No match has been played here yet.\n"

    def test_other_programs_get_an_object_a_line(self, printed):
        match = json.loads(printed("history", "--json", "--game", "damn").out)
        assert match["over"] is True
        assert match["players"][1]["name"] == "P1"
        assert Path(match["record"]).read_bytes() == DAMN.record

    @pytest.mark.parametrize(
        ("words", "count"),
        [
            (["--finished"], 2),
            (["--unfinished"], 0),  # one is abandoned
            (["--person", "p2"], 0),  # a bot
            (["--person", "ANNA"], 1),
            (["--person", "Anne"], 1),  # her former name
            (["--person", "Ann"], 0),
            (["--since", "2026-11-20"], 1),
            (["--since", "2026-11-22"], 0),
            (["--until", "2026-11-21"], 1),
            (["--until", "2026"], 1),
            (["--until", "2026-11"], 1),
            (["--since", "20261122"], 0),
            (["--until", "2026-11-20"], 0),
            (["--person", "Nobody"], 0),
            (["--since", "2025"], 1),  # start times of the others are unknown
        ],
    )
    def test_only_those_that_are_wanted(self, printed, own, words, count):
        first, *lines = play_randomly(Setup("damn", 3, {"deals": 1}), 2).record.splitlines(True)
        header = {**json.loads(first), "begun": "20261121T203000", "practice": True}
        header["seats"][0] = {"name": "Anne", "kind": "human"}
        (own / "d.jsonl").write_bytes(b"".join([json.dumps(header).encode() + b"\n", *lines]))
        Settings(your_name="Anna", former=["Anne"]).save()
        told = printed("history", *words)
        assert len(told.out.splitlines()) == count
        assert bool(told.err) == (count == 0)

    @pytest.mark.skipif(os.name == "nt", reason="cannot change its time zone for one process")
    def test_people_read_and_name_local_days_and_programs_universal_ones(
        self, printed, own, monkeypatch
    ):
        first, *lines = play_randomly(Setup("damn", 3, {"deals": 1}), 2).record.splitlines(True)
        header = {**json.loads(first), "begun": "20261121T203000"}
        (own / "d.jsonl").write_bytes(b"".join([json.dumps(header).encode() + b"\n", *lines]))
        monkeypatch.setenv("TZ", "PETT-12")
        time.tzset()
        try:
            for day, count in (("2026-11-21", 0), ("2026-11-22", 1)):
                told = printed("history", "--since", day, "--until", day).out.splitlines()
                assert len(told) == count
            assert told[0].startswith("2026-11-22 08:30 ")
            same = ["--json", "--since", "2026-11-21", "--until", "2026-11-21"]
            assert json.loads(printed("history", *same).out)["begun"] == "20261121T203000"
        finally:
            monkeypatch.undo()
            time.tzset()

    def test_what_has_gone_is_not_listed(self, capsys, printed, own):
        main(["history"])
        (own / "a.jsonl").unlink()
        capsys.readouterr()
        assert "damn" not in printed("history").out

    def test_where_it_cannot_be_written_all_is_listed_all_the_same(self, capsys, printed):
        main(["history"])
        before = capsys.readouterr()
        folders.history().unlink()
        folders.history().mkdir()  # a folder cannot be opened as a database
        now = printed("history")
        assert now.out == before.out != ""
        assert now.err.startswith("The list of matches cannot be kept up to date, because ")
        assert now.err.endswith(before.err)

    def test_all_is_read_anew(self, printed):
        main(["history"])
        folders.history().write_bytes(b"nonsense" * 1000)
        assert "2 matches. Files read: 3;" in printed("history", "rebuild").out

    def test_a_day_is_a_day(self, printed):
        assert main(["history", "--since", "2026-02-30"]) == 2
        assert main(["history", "--since", "2026-1-2"]) == 2  # not accepted as December
        assert "2026-11-21" in printed("history", "--since", "yesterday", code=2).err


class TestTakingIn:
    def test_each_match_is_taken_in_once(self, capsys, printed, tmp_path):
        (tmp_path / "in" / "deep").mkdir(parents=True)
        (tmp_path / "in" / "one.jsonl").write_bytes(DAMN.record)
        (tmp_path / "in" / "deep" / "copy.jsonl").write_bytes(DAMN.record)
        assert "1 match imported, 1 there" in printed("history", "import", str(tmp_path / "in")).out
        (copy,) = folders.matches().glob("*.jsonl")
        assert copy.read_bytes() == DAMN.record
        assert main(["history", "import", str(tmp_path / "in" / "one.jsonl")]) == 0
        assert "0 matches imported, 1 there" in capsys.readouterr().out

    def test_what_goes_further_is_taken_in_too(self, capsys, tmp_path):
        file = tmp_path / "one.jsonl"
        file.write_bytes(b"".join(DAMN.record.splitlines(keepends=True)[:9]))
        main(["history", "import", str(file)])
        file.write_bytes(DAMN.record)
        assert main(["history", "import", str(file)]) == 0
        assert len(list(folders.matches().glob("*.jsonl"))) == 2
        capsys.readouterr()
        main(["history"])
        (line,) = capsys.readouterr().out.splitlines()
        assert "3 deals" in line

    def test_a_record_that_does_not_hold_is_told_and_the_others_taken_in(self, printed, tmp_path):
        (tmp_path / "a.jsonl").write_bytes(DAMN.record.replace(b'"points": [', b'"points": [1'))
        (tmp_path / "b.jsonl").write_bytes(told_to(MASTER, 1))
        told = printed("history", "import", str(tmp_path), code=1)
        assert "a.jsonl" in told.err
        assert "1 match imported" in told.out

    def test_a_folder_without_records_is_told(self, printed, tmp_path):
        assert str(tmp_path) in printed("history", "import", str(tmp_path), code=1).err


@pytest.mark.parametrize("command", ["history", "history statistics"])
def test_nobody_is_called_by_bytes_that_are_no_text(command, capsys):
    main([*command.split(), "--person", "\udcff"])
    assert "fault" not in capsys.readouterr().err


@pytest.mark.parametrize("words", [["history"], ["history", "--json"], ["history", "statistics"]])
def test_where_nothing_can_be_kept_nobody_says_that_no_match_was_played(
    words, line_of, tmp_path, monkeypatch
):
    (tmp_path / "file").touch()
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "file" / "home"))
    assert str(tmp_path / "file" / "home") in line_of(*words)
