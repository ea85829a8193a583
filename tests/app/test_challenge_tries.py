"""Counted tries of challenges that are open."""

import pytest

from app.challenge_records import write_challenge_record
from app.test_challenge_code import create_challenge
from greenbaize.app import challenges
from greenbaize.app.challenge_tries import (
    find_open_try,
    find_try_records,
    load_challenge_log,
    log_rehearsal,
    log_resumed,
)
from greenbaize.app.challenges import (
    ChallengeLog,
    create_challenge_header,
    log_begun,
    log_challenge,
    log_ended,
)
from greenbaize.app.memory.branches import create_branch, undo_last_decision
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.games import GAMES
from greenbaize.match.header import match_identity
from greenbaize.match.record import read_header, read_record
from greenbaize.rules.errors import FileError
from greenbaize.store import folders


@pytest.fixture
def open_match(challenge):
    match = OpenMatch.create(create_challenge_header(challenge, "Zoë", counts=True))
    match.close()
    log_begun(match.player_view.header, "1")
    return match


def test_a_begun_try_is_open_for_its_person_until_it_ends(challenge, open_match):
    path = open_match.file.path
    assert find_open_try(challenge.header, "1") == path
    assert find_open_try(challenge.header, "2") is None
    assert find_open_try(create_challenge(seed="cd" * 16).header, "1") is None
    log_ended(open_match.player_view.header, "1", 1)
    assert find_open_try(challenge.header, "1") is None


def test_a_try_whose_record_is_gone_is_not_open(challenge, open_match):
    open_match.file.path.unlink()
    assert find_open_try(challenge.header, "1") is None


def test_cards_seen_before_the_end_are_a_hint(challenge, open_match):
    log_rehearsal(challenge.header, "2")
    assert not ChallengeLog.load().has_hint(open_match.player_view.header)
    log_rehearsal(challenge.header, "1")
    assert ChallengeLog.load().has_hint(open_match.player_view.header)


def test_cards_seen_after_the_end_are_none(challenge):
    path = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge)
    header = read_header(path.read_bytes(), GAMES)
    log_begun(header, "1")
    log_rehearsal(challenge.header, "1")
    assert not ChallengeLog.load().has_hint(header)


def test_a_match_stays_among_the_own_ones_after_something_was_taken_back(tmp_path):
    challenge = create_challenge("damn", 3, level="easy", undo=True, options={"deals": 1})
    path = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge)
    data = path.read_bytes()
    header = read_header(data, GAMES)
    log_begun(header, "1")
    (identity,) = ChallengeLog.load().list_matches(challenge)
    assert find_try_records(identity) == [path]
    lines = data.splitlines(keepends=True)
    undo_last_decision(path, header, b"".join(lines[:-3]), challenge.seat)
    undone = read_header(path.read_bytes(), GAMES)
    assert match_identity(undone) != identity
    # The match as it was before lies among the abandoned ones.
    assert find_try_records(identity) == [path]
    events = read_record(b"".join(lines[:-3]), GAMES).events
    practice = create_branch(header, events, header.players[challenge.seat], challenge.seat)
    assert practice not in find_try_records(identity)


@pytest.fixture
def finished_record(challenge):
    """A counted try that was noted as begun, and whose record ended."""
    path = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge)
    header = read_header(path.read_bytes(), GAMES)
    log_begun(header, "1")
    return path


def test_a_try_whose_record_ended_has_its_place_although_nobody_noted_it(finished_record):
    places = read_record(finished_record.read_bytes(), GAMES).events[-1].places
    log = load_challenge_log()
    (end,) = [entry for entry in log.entries if entry.what == "ended"]
    assert (end.person, end.rank, end.at) == ("1", places[0], "")
    assert ChallengeLog.load().entries[-1] == end
    load_challenge_log()
    assert [entry.what for entry in ChallengeLog.load().entries] == ["begun", "ended"]


def test_the_place_is_known_where_it_cannot_be_noted(finished_record, monkeypatch):
    def refuse(*_):
        raise FileError(folders.challenges_path(), OSError(28, "No space left"))

    with monkeypatch.context() as patch:
        patch.setattr(challenges, "append_entry", refuse)
        assert load_challenge_log().entries[-1].what == "ended"
    assert [entry.what for entry in ChallengeLog.load().entries] == ["begun"]


def test_an_open_try_has_no_end(open_match):
    assert [entry.what for entry in load_challenge_log().entries] == ["begun"]


def test_a_record_that_the_log_does_not_know_is_an_open_try(challenge):
    match = OpenMatch.create(create_challenge_header(challenge, "Zoë", counts=True))
    match.close()
    assert find_open_try(challenge.header, "1") == match.file.path
    log_resumed(match.player_view.header, "1")
    log = ChallengeLog.load()
    assert log.has_tried(challenge, "1")
    assert [entry.what for entry in log.entries] == ["begun"]
    log_resumed(match.player_view.header, "1")
    assert ChallengeLog.load().entries == log.entries


def test_a_record_that_the_log_does_not_know_is_no_second_try(challenge):
    match = OpenMatch.create(create_challenge_header(challenge, "Zoë", counts=True))
    match.close()
    log_challenge("seen", challenge, "1", challenge.header)
    assert find_open_try(challenge.header, "1") is None
    log_resumed(match.player_view.header, "1")
    log_ended(match.player_view.header, "1", 1)
    assert [entry.what for entry in ChallengeLog.load().entries] == ["seen"]


def test_results_stay_hidden_while_the_record_of_an_open_try_is_away(challenge, open_match):
    open_match.file.path.unlink()
    assert not ChallengeLog.load().may_see_results(challenge, "1")
    log_challenge("seen", challenge, "1", challenge.header)
    assert ChallengeLog.load().may_see_results(challenge, "1")
