"""Tests of running tables: resuming from any event, seat changes, readiness and corrections."""

import pytest

from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Grace, Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidMade, TrumpDealt
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.events import CardPlayed, Dealt, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from match.playing import Setup, record_of

BOTS = (
    Setup("damn", 3, {"deals": 3}),
    Setup("damn", 5, {"deals": 2, "hook": True}),
    Setup("blackout", 2, {}),
    Setup("master", 3, {}),
    Setup("ass", 2, {"refill": True, "deal_limit": 4}),
    Setup("ass", 5, {"trumps": "ranked", "deal_limit": 3}),
)


def played_out(setup, past=()):
    """Return all events of the bots' match that continues from ``first_events``."""
    kept = list(past)
    Table(setup.game, setup.header(seed_from("bots")), tuple(past), kept.append).play_out()
    return kept


@pytest.mark.slow
@pytest.mark.parametrize("setup", BOTS, ids=str)
def test_every_prefix_goes_on_to_the_same_match(setup):
    whole = played_out(setup)
    step = 1 + len(whole) // 20 if len(whole) > 150 else 1
    for count in range(0, len(whole) + 1, step):
        assert played_out(setup, whole[:count]) == whole


def with_people(people=(0,), seats=3, name="damn", **options):
    sitters = tuple(
        Player(f"P{seat}", "human" if seat in people else "bot") for seat in range(seats)
    )
    settings = settled(GAMES[name].options, seats, options)
    return Header(name, sitters, settings, seed_from("people"))


def until_my_turn(place):
    while place.others_act:
        place.let_others_act()


def test_a_person_is_waited_for_and_bots_act_by_themselves():
    place = places_here(Table(GAMES["damn"], with_people(deals=2)))[0]
    assert place.seat == 0
    place.table.begin()
    asked = 0
    while not place.over:
        until_my_turn(place)
        if place.over:
            break
        question = place.game.question(place.view, 0)
        assert question is not None
        assert place.game.turn(place.view) == 0
        answer = next(answer for answer in question.answers if answer.refusal is None)
        assert place.table.submit(answer.command) is None
        asked += 1
    assert asked == 2 + 3  # A bid in each deal, then one and two cards.


def test_a_persons_wrong_command_is_refused_and_nothing_is_heard():
    place = places_here(Table(GAMES["damn"], with_people(deals=2)))[0]
    place.table.begin()
    until_my_turn(place)
    heard = []
    place.listen(heard.append)
    view = place.view
    refusal = place.table.submit(Bid(0, 5))
    assert refusal.code == "bid-range"
    assert place.table.submit(Bid(1, 0)) is not None
    assert (heard, place.view) == ([], view)


def test_the_watcher_hears_only_what_the_seat_is_told():
    header = with_people((1,), deals=2)
    place = places_here(Table(GAMES["damn"], header))[0]
    heard = []
    place.listen(heard.append)
    place.table.begin()
    (deal,) = [event for event in heard if isinstance(event, TrumpDealt)]
    assert [hand.unknown for hand in deal.hands] == [1, 0, 1]
    assert place.seat == 1


def test_a_table_of_bots_is_open():
    place = places_here(Table(GAMES["damn"], with_people((), deals=2)))[0]
    heard = []
    place.listen(heard.append)
    place.table.play_out()
    assert place.seat is None
    assert all(
        hand.unknown == 0 for event in heard if isinstance(event, Dealt) for hand in event.hands
    )


def test_the_record_is_kept_whole_and_only_from_here_on():
    header = with_people((), deals=2)
    kept = []
    Table(GAMES["damn"], header, keep=kept.append).play_out()
    assert len(read_record(record_of(header, tuple(kept)), GAMES).events) == len(kept)
    later = []
    Table(GAMES["damn"], header, tuple(kept[:9]), later.append).play_out()
    assert later == kept[9:]


def test_a_seat_is_handed_to_a_bot_and_back():
    header = with_people((0, 1, 2), deals=2)
    kept = []
    first = places_here(Table(GAMES["damn"], header, keep=kept.append))[0]
    first.table.begin()
    assert not first.others_act
    turn = first.game.turn(first.view)
    # The player leaves: the resumed record has a bot at the seat.
    kept.append(SeatGiven(turn, "bot", "left"))
    second = places_here(Table(GAMES["damn"], header, tuple(kept), kept.append))[0]
    assert second.others_act
    second.let_others_act()
    assert isinstance(kept[-1], BidMade)
    assert kept[-1].seat == turn
    assert not second.others_act
    # The player returns when it is the seat's turn again.
    others = [Bid(seat, 0) for seat in ((turn + 1) % 3, (turn + 2) % 3)]
    assert [second.table.submit(command) for command in others] == [None, None]
    assert second.others_act
    kept.append(SeatGiven(turn, "human", "back"))
    third = places_here(Table(GAMES["damn"], header, tuple(kept), kept.append))[0]
    assert not third.others_act
    card = next(event.hands[turn].cards[0] for event in kept if isinstance(event, TrumpDealt))
    assert third.table.submit(Play(turn, card)) is None
    assert kept[-1] == CardPlayed(turn, card)
    assert read_record(record_of(header, tuple(kept)), GAMES).events == tuple(kept)


def test_a_seat_event_goes_on_the_same_from_every_prefix():
    """A seat change is an event like others: a resumed match continues as it would have."""
    header = with_people((0,), deals=3)
    start = []
    place = places_here(Table(GAMES["damn"], header, keep=start.append))[0]
    place.table.begin()
    until_my_turn(place)
    past = [*start, SeatGiven(0, "bot", "left")]
    whole = list(past)
    place = places_here(Table(GAMES["damn"], header, tuple(past), whole.append))[0]
    place.table.play_out()
    for count in range(len(past), len(whole), 3):
        again = list(whole[:count])
        Table(GAMES["damn"], header, tuple(again), again.append).play_out()
        assert again == whole


def test_bots_of_different_seats_and_seeds_choose_differently():
    setup = Setup("damn", 4, {"first": 10, "deals": 10})
    header = setup.header(seed_from("one"))
    random = tuple(Player(one.name, "bot", "random") for one in header.sitters)
    bids = set()
    for number in range(6):
        kept = []
        seeded = Header("damn", random, header.options, seed_from(str(number)))
        place = places_here(Table(setup.game, seeded, keep=kept.append))[0]
        place.table.begin()
        for _ in range(4):
            place.let_others_act()
        bids.add(tuple(event.tricks for event in kept if isinstance(event, BidMade)))
    assert len(bids) == 6
    assert any(len(set(some)) > 1 for some in bids)


# Table manners: a trick stays open until everybody is ready.


def right_card(place, seat):
    """Return a legal card of any seat; the listening view knows only one hand."""
    return place.game.legal(place.table._authority.state, seat)[0]


def to_the_open_trick(place):
    """Play legal cards until a trick is open."""
    place.table.begin()
    while not place.game.open(place.view):
        until_my_turn(place)
        seat = place.game.turn(place.view)
        if seat is not None and not place.game.open(place.view):
            assert place.table.submit(right_card(place, seat)) is None


def manners(people=(0,), **options):
    given = {"enforcement": "table", "deals": 4, "first": 3, **options}
    return places_here(Table(GAMES["damn"], with_people(people, 3, **given)))[0]


def test_bots_wait_until_each_person_is_ready():
    place = manners(people=(0, 2))
    heard = []
    place.listen(heard.append)
    while True:
        to_the_open_trick(place)
        if place.game.turn(place.view) == 1:
            break
        seat = place.game.turn(place.view)
        if seat is None:
            for one in (0, 2):
                assert place.table.submit(Ready(one)) is None
        else:
            assert place.table.submit(right_card(place, seat)) is None
    assert not place.others_act
    count = len(heard)
    assert place.table.submit(Ready(0)) is None
    assert place.table.said_ready(0)
    assert place.table.submit(Ready(0)) is None
    assert place.game.open(place.view)
    assert len(heard) == count
    assert place.table.submit(Ready(2)) is None
    assert [event.type for event in heard[count:]] == ["trick"]
    assert place.others_act
    assert not place.table.said_ready(0)


def test_a_person_who_took_the_trick_leads_without_waiting_for_anybody():
    place = manners(people=(0, 1, 2))
    to_the_open_trick(place)
    seat = place.game.turn(place.view)
    heard = []
    place.listen(heard.append)
    for one in (0, 1, 2):
        assert place.table.submit(Ready(one)) is None
    assert place.game.open(place.view)  # Corrections stay possible until the lead.
    assert place.table.submit(right_card(place, seat)) is None
    assert [event.type for event in heard] == ["trick", "play"]


def test_the_last_trick_of_a_deal_waits_for_readiness_too():
    place = manners(people=(0,), deals=2, first=1)
    to_the_open_trick(place)
    assert place.game.turn(place.view) is None
    heard = []
    place.listen(heard.append)
    assert place.table.submit(Ready(0)) is None
    assert [event.type for event in heard[:3]] == ["trick", "score", "deal"]


def test_readiness_is_of_no_use_for_another_trick():
    place = manners(people=(0, 1, 2))
    to_the_open_trick(place)
    assert place.table.submit(Ready(1)) is None
    seat = place.game.turn(place.view)
    assert place.table.submit(right_card(place, seat)) is None
    assert not place.table.said_ready(1)
    assert place.table.submit(Ready(1)) == Message("not-open", rule="damn.md 9")
    assert not place.table.said_ready(1)


def test_a_match_left_with_a_trick_open_asks_for_readiness_again():
    header = with_people((0,), 3, enforcement="table", deals=2)
    kept = []
    place = places_here(Table(GAMES["damn"], header, keep=kept.append))[0]
    to_the_open_trick(place)
    again = places_here(Table(GAMES["damn"], header, tuple(kept), kept.append))[0]
    count = len(kept)
    again.begin()
    assert again.game.open(again.view)
    assert len(kept) == count
    assert again.table.submit(Ready(0)) is None
    assert kept[count].type == "trick"


def test_bots_alone_wait_for_nobody_and_play_as_ever():
    strict, table = ({"deals": 3, "enforcement": word} for word in ("strict", "table"))
    assert played_out(Setup("damn", 4, strict)) == played_out(Setup("damn", 4, table))


def table(**options):
    """Start a table of Damn with one person, who bids first."""
    game = GAMES["damn"]
    sitters = (Player("Ida"), *(Player(name, "bot", "easy") for name in ("Anna", "Boris")))
    options = {"first": 5, "deals": 5, **options}
    header = Header("damn", sitters, settled(game.options, 3, options), seed_from("mend 1"))
    made = Table(game, header)
    made.begin()
    while made.waited_for is not None:
        made.let_computer_act()
    return made


def test_a_bid_can_be_mended_until_others_act_over_it():
    made = table(enforcement="table")
    grace = Grace()
    assert made.people_awaited == (0,)
    assert made.mending == []
    assert not grace.due(made.mending)
    assert made.submit(Bid(0, 1)) is None
    assert made.waited_for is not None
    (offer,) = made.mending
    assert (offer.kind, offer.seat) == ("bid", 0)
    assert grace.due(made.mending)
    assert not grace.due(made.mending)
    assert made.submit(Bid(0, 2)) is None
    assert grace.due(made.mending)
    assert made.let_computer_act()
    assert made.mending == []
    assert not grace.due(made.mending)


@pytest.mark.parametrize("bid", [0, 3])
def test_where_mistakes_are_refused_there_is_nothing_to_mend(bid):
    made = table()
    assert made.submit(Bid(0, bid)) is None
    assert made.mending == []
