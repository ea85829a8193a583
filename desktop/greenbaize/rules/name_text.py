"""Characters and length allowed in names, for code that checks them without msgspec."""

from collections.abc import Iterator
from typing import Final
from unicodedata import category, normalize

MAX_NAME_TEXT_LENGTH: Final = 200
"""The maximum length of a name (characters); twenty thousand letters take minutes to lay out."""

_FORBIDDEN_CHARACTERS: Final = (
    r"\x00-\x1f\x7f-\x9f"  # Control characters could rewrite a terminal's lines.
    r"\u2028\u2029"  # Line and paragraph separators: a name is one line.
    r"\u202a-\u202e\u2066-\u2069"  # Characters that change the direction of the text after them.
    r"\ud800-\udfff"  # Lone surrogates cannot be encoded.
)

NAME_PATTERN: Final = rf"^[^{_FORBIDDEN_CHARACTERS}]*\Z"
"""The regular expression that names must match."""


INVISIBLE_CHARACTERS: Final = (
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u2800\ufffc"  # the blank Braille pattern, the object replacement character
    "\u2d7f\U0001107f"  # joiners of Tifinagh and Brahmi
    "\U00016fe4\U0001d159"  # the Khitan filler, the null notehead
)
"""Letters, symbols and marks that show nothing, although their categories say otherwise."""
_VISIBLE_CATEGORIES: Final = "LNPS"
"""Unicode categories of visible characters: letters, numbers, punctuation, symbols."""


def has_visible_character(text: str) -> bool:
    """Return True if a text has a visible character, not combining marks only."""
    return any(
        category(letter)[0] in _VISIBLE_CATEGORIES and letter not in INVISIBLE_CHARACTERS
        for letter in text
    )


def fold_name(name: str) -> str:
    """Return a name normalised for comparison.

    Names that differ in case, or in whether accents are separate characters (as on a Mac), become
    equal.
    """
    return normalize("NFKC", normalize("NFKC", name).casefold())


JOINER_CHARACTERS: Final = "\u200c\u200d"
"""Invisible characters that some scripts and emoji need."""
_BLACK_FLAG: Final = "\U0001f3f4"
"""The flag that becomes a region's flag by the tags after it."""


def is_tag_character(letter: str) -> bool:
    """Return True for one of the invisible tags after a flag."""
    return "\U000e0020" <= letter <= "\U000e007f"


def split_graphemes(text: str) -> Iterator[str]:
    """Yield the graphemes of a text: combining marks, joined emoji and flags stay together."""
    cluster = ""
    for letter in text:
        if cluster and not _extends_grapheme(cluster, letter):
            yield cluster
            cluster = ""
        cluster += letter
    if cluster:
        yield cluster


def _extends_grapheme(cluster: str, letter: str) -> bool:
    kind = category(letter)
    if (
        kind in ("Mn", "Me", "Mc")
        or letter in JOINER_CHARACTERS
        or "\U0001f3fb" <= letter <= "\U0001f3ff"
    ):
        return True
    if is_tag_character(letter):
        return cluster[0] == _BLACK_FLAG
    if _is_regional(letter):
        return len(cluster) == 1 and _is_regional(cluster)
    return cluster[-1] == JOINER_CHARACTERS[1] and kind == "So"


def _is_regional(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def truncate_graphemes(text: str, max_length: int) -> str:
    """Cut text to a maximum number of characters, between graphemes."""
    end = 0
    for cluster in split_graphemes(text):
        if end + len(cluster) > max_length:
            break
        end += len(cluster)
    return text[:end]
