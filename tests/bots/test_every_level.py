"""What holds for computer players of every level: they are legal and choose the same again."""

from dataclasses import replace

import pytest

from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream, seed_from
from match.playing import EACH_SETUP, Setup, play_randomly

# A level fast enough to be asked thousands of times here.
QUICK = pytest.mark.parametrize("level", [level for level in LEVELS if level in ("random", "easy")])


@QUICK
@EACH_SETUP
def test_every_decision_is_legal(level, setup):
    bot, game = LEVELS[level](), setup.game
    played = play_randomly(setup, 31)
    tellers = [Teller(game, setup.seats, played.header.options, s) for s in range(setup.seats)]
    for number, (event, state) in enumerate(played.moments):
        for teller in tellers:
            teller.hear(event, state)
        if state.turn is not None:
            view = tellers[state.turn].view
            choice = bot.decide(game, view, state.turn, Stream(str(number)))
            assert choice in game.legal(state, state.turn)


@QUICK
def test_a_match_of_bots_is_the_same_every_time(level):
    setup = Setup("damn", 4, {"deals": 3})
    header = setup.header(seed_from("same"))
    header = replace(header, sitters=tuple(s._replace(level=level) for s in header.sitters))
    records = []
    for _ in range(2):
        kept = []
        Table(setup.game, header, keep=kept.append).play_out()
        records.append(kept)
    assert records[0] == records[1]
