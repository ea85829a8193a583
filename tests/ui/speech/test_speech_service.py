"""Tests of the speech of a window: when it speaks, what it keeps, and its log."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.shell.actions import VIEW
from greenbaize.ui.shell.pages import PageController
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.speech import narrator, speech_service
from greenbaize.ui.speech.speech_service import SpeechService
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.words.spoken import is_brief_speech
from ui.accessibility_tree import screen_reader_active
from ui.speech.spoken_text import next_spoken_text
from ui.table.person import wait_until


class FakePages(QObject):
    """Pages of a window without a table."""

    page_leaving = Signal()
    table = current = None
    is_shared = False


@pytest.fixture
def pages(qapp):
    return FakePages()


@pytest.fixture
def make_service(qtbot, pages):
    """Return a function that makes the speech of a window."""

    def make_speech(**settings):
        window = QWidget()
        qtbot.addWidget(window)
        return SpeechService(window, SettingsService(UserSettings(**settings)), pages)

    return make_speech


@pytest.fixture
def announced_texts(monkeypatch):
    """List what is announced: widget, text and urgency."""
    texts = []
    monkeypatch.setattr(
        speech_service,
        "announce_now",
        lambda widget, text, urgent: texts.append((widget, text, urgent)),
    )
    return texts


@pytest.mark.parametrize("setting", ["on", "off", "auto"])
def test_speech_is_on_always_never_or_with_a_screen_reader(make_service, setting):
    service = make_service(speak=setting)
    assert service.is_on is (setting == "on")
    with screen_reader_active():
        assert service.is_on is (setting != "off")


def test_a_text_is_announced_in_its_turn_and_an_urgent_one_at_once(make_service, announced_texts):
    service = make_service(speak="on")
    service.speak_text("Anna plays 7♥.")
    service.speak_text("")
    assert announced_texts == []
    service.speak_text("Your 7♠ is not allowed.", is_urgent=True)
    service.queue.speak_pending()
    urgent, later = announced_texts
    assert urgent[1:] == ("Your seven of spades is not allowed.", True)
    assert later[1:] == ("Anna plays seven of hearts.", False)
    assert urgent[0] is service._window
    assert service.log.lines == [urgent[1], later[1]]


def test_the_table_announces_where_there_is_one(make_service, announced_texts, pages):
    service, pages.table = make_service(speak="on"), QWidget()
    service.speak_text("Your turn.", is_urgent=True)
    assert announced_texts[0][0] is pages.table


def test_nothing_is_said_or_kept_once_speech_is_off(make_service, announced_texts):
    service = make_service(speak="on")
    service.speak_text("Anna takes the trick.")
    service._settings.current.speak = "off"
    service.queue.speak_pending()
    service.speak_text("Boris takes the trick.", is_urgent=True)
    assert announced_texts == []
    assert service.log.lines == []


def test_what_the_previous_player_was_told_is_dropped(make_service, announced_texts):
    service = make_service(speak="on")
    service.clear_speech()  # nothing was said yet
    service.speak_text("You hold the ace.", is_urgent=True)
    service.speak_text("You draw a king.")
    service.clear_speech()
    service.queue.speak_pending()
    assert len(announced_texts) == 1
    assert service.log.lines == []


def test_a_page_that_is_left_has_its_last_words(make_service, announced_texts, pages):
    service = make_service(speak="on")
    service.speak_text("Boris wins the match.")
    pages.page_leaving.emit()
    assert [text for _, text, _ in announced_texts] == ["Boris wins the match."]


def test_a_new_window_has_the_log_of_the_one_it_replaces_before_its_own(make_service):
    old_service, service = make_service(), make_service()
    service.copy_log_from(old_service)
    assert service._log is None
    old_service.log.add_line("Deal 1.")
    old_service._header = header = object()
    service.log.add_line("Deal 2.")
    service.copy_log_from(old_service)
    assert service.log.lines == ["Deal 1.", "Deal 2."]
    service._start_match(header)
    assert service.log.lines == ["Deal 1.", "Deal 2."]
    service._start_match(object())
    assert service.log.lines == []


def test_a_key_press_ends_the_wait_for_speech(make_service, announced_texts):
    service = make_service(speak="on", speech_waits=True)
    stage = SimpleNamespace(skipped=Emitter())
    service.connect_stage(stage)
    assert stage.remaining_speech_ms() == 0.0
    stage.skipped.emit()  # nothing was said yet
    service.speak_text("Anna takes the trick and leads to the next one.", is_urgent=True)
    assert stage.remaining_speech_ms() > 1000
    stage.skipped.emit()
    assert stage.remaining_speech_ms() == 0.0


class Emitter:
    """A signal without Qt."""

    def connect(self, slot):
        self.emit = slot


def test_faster_speech_is_waited_for_less(make_service, announced_texts):
    durations = []
    for rate in (180, 360):
        service = make_service(speak="on", speech_waits=True, speech_rate=rate)
        service.speak_text("Anna takes the trick and leads to the next one.", is_urgent=True)
        durations.append(service.remaining_ms())
    assert durations[0] > 1.5 * durations[1]


def test_the_wording_is_that_of_the_settings(make_service):
    service = make_service(wording="brief")
    assert is_brief_speech()
    service._settings.current.wording = "full"
    service._settings.changed.emit()
    assert not is_brief_speech()


def test_the_key_of_the_log_opens_and_closes_it(make_service):
    service = make_service(speak="off")
    (action,) = service.declare_actions()
    assert (action.id, action.menu, action.keys) == ("log", VIEW, "Shift+F7")
    service.log.add_line("Deal 1.")
    action.run()
    dialog = service.log_window
    assert dialog.isVisible()
    assert dialog.off_note.isVisible()
    assert dialog.list.item(0).text() == "Deal 1."
    action.run()
    assert service.log_window is None
    service._settings.current.speak = "on"
    action.run()
    assert not service.log_window.off_note.isVisible()
    service.log_window.close()


def test_nothing_is_created_while_speech_is_off(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, seed_from_text("heard")))
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    speech = person.facade.speech
    assert not speech.is_on
    assert (speech._queue, speech._narrator, speech._log) == (None, None, None)


@pytest.mark.slow
def test_resumed_match_speaks_its_question(open_spoken_match):
    person = open_spoken_match("damn", 3, deals=1, first=1)
    next_spoken_text(person)
    facade, match = person.facade, person.facade.match
    person.facade.show_start_screen()
    assert person.facade.resume_match(match.file.path) == ""
    facade.speech.queue.speak_pending()
    assert facade.speech.log.lines[1:] == ["How many tricks do you bid?"]
    facade.start_usual_match(seed_from_text("another"))
    assert facade.speech.log.lines == []


def test_own_table_waits_for_speech_and_a_shared_one_does_not(open_spoken_match, monkeypatch):
    person = open_spoken_match("damn", 3, deals=1, first=1)
    speech = person.facade.speech
    monkeypatch.setattr(narrator, "speech_duration_ms", lambda *_: 500.0)
    speech.speak_text("Something.")
    assert person.match_view.stage.remaining_speech_ms() == 500.0
    assert not person.match_view.stage.is_wait_shared()
    monkeypatch.setattr(PageController, "is_shared", True)
    assert person.match_view.stage.is_wait_shared()
    monkeypatch.setattr(PageController, "is_shared", False)
    person.facade.settings.speech_waits = False
    assert person.match_view.stage.remaining_speech_ms() == 0.0


def test_banner_text_is_spoken_once(open_spoken_match):
    person = open_spoken_match("damn", 3, deals=1, first=1)
    next_spoken_text(person)
    person.facade.banner.show_transient("Tom is back.")
    announce(person.match_view, "Tom is back.")
    assert next_spoken_text(person) == "Tom is back."
