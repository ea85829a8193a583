"""Tests of points that fly into plates, totals that are counted, and the crown."""

from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from greenbaize.rules.events import DealScored
from greenbaize.rules.table_snapshot import SeatPlate
from greenbaize.ui.table.animation import Animator, ease_in_out
from greenbaize.ui.table.flight_path import ARC_HEIGHT
from greenbaize.ui.table.plate import PlateText
from greenbaize.ui.table.score_animation import (
    CROWN_FLIGHT_MS,
    MAX_POP_GROWTH,
    MAX_SCORE_FLIGHT_GAPS_MS,
    SCORE_FLIGHT_GAP_MS,
    SCORE_FLIGHT_MS,
    TOTAL_COUNT_MS,
    BarPopItem,
    CrownItem,
    DealScoreAnimation,
)
from match.random_matches import GameSetup
from ui.table.scoring_harness import ScoringHarness
from ui.table.stage_harness import FakeClock


@pytest.mark.parametrize(
    "setup",
    [
        GameSetup("damn", 3, {"deals": 3}),
        GameSetup("ass", 6, {"deal_limit": 2}),
        GameSetup("rank", 10, {}),
    ],
    ids=str,
)
def test_points_fly_into_their_plates_where_the_totals_are_counted(setup):
    harness = ScoringHarness(setup)
    event_index = harness.find_event_index(DealScored)
    before, after = (
        harness.game.picture(harness.event_views[index][1])
        for index in (event_index - 1, event_index)
    )
    harness.show_table_before(event_index)
    totals_over_time = []
    while len(harness.shown_events) == event_index:
        totals_over_time.append([one.text.plate.total for one in harness.scene.plates if one.text])
        if (
            harness.visible_scores
            and len(harness.visible_scores) < setup.seats
            and len(totals_over_time) > 60
        ):
            assert not all(item.isVisible() for item in harness.scene.overlays.deal_scores)
        harness.advance_clock(20)
    assert totals_over_time[0] == [plate.total for plate in before.plates]
    for seat, now in enumerate(after.plates):
        seat_totals = [totals[seat] for totals in totals_over_time]
        rising = sorted(seat_totals, key=lambda one: (one is not None, one or 0))
        assert seat_totals in (rising, rising[::-1])
        assert harness.scene.plates[seat].text.plate.total == now.total
    assert harness.visible_scores == []


def test_crown_moves_to_the_new_leader():
    harness = ScoringHarness(GameSetup("damn", 4, {"deals": 8}))
    for event_index in [
        index for index, event in enumerate(harness.events) if isinstance(event, DealScored)
    ][1:]:
        before, after = (
            harness.game.picture(harness.event_views[index][1]).leading_seats
            for index in (event_index - 1, event_index)
        )
        if len(before) == len(after) == 1 and before != after:
            break
    else:
        pytest.fail("the lead does not change in this match")
    harness.show_table_before(event_index)
    leader_sets, crown_frames = set(), 0
    while len(harness.shown_events) == event_index:
        leader_sets.add(
            tuple(
                event.seat for event in harness.scene.plates if event.text and event.text.is_leading
            )
        )
        crown_frames += any(
            isinstance(event, CrownItem) and event.isVisible() for event in harness.scene.items()
        )
        harness.advance_clock(20)
    assert leader_sets == {before, (), after}
    assert crown_frames > CROWN_FLIGHT_MS / 20 - 3
    assert [
        event.seat for event in harness.scene.plates if event.text and event.text.is_leading
    ] == list(after)
    assert not any(isinstance(event, CrownItem) for event in harness.scene.items())


class FakePlate:
    """A plate with a text, at a position of its own."""

    def __init__(self, number, total, *, is_leading=False):
        self.number = number
        self.text = PlateText(
            "Anna",
            SeatPlate(total),
            has_turn=False,
            is_dealer=False,
            is_leading=is_leading,
        )

    def text_rect(self):
        return QRectF(200 * self.number, 100, 90, 20)

    def crown_rect(self):
        return QRectF(200 * self.number, 80, 20, 20)


class FakeScore:
    """A deal score that keeps what it is told."""

    def __init__(self):
        self.flights = []
        self.is_cleared = False

    def set_flight_progress(self, progress, target):
        self.flights.append((progress, target))

    def clear(self):
        self.is_cleared = True


class Counting:
    """Scores of a deal that are counted, with a clock."""

    def __init__(self, old_plates, new_plates):
        self.clock = FakeClock()
        self.animator = Animator(clock=self.clock)
        self.plates = new_plates
        self.scores: list[Any] = [FakeScore() for _ in new_plates]
        self.animation = DealScoreAnimation(
            [plate and plate.text for plate in old_plates], new_plates, self.scores
        )

    @property
    def totals(self):
        return [plate.text.plate.total for plate in self.plates]

    @property
    def leaders(self):
        return [plate.number for plate in self.plates if plate.text.is_leading]

    def advance_to(self, milliseconds):
        self.clock.now = milliseconds
        self.animator.advance_animations()


def make_plates(*totals, leader=None):
    return [
        FakePlate(number, total, is_leading=number == leader) for number, total in enumerate(totals)
    ]


def test_plates_have_their_old_totals_until_the_points_arrive(qapp):
    counting = Counting(make_plates(0, 10, 5), make_plates(20, 10, 5))
    assert counting.totals == [0, 10, 5]
    assert counting.animation.start_counting(counting.animator, 0, 100.0) == (
        SCORE_FLIGHT_MS + 2 * SCORE_FLIGHT_GAP_MS + TOTAL_COUNT_MS
    )
    counting.advance_to(100 + SCORE_FLIGHT_MS)
    assert counting.scores[0].is_cleared
    assert not counting.scores[1].is_cleared
    counting.advance_to(100 + SCORE_FLIGHT_MS + TOTAL_COUNT_MS / 4)
    assert 0 < counting.totals[0] < 20
    counting.advance_to(100 + SCORE_FLIGHT_MS + TOTAL_COUNT_MS)
    assert counting.totals == [20, 10, 5]


def test_seats_follow_each_other_from_the_first_one_on(qapp):
    counting = Counting(make_plates(0, 0, 0), make_plates(0, 0, 0))
    duration = counting.animation.start_counting(counting.animator, 1, 0.0)
    assert duration == SCORE_FLIGHT_MS + 2 * SCORE_FLIGHT_GAP_MS
    for turn, seat in enumerate((1, 2, 0)):
        end = turn * SCORE_FLIGHT_GAP_MS + SCORE_FLIGHT_MS
        counting.advance_to(end - 1)
        assert not counting.scores[seat].is_cleared
        counting.advance_to(end)
        assert counting.scores[seat].is_cleared


def test_many_seats_follow_each_other_faster(qapp):
    plates = [make_plates(*[0] * 10) for _ in range(2)]
    duration = Counting(*plates).animation.start_counting(Animator(clock=float), 0, 0.0)
    assert duration == pytest.approx(SCORE_FLIGHT_MS + MAX_SCORE_FLIGHT_GAPS_MS)


def test_points_fly_to_the_total_at_the_end_of_a_plate(qapp):
    counting = Counting(make_plates(0, 0), make_plates(3, 4))
    counting.animation.start_counting(counting.animator, 0, 0.0)
    counting.advance_to(SCORE_FLIGHT_MS / 2)
    progress, target = counting.scores[0].flights[-1]
    assert progress == pytest.approx(ease_in_out(0.5))
    assert target == QPointF(90 - 6, 110)


def test_a_seat_without_a_total_counts_none(qapp):
    counting = Counting([None, *make_plates(0, 1)[1:]], make_plates(7, None))
    assert counting.totals == [7, None]
    duration = counting.animation.start_counting(counting.animator, 0, 0.0)
    assert duration == SCORE_FLIGHT_MS + SCORE_FLIGHT_GAP_MS


class TestCrown:
    @pytest.fixture
    def counting(self, qapp):
        return Counting(make_plates(5, 0, leader=0), make_plates(5, 9, leader=1))

    def test_the_old_leader_keeps_it_while_points_are_counted(self, counting):
        assert counting.leaders == [0]
        counting.animation.start_counting(counting.animator, 0, 0.0)
        counting.advance_to(SCORE_FLIGHT_MS)
        assert counting.leaders == [0]

    def test_it_flies_after_the_count(self, counting):
        (crown,) = counting.animation.crown_items
        duration = counting.animation.start_counting(counting.animator, 0, 0.0)
        start = duration - CROWN_FLIGHT_MS
        assert start == SCORE_FLIGHT_MS + SCORE_FLIGHT_GAP_MS + TOTAL_COUNT_MS
        counting.advance_to(start - 1)
        assert not crown.isVisible()
        counting.advance_to(start + CROWN_FLIGHT_MS / 2)
        assert crown.isVisible()
        assert counting.leaders == []
        centre = crown.pos() + crown.boundingRect().center()
        progress = ease_in_out(0.5)
        assert centre.x() == pytest.approx(10 + 200 * progress)
        assert centre.y() == pytest.approx(90 - 4 * progress * (1 - progress) * ARC_HEIGHT * 200)
        assert crown.boundingRect().size() == QSizeF(24, 24)
        counting.advance_to(start + CROWN_FLIGHT_MS)
        assert counting.leaders == [1]

    def test_every_new_leader_has_one_from_an_old_one(self, qapp):
        old, new = make_plates(5, 5, 0, 0, 0), make_plates(5, 5, 9, 9, 9)
        for plates, leaders in ((old, (0, 1)), (new, (2, 3, 4))):
            for number in leaders:
                plates[number].text = plates[number].text._replace(is_leading=True)
        counting = Counting(old, new)
        crowns = counting.animation.crown_items
        assert [(crown._start_plate.number, crown._end_plate.number) for crown in crowns] == [
            (0, 2),
            (1, 3),
            (0, 4),
        ]
        assert counting.leaders == [0, 1]

    def test_a_first_leader_has_it_at_once(self, qapp):
        counting = Counting(make_plates(0, 0), make_plates(5, 0, leader=0))
        assert counting.animation.crown_items == []
        assert counting.leaders == [0]


def test_a_bar_grows_and_shrinks_again(qapp):
    pop = BarPopItem()
    pop.set_bar(QRectF(10, 20, 8, 16))
    assert not pop.isVisible()
    pop.start_animation()
    assert (pop.isVisible(), pop.scale()) == (True, 1.0)
    assert pop.mapRectToScene(pop.boundingRect()) == QRectF(10, 20, 8, 16)
    pop.set_progress(0.5)
    assert pop.scale() == pytest.approx(1 + MAX_POP_GROWTH)
    assert pop.mapRectToScene(pop.boundingRect()).center() == QPointF(14, 28)
    pop.finish_animation()
    assert not pop.isVisible()
