"""Signing hook of the Windows bundle: a command that signs a file, if there is a certificate."""

import os
import shlex
from pathlib import Path
from typing import Final

from system import SetupError, failure_reason, print_progress, run_command

SIGN_VARIABLE: Final = "GREENBAIZE_SIGN"
"""Environment variable with the command, to which the path of a file is appended."""
SIGNED_SUFFIXES: Final = (".exe",)


def sign_command() -> str:
    """Return the command that signs a file; empty without a certificate."""
    return os.environ.get(SIGN_VARIABLE, "").strip()


def sign_programs(bundle: Path) -> None:
    """Sign the programs of a bundle, before they are packed; say so if that is not possible.

    Raises:
        SetupError: the command failed.
    """
    command = sign_command()
    if not command:
        print_progress(f"Nothing is signed: {SIGN_VARIABLE} contains no command to sign with.")
        return
    # Windows needs no escapes: its paths contain backslashes.
    words = [word.strip('"') for word in shlex.split(command, posix=os.name != "nt")]
    for path in sorted(bundle.rglob("*")):
        if path.suffix in SIGNED_SUFFIXES:
            try:
                code, output = run_command(*words, path)
            except FileNotFoundError:
                raise SetupError(f"{words[0]} of {SIGN_VARIABLE} is not installed") from None
            if code:
                raise SetupError(f"{path.name} could not be signed: {failure_reason(output)}")
