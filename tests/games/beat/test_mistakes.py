"""Kinds of mistakes at Master and Ass, in whole matches of computer players."""

from collections import Counter

import pytest

from games.beat.tables import BeatTable
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import StakeCommand


@pytest.fixture(scope="module")
def kinds_by_half():
    """Return the kinds of all pairs of choices in a deal of either half of Master."""
    game, kinds = GAMES["master"], {}
    for deal in (2, 14):
        table = BeatTable(game, 4)
        table.play_until(until_deal=deal)
        found = kinds[deal] = Counter()
        state = table.state
        while state.deal == deal and state.turn is not None:
            plays = game.legal(state, state.turn)
            for made in plays:
                for best in plays:
                    if made != best:
                        found[game.find_mistake(state, made, best)] += 1
            event = game.judge(state, plays[0]).command_events[0]
            state = game.fold(state, event)
            while state.turn is None and not game.is_over(state) and state.deal == deal:
                following = game.next_event_in_deal(state)
                if following is None or following.type == "score":
                    break
                state = game.fold(state, following)
    return kinds


def test_the_halves_have_kinds_of_their_own(kinds_by_half):
    negative, positive = kinds_by_half[2], kinds_by_half[14]
    assert {"penalty-taken", "penalty-lead"} <= negative.keys()
    assert {"played-negative", "strong-led"} <= positive.keys()
    assert not {"played-negative", "strong-led", "points-given"} & negative.keys()
    assert not {"penalty-taken", "penalty-lead", "penalty-kept"} & positive.keys()


def test_every_kind_found_has_words(kinds_by_half):
    words = GAMES["master"].vocabulary().mistakes
    assert {kind for found in kinds_by_half.values() for kind in found} - {""} <= words.keys()


def test_stakes_are_too_bold_or_too_careful():
    game = GAMES["ass"]
    go, stay = StakeCommand(0, True), StakeCommand(0, False)
    assert game.find_mistake(None, go, stay) == "went-often"
    assert game.find_mistake(None, stay, go) == "stayed-often"
