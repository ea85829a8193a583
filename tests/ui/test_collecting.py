"""Garbage collection: Qt objects are destroyed in the GUI thread only."""

import gc
from threading import Thread, current_thread, main_thread
from weakref import ref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.application import collect_garbage, gc_on_this_thread
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.scene import TableScene
from ui.table.person import wait_until


def drop_scene(threads):
    """Make and drop a scene, and record the threads in which its parts are destroyed."""
    scene = TableScene(("Ida", "Anna"), 0, Animator())

    def record_thread():
        threads.append(current_thread())

    for part in (scene, scene.animator):
        part.destroyed.connect(record_thread, Qt.ConnectionType.DirectConnection)


def allocate_garbage():
    """Allocate enough to trigger an automatic collection, as reading many records does."""
    lists = [[index] for index in range(40_000)]
    assert len(lists) > 10 * gc.get_threshold()[0]


def test_scene_is_not_destroyed_in_a_background_thread(application):
    threads = []
    drop_scene(threads)
    background_thread = Thread(target=allocate_garbage)
    background_thread.start()
    while background_thread.is_alive():
        application.processEvents()
    assert threads == []
    lists = [[index] for index in range(40_000)]
    collect_garbage()
    assert threads == [main_thread()] * 2
    assert lists


@pytest.mark.slow
def test_finished_match_is_freed_when_the_next_is_played(open_program):
    person = open_program(PlayRequest("master", 3, {"trumps": "none"}, "0" * 32))
    references = []
    for _ in range(2):
        wait_until(lambda: person.facade.match_view)
        assert person.wait_for_turn()
        if not references:
            match_view = person.match_view
            references += [
                ref(match_view),
                ref(match_view.scene),
                ref(match_view.stage),
                ref(match_view.player_view),
            ]
            del match_view
        QTest.keyClick(person.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
        wait_until(lambda: person.facade.start_screen)
        person.facade.start_usual_match("1" * 32)
    gc.collect()
    assert [part() is None for part in references] == [True] * 4


def test_garbage_collector_is_restored():
    gc.enable()
    try:
        with gc_on_this_thread():
            assert not gc.isenabled()
            with gc_on_this_thread():
                pass
            assert not gc.isenabled()
        assert gc.isenabled()
    finally:
        gc.disable()  # as around every test with windows


def test_collection_is_skipped_after_few_allocations():
    gc.collect()
    phases = []
    record_phase = lambda phase, _: phases.append(phase)  # noqa: E731
    gc.callbacks.append(record_phase)
    try:
        collect_garbage()
        assert phases == []
        allocate_garbage()
        lists = [[index] for index in range(40_000)]
        collect_garbage()
        assert phases == ["start", "stop"]
        assert lists
    finally:
        gc.callbacks.remove(record_phase)
