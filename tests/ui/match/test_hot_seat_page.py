"""Tests for the page that covers the table while the computer is passed on."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.matches import create_header
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.match.hot_seat_page import IGNORE_PRESSES_MS
from ui.accessibility_tree import screen_reader_active, visible_nodes
from ui.match.hot_seat_steps import ADVANCE_KEYS, PERSON_NAMES, HotSeatDriver, start_hot_seat_match
from ui.table.person import wait_until


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
def test_the_cover_fits_every_window(open_program, request, size, language, text_scale):
    if language == "ru":
        request.getfixturevalue("russian_language")
    person = open_program()
    person.facade.settings.text_size = text_scale
    person.facade.apply_settings()
    players = (HeaderPlayer("Бартоломей Константинов"), HeaderPlayer("Bartholomew Constantine"))
    header = create_header("blackout", players, {"deals": 1}, seed_from_text("fits"))
    person.facade.features.launcher.start_match(header)
    driver = HotSeatDriver(person)
    driver.wait_for_input()
    person.window.resize(*size)
    QApplication.processEvents()
    page = driver.page
    page.show_missed_note()
    QApplication.processEvents()
    assert page.rect().contains(page.panel.geometry())
    for widget in (page.face_label, page.heading_label, page.note_label, page.button):
        assert page.panel.rect().contains(widget.geometry())
        required_height = widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else 0
        assert widget.height() >= max(required_height, widget.minimumHeight())
        assert widget.width() >= widget.minimumSizeHint().width()


def test_keys_meant_for_the_table_do_not_remove_the_cover(open_program):
    """A key meant to skip the own animation must not reveal the next hand."""
    driver = start_hot_seat_match(
        partial(open_program, speed=1000.0), "damn", 3, 3, "grace", deals=2
    )
    person = driver.person
    wait_until(lambda: driver.is_covered and driver.page.isVisible())
    cover, clock_ms = driver.page, [0.0]
    cover.animator.skip_animations()
    cover.animator._clock, cover.animator.speed = (lambda: clock_ms[0]), 1.0
    cover.animator.add_pause(IGNORE_PRESSES_MS)
    for key in ADVANCE_KEYS:
        person.press(key)
    person.click(cover.button)
    assert driver.page is cover
    clock_ms[0] = IGNORE_PRESSES_MS + 1
    cover.animator.advance_animations()
    person.press(Qt.Key.Key_Return)
    wait_until(lambda: driver.page is not cover)


def test_cover_calls_the_next_person_and_disables_table_actions(open_program, utterances):
    with screen_reader_active():
        driver = start_hot_seat_match(open_program, "damn", 2, 2 + 1, deals=2)
        driver.person.facade.settings.speak = "on"
        driver.play_match(max_actions=4)
        driver.play_until_covered()
        name = PERSON_NAMES[0] if driver.table.next_human_seat == 0 else PERSON_NAMES[1]
        page = driver.page
        assert page.heading_label.text() == f"{name}, it is your turn"
        assert "since your last turn" in page.note_label.text()
        assert page.heading_label.text() in utterances
        focused_nodes = [node for node in visible_nodes() if node.focused]
        assert focused_nodes[-1].name == "I am here"
        assert page.heading_label.text() in focused_nodes[-1].description
        assert driver.person.window.windowTitle().startswith("Damn")
    actions = driver.person.facade.services.actions
    action_ids = ("hint", "why", "review", "look", "read_out", "take_back", "redo", "table_rules")
    assert [name for name in action_ids if actions[name].isEnabled()] == []
    assert actions["abandon"].isEnabled()
    assert driver.person.facade.services.pages.table is None
