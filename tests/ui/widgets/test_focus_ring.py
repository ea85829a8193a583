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
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.table.hand_proxies import CardProxy
from greenbaize.ui.widgets.accessibility import RING_MARGIN, FocusRing, ring_colours
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.colour_contrast import contrast_ratio, image_colours
from ui.show_widget import show_widget

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])

MIN_CONTRAST = 3.0
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


def find_focus_ring(window):
    (ring,) = window.findChildren(FocusRing)
    return ring


def make_control(kind, parent):
    control = kind(parent)
    if isinstance(control, QTabBar):
        control.addTab("one")
        control.addTab("two")
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    elif isinstance(control, QPushButton | QToolButton | QCheckBox | QRadioButton):
        control.setText("one")
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return control


@pytest.mark.slow
@both_themes
@pytest.mark.parametrize("kind", CONTROLS)
def test_a_focus_ring_is_painted_around_every_control(qtbot, kind, theme):
    apply_application_theme(theme)
    window = QDialog()
    column = QVBoxLayout(window)
    column.setContentsMargins(20, 20, 20, 20)
    first, second = QPushButton("first", window), make_control(kind, window)
    for button in (first, second):
        column.addWidget(button)
    show_widget(qtbot, window)
    first.setFocus()
    before = window.grab().toImage()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    ring = find_focus_ring(window)
    assert ring.isVisible()
    assert ring.target is second
    after, line = window.grab().toImage(), ring_colours(second.palette())[0]
    # A point beside the control that was paper before.
    beside = ring.geometry().topLeft() + QPoint(2, ring.height() // 2)
    assert not second.geometry().contains(beside)
    assert before.pixelColor(beside).name() == theme.paper
    assert contrast_ratio(after.pixelColor(beside), theme.paper) >= MIN_CONTRAST
    assert after.pixelColor(beside).name() == line.name()


@both_themes
def test_focus_marks_stand_out_on_every_background(theme):
    line, halo = ring_colours(paper_palette(theme))
    palette = paper_palette(theme)
    for ground in (palette.window(), palette.base(), palette.button()):
        assert contrast_ratio(line, ground.color()) >= MIN_CONTRAST
    # On the cloth either the outer or the inner line has the contrast.
    for cloth in (theme.felt, theme.felt_glow, theme.plate):
        assert max(contrast_ratio(line, cloth), contrast_ratio(halo, cloth)) >= MIN_CONTRAST
        # A card's frame is light on dark, and the cards beside it are paper.
        assert contrast_ratio(theme.brass_text, cloth) >= MIN_CONTRAST
    assert contrast_ratio(theme.brass_text, theme.plate) >= MIN_CONTRAST
    assert contrast_ratio(theme.plate_text, theme.plate) >= MIN_CONTRAST
    assert contrast_ratio(theme.plate_quiet, theme.plate) >= MIN_CONTRAST


def test_focus_ring_follows_its_control(qtbot):
    window = QDialog()
    button, other_button = QPushButton("one", window), QPushButton("two", window)
    button.setGeometry(20, 20, 80, 30)
    other_button.setGeometry(20, 60, 80, 30)
    show_widget(qtbot, window)
    button.setFocus()
    ring = find_focus_ring(window)
    assert ring.geometry() == QRect(20, 20, 80, 30).adjusted(
        -RING_MARGIN, -RING_MARGIN, RING_MARGIN, RING_MARGIN
    )
    button.move(50, 40)
    assert ring.geometry().topLeft() == QPoint(50 - RING_MARGIN, 40 - RING_MARGIN)
    button.hide()
    assert ring.target is other_button
    line = ring_colours(other_button.palette())[0].name()
    assert line in image_colours(window.grab().toImage())
    delete(other_button)
    assert line not in image_colours(window.grab().toImage())


def test_a_click_shows_no_focus_ring(qtbot):
    window = QDialog()
    column = QVBoxLayout(window)
    first, second = QPushButton("one", window), QPushButton("two", window)
    column.addWidget(first)
    column.addWidget(second)
    show_widget(qtbot, window)
    first.setFocus()
    ring = find_focus_ring(window)
    click_point = second.mapTo(window, second.rect().center())
    QTest.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton, pos=click_point)
    assert second.hasFocus()
    assert not ring.isVisible()
    QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, pos=click_point)


def test_focus_ring_stays_within_its_scroll_area(qtbot):
    window = QDialog()
    area = QScrollArea(window)
    area.setGeometry(10, 40, 150, 100)
    sheet = QWidget()
    sheet.resize(120, 400)
    button = QPushButton("one", sheet)
    button.setGeometry(10, 20, 80, 30)
    area.setWidget(sheet)
    show_widget(qtbot, window, 200, 200)
    button.setFocus()
    ring = find_focus_ring(window)
    before = ring.y()
    area.verticalScrollBar().setValue(10)
    assert ring.y() == before - 10
    area.verticalScrollBar().setValue(200)
    assert not ring.isVisible()


@pytest.mark.slow
@both_themes
def test_the_focused_card_is_framed(open_match, theme):
    person = open_match("damn", 3, first=3, deals=5)
    apply_application_theme(theme)
    person.match_view.begin_match()
    assert person.wait_for_turn()
    while person.asks_for_bid:
        person.click(person.match_view.prompts.choice_prompt.buttons[next(person.allowed_bids())])
        person.wait_for_turn()
    person.press(Qt.Key.Key_Up)
    face = person.match_view.prompts.handles.focused_face
    assert face is not None
    proxies = person.match_view.prompts.handles.findChildren(CardProxy)
    focused_proxy = next(proxy for proxy in proxies if proxy.hasFocus())
    picture = focused_proxy.grab().toImage()
    assert theme.brass_text in image_colours(picture)
    assert theme.plate in image_colours(picture)
    # The frame is at the position of the raised card.
    item = person.scene.cards.find_card(face)
    assert item is not None
    middle = focused_proxy.mapTo(person.match_view.table_view, focused_proxy.rect().center())
    assert abs(middle.y() - item.placement.y) <= 2
    unfocused_proxy = next(proxy for proxy in proxies if not proxy.hasFocus())
    assert theme.brass_text not in image_colours(unfocused_proxy.grab().toImage())


@pytest.mark.slow
@both_themes
def test_the_round_button_with_the_keyboard_has_a_ring(open_program, theme):
    settings = UserSettings.load()
    settings.theme = "dark" if theme is DARK else "light"
    settings.save()
    person = open_program(PlayRequest("damn", 3, {}, seed_from_text("ring")))
    person.wait_for_turn()
    prompt = person.match_view.prompts.choice_prompt
    button = prompt.buttons[0]

    def edge_colour():
        image = prompt.grab().toImage()
        return image.pixelColor(button.x() + 2, button.y() + button.height() // 2)

    before = edge_colour()
    person.press(Qt.Key.Key_Right)
    assert button.hasFocus()
    assert contrast_ratio(edge_colour(), before) >= MIN_CONTRAST


@pytest.mark.slow
@both_themes
def test_a_help_link_reached_by_tab_is_highlighted(qtbot, theme):
    apply_application_theme(theme)
    window = HelpWindow()
    window.show_page("index")
    show_widget(qtbot, window)
    window.browser.setFocus()
    before = image_colours(window.browser.viewport().grab().toImage())
    QTest.keyClick(window.browser, Qt.Key.Key_Tab)
    assert window.browser.hasFocus()
    after = image_colours(window.browser.viewport().grab().toImage())
    palette = window.browser.palette()
    assert palette.highlightedText().color().name() in after - before
    assert theme.chosen in after
    assert contrast_ratio(theme.chosen, theme.paper) >= MIN_CONTRAST
