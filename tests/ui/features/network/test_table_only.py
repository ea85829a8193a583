"""Tests for the table-only display, made for a screen that all players see."""

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.shown import PhonesShown
from greenbaize.app.tables.player_view import LocalView
from greenbaize.lan.wire import Look
from greenbaize.ui.features.network.door import usual_opening
from greenbaize.ui.table.way_in import WayInItem
from ui.features.network.fake_session import FOUR, chair
from ui.features.network.test_door import open_table
from ui.shell.test_window import action, told
from ui.table.person import until

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
ONLY = "Show the table only"
FRIENDS = ("Ida", "Tom", "Eva", "Kim")


class Shown:
    """A network match of four friends on the host's or a spectator's screen."""

    def __init__(self, person, network, you=0):
        self.person, self.session, self.you = person, network.last, you
        self.table = self.begin()

    def begin(self):
        """Start a match and wait until it is shown."""
        before = self.person.main.playing
        table = self.session.play(*FRIENDS, watched=self.you is None)
        self.names = [one.name for one in table.header.sitters]
        if self.you is not None:
            self.you = self.names.index("Ida")
        # One chair stays open for phones where the table is only displayed.
        who = {"Kim": "bot"} if self.you is None else {}
        chairs = [chair(name, who.get(name, "guest")) for name in self.names]
        self.session.show(*chairs, you=self.you, keeper=self.you, stage="playing")
        until(lambda: self.at_table is not None and self.person.main.playing is not before)
        return table

    @property
    def at_table(self):
        visit = self.person.main.door().visit
        return None if visit is None else visit.at_table

    @property
    def playing(self):
        return self.person.playing

    def press(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.playing, key, modifier)


@pytest.fixture
def host(opened, network):
    """Start a match in which the host Ida plays."""
    person = opened()
    open_table(person, network)
    return Shown(person, network)


@pytest.fixture
def shower(opened, network):
    """Start a match in which the host Ida has no chair."""
    person = opened()
    open_table(person, network)
    network.last.show(*FOUR, you=None, keeper=None)
    return Shown(person, network, you=None)


def test_a_host_who_plays_shows_what_all_may_see_and_comes_back_to_the_own_hand(host):
    own = host.playing.place
    assert not host.playing.table_only
    host.press(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert host.playing.table_only
    assert host.playing.place.seat is None
    assert all(one.face is None for one in host.person.scene.cards.own)
    assert action(host.person, ONLY).isChecked()
    assert told(host.person) == "The table alone is shown; Esc shows everything again."
    host.press(Qt.Key.Key_Escape)
    assert not host.playing.table_only
    assert host.playing.place is own
    assert not action(host.person, ONLY).isChecked()
    # The seat keeps receiving events.
    (seat,) = host.table.people_awaited
    question = LocalView(host.table, seat).question
    host.table.submit(question.answers[0].command)
    host.playing.stage.go_on()
    until(lambda: host.playing.seen is own.view)


def test_a_table_that_is_only_shown_fills_the_screen_until_the_stay_is_over(shower):
    window = shower.person.window
    assert window.isFullScreen()
    shower.press(Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert not shower.playing.table_only


def test_the_window_is_as_before_once_the_stay_is_over(shower):
    assert shower.person.window.isFullScreen()
    shower.session.end(None)
    until(lambda: shower.person.main.door().visit is None)
    until(lambda: not shower.person.window.isFullScreen())


def test_who_plays_and_shows_the_table_keeps_the_window(host):
    host.press(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert host.playing.table_only
    assert not host.person.window.isFullScreen()


def test_no_way_in_is_shown_at_a_full_table(shower):
    url = "http://192.168.1.5:8410/#00"
    shower.session.on_phones(PhonesShown(url, (url,)))
    (way,) = [one for one in shower.person.scene.items() if isinstance(one, WayInItem)]
    assert way.isVisible()
    shower.session.show(*map(chair, shower.names), you=None, keeper=None, stage="playing")
    until(lambda: not way.isVisible())


def test_a_host_who_plays_is_told_of_the_own_turn(host):
    own = host.playing.place
    action(host.person, ONLY).trigger()
    asked = False
    while not asked:
        (seat,) = host.table.people_awaited
        assert told(host.person) == "The table alone is shown; Esc shows everything again."
        question = LocalView(host.table, seat).question
        host.table.submit(question.answers[0].command)
        asked = own.question is not None and own.game.turn(own.view) == own.seat
    assert told(host.person) == "It is your turn; Esc shows your hand."


def test_the_same_action_shows_everything_again_and_it_stays_for_the_next_match(host):
    action(host.person, ONLY).trigger()
    assert host.playing.table_only
    action(host.person, ONLY).trigger()
    assert not host.playing.table_only
    action(host.person, ONLY).trigger()
    before = host.playing
    host.table = host.session.play(*FRIENDS, seed="another")
    until(lambda: host.playing is not before)
    assert host.playing.table_only


def test_a_host_without_a_chair_shows_the_table_alone_at_once_without_sheet_and_chat(shower):
    assert shower.playing.table_only
    shower.press(Qt.Key.Key_Escape)
    assert not shower.playing.table_only
    assert shower.playing.place is shower.session.place
    action(shower.person, ONLY).trigger()
    assert shower.playing.table_only
    assert not action(shower.person, "Sheet beside").isEnabled()
    assert not action(shower.person, "Chat").isEnabled()
    shower.press(Qt.Key.Key_Escape)
    assert action(shower.person, "Sheet beside").isEnabled()
    assert action(shower.person, "Chat").isEnabled()


def test_what_is_said_of_it_covers_neither_a_plate_nor_the_way_in(shower):
    shower.person.window.resize(1280, 800)
    shower.session.on_phones(PhonesShown("http://192.168.178.25:40123/#" + 32 * "0"))
    shower.press(Qt.Key.Key_Escape)
    action(shower.person, ONLY).trigger()
    view, banner = shower.playing.view, shower.person.main.banner
    assert banner.isVisible()
    assert banner.away.isHidden()
    place = QRectF(view.mapFrom(shower.person.window, banner.pos()), banner.size())
    scene = shower.person.scene
    (way,) = [one for one in scene.items() if isinstance(one, WayInItem) and one.isVisible()]
    assert not any(place.intersects(one.sceneBoundingRect()) for one in (way, *scene.plates))


def test_whoever_looks_at_a_hand_looks_at_none_before_the_table_alone_is_shown(shower):
    shower.press(Qt.Key.Key_Escape)
    shower.person.main.door().visit._on_looked(1)
    action(shower.person, ONLY).trigger()
    assert shower.session.asked[-1] == Look(None)
    assert not shower.playing.table_only  # no card of the hand that was being watched is shown
    shower.begin()
    assert shower.playing.table_only


def test_it_ends_with_the_stay(shower):
    shower.session.end(None)
    until(lambda: shower.person.main.door().visit is None)
    assert not shower.person.main.door().table_only.on
    assert not action(shower.person, ONLY).isVisible()


def test_only_the_host_says_in_the_room_to_show_the_table_and_it_is_remembered(opened, network):
    person = opened()
    open_table(person, network)
    only = person.main.room.house.only
    assert only.isVisible()
    QTest.keyClick(only, Qt.Key.Key_Space)
    assert network.last.asked[-1] == ("show_only", True)
    network.last.show(*FOUR, you=None, keeper=None)
    until(lambda: only.isChecked() and person.main.room.ready_button.isHidden())
    assert person.main.room.change_button.isVisible()
    services = person.main.services
    setup, now = services.setup.table, services.settings.now
    opening = usual_opening(services.games, now, setup, services.launcher.now)
    assert opening.shows


@pytest.mark.parametrize(
    "stored_setup",
    [{"hints": 1}, {"hands": 0}, {"clock": False}, {"clock": 30.0}, {"bots": ["easy"]}],
    ids=str,
)
def test_what_is_kept_of_a_table_in_another_form_does_not_count(opened, stored_setup):
    services = opened().main.services
    setup, now = services.setup.table, services.settings.now
    usual = usual_opening(services.games, now, setup, services.launcher.now).lay
    now.table = stored_setup
    lay = usual_opening(services.games, now, setup, services.launcher.now).lay
    assert repr(lay) == repr(usual)


def test_tables_that_were_shown_are_not_kept(host):
    action(host.person, ONLY).trigger()
    shown = weakref.ref(host.playing)
    host.press(Qt.Key.Key_Escape)
    usual = weakref.ref(host.playing)
    action(host.person, ONLY).trigger()

    def gone():
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        return shown() is None and usual() is None

    until(gone)


def test_a_mouse_left_on_the_table_leaves_neither_a_note_nor_a_pointer(shower):
    playing, view = shower.playing, shower.playing.view
    plate = view.mapFromScene(playing.scene.plates[1].body().center())
    until(lambda: not playing.motion.busy)
    QTest.mouseMove(view.viewport(), plate)
    playing.pointing._resting.timeout.emit()
    assert playing.scene.note.isVisible()
    assert view.idle.isActive()
    view.idle.timeout.emit()
    assert not playing.scene.note.isVisible()
    assert view.viewport().cursor().shape() == Qt.CursorShape.BlankCursor
    playing.pointing.refresh()
    assert not playing.scene.note.isVisible()
    QTest.mouseMove(view.viewport(), plate - QPoint(1, 1))
    assert view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    playing.pointing._resting.timeout.emit()
    assert playing.scene.note.isVisible()


def test_on_a_full_screen_the_table_alone_has_no_menus_and_keeps_their_keys(host):
    window = host.person.main
    menus, full = window.menuBar(), action(host.person, "Full screen")
    usual = menus.height()
    full.trigger()
    assert menus.height() == usual > 0
    action(host.person, ONLY).trigger()
    until(lambda: host.playing.table_only and menus.height() == 0)
    QTest.keyClick(host.playing, Qt.Key.Key_F11)
    until(lambda: not window.isFullScreen() and menus.height() == usual)
    QTest.keyClick(host.playing, Qt.Key.Key_F11)
    until(lambda: menus.height() == 0)
    host.press(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    until(lambda: not host.playing.table_only and menus.height() == usual)
    assert window.isFullScreen()
