"""A deal as two played it, side by side."""

import pytest

from app.challenge_records import encode_record
from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_levels import play_as_level
from greenbaize.app.memory.par_replay import ComparedPlay, create_compared_replay
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import CardsDealt, DealScored, SeatReassigned
from greenbaize.rules.players import BOT, HUMAN


@pytest.fixture(scope="module")
def challenge():
    return create_challenge("damn", 3, level="easy", options={"deals": 4})


@pytest.fixture(scope="module")
def plays(challenge):
    events = read_record(encode_record(challenge, level="easy"), GAMES).events
    # Who acts for a seat makes no difference.
    events = (*events[:3], SeatReassigned(0, BOT, "left"), SeatReassigned(0, HUMAN, "back"))
    events += read_record(encode_record(challenge, level="easy"), GAMES).events[3:]
    other = play_as_level(challenge, "random")
    return ComparedPlay("Ida", events, is_own=True), ComparedPlay("Random", other.events, "random")


def test_both_stand_at_the_first_decision_that_differs(challenge, plays):
    replays = [
        create_compared_replay(challenge.header, challenge.seat, plays, deal_index)
        for deal_index in range(4)
    ]
    for deal, replay in enumerate(replays, 1):
        for one, start in ((replay.own, replay.start), (replay.par, replay.par_start)):
            assert isinstance(one.playback.events[start], CardsDealt)
            assert one.playback.events[start].deal == deal
            assert isinstance(one.playback.events[-1], DealScored)
    parted = [replay for replay in replays if replay.parting is not None]
    assert parted
    for replay in parted:
        own_event, other_event = replay.parted_events()
        assert own_event != other_event
        for step in range(replay.parting):
            own_event = replay.own.playback.events[replay.start + step]
            assert own_event == replay.par.playback.events[replay.par_start + step]


def test_each_is_named_and_their_kind_is_known(challenge, plays):
    replay = create_compared_replay(challenge.header, challenge.seat, plays, 0)
    own, other = (one.header.players[challenge.seat] for one in (replay.own, replay.par))
    assert (own.name, own.kind) == ("Ida", HUMAN)
    assert (other.name, other.kind, other.level) == ("Random", BOT, "random")
    assert replay.deals == tuple(range(1, len(replay.deals) + 1))


def test_who_plays_the_same_never_parts(challenge, plays):
    replay = create_compared_replay(challenge.header, challenge.seat, (plays[0], plays[0]), 0)
    assert replay.parting is None
    assert replay.parted_events() is None
