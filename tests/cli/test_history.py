import json
from pathlib import Path

import pytest

from greenbaize.cli.main import main
from greenbaize.store import folders
from match.playing import Setup, play_randomly, told_to

DAMN = play_randomly(Setup("damn", 3, {"deals": 3}), 1)
MASTER = play_randomly(Setup("master", 2, {}), 1)


@pytest.fixture
def own() -> Path:
    """The folder of one's own matches, with two of them and something else."""
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
    def test_every_match_is_a_line(self, capsys):
        assert main(["history"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 2
        assert any("damn, 3 deals: P0" in line for line in lines)
        assert any("master, deal 1, unfinished" in line for line in lines)

    def test_other_programs_get_an_object_a_line(self, capsys):
        assert main(["history", "--json", "--game", "damn"]) == 0
        match = json.loads(capsys.readouterr().out)
        assert match["over"] is True
        assert match["players"][1]["name"] == "P1"
        assert Path(match["record"]).read_bytes() == DAMN.record

    @pytest.mark.parametrize(
        ("words", "count"),
        [
            (["--finished"], 1),
            (["--unfinished"], 1),
            (["--person", "p2"], 1),
            (["--person", "Nobody"], 0),
            (["--since", "2026-11-21"], 0),
        ],
    )
    def test_only_those_that_are_wanted(self, capsys, words, count):
        assert main(["history", *words]) == 0
        told = capsys.readouterr()
        assert len(told.out.splitlines()) == count
        assert bool(told.err) == (count == 0)

    def test_what_has_gone_is_not_listed(self, capsys, own):
        main(["history"])
        (own / "a.jsonl").unlink()
        capsys.readouterr()
        assert main(["history"]) == 0
        assert "damn" not in capsys.readouterr().out

    def test_all_is_read_anew(self, capsys):
        main(["history"])
        folders.history().write_bytes(b"nonsense" * 1000)
        assert main(["history", "rebuild"]) == 0
        assert "2 matches; of the files read (3)" in capsys.readouterr().out

    def test_a_day_is_a_day(self, capsys):
        assert main(["history", "--since", "yesterday"]) == 2
        assert "2026-11-21" in capsys.readouterr().err


class TestTakingIn:
    def test_each_match_is_taken_in_once(self, capsys, tmp_path):
        (tmp_path / "in" / "deep").mkdir(parents=True)
        (tmp_path / "in" / "one.jsonl").write_bytes(DAMN.record)
        (tmp_path / "in" / "deep" / "copy.jsonl").write_bytes(DAMN.record)
        assert main(["history", "import", str(tmp_path / "in")]) == 0
        assert "1 match taken in, 1 there" in capsys.readouterr().out
        (copy,) = folders.matches().glob("*.jsonl")
        assert copy.read_bytes() == DAMN.record
        assert main(["history", "import", str(tmp_path / "in" / "one.jsonl")]) == 0
        assert "0 matches taken in, 1 there" in capsys.readouterr().out

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

    def test_a_record_that_does_not_hold_is_told_and_the_others_taken_in(self, capsys, tmp_path):
        (tmp_path / "a.jsonl").write_bytes(DAMN.record.replace(b'"points": [', b'"points": [1'))
        (tmp_path / "b.jsonl").write_bytes(told_to(MASTER, 1))
        assert main(["history", "import", str(tmp_path)]) == 1
        told = capsys.readouterr()
        assert "a.jsonl" in told.err
        assert "1 match taken in" in told.out

    def test_a_folder_without_records_is_told(self, capsys, tmp_path):
        assert main(["history", "import", str(tmp_path)]) == 1
        assert str(tmp_path) in capsys.readouterr().err
