"""Kinds of mistakes at Rank: what a choice was that another one would have beaten."""

from greenbaize.games.shedding.guidance import VERSATILE_RANKS, count_following, longest_run
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.ring import JOKER_KIND
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.commands import Command, PlayCommand


def find_rank_mistake(game: SheddingGame, view: ShedState, made: Command, best: Command) -> str:
    """Return the kind of mistake of the choice made, if another one was best; or nothing."""
    if not (isinstance(made, PlayCommand) and isinstance(best, PlayCommand)):
        return ""
    is_versatile = [_is_versatile(play) for play in (made, best)]
    if is_versatile[0] and not is_versatile[1]:
        return "versatile-spent"
    if not view.is_anti_rank:
        made_run, best_run = longest_run(view, made), longest_run(view, best)
        if made_run != best_run:
            return "run-broken" if made_run < best_run else "run-greedy"
    if is_versatile[1] and not is_versatile[0]:
        return "versatile-kept"
    unseen_cards = game.unseen_cards(view)
    fitting = [count_following(play.card, unseen_cards) for play in (made, best)]
    return "fit-left" if fitting[0] > fitting[1] else "fit-unkept"


def _is_versatile(play: PlayCommand) -> bool:
    return play.card.rank == JOKER_KIND or play.card.code[0] in VERSATILE_RANKS
