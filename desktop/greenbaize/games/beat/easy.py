"""The easy player at games of the beat relation, which looks one trick ahead.

It errs as people do. It overlooks in some suits and ranks that a card beats another of its rank or
one above its own, which are beats that must be learned; it misjudges how safe its leads are and how
good its hand is when it goes or stays; and near the end of a deal it reckons with cards that it has
forgotten are gone.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from greenbaize.bots.human_memory import (
    EASY_RETENTION,
    PlayerMemory,
    create_player_memory,
    find_forgotten_cards,
)
from greenbaize.bots.match_finish import sum_in_order
from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import BeatRule, TrickSituation
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.players import TEMPERAMENT_TILTS

COUNTING_HAND_SIZE: Final = 4
"""Largest hand with which it counts the cards that could still beat a card."""
WIN_CHANCE: Final = 0.5
"""Assumed chance that a card that wins so far wins in the end."""
GO_STRENGTHS: Final[Mapping[tuple[str, bool], Mapping[int, float]]] = {
    ("source", True): {2: 0.0, 3: 4.5, 4: 9.0, 5: 10.0, 6: 10.0},
    ("source", False): {2: 12.0, 3: 12.0, 4: 11.0, 5: 11.0, 6: 11.0},
    ("even", True): {2: 6.5, 3: 6.0, 4: 4.5, 5: 4.5, 6: 4.5},
    ("even", False): {2: 4.5, 3: 5.0, 4: 4.5, 5: 4.5, 6: 5.0},
}
"""Strength of hand from which it goes, by the options *targets* and *refill* and the players.

About where most banks were shed in 6000 first deals of easy players (docs/strength.md).
"""
TEMPERAMENT_SHIFT: Final = 0.3
"""Shift of that strength for bold and careful players."""
STRENGTH_MISJUDGEMENT: Final = 1.0
"""Largest misjudgement of a hand's strength."""
CHANCE_MISJUDGEMENT: Final = 0.3
"""Largest relative misjudgement of the chance that a card wins in the end."""
OVERLOOKED_SHARE: Final = 0.12
"""Share of the unusual beats that it does not see."""

_UNUSUAL_RULES: Final = (BeatRule.SAME_VALUE, BeatRule.ONE_LESS)
_STAKE_KEY, _CHANCE_KEY = range(2)
"""Keys of misjudgements in a deal: the strength of the hand, and the chance of cards to win."""


class EasyDecision(NamedTuple):
    """Decision of the easy player.

    ``memory`` has its misjudgements and oversights, ``forgotten`` the played cards that it no
    longer remembers and takes to be still out.
    """

    game: BeatGame
    view: BeatState
    seat: int
    memory: PlayerMemory
    forgotten: Collection[Card] = ()


def choose_beat_command(
    game: BeatGame, view: BeatState, seat: int, temperament: str, chance: RandomStream
) -> Command:
    """Return a legal command: a random trump, a stake by strength, a card by its expected value."""
    legal = game.legal(view, seat)
    if isinstance(legal[0], ChooseTrumpCommand):
        return chance.draw_choice(legal)
    hand, tilt = view.hands[seat].cards, TEMPERAMENT_TILTS[temperament]
    memory = create_player_memory(game, view, seat)
    if isinstance(legal[0], StakeCommand):
        kind_of_stakes = view.options.get_word("targets"), view.options.get_flag("refill")
        go_strength = GO_STRENGTHS[kind_of_stakes][view.seats]
        seeming_strength = hand_strength(
            view, seat, hand
        ) + STRENGTH_MISJUDGEMENT * memory.judgement_error(_STAKE_KEY)
        return StakeCommand(seat, seeming_strength + TEMPERAMENT_SHIFT * tilt >= go_strength)
    decision = EasyDecision(game, view, seat, memory, forgotten_cards(game, view, seat))

    def seeming_value(play: PlayCommand) -> tuple[float, int]:
        value = expected_trick_value(decision, play.card) + tilt * game.boldness(view, play)
        return value, -beats.seniority_of(play.card)

    return max((one for one in legal if isinstance(one, PlayCommand)), key=seeming_value)


def hand_strength(view: BeatState, seat: int, hand: tuple[Card, ...]) -> float:
    """Return the approximate value of a hand of four; trumps count half as much again."""
    return sum_in_order(card_strength(view, seat, card) for card in hand)


def expected_trick_value(decision: EasyDecision, card: Card) -> float:
    """Return the expected value of the trick with this card; points for others count as a loss."""
    game, view, seat, memory, forgotten = decision
    cards = (*view.play.trick, card)
    if view.situation is None:
        situation = beats.start_situation(card, seat)
    else:
        beat_rule = beats.find_played_beat_rule(view.situation, card, seat, view.trumps)
        if beat_rule in _UNUSUAL_RULES and memory.is_overlooked(card, OVERLOOKED_SHARE):
            beat_rule = None
        situation = beats.add_to_situation(view.situation, card, seat, beat_rule)
    scoring, trick = game.deal_scoring(view), len(view.play.taken_tricks)
    value: float = scoring.trick_value(trick, cards)
    behind = view.seats - len(cards)
    hand = view.hands[seat].cards
    if not behind:
        win_chance = 1.0
    elif len(hand) > COUNTING_HAND_SIZE:
        is_strong = view.trumps.is_trump(situation.top, seat) or beats.is_eight(situation.top)
        win_chance = WIN_CHANCE if is_strong or view.play.trick else WIN_CHANCE / 2
        win_chance *= 1 + CHANCE_MISJUDGEMENT * memory.judgement_error(_CHANCE_KEY)
    else:
        rest = [*game.unseen_cards(view), *forgotten]
        harmless_cards = [
            unseen_card
            for unseen_card in rest
            if not _beats_situation(view, situation, unseen_card, (seat + 1) % view.seats)
        ]
        win_chance = (len(harmless_cards) / max(1, len(rest))) ** (behind * len(hand))
        value += (
            behind
            * sum(scoring.trick_value(trick, (unseen_card,)) for unseen_card in rest)
            / max(1, len(rest))
        )
    if situation.taker != seat:
        win_chance = 0.0
    return value * win_chance - value * (1 - win_chance) / (view.seats - 1)


def _beats_situation(view: BeatState, situation: TrickSituation, card: Card, seat: int) -> bool:
    return beats.find_played_beat_rule(situation, card, seat, view.trumps) is not None


_SCORING_PROMINENCE: Final = 0.8
_STRONG_PROMINENCE: Final = 0.6
"""Prominence (0 to 1) in memory of cards that score or that beat much."""


def forgotten_cards(
    game: BeatGame, view: BeatState, seat: int, retention: float = EASY_RETENTION
) -> frozenset[Card]:
    """Return the played cards that a seat has forgotten; ``retention`` as of ``PlayerMemory``."""
    scoring, trick = game.deal_scoring(view), len(view.play.taken_tricks)

    def prominence(card: Card) -> float:
        if scoring.trick_value(trick, (card,)):
            return _SCORING_PROMINENCE
        return _STRONG_PROMINENCE if beats.is_eight(card) or card.code[0] in "AT" else 0.0

    return find_forgotten_cards(
        create_player_memory(game, view, seat, retention), view.play, seat, prominence
    )


STAKE_BOLDNESS_COST: Final = 3.0
"""Cost of boldness at a stake, in percent of opponents beaten.

A stake comes sixty times in a match: four times as much was measured to cost a whole rank.
"""

_RANK_STRENGTH: Final = {"8": 3.0, "A": 1.6, "T": 1.5, "Q": 1.2, "K": 1.1, "J": 0.4}
_TRUMP_FACTOR: Final = 1.5
_MAX_STRENGTH: Final = 3.0
_TAKING_BOLDNESS: Final = 0.5
"""Boldness of taking a trick with any card."""


def card_strength(view: BeatState, seat: int, card: Card) -> float:
    """Return a card's rough strength in taking tricks: an eight 3; own trumps half as much more."""
    factor = _TRUMP_FACTOR if view.trumps.is_trump(card, seat) else 1.0
    return factor * _RANK_STRENGTH.get(card.code[0], 0.0)


def card_boldness(view: BeatState, play: PlayCommand) -> float:
    """Return a card's boldness: 0 if it leaves the trick, 1 if it spends what is strongest."""
    card, seat = play.card, play.seat
    strength = min(1.0, card_strength(view, seat, card) / _MAX_STRENGTH)
    if view.situation is None:
        return strength
    if beats.play_on_situation(view.situation, card, seat, view.trumps).taker != seat:
        return 0.0
    if len(view.play.trick) == view.seats - 1:
        return _TAKING_BOLDNESS  # No later player can outbid it: a stronger card is no bolder.
    return _TAKING_BOLDNESS + (1 - _TAKING_BOLDNESS) * strength


def command_boldness(game: BeatGame, view: BeatState, command: Command) -> float:
    """Return the boldness cost of a command: a stake, or a card's effort for the trick."""
    if isinstance(command, PlayCommand):
        return game.boldness_cost(view) * card_boldness(view, command)
    return command.boldness * STAKE_BOLDNESS_COST
