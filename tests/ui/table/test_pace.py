"""Tests of the pace: waiting for clicks, automatic cards, time for corrections, pauses."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.seat import Seat
from greenbaize.app.tables.play_request import FASTEST_SEEN, PlayRequest
from greenbaize.app.tables.table import MENDING_S
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Correct
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Ready
from greenbaize.rules.events import CardPlayed, Dealt
from greenbaize.store.fitting import LEARNING
from greenbaize.store.settings import Settings
from greenbaize.ui.match.pacing import THINK_MS, forced_answer
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.pace import Pace, count_match, pace_of
from greenbaize.ui.widgets import window_geometry
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import use_brief
from match.playing import FEW
from ui.table.person import LEFT, until
from ui.table.show import Clock

pytestmark = pytest.mark.slow

GO_ON = "Click or press Space to go on"
TABLE = {"enforcement": "table", "first": 5, "deals": 6}


@pytest.fixture
def clock():
    return Clock()


def pass_time(person, clock, milliseconds):
    """Advance the clock and process events (ms)."""
    clock.now += milliseconds
    person.playing.motion.step()
    for _ in range(5):
        QApplication.processEvents()


def until_waiting(person, clock):
    """Play the first choices until a full trick waits for a click."""
    playing = person.playing
    while not playing.motion.waits:
        assert not playing.place.over
        person.act()
        pass_time(person, clock, 500)


# Waiting for a click


@pytest.mark.parametrize("action", ["click", "Space", "Return", "Enter", "Escape"])
def test_a_full_trick_waits_for_a_click_or_a_key(laid, clock, action):
    person = laid("damn", 4, "pace", speed=1.0, clock=clock, first=3, deals=4)
    person.playing.stage.pace = Pace(waits=True)
    told = []
    person.playing.line.spoken.connect(told.append)
    person.playing.begin()
    until_waiting(person, clock)
    before = person.record.events
    pass_time(person, clock, 1e7)
    assert person.playing.motion.waits
    assert person.record.events == before
    assert person.scene.line.isVisible()
    assert person.scene.line.words == GO_ON
    assert told == [GO_ON]
    assert person.scene.sceneRect().contains(person.scene.line.sceneBoundingRect())
    if action == "click":
        QTest.mouseClick(person.window.windowHandle(), LEFT, pos=person.middle)
    else:
        person.press(getattr(Qt.Key, f"Key_{action}"))
    assert not person.playing.motion.waits
    assert not person.scene.line.isVisible()
    pass_time(person, clock, 1000)
    assert person.scene.cards.trick == [] or len(person.record.events) > len(before)


@pytest.mark.parametrize("game", ["ass", "damn"])
def test_in_large_letters_the_own_card_in_the_trick_stays_free(laid, clock, russian, game):
    window_geometry.write_at(2.0)
    person = laid(game, 4, "pace", speed=1.0, clock=clock, size=(1280, 720))
    scene = person.scene
    scene.show_line(tr(GO_ON))
    played = scene.geometry.played(scene.near)
    foot = played.y + TALL / 2 * played.scale * scene.geometry.card
    line = scene.line.sceneBoundingRect()
    assert line.top() >= foot - 1
    assert line.bottom() <= scene.geometry.question().y + scene.geometry.question().height
    assert scene.line._size >= 1.2 * 0.16 * scene.geometry.card


@pytest.mark.parametrize("brief", [False, True])
def test_in_few_words_it_is_said_once_how_to_go_on(laid, clock, brief):
    use_brief(on=brief)
    person = laid("damn", 4, "pace", speed=1.0, clock=clock, first=3, deals=4)
    person.playing.stage.pace = Pace(waits=True)
    told = []
    person.playing.line.spoken.connect(told.append)
    person.playing.begin()
    for _ in range(2):
        until_waiting(person, clock)
        person.press(Qt.Key.Key_Space)
        pass_time(person, clock, 1000)
    assert told == (["Space goes on"] if brief else [GO_ON, GO_ON])


def test_the_end_of_a_deal_waits_for_its_last_trick_and_for_what_was_made_of_it(laid, clock):
    person = laid("damn", 4, "pace", speed=1.0, clock=clock, first=1, deals=2)
    person.playing.stage.pace = Pace(waits=True)
    person.playing.begin()
    made = person.scene.occasions.made
    until_waiting(person, clock)
    assert isinstance(person.record.events[-1], Dealt)
    assert len(person.scene.cards.trick) == 4
    person.press(Qt.Key.Key_Space)
    pass_time(person, clock, 1000)
    until_waiting(person, clock)
    pass_time(person, clock, 1e7)
    assert person.playing.motion.waits
    assert person.scene.line.words == GO_ON
    assert not any(item.isVisible() for item in made)  # the scores have been added to the totals
    person.press(Qt.Key.Key_Space)
    assert not person.playing.motion.waits
    until_waiting(person, clock)  # the first trick of the second deal
    for _ in range(60):
        if person.playing.motion.waits:
            assert len(person.scene.cards.trick) == 4
            person.press(Qt.Key.Key_Space)
        person.act()
        pass_time(person, clock, 500)
    assert person.playing.pacing.ended


def test_the_click_that_goes_on_plays_no_card(laid, clock):
    person = laid("damn", 4, "pace", speed=1.0, clock=clock, first=3, deals=4)
    person.playing.stage.pace = Pace(waits=True)
    person.playing.asking.single_click = True
    person.playing.begin()
    until_waiting(person, clock)
    own = len(person.hand)
    person.click_card(person.hand[0])
    assert not person.playing.motion.waits
    assert len(person.hand) == own


def played_out(person, deals):
    """Play this many deals, or the match, by the first choices; return the events."""
    playing = person.playing
    dealt = []
    playing.place.listen(lambda one: dealt.append(one) if isinstance(one, Dealt) else None)
    playing.begin()
    while not (playing.place.over and playing.pacing.ended) and len(dealt) <= deals:
        if playing.motion.busy:
            playing.stage.hurry()
        person.act()
        QApplication.processEvents()
    events = list(person.record.events)
    starts = [at for at, one in enumerate(events) if isinstance(one, Dealt)]
    return events[: starts[deals]] if len(starts) > deals else events


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_no_pace_changes_what_is_decided(laid, game):
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, {})
    deals = 4 if game == "blackout" else 1  # the first deals of Blackout have few cards
    found = []
    for pace, speed in (
        (Pace(), 0.0),
        (Pace(trick_ms=5000, waits=True, last_card=True), 50.0),
        (Pace(last_card=True, forced=True), 0.0),
    ):
        person = laid(game, FEW[game], "alike", speed=speed, **options)
        person.playing.stage.pace = pace
        found.append(played_out(person, deals))
    assert any(isinstance(one, CardPlayed) for one in found[0])
    assert found[0] == found[1] == found[2]


# Automatic cards


def test_the_last_card_of_a_hand_plays_itself_after_a_moment(laid, clock):
    person = laid("damn", 3, "last", speed=1.0, clock=clock, first=2, deals=2)
    person.playing.stage.pace = Pace(last_card=True)
    person.playing.begin()
    asked = []
    while not person.playing.place.over:
        if person.playing.asking.question is not None and not person.asked_bid:
            asked.append(len(person.hand))
        person.act()
        pass_time(person, clock, 400)
    assert asked == [2]
    own = [one for one in person.record.events if isinstance(one, CardPlayed) and one.seat == 0]
    assert len(own) == 2


def test_forced_cards_play_themselves_only_where_that_is_set(laid):
    wanted = {(True, 1), (True, 2), (False, 2)}
    seen = set()
    for number in range(8):  # the bots' leads decide whether a card is forced
        person = laid("damn", 4, f"forced {number}", first=7, deals=7)
        person.playing.begin()
        while person.wait_for_turn():
            place = person.playing.place
            one = len(person.legal) == 1 and not person.asked_bid
            last = one and len(person.hand) == 1
            assert forced_answer(place, Pace()) is None
            assert (forced_answer(place, Pace(last_card=True)) is not None) == last
            assert (forced_answer(place, Pace(forced=True)) is not None) == one
            seen.add((one, min(len(person.hand), 2)))
            person.act()
        if wanted <= seen:
            break
    assert wanted <= seen


def test_of_cards_that_come_to_the_same_one_plays_itself_where_that_is_set(laid):
    seen = Counter()
    for number in range(8):
        person = laid("rank", 3, f"alike {number}")
        person.playing.begin()
        while person.wait_for_turn():
            place = person.playing.place
            ranks = [face.card.rank for face in person.legal]
            forced = forced_answer(place, Pace(forced=True))
            assert (forced is not None) == (len(set(ranks)) == 1)
            assert forced is None or forced.card in [face.card for face in person.legal]
            assert forced_answer(place, Pace()) is None
            seen[len(ranks) > 1, forced is not None] += 1
            person.act()
        if seen[True, True] and seen[True, False]:
            break
    assert seen[True, True]
    assert seen[True, False]


@pytest.mark.long
def test_a_bid_never_makes_itself(laid):
    """With the hook and one card, the last bidder may have a single answer."""
    person = laid("blackout", 2, "hooked 4")
    person.playing.stage.pace = Pace(last_card=True, forced=True)
    person.playing.begin()
    single = 0
    while person.wait_for_turn():
        if person.asked_bid:
            single += len(list(person.answers())) == 1
        person.act()
    assert single


def test_the_last_trump_that_is_left_chooses_itself(laid):
    seen = set()
    for number in range(12):  # the draw decides the order of choosing
        person = laid("master", 4, f"trumps {number}", trumps="personal")
        person.playing.begin()
        assert person.wait_for_turn()
        place = person.playing.place
        allowed = [one for one in place.question.answers if one.refusal is None]
        last = len(allowed) == 1
        assert place.question.kind == "trump"
        assert (forced_answer(place, Pace(last_card=True)) is not None) == last
        assert forced_answer(place, Pace()) is None
        seen.add(last)
        if len(seen) == 2:
            break
    assert seen == {False, True}


def test_where_something_can_be_mended_no_card_plays_itself(laid):
    """A lead would close the open trick and end the time for corrections."""
    person = laid("damn", 3, "leads 1", enforcement="table", first=3, deals=3)
    person.playing.begin()
    leads = 0
    while True:
        until(lambda: rests(person))
        place = person.playing.place
        if place.over:
            break
        question = person.playing.asking.question
        if question is None:
            person.press(Qt.Key.Key_Space)
            continue
        if place.game.open(place.view) and len(person.hand) == 1:
            leads += 1
            assert len(person.legal) == 1
            assert forced_answer(place, Pace(last_card=True, forced=True)) is None
        go_right(person)
    assert leads


def rests(person):
    playing = person.playing
    ready = playing.asking.optional.shows(Ready.type)
    return not playing.motion.busy and bool(playing.asking.question or ready or person.over)


def go_right(person):
    """Bid, or play a legal card."""
    if person.asked_bid:
        person.act()
        return
    place = person.playing.place
    right = place.game.legal(place.view, 0)[0].card
    person.double_click_card(next(face for face in person.hand if face.card == right))


# Corrections and readiness


def buttons(person):
    bar = person.playing.asking.optional
    return [name for name, button in bar.buttons.items() if button.isVisible()]


def test_nothing_is_offered_before_the_deal_is_seen(laid, clock):
    person = laid("damn", 4, "manners 3", speed=1.0, clock=clock, **TABLE)
    person.playing.begin()
    place, stage = person.playing.place, person.playing.stage
    assert any(isinstance(one, Dealt) for one in person.record.events)
    assert [offer.kind for offer in place.offers] == ["bid"]
    seen = False
    while not seen:
        assert buttons(person) == []
        pass_time(person, clock, 100)
        seen = not stage.behind_deal
    assert buttons(person) == ["bid"]


def test_there_is_time_to_change_a_bid_before_a_computer_player_bids(laid, clock):
    person = laid("damn", 4, "bids 1", speed=1.0, clock=clock, **TABLE)
    person.playing.begin()
    while person.playing.stage.behind_deal:
        pass_time(person, clock, 100)
    while person.playing.asking.question is None:
        pass_time(person, clock, 100)
    person.act()
    made = sum(isinstance(one, BidMade) for one in person.record.events)
    passed = 0
    while sum(isinstance(one, BidMade) for one in person.record.events) == made:
        pass_time(person, clock, 50)
        passed += 50
    assert 1000 * MENDING_S <= passed <= 1000 * MENDING_S + 900
    assert "bid" not in buttons(person)


def test_whoever_hesitates_keeps_the_table_waiting_for_so_much_longer(laid, clock, monkeypatch):
    person = laid("damn", 4, "bids 1", speed=1.0, clock=clock, watch=True, first=5, deals=6)
    monkeypatch.setattr(
        Seat, "hesitation", property(lambda _: hesitations[0] if hesitations else 1.0)
    )
    hesitations = [0.0, 0.0, 1.0, 3.0]
    bids = []
    person.playing.place.listen(
        lambda told: bids.append(clock.now) if isinstance(told, BidMade) else None
    )
    person.playing.begin()
    while hesitations:
        made = len(bids)
        while len(bids) == made:
            pass_time(person, clock, 10)
        del hesitations[0]
    gaps = [later - before for before, later in pairwise(bids)]
    assert gaps[1] - gaps[0] == pytest.approx(THINK_MS, abs=40)
    assert gaps[2] - gaps[0] == pytest.approx(3 * THINK_MS, abs=40)


def revoked(person):
    """Play until the person has revoked and can correct it."""
    person.playing.begin()
    while True:
        until(lambda: rests(person))
        assert not person.over
        question = person.playing.asking.question
        if question is None:
            person.press(Qt.Key.Key_Space)
            continue
        wrong = [one.command for one in question.answers if one.breach and not one.refusal]
        if question.kind != "play" or not wrong:
            go_right(person)
            continue
        card = wrong[0].card
        person.double_click_card(next(face for face in person.hand if face.card == card))
        until(lambda: rests(person))
        return person


def test_whoever_corrects_a_card_is_told_what_to_do_next_and_can_leave_it(laid):
    person = revoked(laid("damn", 4, "manners", **TABLE))
    line = person.scene.line
    person.click(person.playing.asking.optional.buttons[Correct.type])
    assert line.isVisible()
    assert line.words == "Click the card you want instead, or press Esc to leave it as it is"
    person.press(Qt.Key.Key_Escape)
    until(lambda: rests(person))
    assert "Esc" not in line.words
    bar = person.playing.asking.optional
    person.click(bar.buttons[Correct.type])
    assert bar.leave.isVisible()
    assert not person.scene.line.sceneBoundingRect().intersects(place_of(person, bar))
    before = person.record.events
    person.click(bar.leave)
    until(lambda: rests(person))
    assert not bar.leave.isVisible()
    assert bar.buttons[Correct.type].isVisible()
    assert person.record.events == before


def place_of(person, bar):
    """Return the rectangle of an action bar in scene coordinates."""
    return person.playing.view.mapToScene(bar.geometry()).boundingRect()


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
def test_the_quiet_line_and_the_acts_do_not_lie_over_each_other(laid, size):
    person = revoked(laid("damn", 4, "manners", **TABLE))
    person.window.resize(*size)
    for _ in range(5):
        QApplication.processEvents()
    bar, line = person.playing.asking.optional, person.scene.line
    for _ in range(40):
        if bar.buttons[Correct.type].isVisible() and line.isVisible():
            break
        if person.playing.asking.question is not None:
            go_right(person)
        until(lambda: rests(person))
    assert bar.isVisible()
    assert line.isVisible()
    assert not line.sceneBoundingRect().intersects(place_of(person, bar))


def test_the_table_says_how_long_a_trick_lies_open(laid):
    person = laid("damn", 4, "manners", **TABLE)
    person.playing.begin()
    said = set()
    while len(said) < 2:
        until(lambda: rests(person))
        place, question = person.playing.place, person.playing.asking.question
        if place.game.open(place.view):
            said.add((question is None, person.scene.line.words))
        else:
            assert person.scene.line.words == ""
        if question is None:
            person.press(Qt.Key.Key_Space)
        else:
            go_right(person)
    assert said == {
        (True, "The trick lies open until you are ready"),
        (False, "The trick lies open until you lead"),
    }


# Settings


def test_the_first_matches_wait_and_then_one_is_told(opened, home):
    settings = Settings.load()
    settings.finished = LEARNING - 2
    settings.save()
    short = PlayRequest("damn", 3, {"deals": 1}, seed_from("short"))
    person = opened(short)
    for match in (1, 2):
        while person.wait_for_turn():
            person.act()
        until(lambda: person.main.result is not None)
        kept = Settings.load()
        assert kept.finished == LEARNING - 2 + match
        assert kept.waits == (match == 1)
        banner = person.main._made_banner
        assert (banner is not None and "From now on" in banner.words.text()) == (match == 2)
        person.main.what_next.play_again()
    assert pace_of(Settings(), PlayRequest()).waits
    assert Settings.load().wait_for_click == "auto"


@pytest.mark.parametrize("chosen", ["on", "off"])
def test_what_was_chosen_stays_and_nothing_is_said(chosen):
    settings = Settings(wait_for_click=chosen, finished=LEARNING - 1)
    assert not count_match(settings, "damn")
    assert settings.waits == (chosen == "on")


@pytest.mark.parametrize(
    ("play_request", "expected"),
    [
        (PlayRequest(), True),
        (PlayRequest(watch=True), True),
        (PlayRequest(watch=True, speed=FASTEST_SEEN), True),
        (PlayRequest(watch=True, speed=FASTEST_SEEN + 1), False),
        (PlayRequest(screenshots=Path("x")), False),
        (PlayRequest(speed=0.0), False),
    ],
)
def test_nobody_is_waited_for_where_nobody_is_there(play_request, expected):
    assert pace_of(Settings(wait_for_click="on"), play_request).waits == expected


def test_whoever_only_watches_need_not_click_as_long_as_they_have_not_said_so():
    assert pace_of(Settings(), PlayRequest()).waits
    assert not pace_of(Settings(), PlayRequest(watch=True)).waits


def test_without_motion_cards_jump_and_pauses_stay(opened):
    person = opened(PlayRequest("damn", 3, {"deals": 2}, seed_from("x")), speed=1.0)
    motion = person.playing.motion
    assert (motion.speed, motion.jumps) == (1.0, True)
    assert motion.busy
    assert person.playing.stage.pace == Pace(1200.0, waits=True)


def test_a_watched_match_stays_at_its_result(opened):
    request = PlayRequest("damn", 3, {"deals": 1}, seed_from("x"), watch=True)
    Settings(motion="none", wait_for_click="off").save()
    person = opened(request, speed=FASTEST_SEEN)
    until(lambda: person.main.result is not None)
    QTest.qWait(0)
    assert person.window.isVisible()
    assert person.window.findChild(ResultSheet) is not None
    assert Settings.load().finished == 0


# Rank


def rank_of(laid, clock):
    """Open a match of Rank and play until all other seats have had their turns."""
    person = laid("rank", 4, "round", clock=clock)
    person.playing.begin()
    while sum(one.isVisible() for one in person.scene.said[1:]) < 3:
        assert person.wait_for_turn()
        person.act()
        until(lambda: person.playing.asking.question is not None)
    return person


@pytest.mark.parametrize("action", ["click", "key", "act"])
def test_what_the_others_did_stands_until_one_goes_on_or_acts(laid, clock, action):
    person = rank_of(laid, clock)
    said = person.scene.said[1:]
    assert all(one.isVisible() for one in said)
    question = person.playing.asking.question
    if action == "click":
        QTest.mouseClick(person.window.windowHandle(), LEFT, pos=person.middle)
    elif action == "key":
        person.press(Qt.Key.Key_Space)
    else:
        person.playing.motion.speed = 1.0  # delays the other players' next actions
        person.act()
        question = person.playing.asking.question
    assert not any(one.isVisible() for one in said)
    assert person.playing.asking.question is question


def test_rank_keeps_its_last_turns_when_it_is_gone_on_with(opened):
    person = opened(PlayRequest("rank", 4, {}, seed_from("turns")))
    for _ in range(3):
        assert person.wait_for_turn()
        person.act()
    person.wait_for_turn()

    def lines():
        turns = person.playing.side.last_turns.lines
        return [turns.item(row).text() for row in range(turns.count())]

    before, path = lines(), person.playing.place.record
    assert len(before) > 3
    assert path is not None
    person.main.clear_table()
    assert person.main.resume(path) == ""
    assert person.wait_for_turn()
    assert lines() == before
