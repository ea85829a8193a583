"""A card as it is told from all others on a table, where there may be two packs."""

from dataclasses import dataclass

from greenbaize.cards import Card


@dataclass(frozen=True, slots=True)
class Face:
    """A card's face; ``second`` marks that of the second of two packs."""

    card: Card
    second: bool = False

    def __str__(self) -> str:
        return f"{self.card.code}'" if self.second else self.card.code
