"""The order in which a search looks at the choices of Master and Ass.

Of choices that bring the same in all worlds seen, the first is taken. So the order is that of a
sensible player: the points of the trick count, and what a card is worth that is kept.
"""

from collections.abc import Sequence

from greenbaize.bots.match_finish import sum_in_order
from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.playout import (
    CARD_POWER,
    HELD_POINTS_SHARE,
    HELD_POWER_SHARE,
    TRUMP_POWER,
)
from greenbaize.games.beat.relation import PACK_SIZE, card_index
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.commands import PlayCommand


def sort_beat_plays(
    game: BeatGame, view: BeatState, seat: int, plays: Sequence[PlayCommand]
) -> list[PlayCommand]:
    """Return the plays, the most sensible first."""
    unseen = game.unseen_cards(view)

    def worth(play: PlayCommand) -> float:
        trick_worth = _trick_worth(game, view, play, unseen)
        return trick_worth - _held_worth(game, view, seat, play.card)

    return sorted(plays, key=worth, reverse=True)


def _trick_worth(
    game: BeatGame, view: BeatState, play: PlayCommand, unseen: Sequence[Card]
) -> float:
    """Return the points of the trick with a card, as far as the seat takes it.

    Those that another takes count against the seat, shared among all others.
    """
    cards = (*view.play.trick, play.card)
    situation = beats.play_on_situation(view.situation, play.card, play.seat, view.trumps)
    points = game.trick_value(view, cards)
    behind, others = view.seats - len(cards), view.seats - 1
    if situation.taker != play.seat:
        return -points / others
    next_seat = (play.seat + 1) % view.seats
    harmless_cards = [
        card
        for card in unseen
        if beats.find_played_beat_rule(situation, card, next_seat, view.trumps) is None
    ]
    harmless_share = len(harmless_cards) / max(1, len(unseen))
    chance = harmless_share**behind if behind else 1.0
    return points * chance - points * (1 - chance) / others


def _held_worth(game: BeatGame, view: BeatState, seat: int, card: Card) -> float:
    """Return the worth of a card that is kept, as playouts have it; some may not be dealt."""
    scoring = game.deal_scoring(view)
    mean = sum_in_order(scoring.trick_points) / len(scoring.trick_points)
    mean += sum_in_order(scoring.card_points) * view.seats / PACK_SIZE
    trump_power = TRUMP_POWER if view.trumps.is_trump(card, seat) else 0
    power = CARD_POWER[card_index(card) // 4] + trump_power
    return HELD_POWER_SHARE * mean * power / 100 + HELD_POINTS_SHARE * scoring.card_value(card)
