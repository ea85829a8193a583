"""Tests of whether a bid can still be met, against the rules themselves."""

from random import Random

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.bid_search import ExactBidSearch, create_bid_search
from greenbaize.match.authority import Authority
from greenbaize.rules.chance import SeededChance, seed_from_text
from greenbaize.rules.options import resolve_options
from greenbaize.rules.search_contract import SearchLimitError

CHANCE = SeededChance(seed_from_text("bid search"))
TABLES = [
    *[("damn", seats, cards) for seats in range(3, 8) for cards in (2, 3 if seats < 6 else 2)],
    ("damn", 3, 4),
    ("blackout", 2, 4),
    *[("blackout", seats, 3 if seats < 5 else 2) for seats in (2, 3, 4)],
    ("blackout", 2, 13),
]


def deal_cards(name, seats, cards, number):
    """Return the game and a state in which everybody has bid, and some cards may lie."""
    game, random = GAMES[name], Random(f"{name}/{seats}/{cards}/{number}")
    settings = {"first": cards, "deals": cards + (cards < 13)}
    options = resolve_options(game.options, seats, settings)
    chance = SeededChance(seed_from_text(f"deal/{number}"))
    authority = Authority(game, seats, options, chance)
    authority.append_derived_events(ready=True)
    played_count = random.randrange(seats) + (9 * seats if cards == 13 else 0)
    while True:
        state, seat = authority.state, game.turn(authority.state)
        if game.phase(state) == "play" and len(state.play.played_cards) >= played_count:
            return game, state
        authority.submit(random.choice(game.legal(state, seat)), ready=True)


def can_meet_by_the_rules(game, state, seat, *, is_helped):
    """Try every line of play with the game's own rules."""
    event = game.next_event(state, CHANCE, is_everybody_ready=True)
    if event is not None:
        if event.type == "score":
            return game.missed_bid(event, seat) is None
        return can_meet_by_the_rules(game, game.fold(state, event), seat, is_helped=is_helped)
    turn = game.turn(state)
    answers = (
        can_meet_by_the_rules(game, after, seat, is_helped=is_helped)
        for command in game.legal(state, turn)
        for after in [fold_command(game, state, command)]
    )
    return any(answers) if is_helped or turn == seat else all(answers)


def fold_command(game, state, command):
    for event in game.judge(state, command).command_events:
        state = game.fold(state, event)
    return state


@pytest.mark.parametrize(("name", "seats", "cards"), TABLES)
def test_search_finds_what_every_line_of_play_gives(name, seats, cards):
    found = set()
    for number in range(6):
        game, state = deal_cards(name, seats, cards, number)
        for seat in range(seats):
            for is_helped in (False, True):
                answer = ExactBidSearch(seat).can_meet(state, is_helped=is_helped)
                expected = can_meet_by_the_rules(game, state, seat, is_helped=is_helped)
                assert answer == expected, (number, seat, is_helped)
                found.add(answer)
    assert found == {False, True}


def test_one_search_answers_for_positions_of_one_deal_after_another():
    game, state = deal_cards("damn", 3, 4, 1)
    search = create_bid_search(game, 1)
    while game.next_event(state, CHANCE, is_everybody_ready=True) is None:
        for is_helped in (True, False):
            answer = search.can_meet(state, is_helped=is_helped)
            assert answer == ExactBidSearch(1).can_meet(state, is_helped=is_helped)
        state = fold_command(game, state, game.legal(state, game.turn(state))[0])
        while (event := game.next_event(state, CHANCE, is_everybody_ready=True)) is not None:
            if event.type == "score":
                return
            state = game.fold(state, event)


def test_search_gives_up_when_its_budget_is_used_up():
    _, state = deal_cards("damn", 4, 8, 3)
    seat = next(seat for seat in range(4) if not ExactBidSearch(seat).is_lost(state))
    with pytest.raises(SearchLimitError):
        ExactBidSearch(seat, node_limit=20).can_meet(state)


def test_bid_that_is_exceeded_is_lost_without_a_search():
    _, state = deal_cards("damn", 3, 4, 2)
    for seat in range(3):
        bids = tuple(0 if one == seat else bid for one, bid in enumerate(state.bids))
        won = tuple(1 if one == seat else 0 for one in range(3))
        play = type(state.play)(state.play.leader, state.play.trick, state.play.taken_tricks, won)
        lost_state = state._replace(bids=bids, play=play)
        assert ExactBidSearch(seat, node_limit=0).is_lost(lost_state)
        assert not ExactBidSearch(seat, node_limit=0).can_meet(lost_state, is_helped=True)
