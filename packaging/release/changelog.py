"""Changelog access for releases: one section for each version, newest first."""

import re
from dataclasses import dataclass
from datetime import date

from system import SetupError

from release.version import ReleaseVersion

UNRELEASED = "Unreleased"
HEADING = re.compile(r"^## +(?P<title>.+?) *$", re.MULTILINE)
RELEASED = re.compile(r"^(?P<version>\S+) – (?P<day>\d{4}-\d{2}-\d{2})$")


@dataclass(frozen=True, slots=True)
class ChangelogSection:
    """Changes of one version.

    Args:
        version: None if not released yet.
        day: date of the release, as YYYY-MM-DD; empty if not released yet.
        body: lines without the heading.
        start: offset of the heading in the file (characters).
        end: offset of the heading's end.
    """

    version: ReleaseVersion | None
    day: str
    body: str
    start: int
    end: int


def parse_sections(text: str) -> list[ChangelogSection]:
    """Return the sections of a changelog; ``SetupError`` if a heading is malformed."""
    headings = list(HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [
        ChangelogSection(
            *_parse_heading(heading["title"]),
            text[heading.end() : end].strip(),
            heading.start(),
            heading.end(),
        )
        for heading, end in zip(headings, ends, strict=False)
    ]


def _parse_heading(title: str) -> tuple[ReleaseVersion | None, str]:
    """Return the version and the date of a heading."""
    if title == UNRELEASED:
        return None, ""
    match = RELEASED.match(title)
    if match is None:
        raise SetupError(
            f"CHANGELOG.md has the heading “{title}”, "
            f"expected “{UNRELEASED}” or one like “1.4.0 – 2026-12-31”"
        )
    try:
        date.fromisoformat(match["day"])
    except ValueError:
        raise SetupError(f"CHANGELOG.md has an invalid date: {match['day']}") from None
    return ReleaseVersion.parse(match["version"]), match["day"]


def released_versions(text: str) -> list[ReleaseVersion]:
    """Return the released versions in the order of the changelog."""
    return [section.version for section in parse_sections(text) if section.version is not None]


def cut_release(text: str, version: ReleaseVersion, day: date) -> str:
    """Return the changelog with the unreleased section turned into a version's.

    Raises:
        SetupError: nothing is unreleased, or the version does not follow the last one.
    """
    first = next(iter(parse_sections(text)), None)
    if first is None or first.version is not None or not first.body:
        raise SetupError(f"the section “{UNRELEASED}” of CHANGELOG.md is empty")
    versions = released_versions(text)
    if versions and version not in max(versions).successors():
        *others, last = map(str, max(versions).successors())
        raise SetupError(
            f"{version} does not follow {max(versions)}; expected {', '.join(others)} or {last}"
        )
    return f"{text[: first.start]}## {version} – {day.isoformat()}{text[first.end :]}"


def draft_notes(text: str) -> str:
    """Return the newest section of the changelog that is not empty; an empty text without any."""
    return next((section.body for section in parse_sections(text) if section.body), "")


def release_notes(text: str, version: ReleaseVersion) -> str:
    """Return the changelog section of a version.

    Raises:
        SetupError: there is none, or a newer section is not empty.
    """
    for section in parse_sections(text):
        if section.version == version:
            if not section.body:
                raise SetupError(f"the section {version} of CHANGELOG.md is empty")
            return section.body
        if section.body:
            newest = section.version or f"“{UNRELEASED}”"
            raise SetupError(
                f"CHANGELOG.md begins with {newest}, but the program has version {version}; "
                f"prepare a version first: python3 packaging/start.py release --prepare VERSION"
            )
    raise SetupError(f"CHANGELOG.md has no section for {version}")
