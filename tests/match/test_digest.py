"""Digests agree with the events of their records."""

import json
from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.match.digest import LARGEST, digest_of
from greenbaize.match.header import identity
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import Ended, Scored
from greenbaize.rules.options import Settings
from match.playing import EACH_SETUP, Setup, play_randomly, sealed_match, told_to


@EACH_SETUP
def test_a_digest_tells_what_every_deal_came_to(setup):
    played = play_randomly(setup, 1)
    digest = digest_of(played.record, GAMES)
    scored = [event for event in played.events if isinstance(event, Scored)]
    assert [deal.points for deal in digest.deals] == [event.points for event in scored]
    assert [deal.number for deal in digest.deals] == [event.deal for event in scored]
    assert digest.end == played.events[-1]
    assert digest.totals == digest.end.totals
    assert digest.deal == scored[-1].deal
    assert all(len(deal.facts) == setup.seats for deal in digest.deals)


@EACH_SETUP
def test_what_a_seat_was_told_has_the_same_digest(setup):
    played = play_randomly(setup, 1)
    whole, told = (digest_of(data, GAMES) for data in (played.record, told_to(played, 0)))
    assert told._replace(header=whole.header, identity=whole.identity) == whole


def test_an_unfinished_match_is_told_so_far():
    played = play_randomly(Setup("damn", 3, {"deals": 4}), 3)
    scored = [place for place, event in enumerate(played.events) if isinstance(event, Scored)]
    lines = played.record.splitlines(keepends=True)
    digest = digest_of(b"".join(lines[: scored[1] + 3]), GAMES)
    assert digest.end is None
    assert digest.deal == 3
    assert digest.totals == played.events[scored[1]].totals


def test_no_game_tells_an_honour_twice(monkeypatch):
    played = play_randomly(Setup("damn", 3, {"deals": 1}), 3)
    monkeypatch.setattr(Damn, "honours", lambda *_: (("every-bid-made",) * 2, (), ()))
    with pytest.raises(ValueError, match="damn"):
        digest_of(played.record, GAMES)


def test_copies_of_a_match_are_one_match():
    header, _ = sealed_match("damn", 3, {})
    guests = [identity(header.told(seat)) for seat in (0, 1, None)]
    assert {identity(header), *guests} == {identity(header)}


def test_another_seed_or_time_is_another_match():
    header = Setup("ass", 3, {}).header("0" * 32)
    others = [
        replace(header, seed="1" * 32),
        replace(header, more={"begun": "20261122T101010"}),
        replace(header, game="master"),
    ]
    assert len({identity(header), *map(identity, others)}) == 4


def test_an_option_that_came_later_tells_matches_apart_only_where_it_is_another():
    header = Setup("ass", 3, {}).header("0" * 32)
    older = {key: one for key, one in header.options.items() if key != "targets"}
    even = {**header.options, "targets": "even"}
    assert header.options["targets"] == "source"
    assert identity(replace(header, options=Settings(older))) == identity(header)
    assert identity(replace(header, options=Settings(even))) != identity(header)


class Honouring(Damn):
    """Damn that gives honours to every seat."""

    name, seats = "damn", range(3, 8)

    def honours(self, deals, end):
        """Return one honour for each deal."""
        return (tuple(f"played-{deal}" for deal in range(len(deals))),) * len(end.places)


def test_honours_are_for_people_who_have_played_all_of_a_match():
    games = {"damn": Honouring()}
    played = play_randomly(Setup("damn", 3, {"deals": 2}), 4)
    header, *lines = played.record.splitlines(keepends=True)
    ours = header.replace(b'"kind": "bot", "level": "easy"', b'"kind": "human"', 2)
    record = b"".join([ours, *lines])
    assert digest_of(record, games).honours == (("played-0", "played-1"),) * 2 + ((),)
    away = b'{"type": "seat", "seat": 1, "kind": "bot", "why": "left"}\n'
    back = b'{"type": "seat", "seat": 1, "kind": "human", "why": "back"}\n'
    stood_in = b"".join([ours, *lines[:2], away, *lines[2:4], back, *lines[4:]])
    assert digest_of(stood_in, games).honours == (("played-0", "played-1"), (), ())
    cut = b"".join([ours, *lines[:-1]])
    assert digest_of(cut, games).honours == ()
    practice = record.replace(b'"options"', b'"practice": true, "options"', 1)
    assert digest_of(practice, games).honours == ()
    assert digest_of(record, GAMES).honours == ((), (), ())


def test_lines_that_speak_of_other_seats_are_damage():
    played = play_randomly(Setup("damn", 3, {"deals": 2}), 4)
    end = played.events[-1]
    assert isinstance(end, Ended)
    short = played.record.replace(b'"places": [', b'"places": [1, ')
    with pytest.raises(RecordError):
        digest_of(short, GAMES)
    seat = b'{"type": "seat", "seat": 9, "kind": "bot", "why": "left"}\n'
    with pytest.raises(RecordError):
        digest_of(played.record + seat, GAMES)


def test_what_was_said_in_a_deal_is_told_with_its_score_only():
    played = play_randomly(Setup("rank", 3, {"deals": 2}), 4)
    lines = played.record.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"type": "score"'))
    cry = b'{"type": "antirank", "seat": 0}\n'
    told = digest_of(b"".join([*lines[:at], cry, lines[at], cry, lines[at]]), GAMES)
    first, again = (deal.facts[0] for deal in told.deals)
    assert sum(fact.kind == "antirank" for fact in first) >= 1
    assert sum(fact.kind == "antirank" for fact in again) == 1


@pytest.mark.parametrize("number", [LARGEST + 1, -(2**62)])
def test_no_match_comes_to_such_numbers(number):
    lines = play_randomly(Setup("rank", 3, {"deals": 1}), 4).record.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"type": "score"'))
    score = json.loads(lines[at])
    score["points"][1] = number
    lines[at] = json.dumps(score).encode() + b"\n"
    with pytest.raises(RecordError):
        digest_of(b"".join(lines), GAMES)


def test_practice_is_another_match_whatever_its_header_copies():
    header, _ = sealed_match("damn", 3, {})
    practice = replace(header, more={**header.more, "practice": True})
    assert identity(practice) != identity(header)


def test_a_short_match_has_no_rating_of_its_source_and_no_honours():
    short, full = (
        digest_of(play_randomly(Setup("master", 2, given), 4).record, GAMES)
        for given in ({"length": "short"}, {})
    )
    assert (short.short, full.short) == (True, False)
    assert short.source_ratings == (None, None)
    assert None not in full.source_ratings
    assert short.honours == ()
    blackout = digest_of(play_randomly(Setup("blackout", 2, {"first": 12}), 4).record, GAMES)
    assert blackout.short


def test_a_match_is_the_same_whether_its_header_names_the_full_length():
    played = play_randomly(Setup("blackout", 2, {}), 4)
    named = played.record.replace(b'"options": {', b'"options": {"deals": 13, "first": 1, ', 1)
    assert named != played.record
    assert digest_of(named, GAMES).identity == digest_of(played.record, GAMES).identity
