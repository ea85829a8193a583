"""Garbage collection: Qt objects are destroyed in the GUI thread only."""

import gc
from threading import Thread, current_thread, main_thread
from weakref import ref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.application import collect, collected_here
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from ui.table.person import until


def left_table(ended):
    """Make and drop a scene, and record the threads in which its parts are destroyed."""
    scene = TableScene(("Ida", "Anna"), 0, Motion())

    def note():
        ended.append(current_thread())

    for part in (scene, scene.motion):
        part.destroyed.connect(note, Qt.ConnectionType.DirectConnection)


def make_much():
    """Allocate enough to trigger an automatic collection, as reading many records does."""
    kept = [[place] for place in range(40_000)]
    assert len(kept) > 10 * gc.get_threshold()[0]


def test_a_table_that_was_left_does_not_end_in_a_thread_that_reads_records(application):
    ended = []
    left_table(ended)
    reading = Thread(target=make_much)
    reading.start()
    while reading.is_alive():
        application.processEvents()
    assert ended == []
    kept = [[place] for place in range(40_000)]
    collect()
    assert ended == [main_thread()] * 2
    assert kept


@pytest.mark.slow
def test_nothing_is_kept_of_a_match_when_the_next_is_played(opened):
    person = opened(PlayRequest("master", 3, {"trumps": "none"}, "0" * 32))
    parts = []
    for _ in range(2):
        until(lambda: person.main.playing)
        assert person.wait_for_turn()
        if not parts:
            playing = person.playing
            parts += [ref(playing), ref(playing.scene), ref(playing.stage), ref(playing.place)]
            del playing
        QTest.keyClick(person.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
        until(lambda: person.main.lobby)
        person.main.begin_wanted("1" * 32)
    gc.collect()
    assert [part() is None for part in parts] == [True] * 4


def test_afterwards_garbage_is_looked_for_as_before():
    gc.enable()
    try:
        with collected_here():
            assert not gc.isenabled()
            with collected_here():
                pass
            assert not gc.isenabled()
        assert gc.isenabled()
    finally:
        gc.disable()  # as around every test with windows


def test_where_little_was_made_nothing_is_looked_for():
    gc.collect()
    seen = []
    note = lambda phase, _: seen.append(phase)  # noqa: E731
    gc.callbacks.append(note)
    try:
        collect()
        assert seen == []
        make_much()
        kept = [[place] for place in range(40_000)]
        collect()
        assert seen == ["start", "stop"]
        assert kept
    finally:
        gc.callbacks.remove(note)
