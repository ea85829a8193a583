"""Sandbox for external programs, made by bubblewrap (``bwrap``) on Linux, or by Flatpak's portal.

In a Flatpak bubblewrap is not allowed; its portal starts a further sandbox for a program instead.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import gettempdir
from typing import Final

from greenbaize.rules.messages import Message
from greenbaize.store import folders

BWRAP: Final = "bwrap"
FLATPAK_INFO: Final = Path("/.flatpak-info")
"""File that every Flatpak has."""
FLATPAK_COMMAND: Final = ("flatpak-spawn", "--sandbox", "--no-network", "--watch-bus")
SANDBOX_TEST_TIMEOUT_S: Final = 20.0
_SYSTEM_PATHS: Final = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/fonts",
)
"""System paths that programs may need, without private files."""
_PASSED_VARIABLES: Final = ("PATH", "LANG", "LANGUAGE", "TZ", "TERM")


@cache
def find_sandbox_refusal() -> Message | None:
    """Return why no sandbox is available, or None; probed once."""
    if sys.platform != "linux":
        return Message("sandbox-system")
    if FLATPAK_INFO.exists():
        command = [*FLATPAK_COMMAND, "true"]
    elif which(BWRAP) is None:
        return Message("sandbox-missing")
    else:
        command = [*_build_base_arguments(()), "--", "true"]
    try:
        result = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=SANDBOX_TEST_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Message("sandbox-refused")
    return None if result.returncode == 0 else Message("sandbox-refused")


def build_sandbox_command(
    command: Sequence[str], file: str, folder: str, record_folders: Sequence[Path] = ()
) -> list[str]:
    """Return the command that starts a program in a sandbox.

    It sees system programs and libraries, its file's folder, the files on its command line and
    ``folder``, where it may write; no network, no other processes, and none of our folders or
    ``record_folders``.
    """
    private = _find_private_folders(record_folders)
    if FLATPAK_INFO.exists():
        return _build_flatpak_command(command, _find_needed_paths(command, file, private), folder)
    read_only_mounts = [
        option
        for path in _find_needed_paths(command, file, private)
        for option in _build_mount_arguments(path)
    ]
    own_mounts = ["--bind", folder, folder, "--chdir", folder]
    # Otherwise the sandbox's own folders would be writable, in memory.
    sandbox_folders = (*_find_hidden_folders(private), "/tmp", "/dev", "/")
    remounts = [word for folder_path in sandbox_folders for word in ("--remount-ro", folder_path)]
    return [
        *_build_base_arguments(private),
        *read_only_mounts,
        *own_mounts,
        *remounts,
        "--",
        *command,
    ]


def _build_flatpak_command(
    command: Sequence[str], needed_paths: Sequence[Path], folder: str
) -> list[str]:
    """Return the command for a Flatpak, whose system and program any program in it sees."""
    environment = {**build_sandbox_environment(), "HOME": folder, "TMPDIR": folder}
    return [
        *FLATPAK_COMMAND,
        "--clear-env",
        *(f"--env={key}={value}" for key, value in environment.items()),
        *(f"--sandbox-expose-path-ro={path}" for path in needed_paths if not _is_of_app(path)),
        f"--sandbox-expose-path={folder}",
        f"--directory={folder}",
        *command,
    ]


def _is_of_app(path: Path) -> bool:
    return path.is_relative_to("/app")


def build_sandbox_environment() -> dict[str, str]:
    """Return the environment of a program in a sandbox."""
    passed = {key: os.environ[key] for key in _PASSED_VARIABLES if key in os.environ}
    return passed | {key: value for key, value in os.environ.items() if key.startswith("LC_")}


def _build_base_arguments(private: Sequence[Path]) -> list[str]:
    words = [which(BWRAP) or BWRAP, "--unshare-all", "--die-with-parent", "--new-session"]
    words += ["--cap-drop", "ALL"]
    for path in map(Path, _SYSTEM_PATHS):
        words += _build_mount_arguments(path)
    for folder in _find_hidden_folders(private):
        words += ["--tmpfs", folder]
    return [*words, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]


def _find_hidden_folders(private: Sequence[Path]) -> list[str]:
    system = [Path(system_path).resolve() for system_path in _SYSTEM_PATHS]
    within = {
        path for path in private if any(path.is_relative_to(system_path) for system_path in system)
    }
    return [str(path) for path in sorted(within) if path.is_dir()]


def _build_mount_arguments(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.exists() else []


def _find_private_folders(record_folders: Sequence[Path]) -> list[Path]:
    own = [
        folders.matches_folder(),
        folders.instance_folder(),
        folders.settings_path().parent,
        folders.log_path().parent,
    ]
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        own.append(Path(runtime))  # Sockets of this and of the person's other programs are in it.
    shared = (Path.home(), Path(gettempdir()), Path("/tmp"), Path("/var/tmp"))
    return [path.resolve() for path in (*record_folders, *own, *shared)]


def _find_needed_paths(command: Sequence[str], file: str, private: Sequence[Path]) -> list[Path]:
    """Return the paths outside the system that a program needs, in mounting order."""
    program = which(command[0])
    pairs = (
        [(_find_installation_folder(path), path) for path in _follow_links(Path(program))]
        if program
        else []
    )
    pairs.append((Path(file).parent, Path(file)))
    pairs += [(Path(word), Path(word)) for word in command[1:]]
    needed = set()
    for folder, path in pairs:
        # ``Path`` refuses words too long to be a file name.
        if not path.is_absolute() or not os.path.exists(path):  # noqa: PTH110
            continue
        if not _exposes_private_folder(folder, private):
            needed.add(folder)
        elif path.is_file():
            needed.add(path)
    system = [Path(system_path) for system_path in _SYSTEM_PATHS]
    own = [
        path
        for path in needed
        if not any(path.is_relative_to(system_path) for system_path in system)
    ]
    return sorted(own, key=lambda path: (len(path.parts), path))


def _exposes_private_folder(path: Path, private: Sequence[Path]) -> bool:
    return any(private_folder.is_relative_to(path.resolve()) for private_folder in private)


def _find_installation_folder(program: Path) -> Path:
    return program.parent.parent if program.parent.name == "bin" else program.parent


def _follow_links(path: Path) -> Iterator[Path]:
    """Yield a path and the targets of its symbolic links."""
    for _ in range(40):
        yield path
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / path.readlink()))
