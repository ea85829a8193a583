"""Tests for the chat: messages, muting, and the collapsible panel."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.lan.wire import ChatMessage
from greenbaize.ui.features.network.chat import MAX_LINES, ChatLog, ChatPanel
from ui.hostile_names import HOSTILE_NAMES, RECORDED_NAMES, find_display_faults
from ui.show_widget import show_widget
from ui.table.person import SimulatedPerson


def chat_message(name, text="", word="", seat=1):
    return ChatMessage(seat=seat, name=name, text=text, word=word)


@pytest.fixture
def chat_panel(qtbot):
    """Show an empty chat panel."""
    new_panel = ChatPanel(ChatLog())
    new_panel._log.setParent(new_panel)
    return show_widget(qtbot, new_panel, 240, 260)


def chat_lines(panel):
    return [panel._log.item(row).text() for row in range(panel._log.rowCount())]


def test_messages_are_shown_in_the_own_language(chat_panel):
    chat_panel._log.add_message(chat_message("Tom", "Hello"))
    chat_panel._log.add_message(chat_message("Eva", word="good-luck"))
    chat_panel._log.add_message(chat_message("Eva", word="from-a-newer-program"))
    assert chat_lines(chat_panel) == ["Tom: Hello", "Eva: Good luck!"]


@pytest.mark.slow
def test_chat_keeps_the_latest_lines(chat_panel):
    for number in range(MAX_LINES + 50):
        chat_panel._log.add_message(chat_message("Tom", str(number)))
    assert chat_panel._log.rowCount() == MAX_LINES
    assert chat_lines(chat_panel)[-1] == f"Tom: {MAX_LINES + 49}"


def test_typed_and_quick_messages_are_sent(chat_panel, qtbot):
    QTest.keyClicks(chat_panel.input_field, "one  3 ")
    with qtbot.waitSignal(chat_panel.message_entered) as entered:
        QTest.keyClick(chat_panel.input_field, Qt.Key.Key_Return)
    assert entered.args == ["one 3", ""]
    assert chat_panel.input_field.text() == ""
    with qtbot.waitSignal(chat_panel.escape_pressed):
        QTest.keyClick(chat_panel.input_field, Qt.Key.Key_Escape)
    chat_panel.input_field.setText("\u202ex\u0007y" + "W" * 300)
    with qtbot.waitSignal(chat_panel.message_entered) as entered:
        QTest.keyClick(chat_panel.input_field, Qt.Key.Key_Return)
    assert len(entered.args[0]) <= 200
    assert "\u202e" not in entered.args[0]
    with qtbot.waitSignal(chat_panel.message_entered) as entered:
        chat_panel.quick_words_menu.actions()[2].trigger()
    assert entered.args == ["", "thanks"]


def test_chat_is_switched_off_and_on(chat_panel):
    chat_panel._log.add_message(chat_message("Tom", "Hello"))
    SimulatedPerson(chat_panel).click(chat_panel.mute_button)
    assert not chat_panel.message_list.isVisible()
    chat_panel._log.add_message(chat_message("Tom", "Do you hear me?"))
    assert chat_panel._log.unread_count == 0
    SimulatedPerson(chat_panel).click(chat_panel.mute_button)
    assert chat_panel.message_list.isVisible()
    assert chat_lines(chat_panel) == ["Tom: Hello"]


def test_author_is_muted_and_unmuted(chat_panel):
    chat_panel._log.add_message(chat_message("A&B", "Hello"))
    chat_panel._log.add_message(chat_message("Eva", "Hi"))
    mute = chat_panel.actions_at(QPoint(10, 5))
    assert [action.text() for action in mute] == ["Mute A&&B"]
    mute[0].trigger()
    chat_panel._log.add_message(chat_message("A&B", "Hello?"))
    assert chat_lines(chat_panel) == ["Eva: Hi"]
    unmute = chat_panel.actions_at(QPoint(10, 5))[-1]
    assert unmute.text() == "Unmute A&&B"
    unmute.trigger()
    chat_panel._log.add_message(chat_message("A&B", "At last"))
    assert chat_lines(chat_panel) == ["Eva: Hi", "A&B: At last"]


@pytest.mark.slow
def test_hostile_messages_are_harmless(chat_panel):
    for name in RECORDED_NAMES:
        for words in HOSTILE_NAMES:
            chat_panel._log.add_message(chat_message(name, words[:200]))
    assert find_display_faults(chat_panel) == []


def test_own_and_visible_messages_are_not_unread(chat_panel):
    chat_panel._log.add_message(chat_message("Tom", "Hello"))
    assert chat_panel._log.unread_count == 0
    chat_panel._log.clear()
    chat_panel.hide()
    chat_panel._log.add_message(chat_message("Ida", "Hello", seat=0), is_own=True)
    assert chat_panel._log.unread_count == 0
    chat_panel._log.add_message(chat_message("Tom", "Hello"))
    assert chat_panel._log.unread_count == 1
    chat_panel.show()
    point = chat_panel.message_list.visualRect(chat_panel._log.index(0, 0)).center()
    assert chat_panel.actions_at(point) == []
