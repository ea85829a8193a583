"""Bots that have forgotten cards treat them as unseen again, in every family of games."""

from collections import Counter

import pytest

from bots.decision_positions import positions_with_choice
from greenbaize.games import GAMES
from greenbaize.games.beat import easy as beat
from greenbaize.games.beat import kernel as beat_worlds
from greenbaize.games.beat.relation import card_index
from greenbaize.games.exact_bid import easy as exact
from greenbaize.games.shedding import kernel as shedding
from greenbaize.rules.hands import cards_played_by


def test_forgetting_a_discard_forgets_the_void():
    void_count = 0
    for view, _ in positions_with_choice("damn", 900):
        for other_seat in range(view.seats):
            void_count += len(exact.void_suits(view, other_seat))
            assert not exact.void_suits(view, other_seat, cards_played_by(view.play, other_seat))
    assert void_count > 5


@pytest.mark.parametrize("name", ["damn", "master"])
def test_only_played_cards_of_earlier_tricks_are_forgotten(name):
    game, recall, forgotten_count = GAMES[name], exact if name == "damn" else beat, 0
    for view, seat in positions_with_choice(name, 900):
        if view.deal:
            forgotten = recall.forgotten_cards(game, view, seat, 0.5)
            assert forgotten <= set(view.play.played_cards) - set(view.play.trick)
            assert not recall.forgotten_cards(game, view, seat, 1.0)
            forgotten_count += len(forgotten)
    assert forgotten_count > 50


def test_trumps_and_high_cards_are_remembered_longer():
    game, forgotten_count, played = GAMES["damn"], Counter(), Counter()
    for view, seat in positions_with_choice("damn", 900):
        forgotten = exact.forgotten_cards(game, view, seat, 0.6)  # type: ignore[arg-type]
        for _, trick in view.play.taken_tricks[:-1]:
            for card in trick.cards:
                kind = "trump" if card.suit is view.trump else card.rank > 8
                played[kind] += 1
                forgotten_count[kind] += card in forgotten
    assert forgotten_count["trump"] / played["trump"] < forgotten_count[False] / played[False]
    assert forgotten_count[True] / played[True] < forgotten_count[False] / played[False]


def test_forgotten_beat_cards_are_unseen_and_no_evidence():
    differing = 0
    for view, seat in positions_with_choice("ass", 300):
        if not view.deal:
            continue
        game = GAMES["ass"]
        forgotten = beat.forgotten_cards(game, view, seat, 0.0)  # type: ignore[arg-type]
        all_known = beat_worlds.known_cards(game, view)  # type: ignore[arg-type]
        rest = beat_worlds.known_cards(game, view, forgotten)  # type: ignore[arg-type]
        assert set(rest.unseen) - set(all_known.unseen) == {card_index(card) for card in forgotten}
        assert rest.held_cards == all_known.held_cards
        for known_slots, remaining_slots in zip(all_known.slots, rest.slots, strict=True):
            assert sum(map(int.bit_count, remaining_slots)) <= sum(map(int.bit_count, known_slots))
            differing += known_slots != remaining_slots
    assert differing


def test_in_rank_older_pile_cards_are_forgotten():
    game, forgotten_count = GAMES["rank"], 0
    for view, seat in positions_with_choice("rank", 300):
        forgotten = shedding.forgotten_cards(game, view, seat, 0.0)  # type: ignore[arg-type]
        rank_counts = Counter(card.rank for card in view.pile[: -1 - view.seats])
        assert not Counter(forgotten) - rank_counts
        assert not shedding.forgotten_cards(game, view, seat, 1.0)  # type: ignore[arg-type]
        forgotten_count += len(forgotten)
        knowledge = shedding.visible_cards(game, view, forgotten)  # type: ignore[arg-type]
        assert len(knowledge.unseen) == len(game.unseen_cards(view)) + len(forgotten)
    assert forgotten_count > 100


def test_scoring_cards_are_remembered_best():
    game, forgotten_count, played = GAMES["master"], Counter(), Counter()
    for view, seat in positions_with_choice("master", 900):
        if view.deal == 3:
            forgotten = beat.forgotten_cards(game, view, seat, 0.5)  # type: ignore[arg-type]
            for _, trick in view.play.taken_tricks[:-1]:
                for card in trick.cards:
                    kind = card.code[0] if card.code[0] in "67" else ""
                    played[kind] += 1
                    forgotten_count[kind] += card in forgotten
    assert forgotten_count["6"] / played["6"] < forgotten_count["7"] / played["7"] - 0.1
