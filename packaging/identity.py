"""Who the program is to the systems it is installed on: one place for what their files repeat.

Desktop entries, Info.plist, version resources and installers are made from this. Nothing but
Python is needed to read it.
"""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

NAME: Final = "Green Baize"
COMMAND: Final = "greenbaize"
"""The windowed program, on every system; the package and the folder of one's data as well."""
CONSOLE: Final = "greenbaize-cli"
"""The same for a terminal: in a bundle, and what computer players run in."""
IDENTIFIER: Final = "io.github.greenbaize.GreenBaize"
"""Bundle identifier, desktop entry and AppStream id; under io.github nobody needs a domain."""
PUBLISHER: Final = "The Green Baize founders"
COPYRIGHT: Final = "Copyright © 2026 The Green Baize founders"
LICENCE: Final = "MIT"
LICENCE_FILE: Final = ROOT / "LICENSE"
LANGUAGES: Final = ("en", "ru")
"""Of what the system shows of the program; the first stands where nothing else is asked for."""

# Texts that systems show; they are asked for before the program runs, and so not in its catalogue.
SUMMARY: Final = {
    "en": "A card table for Damn, Blackout, Master, Ass and Rank",
    "ru": "Карточный стол: «Затмение», «Блэкаут», «Магистр», «Осёл» и «Ранг»",
}
GENERIC_NAME: Final = {"en": "Card game", "ru": "Карточная игра"}
KEYWORDS: Final = {
    "en": ("cards", "tricks", "Damn", "Eclipse", "Blackout", "Master", "Ass", "Rank"),
    "ru": (
        *("карты", "взятки", "Затмение", "Чёрт побери", "Блэкаут", "Магистр", "Мастер", "Осёл"),
        *("Ранг", "Damn", "Eclipse"),
    ),
}
LOCAL_NETWORK: Final = {
    "en": "Green Baize finds the tables of friends on your network and lets them join yours.",
    "ru": "Green Baize находит столы друзей в вашей сети и пускает друзей за ваш стол.",
}
"""Why the program asks for the local network (macOS says it in the question)."""

# Records of matches: JSON Lines, which other programs may well be opening already.
RECORD_SUFFIX: Final = "jsonl"
RECORD_MIME: Final = "application/x-greenbaize-record+jsonl"
RECORD_PARENT_MIME: Final = "application/jsonl"
RECORD_UTI: Final = f"{IDENTIFIER}.record"
RECORD_PARENT_UTI: Final = "public.json-lines"
RECORD_PROGID: Final = "GreenBaize.Record.1"
"""What a record is called in the registry of Windows."""
RECORD_NAME: Final = {"en": "Green Baize match record", "ru": "Запись партии Green Baize"}

# The network: what lan/discovery.py and lan/server.py do, in the systems' words.
SERVICE: Final = "_greenbaize._tcp"
"""As Bonjour names it, without the domain; a test holds it equal to the program's own."""

# The oldest systems that the Qt of packaging/runtime.lock runs on.
OLDEST_MACOS: Final = "13.0"
OLDEST_WINDOWS_BUILD: Final = 17763
"""Windows 10 1809."""


def version() -> str:
    """The program's version, as its package says it."""
    source = ROOT / "desktop" / COMMAND / "__init__.py"
    said = re.search(r'^__version__ = "([^"]+)"$', source.read_text(encoding="utf-8"), re.M)
    if said is None:
        raise ValueError(f"{source} does not say a version")
    return said[1]


def version_numbers() -> tuple[int, int, int, int]:
    """The version as four numbers, as Windows wants it; what is no number is left out."""
    numbers = [int(number) for number in re.findall(r"\d+", version().split("+")[0])][:4]
    first, second, third, fourth = (*numbers, 0, 0, 0, 0)[:4]
    return first, second, third, fourth
