"""Tests for the table-only display, made for a screen that all players see."""

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.phones_state import PhonesState
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.lan.wire import WatchSeatMessage
from greenbaize.ui.features.network.controller import create_default_host_options
from greenbaize.ui.table.join_code_item import JoinCodeItem
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.features.network.table_steps import open_table
from ui.table.person import wait_until
from ui.window_steps import banner_text, find_menu_action

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
ACTION_TEXT = "Show the table only"
FRIENDS = ("Ida", "Tom", "Eva", "Kim")


class TableOnlyScenario:
    """A network match of four friends on the host's or a spectator's screen."""

    def __init__(self, person, network, own_seat=0):
        self.person, self.session, self.own_seat = person, network.last_session, own_seat
        self.table = self.start_match()

    def start_match(self):
        """Start a match and wait until it is shown."""
        before = self.person.facade.match_view
        table = self.session.start_match(*FRIENDS, as_spectator=self.own_seat is None)
        self.names = [player.name for player in table.header.players]
        if self.own_seat is not None:
            self.own_seat = self.names.index("Ida")
        # One chair stays open for phones where the table is only displayed.
        chair_kinds = {"Kim": "bot"} if self.own_seat is None else {}
        chairs = [make_chair(name, chair_kinds.get(name, "guest")) for name in self.names]
        self.session.report_lobby(*chairs, you=self.own_seat, keeper=self.own_seat, stage="playing")
        wait_until(
            lambda: self.network_overlay is not None and self.person.facade.match_view is not before
        )
        return table

    @property
    def network_overlay(self):
        visit = self.person.facade.load_network_controller().session_controller
        return None if visit is None else visit.overlay

    @property
    def match_view(self):
        return self.person.match_view

    def press_key(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.match_view, key, modifier)


@pytest.fixture
def playing_host(open_program, network):
    """Start a match in which the host Ida plays."""
    person = open_program()
    open_table(person, network)
    return TableOnlyScenario(person, network)


@pytest.fixture
def display_host(open_program, network):
    """Start a match in which the host Ida has no chair."""
    person = open_program()
    open_table(person, network)
    network.last_session.report_lobby(*FOUR_CHAIRS, you=None, keeper=None)
    return TableOnlyScenario(person, network, own_seat=None)


def test_playing_host_switches_to_the_table_and_back(playing_host):
    own_view = playing_host.match_view.player_view
    assert not playing_host.match_view.table_only
    playing_host.press_key(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert playing_host.match_view.table_only
    assert playing_host.match_view.player_view.seat is None
    assert all(item.face is None for item in playing_host.person.scene.cards.own_hand)
    assert find_menu_action(playing_host.person, ACTION_TEXT).isChecked()
    assert (
        banner_text(playing_host.person) == "The table alone is shown; Esc shows everything again."
    )
    playing_host.press_key(Qt.Key.Key_Escape)
    assert not playing_host.match_view.table_only
    assert playing_host.match_view.player_view is own_view
    assert not find_menu_action(playing_host.person, ACTION_TEXT).isChecked()
    # The seat keeps receiving events.
    (seat,) = playing_host.table.awaited_human_seats
    question = LocalPlayerView(playing_host.table, seat).question
    playing_host.table.submit(question.answers[0].command)
    playing_host.match_view.pacing.advance_table()
    wait_until(lambda: playing_host.match_view.shown_view is own_view.view)


def test_table_display_is_full_screen(display_host):
    window = display_host.person.window
    assert window.isFullScreen()
    display_host.press_key(Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert not display_host.match_view.table_only


def test_window_is_restored_after_the_session(display_host):
    assert display_host.person.window.isFullScreen()
    display_host.session.report_end(None)
    wait_until(
        lambda: display_host.person.facade.load_network_controller().session_controller is None
    )
    wait_until(lambda: not display_host.person.window.isFullScreen())


def test_playing_host_keeps_the_window_size(playing_host):
    playing_host.press_key(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert playing_host.match_view.table_only
    assert not playing_host.person.window.isFullScreen()


def test_full_table_shows_no_join_code(display_host):
    url = "http://192.168.1.5:8410/#00"
    display_host.session.on_phones(PhonesState(url, (url,)))
    (join_item,) = [
        item for item in display_host.person.scene.items() if isinstance(item, JoinCodeItem)
    ]
    assert join_item.isVisible()
    display_host.session.report_lobby(
        *map(make_chair, display_host.names), you=None, keeper=None, stage="playing"
    )
    wait_until(lambda: not join_item.isVisible())


def test_playing_host_is_told_of_the_own_turn(playing_host):
    own_view = playing_host.match_view.player_view
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()
    is_own_turn = False
    while not is_own_turn:
        (seat,) = playing_host.table.awaited_human_seats
        assert (
            banner_text(playing_host.person)
            == "The table alone is shown; Esc shows everything again."
        )
        question = LocalPlayerView(playing_host.table, seat).question
        playing_host.table.submit(question.answers[0].command)
        is_own_turn = (
            own_view.question is not None and own_view.game.turn(own_view.view) == own_view.seat
        )
    assert banner_text(playing_host.person) == "It is your turn; Esc shows your hand."


def test_action_toggles_and_lasts_for_the_next_match(playing_host):
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()
    assert playing_host.match_view.table_only
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()
    assert not playing_host.match_view.table_only
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()
    before = playing_host.match_view
    playing_host.table = playing_host.session.start_match(*FRIENDS, seed="another")
    wait_until(lambda: playing_host.match_view is not before)
    assert playing_host.match_view.table_only


def test_display_host_sees_neither_sheet_nor_chat(display_host):
    assert display_host.match_view.table_only
    display_host.press_key(Qt.Key.Key_Escape)
    assert not display_host.match_view.table_only
    assert display_host.match_view.player_view is display_host.session.player_view
    find_menu_action(display_host.person, ACTION_TEXT).trigger()
    assert display_host.match_view.table_only
    assert not find_menu_action(display_host.person, "Sheet beside").isEnabled()
    assert not find_menu_action(display_host.person, "Chat").isEnabled()
    display_host.press_key(Qt.Key.Key_Escape)
    assert find_menu_action(display_host.person, "Sheet beside").isEnabled()
    assert find_menu_action(display_host.person, "Chat").isEnabled()


def test_banner_covers_neither_plates_nor_join_code(display_host):
    display_host.person.window.resize(1280, 800)
    display_host.session.on_phones(PhonesState("http://192.168.178.25:40123/#" + 32 * "0"))
    display_host.press_key(Qt.Key.Key_Escape)
    find_menu_action(display_host.person, ACTION_TEXT).trigger()
    view, banner = display_host.match_view.table_view, display_host.person.facade.banner
    assert banner.isVisible()
    assert banner.dismiss_button.isHidden()
    banner_rect = QRectF(view.mapFrom(display_host.person.window, banner.pos()), banner.size())
    scene = display_host.person.scene
    (join_item,) = [
        item for item in scene.items() if isinstance(item, JoinCodeItem) and item.isVisible()
    ]
    assert not any(
        banner_rect.intersects(item.sceneBoundingRect()) for item in (join_item, *scene.plates)
    )


def test_watched_hand_is_hidden_first(display_host):
    display_host.press_key(Qt.Key.Key_Escape)
    display_host.person.facade.load_network_controller().session_controller._on_viewed_seat_changed(
        1
    )
    find_menu_action(display_host.person, ACTION_TEXT).trigger()
    assert display_host.session.requests[-1] == WatchSeatMessage(None)
    assert (
        not display_host.match_view.table_only
    )  # no card of the hand that was being watched is shown
    display_host.start_match()
    assert display_host.match_view.table_only


def test_display_ends_with_the_session(display_host):
    display_host.session.report_end(None)
    wait_until(
        lambda: display_host.person.facade.load_network_controller().session_controller is None
    )
    assert not display_host.person.facade.load_network_controller().table_only.is_on
    assert not find_menu_action(display_host.person, ACTION_TEXT).isVisible()


def test_host_option_is_remembered(open_program, network):
    person = open_program()
    open_table(person, network)
    only = person.facade.waiting_room.settings_form.show_only_box
    assert only.isVisible()
    QTest.keyClick(only, Qt.Key.Key_Space)
    assert network.last_session.requests[-1] == ("show_only", True)
    network.last_session.report_lobby(*FOUR_CHAIRS, you=None, keeper=None)
    wait_until(lambda: only.isChecked() and person.facade.waiting_room.ready_button.isHidden())
    assert person.facade.waiting_room.change_button.isVisible()
    services = person.facade.services
    setup, now = services.setup.table_setup, services.settings.current
    opening = create_default_host_options(
        services.games, now, setup, services.launcher.next_launcher
    )
    assert opening.is_show_only


@pytest.mark.parametrize(
    "stored_setup",
    [{"hints": 1}, {"hands": 0}, {"clock": False}, {"clock": 30.0}, {"bots": ["easy"]}],
    ids=str,
)
def test_malformed_stored_setup_is_ignored(open_program, stored_setup):
    services = open_program().facade.services
    setup, now = services.setup.table_setup, services.settings.current
    usual = create_default_host_options(
        services.games, now, setup, services.launcher.next_launcher
    ).match_setup
    now.table = stored_setup
    lay = create_default_host_options(
        services.games, now, setup, services.launcher.next_launcher
    ).match_setup
    assert repr(lay) == repr(usual)


def test_replaced_tables_are_garbage_collected(playing_host):
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()
    display_ref = weakref.ref(playing_host.match_view)
    playing_host.press_key(Qt.Key.Key_Escape)
    match_ref = weakref.ref(playing_host.match_view)
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()

    def are_collected():
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        return display_ref() is None and match_ref() is None

    wait_until(are_collected)


def test_idle_mouse_hides_note_and_pointer(display_host):
    match_view, view = display_host.match_view, display_host.match_view.table_view
    plate = view.mapFromScene(match_view.scene.plates[1].body_rect().center())
    wait_until(lambda: not match_view.animator.is_busy)
    QTest.mouseMove(view.viewport(), plate)
    match_view.hover_help._delay_timer.timeout.emit()
    assert match_view.scene.note.isVisible()
    assert view.idle_timer.isActive()
    view.idle_timer.timeout.emit()
    assert not match_view.scene.note.isVisible()
    assert view.viewport().cursor().shape() == Qt.CursorShape.BlankCursor
    match_view.hover_help.refresh_note()
    assert not match_view.scene.note.isVisible()
    QTest.mouseMove(view.viewport(), plate - QPoint(1, 1))
    assert view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    match_view.hover_help._delay_timer.timeout.emit()
    assert match_view.scene.note.isVisible()


def test_full_screen_display_hides_menus_and_keeps_shortcuts(playing_host):
    window = playing_host.person.facade
    menus, full = window.menuBar(), find_menu_action(playing_host.person, "Full screen")
    usual = menus.height()
    full.trigger()
    assert menus.height() == usual > 0
    find_menu_action(playing_host.person, ACTION_TEXT).trigger()
    wait_until(lambda: playing_host.match_view.table_only and menus.height() == 0)
    QTest.keyClick(playing_host.match_view, Qt.Key.Key_F11)
    wait_until(lambda: not window.isFullScreen() and menus.height() == usual)
    QTest.keyClick(playing_host.match_view, Qt.Key.Key_F11)
    wait_until(lambda: menus.height() == 0)
    playing_host.press_key(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    wait_until(lambda: not playing_host.match_view.table_only and menus.height() == usual)
    assert window.isFullScreen()
