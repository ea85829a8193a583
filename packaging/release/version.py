"""Version of the program: three numbers, stored in one file."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from system import SetupError

VERSION_FILE = "desktop/greenbaize/__init__.py"
VERSION_LINE = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)


@dataclass(frozen=True, slots=True, order=True)
class ReleaseVersion:
    """Three numbers; docs/releasing.md says when each of them increases."""

    major: int
    minor: int
    patch: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a version such as ``1.4.0``; ``SetupError`` if it is malformed."""
        match = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", text, re.ASCII)
        if match is None:
            raise SetupError(f"“{text}” is no version; expected three numbers, such as 1.4.0")
        return cls(*map(int, match.groups()))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    def successors(self) -> tuple["ReleaseVersion", "ReleaseVersion", "ReleaseVersion"]:
        """Return the three versions that may follow this one."""
        return (
            ReleaseVersion(self.major, self.minor, self.patch + 1),
            ReleaseVersion(self.major, self.minor + 1, 0),
            ReleaseVersion(self.major + 1, 0, 0),
        )


def read_version(root: Path) -> ReleaseVersion:
    """Return the version of a checkout; ``SetupError`` if it has none."""
    match = VERSION_LINE.search((root / VERSION_FILE).read_text(encoding="utf-8"))
    if match is None:
        raise SetupError(f"{VERSION_FILE} contains no version")
    return ReleaseVersion.parse(match[1])


def write_version(root: Path, version: ReleaseVersion) -> None:
    """Write a version into the program of a checkout."""
    path = root / VERSION_FILE
    text = path.read_text(encoding="utf-8")
    text = VERSION_LINE.sub(f'__version__ = "{version}"', text, count=1)
    path.write_text(text, encoding="utf-8", newline="\n")
