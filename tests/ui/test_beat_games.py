"""Master and Ass at the table: trump and stake questions, banks, and trick explanations."""

from itertools import cycle

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
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.table.pace import Pace
from ui.table.person import Person, until

pytestmark = pytest.mark.slow

PLAY_WAYS = (Person.double_click_card, Person.key_card, Person.drag_card)


def own_events(person):
    """Return the events of the record that the person caused."""
    data = person.playing.place.record.read_bytes()
    acts = (TrumpChosen, StakeMade, CardPlayed)
    return [
        event
        for event in read_record(data, GAMES).events
        if isinstance(event, acts) and event.seat == 0
    ]


def answer(person, place):
    """Click on the answer button with this index."""
    person.click(person.playing.asking.prompt.buttons[place])


def free(person):
    """Return the indices of allowed answers."""
    buttons = person.playing.asking.prompt.buttons
    return [place for place, button in enumerate(buttons) if not button.forbidden]


@pytest.mark.parametrize("game", ["master", "ass"])
def test_what_is_clicked_and_typed_is_what_the_record_holds(laid, game):
    options = {"deal_limit": 3} if game == "ass" else {}
    person = laid(game, 3, **options)
    person.playing.begin()
    acts = []
    ways = cycle(PLAY_WAYS)
    while person.wait_for_turn() and len(acts) < 30:
        question = person.playing.asking.question
        assert question is not None
        if question.kind == "play":
            code = person.legal[len(acts) % len(person.legal)]
            acts.append(CardPlayed(0, code.card))
            next(ways)(person, code)
        elif question.kind == "trump":
            place = free(person)[0]
            acts.append(TrumpChosen(0, Suit(place)))
            answer(person, place)
        else:
            acts.append(StakeMade(0, go=len(acts) % 2 == 0))
            person.press(Qt.Key.Key_G if len(acts) % 2 else Qt.Key.Key_S)
    assert own_events(person) == acts


def at_trump_question(laid):
    for seed in map(str, range(20)):
        person = laid("master", 4, seed)
        person.playing.begin()
        person.wait_for_turn()
        if len(free(person)) < 4:
            return person
    raise AssertionError("no seed has a trump chosen before the person")


def test_a_trump_that_somebody_has_is_crossed_out_and_says_why(laid):
    person = at_trump_question(laid)
    taken = next(place for place in range(4) if place not in free(person))
    answer(person, taken)
    assert person.playing.asking.prompt.said.startswith("Somebody else has chosen")
    assert person.playing.asking.question is not None


def test_what_a_stake_means_is_said_before_it_is_made(laid):
    person = laid("ass", 4, trumps="none")
    person.playing.begin()
    person.wait_for_turn()
    go, stay = person.playing.asking.prompt.buttons
    go.setFocus()
    assert "68" in person.playing.asking.prompt.said
    stay.setFocus()
    assert "92" in person.playing.asking.prompt.said


def test_cards_drawn_come_from_the_stock_into_the_hand(laid):
    person = laid("ass", 2, trumps="none", refill=True)
    person.playing.begin()
    person.wait_for_turn()
    answer(person, 1)
    for _ in range(6):
        person.wait_for_turn()
        assert len(person.hand) == 4
        assert sorted(map(str, person.hand)) == sorted(
            card.code for card in person.playing.place.view.hands[0].cards
        )
        person.double_click_card(person.legal[0])
    record = read_record(person.playing.place.record.read_bytes(), GAMES)
    assert any(isinstance(event, CardsDrawn) for event in record.events)


def test_the_last_trick_is_explained_card_by_card(laid):
    person = laid("master", 3, trumps="none")
    person.playing.begin()
    while not person.playing.place.view.play.taken:
        person.wait_for_turn()
        person.double_click_card(person.legal[0])
    person.wait_for_turn()
    person.click(person.playing.side.last_trick.why_button)
    dialog = person.playing.findChild(WhyDialog)
    assert dialog is not None
    taker, trick = person.playing.place.view.play.taken[-1]
    words = [label.text() for label in dialog.findChildren(QLabel)]
    names = [one.name for one in person.playing.place.header.sitters]
    for card, seat in zip(trick.cards, trick.seats(3), strict=True):
        assert any(line.startswith(f"{names[seat]}\n") and card.name in line for line in words)
    you = taker == person.playing.place.seat
    takes = "You take the trick." if you else f"{names[taker]} takes the trick."
    assert f"{takes} It brings −1." in words
    dialog.close()


def test_a_full_trick_is_explained_while_it_lies_on_the_table(opened):
    person = opened(PlayRequest("master", 3, {"trumps": "none"}, "0" * 32))
    until(lambda: person.main.playing)
    assert person.wait_for_turn()
    motion, stage = person.playing.motion, person.playing.stage
    motion.speed, stage.pace = 50.0, Pace(waits=True)
    person.double_click_card(person.legal[0])
    until(lambda: motion.waits)
    lying = [item.face.card for _, item in person.scene.cards.trick]
    assert len(lying) == 3
    QTest.keyClick(person.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    dialog = person.playing.findChild(WhyDialog)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    for card in lying:
        assert any(card.name in line for line in words)
    assert motion.waits
    dialog.close()
    # The side column has no trick yet, and its button explains only that one.
    person.playing.side.last_trick.why_asked.emit()
    assert not [one for one in person.playing.findChildren(WhyDialog) if one.isVisible()]


def test_before_the_first_trick_it_is_said_that_there_is_none(opened):
    person = opened(PlayRequest("master", 3, {"trumps": "none"}, "0" * 32))
    until(lambda: person.main.playing)
    assert person.wait_for_turn()
    QTest.keyClick(person.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert person.main.words_told == "No trick has been taken yet."
    assert person.playing.findChild(WhyDialog) is None


def test_the_result_of_ass_tells_banks(opened):
    request = PlayRequest("ass", 3, {"deal_limit": 1, "trumps": "none"}, "0" * 32)
    person = opened(request)
    until(lambda: person.main.playing)
    while person.wait_for_turn():
        if person.playing.asking.prompt.isVisible():
            answer(person, 1)
        else:
            person.double_click_card(person.legal[0])
    banks = person.playing.place.view.own.banks
    result = person.window.findChild(ResultSheet)
    words = [label.text() for label in result.findChildren(QLabel)]
    for count in banks:
        assert ("1 bank" if count == 1 else f"{count} banks") in words
