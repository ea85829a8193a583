"""Tests of the standing at half-time of a match."""

from itertools import product
from math import hypot
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel

from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import DealScored
from greenbaize.ui.cards.card_painter import make_transparent_image
from greenbaize.ui.sheets.ranking import FACE_RADIUS, draw_laurel

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(scope="module")
def scores_by_deal():
    """Return the score event and the state after it, by deal, of a match of Master."""
    record = read_record((GOLDEN / "master-4-ranked.jsonl").read_bytes(), GAMES)
    game, header = GAMES["master"], record.header
    state = game.initial_state(len(header.players), header.options)
    scores = {}
    for event in record.events:
        state = game.fold(state, event)
        if isinstance(event, DealScored):
            scores[event.deal] = (event, state)
    return scores


def test_half_time_standing_stays_until_continued(open_match, scores_by_deal):
    person = open_match("master", 4, speed=1.0)
    playing, half_time = person.match_view, person.match_view.half_time
    for deal in (1, 11, 13, 24):
        playing._show_half_time(*scores_by_deal[deal])
        assert not half_time.isVisible()
    event, view = scores_by_deal[12]
    playing._show_half_time(event, view)
    assert half_time.isVisible()
    assert playing.table_view.rect().contains(half_time.geometry())
    texts = [label.text() for label in half_time.findChildren(QLabel) if label.isVisible()]
    assert texts[0] == "Standing after deal 12"
    leader = max(range(4), key=lambda seat: event.totals[seat])
    assert texts[1].startswith(playing.scene.names[leader])
    assert half_time.spoken_text.startswith(
        f"Standing after deal 12: {playing.scene.names[leader]} "
    )
    assert playing.animator.is_busy
    person.press(Qt.Key.Key_Space)
    assert not half_time.isVisible()
    playing._show_half_time(event, view)
    person.click(half_time)
    assert not half_time.isVisible()


def test_without_motion_no_half_time_standing_is_shown(open_match, scores_by_deal):
    playing = open_match("master", 4, speed=0.0).match_view
    playing._show_half_time(*scores_by_deal[12])
    assert not playing.half_time.isVisible()
    assert not playing.animator.is_busy


def test_a_laurel_grows_round_a_free_middle_and_is_open_at_the_top():
    image = make_transparent_image(200, 200)
    with QPainter(image) as painter:
        draw_laurel(painter, QPointF(100, 100), 80, "#ffffff", "#000000")
    drawn = {(x, y) for x in range(200) for y in range(200) if image.pixelColor(x, y).alpha()}
    assert min(hypot(x - 99.5, y - 99.5) for x, y in drawn) > FACE_RADIUS / 0.385 * 80 - 1
    leaves = {point for point in drawn if image.pixelColor(*point).lightness() > 200}
    for quarter in product((range(100), range(100, 200)), repeat=2):
        assert len([1 for x, y in leaves if x in quarter[0] and y in quarter[1]]) > 300
    assert not [1 for x, y in drawn if y < 100 and 95 < x < 104]
