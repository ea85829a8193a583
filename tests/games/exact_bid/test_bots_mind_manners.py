"""Computer players among people who err: they act in turn, by the rules, whatever lies exposed."""

import pytest

from greenbaize.bots import LEVELS
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from match.erring import TABLES, Erring


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_by_the_rules_with_hands_partly_known(level):
    """Cards exposed or taken back are known in hands of which the rest is not."""
    setup = TABLES[2]
    match, bot, game = Erring(setup, 500, 0.5), LEVELS[level](), setup.game
    tellers = [Teller(game, setup.seats, match.header.options, n) for n in range(setup.seats)]
    heard = decided = partly = 0
    while not match.over:
        for event, state in match.moments[heard:]:
            for teller in tellers:
                teller.hear(event, state)
        heard = len(match.moments)
        state = match.state
        # People, of whom there are two, go on erring; the two others are computer players.
        if state.turn in (2, 3) and not game.open(state):
            view = tellers[state.turn].view
            command = bot.decide(game, view, state.turn, Stream(f"{level}/{heard}"))
            assert command in game.legal(state, state.turn)
            assert match.authority.submit(command) is None
            decided += 1
            partly += any(hand.cards and hand.unknown for hand in view.hands)
        else:
            match.step()
    assert decided > 30
    assert partly
