"""Numbers with fractions in the current language, and the letters of ranks."""

import re
from typing import Final

from greenbaize.words.catalogue import speaks_apart, spoken_language, tr, tr_in

LATIN, CYRILLIC = "latin", "cyrillic"

_CYRILLIC: Final = {"J": "В", "Q": "Д", "K": "К", "A": "Т"}
_ALONE: Final = re.compile(r"(?<![+\w])(?:[JQKT](?!\w)|A(?! *\w))")
"""A rank's letter alone; not an A before a word, nor a letter of ``Ctrl+J``."""

_letters = LATIN


def decimal_text(number: float, places: int = 1, *, signed: bool = False) -> str:
    """Return a number with minus sign and the language's decimal mark; ``signed`` adds a plus."""
    unit = 10**places
    parts = round(unit * number)
    sign = "−" if parts < 0 else "+" if signed and parts else ""
    whole, rest = divmod(abs(parts), unit)
    return f"{sign}{whole}{decimal_mark()}{rest:0{places}}" if places else f"{sign}{whole}"


def decimal_mark() -> str:
    return tr_in("decimal mark", ".")


def percent_text(share: float, places: int = 0) -> str:
    return tr("{number} %").format(number=decimal_text(100 * share, places))


def use_letters(letters: str) -> None:
    """Use these letters for ranks; anything but ``CYRILLIC`` means Latin."""
    global _letters  # noqa: PLW0603  (one setting for the whole program)
    _letters = letters


def letters_spoken() -> str:
    return CYRILLIC if spoken_language() == "ru" else LATIN


def rank_text(rank: str, letters: str | None = None) -> str:
    """Return a rank as on cards: ``10`` for T, others in the given or current letters."""
    if rank == "T":
        return "10"
    return _CYRILLIC.get(rank, rank) if (letters or _letters_now()) == CYRILLIC else rank


def _letters_now() -> str:
    return letters_spoken() if speaks_apart() else _letters


def rank_of(text: str) -> str:
    """Return the letter in records of a rank as on cards."""
    if text == "10":
        return "T"
    return next((letter for letter, other in _CYRILLIC.items() if other == text), text)


def in_letters(text: str) -> str:
    """Return a text with ranks in the current letters, like “its K, Q beat 8♠”."""
    if _letters_now() != CYRILLIC:
        return text
    return _ALONE.sub(lambda found: rank_text(found[0]), text)
