"""The secrets of this computer's tables for phones, so that an old link is recognised."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from greenbaize.lan.pairing import secret_hash
from greenbaize.rules.errors import GameError
from greenbaize.store.files import put_in_place, read_plain

MOST_KEPT: Final = 200
MOST_BYTES: Final = 50_000
_Hashes = list[Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]]


class PhoneTables:
    """A file of hashes of links' secrets, the latest last; hashes grant no access."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hashes = self._read()

    def _read(self) -> list[str]:
        with suppress(GameError, msgspec.DecodeError):
            return msgspec.json.decode(read_plain(self._path, MOST_BYTES), type=_Hashes)
        return []

    def has_secret(self, secret: str) -> bool:
        """Return True if a table of this computer had this secret."""
        return secret_hash(secret) in self._hashes

    def note_secret(self, secret: str) -> None:
        """Add a table's secret, beyond the end of the program if the file can be written."""
        hashed = secret_hash(secret)
        self._hashes = [*(one for one in self._read() if one != hashed), hashed][-MOST_KEPT:]
        with suppress(OSError):
            self._path.parent.mkdir(0o700, parents=True, exist_ok=True)
            put_in_place(self._path, msgspec.json.encode(self._hashes) + b"\n", 0o600)
