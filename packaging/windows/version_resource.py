"""Version resource of the executables, shown by Windows under *Properties*.

PyInstaller takes it as text: ``EXE(version=…)`` expects the path of a file with it.
"""

from pathlib import Path
from typing import Final

import identity

LANGUAGE_IDS: Final = {"en": 1033, "ru": 1049}
"""Language identifiers of Windows."""
UNICODE_CODE_PAGE: Final = 1200
DESCRIPTIONS: Final = {
    identity.COMMAND: {"en": identity.NAME, "ru": identity.NAME},
    identity.CONSOLE: {
        "en": f"{identity.NAME} for the command line",
        "ru": f"{identity.NAME} для командной строки",
    },
}
"""Descriptions of the executables, which the task manager shows as their names."""


def version_resource(program: str) -> str:
    """Return the text of an executable's resource.

    Args:
        program: name without suffix; ``KeyError`` for an unknown one.
    """
    numbers = identity.version_numbers()
    tables = ",\n    ".join(_string_table(program, language) for language in identity.LANGUAGES)
    translations = [
        word for one in identity.LANGUAGES for word in (LANGUAGE_IDS[one], UNICODE_CODE_PAGE)
    ]
    return f"""# UTF-8
VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers},
    prodvers={numbers},
    mask=0x3f,
    flags=0x0,
    OS=0x40004,
    fileType=0x1,
    subtype=0x0,
    date=(0, 0),
  ),
  kids=[
    StringFileInfo([
    {tables}
    ]),
    VarFileInfo([VarStruct("Translation", {translations})]),
  ],
)
"""


def _string_table(program: str, language: str) -> str:
    values = {
        "CompanyName": identity.PUBLISHER,
        "FileDescription": DESCRIPTIONS[program][language],
        "FileVersion": identity.version(),
        "InternalName": program,
        "LegalCopyright": identity.COPYRIGHT,
        "OriginalFilename": f"{program}.exe",
        "ProductName": identity.NAME,
        "ProductVersion": identity.version(),
        "Comments": identity.SUMMARY[language],
    }
    lines = "\n".join(f"        StringStruct({key!r}, {word!r})," for key, word in values.items())
    name = f"{LANGUAGE_IDS[language]:04X}{UNICODE_CODE_PAGE:04X}"
    return f"  StringTable({name!r}, [\n{lines}\n      ])"


def write_version_resource(folder: Path, program: str) -> Path:
    """Write an executable's resource to a folder; return the file's path."""
    path = folder / f"{program}.version"
    path.write_text(version_resource(program), encoding="utf-8")
    return path
