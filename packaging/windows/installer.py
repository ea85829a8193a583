"""Windows installer of a bundle, made on any system that has NSIS (``makensis``)."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

import identity
from system import SetupError, failure_reason, run_command

from windows import signing

HERE: Final = Path(__file__).resolve().parent
SCRIPT: Final = HERE / "installer.nsi"
ICON: Final = HERE / "greenbaize.ico"


RETURN_CODES: Final = {
    "CODE_CANCELLED": (1, "cancelledByUser"),
    "CODE_RUNNING": (10, "packageInUse"),
    "CODE_UNSUPPORTED": (11, "systemNotSupported"),
    "CODE_OLD_STAYS": (12, "contactSupport"),
}
"""Exit codes of the installer by their name in its script, with their meaning for winget."""


def installer_name(bundle: str, *, personal: bool = False) -> str:
    """Return the file name of a bundle's installer.

    Args:
        bundle: name of the bundle.
        personal: the installer for one person, which never asks for more rights.
    """
    return f"{bundle}-{'user-' * personal}setup.exe"


def script_definitions(bundle: Path, files: Path, output: Path) -> dict[str, str]:
    """Return the symbols that the NSIS script expects.

    Args:
        bundle: the folder to install.
        files: list of the uninstaller's deletions.
        output: the installer.
    """
    return {
        "NAME": identity.NAME,
        "COMMAND": identity.COMMAND,
        "CONSOLE": identity.CONSOLE,
        "VERSION": identity.version(),
        "NUMBERS": ".".join(map(str, identity.version_numbers())),
        "PUBLISHER": identity.PUBLISHER,
        "COPYRIGHT": identity.COPYRIGHT,
        "SUMMARY_EN": identity.SUMMARY["en"],
        "SUMMARY_RU": identity.SUMMARY["ru"],
        "PROGID": identity.RECORD_PROGID,
        "RECORD_EN": identity.RECORD_NAME["en"],
        "RECORD_RU": identity.RECORD_NAME["ru"],
        "SUFFIX": identity.RECORD_SUFFIX,
        "LICENCE": str(identity.LICENCE_FILE),
        "ICON": str(ICON),
        "SOURCE": str(bundle),
        "FILES": str(files),
        "KILOBYTES": str(_kilobytes(bundle)),
        "OLDEST_BUILD": str(identity.OLDEST_WINDOWS_BUILD),
        "OUTPUT": str(output),
        "HOME_PAGE": identity.HOME_PAGE,
        "HELP": identity.ISSUE_TRACKER or identity.HOME_PAGE,
        **{name: str(code) for name, (code, _) in RETURN_CODES.items()},
        **({"SIGN": command} if (command := signing.sign_command()) else {}),
    }


def _kilobytes(bundle: Path) -> int:
    return sum(one.stat().st_size for one in bundle.rglob("*") if one.is_file()) // 1024


def deletion_lines(bundle: Path) -> Iterator[str]:
    """Yield the lines that delete exactly the installed files, folders last."""
    contents = sorted(PurePosixPath(one.relative_to(bundle)) for one in bundle.rglob("*"))
    folders = [one for one in contents if (bundle / one).is_dir()]
    for path in contents:
        if path not in folders:
            yield f'Delete "$INSTDIR\\{_escape_path(path)}"'
    for path in reversed(folders):
        yield f'RMDir "$INSTDIR\\{_escape_path(path)}"'


def _escape_path(path: PurePosixPath) -> str:
    """Return a path for the script, in which a dollar sign begins a variable."""
    return str(PureWindowsPath(path)).replace("$", "$$")


def make_installer(bundle: Path, output: Path, *, personal: bool = False) -> None:
    """Make the installer.

    Args:
        bundle: folder of the program, with both executables.
        output: the installer; its folder must exist.
        personal: make the installer for one person.

    Raises:
        SetupError: makensis is missing or failed, or the bundle is not one of Windows.
    """
    for program in (identity.COMMAND, identity.CONSOLE):
        if not (bundle / f"{program}.exe").is_file():
            raise SetupError(f"the bundle to install contains no {program}.exe")
    makensis = find_makensis()
    if makensis is None:
        raise SetupError("making the installer needs NSIS (makensis), which is not installed")
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "files.nsh"
        files.write_text("\n".join(deletion_lines(bundle)) + "\n", encoding="utf-8-sig")
        symbols = script_definitions(bundle.resolve(), files, output.resolve())
        symbols |= {"PERSONAL": "1"} if personal else {}
        arguments = [f"-D{name}={value}" for name, value in symbols.items()]
        code, messages = run_command(
            makensis, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *arguments, SCRIPT, cwd=HERE
        )
    if code or not output.is_file():
        raise SetupError(f"makensis failed: {failure_reason(messages, 'Error')}")


def find_makensis() -> str | None:
    """Return the path of NSIS's compiler; None if it is not installed."""
    return shutil.which("makensis") or _default_makensis()


def _default_makensis() -> str | None:
    """Return the default path of NSIS on Windows, which its installer does not add to PATH."""
    programs = os.environ.get("PROGRAMFILES(X86)", "")
    path = Path(programs, "NSIS", "makensis.exe")
    return str(path) if programs and path.is_file() else None
