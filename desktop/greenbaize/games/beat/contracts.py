"""The twelve contracts of Master and their scores (``master.md 4``)."""

from dataclasses import dataclass
from typing import Final

from greenbaize.cards import Card, parse_cards
from greenbaize.games.beat.beats import PACK_36
from greenbaize.rules.options import OptionValues

DEALS_PER_HALF: Final = 12
DEALS_PER_MATCH: Final = 2 * DEALS_PER_HALF


@dataclass(frozen=True, slots=True)
class Contract:
    """Contract (``master.md 4``): ``points_each`` per unit, ``total_points`` in the deal.

    ``cards`` are the scoring cards, in contracts of cards.
    """

    name: str
    points_each: int
    total_points: int
    cards: tuple[Card, ...] = ()


def _cards_with(letters: str) -> tuple[Card, ...]:
    """Return the cards of these ranks and suits."""
    return tuple(card for card in PACK_36 if not set(letters).isdisjoint(card.code))


CONTRACTS: Final = (
    Contract("all", 1, 9),
    Contract("kings-jacks", 2, 16, _cards_with("KJ")),
    Contract("sixes", 3, 12, _cards_with("6")),
    Contract("hearts", 4, 36, _cards_with("H")),
    Contract("tens-aces", 5, 40, _cards_with("TA")),
    Contract("diamond-court", 6, 18, parse_cards("JD QD KD")),
    Contract("queens", 7, 28, _cards_with("Q")),
    Contract("eights", 8, 32, _cards_with("8")),
    Contract("queen-of-spades", 9, 9, parse_cards("QS")),
    Contract("king-of-hearts", 10, 10, parse_cards("KH")),
    Contract("last-two", 11, 22),
    Contract("max", 12, 12),
)
"""Contracts in the order of deals 1 to 12, and of deals 13 to 24 again."""


def contract_of_deal(deal: int) -> Contract:
    """Return the contract of a deal, counted from 1."""
    return CONTRACTS[(deal - 1) % DEALS_PER_HALF]


def sign_of_deal(deal: int) -> int:
    """Return -1 for deals 1 to 12, which count against, else 1 (``master.md 1``)."""
    return -1 if deal <= DEALS_PER_HALF else 1


def deals_in_match(options: OptionValues) -> int:
    """Return the number of deals in a match: 24, or the first half in a short one."""
    return DEALS_PER_HALF if "length" in options else DEALS_PER_MATCH


def tricks_in_deal(deal: int, seats: int) -> int:
    """Return the number of tricks of a deal, 36/V or 9 in *All* (``master.md 2``).

    It is also the number of cards in each hand.
    """
    return 9 if contract_of_deal(deal).name == "all" else 36 // seats
