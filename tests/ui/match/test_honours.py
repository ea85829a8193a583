"""Honours on the result card: shown once and switched off with one click."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.match.honours import honours_text
from greenbaize.ui.speech import voice
from ui.table.person import until

pytestmark = pytest.mark.usefixtures("everybody_is_honoured")


@pytest.fixture
def said(monkeypatch):
    """Record the texts announced to screen readers."""
    heard = []

    def hear(event):
        heard.extend([event.message()] if hasattr(event, "message") else [])

    monkeypatch.setattr(voice, "spoken_ms", lambda *_: 0.0)
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "windows")
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return heard


def finish(person):
    """Play to the end and return the honours line of the result card."""
    until(lambda: person.main.playing is not None and person.main.ending is None)
    # While the history is being updated no honour is known to be the first, so none is shown.
    until(lambda: not person.main.updater.busy)
    game = person.playing.place.game
    while person.wait_for_turn():
        place = person.playing.place
        person.playing.asking.chosen.emit(game.legal(place.view, place.seat)[0])
    until(lambda: person.main.ending is not None)
    until(lambda: person.main.ending.card._seen)
    return person.main.ending.card.honours


def begun(opened, seed="honours"):
    return opened(PlayRequest("damn", 3, {"deals": 1}, seed_from(seed)))


@pytest.mark.slow
def test_an_honour_is_told_on_the_result_and_spoken(opened, said):
    person = begun(opened)
    line = finish(person)
    words = honours_text(["every-bid-made"])
    assert words == ("For the first time: Not one bid missed. Every bid of a whole match was made.")
    assert line.isVisible()
    assert line.words.text() == words
    card = person.main.ending.card
    assert card.again_button.hasFocus()
    # The description has the honours only once the card is shown again, so that the announcement is
    # not interrupted.
    assert words not in card.accessibleDescription()
    card.bring()
    assert words in card.accessibleDescription()
    until(lambda: any(words in one for one in said))
    until(lambda: not person.main.updater.busy)
    person.main.what_next.play_again()
    assert not finish(person).isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("by_key", [True, False])
def test_one_click_has_them_told_no_more(opened, said, by_key):
    person = begun(opened)
    line = finish(person)
    card = person.main.ending.card
    if by_key:
        order = []
        while not line.off.hasFocus():
            person.press(Qt.Key.Key_Tab)
            assert person.main.focusWidget() not in order
            order.append(person.main.focusWidget())
        person.press(Qt.Key.Key_Space)
    else:
        person.click(line.off)
    assert not Settings.load().honours
    assert "preferences" in line.words.text()
    until(lambda: any(line.words.text() in one for one in said))
    assert not line.off.isVisible()
    assert card.hasFocus()
    until(lambda: not person.main.updater.busy)
    person.main.ask_preferences()
    dialog = person.main._dialog
    assert not dialog.fields["honours"].isChecked()
    dialog.fields["honours"].click()
    dialog.close()
    assert Settings.load().honours


@pytest.mark.slow
def test_who_wants_none_is_told_none(opened):
    person = begun(opened)
    until(lambda: person.main.playing is not None)
    person.main.settings.honours = False
    assert not finish(person).isVisible()


@pytest.mark.slow
def test_practice_has_no_honours_and_counts_nowhere(opened):
    person = begun(opened)
    until(lambda: person.main.playing is not None and person.wait_for_turn())
    person.playing.asking.chosen.emit(
        person.playing.place.game.legal(person.playing.place.view, person.playing.place.seat)[0]
    )
    person.main.menus.taking_back._take_back(person.main.match)
    line = finish(person)
    assert person.playing.place.header.practice
    assert not line.isVisible()
    assert Settings.load().finished == 0


@pytest.mark.slow
def test_the_first_screen_says_that_a_match_is_practice(opened):
    person = begun(opened)
    until(lambda: person.main.playing is not None and person.wait_for_turn())
    person.playing.asking.chosen.emit(
        person.playing.place.game.legal(person.playing.place.view, person.playing.place.seat)[0]
    )
    person.main.menus.taking_back._take_back(person.main.match)
    until(lambda: person.main.playing is not None and person.wait_for_turn())
    person.main.clear_table()
    button = person.main.lobby.choices.buttons[0]
    assert button.text() == "Go on: Damn"
    assert button.line.startswith("practice · with ")
