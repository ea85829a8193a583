"""Tests of the shipped font: tabular figures and the signs of the suits."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont, QTransform

from greenbaize.cards import Suit
from greenbaize.resources import resources_folder
from greenbaize.ui.cards.suits import suit_path
from greenbaize.ui.widgets import fonts

FONT_FOLDER = resources_folder() / "fonts"
FONT_FILES = ("GreenBaizeSans-Regular.otf", "GreenBaizeSans-Bold.otf")
LOAD_SCRIPT = """
import sys
from pathlib import Path
from PySide6.QtGui import QFontDatabase, QGuiApplication
from greenbaize.ui.widgets import fonts
app = QGuiApplication([])
fonts.resources_folder = lambda: Path(sys.argv[1])
fonts.load_fonts()
sys.exit(fonts.FAMILY not in QFontDatabase.families())
"""
"""Script that loads the font from a folder in a process of its own: a font is loaded once."""


@pytest.mark.parametrize("name", FONT_FILES)
def test_font_has_latin_cyrillic_and_suits(qapp, name):
    font = QRawFont(str(FONT_FOLDER / name), 12)
    assert font.familyName() == "Green Baize Sans"
    text = "AZazÄßéÑЁёЖщЇґВДКТ0123456789♠♥♦♣★×–—…“”„«»№→✓−½▾▸"
    assert [sign for sign in text if not font.supportsCharacter(ord(sign))] == []


@pytest.mark.parametrize("name", FONT_FILES)
def test_its_suits_are_those_of_the_cards(qapp, name):
    font = QRawFont(str(FONT_FOLDER / name), 1000)
    for suit in Suit:
        glyph = font.pathForGlyph(font.glyphIndexesForString(suit.sign)[0])
        glyph_box, card_box = glyph.boundingRect(), suit_path(suit.letter).boundingRect()
        fit = QTransform().translate(card_box.left(), card_box.top())
        fit.scale(card_box.width() / glyph_box.width(), card_box.height() / glyph_box.height())
        fit.translate(-glyph_box.left(), -glyph_box.top())
        font_path, card_path = fit.map(glyph), suit_path(suit.letter)
        points = [QPointF(x / 40, y / 40) for x in range(40) for y in range(40)]
        differing_points = [
            point for point in points if font_path.contains(point) != card_path.contains(point)
        ]
        assert len(differing_points) < 8


def test_figures_are_tabular(qapp):
    for name in FONT_FILES:
        assert QFontDatabase.addApplicationFont(str(FONT_FOLDER / name)) >= 0
    for weight in (QFont.Weight.Normal, QFont.Weight.Bold):
        font = QFont("Green Baize Sans", 12, weight)
        widths = {QFontMetricsF(font).horizontalAdvance(figure) for figure in "0123456789"}
        assert len(widths) == 1


def test_it_is_loaded_from_a_folder_whose_name_qt_cannot_write(tmp_path):
    # On Windows FreeType gets file names in the system's code page.
    name = os.fsdecode(b"spiele \xff") if sys.platform == "linux" else "Игры 遊戲"
    shutil.copytree(FONT_FOLDER, tmp_path / name / "fonts")
    command = [sys.executable, "-c", LOAD_SCRIPT, tmp_path / name]
    env = os.environ | {"PYTHONPATH": str(Path(fonts.__file__).parents[3])}
    assert subprocess.run(command, env=env, check=False).returncode == 0


def test_the_licence_lies_beside_the_font():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONT_FOLDER / "OFL.txt").read_text(
        encoding="utf-8"
    )
