"""Tests of several people at one computer: turns, unseen events and the record."""

from random import Random

import pytest

from greenbaize.app.memory import rating
from greenbaize.app.memory.history_sync import gather
from greenbaize.app.tables.matches import OpenMatch, at_one_computer, settled_header
from greenbaize.app.tables.player_view import Backlog
from greenbaize.app.tables.seats import people_of
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Ready
from greenbaize.rules.events import Ended, SeatGiven
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.listing import matches
from greenbaize.store.statistics import Chosen, Who, course, ratings

PEOPLE = (Player("Anna"), Player("Boris"), Player("Vera"), Player("Mila"))
BOTS = (Player("Otto", "bot", "easy"), Player("Jan", "bot", "easy"))
SHORT = {
    "damn": {"deals": 2},
    "ass": {"deal_limit": 8},
    "rank": {"deals": 2},
}
MANNERS = {"deals": 3, "enforcement": "table"}


def begun(game, people, bots=0, seed="pass", **options):
    sitters = [*PEOPLE[:people], *BOTS[:bots]]
    sitters = sitters[::2] + sitters[1::2]  # Mix the order, so that people do not sit side by side.
    options = options or SHORT.get(game, {})
    header = settled_header(game, tuple(sitters), options, seed_from(seed))
    match = OpenMatch.begin(at_one_computer(header))
    match.table.begin()
    return match


def act(match, chance):
    """Let the bot or person on turn act. Return the person's seat, or None for a bot."""
    table = match.table
    if table.waited_for is not None:
        table.let_computer_act()
        return None
    seat = table.people_awaited[0]
    place = next(one for one in match.places if one.seat == seat)
    assert place.passes_to is None
    question = place.question
    answers = () if question is None else question.answers
    allowed = [one.command for one in answers if one.refusal is None]
    place.submit(chance.choice(allowed) if allowed else Ready(seat), _fail)
    return seat


def _fail(refusal):
    assert refusal is None


def record_of(match):
    return read_record(match.file.path.read_bytes(), GAMES)


@pytest.mark.parametrize("people", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_several_people_is_played_to_its_end_and_counts_for_each(game, people):
    chance = Random(people)
    match = begun(game, people, 1 if people == 2 else 0)
    acted = set()
    while not match.table.over:
        acted.add(act(match, chance))
        awaited = match.table.people_awaited
        for place in match.places:
            others = awaited and place.seat not in awaited
            assert place.passes_to == (awaited[0] if others else None)
    match.close()
    assert acted - {None} == {place.seat for place in match.places}
    record = record_of(match)
    assert isinstance(record.events[-1], Ended)
    assert record.header.one_computer
    assert people_of(record.header) == tuple(place.seat for place in match.places)
    assert not any(isinstance(event, SeatGiven) for event in record.events)


@pytest.mark.parametrize("game", GAMES)
def test_what_each_has_missed_begins_where_they_looked_last(game):
    chance = Random(3)
    match = begun(game, 2, 1)
    backlogs = {place.seat: Backlog(place) for place in match.places}
    codec = event_codec(GAMES[game])
    heard = {place.seat: [] for place in match.places}
    for place in match.places:
        place.listen(heard[place.seat].append)
        backlogs[place.seat].clear()
    for _ in range(40):
        if match.table.over:
            break
        act(match, chance)
    for place in match.places:
        seen, events = backlogs[place.seat].take()
        assert [event for event, _ in events] == heard[place.seat]
        for event, view in events:
            seen = match.table.game.fold(seen, event)
            assert seen == view
        assert seen == place.view
        told = b"".join(line_bytes(codec.write(event)) for event, _ in events)
        assert bytes(place.told).endswith(told)
        assert backlogs[place.seat].take() == (place.view, ())
    match.close()


def test_a_match_that_goes_on_shows_each_what_followed_their_own_last_act():
    chance = Random(4)
    match = begun("damn", 2, 1, deals=3)
    last = {place.seat: [] for place in match.places}
    for place in match.places:
        place.listen(last[place.seat].append)
    for _ in range(14):
        acted = act(match, chance)
        if acted is not None:
            del last[acted][:]
    match.close()
    match = OpenMatch.resume(match.file.path)
    assert [place.seat for place in match.places] == list(last)
    for place in match.places:
        _, events = Backlog(place).take()
        told = [event for event, _ in events]
        assert told[len(told) - len(last[place.seat]) :] == last[place.seat]
        stated = place.game.stated
        assert not any(one.type in stated and one.seat == place.seat for one in told)
    match.close()


def test_a_match_left_and_resumed_goes_on_with_all_its_people():
    whole = begun("damn", 3, deals=2)
    chance = Random(5)
    while not whole.table.over:
        act(whole, chance)
    whole.close()
    match, chance = begun("damn", 3, deals=2), Random(5)
    for _ in range(1000):
        if match.table.over:
            break
        act(match, chance)
        path = match.file.path
        match.close()
        match = OpenMatch.resume(path)
        assert match.table.passed_on or match.table.over
        match.table.begin()
    match.close()
    lines, wholly = (one.file.path.read_bytes().splitlines() for one in (match, whole))
    assert lines[1:] == wholly[1:]


def test_one_of_them_may_go_on_alone_and_the_other_come_back():
    match = begun("damn", 2, 1)
    anna, boris = (place.seat for place in match.places)
    path = match.file.path
    match.close()
    match = OpenMatch.resume(path, seat=boris)
    assert [place.seat for place in match.places] == [boris]
    assert not match.table.passed_on
    match.close()
    assert anna is not None
    match = OpenMatch.resume(path, seat=anna)
    assert [place.seat for place in match.places] == [anna]
    match.close()


def test_where_one_says_ready_all_at_the_computer_are():
    """Everybody looks at the same table, so the person on turn says ready for all."""
    match, chance = begun("damn", 3, 1, **MANNERS), Random(6)
    said = 0
    while not match.table.over:
        open_before = match.table.game.open(match.table.watched)
        awaited = match.table.people_awaited
        seat = act(match, chance)
        if open_before and len(awaited) > 1:
            said += 1
            assert seat in awaited
            assert match.table.people_awaited != awaited[1:]
    match.close()
    assert said


def test_the_next_person_is_the_one_asked_or_comes_after_the_computer_players():
    match = begun("damn", 2, 2, "next")
    table = match.table
    chance = Random(7)
    while not table.over:
        awaited, turn = table.people_awaited, table.game.turn(table.watched)
        if awaited:
            assert table.next_person == awaited[0]
        else:
            assert turn is not None
            order = [(turn + step) % 4 for step in range(4)]
            assert table.next_person == next(one for one in order if one in table.people_here)
        act(match, chance)
    assert table.next_person is None
    match.close()


def test_each_has_the_match_in_their_statistics_and_their_rating():
    match, chance = begun("damn", 3, 1, deals=1), Random(8)
    while not match.table.over:
        act(match, chance)
    match.close()
    history = History.open(folders.history())
    gather(history)
    (kept,) = matches(history)
    assert kept.over
    assert [one.kind for one in kept.players].count("human") == 3
    for place in match.places:
        assert place.seat is not None
        name = match.place.header.sitters[place.seat].name
        assert len(course(history, Chosen(Who((name,)), "damn"))) == 1
    assert rating.rate(history)
    assert {one.name for one in ratings(history, "damn")} >= {one.name for one in PEOPLE[:3]}
    history.close()
