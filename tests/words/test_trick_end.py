"""Sentences on a taken trick: its sum, and the cards that scored."""

import pytest

from greenbaize.cards import parse_cards
from greenbaize.games import GAMES
from greenbaize.rules.hands import Trick
from greenbaize.rules.options import resolve_options
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken_events import describe_trick_end

NAMES = ("Anna", "Boris", "Vera", "Mila")


def describe_trick_of(name, deal, codes):
    game, trick = GAMES[name], Trick(0, parse_cards(codes))
    seats = len(trick.cards)
    view = game.initial_state(seats, resolve_options(game.options, seats, {}))._replace(deal=deal)
    view = view._replace(play=view.play._replace(taken_tricks=((1, trick),)))
    return describe_trick_end(game, view, 1, trick, Speaker(NAMES[:seats], 0))


@pytest.mark.parametrize(
    ("codes", "gain_text", "details"),
    [
        (
            "8S KC QD 6H",
            "It brings 40 card points.",
            "K♣, Q♦ together count 25. 8♠ counts 16. 6♥ counts −1.",
        ),
        ("AS AC 7D 9H", "It brings 24 card points.", "A♠, A♣ count 12 each."),
        ("QS JS 9S 7S", "It brings 25 card points.", "Q♠, J♠ together count 15. Four of one suit"),
        ("7S 9C 7D 9H", "", ""),
    ],
)
def test_in_ass_pairs_cards_and_a_suit_are_listed_ass_5(codes, gain_text, details):
    end, counts = describe_trick_of("ass", 1, codes)
    assert end == f"Boris takes the trick. {gain_text}".rstrip()
    assert counts.startswith(details)
    assert bool(counts) == bool(details)


@pytest.mark.parametrize(
    ("deal", "codes", "gain_text", "details"),
    [
        (1, "8S KC QD 6H", "It brings −1.", ""),
        (9, "QS KC QD 6H", "It brings −9.", "Q♠ counts −9."),
        (9, "8S KC QD 6H", "", ""),
        (16, "AH KH QH 6S", "It brings +12.", "A♥ K♥ Q♥ count 4 each."),
        (12, "AH KH QH 6H", "It brings 30 card points.", "A♥ counts 12. K♥ counts 5. Q♥ counts 3."),
    ],
)
def test_in_master_what_counts_by_the_contract_is_listed_master_4(deal, codes, gain_text, details):
    end, counts = describe_trick_of("master", deal, codes)
    assert end == f"Boris takes the trick. {gain_text}".rstrip()
    assert counts.startswith(details)


def test_tricks_without_points_have_no_gains():
    end, counts = describe_trick_of("damn", 1, "AS KS 2S 3S")
    assert (end, counts) == ("Boris takes the trick.", "")
