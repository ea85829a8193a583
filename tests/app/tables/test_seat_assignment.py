"""Tests of a match of several people that one of them resumes alone."""

import pytest

from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.seat_assignment import (
    find_current_human_seats,
    find_human_seats,
    find_own_seat,
    plan_seat_changes,
)
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import AmbiguousChairError, ChairError
from greenbaize.rules.events import SeatReassigned
from greenbaize.rules.options import OptionValues
from greenbaize.store.record_file import lock_record
from greenbaize.words.speaker import Speaker
from match.random_matches import encode_record

ANNA, BEN, EVE = 0, 2, 3
PLAYERS = (
    HeaderPlayer("Anna"),
    HeaderPlayer("Boris", "bot", "easy"),
    HeaderPlayer("Ben"),
    HeaderPlayer("Eve"),
)


def make_header(person_count=3):
    players = list(PLAYERS)
    for seat in (ANNA, BEN, EVE)[person_count:]:
        players[seat] = HeaderPlayer(players[seat].name, "bot", "easy")
    return create_header("damn", tuple(players), {"deals": 2}, seed_from_text("chairs"))


def make_record(*events, person_count=3):
    return read_record(encode_record(make_header(person_count), events), GAMES)


def seat_left(seat):
    return SeatReassigned(seat, "bot", "left")


def seat_returned(seat):
    return SeatReassigned(seat, "human", "back")


@pytest.fixture
def unplayed_record_path(tmp_path):
    """Return the record of a match of three people in which nothing has been played."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_record(make_header(), ()))
    return path


def test_the_own_seat_is_found_by_number_or_name():
    ida, ole, bot = HeaderPlayer("Ida"), HeaderPlayer("Ole"), HeaderPlayer("Anna", "bot")
    assert (
        find_own_seat(
            RecordHeader("damn", (bot, ida, bot), OptionValues(), "0" * 32), ("Somebody",)
        )
        == 1
    )
    assert (
        find_own_seat(RecordHeader("damn", (ole, ida, bot), OptionValues(), "0" * 32), ("Ida",))
        == 1
    )
    assert (
        find_own_seat(
            RecordHeader("damn", (ole, ida, bot), OptionValues(), "0" * 32), ("Somebody",)
        )
        is None
    )
    assert (
        find_own_seat(
            RecordHeader("damn", (ole, ida, bot), OptionValues(), "0" * 32), ("Zoe", "Ida")
        )
        == 1
    )
    assert (
        find_own_seat(RecordHeader("damn", (ole, ida, bot), OptionValues(), "0" * 32), ("iDA",))
        == 1
    )
    assert (
        find_own_seat(RecordHeader("damn", (ida, ida, bot), OptionValues(), "0" * 32), ("Ida",))
        is None
    )
    assert (
        find_own_seat(RecordHeader("damn", (bot, bot, bot), OptionValues(), "0" * 32), ("Anna",))
        is None
    )
    assert (
        find_own_seat(RecordHeader("damn", (ole, ida, bot), OptionValues(), None, you=2), ("Ida",))
        == 2
    )


def test_human_seats_follow_the_latest_seat_event():
    assert find_human_seats(make_header()) == (ANNA, BEN, EVE)
    assert find_current_human_seats(make_header(), ()) == (ANNA, BEN, EVE)
    assert find_current_human_seats(
        make_header(), (seat_left(BEN), seat_left(EVE), seat_returned(BEN))
    ) == (ANNA, BEN)
    assert find_current_human_seats(make_header(0), ()) == ()


@pytest.mark.parametrize(
    ("person_count", "earlier_events", "chosen_seat", "expected_changes"),
    [
        (0, (), None, ()),
        (1, (), None, ()),
        (1, (), ANNA, ()),
        (3, (), ANNA, (seat_left(BEN), seat_left(EVE))),
        (3, (), EVE, (seat_left(ANNA), seat_left(BEN))),
        (3, (seat_left(BEN), seat_left(EVE)), None, ()),
        (3, (seat_left(BEN), seat_left(EVE)), BEN, (seat_returned(BEN), seat_left(ANNA))),
        (3, (seat_left(ANNA), seat_left(BEN), seat_left(EVE)), EVE, (seat_returned(EVE),)),
        (1, (seat_left(ANNA),), None, (seat_returned(ANNA),)),
    ],
)
def test_absent_people_are_replaced_by_bots(
    person_count, earlier_events, chosen_seat, expected_changes
):
    assert (
        plan_seat_changes(make_record(*earlier_events, person_count=person_count), chosen_seat)
        == expected_changes
    )


@pytest.mark.parametrize(
    "earlier_events", [(), (seat_left(ANNA), seat_left(BEN), seat_left(EVE)), (seat_left(BEN),)]
)
def test_without_a_chosen_seat_the_candidates_are_listed(earlier_events):
    with pytest.raises(AmbiguousChairError) as error:
        plan_seat_changes(make_record(*earlier_events))
    candidate_seats = (ANNA, EVE) if earlier_events == (seat_left(BEN),) else (ANNA, BEN, EVE)
    assert error.value.seats == candidate_seats
    assert error.value.names == tuple(PLAYERS[seat].name for seat in candidate_seats)
    sentence = Speaker().format_message(error.value.message)
    assert all(f"{seat + 1} ({PLAYERS[seat].name})" in sentence for seat in candidate_seats)


@pytest.mark.parametrize(("person_count", "chosen_seat"), [(3, 1), (3, 4), (3, -1), (0, 0)])
def test_only_a_persons_chair_can_be_chosen(person_count, chosen_seat):
    with pytest.raises(ChairError):
        plan_seat_changes(make_record(person_count=person_count), chosen_seat)


def test_a_finished_match_changes_no_seats():
    assert plan_seat_changes(make_record(), None, is_over=True) == ()


def test_a_refused_resume_leaves_the_record_unlocked(unplayed_record_path):
    for _ in range(2):
        with pytest.raises(AmbiguousChairError):
            OpenMatch.resume(unplayed_record_path)
        lock_record(unplayed_record_path).release()  # Nobody holds the lock.
    assert unplayed_record_path.read_bytes() == encode_record(make_header(), ())


@pytest.mark.parametrize("seat", [ANNA, BEN, EVE])
def test_only_the_chosen_seat_is_asked(seat, unplayed_record_path):
    match = OpenMatch.resume(unplayed_record_path, seat=seat)
    assert match.player_view.seat == seat
    table, player_view = match.table, match.player_view
    table.start_match()
    turns = 0
    while not table.is_over:
        while table.awaited_bot_seat is not None:
            table.play_bot_turn()
        if not table.is_over:
            assert table.game.turn(player_view.view) == seat
            assert table.submit(table.game.legal(player_view.view, seat)[0]) is None
            turns += 1
    assert turns == 2 + 3
    match.close()
    events = read_record(unplayed_record_path.read_bytes(), GAMES).events
    assert events[:2] == tuple(
        seat_left(other_seat) for other_seat in (ANNA, BEN, EVE) if other_seat != seat
    )
    assert OpenMatch.resume(unplayed_record_path).table.is_over


def test_the_chosen_seat_is_stored_and_may_change_later(unplayed_record_path):
    OpenMatch.resume(unplayed_record_path, seat=BEN).close()
    match = OpenMatch.resume(unplayed_record_path)
    assert match.player_view.seat == BEN
    match.table.start_match()
    match.close()
    match = OpenMatch.resume(unplayed_record_path, seat=ANNA)
    assert match.player_view.seat == ANNA
    match.close()
    match = OpenMatch.resume(unplayed_record_path)
    assert match.player_view.seat == ANNA
    match.close()
    read_record(unplayed_record_path.read_bytes(), GAMES)
