"""The beginner at Rank: plays the first card that fits, and now and then sees a long run.

It remembers no card of the pile, and does not reckon with the others' hands.
"""

from typing import Final

from greenbaize.games.shedding.kernel import cards_after_run
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.playout import count_hand_cards
from greenbaize.games.shedding.ring import hand_of_kinds
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand

_RUN_SHARE: Final = 2
"""One in so many choices is made for the longest run."""


def choose_obvious_shed_command(
    game: SheddingGame, view: ShedState, seat: int, chance: RandomStream
) -> Command:
    """Return any card that fits, or in some choices the first one of the longest run."""
    legal = game.legal(view, seat)
    if len(legal) == 1 or view.is_anti_rank or chance.draw_below(_RUN_SHARE):
        return chance.draw_choice(legal)
    plays = [command for command in legal if isinstance(command, PlayCommand)]
    hand = hand_of_kinds(view.hands[seat].cards)
    kept_counts = [count_hand_cards(cards_after_run(hand, play.card.rank)) for play in plays]
    shortest = min(kept_counts)
    return chance.draw_choice(
        [play for play, kept in zip(plays, kept_counts, strict=True) if kept == shortest]
    )
