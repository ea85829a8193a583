"""Plays of one challenge side by side."""

import csv
from dataclasses import replace
from io import StringIO

import pytest

from app.challenge_records import write_challenge_record
from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_comparison import (
    Comparison,
    Contender,
    encode_comparison_csv,
    find_challenge_of_header,
    find_challenge_of_result,
    find_name,
    list_partings,
    merge_contenders,
    read_contender,
    read_result_contender,
    save_comparison,
)
from greenbaize.app.challenge_levels import play_as_level
from greenbaize.app.challenge_result import DealOutcome, compute_result
from greenbaize.app.challenge_texts import (
    format_best,
    format_played_time,
    format_result_sentence,
)
from greenbaize.app.challenges import ChallengeLog, log_begun, log_challenge, log_ended
from greenbaize.app.local_time import to_local_time
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import SeatReassigned
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.challenge_log import ChallengeEntry


def make_contender(name, *points, **more):
    deals = tuple(DealOutcome((one,) if isinstance(one, int) else one, 1) for one in points)
    return Contender(name, 1, deals, digest=hash(name), **more)


def compare(*contenders, game="damn"):
    return Comparison(create_challenge(game), contenders)


def read_path(path):
    data = path.read_bytes()
    return read_record(data, GAMES), data


def test_the_best_are_named_deal_by_deal_and_in_all():
    comparison = compare(make_contender("A", 10, -3, 5), make_contender("B", 7, 4, 5))
    assert [comparison.find_best(deal) for deal in (0, 1, 2, None)] == [(0,), (1,), (), (1,)]
    assert format_best(comparison, ["A", "B"]) == "B was best in all, and best in 1 deal."
    third = make_contender("C", 10, 4)
    comparison = compare(*comparison.contenders, third)
    assert [comparison.find_best(deal) for deal in (0, 1, 2)] == [(0, 2), (1, 2), ()]


def test_fewer_places_are_better_in_rank_and_banks_decide_in_ass():
    comparison = compare(make_contender("A", 1, 2), make_contender("B", 2, 2), game="rank")
    assert [comparison.find_best(deal) for deal in (0, 1, None)] == [(0,), (), (0,)]
    comparison = compare(make_contender("A", (0, 500)), make_contender("B", (1, 20)), game="ass")
    assert comparison.find_best(None) == (1,)


def test_results_codes_and_records_tell_the_same(challenge, tmp_path):
    path = write_challenge_record(tmp_path / "zoe.jsonl", challenge)
    record, data = read_path(path)
    log_challenge("begun", challenge, "1", record.header)
    log_challenge("hint", challenge, "1", record.header)
    log = ChallengeLog.load()
    from_record = read_contender(challenge, record, data, log, path)
    result = compute_result(challenge, record, data, used_hints=True, used_undo=False)
    sentence = format_result_sentence(challenge, "Zoë", result)
    from_code = read_result_contender(sentence, challenge)
    assert from_record.begun == "20261128T120000"
    assert from_record.ended == ""
    assert from_code == replace(from_record, path=None, events=(), is_own=False, begun="")
    assert from_code.name == "Zoë"
    assert from_code.used_hints
    assert not from_code.used_undo
    assert merge_contenders([from_code, from_record]) == (from_record,)
    elsewhere = read_contender(challenge, record, data, ChallengeLog(()), path)
    assert elsewhere.used_hints is None
    assert merge_contenders([elsewhere, from_code]) == (replace(from_record, is_own=False),)
    other = create_challenge("damn", 3, level="random", options={"deals": 3})
    with pytest.raises(GameError) as caught:
        read_result_contender(sentence, other)
    assert caught.value.message.code == "challenge-other-result"
    entries = [
        ChallengeEntry("sent", encode_challenge(one), "1", "0" * 32) for one in (other, challenge)
    ]
    known, nothing = ChallengeLog(entries), ChallengeLog(())
    assert find_challenge_of_result(sentence, known) == challenge
    assert find_challenge_of_result(sentence, ChallengeLog(entries[:1])) is None
    assert find_challenge_of_header(record.header, nothing) == challenge
    plain = replace(record.header, extra={})
    assert find_challenge_of_header(plain, known) == challenge
    assert not find_challenge_of_header(plain, nothing).allows_hints
    # The current one goes first: what has been pasted for it is not lost.
    current = replace(challenge, allows_hints=not challenge.allows_hints)
    assert find_challenge_of_header(record.header, known, current) == current
    assert find_challenge_of_header(plain, known, current) == current
    assert find_challenge_of_header(plain, known, other) == challenge


def test_a_level_in_the_same_chair_plays_as_a_person_who_chooses_the_same(challenge, tmp_path):
    record, data = read_path(write_challenge_record(tmp_path / "a.jsonl", challenge, level="easy"))
    own = read_contender(challenge, record, data, ChallengeLog(()), tmp_path)
    level = play_as_level(challenge, "easy")
    assert (level.deals, level.rank) == (own.deals, own.rank)
    assert list(list_partings(own.events, level.events)) == []
    other = play_as_level(challenge, "random")
    partings = list(list_partings(own.events, other.events))
    assert partings
    for _, first, second in partings:
        assert own.events[first] != other.events[second]
        assert type(own.events[first - 1]) is type(other.events[second - 1])


def test_a_comparison_is_written_as_a_table(tmp_path):
    comparison = compare(
        make_contender("=A", 10, -3, used_hints=True, used_undo=False, begun="20261128T120000"),
        make_contender("B", 7),
    )
    rows = list(csv.reader(StringIO(encode_comparison_csv(comparison, ["=A", "B"]).decode())))
    assert rows[1:] == [
        ["1", "'=A", "10", "", "", "1", "1", "yes", "no", "20261128T120000", ""],
        ["1", "B", "7", "", "", "1", "0", "", "", "", ""],
        ["2", "'=A", "-3", "", "", "1", "0", "yes", "no", "20261128T120000", ""],
        ["total", "'=A", "7", "", "", "1", "0", "yes", "no", "20261128T120000", ""],
        ["total", "B", "7", "", "", "1", "0", "", "", "", ""],
    ]
    path = tmp_path / "table.csv"
    save_comparison(path, comparison, ["A", "B"])
    save_comparison(path, comparison, ["A", "B"])
    path.write_text("my letters")
    with pytest.raises(GameError):
        save_comparison(path, comparison, ["A", "B"])
    assert path.read_text() == "my letters"
    save_comparison(path, comparison, ["A", "B"], force=True)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Anna=CODE", "Anna"), ("Anna: 84: CODE", "Anna"), ("CODE", ""), ("x" * 50 + ":C", "")],
)
def test_a_name_stands_before_a_result_code(text, name):
    assert find_name(text) == name


def test_who_acts_for_a_seat_is_no_parting(challenge, tmp_path):
    record, _ = read_path(write_challenge_record(tmp_path / "a.jsonl", challenge, level="easy"))
    events = list(record.events)
    left, back = SeatReassigned(0, BOT, "left"), SeatReassigned(0, HUMAN, "back")
    changed = [*events[:9], left, *events[9:12], back, *events[12:]]
    assert list(list_partings(events, changed)) == []
    other = play_as_level(challenge, "random").events
    expected = list(list_partings(events, other))
    found = list(list_partings(changed, other))
    assert [one.second_moment for one in found] == [one.second_moment for one in expected]
    assert [changed[one.first_moment] for one in found] == [
        events[one.first_moment] for one in expected
    ]


def test_the_record_or_the_log_says_when_a_match_was_begun_and_ended(challenge, tmp_path):
    path = write_challenge_record(tmp_path / "zoe.jsonl", challenge)
    record, data = read_path(path)
    log_begun(record.header, "1")
    assert not read_contender(challenge, record, data, ChallengeLog.load(), path).ended
    log_ended(record.header, "1", 2)
    one = read_contender(challenge, record, data, ChallengeLog.load(), path)
    assert one.begun == "20261128T120000"
    assert one.ended == ChallengeLog.load().entries[-1].at != ""
    text = format_played_time(replace(one, ended="20261128T123000"))
    begun = to_local_time(one.begun)
    assert text == f"{begun:%Y-%m-%d %H:%M} – {to_local_time('20261128T123000'):%H:%M}"
    assert format_played_time(replace(one, ended="")) == f"begun {begun:%Y-%m-%d %H:%M}"
    assert format_played_time(replace(one, begun="")) == ""
