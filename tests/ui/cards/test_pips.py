"""Tests of the geometry of a face: nothing overlaps, and it has point symmetry."""

import pytest
from PySide6.QtCore import QPointF, QRectF

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_renderer import EMBLEM_RECT, LARGE_ACE, LARGE_PIP
from greenbaize.ui.cards.suits import load_outline, parse_outline, suit_colour, suit_path

RANKS = "A23456789T"
CARD_RECT = QRectF(0, 0, 1, pips.HEIGHT)


def rotated_rect(rect):
    half = QRectF(0, 0, rect.width(), rect.height())
    half.moveCenter(QPointF(1, pips.HEIGHT) - rect.center())
    return half


@pytest.mark.parametrize("rank", RANKS)
def test_a_rank_has_as_many_pips_as_it_says(rank):
    assert len(pips.pips_of_rank(rank)) == RANKS.index(rank) + 1


@pytest.mark.parametrize(("index", "free"), [("LARGE", 0.31), ("NARROW", 0.21)])
def test_large_indices_are_seen_in_a_full_fan_and_clear_of_the_middle(index, free):
    side = pips.Pip(0.5, pips.HEIGHT / 2, max(LARGE_PIP, LARGE_ACE), is_rotated=False).rect
    for rank in "TQ":
        upper = getattr(pips, f"{index}_INDEX").rects(rank)
        for room in (*upper, *map(rotated_rect, upper)):
            assert CARD_RECT.contains(room)
            assert not any(
                room.intersects(rect) for rect in (side, EMBLEM_RECT, rotated_rect(EMBLEM_RECT))
            )
        assert max(room.right() for room in upper) <= free
        assert not upper[0].intersects(upper[1])


@pytest.mark.parametrize("rank", [*RANKS, "J", "X"])
@pytest.mark.parametrize("shape", [pips.SMALL_INDEX, pips.LARGER_INDEX])
def test_indices_are_clear_of_pips_and_picture(rank, shape):
    upper = shape.rects(rank)
    index = [*upper, *map(rotated_rect, upper)]
    printed = [pip.rect for pip in pips.pips_of_rank(rank)] or [pips.PICTURE]
    for room in index:
        assert CARD_RECT.contains(room)
        assert not any(room.intersects(rect) for rect in printed)
    assert not upper[0].intersects(upper[1])


@pytest.mark.parametrize("rank", RANKS)
def test_pips_in_the_lower_half_are_upside_down(rank):
    for pip in pips.pips_of_rank(rank):
        assert pip.is_rotated == (pip.y > pips.HEIGHT / 2 + 0.01)


@pytest.mark.parametrize("rank", "2345689T")
def test_pips_are_point_symmetric(rank):
    centres = {(round(pip.x, 4), round(pip.y, 4)) for pip in pips.pips_of_rank(rank)}
    assert centres == {(round(1 - x, 4), round(pips.HEIGHT - y, 4)) for x, y in centres}


def test_the_index_is_a_fifth_of_the_width_high_over_its_mark():
    rank, mark = pips.SMALL_INDEX.rects("T")
    assert rank.height() == pytest.approx(0.2)
    assert mark.top() > rank.bottom()
    assert mark.center().x() == pytest.approx(rank.center().x())


@pytest.mark.parametrize("letter", "SHDCX")
def test_suit_marks_fill_the_unit_square(letter):
    rect = suit_path(letter).boundingRect()
    assert QRectF(0, 0, 1, 1).contains(rect)
    assert rect.height() > 0.88
    assert rect.center().x() == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("rank", "JQK")
def test_emblems_fill_the_unit_square(rank):
    rect = load_outline(f"emblem-{rank}").boundingRect()
    assert QRectF(0, 0, 1, 1).contains(rect)
    assert min(rect.width(), rect.height()) > 0.8


def test_a_pip_drawn_with_other_commands_is_refused(tmp_path):
    svg_text = '<svg viewBox="0 0 9 9"><path d="m0 0 L9 9 Z"/></svg>'
    with pytest.raises(ValueError, match="absolute M, L, C and Z"):
        parse_outline(svg_text)
    # At a table the pip is missing and play goes on; the self-test reports it.
    (tmp_path / "pip-S.svg").write_text(svg_text)
    (tmp_path / "pip-H.svg").write_bytes(b"\xff\xfe")
    assert all(suit_path(letter, tmp_path).isEmpty() for letter in "SHD")


def test_suits_have_two_or_four_colours():
    assert suit_colour("TS") == suit_colour("TC") == suit_colour("XB")
    assert suit_colour("TH") == suit_colour("D") == suit_colour("XR")
    assert len({suit_colour(suit, four_colours=True).name() for suit in "SHDC"}) == 4
