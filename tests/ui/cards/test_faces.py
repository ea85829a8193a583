"""Tests of card faces: size, readability and distinctness."""

from itertools import combinations, islice

import pytest
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QImage, QTransform

from greenbaize.resources import resources
from greenbaize.store.fitting import CARD_BACKS, CARD_FACES
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook
from ui.table.person import face_of

CODES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + ["XR", "XB"]
SYMMETRIC = [rank + suit for suit in "SHDC" for rank in "24TJQK"] + ["XR", "XB", "back"]


def shown(name):
    """Return the face with this code, None for the back."""
    return None if name == "back" else face_of(name)


pytestmark = pytest.mark.usefixtures("qapp")


def store_of(width: float, ratio: float = 1.0, look: CardLook | None = None) -> FaceStore:
    return FaceStore(CardRenderer(resources() / "cards", look or CardLook()), width, ratio)


def image_of(pixmap):
    return pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)


def pixels_of(image):
    """Return every pixel as alpha, red, green and blue."""
    colours = (image.pixel(x, y) for y in range(image.height()) for x in range(image.width()))
    return [(c >> 24 & 255, c >> 16 & 255, c >> 8 & 255, c & 255) for c in colours]


def difference(one, other):
    """Return the mean difference per channel (0 to 255)."""
    pairs = zip(pixels_of(one), pixels_of(other), strict=True)
    total = sum(abs(a - b) for left, right in pairs for a, b in zip(left, right, strict=True))
    return total / (one.width() * one.height() * 4)


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
@pytest.mark.parametrize("width", [60, 100, 117])
def test_cards_have_the_size_asked_for(width, ratio):
    store = store_of(width, ratio)
    for pixmap in (
        store.face(face_of("TS")),
        store.face(None),
        store.turned(face_of("QH"), 0, dim=True),
        store.face(face_of("XR")),
    ):
        assert (pixmap.width(), pixmap.height()) == (
            round(width * ratio),
            round(width * 1.4 * ratio),
        )
        assert pixmap.devicePixelRatio() == ratio
        assert pixmap.deviceIndependentSize() == store.size()


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_face_is_paper_with_print_on_it(code):
    store = store_of(100)
    image = image_of(store.face(shown(code)))
    assert image.pixelColor(0, 0).alpha() < 40
    assert image.pixelColor(50, 4).lightness() > 220
    print_in_corner = [image.pixelColor(x, y) for x in range(5, 20) for y in range(10, 28)]
    assert sum(colour.lightness() < 130 for colour in print_in_corner) > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", SYMMETRIC)
def test_cards_read_the_same_from_both_ends(name):
    store = store_of(101)
    image = image_of(store.face(shown(name)))
    turned = image.transformed(QTransform().rotate(180))
    assert difference(image, turned) < 1.2


def reddest(image):
    return max(red - max(green, blue) for _, red, green, blue in pixels_of(image))


@pytest.mark.parametrize("rank", "A37T")
def test_red_suits_are_red_and_black_ones_are_not(rank):
    store = store_of(60)
    for suit in "HD":
        assert reddest(image_of(store.face(face_of(rank + suit)))) > 100
    for suit in "SC":
        assert reddest(image_of(store.face(face_of(rank + suit)))) < 30


def test_four_colours_tell_clubs_and_diamonds_apart():
    store = store_of(60)
    two_colours = {suit: image_of(store.face(face_of("9" + suit))) for suit in "SHDC"}
    store = store_of(60, look=CardLook(four_colours=True))
    for suit, changed in {"S": False, "H": False, "D": True, "C": True}.items():
        assert (image_of(store.face(face_of("9" + suit))) != two_colours[suit]) is changed
    assert reddest(image_of(store.face(face_of("9D")))) < 30


@pytest.mark.slow
def test_no_two_cards_look_alike_at_sixty_pixels():
    store = store_of(180)
    small = {
        code: pixels_of(
            image_of(store.face(shown(code))).scaled(
                60, 84, mode=Qt.TransformationMode.SmoothTransformation
            )
        )
        for code in CODES
    }
    for one, other in combinations(CODES, 2):
        clearly = (
            1
            for left, right in zip(small[one], small[other], strict=True)
            if max(abs(a - b) for a, b in zip(left, right, strict=True)) > 60
        )
        assert sum(islice(clearly, 25)) == 25, (one, other)


@pytest.mark.parametrize("code", ["TS", "QH", "AD", "XR", "XB"])
@pytest.mark.parametrize("width", [43, 103])
def test_the_second_packs_card_is_the_same_card_told_apart(code, width):
    store = store_of(width)
    first, second = image_of(store.face(shown(code))), image_of(store.face(face_of(f"{code}'")))
    assert first.size() == second.size()
    # The index and the print in the middle are the same. At the left edge, which a fan leaves
    # visible, enough differs to be seen by form and not by colour alone.
    index = [(x, y) for x in range(3, width // 5) for y in range(width // 4)]
    dark = sum(first.pixelColor(*at).lightness() < 150 for at in index)
    same = sum(
        first.pixelColor(*at).lightness() < 150 and second.pixelColor(*at).lightness() < 150
        for at in index
    )
    assert same >= 0.9 * dark > 5
    ring = [(x, y) for x in range(3, width // 5) for y in range(width // 2, 3 * width // 4)]
    darker = sum(
        second.pixelColor(*at).lightness() < first.pixelColor(*at).lightness() - 40 for at in ring
    )
    assert darker >= width / 10


def dark_corner(image):
    """Return the number of dark pixels in the index of a card 100 pixels wide."""
    corner = ((x, y) for x in range(3, 31) for y in range(4, 72))
    return sum(image.pixelColor(*at).lightness() < 130 for at in corner)


@pytest.mark.parametrize("faces", CARD_FACES[1:])
def test_every_set_prints_cards_of_its_own_that_can_be_read(faces):
    store, usual = store_of(100, look=CardLook(faces)), store_of(100)
    for code in ("KS", "QH", "JD", "AC", "TS", "4H", "XR", "XB"):
        image, old = (image_of(one.face(face_of(code))) for one in (store, usual))
        assert image != old
        assert dark_corner(image) >= 0.7 * dark_corner(old)
        if faces == "deco" and code != "AC":
            assert difference(image, image.transformed(QTransform().rotate(180))) < 1.2


def test_the_ranks_of_the_large_set_are_more_than_twice_as_much_ink():
    ink = {}
    for faces in ("classic", "large"):
        store = store_of(100, look=CardLook(faces))
        ink[faces] = dark_corner(image_of(store.face(face_of("7S"))))
    assert ink["large"] > 2 * ink["classic"]


@pytest.mark.parametrize("back", CARD_BACKS[1:])
def test_every_back_reads_the_same_from_both_ends(back):
    store = store_of(101)
    usual = image_of(store.face(None))
    store = store_of(101, look=CardLook(back=back))
    image = image_of(store.face(None))
    assert image != usual
    assert difference(image, image.transformed(QTransform().rotate(180))) < 1.6


def test_cyrillic_letters_change_courts_and_aces_but_no_figures():
    store = store_of(60)
    codes = ("JS", "QS", "AS", "TS", "6S")
    latin = {code: image_of(store.face(face_of(code))) for code in codes}
    store = store_of(60, look=CardLook(letters="cyrillic"))
    changed = [code for code in codes if image_of(store.face(face_of(code))) != latin[code]]
    assert changed == ["JS", "QS", "AS"]


def test_four_colours_show_behind_the_courts_of_the_twenties():
    grounds = set()
    for code in ("KS", "KH", "KD", "KC"):
        store = store_of(100, look=CardLook("deco", four_colours=True))
        grounds.add(image_of(store.face(face_of(code))).pixelColor(30, 45).name())
    assert len(grounds) == 4


def test_dimmed_cards_are_darker_opaque_and_readable():
    store = store_of(100)
    eight = face_of("8C")
    bright, dim = image_of(store.face(eight)), image_of(store.turned(eight, 0, dim=True))
    paper, ink = dim.pixelColor(50, 70), min(dim.pixelColor(x, 20).lightness() for x in range(30))
    assert paper.alpha() == 255
    assert paper.lightness() < bright.pixelColor(50, 70).lightness() - 40
    assert paper.lightness() > ink + 90
    assert dim.pixelColor(0, 0).alpha() < 40


def test_a_turned_card_has_room_and_its_middle_in_the_middle():
    store = store_of(80, 2)
    pixmap = store.turned(face_of("5H"), 30)
    assert pixmap.width() > 160
    assert pixmap.devicePixelRatio() == 2
    image = image_of(pixmap)
    assert all(
        image.pixelColor(x, y).alpha() == 0
        for x in (0, image.width() - 1)
        for y in (0, image.height() - 1)
    )
    assert image.pixelColor(image.rect().center()).red() > 150  # the middle heart
    sideways = store.turned(None, -90).deviceIndependentSize()
    assert sideways == QSizeF(store.size().height(), store.size().width())
    assert store.turned(face_of("5H"), 30).cacheKey() == store.turned(face_of("5H"), 390).cacheKey()
    assert store.turned(face_of("5H"), 0.04).cacheKey() == store.face(face_of("5H")).cacheKey()


def test_pixmaps_are_kept_until_the_size_changes():
    store = store_of(90)
    first = store.face(face_of("KD")).cacheKey()
    store = store_of(90)
    assert store.face(face_of("KD")).cacheKey() == first
    store = store_of(91)
    assert store.face(face_of("KD")).cacheKey() != first
