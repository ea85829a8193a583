"""Tests of the cloth: no bands, dark enough for text, its seam clear of every plate."""

import json
from itertools import groupby

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QTransform

from greenbaize.store import declared_settings
from greenbaize.store.artwork.library import (
    CLOTH_NAME,
    INFO_NAME,
    ArtworkKind,
    keep_artwork,
)
from greenbaize.ui.table import cloth
from greenbaize.ui.table.cloth import cloth_pixmap
from greenbaize.ui.table.geometry import TableGeometry
from greenbaize.ui.widgets.own_cloth import own_cloth_themes
from greenbaize.ui.widgets.theme import CLOTHS
from ui.colour_contrast import contrast_ratio, luminance

THEME_PARAMS = [pytest.param(one, id=f"{one.cloth}") for both in CLOTHS.values() for one in both]
MOST_SEATS = 10


def read_pixel_rows(image):
    """Return the pixel colours of an image, row by row."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    row_length = image.bytesPerLine() // 4
    data = bytes(image.constBits())
    points = memoryview(data).cast("I").tolist()
    return [
        points[row * row_length : row * row_length + image.width()] for row in range(image.height())
    ]


def longest_colour_run(rows):
    """Return the length of the longest run of one colour (pixels)."""
    return max(len(list(run)) for row in rows for _, run in groupby(row))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEME_PARAMS)
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_cloth_has_no_bands(qtbot, theme, ratio):
    image = cloth_pixmap(theme, QSize(420, 260), ratio, 100).toImage()
    assert image.size() == QSize(420, 260) * ratio
    assert longest_colour_run(read_pixel_rows(image)) < 10
    assert longest_colour_run(read_pixel_rows(image.transformed(QTransform().rotate(90)))) < 10


@pytest.mark.parametrize("theme", THEME_PARAMS)
def test_text_is_readable_on_the_brightest_cloth(qtbot, theme):
    image = cloth_pixmap(theme, QSize(960, 600), 1.0, 100).toImage()
    # Blur the weave as the eye does behind a letter: threads are finer than strokes.
    blurred_image = image.scaled(QSize(320, 200), mode=Qt.TransformationMode.SmoothTransformation)
    tones = (blurred_image.pixelColor(x, y) for x in range(10, 310, 3) for y in range(10, 190, 3))
    brightest = max(tones, key=luminance)
    for ink in (theme.plate_text, theme.plate_quiet):
        assert contrast_ratio(ink, brightest) >= 4.5
    # lines and marks need less contrast than text
    assert contrast_ratio(theme.brass_text, brightest) >= 3
    for ink in (theme.plate_text, theme.plate_quiet, theme.brass_text, theme.loss_on_felt):
        assert contrast_ratio(ink, theme.plate) >= 4.5


def test_the_light_falls_from_above(qtbot):
    image = cloth_pixmap(CLOTHS["slate"][0], QSize(600, 400), 1.0, 60).toImage()
    blurred_image = image.scaled(QSize(30, 20), mode=Qt.TransformationMode.SmoothTransformation)
    lit, low, corner = (
        luminance(blurred_image.pixelColor(x, y)) for x, y in ((14, 7), (14, 17), (27, 17))
    )
    assert lit > low > corner


@pytest.mark.parametrize("players", range(2, MOST_SEATS + 1))
@pytest.mark.parametrize("size", [(1280, 800), (900, 560)])
def test_seam_runs_behind_no_plate(players, size):
    geometry = TableGeometry(*size, players, 0)
    edge = cloth.RailGeometry(QRectF(0, 0, *size), geometry.card_width, 1.0)
    for seat in range(players):
        plate = geometry.plate_box(seat)
        corners = (QPointF(plate.x, plate.y), QPointF(plate.x + plate.width, plate.y))
        assert all(edge.seam_rect.contains(corner) for corner in corners)


def test_cloth_without_weave_file_is_plain(qtbot, monkeypatch):
    lost = CLOTHS["wine"][0]._replace(cloth="lost")
    picture = cloth_pixmap(lost, QSize(200, 120), 1.0, 30).toImage()
    assert contrast_ratio(picture.pixelColor(90, 60), lost.felt_glow) < 1.2


def test_settings_know_every_cloth():
    assert tuple(CLOTHS) == declared_settings.CLOTHS
    assert all(theme.cloth == name for name, themes in CLOTHS.items() for theme in themes)


@pytest.mark.parametrize("is_tiled", [False, True])
@pytest.mark.parametrize("is_dark", [False, True])
def test_own_cloth_is_as_dark_as_ours(tmp_path, monkeypatch, is_tiled, is_dark):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    drawn = tmp_path / "drawn"
    drawn.mkdir()
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#d0e0ff"))
    image.save(str(drawn / CLOTH_NAME))
    info = {"title": "Sea", "paper": "#d0e0ff", "tiled": is_tiled}
    (drawn / INFO_NAME).write_text(json.dumps(info))
    identity = f"{2 * is_tiled + is_dark:016x}"
    setting = keep_artwork(ArtworkKind.CLOTH, drawn, identity).setting
    theme = own_cloth_themes(setting)[is_dark]
    assert theme is own_cloth_themes(setting)[is_dark]
    picture = cloth_pixmap(theme, QSize(400, 300), 1.0, 60).toImage()
    lit = picture.pixelColor(180, 100)
    # Words on the cloth are as light as on ours.
    assert contrast_ratio(lit, theme.plate_text) > 6
    assert lit.blue() > lit.red()


def test_own_cloth_that_is_gone_is_ours():
    assert own_cloth_themes("own:ffffffffffffffff") == CLOTHS["baize"]
