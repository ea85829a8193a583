"""Tests of whether a missed bid could be made, against matches played again by tables."""

from dataclasses import replace
from itertools import count

import pytest

from app.test_par import SEAT, continue_deals
from greenbaize.app.advice import missed_bid as missed_bid_module
from greenbaize.app.advice.missed_bid import LastChance, find_missed_bid
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.bid_search import ExactBidSearch
from greenbaize.games.exact_bid.events import CardExposed
from greenbaize.match.header import PROGRAM_VERSION, RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored, SeatReassigned
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import BOT, HUMAN

TABLES = [
    *[("damn", seats, {"first": 3 if seats > 4 else 4}) for seats in range(3, 8)],
    ("damn", 3, {"first": 3, "enforcement": "table"}),
    *[("blackout", seats, {"first": 3 if seats > 3 else 4}) for seats in (2, 3, 4)],
]


def create_header(name, seats, settings, number, level="easy"):
    players = [HeaderPlayer(f"P{seat}", BOT, level) for seat in range(seats)]
    players[SEAT] = HeaderPlayer("Person", HUMAN)
    options = resolve_options(
        GAMES[name].options, seats, {"deals": settings["first"] + 1, **settings}
    )
    seed = seed_from_text(f"missed/{number}")
    return RecordHeader(name, tuple(players), options, seed, extra={"program": PROGRAM_VERSION})


def play_missed_deal(name, seats, settings, level="easy"):
    """Return a match of one deal with a choice of cards, and a missed bid of the person."""
    for number in count():
        header = create_header(name, seats, settings, number, level)
        events = continue_deals(header, "random")
        missed_bid = find_missed_bid(header, events, SEAT, 1)
        if missed_bid is not None:
            yield header, events, missed_bid


def own_cards(table):
    """Return the commands that the person may play, none while somebody else is on turn."""
    view = table.table_seats[SEAT].view
    return [one for one in table.game.legal(view, SEAT) if isinstance(one, PlayCommand)]


def can_meet_from(header, events, command):
    """Return whether a table on which the person tries all cards sees the bid met."""
    table = Table(GAMES[header.game], header, tuple(events))
    assert table.submit(command) is None
    while not (scored := [event for event in table.events if isinstance(event, DealScored)]):
        if table.awaited_bot_seat is not None:
            table.play_bot_turn()
        elif commands := own_cards(table):
            return any(can_meet_from(header, table.events, one) for one in commands)
        else:
            assert table.submit(ReadyCommand(SEAT)) is None
    return table.game.missed_bid(scored[0], SEAT) is None


def find_chance_with_tables(header, events):
    """Return the trick and the cards of the last chance."""
    indices = [
        index
        for index, event in enumerate(events)
        if isinstance(event, CardPlayed) and event.seat == SEAT
    ]
    for trick, index in reversed([*enumerate(indices, 1)]):
        cards = [
            command.card.code
            for command in own_cards(Table(GAMES[header.game], header, tuple(events[:index])))
            if command.card != events[index].card and can_meet_from(header, events[:index], command)
        ]
        if cards:
            return trick, cards
    return None, [""]


@pytest.mark.parametrize(("name", "seats", "settings"), TABLES)
def test_last_chance_is_that_of_tables_on_which_everything_is_tried(name, seats, settings):
    missed_deals = play_missed_deal(name, seats, settings)
    for _ in range(4):
        header, events, missed_bid = next(missed_deals)
        trick, cards = find_chance_with_tables(header, events)
        assert missed_bid.replayed.trick == trick
        assert missed_bid.replayed.card in cards
        assert trick is not None or missed_bid.replayed.since == 1
        # What can be forced can be made against these players too, and later if at all.
        if missed_bid.forced.trick is not None:
            assert missed_bid.forced.trick <= trick


def test_forced_chance_holds_whatever_the_others_do():
    for _, (header, events, missed_bid) in zip(
        range(12), play_missed_deal("damn", 4, {"first": 4}), strict=False
    ):
        game = GAMES["damn"]
        state = game.initial_state(4, header.options)
        trick, expected = 0, LastChance(1)
        for event in events:
            if isinstance(event, CardPlayed) and event.seat == SEAT:
                trick += 1
                winning = [
                    command.card.code
                    for command in game.legal(state, SEAT)
                    if command.card != event.card
                    and ExactBidSearch(SEAT).can_meet(
                        game.fold(state, CardPlayed(SEAT, command.card))
                    )
                ]
                if winning:
                    expected = LastChance(trick, trick, winning[0])
            state = game.fold(state, event)
        assert missed_bid.forced == expected


def test_a_bid_that_is_met_has_no_answer():
    for number in range(40):
        header = create_header("damn", 3, {"first": 4}, number)
        events = continue_deals(header, "medium")
        scored = events[-1]
        if scored.bids[SEAT] == scored.tricks[SEAT]:
            assert find_missed_bid(header, events, SEAT, 1) is None
            return
    pytest.fail("no bid was met")


def test_against_people_and_others_of_whom_nothing_is_known_all_is_searched():
    header, events, missed_bid = next(play_missed_deal("damn", 3, {"first": 4}))
    assert missed_bid.replayed is not None
    players = (replace_kind(header.players[0]), *header.players[1:])
    for unknown in (
        replace(header, players=players),
        replace(header, seed=None),
        replace(header, extra={"program": "0.0.1"}),
        replace(header, extra={**header.extra, "shuffle": {}}),
    ):
        answer = find_missed_bid(unknown, events, SEAT, 1)
        assert answer.replayed is None
        assert answer.forced == missed_bid.forced


def replace_kind(player):
    return HeaderPlayer(player.name, HUMAN)


def test_nothing_is_said_where_somebody_else_played_or_cards_were_shown():
    header, events, _ = next(play_missed_deal("damn", 3, {"first": 4}))
    assert find_missed_bid(header, [SeatReassigned(SEAT, BOT, "left"), *events], SEAT, 1) is None
    back = [SeatReassigned(SEAT, BOT, "left"), SeatReassigned(SEAT, HUMAN, "back")]
    assert find_missed_bid(header, [*back, *events], SEAT, 1) is not None
    dealt = next(index for index, event in enumerate(events) if isinstance(event, CardsDealt))
    card = events[dealt].hands[0].cards[0]
    shown = [*events[: dealt + 1], CardExposed(0, card), *events[dealt + 1 :]]
    manners = replace(
        header,
        options=resolve_options(
            GAMES["damn"].options, 3, {"first": 4, "deals": 5, "enforcement": "table"}
        ),
    )
    assert find_missed_bid(manners, shown, SEAT, 1) is None


@pytest.mark.parametrize("name", ["master", "ass", "rank"])
def test_other_games_have_no_exact_bids(name):
    options = resolve_options(GAMES[name].options, 3, {})
    players = tuple(HeaderPlayer(f"P{seat}", BOT, "easy") for seat in range(3))
    header = RecordHeader(name, players, options, seed_from_text("other"))
    assert find_missed_bid(header, [], SEAT, 1) is None


def test_search_ends_when_the_others_have_decided_often_enough(monkeypatch):
    monkeypatch.setattr(missed_bid_module, "MAX_REPLAYED_DECISIONS", 0)
    monkeypatch.setattr(missed_bid_module, "MAX_SEARCHED_CARDS", 1)
    _, _, missed_bid = next(play_missed_deal("damn", 3, {"first": 8}))
    assert missed_bid.replayed.trick is None
    assert missed_bid.replayed.since > 1
    assert missed_bid.forced.since == 8
