"""Tests of the standing at half-time of a match."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import Scored

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(scope="module")
def scored():
    """Return the score event and the state after it, by deal, of a match of Master."""
    record = read_record((GOLDEN / "master-4-ranked.jsonl").read_bytes(), GAMES)
    game, header = GAMES["master"], record.header
    state = game.start(len(header.sitters), header.options)
    found = {}
    for event in record.events:
        state = game.fold(state, event)
        if isinstance(event, Scored):
            found[event.deal] = (event, state)
    return found


def test_the_standing_lies_there_until_one_goes_on(laid, scored):
    person = laid("master", 4, speed=1.0)
    playing, half = person.playing, person.playing.half_time
    for deal in (1, 11, 13, 24):
        playing._show_half(*scored[deal])
        assert not half.isVisible()
    event, view = scored[12]
    playing._show_half(event, view)
    assert half.isVisible()
    assert playing.view.rect().contains(half.geometry())
    texts = [one.text() for one in half.findChildren(QLabel) if one.isVisible()]
    assert texts[0] == "Standing after deal 12"
    best = max(range(4), key=lambda seat: event.totals[seat])
    assert texts[1].startswith(playing.scene.names[best])
    assert half.words.startswith(f"Standing after deal 12: {playing.scene.names[best]} ")
    assert playing.motion.busy
    person.press(Qt.Key.Key_Space)
    assert not half.isVisible()
    playing._show_half(event, view)
    person.click(half)
    assert not half.isVisible()


def test_where_all_is_over_at_once_nothing_is_held_up(laid, scored):
    playing = laid("master", 4, speed=0.0).playing
    playing._show_half(*scored[12])
    assert not playing.half_time.isVisible()
    assert not playing.motion.busy
