"""Tests of a shedding game on the stage: long turns, passes and news."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QImage, QPainter

from greenbaize.games.shedding.events import AntiRankDeclared, CameBack, Leaving, Passed, WentOut
from greenbaize.rules.events import CardPlayed, CardsDrawn, Dealt
from greenbaize.rules.pictures import Flag
from greenbaize.rules.things import Part, Thing
from greenbaize.ui.table.hover_help import thing_at
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.table.speech_bubbles import NEWS_KEPT
from greenbaize.ui.table.stage import NEWS_PAUSE_MS
from match.playing import Setup
from ui.table.seen import card_items
from ui.table.show import Show

NEWS = (Leaving, CameBack, WentOut, AntiRankDeclared)
WORDS = {
    Leaving: "is leaving",
    CameBack: "is back",
    WentOut: "is out",
    AntiRankDeclared: "Anti-Rank",
}
SEED = f"{2:032x}"
"""Seed of a match with every kind of news."""


@pytest.fixture(params=[None, 0], ids=["watching", "seated"])
def show(application, request):
    return Show(Setup("rank", 4, {"deals": 1}), 1.0, request.param, SEED)


def place_of(show: Show, kind):
    return next(at for at, event in enumerate(show.events) if isinstance(event, kind))


def long_turns(show: Show, length):
    """Return the indices where another seat's turn of at least this many cards begins."""
    begins = []
    events = show.events
    for at in range(1, len(events) - length):
        run = events[at : at + length]
        seats = {one.seat for one in run if isinstance(one, CardPlayed)}
        before = events[at - 1]
        fresh = not isinstance(before, CardPlayed | CardsDrawn | CameBack)
        alike = len(seats) == 1 and all(isinstance(one, CardPlayed) for one in run)
        if fresh and alike and seats != {0}:
            begins.append(at)
    return begins


# News


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEWS)
def test_news_is_told_large_and_can_be_read(show: Show, kind):
    place = place_of(show, kind)
    show.show_until(place)
    show.hear(place, place + 1)
    event = show.events[place]
    seat = event.seat
    start = show.now
    seen = 0
    while show.motion.busy:
        news = show.scene.news
        if news.isVisible() and news.scale() == 1.0:
            ((_, words),) = news.lines
            assert WORDS[kind] in words
            assert f"P{seat}" in words or show.stage._you == seat
            seen += 10
        show.pass_time(10)
    assert seen >= NEWS_PAUSE_MS - 300
    assert show.now - start >= NEWS_PAUSE_MS
    assert not show.scene.news.isVisible()


def test_each_kind_of_news_has_a_sign_of_its_own(show: Show):
    pictures = []
    for sign in Flag:
        show.scene.news.clear()
        show.scene.tell_news(1, sign, "the same words")
        show.motion.hurry()
        image = image_of_news(show)
        assert image not in pictures
        pictures.append(image)


def image_of_news(show: Show):
    rect = show.scene.news.sceneBoundingRect()
    image = QImage(rect.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        show.scene.render(painter, image.rect(), rect)
    return image


def test_news_comes_from_the_seat_it_is_about(show: Show):
    scene = show.scene
    scene.tell_news(2, Flag.LEAVING, "words")
    show.pass_time(1)
    plate = scene.geometry.plate(2).centre
    here = scene.news.sceneBoundingRect().center()
    assert abs(here.x() - plate[0]) + abs(here.y() - plate[1]) < scene.geometry.card
    assert scene.news.scale() < 0.6
    show.pass_time(1000)
    assert scene.news.sceneBoundingRect().center().y() > plate[1]
    assert scene.news.scale() == 1.0


def test_a_click_cuts_news_short(show: Show):
    place = place_of(show, Leaving)
    show.show_until(place)
    show.hear(place, place + 1)
    assert show.motion.busy
    clicks = 0
    while show.motion.busy:
        show.stage.hurry()
        clicks += 1
    assert clicks <= 2
    assert not show.scene.news.isVisible()


RUSSIAN = {CameBack: "снова в игре", AntiRankDeclared: "Анти-Ранг!"}


@pytest.mark.slow
@pytest.mark.parametrize("language", [None, "russian"])
@pytest.mark.parametrize("kind", RUSSIAN)
def test_with_reduced_motion_it_is_large_at_once_and_a_click_passes_over_it(
    show: Show, kind, language, request
):
    if language:
        request.getfixturevalue(language)
    show.motion.jumps = True
    place, news = place_of(show, kind), show.scene.news
    show.show_until(place)
    show.hear(place, place + 1)
    seen = 0
    while show.motion.busy and not seen:
        show.pass_time(10)
        seen += news.isVisible()
    assert seen
    assert (news.scale(), news.opacity()) == (1.0, 1.0)
    ((_, words),) = news.lines
    assert (RUSSIAN if language else WORDS)[kind] in words
    assert news._sizes[0] > 0.3 * show.scene.geometry.card
    while show.motion.busy:
        show.stage.hurry()
    assert not news.isVisible()


def test_news_that_is_on_its_way_goes_with_the_table(show: Show):
    scene = show.scene
    scene.tell_news(2, Flag.OUT, "words")
    show.pass_time(20)
    assert scene.news.isVisible()
    show.stage.show_view(show.told[-1][1])
    assert not show.motion.busy
    assert not scene.news.isVisible()


def test_without_motion_news_stays_until_the_person_plays(application):
    show = Show(Setup("rank", 4, {"deals": 1}), 0.0, 0, SEED)
    place = place_of(show, Leaving)
    after = next(
        at
        for at, event in enumerate(show.events)
        if at > place and isinstance(event, CardPlayed) and event.seat == 0
    )
    show.show_until(after)
    kinds = [type(event) for event in show.events[:after] if isinstance(event, NEWS)]
    news = show.scene.news
    assert news.isVisible()
    assert len(news.lines) == min(NEWS_KEPT, len(kinds))
    assert WORDS[kinds[-1]].split()[-1] in news.lines[-1][1]
    assert show.scene.sceneRect().contains(news.sceneBoundingRect())
    show.hear(after, after + 1)
    assert not news.isVisible()


# Passing and drawing


@pytest.mark.slow
def test_what_the_others_did_stands_until_ones_own_turn(application):
    show = Show(Setup("rank", 4, {"deals": 1}), 0.0, 0, SEED)
    standing = set()
    for place, event in enumerate(show.events):
        before = show.game.picture(show.told[place - 1][1]).mover if place else None
        show.hear(place, place + 1)
        log_entry = show.game.log_entry(event)
        if isinstance(event, Dealt) or (log_entry and log_entry.seat == before == 0):
            standing.clear()
        elif log_entry and log_entry.seat != 0:
            standing.add(log_entry.seat)
        said = {seat for seat, one in enumerate(show.scene.said) if one.isVisible()}
        assert said - {0} == standing
        if isinstance(event, Passed):
            assert show.scene.said[event.seat].words.split()[-1] == "pass"
    assert max(len(event.cards.cards) for event in show.events if isinstance(event, CardsDrawn))


def own_turn_by_itself(show: Show):
    """Return the index where an own turn without any choice begins."""
    return next(
        at
        for at, (before, event) in enumerate(pairwise(show.events), 1)
        if isinstance(before, Passed) and isinstance(event, CardsDrawn) and event.seat == 0
    )


@pytest.mark.slow
@pytest.mark.parametrize("waits", [False, True])
def test_before_ones_own_turn_goes_by_itself_the_round_is_looked_at(application, waits):
    show = Show(Setup("rank", 4, {"deals": 1}), 1.0, 0, SEED)
    show.stage.pace = Pace(trick_ms=1500, waits=waits)
    place = own_turn_by_itself(show)
    show.hear(0, place)
    while show.motion.busy:
        show.motion.hurry()
    show.hear(place, place + 1)
    assert show.motion.waits == waits
    assert show.stage.reason == "None of your cards fits: you draw one."
    show.pass_time(1490)
    assert sum(one.isVisible() for one in show.scene.said) >= 2
    if waits:
        show.pass_time(1e6)
        show.stage.hurry()
        assert not show.stage.skipping
    else:
        show.pass_time(20)
    assert not any(one.isVisible() for one in show.scene.said)
    assert not show.stage.reason


@pytest.mark.slow
@pytest.mark.parametrize("waits", [False, True])
def test_whoever_only_watches_may_go_on_round_by_round(application, waits):
    show = Show(Setup("rank", 4, {"deals": 1}), 1.0, None, SEED)
    show.stage.pace = Pace(waits=waits)
    seats = []
    for place in range(len(show.events)):
        show.hear(place, place + 1)
        while show.motion.busy:
            if show.motion.waits:
                said = {seat for seat, one in enumerate(show.scene.said) if one.isVisible()}
                seats.append(said)
            show.motion.hurry()
    assert bool(seats) == waits
    assert all(len(said) >= 2 for said in seats)
    assert not waits or {0, 1, 2, 3} in seats


def test_what_was_done_in_a_long_turn_stands_there_as_far_as_there_is_room(show: Show):
    words = [f"{number}♠" for number in range(2, 40)]
    for size in ((1500, 1000), (640, 480), (1500, 1000)):
        show.scene.lay_out(*size, 1.0)
        if not show.scene.said[1].words:
            show.scene.say(1, *words)
        said = show.scene.said[1].words
        assert said.startswith("… ")
        assert said.endswith("38♠ 39♠")
        wide = show.scene.said[1].boundingRect().width()
        assert 1.8 * show.scene.geometry.card <= wide <= 2.2 * show.scene.geometry.card


def test_drawn_cards_come_from_the_stock_and_only_the_own_ones_turn(application):
    show = Show(Setup("rank", 4, {"deals": 1}), 1.0, 0, SEED)
    for own in (True, False):
        place = next(
            at
            for at, event in enumerate(show.events)
            if isinstance(event, CardsDrawn) and (event.seat == 0) is own and at > len(show.shown)
        )
        first = len(show.shown)
        show.hear(first, place)
        while show.motion.busy:
            show.motion.hurry()
        known = set(card_items(show.scene))
        show.hear(place, place + 1)
        (drawn,) = set(card_items(show.scene)) - known
        stock = show.scene.geometry.stock()
        assert (drawn.x(), drawn.y()) == (round(stock.x), round(stock.y))
        assert drawn.face is None
        while show.motion.busy:
            show.motion.hurry()
        assert (drawn.face is not None) is own


# Long turns


def test_cards_of_a_long_turn_come_faster_and_faster(show: Show):
    begin = long_turns(show, 4)[0]
    show.show_until(begin)
    show.hear(begin, begin + 4)
    times = [show.now]
    for count in range(1, 5):
        while len(show.shown) < begin + count:
            show.pass_time(2)
        times.append(show.now)
    took = [after - before for before, after in pairwise(times)]
    assert all(later < earlier for earlier, later in pairwise(took))
    assert took[0] > 250


@pytest.mark.slow
def test_one_click_passes_over_the_rest_of_a_turn_and_no_more(show: Show):
    for begin in long_turns(show, 3):
        show = Show(Setup("rank", 4, {"deals": 1}), 1.0, show.stage._you, SEED)
        show.show_until(begin)
        show.hear(begin)
        show.pass_time(20)
        assert len(show.shown) == begin
        show.stage.hurry()
        rest = show.events[begin:]
        end = next(at for at, one in enumerate(rest) if isinstance(one, (Passed, *NEWS)))
        if isinstance(rest[end], Passed):
            assert len(show.shown) == begin + end + 1
            assert not show.stage.skipping
        else:
            # Skipping stops at news.
            assert len(show.shown) == begin + end
            assert show.scene.news.lines
        assert show.motion.busy


def test_the_own_turn_is_never_passed_over(application):
    show = Show(Setup("rank", 4, {"deals": 1}), 1.0, 0, SEED)
    begin = next(
        at
        for at, (one, after) in enumerate(pairwise(show.events))
        if isinstance(one, CardPlayed) and isinstance(after, CardPlayed) and one.seat == 0
    )
    show.show_until(begin)
    show.hear(begin)
    show.stage.hurry()
    assert len(show.shown) == begin + 1
    assert not show.stage.skipping


def test_what_was_done_is_told_of_with_the_plate_that_it_stands_at(show: Show):
    show.scene.say(1, "+1", "pass")
    middle = show.scene.said[1].sceneBoundingRect().center()
    assert thing_at(show.scene, middle) == Thing(Part.PLATE, 1)
