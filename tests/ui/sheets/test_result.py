"""The result laid over the table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.theme import DARK
from words.pseudo import PseudoTranslations, loose

NAMES = ("Nikolai", "Boris", "Vera", "Mila")


@pytest.fixture
def table(qtbot: QtBot) -> QWidget:
    table = QWidget()
    table.resize(900, 600)
    qtbot.addWidget(table)
    with qtbot.waitActive(table):
        table.show()
    return table


def texts(sheet: ResultSheet) -> list[str]:
    return [label.text() for label in sheet.findChildren(QLabel) if label.isVisible()]


def test_it_names_places_and_totals_best_first(table: QWidget) -> None:
    sheet = ResultSheet(table)
    sheet.show_result((3, 1, 3, 2), ("20", "60", "20", "41"), NAMES, 0)
    assert texts(sheet) == [
        "Boris wins",
        *("1st", "Boris", "60"),
        *("2nd", "Mila", "41"),
        *("=3rd", "Nikolai (you)", "20"),
        *("=3rd", "Vera", "20"),
    ]


@pytest.mark.parametrize(
    ("places", "you", "headline"),
    [
        ((1, 2, 3, 4), 0, "You win!"),
        ((1, 2, 3, 4), None, "Nikolai wins"),
        ((1, 1, 3, 4), 0, "Nikolai and Boris share the first place"),
        ((1, 1, 1, 4), None, "Nikolai, Boris and Vera share the first place"),
    ],
)
def test_the_headline(
    table: QWidget, places: tuple[int, ...], you: int | None, headline: str
) -> None:
    sheet = ResultSheet(table)
    sheet.show_result(places, ("1", "1", "1", "1"), NAMES, you)
    assert texts(sheet)[0] == headline


@pytest.mark.parametrize(
    ("places", "you", "headline", "second"),
    [
        ((3, 1, 3, 1), 3, "You and Boris win", "3rd"),
        ((1, 3, 1, 3), None, "Nikolai and Vera win", "3rd"),
        ((1, 1, 1, 1), 0, "Nikolai, Boris, Vera and Mila share the first place", "=1st"),
    ],
)
def test_partners_win_together(
    table: QWidget, places: tuple[int, ...], you: int | None, headline: str, second: str
) -> None:
    sheet = ResultSheet(table, sides=(0, 1, 0, 1))
    sheet.show_result(places, ("5", "5", "5", "5"), NAMES, you)
    assert texts(sheet)[0] == headline
    assert texts(sheet)[-3] == second


def test_a_coin_flip_is_told(table: QWidget) -> None:
    sheet = ResultSheet(table)
    sheet.show_result((1, 2, 3, 4), ("5", "5", "2", "1"), NAMES, 0, coin_flip=True)
    assert "Equal at the top: a coin flip decided." in texts(sheet)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    assert "Equal at the top: a coin flip decided." not in texts(sheet)


def test_it_keeps_to_the_middle_and_within_the_table(table: QWidget) -> None:
    sheet = ResultSheet(table, DARK)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    for size in ((900, 600), (1400, 1000), (500, 400)):
        table.resize(*size)
        distance = sheet.geometry().center() - table.rect().center()
        assert distance.manhattanLength() <= 2
        assert table.rect().contains(sheet.geometry())


def test_buttons_ask_for_what_they_say(qtbot: QtBot, table: QWidget) -> None:
    sheet = ResultSheet(table)
    for button, signal, stays in (
        (sheet.again_button, sheet.again_asked, False),
        (sheet.new_button, sheet.new_match_asked, True),
        (sheet.close_button, sheet.closed, False),
    ):
        sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
        with qtbot.waitSignal(signal):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert sheet.isVisible() is stays


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_key_too_many_only_closes_it(qtbot: QtBot, table: QWidget, key: Qt.Key) -> None:
    sheet = ResultSheet(table)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    assert sheet.close_button.hasFocus()
    with qtbot.assertNotEmitted(sheet.again_asked), qtbot.waitSignal(sheet.closed):
        qtbot.keyClick(sheet.close_button, key)
    assert not sheet.isVisible()


def test_tab_and_enter_play_again(qtbot: QtBot, table: QWidget) -> None:
    sheet = ResultSheet(table)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    qtbot.keyClick(sheet.close_button, Qt.Key.Key_Tab)
    assert sheet.again_button.hasFocus()
    with qtbot.waitSignal(sheet.again_asked):
        qtbot.keyClick(sheet.again_button, Qt.Key.Key_Return)


def test_every_text_goes_through_the_catalogue(
    table: QWidget, pseudo_language: PseudoTranslations
) -> None:
    sheet = ResultSheet(table)
    sheet.show_result((1, 2), ("6", "5"), ("⟦A⟧", "⟦B⟧"), 0, coin_flip=True)
    buttons = (sheet.again_button, sheet.new_button, sheet.close_button)
    visible = [*texts(sheet), *(button.text() for button in buttons)]
    assert [text for text in visible if loose(text)] == []
