"""The font that is shipped: its figures are tabular and it writes the suits."""

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont

from greenbaize.resources import resources

FOLDER = resources() / "fonts"
FILES = ("GreenBaizeSans-Regular.otf", "GreenBaizeSans-Bold.otf")


@pytest.mark.parametrize("name", FILES)
def test_latin_cyrillic_and_suits_are_there(qapp, name):
    font = QRawFont(str(FOLDER / name), 12)
    assert font.familyName() == "Green Baize Sans"
    text = "AZazÄßéÑЁёЖщЇґ0123456789♠♥♦♣★×–—…“”„«»№→✓−½"
    assert [sign for sign in text if not font.supportsCharacter(ord(sign))] == []


def test_figures_are_tabular(qapp):
    for name in FILES:
        assert QFontDatabase.addApplicationFont(str(FOLDER / name)) >= 0
    for weight in (QFont.Weight.Normal, QFont.Weight.Bold):
        font = QFont("Green Baize Sans", 12, weight)
        widths = {QFontMetricsF(font).horizontalAdvance(figure) for figure in "0123456789"}
        assert len(widths) == 1


def test_the_licence_lies_beside_the_font():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FOLDER / "OFL.txt").read_text(encoding="utf-8")
