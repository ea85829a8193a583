"""External bot programs at the window, which never blocks on them."""

import json

import pytest
from PySide6.QtCore import Qt

from app.seats.foreign import TINY, Clock, bad, python
from greenbaize.app.seats import programs
from greenbaize.app.seats import seat as seat_module
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import CardPlayed, SeatGiven
from greenbaize.store.settings import Settings
from greenbaize.ui.features.start.start_screen import StartMenu
from greenbaize.ui.table.view import TableView
from ui.table.person import until

DAMN = PlayRequest("damn", 3, {"first": 2, "deals": 3}, seed_from("programs"))
TINY_BOT = Opponent(program="tiny")


def play_out(person):
    """Play the match to its end, always with the first choice."""
    while person.wait_for_turn():
        person.act()


def record(person):
    return person.playing.place.record.read_bytes().splitlines()


@pytest.mark.slow
def test_a_match_against_programs_is_the_one_played_here(opened, started):
    records = []
    for apart in (True, False):
        person = opened(DAMN, apart=apart)
        play_out(person)
        records.append(record(person)[1:])
        person.window.close()
    assert records[0] == records[1]
    assert len(started) == 2


@pytest.mark.slow
def test_programs_start_once_the_table_has_been_painted(monkeypatch, opened, started):
    came = []
    start, paint = programs.Program._started, TableView.paintEvent

    def start_noted(program):
        came.append("program")
        return start(program)

    def paint_noted(view, event):
        came.append("table")
        paint(view, event)

    monkeypatch.setattr(programs.Program, "_started", start_noted)
    monkeypatch.setattr(TableView, "paintEvent", paint_noted)
    person = opened(DAMN, apart=True)
    until(lambda: came.count("program") == 2)
    assert came[0] == "table"
    person.window.close()


@pytest.mark.slow
@pytest.mark.parametrize("leave", ["close", "again", "resume"])
def test_whoever_leaves_a_match_ends_its_programs(opened, started, leave):
    person = opened(DAMN, apart=True)
    person.wait_for_turn()
    assert len(started) == 2
    if leave == "close":
        person.window.close()
    elif leave == "again":
        person.press(Qt.Key.Key_Escape)
        person.main.what_next.play_again()
    else:
        person.main._reopen()
    for one in started[:2]:
        one.wait()
    assert len(started) == (2 if leave == "close" else 4)


@pytest.mark.slow
def test_a_match_that_is_left_while_a_program_thinks_goes_on(opened, started):
    settings = Settings(
        your_name="Ida",
        motion="none",
        programs={"slow": bad("silent")},
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
    person = opened()
    until(lambda: person.window.findChild(StartMenu))
    person.click_button("Play Damn as last time")
    until(lambda: person.playing.asking.question or person.playing.place.patience is not None)
    path = person.playing.place.record
    header = json.loads(path.read_bytes().splitlines()[0])
    assert header["seats"][1] == {"name": "Al", "kind": "bot", "program": "slow"}
    person.main.settings.programs["slow"] = python(TINY)
    person.main._reopen()
    play_out(person)
    kept = read_record(path.read_bytes(), GAMES)
    assert not any(isinstance(event, SeatGiven) for event in kept.events)


@pytest.mark.slow
def test_a_program_that_is_gone_is_told_of_when_the_match_is_resumed(opened, started):
    request = DAMN._replace(bots=(TINY_BOT,) * 2, programs={"tiny": python(TINY)})
    person = opened(request)
    until(lambda: person.main.playing is not None)
    assert Settings.load().programs == request.programs
    person.wait_for_turn()
    path = person.playing.place.record
    person.main.settings.programs.clear()
    person.main._reopen()
    play_out(person)
    until(person.main.banner.isVisible)
    assert "program cannot be started here" in person.main.banner.words.text()
    kept = read_record(path.read_bytes(), GAMES).events
    assert {event.why for event in kept if isinstance(event, SeatGiven)} == {"missing"}


@pytest.mark.slow
def test_while_one_thinks_the_window_lives_and_its_plate_shows_it(laid, started):
    launcher = BotLauncher(programs={"slow": bad("silent")}, clock=Clock())
    person = laid("damn", 3, launcher=launcher, deals=2)
    person.playing.begin()
    until(lambda: any(plate.pondering for plate in person.scene.plates))
    place = person.playing.place
    (seat,) = [plate.seat for plate in person.scene.plates if plate.pondering]
    assert seat == place.game.turn(place.view)
    size = person.window.size() * 0.9
    person.window.resize(size)
    until(lambda: person.playing.view.width() <= size.width())
    assert place.game.turn(place.view) == seat


@pytest.mark.slow
def test_one_that_is_out_of_time_is_replaced_and_the_player_told(laid, started, monkeypatch, qtbot):
    monkeypatch.setattr(seat_module, "START_S", 0.05)
    launcher = BotLauncher(programs={"slow": bad("never_ready")})
    person = laid("damn", 3, launcher=launcher, deals=2)
    told = []
    person.playing.seat_lost.connect(told.append)
    person.playing.begin()
    play_out(person)
    end = "program did not answer in time. A built-in computer player goes on."
    assert sorted(told) == [f"Anna's {end}", f"Boris's {end}"]
    assert not any(plate.pondering for plate in person.scene.plates)


@pytest.mark.slow
def test_the_banner_tells_it(opened, started):
    request = DAMN._replace(bots=(TINY_BOT,) * 2, programs={"tiny": bad("illegal")})
    person = opened(request)
    until(lambda: person.main.playing is not None)
    until(person.main.banner.isVisible)
    assert "an answer that is not allowed" in person.main.banner.words.text()


@pytest.mark.slow
def test_at_usual_speed_too(laid, started):
    """With animations, answers arrive while cards still move, and wait for them."""
    person = laid("damn", 3, speed=200.0, launcher=BotLauncher(apart=True), deals=2)
    person.playing.begin()
    play_out(person)
    kept = read_record(person.playing.place.record.read_bytes(), GAMES)
    assert any(isinstance(event, CardPlayed) for event in kept.events)
    assert len(started) == 2


@pytest.mark.slow
def test_a_watched_match_tells_it_at_the_end(started, run_program, capfd):
    request = PlayRequest(
        "damn",
        3,
        {"deals": 2},
        watch=True,
        speed=1000.0,
        bots=(TINY_BOT, Opponent(), Opponent()),
        programs={"tiny": bad("talkative")},
    )
    run_program(request, lambda window: until(lambda: not window.isVisible()))
    assert "Anna's program gave an answer that is not allowed." in capfd.readouterr().err
