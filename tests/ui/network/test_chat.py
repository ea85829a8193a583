"""The chat: read, written, muted, and never in the way of the cards."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from greenbaize.lan.wire import Spoken
from greenbaize.ui.network.chat import ChatPanel
from greenbaize.ui.network.chat_log import MOST_LINES, ChatLog
from greenbaize.ui.theme import LIGHT
from ui.hostile import HOSTILE, READ, faults
from ui.table.person import Person


def spoken(name: str, text: str = "", word: str = "", seat: int | None = 1) -> Spoken:
    return Spoken(seat=seat, name=name, text=text, word=word)


@pytest.fixture
def panel(qtbot: QtBot) -> ChatPanel:
    """An empty chat."""
    one = ChatPanel(ChatLog(), LIGHT)
    one._log.setParent(one)
    qtbot.addWidget(one)
    one.resize(240, 260)
    with qtbot.waitActive(one):
        one.show()
    return one


def lines(panel: ChatPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def test_what_is_said_is_shown_in_ones_own_language(panel: ChatPanel) -> None:
    panel._log.take(spoken("Tom", "Hello"))
    panel._log.take(spoken("Eva", word="good-luck"))
    panel._log.take(spoken("Eva", word="from-a-newer-program"))
    assert lines(panel) == ["Tom: Hello", "Eva: Good luck!"]


@pytest.mark.slow
def test_only_the_last_lines_are_kept(panel: ChatPanel) -> None:
    for number in range(MOST_LINES + 50):
        panel._log.take(spoken("Tom", str(number)))
    assert panel.list.count() == MOST_LINES
    assert lines(panel)[-1] == f"Tom: {MOST_LINES + 49}"


def test_writing_says_it_and_no_key_goes_on_to_the_cards(panel: ChatPanel, qtbot: QtBot) -> None:
    QTest.keyClicks(panel.field, "one  3 ")
    with qtbot.waitSignal(panel.text_said) as said:
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert said.args == ["one 3"]
    assert panel.field.text() == ""
    with qtbot.waitSignal(panel.left):
        QTest.keyClick(panel.field, Qt.Key.Key_Escape)
    panel.field.setText("\u202ex\u0007y" + "W" * 300)
    with qtbot.waitSignal(panel.text_said) as said:
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert len(said.args[0]) <= 200
    assert "\u202e" not in said.args[0]


def test_quick_words_are_said_as_codes(panel: ChatPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.word_said) as said:
        panel.words_menu.actions()[2].trigger()
    assert said.args == ["thanks"]


def test_one_click_turns_it_off_and_on_again(panel: ChatPanel) -> None:
    panel._log.take(spoken("Tom", "Hello"))
    Person(panel).click(panel.mute_button)
    assert not panel.list.isVisible()
    panel._log.take(spoken("Tom", "Do you hear me?"))
    assert panel._log.unread == 0
    Person(panel).click(panel.mute_button)
    assert panel.list.isVisible()
    assert lines(panel) == ["Tom: Hello"]


def test_one_person_is_muted_and_heard_again(panel: ChatPanel) -> None:
    panel._log.take(spoken("A&B", "Hello"))
    panel._log.take(spoken("Eva", "Hi"))
    mute = panel.actions_at(QPoint(10, 5))
    assert [one.text() for one in mute] == ["Mute A&&B"]
    mute[0].trigger()
    panel._log.take(spoken("A&B", "Hello?"))
    assert lines(panel) == ["Eva: Hi"]
    hear = panel.actions_at(QPoint(10, 5))[-1]
    assert hear.text() == "Unmute A&&B"
    hear.trigger()
    panel._log.take(spoken("A&B", "At last"))
    assert lines(panel) == ["Eva: Hi", "A&B: At last"]


@pytest.mark.slow
def test_hostile_words_harm_nothing(panel: ChatPanel) -> None:
    for name in READ:
        for words in HOSTILE:
            panel._log.take(spoken(name, words[:200]))
    assert faults(panel) == []


def test_ones_own_words_are_no_news_and_nobody_mutes_themselves(panel: ChatPanel) -> None:
    panel.hide()
    panel._log.take(spoken("Ida", "Hello", seat=0), own=True)
    assert panel._log.unread == 0
    panel._log.take(spoken("Tom", "Hello"))
    assert panel._log.unread == 1
    panel.show()
    spot = panel.list.visualItemRect(panel.list.item(0)).center()
    assert panel.actions_at(spot) == []


def test_what_is_seen_at_once_is_not_counted(panel: ChatPanel) -> None:
    panel._log.take(spoken("Tom", "Hello"))
    assert panel._log.unread == 0
