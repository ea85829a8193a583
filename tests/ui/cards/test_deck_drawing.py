"""Tests for drawing foreign decks into our pictures."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.artwork.deck_plan import PictureSource, plan_deck
from greenbaize.store.artwork.library import PICTURE_WIDTHS
from greenbaize.store.artwork.source_files import open_source
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.deck_drawing import (
    PictureLoader,
    decode_image,
    draw_deck,
    find_outline,
    fit_picture,
    measure_index,
)
from store.artwork.own_files import (
    card_svg,
    kde_id,
    png_bytes,
    sheet_svg,
    write_deck,
    write_kde_deck,
)

RED = "#c00000"


def load_card(tmp_path, svg, element="", cell=None):
    path = tmp_path / "card.svg"
    path.write_bytes(svg)
    source = PictureSource("card.svg", element, cell)
    return PictureLoader(open_source(path)).load_raw(source)


def draw_raw(width, height, *, border="#000000", line=4, radius=40, paper="#ffffff"):
    """Return a picture of a card with round corners, a line around it and an index."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setPen(Qt.PenStyle.NoPen)
        for inset, colour in ((0, border), (line, paper)):
            painter.setBrush(QColor(colour))
            rect = QRectF(inset, inset, width - 2 * inset, height - 2 * inset)
            painter.drawRoundedRect(rect, radius - inset, radius - inset)
        painter.fillRect(QRectF(0.07 * width, 0.06 * width, 0.08 * width, 0.2 * width), QColor(RED))
    return image


@pytest.mark.parametrize("ratio", [1.3, 1.4, 1.45, 1.55, 1.9])
def test_picture_is_fitted_without_distortion(ratio):
    raw = draw_raw(600, round(600 * ratio))
    fitted = fit_picture(raw, find_outline(raw, None, None))
    assert fitted.height() == round(fitted.width() * pips.HEIGHT)
    # The index is 2.5 times as high as wide, as it was.
    tall = sum(any(_is_red(fitted, x, y) for x in range(300)) for y in range(fitted.height()))
    wide = sum(any(_is_red(fitted, x, y) for y in range(400)) for x in range(300))
    assert tall / wide == pytest.approx(2.5, rel=0.06)


def _is_red(image, x, y):
    colour = image.pixelColor(x, y)
    return colour.red() > 150 and colour.green() < 90


@pytest.mark.parametrize(("line", "border"), [(2, "#909090"), (10, "#000000"), (18, "#c08020")])
def test_border_and_round_corners_are_cut_off(line, border):
    raw = draw_raw(600, 930, line=line, border=border)
    fitted = fit_picture(raw, find_outline(raw, None, None))
    wide, tall = fitted.width(), fitted.height()
    for x in (0, wide // 2, wide - 1):
        for y in (0, tall // 2, tall - 1):
            assert fitted.pixelColor(x, y).lightness() > 240, (x, y)
    # No arc is left in the corners of the picture, which is narrower than our card.
    left = round((wide - tall * 600 / 930) / 2)
    dark = [
        (x, y)
        for x in range(left - 4, left + 30)
        for y in range(30)
        if fitted.pixelColor(x, y).lightness() < 200 and not _is_red(fitted, x, y)
    ]
    assert dark == []


def test_paper_is_that_of_the_deck():
    raw = draw_raw(600, 840, paper="#202028", border="#202028")
    outline = find_outline(raw, None, None)
    assert outline.paper.lightness() < 60
    assert find_outline(draw_raw(600, 840), None, None).paper == QColor("#ffffff")


def test_height_of_the_index_is_measured():
    raw = draw_raw(600, 840)
    outline = find_outline(raw, None, None)
    assert measure_index(fit_picture(raw, outline), outline.paper) == pytest.approx(0.2, abs=0.02)
    bare = draw_raw(600, 840, border="#ffffff")
    with QPainter(bare) as painter:
        painter.fillRect(QRectF(20, 20, 200, 300), QColor("white"))
    assert measure_index(fit_picture(bare, outline), outline.paper) == 0.0


def test_parts_of_one_drawing_are_drawn_by_id_and_by_cell(tmp_path):
    svg = sheet_svg(kde_id)
    by_id = load_card(tmp_path, svg, element="king_heart")
    by_cell = load_card(tmp_path, svg, cell=(12, 2))
    for image in (by_id, by_cell):
        wide = image.width()
        colour = image.pixelColor(round(0.1 * wide), round(0.15 * wide))
        assert (colour.red(), colour.green() // 16, colour.blue()) == (0x20, 0, 0xC0) or (
            colour.name() == "#20c0c0"
        )
    with pytest.raises(GameError) as caught:
        load_card(tmp_path, svg, element="nobody")
    assert caught.value.message.code == "artwork-element-missing"


def test_whole_deck_is_drawn_in_every_size(tmp_path):
    files = open_source(write_deck(tmp_path / "deck"))
    steps = []
    info = draw_deck(files, plan_deck(files), tmp_path / "drawn", lambda *step: steps.append(step))
    assert len(info["cards"]) == 54
    assert info["backs"] == 1
    assert info["paper"] == "#ffffff"
    assert info["index"] == pytest.approx(0.2, abs=0.03)
    assert steps[-1] == (54, 55)
    for width in PICTURE_WIDTHS:
        image = QImage(str(tmp_path / "drawn" / str(width) / "AS.png"))
        assert image.width() == width
        assert len(list((tmp_path / "drawn" / str(width)).iterdir())) == 55


def test_kde_deck_is_drawn(tmp_path):
    files = open_source(write_kde_deck(tmp_path / "deck"))
    info = draw_deck(files, plan_deck(files), tmp_path / "drawn", lambda *step: None)
    assert len(info["cards"]) == 52


@pytest.mark.parametrize("size", [(100, 20), (100, 400)])
def test_what_has_no_card_s_shape_is_refused(tmp_path, size):
    with pytest.raises(GameError) as caught:
        load_card(tmp_path, card_svg(size=size))
    assert caught.value.message.code == "artwork-shape"


def test_one_drawing_of_one_picture_is_no_deck(tmp_path):
    (tmp_path / "photo.svg").write_bytes(card_svg())
    files = open_source(tmp_path / "photo.svg")
    with pytest.raises(GameError) as caught:
        draw_deck(files, plan_deck(files), tmp_path / "drawn", lambda *_: None)
    assert caught.value.message == Message("artwork-one-picture", {"name": "photo.svg"})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (png_bytes(2, 2, declared=(100_000, 100_000)), "too-many-pixels"),
        (png_bytes(2, 2, declared=(30_000, 300)), "too-many-pixels"),
        (b"GIF89a" + bytes(50), "no-image"),
        (b"", "no-image"),
    ],
)
def test_hostile_image_is_refused(data, code):
    with pytest.raises(GameError) as caught:
        decode_image(data, "AS.png")
    assert caught.value.message.code == f"artwork-{code}"


def test_large_image_is_read_smaller():
    assert decode_image(png_bytes(400, 100), "a.png", 200).width() == 200
    assert decode_image(png_bytes(40, 10), "a.png", 200).width() == 40
