"""What holds for computer players of every level: they are legal, and they do not peek."""

from dataclasses import replace
from random import Random

import pytest

from greenbaize.app.seats import BotSeat
from greenbaize.app.session import Session
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream, bot_seed, seed_from
from match.pairs import dealt_anew, states_of
from match.playing import SETUPS, Setup, play_randomly

EACH_LEVEL = pytest.mark.parametrize("level", LEVELS)
# A level fast enough to be asked thousands of times here.
QUICK = pytest.mark.parametrize("level", [level for level in LEVELS if level in ("random", "easy")])


@QUICK
@pytest.mark.parametrize("setup", SETUPS, ids=str)
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


@EACH_LEVEL
@pytest.mark.parametrize("name", GAMES)
def test_a_decision_does_not_depend_on_cards_that_the_seat_cannot_see(level, name):
    """Hundreds of positions: the hidden cards are dealt anew, view and stream stay."""
    random = Random(f"{level}/{name}")
    game = next(one.game for one in SETUPS if one.name == name)
    setups = [one for one in SETUPS if one.name == name]
    differing, matches = 0, {}
    for number in range(240):
        setup = random.choice(setups)
        if (setup, number % 2) not in matches:
            matches[setup, number % 2] = play_randomly(setup, number % 2)
        played = matches[setup, number % 2]
        waiting = [at for at, (_, state) in enumerate(played.moments) if state.turn is not None]
        waiting = [at for at in waiting if at < 400]  # some deals of a long match are enough
        if number % 4 == 0:  # the first deal, which may be blind
            waiting = [at for at in waiting if played.moments[at][1].deal == 1]
        last = random.choice(waiting)
        seat = played.moments[last][1].turn
        once = list(played.events[: last + 1])
        again = dealt_anew(name, once, seat, random)
        differing += once != again
        choices = []
        for events in (once, again):
            teller = Teller(game, setup.seats, played.header.options, seat)
            bot = BotSeat(game, teller, LEVELS[level](), bot_seed("0" * 32, seat))
            for event, state in zip(events, states_of(game, played.header, events), strict=True):
                bot.hear(event, state)
            choices.append(bot.decide())
        assert choices[0] == choices[1], (setup, last, seat)
    assert differing > 180


@QUICK
def test_a_match_of_bots_is_the_same_every_time(level):
    setup = Setup("damn", 4, {"deals": 3})
    header = setup.header(seed_from("same"))
    header = replace(header, sitters=tuple(replace(s, level=level) for s in header.sitters))
    records = []
    for _ in range(2):
        kept = []
        Session(setup.game, header, keep=kept.append).play_out()
        records.append(kept)
    assert records[0] == records[1]
