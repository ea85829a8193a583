"""Challenges and their results in sentences."""

from dataclasses import replace

import pytest

from app.test_challenge_code import create_challenge
from app.test_challenge_comparison import compare, make_contender
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_comparison import read_result_contender
from greenbaize.app.challenge_result import (
    ChallengeResult,
    DealOutcome,
    compute_challenge_key,
)
from greenbaize.app.challenge_texts import (
    describe_challenge,
    format_best,
    format_invitation,
    format_result_sentence,
    format_standing,
    format_uses,
    name_contenders,
)


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
    assert format_best(shared, ["You", "Al", "Friend"]) == ("You and Al share the first place.")


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


def compare_levels(points, *level_points):
    levels = [
        make_contender(level, one, level=level)
        for level, one in zip(("easy", "medium", "hard"), level_points, strict=False)
    ]
    return compare(make_contender("You", points, is_own=True), *levels)


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((5, 5, 3, 5), "Behind you: Medium."),
        ((5, 3, 5, 9), "Ahead of you: Hard. Just as good as you: Medium. Behind you: Easy."),
        ((9, 3, 5, 4), "Behind you: Easy, Medium and Hard."),
        ((1, 3, 5, 4), "Ahead of you: Easy, Medium and Hard."),
        ((4, 4, 4, 4), ""),
        ((4, 5), ""),
    ],
)
def test_the_standing_among_others_agrees_with_who_was_best(points, sentence):
    names = ["You", "Easy", "Medium", "Hard"][: len(points)]
    comparison = compare_levels(*points)
    assert format_standing(comparison, names) == sentence
    if points == (5, 5, 3, 5):
        assert format_best(comparison, names) == "You, Easy and Hard share the first place."


def test_computer_players_alone_have_no_standing():
    levels = [make_contender(level, 3, level=level) for level in ("easy", "medium", "hard")]
    assert not format_standing(compare(*levels), ["Easy", "Medium", "Hard"])


def test_par_is_named_in_words_of_the_result():
    own = make_contender("You", 3, level="expert", is_par=True, is_own=True)
    friend = make_contender("Zoë", 3, level="hard", is_par=True)
    assert name_contenders([own, friend]) == [
        "Expert with your cards",
        "Hard with the cards of Zoë",
    ]


@pytest.mark.parametrize(("name", "begin"), [("You", "Damn, 1 deal"), ("Al", "Al: Damn, 1 deal")])
def test_the_sentence_of_a_result_leaves_out_a_name_that_says_only_you(challenge, name, begin):
    deals = (DealOutcome((10,), 1),)
    result = ChallengeResult(compute_challenge_key(challenge), 2, False, False, 1, deals)
    sentence = format_result_sentence(challenge, name, result)
    assert sentence.startswith(begin)
    assert read_result_contender(sentence, challenge).name == ("" if name == "You" else name)


def test_what_was_used_is_told_and_so_is_what_nobody_knows():
    assert format_uses(used_hints=False, used_undo=False) == "without hints, nothing taken back"
    assert format_uses(used_hints=True, used_undo=True) == "with hints and taking back"
    assert format_uses(used_hints=None, used_undo=None) == "hints and taking back unknown"
    assert format_uses(used_hints=None, used_undo=False) == "nothing taken back, hints unknown"


def test_equal_results_have_no_best():
    comparison = compare(make_contender("A", 5), make_contender("B", 5))
    assert format_best(comparison, ["A", "B"]) == "All are equal."
