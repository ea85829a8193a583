"""What may be called a name, in signs and their number, for whoever checks it without msgspec."""

from typing import Final
from unicodedata import normalize

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
