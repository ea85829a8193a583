"""Tests of the stage, which shows each event once the one before has been shown."""

import itertools
from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.games.shedding.events import AntiRankDeclared, CameBack, Passed, WentOut
from greenbaize.match.telling import Teller
from greenbaize.rules.events import CardPlayed, CardsDrawn, Dealt, Scored, TrickTaken
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.table.stage import AGREED_MS, FASTEST, Turn
from match.playing import OpenTeller, Setup, play_randomly
from ui.table.seen import check_mirror, lying
from ui.table.show import Show

SETUPS = (
    Setup("damn", 4, {"deals": 5, "first": 4}),
    Setup("blackout", 2, {}),
    Setup("damn", 3, {"deals": 3, "hook": True}),
    Setup("rank", 3, {"deals": 2}),
    Setup("rank", 10, {}),
)


@pytest.fixture
def shows(application):
    return Show


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_without_motion_all_is_seen_at_once_in_its_order(shows: type[Show], setup):
    show = shows(setup, 0.0)
    for event, view in show.told:
        show.stage.hear(event, view)
    assert show.shown == []
    show.stage.go_on()
    assert show.shown == show.events
    assert show.idle == 1


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[:1], ids=str)
def test_with_motion_one_after_another_as_time_passes(shows: type[Show], setup):
    show = shows(setup, 1.0)
    show.hear()
    moments = {}
    seen = 0
    while show.motion.busy:
        assert show.idle == 0
        show.pass_time(10)
        for event in show.shown[seen:]:
            moments.setdefault(event.type, []).append(show.now)
        seen = len(show.shown)
    assert show.shown == show.events
    assert show.idle == 1
    # Plays, bids, tricks, scores and deals are each shown at a time of their own.
    for kind in (CardPlayed.type, BidMade.type, TrickTaken.type, Scored.type, Dealt.type):
        times = moments[kind]
        assert all(later > earlier for earlier, later in itertools.pairwise(times))


def test_a_full_trick_can_be_looked_at(shows: type[Show]):
    show = shows(SETUPS[0], 1.0)
    full_trick(show, show.stage.pace)
    idle, start = show.idle, show.now
    while show.scene.cards.trick:
        show.pass_time(10)
    assert show.now - start == pytest.approx(600, abs=20)
    assert show.idle == idle
    show.motion.hurry()
    show.motion.hurry()
    assert show.idle == idle + 1


def full_trick(show: Show, pace) -> Show:
    """Show events until a full trick begins to be shown."""
    show.stage.pace = pace
    taken = next(at for at, one in enumerate(show.events) if isinstance(one, TrickTaken))
    show.show_until(taken)
    show.hear(taken, taken + 1)
    assert len(show.scene.cards.trick) == 4
    return show


@pytest.mark.parametrize("speed", [0.5, 3.0])
def test_a_full_trick_stays_as_long_as_was_chosen(shows: type[Show], speed):
    show = full_trick(shows(SETUPS[0], speed), Pace(trick_ms=2400))
    show.pass_time(2390)
    assert len(show.scene.cards.trick) == 4
    show.pass_time(20)
    assert show.scene.cards.trick == []


def test_whoever_has_closed_the_trick_has_seen_it(shows: type[Show]):
    show = shows(SETUPS[0], 1.0)
    show.stage.note_act(closing=True)
    full_trick(show, Pace(waits=True, trick_ms=5000))
    show.pass_time(AGREED_MS)
    assert show.scene.cards.trick == []


def test_whoever_a_clock_waits_for_has_no_time_to_wait(shows: type[Show]):
    show = shows(SETUPS[0], 1.0)
    show.stage.pressed = lambda: True
    full_trick(show, Pace(waits=True, trick_ms=700))
    show.pass_time(700)
    assert show.scene.cards.trick == []


def test_whoever_has_fallen_behind_catches_up(shows: type[Show]):
    """Watchers fall behind at a network table, which does not wait for them."""
    show = shows(SETUPS[0], 1.0)
    show.stage.pace = Pace(waits=True)
    show.hear()
    waited = []
    show.motion.waiting.connect(lambda: waited.append(len(show.shown)))
    while show.motion.busy and not show.motion.waits:
        show.pass_time(500)
    taken = [at for at, one in enumerate(show.events) if isinstance(one, TrickTaken)]
    assert waited == taken[-1:]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "rank"])
@pytest.mark.parametrize("you", [None, 0])
def test_the_pace_changes_nothing_of_what_is_seen(shows: type[Show], game, you):
    setup = Setup(game, 4, {"deals": 2})
    for pace in (Pace(), Pace(waits=True, trick_ms=5000)):
        show = shows(setup, 1.0, you)
        show.stage.pace = pace
        for place in range(len(show.events)):
            show.hear(place, place + 1)
            while show.motion.busy:
                show.stage.hurry()
        assert show.shown == show.events


def test_in_games_of_tricks_nothing_goes_faster_and_nothing_is_passed_over(shows: type[Show]):
    show = shows(SETUPS[0], 1.0)
    show.hear()
    while show.motion.busy:
        assert show.stage.tempo == 1
        assert not show.stage.skipping
        before = len(show.shown)
        show.stage.hurry()
        kinds = [type(event) for event in show.shown[before:]]
        assert kinds.count(CardPlayed) <= 1


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_hurrying_through_leaves_the_table_of_the_final_view(shows: type[Show], setup, speed):
    show = shows(setup, speed)
    show.hear()
    hurried = 0
    while show.motion.busy:
        show.motion.hurry()
        hurried += 1
    assert show.shown == show.events
    assert show.idle == 1
    assert (hurried > 20) == (speed > 0)
    other = shows(setup, 0.0)
    other.stage.show_view(show.told[-1][1])
    assert lying(show.scene) == lying(other.scene)
    assert [one.text for one in show.scene.plates] == [one.text for one in other.scene.plates]
    assert show.scene.notice.texts == other.scene.notice.texts


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_any_view_can_be_shown_at_once(shows: type[Show], setup):
    show = shows(setup, 0.0)
    for _event, view in show.told[::7]:
        picture = show.game.picture(view)
        if picture.deal:
            show.stage.show_view(view)
            check_mirror(show.scene, picture)
    assert show.shown == []


def test_what_is_heard_while_things_move_waits(shows: type[Show]):
    show = shows(SETUPS[0], 1.0)
    show.hear(0, 3)
    before = list(show.shown)
    show.stage.hear(*show.told[3])
    show.stage.go_on()
    assert show.shown == before
    while show.motion.busy:
        show.motion.hurry()
    assert show.shown == show.events[:4]


TURN_SETUPS = tuple(Setup("rank", seats, {"deals": 2}) for seats in (2, 3, 5, 10))


def turns_of(setup, you):
    """Return each event of a match with the seat, number and tempo of the turn it was shown in."""
    played = play_randomly(setup, 7)
    game = GAMES["rank"]
    kind = OpenTeller if you is None else Teller
    teller = kind(game, setup.seats, played.header.options, you)
    turn, seen = Turn(), []
    for event, state in played.moments:
        told = teller.hear(event, state)
        turn.begin(told)
        seen.append((told, turn.seat, turn.number, turn.tempo))
        turn.end(game.picture(teller.view))
    return seen


@pytest.mark.parametrize("setup", TURN_SETUPS, ids=str)
@pytest.mark.parametrize("you", [None, 0, 1])
def test_every_move_is_in_the_turn_of_who_makes_it(setup, you):
    leavers_draws = 0
    for event, seat, _, _ in turns_of(setup, you):
        if isinstance(event, CardPlayed | Passed | AntiRankDeclared):
            assert seat == event.seat
        elif isinstance(event, CameBack):
            assert seat != event.seat
            leavers_draws += 1
    assert leavers_draws


@pytest.mark.parametrize("setup", TURN_SETUPS, ids=str)
def test_who_draws_to_come_back_does_so_in_the_turn_of_another(setup):
    seen = turns_of(setup, None)
    for (draw, seat, number, _), (back, _, later, _) in pairwise(seen):
        if isinstance(back, CameBack):
            assert isinstance(draw, CardsDrawn)
            assert draw.seat == back.seat != seat
            assert number == later


@pytest.mark.parametrize("setup", TURN_SETUPS, ids=str)
@pytest.mark.parametrize("you", [None, 0])
def test_a_pass_ends_a_turn_and_nothing_of_it_comes_after(setup, you):
    seen = turns_of(setup, you)
    numbers = [number for _, _, number, _ in seen]
    assert numbers == sorted(numbers)
    for (event, _, number, _), (after, _, later, _) in pairwise(seen):
        if isinstance(event, Passed) and isinstance(after, CardPlayed | Passed | CardsDrawn):
            assert later == number + 1


def test_a_long_turn_goes_faster_with_every_card_and_the_next_one_slowly_again():
    tempos = {}
    for event, _, number, tempo in turns_of(TURN_SETUPS[3], 0):
        if isinstance(event, CardPlayed):
            tempos.setdefault(number, []).append(tempo)
    assert max(map(len, tempos.values())) >= 4
    for own in tempos.values():
        assert own[0] == 1
        assert all(b > a or a == b == FASTEST for a, b in pairwise(own))
        assert own[-1] <= FASTEST


def test_out_of_anothers_turn_the_turn_goes_on():
    seen = turns_of(TURN_SETUPS[2], None)
    outs = [
        (number, after)
        for (event, seat, number, _), (_, _, after, _) in pairwise(seen)
        if isinstance(event, WentOut) and event.seat != seat
    ]
    assert outs
    assert all(after == number for number, after in outs)
