"""Tests for the replay page: every position equals the match, by mouse and by keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.match.event_log import OPEN_HANDS
from greenbaize.rules.events import CardPlayed, MatchEnded, TrickTaken
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.features.history.replay_bar import TransportSymbol
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, encode_view_record, play_randomly
from ui.table.person import LEFT_BUTTON, wait_until
from ui.table.table_checks import check_table_shows

GOLDEN = Path(__file__).parents[3] / "golden"
RECORD_NAMES = ("damn-4-table", "blackout-4", "master-4-ranked", "ass-3", "rank-4-deals")
Key = Qt.Key


class ReplayPageUser:
    """A simulated person using the replay page."""

    def __init__(self, replaying):
        self.page = replaying
        self.bar = replaying.bar

    @property
    def moment(self):
        return self.page.moment

    def press_key(self, key, *, ctrl=False):
        modifiers = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(self.page.windowHandle(), key, modifiers)

    def click_widget(self, widget, position=None):
        point = widget.rect().center() if position is None else position
        QTest.mouseClick(self.page.windowHandle(), LEFT_BUTTON, pos=widget.mapTo(self.page, point))
        QApplication.processEvents()

    def timeline_point(self, moment):
        """Return the point of a position on the timeline, in window coordinates."""
        timeline = self.bar.timeline
        point = QPoint(round(timeline.x_of_moment(moment)), timeline.height() // 2)
        return timeline.mapTo(self.page, point)

    def check_page(self):
        """Check that table, side column, last trick and timeline show the current position."""
        table, replay = self.page.table, self.page.replay
        view = replay.playback.view_at(self.moment, table.viewer)
        assert self.page.shown_view == view
        table_picture = table.replay_view.game.picture(view)
        check_table_shows(table.scene, table_picture)
        assert self.bar.timeline.value() == self.moment
        past_tricks = [moment for moment in replay.playback.trick_moments if moment <= self.moment]
        panel_text = table.side_column.last_trick_panel.accessibleName()
        if past_tricks:
            trick_taken = replay.playback.events[past_tricks[-1] - 1]
            assert isinstance(trick_taken, TrickTaken)
            last = replay.playback.view_at(past_tricks[-1], table.viewer)
            taker, trick = table.replay_view.game.picture(last).taken_tricks[-1]
            assert taker == trick_taken.seat
            messages = table.replay_view.game.trick_gains(last, trick)
            table.side_column.last_trick_panel.show_trick(
                taker, trick, " ".join(map(Speaker().format_message, messages))
            )
            assert table.side_column.last_trick_panel.accessibleName() == panel_text


@pytest.fixture
def open_replay_user(open_replay):
    return lambda *record, **given: ReplayPageUser(open_replay(*record, **given))


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORD_NAMES)
def test_every_moment_shows_the_table_as_it_was(open_replay_user, record):
    user = open_replay_user(record)
    last = len(user.page.replay.playback)
    for moment in [*range(0, last, max(1, last // 25)), last, last - 1, 3, 0]:
        user.page.go_to_moment(moment)
        user.check_page()


@pytest.mark.parametrize("pace", [0.0, 50.0])
def test_last_event_shows_the_result(open_replay_user, pace):
    user = open_replay_user("ass-3", pace=pace)
    table, end = user.page.table, user.page.replay.playback.events[-1]
    user.page.go_to_moment(len(user.page.replay.playback) - 1)
    assert table.result_sheet is None
    user.press_key(Key.Key_Right)
    wait_until(lambda: table.result_sheet is not None and table.result_sheet.isVisible())
    names = [text.name for text in user.page.replay.header.players]
    winners = [name for name, rank in zip(names, end.places, strict=True) if rank == 1]
    assert all(name in table.result_sheet.headline for name in winners)
    result_texts = [plate.accessibleName() for plate in table.result_sheet.ranking.plates]
    result_texts += [label.text() for label in table.result_sheet.findChildren(PlainLabel)]
    assert all(any(name in text for text in result_texts) for name in names)
    # The keys keep controlling the replay, and Esc closes the result.
    for key, is_shown in ((Key.Key_Left, False), (Key.Key_End, True), (Key.Key_Escape, False)):
        user.press_key(key)
        assert (table.result_sheet is not None) is is_shown
    user.press_key(Key.Key_End)
    user.click_widget(table.result_sheet.close_link)
    assert table.result_sheet is None
    assert user.page.hasFocus()


def test_moment_label_waits_for_the_trick_animation(open_replay_user):
    user = open_replay_user("ass-3", pace=1.0)
    trick_index = user.page.replay.playback.trick_moments[2]
    user.page.go_to_moment(trick_index - 1)
    assert user.bar.moment_label.text() == "Deal 1, trick 3"
    user.press_key(Key.Key_Right)
    assert user.page.table.animator.is_busy
    assert user.bar.moment_label.text() == "Deal 1, trick 3"
    user.page.finish_animations()
    assert user.bar.moment_label.text() == "Deal 1, trick 4"


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORD_NAMES)
def test_stepping_back_and_forth_is_consistent(open_replay_user, record):
    user = open_replay_user(record)
    middle = len(user.page.replay.playback) // 2
    user.page.go_to_moment(middle)
    for _ in range(12):
        user.press_key(Key.Key_Right)
        user.check_page()
    assert user.moment == middle + 12
    for _ in range(15):
        user.press_key(Key.Key_Left)
        user.check_page()
    assert user.moment == middle - 3


@pytest.mark.long
@pytest.mark.parametrize("record", RECORD_NAMES)
def test_playback_stops_at_the_end_and_restarts(open_replay_user, record):
    user = open_replay_user(record, pace=1000.0)
    last = len(user.page.replay.playback)
    user.page.go_to_moment(last - 30)
    user.bar.speed_box.setCurrentIndex(user.bar.speed_box.count() - 1)
    user.press_key(Key.Key_Space)
    assert user.page.is_playing
    assert user.bar.play_button.symbol is TransportSymbol.PAUSE
    wait_until(lambda: not user.page.is_playing)
    user.page.finish_animations()
    assert user.moment == last
    assert user.bar.moment_label.text() == "The end"
    assert user.bar.play_button.symbol is TransportSymbol.PLAY
    user.check_page()
    user.click_widget(user.bar.play_button)
    assert user.moment < last
    user.press_key(Key.Key_Space)
    assert not user.page.is_playing


def test_playback_at_the_end_starts_from_the_beginning(open_replay_user):
    user = open_replay_user("damn-3", pace=1000.0)
    user.press_key(Key.Key_End)
    assert user.moment == len(user.page.replay.playback)
    user.press_key(Key.Key_Space)
    assert user.page.is_playing
    assert user.moment < 5
    user.press_key(Key.Key_Space)
    assert not user.page.is_playing


def test_playback_works_without_animations(open_replay_user):
    user = open_replay_user("damn-3")
    user.bar.speed_box.setCurrentIndex(user.bar.speed_box.count() - 1)
    user.press_key(Key.Key_Space)
    wait_until(lambda: user.moment == 3)
    user.press_key(Key.Key_Space)
    moment = user.moment
    QApplication.processEvents()
    assert user.moment == moment
    user.check_page()


def test_stepping_forward_animates_the_card(open_replay_user):
    user = open_replay_user("damn-3", pace=0.01)
    events = user.page.replay.playback.events
    plays = [index for index, event in enumerate(events) if isinstance(event, CardPlayed)]
    user.page.go_to_moment(plays[0])
    user.press_key(Key.Key_Right)
    assert user.page.table.animator.is_busy
    user.press_key(Key.Key_Right)  # the first animation finishes before the next starts
    assert user.moment == plays[0] + 2
    user.press_key(Key.Key_Escape)
    assert not user.page.table.animator.is_busy
    user.check_page()


def test_jump_cancels_animations(open_replay_user):
    user = open_replay_user("rank-2", pace=0.01)
    user.page.go_to_moment(20)
    user.press_key(Key.Key_Right)
    user.press_key(Key.Key_Right)
    user.press_key(Key.Key_Home)
    assert user.moment == 0
    assert not user.page.table.animator.is_busy
    user.press_key(Key.Key_End)
    user.check_page()


@pytest.mark.slow
def test_keys_jump_by_tricks_and_deals(open_replay_user):
    user = open_replay_user("damn-4-hook-zero-bids")
    playback = user.page.replay.playback
    (first, second), last = playback.deal_moments[:2], len(playback)
    full = next(trick_index for trick_index in playback.trick_moments if trick_index > second) - 1
    for key, ctrl, moment in (
        (Key.Key_PageDown, False, first),
        (Key.Key_PageDown, False, second),
        (Key.Key_Right, True, full),
        (Key.Key_Right, False, full + 1),
        (Key.Key_Left, True, full),
        (Key.Key_PageUp, False, second),
        (Key.Key_PageUp, False, first),
        (Key.Key_PageUp, False, 0),
        (Key.Key_PageUp, False, 0),
    ):
        user.press_key(key, ctrl=ctrl)
        assert user.moment == moment
        if moment == full:
            user.check_page()
            # The full trick stays visible before it is taken.
            assert len(user.page.table.scene.cards.trick) == 4
    assert not user.bar.previous_deal_button.isEnabled()
    user.press_key(Key.Key_End)
    assert user.moment == last
    assert not user.bar.next_deal_button.isEnabled()


def test_trick_buttons_jump_by_turns_without_tricks(open_replay_user):
    user = open_replay_user("rank-4-deals")
    playback = user.page.replay.playback
    user.press_key(Key.Key_PageDown)
    turn = playback.game.turn(playback.state_at(user.moment))
    user.click_widget(user.bar.next_trick_button)
    assert playback.game.turn(playback.state_at(user.moment)) != turn
    assert "turn 2" in user.bar.moment_label.text()
    assert "turn" in user.bar.next_trick_button.accessibleName()
    user.click_widget(user.bar.previous_trick_button)
    assert user.moment == playback.deal_moments[0]


@pytest.mark.slow
def test_the_buttons_do_what_the_keys_do(open_replay_user):
    user = open_replay_user("ass-3")
    playback, bar = user.page.replay.playback, user.bar
    trick = playback.trick_moments[0]
    for button, moment in (
        (bar.next_deal_button, playback.deal_moments[0]),
        (bar.next_trick_button, trick - 1),
        (bar.next_step_button, trick),
        (bar.previous_step_button, trick - 1),
        (bar.previous_trick_button, playback.deal_moments[0]),
        (bar.previous_deal_button, 0),
    ):
        user.click_widget(button)
        assert user.moment == moment
    user.press_key(Key.Key_Space)  # clicking with the mouse does not move the focus
    assert user.page.is_playing


@pytest.mark.slow
def test_timeline_follows_the_mouse(open_replay_user):
    user = open_replay_user("master-2")
    QTest.mouseClick(user.page.windowHandle(), LEFT_BUTTON, pos=user.timeline_point(500))
    wait_until(lambda: user.page.table.moment > 0)
    assert abs(user.moment - 500) < 3
    user.check_page()
    # After a drag the table shows the position under the mouse.
    QTest.mousePress(user.page.windowHandle(), LEFT_BUTTON, pos=user.timeline_point(500))
    for moment in range(500, 800, 10):
        QTest.mouseMove(user.page.windowHandle(), user.timeline_point(moment))
    QTest.mouseRelease(user.page.windowHandle(), LEFT_BUTTON, pos=user.timeline_point(800))
    wait_until(lambda: user.page.table.moment > 700)
    user.check_page()


def test_timeline_describes_moments(open_replay_user):
    user = open_replay_user("damn-3")
    playback = user.page.replay.playback
    first = next(
        event_index
        for event_index in playback.play_moments
        if event_index > playback.deal_moments[1]
    )
    for moment, words in (
        (0, "The beginning"),
        (playback.deal_moments[1], "Deal 2, the opening"),
        (first - 1, "Deal 2, the opening"),
        (first, "Deal 2, trick 1"),
        (playback.trick_moments[1] - 1, "Deal 2, trick 1"),
        (playback.trick_moments[1], "Deal 2, trick 2"),
        (playback.trick_moments[2], "Deal 2, trick 2"),  # the deal has no third trick
        (len(playback) - 1, "Deal 2, the score"),
        (len(playback), "The end"),
    ):
        assert user.page.describe_moment(moment) == words
    QTest.mouseMove(user.page.windowHandle(), user.timeline_point(playback.deal_moments[1]))
    assert "Deal 2" in user.bar.timeline.toolTip()


@pytest.mark.parametrize("at_box", [False, True])
def test_up_and_down_change_the_speed_in_any_focus(open_replay_user, at_box):
    user = open_replay_user("damn-3", pace=1.0)
    if at_box:
        user.bar.speed_box.setFocus(Qt.FocusReason.TabFocusReason)
    for key, times, speed, text in (
        (Key.Key_Up, 1, 2.0, "2×"),
        (Key.Key_Up, 5, 8.0, "8×"),
        (Key.Key_Down, 9, 0.5, "½×"),
    ):
        for _ in range(times):
            user.press_key(key)
        assert user.page.table.animator.speed == speed
        assert user.bar.speed_box.currentText() == text
    assert user.bar.speed_box.hasFocus() == at_box


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORD_NAMES)
def test_side_column_keeps_its_geometry(open_replay_user, record):
    user = open_replay_user(record)
    last, side = len(user.page.replay.playback), user.page.side_column
    geometries = set()
    for moment in (
        0,
        *user.page.replay.playback.deal_moments[:4],
        *range(0, last, last // 12),
        last,
    ):
        user.page.go_to_moment(moment)
        QApplication.processEvents()
        parts = (side, side.last_trick_panel, side.last_turns_panel, user.page.table.table_view)
        rects = [part.geometry().getRect() for part in parts if part.isVisible()]
        sheet = side.sheet_panel.geometry()  # grows downwards by a row per deal
        geometries.add((sheet.topLeft().toTuple(), sheet.width(), *rects))
        assert side.sheet_panel.width() == side.last_trick_panel.width() or not side.has_tricks
    assert len(geometries) == 1


@pytest.mark.slow
def test_sheet_needs_no_horizontal_scrolling_at_the_end(open_replay_user):
    user = open_replay_user("master-4-ranked")
    user.page.resize(1280, 718)
    user.page.go_to_moment(len(user.page.replay.playback))
    QApplication.processEvents()
    assert user.page.side_column.sheet_panel.table.horizontalScrollBar().maximum() == 0


@pytest.mark.slow
def test_why_explains_any_trick(open_replay_user):
    user = open_replay_user("master-4-ranked")
    playback = user.page.replay.playback
    for number, score_sentence in ((40, ""), (3, " It costs 1.")):
        user.page.go_to_moment(playback.trick_moments[number])
        user.click_widget(user.page.side_column.last_trick_panel.why_button)
        user.page.side_column.explain_last_trick()
        (dialog,) = (
            item for item in user.page.findChildren(TrickExplanationDialog) if item.isVisible()
        )
        assert user.page.side_column.explanation_dialog is dialog
        trick_taken = playback.events[playback.trick_moments[number] - 1]
        assert isinstance(trick_taken, TrickTaken)
        name = user.page.replay.header.players[trick_taken.seat].name
        words = [label.text() for label in dialog.findChildren(PlainLabel)]
        assert sum(f"{name}\n" in item for item in words) == 1
        assert f"{name} takes the trick.{score_sentence}" in words
        dialog.reject()
        wait_until(lambda: not user.page.findChildren(TrickExplanationDialog))


def test_last_trick_panel_is_empty_before_the_first_trick(open_replay_user):
    user = open_replay_user("damn-3")
    user.press_key(Key.Key_End)
    assert user.page.side_column.last_trick_panel.why_button.isVisible()
    user.press_key(Key.Key_Home)
    assert not user.page.side_column.last_trick_panel.why_button.isVisible()
    user.page.go_to_moment(user.page.replay.playback.deal_moments[1])
    assert (
        user.page.side_column.last_trick_panel.why_button.isVisible()
    )  # the last trick of the previous deal


@pytest.mark.slow
def test_last_turns_match_the_moment(open_replay_user):
    stepped, jumped = open_replay_user("rank-2"), open_replay_user("rank-2")
    while stepped.moment < 60:
        stepped.page.step_event(1)
    jumped.page.go_to_moment(100)
    jumped.page.go_to_moment(60)

    def lines(user):
        box = user.page.side_column.last_turns_panel.line_list
        return [box.item(row).text() for row in range(box.count())]

    assert len(lines(jumped)) > 5
    assert lines(jumped) == lines(stepped)
    jumped.press_key(Key.Key_Home)
    assert lines(jumped) == []


@pytest.mark.slow
def test_viewer_changes_the_visible_hands(open_replay_user):
    user = open_replay_user("damn-4-hook-zero-bids")
    assert user.page.table.viewer == 0  # the human player's seat
    user.page.go_to_moment(user.page.replay.playback.deal_moments[-1])
    known_hands = [not hand.unknown for hand in visible_hands(user)]
    assert known_hands == [True, False, False, False]
    names = [user.bar.viewer_box.itemText(row) for row in range(user.bar.viewer_box.count())]
    assert names[1] == "All cards open"
    assert names[-1] == "As a watcher saw it"
    assert len(names) == 6
    user.bar.viewer_box.setFocus(Qt.FocusReason.TabFocusReason)
    user.press_key(Key.Key_Down)  # all cards open
    assert all(not hand.unknown for hand in visible_hands(user))
    user.check_page()
    user.press_key(Key.Key_Down)  # the next seat
    assert [not hand.unknown for hand in visible_hands(user)] == [False, True, False, False]
    assert user.page.table.scene.near_seat == 1
    user.check_page()
    user.press_key(Key.Key_End)  # of the list, which has the focus
    assert all(hand.unknown for hand in visible_hands(user))
    assert user.moment == user.page.replay.playback.deal_moments[-1]
    user.check_page()


def visible_hands(user):
    return user.page.player_view.game.picture(user.page.shown_view).hands


@pytest.mark.slow
def test_local_player_is_the_first_viewer(open_replay_user):
    assert open_replay_user("damn-4-table").page.table.viewer == OPEN_HANDS
    name = open_replay_user("damn-4-table").page.replay.header.players[2].name
    assert open_replay_user("damn-4-table", name=name).page.table.viewer == 2


@pytest.mark.slow
def test_view_record_has_a_single_viewer(open_replay_user):
    recorded_match = play_randomly(GameSetup("ass", 3, {}), 3)
    user = open_replay_user(encode_view_record(recorded_match, 1))
    bar = user.bar
    assert bar.viewer_box.count() == 1
    assert bar.viewer_box.currentText() == "As P1 saw it"
    assert not bar.viewer_box.isEnabled()
    assert not bar.play_on_button.isEnabled()
    assert user.page.table.scene.near_seat == 1
    user.page.go_to_moment(user.page.replay.playback.deal_moments[0])
    assert [not hand.unknown for hand in visible_hands(user)] == [False, True, False]
    for moment in (15, len(recorded_match.events), 2):
        user.page.go_to_moment(moment)
        user.check_page()
    user.press_key(Key.Key_Right)
    user.check_page()


def test_spectator_record_is_replayed(open_replay_user):
    recorded_match = play_randomly(GameSetup("damn", 3, {"deals": 3}), 3)
    user = open_replay_user(encode_view_record(recorded_match, None))
    assert user.bar.viewer_box.currentText() == "As a watcher saw it"
    user.page.go_to_moment(10)
    assert not any(hand.cards for hand in visible_hands(user))
    user.check_page()


def test_unfinished_match_offers_no_open_cards(open_replay_user):
    record_lines = (GOLDEN / "damn-4-hook-zero-bids.jsonl").read_bytes().splitlines(keepends=True)
    user = open_replay_user(b"".join(record_lines[:30]))
    names = [user.bar.viewer_box.itemText(row) for row in range(user.bar.viewer_box.count())]
    assert names == ["As Anna saw it", "As a watcher saw it"]


@pytest.mark.slow
def test_play_on_is_offered_until_the_end(open_replay_user):
    user = open_replay_user("damn-3")
    requested_moments = []
    user.page.play_on_requested.connect(lambda: requested_moments.append(user.moment))
    user.page.go_to_moment(7)
    user.click_widget(user.bar.play_on_button)
    assert requested_moments == [7]
    user.press_key(Key.Key_End)
    assert isinstance(user.page.replay.playback.events[-1], MatchEnded)
    assert not user.bar.play_on_button.isEnabled()
    assert not open_replay_user("damn-3-no-seed").bar.play_on_button.isEnabled()


@pytest.mark.slow
def test_long_record_is_replayed(open_replay_user):
    recorded_match = play_randomly(GameSetup("rank", 10, {"deals": 12}), 1)
    user = open_replay_user(recorded_match.record)
    assert len(recorded_match.events) > 2000
    for moment in (len(recorded_match.events) - 5, 1000, 1500):
        user.page.go_to_moment(moment)
        user.check_page()


def test_theme_and_card_look_are_applied(open_replay_user):
    user = open_replay_user("damn-3")
    user.page.go_to_moment(8)
    apply_application_theme(DARK)
    user.page.apply_theme()
    user.page.set_card_look(CardLook(four_colours=True))
    picture = user.bar.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 3).name() == DARK.paper
    user.check_page()
