"""Tests for the round button: size, label, and what marks forbidden and best answers."""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.widgets.theme import DARK, LIGHT, set_theme
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.show_widget import show_widget
from ui.text_fit import recorded_painting

SIZE = 100


@pytest.fixture
def make_button(qtbot):
    """Return a function that shows a button, away from the mouse, without the focus."""

    windows = []  # keeps them alive

    def show_button(text="3", forbidden="", width=SIZE):
        window = QWidget()
        windows.append(window)
        window.setStyleSheet("background: #123456")
        button = RoundButton(text, forbidden, window)
        button.setGeometry(40, 40, width, SIZE)
        show_widget(qtbot, window, 400, 200)
        button.clearFocus()
        return button

    return show_button


def pixel(button, x, y):
    return button.grab().toImage().pixelColor(x, y)


def painted_texts(button):
    with recorded_painting() as listener:
        button.grab()
    return [painted.text for painted in listener.painted_texts]


def test_signs_are_round_and_words_widen(make_button):
    assert make_button("13").width_for(60) == 60
    assert make_button("♠").width_for(60) == 60
    word = make_button("no trump")
    assert word.width_for(60) > 100
    assert word.width_for(30) < word.width_for(60)
    assert make_button("abc").width_for(60) >= 60
    assert (make_button("13").is_word, word.is_word) == (False, True)


def test_words_widen_with_the_text_up_to_a_limit(make_button):
    word = make_button("no trump")
    widths = []
    for text_scale in (1.0, 1.25, 2.0):
        apply_text_scale(text_scale)
        widths.append(word.width_for(60))
    assert widths[0] < widths[1] == widths[2]


def test_a_click_or_key_chooses(qtbot, make_button):
    button = make_button()
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(button.clicked):
        QTest.keyClick(button, Qt.Key.Key_Space)
    assert button.cursor().shape() is Qt.CursorShape.PointingHandCursor
    assert button.sizeHint() == QSize(48, 48)


def test_button_lights_up_under_the_mouse(make_button):
    button = make_button()
    for is_under_mouse, colour in ((True, LIGHT.paper_tint), (False, LIGHT.paper)):
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_under_mouse)
        assert pixel(button, 24, SIZE // 2) == QColor(colour)


def test_ground_is_paper_or_the_plate_where_forbidden(make_button):
    for theme in (LIGHT, DARK):
        set_theme(theme)
        assert make_button().ground_color == theme.paper
        assert make_button(forbidden="The hook.").ground_color == theme.plate


def test_disc_leaves_a_rim_for_the_focus_ring(make_button):
    button = make_button()
    outside = QColor("#123456")
    assert pixel(button, 4, SIZE // 2) == outside
    assert pixel(button, 20, SIZE // 2) == QColor(LIGHT.paper)
    button.setFocus()
    assert pixel(button, 3, SIZE // 2) == QColor(LIGHT.plate_text)
    assert pixel(button, 20, SIZE // 2) == QColor(LIGHT.paper_tint)


def test_pressed_button_darkens_unless_forbidden(make_button):
    for forbidden, colour in (("", LIGHT.paper_line), ("The hook.", LIGHT.plate)):
        button = make_button(forbidden=forbidden)
        button.setDown(True)
        assert pixel(button, 24, SIZE // 2) == QColor(colour)


def test_forbidden_answer_is_crossed_out(make_button):
    loss = QColor(LIGHT.loss_on_felt)
    for forbidden, is_crossed in (("", False), ("The hook.", True)):
        button = make_button(text="", forbidden=forbidden)
        crossed = [pixel(button, 50 + at, 50 + at) == loss for at in (-25, 0, 25)]
        assert crossed == [is_crossed] * 3
        assert pixel(button, 50 + 25, 50 - 25) != loss
        assert pixel(button, 50 + 33, 50 + 33) != loss


def test_best_answer_has_a_brass_edge(make_button):
    button = make_button()
    edge = QPoint(SIZE // 2, 11)
    assert pixel(button, edge.x(), edge.y()) == QColor(LIGHT.paper_line)
    button.show_worth("", is_best=True)
    assert pixel(button, edge.x(), edge.y()) == QColor(LIGHT.brass_on_paper)


def test_worth_is_shown_on_a_tag_below_the_number(make_button):
    button = make_button("7")
    plain = button.grab().toImage()
    assert painted_texts(button) == ["7"]
    button.show_worth("+2.5", is_best=False)
    assert painted_texts(button) == ["7", "+2.5"]
    tagged = button.grab().toImage()
    changed_rows = [
        y for y in range(SIZE) if plain.copy(0, y, SIZE, 1) != tagged.copy(0, y, SIZE, 1)
    ]
    assert max(changed_rows) == SIZE - 1
    assert min(changed_rows) < SIZE // 2  # the number has moved up
    button.show_worth("", is_best=False)
    assert button.grab().toImage() == plain


def test_words_stay_beside_their_tag_unless_enlarged(make_button):
    words = make_button("no trump", width=200)
    heights = []
    for text_scale in (1.0, 1.5):
        apply_text_scale(text_scale)
        plain = words.grab().toImage()
        words.show_worth("+2.5", is_best=False)
        tagged = words.grab().toImage()
        words.show_worth("", is_best=False)
        heights.append(plain.copy(40, 40, 120, 20) == tagged.copy(40, 40, 120, 20))
    assert heights == [True, False]


@pytest.mark.parametrize("sign", ["♠", "♥"])
def test_suits_are_drawn_in_their_colours(make_button, sign):
    button = make_button(sign)
    assert painted_texts(button) == []
    colour = pixel(button, SIZE // 2, SIZE // 2)
    assert (colour.red() > colour.blue() + 60) is (sign == "♥")
