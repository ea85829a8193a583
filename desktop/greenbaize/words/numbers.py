"""Numbers with fractions in the current language, and the letters of ranks."""

import re
from typing import Final

from greenbaize.words.catalogue import current_language, has_context_language, tr, tr_in

LATIN, CYRILLIC = "latin", "cyrillic"

_CYRILLIC_RANKS: Final = {"J": "В", "Q": "Д", "K": "К", "A": "Т"}
_SINGLE_RANK_PATTERN: Final = re.compile(r"(?<![+\w])(?:[JQKT](?!\w)|A(?! *\w))")
"""A rank's letter alone; not an A before a word, nor a letter of ``Ctrl+J``."""

_rank_letters = LATIN


def decimal_text(number: float, decimals: int = 1, *, signed: bool = False) -> str:
    """Return a number with minus sign and the language's decimal mark; ``signed`` adds a plus."""
    unit = 10**decimals
    parts = round(unit * number)
    sign = "−" if parts < 0 else "+" if signed and parts else ""
    whole, rest = divmod(abs(parts), unit)
    return f"{sign}{whole}{decimal_mark()}{rest:0{decimals}}" if decimals else f"{sign}{whole}"


def decimal_mark() -> str:
    return tr_in("decimal mark", ".")


def percent_text(share: float, decimals: int = 0) -> str:
    return tr("{number} %").format(number=decimal_text(100 * share, decimals))


def set_rank_letters(letters: str) -> None:
    """Use these letters for ranks; anything but ``CYRILLIC`` means Latin."""
    global _rank_letters  # noqa: PLW0603  (one setting for the whole program)
    _rank_letters = letters


def language_letters() -> str:
    return CYRILLIC if current_language() == "ru" else LATIN


def rank_text(rank: str, letters: str | None = None) -> str:
    """Return a rank as on cards: ``10`` for T, others in the given or current letters."""
    if rank == "T":
        return "10"
    return _CYRILLIC_RANKS.get(rank, rank) if (letters or _current_letters()) == CYRILLIC else rank


def _current_letters() -> str:
    return language_letters() if has_context_language() else _rank_letters


def parse_rank(text: str) -> str:
    """Return the letter in records of a rank as on cards."""
    if text == "10":
        return "T"
    return next((letter for letter, other in _CYRILLIC_RANKS.items() if other == text), text)


def localise_ranks(text: str) -> str:
    """Return a text with ranks in the current letters, like “its K, Q beat 8♠”."""
    if _current_letters() != CYRILLIC:
        return text
    return _SINGLE_RANK_PATTERN.sub(lambda found: rank_text(found[0]), text)
