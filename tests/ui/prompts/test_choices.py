"""Choice prompts on the table: buttons, keys and arrows."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.games.beat.commands import Stake
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.ui.prompts.choices import Choice, ChoicePrompt
from greenbaize.ui.table.click_guard import GUARD_MS, ClickGuard
from greenbaize.ui.widgets.theme import LIGHT
from ui.put_up import put_up
from ui.table.show import Clock

Asked = Callable[..., ChoicePrompt]
ROOM = QRectF(100, 50, 700, 300)


@pytest.fixture
def asked(qtbot):
    """Return a function that asks for a number from 0 to a maximum, some of them forbidden."""
    table = put_up(qtbot, QWidget(), 900, 600)
    prompt = ChoicePrompt(table)

    def ask(most, *forbidden, room=ROOM):
        choices = [
            Choice(str(n), str(n), f"Bid {n}", Bid(0, n), "", "Not that." if n in forbidden else "")
            for n in range(most + 1)
        ]
        assert table.isVisible()
        prompt.ask("How many?", choices)
        prompt.lay_out(room, 100.0)
        return prompt

    return ask


def answers(prompt):
    given = []

    def take(command):
        given.append(command.tricks)

    prompt.answered.connect(take)
    return given


def type_in(prompt, keys):
    """Type digits, and ⏎ for Enter, into the focused widget."""
    for sign in keys:
        key = Qt.Key.Key_Return if sign == "⏎" else Qt.Key(Qt.Key.Key_0 + int(sign))
        QTest.keyClick(prompt.window().windowHandle(), key)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("most", "typed", "given"),
    [
        (7, "3", [3]),
        (7, "0", [0]),
        (9, "1", [1]),
        (10, "1", []),
        (10, "10", [10]),
        (10, "1⏎", [1]),
        (10, "2", [2]),
        (10, "0", [0]),
        (17, "17", [17]),
        (17, "1⏎", [1]),
        (13, "15", [5]),
        (7, "9", []),
        (7, "93", [3]),
        (18, "19", [9]),
        (7, "⏎", []),
    ],
)
def test_digits_answer(asked, most, typed, given):
    prompt = asked(most)
    told = answers(prompt)
    type_in(prompt, typed)
    assert told == given


@pytest.mark.parametrize(
    ("most", "typed", "given"),
    [
        (7, "3", []),
        (7, "33", [3]),
        (7, "3⏎", [3]),
        (7, "343", []),
        (7, "344", [4]),
        (10, "10", []),
        (10, "1010", [10]),
        (10, "10⏎", [10]),
        (10, "00", [0]),
    ],
)
def test_digits_ask_first_where_one_has_chosen_so(asked, most, typed, given):
    prompt = asked(most)
    prompt.keys_ask = True
    told = answers(prompt)
    type_in(prompt, typed)
    assert told == given
    if not given:
        assert prompt.said.startswith("The same key again, or Enter: Bid ")


def test_every_number_has_a_button_that_answers(asked):
    prompt = asked(13)
    told = answers(prompt)
    for button in prompt.buttons:
        point = button.mapTo(prompt.window(), button.rect().center())
        QTest.mouseClick(prompt.window().windowHandle(), Qt.MouseButton.LeftButton, pos=point)
    assert told == list(range(14))


@pytest.mark.parametrize("typed", ["2", "12"])
def test_a_forbidden_number_is_said_why(asked, typed):
    prompt = asked(12, 2, 12)
    told = answers(prompt)
    declined = []
    prompt.declined.connect(declined.append)
    assert prompt.said == "How many?"
    type_in(prompt, typed)
    assert told == []
    assert declined == ["Not that."]
    assert prompt.said == prompt.accessibleName() == "Not that."
    type_in(prompt, "3")
    assert told == [3]
    asked(12)
    assert prompt.said == prompt.accessibleName() == "How many?"


def test_a_forbidden_number_is_crossed_out(asked):
    free = asked(3).buttons[2].grab().toImage()
    crossed = asked(3, 2).buttons[2].grab().toImage()
    assert free != crossed
    loss = [
        crossed.pixelColor(x, y).name() == LIGHT.loss_on_felt
        for x in range(crossed.width())
        for y in range(crossed.height())
    ]
    assert sum(loss) > 20


def test_the_first_arrow_goes_to_the_first_answer_that_may_be_given(asked):
    prompt = asked(4, 0, 1)
    given = answers(prompt)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(prompt, key)
    assert given == [2]


def test_arrows_go_around_and_enter_answers(asked):
    prompt = asked(3)
    told = answers(prompt)
    surface = prompt.window().windowHandle()
    for key, focused in (
        (Qt.Key.Key_Right, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_Up, 3),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 3),
    ):
        QTest.keyClick(surface, key)
        assert [button.hasFocus() for button in prompt.buttons].index(True) == focused
    QTest.keyClick(surface, Qt.Key.Key_Enter)
    assert told == [3]


@pytest.mark.slow
@pytest.mark.parametrize("most", range(1, 18))
@pytest.mark.parametrize("room", [ROOM, QRectF(110, 100, 260, 104)], ids=["wide", "narrow"])
def test_buttons_are_in_the_prompt_and_apart(asked, most, room):
    prompt = asked(most, room=room)
    boxes = [button.geometry() for button in prompt.buttons]
    assert all(prompt.rect().contains(box) for box in boxes)
    for place, box in enumerate(boxes):
        assert not any(box.intersects(other) for other in boxes[place + 1 :])
        assert box.width() == box.height() or abs(box.width() - box.height()) <= 1
    assert prompt.geometry().bottom() <= room.bottom() + 1


def test_screen_readers_are_told_numbers_and_reasons(asked):
    prompt = asked(2, 1)
    assert [one.accessibleName() for one in prompt.buttons] == ["Bid 0", "Bid 1", "Bid 2"]
    assert [one.accessibleDescription() for one in prompt.buttons] == ["", "Not that.", ""]
    assert [one.toolTip() for one in prompt.buttons] == ["", "Not that.", ""]


def test_the_question_stays_above_what_an_answer_would_mean(asked):
    prompt = asked(2)
    go = Choice("Go", "G", "Go", Stake(0, True), "Take 68.")
    stay = Choice("Stay", "S", "Stay", Stake(0, False), "Take 92.")
    prompt.ask("Go or stay?", [go, stay], ["You hold 14 points."])
    prompt.lay_out(ROOM, 100.0)
    top = prompt.height() - prompt.buttons[0].height() - prompt.notes.height

    def seen(first, last):
        return prompt.grab(QRect(30, round(first), 300, round(last - first))).toImage()

    question, notes = seen(4, top / 2), seen(top / 2, top + prompt.notes.height / 2)
    prompt.buttons[1].setFocus()
    assert seen(4, top / 2) == question
    assert seen(top / 2, top + prompt.notes.height / 2) != notes


def test_letters_answer_and_a_note_is_said_for_the_button_held(asked):
    prompt = asked(2)
    go = Choice("Go", "G", "Go", Stake(0, True), "Take 68.")
    stay = Choice("Stay", "S", "Stay", Stake(0, False), "Take 92.")
    prompt.ask("Go or stay?", [go, stay])
    prompt.lay_out(ROOM, 100.0)
    # A short label beside a long one has the same font size.
    assert all(button.worded for button in prompt.buttons)
    assert len({button._letters(60) for button in prompt.buttons}) == 1
    given = []
    prompt.answered.connect(given.append)
    assert prompt.said == "Go or stay?"
    prompt.buttons[1].setFocus()
    assert prompt.said == "Take 92."
    assert prompt.buttons[1].toolTip() == "Take 92."
    surface = prompt.window().windowHandle()
    QTest.keyClick(surface, Qt.Key.Key_G)
    QTest.keyClick(surface, Qt.Key.Key_S)
    assert given == [Stake(0, True), Stake(0, False)]


def test_on_the_smallest_table_a_button_is_still_easy_to_hit(asked):
    prompt = asked(4, room=QRectF(0, 0, 260, 150))
    prompt.lay_out(QRectF(0, 0, 260, 150), 44.0)
    assert min(min(one.width(), one.height()) for one in prompt.buttons) >= 32


def click_first(prompt):
    button = prompt.buttons[0]
    point = button.mapTo(prompt.window(), button.rect().center())
    QTest.mouseClick(prompt.window().windowHandle(), Qt.MouseButton.LeftButton, pos=point)


def test_a_question_takes_no_click_when_it_has_just_appeared_under_the_pointer(asked):
    prompt, clock = asked(3), Clock()
    given = answers(prompt)
    prompt.guard = ClickGuard(clock, lambda: prompt.mapToGlobal(prompt.rect().center()))
    asked(3)
    clock.now = GUARD_MS - 1
    click_first(prompt)
    click_first(prompt)
    assert not given
    clock.now = GUARD_MS
    click_first(prompt)
    assert given == [0]


def test_keys_answer_at_once_but_not_by_an_enter_that_is_still_held(asked):
    prompt = asked(3)
    given = answers(prompt)
    prompt.guard = ClickGuard(Clock(), lambda: prompt.mapToGlobal(prompt.rect().center()))
    asked(3)
    prompt.buttons[1].setFocus()
    enter = Qt.Key.Key_Return
    no_modifier = Qt.KeyboardModifier.NoModifier
    held = QKeyEvent(QEvent.Type.KeyPress, enter, no_modifier, "\r", autorep=True)
    QApplication.sendEvent(prompt.buttons[1], held)
    assert not given
    QTest.keyClick(prompt.buttons[1], enter)
    assert given == [1]
