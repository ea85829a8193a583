"""The tables of this computer to which phones could come, so that an old link is no stranger's."""

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
    """Keeps the hashes of links' secrets in a file, the latest last; they open nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hashes = self._read()

    def _read(self) -> list[str]:
        with suppress(GameError, msgspec.DecodeError):
            return msgspec.json.decode(read_plain(self._path, MOST_BYTES), type=_Hashes)
        return []

    def has_secret(self, secret: str) -> bool:
        """Return whether a table of this computer had this secret."""
        return secret_hash(secret) in self._hashes

    def note_secret(self, secret: str) -> None:
        """Remember a table, beyond the end of the program if that can be written."""
        hashed = secret_hash(secret)
        self._hashes = [*(one for one in self._read() if one != hashed), hashed][-MOST_KEPT:]
        with suppress(OSError):
            self._path.parent.mkdir(0o700, parents=True, exist_ok=True)
            put_in_place(self._path, msgspec.json.encode(self._hashes) + b"\n", 0o600)
