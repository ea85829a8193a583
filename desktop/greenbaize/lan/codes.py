"""The codes of tables: short, and easily read out across a room."""

import secrets
from typing import Final

SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None that is easily taken for another."""
CODE_LENGTH: Final = 6
SHORTEST_CODE: Final = 4
LONGEST_CODE: Final = 40


def new_code() -> str:
    """A fresh code, as it is shown."""
    signs = [secrets.choice(SIGNS) for _ in range(CODE_LENGTH)]
    return f"{''.join(signs[:3])}-{''.join(signs[3:])}"


def plain_code(text: str) -> str:
    """A code as it counts, however it was written: capitals, no spaces, no hyphens.

    ``ValueError`` if it is too short, too long, or has other signs than letters and digits.
    """
    code = "".join(sign for sign in text.upper() if sign not in " -")
    if not SHORTEST_CODE <= len(code) <= LONGEST_CODE or not (code.isascii() and code.isalnum()):
        raise ValueError("no code")
    return code
