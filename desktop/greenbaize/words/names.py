"""Text from outside (a record, file or program) sanitised for display."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, islice
from typing import Final
from unicodedata import bidirectional, category, normalize
from unicodedata import name as unicode_name

from greenbaize.rules.name_text import (
    JOINER_CHARACTERS,
    fold_name,
    is_tag_character,
    truncate_graphemes,
)
from greenbaize.words.catalogue import tr, tr_in

MAX_NAME_LENGTH: Final = 40
"""Longest name that is shown, which is the longest one can choose (characters)."""
MAX_TEXT_LENGTH: Final = 500
"""Longest other text that is shown, such as a path (characters)."""
MAX_COMBINING_MARKS: Final = 3
"""Largest number of combining marks on a letter; more would cover other lines."""
DEFAULT_NAMES: Final = ("You", "Вы")
"""Name in records of a person without one, in each language."""
_FOLDED_DEFAULT_NAMES: Final = frozenset(map(fold_name, DEFAULT_NAMES))
INVISIBLE_NAME: Final = "?"
"""Replacement for an invisible name."""
_ISOLATE, _ISOLATED = "\u2068", "\u2069"


def is_default_name(name: str) -> bool:
    """Return True if a name only says “You”, however it is written."""
    return fold_name(name) in _FOLDED_DEFAULT_NAMES


def display_name(name: str) -> str:
    """Return a name on one line, without characters that affect the text around it."""
    return tr("You") if name in DEFAULT_NAMES else _sanitise_name(name)


def display_name_in_sentence(name: str) -> str:
    """Return a name as shown within a sentence, where “you” has a small letter."""
    return tr_in("within a sentence", "you") if name in DEFAULT_NAMES else _sanitise_name(name)


@lru_cache(maxsize=1024)
def _sanitise_name(name: str) -> str:
    return sanitise_text(name, MAX_NAME_LENGTH) or INVISIBLE_NAME


@lru_cache(maxsize=1024)
def isolate_direction(name: str) -> str:
    """Return a name for a sentence, isolated so that right-to-left letters do not reorder it."""
    if any(bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"{_ISOLATE}{name}{_ISOLATED}"
    return name


_CYRILLIC: Final = dict(
    zip("абвгдежзийклмнопрстуфхцыэіїєґў", "abvgdezziiklmnoprstufhcieiiegu", strict=True)
)
_GREEK: Final = dict(zip("αβγδεζηθικλμνοπρσςτυφχω", "avgdezitiklmnoprsstifho", strict=True))
_SOUNDS: Final = (
    _CYRILLIC
    | _GREEK
    | {"ж": "zh", "ч": "ch", "ш": "sh", "щ": "sh", "ю": "iu", "я": "ia", "ь": "", "ъ": ""}
    | {"ξ": "ks", "ψ": "ps", "ł": "l", "ø": "o", "ı": "i", "đ": "d", "ß": "s", "y": "i", "j": "i"}
    | {"w": "v"}
)
_SPELLINGS: Final = (
    ("mp", "b"),
    ("kh", "h"),
    ("ph", "f"),
    ("ck", "k"),
    ("x", "ks"),
    ("ts", "c"),
    ("th", "t"),
)


@lru_cache(maxsize=1024)
def phonetic_key(name: str) -> str:
    """Return a rough phonetic key, the same in all scripts: “Boris” as «Борис»."""
    letters = []
    for letter in normalize("NFD", normalize("NFKC", name).casefold()):
        if category(letter)[0] not in "LN":
            continue
        if letter in _SOUNDS or letter.isascii():
            letters.append(_SOUNDS.get(letter, letter))
        else:
            # The Unicode names of most letters begin with their sound: GEORGIAN LETTER BAN.
            letters.append(unicode_name(letter, "? ").split()[-1][:1].lower())
    text = "".join(letters)
    for written, sound in _SPELLINGS:
        text = text.replace(written, sound)
    return "".join(sound for sound, _ in groupby(text))


def sanitise_text(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Return text on one line, cut with … to ``max_length`` characters."""
    visible = "".join(islice(_visible_letters(text), max_length + 1))
    if len(visible) <= max_length:
        return visible.strip()
    return truncate_graphemes(visible, max_length - 1).rstrip() + "…"


def _visible_letters(text: str) -> Iterator[str]:
    """Yield the visible letters, with each gap as one space."""
    gap, marks, flag = False, 0, False
    for letter in text:
        kind = category(letter)
        if kind in ("Cc", "Zs", "Zl", "Zp"):
            gap = True
            continue
        flag = letter == "\U0001f3f4" or (flag and is_tag_character(letter))
        if kind == "Cf" and letter not in JOINER_CHARACTERS and not flag:
            continue  # it reverses the text direction, or is invisible
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MAX_COMBINING_MARKS:
            continue
        if gap:
            yield " "
            gap = False
        yield "\ufffd" if kind == "Cs" else letter
