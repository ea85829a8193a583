"""A language change in the open window preserves its state."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from greenbaize.app.language import ask_for
from greenbaize.app.sheets.files import file_name
from greenbaize.app.tables.play_request import FASTEST_SEEN, PlayRequest
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import CardLook, use_look
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.program import Program, WindowRenewal
from greenbaize.ui.shell.navigation import OpenFile, Replay
from greenbaize.ui.shell.pages import Pages
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.texts import speak
from greenbaize.words.catalogue import spoken_language
from ui.table.opened import Opened
from ui.table.person import Person, until

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def begun(application, home, monkeypatch):
    """Return a function that opens the program's window, which is renewed on a language change."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    made = []
    Settings(your_name="Ida", motion=False, last_card=False).save()

    def begin(request):
        if request.speed == 1.0:
            request = request._replace(speed=0.0)
        program = Program(request, GAMES, apart=False)
        window = Opened(program)
        renewing = WindowRenewal(program, None)
        made.append(renewing)
        window.start()
        window.show()
        until(lambda: window.playing is not None or window.lobby is not None)
        return renewing

    yield begin
    for renewing in made:
        renewing.program.window.close_now()
        renewing.close()
    ask_for("")
    speak("en")
    speak("system")
    use_look(CardLook())


def window_of(renewing):
    return Opened(renewing.program)


def choose(renewing, language):
    """Choose a language in the preferences and return the new window."""
    old = window_of(renewing)
    old.ask_preferences()
    dialog = old._dialog
    choice = dialog.language
    choice.setCurrentIndex(choice.findData(language))
    choice.activated.emit(choice.currentIndex())
    until(lambda: window_of(renewing) != old)
    return window_of(renewing)


def answer_any(person):
    """Answer the current question, if any, with an allowed command."""
    asking = person.playing.asking
    if asking.question is not None:
        allowed = [one.command for one in asking.question.answers if one.refusal is None]
        asking.prompt.hide()
        asking._put_down()
        asking._choose(allowed[-1])


TABLES = [
    PlayRequest("damn", 3, {"first": 3, "deals": 4}, seed_from("again")),
    PlayRequest("master", 3, {}, seed_from("again")),
    PlayRequest("rank", 3, {}, seed_from("again")),
]
"""One game of each family."""


@pytest.mark.parametrize("request_", TABLES, ids=lambda request: request.game)
def test_a_match_goes_on_at_the_same_place(begun, request_):
    renewing = begun(request_)
    old = window_of(renewing)
    until(lambda: old.playing is not None)
    person = Person(old.window, old.program)
    for _ in range(3):
        person.wait_for_turn()
        answer_any(person)
    person.wait_for_turn()
    path, events = old.match.file.path, len(old.match.file.path.read_bytes())
    old.setGeometry(60, 70, 1000, 700)
    new = choose(renewing, "ru")
    assert spoken_language() == "ru"
    until(lambda: new.match is not None)
    assert new.match.file.path == path
    assert len(path.read_bytes()) >= events
    assert new.geometry() == QRect(60, 70, 1000, 700)
    assert new.menuBar().actions()[0].text().replace("&", "") == "Партия"
    assert isinstance(new._dialog, PreferencesDialog)
    assert new._dialog.windowTitle() == "Настройки"
    assert Settings.load().language == "ru"
    new._dialog.reject()
    new.program.features.sheets.show_page()
    card = new.program.features.sheets.page.card()
    assert card.names == ("Ida", "Анна", "Борис")
    assert "Ida, Анна, Борис" in file_name(card)
    new.program.features.sheets.page.close()
    again = Person(new.window, new.program)
    assert again.wait_for_turn()
    assert again.playing.seen == again.playing.place.view


def test_a_full_trick_still_waits_for_a_click(begun):
    settings = Settings(your_name="Ida", motion="none", last_card=False, wait_for_click="on")
    settings.save()
    renewing = begun(PlayRequest("master", 3, {}, seed_from("again"), speed=FASTEST_SEEN))
    old = window_of(renewing)
    until(lambda: old.playing is not None)
    person = Person(old.window, old.program)
    while not person.playing.motion.waits:
        QApplication.processEvents()
        answer_any(person)
    trick = [item.face for _, item in person.scene.cards.trick]
    assert len(trick) == 3
    new = choose(renewing, "ru")
    new._dialog.reject()
    again = Person(new.window, new.program)
    until(lambda: again.playing.motion.waits and again.playing.view.isVisible())
    assert [item.face for _, item in again.scene.cards.trick] == trick
    again.click(again.playing.view)
    until(lambda: not again.scene.cards.trick)


def test_and_back_again(begun):
    renewing = begun(PlayRequest())
    until(lambda: window_of(renewing)._painted)
    assert window_of(renewing).menuBar().actions()[0].text() == "&Match"
    assert choose(renewing, "ru").menuBar().actions()[0].text() != "&Match"
    assert choose(renewing, "en").menuBar().actions()[0].text() == "&Match"
    assert choose(renewing, "ru") == window_of(renewing)
    assert choose(renewing, "system").menuBar().actions()[0].text() == "&Match"
    shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
    assert [one for one in shown if one.isVisible()] == [renewing.program.window]


def test_a_replay_is_at_the_same_moment(begun):
    renewing = begun(PlayRequest())
    old = window_of(renewing)
    until(lambda: old._painted)
    assert old.services.go(Replay(GOLDEN / "master-4-ranked.jsonl"))
    old.replaying.bar.viewer.setCurrentIndex(2)
    old.replaying.go_to(40)
    viewer = old.replaying.table.viewer
    old.help_desk.show("beats")
    new = choose(renewing, "ru")
    assert (new.replaying.moment, new.replaying.table.viewer) == (40, viewer)
    assert new.help_desk.shown.page == "beats"
    assert "Кто кого бьёт" in new.help_desk.shown.windowTitle()


def test_the_keyboard_stays_there_and_what_comes_from_outside_reaches_the_new_window(begun, qtbot):
    renewing = begun(PlayRequest())
    until(lambda: window_of(renewing)._painted)
    new = choose(renewing, "ru")
    until(lambda: new._dialog.focusWidget() is new._dialog.language)
    new._dialog.close()
    new.services.go(OpenFile(GOLDEN / "master-4-ranked.jsonl"))
    until(lambda: new.replaying is not None)
    sys.excepthook(ValueError, ValueError("x"), None)
    assert "ValueError" in new.banner.accessibleName() + new.banner.words.text()


def test_at_a_table_with_friends_it_is_spoken_once_one_has_left(begun, monkeypatch):
    renewing = begun(PlayRequest())
    window = window_of(renewing)
    until(lambda: window._painted)
    monkeypatch.setattr(Pages, "shared", True)
    window.ask_preferences()
    dialog = window._dialog
    assert dialog.later.isVisible()
    choice = dialog.language
    choice.setCurrentIndex(choice.findData("ru"))
    choice.activated.emit(choice.currentIndex())
    QApplication.processEvents()
    assert window_of(renewing) == window
    assert spoken_language() == "en"
    dialog.close()
    monkeypatch.undo()
    window.clear_table()
    until(lambda: window_of(renewing) != window)
    assert spoken_language() == "ru"


def test_what_was_told_and_what_is_open_beside_stay(begun):
    renewing = begun(PlayRequest())
    old = window_of(renewing)
    old.settings.speak = "on"
    old.looking.show_exercises("rank")
    old.speech.say("Somebody said so.", urgent=True)
    old.banner.tell("The host has closed the table.")
    new = choose(renewing, "ru")
    until(lambda: new.words_told == "The host has closed the table.")
    assert new.looking.exercises.windowTitle() == "Упражнения"
    assert "Somebody said so." in new.speech.log.lines


def test_a_first_deal_with_a_guide_is_not_taken_away(begun):
    renewing = begun(PlayRequest())
    old = window_of(renewing)
    old.show_first_deal("ass")
    until(lambda: old.first_deal is not None)
    assert old.services.speaks_later
    old.settings.language = "ru"
    old.see_language()
    QApplication.processEvents()
    assert window_of(renewing) == old
    old.clear_table()
    old._dialog.yes_button.click()
    until(lambda: window_of(renewing) != old)
    assert spoken_language() == "ru"
