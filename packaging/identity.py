"""Identity of the program on the systems it is installed on, shared by all system files.

Desktop entries, Info.plist, version resources and installers are made from this. Reading it needs
nothing but Python.
"""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

NAME: Final = "Green Baize"
COMMAND: Final = "greenbaize"
"""Windowed program on every system; also the name of the package and of the data folder."""
CONSOLE: Final = "greenbaize-cli"
"""Terminal program of a bundle, in which computer players run as well."""
IDENTIFIER: Final = "io.github.greenbaize.GreenBaize"
"""Bundle identifier, desktop entry and AppStream id; io.github needs no domain of one's own."""
PUBLISHER: Final = "The Green Baize founders"
DEVELOPER_ID: Final = IDENTIFIER.rpartition(".")[0]
"""Identifier of the developer in shops."""

WINGET_ID: Final = "GreenBaize.GreenBaize"
CASK: Final = "green-baize"
"""Name in Homebrew."""

# Contacts: empty where there is none yet. What is made then leaves them out, and what cannot be
# made without them is not handed out; see ``describe_unknown``.
HOME_PAGE: Final = ""
ISSUE_TRACKER: Final = ""
MAIL: Final = ""
DOWNLOADS: Final = ""
"""URL of the folder with a version's files; ``{version}`` in it stands for the version."""
SCREENSHOTS: Final = ""
"""URL of the folder with the pictures that tests/bench/shop_screenshots.py makes."""
_CONTACTS: Final = {
    "HOME_PAGE": "home page",
    "ISSUE_TRACKER": "issue tracker",
    "MAIL": "mail address",
    "DOWNLOADS": "folder of downloads",
    "SCREENSHOTS": "folder of screenshots",
}
COPYRIGHT: Final = "Copyright © 2026 The Green Baize founders"
LICENCE: Final = "MIT AND OFL-1.1"
"""SPDX expression: the program, and the font in it."""
LICENCE_FILE: Final = ROOT / "LICENSE"
LANGUAGES: Final = ("en", "ru")
"""Languages of the texts that systems show; the first one is the fallback."""

# Texts that systems show before the program runs, and which are therefore not in its catalogue.
SUMMARY: Final = {
    "en": "A card table for Damn, Blackout, Master, Ass and Rank",
    "ru": "Карточный стол: «Затмение», «Блэкаут», «Магистр», «Осёл» и «Ранг»",
}
SHORT_SUMMARY: Final = {
    "en": "Card table for five rare games",
    "ru": "Карточный стол для пяти редких игр",
}
"""Summary for shops, which want at most 35 letters and no article."""
GENERIC_NAME: Final = {"en": "Card game", "ru": "Карточная игра"}
KEYWORDS: Final = {
    "en": ("cards", "tricks", "Damn", "Eclipse", "Blackout", "Master", "Ass", "Rank"),
    "ru": (
        "карты",
        "взятки",
        "Затмение",
        "Чёрт побери",
        "Блэкаут",
        "Магистр",
        "Мастер",
        "Осёл",
        "Ранг",
        "Damn",
        "Eclipse",
    ),
}
LOCAL_NETWORK: Final = {
    "en": "Green Baize finds the tables of friends on your network and lets them join yours.",
    "ru": "Green Baize находит столы друзей в вашей сети и пускает друзей за ваш стол.",
}
"""Reason for the local network permission; macOS shows it in the question."""

# Match records: JSON Lines, which other programs may already open.
RECORD_SUFFIX: Final = "jsonl"
RECORD_MIME: Final = "application/x-greenbaize-record+jsonl"
RECORD_PARENT_MIME: Final = "application/jsonl"
RECORD_UTI: Final = f"{IDENTIFIER}.record"
RECORD_PARENT_UTI: Final = "public.json-lines"
RECORD_PROGID: Final = "GreenBaize.Record.1"
"""Identifier of records in the registry of Windows."""
RECORD_NAME: Final = {"en": "Green Baize match record", "ru": "Запись партии Green Baize"}

# The network service of lan/discovery.py and lan/server.py, as systems name it.
SERVICE: Final = "_greenbaize._tcp"
"""Bonjour service type without the domain; a test compares it with the program's own."""

# The oldest systems that the Qt of packaging/runtime.lock runs on.
OLDEST_MACOS: Final = "13.0"
OLDEST_WINDOWS_BUILD: Final = 17763
"""Windows 10 1809."""


def version() -> str:
    """Return the version of the program, read from its package."""
    source = ROOT / "desktop" / COMMAND / "__init__.py"
    match = re.search(r'^__version__ = "([^"]+)"$', source.read_text(encoding="utf-8"), re.M)
    if match is None:
        raise ValueError(f"{source} contains no version")
    return match[1]


def version_numbers() -> tuple[int, int, int, int]:
    """Return the version as four numbers, as Windows requires; anything else is left out."""
    numbers = [int(number) for number in re.findall(r"\d+", version().split("+")[0])][:4]
    first, second, third, fourth = (*numbers, 0, 0, 0, 0)[:4]
    return first, second, third, fourth


def describe_unknown(*names: str) -> str:
    """Return one line on the contacts that are unknown; empty if all are known.

    Args:
        names: constants that something needs; all contacts by default.
    """
    unknown = [_CONTACTS[name] for name in names or _CONTACTS if not globals()[name]]
    return f"no {' and no '.join(unknown)} is known (packaging/identity.py)" if unknown else ""
