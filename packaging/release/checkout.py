"""Git checkout that a release is made from, restricted to committed files."""

import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from system import SetupError, failure_reason, run_command


class GitCheckout:
    """Folder under git.

    Args:
        folder: root folder, which contains .git.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run_git(self, *words: str | Path) -> str:
        """Return the output of a git command; raise ``SetupError`` with its message on failure."""
        try:
            code, output = run_command("git", "-C", self.folder, *words, GIT_OPTIONAL_LOCKS="0")
        except FileNotFoundError:
            raise SetupError("making a release needs git, which is not installed") from None
        if code:
            raise SetupError(f"git failed: {failure_reason(output, 'fatal:')}")
        return output.strip()

    def check_root(self) -> None:
        """Refuse a folder that is not the root of a git checkout."""
        if not (self.folder / ".git").exists():
            raise SetupError("a release is made from a checkout with its history, not from a copy")

    def check_clean(self) -> None:
        """Refuse uncommitted changes: nobody else could build them."""
        status = self.run_git("status", "--porcelain", "--no-renames", "-z")
        changed = [line for line in status.split("\0") if line]
        if changed:
            more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
            name = changed[0].strip().partition(" ")[2].strip()
            raise SetupError(f"there are uncommitted changes: {name}{more}")

    def check_tag(self, tag: str) -> bool:
        """Return True if the tag exists; refuse one that names another commit."""
        if not self.run_git("tag", "--list", tag):
            return False
        if self.run_git("rev-parse", f"{tag}^{{commit}}") != self.head_commit():
            raise SetupError(
                f"{tag} is the tag of another commit; check that one out, or prepare a new version"
            )
        return True

    def head_commit(self) -> str:
        """Return the commit that is checked out."""
        return self.run_git("rev-parse", "HEAD")

    def commit_time(self) -> int:
        """Return the commit time (s since 1970), the timestamp of everything in a release."""
        return int(self.run_git("log", "-1", "--format=%ct"))

    def export_source(self, folder: Path) -> None:
        """Write the committed files, and nothing else, into a folder."""
        with TemporaryDirectory() as temporary_folder:
            archive = Path(temporary_folder) / "source.tar"
            # The user's git settings must not change the exported files.
            self.run_git("-c", "core.autocrlf=false", "archive", "-o", archive, "HEAD")
            with tarfile.open(archive) as source:
                # Use the data filter where Python has it: from 3.11.4 on.
                source.extraction_filter = getattr(tarfile, "data_filter", None)
                source.extractall(folder)
