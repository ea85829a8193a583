import json
import os
import time
from pathlib import Path

import pytest

from greenbaize.app.coach import deal_coach
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from match.random_matches import GameSetup, encode_view_record, play_randomly

DAMN = play_randomly(GameSetup("damn", 3, {"deals": 3}), 1)
MASTER = play_randomly(GameSetup("master", 2, {}), 1)


@pytest.fixture
def matches_folder():
    """Return the folder of the user's matches, with two of them and an invalid file."""
    folder = folders.matches_folder()
    (folder / "abandoned").mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(DAMN.record)
    (folder / "abandoned" / "b.jsonl").write_bytes(
        b"".join(MASTER.record.splitlines(keepends=True)[:20])
    )
    (folder / "c.jsonl").write_text("no record\n")
    return folder


@pytest.mark.usefixtures("matches_folder")
class TestHistoryListing:
    def test_every_match_is_a_line(self, run_command):
        output = run_command("history")
        lines = output.out.splitlines()
        assert len(lines) == 2
        assert any("damn, 3 deals: P0: 10 · P1: 20" in line for line in lines)
        assert any("master, deal 1, abandoned: " in line for line in lines)
        assert output.err == "Files among the records that cannot be read: 1 (c.jsonl).\n"

    def test_the_deciding_score_is_listed_beside_the_points(
        self, capsys, run_command, matches_folder
    ):
        whole = play_randomly(GameSetup("ass", 3, {}), 1)
        (matches_folder / "d.jsonl").write_bytes(whole.record)
        early = play_randomly(GameSetup("ass", 3, {}), 2).record.splitlines(keepends=True)[:9]
        header = {**json.loads(early[0]), "practice": True, "from": "0" * 32}
        (matches_folder / "e.jsonl").write_bytes(
            b"".join([json.dumps(header).encode() + b"\n", *early[1:]])
        )
        assert main(["history", "--game", "ass", "--json"]) == 0
        matches = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        (over,) = [one for one in matches if one["over"]]
        (unfinished,) = [one for one in matches if not one["over"]]
        banks = GAMES["ass"].bank_state(whole.moments[-1][1]).banks
        assert [one["score"] for one in over["players"]] == list(banks)
        assert [one["total"] for one in over["players"]] == list(whole.moments[-1][1].totals)
        assert [one["score"] for one in unfinished["players"]] == [3, 3, 3]
        out = run_command("history", "--game", "ass").out
        assert f"P0: {banks[0]} · P1: {banks[1]} · P2: {banks[2]}" in out
        assert "ass, deal 1, unfinished, practice: P0: 3" in out

    def test_an_empty_history_is_reported(self, run_command, matches_folder):
        for path in matches_folder.rglob("*.jsonl"):
            path.unlink()
        assert run_command("history").err == "No match has been played here yet.\n"

    def test_json_output_has_one_object_per_line(self, run_command):
        match = json.loads(run_command("history", "--json", "--game", "damn").out)
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
    def test_filters_select_matches(self, run_command, matches_folder, words, count):
        first, *lines = play_randomly(GameSetup("damn", 3, {"deals": 1}), 2).record.splitlines(True)
        header = {**json.loads(first), "begun": "20261121T203000", "practice": True}
        header["seats"][0] = {"name": "Anne", "kind": "human"}
        (matches_folder / "d.jsonl").write_bytes(
            b"".join([json.dumps(header).encode() + b"\n", *lines])
        )
        UserSettings(your_name="Anna", former=["Anne"]).save()
        output = run_command("history", *words)
        assert len(output.out.splitlines()) == count
        assert bool(output.err) == (count == 0)

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no time zone for one process")
    def test_text_uses_local_days_and_json_utc(self, run_command, matches_folder, monkeypatch):
        first, *lines = play_randomly(GameSetup("damn", 3, {"deals": 1}), 2).record.splitlines(True)
        header = {**json.loads(first), "begun": "20261121T203000"}
        (matches_folder / "d.jsonl").write_bytes(
            b"".join([json.dumps(header).encode() + b"\n", *lines])
        )
        monkeypatch.setenv("TZ", "PETT-12")
        time.tzset()
        try:
            for day, count in (("2026-11-21", 0), ("2026-11-22", 1)):
                output_lines = run_command(
                    "history", "--since", day, "--until", day
                ).out.splitlines()
                assert len(output_lines) == count
            assert output_lines[0].startswith("2026-11-22 08:30 ")
            arguments = ["--json", "--since", "2026-11-21", "--until", "2026-11-21"]
            assert json.loads(run_command("history", *arguments).out)["begun"] == "20261121T203000"
        finally:
            monkeypatch.undo()
            time.tzset()

    def test_deleted_records_are_not_listed(self, capsys, run_command, matches_folder):
        main(["history"])
        (matches_folder / "a.jsonl").unlink()
        capsys.readouterr()
        assert "damn" not in run_command("history").out

    def test_an_unwritable_database_does_not_prevent_listing(self, capsys, run_command):
        main(["history"])
        before = capsys.readouterr()
        folders.history_path().unlink()
        folders.history_path().mkdir()  # a folder cannot be opened as a database
        output = run_command("history")
        assert output.out == before.out != ""
        assert output.err.startswith("The list of matches cannot be kept up to date, because ")
        assert output.err.endswith(before.err)

    def test_rebuild_reads_all_records_again(self, run_command):
        main(["history"])
        folders.history_path().write_bytes(b"nonsense" * 1000)
        assert "2 matches. Files read: 3;" in run_command("history", "rebuild").out

    def test_invalid_days_are_refused(self, run_command):
        assert main(["history", "--since", "2026-02-30"]) == 2
        assert main(["history", "--since", "2026-1-2"]) == 2  # not accepted as December
        assert "2026-11-21" in run_command("history", "--since", "yesterday", code=2).err


class TestHistoryImport:
    def test_each_match_is_imported_once(self, capsys, run_command, tmp_path):
        (tmp_path / "in" / "deep").mkdir(parents=True)
        (tmp_path / "in" / "one.jsonl").write_bytes(DAMN.record)
        (tmp_path / "in" / "deep" / "copy.jsonl").write_bytes(DAMN.record)
        assert (
            "1 match imported, 1 there"
            in run_command("history", "import", str(tmp_path / "in")).out
        )
        (copy,) = folders.matches_folder().glob("*.jsonl")
        assert copy.read_bytes() == DAMN.record
        assert main(["history", "import", str(tmp_path / "in" / "one.jsonl")]) == 0
        assert "0 matches imported, 1 there" in capsys.readouterr().out

    def test_a_longer_record_of_a_match_is_imported(self, capsys, tmp_path):
        file = tmp_path / "one.jsonl"
        file.write_bytes(b"".join(DAMN.record.splitlines(keepends=True)[:9]))
        main(["history", "import", str(file)])
        file.write_bytes(DAMN.record)
        assert main(["history", "import", str(file)]) == 0
        assert len(list(folders.matches_folder().glob("*.jsonl"))) == 2
        capsys.readouterr()
        main(["history"])
        (line,) = capsys.readouterr().out.splitlines()
        assert "3 deals" in line

    def test_an_invalid_record_is_reported_and_the_others_imported(self, run_command, tmp_path):
        (tmp_path / "a.jsonl").write_bytes(DAMN.record.replace(b'"points": [', b'"points": [1'))
        (tmp_path / "b.jsonl").write_bytes(encode_view_record(MASTER, 1))
        output = run_command("history", "import", str(tmp_path), code=1)
        assert "a.jsonl" in output.err
        assert "1 match imported" in output.out

    def test_a_folder_without_records_is_reported(self, run_command, tmp_path):
        assert str(tmp_path) in run_command("history", "import", str(tmp_path), code=1).err


@pytest.mark.parametrize("command", ["history", "history statistics"])
def test_a_name_that_is_not_text_is_no_internal_error(command, capsys):
    main([*command.split(), "--person", "\udcff"])
    assert "fault" not in capsys.readouterr().err


@pytest.mark.parametrize("words", [["history"], ["history", "--json"], ["history", "statistics"]])
def test_an_unusable_home_is_reported_as_such(words, run_failing_command, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "file" / "home"))
    assert str(tmp_path / "file" / "home") in run_failing_command(*words)


class TestHistoryReview:
    @pytest.fixture(autouse=True)
    def quick_search(self, monkeypatch, home):
        """Let both searches look at a few worlds only, for matches of the person P0."""
        effort = SEARCH_EFFORTS["expert"]._replace(
            world_count=4, endgame_cards=0, samples_per_world=1
        )
        monkeypatch.setattr(deal_coach, "SECOND_EFFORT", effort)
        monkeypatch.setattr(deal_coach, "SEARCH_EFFORTS", {"expert": effort})
        UserSettings(your_name="P0").save()
        folders.matches_folder().mkdir(parents=True, exist_ok=True)
        record = DAMN.record.replace(b'"kind": "bot", "level": "easy"', b'"kind": "human"', 1)
        (folders.matches_folder() / "a.jsonl").write_bytes(record)

    def test_each_deal_is_reported_and_nothing_is_done_twice(self, capsys):
        assert main(["history", "review", "--json"]) == 0
        *deals, end = map(json.loads, capsys.readouterr().out.splitlines())
        assert [(deal["deal"], deal["left"]) for deal in deals] == [(1, 2), (2, 1), (3, 0)]
        assert end == {"done": True}
        assert main(["history", "review", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"done": True}

    def test_a_review_that_was_cut_off_goes_on_where_it_was(self, run_command):
        assert run_command("history", "review").out.startswith("Reviewed: 3 deals.")
        path = folders.coach_path()
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]) + b'{"mat')
        assert run_command("history", "review").out.startswith("Reviewed: 1 deal.")
        assert run_command("history", "review").out.startswith("Reviewed: 0 deals.")

    def test_matches_of_others_are_not_reviewed(self, run_command):
        UserSettings(your_name="Nobody").save()
        assert run_command("history", "review").out.startswith("Reviewed: 0 deals.")
