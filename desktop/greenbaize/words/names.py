"""Text from outside (a record, file or program) sanitised for display."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, islice
from typing import Final
from unicodedata import bidirectional, category, normalize
from unicodedata import name as unicode_name

from greenbaize.rules.naming import JOINERS, cut_words, folded, is_tag
from greenbaize.words.catalogue import tr, tr_in

LONGEST_NAME: Final = 40
"""Longest name that is shown, which is the longest one can choose (characters)."""
LONGEST_WORDS: Final = 500
"""Longest other text that is shown, such as a path (characters)."""
MOST_MARKS: Final = 3
"""Largest number of combining marks on a letter; more would cover other lines."""
YOU: Final = ("You", "Вы")
"""Name in records of a person without one, in each language."""
_NAMELESS: Final = frozenset(map(folded, YOU))
NOBODY: Final = "?"
"""Replacement for an invisible name."""
_ISOLATE, _ISOLATED = "\u2068", "\u2069"


def is_nameless(name: str) -> bool:
    """Return True if a name only says “You”, however it is written."""
    return folded(name) in _NAMELESS


def shown_name(name: str) -> str:
    """Return a name on one line, without characters that affect the text around it."""
    return tr("You") if name in YOU else _shown_name(name)


def name_within(name: str) -> str:
    """Return a name as shown within a sentence, where “you” has a small letter."""
    return tr_in("within a sentence", "you") if name in YOU else _shown_name(name)


@lru_cache(maxsize=1024)
def _shown_name(name: str) -> str:
    return shown_words(name, LONGEST_NAME) or NOBODY


@lru_cache(maxsize=1024)
def set_apart(name: str) -> str:
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
def sound_of(name: str) -> str:
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


def shown_words(text: str, most: int = LONGEST_WORDS) -> str:
    """Return text on one line, cut with … to ``max_length`` characters."""
    shown = "".join(islice(_harmless(text), most + 1))
    if len(shown) <= most:
        return shown.strip()
    return cut_words(shown, most - 1).rstrip() + "…"


def _harmless(text: str) -> Iterator[str]:
    """Yield the visible letters, with each gap as one space."""
    gap, marks, flag = False, 0, False
    for letter in text:
        kind = category(letter)
        if kind in ("Cc", "Zs", "Zl", "Zp"):
            gap = True
            continue
        flag = letter == "\U0001f3f4" or (flag and is_tag(letter))
        if kind == "Cf" and letter not in JOINERS and not flag:
            continue  # it reverses the text direction, or is invisible
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            continue
        if gap:
            yield " "
            gap = False
        yield "\ufffd" if kind == "Cs" else letter
