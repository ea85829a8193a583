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

from ui.table.person import Person
from ui.table.show import Clock

STEPS_MS = (5, 16, 40, 90)
"""Clock steps between two frames (ms)."""
EXPOSED = (60, 40)
"""Size of the part of the window that the system asks for again (pixels)."""
TORN = 80
"""Smallest colour difference of a torn card (0 to 255); resampling differs by less."""
SETTLING_TURNS = 6
"""Number of event loop turns after which the layout is settled."""


def screen_image(person: Person) -> QImage:
    """Return the system window's image."""
    window = person.window
    picture = window.screen().grabWindow(window.winId()).toImage()
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def repainted_image(person: Person) -> QImage:
    """Return an image of the window painted anew, without changing the screen."""
    return person.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def torn_pixels(shown: QImage, painted: QImage) -> int:
    """Return how many bytes of two images differ by more than ``MIN_TORN_DIFFERENCE``."""
    assert shown.size() == painted.size()
    if shown == painted:
        return 0
    pairs = zip(bytes(shown.constBits()), bytes(painted.constBits()), strict=True)
    return sum(abs(one - other) > TORN for one, other in pairs)


def expose(person: Person, x: int, y: int) -> None:
    """Send an expose event for a part of the window, as after a tooltip has covered it."""
    region = QRegion(QRect(x, y, *EXPOSED))
    QApplication.sendEvent(person.window.windowHandle(), QExposeEvent(region))


def play_exposed(person: Person, clock: Clock, moves: int) -> int:
    """Play this many moves with expose events in between, and compare the images after each.

    Returns:
        The number of moves made, fewer if the match has ended.
    """
    size, made, compared = person.window.size(), 0, -1
    steps = cycle(STEPS_MS)
    for turn in range(400 * moves):
        clock.now += next(steps)
        person.playing.motion.step()
        if turn % 2:
            expose(person, 137 * turn % size.width(), 89 * turn % size.height())
        QApplication.processEvents()
        if person.playing.motion.waits:
            person.press(Qt.Key.Key_Space)
        if person.over or made == moves:
            return made
        if not person.playing.motion.busy and person.playing.asking.question is not None:
            if compared != made:
                compared = made
                for _ in range(SETTLING_TURNS):
                    QApplication.processEvents()
                assert torn_pixels(screen_image(person), repainted_image(person)) == 0, (
                    f"torn pixels are left on the table after move {made}"
                )
                if made % 3 == 0:
                    person.press(Qt.Key.Key_F2)
            person.act()
            made += 1
    raise AssertionError(f"only {made} of {moves} moves were made")


@pytest.mark.parametrize(("game", "players"), [("master", 4), ("rank", 3)])
def test_cards_leave_no_slices_when_the_window_is_exposed_in_mid_flight(
    laid: Callable[..., Person], game: str, players: int
) -> None:
    clock = Clock()
    person = laid(game, players, speed=2.0, clock=clock)
    person.playing.begin()
    assert play_exposed(person, clock, 12) == 12


@pytest.mark.long
@pytest.mark.parametrize("speed", [0.0, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("size", [(800, 600), (1110, 700), (1900, 1050)])
@pytest.mark.parametrize(
    ("game", "players"), [("damn", 5), ("blackout", 3), ("master", 4), ("ass", 4), ("rank", 5)]
)
def test_no_slices_are_left_by_thousands_of_moves(
    laid: Callable[..., Person], game: str, players: int, size: tuple[int, int], speed: float
) -> None:
    clock, made, match = Clock(), 0, 0
    while made < 170:  # 60 combinations of 170 moves are 10,000
        person = laid(game, players, f"slices {match}", speed=speed, size=size, clock=clock)
        person.playing.begin()
        made += play_exposed(person, clock, 170 - made)
        match += 1


@pytest.mark.long
@pytest.mark.parametrize("scale", ["1.5", "2"])
def test_no_slices_are_left_at_other_scales(scale: str) -> None:
    name = f"{__file__}::test_no_slices_are_left_by_thousands_of_moves"
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-m", "long", "-k", "size1", name]
    done = subprocess.run(
        command, env={**os.environ, "QT_SCALE_FACTOR": scale}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout.decode()[-3000:]
