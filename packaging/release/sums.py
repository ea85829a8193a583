"""SHA256SUMS: what ``sha256sum --check`` reads, made the same on every system."""

import hashlib
from pathlib import Path

from system import SetupError

NAME = "SHA256SUMS"
NOTES = "NOTES.md"
"""What is said of a version where it is handed out; nobody downloads it."""


def sha256(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file in a folder by name; sums, their signatures and notes have none."""
    return {
        path.name: sha256(path)
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.is_file() and path.stem != NAME and path.name != NOTES
    }


def write_sums(folder: Path) -> Path:
    """Write the sums of a folder into it; ``SetupError`` if nothing is there."""
    if not folder.is_dir() or not (listed := sums(folder)):
        raise SetupError(f"there is nothing in {folder} to make sums of")
    path = folder / NAME
    lines = [f"{digest}  {name}\n" for name, digest in listed.items()]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def differing(one: Path, other: Path) -> list[str]:
    """The names of the files that are not the same in two folders."""
    first, second = sums(one), sums(other)
    return sorted(name for name in first | second if first.get(name) != second.get(name))
