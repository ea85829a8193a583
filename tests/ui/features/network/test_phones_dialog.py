"""Tests for connecting phones to a table: the dialog and the join code on the table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.phones_state import PhonesState
from greenbaize.ui.features.network.phones_dialog import PhonesDialog
from greenbaize.ui.table.join_code_item import JoinCodeItem
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.features.network.test_phones_panel import PHONES_ON, URL
from ui.features.network.test_table_only import TableOnlyScenario
from ui.table.person import wait_until
from ui.window_steps import find_menu_action

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def open_phones_dialog(person):
    """Open the phones dialog of a running match."""
    person.facade.load_network_controller()._open_dialog(
        PhonesDialog(person.facade.load_network_controller().session_controller, person.window)
    )
    dialog = person.facade.load_network_controller().dialog
    wait_until(dialog.isVisible)
    return dialog


def test_enter_switches_phones_and_keeps_the_dialog(host, network):
    dialog = open_phones_dialog(host)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert network.last_session.requests[-1] == ("phones", True)
    small = dialog.height()
    network.last_session.on_phones(PHONES_ON)
    assert dialog.isVisible()
    assert dialog.height() > small
    network.last_session.report_lobby(*FOUR_CHAIRS[:3], make_chair("Kim"))
    wait_until(
        lambda: (
            len(host.facade.waiting_room.lobby.chairs) == 4
            and host.facade.waiting_room.phones_panel.full_note.isVisible()
        )
    )
    assert dialog.panel.code_view.isVisible()  # somebody may have closed their page


def test_dialog_closes_with_the_table(host, network):
    dialog = open_phones_dialog(host)
    network.last_session.report_end(None)
    wait_until(lambda: host.facade.load_network_controller().session_controller is None)
    wait_until(
        lambda: (
            not any(
                isinstance(widget, PhonesDialog) and widget.isVisible()
                for widget in QApplication.topLevelWidgets()
            )
        )
    )
    assert dialog is not None


def test_join_code_is_shown_on_the_table_display(host, network):
    network.last_session.report_lobby(*FOUR_CHAIRS, you=None, keeper=None)
    scenario = TableOnlyScenario(host, network, own_seat=None)

    def join_items():
        return [item for item in scenario.person.scene.items() if isinstance(item, JoinCodeItem)]

    (join_item,) = join_items()
    assert not join_item.isVisible()
    network.last_session.on_phones(PHONES_ON)
    assert join_item.isVisible()
    assert join_item.url == URL
    host.window.resize(900, 700)
    assert scenario.person.scene.sceneRect().contains(join_item.sceneBoundingRect())
    find_menu_action(host, "Phones").trigger()
    wait_until(host.facade.load_network_controller().dialog.isVisible)
    network.last_session.on_phones(PhonesState())
    assert not join_item.isVisible()
    scenario.press_key(Qt.Key.Key_Escape)
    assert join_items() == []
