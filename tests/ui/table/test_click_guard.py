"""Tests of the click guard: an element that has just appeared ignores clicks for a moment."""

from PySide6.QtCore import QPoint, QRect

from greenbaize.ui.table.click_guard import GUARD_MS, ClickGuard
from ui.table.show import Clock


def test_a_click_is_refused_for_a_while_where_the_pointer_was():
    clock, pointer, room = Clock(), QPoint(50, 50), QRect(0, 0, 100, 100)
    guard = ClickGuard(clock, lambda: pointer)
    assert not guard.refuses(room.contains)
    clock.now = 1000.0
    guard.arm()
    clock.now += GUARD_MS - 1
    assert guard.refuses(room.contains)
    clock.now += 1
    assert not guard.refuses(room.contains)


def test_a_click_on_what_appeared_elsewhere_is_taken_at_once():
    guard = ClickGuard(Clock(), lambda: QPoint(500, 50))
    guard.arm()
    assert not guard.refuses(QRect(0, 0, 100, 100).contains)
