import json
import multiprocessing
import os
import re
import sys

import pytest

from app.seats.foreign import TINY, bad, python
from cli.bad_workers import die, fail_or_wait
from greenbaize.app.seats.opponents import Opponent
from greenbaize.cli import simulate, workers
from greenbaize.cli.main import main
from greenbaize.cli.simulate import Outcome, Plan, Summary
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.store.record_file import lock_record
from store.disks import Disk

SHORT = "simulate --game damn --option deals=2"


def records(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def header(data):
    return json.loads(data.splitlines()[0])


def test_one_record_for_every_match(tmp_path, capsys):
    words = f"{SHORT} --option hook=true --players 3 --matches 5 --seed 7 --bots easy"
    assert main([*words.split(), "--record", str(tmp_path / "new" / "folder"), "--jobs", "1"]) == 0
    kept = records(tmp_path / "new" / "folder")
    assert list(kept) == [f"damn-000{number}.jsonl" for number in range(1, 6)]
    for number, data in enumerate(kept.values(), 1):
        record = read_record(data, GAMES)
        assert GAMES["damn"].over(record.state)
        assert record.header.seed == seed_from(f"7/{number}")
        assert record.header.options["hook"] is True
        assert record.header.options["deals"] == 2
        assert [one.name for one in record.header.sitters] == ["Bot 1", "Bot 2", "Bot 3"]
        assert {(one.kind, one.level) for one in record.header.sitters} == {("bot", "easy")}
    out, err = capsys.readouterr()
    assert out.startswith("damn, 3 players, 5 matches, 10 deals, seed 7\n")
    assert err == ""


def test_names_sort_however_many_matches(tmp_path):
    plan = Plan("damn", (Opponent(),) * 4, {}, "7", 123_456, tmp_path)
    assert plan.path(42) == tmp_path / "damn-000042.jsonl"


def test_without_record_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(SHORT.split()) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_records_do_not_depend_on_the_number_of_processes(tmp_path, printed):
    said = []
    for jobs in ("1", "2", "3"):
        words = "simulate --game blackout --players 3 --matches 7 --seed x --bots easy,random,easy"
        said.append(printed(*words.split(), "--jobs", jobs, "--record", str(tmp_path / jobs)).out)
    assert records(tmp_path / "1") == records(tmp_path / "2") == records(tmp_path / "3")
    assert said[0] == said[1] == said[2]


@pytest.mark.slow
def test_a_match_does_not_depend_on_how_many_there_are(tmp_path):
    main([*SHORT.split(), "--seed", "a", "--matches", "1", "--record", str(tmp_path / "one")])
    main([*SHORT.split(), "--seed", "a", "--matches", "3", "--record", str(tmp_path / "three")])
    name = "damn-0001.jsonl"
    assert records(tmp_path / "one")[name] == records(tmp_path / "three")[name]


def test_earlier_record_is_replaced_whole(tmp_path):
    old = tmp_path / "damn-0001.jsonl"
    old.write_bytes(b"x" * 100_000)
    main([*SHORT.split(), "--seed", "a", "--record", str(tmp_path)])
    assert not read_record(old.read_bytes(), GAMES).cut


def test_fresh_seed_is_printed_and_gives_the_same_again(tmp_path, capsys):
    main([*SHORT.split(), "--record", str(tmp_path / "first")])
    seed = re.search("seed ([0-9a-f]{32})\n", capsys.readouterr().out)
    main([*SHORT.split(), "--seed", seed[1], "--record", str(tmp_path / "again")])
    assert records(tmp_path / "first") == records(tmp_path / "again")
    main([*SHORT.split(), "--record", str(tmp_path / "other")])
    assert records(tmp_path / "first") != records(tmp_path / "other")


@pytest.mark.slow
def test_bots_are_named_before_they_are_seated(tmp_path):
    words = "simulate --game blackout --players 2 --matches 12 --seed 1 --bots easy,random"
    main([*words.split(), "--record", str(tmp_path), "--jobs", "1"])
    seatings = {
        tuple((seat["name"], seat["level"]) for seat in header(data)["seats"])
        for data in records(tmp_path).values()
    }
    first, second = ("Bot 1", "easy"), ("Bot 2", "random")
    assert seatings == {(first, second), (second, first)}


def test_temperaments_and_programs_take_part(tmp_path, capfd):
    words = [*SHORT.split(), "--players", "3", "--seed", "1", "--matches", "2", "--jobs", "1"]
    tiny = f"program:{python(TINY)}"
    assert main([*words, "--record", str(tmp_path), "--bots", "easy:bold,random", tiny]) == 0
    out = capfd.readouterr().out
    seats = [header(data)["seats"] for data in records(tmp_path).values()]
    assert seats[0] == [
        {"name": "Bot 1", "kind": "bot", "level": "easy", "temperament": "bold"},
        {"name": "Bot 2", "kind": "bot", "level": "random"},
        {"name": "Bot 3", "kind": "bot", "program": "tiny_bot.py"},
    ]
    assert [line.split()[2] for line in out.splitlines()[2:]] == [
        "easy:bold",
        "random",
        "tiny_bot.py",
    ]
    assert b'"seat", ' not in b"".join(records(tmp_path).values())


def test_the_steady_temperament_is_not_written_down(tmp_path):
    main([*SHORT.split(), "--seed", "1", "--record", str(tmp_path), "--bots", "easy:steady"])
    (data,) = records(tmp_path).values()
    assert all("temperament" not in seat for seat in header(data)["seats"])


@pytest.mark.slow
def test_programs_that_lose_their_seats_are_told_in_the_summary(capfd):
    words = [*SHORT.split(), "--players", "3", "--seed", "1", "--matches", "3", "--jobs", "2"]
    assert main([*words, "--bots", "easy", f"program:{bad('illegal')}", "program:/gone"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[-2:] == [
        "Bot 2's program gave an answer that is not allowed. A built-in computer player goes on. "
        "(3 matches)",
        "Bot 3's program cannot be started here. A built-in computer player goes on. (3 matches)",
    ]


class TestSummary:
    def outcome(self, *places, deals=2, trouble=None):
        totals = tuple(40 // place for place in places)
        return Outcome(deals, totals, places, trouble)

    def test_it_adds_up_by_player_and_by_level(self):
        easy = Opponent("easy")
        plan = Plan("damn", (easy, Opponent("random"), easy), {}, "7", 2, None)
        summary = Summary(plan)
        summary.add(self.outcome(1, 2, 3))
        summary.add(self.outcome(1, 1, 2))
        assert summary.text().splitlines() == [
            "damn, 3 players, 2 matches, 4 deals, seed 7",
            "player  level   points a deal  wins  mean place",
            "Bot 1   easy            20.00     2        1.00",
            "Bot 2   random          15.00     1        1.50",
            "Bot 3   easy             8.25     0        2.50",
            "all     easy            14.12     2        1.75",
            "all     random          15.00     1        1.50",
        ]

    def test_places_are_not_called_points(self):
        summary = Summary(Plan("rank", (Opponent(),) * 3, {}, "7", 1, None))
        summary.add(self.outcome(1, 2, 3))
        heading = summary.text().splitlines()[1]
        assert "place in a deal" in heading
        assert "points" not in heading


class TestTrouble:
    @pytest.fixture
    def small_disk(self, monkeypatch):
        """Return a disk with room for three records and a part of the fourth."""
        disk = Disk(room=3300)
        disk.take_place(monkeypatch)
        return disk

    def test_full_disk_is_told_once_and_the_matches_go_on(self, small_disk, tmp_path, printed):
        words = [*SHORT.split(), "--players", "3", "--matches", "6", "--seed", "1", "--jobs", "1"]
        out, err = printed(*words, "--record", str(tmp_path), code=1)
        assert err.count("\n") == 1
        assert "No space left on device" in err
        assert "The matches go on, but their records are incomplete." in err
        assert out.startswith("damn, 3 players, 6 matches, 12 deals, seed 1\n")
        kept = list(records(tmp_path).values())
        whole = sum(data.endswith(b"}\n") and b'"end"' in data for data in kept)
        assert 1 <= whole < 6
        count = 6 - whole
        assert out.endswith(f"\nThe records of {count} matches are incomplete.\n")

    @pytest.mark.slow
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_folder_that_cannot_be_made(self, jobs, tmp_path, printed):
        (tmp_path / "file").touch()
        words = [*SHORT.split(), "--matches", "4", "--jobs", jobs]
        out, err = printed(*words, "--record", str(tmp_path / "file" / "folder"), code=1)
        assert err.count("\n") == 1
        assert "The records of 4 matches are incomplete." in out

    def test_a_second_run_into_the_same_folder_is_told_and_changes_nothing(
        self, tmp_path, monkeypatch, capsys
    ):
        words = [*SHORT.split(), "--matches", "2", "--jobs", "1", "--record", str(tmp_path)]
        codes = []
        play_match = simulate.play_match

        def meanwhile(plan, number):
            """Play a match, then start another run."""
            played = play_match(plan, number)
            if plan.seed == "first":
                before = records(tmp_path)
                codes.append(main([*words, "--seed", "second"]))
                assert records(tmp_path) == before
            return played

        monkeypatch.setattr(simulate, "play_match", meanwhile)
        assert main([*words, "--seed", "first"]) == 0
        assert codes == [1, 1]
        out, err = capsys.readouterr()
        assert "seed second" not in out
        assert err.splitlines() == 2 * [
            f"{tmp_path}: another run is writing its records there. Name another folder, or wait "
            "for it."
        ]
        kept = records(tmp_path)
        assert list(kept) == ["damn-0001.jsonl", "damn-0002.jsonl"]
        assert {header(data)["seed"] for data in kept.values()} == {
            seed_from("first/1"),
            seed_from("first/2"),
        }
        assert main([*words, "--seed", "second"]) == 0

    def test_another_game_may_be_played_into_the_same_folder(self, tmp_path, capsys):
        lock = lock_record(tmp_path / "master.jsonl")
        assert main([*SHORT.split(), "--record", str(tmp_path)]) == 0
        lock.let_go()

    def test_a_record_that_is_being_played_is_left_alone(self, tmp_path, printed):
        path = tmp_path / "damn-0002.jsonl"
        path.write_bytes(b"somebody's")
        lock = lock_record(path)
        words = [*SHORT.split(), "--matches", "3", "--jobs", "1", "--record", str(tmp_path)]
        out, err = printed(*words, code=1)
        assert err.count("\n") == 1
        assert "being played in another window" in err
        assert out.endswith("\nThe record of 1 match is incomplete.\n")
        assert path.read_bytes() == b"somebody's"
        assert not read_record((tmp_path / "damn-0003.jsonl").read_bytes(), GAMES).cut
        lock.let_go()

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="links")
    @pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
    def test_two_names_of_one_file_become_two_records(self, link, tmp_path):
        (tmp_path / "damn-0001.jsonl").write_bytes(b"old")
        getattr(tmp_path / "damn-0002.jsonl", link)(tmp_path / "damn-0001.jsonl")
        words = [*SHORT.split(), "--matches", "2", "--jobs", "2", "--record", str(tmp_path)]
        assert main(words) == 0
        one, other = (read_record(data, GAMES).header for data in records(tmp_path).values())
        assert one.seed != other.seed

    @pytest.mark.slow
    def test_lost_worker_is_one_line(self, monkeypatch, line_of):
        monkeypatch.setattr(workers, "_begin_worker", None)
        monkeypatch.setattr(simulate, "play_matches", die)
        line_of(*SHORT.split(), "--matches", "4", "--jobs", "2")
        assert multiprocessing.active_children() == []

    @pytest.mark.slow
    def test_fault_in_a_worker_is_kept_and_ends_the_others(
        self, monkeypatch, printed, home, tmp_path
    ):
        monkeypatch.setattr(simulate, "play_matches", fail_or_wait)
        words = [*SHORT.split(), "--matches", "2", "--jobs", "2", "--record", str(tmp_path)]
        assert "ZeroDivisionError" in printed(*words, code=1).err
        assert "in fail_or_wait" in (home / "greenbaize.log").read_text()
        assert multiprocessing.active_children() == []
        assert not (tmp_path / "waited").exists()


class TestProgress:
    def test_no_bar_where_nobody_looks(self, monkeypatch, capsys):
        monkeypatch.delitem(sys.modules, "tqdm", raising=False)
        main([*SHORT.split(), "--matches", "4", "--jobs", "1"])
        assert capsys.readouterr().err == ""
        assert "tqdm" not in sys.modules

    def test_bar_at_a_terminal(self, monkeypatch, capsys):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        main([*SHORT.split(), "--matches", "4", "--jobs", "1"])
        out, err = capsys.readouterr()
        assert "4" in err
        assert "matches" in err
        assert "\r" not in out


def test_long_runs_do_not_lie_in_memory(monkeypatch):
    monkeypatch.setattr(simulate, "play_match", lambda run, number: number)
    plan = Plan("damn", (Opponent(),) * 4, {}, "7", 100, None)
    assert simulate.play_matches(plan, range(3, 6)) == [3, 4, 5]
    assert sorted(simulate._played(plan, 1)) == list(range(1, 101))
