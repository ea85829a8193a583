"""Which tries of a challenge count, what is allowed in them, and what was used."""

from dataclasses import replace

import pytest

from app.challenge_records import write_challenge_record
from app.test_challenge_code import create_challenge
from greenbaize.app import challenges
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_mark import (
    CHALLENGE_KEY,
    are_hints_allowed,
    check_challenge_undo,
    read_mark,
)
from greenbaize.app.challenges import (
    ChallengeLog,
    create_challenge_header,
    create_practice_header,
    find_challenge,
    log_begun,
    log_challenge,
)
from greenbaize.app.memory.branches import check_undo_allowed, undo_last_decision
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_header
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.challenge_log import ChallengeEntry, append_entry


@pytest.mark.parametrize(("hints", "undo"), [(True, False), (False, True)])
def test_a_header_of_a_try_tells_the_challenge_again(hints, undo):
    challenge = create_challenge(hints=hints, undo=undo)
    header = create_challenge_header(challenge, "Zoë", counts=True)
    assert find_challenge(header) == challenge
    assert not header.is_practice
    assert are_hints_allowed(header) == hints
    assert header.players[challenge.seat].name == "Zoë"


def test_no_seat_is_told_the_seed_by_the_mark():
    header = create_challenge_header(create_challenge(), "Zoë", counts=True, day="20261128")
    for seat in (0, 1, None):
        told = str(header.redact_for(seat).to_line())
        assert header.seed not in told
        assert encode_challenge(create_challenge()) not in told
        assert "20261128" not in told  # the seed of a deal of the day is made from the day
    assert read_mark(header).day == "20261128"
    assert read_mark(header.redact_for(0)) == replace_mark(header, day="")


def test_a_second_try_is_practice_where_everything_is_allowed():
    challenge = create_challenge(hints=False, undo=False)
    header = create_challenge_header(challenge, "Zoë", counts=False)
    assert header.is_casual
    assert are_hints_allowed(header)
    check_challenge_undo(header)


@pytest.mark.parametrize("mark", [None, 1, [], {}, {"hints": 1, "undo": False}, {"hints": True}])
def test_a_malformed_mark_is_none(mark):
    header = create_challenge().header
    header = replace(header, extra={CHALLENGE_KEY: mark})
    assert read_mark(header) is None
    assert find_challenge(header) is None
    assert are_hints_allowed(header)


def test_any_match_of_one_person_can_become_a_challenge():
    header = create_challenge().header_for("Zoë")
    challenge = challenges.create_challenge(header, allows_hints=True, allows_undo=False)
    assert challenge == create_challenge()
    # What is played as a challenge is passed on as it is.
    tried = create_challenge_header(challenge, "Anna", counts=True)
    assert challenges.create_challenge(tried, allows_hints=False, allows_undo=True) == challenge


def test_a_match_of_several_people_cannot_become_a_challenge():
    header = create_challenge().header_for("Zoë")
    friends = (*header.players[:-1], HeaderPlayer("Al", HUMAN))
    for changed in (replace(header, players=friends), replace(header, extra={"shuffle": {}})):
        with pytest.raises(GameError) as caught:
            challenges.create_challenge(changed, allows_hints=True, allows_undo=True)
        assert caught.value.message.code == "challenge-of-friends"


def test_a_person_tries_a_code_once():
    challenge = create_challenge()
    header = create_challenge_header(challenge, "Zoë", counts=True)
    assert not ChallengeLog.load().has_tried(challenge, "1")
    log_challenge("begun", challenge, "1", header)
    log = ChallengeLog.load()
    assert log.has_tried(challenge, "1")
    assert not log.has_tried(challenge, "2")
    assert not log.has_tried(create_challenge(seed="f" * 32), "1")
    assert not log.has_hint(header)
    assert log.find_latest_challenge() == challenge
    append_entry(
        folders.challenges_path(), ChallengeEntry("begun", "of a newer program", "1", "0" * 32)
    )
    assert ChallengeLog.load().find_latest_challenge() == challenge
    newer = [ChallengeEntry("begun", f"code {one}", "1", "0" * 32) for one in range(60_000)]
    assert ChallengeLog([*log.entries, *newer]).find_latest_challenge() is None


def test_cards_are_known_whatever_the_challenger_allows():
    log_challenge("begun", create_challenge(hints=True), "1", create_challenge().header)
    log = ChallengeLog.load()
    for more in ({"hints": False}, {"undo": True}, {"level": "easy"}):
        assert log.has_tried(create_challenge(**more), "1")
    assert not log.has_tried(create_challenge(seed="f" * 32), "1")


def test_a_try_is_noted_as_begun_once():
    challenge = create_challenge()
    first, second = (
        replace(header, extra={**header.extra, "begun": begun})
        for header in [create_challenge_header(challenge, "Zoë", counts=True)]
        for begun in ("20261128T120000", "20261128T130000")
    )
    assert log_begun(first, "1")
    assert not log_begun(second, "1")
    assert log_begun(second, "2")
    assert log_begun(create_practice_header(second), "1")
    assert create_practice_header(second).is_casual
    assert [entry.person for entry in ChallengeLog.load().entries] == ["1", "2"]


def test_what_was_used_is_known_of_matches_begun_here_as_challenges():
    challenge = create_challenge()
    header = create_challenge_header(challenge, "Zoë", counts=True)
    assert ChallengeLog.load().find_uses(header) == (None, False)
    assert ChallengeLog.load().find_uses(challenge.header) == (None, False)
    log_challenge("sent", challenge, "1", header)
    assert ChallengeLog.load().find_uses(header) == (None, False)
    log_challenge("begun", challenge, "1", header)
    assert ChallengeLog.load().find_uses(header) == (False, False)
    log_challenge("hint", challenge, "", challenge.header)
    assert ChallengeLog.load().find_uses(challenge.header) == (True, False)
    log_challenge("hint", challenge, "", header)
    assert ChallengeLog.load().find_uses(header) == (True, False)


@pytest.mark.parametrize(
    ("extra", "used_undo"),
    [
        ({}, False),
        ({"practice": True, "from": "0" * 32}, True),
        ({"practice": True, "casual": True}, None),  # it stays what it is
    ],
)
def test_a_match_itself_says_if_something_was_taken_back(extra, used_undo):
    header = replace(create_challenge().header, extra=extra)
    assert ChallengeLog.load().find_uses(header)[1] is used_undo


def test_who_sent_a_challenge_knows_its_cards():
    challenge = create_challenge()
    log_challenge("sent", challenge, "1", challenge.header)
    assert ChallengeLog.load().has_tried(challenge, "1")


def test_a_hint_is_remembered_for_its_match_even_after_something_was_taken_back(tmp_path):
    challenge = create_challenge("damn", 3, level="random", undo=True, options={"deals": 1})
    path = write_challenge_record(folders.matches_folder() / "one.jsonl", challenge)
    data = path.read_bytes()
    header = read_header(data, GAMES)
    log_challenge("hint", challenge, "1", header)
    assert ChallengeLog.load().has_hint(header)
    undo_last_decision(path, header, b"".join(data.splitlines(True)[:-3]), challenge.seat)
    undone = read_header(path.read_bytes(), GAMES)
    assert undone.is_practice
    assert read_mark(undone) == replace_mark(header, undone=True)
    assert find_challenge(undone) == challenge
    assert ChallengeLog.load().has_hint(undone)
    other = replace(header, extra={**header.extra, "begun": "20261128T130000"})
    assert not ChallengeLog.load().has_hint(other)


def replace_mark(header, **changes):
    mark = read_mark(header)
    return type(mark)(**{name: getattr(mark, name) for name in mark.__struct_fields__} | changes)


def test_nothing_is_taken_back_where_the_challenger_forbids_it():
    header = create_challenge_header(create_challenge(undo=False), "Zoë", counts=True)
    with pytest.raises(GameError) as caught:
        check_undo_allowed(header)
    assert caught.value.message.code == "challenge-no-undo"
    check_undo_allowed(create_challenge_header(create_challenge(undo=True), "Zoë", counts=True))
