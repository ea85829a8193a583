"""The hint button: visible while a hint is possible; a second click hides the hint."""

import pytest
from PySide6.QtCore import Qt

from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.table.person import wait_until

LONG_HINT = "Nobody takes the trick yet: play a card, or say that you leave it to the others now"


def start_match(open_match, game="damn", players=4, **arguments):
    options = {"first": 4, "deals": 6} if game == "damn" else {}
    person = open_match(game, players, **options, **arguments)
    person.match_view.player_view.adviser_level = "medium"
    person.match_view.begin_match()
    person.wait_for_turn()
    return person


@pytest.mark.slow
def test_click_shows_the_hint_and_a_second_click_hides_it(open_match):
    person = start_match(open_match)
    button, hints = person.match_view.hint_button, person.match_view.prompts.hints
    assert button.isVisible()
    assert "F2" in button.toolTip()
    assert not button.isChecked()
    person.click(button)
    wait_until(lambda: hints.choices)
    assert button.isChecked()
    assert person.scene.hint.isVisible()
    person.click(button)
    assert not hints.is_shown
    assert not button.isChecked()
    assert not person.scene.hint.isVisible()


def test_hint_button_leaves_the_focus_with_the_question(open_match):
    person = start_match(open_match)
    assert person.match_view.prompts.choice_prompt.isVisible()
    person.click(person.match_view.hint_button)
    assert person.match_view.prompts.choice_prompt.hasFocus()


def test_hint_button_is_visible_only_while_a_hint_is_possible(open_match):
    person = open_match("damn", 4, first=4, deals=6)
    button = person.match_view.hint_button
    assert not button.isVisible()
    person.match_view.begin_match()
    person.wait_for_turn()
    assert button.isVisible()
    button.setFocus()
    person.match_view.prompts._withdraw_question()
    assert not button.isVisible()
    assert person.window.focusWidget() is not button


def test_hint_button_is_hidden_where_the_table_forbids_hints(open_match, monkeypatch):
    monkeypatch.setattr(
        "greenbaize.app.tables.player_view.LocalPlayerView.has_hints", property(lambda _: False)
    )
    person = start_match(open_match)
    assert not person.match_view.hint_button.isVisible()


def test_spectator_has_no_hint_button(open_match):
    person = open_match("rank", 3, watch=True)
    person.match_view.begin_match()
    assert not person.match_view.hint_button.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "size", "text_scale"),
    [
        ("damn", 3, (620, 420), 2.0),
        ("damn", 7, (1280, 800), 1.0),
        ("blackout", 4, (800, 578), 2.0),
        ("master", 4, (620, 420), 1.0),
        ("ass", 6, (900, 600), 2.0),
        ("rank", 7, (800, 578), 2.0),
        ("rank", 10, (620, 420), 2.0),
    ],
)
def test_hint_button_covers_no_plate_or_card(open_match, game, players, size, text_scale):
    apply_text_scale(text_scale)
    person = start_match(open_match, game, players, size=size)
    match_view, scene = person.match_view, person.scene
    table_view = match_view.table_view
    while match_view.prompts.choice_prompt.isVisible():
        buttons = match_view.prompts.choice_prompt.buttons
        assert not match_view.hint_button.geometry().intersects(
            match_view.prompts.choice_prompt.geometry()
        )
        person.click(next(button for button in buttons if not button.forbidden))
        person.wait_for_turn()
    scene.hint.set_texts((LONG_HINT, LONG_HINT))
    match_view.prompts.relayout()
    match_view.hint_button.relayout()
    button_rect = table_view.mapToScene(match_view.hint_button.geometry()).boundingRect()
    assert scene.sceneRect().contains(button_rect)
    for plate in scene.plates:
        assert not plate.body_rect().intersects(button_rect)
    for hand in scene.cards.hands:
        for item in hand:
            overlap = item.sceneBoundingRect().intersected(button_rect)
            assert overlap.width() < 3 or overlap.height() < 3, item.face


def test_space_on_the_hint_button_requests_a_hint(open_match):
    person = start_match(open_match)
    person.match_view.hint_button.setFocus()
    person.press(Qt.Key.Key_Space)
    assert person.match_view.prompts.hints.is_shown
