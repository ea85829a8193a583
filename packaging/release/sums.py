"""SHA256SUMS file, in the format of ``sha256sum --check``, the same on every system."""

import hashlib
from pathlib import Path

from system import SetupError

SUMS_FILE = "SHA256SUMS"
NOTES_FILE = "NOTES.md"
"""File of the release notes; it is not a download, and has no sum."""


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def compute_sums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in a folder by name, except sums, signatures and notes."""
    return {
        path.name: file_sha256(path)
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.is_file() and path.stem != SUMS_FILE and path.name != NOTES_FILE
    }


def write_sums(folder: Path) -> Path:
    """Write the sums of a folder into it; ``SetupError`` if it is empty."""
    if not folder.is_dir() or not (listed := compute_sums(folder)):
        raise SetupError(f"there is nothing in {folder} to compute sums of")
    path = folder / SUMS_FILE
    lines = [f"{digest}  {name}\n" for name, digest in listed.items()]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def find_differences(first_folder: Path, second_folder: Path) -> list[str]:
    """Return the names of the files that differ between two folders."""
    first, second = compute_sums(first_folder), compute_sums(second_folder)
    return sorted(name for name in first | second if first.get(name) != second.get(name))
