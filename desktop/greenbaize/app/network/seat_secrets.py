"""The secrets of a guest's seats, for coming back, and their tables."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.games import GAMES
from greenbaize.lan.client import TableRejectionError
from greenbaize.rules.decoding import NameText, convert_to_type, decode_object
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.files import LockedFile, read_plain, remove_quietly, write_and_rename
from greenbaize.store.record_file import LOCK_SUFFIX

MAX_SECRET_BYTES: Final = 10_000
MAX_KNOWN_TABLES: Final = 100
_LOCK_TIMEOUT_S: Final = 0.25
"""Time to wait for a seat's lock (s): who lists the free seats holds it for a moment."""


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
    you: NameText
    host: NameText
    port: Annotated[int, Meta(ge=0, lt=65_536)]
    name: NameText = ""
    game: NameText = ""
    when: Annotated[str, Meta(max_length=40)] = ""


class SecretFileStore:
    """A guest's secrets, a file per table and ``name``: several guests play from one computer.

    The seat at the table that was last asked for is locked, so that one window at a time plays it.
    """

    def __init__(self, folder: Path, name: str, host: str = "", port: int = 0) -> None:
        self._folder, self._name = folder, name
        self._host, self._port = host, port
        self._seat_lock: LockedFile | None = None

    def load_secret(self, fingerprint: bytes) -> str | None:
        """Return a seat's secret; ``TableRejectionError`` if another window plays the seat."""
        self._lock_seat(_lock_path(self._secret_path(fingerprint)))
        stored_table = _read_known_table(self._secret_path(fingerprint))
        return (
            None
            if stored_table is None or stored_table.fingerprint != fingerprint.hex()
            else stored_table.secret
        )

    def write_secret(self, fingerprint: bytes, secret: str) -> None:
        """Store a secret; if nothing can be written, the next join needs the code."""
        previous_table = _read_known_table(self._secret_path(fingerprint))
        stored_table = KnownTable(1, fingerprint.hex(), secret, self._name, self._host, self._port)
        if previous_table is not None:
            stored_table = msgspec.structs.replace(
                stored_table, name=previous_table.name, game=previous_table.game
            )
        self._write_table(stored_table)

    def write_table_info(self, fingerprint: bytes, table: str, game: str) -> None:
        stored_table = _read_known_table(self._secret_path(fingerprint))
        if stored_table is not None and (stored_table.name, stored_table.game) != (table, game):
            self._write_table(msgspec.structs.replace(stored_table, name=table, game=game))

    def delete_secret(self, fingerprint: bytes) -> None:
        remove_quietly(self._secret_path(fingerprint))

    def mark_table_closed(self) -> None:
        """Remove a closed table from the list, but keep the secret."""
        stored_table = find_known_table(self._host, self._port, self._name)
        if stored_table is not None:
            self._write_table(msgspec.structs.replace(stored_table, host=""))

    def set_address(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    def unlock_seat(self) -> None:
        """Let other windows play the seat."""
        if self._seat_lock is not None:
            self._seat_lock.release(remove=True)
            self._seat_lock = None

    def _lock_seat(self, path: Path) -> None:
        if self._seat_lock is not None and self._seat_lock.path == path:
            return
        self.unlock_seat()
        try:
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            self._seat_lock = LockedFile.lock_within(path, _LOCK_TIMEOUT_S)
        except OSError:  # where nothing can be written, no other window has the secret either
            return
        if self._seat_lock is None:
            raise TableRejectionError("other-window")

    def _secret_path(self, fingerprint: bytes) -> Path:
        return _secret_path(self._folder, fingerprint, self._name)

    def _write_table(self, table: KnownTable) -> None:
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        table = msgspec.structs.replace(table, when=now)
        try:
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            path = self._secret_path(bytes.fromhex(table.fingerprint))
            write_and_rename(path, msgspec.json.encode(table) + b"\n", 0o600)
        except OSError:
            return


class MemorySecretStore:
    """A secret in memory only: of a spectator, or at this computer's own table."""

    def __init__(self, secret: str | None = None) -> None:
        self._secret = secret

    def load_secret(self, fingerprint: bytes) -> str | None:
        del fingerprint
        return self._secret

    def write_secret(self, fingerprint: bytes, secret: str) -> None:
        del fingerprint
        self._secret = secret

    def delete_secret(self, fingerprint: bytes) -> None:
        del fingerprint
        self._secret = None


def read_known_tables() -> tuple[KnownTable, ...]:
    """Return the tables with an own seat, the latest first."""
    tables = []
    try:
        paths = sorted(folders.seat_secrets_folder().iterdir())
    except OSError:
        return ()
    for path in paths:
        stored_table = _read_known_table(path)
        if (
            stored_table is not None
            and stored_table.you
            and stored_table.host
            and stored_table.game in GAMES
        ):
            tables.append(stored_table)
    tables.sort(key=lambda table: table.when, reverse=True)
    return tuple(tables[:MAX_KNOWN_TABLES])


def list_free_known_tables() -> tuple[KnownTable, ...]:
    """Return the tables with an own seat that no other window plays, the latest first."""
    folder = folders.seat_secrets_folder()
    return tuple(
        table
        for table in read_known_tables()
        if not _is_locked(
            _lock_path(_secret_path(folder, bytes.fromhex(table.fingerprint), table.you))
        )
    )


def find_known_table(host: str, port: int, player_name: str) -> KnownTable | None:
    """Return the table at an address where a player still has a seat, or None."""
    table_key = host, port, player_name
    return next(
        (
            table
            for table in read_known_tables()
            if (table.host, table.port, table.you) == table_key
        ),
        None,
    )


def _secret_path(folder: Path, fingerprint: bytes, name: str) -> Path:
    return folder / f"{fingerprint.hex()}-{sha256(name.encode()).hexdigest()[:16]}"


def _lock_path(secret_path: Path) -> Path:
    return secret_path.with_name(secret_path.name + LOCK_SUFFIX)


def _is_locked(path: Path) -> bool:
    if not path.exists():
        return False
    try:
        lock = LockedFile.try_lock(path)
    except OSError:
        return False
    if lock is not None:
        lock.release(remove=True)
    return lock is None


def _read_known_table(path: Path) -> KnownTable | None:
    try:
        table: KnownTable = convert_to_type(
            decode_object(read_plain(path, MAX_SECRET_BYTES)), KnownTable
        )
    except (GameError, ValueError):
        return None
    return table
