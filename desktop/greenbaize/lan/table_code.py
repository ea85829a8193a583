"""The code of a table: generated, formatted, and recognised however it is typed."""

import secrets
from typing import Final
from unicodedata import category, normalize

from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message

CODE_CHARACTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 6
MIN_CODE_LENGTH: Final = 4
MAX_NAMED_CHARACTERS: Final = 8
"""Largest number of invalid characters that a message names."""
MAX_CODE_LENGTH: Final = 40
LOOK_ALIKES: Final = str.maketrans(
    # Greek, then Cyrillic; a small letter only where its capital has another look-alike or none.
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜͿϺϨ" + "αγινορσυϱϲ" + "АВЕЗКМНОРСТУХЬЅІЈҮӀԌԜѴӠ" + "бгѡһҽԁԛ",
    "ABEZHIKMNOPTYXCFJM2" + "AYIVOPOUPC" + "ABE3KMHOPCTYXBSIJYIGWV3" + "6RWHEDQ",
)
"""Letters and digits for which look-alikes of other scripts are accepted."""
_IGNORED: Final = frozenset("\u02d7\u2212\u2043\u30fc\u034f\u115f\u1160\u17b4\u17b5\u2800")
"""Characters that look like a hyphen or like nothing, in categories of other characters."""
_IGNORED_KINDS: Final = ("Pd", "Zs", "Zl", "Zp", "Cc", "Cf")
"""Unicode categories of hyphens, spaces, controls and invisible characters."""


def normalise_code(text: str) -> str:
    """Return a code in capitals and digits only; raises ``ValueError`` if it is not a code."""
    code = normalise_characters(text)
    if not MIN_CODE_LENGTH <= len(code) <= MAX_CODE_LENGTH or not _is_normalised(code):
        raise ValueError("no code")
    return code


def normalise_characters(text: str) -> str:
    """Return a text in capitals, with look-alikes replaced, without spaces, hyphens and quotes."""
    return "".join(map(_normalise_character, _significant_characters(text)))


def validate_code(text: str) -> str:
    """Return the typed text if it can be a code; ``UsageError`` says what is wrong with it."""
    try:
        normalise_code(text)
    except ValueError:
        wrong = dict.fromkeys(
            one
            for one in _significant_characters(text)
            if not _is_normalised(_normalise_character(one))
        )
        if wrong:
            raise UsageError(
                Message(
                    "usage-code-signs",
                    {"signs": _truncate_text("".join(wrong), MAX_NAMED_CHARACTERS)},
                )
            ) from None
        raise UsageError(
            Message("usage-code", {"value": _truncate_text(text, MAX_CODE_LENGTH)})
        ) from None
    return text


def _truncate_text(text: str, max_length: int) -> str:
    return text if len(text) <= max_length else text[:max_length].rstrip() + "…"


def generate_code() -> str:
    """Return a random code, formatted."""
    return format_code("".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH)))


def format_code(code: str) -> str:
    """Return a normalised code formatted: with a hyphen in the middle if it has six characters."""
    return f"{code[:3]}-{code[3:]}" if len(code) == CODE_LENGTH else code


def _significant_characters(text: str) -> list[str]:
    """Return a text's characters without hyphens, spaces, invisible ones and quotes around it."""
    # NFKC changes what some characters look like
    normalised = normalize("NFKC", text.translate(LOOK_ALIKES))
    signs = [one for one in normalised if not _is_ignored(one)]
    while signs and category(signs[-1])[0] == "P":
        signs.pop()
    while signs and category(signs[0])[0] == "P":
        del signs[0]
    return signs


def _is_ignored(sign: str) -> bool:
    variant = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
    return variant or sign in _IGNORED or category(sign) in _IGNORED_KINDS


def _normalise_character(sign: str) -> str:
    translated = sign.translate(LOOK_ALIKES)
    return (translated if translated != sign else sign.upper().translate(LOOK_ALIKES)).upper()


def _is_normalised(code: str) -> bool:
    return code.isascii() and code.isalnum()
