"""Tests for branching: practice matches that continue from a position of another match."""

from dataclasses import replace

import pytest

from greenbaize.app.memory import branches
from greenbaize.app.memory.branches import (
    branch,
    check_take_back,
    has_decided,
    last_decision,
    take_back,
)
from greenbaize.app.memory.visibility_guard import check_go_on
from greenbaize.app.tables.matches import OpenMatch, casual, settled_header
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.games import GAMES
from greenbaize.match.header import identity
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import CardPlayed, Scored, SeatGiven
from match.playing import FEW, SETUPS, Setup, each_of, play_randomly, sealed_match

YOU = Player("Anna", "human")


def solo(setup):
    """Return header and events of a match of one person, at seat 1, against bots."""
    played = play_randomly(setup, 1)
    sitters = [one._replace(kind="bot") for one in played.header.sitters]
    sitters[1] = YOU
    return replace(played.header, sitters=tuple(sitters)), played.events


@each_of(one for one in SETUPS if "enforcement" not in one.given)
def test_what_was_decided_last_is_asked_again(setup):
    header, events = solo(setup)
    count = last_decision(header, events, 1)
    assert count is not None
    assert getattr(events[count], "seat", None) == 1
    path = branch(header, events[:count], YOU, 1)
    record = read_record(path.read_bytes(), GAMES)
    assert record.events == events[:count]
    assert record.header.more["from"] == identity(header)
    assert record.header.more["practice"] is True
    match = OpenMatch.resume(path)
    assert match.place.seat == 1
    question = match.place.question
    assert question.seat == 1
    match.close()


def test_nothing_is_taken_back_where_nothing_was_decided():
    header, events = solo(Setup("damn", 3, {"deals": 2}))
    first = next(n for n, event in enumerate(events) if getattr(event, "seat", None) == 1)
    assert last_decision(header, events[:first], 1) is None


def test_what_a_computer_player_did_in_ones_place_is_not_taken_back():
    header, events = solo(Setup("damn", 3, {"deals": 2}))
    first = next(n for n, event in enumerate(events) if getattr(event, "seat", None) == 1)
    given = SeatGiven(1, "bot", "left")
    assert last_decision(header, (*events[: first + 1], given, *events[first + 1 :]), 1) == first


def test_one_may_play_on_from_any_seat():
    played = play_randomly(Setup("master", 3, {}), 1)
    plays = [n for n, one in enumerate(played.events) if isinstance(one, CardPlayed)]
    path = branch(played.header, played.events[: plays[7]], YOU, 2)
    match = OpenMatch.resume(path, seat=2)
    assert match.place.seat == 2
    assert match.place.header.sitters[2].name == "Anna"
    match.close()


def test_among_people_nothing_is_taken_back():
    header, _ = sealed_match("damn", 3, {})
    with pytest.raises(GameError, match="take-back-friends"):
        check_take_back(header)
    alone, _ = solo(Setup("damn", 3, {"deals": 2}))
    check_take_back(alone)
    with pytest.raises(GameError, match="record-no-seed"):
        check_take_back(replace(alone, seed=None))
    with pytest.raises(GameError, match="record-no-seed"):
        branch(replace(alone, seed=None), (), YOU, 1)


def test_what_followed_by_itself_is_no_decision():
    """Skip the only card of Blackout's first deal, which is played automatically."""
    header, events = solo(Setup("blackout", 3, {}))
    scored = next(n for n, event in enumerate(events) if isinstance(event, Scored))
    count = last_decision(header, events[: scored + 1], 1)
    assert count is not None
    assert events[count].type == "bid"


@pytest.mark.parametrize("setup", [one for one in SETUPS if "enforcement" in one.given], ids=str)
def test_where_people_err_one_plays_on_alone(setup):
    """Keep the mistakes of the other players, who are bots from then on."""
    played = play_randomly(setup, 3)
    count = len(played.events) // 2
    path = branch(played.header, played.events[:count], YOU, 1)
    record = read_record(path.read_bytes(), GAMES)
    assert [one.kind for one in record.header.sitters].count("human") == 1
    assert record.header.sitters[1] == YOU
    match = OpenMatch.resume(path)
    assert match.place.seat == 1
    match.close()
    check_take_back(record.header)
    assert last_decision(record.header, record.events, 1) is not None


def test_who_changes_chairs_leaves_their_name_to_nobody():
    header, events = solo(Setup("damn", 3, {"deals": 2}))
    path = branch(header, events[:5], YOU, 2)
    names = [one.name for one in read_record(path.read_bytes(), GAMES).header.sitters]
    assert names == ["P0", "P2", "Anna"]


def begun_match(game, seats, *, casually=False):
    sitters = (Player("Anna"), *(Player(f"P{n}", "bot", "easy") for n in range(1, seats)))
    header = settled_header(game, sitters, {}, "5" * 32)
    match = OpenMatch.begin(casual(header) if casually else header)
    match.place.begin()
    return match


def play_some(match, count):
    """Play until the person has made ``count`` decisions."""
    place = match.place
    while count:
        if place.question is None:
            assert place.let_others_act()
        else:
            answer = next(one for one in place.question.answers if one.refusal is None)
            place.submit(answer.command, lambda refusal: None)
            count -= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_match_as_it_was_is_kept_and_practice_is_not_kept_twice(game, monkeypatch):
    match = begun_match(game, FEW[game])
    header, old, seat = match.place.header, match.file.path, match.place.seat
    assert seat is not None
    play_some(match, 3)
    match.close()
    whole = old.read_bytes()
    with monkeypatch.context() as later:
        later.setattr(branches, "begun_now", lambda: "29991231T235959")
        new = take_back(old, header, match.file.lines, seat)
    assert new == old
    assert (old.parent / "abandoned" / old.name).read_bytes() == whole
    assert has_decided(header, bytes(match.place.told), seat)
    first = read_record(new.read_bytes(), GAMES)
    assert first.header.practice
    assert first.header.more["begun"] == header.more["begun"]
    assert identity(first.header) != identity(header)
    with monkeypatch.context() as later:
        later.setattr(branches, "begun_now", lambda: "29991231T235959")
        again = take_back(new, first.header, new.read_bytes(), seat)
    second = read_record(again.read_bytes(), GAMES)
    assert second.header.more["begun"] == first.header.more["begun"]
    assert second.header.more["from"] == identity(header)
    assert len(second.events) < len(first.events)
    assert second.events == first.events[: len(second.events)]
    third = take_back(again, second.header, again.read_bytes(), seat)
    before = third.read_bytes()
    with pytest.raises(GameError, match="take-back-nothing"):
        take_back(third, second.header, before, seat)
    assert third.read_bytes() == before
    assert sorted(one.name for one in old.parent.iterdir()) == sorted(["abandoned", old.name])
    assert [one.name for one in (old.parent / "abandoned").iterdir()] == [old.name]


@pytest.mark.parametrize("casually", [False, True])
@pytest.mark.parametrize("write_count", [0, 1])
def test_one_who_is_killed_while_taking_back_leaves_one_match(write_count, casually, monkeypatch):
    match = begun_match("damn", 3, casually=casually)
    header, path, seat = match.place.header, match.file.path, match.place.seat
    assert seat is not None
    play_some(match, 2)
    match.close()
    files = []
    write = branches.write_in_place

    def killed(target, data, *, private):
        if len(files) == write_count:
            raise KeyboardInterrupt
        files.append(target)
        write(target, data, private=private)

    monkeypatch.setattr(branches, "write_in_place", killed)
    for _ in range(write_count if header.practice else 0):
        take_back(path, header, match.file.lines, seat)
    with pytest.raises(KeyboardInterrupt):
        take_back(path, header, match.file.lines, seat)
    assert [one.path for one in unfinished()] == [path]
    assert check_go_on(path) is None
