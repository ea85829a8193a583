"""Tests for the waiting room: chairs, settings, readiness, host controls and chat."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from greenbaize.app.house_rules import HouseRules, keep_house_rules
from greenbaize.app.phones.phones_state import PhonesState
from greenbaize.games import GAMES
from greenbaize.lan.wire import DismissGuestMessage, ReadyMessage, SwapSeatsMessage
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from greenbaize.ui.features.network.waiting_room import WaitingRoomPage
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.features.network.fake_session import (
    FOUR_CHAIRS,
    FakeFinder,
    FakeSession,
    make_chair,
    make_lobby,
)
from ui.hostile_names import RECORDED_NAMES, find_display_faults
from ui.mnemonics import find_mnemonic_clashes
from ui.show_widget import show_widget
from ui.table.person import SimulatedPerson, wait_until
from ui.table.table_checks import collect_texts

WINDOW_SIZES = ((690, 400), (1280, 780), (3840, 2140))


def room_texts(room):
    return "\n".join(collect_texts(room.panel))


def test_room_shows_guests_and_game(room):
    options = {"deals": 5, "hook": True}
    room.show_lobby(
        make_lobby(*FOUR_CHAIRS, you=1, watchers=2, options=options, clock=30),
        is_connected=True,
    )
    words = room_texts(room)
    for text in ("Damn · 4 players", "host", "2 friends watch.", "30 seconds", "Hook"):
        assert text in words
    assert not room.change_button.isVisible()
    assert not room.settings_form.fields.isVisible()
    visible_buttons = [widget for widget in room.findChildren(QToolButton) if widget.isVisible()]
    assert visible_buttons == []
    assert room.chair_list.rows[0].accessibleName() == "Chair 1: Ida, host, not ready"


def test_watchers_are_mentioned_only_if_there_are_any(room):
    for count, is_mentioned in ((0, False), (1, True), (0, False)):
        room.show_lobby(make_lobby(*FOUR_CHAIRS, watchers=count), is_connected=True)
        assert room.watchers_note.isVisible() is is_mentioned


def test_missing_network_is_explained(room):
    room.join_info.show_join_info("ABC-234", ())
    assert "not connected to a network" in room.join_info.hint_label.text()
    assert [button.accessibleDescription() for button in room.join_info.copy_buttons] == ["ABC-234"]
    room.join_info.show_join_info("ABC-234", ("192.168.1.5:40123",))
    assert "Join a table…" in room.join_info.hint_label.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lobby_fields", "missing", "words"),
    [
        ({}, (), "Press “Ready”"),
        ({"chairs": 1}, (), "Waiting for Tom."),
        ({"stage": "shuffling"}, (), "shuffled by all of you"),
        ({"stage": "shuffling"}, ("Tom",), "because Tom did not answer"),
        ({}, ("Tom",), "no answer from Tom"),
        ({"stage": "playing"}, (), "has begun"),
    ],
)
def test_state_names_what_is_missing(room, lobby_fields, missing, words):
    ready = lobby_fields.pop("chairs", None) is not None
    chairs = (make_chair("Ida", ready=ready), *FOUR_CHAIRS[1:])
    room.show_lobby(make_lobby(*chairs, missing=list(missing), **lobby_fields), is_connected=True)
    assert words in room.status_label.text()


def test_last_player_not_ready_is_told_so(room):
    other_chairs = (make_chair("Tom", ready=True), make_chair("Eva", ready=True), make_chair())
    room.show_lobby(make_lobby(make_chair("Ida"), *other_chairs), is_connected=True)
    assert room.status_label.text().startswith("All others are ready and wait for you")
    assert room.ready_button.isDefault()
    room.show_lobby(make_lobby(make_chair("Ida", ready=True), *other_chairs), is_connected=True)
    assert not room.ready_button.isDefault()  # reverting readiness is not the default button


def test_focus_moves_to_ready_when_its_widget_hides(qtbot):
    session = FakeSession(hosting=True)
    room = show_widget(qtbot, WaitingRoomPage(GAMES, session, ChatLog()), 1280, 780)
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    url = "http://192.168.1.5:8410/#0123456789abcdef0123456789abcdef"
    session.phones_state = PhonesState(url, (url,), ())
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    room.phones_panel.copy_button.setFocus()
    room.show_lobby(make_lobby(*FOUR_CHAIRS[:3], make_chair("Max")), is_connected=True)
    assert not room.phones_panel.copy_button.isVisible()
    assert room.ready_button.hasFocus()


def test_addresses_of_computers_and_phones_are_distinguished(room):
    room.join_info.show_join_info("ABC-234", ("192.168.1.5:40123",))
    assert room.join_info.hint_label.text().startswith("For computers:")
    assert "Phones have an address of their own" in room.join_info.hint_label.text()


def test_state_names_absent_guests_open_chairs_and_lost_connections(room):
    away = (make_chair("Ida", ready=True), make_chair("Tom", here=False), make_chair())
    room.show_lobby(make_lobby(*away), is_connected=True)
    assert room.status_label.text() == "Waiting for Tom to come back."
    alone = (make_chair("Ida", ready=True), make_chair(), make_chair())
    room.show_lobby(make_lobby(*alone, bots=""), is_connected=True)
    assert room.status_label.text() == "Waiting for 2 more friends."
    room.show_lobby(make_lobby(*alone), is_connected=True)
    assert room.status_label.text() == "Everybody is ready."
    room.show_lobby(make_lobby(*alone), is_connected=False)
    assert "lost" in room.status_label.text()
    assert not room.ready_button.isEnabled()


def test_guests_have_faces_and_open_chairs_have_none(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    for row, chair_data in zip(room.chair_list.rows, FOUR_CHAIRS, strict=True):
        assert row.number_label.pixmap().isNull() is (not chair_data.is_guest)


def session_requests(room):
    return room._session.requests


def test_ready_button_toggles_readiness(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    QTest.keyClick(room.ready_button, Qt.Key.Key_Return)
    assert session_requests(room) == [ReadyMessage(ready=True)]
    room.show_lobby(make_lobby(make_chair("Ida", ready=True), *FOUR_CHAIRS[1:]), is_connected=True)
    assert room.ready_button.text() == "Not &ready"
    SimulatedPerson(room).click(room.ready_button)
    assert session_requests(room)[-1] == ReadyMessage(ready=False)


def test_chairs_are_moved_by_keyboard_with_the_focus(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    room.chair_list.rows[1].down_button.setFocus()
    QTest.keyClick(room.chair_list.rows[1].down_button, Qt.Key.Key_Space)
    assert session_requests(room) == [SwapSeatsMessage(1, 2)]
    assert room.chair_list.rows[2].down_button.hasFocus()
    assert not room.chair_list.rows[0].up_button.isEnabled()


def test_guest_is_dismissed_after_a_question(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    assert not room.chair_list.rows[0].dismiss_button.isVisible()
    SimulatedPerson(room).click(room.chair_list.rows[1].dismiss_button)
    question = room.findChild(ConfirmationDialog)
    assert "Tom" in question.accessibleName()
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert session_requests(room) == [DismissGuestMessage(1)]


@pytest.mark.parametrize("width", [690, 740, 800, 860, 1000, 1280])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_phone_code_is_never_cut_off(qtbot, width, language):
    set_window_language(language)
    try:
        session = FakeSession(hosting=True)
        room = show_widget(qtbot, WaitingRoomPage(GAMES, session, ChatLog()), width, 560)
        room.join_info.show_join_info("ABC-234", ("192.168.1.5:40123",))
        url = "http://192.168.1.5:8410/#0123456789abcdef0123456789abcdef"
        vpn = url.replace("192.168.1.5", "10.8.0.2")
        session.phones_state = PhonesState(url, (url, vpn), ())
        room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
        QApplication.processEvents()
        assert room.phones_panel.code_view.isVisible()
        assert room.scroll_area.horizontalScrollBar().maximum() == 0
    finally:
        set_window_language("en")


@pytest.mark.slow
@pytest.mark.parametrize("size", WINDOW_SIZES)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_hostile_names_are_harmless(room, size, theme):
    room.resize(*size)
    apply_application_theme(theme)
    room.apply_theme()
    for index, name in enumerate(RECORDED_NAMES):
        chairs = (
            make_chair("Ida"),
            make_chair(name),
            make_chair(name, here=False),
            make_chair(name, slow=True),
        )
        lobby_shown = make_lobby(*chairs, table=name, keeper=index % 4, missing=[name])
        room.show_lobby(lobby_shown, is_connected=True)
        assert find_display_faults(room) == []


def test_dialog_mnemonics_are_unique(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    room.change_button.click()
    join = JoinDialog(FakeFinder, "Ida", room)  # type: ignore[arg-type]
    join.show()
    for dialog in (room.findChild(TableSetupDialog), join):
        assert find_mnemonic_clashes(dialog) == []
    join.reject()


def test_repeated_input_sends_ready_once(room):
    marks = []

    def record_mark(mark):
        marks.append(mark.ready)
        room.show_lobby(
            make_lobby(make_chair("Ida", ready=mark.ready), *FOUR_CHAIRS[1:]), is_connected=True
        )

    room._session.send_message = record_mark
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    point = room.ready_button.mapTo(room.window(), room.ready_button.rect().center())
    QTest.mouseDClick(room.window().windowHandle(), Qt.MouseButton.LeftButton, pos=point)
    assert marks == [True]
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    key, none = Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier
    for is_repeat in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, key, none, "\r", autorep=is_repeat)
        QApplication.sendEvent(room.ready_button, event)
    assert marks == [True, True]


class TestHouseRules:
    def test_table_with_usual_rules_says_so(self, room):
        room.show_lobby(make_lobby(*FOUR_CHAIRS, options={}), is_connected=True)
        assert room.rules_note.text() == "The usual rules."
        assert not room.keep_rules_button.isVisible()

    def test_guest_sees_and_keeps_what_is_unusual(self, room):
        saved = []
        room.house_rules_changed.connect(lambda: saved.append(1))
        options = {"direction": "down", "scoring": "misses"}
        room.show_lobby(make_lobby(*FOUR_CHAIRS, options=options, you=1), is_connected=True)
        assert room.rules_note.text().startswith("Not as usual: ")
        assert not any(part in room.options_note.text() for part in ("direction", "A missed bid"))
        QTest.mouseClick(room.keep_rules_button, Qt.MouseButton.LeftButton)
        dialog = room.findChild(HouseRulesDialog)
        wait_until(dialog.isVisible)
        assert dialog.name_field.text() == "Ida's table"
        QTest.keyPress(dialog.name_field, Qt.Key.Key_Return)
        assert "Ida's table" in room.rules_note.text()
        assert not room.keep_rules_button.isVisible()
        assert saved == [1]
        assert room._settings.house_rules == {"damn Ida's table": {"options": options}}

    def test_host_has_the_pills(self, room):
        keep_house_rules(room._settings, HouseRules("Home", "damn", {"direction": "down"}))
        room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
        room.change_button.click()
        dialog = room.findChild(TableSetupDialog)
        wait_until(dialog.isVisible)
        (pill,) = dialog.house_rules_bar.pills
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
        assert dialog.options_form.values["direction"] == "down"
