"""The secrets of this computer's tables for phones, so that an old link is recognised."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from greenbaize.lan.pairing import hash_secret
from greenbaize.rules.errors import GameError
from greenbaize.store.files import read_plain, write_and_rename

MAX_STORED_SECRETS: Final = 200
MAX_SECRETS_FILE_BYTES: Final = 50_000
_Hashes = list[Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]]


class PhoneSecretFile:
    """A file of hashes of links' secrets, the latest last; hashes grant no access."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hashes = self._read_hashes()

    def _read_hashes(self) -> list[str]:
        with suppress(GameError, msgspec.DecodeError):
            return msgspec.json.decode(read_plain(self._path, MAX_SECRETS_FILE_BYTES), type=_Hashes)
        return []

    def has_secret(self, secret: str) -> bool:
        """Return True if a table of this computer had this secret."""
        return hash_secret(secret) in self._hashes

    def add_secret(self, secret: str) -> None:
        """Add a table's secret, beyond the end of the program if the file can be written."""
        hashed = hash_secret(secret)
        self._hashes = [*(other for other in self._read_hashes() if other != hashed), hashed][
            -MAX_STORED_SECRETS:
        ]
        with suppress(OSError):
            self._path.parent.mkdir(0o700, parents=True, exist_ok=True)
            write_and_rename(self._path, msgspec.json.encode(self._hashes) + b"\n", 0o600)
