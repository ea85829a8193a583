"""Master and Ass at the table: trump and stake questions, banks, and trick explanations."""

from itertools import cycle
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cards import Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.events import StakeMade, TrumpChosen
from greenbaize.match.record import read_record
from greenbaize.rules.events import CardPlayed, CardsDrawn
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.table.pace import TablePace
from ui.table.person import SimulatedPerson, wait_until

pytestmark = pytest.mark.slow

PLAY_METHODS = (
    SimulatedPerson.double_click_card,
    SimulatedPerson.play_card_by_keyboard,
    SimulatedPerson.drag_card,
)


def own_events(person):
    """Return the events of the record that the person caused."""
    data = person.match_view.player_view.record_path.read_bytes()
    event_classes = (TrumpChosen, StakeMade, CardPlayed)
    return [
        event
        for event in read_record(data, GAMES).events
        if isinstance(event, event_classes) and event.seat == 0
    ]


def click_answer(person, index):
    """Click on the answer button with this index."""
    person.click(person.match_view.prompts.choice_prompt.buttons[index])


def allowed_answer_indices(person):
    """Return the indices of allowed answers."""
    buttons = person.match_view.prompts.choice_prompt.buttons
    return [index for index, button in enumerate(buttons) if not button.forbidden]


@pytest.mark.parametrize("game", ["master", "ass"])
def test_clicks_and_keys_match_the_record(open_match, game):
    options = {"deal_limit": 3} if game == "ass" else {}
    person = open_match(game, 3, **options)
    person.match_view.begin_match()
    expected_events: list[Any] = []
    play_methods = cycle(PLAY_METHODS)
    while person.wait_for_turn() and len(expected_events) < 30:
        question = person.match_view.prompts.question
        assert question is not None
        if question.kind == "play":
            code = person.legal_faces[len(expected_events) % len(person.legal_faces)]
            expected_events.append(CardPlayed(0, code.card))
            next(play_methods)(person, code)
        elif question.kind == "trump":
            index = allowed_answer_indices(person)[0]
            expected_events.append(TrumpChosen(0, Suit(index)))
            click_answer(person, index)
        else:
            expected_events.append(StakeMade(0, go=len(expected_events) % 2 == 0))
            person.press(Qt.Key.Key_G if len(expected_events) % 2 else Qt.Key.Key_S)
    assert own_events(person) == expected_events


def play_to_trump_question(open_match):
    for seed in map(str, range(20)):
        person = open_match("master", 4, seed)
        person.match_view.begin_match()
        person.wait_for_turn()
        if len(allowed_answer_indices(person)) < 4:
            return person
    raise AssertionError("no seed has a trump chosen before the person")


def test_trump_of_another_player_is_forbidden_with_the_reason(open_match):
    person = play_to_trump_question(open_match)
    taken_index = next(index for index in range(4) if index not in allowed_answer_indices(person))
    click_answer(person, taken_index)
    assert person.match_view.prompts.choice_prompt.shown_text.startswith("Somebody else has chosen")
    assert person.match_view.prompts.question is not None


def test_note_explains_a_stake_before_it_is_made(open_match):
    person = open_match("ass", 4, trumps="none")
    person.match_view.begin_match()
    person.wait_for_turn()
    go_button, stay_button = person.match_view.prompts.choice_prompt.buttons
    go_button.setFocus()
    assert "68" in person.match_view.prompts.choice_prompt.shown_text
    stay_button.setFocus()
    assert "92" in person.match_view.prompts.choice_prompt.shown_text


def test_drawn_cards_are_added_to_the_hand(open_match):
    person = open_match("ass", 2, trumps="none", refill=True)
    person.match_view.begin_match()
    person.wait_for_turn()
    click_answer(person, 1)
    for _ in range(6):
        person.wait_for_turn()
        assert len(person.own_faces) == 4
        assert sorted(map(str, person.own_faces)) == sorted(
            card.code for card in person.match_view.player_view.view.hands[0].cards
        )
        person.double_click_card(person.legal_faces[0])
    record = read_record(person.match_view.player_view.record_path.read_bytes(), GAMES)
    assert any(isinstance(event, CardsDrawn) for event in record.events)


def test_the_last_trick_is_explained_card_by_card(open_match):
    person = open_match("master", 3, trumps="none")
    person.match_view.begin_match()
    while not person.match_view.player_view.view.play.taken_tricks:
        person.wait_for_turn()
        person.double_click_card(person.legal_faces[0])
    person.wait_for_turn()
    person.click(person.match_view.side_column.last_trick_panel.why_button)
    dialog = person.match_view.findChild(TrickExplanationDialog)
    assert dialog is not None
    taker, trick = person.match_view.player_view.view.play.taken_tricks[-1]
    label_texts = [label.text() for label in dialog.findChildren(QLabel)]
    names = [player.name for player in person.match_view.player_view.header.players]
    for card, seat in zip(trick.cards, trick.seats_in_order(3), strict=True):
        assert any(
            line.startswith(f"{names[seat]}\n") and card.name in line for line in label_texts
        )
    is_own_trick = taker == person.match_view.player_view.seat
    taker_sentence = "You take the trick." if is_own_trick else f"{names[taker]} takes the trick."
    assert f"{taker_sentence} It costs 1." in label_texts
    dialog.close()


def test_a_full_trick_is_explained_while_it_lies_on_the_table(open_program):
    person = open_program(PlayRequest("master", 3, {"trumps": "none"}, "0" * 32))
    wait_until(lambda: person.facade.match_view)
    assert person.wait_for_turn()
    motion, stage = person.match_view.animator, person.match_view.stage
    motion.speed, stage.pace = 50.0, TablePace(waits_for_click=True)
    person.double_click_card(person.legal_faces[0])
    wait_until(lambda: motion.waits_for_user)
    trick_cards = [item.face.card for _, item in person.scene.cards.trick]
    assert len(trick_cards) == 3
    QTest.keyClick(person.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    dialog = person.match_view.findChild(TrickExplanationDialog)
    label_texts = [label.text() for label in dialog.findChildren(QLabel)]
    for card in trick_cards:
        assert any(card.name in line for line in label_texts)
    assert motion.waits_for_user
    dialog.close()
    # The side column has no trick yet, and its button explains only that one.
    person.match_view.side_column.last_trick_panel.explanation_requested.emit()
    assert not [
        visible_dialog
        for visible_dialog in person.match_view.findChildren(TrickExplanationDialog)
        if visible_dialog.isVisible()
    ]


def test_explaining_before_the_first_trick_shows_a_notice(open_program):
    person = open_program(PlayRequest("master", 3, {"trumps": "none"}, "0" * 32))
    wait_until(lambda: person.facade.match_view)
    assert person.wait_for_turn()
    QTest.keyClick(person.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert person.facade.notice_text == "No trick has been taken yet."
    assert person.match_view.findChild(TrickExplanationDialog) is None


def test_result_of_ass_shows_banks(open_program):
    request = PlayRequest("ass", 3, {"deal_limit": 1, "trumps": "none"}, "0" * 32)
    person = open_program(request)
    wait_until(lambda: person.facade.match_view)
    while person.wait_for_turn():
        if person.match_view.prompts.choice_prompt.isVisible():
            click_answer(person, 1)
        else:
            person.double_click_card(person.legal_faces[0])
    banks = person.match_view.player_view.view.game_data.banks
    result = person.window.findChild(ResultPanel)
    label_texts = [label.text() for label in result.findChildren(QLabel)]
    for count in banks:
        assert ("1 bank" if count == 1 else f"{count} banks") in label_texts
