"""The changelog as a release sees it: one section for each version, newest first."""

import re
from dataclasses import dataclass
from datetime import date

from system import SetupError

from release.version import Version

UNRELEASED = "Unreleased"
HEADING = re.compile(r"^## +(?P<title>.+?) *$", re.MULTILINE)
RELEASED = re.compile(r"^(?P<version>\S+) – (?P<day>\d{4}-\d{2}-\d{2})$")


@dataclass(frozen=True, slots=True)
class Section:
    """What a player notices in a version.

    Args:
        version: None of what is not released yet.
        body: its lines, without the heading.
        begin: where its heading stands in the file, in characters.
        end: where the heading ends.
    """

    version: Version | None
    body: str
    begin: int
    end: int


def sections(text: str) -> list[Section]:
    """The sections of a changelog; ``SetupError`` if a heading is neither kind."""
    headings = list(HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [
        Section(
            _version(heading["title"]),
            text[heading.end() : end].strip(),
            heading.start(),
            heading.end(),
        )
        for heading, end in zip(headings, ends, strict=False)
    ]


def _version(title: str) -> Version | None:
    if title == UNRELEASED:
        return None
    released = RELEASED.match(title)
    if released is None:
        raise SetupError(
            f"CHANGELOG.md has the heading “{title}”; one is “{UNRELEASED}” or “1.4.0 – 2026-12-31”"
        )
    try:
        date.fromisoformat(released["day"])
    except ValueError:
        raise SetupError(f"CHANGELOG.md names a day that there is not: {released['day']}") from None
    return Version.read(released["version"])


def released(text: str) -> list[Version]:
    """The versions that a changelog says were released, as they stand."""
    return [section.version for section in sections(text) if section.version is not None]


def cut(text: str, version: Version, day: date) -> str:
    """The changelog with what is unreleased as a section of a version.

    Raises:
        SetupError: nothing is unreleased, or the version does not follow the last one.
    """
    first = next(iter(sections(text)), None)
    if first is None or first.version is not None or not first.body:
        raise SetupError(f"CHANGELOG.md has nothing under “{UNRELEASED}” that could be released")
    before = released(text)
    if before and version not in max(before).successors():
        *others, last = map(str, max(before).successors())
        raise SetupError(
            f"{version} does not follow {max(before)}; what does is {', '.join(others)} or {last}"
        )
    return f"{text[: first.begin]}## {version} – {day.isoformat()}{text[first.end :]}"


def notes(text: str, version: Version) -> str:
    """What the changelog says of a version.

    Raises:
        SetupError: it says nothing of it, or something newer than it.
    """
    for section in sections(text):
        if section.version == version:
            if not section.body:
                raise SetupError(f"CHANGELOG.md says nothing of {version}")
            return section.body
        if section.body:
            told = section.version or f"“{UNRELEASED}”"
            raise SetupError(
                f"CHANGELOG.md begins with {told}, but the program says that it is {version}; "
                f"prepare a version first: python3 packaging/start.py release --prepare VERSION"
            )
    raise SetupError(f"CHANGELOG.md has no section for {version}")
