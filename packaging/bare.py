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
from system import (
    COMPILER_PACKAGES,
    INSTALL_COMMANDS,
    SetupError,
    failure_reason,
    print_progress,
    root_prefix,
    run_command,
)

WORK_FOLDER: Final = ROOT / "build" / "bare"
DEBIAN_RELEASE: Final = "bookworm"
"""Debian 12, the oldest with Python 3.11."""
BASE_PACKAGES: Final = "python3,python3-venv,git,ca-certificates"
REQUIRED_TOOLS: Final = ("debootstrap", "unshare", "pivot_root")
CERTIFICATES: Final = Path("etc/ssl/certs/ca-certificates.crt")
TEST_USER: Final = "anna"
START_COMMAND: Final = "python3 packaging/start.py"
FIRST_MATCH_COMMAND: Final = f"{START_COMMAND} simulate --game damn --bots random --option deals=1"
NO_DISPLAY: Final = "There is no display to open a table on."
INSTALL_COMMAND: Final = INSTALL_COMMANDS["apt-get"]

# The script makes its own root with pivot_root: inside chroot no sandbox can be made.
ENTER_SCRIPT: Final = """
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


class DebianSystem:
    """Debian system in a folder.

    Args:
        folder: root of the system.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def shell_command(self, user: str, line: str) -> list[str | Path]:
        """Return the command that runs a shell line in the system, in the user's clone if any."""
        unshare = [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            ENTER_SCRIPT,
        ]
        return [*unshare, "enter", self.folder, user, "sh", "-c", line]

    def run_line(self, user: str, line: str) -> None:
        """Run a line and show its output; raise ``SetupError`` if it fails."""
        print_progress(f"-- {user}: {line}")
        start = time.monotonic()
        if code := subprocess.call(self.shell_command(user, line)):
            raise SetupError(f"“{line}” failed as {user} (exit code {code})")
        print_progress(f"-- passed ({time.monotonic() - start:.0f} s)")

    def read_refusal(self, user: str, line: str) -> str:
        """Return the last output line of a command that refuses; ``SetupError`` if it succeeds."""
        print_progress(f"-- {user}: {line}")
        code, output = run_command(*self.shell_command(user, line))
        lines = output.splitlines()
        if not code or not lines:
            raise SetupError(
                f"“{line}” should have been refused as {user}, but succeeded: {output}"
            )
        print_progress(lines[-1])
        return lines[-1]

    def clone_checkout(self, user: str) -> None:
        """Make a clean clone of the last commit for a user."""
        home = self.folder / (user if user == "root" else f"home/{user}")
        code, output = run_command(
            "git", "clone", "-q", "--no-hardlinks", ROOT, home / "green-baize"
        )
        if code:
            raise SetupError(f"git could not clone the checkout: {failure_reason(output)}")
        self.run_line("root", f"chown -R {user}: '/{home.relative_to(self.folder)}'")


def run_as_person(system: DebianSystem) -> None:
    """Run the commands as a user without the right to install, on a system without a C compiler."""
    system.run_line("root", f"useradd --create-home {TEST_USER}")
    system.clone_checkout(TEST_USER)
    for command in (START_COMMAND, f"{START_COMMAND} test"):
        line = system.read_refusal(TEST_USER, command)
        _, found, packages = line.partition(INSTALL_COMMAND)
        if not found:
            raise SetupError(
                f"expected a message that names the packages to install, found: {line}"
            )
        system.run_line("root", f"apt-get -qq update && {INSTALL_COMMAND} -qq{packages} >/dev/null")
        if command == START_COMMAND and NO_DISPLAY not in system.read_refusal(TEST_USER, command):
            raise SetupError(f"expected the message “{NO_DISPLAY}” without a display")
    system.run_line(TEST_USER, FIRST_MATCH_COMMAND)
    system.run_line(TEST_USER, f"{START_COMMAND} test")


def run_as_root(system: DebianSystem) -> None:
    """Run the commands as root, on a system with a C compiler."""
    system.run_line(
        "root", f"apt-get -qq update && {INSTALL_COMMAND} -qq {COMPILER_PACKAGES[0]} >/dev/null"
    )
    system.clone_checkout("root")
    if NO_DISPLAY not in system.read_refusal("root", START_COMMAND):
        raise SetupError(f"expected the message “{NO_DISPLAY}” without a display")
    system.run_line("root", FIRST_MATCH_COMMAND)
    system.run_line("root", f"{START_COMMAND} test")


TRIALS: Final[dict[str, Callable[[DebianSystem], None]]] = {
    "person": run_as_person,
    "root": run_as_root,
}


def provide_base_system() -> Path:
    """Return the system that every trial starts from; make it if it does not exist."""
    base = WORK_FOLDER / DEBIAN_RELEASE
    if not base.exists():
        print_progress(f"Making a Debian {DEBIAN_RELEASE} …")
        new = WORK_FOLDER / "new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        code, output = run_command(
            "debootstrap", "--variant=minbase", f"--include={BASE_PACKAGES}", DEBIAN_RELEASE, new
        )
        if code:
            raise SetupError(f"debootstrap failed: {failure_reason(output)}")
        new.rename(base)
    return base


def main(names: list[str]) -> int:
    """Run the trials of these names, or all of them; raise ``SetupError`` at the first failure."""
    missing = [tool for tool in REQUIRED_TOOLS if not shutil.which(tool)]
    if missing or root_prefix() != []:
        raise SetupError(f"this needs root and {', '.join(missing or REQUIRED_TOOLS)}")
    if unknown := [name for name in names if name not in TRIALS]:
        raise SetupError(f"there is no trial {unknown[0]}; there are {', '.join(TRIALS)}")
    base = provide_base_system()
    for name in names or TRIALS:
        print_progress(f"== {name}")
        folder = WORK_FOLDER / name
        shutil.rmtree(folder, ignore_errors=True)
        code, output = run_command("cp", "--archive", base, folder)
        if code:
            raise SetupError(f"the system could not be copied: {failure_reason(output)}")
        shutil.copy("/etc/resolv.conf", folder / "etc")
        # The trial trusts the certificates that this machine trusts.
        if Path("/", CERTIFICATES).is_file():
            shutil.copy(Path("/", CERTIFICATES), folder / CERTIFICATES)
        TRIALS[name](DebianSystem(folder))
        shutil.rmtree(folder)
        print_progress(f"== {name} passed")
    return 0
