"""Human memory: what is forgotten stays forgotten, and misjudgements are consistent."""

from statistics import mean

import pytest
from msgspec.structs import replace

from bots.decision_positions import GAMES_WITH_KERNEL, iterate_decisions, positions_with_choice
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.human_memory import PlayerMemory, find_forgotten_cards
from greenbaize.cards import PACK_52, parse_cards
from greenbaize.games import GAMES
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.hands import start_trick_play
from greenbaize.rules.search_contract import SearchEffort
from match.random_matches import SETUPS, play_randomly

DEAL_TRICKS = (
    "2C AC 3C 4C",
    "5D 6D AD 7D",
    "8H 9H 2D TH",
    "2S 3S 4S AS",
    "9C TC JC 2H",
)
"""Tricks of four; in the third and the last a seat discards."""


def equal_prominence(card):
    return 0.0


def create_trick_play(tricks):
    """Return this many tricks, all led and taken by seat 0."""
    play = start_trick_play(4)
    for trick in DEAL_TRICKS[:tricks]:
        for card in parse_cards(trick):
            play = replace(play, trick=(*play.trick, card))
        play = play.take_trick(0)
    return play


def forgotten_cards(number, tricks, hold=0.6, weight=equal_prominence, seat=0):
    return find_forgotten_cards(
        PlayerMemory(str(number), hold), create_trick_play(tricks), seat, weight
    )


def test_what_is_forgotten_stays_forgotten():
    for number in range(40):
        for tricks in range(len(DEAL_TRICKS)):
            assert forgotten_cards(number, tricks) <= forgotten_cards(number, tricks + 1)
    assert all(forgotten_cards(number, 5) == forgotten_cards(number, 5) for number in range(40))
    assert len({forgotten_cards(number, 5) for number in range(40)}) > 10


def test_nobody_forgets_the_own_cards_nor_the_last_trick():
    for number in range(60):
        lost_cards = forgotten_cards(number, 5, hold=0.0)
        assert not lost_cards & set(parse_cards("2C 5D 8H 2S 9C TC JC 2H"))
        assert not forgotten_cards(number, 1, hold=0.0)
    open_trick = replace(create_trick_play(2), trick=parse_cards("8H"))
    assert not find_forgotten_cards(PlayerMemory("", 0.0), open_trick, 0, equal_prominence) & set(
        parse_cards("8H 5D 6D AD 7D")
    )


def test_older_and_lower_cards_are_forgotten_sooner():
    minds = range(300)

    def forgotten_share(code, weight=equal_prominence):
        card = parse_cards(code)[0]
        return mean(card in forgotten_cards(number, 5, weight=weight) for number in minds)

    assert forgotten_share("3C") > forgotten_share("6D") + 0.1
    assert forgotten_share("6D") > forgotten_share("3S") + 0.1
    high = {card: card.rank / 13 for card in PACK_52}.__getitem__
    assert forgotten_share("AC", high) < forgotten_share("3C", high) / 3
    # A discard stands out, and so does the void it shows.
    assert forgotten_share("2D") < forgotten_share("9H") - 0.1


def test_full_retention_forgets_nothing():
    assert not any(forgotten_cards(number, 5, hold=1.0) for number in range(60))


def test_judgement_errors_are_constant_in_a_deal_and_balanced_over_many():
    assert PlayerMemory("a").judgement_error(3) == PlayerMemory("a").judgement_error(3)
    leans = [PlayerMemory(str(number)).judgement_error(3) for number in range(500)]
    assert min(leans) >= -1
    assert max(leans) <= 1
    assert abs(mean(leans)) < 0.1
    oversights = [PlayerMemory(str(number)).is_overlooked(3, 0.2) for number in range(500)]
    assert 0.13 < mean(oversights) < 0.27


@pytest.mark.parametrize("name", GAMES_WITH_KERNEL)
def test_a_player_memory_is_constant_in_a_deal(name):
    game, minds = GAMES[name], {}
    for setup in [candidate for candidate in SETUPS if candidate.name == name][:5]:
        for state, view in iterate_decisions(play_randomly(setup, 5), 150):
            if state.deal:
                key = str(setup), state.deal, state.turn
                minds.setdefault(key, set()).add(game.deal_identity(view, state.turn))
    assert len(minds) > 20
    assert all(len(memories) == 1 for memories in minds.values())
    assert len(set().union(*minds.values())) > len(minds) / 2


def share_of_errors(name, number, effort):
    """Return the share of positions in which errors change the choice."""
    game, perfect_effort = GAMES[name], effort._replace(retention=1.0, mood_variation=0.0)
    return mean(
        SearchBot(effort).choose_command(game, view, seat, RandomStream(str(index)))
        != SearchBot(perfect_effort).choose_command(game, view, seat, RandomStream(str(index)))
        for index, (view, seat) in enumerate(positions_with_choice(name, number))
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_WITH_KERNEL)
def test_medium_errs_now_and_then(name):
    assert (
        0
        < share_of_errors(
            name, 60, SearchEffort(4, 0, samples_per_world=1, retention=0.6, mood_variation=0.7)
        )
        < 0.5
    )
    assert not share_of_errors(name, 30, SearchEffort(4, 0, samples_per_world=1))
