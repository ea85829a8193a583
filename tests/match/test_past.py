"""An event log read once gives every seat what it would have had event by event."""

from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.match.past import OPEN, STEP, Past, Playback
from greenbaize.match.record import event_codec, line_bytes, read_record
from greenbaize.match.telling import Teller
from greenbaize.match.told import read_any
from greenbaize.rules.events import Dealt, SeatGiven, TrickTaken
from match.playing import EACH_SETUP, SETUPS, Setup, play_randomly, told_to


def heard(played, seat, count):
    """Return the view and the lines of a seat that applied this many events one by one."""
    codec = event_codec(played.game)
    seats = len(played.header.sitters)
    teller = Teller(played.game, seats, played.header.options, seat)
    lines = [line_bytes(codec.write(teller.hear(*moment))) for moment in played.moments[:count]]
    return teller.view, b"".join(lines)


@EACH_SETUP
def test_every_seat_knows_what_it_would_have_heard(setup):
    played = play_randomly(setup, 1)
    whole = len(played.events)
    for count in (0, 1, 2, whole // 3, whole // 2, whole - 1, whole):
        past = Past(played.game, played.header)
        for moment in played.moments[:count]:
            past.hear(*moment)
        for seat in range(setup.seats):
            assert (past.view(seat), past.told(seat)) == heard(played, seat, count)
        assert past.state == (played.moments[count - 1][1] if count else past.state)


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_a_deal_as_told_leaves_nothing_hidden_of_the_deals_before(setup):
    """Check ``deals_anew``: the full state before a deal gives the same view after it."""
    assert setup.game.deals_anew
    played = play_randomly(setup, 1)
    before = setup.game.start(setup.seats, played.header.options)
    for number, (event, state) in enumerate(played.moments):
        if isinstance(event, Dealt):
            for seat in range(setup.seats):
                told = setup.game.tell(event, state, seat)
                assert setup.game.fold(before, told) == heard(played, seat, number + 1)[0]
        before = state


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_what_a_spectator_is_told_whole_everybody_is(setup):
    played = play_randomly(setup, 1)
    for event, state in played.moments:
        if setup.game.tell(event, state, None) is event:
            assert all(setup.game.tell(event, state, seat) == event for seat in range(setup.seats))


def test_a_game_of_which_nothing_is_known_is_folded_from_its_start(monkeypatch):
    played = play_randomly(Setup("rank", 3, {"deals": 2}), 1)
    monkeypatch.setattr(type(played.game), "deals_anew", False)
    past = Past.of(played.game, played.header, played.events)
    for seat in range(3):
        assert (past.view(seat), past.told(seat)) == heard(played, seat, len(played.events))


def test_seats_that_changed_hands_and_the_end_are_noted():
    played = play_randomly(Setup("damn", 3, {"deals": 2}), 1)
    given = SeatGiven(1, "bot", "left")
    past = Past.of(played.game, played.header, (*played.events[:9], given, *played.events[9:]))
    assert past.given == [given]
    assert past.end == played.events[-1]
    assert past.state == played.moments[-1][1]
    assert line_bytes({"type": "seat", "seat": 1, "kind": "bot", "why": "left"}) in past.told(0)


def test_whoever_reads_a_record_can_hear_it_meanwhile():
    played = play_randomly(Setup("rank", 6, {"deals": 8}), 1)
    counts = []
    pasts = []

    def witness(header):
        pasts.append(Past(GAMES[header.game], header, counts.append))
        return pasts[0].hear

    record = read_record(played.record, GAMES, witness)
    assert pasts[0].header == record.header
    assert pasts[0].state == record.state
    assert counts == list(range(STEP, len(record.events) + 1, STEP))
    assert counts


def test_the_work_of_going_on_does_not_grow_with_the_seats(monkeypatch):
    """Count the folds: one per event for the match, and the last deal for each seat."""
    played = play_randomly(Setup("rank", 10, {"deals": 9}), 1)
    fold = type(played.game).fold
    folds = 0

    def counted(self, state, event):
        nonlocal folds
        folds += 1
        return fold(self, state, event)

    monkeypatch.setattr(type(played.game), "fold", counted)
    past = Past.of(played.game, played.header, played.events)
    assert folds == len(played.events)
    for seat in range(10):
        past.view(seat)
    last = next(n for n, e in enumerate(reversed(played.events), 1) if isinstance(e, Dealt))
    assert folds == len(played.events) + 10 * last


def playback_of(played):
    header = played.header
    return Playback(played.game, len(header.sitters), header.options, played.events)


@EACH_SETUP
def test_every_moment_is_as_it_was(setup):
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


def test_deals_and_tricks_are_marked():
    played = play_randomly(Setup("damn", 3, {"deals": 3}), 1)
    playback = playback_of(played)
    assert [playback.events[moment - 1].deal for moment in playback.deals] == [1, 2, 3]
    assert len(playback.tricks) == sum(isinstance(one, TrickTaken) for one in played.events)
    for moment, event in enumerate(played.events, 1):
        if isinstance(event, Dealt):
            assert playback.deal_of(moment) == event.deal - 1
            assert playback.deal_of(moment - 1) == event.deal - 2


def test_before_the_first_event_nothing_lies_there():
    played = play_randomly(Setup("rank", 2, {}), 1)
    playback = playback_of(played)
    assert playback.view(0, 1) == played.game.start(2, played.header.options)
    assert playback.deal_of(0) == -1


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_walking_on_is_the_same_as_going_there(setup):
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
def test_what_a_seat_was_told_is_seen_as_it_saw_it(setup, seat):
    played = play_randomly(setup, 1)
    record = read_any(told_to(played, seat), GAMES)
    playback = Playback(played.game, setup.seats, record.header.options, record.events)
    own = playback_of(played)
    for moment in range(0, len(playback) + 1, max(1, len(playback) // 30)):
        assert playback.view(moment, OPEN) == own.view(moment, seat)
    assert playback.deals == own.deals
    assert playback.steps == own.steps


def test_the_steps_are_tricks_or_turns():
    tricks = playback_of(play_randomly(Setup("damn", 3, {"deals": 3}), 1))
    assert tricks.steps == [moment - 1 for moment in tricks.tricks]
    for moment in tricks.steps:
        trick = tricks.game.picture(tricks.state(moment)).trick
        assert len(trick.cards) == 3  # the trick lies complete on the table
    assert tricks.counted == tricks.tricks
    turns = playback_of(play_randomly(Setup("rank", 3, {}), 1))
    assert turns.steps == turns.turns
    assert turns.tricks == []
    movers = [turns.game.turn(turns.state(moment)) for moment in turns.steps]
    assert None not in movers
    assert all(one != other for one, other in pairwise(movers))


def test_before_the_first_card_of_a_deal_others_things_lie_open():
    playback = playback_of(play_randomly(Setup("damn", 3, {"deals": 3}), 1))
    assert not playback.awaits_first_card(0)
    for deal, moment in enumerate(playback.deals):
        first = next(one for one in playback.played if one > moment)
        assert all(playback.awaits_first_card(one) for one in range(moment, first))
        assert not playback.awaits_first_card(first)
        assert playback.deal_of(first) == deal


@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_samples_are_of_all_the_match(setup):
    played = play_randomly(setup, 1)
    playback = playback_of(played)
    samples = playback.samples(3)
    assert 3 <= len(samples) <= 7
    assert samples[0] == playback.state(0)
    assert samples[-1] == playback.state(len(playback))


def test_going_through_it_is_watched():
    played = play_randomly(Setup("rank", 10, {"deals": 4}), 1)
    counts = []
    header = played.header
    Playback(played.game, 10, header.options, played.events, counts.append)
    assert counts == list(range(500, len(played.events) + 1, 500))
    assert counts
