"""Tests of built-in bots in own processes: the match is the same whatever happens to them."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event, Semaphore

import pytest

from app.seats.foreign import bad, finish, given, header, played
from greenbaize.app.seats import programs, seat
from greenbaize.app.seats.bot_launcher import BotLauncher, own_command, own_environment
from greenbaize.app.seats.bot_supervisor import LOOK_S
from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.seats.seat import LATEST, OWN_S, SOONEST
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.store import folders
from match.playing import SETUPS, record_of

pytestmark = pytest.mark.slow

APART = BotLauncher(apart=True, clock=lambda: 0.0)
SHORT = {"damn": {"deals": 2}, "ass": {"deal_limit": 3}}


def match_of(name, **more):
    setup = next(setup for setup in SETUPS if setup.name == name)
    return replace(setup, given={**setup.given, **SHORT.get(name, {}), **more}).header(
        seed_from("apart")
    )


def record(match, launcher, past=()):
    return record_of(match, tuple(played(launcher, match, past)))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_same_here_and_apart(name, started):
    match = match_of(name)
    assert record(match, APART) == record(match, BotLauncher())
    assert len(started) == len(match.sitters)


def test_levels_and_temperaments_go_with_them(started):
    match = match_of("damn")
    kinds = [(level, word) for level in ("random", "easy") for word in TEMPERAMENT_NAMES]
    sitters = [
        Player(f"P{seat}", "bot", level, word) for seat, (level, word) in enumerate(kinds[:3])
    ]
    match = replace(match, sitters=tuple(sitters))
    assert record(match, APART) == record(match, BotLauncher())


def test_they_are_held_back_until_they_may_start(monkeypatch, started):
    what_came = []

    class Told(Event):
        def wait(self, timeout=None):
            what_came.append("held back")
            return super().wait(timeout)

    popen = subprocess.Popen

    def opened(*words, **more):
        what_came.append(after.is_set())
        return popen(*words, **more)

    after = Told()
    monkeypatch.setattr(programs, "LONGEST_HELD_S", 60)
    monkeypatch.setattr(programs.subprocess, "Popen", opened)
    table = Table(GAMES["damn"], match_of("damn"), launcher=replace(APART, after=after))
    after.set()
    table.play_out()
    seats = len(table.seats)
    assert (what_came.count("held back"), what_came.count(True)) == (seats, seats)


def test_one_that_is_ended_while_it_is_held_back_is_never_started(monkeypatch):
    opened, said, after = [], [], Event()

    def noted(*_, **__):
        opened.append(after.is_set())
        raise FileNotFoundError

    monkeypatch.setattr(programs, "LONGEST_HELD_S", 60)
    monkeypatch.setattr(programs.subprocess, "Popen", noted)
    start = programs.Start([sys.executable, "--version"], own=True, after=after)
    program = programs.Program(start, lambda _, line: said.append(line))
    program.close()
    after.set()
    program.wait()
    assert (program.number, opened, said) == (None, [], [None])


@pytest.mark.long
@pytest.mark.parametrize("event_count", [5, 12, 20])
def test_a_resumed_match_goes_on_the_same_apart(event_count, started):
    match = match_of("damn")
    kept = []
    Table(GAMES["damn"], match, keep=kept.append).play_out()
    assert record(match, APART, kept[:event_count]) == record_of(match, tuple(kept))


def test_they_hesitate_longest_where_the_choice_is_hardest_and_never_where_there_is_none(started):
    sitters = [Player(f"P{seat}", "bot", "medium") for seat in range(4)]
    match = replace(match_of("damn", first=2, deals=3), sitters=tuple(sitters))
    place = places_here(Table(GAMES["damn"], match, launcher=APART))[0]
    place.table.begin()
    hesitated = []
    while not place.over:
        seat = place.game.turn(place.view)
        free = len(place.game.legal(place.view, seat)) > 1
        while free and place.table.seats[seat].program.answer() is None:
            assert place.hesitation == 1.0  # Not known before the program has answered.
            place.table.wait()
        hesitated.append((free, place.hesitation))
        while not place.let_others_act():
            place.table.wait()
    assert {one for free, one in hesitated if not free} == {0.0}
    chosen = [one for free, one in hesitated if free]
    assert len(set(chosen)) > 5
    assert SOONEST <= min(chosen) < 1.0 < max(chosen) <= LATEST


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_one_that_is_killed_is_started_again_and_chooses_the_same(started):
    match = match_of("damn")
    kept = []
    place = places_here(Table(GAMES["damn"], match, keep=kept.append, launcher=APART))[0]
    place.table.begin()
    acts = 0
    while not place.over:
        if place.let_others_act():
            acts += 1
            if acts in (1, 2, 5, 8):
                # The newest program, whether it has a question or not.
                os.kill(started[-1].number, signal.SIGKILL)
        else:
            place.table.wait()
    place.table.close()
    assert record_of(match, tuple(kept)) == record(match, BotLauncher())
    assert given(kept) == []
    assert len(started) > len(match.sitters)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_one_that_is_killed_while_people_think_is_started_again_at_once(started):
    place = places_here(
        Table(GAMES["damn"], header("damn", 3, theirs=(), deals=2), launcher=APART)
    )[0]
    said = Event()
    place.wake_by(said.set)
    for program in started:
        os.kill(program.number, signal.SIGKILL)
    while len(started) < 6:
        said.wait()
        said.clear()
        place.attend()
    place.table.play_out()
    place.table.close()
    assert len(started) == 6


def test_what_was_said_before_anybody_listened_wakes_too():
    place = places_here(
        Table(GAMES["damn"], header("damn", 3, theirs=(), deals=2), launcher=APART)
    )[0]
    said, later = Semaphore(0), Event()
    place.wake_by(said.release)
    for _ in range(3):
        said.acquire()  # All three programs are ready.
    place.table.begin()
    said.acquire()  # The first program has decided.
    place.wake_by(later.set)
    assert later.is_set()
    place.table.close()


# Write past the buffer, whose lock a thread might hold as the interpreter ends.
HOLDING = """
import os
import sys
from app.seats.foreign import header
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES

place = Table(GAMES["damn"], header("damn", 3, theirs=()), launcher=BotLauncher(apart=True))
place.wake_by(lambda: os.write(1, b"ready\\n"))
sys.stdin.read()
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("end_action", ["kill", "terminate", "leave"])
def test_they_end_with_a_table_that_is_killed(end_action):
    paths = [str(Path(__file__).parents[2]), own_environment()["PYTHONPATH"]]
    table = subprocess.Popen(
        [sys.executable, "-c", HOLDING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    )
    with table:
        for _ in range(3):
            assert table.stdout.readline() == b"ready\n"
        if end_action == "leave":
            table.stdin.close()  # The process exits without having closed the table.
        else:
            getattr(table, end_action)()
        # The programs hold the other end of this pipe: it closes when the last of them has ended.
        assert table.stderr.read() == b""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nobody_stands_between_a_table_and_what_ends_with_its_input(started):
    place = places_here(Table(GAMES["damn"], match_of("damn"), launcher=APART))[0]
    place.table.begin()
    for program in started:
        while not (line := Path(f"/proc/{program.number}/cmdline").read_bytes()):
            pass  # The process is forked but not yet executed.
        words = line.split(b"\0")
        assert b"bot" in words
        assert not any(word.endswith(b"process_guard.py") for word in words)
    place.table.close()
    finish(started)


@pytest.mark.long
@pytest.mark.parametrize("name", ["crashes", "closes", "garbage", "illegal", "unready"])
def test_one_that_always_fails_thinks_here(name, monkeypatch, started):
    def command(sitter, seed):
        return split_command(bad(name)) if sitter.name == "P1" else own_command(sitter, seed)

    monkeypatch.setattr(seat, "own_command", command)
    match = match_of("damn")
    assert record(match, APART) == record(match, BotLauncher())
    assert "LostProgramError: seat 1" in folders.log().read_text()
    assert len(started) == len(match.sitters) + 2


def test_one_that_hangs_is_started_again_and_then_thinks_here(monkeypatch, started):
    monkeypatch.setattr(seat, "own_command", lambda sitter, seed: split_command(bad("silent")))
    clock = [0.0]
    match = match_of("damn")
    kept = []
    launcher = BotLauncher(apart=True, clock=lambda: clock[0])
    place = places_here(Table(GAMES["damn"], match, keep=kept.append, launcher=launcher))[0]
    place.table.begin()
    while not place.over:
        if not place.let_others_act():
            assert 0 < place.patience <= LOOK_S
            clock[0] += OWN_S
    place.table.close()
    assert record_of(match, tuple(kept)) == record(match, BotLauncher())


def test_a_seat_given_back_ends_its_program(started):
    match = header("damn", 3, theirs=(), deals=2)
    place = places_here(Table(GAMES["damn"], match, launcher=APART))[0]
    place.table.begin()
    seat = place.game.turn(place.view)
    place.table._authority.give_seat(seat, "human", "back")
    assert not place.others_act
    started[seat].wait()
    place.table._authority.give_seat(seat, "bot", "left")
    assert place.others_act
    assert len(started) == 4
    place.table.close()


def test_programs_end_with_their_match(started):
    place = places_here(Table(GAMES["damn"], match_of("damn"), launcher=APART))[0]
    place.table.play_out()
    finish(started)
    place.table.close()


class TestOwnCommand:
    def test_it_names_everything_that_counts(self):
        words = own_command(Player("A", "bot", "easy", "bold"), "5eed")
        assert words[0] == sys.executable
        assert " ".join(words[-7:]) == "bot --level easy --seed 5eed --temperament bold"

    @pytest.mark.parametrize("level", [None, "genius"])
    def test_an_unknown_level_is_the_usual_one(self, level):
        words = own_command(Player("A", "bot", level), "5eed")
        assert words[words.index("--level") + 1] == "medium"
        assert "medium" in LEVELS

    @pytest.mark.parametrize("has_console_program", [True, False])
    def test_in_a_bundle_the_console_program_is_taken(
        self, has_console_program, monkeypatch, tmp_path
    ):
        window = tmp_path / "greenbaize.exe"
        if has_console_program:
            (tmp_path / "greenbaize-cli.exe").touch()
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(sys, "executable", str(window))
        name = "greenbaize-cli.exe" if has_console_program else "greenbaize.exe"
        assert own_command(Player("A", "bot", "easy"), "1")[:2] == [str(tmp_path / name), "bot"]

    def test_the_package_is_found_wherever_it_was_imported_from(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", "/elsewhere")
        found = own_environment()["PYTHONPATH"].split(os.pathsep)
        assert (Path(found[0]) / "greenbaize" / "__init__.py").is_file()
        assert found[1:] == ["/elsewhere"]
        monkeypatch.delenv("PYTHONPATH")
        assert own_environment()["PYTHONPATH"] == found[0]
