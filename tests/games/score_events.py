"""Events of deals that have been scored, for facts and honours."""

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.rules.events import MatchEnded

LEVEL_END = MatchEnded((0, 0), (1, 2))


def honours_of_bids(game, bids_and_tricks):
    """Return the honours of a match with these bids and tricks."""
    rules = GAMES[game]
    deals = []
    for number, pairs in enumerate(bids_and_tricks, 1):
        bid, won = zip(*pairs, strict=True)
        deal_event = TrumpDealt(number, 0, 1, (), number, None, None)
        nothing = (0,) * len(pairs)
        deals.append(rules.deal_facts([deal_event], BidsScored(number, nothing, nothing, bid, won)))
    return rules.honours(deals, LEVEL_END)
