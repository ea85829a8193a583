"""Checks of names: those that identify a person, and those that may be confused.

The two libraries load large tables, so nothing that the first paint needs imports this.
"""

import re
from functools import lru_cache
from typing import Any, Final
from unicodedata import normalize

from confusable_homoglyphs.confusables import is_confusable
from precis_i18n import get_profile

from greenbaize.rules.name_text import INVISIBLE_CHARACTERS, fold_name, has_visible_character
from greenbaize.words.names import DEFAULT_NAMES

_EMOJI: Final = "[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]"
_EMOJI_JOINERS: Final = re.compile(
    f"(?<={_EMOJI})\ufe0f?\u200d(?={_EMOJI})"  # a family, a profession
    f"|(?<={_EMOJI})\ufe0f"  # shown in colour
    "|(?<=[#*0-9])\ufe0f(?=\u20e3)"  # a key
    "|(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f"  # the flag of a part of a country
)
"""Invisible characters that keyboards of phones write within emoji."""


def is_visible_name(nickname: str) -> bool:
    """Return whether a name has visible characters only, and more than combining marks."""
    nickname = _EMOJI_JOINERS.sub("", nickname)
    try:
        get_profile("Nickname").enforce(nickname)
    except UnicodeEncodeError:
        return False
    # The profile allows symbols and marks that are invisible.
    return has_visible_character(nickname) and not any(
        character in INVISIBLE_CHARACTERS for character in nickname
    )


def are_confusable(first: str, second: str) -> bool:
    """Return whether two names may be confused, ignoring case."""
    return not _confusable_forms(first).isdisjoint(_confusable_forms(second))


@lru_cache(maxsize=256)
def _confusable_forms(nickname: str) -> frozenset[str]:
    nickname = _EMOJI_JOINERS.sub("", nickname)
    folded_name = fold_name(nickname)
    return frozenset((folded_name, _skeleton(folded_name), fold_name(_skeleton(nickname))))


def _skeleton(text: str) -> str:
    characters = normalize("NFD", normalize("NFKC", text))
    return normalize("NFD", "".join(map(_prototype, characters)))


def _prototype(character: str) -> str:
    """Return the character that represents all that look like this one."""
    homoglyphs = _find_homoglyphs(character)
    if len(homoglyphs) != 1:  # No homoglyph, or the representative of several.
        return character
    return (
        min(character, *homoglyphs) if len(_find_homoglyphs(homoglyphs[0])) == 1 else homoglyphs[0]
    )


def _find_homoglyphs(character: str) -> list[str]:
    matches: Any = is_confusable(character, greedy=True) if len(character) == 1 else False
    return [homoglyph["c"] for homoglyph in matches[0]["homoglyphs"]] if matches else []


def is_identifying_name(name: str) -> bool:
    """Return whether a name identifies a person to others: “You” does not."""
    return is_visible_name(name) and not any(are_confusable(name, you) for you in DEFAULT_NAMES)
