import csv
import multiprocessing
import signal
import statistics
import sys

import pytest
from distributed import LocalCluster

from cli.cluster_process import run_cluster
from cli.failing_workers import exit_in_second_group, fail_in_second_group, interrupt_second_group
from greenbaize.cli import duel, workers
from greenbaize.cli.main import main
from words.pseudo_language import text_outside_brackets

SHORT_DUEL = "duel --game damn --a easy --b random --option first=6 --option deals=7 --seed 7"
"""Command line with two deals to a match and two matches to a group."""


def read_rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def run_duel(capsys, words, *more, code=0):
    """Run a duel and return its output; stderr must be empty."""
    assert main([*words.split(), *more]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


class TestDuelResult:
    def test_result_matches_the_csv_rows(self, tmp_path, capsys):
        table = tmp_path / "new.csv"
        out = run_duel(capsys, f"{SHORT_DUEL} --deals 40 --jobs 1", "--csv", str(table))
        matches = read_rows(table)
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
        words = SHORT_DUEL.replace("--a easy --b random", "--a random --b easy:bold")
        _, second, third = run_duel(capsys, f"{words} --deals 40 --jobs 1").splitlines()
        assert second.startswith("random over easy:bold: −")
        assert third.startswith("easy:bold plays better: sure to ")

    def test_ranks_are_compared_in_games_without_points(self, tmp_path, capsys):
        table = tmp_path / "ass.csv"
        words = "duel --game ass --players 3 --a easy --b random --deals 40 --seed 1 --jobs 1"
        out = run_duel(capsys, words, "--csv", str(table))
        assert " places a match (95 %: " in out
        matches = read_rows(table)
        assert len(matches) % 6 == 0
        deals = [int(row["deals"]) for row in matches]
        assert sum(deals[:-6]) < 40 <= sum(deals)
        assert f"{len(matches) // 6} groups, {len(matches)} matches, {sum(deals)} deals" in out

    def test_equal_players_are_even(self, capsys):
        words = SHORT_DUEL.replace("random", "easy")
        _, second, third = run_duel(capsys, f"{words} --deals 12 --jobs 1").splitlines()
        assert second == "easy over easy: 0.00 points a deal"
        assert third == "The groups are too few or too alike to tell how sure this is."

    @pytest.mark.parametrize(("requested", "played"), [(1, 4), (4, 4), (5, 8)])
    def test_requested_deals_are_rounded_up_to_whole_groups(self, requested, played, capsys):
        out = run_duel(capsys, f"{SHORT_DUEL} --deals {requested} --jobs 1")
        assert f", {played} deals, " in out

    def test_answer_goes_through_the_catalogue(self, pseudo_language, capsys):
        out = run_duel(capsys, f"{SHORT_DUEL} --deals 8 --jobs 1")
        assert all(text_outside_brackets(line) == "" for line in out.splitlines())


def test_table_names_seats_and_seeds(tmp_path, capsys):
    table = tmp_path / "old.csv"
    table.write_bytes(b"group,seed,seats,deals," + b"x" * 100_000)
    run_duel(capsys, f"{SHORT_DUEL} --deals 8 --players 3 --jobs 1", "--csv", str(table))
    matches = read_rows(table)
    assert [row["seats"] for row in matches] == ["ABA", "BAB", "BAA", "ABB", "AAB", "BBA"]
    assert {row["group"] for row in matches} == {"1"}
    assert len({row["seed"] for row in matches}) == 1


def test_without_table_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_duel(capsys, f"{SHORT_DUEL} --deals 4 --jobs 1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_result_does_not_depend_on_the_number_of_processes(tmp_path, capsys):
    outputs = set()
    for jobs in ("1", "2", "3"):
        path = tmp_path / jobs
        outputs.add(
            run_duel(capsys, f"{SHORT_DUEL} --deals 30", "--jobs", jobs, "--csv", str(path))
        )
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()
    assert len(outputs) == 1
    assert multiprocessing.active_children() == []


def test_bar_counts_deals_at_a_terminal(monkeypatch, run_command):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert "/8 [" in run_command(*SHORT_DUEL.split(), "--deals", "8", "--jobs", "1").err


class TestInterruptedDuel:
    def test_ctrl_c_leaves_what_was_measured(self, monkeypatch, tmp_path, run_command):
        monkeypatch.setattr(duel, "play_duplicate_match", interrupt_second_group)
        words = [*SHORT_DUEL.split(), "--jobs", "1", "--csv", str(tmp_path / "cut.csv")]
        out, err = run_command(*words, code=130)
        assert out.startswith("damn, 4 players, 1 group, 2 matches, 4 deals, seed 7\n")
        assert err == "Stopped.\n"
        assert len(read_rows(tmp_path / "cut.csv")) == 2

    def test_ctrl_c_before_anything_was_measured_says_only_that(
        self, monkeypatch, tmp_path, capsys
    ):
        monkeypatch.setattr(duel, "count_cores", lambda: signal.raise_signal(signal.SIGINT))
        assert main([*SHORT_DUEL.split(), "--csv", str(tmp_path / "no.csv")]) == 130
        assert capsys.readouterr() == ("", "Stopped.\n")
        assert not (tmp_path / "no.csv").exists()

    @pytest.mark.slow
    def test_lost_worker_leaves_what_was_measured(self, monkeypatch, run_command):
        monkeypatch.setattr(workers, "_initialize_worker", None)
        monkeypatch.setattr(duel, "play_duplicate_match", exit_in_second_group)
        monkeypatch.setattr(duel, "TASKS_PER_PROCESS", 1)
        out, err = run_command(*SHORT_DUEL.split(), "--jobs", "2", code=1)
        assert err.startswith("A process that was to play matches was ended from outside")
        assert err.count("\n") == 1
        assert out == "" or out.startswith("damn, 4 players, 1 group, ")
        assert multiprocessing.active_children() == []

    def test_fault_of_the_program_leaves_what_was_measured(self, monkeypatch, run_command):
        monkeypatch.setattr(duel, "play_duplicate_match", fail_in_second_group)
        out, err = run_command(*SHORT_DUEL.split(), "--jobs", "1", code=1)
        assert out.startswith("damn, 4 players, 1 group, ")
        assert "ZeroDivisionError" in err

    def test_table_that_cannot_be_written_ends_it_at_once(self, tmp_path, run_failing_command):
        (tmp_path / "file").touch()
        words = [*SHORT_DUEL.split(), "--jobs", "1", "--csv", str(tmp_path / "file" / "x.csv")]
        assert "x.csv" in run_failing_command(*words)


def start_local_cluster(worker_count):
    """Return a cluster with a number of processes, on free ports."""
    return LocalCluster(
        n_workers=worker_count,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
    )


@pytest.fixture(scope="module")
def cluster():
    """Yield a cluster of two worker processes."""
    with start_local_cluster(2) as machines:
        yield machines


@pytest.mark.long
class TestCluster:
    def test_a_cluster_gives_the_same_as_this_computer(self, cluster, tmp_path, capsys):
        words = f"{SHORT_DUEL} --deals 40 --csv {tmp_path}"
        there = run_duel(capsys, f"{words}/there --cluster {cluster.scheduler_address}")
        assert run_duel(capsys, f"{words}/here --jobs 1") == there
        assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()

    def test_abandoned_work_is_cancelled(self, cluster, capsys):
        run_duel(capsys, f"{SHORT_DUEL} --deals 4 --cluster {cluster.scheduler_address}")
        assert cluster.scheduler.clients.keys() <= {"fire-and-forget"}

    def test_another_version_is_refused(self, cluster, monkeypatch, run_failing_command):
        monkeypatch.setattr(workers, "__version__", "9.9")
        assert run_failing_command(*SHORT_DUEL.split(), "--cluster", cluster.scheduler_address) == (
            f"The cluster at {cluster.scheduler_address} "
            "does not have Green Baize 9.9 on all its machines.\n"
        )

    def test_no_workers(self, run_failing_command):
        with start_local_cluster(0) as machines:
            assert "has no workers." in run_failing_command(
                *SHORT_DUEL.split(), "--cluster", machines.scheduler_address
            )

    def test_lost_cluster_leaves_what_was_measured(self, monkeypatch, capsys):
        # A separate process: a cluster that is closed normally may fail while closing.
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        machines = context.Process(target=run_cluster, args=(there,), daemon=True)
        machines.start()
        there.close()  # a cluster that cannot start is then an error, not an endless wait
        address = here.recv()
        add = duel._DuelSummary.add_group

        def add_and_kill(score, group):
            add(score, group)
            machines.kill()

        monkeypatch.setattr(duel._DuelSummary, "add_group", add_and_kill)
        assert main([*SHORT_DUEL.split(), "--cluster", address]) == 1
        machines.join()
        out, err = capsys.readouterr()
        assert err == f"The cluster at {address} was lost.\n"
        assert out.startswith("damn, 4 players, ")

    def test_an_unreachable_cluster_is_reported(self, monkeypatch, run_failing_command):
        monkeypatch.setattr(workers, "CLUSTER_TIMEOUT", "100ms")
        assert (
            run_failing_command(*SHORT_DUEL.split(), "--cluster", "127.0.0.1:1")
            == "No cluster answers at 127.0.0.1:1.\n"
        )

    @pytest.mark.parametrize("address", ["host", "host:port", "ftp://host:1", "a b", ""])
    def test_a_wrong_address_is_reported(self, address, run_failing_command):
        assert f"“{address}” is not the address" in run_failing_command(
            *SHORT_DUEL.split(), "--cluster", address
        )

    def test_dask_is_an_extra(self, monkeypatch, run_failing_command):
        monkeypatch.setitem(sys.modules, "distributed", None)
        expected = "Playing on a cluster needs Dask, and this is missing: distributed.\n"
        assert run_failing_command(*SHORT_DUEL.split(), "--cluster", "host:1") == expected
