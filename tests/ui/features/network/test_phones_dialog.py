"""How phones come to a table: the dialog, and the corner of the table that all look at."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.shown import PhonesShown
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.phones_dialog import PhonesDialog, address_of, grouped
from greenbaize.ui.table.qr import DARK, LIGHT
from greenbaize.ui.table.way_in import WayInItem
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
    """Ida in the waiting room of a table of her own."""
    person = opened()
    open_table(person, network)
    return person


def dialog_of(person):
    dialog = person.main.door().dialog
    assert isinstance(dialog, PhonesDialog)
    return dialog


def opened_dialog(person):
    """Press the button in the waiting room."""
    QTest.mouseClick(person.main.room.phones_button, Qt.MouseButton.LeftButton)
    until(lambda: dialog_of(person).isVisible())
    return dialog_of(person)


def test_a_link_is_shown_in_parts_that_can_be_typed():
    assert address_of(URL) == "192.168.178.25:40123"
    assert address_of("http://[fd00::2]:40123/#00") == "[fd00::2]:40123"
    assert grouped("0123456789abcdef" * 2) == "0123 4567 89ab cdef\n0123 4567 89ab cdef"


def test_phones_are_switched_on_by_a_key_and_off_by_the_mouse(host, network):
    dialog = opened_dialog(host)
    assert not dialog.switch.isChecked()
    assert not dialog.code.isVisible()
    assert dialog.plain.text() == Speaker().say(Message("phones-plain"))
    QTest.keyClick(dialog.switch, Qt.Key.Key_Space)
    assert network.last.asked[-1] == ("phones", True)
    network.last.on_phones(ON)
    assert dialog.code.text == URL
    assert dialog.code.isVisible()
    assert dialog.address.text() == "192.168.178.25:40123/#"
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == URL
    tall = dialog.height()
    QTest.mouseClick(dialog.switch, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert network.last.asked[-1] == ("phones", False)
    network.last.on_phones(PhonesShown())
    assert not dialog.way.isVisible()
    assert dialog.height() < tall


def test_another_address_of_this_computer_can_be_chosen(host, network):
    network.last.on_phones(ON)
    dialog = opened_dialog(host)
    assert not dialog.others.isVisible()
    other = URL.replace("192.168.178.25", "10.8.0.2")
    both = PhonesShown(URL, (URL, other))
    network.last.on_phones(both)
    assert dialog.others.isVisible()
    dialog.others.setFocus()
    QTest.keyClick(dialog.others, Qt.Key.Key_Down)
    assert dialog.address.text() == "10.8.0.2:40123/#"
    assert (dialog.code.text, network.last.phones_shown.url) == (other, other)
    network.last.on_phones(both._replace(names=("Tom",)))
    assert dialog.others.currentText() == "10.8.0.2:40123"
    network.last.on_phones(ON)
    assert dialog.code.text == URL


def test_who_has_come_is_shown_with_the_chair(host, network):
    network.last.on_phones(ON._replace(names=("Tom",)))
    dialog = opened_dialog(host)
    assert dialog.come.text() == "Tom, chair 2"
    network.last.on_phones(ON._replace(names=("Tom", "Eva")))
    assert dialog.come.text() == "Tom, chair 2\nEva, chair 3"
    network.last.show(FOUR[0], chair("Eva"), chair("Tom"), chair())
    until(lambda: dialog.come.text() == "Tom, chair 3\nEva, chair 2")
    network.last.on_phones(ON)
    assert dialog.come.text() == "Nobody yet"


def test_why_phones_cannot_come_is_said_where_they_are_switched_on(host, network):
    dialog = opened_dialog(host)
    QTest.keyClick(dialog.switch, Qt.Key.Key_Space)
    why = Message("phones-no-network")
    network.last.tell(network.last.on_complaint, why)
    until(dialog.problem.isVisible)
    assert dialog.problem.text() == Speaker().say(why)
    assert not dialog.switch.isChecked()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_code_is_dark_on_light_in_every_theme(host, network, theme):
    host.main.services.settings.change("theme", theme)
    network.last.on_phones(ON)
    dialog = opened_dialog(host)
    image = dialog.code.grab().toImage()
    seen = {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(60, 180, 3)
    }
    assert {DARK.name(), LIGHT.name()} <= seen


def test_the_dialog_ends_with_the_table(host, network):
    dialog = opened_dialog(host)
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
    assert not host.main.room.phones_button.isVisible()
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
    until(lambda: dialog_of(host).isVisible())
    network.last.on_phones(PhonesShown())
    assert not way.isVisible()
    shown.press(Qt.Key.Key_Escape)
    assert ways() == []
