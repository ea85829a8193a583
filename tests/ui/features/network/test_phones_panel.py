"""Tests for the panel that lets phones join a table."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.phones_state import PhonesState
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network import phones_panel as phones_module
from greenbaize.ui.features.network.phones_panel import (
    PhonesPanel,
    format_phone_guests,
    is_table_full,
)
from greenbaize.ui.shell.navigation import OpenTableRoute
from greenbaize.ui.table.qr_code import DARK_COLOUR, LIGHT_COLOUR
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.words.speaker import Speaker
from ui.features.network.fake_session import FOUR_CHAIRS, FakeSession, make_chair, make_lobby
from ui.show_widget import show_widget
from ui.table.person import wait_until
from ui.window_steps import find_menu_action

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


URL = "http://192.168.178.25:40123/#0123456789abcdef0123456789abcdef"


PHONES_ON = PhonesState(URL, (URL,), ())


def phones_panel(person):
    return person.facade.waiting_room.phones_panel


def rect_in_view(part, view):
    return QRect(part.mapTo(view, QPoint(0, 0)), part.size())


def test_phones_are_switched_by_keyboard_and_mouse(host, network):
    panel = phones_panel(host)
    assert not panel.check_box.isChecked()
    assert not panel.code_view.isVisible()
    assert Speaker().format_message(Message("phones-plain")) in panel.explanation.text()
    find_menu_action(host, "Phones").trigger()
    assert panel.check_box.hasFocus()
    host.press(Qt.Key.Key_Return)
    assert network.last_session.requests[-1] == ("phones", True)
    network.last_session.on_phones(PHONES_ON)
    assert panel.code_view.text == URL
    assert panel.code_view.isVisible()
    assert (panel.address_label.text(), panel.code_label.text()) == (
        "192.168.178.25:40123",
        "ABC-234",
    )
    QTest.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == URL
    QTest.mouseClick(panel.check_box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert network.last_session.requests[-1] == ("phones", False)
    network.last_session.on_phones(PhonesState())
    assert not panel.join_info.isVisible()


def test_switching_off_used_phones_asks_first(host, network):
    network.last_session.on_phones(PHONES_ON._replace(names=("Tom",)))
    panel = phones_panel(host)
    QTest.mouseClick(panel.check_box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    question = next(
        dialog for dialog in host.window.findChildren(ConfirmationDialog) if dialog.isVisible()
    )
    assert "Tom" in question.accessibleDescription()
    assert panel.check_box.isChecked()
    assert network.last_session.requests == []
    QTest.keyClick(question, Qt.Key.Key_Escape)
    assert (panel.check_box.isChecked(), network.last_session.requests) == (True, [])
    QTest.mouseClick(panel.check_box, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    question = next(
        dialog for dialog in host.window.findChildren(ConfirmationDialog) if dialog.isVisible()
    )
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert network.last_session.requests == [("phones", False)]


def test_code_is_hidden_while_the_table_is_full(host, network):
    network.last_session.on_phones(PHONES_ON)
    panel = phones_panel(host)
    network.last_session.report_lobby(*FOUR_CHAIRS[:3], make_chair("Kim"))
    wait_until(lambda: not panel.code_view.isVisible())
    assert panel.full_note.isVisible()
    assert not panel.address_label.isVisible()
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(panel.code_view.isVisible)
    assert not panel.full_note.isVisible()


def test_other_address_can_be_selected(host, network):
    network.last_session.on_phones(PHONES_ON)
    panel = phones_panel(host)
    assert not panel.address_combo.isVisible()
    other_url = URL.replace("192.168.178.25", "10.8.0.2")
    both = PhonesState(URL, (URL, other_url))
    network.last_session.on_phones(both)
    assert panel.address_combo.isVisible()
    panel.address_combo.setFocus()
    QTest.keyClick(panel.address_combo, Qt.Key.Key_Down)
    assert panel.address_label.text() == "10.8.0.2:40123"
    assert (panel.code_view.text, network.last_session.phones_state.url) == (other_url, other_url)
    network.last_session.on_phones(both._replace(names=("Tom",)))
    assert panel.address_combo.currentText() == "10.8.0.2:40123"
    network.last_session.on_phones(PHONES_ON)
    assert panel.code_view.text == URL


def test_phone_guests_are_listed_with_their_chairs(host, network):
    network.last_session.on_phones(PHONES_ON._replace(names=("Tom",)))
    panel = phones_panel(host)
    assert panel.guests_label.text() == "Here by phone: Tom, chair 2"
    network.last_session.report_lobby(
        FOUR_CHAIRS[0], make_chair("Eva"), make_chair("Tom"), make_chair()
    )
    wait_until(lambda: panel.guests_label.text() == "Here by phone: Tom, chair 3")
    network.last_session.on_phones(PHONES_ON)
    assert not panel.guests_label.isVisible()


def test_phone_error_is_shown_in_the_panel(host, network):
    panel = phones_panel(host)
    QTest.keyClick(panel.check_box, Qt.Key.Key_Space)
    message = Message("phones-no-network")
    network.last_session.call_owner(network.last_session.on_warning, message)
    wait_until(panel.error_label.isVisible)
    assert panel.error_label.text() == Speaker().format_message(message)
    assert not panel.check_box.isChecked()


@pytest.mark.parametrize("size", [(1280, 800), (1000, 600)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_code_is_completely_visible_in_the_waiting_room(open_program, network, size, language):
    set_window_language(language)
    try:
        person = open_program()
        person.facade.services.navigate(OpenTableRoute())
        network.last_session.report_open()
        network.last_session.report_lobby(*FOUR_CHAIRS)
        wait_until(lambda: person.facade.waiting_room and person.facade.waiting_room.lobby)
        person.window.resize(*size)
        network.last_session.on_phones(PHONES_ON)
        panel, view = phones_panel(person), person.facade.waiting_room.scroll_area.viewport()
        wait_until(panel.code_view.isVisible)
        for part in (panel.code_view, panel.address_label, panel.code_label):
            wait_until(lambda part=part: view.rect().contains(rect_in_view(part, view)))
    finally:
        set_window_language("en")
        set_window_language("system")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_code_is_dark_on_light_in_every_theme(host, network, theme):
    host.facade.services.settings.change_setting("theme", theme)
    network.last_session.on_phones(PHONES_ON)
    image = phones_panel(host).code_view.grab().toImage()
    colours = {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    }
    assert {DARK_COLOUR.name(), LIGHT_COLOUR.name()} <= colours


def test_guests_cannot_switch_phones(host, network):
    network.last_session.is_hosting = False
    host.facade.load_network_controller()._show_waiting_room()
    assert not host.facade.waiting_room.phones_panel.isVisible()
    host.facade.load_network_controller().show_phones()
    assert host.facade.load_network_controller().dialog is None


class TestPhonesPanel:
    """The panel alone, without a window and a network."""

    @pytest.fixture
    def session(self):
        session = FakeSession(hosting=True)
        session.code = "ABC-234"
        return session

    @pytest.fixture
    def make_panel(self, qtbot, session):
        panels = []

        def show_panel(state=PHONES_ON, lobby=None, **options):
            session.phones_state = state
            panel = PhonesPanel(session, None, **options)
            panels.append(panel)
            panel.refresh(lobby)
            return show_widget(qtbot, panel, 700, 400)

        return show_panel

    def test_explanation_is_replaced_by_the_code(self, make_panel):
        off, on = make_panel(PhonesState()), make_panel()
        assert [panel.explanation.isVisible() for panel in (off, on)] == [True, False]
        assert [panel.join_info.isVisible() for panel in (off, on)] == [False, True]
        assert [panel.check_box.toolTip() for panel in (off, on)] == ["", on.explanation.text()]
        assert off.check_box.accessibleDescription() == off.explanation.text()
        assert on.code_label.accessibleName() == "Code: A B C - 2 3 4"
        assert on.copy_button.accessibleDescription() == URL

    @pytest.mark.parametrize("stays_visible", [True, False])
    def test_code_at_a_full_table_stays_where_it_is_wanted(self, make_panel, stays_visible):
        full = make_lobby(*(make_chair(name) for name in "ABC"))
        panel = make_panel(lobby=full, stays_visible=stays_visible)
        assert panel.code_view.isVisible() is stays_visible
        assert panel.full_note.isVisible() is not stays_visible
        off_panel = make_panel(PhonesState(), full)
        assert not off_panel.full_note.isVisible()

    def test_table_is_full_without_an_open_chair(self):
        assert not is_table_full(None)
        assert not is_table_full(make_lobby(*FOUR_CHAIRS))
        assert is_table_full(make_lobby(make_chair("A"), make_chair("B")))

    def test_guests_without_a_chair_are_listed_too(self):
        phones = PHONES_ON._replace(names=("Eva", "Kim"))
        assert format_phone_guests(phones, make_lobby(*FOUR_CHAIRS)) == ["Eva, chair 3", "Kim"]
        assert format_phone_guests(phones, None) == ["Eva", "Kim"]

    def test_new_guests_are_announced(self, make_panel, session, monkeypatch):
        announced_texts = []
        monkeypatch.setattr(phones_module, "announce", lambda _, text: announced_texts.append(text))
        panel = make_panel(PHONES_ON._replace(names=("Tom",)))
        assert announced_texts == []  # they were here before
        session.phones_state = PHONES_ON._replace(names=("Tom", "Kim"))
        panel.refresh(None)
        panel.refresh(None)
        session.phones_state = PhonesState(names=("Max",))
        panel.refresh(None)
        assert announced_texts == ["Kim"]

    def test_link_is_copied(self, make_panel):
        panel = make_panel()
        assert panel.copy_button.text() == "Copy the link"
        QTest.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
        assert panel.copy_button.text() == "Copied"
        assert QApplication.clipboard().text() == URL

    def test_error_goes_once_phones_are_on(self, make_panel, session):
        panel = make_panel(PhonesState())
        panel.check_box.setChecked(True)
        panel.show_error("No network.")
        assert not panel.check_box.isChecked()
        assert (panel.error_label.text(), panel.error_label.isVisible()) == ("No network.", True)
        panel.refresh(None)
        assert panel.error_label.isVisible()
        session.phones_state = PHONES_ON
        panel.refresh(None)
        assert not panel.error_label.isVisible()
        assert panel.check_box.isChecked()

    def test_switching_off_asks_only_if_phones_are_in_use(self, make_panel, session):
        panel = make_panel()
        panel.check_box.click()
        assert session.requests == [("phones", False)]
        session.phones_state = PHONES_ON._replace(names=("Tom",))
        panel.refresh(None)
        panel.check_box.click()
        (question,) = panel.findChildren(ConfirmationDialog)
        assert session.requests == [("phones", False)]
        question.no_button.click()
        assert panel.check_box.isChecked()
