"""Tests of the checks of drawings, fonts, help pages and pictures: each can fail."""

import shutil
import sys

import pytest
from PySide6.QtCore import qDebug, qVersion, qWarning
from PySide6.QtGui import QImage, QPixmap

from cli.self_test.failures import failure_sentence
from greenbaize.games import GAMES
from greenbaize.resources import resources_folder
from greenbaize.rules.errors import GameError
from greenbaize.store.declared_settings import CLOTHS
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.features.help import help_pages
from greenbaize.ui.self_test import checks
from greenbaize.ui.sound import sound_device


@pytest.fixture
def copied_resources(tmp_path, monkeypatch):
    """Return a copy of the resources, for damaging."""
    folder = tmp_path / "resources"
    shutil.copytree(resources_folder(), folder)
    for module in (checks, help_pages):
        monkeypatch.setattr(module, "resources_folder", lambda: folder)
    return folder


@pytest.mark.parametrize("name", ["KH", "back-fans", "pip-S", "deco/XB", "../faces/bun"])
@pytest.mark.parametrize("damaged", [True, False])
def test_a_lost_or_damaged_drawing(qapp, copied_resources, name, damaged):
    drawing = copied_resources / "cards" / f"{name}.svg"
    if damaged:
        drawing.write_text("<svg")
    else:
        drawing.unlink()
    assert f"“{name}”" in failure_sentence(checks.draw_faces)


def test_a_face_that_is_blank_or_like_another(qapp, monkeypatch):
    face = CardPixmapStore.face_pixmap
    blank = QPixmap(10, 10)
    blank.fill()
    replacement = {"face": blank, "code": "7S"}

    def replace_face(store, requested):
        return (
            replacement["face"] if str(requested) == replacement["code"] else face(store, requested)
        )

    monkeypatch.setattr(CardPixmapStore, "face_pixmap", replace_face)
    assert failure_sentence(checks.draw_faces) == "the card 7S is blank"
    store = CardPixmapStore(
        CardRenderer(resources_folder() / "cards", CardLook()), checks.CARD_WIDTH
    )
    replacement["face"] = store.face_pixmap(None)
    assert failure_sentence(checks.draw_faces) == "the card 7S looks like another"


def test_a_font_that_is_lost_or_lacks_a_sign(qapp, copied_resources, monkeypatch):
    monkeypatch.setattr(checks, "REQUIRED_SIGNS", "A☃")
    assert "Regular.otf” lacks ☃" in failure_sentence(checks.check_fonts)
    (copied_resources / "fonts" / "GreenBaizeSans-Bold.otf").write_bytes(b"no font")
    monkeypatch.setattr(checks, "REQUIRED_SIGNS", "A")
    assert "Bold.otf” is missing or damaged" in failure_sentence(checks.check_fonts)


def test_a_page_that_is_lost_or_blank(qapp, copied_resources, monkeypatch):
    (copied_resources / "help" / "en" / "damn.md").write_text("# \n\n")
    assert "“damn”" in failure_sentence(lambda: checks.check_help_pages(GAMES))
    monkeypatch.setattr(checks, "resolve_page_name", lambda name: f"{name}-of-old")
    assert "“damn”" in failure_sentence(lambda: checks.check_help_pages(GAMES))


def test_an_icon_that_is_lost_or_blank(qapp, copied_resources):
    icon = copied_resources / "icons" / "greenbaize-256.png"
    blank = QImage(256, 256, QImage.Format.Format_ARGB32)
    blank.fill(0)
    assert blank.save(str(icon))
    assert "greenbaize-256.png" in failure_sentence(checks.check_pictures)
    icon.unlink()
    assert "greenbaize-256.png" in failure_sentence(checks.check_pictures)


@pytest.mark.parametrize("name", ["cloths/wine.png", "tiles/ass.svg", "marks/up-dark.png"])
def test_another_picture_that_is_damaged(qapp, copied_resources, name):
    (copied_resources / name).write_bytes(b"no picture")
    assert name.split("/")[1] in failure_sentence(checks.check_pictures)


def test_the_fonts_pages_and_pictures_pass(qapp):
    assert checks.check_fonts() == 2
    assert checks.check_help_pages(GAMES) > len(GAMES)
    others = [*resources_folder().glob("tiles/*.svg"), *resources_folder().glob("marks/*")]
    assert checks.check_pictures() == 2 + len(CLOTHS) + len(others)


def test_colours_are_counted_at_every_third_pixel():
    image = QImage(7, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    for x, y, colour in ((3, 0, 1), (6, 3, 2), (1, 1, 3), (4, 3, 4)):
        image.setPixel(x, y, colour)
    assert checks.count_colours(image) == 3


def test_errors_and_warnings_of_qt_are_collected(qapp, monkeypatch, capsys):
    monkeypatch.setattr(checks, "_qt_messages", [])
    hook = sys.excepthook
    with pytest.raises(ZeroDivisionError), checks.collect_errors() as errors:  # noqa: PT012
        sys.excepthook(ZeroDivisionError, ZeroDivisionError(), None)
        assert [type(error) for error in errors] == [ZeroDivisionError]
        qWarning("odd")
        qDebug("detail")
        qWarning(f"{checks.HARMLESS_PREFIX} raise()")
    assert checks.qt_complaints() == ("odd",)
    assert sys.excepthook is hook


def test_the_start_forgets_earlier_messages(monkeypatch):
    monkeypatch.setattr(checks, "_qt_messages", ["odd"])
    version, platform, _ = checks.start_qt()
    assert (version, platform) == (qVersion(), "offscreen")
    assert checks.qt_complaints() == ()


def test_every_sound_is_read(tmp_path, monkeypatch):
    assert checks.check_sounds() == sum(cue.variants for cue in checks.SoundCue)
    monkeypatch.setattr(checks, "resources_folder", lambda: tmp_path)
    with pytest.raises(GameError, match="self-sound"):
        checks.check_sounds()


def test_nothing_is_played_without_a_library(monkeypatch):
    monkeypatch.setattr(sound_device, "has_library", lambda: False)
    assert not checks.check_sound_device()
