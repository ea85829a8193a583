"""Tests for the players that benchmarks compare the levels with, in ``tests/bench``."""

from importlib import import_module
from pathlib import Path

import pytest

from greenbaize.bots import BOT_FACTORIES


@pytest.fixture(scope="module")
def bench():
    """Return a function that imports a module of the benchmarks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[1] / "bench"))
        yield import_module


@pytest.mark.parametrize("game", ["damn", "blackout"])
def test_the_tree_search_plays_a_match(bench, game):
    pairing = bench("pairing")
    bots = bench("ismcts").IsMctsBot(simulations=10), BOT_FACTORIES["easy"]()
    played = pairing.play_match(game, {"deals": 2}, "ab" * 16, bots, (True, False, True, False))
    assert len(played.scores) == 2


@pytest.mark.parametrize("game", ["damn", "master", "rank"])
def test_the_seer_plays_a_match(bench, game):
    pairing, headroom = bench("pairing"), bench("headroom")
    bots = headroom.make_compared_bot(game, "seer"), BOT_FACTORIES["random"]()
    played = pairing.play_match(game, {}, "ab" * 16, bots, (True, False, False), deals=1)
    assert len(played.scores) == 1


@pytest.mark.parametrize("player", ["hands", "greedy"])
def test_the_other_players_of_rank_play_a_match(bench, player):
    pairing, rank_headroom = bench("pairing"), bench("rank_headroom")
    bots = rank_headroom.make_compared_player(player, "random", 3), BOT_FACTORIES["random"]()
    played = pairing.play_match("rank", {}, "ab" * 16, bots, (True, False, False))
    assert played.end is not None


def test_shares_of_the_seers_lead_begin_at_chance(bench):
    headroom = bench("headroom")
    leads = {
        "random": [-2.0, -1.0, -3.0],
        "hard": [0.0, 1.0, -1.0],
        "seer": [2.0, 3.0, 1.0],
    }
    assert headroom.compute_share(leads, "hard", "random") == (0.5, 0.0)
    assert headroom.compute_share(leads, "random", "random") == (0.0, 0.0)
    assert headroom.compute_share(leads, "seer", "random") == (1.0, 0.0)


def test_only_new_levels_are_played_again(bench, tmp_path, monkeypatch):
    headroom = bench("headroom")
    played = []

    def play_group(table, table_level, number, names):
        played.append((number, tuple(names)))
        return headroom.HeadroomGroup(dict.fromkeys(names, 1.0), 1.0)

    monkeypatch.setattr(headroom, "play_headroom_group", play_group)
    table, path = headroom.LadderTable("damn", 4, {}), tmp_path / "leads.json"
    names = ["random", "hard", "seer"]
    headroom.measure_table(table, names, "medium", 9.0, headroom.LeadsFile(path))
    assert played == [(number, tuple(names)) for number in range(9)]
    played.clear()
    names.insert(1, "easy")
    leads = headroom.measure_table(table, names, "medium", 9.0, headroom.LeadsFile(path))
    assert played == [(number, ("easy",)) for number in range(9)]
    assert [len(leads[name]) for name in names] == [9] * 4


def test_a_row_of_few_levels_leaves_out_the_lead_over_hard(bench):
    headroom = bench("headroom")
    leads = {"random": [-2.0, -1.0], "hard": [0.0], "easy": [0.0, 1.0], "seer": [2.0, 3.0]}
    table, names = headroom.LadderTable("damn", 4, {}), ["random", "easy", "seer"]
    row = "| damn, 4 players | 4.00 ± 0.00 points | – | 50 ± 0 | 2 |"
    assert headroom.format_row(table, leads, names) == row


def test_a_decision_is_repeated_as_it_was(bench):
    pairing = bench("pairing")
    bots = BOT_FACTORIES["easy"](), BOT_FACTORIES["easy"]()
    seating = (True,) * 4
    seed = "ab" * 16
    played = pairing.play_match("damn", {"deals": 1}, seed, bots, seating, keeps_decisions=True)
    assert len(played.decisions) == len(played.times[0]) == 8
    assert played.decisions[0].repeat(bots[0]) >= 0
