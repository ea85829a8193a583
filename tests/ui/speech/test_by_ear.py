"""Screen reader output of a match of each game, from the start screen to the next match."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QListWidget

from greenbaize.app.network import connections
from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.start import match_launcher
from greenbaize.ui.speech import narrator
from greenbaize.ui.widgets.localized_texts import set_window_language
from ui.accessibility_tree import screen_reader_active
from ui.features.network.fake_session import FOUR_CHAIRS, FakeNetwork
from ui.table.person import wait_until
from ui.test_listening import MATCHES, write_last_deal_record
from ui.window_gallery import GOLDEN_RECORDS

EXPECTED_FOLDER = Path(__file__).parent / "heard"
MAX_WORDS_PER_TRICK = 25
"""Maximum number of announced words per trick in brief wording."""
MAX_TAB_STOPS = 60
Key = Qt.Key


@pytest.fixture(params=["en", "ru"])
def language(request):
    set_window_language(request.param)
    yield request.param
    set_window_language("en")


class ScreenReaderLog:
    """Record what a screen reader says unasked: announcements and newly focused widgets."""

    def __init__(self, person):
        self.lines = []
        self._window = person.facade
        person.facade.speech.queue.speech_due.connect(self._on_announcement)

    def _on_announcement(self, text):
        assert self._window.accessibleName().strip() == text
        self.lines.append(text)

    def on_focus(self, _, widget):
        """Record the newly focused widget."""
        if widget is not None and widget.accessibleName():
            spoken_parts = (widget.accessibleName(), *widget.accessibleDescription().splitlines())
            self.lines.append(f"[{'. '.join(spoken_parts)}]")


def describe_focus(*, with_description=False):
    """Return what is spoken for the focused widget: its name, value and optionally description."""
    QApplication.processEvents()
    widget = QApplication.focusWidget()
    assert widget is not None
    interface = QAccessible.queryAccessibleInterface(widget)
    name, value = (
        interface.text(element) for element in (QAccessible.Text.Name, QAccessible.Text.Value)
    )
    assert name, f"{widget} has no name"
    if isinstance(widget, QListWidget):
        item, role = widget.currentItem(), Qt.ItemDataRole.AccessibleTextRole
        value = "" if item is None else (item.data(role) or item.text()).replace("\n", ", ")
    elif isinstance(widget, QComboBox):
        # Where labels are exposed as relations, the accessible name is the selected value.
        labels = [
            element for element in widget.window().findChildren(QLabel) if element.buddy() is widget
        ]
        name = labels[0].text().replace("&", "").rstrip(":") if labels else name
    spoken_name = f"{name}: {value}" if value and value != name else name
    description = (
        interface.text(QAccessible.Text.Description).replace("\n", ", ") if with_description else ""
    )
    return f"[{spoken_name}. {description}]" if description else f"[{spoken_name}]"


def tab_around(*, with_description=False):
    """Press Tab once around the active window and return what is spoken on the way."""
    first, spoken_stops = (
        QApplication.focusWidget(),
        [describe_focus(with_description=with_description)],
    )
    for _ in range(MAX_TAB_STOPS):
        QTest.keyClick(QGuiApplication.focusWindow(), Key.Key_Tab)
        QApplication.processEvents()
        if QApplication.focusWidget() is first:
            return " ".join(spoken_stops)
        spoken_stops.append(describe_focus(with_description=with_description))
    raise AssertionError(f"Tab did not return to the first of {spoken_stops}")


def press_ctrl(person, key):
    """Press Ctrl and a key."""
    QTest.keyClick(person.facade.windowHandle(), key, Qt.KeyboardModifier.ControlModifier)


def tab_through_dialog(person, key):
    """Open a dialog by Ctrl and a key, tab through it and close it; return its title and fields."""
    press_ctrl(person, key)
    wait_until(lambda: QApplication.activeModalWidget() is not None)
    dialog = QApplication.activeModalWidget()
    wait_until(dialog.isActiveWindow)
    spoken = f"{dialog.windowTitle()}: {tab_around()}"
    QTest.keyClick(QGuiApplication.focusWindow(), Key.Key_Escape)
    wait_until(lambda: QApplication.activeModalWidget() is None)
    person.facade.activateWindow()  # a desktop does this by itself
    wait_until(person.facade.isActiveWindow)
    return spoken


def play_to_result(person, reader_log):
    """Play by keyboard to the result; return what is spoken before each question."""
    turns, facade = [], person.facade
    while True:
        person.wait_for_turn()
        facade.speech.queue.speak_pending()
        turns.append(" ".join(reader_log.lines))
        reader_log.lines.clear()
        if person.is_over:
            return turns
        person.press(Key.Key_Return)


@pytest.fixture
def record_spoken_match(open_program, monkeypatch, language):
    monkeypatch.setattr(narrator, "MERGE_MS", 1_000_000)
    monkeypatch.setattr(narrator, "speech_duration_ms", lambda *_: 0.0)
    monkeypatch.setattr(match_launcher, "create_seed", lambda: seed_from_text("next"))
    reader_logs = []

    def record_match(name):
        settings = UserSettings(
            your_name="Ida", motion="none", forced_cards="none", wording="brief"
        )
        settings.language, settings.wait_for_click = language, "off"
        settings.last_game = json.loads(
            (GOLDEN_RECORDS / f"{name}.jsonl").read_text().splitlines()[0]
        )["game"]
        settings.save()
        folders.matches_folder().mkdir(parents=True)
        write_last_deal_record(name, folders.matches_folder())
        person = open_program()
        wait_until(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
        start_screen_lines = [tab_around(), tab_through_dialog(person, Key.Key_N)]
        reader_logs.append(ScreenReaderLog(person))
        QApplication.instance().focusChanged.connect(reader_logs[0].on_focus)
        person.press(Key.Key_Return)
        wait_until(lambda: person.facade.match_view)
        turns = play_to_result(person, reader_logs[0])
        turns.append(tab_around())
        reader_logs[0].lines.clear()
        press_ctrl(person, Key.Key_R)
        wait_until(lambda: not person.is_over)
        person.wait_for_turn()
        person.facade.speech.queue.speak_pending()
        return [*start_screen_lines, *turns, " ".join(reader_logs[0].lines)]

    with screen_reader_active():
        yield record_match
        for reader_log in reader_logs:
            QApplication.instance().focusChanged.disconnect(reader_log.on_focus)


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_match_is_spoken_as_recorded_and_briefly(record_spoken_match, name, language):
    spoken = record_spoken_match(name)
    assert spoken == (EXPECTED_FOLDER / f"{name}-{language}.txt").read_text("utf-8").splitlines()
    if not name.startswith("rank"):
        # From the first card on, each until its winner is said; player names are single words.
        news = re.sub(r"\[.*?\] ?|(?<=Bot) ", "", " ".join(spoken[3:-2]))
        news = re.sub(r"\w+: (?:Bid|Заказ) \d+[.;] ?", "", news)
        news = news.partition("This deal:")[0].partition("Сдача:")[0]  # the deal is over then
        tricks = re.findall(r".*?(?:trick|зятк)[^.]*\.", news)
        assert len(tricks) > 1
        assert [
            trick for trick in tricks if len(re.findall(r"\w+", trick)) > MAX_WORDS_PER_TRICK
        ] == []


@pytest.mark.slow
def test_preferences_are_spoken(open_program, language):
    UserSettings(your_name="Ida", language=language).save()
    with screen_reader_active():
        person = open_program()
        wait_until(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
        spoken = tab_through_dialog(person, Key.Key_Comma)
    assert spoken == (EXPECTED_FOLDER / f"preferences-{language}.txt").read_text("utf-8").rstrip()


def open_join_dialog(person):
    """Open the join dialog by keyboard."""
    wait_until(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
    press_ctrl(person, Key.Key_J)
    wait_until(lambda: isinstance(QApplication.activeModalWidget(), JoinDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, JoinDialog)
    wait_until(dialog.isActiveWindow)
    return dialog


@pytest.mark.slow
def test_joining_a_table_is_spoken(open_program, monkeypatch, language):
    network = FakeNetwork()
    monkeypatch.setattr(connections, "TableFinder", network.start_search)
    monkeypatch.setattr(connections, "create_guest_session", network.join_table)
    UserSettings(your_name="Ida", language=language).save()
    tom = DiscoveredTable("Tom", "damn", "192.168.1.7", 4000, free_seats=2)
    eva = DiscoveredTable("Eva", "rank", "fe80::1", 4001, free_seats=0, is_playing=True)
    spoken = []

    def record_focus():
        spoken.append(describe_focus(with_description=True))

    def press_keys(*keys):
        for key in keys:
            QTest.keyClick(QGuiApplication.focusWindow(), key)
        record_focus()

    with screen_reader_active():
        person = open_program()
        dialog = open_join_dialog(person)
        spoken.append(f"{dialog.windowTitle()}: {tab_around(with_description=True)}")
        dialog._search_hint_timer.setInterval(0)
        dialog._search_hint_timer.start()
        wait_until(lambda: not dialog._search_hint_timer.isActive())
        record_focus()
        network.finders[0].set_tables(tom, eva)
        wait_until(lambda: dialog.table_list.count() == 2)
        record_focus()
        press_keys(Key.Key_Return)
        dialog.table_list.setFocus()
        record_focus()
        press_keys(Key.Key_Down)
        press_keys(Key.Key_Up)
        press_keys(Key.Key_Return)
        press_keys(Key.Key_Return)
        QTest.keyClicks(dialog.code_field, "abc 234")
        press_keys(Key.Key_Return)
        network.last_session.report_end(Message("table-away-code"))
        wait_until(dialog.error_label.isVisible)
        record_focus()
        press_keys(Key.Key_Return)
        network.last_session.report_lobby(*FOUR_CHAIRS, you=1)
        wait_until(lambda: person.facade.waiting_room is not None)
        person.facade.activateWindow()  # a desktop does this by itself
        wait_until(person.facade.isActiveWindow)
        person.facade.speech.queue.speak_pending()
        spoken.append(tab_around(with_description=True))
        press_keys(Key.Key_Return)
        state_before = person.facade.waiting_room.status_label.text()
        network.last_session.report_lobby(
            FOUR_CHAIRS[0],
            msgspec.structs.replace(FOUR_CHAIRS[1], ready=True),
            *FOUR_CHAIRS[2:],
            you=1,
        )
        wait_until(lambda: person.facade.waiting_room.status_label.text() != state_before)
        person.facade.speech.queue.speak_pending()
        spoken += person.facade.speech.log.lines
    assert spoken == (EXPECTED_FOLDER / f"joining-{language}.txt").read_text("utf-8").splitlines()
