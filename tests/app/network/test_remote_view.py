"""Tests of a view fed by a host's lines: questions, refusals and invalid lines."""

import json
import re
from random import Random

import pytest
from msgspec import Raw

from app.network.random_players import make_match_setup
from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.network.session import MatchStart, Session
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan.wire import (
    CaughtUpMessage,
    ChairState,
    DamagedMessageError,
    EventMessage,
    LobbyMessage,
)
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from match.random_matches import EACH_SETUP, SETUPS, play_randomly

NOT_CONNECTED = Message("table-not-connected")
DAMAGED_CODE = "table-away-host-damaged"


def make_table(seat_kinds="hhb", **options):
    players = tuple(
        HeaderPlayer(f"P{seat}", "human" if kind == "h" else "bot")
        for seat, kind in enumerate(seat_kinds)
    )
    settings = resolve_options(GAMES["damn"].options, len(seat_kinds), {"deals": 2, **options})
    return Table(GAMES["damn"], RecordHeader("damn", players, settings, seed_from_text("remote")))


class FakeMessageSender:
    """Message sender that connects a view with a table in this process."""

    def __init__(self, table: Table, seat=0):
        self.is_connected = self.has_hints = True
        self.sent_commands = []
        self.errors = []
        self.table, self.read_size = table, 0
        self.seat = seat

    def process_pending(self):
        lines = bytes(self.table.table_seats[self.seat].view_lines)
        new_lines, self.read_size = lines[self.read_size :], len(lines)
        for line in new_lines.splitlines():
            if line.startswith(b'{"format"'):
                continue
            self.player_view.apply_event_line(line)

    def submit_command(self, match_number, line_count, command, on_result):
        self.sent_commands.append((match_number, line_count, command, on_result))

    def abort_session(self, error):
        self.errors.append(error)

    def set_wake_callback(self, on_wake, owner):
        pass


def start_remote_view(table, seat=0):
    sender = FakeMessageSender(table, seat)
    header = encode_line(table.header.redact_for(seat).to_line())
    sender.player_view = player_view = RemotePlayerView(header, sender, 3, is_seated=True)
    table.start_match()
    player_view.process_pending()
    return sender, player_view


def play_until_asked(player_view):
    """Let the others act until this view has a question."""
    table = player_view._sender.table
    while player_view.question is None and not player_view.is_over:
        if table.awaited_bot_seat is not None:
            table.play_bot_turn()
        else:
            seat = table.game.turn(table.spectator_view)
            table.submit(table.game.legal(table.table_seats[seat].view, seat)[0])
        player_view.process_pending()
    return player_view.question


def test_events_are_shown_one_by_one_each_with_its_view():
    match_table = make_table("hbb")
    sender = FakeMessageSender(match_table)
    sender.player_view = player_view = RemotePlayerView(
        encode_line(match_table.header.redact_for(0).to_line()), sender, 1, is_seated=True
    )
    events_and_turns = []
    player_view.add_listener(
        lambda event: events_and_turns.append((event.type, player_view.game.turn(player_view.view)))
    )
    match_table.start_match()
    assert player_view.let_others_act()
    assert not player_view.let_others_act()
    assert [event_type for event_type, _ in events_and_turns[:2]] == ["lot", "deal"]
    assert events_and_turns[0][1] is None
    assert bytes(player_view.view_lines) == bytes(match_table.table_seats[0].view_lines)


def test_a_command_is_pending_until_its_result():
    sender, player_view = start_remote_view(make_table())
    question, results = play_until_asked(player_view), []
    command = player_view.game.legal(player_view.view, 0)[0]
    player_view.submit(command, results.append)
    ((match_number, line_count, line, on_result),) = sender.sent_commands
    assert (match_number, line_count) == (3, bytes(player_view.view_lines).count(b"\n"))
    assert line["type"] == command.type
    assert (player_view.question, player_view.waits_for_others, results) == (None, True, [])
    on_result("lost", "")
    assert results == [NOT_CONNECTED]
    assert player_view.question == question
    assert not player_view.waits_for_others


@pytest.mark.parametrize(
    ("result", "expected_message"),
    [
        ("done", None),
        ("stale", None),
        ("lost", NOT_CONNECTED),
        ("refused", Message("seat-answer-refused", {"rule": "Damn, § 4"})),
    ],
)
def test_each_command_result_has_its_message(result, expected_message):
    sender, player_view = start_remote_view(make_table())
    play_until_asked(player_view)
    results = []
    player_view.submit(player_view.game.legal(player_view.view, 0)[0], results.append)
    sender.sent_commands[0][3](result, "damn.md 4")
    assert results == [expected_message]


def test_illegal_commands_and_commands_without_a_connection_are_not_sent():
    sender, player_view = start_remote_view(make_table())
    results = []
    play_until_asked(player_view)
    card = next(iter(player_view.game.picture(player_view.view).hands[0].cards))
    player_view.submit(PlayCommand(0, card), results.append)
    assert sender.sent_commands == []
    assert (
        results[0] == player_view.game.explain(player_view.view, PlayCommand(0, card)).sentences[0]
    )
    question = play_until_asked(player_view)
    sender.is_connected = False
    results = []
    player_view.submit(player_view.game.legal(player_view.view, 0)[0], results.append)
    assert (results, sender.sent_commands, player_view.question) == ([NOT_CONNECTED], [], question)


def test_a_seat_replaced_by_a_bot_is_asked_nothing():
    match_table = make_table()
    _, player_view = start_remote_view(match_table)
    play_until_asked(player_view)
    command = player_view.game.legal(player_view.view, 0)[0]
    match_table.reassign_seat(0, "bot", "away")
    player_view.process_pending()
    assert player_view.is_replaced_by_bot
    assert (player_view.question, player_view.offers, player_view.waits_for_others) == (
        None,
        (),
        True,
    )
    results = []
    player_view.submit(command, results.append)
    assert results == [Message("table-seat-given")]
    match_table.reassign_seat(0, "human", "back")
    player_view.process_pending()
    assert not player_view.is_replaced_by_bot
    assert player_view.question is not None


def play_until_open(match_table, player_view):
    """Play until a moment is open in which the viewer may say that they are ready."""
    while (
        not match_table.game.is_open(match_table.spectator_view) or player_view.question is not None
    ):
        if player_view.question is not None:
            match_table.submit(player_view.game.legal(player_view.view, 0)[0])
        else:
            for table_seat in match_table.table_seats:
                if match_table.game.is_open(match_table.spectator_view) and not table_seat.is_bot:
                    match_table.submit(ReadyCommand(table_seat.seat))
            seat_on_turn = match_table.game.turn(match_table.spectator_view)
            if seat_on_turn and not match_table.table_seats[seat_on_turn].is_bot:
                match_table.submit(
                    match_table.game.legal(
                        match_table.table_seats[seat_on_turn].view, seat_on_turn
                    )[0]
                )
            elif match_table.awaited_bot_seat is not None:
                match_table.play_bot_turn()
        player_view.process_pending()
    if not player_view.offers:
        pytest.skip("the lead of this seat completes the trick")


def test_ready_is_sent_once_and_again_after_a_lost_connection():
    match_table = make_table(enforcement="table")
    sender, player_view = start_remote_view(match_table)
    play_until_open(match_table, player_view)
    results = []
    player_view.submit(ReadyCommand(0), results.append)
    assert player_view.is_ready
    sender.sent_commands[0][3]("done", "")
    assert results == [None]
    assert [offer for offer in player_view.offers if offer.kind == ReadyCommand.type] == []
    assert player_view.waits_for_others
    player_view.on_connection_lost()
    assert not player_view.is_ready


@pytest.mark.parametrize("result", ["refused", "stale", "lost"])
def test_a_player_whose_ready_is_not_taken_is_asked_for_it_again(result):
    match_table = make_table(enforcement="table")
    sender, player_view = start_remote_view(match_table)
    play_until_open(match_table, player_view)
    player_view.submit(ReadyCommand(0), lambda _: None)
    assert ReadyCommand.type not in [offer.kind for offer in player_view.offers]
    sender.sent_commands[0][3](result, "")
    assert not player_view.is_ready
    assert ReadyCommand.type in [offer.kind for offer in player_view.offers]


def test_a_spectator_of_one_seat_has_no_seat():
    match_table = make_table()
    player_view = RemotePlayerView(
        encode_line(match_table.header.redact_for(1).to_line()),
        FakeMessageSender(match_table),
        1,
        is_seated=False,
    )
    assert player_view.seat is None
    assert player_view.header.you == 1
    assert (player_view.question, player_view.offers, player_view.has_advice) == (None, (), False)
    with pytest.raises(DamagedMessageError):
        RemotePlayerView(
            encode_line(match_table.header.redact_for(None).to_line()),
            FakeMessageSender(match_table),
            1,
            is_seated=True,
        )


# Hosts that send what cannot be


def make_lobby(**fields):
    match_setup = make_match_setup()
    chairs = [ChairState(name, "guest", ready=True, here=True) for name in ("A", "B", "C")]
    default_fields = {
        "table": "T",
        "game": match_setup.game,
        "options": match_setup.options,
        "bots": "",
        "clock": 0,
        "hints": True,
        "hands": False,
        "chairs": chairs,
        "watchers": 0,
        "stage": "gathering",
        "keeper": 0,
        "you": 1,
    }
    return LobbyMessage(**default_fields | fields)


CAUGHT_UP = CaughtUpMessage(2)


class EndRecorder:
    def __init__(self):
        self.end_codes = []
        self.match_count = 0

    def __getattr__(self, name):
        return lambda *_: None

    def on_match(self, player_view):
        self.match_count += 1
        player_view.add_listener(lambda event: None)

    def on_over(self, end_message):
        self.end_codes.append(end_message.code)


def make_session() -> tuple[Session, EndRecorder]:
    session, end_recorder = Session(IN_PROCESS_LAUNCHER), EndRecorder()
    session.listener = end_recorder
    return session, end_recorder


def make_header_line(**fields):
    return encode_line(make_table().header.redact_for(1).to_line() | fields)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"nonsense",
        b'{"type": "what"}',
        b'{"type": "lot"}',
        b'{"type": "lot", "dealer": 99}',
        b'{"type": "lot", "dealer": -1}',
        b'{"type": "play", "seat": 1, "card": "AS"}',
        b'{"type": "bid", "seat": 7, "tricks": 1}',
        b'{"type": "seat", "seat": 9, "kind": "bot", "why": "left"}',
        b'{"type": "seat", "seat": 0, "kind": "ghost", "why": "left"}',
        b'{"type": "score", "deal": 1, "points": [1], "totals": []}',
        b'{"type": "take", "seat": 2}',
        b"[" * 100_000,
    ],
)
@pytest.mark.parametrize("is_running", [False, True])
def test_an_invalid_line_ends_the_session(line, is_running):
    session, end_recorder = make_session()
    session.on_message(make_lobby(stage="playing" if is_running else "gathering"))
    session.on_message(MatchStart(1, make_header_line(), True, None))
    session.on_message(EventMessage(1, Raw(line)))
    session.on_message(CAUGHT_UP)
    session.on_message(EventMessage(1, Raw(line)))
    assert end_recorder.end_codes == [DAMAGED_CODE]


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[" * 100_000,
        make_header_line(game="whist"),
        make_header_line(you=8),
        make_header_line(you=None),
        make_header_line(seats=[]),
        make_header_line(options={"deals": -1}),
    ],
)
def test_an_invalid_header_line_ends_the_session(line):
    session, end_recorder = make_session()
    session.on_message(MatchStart(1, line, True, None))
    session.on_message(EventMessage(1, Raw(b"{}")))
    assert end_recorder.end_codes == [DAMAGED_CODE]


@pytest.mark.parametrize(
    "fields",
    [{"game": "whist"}, {"options": {"deals": "x"}}, {"you": 3}, {"keeper": 19}, {"chairs": []}],
)
def test_an_invalid_lobby_ends_the_session(fields):
    session, end_recorder = make_session()
    session.on_message(make_lobby(**fields))
    assert end_recorder.end_codes == [DAMAGED_CODE]
    assert session.lobby is None


def test_a_match_sent_again_is_shown_in_its_present_state():
    match_table = make_table("hhb")
    match_table.start_match()
    session, end_recorder = make_session()
    session.on_message(make_lobby(stage="playing"))
    session.on_message(MatchStart(1, make_header_line(), True, None))
    event_lines = bytes(match_table.table_seats[1].view_lines).splitlines()[1:]
    for line in event_lines:
        session.on_message(EventMessage(1, Raw(line)))
    assert end_recorder.match_count == 0
    session.on_message(CAUGHT_UP)
    assert end_recorder.match_count == 1
    assert session.player_view.view == match_table.table_seats[1].view


@pytest.mark.parametrize("stage", ["gathering", "playing"])
def test_only_the_newest_of_several_incoming_matches_is_shown(stage):
    session, end_recorder = make_session()
    session.on_message(make_lobby(stage=stage))
    session.newest_match = 3
    for number in (1, 2, 3):
        session.on_message(MatchStart(number, make_header_line(), True, None))
        session.on_message(CAUGHT_UP)
    assert end_recorder.match_count == 1
    assert session.player_view.match_number == 3


def test_lines_without_a_match_are_ignored():
    session, end_recorder = make_session()
    session.on_message(EventMessage(1, Raw(json.dumps({"type": "lot", "dealer": 0}).encode())))
    session.on_message(CAUGHT_UP)
    assert end_recorder.end_codes == []


# Complete matches of every kind


REPLACEMENT_NUMBERS = (b"-1", b"0", b"1", b"9", b"99")


def make_event_lines(played_match, seat):
    codec = event_codec(played_match.game)
    view_events = [
        played_match.game.tell(event, state, seat) for event, state in played_match.moments
    ]
    return [encode_line(codec.encode_line(event)) for event in view_events]


class ViewReader:
    """Listener that reads everything a window reads, after each event."""

    def __init__(self, player_view):
        self.player_view, self.event_count = player_view, 0
        player_view.add_listener(self.read_view)

    def read_view(self, event):
        view, self.event_count = self.player_view, self.event_count + 1
        view.game.picture(view.view)
        view.game.event_notice(event, view.view)
        assert view.waits_for_others in (True, False)
        for question in (view.question, *view.offers):
            for answer in () if question is None else question.answers:
                view.game.explain(view.view, answer.command)


def send_to_session(played_match, seat, lines) -> tuple[list[str], ViewReader]:
    session, readers = Session(IN_PROCESS_LAUNCHER), []

    class RecorderWithReader(EndRecorder):
        def on_match(self, player_view):
            readers.append(ViewReader(player_view))

    end_recorder = RecorderWithReader()
    session.listener = end_recorder
    session._was_seen_gathering = True
    session.on_message(
        MatchStart(1, encode_line(played_match.header.redact_for(seat).to_line()), True, None)
    )
    for line in lines:
        session.on_message(EventMessage(1, Raw(line)))
    return end_recorder.end_codes, readers[0]


@EACH_SETUP
def test_every_kind_of_match_is_received_as_it_was_sent(setup):
    played_match = play_randomly(setup, 1, seat_changes=0.02)
    lines = make_event_lines(played_match, 1)
    codes, reader = send_to_session(played_match, 1, lines)
    assert codes == []
    assert reader.event_count == len(lines)
    header = encode_line(played_match.header.redact_for(1).to_line())
    assert bytes(reader.player_view.view_lines) == header + b"".join(lines)
    assert reader.player_view.end_event == played_match.events[-1]


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_a_corrupted_match_raises_no_other_error(setup):
    played_match = play_randomly(setup, 2)
    lines, random = make_event_lines(played_match, 0)[:120], Random(str(setup))
    for _ in range(40):
        corrupted_lines = list(lines)
        index, other_index = (
            random.randrange(len(corrupted_lines)),
            random.randrange(len(corrupted_lines)),
        )
        match random.randrange(4):
            case 0:
                del corrupted_lines[index]
            case 1:
                corrupted_lines[index] = corrupted_lines[other_index]
            case 2:
                corrupted_lines.insert(index, corrupted_lines[other_index])
            case 3:
                corrupted_lines[index] = re.sub(
                    rb"\b\d+\b",
                    lambda _: random.choice(REPLACEMENT_NUMBERS),
                    corrupted_lines[index],
                )
        codes, _ = send_to_session(played_match, 0, corrupted_lines)
        assert set(codes) <= {DAMAGED_CODE}
