"""Linux desktop integration: menu entry, MIME type of records, and icons.

The files are in the folder ``share`` of a bundle, arranged as in ``/usr/share``.
"""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import identity
from environment import ROOT

LINUX_FOLDER: Final = ROOT / "packaging" / "linux"
ENTRY_FILE: Final = f"{identity.COMMAND}.desktop"
"""Name of the desktop entry; the window refers to it (``setDesktopFileName``)."""
RECORD_GLOB: Final = "[12][0-9][0-9][0-9][01][0-9][0-3][0-9]T[0-2][0-9][0-5][0-9][0-9][0-9]-*.jsonl"
"""File name pattern of the program's records; other JSON Lines files are left to others."""
RECORD_MAGIC: Final = '{"format": "greenbaize-match"'
"""First bytes of records, whatever their file name."""
MAGIC_PRIORITY: Final = 90
"""Magic priority; from 80 on, the content counts for more than the file name."""

NEW_WINDOW: Final = {"en": "New Window", "ru": "Новое окно"}
PARAGRAPHS: Final = (
    "A card table for five trick-taking and shedding games that are rarely found elsewhere. Sit "
    "down against computer opponents of five levels, watch them play each other, or take seats "
    "with friends on the local network, without a server or an account.",
    "The program knows the rules: it tells what a card would do and why it may or may not be "
    "played, explains card by card why a trick went where it went, and keeps a record of every "
    "match. No computer opponent sees a card that you would not see in its place.",
)
GAMES: Final = (
    "Damn, also called Eclipse, for 3 to 7: bid your tricks and win exactly as many",
    "Blackout, for 2 to 4: exact bids again; in the first deal you see every card but your own",
    "Master, for 2 to 4: twelve contracts, first to be avoided, then to be won",
    "Ass, for 2 to 6: four cards, go or stay, and banks to be rid of",
    "Rank, for 2 to 10: be rid of your cards up and down a ring of ranks",
)


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
        f"Icon={identity.COMMAND}",
        f"Exec={identity.COMMAND} %f",
        f"TryExec={identity.COMMAND}",
        "Terminal=false",
        "Categories=Game;CardGame;",
        f"MimeType={identity.RECORD_MIME};",
        "StartupNotify=true",
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


def _xml_elements(indent: str, tag: str, texts: dict[str, str]) -> list[str]:
    return [
        f"{indent}<{tag}>{text}</{tag}>"
        if to == identity.LANGUAGES[0]
        else f'{indent}<{tag} xml:lang="{to}">{text}</{tag}>'
        for to, text in texts.items()
    ]


def record_mime_type() -> str:
    """Return the MIME type of records (Shared MIME-info Database)."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
            f'  <mime-type type="{identity.RECORD_MIME}">',
            *_xml_elements("    ", "comment", identity.RECORD_NAME),
            f'    <sub-class-of type="{identity.RECORD_PARENT_MIME}"/>',
            f'    <generic-icon name="{identity.COMMAND}"/>',
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


def metainfo(version: str, timestamp: int) -> str:
    """Return the AppStream metadata (0.16), which software centres show.

    Args:
        version: version of the program.
        timestamp: time of the release (s since 1970).
    """
    day = datetime.fromtimestamp(timestamp, UTC).date().isoformat()
    texts = [f"    <p>{escape(text)}</p>" for text in PARAGRAPHS]
    games = [f"      <li>{escape(text)}</li>" for text in GAMES]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<component type="desktop-application">',
            f"  <id>{identity.IDENTIFIER}</id>",
            f"  <name>{identity.NAME}</name>",
            *_xml_elements("  ", "summary", identity.SUMMARY),
            f"  <developer_name>{identity.PUBLISHER}</developer_name>",
            "  <metadata_license>CC0-1.0</metadata_license>",
            f"  <project_license>{identity.LICENCE}</project_license>",
            "  <description>",
            *texts,
            "    <ul>",
            *games,
            "    </ul>",
            "  </description>",
            f'  <launchable type="desktop-id">{ENTRY_FILE}</launchable>',
            f'  <icon type="stock">{identity.COMMAND}</icon>',
            "  <categories>",
            "    <category>Game</category>",
            "    <category>CardGame</category>",
            "  </categories>",
            "  <provides>",
            f"    <binary>{identity.COMMAND}</binary>",
            f"    <mediatype>{identity.RECORD_MIME}</mediatype>",
            "  </provides>",
            "  <releases>",
            f'    <release version="{version}" date="{day}"/>',
            "  </releases>",
            '  <content_rating type="oars-1.1">',
            '    <content_attribute id="social-chat">intense</content_attribute>',
            "  </content_rating>",
            "</component>",
            "",
        ]
    )


def write_desktop_files(share: Path, version: str, timestamp: int) -> None:
    """Write all files into a folder that is arranged like ``/usr/share``."""
    texts = {
        f"applications/{ENTRY_FILE}": menu_entry(),
        f"metainfo/{identity.IDENTIFIER}.metainfo.xml": metainfo(version, timestamp),
        f"mime/packages/{identity.COMMAND}.xml": record_mime_type(),
    }
    for name, text in texts.items():
        path = share / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(LINUX_FOLDER / "icons" / "hicolor", share / "icons" / "hicolor")
