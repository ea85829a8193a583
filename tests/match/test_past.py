"""A past gone through once is what every seat would have heard event by event."""

import pytest

from greenbaize.games import GAMES
from greenbaize.match.past import STEP, Past
from greenbaize.match.record import event_codec, line_bytes, read_record
from greenbaize.match.telling import Teller
from greenbaize.rules.events import Dealt, SeatGiven
from match.playing import EACH_SETUP, SETUPS, Setup, play_randomly


def heard(played, seat, count):
    """The view and the lines of a seat that heard so many events one by one."""
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
    """What ``deals_anew`` says of a game: the same view comes of the full state before a deal."""
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
    """Counted in folds: once for the match, and for each seat the last deal."""
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
