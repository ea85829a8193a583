"""The beginner at games of the beat relation: high to win, low to lose.

It sees its hand, the trick on the table and whether points are good in this deal. It leads by
impulse, as the ring of beats knows no highest card, and looks at nothing that has been played, at
no card's points, and at no card that others may still have.
"""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand

GO_HONOURS: Final = 3
"""Number of honours in the hand with which it goes."""
GO_HONOURS_STOCK: Final = {2: 1, 3: 1}
"""The same where so few players fill up their hands from a stock."""


def choose_obvious_beat_command(
    game: BeatGame, view: BeatState, seat: int, chance: RandomStream
) -> Command:
    """Return a legal command: a random trump, *go* with honours, the highest card or the lowest."""
    legal = game.legal(view, seat)
    if isinstance(legal[0], ChooseTrumpCommand):
        return chance.draw_choice(legal)
    if isinstance(legal[0], StakeCommand):
        bank_state, needed_honours = game.bank_state(view), GO_HONOURS
        if bank_state is not None and bank_state.stock.size:
            needed_honours = GO_HONOURS_STOCK.get(view.seats, GO_HONOURS)
        return StakeCommand(seat, count_go_honours(view, seat) >= needed_honours)
    if view.situation is None:
        return chance.draw_choice(legal)
    cards = [command.card for command in legal if isinstance(command, PlayCommand)]
    card_to_play = choose_following_card(
        view, seat, cards, chance, wants_trick=not game.points_count_against(view)
    )
    return PlayCommand(seat, card_to_play)


def count_go_honours(view: BeatState, seat: int) -> int:
    """Return the eights, aces and tens of a hand, with the kings and queens of its trumps."""
    return sum(
        card.code[0] in "8AT" or (card.code[0] in "KQ" and view.trumps.is_trump(card, seat))
        for card in view.hands[seat].cards
    )


def choose_following_card(
    view: BeatState, seat: int, cards: Sequence[Card], chance: RandomStream, *, wants_trick: bool
) -> Card:
    """Return the highest card that beats the top card if the trick is wanted, else the lowest.

    An unwanted trick gets the lowest card that leaves it, if there is one. Of cards of a rank,
    chance picks one.
    """
    assert view.situation is not None
    beating_cards = beats.beating_cards(view.situation, view.hands[seat].cards, seat, view.trumps)
    winners = [card for card in cards if card in beating_cards]
    losers = [card for card in cards if card not in beating_cards]
    chosen_cards = winners if wants_trick and winners else losers or cards
    select_extreme = max if wants_trick and winners else min
    rank = select_extreme(map(beats.seniority_of, chosen_cards))
    return chance.draw_choice([card for card in chosen_cards if beats.seniority_of(card) == rank])
