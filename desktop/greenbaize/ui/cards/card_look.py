"""Card faces and the chosen look of cards: face set, back, letters, colours."""

from typing import Final, NamedTuple

from greenbaize.cards import Card
from greenbaize.store.declared_settings import AUTO, CARD_BACKS, CARD_FACES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.words.numbers import LATIN, language_letters, set_rank_letters


class CardFace(NamedTuple):
    """A card's face; ``second`` is True for a card of the second of two packs."""

    card: Card
    second: bool = False

    def __str__(self) -> str:
        return f"{self.card.code}'" if self.second else self.card.code


LARGE_TEXT_SCALE: Final = 1.2
"""Text scale above which card indices are larger, too."""


class CardLook(NamedTuple):
    """The appearance of cards.

    Attributes:
        faces: ``classic``, ``deco``, ``large``, or a deck of one's own.
        back: the name of a drawing, ``back-….svg``, or a back of one's own.
        letters: ``latin`` or ``cyrillic``.
        four_colours: clubs are green and diamonds blue.
        left_handed: the indices are in the upper right and lower left corners, and each card of a
            hand lies over the next one.
        large_letters: the indices are larger, as all text is.
        large_index: our indices lie over those of a deck of one's own.
    """

    faces: str = CARD_FACES[0]
    back: str = CARD_BACKS[0]
    letters: str = LATIN
    four_colours: bool = False
    left_handed: bool = False
    large_letters: bool = False
    large_index: bool = False


_current_look = CardLook()


def set_current_card_look(look: CardLook) -> None:
    """Set the current look of cards and suit signs."""
    global _current_look  # noqa: PLW0603  (one person, one wish)
    _current_look = look
    set_rank_letters(look.letters)


def current_card_look() -> CardLook:
    """Return the current look of cards."""
    return _current_look


def card_look_from_settings(settings: UserSettings) -> CardLook:
    """Return the look of cards chosen in the settings."""
    return CardLook(
        settings.card_faces,
        settings.card_back,
        language_letters() if settings.card_letters == AUTO else settings.card_letters,
        settings.four_colours,
        settings.left_handed,
        text_scale() > LARGE_TEXT_SCALE,
        settings.large_index,
    )
