"""The question whether to go on with an unfinished match."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from greenbaize.app.tables.unfinished import Unfinished
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.ui.dialogs.dialog import Confirmation
from greenbaize.ui.dialogs.unfinished import UnfinishedDialog
from greenbaize.ui.texts import begun_text, date_text
from words.pseudo import PseudoTranslations, loose

# Qt's offscreen platform says so of sizes and stacking that only a real desktop knows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def match(game: str, begun: str, *names: str, people: int = 1) -> Unfinished:
    sitters = tuple(
        Player(name) if seat < people else Player(name, "bot", "easy")
        for seat, name in enumerate(names)
    )
    return Unfinished(Path(f"{begun}.jsonl"), Header(game, sitters, {}, None), begun)


OLD = match("damn", "20260301T140355", "Ida", "Boris", "Vera")
NEW = match("blackout", "20260302T080000", "Ida", "Mila")
WATCHED = match("damn", "", "Otto", "Boris", "Vera", people=0)

PRACTICE = Unfinished(
    Path("p.jsonl"),
    replace(NEW.header, more={"practice": True, "from": "0" * 32}),
    "20260304T080000",
)
CASUAL = Unfinished(
    Path("c.jsonl"),
    replace(NEW.header, more={"practice": True, "casual": True}),
    "20260304T080000",
)

Opened = Callable[..., UnfinishedDialog]


@pytest.fixture
def opened(qtbot: QtBot) -> Opened:
    def open_dialog(*matches: Unfinished) -> UnfinishedDialog:
        dialog = UnfinishedDialog(matches)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.open()
        return dialog

    return open_dialog


def test_with_one_match_enter_goes_on(qtbot: QtBot, opened: Opened) -> None:
    dialog = opened(OLD)
    with qtbot.waitSignal(dialog.go_on_asked) as asked:
        qtbot.keyClick(dialog.go_on_button, Qt.Key.Key_Return)
    assert asked.args == [OLD]
    assert dialog.isVisible()  # the record may turn out to be locked


@pytest.mark.parametrize(("one", "word"), [(PRACTICE, "practice"), (CASUAL, "casual match")])
def test_practice_and_casual_matches_say_so(opened: Opened, one: Unfinished, word: str) -> None:
    dialog = opened(one)
    said = f"Blackout: Ida with Mila\n{word} · begun {begun_text(one.begun)}"
    assert dialog.list.item(0).text() == said


def test_matches_are_listed_latest_first_in_words(opened: Opened) -> None:
    dialog = opened(OLD, WATCHED, NEW)
    lines = [dialog.list.item(row).text() for row in range(3)]
    assert lines[0] == f"Blackout: Ida with Mila\nbegun {begun_text(NEW.begun)}"
    assert lines[1] == f"Damn: Ida with Boris, Vera\nbegun {begun_text(OLD.begun)}"
    assert lines[2] == "Damn: Otto, Boris, Vera"
    assert dialog.chosen is NEW


def test_times_are_local() -> None:
    moment = QDateTime.fromString("2026-03-01T14:03:55Z", Qt.DateFormat.ISODate).toLocalTime()
    before = QLocale()
    try:
        for place in ("de_DE", "en_US"):
            QLocale.setDefault(QLocale(place))
            expected = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
            assert begun_text("20260301T140355") == expected
        QLocale.setDefault(QLocale.c())  # where no country is known
        assert begun_text("20260301T140355") == moment.toString("yyyy-MM-dd HH:mm")
        assert date_text("2026-03-01") == "2026-03-01"
    finally:
        QLocale.setDefault(before)
    assert begun_text("yesterday") == ""


def test_another_match_is_chosen_by_double_click(qtbot: QtBot, opened: Opened) -> None:
    dialog = opened(OLD, NEW)
    at = dialog.list.visualItemRect(dialog.list.item(1)).center()
    viewport = dialog.list.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    with qtbot.waitSignal(dialog.go_on_asked) as asked:
        qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [OLD]


def test_a_new_match_is_one_click_away(qtbot: QtBot, opened: Opened) -> None:
    dialog = opened(OLD)
    with qtbot.waitSignal(dialog.new_match_asked):
        qtbot.mouseClick(dialog.new_button, Qt.MouseButton.LeftButton)


def test_nothing_need_be_chosen(qtbot: QtBot, opened: Opened) -> None:
    dialog = opened(OLD)
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_abandoning_asks_first(qtbot: QtBot, opened: Opened) -> None:
    dialog = opened(OLD, NEW)
    with qtbot.assertNotEmitted(dialog.abandon_asked):
        qtbot.mouseClick(dialog.abandon_button, Qt.MouseButton.LeftButton)
        (question,) = dialog.findChildren(Confirmation)
        qtbot.keyClick(question, Qt.Key.Key_Return)  # keeps playing
    assert not question.isVisible()
    qtbot.mouseClick(dialog.abandon_button, Qt.MouseButton.LeftButton)
    question = dialog.findChildren(Confirmation)[-1]
    with qtbot.waitSignal(dialog.abandon_asked) as asked:
        qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert asked.args == [NEW]


def test_an_abandoned_match_leaves_the_list(qtbot: QtBot, opened: Opened) -> None:
    dialog = opened(OLD, NEW)
    with qtbot.assertNotEmitted(dialog.new_match_asked):
        dialog.forget(NEW)
    assert dialog.chosen is OLD
    with qtbot.waitSignal(dialog.new_match_asked):
        dialog.forget(OLD)
    assert dialog.chosen is None


def test_a_problem_is_said_in_the_dialog(opened: Opened) -> None:
    dialog = opened(OLD)
    dialog.show_problem("This match is being played in another window.")
    assert dialog.problem.isVisible()
    assert dialog.chosen is OLD


def test_every_text_goes_through_the_catalogue(
    opened: Opened, pseudo_language: PseudoTranslations
) -> None:
    dialog = opened(match("damn", "", "⟦A⟧", "⟦B⟧"))
    buttons = (dialog.go_on_button, dialog.new_button, dialog.abandon_button)
    visible = [dialog.windowTitle(), dialog.list.item(0).text()]
    visible += [button.text() for button in buttons]
    visible += [label.text() for label in dialog.findChildren(QLabel)]
    assert [text for text in visible if loose(text)] == []
