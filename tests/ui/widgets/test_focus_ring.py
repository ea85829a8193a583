"""Tests of the focus ring in both themes and on every kind of control."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTabBar,
    QTableWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.features.help.window import HelpWindow
from greenbaize.ui.table.handles import CardHandle
from greenbaize.ui.widgets.accessibility import REACH, FocusRing, ring_colours
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.contrast import colours_of, contrast
from ui.put_up import put_up

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])

LEAST = 3.0
"""Smallest contrast of a mark with its background, from WCAG 2."""
CONTROLS = (
    QPushButton,
    QToolButton,
    QCheckBox,
    QRadioButton,
    QLineEdit,
    QComboBox,
    QSpinBox,
    QSlider,
    QListWidget,
    QTableWidget,
    QTabBar,
)


def ring_of(window):
    (ring,) = window.findChildren(FocusRing)
    return ring


def made(kind, parent):
    one = kind(parent)
    if isinstance(one, QTabBar):
        one.addTab("one")
        one.addTab("two")
        one.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    elif isinstance(one, QPushButton | QToolButton | QCheckBox | QRadioButton):
        one.setText("one")
    one.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return one


@pytest.mark.slow
@both_themes
@pytest.mark.parametrize("kind", CONTROLS)
def test_a_ring_is_painted_around_it(qtbot, kind, theme):
    dress(theme)
    window = QDialog()
    column = QVBoxLayout(window)
    column.setContentsMargins(20, 20, 20, 20)
    first, second = QPushButton("first", window), made(kind, window)
    for one in (first, second):
        column.addWidget(one)
    put_up(qtbot, window)
    first.setFocus()
    before = window.grab().toImage()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    ring = ring_of(window)
    assert ring.isVisible()
    assert ring.around is second
    after, line = window.grab().toImage(), ring_colours(second.palette())[0]
    # A point beside the control that was paper before.
    beside = ring.geometry().topLeft() + QPoint(2, ring.height() // 2)
    assert not second.geometry().contains(beside)
    assert before.pixelColor(beside).name() == theme.paper
    assert contrast(after.pixelColor(beside), theme.paper) >= LEAST
    assert after.pixelColor(beside).name() == line.name()


@both_themes
def test_the_marks_stand_out_from_all_that_can_be_around_them(theme):
    line, halo = ring_colours(paper_palette(theme))
    palette = paper_palette(theme)
    for ground in (palette.window(), palette.base(), palette.button()):
        assert contrast(line, ground.color()) >= LEAST
    # On the cloth either the outer or the inner line has the contrast.
    for cloth in (theme.felt, theme.felt_glow, theme.plate):
        assert max(contrast(line, cloth), contrast(halo, cloth)) >= LEAST
        # A card's frame is light on dark, and the cards beside it are paper.
        assert contrast(theme.brass_text, cloth) >= LEAST
    assert contrast(theme.brass_text, theme.plate) >= LEAST
    assert contrast(theme.plate_text, theme.plate) >= LEAST
    assert contrast(theme.plate_quiet, theme.plate) >= LEAST


def test_it_follows_and_goes(qtbot):
    window = QDialog()
    button, other = QPushButton("one", window), QPushButton("two", window)
    button.setGeometry(20, 20, 80, 30)
    other.setGeometry(20, 60, 80, 30)
    put_up(qtbot, window)
    button.setFocus()
    ring = ring_of(window)
    assert ring.geometry() == QRect(20, 20, 80, 30).adjusted(-REACH, -REACH, REACH, REACH)
    button.move(50, 40)
    assert ring.geometry().topLeft() == QPoint(50 - REACH, 40 - REACH)
    button.hide()
    assert ring.around is other
    line = ring_colours(other.palette())[0].name()
    assert line in colours_of(window.grab().toImage())
    delete(other)
    assert line not in colours_of(window.grab().toImage())


def test_a_click_is_no_keyboard(qtbot):
    window = QDialog()
    column = QVBoxLayout(window)
    first, second = QPushButton("one", window), QPushButton("two", window)
    column.addWidget(first)
    column.addWidget(second)
    put_up(qtbot, window)
    first.setFocus()
    ring = ring_of(window)
    where = second.mapTo(window, second.rect().center())
    QTest.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton, pos=where)
    assert second.hasFocus()
    assert not ring.isVisible()
    QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, pos=where)


def test_it_stays_within_what_scrolls(qtbot):
    window = QDialog()
    area = QScrollArea(window)
    area.setGeometry(10, 40, 150, 100)
    sheet = QWidget()
    sheet.resize(120, 400)
    button = QPushButton("one", sheet)
    button.setGeometry(10, 20, 80, 30)
    area.setWidget(sheet)
    put_up(qtbot, window, 200, 200)
    button.setFocus()
    ring = ring_of(window)
    before = ring.y()
    area.verticalScrollBar().setValue(10)
    assert ring.y() == before - 10
    area.verticalScrollBar().setValue(200)
    assert not ring.isVisible()


@pytest.mark.slow
@both_themes
def test_the_card_that_is_held_is_framed(laid, theme):
    person = laid("damn", 3, first=3, deals=5)
    dress(theme)
    person.playing.begin()
    assert person.wait_for_turn()
    while person.asked_bid:
        person.click(person.playing.asking.prompt.buttons[next(person.answers())])
        person.wait_for_turn()
    person.press(Qt.Key.Key_Up)
    face = person.playing.asking.handles.focused
    assert face is not None
    handles = person.playing.asking.handles.findChildren(CardHandle)
    handle = next(one for one in handles if one.hasFocus())
    picture = handle.grab().toImage()
    assert theme.brass_text in colours_of(picture)
    assert theme.plate in colours_of(picture)
    # The frame is at the position of the raised card.
    item = person.scene.cards.named(face)
    assert item is not None
    middle = handle.mapTo(person.playing.view, handle.rect().center())
    assert abs(middle.y() - item.spot.y) <= 2
    still = next(one for one in handles if not one.hasFocus())
    assert theme.brass_text not in colours_of(still.grab().toImage())


@pytest.mark.slow
@both_themes
def test_the_round_button_with_the_keyboard_has_a_ring(opened, theme):
    settings = Settings.load()
    settings.theme = "dark" if theme is DARK else "light"
    settings.save()
    person = opened(PlayRequest("damn", 3, {}, seed_from("ring")))
    person.wait_for_turn()
    prompt = person.playing.asking.prompt
    button = prompt.buttons[0]

    def edge():
        image = prompt.grab().toImage()
        return image.pixelColor(button.x() + 2, button.y() + button.height() // 2)

    before = edge()
    person.press(Qt.Key.Key_Right)
    assert button.hasFocus()
    assert contrast(edge(), before) >= LEAST


@pytest.mark.slow
@both_themes
def test_a_link_of_the_help_that_is_reached_by_tab_is_seen(qtbot, theme):
    dress(theme)
    window = HelpWindow()
    window.show_page("index")
    put_up(qtbot, window)
    window.browser.setFocus()
    before = colours_of(window.browser.viewport().grab().toImage())
    QTest.keyClick(window.browser, Qt.Key.Key_Tab)
    assert window.browser.hasFocus()
    after = colours_of(window.browser.viewport().grab().toImage())
    palette = window.browser.palette()
    assert palette.highlightedText().color().name() in after - before
    assert theme.chosen in after
    assert contrast(theme.chosen, theme.paper) >= LEAST
