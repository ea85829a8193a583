"""The easy player at Rank: it goes on where its own hand goes on, one card ahead."""

from greenbaize.rules.commands import Command, Play
from greenbaize.rules.ring import playable
from greenbaize.rules.shedding import SheddingGame, ShedState


def decide(game: SheddingGame, view: ShedState, seat: int) -> Command:
    """The card after which most of its own could follow; of equal ones the first in the hand."""
    plays = [command for command in game.legal(view, seat) if isinstance(command, Play)]
    return max(plays, key=lambda play: _followers(view, play))


def _followers(view: ShedState, play: Play) -> int:
    rest = view.hands[play.seat].without(play.card).cards
    return len(playable(rest, play.card))
