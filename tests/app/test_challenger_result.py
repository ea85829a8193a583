"""What a challenger had, from the texts that people send."""

import pytest

from app.test_challenge_code import create_challenge
from app.test_challenge_comparison import compare, make_contender
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_comparison import merge_contenders
from greenbaize.app.challenge_mark import (
    USED_HINTS,
    USED_UNDO,
    WAS_PRACTICE,
    ChallengerResult,
)
from greenbaize.app.challenge_result import (
    ChallengeResult,
    DealOutcome,
    compute_challenge_key,
    encode_result,
)
from greenbaize.app.challenge_texts import (
    format_invitation,
    format_result_sentence,
    name_contenders,
)
from greenbaize.app.challenger_result import (
    create_challenger,
    find_challenger_result,
    tell_challenger_result,
)
from greenbaize.app.challenges import create_challenge_header
from greenbaize.words.catalogue import language_context

TOTALS = [
    ("damn", (84,)),
    ("master", (-12,)),
    ("blackout", (0,)),
    ("ass", (2, -31)),
    ("ass", (-1, 40)),
    ("rank", (5,)),
]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("used_hints", [False, True])
@pytest.mark.parametrize(("name", "total"), TOTALS, ids=str)
def test_the_sentence_tells_what_the_challenger_had(name, total, used_hints, language):
    challenge = create_challenge(name, 3)
    contender = make_contender("A", total, used_hints=used_hints)
    with language_context(language):
        sentence = format_invitation(challenge, contender)
    wrapped = f"Hello: look at this.\n\n{sentence.replace(' ', chr(10), 6)}\n\nBye. Al: 3"
    assert find_challenger_result(wrapped, challenge) == (total, int(used_hints))


def test_a_result_code_beside_the_challenge_tells_it():
    challenge = create_challenge("damn", 3)
    deals = (DealOutcome((10,), 1), DealOutcome((-3,), 2))
    result = ChallengeResult(compute_challenge_key(challenge), 2, False, False, 1, deals)
    text = f"{encode_challenge(challenge)}\n{format_result_sentence(challenge, 'A', result)}"
    assert find_challenger_result(text, challenge).total == (7,)
    other = encode_result(ChallengeResult(1, 2, False, False, 1, deals), 1)
    assert find_challenger_result(f"{encode_challenge(challenge)}\n{other}", challenge).total == ()


@pytest.mark.parametrize(
    "text",
    [
        "Damn, 5 deals: {code}",
        "I had 84 points. Can you do better? {code}",
        "Damn: many points. Can you do better? {code}",
        "Damn: 99999999999 points. Can you do better? {code}",
        "Damn: 84 banks. Can you do better? {code}",
        "{code}",
    ],
)
def test_other_texts_tell_nothing(text):
    challenge = create_challenge("damn", 3)
    assert (
        find_challenger_result(text.format(code=encode_challenge(challenge)), challenge).total == ()
    )


def test_the_header_of_a_try_keeps_it():
    challenge = create_challenge("ass", 3)
    header = create_challenge_header(
        challenge, "Ida", counts=True, challenger=ChallengerResult((2, -31), 1)
    )
    assert header.extra["challenge"]["challenger"] == (2, -31)
    assert header.extra["challenge"]["challenger_uses"] == USED_HINTS


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("uses", range(8))
def test_what_the_challenger_used_is_read_and_told_again(uses, language):
    challenge = create_challenge("damn", 3)
    contender = make_contender(
        "A", (11,), used_hints=bool(uses & USED_HINTS), used_undo=bool(uses & USED_UNDO)
    )
    with language_context(language):
        sentence = format_invitation(challenge, contender, is_practice=bool(uses & WAS_PRACTICE))
    challenger = find_challenger_result(sentence, challenge)
    assert challenger == ChallengerResult((11,), uses)
    told = tell_challenger_result(challenge, challenger)
    assert ("with hints" in told) == bool(uses & USED_HINTS)
    assert ("practice" in told) == bool(uses & WAS_PRACTICE)


def test_a_result_code_stands_for_the_total_that_was_told():
    told = create_challenger(ChallengerResult((11,), USED_HINTS))
    own = make_contender("Ida", 11, is_own=True)
    friend = make_contender("Al", 5, 6)
    assert told.total == (11,)
    assert merge_contenders([own, told]) == (own, told)
    assert merge_contenders([own, told, friend]) == (own, friend)
    other = make_contender("Al", 5, 5)
    assert merge_contenders([own, told, other]) == (own, told, other)
    assert name_contenders([told]) == ["Challenger"]
    assert compare(own, told, other).find_best(None) == (0, 1)
