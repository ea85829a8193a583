"""A built-in player behind the lines of the seat protocol."""

import json

import pytest

from greenbaize.app.seats.seat_program import BotSeat, SeatProgram, read_weighed
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.errors import GameError
from match.playing import SETUPS, play_randomly

WEIGH = b'{"type": "ask", "weigh": true}\n'
ASK = b'{"type": "ask", "seat": 0, "legal": [], "think_ms": 500}\n'


def test_it_chooses_what_a_seat_here_would_choose():
    for setup in SETUPS[::7]:
        played = play_randomly(setup, 5, seat_changes=0.1)
        game, codec = setup.game, event_codec(setup.game)
        teller = Teller(game, setup.seats, played.header.options, 1)
        here = BotSeat(game, teller, LEVELS["random"](), "17")
        there = SeatProgram(LEVELS["random"](), "17")
        assert there.hear(line_bytes(played.header.told(1).line())) == b""
        asked = 0
        for event, state in played.moments:
            line = here.take(game.tell(event, state, 1))
            # As another table may write it, with other spaces and line ends.
            spaced = json.dumps(json.loads(line), indent=None, separators=(" ,", ":"))
            assert there.hear(f"{spaced}\r\n".encode()) == b""
            if state.turn == 1:
                asked += 1
                assert there.hear(ASK) == line_bytes(command_codec(game).write(here.decide()))
        assert asked > 2
        assert there.over
        assert codec.read(json.loads(line)) == played.events[-1]


def told(match, seat=0, count=2):
    """The header and the first events of a match as a seat is told them."""
    game, codec = GAMES[match.header.game], event_codec(GAMES[match.header.game])
    lines = [line_bytes(match.header.told(seat).line())]
    for event, state in match.moments[:count]:
        lines.append(line_bytes(codec.write(game.tell(event, state, seat))))
    return lines


PLAYED = play_randomly(SETUPS[0], 1)
OTHER = 1 - PLAYED.moments[1][1].turn if PLAYED.moments[1][1].turn < 2 else 0


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([b"\xff\n"], "line-damaged"),
        ([b"7\n"], "line-damaged"),
        ([repr(PLAYED.header.told(0).line()).encode()], "line-damaged"),
        ([json.dumps(PLAYED.header.told(0).line()).encode("utf-16")], "line-damaged"),
        ([json.dumps(PLAYED.header.told(0).line()).encode("utf-16-le")], "line-damaged"),
        ([b"[" * 100_000], "line-damaged"),
        ([b" " * 2_000_000 + b"{}"], "line-damaged"),
        ([b"{}\n"], "header-format"),
        ([ASK], "header-format"),
        ([line_bytes(PLAYED.header.line())], "header-field"),
        ([line_bytes(PLAYED.header.told(0).line() | {"version": 2})], "header-version"),
        ([line_bytes(PLAYED.header.told(0).line() | {"game": "no-such-game"})], "header-game"),
        ([*told(PLAYED), b'{"type": "earthquake"}'], "line-unknown-type"),
        ([*told(PLAYED), b'{"type": "bid", "seat": 0}'], "line-missing"),
        ([*told(PLAYED, count=0), ASK], "seat-not-asked"),
        ([*told(PLAYED, OTHER), ASK], "seat-not-asked"),
        ([*told(PLAYED), b'{"type": "play", "seat": 0, "card": "XB"}'], "seat-line-stray"),
    ],
)
def test_lines_that_no_table_sends_are_refused(lines, code):
    program = SeatProgram(LEVELS["easy"](), "1")
    for line in lines[:-1]:
        program.hear(line)
    with pytest.raises(GameError) as refused:
        program.hear(lines[-1])
    assert refused.value.message.code == code


def test_what_is_weighed_comes_back_as_it_was_weighed():
    turn = PLAYED.moments[1][1].turn
    program = SeatProgram(LEVELS["medium"](), "1")
    for line in told(PLAYED, turn):
        program.hear(line)
    game, state = GAMES[PLAYED.header.game], PLAYED.moments[1][1]
    teller = Teller(game, len(PLAYED.header.sitters), PLAYED.header.options, turn)
    here = BotSeat(game, teller, LEVELS["medium"](), "1")
    for event, after in PLAYED.moments[:2]:
        here.hear(event, after)
    choices = read_weighed(program.hear(WEIGH), command_codec(game))
    assert [one.command for one in choices] == [one.command for one in here.weigh()]
    assert {one.command for one in choices} == set(game.legal(state, turn))
    for there, one in zip(choices, here.weigh(), strict=True):
        assert abs(there.expected - one.expected) + abs(there.error - one.error) < 1e-3
    # Weighing is no event: asked again, it says the same.
    assert read_weighed(program.hear(WEIGH), command_codec(game)) == choices


def test_levels_that_do_not_search_weigh_nothing():
    program = SeatProgram(LEVELS["easy"](), "1")
    for line in told(PLAYED, PLAYED.moments[1][1].turn):
        program.hear(line)
    with pytest.raises(GameError) as refused:
        program.hear(WEIGH)
    assert refused.value.message.code == "seat-weighs-not"


@pytest.mark.parametrize(
    "raw",
    [
        b"7",
        b'{"type": "weighed"}',
        b'{"type": "weighed", "choices": []}',
        b'{"type": "weighed", "choices": 3}',
        b'{"type": "weighed", "choices": [{"command": {"type": "bid", "seat": 0, "tricks": 1},'
        b' "expected": "1", "error": 1}]}',
        b'{"type": "weighed", "choices": [{"command": {"type": "bid", "seat": 0, "tricks": 1},'
        b' "expected": NaN, "error": 1}]}',
        b'{"type": "weighed", "choices": [{"expected": 1, "error": 1}]}',
        b'{"type": "weighed", "choices": [{"command": {"type": "x"}, "expected": 1, "error": 1}]}',
        b'{"type": "bid", "seat": 0, "tricks": 1}',
        b'{"type": "weigh", "choices": [{"command": {"type": "bid", "seat": 0, "tricks": 1},'
        b' "expected": 1, "error": 1}]}',
    ],
)
def test_what_is_no_such_answer_is_refused(raw):
    with pytest.raises(GameError):
        read_weighed(raw, command_codec(GAMES["damn"]))
