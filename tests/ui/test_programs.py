"""External bot programs at the window, which never blocks on them."""

import json

import pytest
from PySide6.QtCore import Qt

from app.seats.foreign_programs import TINY_BOT_PATH, SteppedClock, bad_bot_command, python_command
from greenbaize.app.seats import bot_process
from greenbaize.app.seats import table_seat as seat_module
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, SeatReassigned
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.start_screen import StartMenu
from greenbaize.ui.table.view import TableView
from ui.table.person import wait_until

DAMN_REQUEST = PlayRequest("damn", 3, {"first": 2, "deals": 3}, seed_from_text("programs"))
TINY_OPPONENT = Opponent(program="tiny")


def play_to_end(person):
    """Play the match to its end, always with the first choice."""
    while person.wait_for_turn():
        person.play_first_choice()


def read_record_lines(person):
    return person.match_view.player_view.record_path.read_bytes().splitlines()


@pytest.mark.slow
def test_external_bots_play_like_built_in_ones(open_program, started_programs):
    records = []
    for separate_processes in (True, False):
        person = open_program(DAMN_REQUEST, apart=separate_processes)
        play_to_end(person)
        records.append(read_record_lines(person)[1:])
        person.window.close()
    assert records[0] == records[1]
    assert len(started_programs) == 2


@pytest.mark.slow
def test_programs_start_once_the_table_has_been_painted(
    monkeypatch, open_program, started_programs
):
    calls = []
    original_start, original_paint = bot_process.BotProcess._start_process, TableView.paintEvent

    def record_start(program):
        calls.append("program")
        return original_start(program)

    def record_paint(view, event):
        calls.append("table")
        original_paint(view, event)

    monkeypatch.setattr(bot_process.BotProcess, "_start_process", record_start)
    monkeypatch.setattr(TableView, "paintEvent", record_paint)
    person = open_program(DAMN_REQUEST, apart=True)
    wait_until(lambda: calls.count("program") == 2)
    assert calls[0] == "table"
    person.window.close()


@pytest.mark.slow
@pytest.mark.parametrize("leave_action", ["close", "again", "resume"])
def test_leaving_a_match_ends_its_bot_processes(open_program, started_programs, leave_action):
    person = open_program(DAMN_REQUEST, apart=True)
    person.wait_for_turn()
    assert len(started_programs) == 2
    if leave_action == "close":
        person.window.close()
    elif leave_action == "again":
        person.press(Qt.Key.Key_Escape)
        person.facade.launcher.play_again()
    else:
        person.facade.rebuild_table()
    for program in started_programs[:2]:
        program.wait_for_end()
    assert len(started_programs) == (2 if leave_action == "close" else 4)


@pytest.mark.slow
def test_match_left_while_a_program_thinks_is_resumed(open_program, started_programs):
    settings = UserSettings(
        your_name="Ida",
        motion="none",
        programs={"slow": bad_bot_command("silent")},
        last_game="damn",
        setups={
            "damn": {
                "seats": [
                    {"who": "you", "name": "Ida"},
                    {"who": "program", "program": "slow", "name": "Al"},
                    {"who": "program", "program": "slow", "name": "Bo"},
                ],
                "options": {"deals": 2},
            }
        },
    )
    settings.save()
    person = open_program()
    wait_until(lambda: person.window.findChild(StartMenu))
    person.click_button("Play Damn as last time")
    wait_until(
        lambda: (
            person.match_view.prompts.question
            or person.match_view.player_view.wake_timeout is not None
        )
    )
    path = person.match_view.player_view.record_path
    header = json.loads(path.read_bytes().splitlines()[0])
    assert header["seats"][1] == {"name": "Al", "kind": "bot", "program": "slow"}
    person.facade.settings.programs["slow"] = python_command(TINY_BOT_PATH)
    person.facade.rebuild_table()
    play_to_end(person)
    stored_record = read_record(path.read_bytes(), GAMES)
    assert not any(isinstance(event, SeatReassigned) for event in stored_record.events)


@pytest.mark.slow
def test_missing_program_is_reported_when_the_match_is_resumed(open_program, started_programs):
    request = DAMN_REQUEST._replace(
        bots=(TINY_OPPONENT,) * 2, programs={"tiny": python_command(TINY_BOT_PATH)}
    )
    person = open_program(request)
    wait_until(lambda: person.facade.match_view is not None)
    assert UserSettings.load().programs == request.programs
    person.wait_for_turn()
    path = person.match_view.player_view.record_path
    person.facade.settings.programs.clear()
    person.facade.rebuild_table()
    play_to_end(person)
    wait_until(person.facade.banner.isVisible)
    assert "program cannot be started here" in person.facade.banner.label.text()
    stored_events = read_record(path.read_bytes(), GAMES).events
    assert {event.why for event in stored_events if isinstance(event, SeatReassigned)} == {
        "missing"
    }


@pytest.mark.slow
def test_window_is_responsive_and_shows_which_program_thinks(open_match, started_programs):
    launcher = BotLauncher(programs={"slow": bad_bot_command("silent")}, clock=SteppedClock())
    person = open_match("damn", 3, launcher=launcher, deals=2)
    person.match_view.begin_match()
    wait_until(lambda: any(plate.is_pondering for plate in person.scene.plates))
    player_view = person.match_view.player_view
    (seat,) = [plate.seat for plate in person.scene.plates if plate.is_pondering]
    assert seat == player_view.game.turn(player_view.view)
    size = person.window.size() * 0.9
    person.window.resize(size)
    wait_until(lambda: person.match_view.table_view.width() <= size.width())
    assert player_view.game.turn(player_view.view) == seat


@pytest.mark.slow
def test_program_that_times_out_is_replaced_and_reported(
    open_match, started_programs, monkeypatch, qtbot
):
    monkeypatch.setattr(seat_module, "START_TIMEOUT_S", 0.05)
    launcher = BotLauncher(programs={"slow": bad_bot_command("never_ready")})
    person = open_match("damn", 3, launcher=launcher, deals=2)
    messages = []
    person.match_view.seat_lost.connect(messages.append)
    person.match_view.begin_match()
    play_to_end(person)
    expected_end = "program did not answer in time. A built-in computer player goes on."
    assert sorted(messages) == [f"Anna's {expected_end}", f"Boris's {expected_end}"]
    assert not any(plate.is_pondering for plate in person.scene.plates)


@pytest.mark.slow
def test_banner_reports_an_illegal_answer(open_program, started_programs):
    request = DAMN_REQUEST._replace(
        bots=(TINY_OPPONENT,) * 2, programs={"tiny": bad_bot_command("illegal")}
    )
    person = open_program(request)
    wait_until(lambda: person.facade.match_view is not None)
    wait_until(person.facade.banner.isVisible)
    assert "an answer that is not allowed" in person.facade.banner.label.text()


@pytest.mark.slow
def test_external_bots_play_with_animations(open_match, started_programs):
    """With animations, answers arrive while cards still move, and wait for them."""
    person = open_match(
        "damn", 3, speed=200.0, launcher=BotLauncher(separate_processes=True), deals=2
    )
    person.match_view.begin_match()
    play_to_end(person)
    stored_record = read_record(person.match_view.player_view.record_path.read_bytes(), GAMES)
    assert any(isinstance(event, CardPlayed) for event in stored_record.events)
    assert len(started_programs) == 2


@pytest.mark.slow
def test_watched_match_reports_replaced_programs_on_exit(started_programs, run_program, capfd):
    request = PlayRequest(
        "damn",
        3,
        {"deals": 2},
        watch=True,
        speed=1000.0,
        bots=(TINY_OPPONENT, Opponent(), Opponent()),
        programs={"tiny": bad_bot_command("talkative")},
    )
    run_program(request, lambda window: wait_until(lambda: not window.isVisible()))
    assert "Anna's program gave an answer that is not allowed." in capfd.readouterr().err
