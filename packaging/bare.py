"""The commands of README.md, run on a Debian with nothing but Python and git.

``python3 packaging/start.py test --bare`` runs them before a release. It needs root, debootstrap
and the Debian and Python registries; everything it makes is in ``build/bare``. Each trial has its
own system and a clean clone of the last commit:

- "person" may not install anything and has no C compiler: the commands must say in one line what
  is missing, and root then installs it;
- "root" has a C compiler, and lets the commands install what they need.
"""

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from environment import ROOT
from system import COMPILER, INSTALLERS, SetupError, reason, rights, run, say

PLACE: Final = ROOT / "build" / "bare"
RELEASE: Final = "bookworm"
"""Debian 12, the oldest with Python 3.11."""
PARTS: Final = "python3,python3-venv,git,ca-certificates"
TOOLS: Final = ("debootstrap", "unshare", "pivot_root")
CERTIFICATES: Final = Path("etc/ssl/certs/ca-certificates.crt")
PERSON: Final = "anna"
START: Final = "python3 packaging/start.py"
FIRST_MATCH: Final = f"{START} simulate --game damn --bots random --option deals=1"
NO_DISPLAY: Final = "There is no display to open a table on."
INSTALL: Final = INSTALLERS["apt-get"]

# The script makes its own root with pivot_root: inside chroot no sandbox can be made.
ENTER: Final = """
set -e
mount --bind "$1" "$1"
cd "$1"
mount --rbind /dev dev
mount -t proc proc proc
mkdir -p .before
pivot_root . .before
umount -l /.before
user=$2; shift 2
home=$(getent passwd "$user" | cut -d: -f6)
cd "$home/green-baize" 2>/dev/null || cd /
exec setpriv --reuid "$user" --regid "$user" --init-groups \\
    env -i "HOME=$home" PATH=/usr/sbin:/usr/bin LANG=C.UTF-8 "$@"
"""


class System:
    """Debian system in a folder.

    Args:
        folder: root of the system.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, user: str, line: str) -> list[str | Path]:
        """Return the command that runs a shell line in the system, in the user's clone if any."""
        unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER]
        return [*unshare, "enter", self.folder, user, "sh", "-c", line]

    def do(self, user: str, line: str) -> None:
        """Run a line and show its output; raise ``SetupError`` if it fails."""
        say(f"-- {user}: {line}")
        began = time.monotonic()
        if code := subprocess.call(self.command(user, line)):
            raise SetupError(f"“{line}” failed as {user} (exit code {code})")
        say(f"-- passed ({time.monotonic() - began:.0f} s)")

    def refusal(self, user: str, line: str) -> str:
        """Return the last output line of a command that refuses; ``SetupError`` if it succeeds."""
        say(f"-- {user}: {line}")
        code, output = run(*self.command(user, line))
        lines = output.splitlines()
        if not code or not lines:
            raise SetupError(f"“{line}” should have refused as {user}: {output}")
        say(lines[-1])
        return lines[-1]

    def clone(self, user: str) -> None:
        """Make a clean clone of the last commit for a user."""
        home = self.folder / (user if user == "root" else f"home/{user}")
        code, output = run("git", "clone", "-q", "--no-hardlinks", ROOT, home / "green-baize")
        if code:
            raise SetupError(f"no clone could be made: {reason(output)}")
        self.do("root", f"chown -R {user}: '/{home.relative_to(self.folder)}'")


def as_person(system: System) -> None:
    """Run the commands as a user without the right to install, on a system without a C compiler."""
    system.do("root", f"useradd --create-home {PERSON}")
    system.clone(PERSON)
    for command in (START, f"{START} test"):
        line = system.refusal(PERSON, command)
        _, found, packages = line.partition(INSTALL)
        if not found:
            raise SetupError(f"that does not say what to install: {line}")
        system.do("root", f"apt-get -qq update && {INSTALL} -qq{packages} >/dev/null")
        if command == START and NO_DISPLAY not in system.refusal(PERSON, command):
            raise SetupError("that is not what is said without a display")
    system.do(PERSON, FIRST_MATCH)
    system.do(PERSON, f"{START} test")


def as_root(system: System) -> None:
    """Run the commands as root, on a system with a C compiler."""
    system.do("root", f"apt-get -qq update && {INSTALL} -qq {COMPILER[0]} >/dev/null")
    system.clone("root")
    if NO_DISPLAY not in system.refusal("root", START):
        raise SetupError("that is not what is said without a display")
    system.do("root", FIRST_MATCH)
    system.do("root", f"{START} test")


TRIALS: Final[dict[str, Callable[[System], None]]] = {"person": as_person, "root": as_root}


def made() -> Path:
    """Return the system that every trial starts from; make it if it does not exist."""
    base = PLACE / RELEASE
    if not base.exists():
        say(f"Making a Debian {RELEASE} …")
        new = PLACE / "new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        code, output = run("debootstrap", "--variant=minbase", f"--include={PARTS}", RELEASE, new)
        if code:
            raise SetupError(f"debootstrap failed: {reason(output)}")
        new.rename(base)
    return base


def main(names: list[str]) -> int:
    """Run the trials of these names, or all of them; raise ``SetupError`` at the first failure."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing or rights() != []:
        raise SetupError(f"that needs root, and {', '.join(missing or TOOLS)}")
    if wrong := [name for name in names if name not in TRIALS]:
        raise SetupError(f"there is no trial {wrong[0]}; there are {', '.join(TRIALS)}")
    base = made()
    for name in names or TRIALS:
        say(f"== {name}")
        folder = PLACE / name
        shutil.rmtree(folder, ignore_errors=True)
        code, output = run("cp", "--archive", base, folder)
        if code:
            raise SetupError(f"the system could not be copied: {reason(output)}")
        shutil.copy("/etc/resolv.conf", folder / "etc")
        # The trial trusts the certificates that this machine trusts.
        if Path("/", CERTIFICATES).is_file():
            shutil.copy(Path("/", CERTIFICATES), folder / CERTIFICATES)
        TRIALS[name](System(folder))
        shutil.rmtree(folder)
        say(f"== {name} passed")
    return 0
