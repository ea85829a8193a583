"""Version of the program: three numbers, stored in one file."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from system import SetupError

PLACE = "desktop/greenbaize/__init__.py"
SAID = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """Three numbers; docs/releasing.md says when each of them increases."""

    major: int
    minor: int
    patch: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a version such as ``1.4.0``; ``SetupError`` if it is malformed."""
        found = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", text, re.ASCII)
        if found is None:
            raise SetupError(f"“{text}” is no version; one looks like 1.4.0")
        return cls(*map(int, found.groups()))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    def successors(self) -> tuple["Version", "Version", "Version"]:
        """Return the three versions that may follow this one."""
        return (
            Version(self.major, self.minor, self.patch + 1),
            Version(self.major, self.minor + 1, 0),
            Version(self.major + 1, 0, 0),
        )


def said(root: Path) -> Version:
    """Return the version of a checkout; ``SetupError`` if it has none."""
    found = SAID.search((root / PLACE).read_text(encoding="utf-8"))
    if found is None:
        raise SetupError(f"{PLACE} does not say a version")
    return Version.read(found[1])


def say_version(root: Path, version: Version) -> None:
    """Write a version into the program of a checkout."""
    path = root / PLACE
    text = path.read_text(encoding="utf-8")
    text = SAID.sub(f'__version__ = "{version}"', text, count=1)
    path.write_text(text, encoding="utf-8", newline="\n")
