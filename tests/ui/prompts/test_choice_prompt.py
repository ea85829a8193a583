"""Choice prompts on the table: buttons, keys and arrows."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.ui.prompts.choice_prompt import AnswerChoice, ChoicePrompt
from greenbaize.ui.table.click_guard import GUARD_MS, ClickGuard
from greenbaize.ui.widgets.theme import LIGHT
from ui.show_widget import show_widget
from ui.table.stage_harness import FakeClock

PromptFactory = Callable[..., ChoicePrompt]
PROMPT_AREA = QRectF(100, 50, 700, 300)


@pytest.fixture
def ask_number(qtbot):
    """Return a function that asks for a number from 0 to a maximum, some of them forbidden."""
    table = show_widget(qtbot, QWidget(), 900, 600)
    prompt = ChoicePrompt(table)

    def show_prompt(maximum, *forbidden, room=PROMPT_AREA):
        choices = [
            AnswerChoice(
                str(n),
                str(n),
                f"Bid {n}",
                BidCommand(0, n),
                "",
                "Not that." if n in forbidden else "",
            )
            for n in range(maximum + 1)
        ]
        assert table.isVisible()
        prompt.show_question("How many?", choices)
        prompt.relayout(room, 100.0)
        return prompt

    return show_prompt


def record_answers(prompt):
    numbers = []

    def add_answer(command):
        numbers.append(command.tricks)

    prompt.command_chosen.connect(add_answer)
    return numbers


def type_keys(prompt, keys):
    """Type digits, and ⏎ for Enter, into the focused widget."""
    for character in keys:
        key = Qt.Key.Key_Return if character == "⏎" else Qt.Key(Qt.Key.Key_0 + int(character))
        QTest.keyClick(prompt.window().windowHandle(), key)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("maximum", "keys", "expected"),
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
def test_digits_answer(ask_number, maximum, keys, expected):
    prompt = ask_number(maximum)
    numbers = record_answers(prompt)
    type_keys(prompt, keys)
    assert numbers == expected


@pytest.mark.parametrize(
    ("maximum", "keys", "expected"),
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
def test_digits_need_confirmation_with_the_setting(ask_number, maximum, keys, expected):
    prompt = ask_number(maximum)
    prompt.confirm_keys = True
    numbers = record_answers(prompt)
    type_keys(prompt, keys)
    assert numbers == expected
    if not expected:
        assert prompt.shown_text.startswith("The same key again, or Enter: Bid ")


def test_every_number_has_a_button_that_answers(ask_number):
    prompt = ask_number(13)
    numbers = record_answers(prompt)
    for button in prompt.buttons:
        point = button.mapTo(prompt.window(), button.rect().center())
        QTest.mouseClick(prompt.window().windowHandle(), Qt.MouseButton.LeftButton, pos=point)
    assert numbers == list(range(14))


@pytest.mark.parametrize("keys", ["2", "12"])
def test_forbidden_number_shows_the_reason(ask_number, keys):
    prompt = ask_number(12, 2, 12)
    numbers = record_answers(prompt)
    shown_reasons = []
    prompt.choice_refused.connect(shown_reasons.append)
    assert prompt.shown_text == "How many?"
    type_keys(prompt, keys)
    assert numbers == []
    assert shown_reasons == ["Not that."]
    assert prompt.shown_text == prompt.accessibleName() == "Not that."
    type_keys(prompt, "3")
    assert numbers == [3]
    ask_number(12)
    assert prompt.shown_text == prompt.accessibleName() == "How many?"


def test_a_forbidden_number_is_crossed_out(ask_number):
    allowed_image = ask_number(3).buttons[2].grab().toImage()
    forbidden_image = ask_number(3, 2).buttons[2].grab().toImage()
    assert allowed_image != forbidden_image
    red_pixels = [
        forbidden_image.pixelColor(x, y).name() == LIGHT.loss_on_felt
        for x in range(forbidden_image.width())
        for y in range(forbidden_image.height())
    ]
    assert sum(red_pixels) > 20


def test_first_arrow_key_focuses_the_first_allowed_answer(ask_number):
    prompt = ask_number(4, 0, 1)
    numbers = record_answers(prompt)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(prompt, key)
    assert numbers == [2]


def test_arrows_cycle_and_enter_answers(ask_number):
    prompt = ask_number(3)
    numbers = record_answers(prompt)
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
    assert numbers == [3]


@pytest.mark.slow
@pytest.mark.parametrize("maximum", range(1, 18))
@pytest.mark.parametrize("area", [PROMPT_AREA, QRectF(110, 100, 260, 104)], ids=["wide", "narrow"])
def test_buttons_are_inside_the_prompt_without_overlap(ask_number, maximum, area):
    prompt = ask_number(maximum, room=area)
    boxes = [button.geometry() for button in prompt.buttons]
    assert all(prompt.rect().contains(box) for box in boxes)
    for index, box in enumerate(boxes):
        assert not any(box.intersects(other) for other in boxes[index + 1 :])
        assert box.width() == box.height() or abs(box.width() - box.height()) <= 1
    assert prompt.geometry().bottom() <= area.bottom() + 1


def test_screen_readers_are_told_numbers_and_reasons(ask_number):
    prompt = ask_number(2, 1)
    assert [button.accessibleName() for button in prompt.buttons] == ["Bid 0", "Bid 1", "Bid 2"]
    assert [button.accessibleDescription() for button in prompt.buttons] == ["", "Not that.", ""]
    assert [button.toolTip() for button in prompt.buttons] == ["", "Not that.", ""]


def test_question_stays_visible_above_the_note_of_an_answer(ask_number):
    prompt = ask_number(2)
    go_choice = AnswerChoice("Go", "G", "Go", StakeCommand(0, True), "Take 68.")
    stay_choice = AnswerChoice("Stay", "S", "Stay", StakeCommand(0, False), "Take 92.")
    prompt.show_question("Go or stay?", [go_choice, stay_choice], ["You hold 14 points."])
    prompt.relayout(PROMPT_AREA, 100.0)
    top = prompt.height() - prompt.buttons[0].height() - prompt.notes.height

    def grab_rows(first, last):
        return prompt.grab(QRect(30, round(first), 300, round(last - first))).toImage()

    question_image, notes_image = (
        grab_rows(4, top / 2),
        grab_rows(top / 2, top + prompt.notes.height / 2),
    )
    prompt.buttons[1].setFocus()
    assert grab_rows(4, top / 2) == question_image
    assert grab_rows(top / 2, top + prompt.notes.height / 2) != notes_image


def test_letters_answer_and_the_focused_button_shows_its_note(ask_number):
    prompt = ask_number(2)
    go_choice = AnswerChoice("Go", "G", "Go", StakeCommand(0, True), "Take 68.")
    stay_choice = AnswerChoice("Stay", "S", "Stay", StakeCommand(0, False), "Take 92.")
    prompt.show_question("Go or stay?", [go_choice, stay_choice])
    prompt.relayout(PROMPT_AREA, 100.0)
    # A short label beside a long one has the same font size.
    assert all(button.is_word for button in prompt.buttons)
    assert len({button._letter_height(60) for button in prompt.buttons}) == 1
    commands = []
    prompt.command_chosen.connect(commands.append)
    assert prompt.shown_text == "Go or stay?"
    prompt.buttons[1].setFocus()
    assert prompt.shown_text == "Take 92."
    assert prompt.buttons[1].toolTip() == "Take 92."
    surface = prompt.window().windowHandle()
    QTest.keyClick(surface, Qt.Key.Key_G)
    QTest.keyClick(surface, Qt.Key.Key_S)
    assert commands == [StakeCommand(0, True), StakeCommand(0, False)]


def test_on_the_smallest_table_a_button_is_still_easy_to_hit(ask_number):
    prompt = ask_number(4, room=QRectF(0, 0, 260, 150))
    prompt.relayout(QRectF(0, 0, 260, 150), 44.0)
    assert min(min(button.width(), button.height()) for button in prompt.buttons) >= 32


def click_first(prompt):
    button = prompt.buttons[0]
    point = button.mapTo(prompt.window(), button.rect().center())
    QTest.mouseClick(prompt.window().windowHandle(), Qt.MouseButton.LeftButton, pos=point)


def test_question_ignores_clicks_just_after_appearing_under_the_pointer(ask_number):
    prompt, clock = ask_number(3), FakeClock()
    numbers = record_answers(prompt)
    prompt.click_guard = ClickGuard(clock, lambda: prompt.mapToGlobal(prompt.rect().center()))
    ask_number(3)
    clock.now = GUARD_MS - 1
    click_first(prompt)
    click_first(prompt)
    assert not numbers
    clock.now = GUARD_MS
    click_first(prompt)
    assert numbers == [0]


def test_keys_answer_at_once_unless_enter_is_still_held(ask_number):
    prompt = ask_number(3)
    numbers = record_answers(prompt)
    prompt.click_guard = ClickGuard(FakeClock(), lambda: prompt.mapToGlobal(prompt.rect().center()))
    ask_number(3)
    prompt.buttons[1].setFocus()
    enter = Qt.Key.Key_Return
    no_modifier = Qt.KeyboardModifier.NoModifier
    repeated_press = QKeyEvent(QEvent.Type.KeyPress, enter, no_modifier, "\r", autorep=True)
    QApplication.sendEvent(prompt.buttons[1], repeated_press)
    assert not numbers
    QTest.keyClick(prompt.buttons[1], enter)
    assert numbers == [1]
