"""Tests of a built-in bot that speaks the seat protocol."""

import json

import pytest

from app.seats.changed_conversations import find_error
from greenbaize.app.seats.seat_program import (
    BotSeat,
    SeatProgram,
    decode_thoughts,
    decode_weighed_choices,
)
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from match.random_matches import SETUPS, GameSetup, play_randomly

WEIGH_LINE = b'{"type": "ask", "weigh": true}\n'
WHY_LINE = b'{"type": "ask", "why": true}\n'

ASK_LINE = b'{"type": "ask", "seat": 0, "legal": [], "think_ms": 500}\n'

ASK_DOUBT_LINE = ASK_LINE.replace(b"}", b', "doubt": true}')


def test_a_program_chooses_what_a_seat_in_this_process_would_choose():
    for setup in SETUPS[::7]:
        played_match = play_randomly(setup, 5, seat_changes=0.1)
        game, codec = setup.game, event_codec(setup.game)
        view_tracker = ViewTracker(game, setup.seats, played_match.header.options, 1)
        bot_seat = BotSeat(game, view_tracker, BOT_FACTORIES["random"](), "17")
        program = SeatProgram(BOT_FACTORIES["random"](), "17")
        assert program.answer_line(encode_line(played_match.header.redact_for(1).to_line())) == b""
        question_count = 0
        for event, state in played_match.moments:
            line = bot_seat.apply_event(game.tell(event, state, 1))
            # As another host may write it, with other spaces and line ends.
            spaced = json.dumps(json.loads(line), indent=None, separators=(" ,", ":"))
            assert program.answer_line(f"{spaced}\r\n".encode()) == b""
            if state.turn == 1:
                question_count += 1
                assert program.answer_line(ASK_LINE) == encode_line(
                    command_codec(game).encode_line(bot_seat.choose_command())
                )
        assert question_count > 2
        assert program.is_over
        assert codec.decode_line(json.loads(line)) == played_match.events[-1]


def test_only_a_searching_bot_reports_its_doubt_and_only_on_request():
    played_match = play_randomly(SETUPS[0], 1)
    first = next(
        number for number, (_, state) in enumerate(played_match.moments, 1) if state.turn == 0
    )
    for level, reports_doubt in (("medium", True), ("easy", False)):
        program = SeatProgram(BOT_FACTORIES[level](), "17")
        for line in make_view_lines(played_match, count=first):
            program.answer_line(line)
        plain_answer, answer_with_doubt = (
            json.loads(program.answer_line(question_line))
            for question_line in (ASK_LINE, ASK_DOUBT_LINE)
        )
        assert ("doubt" in answer_with_doubt) == reports_doubt
        assert 0 <= answer_with_doubt.pop("doubt", 0) <= 1
        assert answer_with_doubt == plain_answer


def make_view_lines(match, seat=0, count=2):
    """Return the header and the first events of a match as a seat may know them."""
    game, codec = GAMES[match.header.game], event_codec(GAMES[match.header.game])
    lines = [encode_line(match.header.redact_for(seat).to_line())]
    for event, state in match.moments[:count]:
        lines.append(encode_line(codec.encode_line(game.tell(event, state, seat))))
    return lines


PLAYED_MATCH = play_randomly(SETUPS[0], 1)

SEAT_NOT_ON_TURN = 1 - PLAYED_MATCH.moments[1][1].turn if PLAYED_MATCH.moments[1][1].turn < 2 else 0


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([b"\xff\n"], "line-damaged"),
        ([b"7\n"], "line-damaged"),
        ([repr(PLAYED_MATCH.header.redact_for(0).to_line()).encode()], "line-damaged"),
        (
            [json.dumps(PLAYED_MATCH.header.redact_for(0).to_line()).encode("utf-16")],
            "line-damaged",
        ),
        (
            [json.dumps(PLAYED_MATCH.header.redact_for(0).to_line()).encode("utf-16-le")],
            "line-damaged",
        ),
        ([b"[" * 100_000], "line-damaged"),
        ([b" " * 2_000_000 + b"{}"], "line-damaged"),
        ([b"{}\n"], "header-format"),
        ([ASK_LINE], "header-format"),
        ([encode_line(PLAYED_MATCH.header.to_line())], "header-field"),
        (
            [encode_line(PLAYED_MATCH.header.redact_for(0).to_line() | {"version": 2})],
            "header-version",
        ),
        (
            [encode_line(PLAYED_MATCH.header.redact_for(0).to_line() | {"game": "no-such-game"})],
            "header-game",
        ),
        ([*make_view_lines(PLAYED_MATCH), b'{"type": "earthquake"}'], "line-unknown-type"),
        ([*make_view_lines(PLAYED_MATCH), b'{"type": "bid", "seat": 0}'], "line-missing"),
        ([*make_view_lines(PLAYED_MATCH, count=0), ASK_LINE], "seat-not-asked"),
        ([*make_view_lines(PLAYED_MATCH, SEAT_NOT_ON_TURN), ASK_LINE], "seat-not-asked"),
        (
            [*make_view_lines(PLAYED_MATCH), b'{"type": "play", "seat": 0, "card": "XB"}'],
            "seat-line-stray",
        ),
    ],
)
def test_lines_that_no_table_sends_are_refused(lines, code):
    program = SeatProgram(BOT_FACTORIES["easy"](), "1")
    for line in lines[:-1]:
        program.answer_line(line)
    with pytest.raises(GameError, match=code):
        program.answer_line(lines[-1])


def test_weighed_choices_survive_encoding():
    seat = PLAYED_MATCH.moments[1][1].turn
    program = SeatProgram(BOT_FACTORIES["medium"](), "1")
    for line in make_view_lines(PLAYED_MATCH, seat):
        program.answer_line(line)
    game, state = GAMES[PLAYED_MATCH.header.game], PLAYED_MATCH.moments[1][1]
    view_tracker = ViewTracker(
        game, len(PLAYED_MATCH.header.players), PLAYED_MATCH.header.options, seat
    )
    bot_seat = BotSeat(game, view_tracker, BOT_FACTORIES["medium"](), "1")
    for event, state_after in PLAYED_MATCH.moments[:2]:
        bot_seat.redact_event(event, state_after)
    choices = decode_weighed_choices(program.answer_line(WEIGH_LINE), command_codec(game))
    assert [expected_choice.command for expected_choice in choices] == [
        expected_choice.command for expected_choice in bot_seat.weigh_choices()
    ]
    assert {expected_choice.command for expected_choice in choices} == set(game.legal(state, seat))
    for choice, expected_choice in zip(choices, bot_seat.weigh_choices(), strict=True):
        assert (
            abs(choice.expected_score - expected_choice.expected_score)
            + abs(choice.standard_error - expected_choice.standard_error)
            < 1e-3
        )
    # A weigh question is no event: the next answer is the same.
    assert decode_weighed_choices(program.answer_line(WEIGH_LINE), command_codec(game)) == choices


def test_the_why_of_a_decision_is_the_decision_and_its_figures():
    for level, is_weighed in (("medium", True), ("easy", False), ("random", False)):
        program = SeatProgram(BOT_FACTORIES[level](), "1")
        for line in make_view_lines(PLAYED_MATCH, PLAYED_MATCH.moments[1][1].turn):
            program.answer_line(line)
        codec = command_codec(GAMES[PLAYED_MATCH.header.game])
        decision = codec.decode_line(json.loads(program.answer_line(ASK_LINE)))
        thoughts = decode_thoughts(program.answer_line(WHY_LINE), codec)
        assert thoughts.command == decision
        assert bool(thoughts.choices) is is_weighed
        assert not is_weighed or decision in [choice.command for choice in thoughts.choices]
        # The question changes nothing.
        assert codec.decode_line(json.loads(program.answer_line(ASK_LINE))) == decision


@pytest.mark.parametrize(
    "raw",
    [
        b"7",
        b'{"type": "thoughts"}',
        b'{"type": "weighed", "command": {}, "choices": [], "tilt": 0}',
        b'{"type": "thoughts", "command": {"type": "x"}, "choices": [], "tilt": 0}',
        b'{"type": "thoughts", "command": {"type": "bid", "seat": 0, "tricks": 1},'
        b' "choices": [{}], "tilt": 0}',
    ],
)
def test_an_invalid_thoughts_answer_is_refused(raw):
    with pytest.raises(GameError):
        decode_thoughts(raw, command_codec(GAMES["damn"]))


def test_levels_without_search_refuse_to_weigh():
    program = SeatProgram(BOT_FACTORIES["easy"](), "1")
    for line in make_view_lines(PLAYED_MATCH, PLAYED_MATCH.moments[1][1].turn):
        program.answer_line(line)
    with pytest.raises(GameError, match="seat-weighs-not"):
        program.answer_line(WEIGH_LINE)


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
def test_an_invalid_weighed_answer_is_refused(raw):
    with pytest.raises(GameError):
        decode_weighed_choices(raw, command_codec(GAMES["damn"]))


CLUBS = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]

LOT_EVENT = {"type": "lot", "dealer": 2}


def make_header_fields(game, seats, **options):
    line = GameSetup(game, seats, options).create_header("5" * 32).to_line()
    return {key: value for key, value in line.items() if key != "seed"} | {"you": 0}


def make_damn_deal(hands, cards, **fields):
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "cards": cards, "hands": hands}
    return line | {"turned": "2S", "trump": "S"} | fields


def make_beat_deal(hands, **fields):
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands}
    return line | {"contract": "all", "sign": -1} | fields


def make_rank_deal(hands, stock):
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands}
    return line | {"stock": stock, "pile": "6C"}


HEARTS = [f"{rank}H" for rank in "23456789TJQKA"]

IMPOSSIBLE_MATCHES = {
    "too many cards": ("damn", [LOT_EVENT, make_damn_deal([CLUBS + HEARTS, 26, 26], 26)]),
    "more than are announced": ("damn", [LOT_EVENT, make_damn_deal([CLUBS, 13, 13], 5)]),
    "others too many": ("damn", [LOT_EVENT, make_damn_deal([CLUBS[:5], 40, 5], 5)]),
    "one card twice": ("damn", [LOT_EVENT, make_damn_deal([["2C"] * 5, 5, 5], 5)]),
    "a deal there is not": (
        "damn",
        [LOT_EVENT, make_damn_deal([CLUBS[:5], 5, 5], 5, deal=1_000_000_000)],
    ),
    "a trick of no cards": (
        "damn",
        [LOT_EVENT, make_damn_deal([CLUBS[:5], 5, 5], 5), {"type": "trick", "seat": 0}],
    ),
    "a hand too few": ("damn", [LOT_EVENT, make_damn_deal([CLUBS[:5], 5], 5)]),
    "own cards unknown": (
        "damn",
        [
            LOT_EVENT,
            make_damn_deal([5, 5, 5], 5),
            *[{"type": "bid", "seat": seat, "tricks": 1} for seat in (0, 1, 2)],
        ],
    ),
    "a score for two": (
        "damn",
        [
            LOT_EVENT,
            {"type": "score", "deal": 1, "points": [0, 0], "totals": [0, 0, 0], "bids": [0, 0, 0]}
            | {"tricks": [0, 0, 0]},
            make_damn_deal([CLUBS[:5], 5, 5], 5),
        ],
    ),
    "others too few": ("damn", [LOT_EVENT, make_damn_deal([CLUBS[:3], 0, 1], 3)]),
    "a trick more than cards": (
        "damn",
        [
            LOT_EVENT,
            make_damn_deal([["6H", "8H", "TH", "QH"], 4, 4], 2) | {"leader": 1},
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
    "unequal hands": ("master", [LOT_EVENT, make_beat_deal([["6C", "7C", "8C"], 9, 9])]),
    "cards of another pack": ("master", [LOT_EVENT, make_beat_deal([CLUBS[:9], 9, 9])]),
    "a stake twice and one never": (
        "ass",
        [
            LOT_EVENT,
            {"type": "deal", "deal": 1, "dealer": 2, "leader": 1, "hands": [CLUBS[5:9], 4, 4]}
            | {"stock": 24},
            *[{"type": "stake", "seat": seat, "go": False} for seat in (1, 2, 2)],
            *[{"type": "play", "seat": s, "card": c} for s, c in ((1, "6D"), (2, "7D"))],
        ],
    ),
    "nobody else has a card": ("rank", [LOT_EVENT, make_rank_deal([["7C", "8C"], 0, 0], 3)]),
    "a leader who is not there": (
        "damn",
        [
            LOT_EVENT,
            make_damn_deal([CLUBS[:5], 5, 5], 5) | {"leader": 7},
            {"type": "bid", "seat": 2, "tricks": 1},
        ],
    ),
    "a card before the bids": (
        "damn",
        [
            LOT_EVENT,
            make_damn_deal([CLUBS[:5], 5, 5], 5) | {"leader": 2},
            {"type": "play", "seat": 2, "card": "7H"},
        ],
    ),
    "a turn twice in a trick": (
        "damn",
        [
            LOT_EVENT,
            make_damn_deal([CLUBS[:5], 5, 5], 5),
            *[{"type": "bid", "seat": seat, "tricks": 1} for seat in (0, 1, 2)],
            {"type": "play", "seat": 0, "card": "2C"},
            {"type": "bid", "seat": 2, "tricks": 1},
        ],
    ),
    "own cards unknown before the bids": (
        "damn",
        [LOT_EVENT, make_damn_deal([5, 5, 5], 5)],
    ),
    "one alone has drawn": (
        "ass",
        [
            LOT_EVENT,
            {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": [CLUBS[5:9], 4, 4]}
            | {"stock": 24},
            *[{"type": "stake", "seat": seat, "go": False} for seat in (0, 1, 2)],
            {"type": "draw", "seat": 1, "cards": 1},
        ],
    ),
    "a deal of Rank there is not": (
        "rank",
        [LOT_EVENT, make_rank_deal([["7C", "8C", "9C", "TC", "JC"], 5, 5], 38) | {"deal": 10**30}],
    ),
    "twenty kings": ("rank", [LOT_EVENT, make_rank_deal([["KC"] * 20, 5, 5], 3)]),
}

MISFITS = {
    "too many cards": "hands",
    "more than are announced": "hands",
    "others too many": "hands",
    "one card twice": "cards",
    "a deal there is not": "deal",
    "a trick of no cards": "tricks",
    "a hand too few": "hands",
    "own cards unknown": "hands",
    "a score for two": "totals",
    "others too few": "hands",
    "a trick more than cards": "hands",
    "unequal hands": "hands",
    "a stake twice and one never": "bids",
    "cards of another pack": "cards",
    "nobody else has a card": "hands",
    "a leader who is not there": "tricks",
    "a card before the bids": "bids",
    "a turn twice in a trick": "tricks",
    "own cards unknown before the bids": "hands",
    "one alone has drawn": "hands",
    "a deal of Rank there is not": "deal",
    "twenty kings": "cards",
}
"""What does not fit in each impossible match, as the refusal says."""

CONTRADICTING_EVENTS = [
    LOT_EVENT,
    make_beat_deal([["6D", *[f"{rank}C" for rank in "6789TJQ"], "6H"], 9, 9]),
    *[{"type": "play", "seat": s, "card": c} for s, c in ((0, "6D"), (1, "JS"), (2, "8D"))],
    {"type": "trick", "seat": 2},
    *[{"type": "play", "seat": s, "card": c} for s, c in ((2, "9D"), (0, "6C"), (1, "7D"))],
    {"type": "trick", "seat": 2},
    {"type": "play", "seat": 2, "card": "KD"},
]
"""Seat 1 plays a card of the suit that it did not follow; only a bot that samples hands notices."""


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("match", IMPOSSIBLE_MATCHES)
def test_impossible_events_are_refused_with_what_does_not_fit(level, match):
    assert_events_refused(level, *IMPOSSIBLE_MATCHES[match], MISFITS[match])


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_card_ruled_out_by_an_earlier_one_is_refused(level):
    assert_events_refused(level, "master", CONTRADICTING_EVENTS, "suits")


def assert_events_refused(level, game, events, misfit):
    options = {"trumps": "none"} if game in ("master", "ass") else {}
    program = SeatProgram(BOT_FACTORIES[level](), "seed")
    program.answer_line(encode_line(make_header_fields(game, 3, **options)))
    for line in events:
        program.answer_line(encode_line(line))
    for question in ({"type": "ask"}, {"type": "ask", "weigh": True}):
        if level == "easy" and "weigh" in question:
            continue  # it never weighs
        with pytest.raises(GameError) as caught:
            program.answer_line(encode_line(question))
        assert caught.value.message == Message("told-impossible", {"misfit": misfit})


@pytest.mark.parametrize("level", BOT_FACTORIES)
def test_changed_conversations_raise_nothing_internal(level):
    assert [error for seed in range(40) if (error := find_error(level, seed))] == []


@pytest.mark.long
@pytest.mark.parametrize("level", BOT_FACTORIES)
def test_thousands_of_changed_conversations_raise_nothing_internal(level):
    assert [error for seed in range(3_000) if (error := find_error(level, seed))] == []


@pytest.mark.parametrize("method_name", ["choose_command", "weigh_choices"])
def test_an_error_of_a_player_refuses_the_question(method_name, monkeypatch):
    def fail(_):
        raise ZeroDivisionError

    monkeypatch.setattr(BotSeat, method_name, fail)
    program = SeatProgram(BOT_FACTORIES["medium"](), "1")
    for line in make_view_lines(PLAYED_MATCH, PLAYED_MATCH.moments[1][1].turn):
        program.answer_line(line)
    with pytest.raises(GameError, match="seat-line-stray"):
        program.answer_line(WEIGH_LINE if method_name == "weigh_choices" else ASK_LINE)
