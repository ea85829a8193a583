"""Tests for the guided first deal: by keyboard, skipped, offered once, and not recorded."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.default_players import NAMES
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.settings import Settings
from greenbaize.ui.features.learn import first_deal
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.shell.navigation import BeginUsual, JoinTable, NewMatch, Replay
from greenbaize.words.catalogue import tr, use_translations
from ui.measuring import faults, settle
from ui.table.person import until
from ui.table.seen import is_outlined
from words.longer import LongerTranslations
from words.pseudo import plain

pytestmark = pytest.mark.slow

KEY = Qt.Key


def begun(person, game):
    """Start a guided first deal from the menu."""
    names = list(GAMES)
    person.main.menus.first_deal.menu().actions()[names.index(game)].trigger()
    guide = person.main.first_deal
    until(guide.slip.next_button.hasFocus)
    return guide


def answer_by_key(person):
    """Answer the question by keyboard with the first allowed choice."""
    prompt = person.playing.asking.prompt
    if not prompt.isVisible():
        person.key_card(person.legal[0])
        return
    allowed = next(one for one in prompt.buttons if not one.forbidden)
    while not allowed.hasFocus():
        person.press(KEY.Key_Right)
    person.press(KEY.Key_Return)


def follow_by_keys(person, guide):
    """Play the deal to its end by keyboard, pressing Enter in whatever has the focus."""
    while True:
        until(
            lambda: (
                guide.closed or guide.slip.next_button.isVisible() or person.playing.asking.question
            )
        )
        assert not guide.slip.skip_button.hasFocus()
        if guide.closed:
            return
        if guide.slip.next_button.isVisible():
            until(guide.slip.next_button.hasFocus)
            person.press(KEY.Key_Return)
        else:
            assert guide.slip.text.text()
            answer_by_key(person)


@pytest.mark.parametrize("game", ["blackout", "ass", "rank", "master"])
def test_it_is_followed_by_keys_to_its_end(opened, game):
    person = opened()
    guide = begun(person, game)
    follow_by_keys(person, guide)
    QApplication.processEvents()  # the played card gives the focus back first
    until(person.button("Play a match").hasFocus)
    assert "That was your first deal" in guide.slip.text.text()
    if game == "master":
        assert person.playing.side.sheet.table.rowAt(0) == 0  # the row that got its points
    assert not person.scene.news.lines  # “Anna takes the lead” would never be replaced
    assert game in Settings.load().guided
    assert not folders.has_records()
    assert person.main.settings.finished == 0
    person.main.services.go(NewMatch())
    dialog = person.main.services.dialogs.last
    assert dialog.game_list.chosen == game  # and not the game of the last match
    dialog.reject()
    until(person.window.isActiveWindow)
    person.button("Play a match").setFocus()
    person.press(KEY.Key_Tab, KEY.Key_Tab, KEY.Key_Tab, KEY.Key_Return)
    until(lambda: person.main.lobby is not None)


def test_its_button_leaves_the_guide_and_keeps_the_deal_and_escape_does_neither(opened):
    person = opened()
    person.main.settings.last_card = True
    guide = begun(person, "ass")
    person.press(KEY.Key_Escape, KEY.Key_Escape)
    assert guide.on
    assert guide.slip.isVisible()
    person.press(KEY.Key_Return)
    person.press(KEY.Key_Escape)
    assert guide.on
    stage = person.playing.stage
    assert not stage.pace.last_card
    person.click(guide.slip.skip_button)
    assert guide.slip.isHidden()
    assert stage.pace.last_card  # as configured
    assert not guide.pointer.places
    person.wait_for_turn()
    while not guide.closed:
        answer_by_key(person)
        until(lambda: guide.closed or person.playing.asking.question)
    assert guide.slip.isVisible()
    assert "ring" not in guide.slip.text.text()
    assert person.button("Leave").isVisible()


def test_nothing_meant_for_the_next_button_ends_the_guide(opened):
    person = opened()
    guide = begun(person, "ass")
    QApplication.processEvents()
    skip = guide.slip.skip_button
    place = skip.mapTo(guide.slip, skip.rect().center()).y()
    person.press(KEY.Key_Right, KEY.Key_Down, KEY.Key_Return)
    while guide.slip.next_button.isVisible():
        person.click(guide.slip.next_button)
    QApplication.processEvents()
    assert skip.mapTo(guide.slip, skip.rect().center()).y() == place
    assert guide.on


def test_it_is_skipped_at_a_question_by_its_button(opened):
    person = opened()
    guide = begun(person, "damn")
    for _ in range(2):
        until(guide.slip.next_button.isVisible)
        person.click(guide.slip.next_button)
    person.wait_for_turn()
    person.click(guide.slip.skip_button)
    assert guide.slip.isHidden()
    assert person.playing.asking.prompt.isVisible()


def test_all_of_it_is_said_to_screen_readers(opened, monkeypatch):
    heard = []
    monkeypatch.setattr(first_deal, "announce", lambda _, words: heard.append(words))
    person = opened()
    guide = begun(person, "ass")
    assert heard == [guide.slip.text.text()]
    assert guide.slip.accessibleDescription() == heard[0]
    person.press(KEY.Key_Return, KEY.Key_Return)
    until(lambda: any("Good: Stay" in words for words in heard))
    assert any("If you stay" in words for words in heard)
    follow_by_keys(person, guide)
    assert guide.slip.text.text().endswith(heard[-1])
    said = [words for words in heard if words]
    assert not [(one, after) for one, after in pairwise(said) if one in after]


def test_it_points_at_what_it_speaks_of(opened):
    person = opened()
    guide = begun(person, "damn")

    def outlined():
        own = person.scene.cards.own
        return [item.face.card for item in own if item.face and is_outlined(item)]

    assert len(guide.pointer.at) == len(outlined()) == 5
    person.press(KEY.Key_Return, KEY.Key_Return)
    person.wait_for_turn()
    answer_by_key(person)
    until(lambda: person.playing.asking.refusals and guide.slip.text.text().count("good"))
    cards = [one for one in guide.pointer.at if isinstance(one, Card)]
    assert cards
    person.playing.resize(person.playing.size() * 0.9)
    QApplication.processEvents()
    # The highlight is the card's own outline, so it is rotated like the card; hints add no other.
    assert outlined() == cards
    person.scene.show_worths({}, person.hand[0])
    person.scene.show_worths({}, None)
    assert outlined() == cards
    guide.pointer.point_at(())
    assert outlined() == []


def test_it_is_offered_until_one_has_finished_it_and_stays_in_the_menu(opened):
    person = opened()
    words = "Damn with a guide"
    person.click_button(words)
    until(lambda: person.main.first_deal is not None)
    person.main.first_deal.leave_off()
    person.main.clear_table()
    person.main._dialog.yes_button.click()
    until(lambda: person.main.lobby is not None)
    # a first deal that was not finished is offered again
    buttons = person.main.lobby.choices.buttons
    next(button for button in buttons if button.text() == words).click()
    until(lambda: person.main.first_deal is not None)
    person.main.first_deal._close()
    person.main.clear_table()
    until(lambda: person.main.lobby is not None)
    choices = person.main.lobby.choices
    assert words not in [button.text() for button in choices.buttons]
    dialog = NewMatchDialog(GAMES, ("easy",), person.main.settings, person.window)
    dialog.game_list.choose("damn")
    assert dialog.guide_button.isHidden()
    dialog.game_list.choose("rank")
    assert not dialog.guide_button.isHidden()
    dialog.deleteLater()
    assert begun(person, "damn").on


def unfinished(person):
    """Leave a match before its end; return its record."""
    person.main.begin_wanted(None)
    path = person.playing.place.record
    person.main.clear_table()
    return path


LEAVING = {
    "the table is left": lambda main, _: main.clear_table(),
    "another match is begun": lambda main, _: main.services.go(BeginUsual()),
    "a match is gone on with": lambda main, path: main.resume_or_tell(path),
    "a match is played back": lambda main, path: main.services.go(Replay(path)),
    "a first deal is begun again": lambda main, _: main.show_first_deal("damn"),
    "a table with friends is joined": lambda main, _: main.services.go(JoinTable()),
    "the program is left": lambda main, _: main.window.close(),
}


@pytest.mark.parametrize("action_name", LEAVING)
def test_it_is_never_dropped_without_a_question(opened, action_name):
    person = opened()
    path = unfinished(person)
    begun(person, "rank")
    playing = person.main.playing
    for said in ("no_button", "yes_button"):
        LEAVING[action_name](person.main, path)
        question = person.main._dialog
        assert question.accessibleName() == "Leave the first deal?"
        assert person.main.playing is playing
        getattr(question, said).click()
        if said == "no_button":
            assert person.main.playing is playing
    until(lambda: person.main.playing is not playing or action_name.endswith(("joined", "left")))
    if action_name == "the program is left":
        assert not person.main.isVisible()


def test_one_that_is_over_is_left_at_once(opened):
    person = opened()
    follow_by_keys(person, begun(person, "rank"))
    person.main.clear_table()
    assert person.main.lobby is not None


def test_the_dialog_of_a_new_game_offers_it(opened):
    person = opened()
    person.main.what_next.ask_new_match("rank")
    dialog = person.main._dialog
    dialog.guide_button.click()
    until(lambda: person.main.first_deal is not None)
    assert person.playing.place.game.name == "rank"


@pytest.mark.parametrize("guided", [7, ["damn", 7], {"damn": 1}, "damn"])
def test_settings_that_say_something_odd_of_it_say_nothing(guided):
    settings = Settings()
    settings.guided = guided
    settings.save()
    assert Settings.load().guided == []


def unseen(person):
    """Return the layout faults except for shortened bot names."""
    settle(person.window)
    names = [tr(name) for name in NAMES]
    return [one for one in faults(person.window) if not any(name in one for name in names)]


def test_all_of_it_is_seen_on_a_small_window_in_a_long_language(opened):
    use_translations(LongerTranslations())
    try:
        person = opened()
        person.main.resize(900, 600)
        guide = begun(person, "master")
        assert unseen(person) == []
        for _ in range(2):
            person.press(KEY.Key_Return)
        person.wait_for_turn()
        assert unseen(person) == []
        guide._close()
        assert unseen(person) == []
        assert person.main.height() == 600
    finally:
        use_translations(plain())


def test_enter_meant_for_the_guide_takes_no_card(opened):
    person = opened()
    guide = begun(person, "master")
    asking = person.playing.asking
    while not asking.refusals:
        until(lambda: guide.slip.next_button.isVisible() or asking.question)
        if guide.slip.next_button.isVisible():
            person.press(KEY.Key_Return)
        elif not asking.refusals:
            answer_by_key(person)
    cards = len(person.hand)
    for key in (KEY.Key_Return, KEY.Key_Space, KEY.Key_Return):
        person.press(key)
        assert asking.handles.focused is None
    assert len(person.hand) == cards
    person.press(KEY.Key_Right)
    assert asking.handles.focused == person.legal[0]
