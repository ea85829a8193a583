"""The secrets of a guest's seats, for coming back, and their tables."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.games import GAMES
from greenbaize.rules.decoding import Name, decoded_line, shaped
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.files import forget_file, put_in_place, read_plain

MOST_BYTES: Final = 10_000
MOST_KNOWN: Final = 100


class KnownTable(
    msgspec.Struct,
    frozen=True,
    tag_field="format",
    tag="greenbaize-seat",
    rename={"name": "table"},
):
    """A table where ``you`` still have a seat, by its secret, and need no code."""

    version: Literal[1]
    fingerprint: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    secret: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    you: Name
    host: Name
    port: Annotated[int, Meta(ge=0, lt=65_536)]
    name: Name = ""
    game: Name = ""
    when: Annotated[str, Meta(max_length=40)] = ""


class SeatSecrets:
    """A guest's secrets, a file per table and ``name``: several guests play from one computer."""

    def __init__(self, folder: Path, name: str, host: str = "", port: int = 0) -> None:
        self._folder, self._name = folder, name
        self._host, self._port = host, port

    def secret(self, fingerprint: bytes) -> str | None:
        kept = _read(self._path(fingerprint))
        return None if kept is None or kept.fingerprint != fingerprint.hex() else kept.secret

    def keep(self, fingerprint: bytes, secret: str) -> None:
        """Store a secret; if nothing can be written, the next join needs the code."""
        before = _read(self._path(fingerprint))
        kept = KnownTable(1, fingerprint.hex(), secret, self._name, self._host, self._port)
        if before is not None:
            kept = msgspec.structs.replace(kept, name=before.name, game=before.game)
        self._write(kept)

    def note(self, fingerprint: bytes, table: str, game: str) -> None:
        kept = _read(self._path(fingerprint))
        if kept is not None and (kept.name, kept.game) != (table, game):
            self._write(msgspec.structs.replace(kept, name=table, game=game))

    def forget(self, fingerprint: bytes) -> None:
        forget_file(self._path(fingerprint))

    def closed(self) -> None:
        """Remove a closed table from the list, but keep the secret."""
        kept = known_at(self._host, self._port, self._name)
        if kept is not None:
            self._write(msgspec.structs.replace(kept, host=""))

    def moved(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    def _path(self, fingerprint: bytes) -> Path:
        whose = sha256(self._name.encode()).hexdigest()[:16]
        return self._folder / f"{fingerprint.hex()}-{whose}"

    def _write(self, kept: KnownTable) -> None:
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        kept = msgspec.structs.replace(kept, when=now)
        try:
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            path = self._path(bytes.fromhex(kept.fingerprint))
            put_in_place(path, msgspec.json.encode(kept) + b"\n", 0o600)
        except OSError:
            return


class PassingSecret:
    """A secret in memory only: of a spectator, or at this computer's own table."""

    def __init__(self, secret: str | None = None) -> None:
        self._secret = secret

    def secret(self, fingerprint: bytes) -> str | None:
        del fingerprint
        return self._secret

    def keep(self, fingerprint: bytes, secret: str) -> None:
        del fingerprint
        self._secret = secret

    def forget(self, fingerprint: bytes) -> None:
        del fingerprint
        self._secret = None


def known_tables() -> tuple[KnownTable, ...]:
    """Return the tables with an own seat, the latest first."""
    found = []
    try:
        paths = sorted(folders.seats().iterdir())
    except OSError:
        return ()
    for path in paths:
        kept = _read(path)
        if kept is not None and kept.you and kept.host and kept.game in GAMES:
            found.append(kept)
    found.sort(key=lambda one: one.when, reverse=True)
    return tuple(found[:MOST_KNOWN])


def known_at(host: str, port: int, you: str) -> KnownTable | None:
    """Return the table at an address where a player still has a seat, or None."""
    wanted = host, port, you
    return next((one for one in known_tables() if (one.host, one.port, one.you) == wanted), None)


def _read(path: Path) -> KnownTable | None:
    try:
        kept: KnownTable = shaped(decoded_line(read_plain(path, MOST_BYTES)), KnownTable)
    except (GameError, ValueError):
        return None
    return kept
