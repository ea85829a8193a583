"""Tests of drawn cards: they can be read and told apart, from both ends, in every look."""

from itertools import combinations, islice

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTransform

from greenbaize.resources import resources_folder
from greenbaize.store.declared_settings import CARD_BACKS, CARD_FACES
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from ui.cards.card_images import (
    CODES,
    face_or_back,
    make_face_store,
    mean_difference,
    read_pixels,
    to_image,
)
from ui.table.person import face_of

pytestmark = pytest.mark.usefixtures("qapp")


SYMMETRIC = [rank + suit for suit in "SHDC" for rank in "24TJQK"] + ["XR", "XB", "back"]


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_face_is_paper_with_print_on_it(code):
    store = make_face_store(100)
    image = to_image(store.face_pixmap(face_or_back(code)))
    assert image.pixelColor(0, 0).alpha() < 40
    assert image.pixelColor(50, 4).lightness() > 220
    print_in_corner = [image.pixelColor(x, y) for x in range(5, 20) for y in range(10, 28)]
    assert sum(colour.lightness() < 130 for colour in print_in_corner) > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", SYMMETRIC)
def test_cards_read_the_same_from_both_ends(name):
    store = make_face_store(101)
    image = to_image(store.face_pixmap(face_or_back(name)))
    turned_image = image.transformed(QTransform().rotate(180))
    assert mean_difference(image, turned_image) < 1.2


def max_redness(image):
    return max(red - max(green, blue) for _, red, green, blue in read_pixels(image))


@pytest.mark.parametrize("rank", "A37T")
def test_red_suits_are_red_and_black_ones_are_not(rank):
    store = make_face_store(60)
    for suit in "HD":
        assert max_redness(to_image(store.face_pixmap(face_of(rank + suit)))) > 100
    for suit in "SC":
        assert max_redness(to_image(store.face_pixmap(face_of(rank + suit)))) < 30


def test_four_colours_change_clubs_and_diamonds():
    store = make_face_store(60)
    two_colours = {suit: to_image(store.face_pixmap(face_of("9" + suit))) for suit in "SHDC"}
    store = make_face_store(60, look=CardLook(four_colours=True))
    for suit, is_changed in {"S": False, "H": False, "D": True, "C": True}.items():
        assert (to_image(store.face_pixmap(face_of("9" + suit))) != two_colours[suit]) is is_changed
    assert max_redness(to_image(store.face_pixmap(face_of("9D")))) < 30


@pytest.mark.slow
def test_no_two_cards_look_alike_at_sixty_pixels():
    store = make_face_store(180)
    small = {
        code: read_pixels(
            to_image(store.face_pixmap(face_or_back(code))).scaled(
                60, 84, mode=Qt.TransformationMode.SmoothTransformation
            )
        )
        for code in CODES
    }
    for first, second in combinations(CODES, 2):
        clearly = (
            1
            for left, right in zip(small[first], small[second], strict=True)
            if max(abs(a - b) for a, b in zip(left, right, strict=True)) > 60
        )
        assert sum(islice(clearly, 25)) == 25, (first, second)


@pytest.mark.parametrize("code", ["TS", "QH", "AD", "XR", "XB"])
@pytest.mark.parametrize("width", [43, 103])
def test_a_card_of_the_second_pack_is_distinguishable(code, width):
    store = make_face_store(width)
    first, second = (
        to_image(store.face_pixmap(face_or_back(code))),
        to_image(store.face_pixmap(face_of(f"{code}'"))),
    )
    assert first.size() == second.size()
    # The index and the print in the middle are the same. At the left edge, which a fan leaves
    # visible, enough differs to be seen by form and not by colour alone.
    index = [(x, y) for x in range(3, width // 5) for y in range(width // 4)]
    dark_count = sum(first.pixelColor(*point).lightness() < 150 for point in index)
    same_count = sum(
        first.pixelColor(*point).lightness() < 150 and second.pixelColor(*point).lightness() < 150
        for point in index
    )
    assert same_count >= 0.9 * dark_count > 5
    edge_points = [(x, y) for x in range(3, width // 5) for y in range(width // 2, 3 * width // 4)]
    darker_count = sum(
        second.pixelColor(*point).lightness() < first.pixelColor(*point).lightness() - 40
        for point in edge_points
    )
    assert darker_count >= width / 10


def count_dark_corner_pixels(image):
    """Return the number of dark pixels in the index of a card 100 pixels wide."""
    corner = ((x, y) for x in range(3, 31) for y in range(4, 72))
    return sum(image.pixelColor(*point).lightness() < 130 for point in corner)


@pytest.mark.parametrize("faces", CARD_FACES[1:])
def test_every_set_prints_cards_of_its_own_that_can_be_read(faces):
    store, usual = make_face_store(100, look=CardLook(faces)), make_face_store(100)
    for code in ("KS", "QH", "JD", "AC", "TS", "4H", "XR", "XB"):
        image, old = (
            to_image(face_store.face_pixmap(face_of(code))) for face_store in (store, usual)
        )
        assert image != old
        assert count_dark_corner_pixels(image) >= 0.7 * count_dark_corner_pixels(old)
        if faces == "deco" and code != "AC":
            assert mean_difference(image, image.transformed(QTransform().rotate(180))) < 1.2


def test_large_faces_print_twice_as_much_index():
    ink = {}
    for faces in ("classic", "large"):
        store = make_face_store(100, look=CardLook(faces))
        ink[faces] = count_dark_corner_pixels(to_image(store.face_pixmap(face_of("7S"))))
    assert ink["large"] > 2 * ink["classic"]


@pytest.mark.parametrize("back", CARD_BACKS[1:])
def test_every_back_reads_the_same_from_both_ends(back):
    store = make_face_store(101)
    usual = to_image(store.face_pixmap(None))
    store = make_face_store(101, look=CardLook(back=back))
    image = to_image(store.face_pixmap(None))
    assert image != usual
    assert mean_difference(image, image.transformed(QTransform().rotate(180))) < 1.6


def test_cyrillic_letters_change_courts_and_aces_but_no_digits():
    store = make_face_store(60)
    codes = ("JS", "QS", "AS", "TS", "6S")
    latin = {code: to_image(store.face_pixmap(face_of(code))) for code in codes}
    store = make_face_store(60, look=CardLook(letters="cyrillic"))
    changed_codes = [
        code for code in codes if to_image(store.face_pixmap(face_of(code))) != latin[code]
    ]
    assert changed_codes == ["JS", "QS", "AS"]


def test_four_colours_show_behind_the_deco_courts():
    grounds = set()
    for code in ("KS", "KH", "KD", "KC"):
        store = make_face_store(100, look=CardLook("deco", four_colours=True))
        grounds.add(to_image(store.face_pixmap(face_of(code))).pixelColor(30, 45).name())
    assert len(grounds) == 4


@pytest.mark.parametrize("faces", CARD_FACES)
def test_the_index_is_in_the_corner_that_is_seen(faces):
    """In the mirrored layout the corners swap their contents; letters are not mirrored."""
    card = face_of("7C")
    corners = []
    for left in (False, True):
        look = CardLook(faces, left_handed=left)
        store = CardPixmapStore(CardRenderer(resources_folder() / "cards", look), 100)
        image = store.face_pixmap(card).toImage()
        wide, tall = round(0.23 * 100), round(0.5 * 100)
        corners.append((image.copy(4, 4, wide, tall), image.copy(100 - wide - 4, 4, wide, tall)))
    (usual, usual_other), (other_mirrored, mirrored) = corners

    def count_dark_pixels(corner_image):
        return sum(
            corner_image.pixelColor(x, y).lightness() < 150
            for x in range(corner_image.width())
            for y in range(corner_image.height())
        )

    assert (
        count_dark_pixels(mirrored)
        > 0.9 * count_dark_pixels(usual)
        > 2 * count_dark_pixels(usual_other)
    )
    assert count_dark_pixels(other_mirrored) < count_dark_pixels(mirrored)
