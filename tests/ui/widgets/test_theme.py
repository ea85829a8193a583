"""Tests of the colours of all themes and cloths."""

import pytest
from PySide6.QtGui import QColor

from greenbaize.ui.widgets.theme import (
    CLOTHS,
    DARK,
    LIGHT,
    current_theme,
    faint_ink,
    mix_colours,
    set_theme,
)
from ui.colour_contrast import contrast_ratio

ALL_THEMES = [one for both in CLOTHS.values() for one in both]


PROMPT_OPACITY = 225 / 255
"""Opacity of a prompt's background (0 to 1)."""


def text_colour_pairs(theme):
    """Iterate over every text colour with its background."""
    for ground in (theme.paper, theme.paper_tint, theme.field, theme.button):
        yield from ((ink, ground) for ink in (theme.ink, theme.ink_quiet, theme.loss))
    yield "#ffffff", theme.chosen
    question = mix_colours(theme.felt_glow, theme.plate, PROMPT_OPACITY)
    for ground in (theme.felt, theme.felt_glow, theme.plate, question):
        yield from ((ink, ground) for ink in (theme.plate_text, theme.plate_quiet))
    for ground in (theme.plate, question):
        yield from ((ink, ground) for ink in (theme.loss_on_felt, theme.brass_text))
    # The tag of the best answer
    yield theme.plate, theme.brass


def mark_colour_pairs(theme):
    """Iterate over every colour of a mark with its background."""
    for ground in (theme.paper, theme.field, theme.button):
        yield theme.edge, ground
    yield from ((faint_ink(theme), theme.paper), (theme.chosen, theme.paper))
    yield from ((theme.focus, theme.paper), (theme.focus, theme.button))
    yield from ((theme.brass_on_paper, ground) for ground in (theme.paper, theme.paper_tint))
    for ground in (theme.felt, theme.felt_glow, theme.plate):
        yield theme.brass, ground
        yield theme.plate_text, ground  # the focus ring


@pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda one: f"{one.cloth}-{one.is_dark}")
def test_all_text_and_marks_have_contrast(theme):
    assert [pair for pair in text_colour_pairs(theme) if contrast_ratio(*pair) < 4.5] == []
    assert [pair for pair in mark_colour_pairs(theme) if contrast_ratio(*pair) < 3] == []


@pytest.fixture
def restore_theme():
    theme = current_theme()
    yield
    set_theme(theme)


def test_the_theme_set_last_is_the_current_one(restore_theme):
    for theme in (DARK, LIGHT, CLOTHS["wine"][0]):
        set_theme(theme)
        assert current_theme() is theme


@pytest.mark.parametrize("cloth", CLOTHS)
def test_a_cloth_has_a_light_and_a_dark_theme_with_the_same_paper(cloth):
    light, dark = CLOTHS[cloth]
    assert light.cloth == dark.cloth == cloth
    assert (light.is_dark, dark.is_dark) == (False, True)
    cloth_roles = {"cloth", "felt", "felt_glow", "felt_line", "rail", "thread", "plate"}
    cloth_roles |= {"plate_quiet", "shade"}
    for theme, usual in ((light, LIGHT), (dark, DARK)):
        changed_roles = {
            role
            for role, colour, other in zip(theme._fields, theme, usual, strict=True)
            if colour != other
        }
        assert changed_roles <= cloth_roles
        assert (changed_roles == set()) is (cloth == "baize")


@pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda one: f"{one.cloth}-{one.is_dark}")
def test_colours_are_written_as_qt_reads_them(theme):
    for role, colour in zip(theme._fields[1:], theme[1:], strict=True):
        assert QColor(colour).isValid()
        assert len(colour) == (9 if role == "shade" else 7)
    assert QColor(theme.shade).alpha() < 200


@pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda one: f"{one.cloth}-{one.is_dark}")
def test_the_cloth_is_lighter_under_the_lamp_than_at_the_edge(theme):
    lightness = [
        QColor(colour).lightness() for colour in (theme.plate, theme.felt, theme.felt_glow)
    ]
    assert lightness == sorted(set(lightness))


def test_mixed_colours_lie_between_both():
    assert mix_colours("#102030", "#506070", 0.0) == "#102030"
    assert mix_colours("#102030", "#506070", 1.0) == "#506070"
    assert mix_colours("#102030", "#506070", 0.25) == "#203040"
    assert mix_colours("#000000", "#0a0000", 0.5) == "#050000"


@pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda one: f"{one.cloth}-{one.is_dark}")
def test_faint_ink_is_fainter_than_quiet_ink(theme):
    faint, quiet = (contrast_ratio(ink, theme.paper) for ink in (faint_ink(theme), theme.ink_quiet))
    assert 3 <= faint < quiet
