"""A card's face, and the chosen look of cards: faces, back, letters, colours."""

from typing import Final, NamedTuple

from greenbaize.cards import Card
from greenbaize.store.fitting import AUTO, CARD_BACKS, CARD_FACES
from greenbaize.store.settings import Settings
from greenbaize.ui.widgets.fonts import share
from greenbaize.words.numbers import LATIN, letters_spoken, use_letters


class Face(NamedTuple):
    """A card's face; ``second`` marks that of the second of two packs."""

    card: Card
    second: bool = False

    def __str__(self) -> str:
        return f"{self.card.code}'" if self.second else self.card.code


LARGE_LETTERS: Final = 1.2
"""Where all is written larger than this, indices are larger too."""


class CardLook(NamedTuple):
    """What cards are printed with.

    Attributes:
        faces: ``classic``, ``deco`` or ``large``.
        back: the name of a drawing, ``back-….svg``.
        letters: ``latin`` or ``cyrillic``.
        four_colours: whether clubs are green and diamonds blue.
        left_handed: whether the indices are in the upper right and the lower left corner, and each
            card of a hand lies over the next one.
        large_letters: whether the indices are larger, as all letters are.
    """

    faces: str = CARD_FACES[0]
    back: str = CARD_BACKS[0]
    letters: str = LATIN
    four_colours: bool = False
    left_handed: bool = False
    large_letters: bool = False


_look = CardLook()


def use_look(look: CardLook) -> None:
    """Set the look that cards and their signs are drawn with from now on."""
    global _look  # noqa: PLW0603  (one person, one wish)
    _look = look
    use_letters(look.letters)


def card_look() -> CardLook:
    """The current look of cards."""
    return _look


def card_look_of(settings: Settings) -> CardLook:
    """The look of cards that settings ask for."""
    return CardLook(
        settings.card_faces,
        settings.card_back,
        letters_spoken() if settings.card_letters == AUTO else settings.card_letters,
        settings.four_colours,
        settings.left_handed,
        share() > LARGE_LETTERS,
    )
