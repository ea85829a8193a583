"""Digests agree with the events of their records."""

import json
from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.match.digest import MAX_NUMBER, digest_record
from greenbaize.match.header import match_identity
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import DealScored, MatchEnded
from greenbaize.rules.options import OptionValues
from match.random_matches import (
    EACH_SETUP,
    GameSetup,
    create_sealed_header,
    encode_view_record,
    play_randomly,
)


@EACH_SETUP
def test_a_digest_has_the_points_of_every_deal(setup):
    played = play_randomly(setup, 1)
    digest = digest_record(played.record, GAMES)
    score_events = [event for event in played.events if isinstance(event, DealScored)]
    assert [deal.points for deal in digest.deals] == [event.points for event in score_events]
    assert [deal.number for deal in digest.deals] == [event.deal for event in score_events]
    assert digest.end_event == played.events[-1]
    assert digest.totals == digest.end_event.totals
    assert digest.deal == score_events[-1].deal
    assert all(len(deal.facts) == setup.seats for deal in digest.deals)


@EACH_SETUP
def test_a_view_record_has_the_same_digest(setup):
    played = play_randomly(setup, 1)
    full_digest, view_digest = (
        digest_record(data, GAMES) for data in (played.record, encode_view_record(played, 0))
    )
    assert (
        view_digest._replace(header=full_digest.header, identity=full_digest.identity)
        == full_digest
    )


def test_an_unfinished_match_has_a_digest_so_far():
    played = play_randomly(GameSetup("damn", 3, {"deals": 4}), 3)
    score_indexes = [
        index for index, event in enumerate(played.events) if isinstance(event, DealScored)
    ]
    lines = played.record.splitlines(keepends=True)
    digest = digest_record(b"".join(lines[: score_indexes[1] + 3]), GAMES)
    assert digest.end_event is None
    assert digest.deal == 3
    assert digest.totals == played.events[score_indexes[1]].totals


def test_no_game_gives_an_honour_twice(monkeypatch):
    played = play_randomly(GameSetup("damn", 3, {"deals": 1}), 3)
    monkeypatch.setattr(DamnGame, "honours", lambda *_: (("every-bid-made",) * 2, (), ()))
    with pytest.raises(ValueError, match="damn"):
        digest_record(played.record, GAMES)


def test_copies_of_a_match_are_one_match():
    header, _ = create_sealed_header("damn", 3, {})
    guests = [match_identity(header.redact_for(seat)) for seat in (0, 1, None)]
    assert {match_identity(header), *guests} == {match_identity(header)}


def test_another_seed_or_time_is_another_match():
    header = GameSetup("ass", 3, {}).create_header("0" * 32)
    other_headers = [
        replace(header, seed="1" * 32),
        replace(header, extra={"begun": "20261122T101010"}),
        replace(header, game="master"),
    ]
    assert len({match_identity(header), *map(match_identity, other_headers)}) == 4


def test_a_newer_option_changes_the_identity_only_with_a_non_default_value():
    header = GameSetup("ass", 3, {}).create_header("0" * 32)
    older = {key: value for key, value in header.options.items() if key != "targets"}
    even = {**header.options, "targets": "even"}
    assert header.options["targets"] == "source"
    assert match_identity(replace(header, options=OptionValues(older))) == match_identity(header)
    assert match_identity(replace(header, options=OptionValues(even))) != match_identity(header)


class HonouringDamnGame(DamnGame):
    """Damn that gives honours to every seat."""

    name, seats = "damn", range(3, 8)

    def honours(self, deals, end):
        """Return one honour for each deal."""
        return (tuple(f"played-{deal}" for deal in range(len(deals))),) * len(end.places)


def test_honours_are_for_people_who_have_played_all_of_a_match():
    games = {"damn": HonouringDamnGame()}
    played = play_randomly(GameSetup("damn", 3, {"deals": 2}), 4)
    header, *lines = played.record.splitlines(keepends=True)
    human_header = header.replace(b'"kind": "bot", "level": "easy"', b'"kind": "human"', 2)
    record = b"".join([human_header, *lines])
    assert digest_record(record, games).honours == (("played-0", "played-1"),) * 2 + ((),)
    left_line = b'{"type": "seat", "seat": 1, "kind": "bot", "why": "left"}\n'
    back_line = b'{"type": "seat", "seat": 1, "kind": "human", "why": "back"}\n'
    substituted_record = b"".join(
        [human_header, *lines[:2], left_line, *lines[2:4], back_line, *lines[4:]]
    )
    assert digest_record(substituted_record, games).honours == (("played-0", "played-1"), (), ())
    cut_record = b"".join([human_header, *lines[:-1]])
    assert digest_record(cut_record, games).honours == ()
    practice = record.replace(b'"options"', b'"practice": true, "options"', 1)
    assert digest_record(practice, games).honours == ()
    assert digest_record(record, GAMES).honours == ((), (), ())


def test_lines_about_seats_that_do_not_exist_are_damage():
    played = play_randomly(GameSetup("damn", 3, {"deals": 2}), 4)
    end = played.events[-1]
    assert isinstance(end, MatchEnded)
    short = played.record.replace(b'"places": [', b'"places": [1, ')
    with pytest.raises(RecordError):
        digest_record(short, GAMES)
    seat = b'{"type": "seat", "seat": 9, "kind": "bot", "why": "left"}\n'
    with pytest.raises(RecordError):
        digest_record(played.record + seat, GAMES)


def test_calls_count_only_in_the_deal_they_were_made_in():
    played = play_randomly(GameSetup("rank", 3, {"deals": 2}), 4)
    lines = played.record.splitlines(keepends=True)
    index = next(n for n, line in enumerate(lines) if line.startswith(b'{"type": "score"'))
    antirank_line = b'{"type": "antirank", "seat": 0}\n'
    score = json.loads(lines[index])
    score["totals"] = [2 * total for total in score["totals"]]
    second_score = json.dumps(score).encode() + b"\n"
    digest = digest_record(
        b"".join([*lines[:index], antirank_line, lines[index], antirank_line, second_score]), GAMES
    )
    first, second = (deal.facts[0] for deal in digest.deals)
    assert sum(fact.kind == "antirank" for fact in first) >= 1
    assert sum(fact.kind == "antirank" for fact in second) == 1


@pytest.mark.parametrize("number", [MAX_NUMBER + 1, -(2**62)])
def test_impossibly_large_points_are_refused(number):
    lines = play_randomly(GameSetup("rank", 3, {"deals": 1}), 4).record.splitlines(keepends=True)
    index = next(n for n, line in enumerate(lines) if line.startswith(b'{"type": "score"'))
    score = json.loads(lines[index])
    score["points"][1] = number
    lines[index] = json.dumps(score).encode() + b"\n"
    with pytest.raises(RecordError):
        digest_record(b"".join(lines), GAMES)


def test_a_practice_match_has_an_identity_of_its_own():
    header, _ = create_sealed_header("damn", 3, {})
    practice = replace(header, extra={**header.extra, "practice": True})
    assert match_identity(practice) != match_identity(header)


def test_a_short_match_has_no_rating_of_its_source_and_no_honours():
    short, full = (
        digest_record(play_randomly(GameSetup("master", 2, options), 4).record, GAMES)
        for options in ({"length": "short"}, {})
    )
    assert (short.is_short_match, full.is_short_match) == (True, False)
    assert short.source_ratings == (None, None)
    assert None not in full.source_ratings
    assert short.honours == ()
    blackout = digest_record(
        play_randomly(GameSetup("blackout", 2, {"first": 12}), 4).record, GAMES
    )
    assert blackout.is_short_match


def test_a_match_is_the_same_whether_its_header_names_the_full_length():
    played = play_randomly(GameSetup("blackout", 2, {}), 4)
    named = played.record.replace(b'"options": {', b'"options": {"deals": 13, "first": 1, ', 1)
    assert named != played.record
    assert digest_record(named, GAMES).identity == digest_record(played.record, GAMES).identity


@pytest.mark.parametrize(
    ("kind", "key"), [("score", "points"), ("score", "totals"), ("end", "totals")]
)
def test_a_score_changed_by_hand_is_damage(kind, key):
    lines = list(
        map(json.loads, play_randomly(GameSetup("damn", 3, {"deals": 4}), 3).record.splitlines())
    )
    number, line = next((n, one) for n, one in enumerate(lines, 1) if one.get("type") == kind)
    line[key][0] += 10
    with pytest.raises(RecordError) as caught:
        digest_record(b"".join(json.dumps(one).encode() + b"\n" for one in lines), GAMES)
    assert caught.value.line == number


@pytest.mark.parametrize("value", [["play"], {"play": 1}, [], {}, None, 1, 1.5, True])
def test_a_line_with_any_value_as_its_type_is_damage(value):
    lines = play_randomly(GameSetup("damn", 3, {"deals": 1}), 3).record.splitlines(keepends=True)
    lines[4] = json.dumps({**json.loads(lines[4]), "type": value}).encode() + b"\n"
    with pytest.raises(RecordError) as error:
        digest_record(b"".join(lines), GAMES)
    assert error.value.line == 5
