"""Whose turn is shown, whatever the picture says while things follow by themselves."""

from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.games.shedding.events import AntiRankDeclared, CameBack, Passed, WentOut
from greenbaize.match.telling import Teller
from greenbaize.rules.events import CardPlayed, CardsDrawn, Event
from greenbaize.ui.table.stage import FASTEST, Turn
from match.playing import OpenTeller, Setup, play_randomly

SETUPS = tuple(Setup("rank", seats, {"deals": 2}) for seats in (2, 3, 5, 10))


def turns_of(setup: Setup, you: int | None) -> list[tuple[Event, int | None, int, float]]:
    """Each event of a match with whose turn it was shown in, its number and its tempo."""
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


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("you", [None, 0, 1])
def test_every_move_is_in_the_turn_of_who_makes_it(setup: Setup, you: int | None) -> None:
    leavers_draws = 0
    for event, seat, _, _ in turns_of(setup, you):
        if isinstance(event, CardPlayed | Passed | AntiRankDeclared):
            assert seat == event.seat
        elif isinstance(event, CameBack):
            assert seat != event.seat
            leavers_draws += 1
    assert leavers_draws


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_who_draws_to_come_back_does_so_in_the_turn_of_another(setup: Setup) -> None:
    seen = turns_of(setup, None)
    for (draw, seat, number, _), (back, _, later, _) in pairwise(seen):
        if isinstance(back, CameBack):
            assert isinstance(draw, CardsDrawn)
            assert draw.seat == back.seat != seat
            assert number == later


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("you", [None, 0])
def test_a_pass_ends_a_turn_and_nothing_of_it_comes_after(setup: Setup, you: int | None) -> None:
    seen = turns_of(setup, you)
    numbers = [number for _, _, number, _ in seen]
    assert numbers == sorted(numbers)
    for (event, _, number, _), (after, _, later, _) in pairwise(seen):
        if isinstance(event, Passed) and isinstance(after, CardPlayed | Passed | CardsDrawn):
            assert later == number + 1


def test_a_long_turn_goes_faster_with_every_card_and_the_next_one_slowly_again() -> None:
    tempos: dict[int, list[float]] = {}
    for event, _, number, tempo in turns_of(SETUPS[3], 0):
        if isinstance(event, CardPlayed):
            tempos.setdefault(number, []).append(tempo)
    assert max(map(len, tempos.values())) >= 4
    for own in tempos.values():
        assert own[0] == 1
        assert all(b > a or a == b == FASTEST for a, b in pairwise(own))
        assert own[-1] <= FASTEST


def test_out_of_anothers_turn_the_turn_goes_on() -> None:
    seen = turns_of(SETUPS[2], None)
    outs = [
        (number, after)
        for (event, seat, number, _), (_, _, after, _) in pairwise(seen)
        if isinstance(event, WentOut) and event.seat != seat
    ]
    assert outs
    assert all(after == number for number, after in outs)
