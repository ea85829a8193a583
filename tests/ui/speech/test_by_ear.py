"""The last deal of a match of each game by ear, up to the next match: what is heard, all of it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from greenbaize.app.tables import matches
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui import announcing
from greenbaize.ui.group import name_for_ears
from greenbaize.ui.language import speak
from greenbaize.ui.speech import gathering
from ui.conftest import Opened
from ui.listening import listening
from ui.table.person import Person, until
from ui.test_listening import MATCHES, last_deal

HEARD = Path(__file__).parent / "heard"
MOST_WORDS = 25
"""So many words of news a trick in the short form, on the whole."""
Key = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(params=["en", "ru"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    speak(request.param)
    yield request.param
    speak("en")


class Ear:
    """Writes down what a screen reader says by itself: news, and what gets the keyboard."""

    def __init__(self, person: Person) -> None:
        self.lines: list[str] = []
        self._window = person.main
        person.main.speech.gathering.spoken.connect(self._on_news)

    def _on_news(self, words: str) -> None:
        assert self._window.accessibleName().strip() == words
        self.lines.append(words)

    def on_focus(self, _: QWidget | None, widget: QWidget | None) -> None:
        """Something else has the keyboard."""
        if widget is not None and widget.accessibleName():
            self.lines.append(f"[{widget.accessibleName()}]")


def played(person: Person, ear: Ear) -> list[str]:
    """Play by keys to the result; what is heard from each answer to the next question."""
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
def heard_out(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> Iterator[Callable[[str], list[str]]]:
    monkeypatch.setattr(gathering, "TOGETHER_MS", 1_000_000)
    monkeypatch.setattr(gathering, "spoken_ms", lambda *_: 0.0)
    monkeypatch.setattr(matches, "new_seed", lambda: seed_from("next"))
    ears: list[Ear] = []

    def hear(name: str) -> list[str]:
        given = Settings(your_name="Ida", motion=False, last_card=False, wording="brief")
        given.language, given.wait_for_click = language, "off"
        given.save()
        person = opened(PlayRequest(record=last_deal(name, tmp_path), seat=0))
        ears.append(Ear(person))
        QApplication.instance().focusChanged.connect(ears[0].on_focus)  # type: ignore[union-attr]
        until(lambda: person.main.playing)
        turns = played(person, ears[0])
        person.main.what_next.play_again()
        person.wait_for_turn()
        person.main.speech.gathering.speak()
        return [*turns, " ".join(ears[0].lines)]

    with listening():
        yield hear
        for ear in ears:
            QApplication.instance().focusChanged.disconnect(ear.on_focus)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", MATCHES)
def test_each_thing_is_heard_once_and_in_few_words(
    heard_out: Callable[[str], list[str]], name: str, language: str
) -> None:
    said = heard_out(name)
    assert said == (HEARD / f"{name}-{language}.txt").read_text("utf-8").splitlines()
    if not name.startswith("rank"):
        # Between the first answer and the points; names are one word each.
        tricks = [re.sub(r"\[.*?\] ?|(?<=Bot) ", "", turn) for turn in said[1:-2]]
        words = re.findall(r"\w+", " ".join(tricks))
        assert len(words) <= MOST_WORDS * len(tricks)


def test_news_is_announced_where_screen_readers_know_announcements(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    main, told = opened().main, list[QAccessible.Event]()
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda one: told.append(one.type()))
    with listening():
        announcing.utter(main, "Your turn.")
        assert (main.accessibleName(), told) == ("Your turn.", [])
        announcing.utter(main, "Your turn.")
        assert main.accessibleName() == "Your turn. "  # it has changed, and is said again
        monkeypatch.setattr(QGuiApplication, "platformName", lambda: "windows")
        announcing.utter(main, "Go on.")
    assert main.accessibleName() == "Your turn. "
    assert told == [QAccessible.Event.Announcement]


def test_what_has_the_keyboard_is_named_anew_when_it_comes_again(opened: Opened) -> None:
    lobby = opened().main.lobby
    assert lobby is not None
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
