"""Tests of the focus ring in both themes and on every kind of control."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.table.hand_proxies import CardProxy
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.colour_contrast import contrast_ratio, image_colours
from ui.show_widget import show_widget

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])

MIN_CONTRAST = 3.0
"""Smallest contrast of a mark with its background, from WCAG 2."""


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
    face = person.match_view.prompts.proxies.focused_face
    assert face is not None
    proxies = person.match_view.prompts.proxies.findChildren(CardProxy)
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
