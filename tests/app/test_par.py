"""Par: the same deals with a computer player in the person's chair."""

from dataclasses import replace

import pytest

from greenbaize.app.par import (
    choose_par_level,
    find_par_seat,
    find_parting,
    play_par_deals,
    sign_of_strokes,
)
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored, SeatReassigned
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import BOT, DEFAULT_PAR_LEVEL, HUMAN
from match.random_matches import EACH_SETUP, SETUPS

SEAT = 1


def create_header(setup, number=1, level="easy"):
    """Return the header of a match of one person with computer players."""
    players = [HeaderPlayer(f"P{seat}", BOT, level) for seat in range(setup.seats)]
    players[SEAT] = HeaderPlayer("Person", HUMAN)
    options = resolve_options(setup.game.options, setup.seats, setup.given_options)
    return RecordHeader(setup.name, tuple(players), options, seed_from_text(f"par/{number}"))


def seat_computer(header, level):
    """Return the header with a computer player in the person's chair."""
    players = list(header.players)
    players[SEAT] = HeaderPlayer(players[SEAT].name, BOT, level)
    return replace(header, players=tuple(players))


def continue_deals(header, level, events=(), deals=1):
    """Return the events of a match that a table continues for some deals, up to a score."""
    continued = list(events)
    table = Table(GAMES[header.game], seat_computer(header, level), tuple(events), continued.append)
    wanted = sum(isinstance(event, DealScored) for event in events) + deals
    table.start_match()
    while sum(isinstance(event, DealScored) for event in continued) < wanted and not table.is_over:
        table.play_bot_turn()
    table.close()
    scores = [index for index, event in enumerate(continued) if isinstance(event, DealScored)]
    return continued[: scores[:wanted][-1] + 1]


@EACH_SETUP
def test_a_person_who_plays_as_the_par_player_has_no_strokes(setup):
    header = create_header(setup)
    par_deals = list(play_par_deals(header, continue_deals(header, "medium", deals=2), "medium"))
    assert par_deals
    for par_deal in par_deals:
        assert par_deal.parting is None
        assert set(par_deal.strokes) == {0}


def check_equals_tables_reckoning(header, level, deals):
    """Check each deal's par against a table that continues from the deal's cards."""
    game = GAMES[header.game]
    events = continue_deals(header, "random", deals=deals)
    par_deals = list(play_par_deals(header, events, level))
    assert len(par_deals) == sum(isinstance(event, DealScored) for event in events)
    for par_deal in par_deals:
        deal_event = events[par_deal.start]
        assert isinstance(deal_event, CardsDealt)
        assert deal_event.deal == par_deal.deal
        played = continue_deals(header, level, events[: par_deal.start + 1])
        assert played[par_deal.start :] == list(par_deal.par_events)
        own_score = next(
            event
            for event in events
            if isinstance(event, DealScored) and event.deal == par_deal.deal
        )
        if not game.result_units[1:]:
            assert par_deal.own_result == (own_score.points[SEAT],)
            assert par_deal.par_result == (played[-1].points[SEAT],)


@EACH_SETUP
def test_par_equals_a_table_that_continues_from_the_same_cards(setup):
    check_equals_tables_reckoning(create_header(setup, 2), "easy", 2)


@pytest.mark.long
@pytest.mark.parametrize("number", range(200))
def test_par_of_two_hundred_records_equals_a_tables_reckoning(number):
    setup = SETUPS[number % len(SETUPS)]
    check_equals_tables_reckoning(create_header(setup, number), DEFAULT_PAR_LEVEL, 2)


def create_damn_match(deals=2):
    setup = next(setup for setup in SETUPS if setup.name == "damn" and setup.seats == 4)
    header = create_header(setup)
    return header, continue_deals(header, "easy", deals=deals)


def test_a_deal_that_somebody_else_played_for_the_person_has_no_par():
    header, events = create_damn_match(3)
    deal_starts = [index for index, event in enumerate(events) if isinstance(event, CardsDealt)]
    first_card = next(index for index, event in enumerate(events) if isinstance(event, CardPlayed))
    left, back = SeatReassigned(SEAT, BOT, "left"), SeatReassigned(SEAT, HUMAN, "back")
    in_first = [*events[:first_card], left, *events[first_card : first_card + 1], back]
    changed = [*in_first, *events[first_card + 1 :]]
    assert [one.deal for one in play_par_deals(header, changed, "easy")] == [2, 3]
    second = deal_starts[1]
    until_third = [*events[:second], left, *events[second : deal_starts[2]], back]
    changed = [*until_third, *events[deal_starts[2] :]]
    assert [one.deal for one in play_par_deals(header, changed, "easy")] == [1, 3]
    # Another seat that changed hands leaves the person's deals as they are.
    other = SeatReassigned(0, BOT, "left")
    changed = [*events[:first_card], other, *events[first_card:]]
    assert [one.deal for one in play_par_deals(header, changed, "easy")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": {0: HeaderPlayer("P0", HUMAN)}}, "par-of-friends"),
        ({"extra": {"shuffle": {}}}, "par-of-friends"),
        ({"players": {0: HeaderPlayer("P0", BOT, program="mine")}}, "par-of-programs"),
        ({"players": {SEAT: HeaderPlayer("P1", BOT, "easy")}}, "par-of-bots"),
        ({"seed": None}, "record-no-seed"),
    ],
)
def test_a_match_without_par_is_refused(change, code):
    header, _ = create_damn_match(1)
    players = list(header.players)
    for seat, player in change.pop("players", {}).items():
        players[seat] = player
    with pytest.raises(GameError) as caught:
        find_par_seat(replace(header, players=tuple(players), **change))
    assert caught.value.message.code == code


def test_deals_part_at_their_first_difference():
    assert find_parting("abc", "abc") is None
    assert find_parting("abc", "abd") == 2
    assert find_parting("abc", "ab") == 2
    assert find_parting("", "a") == 0


def test_the_first_unit_that_differs_decides_the_strokes():
    assert sign_of_strokes((0, 0)) == 0
    assert sign_of_strokes((0, -3)) == -1
    assert sign_of_strokes((1, -30)) == 1


def test_ranks_of_rank_count_the_other_way():
    setup = next(setup for setup in SETUPS if setup.name == "rank" and setup.seats == 4)
    header = create_header(setup, 5)
    events = continue_deals(header, "random", deals=1)
    (par_deal,) = play_par_deals(header, events, "hard")
    assert par_deal.strokes == (par_deal.par_result[0] - par_deal.own_result[0],)


def test_a_bank_shed_counts_for_the_player_in_ass():
    setup = next(setup for setup in SETUPS if setup.name == "ass" and setup.seats == 4)
    header = create_header(setup, 3)
    events = continue_deals(header, "easy", deals=3)
    banks = 3
    for par_deal, scored in zip(
        play_par_deals(header, events, "easy"),
        [event for event in events if isinstance(event, DealScored)],
        strict=True,
    ):
        assert par_deal.own_result == (banks - scored.banks[SEAT], scored.points[SEAT])
        banks = scored.banks[SEAT]


def test_where_a_level_is_not_offered_the_next_lower_one_sets_par():
    setup = next(setup for setup in SETUPS if setup.name == "rank" and setup.seats == 4)
    assert choose_par_level(create_header(setup), "expert") == "hard"
    assert choose_par_level(create_header(setup), "medium") == "medium"
