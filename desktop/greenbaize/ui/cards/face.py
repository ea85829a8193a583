"""A card as it is told from all others on a table, where there may be two packs."""

from typing import NamedTuple

from greenbaize.cards import Card


class Face(NamedTuple):
    """A card's face; ``second`` marks that of the second of two packs."""

    card: Card
    second: bool = False

    def __str__(self) -> str:
        return f"{self.card.code}'" if self.second else self.card.code
