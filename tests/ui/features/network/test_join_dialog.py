"""Tests for the join dialog: found tables, typed addresses and refusals."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from greenbaize.lan.discovery import FoundTable
from greenbaize.ui.features.network.join_dialog import JoinDialog
from ui.features.network.fake_session import FakeFinder
from ui.hostile import READ, faults
from ui.put_up import put_up
from ui.table.person import until

TOM = FoundTable("Tom's table", "damn", "192.168.1.7", 4000)
EVA = FoundTable("Eva's table", "rank", "fe80::1", 4001)


@pytest.fixture
def finders():
    """Return the list of table searches that were started."""
    return []


@pytest.fixture
def dialog(qtbot, finders):
    """Open the dialog before any table is found."""

    def find(changed):
        finders.append(FakeFinder(changed))
        return finders[-1]

    window = put_up(qtbot, QWidget())
    one = JoinDialog(find, "Ida", window)
    with qtbot.waitActive(one):
        one.show()
    yield one
    window.close()


def test_one_table_is_chosen_by_itself(dialog, finders):
    finders[0].find(TOM)
    until(lambda: dialog.list.count() == 1)
    assert dialog.address.text() == "192.168.1.7:4000"
    assert dialog.list.item(0).text() == "Tom's table (Damn)\n192.168.1.7:4000"
    assert not dialog.looking.isVisible()


def test_a_table_is_chosen_by_keys_and_stays_chosen(dialog, finders):
    finders[0].find(TOM, EVA)
    until(lambda: dialog.list.count() == 2)
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.address.text() == "[fe80::1]:4001"
    finders[0].find(EVA)
    until(lambda: dialog.list.count() == 1)
    assert dialog.list.currentRow() == 0
    assert dialog.address.text() == "[fe80::1]:4001"


def test_a_chosen_table_stays_chosen_at_another_address(dialog, finders):
    here = replace(TOM, unique="0123abcd", answers=True)
    finders[0].find(here, EVA)
    until(lambda: dialog.list.count() == 2)
    dialog.list.setCurrentRow(0)
    moved = replace(here, address="192.168.1.99", others=("192.168.1.7",))
    finders[0].find(EVA, moved)
    until(lambda: dialog.address.text() == "192.168.1.99:4000")
    assert dialog.list.currentItem().text().startswith("Tom's table")
    assert dialog.table_at("192.168.1.99", 4000) == moved
    assert dialog.table_at("192.168.1.7", 4000) is None


def test_without_a_network_that_is_why_no_table_is_found(dialog, finders):
    finders[0].has_network = False
    dialog._patience.stop()
    finders[0].find()
    until(lambda: "not connected to a network" in dialog.looking.text())
    finders[0].has_network = True
    finders[0].find()
    until(lambda: "firewalls" in dialog.looking.text())


def test_a_table_says_its_free_chairs_and_whether_play_has_begun(dialog, finders):
    finders[0].find(replace(TOM, free=2), EVA)
    until(lambda: dialog.list.count() == 2)
    texts = [dialog.list.item(row).text() for row in range(2)]
    assert any(text.endswith("\n2 free chairs · 192.168.1.7:4000") for text in texts)
    dialog.list.setCurrentRow(next(row for row in range(2) if "free" in texts[row]))
    finders[0].find(replace(TOM, free=0, playing=True), EVA)
    begun = "\nplay has begun · no free chair · 192.168.1.7:4000"
    until(lambda: any(dialog.list.item(row).text().endswith(begun) for row in range(2)))
    assert dialog.list.currentItem().text().endswith(begun)


def test_of_many_tables_some_are_listed_and_the_others_counted(dialog, finders):
    many = [FoundTable(f"Table {number}", "damn", "10.0.0.1", number) for number in range(1, 101)]
    finders[0].find(*many[80:], EVA)
    until(lambda: dialog.list.count() == 20)
    assert dialog.more.text().startswith("And 1 more.")
    dialog.list.setCurrentRow(19)
    finders[0].find(*many)
    until(lambda: dialog.list.count() == 21)
    assert dialog.more.isVisible()
    assert dialog.more.text().startswith("And 79 more.")
    # The selected table stays selected with its address.
    assert dialog.list.currentRow() == 20
    assert dialog.address.text() == "10.0.0.1:100"
    finders[0].find(TOM)
    until(lambda: dialog.list.count() == 1)
    assert not dialog.more.isVisible()


def test_no_field_is_cut_off_by_a_long_refusal(dialog):
    screen = dialog.screen().availableGeometry()
    dialog.show_refusal("A long sentence that says why nobody answers there. " * 3, "table-silent")
    until(lambda: not dialog.problem.visibleRegion().isEmpty())
    assert dialog.height() <= screen.height()
    for field in (dialog.address, dialog.code, dialog.name, dialog.watch):
        shown = field.mapTo(dialog._scroll, field.rect().bottomRight())
        assert dialog._scroll.rect().contains(shown)


def test_nothing_found_is_explained(dialog):
    assert "Looking" in dialog.looking.text()
    dialog._patience.setInterval(1)
    dialog._patience.start()
    until(lambda: "firewalls" in dialog.looking.text())


@pytest.mark.parametrize(
    ("address", "code", "name", "field"),
    [
        ("", "ABCD", "Ida", "address"),
        ("nowhere", "ABCD", "Ida", "address"),
        ("host:4000", "", "Ida", "code"),
        ("host:4000", "A", "Ida", "code"),
        ("host:4000", "ABCD", " ", "name"),
        ("host:4000", "ABCD", "You", "name"),
    ],
)
def test_what_is_missing_is_asked_for(dialog, address, code, name, field):
    asked = []
    dialog.join_asked.connect(lambda *told: asked.append(told))
    dialog.address.setText(address)
    dialog.code.setText(code)
    dialog.name.setText(name)
    QTest.keyClick(dialog.code, Qt.Key.Key_Return)
    assert asked == []
    assert dialog.problem.isVisible()
    assert getattr(dialog, field).hasFocus()


def test_a_watcher_needs_no_name(dialog, qtbot):
    dialog.address.setText("host:4000")
    dialog.code.setText("abc-234")
    dialog.name.clear()
    QTest.keyClick(dialog.watch, Qt.Key.Key_Space)
    with qtbot.waitSignal(dialog.join_asked) as asked:
        QTest.mouseClick(dialog.join_button, Qt.MouseButton.LeftButton)
    assert asked.args == ["host", 4000, "abc-234", "", True]
    assert not dialog.join_button.isEnabled()
    dialog.show_problem("No.")
    assert dialog.join_button.isEnabled()


@pytest.mark.parametrize(
    ("why", "field"),
    [
        ("table-away-code", "code"),
        ("table-away-secret", "code"),
        ("table-away-name", "name"),
        ("table-away-no-name", "name"),
        ("table-away-full", "watch"),
        ("table-away-next-deal", "watch"),
        ("table-no-host", "address"),
        ("table-not-open", "address"),
        ("table-away-host-older", "address"),
        ("table-away-host-newer", "address"),
    ],
)
def test_a_refusal_leads_to_what_can_be_typed_otherwise(dialog, why, field):
    dialog.show_refusal("No.", why)
    assert getattr(dialog, field).hasFocus()


def test_hostile_tables_harm_nothing(dialog, finders):
    finders[0].find(*(FoundTable(name, name, name, 4000) for name in READ))
    until(lambda: dialog.list.count() == len(READ))
    assert faults(dialog) == []
