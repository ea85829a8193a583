"""Moments of random matches with weighed choices, for their advice."""

from random import Random

from greenbaize.bots.bot import SearchBot
from greenbaize.games import GAMES
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.search_contract import SearchEffort
from match.random_matches import SETUPS, play_randomly
from match.redaction_pairs import fold_states

POSITION_COUNT = 60

REVIEW_BOT = SearchBot(SearchEffort(4, 0, samples_per_world=1, contract_world_count=2))


def weighed_positions(name):
    """Yield moments at which a seat has a choice: game, view, seat and weighed choices."""
    random, game = Random(name), GAMES[name]
    setups = [
        candidate
        for candidate in SETUPS
        if candidate.name == name and "enforcement" not in candidate.given_options
    ]
    position_count = 0
    while position_count < POSITION_COUNT:
        setup = random.choice(setups)
        played = play_randomly(setup, random.randrange(2))
        decision_indexes = [
            index
            for index, (_, candidate) in enumerate(played.moments[:400])
            if candidate.turn is not None
        ]
        last = random.choice(decision_indexes)
        seat, events = played.moments[last][1].turn, list(played.events[: last + 1])
        tracker = ViewTracker(game, setup.seats, played.header.options, seat)
        for event, state in zip(events, fold_states(game, played.header, events), strict=True):
            tracker.redact_event(event, state)
        if len(game.legal(tracker.view, seat)) > 1:
            position_count += 1
            yield (
                game,
                tracker.view,
                seat,
                REVIEW_BOT.weigh_every_choice(game, tracker.view, seat, RandomStream("x")),
            )


PLAYER_NAMES = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Lena", "Hugo", "Ida", "Nils")
