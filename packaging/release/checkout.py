"""The checkout that a release is made from: what is committed in it, and only that."""

import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from system import SetupError, reason, run


class Checkout:
    """A folder under git.

    Args:
        folder: its root, in which .git is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def git(self, *words: str | Path) -> str:
        """What git answers, or ``SetupError`` with what it complains about."""
        try:
            code, output = run("git", "-C", self.folder, *words, GIT_OPTIONAL_LOCKS="0")
        except FileNotFoundError:
            raise SetupError("a release is made by git, which is not installed") from None
        if code:
            raise SetupError(f"git could not do it: {reason(output, 'fatal:')}")
        return output.strip()

    def check_root(self) -> None:
        """Refuse a folder that git does not know, or knows as part of something else."""
        if not (self.folder / ".git").exists():
            raise SetupError("a release is made from a checkout with its history, not from a copy")

    def check_clean(self) -> None:
        """Refuse what is not committed: nobody else could build it."""
        status = self.git("status", "--porcelain", "--no-renames", "-z")
        changed = [line for line in status.split("\0") if line]
        if changed:
            more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
            name = changed[0].strip().partition(" ")[2].strip()
            raise SetupError(f"there are uncommitted changes: {name}{more}")

    def check_tag(self, tag: str) -> bool:
        """Whether the tag is there; refuse one that names another commit."""
        if not self.git("tag", "--list", tag):
            return False
        if self.git("rev-parse", f"{tag}^{{commit}}") != self.commit():
            raise SetupError(f"{tag} is the tag of another commit; check that one out, or go on")
        return True

    def commit(self) -> str:
        """The commit that is checked out."""
        return self.git("rev-parse", "HEAD")

    def moment(self) -> int:
        """When it was committed, in seconds since 1970: the one time that a release knows."""
        return int(self.git("log", "-1", "--format=%ct"))

    def export(self, folder: Path) -> None:
        """Write what is committed, and nothing else, into a folder."""
        with TemporaryDirectory() as place:
            archive = Path(place) / "source.tar"
            # What the person's own git changes on the way out would change the release.
            self.git("-c", "core.autocrlf=false", "archive", "-o", archive, "HEAD")
            with tarfile.open(archive) as source:
                # As data, where Python knows the difference: from 3.11.4 on.
                source.extraction_filter = getattr(tarfile, "data_filter", None)
                source.extractall(folder)
