import contextlib
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from threading import Timer

import pytest

from app.seats.foreign_programs import TINY_BOT_PATH, bad_bot_command, python_command
from cli.failing_workers import exit_process, fail_or_wait
from greenbaize.app.seats.opponents import Opponent
from greenbaize.cli import simulate, workers
from greenbaize.cli.main import main
from greenbaize.cli.simulate import MatchOutcome, SimulationPlan, SimulationSummary
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import OptionValues
from greenbaize.store.record_file import lock_record
from store.disks import LimitedDisk

SHORT_SIMULATION = "simulate --game damn --option deals=2"


def read_records(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def parse_header(data):
    return json.loads(data.splitlines()[0])


def test_one_record_for_every_match(tmp_path, capsys):
    words = f"{SHORT_SIMULATION} --option hook=true --players 3 --matches 5 --seed 7 --bots easy"
    assert main([*words.split(), "--record", str(tmp_path / "new" / "folder"), "--jobs", "1"]) == 0
    records_by_name = read_records(tmp_path / "new" / "folder")
    assert list(records_by_name) == [f"damn-000{number}.jsonl" for number in range(1, 6)]
    for number, data in enumerate(records_by_name.values(), 1):
        record = read_record(data, GAMES)
        assert GAMES["damn"].is_over(record.state)
        assert record.header.seed == seed_from_text(f"7/{number}")
        assert record.header.options["hook"] is True
        assert record.header.options["deals"] == 2
        assert [one.name for one in record.header.players] == ["Bot 1", "Bot 2", "Bot 3"]
        assert {(one.kind, one.level) for one in record.header.players} == {("bot", "easy")}
    out, err = capsys.readouterr()
    assert out.startswith("damn, 3 players, 5 matches, 10 deals, seed 7\n")
    assert err == ""


def test_names_sort_however_many_matches(tmp_path):
    plan = SimulationPlan("damn", (Opponent(),) * 4, OptionValues(), "7", 123_456, tmp_path)
    assert plan.build_record_path(42) == tmp_path / "damn-000042.jsonl"


def test_without_record_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(SHORT_SIMULATION.split()) == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_records_do_not_depend_on_the_number_of_processes(tmp_path, run_command):
    outputs = []
    for jobs in ("1", "2", "3"):
        words = "simulate --game blackout --players 3 --matches 7 --seed x --bots easy,random,easy"
        outputs.append(
            run_command(*words.split(), "--jobs", jobs, "--record", str(tmp_path / jobs)).out
        )
    assert (
        read_records(tmp_path / "1") == read_records(tmp_path / "2") == read_records(tmp_path / "3")
    )
    assert outputs[0] == outputs[1] == outputs[2]


@pytest.mark.slow
def test_a_match_does_not_depend_on_how_many_there_are(tmp_path):
    main(
        [
            *SHORT_SIMULATION.split(),
            "--seed",
            "a",
            "--matches",
            "1",
            "--record",
            str(tmp_path / "one"),
        ]
    )
    main(
        [
            *SHORT_SIMULATION.split(),
            "--seed",
            "a",
            "--matches",
            "3",
            "--record",
            str(tmp_path / "three"),
        ]
    )
    name = "damn-0001.jsonl"
    assert read_records(tmp_path / "one")[name] == read_records(tmp_path / "three")[name]


def test_earlier_record_is_replaced_whole(tmp_path):
    old = tmp_path / "damn-0001.jsonl"
    old.write_bytes(b"x" * 100_000)
    main([*SHORT_SIMULATION.split(), "--seed", "a", "--record", str(tmp_path)])
    assert not read_record(old.read_bytes(), GAMES).is_cut


def test_fresh_seed_is_printed_and_gives_the_same_again(tmp_path, capsys):
    main([*SHORT_SIMULATION.split(), "--record", str(tmp_path / "first")])
    seed = re.search("seed ([0-9a-f]{32})\n", capsys.readouterr().out)
    main([*SHORT_SIMULATION.split(), "--seed", seed[1], "--record", str(tmp_path / "again")])
    assert read_records(tmp_path / "first") == read_records(tmp_path / "again")
    main([*SHORT_SIMULATION.split(), "--record", str(tmp_path / "other")])
    assert read_records(tmp_path / "first") != read_records(tmp_path / "other")


@pytest.mark.slow
def test_bots_keep_their_names_at_any_seat(tmp_path):
    words = "simulate --game blackout --players 2 --matches 12 --seed 1 --bots easy,random"
    main([*words.split(), "--record", str(tmp_path), "--jobs", "1"])
    seatings = {
        tuple((seat["name"], seat["level"]) for seat in parse_header(data)["seats"])
        for data in read_records(tmp_path).values()
    }
    first, second = ("Bot 1", "easy"), ("Bot 2", "random")
    assert seatings == {(first, second), (second, first)}


def test_temperaments_and_programs_take_part(tmp_path, capfd):
    words = [
        *SHORT_SIMULATION.split(),
        "--players",
        "3",
        "--seed",
        "1",
        "--matches",
        "2",
        "--jobs",
        "1",
    ]
    tiny = f"program:{python_command(TINY_BOT_PATH)}"
    assert main([*words, "--record", str(tmp_path), "--bots", "easy:bold,random", tiny]) == 0
    out = capfd.readouterr().out
    seats = [parse_header(data)["seats"] for data in read_records(tmp_path).values()]
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
    assert b'"seat", ' not in b"".join(read_records(tmp_path).values())


def test_the_steady_temperament_is_not_written(tmp_path):
    main(
        [
            *SHORT_SIMULATION.split(),
            "--seed",
            "1",
            "--record",
            str(tmp_path),
            "--bots",
            "easy:steady",
        ]
    )
    (data,) = read_records(tmp_path).values()
    assert all("temperament" not in seat for seat in parse_header(data)["seats"])


@pytest.mark.slow
def test_programs_that_lose_their_seats_are_in_the_summary(capfd):
    words = [
        *SHORT_SIMULATION.split(),
        "--players",
        "3",
        "--seed",
        "1",
        "--matches",
        "3",
        "--jobs",
        "2",
    ]
    assert (
        main([*words, "--bots", "easy", f"program:{bad_bot_command('illegal')}", "program:/gone"])
        == 0
    )
    lines = capfd.readouterr().out.splitlines()
    assert lines[-2:] == [
        "Bot 2's program gave an answer that is not allowed. A built-in computer player goes on. "
        "(3 matches)",
        "Bot 3's program cannot be started here. A built-in computer player goes on. (3 matches)",
    ]


class TestSimulationSummary:
    def make_outcome(self, *ranks, deals=2, trouble=None):
        totals = tuple(40 // rank for rank in ranks)
        return MatchOutcome(deals, totals, ranks, trouble)

    def test_it_adds_up_by_player_and_by_level(self):
        easy = Opponent("easy")
        plan = SimulationPlan(
            "damn", (easy, Opponent("random"), easy), OptionValues(), "7", 2, None
        )
        summary = SimulationSummary(plan)
        summary.add_outcome(self.make_outcome(1, 2, 3))
        summary.add_outcome(self.make_outcome(1, 1, 2))
        assert summary.format_text().splitlines() == [
            "damn, 3 players, 2 matches, 4 deals, seed 7",
            "player  level   points a deal  wins  mean place",
            "Bot 1   easy            20.00     2        1.00",
            "Bot 2   random          15.00     1        1.50",
            "Bot 3   easy             8.25     0        2.50",
            "all     easy            14.12     2        1.75",
            "all     random          15.00     1        1.50",
        ]

    def test_ranks_are_not_called_points(self):
        summary = SimulationSummary(
            SimulationPlan("rank", (Opponent(),) * 3, OptionValues(), "7", 1, None)
        )
        summary.add_outcome(self.make_outcome(1, 2, 3))
        heading = summary.format_text().splitlines()[1]
        assert "place in a deal" in heading
        assert "points" not in heading


class TestSimulationErrors:
    @pytest.fixture
    def small_disk(self, monkeypatch):
        """Return a disk with room for three records and a part of the fourth."""
        disk = LimitedDisk(free_bytes=3300)
        disk.install(monkeypatch)
        return disk

    def test_a_full_disk_is_reported_once_and_the_matches_continue(
        self, small_disk, tmp_path, run_command
    ):
        words = [
            *SHORT_SIMULATION.split(),
            "--players",
            "3",
            "--matches",
            "6",
            "--seed",
            "1",
            "--jobs",
            "1",
        ]
        out, err = run_command(*words, "--record", str(tmp_path), code=1)
        assert err.count("\n") == 1
        assert "No space left on device" in err
        assert "The matches go on, but their records are incomplete." in err
        assert out.startswith("damn, 3 players, 6 matches, 12 deals, seed 1\n")
        record_data = list(read_records(tmp_path).values())
        complete_count = sum(data.endswith(b"}\n") and b'"end"' in data for data in record_data)
        assert 1 <= complete_count < 6
        count = 6 - complete_count
        assert out.endswith(f"\nThe records of {count} matches are incomplete.\n")

    @pytest.mark.slow
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_folder_that_cannot_be_made(self, jobs, tmp_path, run_command):
        (tmp_path / "file").touch()
        words = [*SHORT_SIMULATION.split(), "--matches", "4", "--jobs", jobs]
        out, err = run_command(*words, "--record", str(tmp_path / "file" / "folder"), code=1)
        assert err.count("\n") == 1
        assert "The records of 4 matches are incomplete." in out

    def test_a_second_run_into_the_same_folder_is_refused(self, tmp_path, monkeypatch, capsys):
        words = [
            *SHORT_SIMULATION.split(),
            "--matches",
            "2",
            "--jobs",
            "1",
            "--record",
            str(tmp_path),
        ]
        codes = []
        play_match = simulate.play_match

        def play_and_start_second_run(plan, number):
            """Play a match, then start another run."""
            result = play_match(plan, number)
            if plan.seed == "first":
                before = read_records(tmp_path)
                codes.append(main([*words, "--seed", "second"]))
                assert read_records(tmp_path) == before
            return result

        monkeypatch.setattr(simulate, "play_match", play_and_start_second_run)
        assert main([*words, "--seed", "first"]) == 0
        assert codes == [1, 1]
        out, err = capsys.readouterr()
        assert "seed second" not in out
        assert err.splitlines() == 2 * [
            f"{tmp_path}: another run is writing its records there. Name another folder, or wait "
            "for it."
        ]
        records_by_name = read_records(tmp_path)
        assert list(records_by_name) == ["damn-0001.jsonl", "damn-0002.jsonl"]
        assert {parse_header(data)["seed"] for data in records_by_name.values()} == {
            seed_from_text("first/1"),
            seed_from_text("first/2"),
        }
        assert main([*words, "--seed", "second"]) == 0

    def test_another_game_may_be_played_into_the_same_folder(self, tmp_path, capsys):
        lock = lock_record(tmp_path / "master.jsonl")
        assert main([*SHORT_SIMULATION.split(), "--record", str(tmp_path)]) == 0
        lock.release()

    def test_a_record_that_is_being_played_is_left_alone(self, tmp_path, run_command):
        path = tmp_path / "damn-0002.jsonl"
        path.write_bytes(b"somebody's")
        lock = lock_record(path)
        words = [
            *SHORT_SIMULATION.split(),
            "--matches",
            "3",
            "--jobs",
            "1",
            "--record",
            str(tmp_path),
        ]
        out, err = run_command(*words, code=1)
        assert err.count("\n") == 1
        assert "being played in another window" in err
        assert out.endswith("\nThe record of 1 match is incomplete.\n")
        assert path.read_bytes() == b"somebody's"
        assert not read_record((tmp_path / "damn-0003.jsonl").read_bytes(), GAMES).is_cut
        lock.release()

    @pytest.mark.slow
    @pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
    @pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
    def test_two_names_of_one_file_become_two_records(self, link, tmp_path):
        (tmp_path / "damn-0001.jsonl").write_bytes(b"old")
        getattr(tmp_path / "damn-0002.jsonl", link)(tmp_path / "damn-0001.jsonl")
        words = [
            *SHORT_SIMULATION.split(),
            "--matches",
            "2",
            "--jobs",
            "2",
            "--record",
            str(tmp_path),
        ]
        assert main(words) == 0
        first, second = (
            read_record(data, GAMES).header for data in read_records(tmp_path).values()
        )
        assert first.seed != second.seed

    @pytest.mark.slow
    def test_lost_worker_is_one_line(self, monkeypatch, run_failing_command):
        monkeypatch.setattr(workers, "_initialize_worker", None)
        monkeypatch.setattr(simulate, "play_matches", exit_process)
        run_failing_command(*SHORT_SIMULATION.split(), "--matches", "4", "--jobs", "2")
        assert multiprocessing.active_children() == []

    @pytest.mark.slow
    def test_an_error_in_a_worker_is_logged_and_ends_the_others(
        self, monkeypatch, run_command, home, tmp_path
    ):
        monkeypatch.setattr(simulate, "play_matches", fail_or_wait)
        words = [
            *SHORT_SIMULATION.split(),
            "--matches",
            "2",
            "--jobs",
            "2",
            "--record",
            str(tmp_path),
        ]
        assert "ZeroDivisionError" in run_command(*words, code=1).err
        assert "in fail_or_wait" in (home / "greenbaize.log").read_text()
        assert multiprocessing.active_children() == []
        assert not (tmp_path / "waited").exists()


class TestProgressBar:
    def test_no_bar_without_a_terminal(self, monkeypatch, capsys):
        monkeypatch.delitem(sys.modules, "tqdm", raising=False)
        main([*SHORT_SIMULATION.split(), "--matches", "4", "--jobs", "1"])
        assert capsys.readouterr().err == ""
        assert "tqdm" not in sys.modules

    def test_bar_at_a_terminal(self, monkeypatch, capsys):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        main([*SHORT_SIMULATION.split(), "--matches", "4", "--jobs", "1"])
        out, err = capsys.readouterr()
        assert "4" in err
        assert "matches" in err
        assert "\r" not in out


def test_long_runs_are_streamed(monkeypatch):
    monkeypatch.setattr(simulate, "play_match", lambda run, number: number)
    plan = SimulationPlan("damn", (Opponent(),) * 4, OptionValues(), "7", 100, None)
    assert simulate.play_matches(plan, range(3, 6)) == [3, 4, 5]
    assert sorted(simulate._play_all(plan, 1)) == list(range(1, 101))


@pytest.fixture
def running_simulation(tmp_path):
    """Yield a running simulation with workers; end all its processes afterwards."""
    records = tmp_path / "records"
    words = ["simulate", "--game", "damn", "--matches", "1000000", "--jobs", "3"]
    with subprocess.Popen(
        [sys.executable, "-m", "greenbaize.cli.main", *words, "--record", str(records)],
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        # Kill everything if a test hangs.
        end = Timer(60, end_session, [process.pid])
        end.start()
        try:
            while not (any(records.glob("*.jsonl"))):
                assert process.poll() is None, "it ended before it wrote a record"
            yield process
            assert end.is_alive(), "a process was still running until the test killed it"
        finally:
            end.cancel()
            end_session(process.pid)


def end_session(leader):
    """Kill all processes of the session of one of our processes."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("recipients", ["it alone", "all of the terminal"])
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_stopped_simulation_leaves_no_process(name, code, recipients, running_simulation):
    send = os.kill if recipients == "it alone" else os.killpg
    send(running_simulation.pid, signal.Signals[name])
    # The pipe closes when the last worker has ended.
    assert running_simulation.stderr.read() == b"Stopped.\n"
    assert running_simulation.wait(60) == code


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_of_a_killed_simulation_end(running_simulation):
    running_simulation.kill()
    running_simulation.stderr.read()  # returns when no worker is left
    assert running_simulation.wait(60) == -signal.SIGKILL
