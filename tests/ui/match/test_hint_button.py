"""The hint button: visible while a hint is possible; a second click hides the hint."""

import pytest
from PySide6.QtCore import Qt

from greenbaize.ui.widgets.window_geometry import write_at
from ui.table.person import until

HINT = "Nobody takes the trick yet: play a card, or say that you leave it to the others now"


def asked(laid, game="damn", players=4, **more):
    options = {"first": 4, "deals": 6} if game == "damn" else {}
    person = laid(game, players, **options, **more)
    person.playing.place.adviser_level = "medium"
    person.playing.begin()
    person.wait_for_turn()
    return person


@pytest.mark.slow
def test_a_click_shows_the_hint_and_another_takes_it_away(laid):
    person = asked(laid)
    button, hints = person.playing.hint_button, person.playing.asking.hints
    assert button.isVisible()
    assert "F2" in button.toolTip()
    assert not button.isChecked()
    person.click(button)
    until(lambda: hints.choices)
    assert button.isChecked()
    assert person.scene.hint.isVisible()
    person.click(button)
    assert not hints.shown
    assert not button.isChecked()
    assert not person.scene.hint.isVisible()


def test_it_takes_no_keys_from_the_question(laid):
    person = asked(laid)
    assert person.playing.asking.prompt.isVisible()
    person.click(person.playing.hint_button)
    assert person.playing.asking.prompt.hasFocus()


def test_it_is_there_only_while_there_can_be_a_hint(laid):
    person = laid("damn", 4, first=4, deals=6)
    button = person.playing.hint_button
    assert not button.isVisible()
    person.playing.begin()
    person.wait_for_turn()
    assert button.isVisible()
    button.setFocus()
    person.playing.asking._withdraw()
    assert not button.isVisible()
    assert person.window.focusWidget() is not button


def test_there_is_none_where_the_table_forbids_hints(laid, monkeypatch):
    monkeypatch.setattr(
        "greenbaize.app.tables.player_view.PlayerView.hints", property(lambda _: False)
    )
    person = asked(laid)
    assert not person.playing.hint_button.isVisible()


def test_who_only_watches_has_none(laid):
    person = laid("rank", 3, watch=True)
    person.playing.begin()
    assert not person.playing.hint_button.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "size", "letters"),
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
def test_it_hides_nothing(laid, game, players, size, letters):
    write_at(letters)
    person = asked(laid, game, players, size=size)
    playing, scene = person.playing, person.scene
    view = playing.view
    while playing.asking.prompt.isVisible():
        buttons = playing.asking.prompt.buttons
        assert not playing.hint_button.geometry().intersects(playing.asking.prompt.geometry())
        person.click(next(one for one in buttons if not one.forbidden))
        person.wait_for_turn()
    scene.hint.show_words((HINT, HINT))
    playing.asking.lay_out()
    playing.hint_button.lay_out()
    place = view.mapToScene(playing.hint_button.geometry()).boundingRect()
    assert scene.sceneRect().contains(place)
    for plate in scene.plates:
        assert not plate.body().intersects(place)
    for hand in scene.cards.hands:
        for item in hand:
            shared = item.sceneBoundingRect().intersected(place)
            assert shared.width() < 3 or shared.height() < 3, item.face


def test_space_asks_for_a_hint_from_it(laid):
    person = asked(laid)
    person.playing.hint_button.setFocus()
    person.press(Qt.Key.Key_Space)
    assert person.playing.asking.hints.shown
