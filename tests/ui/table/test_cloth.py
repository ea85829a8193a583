"""Tests of the cloth: no bands, dark enough for text, its seam clear of every plate."""

from itertools import groupby

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QTransform

from greenbaize.store import fitting
from greenbaize.ui.table import cloth
from greenbaize.ui.table.cloth import woven
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.widgets.theme import CLOTHS
from ui.contrast import contrast, luminance

THEMES = [pytest.param(one, id=f"{one.cloth}") for both in CLOTHS.values() for one in both]
MOST_SEATS = 10


def pixels(image):
    """Return the pixel colours of an image, row by row."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    across = image.bytesPerLine() // 4
    data = bytes(image.constBits())
    points = memoryview(data).cast("I").tolist()
    return [points[row * across : row * across + image.width()] for row in range(image.height())]


def longest_run(rows):
    """Return the length of the longest run of one colour (pixels)."""
    return max(len(list(run)) for row in rows for _, run in groupby(row))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_it_has_no_bands(qtbot, theme, ratio):
    image = woven(theme, QSize(420, 260), ratio, 100).toImage()
    assert image.size() == QSize(420, 260) * ratio
    assert longest_run(pixels(image)) < 10
    assert longest_run(pixels(image.transformed(QTransform().rotate(90)))) < 10


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_on_it_can_be_read_where_it_is_brightest(qtbot, theme):
    image = woven(theme, QSize(960, 600), 1.0, 100).toImage()
    # Blur the weave as the eye does behind a letter: threads are finer than strokes.
    seen = image.scaled(QSize(320, 200), mode=Qt.TransformationMode.SmoothTransformation)
    tones = (seen.pixelColor(x, y) for x in range(10, 310, 3) for y in range(10, 190, 3))
    brightest = max(tones, key=luminance)
    for ink in (theme.plate_text, theme.plate_quiet):
        assert contrast(ink, brightest) >= 4.5
    # lines and marks need less contrast than text
    assert contrast(theme.brass_text, brightest) >= 3
    for ink in (theme.plate_text, theme.plate_quiet, theme.brass_text, theme.loss_on_felt):
        assert contrast(ink, theme.plate) >= 4.5


def test_the_light_falls_from_above(qtbot):
    image = woven(CLOTHS["slate"][0], QSize(600, 400), 1.0, 60).toImage()
    seen = image.scaled(QSize(30, 20), mode=Qt.TransformationMode.SmoothTransformation)
    lit, low, corner = (luminance(seen.pixelColor(x, y)) for x, y in ((14, 7), (14, 17), (27, 17)))
    assert lit > low > corner


@pytest.mark.parametrize("players", range(2, MOST_SEATS + 1))
@pytest.mark.parametrize("size", [(1280, 800), (900, 560)])
def test_its_seam_runs_behind_no_plate(players, size):
    geometry = Geometry(*size, players, 0)
    edge = cloth.Edge(QRectF(0, 0, *size), geometry.card, 1.0)
    for seat in range(players):
        plate = geometry.plate(seat)
        corners = (QPointF(plate.x, plate.y), QPointF(plate.x + plate.width, plate.y))
        assert all(edge.seam.contains(one) for one in corners)


def test_a_cloth_whose_drawing_is_lost_is_plain(qtbot, monkeypatch):
    lost = CLOTHS["wine"][0]._replace(cloth="lost")
    picture = woven(lost, QSize(200, 120), 1.0, 30).toImage()
    assert contrast(picture.pixelColor(90, 60), lost.felt_glow) < 1.2


def test_every_table_can_be_kept():
    assert tuple(CLOTHS) == fitting.CLOTHS
    assert all(one.cloth == name for name, both in CLOTHS.items() for one in both)
