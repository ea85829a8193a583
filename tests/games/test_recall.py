"""Bots that have forgotten cards treat them as unseen again, in every family of games."""

from collections import Counter

import pytest

from bots.asked import asked
from greenbaize.games import GAMES
from greenbaize.games.beat import easy as beat
from greenbaize.games.beat import kernel as beat_worlds
from greenbaize.games.beat.relation import place
from greenbaize.games.exact_bid import easy as exact
from greenbaize.games.shedding import kernel as shedding
from greenbaize.rules.hands import played_by


def test_what_is_forgotten_of_a_suit_somebody_lacks_is_forgotten_with_it():
    found = 0
    for view, _ in asked("damn", 900):
        for other in range(view.seats):
            found += len(exact.lacked(view, other))
            assert not exact.lacked(view, other, played_by(view.play, other))
    assert found > 5


@pytest.mark.parametrize("name", ["damn", "master"])
def test_cards_are_forgotten_that_were_played_and_are_not_the_own_ones(name):
    game, recall, lost = GAMES[name], exact if name == "damn" else beat, 0
    for view, seat in asked(name, 900):
        if view.deal:
            gone = recall.forgotten_cards(game, view, seat, 0.5)
            assert gone <= set(view.play.cards) - set(view.play.trick)
            assert not recall.forgotten_cards(game, view, seat, 1.0)
            lost += len(gone)
    assert lost > 50


def test_trumps_and_high_cards_are_remembered_longer():
    game, lost, played = GAMES["damn"], Counter(), Counter()
    for view, seat in asked("damn", 900):
        gone = exact.forgotten_cards(game, view, seat, 0.6)
        for _, trick in view.play.taken[:-1]:
            for card in trick.cards:
                kind = "trump" if card.suit is view.trump else card.rank > 8
                played[kind] += 1
                lost[kind] += card in gone
    assert lost["trump"] / played["trump"] < lost[False] / played[False]
    assert lost[True] / played[True] < lost[False] / played[False]


def test_in_master_and_ass_forgotten_cards_may_lie_anywhere_and_show_nothing():
    differing = 0
    for view, seat in asked("ass", 300):
        if not view.deal:
            continue
        game = GAMES["ass"]
        gone = beat.forgotten_cards(game, view, seat, 0.0)
        all_known = beat_worlds.known(game, view)
        rest = beat_worlds.known(game, view, gone)
        assert set(rest.unseen) - set(all_known.unseen) == {place(card) for card in gone}
        assert rest.held == all_known.held
        for own, less in zip(all_known.slots, rest.slots, strict=True):
            assert sum(map(int.bit_count, less)) <= sum(map(int.bit_count, own))
            differing += own != less
    assert differing


def test_in_rank_the_pile_is_forgotten_but_for_its_top_and_the_last_round():
    game, lost = GAMES["rank"], 0
    for view, seat in asked("rank", 300):
        gone = shedding.forgotten_cards(game, view, seat, 0.0)
        kinds = Counter(card.rank for card in view.pile[: -1 - view.seats])
        assert not Counter(gone) - kinds
        assert not shedding.forgotten_cards(game, view, seat, 1.0)
        lost += len(gone)
        known = shedding.seen(game, view, gone)
        assert len(known.unseen) == len(game.unseen(view)) + len(gone)
    assert lost > 100


def test_what_counts_in_the_deal_is_remembered_best():
    game, lost, played = GAMES["master"], Counter(), Counter()
    for view, seat in asked("master", 900):
        if view.deal == 3:
            gone = beat.forgotten_cards(game, view, seat, 0.5)
            for _, trick in view.play.taken[:-1]:
                for card in trick.cards:
                    kind = card.code[0] if card.code[0] in "67" else ""
                    played[kind] += 1
                    lost[kind] += card in gone
    assert lost["6"] / played["6"] < lost["7"] / played["7"] - 0.1
