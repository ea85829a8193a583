"""Sandbox for external programs, made by bubblewrap (``bwrap``) on Linux."""

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

PROGRAM: Final = "bwrap"
TRY_S: Final = 20.0
_SYSTEM: Final = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"),
    *("/nix/store", "/gnu/store", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf"),
    *("/etc/ld.so.conf.d", "/etc/localtime", "/etc/fonts"),
)
"""System paths that programs may need, without private files."""
_KEPT: Final = ("PATH", "LANG", "LANGUAGE", "TZ", "TERM")


@cache
def sandbox_refusal() -> Message | None:
    """Return why no sandbox is available, or None; probed once."""
    if sys.platform != "linux":
        return Message("sandbox-system")
    if which(PROGRAM) is None:
        return Message("sandbox-missing")
    try:
        done = subprocess.run(
            [*_walls(()), "--", "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=TRY_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Message("sandbox-refused")
    return None if done.returncode == 0 else Message("sandbox-refused")


def sandboxed(
    words: Sequence[str], file: str, folder: str, records: Sequence[Path] = ()
) -> list[str]:
    """Return the command that starts a program in a sandbox.

    It sees system programs and libraries, its file's folder, the files on its command line and
    ``folder``, where it may write; no network, no other processes, and none of our folders or
    ``record_folders``.
    """
    private = _private(records)
    seen = [option for path in _needed(words, file, private) for option in _shown(path)]
    own = ["--bind", folder, folder, "--chdir", folder]
    # Otherwise the sandbox's own folders would be writable, in memory.
    made = (*_hidden(private), "/tmp", "/dev", "/")
    closed = [word for place in made for word in ("--remount-ro", place)]
    return [*_walls(private), *seen, *own, *closed, "--", *words]


def sandbox_environment() -> dict[str, str]:
    """Return the environment of a program in a sandbox."""
    kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
    return kept | {key: value for key, value in os.environ.items() if key.startswith("LC_")}


def _walls(private: Sequence[Path]) -> list[str]:
    words = [which(PROGRAM) or PROGRAM, "--unshare-all", "--die-with-parent", "--new-session"]
    words += ["--cap-drop", "ALL"]
    for path in map(Path, _SYSTEM):
        words += _shown(path)
    for place in _hidden(private):
        words += ["--tmpfs", place]
    return [*words, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]


def _hidden(private: Sequence[Path]) -> list[str]:
    system = [Path(one).resolve() for one in _SYSTEM]
    within = {path for path in private if any(path.is_relative_to(one) for one in system)}
    return [str(path) for path in sorted(within) if path.is_dir()]


def _shown(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.exists() else []


def _private(records: Sequence[Path]) -> list[Path]:
    own = [folders.matches(), folders.instance(), folders.settings().parent, folders.log().parent]
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        own.append(Path(runtime))  # Sockets of this and of the person's other programs are in it.
    shared = (Path.home(), Path(gettempdir()), Path("/tmp"), Path("/var/tmp"))
    return [path.resolve() for path in (*records, *own, *shared)]


def _needed(words: Sequence[str], file: str, private: Sequence[Path]) -> list[Path]:
    """Return the paths outside the system that a program needs, in mounting order."""
    program = which(words[0])
    pairs = [(_home_of(path), path) for path in _steps(Path(program))] if program else []
    pairs.append((Path(file).parent, Path(file)))
    pairs += [(Path(word), Path(word)) for word in words[1:]]
    needed = set()
    for whole, path in pairs:
        # ``Path`` refuses words too long to be a file name.
        if not path.is_absolute() or not os.path.exists(path):  # noqa: PTH110
            continue
        if not _exposes(whole, private):
            needed.add(whole)
        elif path.is_file():
            needed.add(path)
    system = [Path(one) for one in _SYSTEM]
    own = [path for path in needed if not any(path.is_relative_to(one) for one in system)]
    return sorted(own, key=lambda path: (len(path.parts), path))


def _exposes(path: Path, private: Sequence[Path]) -> bool:
    return any(one.is_relative_to(path.resolve()) for one in private)


def _home_of(program: Path) -> Path:
    return program.parent.parent if program.parent.name == "bin" else program.parent


def _steps(path: Path) -> Iterator[Path]:
    """Yield a path and the targets of its symbolic links."""
    for _ in range(40):
        yield path
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / path.readlink()))
