"""Tests of a program at a seat: questions, time limits and losses, with a scripted program."""

import json
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from app.seats.foreign_programs import SteppedClock
from greenbaize.app.seats import table_seat as seat_module
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.bot_process import LaunchSpec
from greenbaize.app.seats.table_seat import (
    BUILTIN_TIMEOUT_S,
    LOSS_CODES,
    START_TIMEOUT_S,
    ProgramSeat,
    TableSeat,
    describe_program_loss,
)
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.match.codecs import command_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.events import LotDrawn, SeatReassigned
from greenbaize.words.speaker import Speaker

LEGAL_BIDS = (BidCommand(1, 0), BidCommand(1, 1))
READY_LINE = b'{"type": "ready"}'

COMMAND_CODEC = command_codec(GAMES["damn"])


class FakeBotProcess:
    """Bot process that logs what it is sent and never writes by itself."""

    is_missing = is_flooded = False

    def __init__(self, start, on_line):
        self.sent, self.expected_lines, self.is_closed = b"", 1, False
        fake_processes.append(self)

    def send_lines(self, lines):
        assert not self.is_closed
        self.sent += lines

    def expect_line(self):
        self.expected_lines += 1

    def has_unread_output(self, heard_count):
        return False

    def close(self):
        self.is_closed = True

    @property
    def questions(self):
        lines = map(json.loads, self.sent.splitlines())
        return [line for line in lines if line.get("type") == "ask"]


fake_processes = []


@pytest.fixture
def manual_clock():
    return SteppedClock()


def start_program_seat(start, clock, monkeypatch):
    fake_processes.clear()
    monkeypatch.setattr(seat_module, "BotProcess", FakeBotProcess)
    view_lines = bytearray(b'{"type": "header"}\n')
    launcher = BotLauncher(think_ms=300, clock=clock)
    program_seat = ProgramSeat(view_lines, start, launcher, lambda *_: None, COMMAND_CODEC)
    program_seat.view_lines = view_lines
    program_seat.start()
    return program_seat


@pytest.fixture
def foreign_seat(monkeypatch, manual_clock):
    return start_program_seat(LaunchSpec(["x"]), manual_clock, monkeypatch)


@pytest.fixture
def builtin_seat(monkeypatch, manual_clock):
    return start_program_seat(LaunchSpec(["x"], is_builtin=True), manual_clock, monkeypatch)


def append_event_line(seat, line=b'{"type": "lot", "dealer": 0}\n'):
    seat.view_lines += line
    seat.process_new_event()


def encode_bid(tricks, seat=1):
    return json.dumps({"type": "bid", "seat": seat, "tricks": tricks}).encode()


def test_a_program_is_sent_all_events_and_asked_once(foreign_seat):
    append_event_line(foreign_seat)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    (process,) = fake_processes
    assert process.sent.splitlines()[:2] == [b'{"type": "header"}', b'{"type": "lot", "dealer": 0}']
    assert process.questions == [
        {
            "type": "ask",
            "seat": 1,
            "legal": [json.loads(encode_bid(0)), json.loads(encode_bid(1))],
            "think_ms": 300,
        }
    ]
    assert process.expected_lines == 2
    assert foreign_seat.poll_decision() is None
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.process_line(process, encode_bid(1))
    assert foreign_seat.poll_decision() == BidCommand(1, 1)
    assert foreign_seat.poll_decision() == BidCommand(
        1, 1
    )  # The answer stays until something happens.
    append_event_line(foreign_seat)
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None


def test_a_carriage_return_does_no_harm(foreign_seat):
    foreign_seat.request_decision(1, LEGAL_BIDS)
    foreign_seat.process_line(fake_processes[0], READY_LINE + b"\r")
    foreign_seat.process_line(fake_processes[0], encode_bid(0) + b"\r")
    assert foreign_seat.poll_decision() == BidCommand(1, 0)


@pytest.mark.parametrize("answers_early", [True, False])
def test_the_answer_to_an_outdated_question_is_ignored(foreign_seat, answers_early):
    """With table manners somebody else may act while the program is thinking."""
    (process,) = fake_processes
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    if answers_early:
        foreign_seat.process_line(process, encode_bid(1))
    append_event_line(foreign_seat)
    foreign_seat.request_decision(1, LEGAL_BIDS[:1])
    if not answers_early:
        foreign_seat.process_line(process, encode_bid(1))
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None
    foreign_seat.process_line(process, encode_bid(0))
    assert foreign_seat.poll_decision() == BidCommand(1, 0)
    assert [len(question["legal"]) for question in process.questions] == [2, 1]


def test_an_outdated_answer_is_accepted_when_the_seat_need_not_act(foreign_seat):
    (process,) = fake_processes
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    append_event_line(foreign_seat)
    foreign_seat.process_line(process, encode_bid(7))
    assert foreign_seat.failure_code is None
    foreign_seat.process_line(process, encode_bid(7))
    assert foreign_seat.failure_code == "unasked"
    assert process.is_closed


def test_time_counts_from_ready_or_the_question_whichever_is_later(foreign_seat, manual_clock):
    (process,) = fake_processes
    assert foreign_seat.poll_timeout is None
    manual_clock.now = 4
    foreign_seat.request_decision(1, LEGAL_BIDS)
    assert foreign_seat.remaining_time == START_TIMEOUT_S - 4
    manual_clock.now = 10
    foreign_seat.process_line(process, READY_LINE)
    assert foreign_seat.remaining_time == 3
    manual_clock.now = 12.5
    assert foreign_seat.poll_timeout == 0.5
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None
    append_event_line(foreign_seat)
    manual_clock.now = 100
    assert foreign_seat.poll_timeout is None
    foreign_seat.request_decision(1, LEGAL_BIDS)
    assert foreign_seat.remaining_time == 3
    manual_clock.now = 103
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code == "silent"
    assert foreign_seat.poll_timeout is None


@pytest.mark.parametrize(("think_ms", "patience"), [(1, 2.0), (200, 2.0), (500, 5.0)])
def test_the_time_limit_is_ten_times_the_thinking_time_and_two_seconds_at_least(think_ms, patience):
    assert BotLauncher(think_ms=think_ms).answer_timeout == patience


def test_a_program_that_does_not_start_has_twenty_seconds(foreign_seat, manual_clock):
    foreign_seat.request_decision(1, LEGAL_BIDS)
    manual_clock.now = START_TIMEOUT_S - 0.1
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None
    manual_clock.now = START_TIMEOUT_S
    foreign_seat.poll_decision()
    assert foreign_seat.failure_code == "silent"


def test_output_of_a_replaced_program_is_ignored(builtin_seat):
    first = fake_processes[0]
    builtin_seat.process_line(first, READY_LINE)
    builtin_seat.request_decision(1, LEGAL_BIDS)
    builtin_seat.process_line(first, None)
    assert first.is_closed
    second = fake_processes[1]
    assert second.sent == first.sent
    builtin_seat.process_line(first, encode_bid(0))
    builtin_seat.process_line(first, None)
    assert builtin_seat.poll_decision() is None
    builtin_seat.process_line(second, READY_LINE)
    builtin_seat.process_line(second, encode_bid(1))
    assert builtin_seat.poll_decision() == BidCommand(1, 1)
    assert len(fake_processes) == 2


def test_an_answer_clears_earlier_failures(builtin_seat):
    for _ in range(5):
        builtin_seat.request_decision(1, LEGAL_BIDS)
        builtin_seat.process_line(fake_processes[-1], None)
        builtin_seat.process_line(fake_processes[-1], READY_LINE)
        builtin_seat.process_line(fake_processes[-1], encode_bid(0))
        assert builtin_seat.poll_decision() == BidCommand(1, 0)
        append_event_line(builtin_seat)
    assert builtin_seat.failure_code is None


@pytest.mark.parametrize("loss_code", [*LOSS_CODES, "fell asleep"])
def test_every_loss_has_a_sentence(loss_code):
    sentence = Speaker(["Anna", "Tiny"]).format_message(describe_program_loss(1, loss_code))
    assert "Tiny" in sentence
    assert "built-in computer player" in sentence


def test_the_protocol_page_names_every_loss_code():
    page = Path(__file__).parents[3] / "docs" / "seat-protocol.md"
    text = page.read_text("utf-8")
    assert all(f"| `{loss_code}` |" in text for loss_code in LOSS_CODES)


DOUBTFUL_ANSWER = json.dumps(json.loads(encode_bid(1)) | {"doubt": 0.25}).encode()


def test_a_builtin_program_reports_its_doubt(builtin_seat):
    (process,) = fake_processes
    builtin_seat.process_line(process, READY_LINE)
    builtin_seat.request_decision(1, LEGAL_BIDS)
    assert process.questions[0]["doubt"] is True
    builtin_seat.process_line(process, DOUBTFUL_ANSWER)
    assert builtin_seat.poll_decision() == BidCommand(1, 1)
    assert builtin_seat.doubt == 0.25
    append_event_line(builtin_seat)
    assert builtin_seat.doubt is None


def test_a_foreign_program_cannot_report_a_doubt(foreign_seat):
    (process,) = fake_processes
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    foreign_seat.process_line(process, DOUBTFUL_ANSWER)
    assert (foreign_seat.failure_code, foreign_seat.doubt) == ("illegal", None)


def test_a_doubt_that_is_no_number_is_ignored(builtin_seat):
    (process,) = fake_processes
    builtin_seat.process_line(process, READY_LINE)
    builtin_seat.request_decision(1, LEGAL_BIDS)
    answer = json.loads(encode_bid(0)) | {"doubt": "much"}
    builtin_seat.process_line(process, json.dumps(answer).encode())
    assert (builtin_seat.poll_decision(), builtin_seat.doubt) == (BidCommand(1, 0), None)


def test_the_time_of_a_builtin_program_is_a_minute(builtin_seat, manual_clock):
    builtin_seat.process_line(fake_processes[0], READY_LINE)
    builtin_seat.request_decision(1, LEGAL_BIDS)
    assert builtin_seat.remaining_time == BUILTIN_TIMEOUT_S == 60.0


def make_seat(kind="bot", program=None, seat=0, **launcher_options):
    """Return a seat of a match of Damn whose cards have been dealt."""
    players = (HeaderPlayer("A", kind, "easy", program=program), *[HeaderPlayer("B", "bot")] * 2)
    header = create_header("damn", players, {"deals": 2, "first": 2}, "ab" * 16)
    table_seat = TableSeat(
        GAMES["damn"], header, seat, BotLauncher(**launcher_options), lambda *_: None
    )
    game, chance = GAMES["damn"], SeededChance("ab" * 16)
    state = game.initial_state(3, header.options)
    while state.turn is None:
        event = game.derive(state, chance) if state.dealer is not None else LotDrawn(2)
        state = game.fold(state, event)
        table_seat.redact_event(event, state)
    return table_seat


def test_a_seat_is_told_what_it_may_know():
    table_seat = make_seat()
    header_line, lot_line, deal_line = map(json.loads, table_seat.view_lines.splitlines())
    assert (header_line["you"], "seed" in header_line) == (0, False)
    assert lot_line == {"type": "lot", "dealer": 2}
    assert [hand if isinstance(hand, int) else len(hand) for hand in deal_line["hands"]] == [2] * 3
    assert deal_line["hands"][1:] == [2, 2]
    assert table_seat.view.turn == 0


def test_a_person_has_a_bot_that_could_take_over():
    person_seat, bot_seat = make_seat("human"), make_seat()
    assert (person_seat.is_bot, bot_seat.is_bot) == (False, True)
    for table_seat in (person_seat, bot_seat):
        table_seat.start_program()
        assert table_seat.program is None  # Bots think in this process here.
        assert table_seat.poll_decision() in table_seat._bot.legal_commands
        assert (table_seat.failure_code, table_seat.thinking_time_factor) == (None, 1.0)


def test_a_view_is_restored_with_its_lines():
    played, restored = make_seat(), make_seat()
    lines = b'{"type": "bid", "seat": 0, "tricks": 1}\n'
    view = replace(played.view, turn=1)
    length = len(restored.view_lines)
    restored.restore_view(view, lines)
    assert restored.view is view
    assert bytes(restored.view_lines[length:]) == lines


@pytest.fixture
def fake_bot_processes(monkeypatch):
    fake_processes.clear()
    monkeypatch.setattr(seat_module, "BotProcess", FakeBotProcess)
    return fake_processes


def test_the_programs_of_a_seat_are_started_as_declared(fake_bot_processes, monkeypatch):
    launches = []

    class LoggedProcess(FakeBotProcess):
        def __init__(self, launch_spec, on_line):
            super().__init__(launch_spec, on_line)
            launches.append(launch_spec)

    monkeypatch.setattr(seat_module, "BotProcess", LoggedProcess)
    gate = Event()
    for table_seat in (
        make_seat(separate_processes=True, start_gate=gate),
        make_seat(program="theirs", programs={"theirs": "python3 tiny.py"}),
        make_seat("human", separate_processes=True),
    ):
        table_seat.start_program()
        assert (table_seat.program is None) == (not table_seat.is_bot)
    builtin, foreign = launches
    assert (builtin.is_builtin, builtin.start_gate) == (True, gate)
    assert "easy" in builtin.command
    assert (foreign.is_builtin, foreign.start_gate) == (False, None)
    assert list(foreign.command)[-1] == "tiny.py"
    assert all(process.sent.count(b"\n") == 3 for process in fake_bot_processes)


def open_seat_with_program(fake_bot_processes, **options):
    table_seat = make_seat(**{"separate_processes": True} | options)
    table_seat.start_program()
    (process,) = fake_bot_processes
    table_seat.program.process_line(process, READY_LINE)
    return table_seat, process


def test_a_decision_of_a_program_is_asked_for_and_awaited(fake_bot_processes):
    table_seat, process = open_seat_with_program(fake_bot_processes)
    assert table_seat.poll_decision() is None
    (question,) = process.questions
    assert (question["seat"], len(question["legal"])) == (0, 3)
    answer = question["legal"][1] | {"doubt": 0.5}
    table_seat.program.process_line(process, json.dumps(answer).encode())
    assert table_seat.poll_decision() == COMMAND_CODEC.decode_line(question["legal"][1])
    assert table_seat.thinking_time_factor == pytest.approx((0.4 + 2.6) / 2)


def test_a_single_choice_takes_no_time(fake_bot_processes):
    table_seat = make_seat()
    hand = table_seat.view.hands[0]
    one_card = replace(hand, cards=hand.cards[:1])
    view = replace(table_seat.view, bids=(0, 0, 0), hands=(one_card, *table_seat.view.hands[1:]))
    table_seat.restore_view(view, b"")
    assert table_seat.thinking_time_factor == 0.0


def test_a_new_event_outdates_the_question(fake_bot_processes):
    table_seat, process = open_seat_with_program(fake_bot_processes)
    table_seat.request_decision()
    state = GAMES["damn"].fold(table_seat.view, BidMade(0, 1))
    assert table_seat.redact_event(BidMade(0, 1), state) == BidMade(0, 1)
    assert process.sent.endswith(b'{"type": "bid", "seat": 0, "tricks": 1}\n')
    assert table_seat.view.bids[0] == 1


def test_a_failed_program_loses_the_seat_only_if_it_is_foreign(fake_bot_processes, capfd):
    foreign_seat, process = open_seat_with_program(
        fake_bot_processes, program="theirs", programs={"theirs": "x"}
    )
    foreign_seat.program.process_line(process, None)
    assert foreign_seat.failure_code == foreign_seat.drop_failed_program() == "died"
    fake_bot_processes.clear()
    builtin_seat = make_seat(separate_processes=True)
    builtin_seat.start_program()
    for _ in range(10):
        if builtin_seat.failure_code is None:
            builtin_seat.program.process_line(fake_bot_processes[-1], None)
    assert builtin_seat.failure_code == "died"
    assert builtin_seat.drop_failed_program() is None
    assert builtin_seat.program is None
    assert builtin_seat.poll_decision() is not None


@pytest.mark.parametrize(("kind", "is_bot"), [("human", False), ("bot", True)])
def test_another_occupant_closes_the_program(kind, is_bot, fake_bot_processes):
    table_seat, process = open_seat_with_program(
        fake_bot_processes, program="theirs", programs={"theirs": "x"}
    )
    table_seat.change_occupant(SeatReassigned(0, kind, "back"))
    assert process.is_closed
    assert (table_seat.program, table_seat.is_bot) == (None, is_bot)
    table_seat.start_program()  # The foreign program does not come back.
    assert (table_seat.program is not None) == is_bot
    assert len(fake_bot_processes) == 1 + is_bot
