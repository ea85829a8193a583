"""Tests for the page that covers the table while the computer is passed on."""

from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import OpenMatch, create_header, mark_one_computer
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.match import hot_seat_page
from greenbaize.ui.match.hot_seat_page import IGNORE_PRESSES_MS, LIFT_KEYS, HotSeatPage
from greenbaize.ui.shell.navigation import ResumeRoute
from greenbaize.ui.widgets.fonts import SMALL
from ui.accessibility_tree import screen_reader_active, visible_nodes
from ui.match.hot_seat_steps import ADVANCE_KEYS, PERSON_NAMES, HotSeatDriver, start_hot_seat_match
from ui.show_widget import show_widget
from ui.table.person import wait_until

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


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


class TestHotSeatPage:
    """The page alone; nobody has begun to play."""

    @pytest.fixture
    def match(self, application):
        players = (HeaderPlayer("Anna"), HeaderPlayer("Otto", "bot", "easy"), HeaderPlayer("Boris"))
        header = create_header("damn", players, {"deals": 2}, seed_from_text("pass"))
        match = OpenMatch.create(mark_one_computer(header), IN_PROCESS_LAUNCHER)
        match.table.start_match()
        yield match
        match.close()

    @pytest.fixture
    def page(self, qtbot, match):
        page = HotSeatPage(match, ("Anna", "Otto", "Boris"), 2)
        page.animator.speed = 0.0
        return show_widget(qtbot, page, 800, 500)

    @pytest.mark.parametrize("key", LIFT_KEYS)
    def test_keys_confirm_wherever_the_focus_is(self, qtbot, page, key):
        with qtbot.waitSignal(page.person_ready):
            QTest.keyClick(page, key)

    def test_a_click_confirms_but_other_keys_do_not(self, qtbot, page):
        with qtbot.assertNotEmitted(page.person_ready):
            QTest.keyClick(page, Qt.Key.Key_Escape)
            QTest.keyClick(page, Qt.Key.Key_A)
            held_key = QKeyEvent(
                QEvent.Type.KeyPress, Qt.Key.Key_Space, NO_MODIFIER, " ", autorep=True
            )
            QApplication.sendEvent(page, held_key)
        with qtbot.waitSignal(page.person_ready):
            QTest.mouseClick(page.button, Qt.MouseButton.LeftButton)

    def test_button_has_the_focus_and_tells_whom_it_waits_for(self, page):
        assert page.focusWidget() is page.button
        assert page.button.accessibleDescription() == (
            f"{page.heading_label.text()} All hands are covered."
        )
        page.show_missed_note()
        assert page.note_label.text().startswith("All hands are covered. First you see")
        assert page.button.accessibleDescription().endswith(page.note_label.text())

    def test_heading_says_whose_turn_it_is(self, match):
        awaited_seats = match.table.awaited_human_seats
        headings = {}
        for seat in (0, 2):
            page = HotSeatPage(match, ("Anna", "Otto", "Boris"), seat)
            headings[seat] = page.heading_label.text()
            page.match = None  # which stays open
        names = {0: "Anna", 2: "Boris"}
        assert headings == {
            seat: f"{name}, it is your turn" if seat in awaited_seats else f"{name}, you are next"
            for seat, name in names.items()
        }
        assert len(awaited_seats) == 1

    def test_page_belongs_to_its_match(self, page, match):
        assert page.heading == "Damn"
        assert page.is_played
        assert page.restore_route == ResumeRoute(match.file.path)
        page.match = None
        assert page.restore_route is None
        page.close_page()

    def test_closed_page_closes_the_match(self, page, match, monkeypatch):
        closed_matches = []

        def record_close(match):
            closed_matches.append(match)

        monkeypatch.setattr(type(match), "close", record_close)
        page.close()
        assert closed_matches == [match]
        monkeypatch.undo()

    def test_shown_page_announces_the_person_and_ignores_presses(self, qtbot, match, monkeypatch):
        announced_texts = []
        monkeypatch.setattr(
            hot_seat_page, "announce", lambda _, text, **how: announced_texts.append((text, how))
        )
        page = HotSeatPage(match, ("Anna", "Otto", "Boris"), 0)
        page.animator._clock = lambda: 0.0
        show_widget(qtbot, page, 800, 500)
        assert announced_texts == [(page.heading_label.text(), {"urgent": True})]
        assert page.animator.is_busy
        with qtbot.assertNotEmitted(page.person_ready):
            QTest.keyClick(page, Qt.Key.Key_Space)

    @pytest.mark.parametrize(
        ("size", "letter_px"),
        [((400, 280), 18), ((800, 500), 31), ((1600, 1000), 62), ((1000, 900), 45)],
    )
    def test_letters_and_panel_follow_the_page(self, page, size, letter_px):
        page.resize(*size)
        assert page.heading_label.font().pixelSize() == letter_px
        assert page.note_label.font().pixelSize() == max(SMALL, round(0.5 * letter_px))
        assert page.panel.geometry().center() == page.rect().center()
        assert page.rect().adjusted(8, 8, -8, -8).contains(page.panel.geometry())
        assert page.panel.width() >= int(0.72 * (size[0] - 16))
        assert page.panel.height() >= int(0.72 * (size[1] - 16))

    def test_panel_has_a_largest_size(self, page):
        page.resize(3840, 2160)
        assert (page.panel.width(), page.panel.height()) == (1600, 1000)
