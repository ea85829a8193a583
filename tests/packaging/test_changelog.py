"""Tests of versions and the changelog: successors, and cutting a release."""

import re
from datetime import date
from pathlib import Path

import pytest
from release.changelog import (
    cut_release,
    draft_notes,
    parse_sections,
    release_notes,
    released_versions,
)
from release.version import ReleaseVersion, read_version, write_version
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]

HEADING = "# Changelog\n\nWhat a player notices, newest first.\n\n"
OLDER_SECTIONS = "## 1.2.3 – 2026-10-01\n\n- Older.\n\n## 1.2.2 – 2026-09-01\n\n- Oldest.\n"
TEXT = f"{HEADING}## Unreleased\n\n- Newer.\n\n{OLDER_SECTIONS}"
DAY = date(2026, 11, 22)
SUBJECTS = (
    *("Games", "Table", "Opponents", "Friends", "Learning", "Sheets", "For everyone"),
    *("Installing", "Coming from"),
)
MAX_LINES = 60
"""Most lines of a section, with its heading."""


class TestVersion:
    @pytest.mark.parametrize("text", ["0.1.0", "1.20.3", "12.0.0"])
    def test_three_numbers_are_read(self, text):
        assert str(ReleaseVersion.parse(text)) == text

    @pytest.mark.parametrize(
        "text", ["", "1.2", "1.2.3.4", "v1.2.3", "1.2.3rc1", "01.2.3", "1.2.-3", "1.2.3\n", "1.2.٣"]
    )
    def test_anything_else_is_refused(self, text):
        with pytest.raises(SetupError, match="is no version"):
            ReleaseVersion.parse(text)

    def test_numbers_are_compared_as_numbers(self):
        assert ReleaseVersion.parse("1.10.0") > ReleaseVersion.parse("1.9.9")

    def test_three_may_follow(self):
        assert [str(one) for one in ReleaseVersion(1, 2, 3).successors()] == [
            "1.2.4",
            "1.3.0",
            "2.0.0",
        ]

    def test_version_is_read_and_written_in_one_file(self, tmp_path):
        path = tmp_path / "desktop/greenbaize/__init__.py"
        path.parent.mkdir(parents=True)
        path.write_bytes(b'"""A table."""\n\n__version__ = "1.2.3"\n\nafter = 1\n')
        assert read_version(tmp_path) == ReleaseVersion(1, 2, 3)
        write_version(tmp_path, ReleaseVersion(1, 3, 0))
        assert path.read_bytes() == b'"""A table."""\n\n__version__ = "1.3.0"\n\nafter = 1\n'

    def test_a_missing_version_is_an_error(self, tmp_path):
        path = tmp_path / "desktop/greenbaize/__init__.py"
        path.parent.mkdir(parents=True)
        path.write_text("version = 1\n")
        with pytest.raises(SetupError, match="contains no version"):
            read_version(tmp_path)


class TestCut:
    def test_the_unreleased_section_becomes_the_version(self):
        after = cut_release(TEXT, ReleaseVersion(1, 3, 0), DAY)
        assert after == TEXT.replace("## Unreleased", "## 1.3.0 – 2026-11-22")
        assert released_versions(after)[0] == ReleaseVersion(1, 3, 0)

    def test_first_version_is_any(self):
        text = f"{HEADING}## Unreleased\n\n- All of it.\n"
        assert "## 0.1.0 – 2026-11-22\n\n- All of it." in cut_release(
            text, ReleaseVersion(0, 1, 0), DAY
        )

    @pytest.mark.parametrize("version", ["1.2.3", "1.2.2", "1.2.5", "1.4.0", "3.0.0", "1.3.1"])
    def test_version_that_does_not_follow_is_refused(self, version):
        with pytest.raises(SetupError, match=r"does not follow 1\.2\.3; .*1\.3\.0 or 2\.0\.0"):
            cut_release(TEXT, ReleaseVersion.parse(version), DAY)

    @pytest.mark.parametrize(
        "text",
        [
            HEADING,
            f"{HEADING}{OLDER_SECTIONS}",
            f"{HEADING}## Unreleased\n\n{OLDER_SECTIONS}",
            f"{HEADING}## Unreleased",
        ],
    )
    def test_nothing_new_is_no_release(self, text):
        with pytest.raises(SetupError, match=r"section “Unreleased” .* is empty"):
            cut_release(text, ReleaseVersion(1, 3, 0), DAY)

    @pytest.mark.parametrize("title", ["1.2.3", "1.2.3 - 2026-10-01", "Soon", "1.2 – 2026-10-01"])
    def test_heading_of_no_kind_is_refused(self, title):
        with pytest.raises(SetupError, match=r"CHANGELOG\.md has|is no version"):
            released_versions(f"{HEADING}## {title}\n\n- Something.\n")

    def test_impossible_date_is_refused(self):
        with pytest.raises(SetupError, match="2026-02-30"):
            released_versions(f"{HEADING}## 1.2.3 – 2026-02-30\n")


class TestNotes:
    def test_notes_of_a_version_are_its_section(self):
        assert release_notes(HEADING + OLDER_SECTIONS, ReleaseVersion(1, 2, 3)) == "- Older."

    def test_empty_unreleased_section_is_skipped(self):
        assert (
            release_notes(f"{HEADING}## Unreleased\n\n{OLDER_SECTIONS}", ReleaseVersion(1, 2, 3))
            == "- Older."
        )

    def test_unreleased_lines_are_refused(self):
        with pytest.raises(SetupError, match=r"begins with “Unreleased”.*--prepare"):
            release_notes(TEXT, ReleaseVersion(1, 2, 3))

    def test_another_version_is_refused(self):
        with pytest.raises(SetupError, match=r"begins with 1\.2\.3, .* version 1\.2\.2"):
            release_notes(HEADING + OLDER_SECTIONS, ReleaseVersion(1, 2, 2))

    def test_version_without_words_is_refused(self):
        with pytest.raises(SetupError, match=r"section 1\.2\.3 of CHANGELOG\.md is empty"):
            release_notes(f"{HEADING}## 1.2.3 – 2026-10-01\n", ReleaseVersion(1, 2, 3))
        with pytest.raises(SetupError, match=r"no section for 1\.2\.3"):
            release_notes(HEADING, ReleaseVersion(1, 2, 3))


def test_notes_of_a_draft_are_the_newest_section():
    assert draft_notes(TEXT) == "- Newer."
    assert draft_notes(f"{HEADING}## Unreleased\n\n{OLDER_SECTIONS}") == "- Older."
    assert draft_notes(HEADING) == ""


def test_sections_of_our_own_changelog_are_short_and_sorted_by_subject():
    for section in parse_sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        assert len(section.body.splitlines()) + 2 <= MAX_LINES
        subjects = re.findall(r"^### (.*?)(?: \d+\.\d+\.\d+)?$", section.body, re.M)
        assert subjects == [one for one in SUBJECTS if one in subjects]
        bullets = re.findall(r"^- .*$", section.body, re.M)
        assert len(set(bullets)) == len(bullets)
        assert section.version is None or subjects


def test_our_own_changelog_can_be_read_and_names_no_version_that_the_program_is_not():
    versions = released_versions((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert versions == sorted(versions, reverse=True)
    assert not versions or versions[0] == read_version(ROOT)
