"""Tests of versions and the changelog: successors, and cutting a release."""

from datetime import date
from pathlib import Path

import pytest
from release.changelog import cut, notes, released
from release.version import Version, said, say_version
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]

HEAD = "# Changelog\n\nWhat a player notices, newest first.\n\n"
OLDER = "## 1.2.3 – 2026-10-01\n\n- Older.\n\n## 1.2.2 – 2026-09-01\n\n- Oldest.\n"
TEXT = f"{HEAD}## Unreleased\n\n- Newer.\n\n{OLDER}"
DAY = date(2026, 11, 22)


class TestVersion:
    @pytest.mark.parametrize("text", ["0.1.0", "1.20.3", "12.0.0"])
    def test_three_numbers_are_read(self, text):
        assert str(Version.read(text)) == text

    @pytest.mark.parametrize(
        "text", ["", "1.2", "1.2.3.4", "v1.2.3", "1.2.3rc1", "01.2.3", "1.2.-3", "1.2.3\n", "1.2.٣"]
    )
    def test_anything_else_is_refused(self, text):
        with pytest.raises(SetupError, match="is no version"):
            Version.read(text)

    def test_numbers_are_compared_as_numbers(self):
        assert Version.read("1.10.0") > Version.read("1.9.9")

    def test_three_may_follow(self):
        assert [str(one) for one in Version(1, 2, 3).successors()] == ["1.2.4", "1.3.0", "2.0.0"]

    def test_program_says_it_in_one_place(self, tmp_path):
        place = tmp_path / "desktop/greenbaize/__init__.py"
        place.parent.mkdir(parents=True)
        place.write_bytes(b'"""A table."""\n\n__version__ = "1.2.3"\n\nafter = 1\n')
        assert said(tmp_path) == Version(1, 2, 3)
        say_version(tmp_path, Version(1, 3, 0))
        assert place.read_bytes() == b'"""A table."""\n\n__version__ = "1.3.0"\n\nafter = 1\n'

    def test_silence_is_told(self, tmp_path):
        place = tmp_path / "desktop/greenbaize/__init__.py"
        place.parent.mkdir(parents=True)
        place.write_text("version = 1\n")
        with pytest.raises(SetupError, match="does not say a version"):
            said(tmp_path)


class TestCut:
    def test_what_is_unreleased_becomes_the_version(self):
        after = cut(TEXT, Version(1, 3, 0), DAY)
        assert after == TEXT.replace("## Unreleased", "## 1.3.0 – 2026-11-22")
        assert released(after)[0] == Version(1, 3, 0)

    def test_first_version_is_any(self):
        text = f"{HEAD}## Unreleased\n\n- All of it.\n"
        assert "## 0.1.0 – 2026-11-22\n\n- All of it." in cut(text, Version(0, 1, 0), DAY)

    @pytest.mark.parametrize("version", ["1.2.3", "1.2.2", "1.2.5", "1.4.0", "3.0.0", "1.3.1"])
    def test_version_that_does_not_follow_is_refused(self, version):
        with pytest.raises(SetupError, match=r"does not follow 1\.2\.3; .*1\.3\.0 or 2\.0\.0"):
            cut(TEXT, Version.read(version), DAY)

    @pytest.mark.parametrize(
        "text", [HEAD, f"{HEAD}{OLDER}", f"{HEAD}## Unreleased\n\n{OLDER}", f"{HEAD}## Unreleased"]
    )
    def test_nothing_new_is_no_release(self, text):
        with pytest.raises(SetupError, match="nothing under “Unreleased”"):
            cut(text, Version(1, 3, 0), DAY)

    @pytest.mark.parametrize("title", ["1.2.3", "1.2.3 - 2026-10-01", "Soon", "1.2 – 2026-10-01"])
    def test_heading_of_no_kind_is_refused(self, title):
        with pytest.raises(SetupError, match=r"CHANGELOG\.md has|is no version"):
            released(f"{HEAD}## {title}\n\n- Something.\n")

    def test_day_that_there_is_not_is_refused(self):
        with pytest.raises(SetupError, match="2026-02-30"):
            released(f"{HEAD}## 1.2.3 – 2026-02-30\n")


class TestNotes:
    def test_those_of_the_version(self):
        assert notes(HEAD + OLDER, Version(1, 2, 3)) == "- Older."

    def test_empty_section_for_what_comes_next_is_passed_over(self):
        assert notes(f"{HEAD}## Unreleased\n\n{OLDER}", Version(1, 2, 3)) == "- Older."

    def test_unreleased_lines_are_refused(self):
        with pytest.raises(SetupError, match=r"begins with “Unreleased”.*--prepare"):
            notes(TEXT, Version(1, 2, 3))

    def test_another_version_is_refused(self):
        with pytest.raises(SetupError, match=r"begins with 1\.2\.3, .* it is 1\.2\.2"):
            notes(HEAD + OLDER, Version(1, 2, 2))

    def test_version_without_words_is_refused(self):
        with pytest.raises(SetupError, match=r"says nothing of 1\.2\.3"):
            notes(f"{HEAD}## 1.2.3 – 2026-10-01\n", Version(1, 2, 3))
        with pytest.raises(SetupError, match=r"no section for 1\.2\.3"):
            notes(HEAD, Version(1, 2, 3))


def test_our_own_changelog_can_be_read_and_names_no_version_that_the_program_is_not():
    versions = released((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert versions == sorted(versions, reverse=True)
    assert not versions or versions[0] == said(ROOT)
