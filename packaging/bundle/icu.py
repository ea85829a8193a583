"""Reduced ICU data: a third of Qt's size, cut to what Qt uses here.

Qt sorts names with it and resolves encoding names. Calendars, currencies, countries, time zones,
transliterations and old encodings are unused: Qt has its own data for them.
"""

import struct
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from system import SetupError, failure_reason, run_command

MAGIC: Final = b"CmnD"
_BEFORE_MAGIC: Final = 12
KEPT_ITEMS: Final = ("cnvalias.icu", "coll/res_index.", "coll/root.", "coll/ucadata.", "coll/ru.")
"""Name prefixes of the items to keep: sorting, in the languages of the program as well.

All else that the library's own code needs is in that code.
"""

_ASSEMBLY: Final = """
.section .rodata
.globl {symbol}
.type {symbol}, @object
.balign 16
{symbol}: .incbin "{file}"
.size {symbol}, . - {symbol}
.section .note.GNU-stack, "", @progbits
"""


def cut_archive(data: bytes) -> bytes:
    """Return an archive of ICU's data with only the kept items.

    Args:
        data: the archive, beginning with its header; more may follow it.

    Raises:
        SetupError: it is not such an archive.
    """
    if data[_BEFORE_MAGIC:][: len(MAGIC)] != MAGIC:
        raise SetupError("the ICU data does not have the expected format")
    (begin,) = struct.unpack_from("<H", data)
    (count,) = struct.unpack_from("<I", data, begin)
    items = []
    for number in range(count):
        name_at, data_at = struct.unpack_from("<II", data, begin + 4 + 8 * number)
        end = data.index(b"\0", begin + name_at)
        items.append((data[begin + name_at : end], begin + data_at))
    ends = [at for _, at in items[1:]]
    kept_items = [
        (name, data[at:end])
        for (name, at), end in zip(items, ends, strict=False)
        if name.decode().partition("/")[2].startswith(KEPT_ITEMS)
    ]
    if not kept_items:
        raise SetupError("the ICU data contains none of the items to keep")
    return data[:begin] + _build_archive(kept_items)


def _build_archive(items: list[tuple[bytes, bytes]]) -> bytes:
    names_at = 4 + 8 * len(items)
    names = b"".join(name + b"\0" for name, _ in items)
    offset = names_at + len(names)
    table, bodies = struct.pack("<I", len(items)), b""
    padding = -offset % 16
    offset += padding
    for name, body in items:
        table += struct.pack("<II", names_at, offset)
        names_at += len(name) + 1
        bodies += body + bytes(-len(body) % 16)
        offset += len(body) + -len(body) % 16
    return table + names + bytes(padding) + bodies


def cut_library(library: Path) -> None:
    """Cut the data in a shared library of Linux that contains nothing else."""
    content = library.read_bytes()
    begin = content.find(MAGIC) - _BEFORE_MAGIC
    if begin < 0:
        raise SetupError(f"{library.name} contains no ICU data")
    major = library.name.rpartition(".")[2]
    with TemporaryDirectory() as folder:
        data, source, object_file = (Path(folder, name) for name in ("icu.dat", "icu.s", "icu.o"))
        data.write_bytes(cut_archive(content[begin:]))
        source.write_text(_ASSEMBLY.format(symbol=f"icudt{major}_dat", file=data.name))
        _run_tool(
            "as", "--reduce-memory-overheads", "-o", object_file.name, source.name, folder=folder
        )
        _run_tool(
            "ld",
            "-s",
            "-shared",
            "--build-id=none",
            "-z",
            "noexecstack",
            "-z",
            "max-page-size=4096",
            "-soname",
            library.name,
            "-o",
            "library",
            object_file.name,
            folder=folder,
        )
        library.write_bytes(Path(folder, "library").read_bytes())


def _run_tool(*command: str, folder: str) -> None:
    code, output = run_command(*command, cwd=Path(folder))
    if code:
        raise SetupError(f"{command[0]} failed: {failure_reason(output)}")
