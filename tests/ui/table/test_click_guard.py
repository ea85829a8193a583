"""Tests of the click guard: an element that has just appeared ignores clicks for a moment."""

from PySide6.QtCore import QPoint, QRect

from greenbaize.ui.table.click_guard import GUARD_MS, ClickGuard
from ui.table.stage_harness import FakeClock


def test_a_click_is_refused_for_a_while_where_the_pointer_was():
    clock, pointer, room = FakeClock(), QPoint(50, 50), QRect(0, 0, 100, 100)
    guard = ClickGuard(clock, lambda: pointer)
    assert not guard.blocks_click(room.contains)
    clock.now = 1000.0
    guard.arm()
    clock.now += GUARD_MS - 1
    assert guard.blocks_click(room.contains)
    clock.now += 1
    assert not guard.blocks_click(room.contains)


def test_a_click_elsewhere_is_accepted_at_once():
    guard = ClickGuard(FakeClock(), lambda: QPoint(500, 50))
    guard.arm()
    assert not guard.blocks_click(QRect(0, 0, 100, 100).contains)
