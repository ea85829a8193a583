"""Tests of running tables: resuming from any event, seat changes, readiness and corrections."""

from typing import Any

import pytest

from app.tables.people_at_tables import make_header_with_people, play_until_own_turn
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import CorrectionWindow, Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidMade, TrumpDealt
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.events import CardPlayed, SeatReassigned
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from match.random_matches import GameSetup, encode_record

BOT_SETUPS = (
    GameSetup("damn", 3, {"deals": 3}),
    GameSetup("damn", 5, {"deals": 2, "hook": True}),
    GameSetup("blackout", 2, {}),
    GameSetup("master", 3, {}),
    GameSetup("ass", 2, {"refill": True, "deal_limit": 4}),
    GameSetup("ass", 5, {"trumps": "ranked", "deal_limit": 3}),
)


def play_to_end(setup, first_events=()):
    """Return all events of the bots' match that continues from ``first_events``."""
    events = list(first_events)
    Table(
        setup.game, setup.create_header(seed_from_text("bots")), tuple(first_events), events.append
    ).play_to_end()
    return events


@pytest.mark.slow
@pytest.mark.parametrize("setup", BOT_SETUPS, ids=str)
def test_every_prefix_continues_to_the_same_match(setup):
    complete_events = play_to_end(setup)
    step = 1 + len(complete_events) // 20 if len(complete_events) > 150 else 1
    for count in range(0, len(complete_events) + 1, step):
        assert play_to_end(setup, complete_events[:count]) == complete_events


def test_a_table_writes_all_events_or_only_the_new_ones():
    header = make_header_with_people((), deals=2)
    written_events: list[Any] = []
    Table(GAMES["damn"], header, write_event=written_events.append).play_to_end()
    assert len(read_record(encode_record(header, tuple(written_events)), GAMES).events) == len(
        written_events
    )
    new_events = []
    Table(GAMES["damn"], header, tuple(written_events[:9]), new_events.append).play_to_end()
    assert new_events == written_events[9:]


def test_a_seat_changes_to_a_bot_and_back():
    header = make_header_with_people((0, 1, 2), deals=2)
    written_events: list[Any] = []
    first_view = create_local_views(
        Table(GAMES["damn"], header, write_event=written_events.append)
    )[0]
    first_view.table.start_match()
    assert not first_view.waits_for_others
    seat_on_turn = first_view.game.turn(first_view.view)
    # The player leaves: the resumed record has a bot at the seat.
    written_events.append(SeatReassigned(seat_on_turn, "bot", "left"))
    second_view = create_local_views(
        Table(GAMES["damn"], header, tuple(written_events), written_events.append)
    )[0]
    assert second_view.waits_for_others
    second_view.let_others_act()
    assert isinstance(written_events[-1], BidMade)
    assert written_events[-1].seat == seat_on_turn
    assert not second_view.waits_for_others
    # The player returns when it is the seat's turn again.
    other_bids = [BidCommand(seat, 0) for seat in ((seat_on_turn + 1) % 3, (seat_on_turn + 2) % 3)]
    assert [second_view.table.submit(command) for command in other_bids] == [None, None]
    assert second_view.waits_for_others
    written_events.append(SeatReassigned(seat_on_turn, "human", "back"))
    third_view = create_local_views(
        Table(GAMES["damn"], header, tuple(written_events), written_events.append)
    )[0]
    assert not third_view.waits_for_others
    card = next(
        event.hands[seat_on_turn].cards[0]
        for event in written_events
        if isinstance(event, TrumpDealt)
    )
    assert third_view.table.submit(PlayCommand(seat_on_turn, card)) is None
    assert written_events[-1] == CardPlayed(seat_on_turn, card)
    assert read_record(encode_record(header, tuple(written_events)), GAMES).events == tuple(
        written_events
    )


def test_a_running_table_awaits_whoever_has_the_seat_now():
    table = Table(GAMES["damn"], make_header_with_people((0, 1, 2), deals=2))
    view = create_local_views(table)[0]
    table.start_match()
    table_seat = table.table_seats[view.game.turn(view.view)]
    for kind, reason, awaited_bot_seat in (("bot", "left", table_seat), ("human", "back", None)):
        table.reassign_seat(table_seat.seat, kind, reason)
        assert table.awaited_bot_seat is awaited_bot_seat


def test_a_match_with_a_seat_change_continues_the_same_from_every_prefix():
    """A seat change is an event like others: a resumed match continues as it would have."""
    header = make_header_with_people((0,), deals=3)
    opening_events = []
    player_view = create_local_views(
        Table(GAMES["damn"], header, write_event=opening_events.append)
    )[0]
    player_view.table.start_match()
    play_until_own_turn(player_view)
    first_events = [*opening_events, SeatReassigned(0, "bot", "left")]
    complete_events = list(first_events)
    player_view = create_local_views(
        Table(GAMES["damn"], header, tuple(first_events), complete_events.append)
    )[0]
    player_view.table.play_to_end()
    for count in range(len(first_events), len(complete_events), 3):
        resumed_events = list(complete_events[:count])
        Table(GAMES["damn"], header, tuple(resumed_events), resumed_events.append).play_to_end()
        assert resumed_events == complete_events


def test_bots_of_different_seats_and_seeds_choose_differently():
    setup = GameSetup("damn", 4, {"first": 10, "deals": 10})
    header = setup.create_header(seed_from_text("one"))
    random_players = tuple(HeaderPlayer(player.name, "bot", "random") for player in header.players)
    bids = set()
    for number in range(6):
        written_events: list[Any] = []
        seeded = RecordHeader("damn", random_players, header.options, seed_from_text(str(number)))
        player_view = create_local_views(
            Table(setup.game, seeded, write_event=written_events.append)
        )[0]
        player_view.table.start_match()
        for _ in range(4):
            player_view.let_others_act()
        bids.add(tuple(event.tricks for event in written_events if isinstance(event, BidMade)))
    assert len(bids) == 6
    assert any(len(set(seat_bids)) > 1 for seat_bids in bids)


def get_legal_card(player_view, seat):
    """Return a legal card of any seat; the listening view knows only one hand."""
    return player_view.game.legal(player_view.table._authority.state, seat)[0]


def play_until_open_trick(player_view):
    """Play legal cards until a trick is open."""
    player_view.table.start_match()
    while not player_view.game.is_open(player_view.view):
        play_until_own_turn(player_view)
        seat = player_view.game.turn(player_view.view)
        if seat is not None and not player_view.game.is_open(player_view.view):
            assert player_view.table.submit(get_legal_card(player_view, seat)) is None


def open_table_with_manners(human_seats=(0,), **options):
    all_options = {"enforcement": "table", "deals": 4, "first": 3, **options}
    return create_local_views(
        Table(GAMES["damn"], make_header_with_people(human_seats, 3, **all_options))
    )[0]


def test_bots_wait_until_each_person_is_ready():
    player_view = open_table_with_manners(human_seats=(0, 2))
    events = []
    player_view.add_listener(events.append)
    while True:
        play_until_open_trick(player_view)
        if player_view.game.turn(player_view.view) == 1:
            break
        seat = player_view.game.turn(player_view.view)
        if seat is None:
            for human_seat in (0, 2):
                assert player_view.table.submit(ReadyCommand(human_seat)) is None
        else:
            assert player_view.table.submit(get_legal_card(player_view, seat)) is None
    assert not player_view.waits_for_others
    count = len(events)
    assert player_view.table.submit(ReadyCommand(0)) is None
    assert player_view.table.is_ready(0)
    assert player_view.table.submit(ReadyCommand(0)) is None
    assert player_view.game.is_open(player_view.view)
    assert len(events) == count
    assert player_view.table.submit(ReadyCommand(2)) is None
    assert [event.type for event in events[count:]] == ["trick"]
    assert player_view.waits_for_others
    assert not player_view.table.is_ready(0)


def test_the_person_who_took_the_trick_leads_without_waiting():
    player_view = open_table_with_manners(human_seats=(0, 1, 2))
    play_until_open_trick(player_view)
    seat = player_view.game.turn(player_view.view)
    events = []
    player_view.add_listener(events.append)
    for human_seat in (0, 1, 2):
        assert player_view.table.submit(ReadyCommand(human_seat)) is None
    assert player_view.game.is_open(player_view.view)  # Corrections stay possible until the lead.
    assert player_view.table.submit(get_legal_card(player_view, seat)) is None
    assert [event.type for event in events] == ["trick", "play"]


def test_the_last_trick_of_a_deal_waits_for_readiness_too():
    player_view = open_table_with_manners(human_seats=(0,), deals=2, first=1)
    play_until_open_trick(player_view)
    assert player_view.game.turn(player_view.view) is None
    events = []
    player_view.add_listener(events.append)
    assert player_view.table.submit(ReadyCommand(0)) is None
    assert [event.type for event in events[:3]] == ["trick", "score", "deal"]


def test_readiness_does_not_carry_over_to_the_next_trick():
    player_view = open_table_with_manners(human_seats=(0, 1, 2))
    play_until_open_trick(player_view)
    assert player_view.table.submit(ReadyCommand(1)) is None
    seat = player_view.game.turn(player_view.view)
    assert player_view.table.submit(get_legal_card(player_view, seat)) is None
    assert not player_view.table.is_ready(1)
    assert player_view.table.submit(ReadyCommand(1)) == Message("not-open", rule="damn.md 9")
    assert not player_view.table.is_ready(1)


def test_a_match_left_with_an_open_trick_asks_for_readiness_again():
    header = make_header_with_people((0,), 3, enforcement="table", deals=2)
    written_events: list[Any] = []
    player_view = create_local_views(
        Table(GAMES["damn"], header, write_event=written_events.append)
    )[0]
    play_until_open_trick(player_view)
    resumed_view = create_local_views(
        Table(GAMES["damn"], header, tuple(written_events), written_events.append)
    )[0]
    count = len(written_events)
    resumed_view.start_match()
    assert resumed_view.game.is_open(resumed_view.view)
    assert len(written_events) == count
    assert resumed_view.table.submit(ReadyCommand(0)) is None
    assert written_events[count].type == "trick"


def test_bots_alone_play_the_same_with_table_manners():
    strict_options, table_options = (
        {"deals": 3, "enforcement": enforcement} for enforcement in ("strict", "table")
    )
    assert play_to_end(GameSetup("damn", 4, strict_options)) == play_to_end(
        GameSetup("damn", 4, table_options)
    )


def start_table_with_bots(**options):
    """Start a table of Damn with one person, who bids first."""
    game = GAMES["damn"]
    players = (
        HeaderPlayer("Ida"),
        *(HeaderPlayer(name, "bot", "easy") for name in ("Anna", "Boris")),
    )
    options = {"first": 5, "deals": 5, **options}
    header = RecordHeader(
        "damn", players, resolve_options(game.options, 3, options), seed_from_text("mend 1")
    )
    started_table = Table(game, header)
    started_table.start_match()
    while started_table.awaited_bot_seat is not None:
        started_table.play_bot_turn()
    return started_table


def test_a_bid_can_be_corrected_until_others_act():
    person_table = start_table_with_bots(enforcement="table")
    correction_window = CorrectionWindow()
    assert person_table.awaited_human_seats == (0,)
    assert person_table.correction_offers == []
    assert not correction_window.grants_time(person_table.correction_offers)
    assert person_table.submit(BidCommand(0, 1)) is None
    assert person_table.awaited_bot_seat is not None
    (offer,) = person_table.correction_offers
    assert (offer.kind, offer.seat) == ("bid", 0)
    assert correction_window.grants_time(person_table.correction_offers)
    assert not correction_window.grants_time(person_table.correction_offers)
    assert person_table.submit(BidCommand(0, 2)) is None
    assert correction_window.grants_time(person_table.correction_offers)
    assert person_table.play_bot_turn()
    assert person_table.correction_offers == []
    assert not correction_window.grants_time(person_table.correction_offers)


@pytest.mark.parametrize("bid", [0, 3])
def test_strict_enforcement_offers_no_correction(bid):
    person_table = start_table_with_bots()
    assert person_table.submit(BidCommand(0, bid)) is None
    assert person_table.correction_offers == []
