"""Checks of names: those that identify a person, and those that may be confused.

The two libraries load large tables, so nothing that the first paint needs imports this.
"""

import re
from functools import lru_cache
from typing import Any, Final
from unicodedata import category, name, normalize

from confusable_homoglyphs.confusables import is_confusable
from precis_i18n import get_profile

from greenbaize.rules.naming import folded
from greenbaize.words.names import YOU

INKED = "LNPS"
"""Unicode categories of visible characters: letters, numbers, punctuation, symbols."""


_EMOJI: Final = "[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]"
_EMOJI_JOINERS: Final = re.compile(
    f"(?<={_EMOJI})\ufe0f?\u200d(?={_EMOJI})"  # a family, a profession
    f"|(?<={_EMOJI})\ufe0f"  # shown in colour
    "|(?<=[#*0-9])\ufe0f(?=\u20e3)"  # a key
    "|(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f"  # the flag of a part of a country
)
"""Invisible characters that keyboards of phones write within emoji."""


def is_seen(nickname: str) -> bool:
    """Return whether a name has visible characters only, and more than combining marks."""
    nickname = _EMOJI_JOINERS.sub("", nickname)
    try:
        get_profile("Nickname").enforce(nickname)
    except UnicodeEncodeError:
        return False
    # The profile allows all symbols, but the blank Braille pattern is invisible.
    blank = any(name(sign, "").endswith(" BLANK") for sign in nickname)
    return not blank and any(category(sign)[0] in INKED for sign in nickname)


def look_alike(one: str, other: str) -> bool:
    """Return whether two names may be confused, ignoring case."""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(maxsize=256)
def _looks(nickname: str) -> frozenset[str]:
    nickname = _EMOJI_JOINERS.sub("", nickname)
    small = folded(nickname)
    return frozenset((small, _skeleton(small), folded(_skeleton(nickname))))


def _skeleton(text: str) -> str:
    signs = normalize("NFD", normalize("NFKC", text))
    return normalize("NFD", "".join(map(_prototype, signs)))


def _prototype(sign: str) -> str:
    """Return the character that represents all that look like this one."""
    alike = _alike(sign)
    if len(alike) != 1:  # No homoglyph, or the representative of several.
        return sign
    return min(sign, *alike) if len(_alike(alike[0])) == 1 else alike[0]


def _alike(sign: str) -> list[str]:
    found: Any = is_confusable(sign, greedy=True) if len(sign) == 1 else False
    return [one["c"] for one in found[0]["homoglyphs"]] if found else []


def is_name(name: str) -> bool:
    """Return whether a name identifies a person to others: “You” does not."""
    return is_seen(name) and not any(look_alike(name, you) for you in YOU)
