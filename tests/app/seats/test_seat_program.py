"""Tests of a built-in bot that speaks the seat protocol."""

import json

import pytest

from greenbaize.app.seats.seat_program import BotSeat, SeatProgram, read_weighed
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.errors import GameError
from match.playing import SETUPS, Setup, play_randomly

WEIGH = b'{"type": "ask", "weigh": true}\n'
ASK = b'{"type": "ask", "seat": 0, "legal": [], "think_ms": 500}\n'
ASK_DOUBT = ASK.replace(b"}", b', "doubt": true}')


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
            # As another host may write it, with other spaces and line ends.
            spaced = json.dumps(json.loads(line), indent=None, separators=(" ,", ":"))
            assert there.hear(f"{spaced}\r\n".encode()) == b""
            if state.turn == 1:
                asked += 1
                assert there.hear(ASK) == line_bytes(command_codec(game).write(here.decide()))
        assert asked > 2
        assert there.over
        assert codec.read(json.loads(line)) == played.events[-1]


def test_only_one_that_thinks_ahead_says_how_hard_it_was_and_only_where_it_is_asked():
    played = play_randomly(SETUPS[0], 1)
    first = next(number for number, (_, state) in enumerate(played.moments, 1) if state.turn == 0)
    for level, says in (("medium", True), ("easy", False)):
        player = SeatProgram(LEVELS[level](), "17")
        for line in told(played, count=first):
            player.hear(line)
        plain, asked = (json.loads(player.hear(ask)) for ask in (ASK, ASK_DOUBT))
        assert ("doubt" in asked) == says
        assert 0 <= asked.pop("doubt", 0) <= 1
        assert asked == plain


def told(match, seat=0, count=2):
    """Return the header and the first events of a match as a seat may know them."""
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
    with pytest.raises(GameError, match=code):
        program.hear(lines[-1])


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
    # A weigh question is no event: the next answer is the same.
    assert read_weighed(program.hear(WEIGH), command_codec(game)) == choices


def test_levels_that_do_not_search_weigh_nothing():
    program = SeatProgram(LEVELS["easy"](), "1")
    for line in told(PLAYED, PLAYED.moments[1][1].turn):
        program.hear(line)
    with pytest.raises(GameError, match="seat-weighs-not"):
        program.hear(WEIGH)


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


OWN = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]
LOT = {"type": "lot", "dealer": 2}


def header(game, seats, **options):
    line = Setup(game, seats, options).header("5" * 32).line()
    return {key: value for key, value in line.items() if key != "seed"} | {"you": 0}


def damn_deal(hands, cards, **more):
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "cards": cards, "hands": hands}
    return line | {"turned": "2S", "trump": "S"} | more


def beat_deal(hands, **more):
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands}
    return line | {"contract": "all", "sign": -1} | more


def rank_deal(hands, stock):
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands}
    return line | {"stock": stock, "pile": "6C"}


HEARTS = [f"{rank}H" for rank in "23456789TJQKA"]
FALSE = {
    "too many cards": ("damn", [LOT, damn_deal([OWN + HEARTS, 26, 26], 26)]),
    "more than are announced": ("damn", [LOT, damn_deal([OWN, 13, 13], 5)]),
    "others too many": ("damn", [LOT, damn_deal([OWN[:5], 40, 5], 5)]),
    "one card twice": ("damn", [LOT, damn_deal([["2C"] * 5, 5, 5], 5)]),
    "a deal there is not": ("damn", [LOT, damn_deal([OWN[:5], 5, 5], 5, deal=1_000_000_000)]),
    "a trick of no cards": (
        "damn",
        [LOT, damn_deal([OWN[:5], 5, 5], 5), {"type": "trick", "seat": 0}],
    ),
    "others too few": ("damn", [LOT, damn_deal([OWN[:3], 0, 1], 3)]),
    "a trick more than cards": (
        "damn",
        [
            LOT,
            damn_deal([["6H", "8H", "TH", "QH"], 4, 4], 2) | {"leader": 1},
            *[
                {"type": "bid", "seat": seat, "tricks": bid}
                for seat, bid in ((1, 0), (2, 1), (0, 1))
            ],
            *[{"type": "play", "seat": s, "card": c} for s, c in ((1, "3H"), (2, "4H"), (0, "6H"))],
            {"type": "trick", "seat": 0},
            *[{"type": "play", "seat": s, "card": c} for s, c in ((0, "8H"), (1, "7H"), (2, "9H"))],
            {"type": "trick", "seat": 2},
            {"type": "play", "seat": 2, "card": "7C"},
        ],
    ),
    "unequal hands": ("master", [LOT, beat_deal([["6C", "7C", "8C"], 9, 9])]),
    "cards of another pack": ("master", [LOT, beat_deal([OWN[:12], 12, 12])]),
    "nobody else has a card": ("rank", [LOT, rank_deal([["7C", "8C"], 0, 0], 3)]),
    "twenty kings": ("rank", [LOT, rank_deal([["KC"] * 20, 5, 5], 3)]),
}


RULED_OUT = [
    LOT,
    beat_deal([["6D", *[f"{rank}C" for rank in "6789TJQKA"], "6H", "8H"], 12, 12]),
    *[{"type": "play", "seat": s, "card": c} for s, c in ((0, "6D"), (1, "JS"), (2, "8D"))],
    {"type": "trick", "seat": 2},
    *[{"type": "play", "seat": s, "card": c} for s, c in ((2, "9D"), (0, "6C"), (1, "7D"))],
    {"type": "trick", "seat": 2},
    {"type": "play", "seat": 2, "card": "KD"},
]
"""Seat 1 plays a card of the suit that it did not follow; only a bot that samples hands notices."""


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize(("game", "events"), FALSE.values(), ids=FALSE)
def test_a_false_table_is_answered_with_a_line(level, game, events):
    check_is_refused(level, game, events)


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_card_ruled_out_by_an_earlier_one_is_answered_with_a_line(level):
    check_is_refused(level, "master", RULED_OUT)


def check_is_refused(level, game, told):
    options = {"trumps": "none"} if game == "master" else {}
    program = SeatProgram(LEVELS[level](), "seed")
    program.hear(line_bytes(header(game, 3, **options)))
    for line in told:
        program.hear(line_bytes(line))
    with pytest.raises(GameError, match="told-impossible"):
        program.hear(line_bytes({"type": "ask"}))


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_match_is_believed(name):
    game = GAMES[name]
    for seats in (min(game.seats), max(game.seats)):
        played = play_randomly(Setup(name, seats, {}), 5)
        for _, state in played.moments:
            assert game.turn(state) is None or game.believable(state)


def test_every_moment_at_a_table_with_manners_is_believed():
    game = GAMES["damn"]
    for number in range(5):
        played = play_randomly(Setup("damn", 4, {"enforcement": "table", "deals": 5}), number)
        for _, state in played.moments:
            assert game.turn(state) is None or game.believable(state)
