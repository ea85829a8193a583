"""Tests for branching: practice matches that continue from a position of another match."""

from dataclasses import replace

import pytest

from greenbaize.app.memory import branches
from greenbaize.app.memory.branches import (
    check_undo_allowed,
    create_branch,
    find_last_own_decision,
    has_decided,
    undo_last_decision,
)
from greenbaize.app.memory.visibility_guard import check_resume_allowed
from greenbaize.app.tables.matches import OpenMatch, create_header, mark_casual
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.games import GAMES
from greenbaize.match.header import match_identity
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import CardPlayed, DealScored, SeatReassigned
from match.random_matches import (
    SETUPS,
    SMALL_TABLE_SEATS,
    GameSetup,
    create_sealed_header,
    parametrize_setups,
    play_randomly,
)

PLAYER = HeaderPlayer("Anna", "human")


def play_solo_match(setup):
    """Return header and events of a match of one person, at seat 1, against bots."""
    recorded_match = play_randomly(setup, 1)
    players = [player._replace(kind="bot") for player in recorded_match.header.players]
    players[1] = PLAYER
    return replace(recorded_match.header, players=tuple(players)), recorded_match.events


@parametrize_setups(one for one in SETUPS if "enforcement" not in one.given_options)
def test_last_decision_is_asked_again(setup):
    header, events = play_solo_match(setup)
    count = find_last_own_decision(header, events, 1)
    assert count is not None
    assert getattr(events[count], "seat", None) == 1
    path = create_branch(header, events[:count], PLAYER, 1)
    record = read_record(path.read_bytes(), GAMES)
    assert record.events == events[:count]
    assert record.header.extra["from"] == match_identity(header)
    assert record.header.extra["practice"] is True
    match = OpenMatch.resume(path)
    assert match.player_view.seat == 1
    question = match.player_view.question
    assert question.seat == 1
    match.close()


def test_no_decision_means_no_undo():
    header, events = play_solo_match(GameSetup("damn", 3, {"deals": 2}))
    first = next(n for n, event in enumerate(events) if getattr(event, "seat", None) == 1)
    assert find_last_own_decision(header, events[:first], 1) is None


def test_bot_decisions_in_the_own_seat_are_not_undone():
    header, events = play_solo_match(GameSetup("damn", 3, {"deals": 2}))
    first = next(n for n, event in enumerate(events) if getattr(event, "seat", None) == 1)
    seat_given = SeatReassigned(1, "bot", "left")
    assert (
        find_last_own_decision(header, (*events[: first + 1], seat_given, *events[first + 1 :]), 1)
        == first
    )


def test_play_on_works_from_any_seat():
    recorded_match = play_randomly(GameSetup("master", 3, {}), 1)
    plays = [n for n, event in enumerate(recorded_match.events) if isinstance(event, CardPlayed)]
    path = create_branch(recorded_match.header, recorded_match.events[: plays[7]], PLAYER, 2)
    match = OpenMatch.resume(path, seat=2)
    assert match.player_view.seat == 2
    assert match.player_view.header.players[2].name == "Anna"
    match.close()


def test_undo_is_refused_among_people_or_without_seed():
    header, _ = create_sealed_header("damn", 3, {})
    with pytest.raises(GameError, match="take-back-friends"):
        check_undo_allowed(header)
    alone, _ = play_solo_match(GameSetup("damn", 3, {"deals": 2}))
    check_undo_allowed(alone)
    with pytest.raises(GameError, match="record-no-seed"):
        check_undo_allowed(replace(alone, seed=None))
    with pytest.raises(GameError, match="record-no-seed"):
        create_branch(replace(alone, seed=None), (), PLAYER, 1)


def test_automatic_card_is_no_decision():
    """Skip the only card of Blackout's first deal, which is played automatically."""
    header, events = play_solo_match(GameSetup("blackout", 3, {}))
    scored = next(n for n, event in enumerate(events) if isinstance(event, DealScored))
    count = find_last_own_decision(header, events[: scored + 1], 1)
    assert count is not None
    assert events[count].type == "bid"


@pytest.mark.parametrize(
    "setup", [player for player in SETUPS if "enforcement" in player.given_options], ids=str
)
def test_play_on_after_mistakes_is_solo(setup):
    """Keep the mistakes of the other players, who are bots from then on."""
    recorded_match = play_randomly(setup, 3)
    count = len(recorded_match.events) // 2
    path = create_branch(recorded_match.header, recorded_match.events[:count], PLAYER, 1)
    record = read_record(path.read_bytes(), GAMES)
    assert [player.kind for player in record.header.players].count("human") == 1
    assert record.header.players[1] == PLAYER
    match = OpenMatch.resume(path)
    assert match.player_view.seat == 1
    match.close()
    check_undo_allowed(record.header)
    assert find_last_own_decision(record.header, record.events, 1) is not None


def test_name_moves_with_the_seat():
    header, events = play_solo_match(GameSetup("damn", 3, {"deals": 2}))
    path = create_branch(header, events[:5], PLAYER, 2)
    names = [player.name for player in read_record(path.read_bytes(), GAMES).header.players]
    assert names == ["P0", "P2", "Anna"]


def start_solo_match(game, seats, *, casually=False):
    players = (
        HeaderPlayer("Anna"),
        *(HeaderPlayer(f"P{n}", "bot", "easy") for n in range(1, seats)),
    )
    header = create_header(game, players, {}, "5" * 32)
    match = OpenMatch.create(mark_casual(header) if casually else header)
    match.player_view.start_match()
    return match


def make_decisions(match, count):
    """Play until the person has made ``count`` decisions."""
    player_view = match.player_view
    while count:
        if player_view.question is None:
            assert player_view.let_others_act()
        else:
            answer = next(
                candidate for candidate in player_view.question.answers if candidate.refusal is None
            )
            player_view.submit(answer.command, lambda refusal: None)
            count -= 1


@pytest.mark.parametrize("game", GAMES)
def test_original_is_kept_and_practice_replaced(game, monkeypatch):
    match = start_solo_match(game, SMALL_TABLE_SEATS[game])
    header, old, seat = match.player_view.header, match.file.path, match.player_view.seat
    assert seat is not None
    make_decisions(match, 3)
    match.close()
    original_bytes = old.read_bytes()
    with monkeypatch.context() as later:
        later.setattr(branches, "format_current_time", lambda: "29991231T235959")
        new = undo_last_decision(old, header, match.file.lines, seat)
    assert new == old
    assert (old.parent / "abandoned" / old.name).read_bytes() == original_bytes
    assert has_decided(header, bytes(match.player_view.view_lines), seat)
    first = read_record(new.read_bytes(), GAMES)
    assert first.header.is_practice
    assert first.header.extra["begun"] == header.extra["begun"]
    assert match_identity(first.header) != match_identity(header)
    with monkeypatch.context() as later:
        later.setattr(branches, "format_current_time", lambda: "29991231T235959")
        again = undo_last_decision(new, first.header, new.read_bytes(), seat)
    second = read_record(again.read_bytes(), GAMES)
    assert second.header.extra["begun"] == first.header.extra["begun"]
    assert second.header.extra["from"] == match_identity(header)
    assert len(second.events) < len(first.events)
    assert second.events == first.events[: len(second.events)]
    third = undo_last_decision(again, second.header, again.read_bytes(), seat)
    before = third.read_bytes()
    with pytest.raises(GameError, match="take-back-nothing"):
        undo_last_decision(third, second.header, before, seat)
    assert third.read_bytes() == before
    assert sorted(path.name for path in old.parent.iterdir()) == sorted(["abandoned", old.name])
    assert [path.name for path in (old.parent / "abandoned").iterdir()] == [old.name]


@pytest.mark.parametrize("casually", [False, True])
@pytest.mark.parametrize("write_count", [0, 1])
def test_crash_during_undo_leaves_one_match(write_count, casually, monkeypatch):
    match = start_solo_match("damn", 3, casually=casually)
    header, path, seat = match.player_view.header, match.file.path, match.player_view.seat
    assert seat is not None
    make_decisions(match, 2)
    match.close()
    files = []
    write = branches.write_replacing_link

    def write_or_die(target, data, *, is_private):
        if len(files) == write_count:
            raise KeyboardInterrupt
        files.append(target)
        write(target, data, is_private=is_private)

    monkeypatch.setattr(branches, "write_replacing_link", write_or_die)
    for _ in range(write_count if header.is_practice else 0):
        undo_last_decision(path, header, match.file.lines, seat)
    with pytest.raises(KeyboardInterrupt):
        undo_last_decision(path, header, match.file.lines, seat)
    assert [unfinished_match.path for unfinished_match in list_unfinished_matches()] == [path]
    assert check_resume_allowed(path) is None
