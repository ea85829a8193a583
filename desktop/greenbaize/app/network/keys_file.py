"""What a host needs to open its table again: key, code, port, and who sits where.

It lies in a file of its own beside the record, readable by its owner alone; guests never get it.
Of a seat's secret only a hash is kept.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.lan.address import plain_code
from greenbaize.lan.pairing import TableKey
from greenbaize.rules.decoding import decoded_line, shaped
from greenbaize.rules.errors import DamagedError, FileError, GameError, NotPlainError
from greenbaize.rules.messages import Message
from greenbaize.rules.names import Name
from greenbaize.store.open_files import put_in_place
from greenbaize.store.plain_files import read_plain
from greenbaize.store.record_file import KEYS_SUFFIX, beside

MOST_BYTES: Final = 100_000


class KeptChair(msgspec.Struct, frozen=True):
    """Who sits at a chair: nobody without a name.

    ``secret`` is the hash of their secret; ``here`` says that they sit at the host's computer,
    ``keeps`` that they keep the table.
    """

    name: Name = ""
    secret: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    here: bool = False
    keeps: bool = False


class _Kept(msgspec.Struct, tag_field="format", tag="greenbaize-table"):
    version: Literal[1]
    certificate: Annotated[str, Meta(max_length=10_000)]
    key: Annotated[str, Meta(max_length=10_000)]
    code: Annotated[str, Meta(max_length=100)]
    port: Annotated[int, Meta(ge=0, lt=65_536)]
    chairs: Annotated[list[KeptChair], Meta(max_length=20)]


@dataclass(slots=True)
class TableKeys:
    """The key, the code as it is shown, the port, and the chairs of a table."""

    key: TableKey
    code: str
    port: int
    chairs: tuple[KeptChair, ...] = ()


def keys_path(record: Path) -> Path:
    """The file of keys that belongs to a record."""
    return beside(record, KEYS_SUFFIX)


def read_keys(path: Path) -> TableKeys | None:
    """The keys in a file, None if there is none.

    Raises:
        GameError: it is damaged, or cannot be read.
    """
    try:
        data = read_plain(path, MOST_BYTES)
    except NotPlainError:
        raise
    except FileError:
        if path.exists():
            raise
        return None
    try:
        kept: _Kept = shaped(decoded_line(data), _Kept)
        key = TableKey(kept.certificate, kept.key)
        plain_code(kept.code)
        key.server_context()
    except (DamagedError, ValueError):
        raise GameError(Message("table-keys-damaged", {"path": str(path)})) from None
    return TableKeys(key, kept.code, kept.port, tuple(kept.chairs))


def write_keys(path: Path, keys: TableKeys) -> None:
    """Write the keys, wholly or not at all; ``FileError`` if that cannot be done."""
    kept = _Kept(1, keys.key.certificate, keys.key.key, keys.code, keys.port, list(keys.chairs))
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        put_in_place(path, msgspec.json.encode(kept) + b"\n", 0o600)
    except OSError as error:
        raise FileError(path, error) from error
