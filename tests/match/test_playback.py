"""Playback: every moment of a match is as it was, for whoever looks."""

from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.match.past import OPEN, Playback
from greenbaize.match.told import read_any
from greenbaize.rules.events import Dealt, SeatGiven, TrickTaken
from match.playing import EACH_SETUP, SETUPS, Played, Setup, play_randomly, told_to


def playback_of(played: Played) -> Playback:
    header = played.header
    return Playback(played.game, len(header.sitters), header.options, played.events)


@EACH_SETUP
def test_every_moment_is_as_it_was(setup: Setup) -> None:
    played = play_randomly(setup, 1, seat_changes=0.02)
    playback = playback_of(played)
    moments = range(1, len(playback) + 1, max(1, len(playback) // 40))
    for moment in moments:
        assert playback.view(moment, OPEN) == played.moments[moment - 1][1]
    for viewer in (0, setup.seats - 1, None):
        view = played.game.start(setup.seats, played.header.options)
        seen = [view]
        for event, state in played.moments:
            if not isinstance(event, SeatGiven):
                view = played.game.fold(view, played.game.tell(event, state, viewer))
            seen.append(view)
        for moment in moments:
            assert playback.view(moment, viewer) == seen[moment]


def test_deals_and_tricks_are_marked() -> None:
    played = play_randomly(Setup("damn", 3, {"deals": 3}), 1)
    playback = playback_of(played)
    assert [playback.events[moment - 1].deal for moment in playback.deals] == [1, 2, 3]
    assert len(playback.tricks) == sum(isinstance(one, TrickTaken) for one in played.events)
    for moment, event in enumerate(played.events, 1):
        if isinstance(event, Dealt):
            assert playback.deal_of(moment) == event.deal - 1
            assert playback.deal_of(moment - 1) == event.deal - 2


def test_before_the_first_event_nothing_lies_there() -> None:
    played = play_randomly(Setup("rank", 2, {}), 1)
    playback = playback_of(played)
    assert playback.view(0, 1) == played.game.start(2, played.header.options)
    assert playback.deal_of(0) == -1


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_walking_on_is_the_same_as_going_there(setup: Setup) -> None:
    played = play_randomly(setup, 1, seat_changes=0.02)
    playback = playback_of(played)
    begin = len(playback) // 3
    for viewer in (OPEN, 0, None):
        walk = playback.walk(begin, viewer)
        for moment in range(begin + 1, min(begin + 60, len(playback)) + 1):
            told = walk.go()
            assert told == playback.told(moment, viewer)
            if moment % 7 == 0:
                assert walk.view == playback.view(moment, viewer)
        assert walk.moment == min(begin + 60, len(playback))


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
@pytest.mark.parametrize("seat", [None, 1])
def test_what_a_seat_was_told_is_seen_as_it_saw_it(setup: Setup, seat: int | None) -> None:
    played = play_randomly(setup, 1)
    record = read_any(told_to(played, seat), GAMES)
    playback = Playback(played.game, setup.seats, record.header.options, record.events)
    own = playback_of(played)
    for moment in range(0, len(playback) + 1, max(1, len(playback) // 30)):
        assert playback.view(moment, OPEN) == own.view(moment, seat)
    assert playback.deals == own.deals
    assert playback.steps == own.steps


def test_the_steps_are_tricks_or_turns() -> None:
    tricks = playback_of(play_randomly(Setup("damn", 3, {"deals": 3}), 1))
    assert tricks.steps == [moment - 1 for moment in tricks.tricks]
    for moment in tricks.steps:
        trick = tricks.game.picture(tricks.state(moment)).trick
        assert trick is not None
        assert len(trick.cards) == 3  # it lies full on the table
    assert tricks.counted == tricks.tricks
    turns = playback_of(play_randomly(Setup("rank", 3, {}), 1))
    assert turns.steps == turns.turns
    assert turns.tricks == []
    movers = [turns.game.turn(turns.state(moment)) for moment in turns.steps]
    assert None not in movers
    assert all(one != other for one, other in pairwise(movers))


def test_before_the_first_card_of_a_deal_others_things_lie_open() -> None:
    playback = playback_of(play_randomly(Setup("damn", 3, {"deals": 3}), 1))
    assert not playback.awaits_first_card(0)
    for deal, moment in enumerate(playback.deals):
        first = next(one for one in playback.played if one > moment)
        assert all(playback.awaits_first_card(one) for one in range(moment, first))
        assert not playback.awaits_first_card(first)
        assert playback.deal_of(first) == deal


@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_samples_are_of_all_the_match(setup: Setup) -> None:
    played = play_randomly(setup, 1)
    playback = playback_of(played)
    samples = playback.samples(3)
    assert 3 <= len(samples) <= 7
    assert samples[0] == playback.state(0)
    assert samples[-1] == playback.state(len(playback))


def test_going_through_it_is_watched() -> None:
    played = play_randomly(Setup("rank", 10, {"deals": 4}), 1)
    counts: list[int] = []
    header = played.header
    Playback(played.game, 10, header.options, played.events, counts.append)
    assert counts == list(range(500, len(played.events) + 1, 500))
    assert counts
