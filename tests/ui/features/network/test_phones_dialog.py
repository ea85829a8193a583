"""Tests for connecting phones to a table: the dialog and the join code on the table."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.shown import ChairRequest, PhonesShown
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.phones_dialog import PhonesDialog
from greenbaize.ui.shell.navigation import OpenTable
from greenbaize.ui.table.qr import DARK, LIGHT
from greenbaize.ui.table.way_in import WayInItem
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.texts import speak
from greenbaize.words.speaker import Speaker
from ui.features.network.fake_session import FOUR, chair
from ui.features.network.test_door import open_table
from ui.features.network.test_table_only import Shown
from ui.shell.test_window import action
from ui.table.person import until

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
URL = "http://192.168.178.25:40123/#0123456789abcdef0123456789abcdef"
ON = PhonesShown(URL, (URL,), ())


@pytest.fixture
def host(opened, network):
    """Open a table hosted by Ida and show its waiting room."""
    person = opened()
    open_table(person, network)
    return person


def panel_of(person):
    return person.main.room.phones


def dialog_of(person):
    """Open the phones dialog of a running match."""
    person.main.door()._show(PhonesDialog(person.main.door().visit, person.window))
    dialog = person.main.door().dialog
    until(dialog.isVisible)
    return dialog


def test_phones_are_switched_on_by_enter_and_off_by_the_mouse(host, network):
    panel = panel_of(host)
    assert not panel.switch.isChecked()
    assert not panel.code.isVisible()
    assert Speaker().say(Message("phones-plain")) in panel.plain.text()
    action(host, "Phones").trigger()
    assert panel.switch.hasFocus()
    host.press(Qt.Key.Key_Return)
    assert network.last.asked[-1] == ("phones", True)
    network.last.on_phones(ON)
    assert panel.code.text == URL
    assert panel.code.isVisible()
    assert (panel.address.text(), panel.table_code.text()) == ("192.168.178.25:40123", "ABC-234")
    QTest.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == URL
    QTest.mouseClick(panel.switch, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert network.last.asked[-1] == ("phones", False)
    network.last.on_phones(PhonesShown())
    assert not panel.way.isVisible()


def test_a_phone_at_the_door_gets_its_chair_back_by_one_click(host, network):
    asked = ON._replace(requests=(ChairRequest(1, "Max"),))
    network.last.on_phones(asked)
    banner = host.main.banner
    assert "Max is at the door" in banner.words.text()
    assert "the number 1" in banner.words.text()
    room = host.main.room
    box = QRect(banner.mapToGlobal(QPoint(0, 0)), banner.size())
    for part in (room.phones.code, room.phones.copy_button, room.chat.field, room.ready_button):
        assert part.isVisible()
        assert not box.intersects(QRect(part.mapToGlobal(QPoint(0, 0)), part.size()))
    QTest.mouseClick(banner.away, Qt.MouseButton.LeftButton)
    network.last.on_phones(asked)  # the same request is not shown twice
    assert not banner.isVisible()
    network.last.on_phones(ON._replace(requests=(ChairRequest(2, "Max"),)))
    network.last.on_phones(ON)  # the page has been closed
    assert not banner.isVisible()
    network.last.on_phones(ON._replace(requests=(ChairRequest(3, "Max"),)))
    assert network.last.asked == []
    QTest.mouseClick(banner.act, Qt.MouseButton.LeftButton)
    assert network.last.asked == [("give-chair-back", 3)]


def test_phones_on_which_somebody_plays_are_not_switched_off_by_a_slip(host, network):
    network.last.on_phones(ON._replace(names=("Tom",)))
    panel = panel_of(host)
    QTest.mouseClick(panel.switch, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    question = next(one for one in host.window.findChildren(Confirmation) if one.isVisible())
    assert "Tom" in question.accessibleDescription()
    assert panel.switch.isChecked()
    assert network.last.asked == []
    QTest.keyClick(question, Qt.Key.Key_Escape)
    assert (panel.switch.isChecked(), network.last.asked) == (True, [])
    QTest.mouseClick(panel.switch, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    question = next(one for one in host.window.findChildren(Confirmation) if one.isVisible())
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert network.last.asked == [("phones", False)]


def test_the_code_goes_when_the_table_is_full_and_comes_again(host, network):
    network.last.on_phones(ON)
    panel = panel_of(host)
    network.last.show(*FOUR[:3], chair("Kim"))
    until(lambda: not panel.code.isVisible())
    assert panel.full.isVisible()
    assert not panel.address.isVisible()
    network.last.show(*FOUR)
    until(panel.code.isVisible)
    assert not panel.full.isVisible()


def test_another_address_of_this_computer_can_be_chosen(host, network):
    network.last.on_phones(ON)
    panel = panel_of(host)
    assert not panel.others.isVisible()
    other = URL.replace("192.168.178.25", "10.8.0.2")
    both = PhonesShown(URL, (URL, other))
    network.last.on_phones(both)
    assert panel.others.isVisible()
    panel.others.setFocus()
    QTest.keyClick(panel.others, Qt.Key.Key_Down)
    assert panel.address.text() == "10.8.0.2:40123"
    assert (panel.code.text, network.last.phones_shown.url) == (other, other)
    network.last.on_phones(both._replace(names=("Tom",)))
    assert panel.others.currentText() == "10.8.0.2:40123"
    network.last.on_phones(ON)
    assert panel.code.text == URL


def test_who_has_come_is_shown_with_the_chair(host, network):
    network.last.on_phones(ON._replace(names=("Tom",)))
    panel = panel_of(host)
    assert panel.come.text() == "Here by phone: Tom, chair 2"
    network.last.show(FOUR[0], chair("Eva"), chair("Tom"), chair())
    until(lambda: panel.come.text() == "Here by phone: Tom, chair 3")
    network.last.on_phones(ON)
    assert not panel.come.isVisible()


def test_why_phones_cannot_come_is_said_where_they_are_switched_on(host, network):
    panel = panel_of(host)
    QTest.keyClick(panel.switch, Qt.Key.Key_Space)
    why = Message("phones-no-network")
    network.last.tell(network.last.on_complaint, why)
    until(panel.problem.isVisible)
    assert panel.problem.text() == Speaker().say(why)
    assert not panel.switch.isChecked()


def test_enter_in_the_dialog_switches_and_closes_nothing(host, network):
    dialog = dialog_of(host)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert network.last.asked[-1] == ("phones", True)
    small = dialog.height()
    network.last.on_phones(ON)
    assert dialog.isVisible()
    assert dialog.height() > small
    network.last.show(*FOUR[:3], chair("Kim"))
    until(lambda: len(host.main.room.lobby.chairs) == 4 and host.main.room.phones.full.isVisible())
    assert dialog.panel.code.isVisible()  # somebody may have closed their page


def shown_at(part, view):
    return QRect(part.mapTo(view, QPoint(0, 0)), part.size())


@pytest.mark.parametrize("size", [(1280, 800), (1000, 600)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_code_is_seen_whole_in_the_waiting_room(opened, network, size, language):
    speak(language)
    try:
        person = opened()
        person.main.services.go(OpenTable())
        network.last.open()
        network.last.show(*FOUR)
        until(lambda: person.main.room and person.main.room.lobby)
        person.window.resize(*size)
        network.last.on_phones(ON)
        panel, view = panel_of(person), person.main.room.body.viewport()
        until(panel.code.isVisible)
        for part in (panel.code, panel.address, panel.table_code):
            until(lambda part=part: view.rect().contains(shown_at(part, view)))
    finally:
        speak("en")
        speak("system")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_code_is_dark_on_light_in_every_theme(host, network, theme):
    host.main.services.settings.change("theme", theme)
    network.last.on_phones(ON)
    image = panel_of(host).code.grab().toImage()
    seen = {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    }
    assert {DARK.name(), LIGHT.name()} <= seen


def test_the_dialog_ends_with_the_table(host, network):
    dialog = dialog_of(host)
    network.last.end(None)
    until(lambda: host.main.door().visit is None)
    until(
        lambda: (
            not any(
                isinstance(one, PhonesDialog) and one.isVisible()
                for one in QApplication.topLevelWidgets()
            )
        )
    )
    assert dialog is not None


def test_guests_have_no_phones_to_switch_on(host, network):
    network.last.hosting = False
    host.main.door()._show_room()
    assert not host.main.room.phones.isVisible()
    host.main.door().show_phones()
    assert host.main.door().dialog is None


def test_the_way_in_stands_in_the_corner_of_the_table_alone(host, network):
    network.last.show(*FOUR, you=None, keeper=None)
    shown = Shown(host, network, you=None)

    def ways():
        return [one for one in shown.person.scene.items() if isinstance(one, WayInItem)]

    (way,) = ways()
    assert not way.isVisible()
    network.last.on_phones(ON)
    assert way.isVisible()
    assert way.url == URL
    host.window.resize(900, 700)
    assert shown.person.scene.sceneRect().contains(way.sceneBoundingRect())
    action(host, "Phones").trigger()
    until(host.main.door().dialog.isVisible)
    network.last.on_phones(PhonesShown())
    assert not way.isVisible()
    shown.press(Qt.Key.Key_Escape)
    assert ways() == []
