"""The question which chair is yours, where several people have played a match."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.ui.dialogs.unfinished import ChairDialog
from greenbaize.ui.theme import LIGHT
from ui.conftest import Opened
from ui.table.person import until
from words.pseudo import loose

HOSTILE = "<img src='/dev/zero'>" + "x" * 5000


@pytest.fixture
def path(home: Path) -> Path:
    """The record of a match of two people and a computer player."""
    sitters = (Player("Anna"), Player("Boris", "bot", "easy"), Player("Ben"))
    header = settled_header("damn", sitters, {"deals": 2}, seed_from("chairs"))
    path = home / "matches" / "20261103T120000-damn-aaaa.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(line_bytes(header.line()))
    return path


@pytest.mark.parametrize("row", [0, 1])
def test_the_chosen_chair_is_told(row, qtbot: QtBot):
    dialog = ChairDialog((0, 2), ("Anna", "Ben"), theme=LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.list.setCurrentRow(row)
    with qtbot.waitSignal(dialog.chair_chosen) as chosen:
        QTest.mouseClick(dialog.sit_button, Qt.MouseButton.LeftButton)
    assert chosen.args == [(0, 2)[row]]


def test_it_is_answered_with_keys_alone(qtbot: QtBot):
    dialog = ChairDialog((0, 2), ("Anna", "Ben"), theme=LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.chair_chosen) as chosen:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert chosen.args == [2]


def test_names_are_shown_as_they_are_written(qtbot: QtBot):
    dialog = ChairDialog((0, 2), (HOSTILE, "<b>Ben</b>"), theme=LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.item(0).text() == HOSTILE
    assert dialog.width() < 1000


def test_everything_goes_through_the_catalogue(qtbot: QtBot, pseudo_language):
    dialog = ChairDialog((0, 2), ("1", "2"), theme=LIGHT)
    qtbot.addWidget(dialog)
    shown = (dialog.windowTitle(), dialog.sit_button.text(), dialog.cancel_button.text())
    assert [text for text in shown if loose(text)] == []


@pytest.mark.slow
def test_the_window_asks_and_the_match_goes_on(path: Path, opened: Opened):
    person = opened(PlayRequest(record=path))
    until(lambda: isinstance(person.main._dialog, ChairDialog))
    dialog = person.main._dialog
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Anna", "Ben"]
    dialog.list.setCurrentRow(1)
    QTest.mouseClick(dialog.sit_button, Qt.MouseButton.LeftButton)
    until(lambda: person.main.playing)
    assert person.playing.place.seat == 2
    person.wait_for_turn()
    assert b'{"type": "seat", "seat": 0, "kind": "bot", "why": "left"}' in path.read_bytes()


def test_who_does_not_say_leaves_the_match_as_it_is(path: Path, opened: Opened):
    before = path.read_bytes()
    person = opened(PlayRequest(record=path))
    until(lambda: isinstance(person.main._dialog, ChairDialog))
    QTest.mouseClick(person.main._dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert person.main.playing is None
    assert person.main.lobby is not None
    assert path.read_bytes() == before


def test_a_seat_named_on_the_command_line_is_not_asked_for(path: Path, opened: Opened):
    person = opened(PlayRequest(record=path, seat=2))
    until(lambda: person.main.playing)
    assert person.playing.place.seat == 2


def test_a_record_that_cannot_go_on_is_told_over_the_lobby(path: Path, opened: Opened):
    path.write_bytes(path.read_bytes() + b'{"type": "end"}\n')
    person = opened(PlayRequest(record=path))
    until(person.main.banner.isVisible)
    assert person.main.playing is None
    assert person.main.lobby is not None
