"""Tests of a match of several people that one of them resumes alone."""

import pytest

from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.seats import chairs_given, own_seat, people_left, people_of
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import ChairError, WhoseChairError
from greenbaize.rules.events import SeatGiven
from greenbaize.store.record_file import lock_record
from greenbaize.words.speaker import Speaker
from match.playing import record_of

ANNA, BEN, EVE = 0, 2, 3
SITTERS = (Player("Anna"), Player("Boris", "bot", "easy"), Player("Ben"), Player("Eve"))


def header(people=3):
    sitters = list(SITTERS)
    for seat in (ANNA, BEN, EVE)[people:]:
        sitters[seat] = Player(sitters[seat].name, "bot", "easy")
    return settled_header("damn", tuple(sitters), {"deals": 2}, seed_from("chairs"))


def record(*events, people=3):
    return read_record(record_of(header(people), events), GAMES)


def left(seat):
    return SeatGiven(seat, "bot", "left")


def back(seat):
    return SeatGiven(seat, "human", "back")


@pytest.fixture
def path(tmp_path):
    """Return the record of a match of three people in which nothing has been played."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(record_of(header(), ()))
    return path


def test_who_is_here_is_known_by_seat_or_name():
    ida, ole, bot = Player("Ida"), Player("Ole"), Player("Anna", "bot")
    assert own_seat(Header("damn", (bot, ida, bot), {}, "0" * 32), ("Somebody",)) == 1
    assert own_seat(Header("damn", (ole, ida, bot), {}, "0" * 32), ("Ida",)) == 1
    assert own_seat(Header("damn", (ole, ida, bot), {}, "0" * 32), ("Somebody",)) is None
    assert own_seat(Header("damn", (ole, ida, bot), {}, "0" * 32), ("Zoe", "Ida")) == 1
    assert own_seat(Header("damn", (ole, ida, bot), {}, "0" * 32), ("iDA",)) == 1
    assert own_seat(Header("damn", (ida, ida, bot), {}, "0" * 32), ("Ida",)) is None
    assert own_seat(Header("damn", (bot, bot, bot), {}, "0" * 32), ("Anna",)) is None
    assert own_seat(Header("damn", (ole, ida, bot), {}, None, you=2), ("Ida",)) == 2


def test_who_holds_a_chair_is_what_was_recorded_last():
    assert people_of(header()) == (ANNA, BEN, EVE)
    assert people_left(header(), ()) == (ANNA, BEN, EVE)
    assert people_left(header(), (left(BEN), left(EVE), back(BEN))) == (ANNA, BEN)
    assert people_left(header(0), ()) == ()


@pytest.mark.parametrize(
    ("person_count", "earlier_events", "chosen_seat", "expected_changes"),
    [
        (0, (), None, ()),
        (1, (), None, ()),
        (1, (), ANNA, ()),
        (3, (), ANNA, (left(BEN), left(EVE))),
        (3, (), EVE, (left(ANNA), left(BEN))),
        (3, (left(BEN), left(EVE)), None, ()),
        (3, (left(BEN), left(EVE)), BEN, (back(BEN), left(ANNA))),
        (3, (left(ANNA), left(BEN), left(EVE)), EVE, (back(EVE),)),
        (1, (left(ANNA),), None, (back(ANNA),)),
    ],
)
def test_the_other_chairs_are_given_to_computer_players(
    person_count, earlier_events, chosen_seat, expected_changes
):
    assert (
        chairs_given(record(*earlier_events, people=person_count), chosen_seat) == expected_changes
    )


@pytest.mark.parametrize("earlier_events", [(), (left(ANNA), left(BEN), left(EVE)), (left(BEN),)])
def test_it_is_not_guessed_who_is_here(earlier_events):
    with pytest.raises(WhoseChairError) as error:
        chairs_given(record(*earlier_events))
    whose = (ANNA, EVE) if earlier_events == (left(BEN),) else (ANNA, BEN, EVE)
    assert error.value.seats == whose
    assert error.value.names == tuple(SITTERS[seat].name for seat in whose)
    said = Speaker().say(error.value.message)
    assert all(f"{seat + 1} ({SITTERS[seat].name})" in said for seat in whose)


@pytest.mark.parametrize(("person_count", "chosen_seat"), [(3, 1), (3, 4), (3, -1), (0, 0)])
def test_only_a_persons_chair_can_be_yours(person_count, chosen_seat):
    with pytest.raises(ChairError):
        chairs_given(record(people=person_count), chosen_seat)


def test_once_it_is_over_nobody_takes_a_chair():
    assert chairs_given(record(), None, over=True) == ()


def test_a_match_of_several_people_does_not_begin_to_wait(path):
    for _ in range(2):
        with pytest.raises(WhoseChairError):
            OpenMatch.resume(path)
        lock_record(path).let_go()  # Nobody holds the lock.
    assert path.read_bytes() == record_of(header(), ())


@pytest.mark.parametrize("seat", [ANNA, BEN, EVE])
def test_whoever_is_here_is_asked_and_nobody_else(seat, path):
    match = OpenMatch.resume(path, seat=seat)
    assert match.place.seat == seat
    table, place = match.table, match.place
    table.begin()
    turns = 0
    while not table.over:
        while table.waited_for is not None:
            table.let_computer_act()
        if not table.over:
            assert table.game.turn(place.view) == seat
            assert table.submit(table.game.legal(place.view, seat)[0]) is None
            turns += 1
    assert turns == 2 + 3
    match.close()
    events = read_record(path.read_bytes(), GAMES).events
    assert events[:2] == tuple(left(one) for one in (ANNA, BEN, EVE) if one != seat)
    assert OpenMatch.resume(path).table.over


def test_it_is_asked_once_and_another_may_take_over_later(path):
    OpenMatch.resume(path, seat=BEN).close()
    match = OpenMatch.resume(path)
    assert match.place.seat == BEN
    match.table.begin()
    match.close()
    match = OpenMatch.resume(path, seat=ANNA)
    assert match.place.seat == ANNA
    match.close()
    match = OpenMatch.resume(path)
    assert match.place.seat == ANNA
    match.close()
    read_record(path.read_bytes(), GAMES)
