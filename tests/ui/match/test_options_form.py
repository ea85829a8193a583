"""The form fields for game options."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox

from greenbaize.games import GAMES
from greenbaize.ui.match.options_form import OptionsForm, SuitsField
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.put_up import put_up


def shown(qtbot, *letters):
    field = SuitsField()
    field.show_suits(letters)
    put_up(qtbot, field)
    said = []
    field.changed.connect(said.append)
    return field, said


def down(field):
    return {letter for letter, button in field.buttons.items() if button.isChecked()}


def test_as_many_suits_are_down_as_were_shown(qtbot):
    field, _ = shown(qtbot, "C", "H")
    assert down(field) == {"C", "H"}


def test_one_too_many_lets_go_of_the_one_chosen_first(qtbot):
    field, said = shown(qtbot, "C", "H")
    QTest.mouseClick(field.buttons["S"], Qt.MouseButton.LeftButton)
    assert down(field) == {"H", "S"}
    assert said == [("H", "S")]


def test_a_chosen_suit_is_let_go_only_for_another(qtbot):
    field, said = shown(qtbot, "D")
    QTest.keyClick(field.buttons["D"], Qt.Key.Key_Space)
    assert down(field) == {"D"}
    assert said == []


def test_suits_are_named_for_screen_readers(qtbot):
    field, _ = shown(qtbot, "D")
    names = {letter: button.accessibleName() for letter, button in field.buttons.items()}
    assert names == {"C": "clubs", "H": "hearts", "D": "diamonds", "S": "spades"}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_chosen_suit_is_seen_in_every_theme(qtbot, theme):
    field, _ = shown(qtbot, "D")
    field.setPalette(paper_palette(theme))

    def ground(letter):
        image = field.buttons[letter].grab().toImage()
        ratio = image.devicePixelRatio()
        return image.pixelColor(round(6 * ratio), image.height() // 2)

    chosen, others = ground("D"), [ground(letter) for letter in "CHS"]
    assert chosen.name() == paper_palette(theme).highlight().color().name()
    assert all(other.name() == others[0].name() for other in others)
    apart = sum(
        abs(a - b) for a, b in zip(chosen.getRgb()[:3], others[0].getRgb()[:3], strict=True)
    )
    assert apart > 60
    QTest.mouseClick(field.buttons["S"], Qt.MouseButton.LeftButton)
    assert ground("S") == chosen
    assert ground("D") == others[0]


def test_focus_is_seen_on_a_suit(qtbot):
    field, _ = shown(qtbot, "D")
    with qtbot.waitActive(field):
        field.activateWindow()
    field.buttons["H"].clearFocus()
    before = field.grab().toImage()
    field.buttons["H"].setFocus()
    assert field.grab().toImage() != before


def test_numbers_stand_below_each_other_whatever_their_limits(qtbot):
    form = OptionsForm()
    form.show_options(GAMES["damn"].options, 4, {"first": 2, "deals": 2})
    put_up(qtbot, form)
    fields = form.findChildren(QSpinBox)
    assert len({field.maximum() for field in fields}) == len(fields) == 2
    assert len({field.geometry().x() for field in fields}) == 1
