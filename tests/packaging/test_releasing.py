"""Tests of the release command: refusals, products and sums."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import releasing
from release.checkout import GitCheckout
from release.sums import write_sums
from release.version import ReleaseVersion
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

TIMESTAMP = 1_793_000_000
VERSION_PATH = "desktop/greenbaize/__init__.py"


class GitRepository:
    """Small project under git."""

    def __init__(self, folder):
        self.folder = folder

    def run_git(self, *words):
        person = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.example"}
        person |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.example"}
        person |= {"GIT_COMMITTER_DATE": f"{TIMESTAMP} +0300", "GIT_CONFIG_GLOBAL": os.devnull}
        command = ["git", "-C", str(self.folder), *words]
        subprocess.run(command, check=True, capture_output=True, env=os.environ | person)

    def write_file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def commit_all(self):
        self.run_git("add", "-A")
        self.run_git("commit", "-qm", "Something")


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Return a project with an unreleased section in its changelog."""
    repository = GitRepository(tmp_path / "project")
    repository.folder.mkdir()
    repository.run_git("init", "-q")
    repository.write_file(VERSION_PATH, '__version__ = "1.2.3"\n')
    repository.write_file(".gitignore", "dist/\n")
    repository.write_file("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- New.\n")
    repository.write_file("line ends.txt", "one\r\ntwo\n")
    repository.commit_all()
    monkeypatch.setattr(releasing, "ROOT", repository.folder)
    return repository


@pytest.fixture
def released_repository(repository):
    """Return a project with a prepared and committed version."""
    repository.write_file("CHANGELOG.md", "# Changelog\n\n## 1.2.3 – 2026-11-22\n\n- New.\n")
    repository.commit_all()
    return repository


@pytest.fixture(autouse=True)
def archive_sources(monkeypatch):
    """Replace the build of archives; return the source folders that it was called with."""
    sources = []

    def make_archives(source, out, moment):
        sources.append(source)
        (out / "some.whl").write_bytes(f"{moment}".encode())
        (out / "some.tar.gz").write_bytes((source / "line ends.txt").read_bytes())

    monkeypatch.setattr(releasing, "make_archives", make_archives)
    return sources


def read_refusal(capsys, *arguments):
    """Return the message of a refusing command: one line."""
    assert releasing.main(arguments) == 1
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if not line.endswith("…")]
    assert (out, len(lines)) == ("", 1)
    assert lines[0].startswith("Green Baize: ")
    return lines[0].removeprefix("Green Baize: ")


class TestRefusals:
    def test_copy_without_history(self, released_repository, capsys):
        shutil.rmtree(released_repository.folder / ".git")
        assert "from a checkout with its history" in read_refusal(capsys)

    def test_uncommitted_changes(self, released_repository, capsys):
        released_repository.write_file("line ends.txt", "other")
        released_repository.write_file("new.txt", "new")
        assert read_refusal(capsys) == "there are uncommitted changes: line ends.txt and 1 more"
        released_repository.run_git("checkout", "line ends.txt")
        assert read_refusal(capsys) == "there are uncommitted changes: new.txt"

    @pytest.mark.usefixtures("repository")
    def test_changelog_that_has_not_been_cut(self, capsys):
        assert "begins with “Unreleased”" in read_refusal(capsys)

    def test_version_that_the_changelog_does_not_have(self, released_repository, capsys):
        released_repository.write_file(VERSION_PATH, '__version__ = "1.3.0"\n')
        released_repository.commit_all()
        assert "begins with 1.2.3, but the program has version 1.3.0" in read_refusal(capsys)

    def test_tag_of_another_commit(self, released_repository, capsys):
        released_repository.run_git("tag", "v1.2.3")
        released_repository.write_file("more.txt", "more")
        released_repository.commit_all()
        assert "v1.2.3 is the tag of another commit" in read_refusal(capsys)

    @pytest.mark.usefixtures("repository")
    @pytest.mark.parametrize("words", [["--prepare", "2.0.0", "--draft"], ["2.0.0"], ["--chek"]])
    def test_wrong_command_line(self, words, capsys):
        assert "--help" in read_refusal(capsys, *words)

    @pytest.mark.usefixtures("released_repository")
    def test_products_that_differ_are_refused(self, monkeypatch, capsys):
        def make_archives(source, out, moment):
            (out / "same.whl").write_bytes(b"same")
            (out / "place.tar.gz").write_bytes(str(source).encode())

        monkeypatch.setattr(releasing, "make_archives", make_archives)
        message = read_refusal(capsys, "--check", "--without-bundle")
        assert message == "these files differ between two builds: place.tar.gz"
        assert not (releasing.ROOT / "dist").exists()


class TestPrepare:
    def test_writes_both_files_and_prints_the_next_commands(self, repository, capsys):
        assert releasing.main(["--prepare", "1.3.0"]) == 0
        assert GitCheckout(repository.folder).run_git("diff", "--stat").count("|") == 2
        assert (repository.folder / VERSION_PATH).read_text() == '__version__ = "1.3.0"\n'
        assert "## 1.3.0 – 20" in (repository.folder / "CHANGELOG.md").read_text("utf-8")
        output = capsys.readouterr().out
        assert 'git commit -am "Version 1.3.0"' in output
        assert "git tag -s v1.3.0" in output

    def test_then_the_release_is_accepted(self, repository):
        assert releasing.main(["--prepare", "1.3.0"]) == 0
        repository.commit_all()
        assert releasing.main(["--without-bundle"]) == 0

    def test_nothing_is_written_where_it_is_refused(self, repository, capsys):
        repository.write_file("new.txt", "new")
        assert "uncommitted" in read_refusal(capsys, "--prepare", "1.3.0")
        (repository.folder / "new.txt").unlink()
        assert "is no version" in read_refusal(capsys, "--prepare", "1.3")
        GitCheckout(repository.folder).check_clean()


class TestRelease:
    def test_contains_committed_files_with_one_timestamp(
        self, released_repository, archive_sources, capsys
    ):
        assert releasing.main(["--without-bundle"]) == 0
        folder = released_repository.folder / "dist/1.2.3"
        assert sorted(path.name for path in folder.iterdir()) == [
            "NOTES.md",
            "SHA256SUMS",
            "some.tar.gz",
            "some.whl",
        ]
        # The announcement is the version's section, and not one of the downloads.
        assert (folder / "NOTES.md").read_bytes() == b"- New.\n"
        assert b"NOTES" not in (folder / "SHA256SUMS").read_bytes()
        assert (folder / "some.whl").read_bytes() == f"{TIMESTAMP}".encode()
        assert (folder / "some.tar.gz").read_bytes() == b"one\r\ntwo\n"
        assert [source.name for source in archive_sources] == ["greenbaize-1.2.3"]
        assert not archive_sources[0].exists()
        assert "Not tagged yet" in capsys.readouterr().out

    def test_tag_of_this_commit_is_right(self, released_repository, capsys):
        released_repository.run_git("tag", "-a", "-m", "It", "v1.2.3")
        assert releasing.main(["--without-bundle"]) == 0
        assert "Not tagged" not in capsys.readouterr().out

    def test_earlier_one_is_replaced(self, released_repository):
        released_repository.write_file("dist/1.2.3/left over.deb", "old")
        assert releasing.main(["--without-bundle"]) == 0
        assert not (released_repository.folder / "dist/1.2.3/left over.deb").exists()

    @pytest.mark.usefixtures("released_repository")
    def test_check_makes_it_in_two_places(self, archive_sources, capsys):
        before = os.umask(0o022)
        assert releasing.main(["--check", "--without-bundle"]) == 0
        assert len({source.parent for source in archive_sources}) == 2
        assert "the same bytes each time" in capsys.readouterr().err
        assert os.umask(before) == 0o022

    def test_draft_ignores_uncommitted_changes(self, repository):
        repository.write_file("line ends.txt", "not committed")
        repository.write_file("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Not committed.\n")
        assert releasing.main(["--draft", "--without-bundle"]) == 0
        folder = repository.folder / "dist/draft"
        assert (folder / "NOTES.md").read_text("utf-8").startswith("- ")
        assert "Not committed" not in (folder / "NOTES.md").read_text("utf-8")
        assert (folder / "some.tar.gz").read_bytes() == b"one\r\ntwo\n"

    @pytest.mark.usefixtures("released_repository")
    def test_bundle_is_made_by_default(self, monkeypatch):
        calls = []
        monkeypatch.setattr(releasing, "make_bundle", lambda *words: calls.append(words))
        assert releasing.main([]) == 0
        assert calls[0][2:] == (TIMESTAMP, ReleaseVersion(1, 2, 3))


class TestSums:
    def test_sums_have_the_format_of_sha256sum(self, tmp_path):
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
        assert "nothing in" in read_refusal(capsys, "--sums", str(tmp_path))
        assert "nothing in" in read_refusal(capsys, "--sums", str(tmp_path / "nowhere"))


def test_export_ignores_the_users_git_settings(repository):
    repository.run_git("config", "core.autocrlf", "true")
    folder = repository.folder.parent / "copy"
    GitCheckout(repository.folder).export_source(folder)
    assert (folder / "line ends.txt").read_bytes() == b"one\r\ntwo\n"
    assert b"\r" not in (folder / "CHANGELOG.md").read_bytes()
    assert not (folder / ".git").exists()


def test_git_that_complains_is_quoted(tmp_path):
    with pytest.raises(SetupError, match=r"git failed: .*not a git repository"):
        GitCheckout(tmp_path).head_commit()


def test_page_on_releasing_names_every_option_and_no_other():
    page = (ROOT / "docs/releasing.md").read_text(encoding="utf-8")
    named = set(re.findall(r"start\.py release (--\w[\w-]*)|`(--(?!ignore)\w[\w-]*)`", page))
    options = {
        option for action in releasing.build_parser()._actions for option in action.option_strings
    }
    assert {one or other for one, other in named} == options - {"-h", "--help"}
