import csv
import multiprocessing
import signal
import statistics
import sys

import pytest
from distributed import LocalCluster

from cli.bad_workers import (
    die_in_the_second_group,
    fail_in_the_second_group,
    stop_the_second_group,
)
from cli.cluster_process import be_a_cluster
from greenbaize.cli import duel, workers
from greenbaize.cli.main import main
from words.pseudo import loose

SHORT = "duel --game damn --a easy --b random --option first=6 --option deals=7 --seed 7"
"""Command line with two deals to a match and two matches to a group."""


def rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def answer(capsys, words, *more, code=0):
    """Run a duel and return its output; stderr must be empty."""
    assert main([*words.split(), *more]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


class TestAnswer:
    def test_it_is_what_the_table_says(self, tmp_path, capsys):
        table = tmp_path / "new.csv"
        out = answer(capsys, f"{SHORT} --deals 40 --jobs 1", "--csv", str(table))
        matches = rows(table)
        leads = [
            statistics.mean(float(row["lead"]) for row in matches[first : first + 2])
            for first in range(0, 20, 2)
        ]
        error = statistics.stdev(leads) / 10**0.5
        mean = statistics.mean(leads)
        low, high = mean - 2.2622 * error, mean + 2.2622 * error
        first, second, third = out.splitlines()
        assert first == "damn, 4 players, 10 groups, 20 matches, 40 deals, seed 7"
        assert second == (
            f"easy over random: {mean:+.2f} ± {error:.2f} points a deal"
            f" (95 %: {low:+.2f} … {high:+.2f})".replace("-", "−")
        )
        assert third.startswith("easy plays better: sure to 9")

    def test_the_other_side_is_named_when_it_leads(self, capsys):
        words = SHORT.replace("--a easy --b random", "--a random --b easy:bold")
        _, second, third = answer(capsys, f"{words} --deals 40 --jobs 1").splitlines()
        assert second.startswith("random over easy:bold: −")
        assert third.startswith("easy:bold plays better: sure to ")

    def test_places_are_counted_where_points_say_little(self, tmp_path, capsys):
        table = tmp_path / "ass.csv"
        words = "duel --game ass --players 3 --a easy --b random --deals 40 --seed 1 --jobs 1"
        out = answer(capsys, words, "--csv", str(table))
        assert " places a match (95 %: " in out
        matches = rows(table)
        assert len(matches) % 6 == 0
        deals = [int(row["deals"]) for row in matches]
        assert sum(deals[:-6]) < 40 <= sum(deals)
        assert f"{len(matches) // 6} groups, {len(matches)} matches, {sum(deals)} deals" in out

    def test_equal_players_are_even(self, capsys):
        words = SHORT.replace("random", "easy")
        _, second, third = answer(capsys, f"{words} --deals 12 --jobs 1").splitlines()
        assert second == "easy over easy: 0.00 points a deal"
        assert third == "The groups are too few or too alike to tell how sure this is."

    @pytest.mark.parametrize(("requested", "played"), [(1, 4), (4, 4), (5, 8)])
    def test_as_many_deals_as_asked_and_whole_groups(self, requested, played, capsys):
        out = answer(capsys, f"{SHORT} --deals {requested} --jobs 1")
        assert f", {played} deals, " in out

    def test_answer_goes_through_the_catalogue(self, pseudo_language, capsys):
        out = answer(capsys, f"{SHORT} --deals 8 --jobs 1")
        assert all(loose(line) == "" for line in out.splitlines())


def test_table_names_seats_and_seeds(tmp_path, capsys):
    table = tmp_path / "old.csv"
    table.write_bytes(b"group,seed,seats,deals," + b"x" * 100_000)
    answer(capsys, f"{SHORT} --deals 8 --players 3 --jobs 1", "--csv", str(table))
    matches = rows(table)
    assert [row["seats"] for row in matches] == ["ABA", "BAB", "BAA", "ABB", "AAB", "BBA"]
    assert {row["group"] for row in matches} == {"1"}
    assert len({row["seed"] for row in matches}) == 1


def test_without_table_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    answer(capsys, f"{SHORT} --deals 4 --jobs 1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_result_does_not_depend_on_the_number_of_processes(tmp_path, capsys):
    said = set()
    for jobs in ("1", "2", "3"):
        path = tmp_path / jobs
        said.add(answer(capsys, f"{SHORT} --deals 30", "--jobs", jobs, "--csv", str(path)))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()
    assert len(said) == 1
    assert multiprocessing.active_children() == []


def test_bar_counts_deals_at_a_terminal(monkeypatch, printed):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert "/8 [" in printed(*SHORT.split(), "--deals", "8", "--jobs", "1").err


class TestTrouble:
    def test_ctrl_c_leaves_what_was_measured(self, monkeypatch, tmp_path, printed):
        monkeypatch.setattr(duel, "play_duplicate", stop_the_second_group)
        words = [*SHORT.split(), "--jobs", "1", "--csv", str(tmp_path / "cut.csv")]
        out, err = printed(*words, code=130)
        assert out.startswith("damn, 4 players, 1 group, 2 matches, 4 deals, seed 7\n")
        assert err == "Stopped.\n"
        assert len(rows(tmp_path / "cut.csv")) == 2

    def test_ctrl_c_before_anything_was_measured_says_only_that(
        self, monkeypatch, tmp_path, capsys
    ):
        monkeypatch.setattr(duel, "cores", lambda: signal.raise_signal(signal.SIGINT))
        assert main([*SHORT.split(), "--csv", str(tmp_path / "no.csv")]) == 130
        assert capsys.readouterr() == ("", "Stopped.\n")
        assert not (tmp_path / "no.csv").exists()

    @pytest.mark.slow
    def test_lost_worker_leaves_what_was_measured(self, monkeypatch, printed):
        monkeypatch.setattr(workers, "_begin_worker", None)
        monkeypatch.setattr(duel, "play_duplicate", die_in_the_second_group)
        monkeypatch.setattr(duel, "AHEAD", 1)
        out, err = printed(*SHORT.split(), "--jobs", "2", code=1)
        assert err.startswith("A process that was to play matches was ended from outside")
        assert err.count("\n") == 1
        assert out == "" or out.startswith("damn, 4 players, 1 group, ")
        assert multiprocessing.active_children() == []

    def test_fault_of_the_program_leaves_what_was_measured(self, monkeypatch, printed):
        monkeypatch.setattr(duel, "play_duplicate", fail_in_the_second_group)
        out, err = printed(*SHORT.split(), "--jobs", "1", code=1)
        assert out.startswith("damn, 4 players, 1 group, ")
        assert "ZeroDivisionError" in err

    def test_table_that_cannot_be_written_ends_it_at_once(self, tmp_path, line_of):
        (tmp_path / "file").touch()
        words = [*SHORT.split(), "--jobs", "1", "--csv", str(tmp_path / "file" / "x.csv")]
        assert "x.csv" in line_of(*words)


def local_cluster(workers):
    """Return a cluster with a number of processes, on free ports."""
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    )


@pytest.fixture(scope="module")
def machines():
    """Yield a cluster of two worker processes."""
    with local_cluster(2) as machines:
        yield machines


@pytest.mark.slow
class TestCluster:
    @pytest.mark.slow
    def test_a_cluster_gives_the_same_as_this_computer(self, machines, tmp_path, capsys):
        words = f"{SHORT} --deals 40 --csv {tmp_path}"
        there = answer(capsys, f"{words}/there --cluster {machines.scheduler_address}")
        assert answer(capsys, f"{words}/here --jobs 1") == there
        assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()

    def test_work_that_nobody_waits_for_is_taken_back(self, machines, capsys):
        answer(capsys, f"{SHORT} --deals 4 --cluster {machines.scheduler_address}")
        assert machines.scheduler.clients.keys() <= {"fire-and-forget"}

    def test_another_version_is_refused(self, machines, monkeypatch, line_of):
        monkeypatch.setattr(workers, "__version__", "9.9")
        assert line_of(*SHORT.split(), "--cluster", machines.scheduler_address) == (
            f"The cluster at {machines.scheduler_address} "
            "does not have Green Baize 9.9 on all its machines.\n"
        )

    def test_no_workers(self, line_of):
        with local_cluster(0) as machines:
            assert "has no workers." in line_of(
                *SHORT.split(), "--cluster", machines.scheduler_address
            )

    @pytest.mark.slow
    def test_lost_cluster_leaves_what_was_measured(self, monkeypatch, capsys):
        # A separate process: a cluster that is closed normally may fail while closing.
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        machines = context.Process(target=be_a_cluster, args=(there,), daemon=True)
        machines.start()
        there.close()  # a cluster that cannot start is then an error, not an endless wait
        address = here.recv()
        add = duel._Score.add

        def add_and_kill(score, group):
            add(score, group)
            machines.kill()

        monkeypatch.setattr(duel._Score, "add", add_and_kill)
        assert main([*SHORT.split(), "--cluster", address]) == 1
        machines.join()
        out, err = capsys.readouterr()
        assert err == f"The cluster at {address} was lost.\n"
        assert out.startswith("damn, 4 players, ")

    def test_nobody_answers(self, monkeypatch, line_of):
        monkeypatch.setattr(workers, "PATIENCE", "100ms")
        assert (
            line_of(*SHORT.split(), "--cluster", "127.0.0.1:1")
            == "No cluster answers at 127.0.0.1:1.\n"
        )

    @pytest.mark.parametrize("address", ["host", "host:port", "ftp://host:1", "a b", ""])
    def test_what_is_no_address(self, address, line_of):
        assert f"“{address}” is not the address" in line_of(*SHORT.split(), "--cluster", address)

    @pytest.mark.slow
    def test_dask_is_an_extra(self, monkeypatch, line_of):
        monkeypatch.setitem(sys.modules, "distributed", None)
        said = "Playing on a cluster needs Dask, and this is missing: distributed.\n"
        assert line_of(*SHORT.split(), "--cluster", "host:1") == said
