"""Tests of the sentences on whether a missed bid could be made."""

import pytest

from greenbaize.app.advice.missed_bid import LastChance, MissedBid
from greenbaize.app.advice.missed_bid_texts import describe_missed_bid
from greenbaize.words.catalogue import language_context

NONE, SINCE_5 = LastChance(1), LastChance(5)
LATE, EARLY = LastChance(4, 4, "9C"), LastChance(2, 2, "KH")
START = "With all cards seen, the bid of 3 could"
TIME = "What came before it would take too long to try."
REPLAYED = "against what the others would have done"


@pytest.mark.parametrize(
    ("replayed", "forced", "sentences"),
    [
        (LATE, NONE, [f"{START} still be made in trick 4 by playing 9♣, {REPLAYED}."]),
        (LATE, LATE, [f"{START} still be made in trick 4 by playing 9♣, whatever the others did."]),
        (
            LATE,
            EARLY,
            [
                f"{START} still be made in trick 4 by playing 9♣, {REPLAYED}.",
                "In trick 2, K♥ would have made it whatever they did.",
            ],
        ),
        (NONE, NONE, [f"{START} not be made with any card, {REPLAYED}."]),
        (SINCE_5, NONE, [f"{START} no longer be made from trick 5 on, {REPLAYED}.", TIME]),
        (None, LATE, [f"{START} still be made in trick 4 by playing 9♣, whatever the others did."]),
        (None, NONE, [f"{START} not be made if the others prevented it."]),
        (
            None,
            SINCE_5,
            [f"{START} no longer be made from trick 5 on if the others prevented it.", TIME],
        ),
    ],
)
def test_each_case_has_its_sentence_and_says_that_nobody_could_know(replayed, forced, sentences):
    text = describe_missed_bid(MissedBid(1, 0, 3, 2, forced, replayed))
    assert text == " ".join([*sentences, "Nobody could know that."])
    with language_context("ru"):
        assert describe_missed_bid(MissedBid(1, 0, 3, 2, forced, replayed)).endswith(
            "Знать этого не мог никто."
        )
