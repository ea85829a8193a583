"""Human memory: what is forgotten stays forgotten, and misjudgements are consistent."""

from statistics import mean

import pytest
from msgspec.structs import replace

from bots.asked import OWN_PLAYERS, asked, decisions
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.memory import Mind, forgotten
from greenbaize.cards import PACK_52, cards
from greenbaize.games import GAMES
from greenbaize.rules.chance import Stream
from greenbaize.rules.hands import begun
from greenbaize.rules.thinking import Effort
from match.playing import SETUPS, play_randomly

DEAL = (
    "2C AC 3C 4C",
    "5D 6D AD 7D",
    "8H 9H 2D TH",
    "2S 3S 4S AS",
    "9C TC JC 2H",
)
"""Tricks of four; in the third and the last a seat discards."""


def low(card):
    return 0.0


def play_of(tricks):
    """Return this many tricks, all led and taken by seat 0."""
    play = begun(4)
    for trick in DEAL[:tricks]:
        for card in cards(trick):
            play = replace(play, trick=(*play.trick, card))
        play = play.taken_by(0)
    return play


def gone(number, tricks, hold=0.6, weight=low, seat=0):
    return forgotten(Mind(str(number), hold), play_of(tricks), seat, weight)


def test_what_is_forgotten_stays_forgotten():
    for number in range(40):
        for tricks in range(len(DEAL)):
            assert gone(number, tricks) <= gone(number, tricks + 1)
    assert all(gone(number, 5) == gone(number, 5) for number in range(40))
    assert len({gone(number, 5) for number in range(40)}) > 10


def test_nobody_forgets_the_own_cards_nor_the_last_trick():
    for number in range(60):
        lost = gone(number, 5, hold=0.0)
        assert not lost & set(cards("2C 5D 8H 2S 9C TC JC 2H"))
        assert not gone(number, 1, hold=0.0)
    open_trick = replace(play_of(2), trick=cards("8H"))
    assert not forgotten(Mind("", 0.0), open_trick, 0, low) & set(cards("8H 5D 6D AD 7D"))


def test_the_longer_ago_and_the_lower_the_sooner():
    minds = range(300)

    def share(code, weight=low):
        card = cards(code)[0]
        return mean(card in gone(number, 5, weight=weight) for number in minds)

    assert share("3C") > share("6D") + 0.1
    assert share("6D") > share("3S") + 0.1
    high = {card: card.rank / 13 for card in PACK_52}.__getitem__
    assert share("AC", high) < share("3C", high) / 3
    # A discard stands out, and so does the void it shows.
    assert share("2D") < share("9H") - 0.1


def test_who_forgets_nothing_forgets_nothing():
    assert not any(gone(number, 5, hold=1.0) for number in range(60))


def test_opinions_are_the_same_all_through_a_deal_and_even_over_many():
    assert Mind("a").lean(3) == Mind("a").lean(3)
    leans = [Mind(str(number)).lean(3) for number in range(500)]
    assert min(leans) >= -1
    assert max(leans) <= 1
    assert abs(mean(leans)) < 0.1
    missed = [Mind(str(number)).misses(3, 0.2) for number in range(500)]
    assert 0.13 < mean(missed) < 0.27


@pytest.mark.parametrize("name", OWN_PLAYERS)
def test_a_mind_stays_the_same_all_through_a_deal(name):
    game, minds = GAMES[name], {}
    for setup in [one for one in SETUPS if one.name == name][:5]:
        for state, view in decisions(play_randomly(setup, 5), 150):
            if state.deal:
                key = str(setup), state.deal, state.turn
                minds.setdefault(key, set()).add(game.deal_of(view, state.turn))
    assert len(minds) > 20
    assert all(len(found) == 1 for found in minds.values())
    assert len(set().union(*minds.values())) > len(minds) / 2


def differing(name, number, effort):
    """Return the share of positions in which errors change the choice."""
    game, right = GAMES[name], effort._replace(hold=1.0, mood=0.0)
    return mean(
        SearchBot(effort).decide(game, view, seat, Stream(str(at)))
        != SearchBot(right).decide(game, view, seat, Stream(str(at)))
        for at, (view, seat) in enumerate(asked(name, number))
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN_PLAYERS)
def test_medium_errs_now_and_then(name):
    assert 0 < differing(name, 60, Effort(4, 0, weighing=1, hold=0.6, mood=0.7)) < 0.5
    assert not differing(name, 30, Effort(4, 0, weighing=1))
