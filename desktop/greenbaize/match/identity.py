"""Which match it is: what a host's record, a guest's and every copy of them share."""

import json
from hashlib import sha256
from typing import Any, Final

from greenbaize.match.header import FROM, Header

IDENTITY_LENGTH: Final = 32
"""Hex digits."""
_LATER: Final = {"targets": "source"}
"""What options that came later have in older records: with it they do not tell matches apart.

Else the matches there were would be other ones, and what is kept of them would not be found.
"""


def identity(header: Header) -> str:
    """The identity of a header's match, 32 hex digits.

    A match at a table with friends is known by its shuffle, which everybody is told and nobody
    could have chosen; any other by its seed and by when it was begun, and practice by what it came
    of as well. It says nothing of the seed.
    """
    known: dict[str, Any] = {
        "game": header.game,
        "seats": [sitter.line() for sitter in header.sitters],
        "options": {key: one for key, one in header.options.items() if _LATER.get(key) != one},
    }
    shuffle = header.told(None).more.get("shuffle")
    if shuffle is None:
        known |= {"seed": header.seed, "begun": header.more.get("begun")}
        if header.practice:
            # It may have been begun within the second of the match that it came of.
            known |= {FROM: header.more.get(FROM)}
    else:
        known["shuffle"] = shuffle
    if header.more.get("practice") is True:
        # It is another match than the one it is from, whatever its header copies of that.
        known["practice"] = True
    text = json.dumps(known, sort_keys=True, ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:IDENTITY_LENGTH]
