"""Tests for a person's own decks on the cards of a table."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from greenbaize.cards import Card
from greenbaize.resources import resources_folder
from greenbaize.store.artwork.library import PICTURE_WIDTHS
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from ui.cards.own_pictures import DECK_SETTING, keep_two_cards

ACE, KING, LOW = (CardFace(Card.of(code)) for code in ("AS", "KH", "2C"))


@pytest.fixture
def own_deck(tmp_path, monkeypatch):
    """A deck of two cards, green and yellow, and a blue back."""
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    return keep_two_cards(tmp_path / "drawn")


def colour_at(look, face, x, y, width=100):
    store = CardPixmapStore(CardRenderer(resources_folder() / "cards", look), width)
    image = store.face_pixmap(face).toImage()
    return image.pixelColor(round(x * width), round(y * width)).name()


@pytest.mark.parametrize("width", [40, 160, 300, 900])
def test_faces_and_back_are_those_of_the_deck(own_deck, width):
    look = CardLook(faces=DECK_SETTING, back=f"{DECK_SETTING}/0")
    assert colour_at(look, ACE, 0.5, 0.7, width) == "#10c010"
    assert colour_at(look, KING, 0.12, 0.2, width) == "#e0d010"
    assert colour_at(look, None, 0.5, 0.7, width) == "#1010e0"


def test_missing_card_and_back_are_ours(own_deck):
    look, ours = CardLook(faces=DECK_SETTING, back=f"{DECK_SETTING}/7"), CardLook()
    assert colour_at(look, None, 0.3, 0.3) == colour_at(ours, None, 0.3, 0.3)
    assert colour_at(look, LOW, 0.5, 0.22) == colour_at(ours, LOW, 0.5, 0.22) != "#10c010"


def test_deck_that_is_gone_is_replaced_by_ours():
    gone = CardLook(faces="own:ffffffffffffffff", back="own:ffffffffffffffff/0")
    for face in (ACE, None):
        assert colour_at(gone, face, 0.3, 0.3) == colour_at(CardLook(), face, 0.3, 0.3)


def test_our_letters_lie_over_the_deck_where_wanted(own_deck):
    look = CardLook(faces=DECK_SETTING)
    over, left = look._replace(large_index=True), look._replace(left_handed=True)
    corner, opposite = (0.035, 0.1), (0.965, 0.1)
    assert colour_at(look, ACE, *corner) == colour_at(look, ACE, *opposite) == "#10c010"
    assert colour_at(over, ACE, *corner) == "#ffffff"
    assert colour_at(over, ACE, 0.0, 0.3, 300) == colour_at(look, ACE, 0.0, 0.3, 300)  # edge
    assert colour_at(over, ACE, *opposite) == "#10c010"
    # For the left hand the other corner is the one that is seen.
    assert colour_at(left, ACE, *corner) == "#10c010"
    assert colour_at(left, ACE, *opposite) == "#ffffff"


def test_second_pack_is_marked_on_a_foreign_deck(own_deck):
    look = CardLook(faces=DECK_SETTING)
    store = CardPixmapStore(CardRenderer(resources_folder() / "cards", look), 200)
    first, second = (
        store.face_pixmap(CardFace(Card.of("AS"), is_second)) for is_second in (False, True)
    )
    assert first.toImage() != second.toImage()


def test_damaged_picture_leaves_paper(own_deck):
    for width in PICTURE_WIDTHS:
        (own_deck.folder / str(width) / "KH.png").write_bytes(b"nothing")
    look = CardLook(faces=DECK_SETTING)
    assert QColor(colour_at(look, KING, 0.5, 0.71, 111)) == QColor("#ffffff")


def test_our_letters_hide_all_of_the_decks_own_index(own_deck):
    """Its 10 begins above our index and ends beside it; a pip that reaches further is cut."""
    for width in PICTURE_WIDTHS:
        path = own_deck.folder / str(width) / "AS.png"
        image = QImage(str(path))
        image.fill(QColor("white"))
        with QPainter(image) as painter:
            painter.scale(width, width)
            for mark in ((0.09, 0.02, 0.05, 0.1), (0.2, 0.02, 0.11, 0.2), (0.1, 0.38, 0.1, 0.2)):
                painter.fillRect(QRectF(*mark), QColor("#10c010"))
                half_turn = QRectF(1 - mark[0] - mark[2], 1.4 - mark[1] - mark[3], *mark[2:])
                painter.fillRect(half_turn, QColor("#10c010"))
            painter.fillRect(QRectF(0.28, 0.3, 0.2, 0.2), QColor("#e0d010"))
        image.save(str(path))
    look = CardLook(faces=DECK_SETTING, large_index=True)
    for width in (60, 160, 320, 900):
        store = CardPixmapStore(CardRenderer(resources_folder() / "cards", look), width)
        picture = store.face_pixmap(ACE).toImage()
        colours = {
            picture.pixelColor(x, y).name()
            for y in range(picture.height())
            for x in range(picture.width())
        }
        assert not any(is_green(QColor(colour)) for colour in colours), width
        assert "#e0d010" in colours


def is_green(colour):
    return colour.green() > max(colour.red(), colour.blue()) + 20
