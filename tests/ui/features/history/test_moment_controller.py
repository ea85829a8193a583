"""Tests for marks, notes and copied moments in the window, by key."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.advice.review import find_decisions
from greenbaize.app.memory.note_memory import load_notes
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store import folders
from greenbaize.ui.features.history.note_dialog import NoteDialog
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.shell.navigation import ReplayRoute
from greenbaize.words.speaker import Speaker
from ui.features.challenges.challenge_steps import paste
from ui.table.person import wait_until
from ui.window_steps import banner_text, wait_for_dialog

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def start_match(person):
    wait_until(lambda: person.facade.match_view is not None)
    assert person.wait_for_turn()
    return person.match_view


def press(person, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(person.window.windowHandle(), key, modifiers)
    QApplication.processEvents()


@pytest.fixture
def player(open_program):
    person = open_program(PlayRequest("damn", 3, {}, "0" * 32))
    start_match(person)
    return person


def open_replay(person):
    path = person.match_view.player_view.record_path
    services = person.facade.services
    assert services.navigator.navigate_to(ReplayRoute(path, 0)) == ""
    page = services.pages.current
    assert isinstance(page, ReplayPage)
    return page


def test_mark_is_set_and_removed_in_play_without_stopping(player):
    view, question = player.match_view.player_view, player.match_view.prompts.question
    press(player, Qt.Key.Key_B)
    ((moment, note),) = load_notes(view.header, 0).items()
    assert note.is_marked
    assert moment == view.view_lines.count(b"\n") - 1
    assert banner_text(player) == "Marked. The review begins with it."
    assert player.match_view.prompts.question == question
    press(player, Qt.Key.Key_B)
    assert load_notes(view.header, 0) == {}
    assert banner_text(player) == "The mark is removed."


def test_mark_where_nothing_can_be_chosen_names_the_choice_it_is_on(player):
    view = player.match_view.player_view
    bid = choose_bid(player)
    while len(view.game.legal(view.view, 0)) > 1:
        player.double_click_card(player.legal_faces[0])
        assert player.wait_for_turn()
    lines = bytes(view.view_lines)
    last_decision = find_decisions(view.game, view.header, 0, lines)[-1]
    assert bid is not None
    press(player, Qt.Key.Key_B)
    label = Speaker().format_message(last_decision.command.short_message)
    expected = f"There is only one choice here, so your last one before it is marked: {label}."
    assert banner_text(player) == expected


def choose_bid(person):
    bid = next(iter(person.allowed_bids()))
    person.type_digits(str(bid))
    if person.asks_for_bid:
        person.press(Qt.Key.Key_Return)
    assert person.wait_for_turn()
    return bid


def test_unwritable_file_is_said(player):
    folders.notes_path().mkdir(parents=True)
    press(player, Qt.Key.Key_B)
    assert "could not be kept" in banner_text(player)


def test_copied_moment_opens_on_the_first_screen(player):
    view = player.match_view.player_view
    count = view.view_lines.count(b"\n") - 1
    press(player, Qt.Key.Key_C, CONTROL | SHIFT)
    line = QApplication.clipboard().text()
    assert len(json.loads(line)["told"]) == count + 1
    press(player, Qt.Key.Key_W, CONTROL)
    wait_until(lambda: player.facade.match_view is None)
    paste(player, line)
    page = player.facade.services.pages.current
    assert isinstance(page, ReplayPage)
    assert page.moment == count
    assert page.restore_route.text.strip() == line


def test_damaged_line_is_refused_with_a_sentence(open_program):
    person = open_program()
    paste(person, '{"told": [')
    assert "no line of a moment" in banner_text(person)


def test_note_in_a_replay_is_kept_and_shown(player):
    page = open_replay(player)
    record = page.replay.path.read_bytes()
    page.go_to_moment(2)
    press(player, Qt.Key.Key_B, CONTROL)
    dialog = wait_for_dialog(player, NoteDialog)
    QTest.keyClicks(dialog.note_edit, "Why so high?")
    QTest.keyClick(dialog.note_edit, Qt.Key.Key_Return)
    assert page.describe_with_note(2).endswith("Why so high?")
    assert page.scene.status_line.text == "Why so high?"
    page.go_to_moment(1)
    assert page.scene.status_line.text == ""
    assert load_notes(page.replay.header, 0)[2].text == "Why so high?"
    assert page.replay.path.read_bytes() == record
