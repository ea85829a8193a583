"""Names of people at a table: visible, and distinguishable by eye.

Visible: the Nickname profile of PRECIS (RFC 8266); distinguishable: Unicode's list of confusable
characters (UTS 39).
"""

from functools import lru_cache
from typing import Any
from unicodedata import category, name, normalize

from greenbaize.rules.naming import folded

INKED = "LNPS"
"""Unicode categories of visible signs: letters, numbers, punctuation, symbols."""


def is_seen(nickname: str) -> bool:
    """Whether a name has visible signs only, and more than combining marks."""
    from precis_i18n import get_profile  # noqa: PLC0415  (most names are compared with none)

    try:
        get_profile("Nickname").enforce(nickname)
    except UnicodeEncodeError:
        return False
    # The one symbol without ink is that of Braille; the profile takes all symbols.
    blank = any(name(sign, "").endswith(" BLANK") for sign in nickname)
    return not blank and any(category(sign)[0] in INKED for sign in nickname)


def look_alike(one: str, other: str) -> bool:
    """Whether two names would be mistaken for each other, in any case."""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(maxsize=256)
def _looks(nickname: str) -> frozenset[str]:
    small = folded(nickname)
    return frozenset((small, _skeleton(small), folded(_skeleton(nickname))))


def _skeleton(text: str) -> str:
    signs = normalize("NFD", normalize("NFKC", text))
    return normalize("NFD", "".join(map(_prototype, signs)))


def _prototype(sign: str) -> str:
    """The sign that stands for all that look like this one."""
    alike = _alike(sign)
    if len(alike) != 1:  # none, or it is the one that all the others name
        return sign
    return min(sign, *alike) if len(_alike(alike[0])) == 1 else alike[0]


def _alike(sign: str) -> list[str]:
    from confusable_homoglyphs.confusables import is_confusable  # noqa: PLC0415  (it is large)

    found: Any = is_confusable(sign, greedy=True) if len(sign) == 1 else False
    return [one["c"] for one in found[0]["homoglyphs"]] if found else []
