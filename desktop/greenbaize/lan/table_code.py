"""The code of a table: generated, formatted, and recognised however it is typed."""

import secrets
from typing import Final
from unicodedata import category, normalize

from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message

SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 6
SHORTEST_CODE: Final = 4
MOST_SAID: Final = 8
"""Largest number of invalid characters that a message names."""
LONGEST_CODE: Final = 40
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


def plain_code(text: str) -> str:
    """Return a code in capitals and digits only; raises ``ValueError`` if it is not a code."""
    code = "".join(map(_plain_sign, _typed_signs(text)))
    if not SHORTEST_CODE <= len(code) <= LONGEST_CODE or not _is_plain(code):
        raise ValueError("no code")
    return code


def code_of(text: str) -> str:
    """Return the typed text if it can be a code; ``UsageError`` says what is wrong with it."""
    try:
        plain_code(text)
    except ValueError:
        wrong = dict.fromkeys(one for one in _typed_signs(text) if not _is_plain(_plain_sign(one)))
        if wrong:
            raise UsageError(
                Message("usage-code-signs", {"signs": _cut("".join(wrong), MOST_SAID)})
            ) from None
        raise UsageError(Message("usage-code", {"value": _cut(text, LONGEST_CODE)})) from None
    return text


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rstrip() + "…"


def new_code() -> str:
    """Return a random code, formatted."""
    return code_text("".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH)))


def code_text(code: str) -> str:
    """Return a normalised code formatted: with a hyphen in the middle if it has six characters."""
    return f"{code[:3]}-{code[3:]}" if len(code) == CODE_LENGTH else code


def _typed_signs(text: str) -> list[str]:
    """Return a text's characters without hyphens, spaces, invisible ones and quotes around it."""
    # NFKC changes what some characters look like
    seen = normalize("NFKC", text.translate(LOOK_ALIKES))
    signs = [one for one in seen if not _is_ignored(one)]
    while signs and category(signs[-1])[0] == "P":
        signs.pop()
    while signs and category(signs[0])[0] == "P":
        del signs[0]
    return signs


def _is_ignored(sign: str) -> bool:
    variant = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
    return variant or sign in _IGNORED or category(sign) in _IGNORED_KINDS


def _plain_sign(sign: str) -> str:
    seen = sign.translate(LOOK_ALIKES)
    return (seen if seen != sign else sign.upper().translate(LOOK_ALIKES)).upper()


def _is_plain(code: str) -> bool:
    return code.isascii() and code.isalnum()
