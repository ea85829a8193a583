"""Tests for the replay page: every position equals the match, by mouse and by keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.match.past import OPEN
from greenbaize.rules.events import CardPlayed, Ended, TrickTaken
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.features.history.replay_bar import Sign
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly, told_to
from ui.table.person import LEFT, until
from ui.table.seen import check_mirror

GOLDEN = Path(__file__).parents[3] / "golden"
GAMES_OF = ("damn-4-table", "blackout-4", "master-4-ranked", "ass-3", "rank-4-deals")
Key = Qt.Key


class Looker:
    """A simulated person using the replay page."""

    def __init__(self, replaying):
        self.at = replaying
        self.bar = replaying.bar

    @property
    def moment(self):
        return self.at.moment

    def press(self, key, *, ctrl=False):
        held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(self.at.windowHandle(), key, held)

    def click(self, widget, at=None):
        point = widget.rect().center() if at is None else at
        QTest.mouseClick(self.at.windowHandle(), LEFT, pos=widget.mapTo(self.at, point))
        QApplication.processEvents()

    def on_line(self, moment):
        """Return the point of a position on the timeline, in window coordinates."""
        moments = self.bar.moments
        place = QPoint(round(moments.place_of(moment)), moments.height() // 2)
        return moments.mapTo(self.at, place)

    def check(self):
        """Check that table, side column, last trick and timeline show the current position."""
        table, replay = self.at.table, self.at.replay
        view = replay.playback.view(self.moment, table.viewer)
        assert self.at.seen == view
        picture = table.place.game.picture(view)
        check_mirror(table.scene, picture)
        assert self.bar.moments.value() == self.moment
        before = [one for one in replay.playback.tricks if one <= self.moment]
        shown = table.side.last_trick.accessibleName()
        if before:
            taken = replay.playback.events[before[-1] - 1]
            assert isinstance(taken, TrickTaken)
            last = replay.playback.view(before[-1], table.viewer)
            taker, trick = table.place.game.picture(last).taken[-1]
            assert taker == taken.seat
            brought = table.place.game.trick_brought(last, trick)
            table.side.last_trick.show_trick(taker, trick, " ".join(map(Speaker().say, brought)))
            assert table.side.last_trick.accessibleName() == shown


@pytest.fixture
def shown(laid):
    return lambda *record, **given: Looker(laid(*record, **given))


@pytest.mark.slow
@pytest.mark.parametrize("record", GAMES_OF)
def test_every_moment_is_laid_as_it_was(shown, record):
    looker = shown(record)
    last = len(looker.at.replay.playback)
    for moment in [*range(0, last, max(1, last // 25)), last, last - 1, 3, 0]:
        looker.at.go_to(moment)
        looker.check()


@pytest.mark.parametrize("pace", [0.0, 50.0])
def test_the_end_shows_the_result_as_the_match_did(shown, pace):
    looker = shown("ass-3", pace=pace)
    table, end = looker.at.table, looker.at.replay.playback.events[-1]
    looker.at.go_to(len(looker.at.replay.playback) - 1)
    assert table.result is None
    looker.press(Key.Key_Right)
    until(lambda: table.result is not None and table.result.isVisible())
    names = [one.name for one in looker.at.replay.header.sitters]
    winners = [name for name, place in zip(names, end.places, strict=True) if place == 1]
    assert all(name in table.result.headline for name in winners)
    told = [plate.accessibleName() for plate in table.result.ranking.plates]
    told += [label.text() for label in table.result.findChildren(Label)]
    assert all(any(name in one for one in told) for name in names)
    # The keys keep controlling the replay, and Esc closes the result.
    for key, lies in ((Key.Key_Left, False), (Key.Key_End, True), (Key.Key_Escape, False)):
        looker.press(key)
        assert (table.result is not None) is lies
    looker.press(Key.Key_End)
    looker.click(table.result.close_link)
    assert table.result is None
    assert looker.at.hasFocus()


def test_the_line_says_a_trick_is_over_once_it_does_not_lie_there_any_more(shown):
    looker = shown("ass-3", pace=1.0)
    taken = looker.at.replay.playback.tricks[2]
    looker.at.go_to(taken - 1)
    assert looker.bar.where.text() == "Deal 1, trick 3"
    looker.press(Key.Key_Right)
    assert looker.at.table.motion.busy
    assert looker.bar.where.text() == "Deal 1, trick 3"
    looker.at.settle()
    assert looker.bar.where.text() == "Deal 1, trick 4"


@pytest.mark.slow
@pytest.mark.parametrize("record", GAMES_OF)
def test_going_back_and_forth_is_the_same(shown, record):
    looker = shown(record)
    middle = len(looker.at.replay.playback) // 2
    looker.at.go_to(middle)
    for _ in range(12):
        looker.press(Key.Key_Right)
        looker.check()
    assert looker.moment == middle + 12
    for _ in range(15):
        looker.press(Key.Key_Left)
        looker.check()
    assert looker.moment == middle - 3


@pytest.mark.long
@pytest.mark.parametrize("record", GAMES_OF)
def test_it_plays_to_the_end_and_begins_again(shown, record):
    looker = shown(record, pace=1000.0)
    last = len(looker.at.replay.playback)
    looker.at.go_to(last - 30)
    looker.bar.speed.setCurrentIndex(looker.bar.speed.count() - 1)
    looker.press(Key.Key_Space)
    assert looker.at.playing
    assert looker.bar.play.sign is Sign.PAUSE
    until(lambda: not looker.at.playing)
    looker.at.settle()
    assert looker.moment == last
    assert looker.bar.where.text() == "The end"
    assert looker.bar.play.sign is Sign.PLAY
    looker.check()
    looker.click(looker.bar.play)
    assert looker.moment < last
    looker.press(Key.Key_Space)
    assert not looker.at.playing


def test_without_motion_it_plays_as_well(shown):
    looker = shown("damn-3")
    looker.bar.speed.setCurrentIndex(looker.bar.speed.count() - 1)
    looker.press(Key.Key_Space)
    until(lambda: looker.moment == 3)
    looker.press(Key.Key_Space)
    moment = looker.moment
    QApplication.processEvents()
    assert looker.moment == moment
    looker.check()


def test_a_card_that_is_stepped_to_is_seen_to_move(shown):
    looker = shown("damn-3", pace=0.01)
    events = looker.at.replay.playback.events
    plays = [at for at, event in enumerate(events) if isinstance(event, CardPlayed)]
    looker.at.go_to(plays[0])
    looker.press(Key.Key_Right)
    assert looker.at.table.motion.busy
    looker.press(Key.Key_Right)  # the first animation finishes before the next starts
    assert looker.moment == plays[0] + 2
    looker.press(Key.Key_Escape)
    assert not looker.at.table.motion.busy
    looker.check()


def test_a_jump_amid_motion_lays_the_table(shown):
    looker = shown("rank-2", pace=0.01)
    looker.at.go_to(20)
    looker.press(Key.Key_Right)
    looker.press(Key.Key_Right)
    looker.press(Key.Key_Home)
    assert looker.moment == 0
    assert not looker.at.table.motion.busy
    looker.press(Key.Key_End)
    looker.check()


@pytest.mark.slow
def test_keys_go_by_tricks_and_deals(shown):
    looker = shown("damn-4-hook-zero-bids")
    playback = looker.at.replay.playback
    (first, second), last = playback.deals[:2], len(playback)
    full = next(one for one in playback.tricks if one > second) - 1
    for key, ctrl, moment in (
        *((Key.Key_PageDown, False, first), (Key.Key_PageDown, False, second)),
        *((Key.Key_Right, True, full), (Key.Key_Right, False, full + 1)),
        *((Key.Key_Left, True, full), (Key.Key_PageUp, False, second)),
        *((Key.Key_PageUp, False, first), (Key.Key_PageUp, False, 0), (Key.Key_PageUp, False, 0)),
    ):
        looker.press(key, ctrl=ctrl)
        assert looker.moment == moment
        if moment == full:
            looker.check()
            # The full trick stays visible before it is taken.
            assert len(looker.at.table.scene.cards.trick) == 4
    assert not looker.bar.deal_back.isEnabled()
    looker.press(Key.Key_End)
    assert looker.moment == last
    assert not looker.bar.deal_forth.isEnabled()


def test_where_there_are_no_tricks_one_goes_by_turns(shown):
    looker = shown("rank-4-deals")
    playback = looker.at.replay.playback
    looker.press(Key.Key_PageDown)
    turn = playback.game.turn(playback.state(looker.moment))
    looker.click(looker.bar.trick_forth)
    assert playback.game.turn(playback.state(looker.moment)) != turn
    assert "turn 2" in looker.bar.where.text()
    assert "turn" in looker.bar.trick_forth.accessibleName()
    looker.click(looker.bar.trick_back)
    assert looker.moment == playback.deals[0]


@pytest.mark.slow
def test_the_buttons_do_what_the_keys_do(shown):
    looker = shown("ass-3")
    playback, bar = looker.at.replay.playback, looker.bar
    trick = playback.tricks[0]
    for button, moment in (
        *((bar.deal_forth, playback.deals[0]), (bar.trick_forth, trick - 1)),
        *((bar.step_forth, trick), (bar.step_back, trick - 1)),
        *((bar.trick_back, playback.deals[0]), (bar.deal_back, 0)),
    ):
        looker.click(button)
        assert looker.moment == moment
    looker.press(Key.Key_Space)  # clicking with the mouse does not move the focus
    assert looker.at.playing


@pytest.mark.slow
def test_the_line_goes_where_the_mouse_points(shown):
    looker = shown("master-2")
    QTest.mouseClick(looker.at.windowHandle(), LEFT, pos=looker.on_line(500))
    until(lambda: looker.at.table.moment > 0)
    assert abs(looker.moment - 500) < 3
    looker.check()
    # After a drag the table shows the position under the mouse.
    QTest.mousePress(looker.at.windowHandle(), LEFT, pos=looker.on_line(500))
    for moment in range(500, 800, 10):
        QTest.mouseMove(looker.at.windowHandle(), looker.on_line(moment))
    QTest.mouseRelease(looker.at.windowHandle(), LEFT, pos=looker.on_line(800))
    until(lambda: looker.at.table.moment > 700)
    looker.check()


def test_the_line_says_what_is_where(shown):
    looker = shown("damn-3")
    playback = looker.at.replay.playback
    first = next(one for one in playback.played if one > playback.deals[1])
    for moment, words in (
        (0, "The beginning"),
        (playback.deals[1], "Deal 2, the opening"),
        (first - 1, "Deal 2, the opening"),
        (first, "Deal 2, trick 1"),
        (playback.tricks[1] - 1, "Deal 2, trick 1"),
        (playback.tricks[1], "Deal 2, trick 2"),
        (playback.tricks[2], "Deal 2, trick 2"),  # the deal has no third trick
        (len(playback) - 1, "Deal 2, the score"),
        (len(playback), "The end"),
    ):
        assert looker.at.words_of(moment) == words
    QTest.mouseMove(looker.at.windowHandle(), looker.on_line(playback.deals[1]))
    assert "Deal 2" in looker.bar.moments.toolTip()


@pytest.mark.parametrize("at_box", [False, True])
def test_up_and_down_choose_the_speed_wherever_the_keyboard_is(shown, at_box):
    looker = shown("damn-3", pace=1.0)
    if at_box:
        looker.bar.speed.setFocus(Qt.FocusReason.TabFocusReason)
    for key, times, speed, text in (
        (Key.Key_Up, 1, 2.0, "2×"),
        (Key.Key_Up, 5, 8.0, "8×"),
        (Key.Key_Down, 9, 0.5, "½×"),
    ):
        for _ in range(times):
            looker.press(key)
        assert looker.at.table.motion.speed == speed
        assert looker.bar.speed.currentText() == text
    assert looker.bar.speed.hasFocus() == at_box


@pytest.mark.slow
@pytest.mark.parametrize("record", GAMES_OF)
def test_nothing_beside_the_table_moves_about(shown, record):
    looker = shown(record)
    last, side = len(looker.at.replay.playback), looker.at.side
    places = set()
    for moment in (0, *looker.at.replay.playback.deals[:4], *range(0, last, last // 12), last):
        looker.at.go_to(moment)
        QApplication.processEvents()
        parts = (side, side.last_trick, side.last_turns, looker.at.table.view)
        rects = [part.geometry().getRect() for part in parts if part.isVisible()]
        sheet = side.sheet.geometry()  # grows downwards by a row per deal
        places.add((sheet.topLeft().toTuple(), sheet.width(), *rects))
        assert side.sheet.width() == side.last_trick.width() or not side.has_tricks
    assert len(places) == 1


@pytest.mark.slow
def test_no_column_of_the_sheet_is_pushed_aside_at_the_end(shown):
    looker = shown("master-4-ranked")
    looker.at.resize(1280, 718)
    looker.at.go_to(len(looker.at.replay.playback))
    QApplication.processEvents()
    assert looker.at.side.sheet.table.horizontalScrollBar().maximum() == 0


@pytest.mark.slow
def test_why_explains_any_trick(shown):
    looker = shown("master-4-ranked")
    playback = looker.at.replay.playback
    for number, brought in ((40, ""), (3, " It brings −1.")):
        looker.at.go_to(playback.tricks[number])
        looker.click(looker.at.side.last_trick.why_button)
        looker.at.side.explain_last_trick()
        (dialog,) = (one for one in looker.at.findChildren(WhyDialog) if one.isVisible())
        assert looker.at.side.why is dialog
        taken = playback.events[playback.tricks[number] - 1]
        assert isinstance(taken, TrickTaken)
        name = looker.at.replay.header.sitters[taken.seat].name
        words = [label.text() for label in dialog.findChildren(Label)]
        assert sum(f"{name}\n" in one for one in words) == 1
        assert f"{name} takes the trick.{brought}" in words
        dialog.reject()
        until(lambda: not looker.at.findChildren(WhyDialog))


def test_before_the_first_trick_nothing_is_left_of_later_ones(shown):
    looker = shown("damn-3")
    looker.press(Key.Key_End)
    assert looker.at.side.last_trick.why_button.isVisible()
    looker.press(Key.Key_Home)
    assert not looker.at.side.last_trick.why_button.isVisible()
    looker.at.go_to(looker.at.replay.playback.deals[1])
    assert looker.at.side.last_trick.why_button.isVisible()  # the last trick of the previous deal


@pytest.mark.slow
def test_the_turns_beside_it_are_those_of_the_moment(shown):
    stepped, jumped = shown("rank-2"), shown("rank-2")
    while stepped.moment < 60:
        stepped.at.step(1)
    jumped.at.go_to(100)
    jumped.at.go_to(60)

    def lines(looker):
        box = looker.at.side.last_turns.lines
        return [box.item(row).text() for row in range(box.count())]

    assert len(lines(jumped)) > 5
    assert lines(jumped) == lines(stepped)
    jumped.press(Key.Key_Home)
    assert lines(jumped) == []


@pytest.mark.slow
def test_somebody_elses_eyes(shown):
    looker = shown("damn-4-hook-zero-bids")
    assert looker.at.table.viewer == 0  # the human player's seat
    looker.at.go_to(looker.at.replay.playback.deals[-1])
    known = [not hand.unknown for hand in hands(looker)]
    assert known == [True, False, False, False]
    names = [looker.bar.viewer.itemText(row) for row in range(looker.bar.viewer.count())]
    assert names[1] == "All cards open"
    assert names[-1] == "As a watcher saw it"
    assert len(names) == 6
    looker.bar.viewer.setFocus(Qt.FocusReason.TabFocusReason)
    looker.press(Key.Key_Down)  # all cards open
    assert all(not hand.unknown for hand in hands(looker))
    looker.check()
    looker.press(Key.Key_Down)  # the next seat
    assert [not hand.unknown for hand in hands(looker)] == [False, True, False, False]
    assert looker.at.table.scene.near == 1
    looker.check()
    looker.press(Key.Key_End)  # of the list, which has the focus
    assert all(hand.unknown for hand in hands(looker))
    assert looker.moment == looker.at.replay.playback.deals[-1]
    looker.check()


def hands(looker):
    return looker.at.place.game.picture(looker.at.seen).hands


@pytest.mark.slow
def test_of_several_people_the_one_here_looks_first(shown):
    assert shown("damn-4-table").at.table.viewer == OPEN
    name = shown("damn-4-table").at.replay.header.sitters[2].name
    assert shown("damn-4-table", name=name).at.table.viewer == 2


@pytest.mark.slow
def test_what_a_seat_was_told_is_seen_by_it_alone(shown):
    played = play_randomly(Setup("ass", 3, {}), 3)
    looker = shown(told_to(played, 1))
    bar = looker.bar
    assert bar.viewer.count() == 1
    assert bar.viewer.currentText() == "As P1 saw it"
    assert not bar.viewer.isEnabled()
    assert not bar.play_on.isEnabled()
    assert looker.at.table.scene.near == 1
    looker.at.go_to(looker.at.replay.playback.deals[0])
    assert [not hand.unknown for hand in hands(looker)] == [False, True, False]
    for moment in (15, len(played.events), 2):
        looker.at.go_to(moment)
        looker.check()
    looker.press(Key.Key_Right)
    looker.check()


def test_a_watcher_has_a_replay_as_well(shown):
    played = play_randomly(Setup("damn", 3, {"deals": 3}), 3)
    looker = shown(told_to(played, None))
    assert looker.bar.viewer.currentText() == "As a watcher saw it"
    looker.at.go_to(10)
    assert not any(hand.cards for hand in hands(looker))
    looker.check()


def test_nobody_peeks_into_a_match_that_can_be_gone_on_with(shown):
    whole = (GOLDEN / "damn-4-hook-zero-bids.jsonl").read_bytes().splitlines(keepends=True)
    looker = shown(b"".join(whole[:30]))
    names = [looker.bar.viewer.itemText(row) for row in range(looker.bar.viewer.count())]
    assert names == ["As Anna saw it", "As a watcher saw it"]


@pytest.mark.slow
def test_playing_on_is_offered_until_the_end(shown):
    looker = shown("damn-3")
    asked = []
    looker.at.play_on_asked.connect(lambda: asked.append(looker.moment))
    looker.at.go_to(7)
    looker.click(looker.bar.play_on)
    assert asked == [7]
    looker.press(Key.Key_End)
    assert isinstance(looker.at.replay.playback.events[-1], Ended)
    assert not looker.bar.play_on.isEnabled()
    assert not shown("damn-3-no-seed").bar.play_on.isEnabled()


@pytest.mark.slow
def test_a_long_record_is_smooth(shown):
    played = play_randomly(Setup("rank", 10, {"deals": 12}), 1)
    looker = shown(played.record)
    assert len(played.events) > 2000
    for moment in (len(played.events) - 5, 1000, 1500):
        looker.at.go_to(moment)
        looker.check()


def test_it_takes_other_colours(shown):
    looker = shown("damn-3")
    looker.at.go_to(8)
    dress(DARK)
    looker.at.dress()
    looker.at.set_card_look(CardLook(four_colours=True))
    picture = looker.bar.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 3).name() == DARK.paper
    looker.check()
