"""Tests for the join dialog: found tables, typed addresses and refusals."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.ui.features.network.join_dialog import JoinDialog
from ui.features.network.fake_session import FakeFinder
from ui.hostile_names import RECORDED_NAMES, find_display_faults
from ui.show_widget import show_widget
from ui.table.person import wait_until

TOM = DiscoveredTable("Tom's table", "damn", "192.168.1.7", 4000)
EVA = DiscoveredTable("Eva's table", "rank", "fe80::1", 4001)


@pytest.fixture
def finders():
    """Return the list of table searches that were started."""
    return []


@pytest.fixture
def dialog(qtbot, finders):
    """Open the dialog before any table is found."""

    def start_search(changed):
        finders.append(FakeFinder(changed))
        return finders[-1]

    window = show_widget(qtbot, QWidget())
    join_dialog = JoinDialog(start_search, "Ida", window)
    with qtbot.waitActive(join_dialog):
        join_dialog.show()
    yield join_dialog
    window.close()


def test_single_table_is_selected_automatically(dialog, finders):
    finders[0].set_tables(TOM)
    wait_until(lambda: dialog.table_list.count() == 1)
    assert dialog.address_field.text() == "192.168.1.7:4000"
    assert dialog.table_list.item(0).text() == "Tom's table (Damn)\n192.168.1.7:4000"
    assert not dialog.search_note.isVisible()


def test_the_current_person_is_offered_among_all(dialog):
    dialog.offer_persons(("Anna", "Ida", "Tom"))
    assert dialog.person_combo.isVisible()
    assert (dialog.person_combo.count(), dialog.person_combo.currentText()) == (3, "Ida")
    QTest.keyClick(dialog.person_combo, Qt.Key.Key_Down)
    assert dialog.name_field.text() == "Tom"


def test_a_single_person_is_not_asked_who_plays(dialog):
    dialog.offer_persons(("Ida",))
    assert not dialog.person_combo.isVisible()
    assert dialog.name_field.text() == "Ida"


def test_selection_survives_a_new_search_result(dialog, finders):
    finders[0].set_tables(TOM, EVA)
    wait_until(lambda: dialog.table_list.count() == 2)
    dialog.table_list.setFocus()
    QTest.keyClick(dialog.table_list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.table_list, Qt.Key.Key_Down)
    assert dialog.address_field.text() == "[fe80::1]:4001"
    finders[0].set_tables(EVA)
    wait_until(lambda: dialog.table_list.count() == 1)
    assert dialog.table_list.currentRow() == 0
    assert dialog.address_field.text() == "[fe80::1]:4001"


def test_selection_survives_an_address_change(dialog, finders):
    original = replace(TOM, unique_id="0123abcd", is_reachable=True)
    finders[0].set_tables(original, EVA)
    wait_until(lambda: dialog.table_list.count() == 2)
    dialog.table_list.setCurrentRow(0)
    moved = replace(original, address="192.168.1.99", other_addresses=("192.168.1.7",))
    finders[0].set_tables(EVA, moved)
    wait_until(lambda: dialog.address_field.text() == "192.168.1.99:4000")
    assert dialog.table_list.currentItem().text().startswith("Tom's table")
    assert dialog.find_table("192.168.1.99", 4000) == moved
    assert dialog.find_table("192.168.1.7", 4000) is None


def test_missing_network_is_reported(dialog, finders):
    finders[0].has_network = False
    dialog._search_hint_timer.stop()
    finders[0].set_tables()
    wait_until(lambda: "not connected to a network" in dialog.search_note.text())
    finders[0].has_network = True
    finders[0].set_tables()
    wait_until(lambda: "firewalls" in dialog.search_note.text())


def test_table_lists_free_chairs_and_progress(dialog, finders):
    finders[0].set_tables(replace(TOM, free_seats=2), EVA)
    wait_until(lambda: dialog.table_list.count() == 2)
    texts = [dialog.table_list.item(row).text() for row in range(2)]
    assert any(text.endswith("\n2 free chairs · 192.168.1.7:4000") for text in texts)
    dialog.table_list.setCurrentRow(next(row for row in range(2) if "free" in texts[row]))
    finders[0].set_tables(replace(TOM, free_seats=0, is_playing=True), EVA)
    text_ending = "\nplay has begun · no free chair · 192.168.1.7:4000"
    wait_until(
        lambda: any(dialog.table_list.item(row).text().endswith(text_ending) for row in range(2))
    )
    assert dialog.table_list.currentItem().text().endswith(text_ending)


def test_long_table_list_is_limited(dialog, finders):
    many = [
        DiscoveredTable(f"Table {number}", "damn", "10.0.0.1", number) for number in range(1, 101)
    ]
    finders[0].set_tables(*many[80:], EVA)
    wait_until(lambda: dialog.table_list.count() == 20)
    assert dialog.more_note.text().startswith("And 1 more.")
    dialog.table_list.setCurrentRow(19)
    finders[0].set_tables(*many)
    wait_until(lambda: dialog.table_list.count() == 21)
    assert dialog.more_note.isVisible()
    assert dialog.more_note.text().startswith("And 79 more.")
    # The selected table stays selected with its address.
    assert dialog.table_list.currentRow() == 20
    assert dialog.address_field.text() == "10.0.0.1:100"
    finders[0].set_tables(TOM)
    wait_until(lambda: dialog.table_list.count() == 1)
    assert not dialog.more_note.isVisible()


def test_no_field_is_cut_off_by_a_long_refusal(dialog):
    screen = dialog.screen().availableGeometry()
    dialog.show_refusal("A long sentence that says why nobody answers there. " * 3, "table-silent")
    wait_until(lambda: not dialog.error_label.visibleRegion().isEmpty())
    assert dialog.height() <= screen.height()
    for field in (dialog.address_field, dialog.code_field, dialog.name_field, dialog.watch_box):
        corner = field.mapTo(dialog._scroll, field.rect().bottomRight())
        assert dialog._scroll.rect().contains(corner)


def test_empty_search_is_explained(dialog):
    assert "Looking" in dialog.search_note.text()
    dialog._search_hint_timer.setInterval(1)
    dialog._search_hint_timer.start()
    wait_until(lambda: "firewalls" in dialog.search_note.text())


@pytest.mark.parametrize(
    ("address", "code", "name", "field"),
    [
        ("", "ABCD", "Ida", "address_field"),
        ("nowhere", "ABCD", "Ida", "address_field"),
        ("host:4000", "", "Ida", "code_field"),
        ("host:4000", "A", "Ida", "code_field"),
        ("host:4000", "ABCD", " ", "name_field"),
        ("host:4000", "ABCD", "You", "name_field"),
    ],
)
def test_missing_input_focuses_its_field(dialog, address, code, name, field):
    requests = []
    dialog.join_requested.connect(lambda *arguments: requests.append(arguments))
    dialog.address_field.setText(address)
    dialog.code_field.setText(code)
    dialog.name_field.setText(name)
    QTest.keyClick(dialog.code_field, Qt.Key.Key_Return)
    assert requests == []
    assert dialog.error_label.isVisible()
    assert getattr(dialog, field).hasFocus()


def test_spectator_needs_no_name(dialog, qtbot):
    dialog.address_field.setText("host:4000")
    dialog.code_field.setText("abc-234")
    dialog.name_field.clear()
    QTest.keyClick(dialog.watch_box, Qt.Key.Key_Space)
    with qtbot.waitSignal(dialog.join_requested) as request:
        QTest.mouseClick(dialog.join_button, Qt.MouseButton.LeftButton)
    assert request.args == ["host", 4000, "abc-234", "", True]
    assert not dialog.join_button.isEnabled()
    dialog.show_error("No.")
    assert dialog.join_button.isEnabled()


@pytest.mark.parametrize(
    ("why", "field"),
    [
        ("table-away-code", "code_field"),
        ("table-away-secret", "code_field"),
        ("table-away-name", "name_field"),
        ("table-away-no-name", "name_field"),
        ("table-away-full", "watch_box"),
        ("table-away-next-deal", "watch_box"),
        ("table-no-host", "address_field"),
        ("table-not-open", "address_field"),
        ("table-away-host-older", "address_field"),
        ("table-away-host-newer", "address_field"),
    ],
)
def test_refusal_focuses_the_field_to_change(dialog, why, field):
    dialog.show_refusal("No.", why)
    assert getattr(dialog, field).hasFocus()


def test_hostile_table_names_are_harmless(dialog, finders):
    finders[0].set_tables(*(DiscoveredTable(name, name, name, 4000) for name in RECORDED_NAMES))
    wait_until(lambda: dialog.table_list.count() == len(RECORDED_NAMES))
    assert find_display_faults(dialog) == []
