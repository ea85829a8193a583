"""Tests of the release command: refusals, products and sums."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import releasing
from release.checkout import Checkout
from release.sums import write_sums
from release.version import Version
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

MOMENT = 1_793_000_000
INIT = "desktop/greenbaize/__init__.py"


class Repository:
    """Small project under git."""

    def __init__(self, folder):
        self.folder = folder

    def git(self, *words):
        person = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.example"}
        person |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.example"}
        person |= {"GIT_COMMITTER_DATE": f"{MOMENT} +0300", "GIT_CONFIG_GLOBAL": os.devnull}
        command = ["git", "-C", str(self.folder), *words]
        subprocess.run(command, check=True, capture_output=True, env=os.environ | person)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "Something")


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Return a project with an unreleased section in its changelog."""
    repository = Repository(tmp_path / "project")
    repository.folder.mkdir()
    repository.git("init", "-q")
    repository.write(INIT, '__version__ = "1.2.3"\n')
    repository.write(".gitignore", "dist/\n")
    repository.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- New.\n")
    repository.write("line ends.txt", "one\r\ntwo\n")
    repository.commit()
    monkeypatch.setattr(releasing, "ROOT", repository.folder)
    return repository


@pytest.fixture
def released(repository):
    """Return a project with a prepared and committed version."""
    repository.write("CHANGELOG.md", "# Changelog\n\n## 1.2.3 – 2026-11-22\n\n- New.\n")
    repository.commit()
    return repository


@pytest.fixture(autouse=True)
def made(monkeypatch):
    """Replace the build of archives; return the source folders that it was called with."""
    sources = []

    def make_archives(source, out, moment):
        sources.append(source)
        (out / "some.whl").write_bytes(f"{moment}".encode())
        (out / "some.tar.gz").write_bytes((source / "line ends.txt").read_bytes())

    monkeypatch.setattr(releasing, "make_archives", make_archives)
    return sources


def refusal(capsys, *arguments):
    """Return the message of a refusing command: one line."""
    assert releasing.main(arguments) == 1
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if not line.endswith("…")]
    assert (out, len(lines)) == ("", 1)
    assert lines[0].startswith("Green Baize: ")
    return lines[0].removeprefix("Green Baize: ")


class TestRefusals:
    def test_copy_without_history(self, released, capsys):
        shutil.rmtree(released.folder / ".git")
        assert "from a checkout with its history" in refusal(capsys)

    def test_uncommitted_changes(self, released, capsys):
        released.write("line ends.txt", "other")
        released.write("new.txt", "new")
        assert refusal(capsys) == "there are uncommitted changes: line ends.txt and 1 more"
        released.git("checkout", "line ends.txt")
        assert refusal(capsys) == "there are uncommitted changes: new.txt"

    @pytest.mark.usefixtures("repository")
    def test_changelog_that_has_not_been_cut(self, capsys):
        assert "begins with “Unreleased”" in refusal(capsys)

    def test_version_that_the_changelog_does_not_have(self, released, capsys):
        released.write(INIT, '__version__ = "1.3.0"\n')
        released.commit()
        assert "begins with 1.2.3, but the program says that it is 1.3.0" in refusal(capsys)

    def test_tag_of_another_commit(self, released, capsys):
        released.git("tag", "v1.2.3")
        released.write("more.txt", "more")
        released.commit()
        assert "v1.2.3 is the tag of another commit" in refusal(capsys)

    @pytest.mark.usefixtures("repository")
    @pytest.mark.parametrize("words", [["--prepare", "2.0.0", "--draft"], ["2.0.0"], ["--chek"]])
    def test_wrong_command_line(self, words, capsys):
        assert "--help" in refusal(capsys, *words)

    @pytest.mark.usefixtures("released")
    def test_what_is_made_twice_and_differs(self, monkeypatch, capsys):
        def make_archives(source, out, moment):
            (out / "same.whl").write_bytes(b"same")
            (out / "place.tar.gz").write_bytes(str(source).encode())

        monkeypatch.setattr(releasing, "make_archives", make_archives)
        told = refusal(capsys, "--check", "--without-bundle")
        assert told == "made twice, these are not the same: place.tar.gz"
        assert not (releasing.ROOT / "dist").exists()


class TestPrepare:
    def test_writes_both_and_says_what_to_do(self, repository, capsys):
        assert releasing.main(["--prepare", "1.3.0"]) == 0
        assert Checkout(repository.folder).git("diff", "--stat").count("|") == 2
        assert (repository.folder / INIT).read_text() == '__version__ = "1.3.0"\n'
        assert "## 1.3.0 – 20" in (repository.folder / "CHANGELOG.md").read_text("utf-8")
        told = capsys.readouterr().out
        assert 'git commit -am "Version 1.3.0"' in told
        assert "git tag -s v1.3.0" in told

    def test_then_the_release_is_accepted(self, repository):
        assert releasing.main(["--prepare", "1.3.0"]) == 0
        repository.commit()
        assert releasing.main(["--without-bundle"]) == 0

    def test_nothing_is_written_where_it_is_refused(self, repository, capsys):
        repository.write("new.txt", "new")
        assert "uncommitted" in refusal(capsys, "--prepare", "1.3.0")
        (repository.folder / "new.txt").unlink()
        assert "is no version" in refusal(capsys, "--prepare", "1.3")
        Checkout(repository.folder).check_clean()


class TestRelease:
    def test_is_made_of_what_is_committed_and_knows_one_time(self, released, made, capsys):
        assert releasing.main(["--without-bundle"]) == 0
        place = released.folder / "dist/1.2.3"
        assert sorted(path.name for path in place.iterdir()) == [
            "NOTES.md",
            "SHA256SUMS",
            "some.tar.gz",
            "some.whl",
        ]
        # The announcement is the version's section, and not one of the downloads.
        assert (place / "NOTES.md").read_bytes() == b"- New.\n"
        assert b"NOTES" not in (place / "SHA256SUMS").read_bytes()
        assert (place / "some.whl").read_bytes() == f"{MOMENT}".encode()
        assert (place / "some.tar.gz").read_bytes() == b"one\r\ntwo\n"
        assert [source.name for source in made] == ["greenbaize-1.2.3"]
        assert not made[0].exists()
        assert "Not tagged yet" in capsys.readouterr().out

    def test_tag_of_this_commit_is_right(self, released, capsys):
        released.git("tag", "-a", "-m", "It", "v1.2.3")
        assert releasing.main(["--without-bundle"]) == 0
        assert "Not tagged" not in capsys.readouterr().out

    def test_earlier_one_is_replaced(self, released):
        released.write("dist/1.2.3/left over.deb", "old")
        assert releasing.main(["--without-bundle"]) == 0
        assert not (released.folder / "dist/1.2.3/left over.deb").exists()

    @pytest.mark.usefixtures("released")
    def test_check_makes_it_in_two_places(self, made, capsys):
        before = os.umask(0o022)
        assert releasing.main(["--check", "--without-bundle"]) == 0
        assert len({source.parent for source in made}) == 2
        assert "the same bytes each time" in capsys.readouterr().err
        assert os.umask(before) == 0o022

    def test_draft_is_made_of_the_last_commit_whatever_is_around(self, repository):
        repository.write("line ends.txt", "not committed")
        assert releasing.main(["--draft", "--without-bundle"]) == 0
        place = repository.folder / "dist/draft"
        assert (place / "some.tar.gz").read_bytes() == b"one\r\ntwo\n"

    @pytest.mark.usefixtures("released")
    def test_bundle_is_made_unless_it_is_not_wanted(self, monkeypatch):
        asked = []
        monkeypatch.setattr(releasing, "make_bundle", lambda *words: asked.append(words))
        assert releasing.main([]) == 0
        assert asked[0][2:] == (MOMENT, Version(1, 2, 3))


class TestSums:
    def test_are_those_of_sha256sum(self, tmp_path):
        (tmp_path / "b.deb").write_bytes(b"abc")
        (tmp_path / "a.whl").write_bytes(b"")
        (tmp_path / "SHA256SUMS.asc").write_bytes(b"a signature of sums before")
        (tmp_path / "NOTES.md").write_bytes(b"- New.")
        (tmp_path / "folder").mkdir()
        assert write_sums(tmp_path).read_bytes() == (
            b"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.whl\n"
            b"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.deb\n"
        )
        assert write_sums(tmp_path).read_bytes().count(b"\n") == 2

    def test_command_writes_them_anew(self, tmp_path, capsys):
        (tmp_path / "a.whl").touch()
        assert releasing.main(["--sums", str(tmp_path)]) == 0
        (tmp_path / "a.whl").unlink()
        (tmp_path / "SHA256SUMS").unlink()
        capsys.readouterr()
        assert "nothing in" in refusal(capsys, "--sums", str(tmp_path))
        assert "nothing in" in refusal(capsys, "--sums", str(tmp_path / "nowhere"))


def test_export_is_as_committed_whatever_git_was_told(repository):
    repository.git("config", "core.autocrlf", "true")
    folder = repository.folder.parent / "copy"
    Checkout(repository.folder).export(folder)
    assert (folder / "line ends.txt").read_bytes() == b"one\r\ntwo\n"
    assert b"\r" not in (folder / "CHANGELOG.md").read_bytes()
    assert not (folder / ".git").exists()


def test_git_that_complains_is_quoted(tmp_path):
    with pytest.raises(SetupError, match=r"git could not do it: .*not a git repository"):
        Checkout(tmp_path).commit()


def test_page_on_releasing_names_every_option_and_no_other():
    page = (ROOT / "docs/releasing.md").read_text(encoding="utf-8")
    named = set(re.findall(r"start\.py release (--\w[\w-]*)|`(--(?!ignore)\w[\w-]*)`", page))
    options = {option for action in releasing.parser()._actions for option in action.option_strings}
    assert {one or other for one, other in named} == options - {"-h", "--help"}
