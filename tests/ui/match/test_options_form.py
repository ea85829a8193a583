"""The form fields for game options."""

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox

from greenbaize.games import GAMES
from greenbaize.ui.match.options_form import OptionsForm, SuitsField
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.show_widget import show_widget


def show_suits_field(qtbot, *suits):
    field = SuitsField()
    field.show_suits(suits)
    show_widget(qtbot, field)
    emitted_suits = []
    field.changed.connect(emitted_suits.append)
    return field, emitted_suits


def checked_suits(field):
    return {letter for letter, button in field.buttons.items() if button.isChecked()}


def test_given_suits_are_checked(qtbot):
    field, _ = show_suits_field(qtbot, "C", "H")
    assert checked_suits(field) == {"C", "H"}


def test_checking_one_suit_too_many_unchecks_the_oldest(qtbot):
    field, emitted_suits = show_suits_field(qtbot, "C", "H")
    QTest.mouseClick(field.buttons["S"], Qt.MouseButton.LeftButton)
    assert checked_suits(field) == {"H", "S"}
    assert emitted_suits == [("H", "S")]


def test_checked_suit_is_unchecked_only_by_another(qtbot):
    field, emitted_suits = show_suits_field(qtbot, "D")
    QTest.keyClick(field.buttons["D"], Qt.Key.Key_Space)
    assert checked_suits(field) == {"D"}
    assert emitted_suits == []


def test_suits_are_named_for_screen_readers(qtbot):
    field, _ = show_suits_field(qtbot, "D")
    names = {letter: button.accessibleName() for letter, button in field.buttons.items()}
    assert names == {"C": "clubs", "H": "hearts", "D": "diamonds", "S": "spades"}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_checked_suit_is_visible_in_every_theme(qtbot, theme):
    field, _ = show_suits_field(qtbot, "D")
    field.setPalette(paper_palette(theme))

    def background_colour(letter):
        image = field.buttons[letter].grab().toImage()
        ratio = image.devicePixelRatio()
        return image.pixelColor(round(6 * ratio), image.height() // 2)

    checked_colour, other_colours = (
        background_colour("D"),
        [background_colour(letter) for letter in "CHS"],
    )
    assert checked_colour.name() == paper_palette(theme).highlight().color().name()
    assert all(other.name() == other_colours[0].name() for other in other_colours)
    colour_distance = sum(
        abs(a - b)
        for a, b in zip(checked_colour.getRgb()[:3], other_colours[0].getRgb()[:3], strict=True)
    )
    assert colour_distance > 60
    QTest.mouseClick(field.buttons["S"], Qt.MouseButton.LeftButton)
    assert background_colour("S") == checked_colour
    assert background_colour("D") == other_colours[0]


def test_focus_is_visible_on_a_suit(qtbot):
    field, _ = show_suits_field(qtbot, "D")
    with qtbot.waitActive(field):
        field.activateWindow()
    field.buttons["H"].clearFocus()
    image_before = field.grab().toImage()
    field.buttons["H"].setFocus()
    assert field.grab().toImage() != image_before


def test_number_fields_are_aligned_whatever_their_limits(qtbot):
    form = OptionsForm()
    form.show_options(GAMES["damn"].options, 4, {"first": 2, "deals": 2})
    show_widget(qtbot, form)
    fields = form.findChildren(QSpinBox)
    assert len({field.maximum() for field in fields}) == len(fields) == 2
    assert len({field.geometry().x() for field in fields}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_fields_stand_between_their_label_and_their_note(qtbot, game):
    form = OptionsForm()
    form.show_options(GAMES[game].options, 4, {})
    form.resize(300, form.sizeHint().height())
    show_widget(qtbot, form)
    for key in filter(lambda key: form._fields[key].isVisible(), form._fields):
        field = form._fields[key]
        parts = [field, form._notes[key], *field.parentWidget().findChildren(PlainLabel)]
        rects = [part.geometry() for part in dict.fromkeys(parts) if part.isVisible()]
        assert field.width() >= field.minimumSizeHint().width()
        assert not any(one.intersects(other) for one, other in combinations(rects, 2))
