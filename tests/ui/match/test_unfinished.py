"""The dialogs that ask which unfinished match to resume and which seat to take."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished import Unfinished
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.ui.match.unfinished import ChairDialog, UnfinishedDialog
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.texts import begun_text, date_text
from greenbaize.ui.widgets.window_geometry import write_at
from ui.put_up import put_up
from ui.table.person import until


def match(game, begun, *names, people=1):
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


@pytest.fixture
def asked_about(qtbot):
    def open_dialog(*matches):
        dialog = UnfinishedDialog(matches)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.open()
        return dialog

    return open_dialog


@pytest.mark.parametrize("count", [1, 2, 4, 9])
@pytest.mark.parametrize("letters", [1.0, 1.5])
def test_as_many_matches_are_seen_as_there_is_room_for(asked_about, letters, count):
    """Only whole rows are shown, without space below them."""
    write_at(letters)
    names = ("Екатерина Вторая", "Константин", "Александра", "Максимилиан", "Елизавета")
    dialog = asked_about(
        *(match("blackout", f"2026030{day}T080000", *names) for day in range(count))
    )
    rows = dialog.list
    seen = rows.visualItemRect(rows.item(min(count, 6) - 1)).bottom()
    assert 0 <= rows.viewport().height() - 1 - seen <= 4
    assert (rows.verticalScrollBar().maximum() > 0) == (count > 6)


def test_with_one_match_enter_goes_on(qtbot, asked_about):
    dialog = asked_about(OLD)
    with qtbot.waitSignal(dialog.go_on_asked) as asked:
        qtbot.keyClick(dialog.go_on_button, Qt.Key.Key_Return)
    assert asked.args == [OLD]
    assert dialog.isVisible()  # the record may turn out to be locked


def test_arrows_stay_in_the_list_of_matches(qtbot, asked_about):
    dialog = asked_about(OLD, NEW)
    for _ in range(3):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    assert dialog.focusWidget() is dialog.list
    with qtbot.waitSignal(dialog.go_on_asked) as asked:
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert asked.args == [OLD]


@pytest.mark.parametrize(("one", "word"), [(PRACTICE, "practice"), (CASUAL, "practice")])
def test_practice_and_casual_matches_say_so(asked_about, one, word):
    dialog = asked_about(one)
    said = f"Blackout: Ida with Mila\n{word} · begun {begun_text(one.begun)}"
    assert dialog.list.item(0).text() == said


def test_matches_are_listed_latest_first_in_words(asked_about):
    dialog = asked_about(OLD, WATCHED, NEW)
    lines = [dialog.list.item(row).text() for row in range(3)]
    assert lines[0] == f"Blackout: Ida with Mila\nbegun {begun_text(NEW.begun)}"
    assert lines[1] == f"Damn: Ida with Boris, Vera\nbegun {begun_text(OLD.begun)}"
    assert lines[2] == "Damn: Otto, Boris, Vera"
    assert dialog.chosen is NEW


def test_times_are_local():
    moment = QDateTime.fromString("2026-03-01T14:03:55Z", Qt.DateFormat.ISODate).toLocalTime()
    before = QLocale()
    try:
        for place in ("de_DE", "en_US"):
            QLocale.setDefault(QLocale(place))
            expected = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
            assert begun_text("20260301T140355") == expected
        QLocale.setDefault(QLocale.c())  # the C locale has no country
        assert begun_text("20260301T140355") == moment.toString("yyyy-MM-dd HH:mm")
        assert date_text("2026-03-01") == "2026-03-01"
    finally:
        QLocale.setDefault(before)
    assert begun_text("yesterday") == ""


def test_another_match_is_chosen_by_double_click(qtbot, asked_about):
    dialog = asked_about(OLD, NEW)
    at = dialog.list.visualItemRect(dialog.list.item(1)).center()
    viewport = dialog.list.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    with qtbot.waitSignal(dialog.go_on_asked) as asked:
        qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [OLD]


def test_a_new_match_is_one_click_away(qtbot, asked_about):
    dialog = asked_about(OLD)
    with qtbot.waitSignal(dialog.new_match_asked):
        qtbot.mouseClick(dialog.new_button, Qt.MouseButton.LeftButton)


def test_nothing_need_be_chosen(qtbot, asked_about):
    dialog = asked_about(OLD)
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_abandoning_asks_first(qtbot, asked_about):
    dialog = asked_about(OLD, NEW)
    with qtbot.assertNotEmitted(dialog.abandon_asked):
        qtbot.mouseClick(dialog.abandon_button, Qt.MouseButton.LeftButton)
        (question,) = dialog.findChildren(Confirmation)
        qtbot.keyClick(question, Qt.Key.Key_Return)  # the default button, which keeps the match
    assert not question.isVisible()
    qtbot.mouseClick(dialog.abandon_button, Qt.MouseButton.LeftButton)
    question = dialog.findChildren(Confirmation)[-1]
    with qtbot.waitSignal(dialog.abandon_asked) as asked:
        qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert asked.args == [NEW]


def test_an_abandoned_match_leaves_the_list(qtbot, asked_about):
    dialog = asked_about(OLD, NEW)
    with qtbot.assertNotEmitted(dialog.new_match_asked):
        dialog.forget(NEW)
    assert dialog.chosen is OLD
    with qtbot.waitSignal(dialog.new_match_asked):
        dialog.forget(OLD)
    assert dialog.chosen is None


def test_a_problem_is_said_in_the_dialog(asked_about):
    dialog = asked_about(OLD)
    dialog.show_problem("This match is being played in another window.")
    assert dialog.problem.isVisible()
    assert dialog.chosen is OLD


HOSTILE = "<img src='/dev/zero'>" + "x" * 5000


@pytest.fixture
def path(home):
    """Write the record of a match of two people and a bot; return its path."""
    sitters = (Player("Anna"), Player("Boris", "bot", "easy"), Player("Ben"))
    header = settled_header("damn", sitters, {"deals": 2}, seed_from("chairs"))
    path = home / "matches" / "20261103T120000-damn-aaaa.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(line_bytes(header.line()))
    return path


def chairs(qtbot, *names):
    return put_up(qtbot, ChairDialog((0, 2), names or ("Anna", "Ben")))


@pytest.mark.parametrize("row", [0, 1])
def test_the_chosen_chair_is_told(row, qtbot):
    dialog = chairs(qtbot)
    dialog.list.setCurrentRow(row)
    with qtbot.waitSignal(dialog.chair_chosen) as chosen:
        QTest.mouseClick(dialog.sit_button, Qt.MouseButton.LeftButton)
    assert chosen.args == [(0, 2)[row]]


def test_it_is_answered_with_keys_alone(qtbot):
    dialog = chairs(qtbot)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.chair_chosen) as chosen:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert chosen.args == [2]


def test_names_are_shown_as_they_are_written(qtbot):
    dialog = chairs(qtbot, HOSTILE, "<b>Ben</b>")
    assert dialog.list.item(0).text() == HOSTILE
    assert dialog.width() < 1000


@pytest.mark.slow
def test_the_window_asks_and_the_match_goes_on(path, opened):
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


def test_who_does_not_say_leaves_the_match_as_it_is(path, opened):
    before = path.read_bytes()
    person = opened(PlayRequest(record=path))
    until(lambda: isinstance(person.main._dialog, ChairDialog))
    QTest.mouseClick(person.main._dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert person.main.playing is None
    assert person.main.lobby is not None
    assert path.read_bytes() == before


def test_a_seat_named_on_the_command_line_is_not_asked_for(path, opened):
    person = opened(PlayRequest(record=path, seat=2))
    until(lambda: person.main.playing)
    assert person.playing.place.seat == 2


def test_a_record_that_cannot_go_on_is_told_over_the_lobby(path, opened):
    path.write_bytes(path.read_bytes() + b'{"type": "end"}\n')
    person = opened(PlayRequest(record=path))
    until(person.main.banner.isVisible)
    assert person.main.playing is None
    assert person.main.lobby is not None
