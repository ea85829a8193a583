"""Linux desktop integration: menu entry, MIME type of records, and icons.

The files are in the folder ``share`` of a bundle, arranged as in ``/usr/share``.
"""

import shutil
from pathlib import Path
from typing import Final

import identity
from environment import ROOT

from bundle.appstream import metainfo, read_changelog, translated_elements

LINUX_FOLDER: Final = ROOT / "packaging" / "linux"
ENTRY_FILE: Final = f"{identity.IDENTIFIER}.desktop"
"""Name of the desktop entry; the window refers to it (``setDesktopFileName``)."""
RECORD_GLOB: Final = "[12][0-9][0-9][0-9][01][0-9][0-3][0-9]T[0-2][0-9][0-5][0-9][0-9][0-9]-*.jsonl"
"""File name pattern of the program's records; other JSON Lines files are left to others."""
RECORD_MAGIC: Final = '{"format": "greenbaize-match"'
"""First bytes of records, whatever their file name."""
MAGIC_PRIORITY: Final = 90
"""Magic priority; from 80 on, the content counts for more than the file name."""

NEW_WINDOW: Final = {"en": "New Window", "ru": "Новое окно"}


def menu_entry() -> str:
    """Return the menu entry (Desktop Entry Specification 1.4)."""
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.4",
        f"Name={identity.NAME}",
        *_translated_lines("GenericName", identity.GENERIC_NAME),
        *_translated_lines("Comment", identity.SUMMARY),
        *_translated_lines("Keywords", {to: f"{';'.join(words)};" for to, words in _keywords()}),
        f"Icon={identity.IDENTIFIER}",
        f"Exec={identity.COMMAND} %f",
        f"TryExec={identity.COMMAND}",
        "Terminal=false",
        "Categories=Game;CardGame;",
        f"MimeType={identity.RECORD_MIME};",
        "StartupNotify=true",
        # X has the name of the program; under Wayland it is the name of this file.
        f"StartupWMClass={identity.COMMAND}",
        "Actions=new-window;",
        "",
        "[Desktop Action new-window]",
        *_translated_lines("Name", NEW_WINDOW),
        f"Exec={identity.COMMAND} --new-window",
    ]
    return "\n".join(lines) + "\n"


def _keywords() -> list[tuple[str, tuple[str, ...]]]:
    return list(identity.KEYWORDS.items())


def _translated_lines(key: str, texts: dict[str, str]) -> list[str]:
    return [
        f"{key}={text}" if to == identity.LANGUAGES[0] else f"{key}[{to}]={text}"
        for to, text in texts.items()
    ]


def record_mime_type() -> str:
    """Return the MIME type of records (Shared MIME-info Database)."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
            f'  <mime-type type="{identity.RECORD_MIME}">',
            *translated_elements("    ", "comment", identity.RECORD_NAME),
            f'    <sub-class-of type="{identity.RECORD_PARENT_MIME}"/>',
            f'    <generic-icon name="{identity.IDENTIFIER}"/>',
            f'    <magic priority="{MAGIC_PRIORITY}">',
            f'      <match type="string" offset="0" value=\'{RECORD_MAGIC}\'/>',
            "    </magic>",
            f'    <glob pattern="{RECORD_GLOB}" weight="60"/>',
            # Lower weight than the general type: only ambiguous names make the content decide.
            f'    <glob pattern="*.{identity.RECORD_SUFFIX}" weight="40"/>',
            "  </mime-type>",
            f'  <mime-type type="{identity.RECORD_PARENT_MIME}">',
            "    <comment>JSON lines</comment>",
            '    <sub-class-of type="text/plain"/>',
            f'    <glob pattern="*.{identity.RECORD_SUFFIX}"/>',
            "  </mime-type>",
            "</mime-info>",
            "",
        ]
    )


def write_desktop_files(share: Path, version: str, timestamp: int) -> None:
    """Write all files into a folder that is arranged like ``/usr/share``."""
    texts = {
        f"applications/{ENTRY_FILE}": menu_entry(),
        f"metainfo/{identity.IDENTIFIER}.metainfo.xml": metainfo(
            version, timestamp, ENTRY_FILE, read_changelog()
        ),
        f"mime/packages/{identity.IDENTIFIER}.xml": record_mime_type(),
    }
    for name, text in texts.items():
        path = share / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(LINUX_FOLDER / "icons" / "hicolor", share / "icons" / "hicolor")
