"""What may be called a name, in signs and their number, for whoever checks it without msgspec."""

from collections.abc import Iterator
from typing import Final
from unicodedata import category, normalize

LONGEST_NAME: Final = 200
"""Characters; a name of twenty thousand letters costs minutes wherever it is set in type."""

_UNFIT: Final = (
    r"\x00-\x1f\x7f-\x9f"  # control characters, which could rewrite a terminal's lines
    r"\u2028\u2029"  # line and paragraph separators: a name is one line
    r"\u202a-\u202e\u2066-\u2069"  # what turns the direction of the text that follows
    r"\ud800-\udfff"  # half surrogates, which cannot be written
)

NAME_PATTERN: Final = rf"^[^{_UNFIT}]*\Z"
"""What a name is made of, as a regular expression."""


def folded(name: str) -> str:
    """A name as it is told from others: alike for all ways in which keyboards write the same.

    Neither capital letters matter, nor whether an accent is a sign of its own, as on a Mac.
    """
    return normalize("NFKC", normalize("NFKC", name).casefold())


JOINERS: Final = "\u200c\u200d"
"""Invisible signs needed by some scripts and emoji."""
_FLAG: Final = "\U0001f3f4"
"""The flag that tags behind it make that of a country's part."""


def is_tag(letter: str) -> bool:
    """Whether a sign is one of the invisible tags behind a flag."""
    return "\U000e0020" <= letter <= "\U000e007f"


def clusters(text: str) -> Iterator[str]:
    """Yield what is read as one letter: marks, joined emoji and flags stay whole."""
    cluster = ""
    for letter in text:
        if cluster and not _extends(cluster, letter):
            yield cluster
            cluster = ""
        cluster += letter
    if cluster:
        yield cluster


def _extends(cluster: str, letter: str) -> bool:
    kind = category(letter)
    if kind in ("Mn", "Me", "Mc") or letter in JOINERS or "\U0001f3fb" <= letter <= "\U0001f3ff":
        return True
    if is_tag(letter):
        return cluster[0] == _FLAG
    if _is_regional(letter):
        return len(cluster) == 1 and _is_regional(cluster)
    return cluster[-1] == JOINERS[1] and kind == "So"


def _is_regional(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def cut_words(text: str, most: int) -> str:
    """Cut text to at most so many characters, between letters as they are read."""
    end = 0
    for cluster in clusters(text):
        if end + len(cluster) > most:
            break
        end += len(cluster)
    return text[:end]
