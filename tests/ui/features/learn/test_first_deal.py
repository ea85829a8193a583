"""Tests for the guided first deal: by keyboard, skipped, offered once, and not recorded."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.default_players import BOT_NAMES
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.learn import first_deal
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.shell.navigation import (
    DefaultMatchRoute,
    JoinTableRoute,
    NewMatchRoute,
    ReplayRoute,
)
from greenbaize.words.catalogue import tr, use_translations
from ui.table.person import wait_until
from ui.table.table_checks import is_outlined
from ui.text_fit import find_text_faults, process_layouts
from words.longer_language import LongerTranslations
from words.pseudo_language import english_translations

pytestmark = pytest.mark.slow

KEY = Qt.Key


def start_first_deal(person, game):
    """Start a guided first deal from the menu."""
    names = list(GAMES)
    person.facade.menus.first_deal.menu().actions()[names.index(game)].trigger()
    guide = person.facade.first_deal_guide
    wait_until(guide.guide_panel.next_button.hasFocus)
    return guide


def answer_by_key(person):
    """Answer the question by keyboard with the first allowed choice."""
    prompt = person.match_view.prompts.choice_prompt
    if not prompt.isVisible():
        person.play_card_by_keyboard(person.legal_faces[0])
        return
    allowed_button = next(button for button in prompt.buttons if not button.forbidden)
    while not allowed_button.hasFocus():
        person.press(KEY.Key_Right)
    person.press(KEY.Key_Return)


def play_to_the_end(person, guide):
    """Play the deal to its end by keyboard, pressing Enter in whatever has the focus."""
    while True:
        wait_until(
            lambda: (
                guide.is_closed
                or guide.guide_panel.next_button.isVisible()
                or person.match_view.prompts.question
            )
        )
        assert not guide.guide_panel.skip_button.hasFocus()
        if guide.is_closed:
            return
        if guide.guide_panel.next_button.isVisible():
            wait_until(guide.guide_panel.next_button.hasFocus)
            person.press(KEY.Key_Return)
        else:
            assert guide.guide_panel.text_label.text()
            answer_by_key(person)


@pytest.mark.parametrize("game", ["blackout", "ass", "rank", "master"])
def test_guide_is_completed_by_keyboard(open_program, game):
    person = open_program()
    guide = start_first_deal(person, game)
    play_to_the_end(person, guide)
    QApplication.processEvents()  # the played card gives the focus back first
    wait_until(person.find_button("Play a match").hasFocus)
    assert "That was your first deal" in guide.guide_panel.text_label.text()
    if game == "master":
        assert (
            person.match_view.side_column.sheet_panel.table.rowAt(0) == 0
        )  # the row that got its points
    assert not person.scene.news.lines  # “Anna takes the lead” would never be replaced
    assert game in UserSettings.load().guided
    assert not folders.has_records()
    assert person.facade.settings.finished == 0
    person.facade.services.navigate(NewMatchRoute())
    dialog = person.facade.services.dialogs.last_dialog
    assert dialog.game_list.chosen_game == game  # and not the game of the last match
    dialog.reject()
    wait_until(person.window.isActiveWindow)
    person.find_button("Play a match").setFocus()
    person.press(KEY.Key_Tab, KEY.Key_Tab, KEY.Key_Tab, KEY.Key_Return)
    wait_until(lambda: person.facade.start_screen is not None)


def test_skip_button_ends_the_guide_and_escape_does_not(open_program):
    person = open_program()
    person.facade.settings.forced_cards = "last"
    guide = start_first_deal(person, "ass")
    person.press(KEY.Key_Escape, KEY.Key_Escape)
    assert guide.is_on
    assert guide.guide_panel.isVisible()
    person.press(KEY.Key_Return)
    person.press(KEY.Key_Escape)
    assert guide.is_on
    stage = person.match_view.stage
    assert not stage.pace.plays_last_card
    person.click(guide.guide_panel.skip_button)
    assert guide.guide_panel.isHidden()
    assert stage.pace.plays_last_card  # as configured
    assert not guide.highlighter.target_rects
    person.wait_for_turn()
    while not guide.is_closed:
        answer_by_key(person)
        wait_until(lambda: guide.is_closed or person.match_view.prompts.question)
    assert guide.guide_panel.isVisible()
    assert "ring" not in guide.guide_panel.text_label.text()
    assert person.find_button("Leave").isVisible()


def test_keys_for_the_next_button_do_not_end_the_guide(open_program):
    person = open_program()
    guide = start_first_deal(person, "ass")
    QApplication.processEvents()
    skip = guide.guide_panel.skip_button
    button_y = skip.mapTo(guide.guide_panel, skip.rect().center()).y()
    person.press(KEY.Key_Right, KEY.Key_Down, KEY.Key_Return)
    while guide.guide_panel.next_button.isVisible():
        person.click(guide.guide_panel.next_button)
    QApplication.processEvents()
    assert skip.mapTo(guide.guide_panel, skip.rect().center()).y() == button_y
    assert guide.is_on


def test_guide_is_skipped_during_a_question(open_program):
    person = open_program()
    guide = start_first_deal(person, "damn")
    for _ in range(2):
        wait_until(guide.guide_panel.next_button.isVisible)
        person.click(guide.guide_panel.next_button)
    person.wait_for_turn()
    person.click(guide.guide_panel.skip_button)
    assert guide.guide_panel.isHidden()
    assert person.match_view.prompts.choice_prompt.isVisible()


def test_no_hint_repeats_what_the_guide_says(open_program):
    person = open_program()
    guide = start_first_deal(person, "damn")
    while guide._pending_texts:
        guide.advance_guide()
    prompts = person.match_view.prompts
    wait_until(lambda: prompts.question is not None)
    assert person.match_view.hint_button.isHidden()
    person.press(KEY.Key_F2)
    assert not prompts.hints.is_shown
    guide.skip_guide()
    assert person.match_view.hint_button.isVisible()


def test_guide_is_announced_to_screen_readers(open_program, monkeypatch):
    announcements = []
    monkeypatch.setattr(first_deal, "announce", lambda _, words: announcements.append(words))
    person = open_program()
    guide = start_first_deal(person, "ass")
    assert announcements == [guide.guide_panel.text_label.text()]
    assert guide.guide_panel.accessibleDescription() == announcements[0]
    person.press(KEY.Key_Return, KEY.Key_Return)
    wait_until(lambda: any("Good: Stay" in words for words in announcements))
    assert any("If you stay" in words for words in announcements)
    play_to_the_end(person, guide)
    assert guide.guide_panel.text_label.text().endswith(announcements[-1])
    sentences = [words for words in announcements if words]
    assert not [
        (sentence, next_sentence)
        for sentence, next_sentence in pairwise(sentences)
        if sentence in next_sentence
    ]


def test_guide_highlights_its_cards(open_program):
    person = open_program()
    guide = start_first_deal(person, "damn")

    def outlined_cards():
        own = person.scene.cards.own_hand
        return [item.face.card for item in own if item.face and is_outlined(item)]

    assert len(guide.highlighter.targets) == len(outlined_cards()) == 5
    person.press(KEY.Key_Return, KEY.Key_Return)
    person.wait_for_turn()
    answer_by_key(person)
    wait_until(
        lambda: (
            person.match_view.prompts.refusal_by_face
            and guide.guide_panel.text_label.text().count("good")
        )
    )
    cards = [card for card in guide.highlighter.targets if isinstance(card, Card)]
    assert cards
    person.match_view.resize(person.match_view.size() * 0.9)
    QApplication.processEvents()
    # The highlight is the card's own outline, so it is rotated like the card; hints add no other.
    assert sorted(outlined_cards()) == sorted(cards)
    person.scene.show_hint_tags({}, person.own_faces[0])
    person.scene.show_hint_tags({}, None)
    assert sorted(outlined_cards()) == sorted(cards)
    guide.highlighter.highlight_targets(())
    assert outlined_cards() == []


def test_guide_is_offered_until_completed_and_stays_in_the_menu(open_program):
    person = open_program()
    words = "Damn with a guide"
    person.click_button(words)
    wait_until(lambda: person.facade.first_deal_guide is not None)
    person.facade.first_deal_guide.skip_guide()
    person.facade.clear_table()
    person.facade._dialog.yes_button.click()
    wait_until(lambda: person.facade.start_screen is not None)
    # a first deal that was not finished is offered again
    buttons = person.facade.start_screen.start_menu.buttons
    next(button for button in buttons if button.text() == words).click()
    wait_until(lambda: person.facade.first_deal_guide is not None)
    person.facade.first_deal_guide._show_closing()
    person.facade.clear_table()
    wait_until(lambda: person.facade.start_screen is not None)
    choices = person.facade.start_screen.start_menu
    assert words not in [button.text() for button in choices.buttons]
    dialog = NewMatchDialog(GAMES, ("easy",), person.facade.settings, person.window)
    dialog.game_list.choose_game("damn")
    assert dialog.guide_button.isHidden()
    dialog.game_list.choose_game("rank")
    assert not dialog.guide_button.isHidden()
    dialog.deleteLater()
    assert start_first_deal(person, "damn").is_on


def leave_unfinished_match(person):
    """Leave a match before its end; return its record."""
    person.facade.start_usual_match(None)
    path = person.match_view.player_view.record_path
    person.facade.clear_table()
    return path


LEAVING_ACTIONS = {
    "the table is left": lambda main, _: main.clear_table(),
    "another match is begun": lambda main, _: main.services.navigate(DefaultMatchRoute()),
    "a match is gone on with": lambda main, path: main.resume_record(path),
    "a match is played back": lambda main, path: main.services.navigate(ReplayRoute(path)),
    "a first deal is begun again": lambda main, _: main.open_first_deal("damn"),
    "a table with friends is joined": lambda main, _: main.services.navigate(JoinTableRoute()),
    "the program is left": lambda main, _: main.window.close(),
}


@pytest.mark.parametrize("action_name", LEAVING_ACTIONS)
def test_leaving_the_guide_asks_first(open_program, action_name):
    person = open_program()
    path = leave_unfinished_match(person)
    start_first_deal(person, "rank")
    playing = person.facade.match_view
    for answer in ("no_button", "yes_button"):
        LEAVING_ACTIONS[action_name](person.facade, path)
        question = person.facade._dialog
        assert question.accessibleName() == "Leave the first deal?"
        assert person.facade.match_view is playing
        getattr(question, answer).click()
        if answer == "no_button":
            assert person.facade.match_view is playing
    wait_until(
        lambda: person.facade.match_view is not playing or action_name.endswith(("joined", "left"))
    )
    if action_name == "the program is left":
        assert not person.facade.isVisible()


def test_finished_guide_is_left_without_a_question(open_program):
    person = open_program()
    play_to_the_end(person, start_first_deal(person, "rank"))
    person.facade.clear_table()
    assert person.facade.start_screen is not None


def test_new_match_dialog_offers_the_guide(open_program):
    person = open_program()
    person.facade.launcher.open_new_match_dialog("rank")
    dialog = person.facade._dialog
    dialog.guide_button.click()
    wait_until(lambda: person.facade.first_deal_guide is not None)
    assert person.match_view.player_view.game.name == "rank"


@pytest.mark.parametrize("guided", [7, ["damn", 7], {"damn": 1}, "damn"])
def test_malformed_guided_setting_is_ignored(guided):
    settings = UserSettings()
    settings.guided = guided
    settings.save()
    assert UserSettings.load().guided == []


def layout_faults(person):
    """Return the layout faults except for shortened bot names."""
    process_layouts(person.window)
    names = [tr(name) for name in BOT_NAMES]
    return [
        fault
        for fault in find_text_faults(person.window)
        if not any(name in fault for name in names)
    ]


def test_guide_fits_a_small_window_in_a_long_language(open_program):
    use_translations(LongerTranslations())
    try:
        person = open_program()
        person.facade.resize(900, 600)
        guide = start_first_deal(person, "master")
        assert layout_faults(person) == []
        for _ in range(2):
            person.press(KEY.Key_Return)
        person.wait_for_turn()
        assert layout_faults(person) == []
        guide._show_closing()
        assert layout_faults(person) == []
        assert person.facade.height() == 600
    finally:
        use_translations(english_translations())


def test_enter_for_the_guide_plays_no_card(open_program):
    person = open_program()
    guide = start_first_deal(person, "master")
    asking = person.match_view.prompts
    while not asking.refusal_by_face:
        wait_until(lambda: guide.guide_panel.next_button.isVisible() or asking.question)
        if guide.guide_panel.next_button.isVisible():
            person.press(KEY.Key_Return)
        elif not asking.refusal_by_face:
            answer_by_key(person)
    cards = len(person.own_faces)
    for key in (KEY.Key_Return, KEY.Key_Space, KEY.Key_Return):
        person.press(key)
        assert asking.proxies.focused_face is None
    assert len(person.own_faces) == cards
    person.press(KEY.Key_Right)
    assert asking.proxies.focused_face == person.legal_faces[0]
