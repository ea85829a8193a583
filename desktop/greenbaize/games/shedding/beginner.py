"""The beginner at Rank: it mostly sees its longest run, and else plays any card that fits.

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

_IMPULSE_SHARE: Final = 4
"""One in so many choices is made by impulse, and not for the longest run."""


def choose_obvious_shed_command(
    game: SheddingGame, view: ShedState, seat: int, chance: RandomStream
) -> Command:
    """Return a card with which the longest run begins, or by impulse any that fits."""
    legal = game.legal(view, seat)
    if len(legal) == 1 or view.is_anti_rank or not chance.draw_below(_IMPULSE_SHARE):
        return chance.draw_choice(legal)
    plays = [command for command in legal if isinstance(command, PlayCommand)]
    hand = hand_of_kinds(view.hands[seat].cards)
    kept_counts = [count_hand_cards(cards_after_run(hand, play.card.rank)) for play in plays]
    fewest_kept = min(kept_counts)
    return chance.draw_choice(
        [play for play, kept in zip(plays, kept_counts, strict=True) if kept == fewest_kept]
    )
