"""Tests of a shedding game on the stage: long turns, passes and news."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QImage, QPainter

from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import NoticeFlag
from greenbaize.ui.table.hover_help import find_element_at
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.table.speech_bubbles import MAX_NEWS_LINES
from greenbaize.ui.table.stage import NEWS_PAUSE_MS
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness

NEWS_EVENTS = (SeatLeaving, SeatCameBack, SeatWentOut, AntiRankDeclared)
NEWS_TEXTS = {
    SeatLeaving: "is leaving",
    SeatCameBack: "is back",
    SeatWentOut: "is out",
    AntiRankDeclared: "Anti-Rank",
}
SEED = f"{2:032x}"
"""Seed of a match with every kind of news."""


@pytest.fixture(params=[None, 0], ids=["watching", "seated"])
def harness(application, request):
    return StageHarness(GameSetup("rank", 4, {"deals": 1}), 1.0, request.param, SEED)


def find_event_index(harness: StageHarness, kind):
    return next(index for index, event in enumerate(harness.events) if isinstance(event, kind))


def find_long_turns(harness: StageHarness, length):
    """Return the indices where another seat's turn of at least this many cards begins."""
    start_indices = []
    events = harness.events
    for index in range(1, len(events) - length):
        turn_events = events[index : index + length]
        seats = {event.seat for event in turn_events if isinstance(event, CardPlayed)}
        before = events[index - 1]
        is_turn_start = not isinstance(before, CardPlayed | CardsDrawn | SeatCameBack)
        is_one_turn = len(seats) == 1 and all(
            isinstance(event, CardPlayed) for event in turn_events
        )
        if is_turn_start and is_one_turn and seats != {0}:
            start_indices.append(index)
    return start_indices


# News


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEWS_EVENTS)
def test_news_is_large_and_stays_readable(harness: StageHarness, kind):
    event_index = find_event_index(harness, kind)
    harness.show_events_until(event_index)
    harness.enqueue_events(event_index, event_index + 1)
    event = harness.events[event_index]
    seat = event.seat
    start = harness.now
    visible_ms = 0
    while harness.motion.is_busy:
        news = harness.scene.news
        if news.isVisible() and news.scale() == 1.0:
            ((_, words),) = news.lines
            assert NEWS_TEXTS[kind] in words
            assert f"P{seat}" in words or harness.stage._own_seat == seat
            visible_ms += 10
        harness.advance_clock(10)
    assert visible_ms >= NEWS_PAUSE_MS - 300
    assert harness.now - start >= NEWS_PAUSE_MS
    assert not harness.scene.news.isVisible()


def test_each_kind_of_news_has_a_sign_of_its_own(harness: StageHarness):
    pictures = []
    for sign in NoticeFlag:
        harness.scene.news.clear()
        harness.scene.show_news(1, sign, "the same words")
        harness.motion.skip_animations()
        image = paint_news(harness)
        assert image not in pictures
        pictures.append(image)


def paint_news(harness: StageHarness):
    rect = harness.scene.news.sceneBoundingRect()
    image = QImage(rect.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        harness.scene.render(painter, image.rect(), rect)
    return image


def test_news_comes_from_the_seat_it_is_about(harness: StageHarness):
    scene = harness.scene
    scene.show_news(2, NoticeFlag.LEAVING, "words")
    harness.advance_clock(1)
    plate = scene.geometry.plate_box(2).centre
    news_centre = scene.news.sceneBoundingRect().center()
    assert (
        abs(news_centre.x() - plate[0]) + abs(news_centre.y() - plate[1])
        < scene.geometry.card_width
    )
    assert scene.news.scale() < 0.6
    harness.advance_clock(1000)
    assert scene.news.sceneBoundingRect().center().y() > plate[1]
    assert scene.news.scale() == 1.0


def test_a_click_cuts_news_short(harness: StageHarness):
    event_index = find_event_index(harness, SeatLeaving)
    harness.show_events_until(event_index)
    harness.enqueue_events(event_index, event_index + 1)
    assert harness.motion.is_busy
    clicks = 0
    while harness.motion.is_busy:
        harness.stage.skip_animations()
        clicks += 1
    assert clicks <= 2
    assert not harness.scene.news.isVisible()


RUSSIAN_TEXTS = {SeatCameBack: "снова в игре", AntiRankDeclared: "Анти-Ранг!"}


@pytest.mark.slow
@pytest.mark.parametrize("language", [None, "russian_language"])
@pytest.mark.parametrize("kind", RUSSIAN_TEXTS)
def test_with_reduced_motion_news_is_large_at_once_and_can_be_skipped(
    harness: StageHarness, kind, language, request
):
    if language:
        request.getfixturevalue(language)
    harness.motion.reduced_motion = True
    event_index, news = find_event_index(harness, kind), harness.scene.news
    harness.show_events_until(event_index)
    harness.enqueue_events(event_index, event_index + 1)
    is_visible = 0
    while harness.motion.is_busy and not is_visible:
        harness.advance_clock(10)
        is_visible += news.isVisible()
    assert is_visible
    assert (news.scale(), news.opacity()) == (1.0, 1.0)
    ((_, words),) = news.lines
    assert (RUSSIAN_TEXTS if language else NEWS_TEXTS)[kind] in words
    assert news._letter_sizes[0] > 0.3 * harness.scene.geometry.card_width
    while harness.motion.is_busy:
        harness.stage.skip_animations()
    assert not news.isVisible()


def test_flying_news_is_removed_with_the_table(harness: StageHarness):
    scene = harness.scene
    scene.show_news(2, NoticeFlag.OUT, "words")
    harness.advance_clock(20)
    assert scene.news.isVisible()
    harness.stage.show_view(harness.event_views[-1][1])
    assert not harness.motion.is_busy
    assert not scene.news.isVisible()


def test_without_motion_news_stays_until_the_person_plays(application):
    harness = StageHarness(GameSetup("rank", 4, {"deals": 1}), 0.0, 0, SEED)
    leaving_index = find_event_index(harness, SeatLeaving)
    own_play_index = next(
        index
        for index, event in enumerate(harness.events)
        if index > leaving_index and isinstance(event, CardPlayed) and event.seat == 0
    )
    harness.show_events_until(own_play_index)
    kinds = [
        type(event) for event in harness.events[:own_play_index] if isinstance(event, NEWS_EVENTS)
    ]
    news = harness.scene.news
    assert news.isVisible()
    assert len(news.lines) == min(MAX_NEWS_LINES, len(kinds))
    assert NEWS_TEXTS[kinds[-1]].split()[-1] in news.lines[-1][1]
    assert harness.scene.sceneRect().contains(news.sceneBoundingRect())
    harness.enqueue_events(own_play_index, own_play_index + 1)
    assert not news.isVisible()


# Passing and drawing


@pytest.mark.slow
def test_other_players_actions_stay_until_the_own_turn(application):
    harness = StageHarness(GameSetup("rank", 4, {"deals": 1}), 0.0, 0, SEED)
    speaking_seats = set()
    for event_index, event in enumerate(harness.events):
        before = (
            harness.game.picture(harness.event_views[event_index - 1][1]).acting_seat
            if event_index
            else None
        )
        harness.enqueue_events(event_index, event_index + 1)
        log_entry = harness.game.turn_log_entry(event)
        if isinstance(event, CardsDealt) or (log_entry and log_entry.seat == before == 0):
            speaking_seats.clear()
        elif log_entry and log_entry.seat != 0:
            speaking_seats.add(log_entry.seat)
        bubble_seats = {
            seat for seat, bubble in enumerate(harness.scene.speech_bubbles) if bubble.isVisible()
        }
        assert bubble_seats - {0} == speaking_seats
        if isinstance(event, TurnPassed):
            assert harness.scene.speech_bubbles[event.seat].text.split()[-1] == "pass"
    assert max(len(event.cards.cards) for event in harness.events if isinstance(event, CardsDrawn))


def find_automatic_own_turn(harness: StageHarness):
    """Return the index where an own turn without any choice begins."""
    return next(
        index
        for index, (before, event) in enumerate(pairwise(harness.events), 1)
        if isinstance(before, TurnPassed) and isinstance(event, CardsDrawn) and event.seat == 0
    )


@pytest.mark.slow
@pytest.mark.parametrize("waits", [False, True])
def test_an_automatic_own_turn_is_preceded_by_a_pause(application, waits):
    harness = StageHarness(GameSetup("rank", 4, {"deals": 1}), 1.0, 0, SEED)
    harness.stage.pace = TablePace(trick_ms=1500, waits_for_click=waits)
    event_index = find_automatic_own_turn(harness)
    harness.enqueue_events(0, event_index)
    while harness.motion.is_busy:
        harness.motion.skip_animations()
    harness.enqueue_events(event_index, event_index + 1)
    assert harness.motion.waits_for_user == waits
    assert harness.stage.forced_reason == "None of your cards fits: you draw one."
    harness.advance_clock(1490)
    assert sum(bubble.isVisible() for bubble in harness.scene.speech_bubbles) >= 2
    if waits:
        harness.advance_clock(1e6)
        harness.stage.skip_animations()
        assert not harness.stage.is_skipping
    else:
        harness.advance_clock(20)
    assert not any(bubble.isVisible() for bubble in harness.scene.speech_bubbles)
    assert not harness.stage.forced_reason


@pytest.mark.slow
@pytest.mark.parametrize("waits", [False, True])
def test_a_spectator_can_continue_round_by_round(application, waits):
    harness = StageHarness(GameSetup("rank", 4, {"deals": 1}), 1.0, None, SEED)
    harness.stage.pace = TablePace(waits_for_click=waits)
    seat_sets = []
    for event_index in range(len(harness.events)):
        harness.enqueue_events(event_index, event_index + 1)
        while harness.motion.is_busy:
            if harness.motion.waits_for_user:
                bubble_seats = {
                    seat
                    for seat, bubble in enumerate(harness.scene.speech_bubbles)
                    if bubble.isVisible()
                }
                seat_sets.append(bubble_seats)
            harness.motion.skip_animations()
    assert bool(seat_sets) == waits
    assert all(len(bubble_seats) >= 2 for bubble_seats in seat_sets)
    assert not waits or {0, 1, 2, 3} in seat_sets


def test_a_long_turn_is_shortened_to_the_bubble_width(harness: StageHarness):
    words = [f"{number}♠" for number in range(2, 40)]
    for size in ((1500, 1000), (640, 480), (1500, 1000)):
        harness.scene.update_layout(*size, ratio=1.0)
        if not harness.scene.speech_bubbles[1].text:
            harness.scene.show_speech(1, *words)
        text = harness.scene.speech_bubbles[1].text
        assert text.startswith("… ")
        assert text.endswith("38♠ 39♠")
        bubble_width = harness.scene.speech_bubbles[1].boundingRect().width()
        assert (
            1.8 * harness.scene.geometry.card_width
            <= bubble_width
            <= 2.2 * harness.scene.geometry.card_width
        )


# Long turns


def test_cards_of_a_long_turn_come_faster_and_faster(harness: StageHarness):
    start_index = find_long_turns(harness, 4)[0]
    harness.show_events_until(start_index)
    harness.enqueue_events(start_index, start_index + 4)
    times = [harness.now]
    for count in range(1, 5):
        while len(harness.shown_events) < start_index + count:
            harness.advance_clock(2)
        times.append(harness.now)
    durations = [after - before for before, after in pairwise(times)]
    assert all(later < earlier for earlier, later in pairwise(durations))
    assert durations[0] > 250


@pytest.mark.slow
def test_one_click_passes_over_the_rest_of_a_turn_and_no_more(harness: StageHarness):
    for start_index in find_long_turns(harness, 3):
        harness = StageHarness(
            GameSetup("rank", 4, {"deals": 1}), 1.0, harness.stage._own_seat, SEED
        )
        harness.show_events_until(start_index)
        harness.enqueue_events(start_index)
        harness.advance_clock(20)
        assert len(harness.shown_events) == start_index
        harness.stage.skip_animations()
        remaining_events = harness.events[start_index:]
        end = next(
            index
            for index, event in enumerate(remaining_events)
            if isinstance(event, (TurnPassed, *NEWS_EVENTS))
        )
        if isinstance(remaining_events[end], TurnPassed):
            assert len(harness.shown_events) == start_index + end + 1
            assert not harness.stage.is_skipping
        else:
            # Skipping stops at news.
            assert len(harness.shown_events) == start_index + end
            assert harness.scene.news.lines
        assert harness.motion.is_busy


def test_the_own_turn_is_never_passed_over(application):
    harness = StageHarness(GameSetup("rank", 4, {"deals": 1}), 1.0, 0, SEED)
    start_index = next(
        index
        for index, (event, next_event) in enumerate(pairwise(harness.events))
        if isinstance(event, CardPlayed) and isinstance(next_event, CardPlayed) and event.seat == 0
    )
    harness.show_events_until(start_index)
    harness.enqueue_events(start_index)
    harness.stage.skip_animations()
    assert len(harness.shown_events) == start_index + 1
    assert not harness.stage.is_skipping


def test_a_speech_bubble_belongs_to_its_plate(harness: StageHarness):
    harness.scene.show_speech(1, "+1", "pass")
    middle = harness.scene.speech_bubbles[1].sceneBoundingRect().center()
    assert find_element_at(harness.scene, middle) == TableElement(TableElementKind.PLATE, 1)
