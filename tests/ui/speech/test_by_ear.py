"""Screen reader output of a match of each game, from the start screen to the next match."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
)

from greenbaize.app.network import connections
from greenbaize.lan.discovery import FoundTable
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.settings import Settings
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.start import match_launcher
from greenbaize.ui.speech import voice
from greenbaize.ui.widgets import accessibility
from greenbaize.ui.widgets.accessibility import name_for_ears
from greenbaize.ui.widgets.texts import speak
from ui.features.network.fake_session import FOUR, Network
from ui.gallery import GOLDEN
from ui.listening import listening
from ui.table.person import until
from ui.test_listening import MATCHES, last_deal

HEARD = Path(__file__).parent / "heard"
MOST_WORDS = 25
"""Maximum number of announced words per trick in brief wording."""
MOST_STOPS = 60
Key = Qt.Key


@pytest.fixture(params=["en", "ru"])
def language(request):
    speak(request.param)
    yield request.param
    speak("en")


class EventReceiver:
    """Record what a screen reader says unasked: announcements and newly focused widgets."""

    def __init__(self, person):
        self.lines = []
        self._window = person.main
        person.main.speech.gathering.spoken.connect(self._on_news)

    def _on_news(self, words):
        assert self._window.accessibleName().strip() == words
        self.lines.append(words)

    def on_focus(self, _, widget):
        """Record the newly focused widget."""
        if widget is not None and widget.accessibleName():
            told = (widget.accessibleName(), *widget.accessibleDescription().splitlines())
            self.lines.append(f"[{'. '.join(told)}]")


def stop(*, described=False):
    """Return what is spoken for the focused widget: its name, value and optionally description."""
    QApplication.processEvents()
    widget = QApplication.focusWidget()
    assert widget is not None
    told = QAccessible.queryAccessibleInterface(widget)
    name, value = (told.text(one) for one in (QAccessible.Text.Name, QAccessible.Text.Value))
    assert name, f"{widget} has no name"
    if isinstance(widget, QListWidget):
        item, role = widget.currentItem(), Qt.ItemDataRole.AccessibleTextRole
        value = "" if item is None else (item.data(role) or item.text()).replace("\n", ", ")
    elif isinstance(widget, QComboBox):
        # Where labels are exposed as relations, the accessible name is the selected value.
        labels = [one for one in widget.window().findChildren(QLabel) if one.buddy() is widget]
        name = labels[0].text().replace("&", "").rstrip(":") if labels else name
    said = f"{name}: {value}" if value and value != name else name
    more = told.text(QAccessible.Text.Description).replace("\n", ", ") if described else ""
    return f"[{said}. {more}]" if more else f"[{said}]"


def walked(*, described=False):
    """Press Tab once around the active window and return what is spoken on the way."""
    first, stops = QApplication.focusWidget(), [stop(described=described)]
    for _ in range(MOST_STOPS):
        QTest.keyClick(QGuiApplication.focusWindow(), Key.Key_Tab)
        QApplication.processEvents()
        if QApplication.focusWidget() is first:
            return " ".join(stops)
        stops.append(stop(described=described))
    raise AssertionError(f"Tab did not return to the first of {stops}")


def control(person, key):
    """Press Ctrl and a key."""
    QTest.keyClick(person.main.windowHandle(), key, Qt.KeyboardModifier.ControlModifier)


def looked_through(person, key):
    """Open a dialog by Ctrl and a key, tab through it and close it; return its title and fields."""
    control(person, key)
    until(lambda: QApplication.activeModalWidget() is not None)
    dialog = QApplication.activeModalWidget()
    until(dialog.isActiveWindow)
    heard = f"{dialog.windowTitle()}: {walked()}"
    QTest.keyClick(QGuiApplication.focusWindow(), Key.Key_Escape)
    until(lambda: QApplication.activeModalWidget() is None)
    person.main.activateWindow()  # a desktop does this by itself
    until(person.main.isActiveWindow)
    return heard


def played(person, ear):
    """Play by keyboard to the result; return what is spoken before each question."""
    turns, main = [], person.main
    while True:
        person.wait_for_turn()
        main.speech.gathering.speak()
        turns.append(" ".join(ear.lines))
        ear.lines.clear()
        if person.over:
            return turns
        person.press(Key.Key_Return)


@pytest.fixture
def heard_out(opened, monkeypatch, language):
    monkeypatch.setattr(voice, "TOGETHER_MS", 1_000_000)
    monkeypatch.setattr(voice, "spoken_ms", lambda *_: 0.0)
    monkeypatch.setattr(match_launcher, "new_seed", lambda: seed_from("next"))
    ears = []

    def hear(name):
        given = Settings(your_name="Ida", motion=False, last_card=False, wording="brief")
        given.language, given.wait_for_click = language, "off"
        given.last_game = json.loads((GOLDEN / f"{name}.jsonl").read_text().splitlines()[0])["game"]
        given.save()
        folders.matches().mkdir(parents=True)
        last_deal(name, folders.matches())
        person = opened()
        until(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
        before = [walked(), looked_through(person, Key.Key_N)]
        ears.append(EventReceiver(person))
        QApplication.instance().focusChanged.connect(ears[0].on_focus)
        person.press(Key.Key_Return)
        until(lambda: person.main.playing)
        turns = played(person, ears[0])
        turns.append(walked())
        ears[0].lines.clear()
        control(person, Key.Key_R)
        until(lambda: not person.over)
        person.wait_for_turn()
        person.main.speech.gathering.speak()
        return [*before, *turns, " ".join(ears[0].lines)]

    with listening():
        yield hear
        for ear in ears:
            QApplication.instance().focusChanged.disconnect(ear.on_focus)


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_each_thing_is_heard_once_and_in_few_words(heard_out, name, language):
    said = heard_out(name)
    assert said == (HEARD / f"{name}-{language}.txt").read_text("utf-8").splitlines()
    if not name.startswith("rank"):
        # From the first card on, each until its winner is said; player names are single words.
        news = re.sub(r"\[.*?\] ?|(?<=Bot) ", "", " ".join(said[3:-2]))
        news = re.sub(r"\w+: (?:Bid|Заказ) \d+[.;] ?", "", news)
        news = news.partition("This deal:")[0].partition("Сдача:")[0]  # the deal is over then
        tricks = re.findall(r".*?(?:trick|зятк)[^.]*\.", news)
        assert len(tricks) > 1
        assert [one for one in tricks if len(re.findall(r"\w+", one)) > MOST_WORDS] == []


@pytest.mark.slow
def test_preferences_are_heard(opened, language):
    Settings(your_name="Ida", language=language).save()
    with listening():
        person = opened()
        until(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
        said = looked_through(person, Key.Key_Comma)
    assert said == (HEARD / f"preferences-{language}.txt").read_text("utf-8").rstrip()


def join_dialog(person):
    """Open the join dialog by keyboard."""
    until(lambda: isinstance(QApplication.focusWidget(), QAbstractButton))
    control(person, Key.Key_J)
    until(lambda: isinstance(QApplication.activeModalWidget(), JoinDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, JoinDialog)
    until(dialog.isActiveWindow)
    return dialog


@pytest.mark.slow
def test_joining_a_table_is_heard(opened, monkeypatch, language):
    network = Network()
    monkeypatch.setattr(connections, "Finder", network.finder)
    monkeypatch.setattr(connections, "join_table", network.join_table)
    Settings(your_name="Ida", language=language).save()
    tom = FoundTable("Tom", "damn", "192.168.1.7", 4000, free=2)
    eva = FoundTable("Eva", "rank", "fe80::1", 4001, free=0, playing=True)
    said = []

    def hear():
        said.append(stop(described=True))

    def press(*keys):
        for key in keys:
            QTest.keyClick(QGuiApplication.focusWindow(), key)
        hear()

    with listening():
        person = opened()
        dialog = join_dialog(person)
        said.append(f"{dialog.windowTitle()}: {walked(described=True)}")
        dialog._patience.setInterval(0)
        dialog._patience.start()
        until(lambda: not dialog._patience.isActive())
        hear()
        network.finders[0].find(tom, eva)
        until(lambda: dialog.list.count() == 2)
        hear()
        press(Key.Key_Return)
        dialog.list.setFocus()
        hear()
        press(Key.Key_Down)
        press(Key.Key_Up)
        press(Key.Key_Return)
        press(Key.Key_Return)
        QTest.keyClicks(dialog.code, "abc 234")
        press(Key.Key_Return)
        network.last.end(Message("table-away-code"))
        until(dialog.problem.isVisible)
        hear()
        press(Key.Key_Return)
        network.last.show(*FOUR, you=1)
        until(lambda: person.main.room is not None)
        person.main.activateWindow()  # a desktop does this by itself
        until(person.main.isActiveWindow)
        person.main.speech.gathering.speak()
        said.append(walked(described=True))
        press(Key.Key_Return)
        before = person.main.room.state.text()
        network.last.show(FOUR[0], msgspec.structs.replace(FOUR[1], ready=True), *FOUR[2:], you=1)
        until(lambda: person.main.room.state.text() != before)
        person.main.speech.gathering.speak()
        said += person.main.speech.log.lines
    assert said == (HEARD / f"joining-{language}.txt").read_text("utf-8").splitlines()


def test_news_is_announced_where_screen_readers_know_announcements(opened, monkeypatch):
    main, told = opened().main, list[QAccessible.Event]()
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda one: told.append(one.type()))
    with listening():
        accessibility.utter(main.window, "Your turn.")
        assert (main.accessibleName(), told) == ("Your turn.", [])
        accessibility.utter(main.window, "Your turn.")
        assert main.accessibleName() == "Your turn. "  # the name must change to be read again
        monkeypatch.setattr(QGuiApplication, "platformName", lambda: "windows")
        accessibility.utter(main.window, "Go on.")
    assert main.accessibleName() == "Your turn. "
    assert told == [QAccessible.Event.Announcement]


def test_what_has_the_keyboard_is_named_anew_when_it_comes_again(opened):
    lobby = opened().main.lobby
    first, other = (one for one in lobby.findChildren(QAbstractButton)[:2])
    first.setFocus()
    before = first.accessibleName()
    name_for_ears(first, "Another")
    name_for_ears(first, "A third", "which tells more")
    assert first.accessibleName() == before
    other.setFocus()
    assert first.accessibleName() == before
    first.setFocus()
    assert (first.accessibleName(), first.accessibleDescription()) == (
        "A third",
        "which tells more",
    )
