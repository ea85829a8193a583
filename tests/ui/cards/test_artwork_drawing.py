"""Tests for what the drawing process makes of a source."""

import json

import pytest
from PySide6.QtGui import QColor, QImage

from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.library import CLOTH_NAME, INFO_NAME, ArtworkKind, back_name
from greenbaize.ui.cards.artwork_drawing import draw_artwork
from store.artwork.own_files import card_svg, png_bytes, wave_bytes, write_deck


def draw(tmp_path, kind, path, *, is_tiled=False):
    return draw_artwork(kind)(path, tmp_path / "drawn", lambda *step: None, is_tiled)


def test_deck_has_its_description(tmp_path):
    folder = write_deck(tmp_path / "deck")
    (folder / "deck.toml").write_text('name = "Ours"\nmakers = "Anna"\nlicence = "CC0"')
    info = draw(tmp_path, ArtworkKind.DECK, folder)
    assert (info["title"], info["makers"], info["licence"]) == ("Ours", "Anna", "CC0")
    assert len(info["digest"]) == 16
    assert json.loads((tmp_path / "drawn" / INFO_NAME).read_text()) == info


def test_same_files_have_the_same_digest(tmp_path):
    folder = write_deck(tmp_path / "deck")
    first = draw(tmp_path / "a", ArtworkKind.DECK, folder)
    assert draw(tmp_path / "b", ArtworkKind.DECK, folder)["digest"] == first["digest"]
    (folder / "AS.svg").write_bytes(card_svg("#123456"))
    assert draw(tmp_path / "c", ArtworkKind.DECK, folder)["digest"] != first["digest"]


def test_back_is_fitted_if_it_is_a_card_and_cut_if_it_is_a_photo(tmp_path):
    card, photo = tmp_path / "card.svg", tmp_path / "photo.png"
    card.write_bytes(card_svg("#2040a0"))
    photo.write_bytes(png_bytes(900, 300))
    for path in (card, photo):
        info = draw(tmp_path / path.stem, ArtworkKind.BACK, path)
        assert info["backs"] == 1
        picture = QImage(str(tmp_path / path.stem / "drawn" / "160" / f"{back_name(0)}.png"))
        assert (picture.width(), picture.height()) == (160, 224)


def test_cloth_is_kept_with_its_colour(tmp_path):
    path = tmp_path / "cloth.png"
    path.write_bytes(png_bytes(300, 200))
    info = draw(tmp_path, ArtworkKind.CLOTH, path, is_tiled=True)
    assert QColor(info["paper"]) == QColor("#ffffff")
    assert info["tiled"]
    assert QImage(str(tmp_path / "drawn" / CLOTH_NAME)).width() == 300


def test_sounds_are_kept(tmp_path):
    folder = tmp_path / "sounds"
    folder.mkdir()
    (folder / "win.wav").write_bytes(wave_bytes())
    assert draw(tmp_path, ArtworkKind.SOUNDS, folder)["sounds"] == ["win"]


@pytest.mark.parametrize("kind", [ArtworkKind.BACK, ArtworkKind.CLOTH])
def test_source_without_a_picture_is_refused(tmp_path, kind):
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(GameError) as caught:
        draw(tmp_path, kind, tmp_path / "notes.txt")
    assert caught.value.message.code == "artwork-no-picture"
