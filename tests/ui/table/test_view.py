"""Tests that the screen equals a fresh repaint, whatever Qt painted in between."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QExposeEvent, QImage, QRegion
from PySide6.QtWidgets import QApplication

from ui.table.person import SimulatedPerson
from ui.table.stage_harness import FakeClock

STEPS_MS = (5, 16, 40, 90)
"""Clock steps between two frames (ms)."""
EXPOSED_SIZE = (60, 40)
"""Size of the part of the window that the system asks for again (pixels)."""
MIN_TORN_DIFFERENCE = 80
"""Smallest colour difference of a torn card (0 to 255); resampling differs by less."""
SETTLING_TURNS = 6
"""Number of event loop turns after which the layout is settled."""


def grab_screen(person: SimulatedPerson) -> QImage:
    """Return the system window's image."""
    window = person.window
    picture = window.screen().grabWindow(window.winId()).toImage()
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def grab_repainted(person: SimulatedPerson) -> QImage:
    """Return an image of the window painted anew, without changing the screen."""
    return person.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def count_torn_bytes(screen_picture: QImage, repainted: QImage) -> int:
    """Return how many bytes of two images differ by more than ``MIN_TORN_DIFFERENCE``."""
    assert screen_picture.size() == repainted.size()
    if screen_picture == repainted:
        return 0
    pairs = zip(bytes(screen_picture.constBits()), bytes(repainted.constBits()), strict=True)
    return sum(
        abs(screen_byte - repainted_byte) > MIN_TORN_DIFFERENCE
        for screen_byte, repainted_byte in pairs
    )


def expose_region(person: SimulatedPerson, x: int, y: int) -> None:
    """Send an expose event for a part of the window, as after a tooltip has covered it."""
    region = QRegion(QRect(x, y, *EXPOSED_SIZE))
    QApplication.sendEvent(person.window.windowHandle(), QExposeEvent(region))


def play_exposed(person: SimulatedPerson, clock: FakeClock, moves: int) -> int:
    """Play this many moves with expose events in between, and compare the images after each.

    Returns:
        The number of moves made, fewer if the match has ended.
    """
    size, move_count, compared_count = person.window.size(), 0, -1
    steps = cycle(STEPS_MS)
    for turn in range(400 * moves):
        clock.now += next(steps)
        person.match_view.animator.advance_animations()
        if turn % 2:
            expose_region(person, 137 * turn % size.width(), 89 * turn % size.height())
        QApplication.processEvents()
        if person.match_view.animator.waits_for_user:
            person.press(Qt.Key.Key_Space)
        if person.is_over or move_count == moves:
            return move_count
        if (
            not person.match_view.animator.is_busy
            and person.match_view.prompts.question is not None
        ):
            if compared_count != move_count:
                compared_count = move_count
                for _ in range(SETTLING_TURNS):
                    QApplication.processEvents()
                assert count_torn_bytes(grab_screen(person), grab_repainted(person)) == 0, (
                    f"torn pixels are left on the table after move {move_count}"
                )
                if move_count % 3 == 0:
                    person.press(Qt.Key.Key_F2)
            person.play_first_choice()
            move_count += 1
    raise AssertionError(f"only {move_count} of {moves} moves were made")


@pytest.mark.parametrize(("game", "players"), [("master", 4), ("rank", 3)])
def test_cards_leave_no_slices_when_the_window_is_exposed_in_mid_flight(
    open_match: Callable[..., SimulatedPerson], game: str, players: int
) -> None:
    clock = FakeClock()
    person = open_match(game, players, speed=2.0, clock=clock)
    person.match_view.begin_match()
    assert play_exposed(person, clock, 12) == 12


@pytest.mark.long
@pytest.mark.parametrize("speed", [0.0, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("size", [(800, 600), (1110, 700), (1900, 1050)])
@pytest.mark.parametrize(
    ("game", "players"), [("damn", 5), ("blackout", 3), ("master", 4), ("ass", 4), ("rank", 5)]
)
def test_no_slices_are_left_by_thousands_of_moves(
    open_match: Callable[..., SimulatedPerson],
    game: str,
    players: int,
    size: tuple[int, int],
    speed: float,
) -> None:
    clock, move_count, match = FakeClock(), 0, 0
    while move_count < 170:  # 60 combinations of 170 moves are 10,000
        person = open_match(game, players, f"slices {match}", speed=speed, size=size, clock=clock)
        person.match_view.begin_match()
        move_count += play_exposed(person, clock, 170 - move_count)
        match += 1


@pytest.mark.long
@pytest.mark.parametrize("scale", ["1.5", "2"])
def test_no_slices_are_left_at_other_scales(scale: str) -> None:
    name = f"{__file__}::test_no_slices_are_left_by_thousands_of_moves"
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-m", "long", "-k", "size1", name]
    result = subprocess.run(
        command, env={**os.environ, "QT_SCALE_FACTOR": scale}, capture_output=True, check=False
    )
    assert result.returncode == 0, result.stdout.decode()[-3000:]
