"""Tests for the chat: messages, muting, and the collapsible panel."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.lan.wire import ChatMessage
from greenbaize.ui.features.network import chat
from greenbaize.ui.features.network.chat import (
    MAX_LINES,
    MIN_PANEL_HEIGHT,
    ChatLog,
    ChatPanel,
    CollapsibleChat,
)
from greenbaize.ui.widgets.theme import current_theme
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


def test_own_message_is_no_news_and_a_muted_name_may_be_a_watchers(chat_panel):
    """A spectator is another author than a player of the same name."""
    log = chat_panel._log
    log.add_message(chat_message("Eva", "Hi"))
    chat_panel.actions_at(QPoint(10, 5))[0].trigger()
    log.add_message(chat_message("EVA", "Hi?", seat=3))
    log.add_message(chat_message("Eva", "I watch", seat=None))
    assert chat_lines(chat_panel) == ["Eva: I watch"]
    assert log.muted_names == ("Eva",)
    log.unmute_name("Tom")
    assert log.muted_names == ("Eva",)
    log.unmute_name("Eva")
    assert log.muted_names == ()


def test_menu_is_offered_at_the_current_line_and_only_if_there_is_an_entry(chat_panel):
    chat_panel.open_menu(QPoint(5, 5))
    assert QApplication.activePopupWidget() is None
    chat_panel._log.add_message(chat_message("Tom", "Hello"))
    outside = QPoint(5, 200)
    assert chat_panel.actions_at(outside) == []
    chat_panel.message_list.setCurrentIndex(chat_panel._log.index(0, 0))
    assert [action.text() for action in chat_panel.actions_at(outside)] == ["Mute Tom"]
    chat_panel.message_list.customContextMenuRequested.emit(outside)
    menu = QApplication.activePopupWidget()
    assert [action.text() for action in menu.actions()] == ["Mute Tom"]
    menu.actions()[0].trigger()
    menu.close()
    assert chat_panel._log.rowCount() == 0


def test_empty_message_is_not_sent(chat_panel, qtbot):
    with qtbot.assertNotEmitted(chat_panel.message_entered):
        QTest.keyClicks(chat_panel.input_field, "  ")
        QTest.keyClick(chat_panel.input_field, Qt.Key.Key_Return)
    assert chat_panel.input_field.text() == ""


def test_list_stays_where_the_reader_has_scrolled_to(chat_panel):
    for number in range(40):
        chat_panel._log.add_message(chat_message("Tom", str(number)))
    QApplication.processEvents()
    bar = chat_panel.message_list.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    chat_panel._log.add_message(chat_message("Tom", "new"))
    QApplication.processEvents()
    assert bar.value() == 3


def test_messages_are_announced(chat_panel, monkeypatch):
    announced_texts = []
    monkeypatch.setattr(chat, "announce", lambda _, text: announced_texts.append(text))
    chat_panel._log.add_message(chat_message("Tom", "Hello"))
    assert announced_texts == ["Tom: Hello"]


def test_chat_turned_off_forgets_nothing_and_shows_only_its_switch(chat_panel):
    chat_panel.mute_button.click()
    widgets = (chat_panel.message_list, chat_panel.input_field, chat_panel.quick_words_button)
    assert [widget.isVisible() for widget in widgets] == [False] * 3
    assert chat_panel.mute_button.text() == "Chat is off: turn on"
    chat_panel.mute_button.click()
    assert [widget.isVisible() for widget in widgets] == [True] * 3
    assert chat_panel.mute_button.text() == "Turn chat off"


def test_escape_leaves_the_panel_from_any_widget(chat_panel, qtbot):
    with qtbot.waitSignal(chat_panel.escape_pressed):
        QTest.keyClick(chat_panel, Qt.Key.Key_Escape)


class TestCollapsibleChat:
    @pytest.fixture
    def collapsible(self, qtbot):
        page = QWidget()
        page.chat = CollapsibleChat(ChatLog(page), page)
        page.chat.setGeometry(0, 0, 240, 400)
        show_widget(qtbot, page, 240, 400)
        yield page.chat
        page.close()

    def test_new_messages_are_counted_until_it_is_unfolded(self, collapsible):
        log, button = collapsible.panel._log, collapsible.toggle_button
        assert button.text() == "Chat"
        log.add_message(chat_message("Tom", "Hello"))
        log.add_message(chat_message("Ida", "Hi", seat=0), is_own=True)
        assert button.text() == "Chat (1 new)"
        button.click()
        assert button.text() == "Fold the chat"
        assert collapsible.panel.isVisible()
        assert collapsible.panel.input_field.hasFocus()
        button.click()
        assert button.text() == "Chat"
        assert not collapsible.panel.isVisible()

    def test_it_says_that_the_chat_is_off(self, qtbot, collapsible):
        collapsible.panel._log.set_off(off=True)
        assert collapsible.toggle_button.text() == "Chat (off)"
        assert collapsible.panel.mute_button.isChecked()
        with qtbot.waitSignal(collapsible.toggled) as toggled:
            collapsible.toggle_button.click()
        assert toggled.args == [True]

    def test_watchers_choose_whose_cards_they_see(self, qtbot, collapsible):
        combo = collapsible.viewed_seat_combo
        assert not collapsible.viewed_seat_row.isVisible()
        collapsible.offer_viewed_seats(("Ida", "Tom"), 1)
        assert collapsible.viewed_seat_row.isVisible()
        texts = [combo.itemText(row) for row in range(combo.count())]
        assert texts == ["Nobody's cards", "Ida's cards", "Tom's cards"]
        assert combo.currentText() == "Tom's cards"
        for key, seat in ((Qt.Key.Key_Home, None), (Qt.Key.Key_Down, 0)):
            with qtbot.waitSignal(collapsible.viewed_seat_changed) as changed:
                QTest.keyClick(combo, key)
            assert changed.args == [seat]
        collapsible.offer_viewed_seats(("Ida", "Tom"), None)
        assert combo.currentIndex() == 0
        collapsible.offer_viewed_seats((), None)
        assert not collapsible.viewed_seat_row.isVisible()

    def test_panel_has_paper_only_with_a_frame(self, qtbot, collapsible):
        framed = collapsible.panel
        collapsible.toggle_button.click()
        plain = ChatPanel(framed._log, collapsible.parentWidget(), has_frame=False)
        assert framed.layout().contentsMargins().left() == 10
        assert plain.layout().contentsMargins().left() == 0
        assert framed.minimumHeight() == MIN_PANEL_HEIGHT
        colour = framed.grab().toImage().pixelColor(5, 12)
        assert colour == QColor(current_theme().paper)
