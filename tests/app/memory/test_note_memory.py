"""Tests for marks and notes on moments: kept beside the record, never in it."""

import pytest

from app.memory.test_achievements import play_match
from greenbaize.app.advice.review import find_decisions
from greenbaize.app.memory.note_memory import (
    find_marked_decisions,
    load_notes,
    toggle_mark,
    write_note,
)
from greenbaize.store import folders
from greenbaize.store.notes import MAX_NOTE_LENGTH


@pytest.fixture(scope="module")
def header():
    return play_match("1").header


def test_mark_is_set_and_removed(header):
    assert toggle_mark(header, 0, 1, 7)
    assert load_notes(header, 0)[7].is_marked
    assert not toggle_mark(header, 0, 1, 7)
    assert load_notes(header, 0) == {}


def test_note_and_mark_of_a_moment_do_not_disturb_each_other(header):
    toggle_mark(header, 0, 1, 7)
    write_note(header, 0, 1, 7, "Why not the ace?")
    note = load_notes(header, 0)[7]
    assert (note.text, note.is_marked) == ("Why not the ace?", True)
    toggle_mark(header, 0, 1, 7)
    assert load_notes(header, 0)[7].text == "Why not the ace?"
    write_note(header, 0, 1, 7, "")
    assert load_notes(header, 0) == {}


def test_each_seat_has_its_own(header):
    toggle_mark(header, 1, 1, 7)
    assert load_notes(header, 0) == {}
    assert load_notes(header, 1).keys() == {7}


def test_longest_note_is_kept(header):
    for letter in ("x", "я", '"', "🂡"):
        write_note(header, 0, 1, 7, letter * MAX_NOTE_LENGTH)
        assert load_notes(header, 0)[7].text == letter * MAX_NOTE_LENGTH


def test_unreadable_file_has_no_notes(header):
    folders.notes_path().mkdir(parents=True)
    assert load_notes(header, 0) == {}


def test_notes_change_no_record():
    player_view = play_match("2")
    data = player_view.record_path.read_bytes()
    toggle_mark(player_view.header, 0, 1, 3)
    write_note(player_view.header, 0, 1, 3, "hm")
    assert player_view.record_path.read_bytes() == data


def test_mark_is_about_the_question_asked_then_or_the_decision_before():
    view = play_match("3")
    lines = bytes(view.view_lines)
    decisions = find_decisions(view.game, view.header, 0, lines)
    starts = [lines.count(b"\n", 0, decision.offset) - 1 for decision in decisions]

    def marked(*moments):
        return find_marked_decisions(decisions, lines, moments)

    assert marked() == []
    for decision, start in zip(decisions, starts, strict=True):
        assert marked(start) == [decision]
        assert marked(start, start) == [decision]
    assert marked(10_000) == [decisions[-1]]
    assert marked(0) == [decisions[0]]
    assert find_marked_decisions([], lines, [3]) == []
