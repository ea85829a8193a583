"""What a match is, in words."""

import pytest

from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_mark import keep_mark_after_undo
from greenbaize.app.challenges import create_challenge_header
from greenbaize.app.match_kind import describe_match_kind, name_match_kind


@pytest.mark.parametrize(
    ("counts", "day", "kind"),
    [
        (True, "", "challenge"),
        (True, "20261128", "deal of the day"),
        (False, "", "practice"),
        (False, "20261128", "practice"),
    ],
)
def test_a_challenge_is_named_and_says_if_it_counts(counts, day, kind):
    challenge = create_challenge(hints=True, undo=False)
    header = create_challenge_header(challenge, "Ida", counts=counts, day=day)
    assert name_match_kind(header) == kind
    assert describe_match_kind(header) == (
        [
            "This is your first try: it is the one that counts.",
            "Hints are allowed.",
            "Taking back is not allowed.",
        ]
        if counts
        else ["This match does not count."]
    )


def test_a_usual_match_has_no_kind():
    header = create_challenge().header
    assert name_match_kind(header) == ""
    assert describe_match_kind(header) == []


def test_a_try_still_counts_after_something_was_taken_back():
    challenge = create_challenge(undo=True)
    header = create_challenge_header(challenge, "Ida", counts=True)
    header.extra.update(keep_mark_after_undo(header), practice=True)
    assert header.is_practice
    assert name_match_kind(header) == "challenge"
