"""Tests of foreign programs at the table: the example plays all games, bad bots lose seats."""

import json
import os
import shlex
import sys
from threading import Event

import pytest

from app.seats.foreign import TINY, bad, finish, given, header, launcher, played, python
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.programs import pass_on
from greenbaize.app.seats.seat import LOSSES
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes, read_record
from greenbaize.match.telling import Teller
from greenbaize.rules.events import CardPlayed, SeatGiven
from match.playing import SETUPS, record_of

pytestmark = pytest.mark.usefixtures("started")

SPY = """
import json, sys
print('{"type": "ready"}', flush=True)
with open(sys.argv[1], "wb") as kept:
    for line in sys.stdin.buffer:
        kept.write(line)
        kept.flush()
        if b'"ask"' in line[:20]:
            print(json.dumps(json.loads(line)["legal"][-1]), flush=True)
"""


def of(match, command, past=(), *, apart=False):
    """Return all events of a match with a foreign program, continuing ``first_events``."""
    return played(launcher(command, apart=apart), match, past)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_example_plays_whole_matches_of_every_game(name, capfd, started):
    setup = next(setup for setup in SETUPS if setup.name == name)
    match = header(name, setup.seats, theirs=(0, setup.seats - 1), **setup.given)
    kept = of(match, python(TINY))
    assert GAMES[name].over(read_record(record_of(match, tuple(kept)), GAMES).state)
    assert given(kept) == []
    finish(started)
    told = capfd.readouterr().err.splitlines()
    places = kept[-1].places
    assert f"I sit at seat 0 in a game of {name}" in told
    assert f"I came in at place {places[0]}" in told


def test_the_example_takes_the_last_choice():
    match = header("damn", 3, deals=3, zero_bids=True)
    kept = of(match, python(TINY))
    bids = [event.tricks for event in kept if isinstance(event, BidMade) and event.seat == 1]
    assert bids == [1, 2, 3]


BAD = {
    "illegal": {"illegal"},
    "foreign_seat": {"illegal"},
    "talkative": {"illegal"},
    "unready": {"garbage"},
    "dies": {"died"},
    "crashes": {"died"},
    "closes": {"died"},
    "garbage": {"garbage"},
    "number": {"garbage"},
    "deep": {"garbage"},
    # It depends on which of the lines is read first.
    "twice": {"unasked", "illegal"},
    "endless_line": {"flooded"},
    "endless_lines": {"unasked", "flooded", "illegal"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
def test_one_that_goes_wrong_loses_its_seat_and_the_match_goes_on(name):
    match = header("damn", 3, deals=2)
    kept = of(match, bad(name))
    (lost,) = given(kept)
    assert (lost.seat, lost.kind) == (1, "bot")
    assert lost.why in BAD[name]
    assert read_record(record_of(match, tuple(kept)), GAMES).events == tuple(kept)
    assert kept[-1].type == "end"


SLOW = ["silent", "deaf", "never_ready"] + (["child"] if hasattr(os, "fork") else [])


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_one_that_is_silent_loses_its_seat_when_its_time_is_over(name):
    match = header("damn", 3, deals=2)
    kept = []
    house = launcher(bad(name))
    place = places_here(Table(GAMES["damn"], match, (), kept.append, house))[0]
    place.table.begin()
    while not place.over:
        if not place.let_others_act():
            assert 0 < place.patience <= 20
            house.clock.now += place.patience
    place.table.close()
    assert given(kept) == [SeatGiven(1, "bot", "silent")]


@pytest.mark.parametrize("command", ["", "'", "/there/is/no/such/program", __file__])
def test_one_that_cannot_be_started_loses_its_seat(command):
    kept = of(header("damn", 3, deals=2), command)
    assert given(kept) == [SeatGiven(1, "bot", "missing")]


def test_one_that_nobody_knows_loses_its_seat():
    assert [event.why for event in given(played(BotLauncher()))] == ["missing"]


def test_every_reason_has_been_seen():
    assert {*LOSSES} == {"silent", "missing", "sandbox"}.union(*BAD.values())


def test_a_lost_seat_stays_lost_when_the_match_is_resumed(started):
    match = header("damn", 3, deals=3)
    whole = of(match, bad("dies"))
    lost = next(at for at, event in enumerate(whole) if isinstance(event, SeatGiven))
    count = len(started)
    for cut in range(lost + 1, len(whole), 5):
        assert of(match, bad("fine"), whole[:cut]) == whole
    assert len(started) == count


@pytest.mark.slow
def test_a_match_goes_on_the_same_from_every_event_before():
    match = header("damn", 3, deals=2)
    whole = of(match, python(TINY))
    for cut in range(0, len(whole), 4):
        assert of(match, python(TINY), whole[:cut]) == whole


@pytest.mark.slow
@pytest.mark.parametrize("in_own_process", [False, True])
def test_whoever_takes_over_plays_the_same_here_and_apart(in_own_process, started):
    match = header("damn", 3, deals=2)
    kept = of(match, bad("illegal"), apart=in_own_process)
    assert kept == of(match, bad("illegal"))
    assert len(started) == (3 + 1 + 1 if in_own_process else 1 + 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("damn", 3), ("blackout", 2), ("ass", 2)])
def test_a_program_is_sent_what_its_seat_is_told_and_nothing_else(name, seats, tmp_path, started):
    options = {"refill": True, "deal_limit": 3} if name == "ass" else {}
    match = header(name, seats, **options)
    spy, log = tmp_path / "spy.py", tmp_path / "log"
    spy.write_text(SPY)
    kept = of(match, python(spy, log))
    finish(started)
    game, codec = GAMES[name], event_codec(GAMES[name])
    teller = Teller(game, seats, match.options, 1)
    expected = [line_bytes(match.told(1).line())]
    state = game.start(seats, match.options)
    for event in kept:
        state = game.fold(state, event)
        expected.append(line_bytes(codec.write(teller.hear(event, state))))
    sent = log.read_bytes().splitlines(keepends=True)
    assert [line for line in sent if not line.startswith(b'{"type": "ask"')] == expected
    assert b"seed" not in expected[0]
    questions = [json.loads(line) for line in sent if line.startswith(b'{"type": "ask"')]
    mine = [event for event in kept if event.type in ("bid", "play", "stake", "trump")]
    mine = iter([codec.write(event) for event in mine if event.seat == 1])
    # In order. The blind deal of Blackout is played without questions.
    assert all(question["legal"][-1] in mine for question in questions)
    assert len(questions) > 3
    assert {question["think_ms"] for question in questions} == {500}
    assert {question["seat"] for question in questions} == {1}


def test_one_that_has_its_input_closed_may_still_finish(tmp_path, started):
    """A program has one second to finish after its input closes."""
    note = tmp_path / "note"
    text = (
        'import json, sys\nprint(\'{"type": "ready"}\', flush=True)\n'
        f"for line in sys.stdin: pass\nopen({str(note)!r}, 'w').write('done')"
    )
    place = places_here(
        Table(GAMES["damn"], header("damn", 3, deals=2), launcher=launcher(python("-c", text)))
    )[0]
    ready = Event()
    place.wake_by(ready.set)
    ready.wait()
    place.table.close()
    place.table.close()
    finish(started)
    assert note.read_text() == "done"


def test_a_name_and_no_path_is_written_down():
    match = header("damn", 3, deals=2)
    first = json.loads(record_of(match, ()).splitlines()[0])
    assert first["seats"][1] == {"name": "P1", "kind": "bot", "program": "theirs"}
    assert str(shlex.quote(sys.executable)) not in json.dumps(first)


def test_a_program_with_much_to_read_is_not_waited_for():
    """Send more than a pipe holds to a program that reads nothing."""
    match = header("master", 3, theirs=(2,))
    past = of(header("master", 3, theirs=()), "")
    cut = [at for at, event in enumerate(past) if isinstance(event, CardPlayed)][-1]
    house = launcher(bad("deaf"))
    place = places_here(Table(GAMES["master"], match, tuple(past[:cut]), launcher=house))[0]
    place.table.begin()
    while not place.over:
        if not place.let_others_act():
            house.clock.now += 100
    place.table.close()


def passed_on(said, capfd):
    reading, writing = os.pipe()
    os.write(writing, said)
    os.close(writing)
    pass_on(open(reading, "rb", buffering=0))  # noqa: PTH123, SIM115  (pass_on closes it)
    return capfd.readouterr().err


def test_lines_may_end_as_windows_ends_them(capfd):
    assert passed_on(b"one\r\ntwo\n\r\nlast\r", capfd) == "one\ntwo\n\nlast\n"


def test_nothing_steers_the_terminal(capfd):
    assert (
        passed_on(b"a\x1b[2Jb\rc\n", capfd)
        == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}c\n"
    )
