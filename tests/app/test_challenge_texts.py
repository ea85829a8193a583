"""Challenges and their results in sentences."""

from dataclasses import replace

import pytest

from app.test_challenge_code import create_challenge
from app.test_challenge_comparison import compare, make_contender
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_texts import (
    describe_challenge,
    format_best,
    format_invitation,
    format_place_among_levels,
    format_uses,
    name_contenders,
)


@pytest.fixture
def challenge():
    return create_challenge("damn", 3, level="easy", options={"deals": 2})


def test_contenders_have_names_of_their_own():
    contenders = [make_contender("A", 1), make_contender("A", 2), make_contender("", 3)]
    contenders.append(make_contender("", 1, level="hard"))
    assert name_contenders(contenders) == ["A", "A 2", "Result 3", "Hard in the same chair"]


def test_only_an_own_play_without_a_name_is_called_you():
    contenders = [make_contender("You", 1, is_own=True), make_contender("You", 2)]
    contenders.append(make_contender("Вы", 3))
    assert name_contenders(contenders) == ["You", "Friend", "Friend 2"]


def test_the_best_is_told_in_right_words():
    you, friend = make_contender("You", 5, 6, is_own=True), make_contender("You", 1, 2)
    assert format_best(compare(you, friend), ["You", "Friend"]) == (
        "You were best in all, and best in 2 deals."
    )
    # Best in all without any deal, and in the only deal.
    steady = make_contender("You", 4, 4, 4, is_own=True)
    others = [make_contender("A", 5, 5, 0), make_contender("B", 0, 0, 5)]
    names = ["You", "A", "B"]
    assert format_best(compare(steady, *others), names) == "You were best in all."
    single = compare(make_contender("A", 2), make_contender("B", 1))
    assert format_best(single, ["A", "B"]) == "A was best in all."
    shared = compare(you, replace(you, name="Al", is_own=False), friend)
    assert format_best(shared, ["You", "Al", "Friend"]) == (
        "You share the first place, best in 2 deals. Al shares the first place, best in 2 deals."
    )


def test_one_computer_player_is_no_order():
    hard = make_contender("hard", 5, level="hard")
    for points, sentence in (
        (3, "The computer player (Hard) was better than Ida."),
        (5, "Ida and the computer player (Hard) are equal."),
        (7, "Ida was better than the computer player (Hard)."),
    ):
        comparison = compare(make_contender("Ida", points), hard)
        assert format_place_among_levels(comparison, ["Ida", "Hard"]) == sentence
    you = compare(make_contender("You", 7, is_own=True), hard)
    assert format_place_among_levels(you, ["You", "Hard"]) == (
        "You were better than the computer player (Hard)."
    )


def test_an_invitation_says_what_is_to_be_beaten(challenge):
    code = encode_challenge(challenge)
    assert format_invitation(challenge, make_contender("A", 40, 44)) == (
        "Damn, 2 deals, against 2 × Easy: 84 points. Can you do better? Green Baize, Friends,"
        f" Play a challenge: {code}"
    )
    helped = replace(make_contender("A", 84), used_hints=True, used_undo=False)
    assert "84 points (with hints). Can you" in format_invitation(challenge, helped)
    helped = replace(helped, used_undo=True)
    sentence = format_invitation(challenge, helped, is_practice=True)
    assert "84 points (practice, with hints and taking back). Can you" in sentence
    assert format_invitation(challenge, None) == (
        "Damn, against 2 × Easy. Try it: Green Baize, Friends, Play a challenge: " + code
    )


def test_a_challenge_says_what_it_is():
    challenge = create_challenge("damn", 4, options={"deals": 5}, hints=True, undo=False)
    lines = describe_challenge(challenge)
    assert lines[:2] == ["Damn · 4 players", "Opponents: 3 × Medium"]
    assert lines[-2:] == ["Hints are allowed.", "Taking back is not allowed."]
    assert any("5" in line for line in lines[2:-2])
    assert "otherwise" in describe_challenge(replace(challenge, players_version=2))[-1]


def test_the_place_among_the_levels_is_told():
    person = make_contender("Ida", 10)
    levels = [
        make_contender(level, points, level=level) for level, points in (("easy", 3), ("hard", 12))
    ]
    comparison = compare(person, *levels)
    assert format_place_among_levels(comparison, ["Ida", "Easy", "Hard"]) == (
        "Ida is 2nd of 3 among the computer players in the same chair."
    )
    assert not format_place_among_levels(compare(person), ["Ida"])
    assert not format_place_among_levels(compare(*levels), ["Easy", "Hard"])


def test_what_was_used_is_told_and_so_is_what_nobody_knows():
    assert format_uses(used_hints=False, used_undo=False) == "without hints, nothing taken back"
    assert format_uses(used_hints=True, used_undo=True) == "with hints and taking back"
    assert format_uses(used_hints=None, used_undo=None) == "hints and taking back unknown"
    assert format_uses(used_hints=None, used_undo=False) == "nothing taken back, hints unknown"


def test_equal_results_have_no_best():
    comparison = compare(make_contender("A", 5), make_contender("B", 5))
    assert format_best(comparison, ["A", "B"]) == "All are equal."
