"""What a person has set: a small JSON file that may be missing, damaged or a newer program's.

Nothing about it ever stops the program: what cannot be read takes its default.
"""

import json
import os
from codecs import BOM_UTF8
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta

from greenbaize.rules.decoding import decoded_line, fits, one_of
from greenbaize.rules.errors import DamagedError, FileError, TooLargeError
from greenbaize.rules.messages import Message
from greenbaize.rules.names import Name
from greenbaize.store import folders
from greenbaize.store.plain_files import read_plain

THEMES: Final = ("system", "light", "dark")
SLOWEST: Final = 0.5
FASTEST: Final = 3.0
MOST_BYTES: Final = 1_000_000
"""A file of settings larger than this is none; ours have some thousand."""
NAME_LENGTH: Final = 24
"""How many characters a player's name may have."""


@dataclass(slots=True)
class Settings:
    """Everything a person can set, and what the program remembers for them.

    ``speed`` multiplies the pace of the table's motion. ``setups`` holds the last table of each
    game, as the dialog of new matches writes it, and ``programs`` the command lines of foreign
    computer players by name, which are run in a
    sandbox if ``sandbox`` says so. ``table`` holds what held at the last table that was opened to
    friends, beside its game. ``geometry`` is the window's own state as base64 text. ``more``
    keeps what a newer program wrote, for it to find again.
    """

    your_name: str = ""
    theme: str = "system"
    motion: bool = True
    speed: float = 1.0
    single_click: bool = False
    four_colours: bool = False
    warn: bool = False
    offer_review: bool = False
    last_game: str = ""
    setups: dict[str, Any] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    sandbox: bool = False
    table: dict[str, Any] = field(default_factory=dict)
    geometry: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path | None = None) -> "Settings":
        """The settings in a file, by default this computer's.

        A file that is no JSON object is put aside as ``settings.json.bad``.
        """
        path = path or folders.settings()
        try:
            values = decoded_line(read_plain(path, MOST_BYTES).removeprefix(BOM_UTF8), MOST_BYTES)
        except (DamagedError, TooLargeError):
            _put_aside(path)
            return cls()
        except FileError:
            return cls()
        settings = cls()
        for key, shape in _SHAPES.items():
            value = values.pop(key, None)
            if fits(value, shape) and (key != "your_name" or value == tidy_name(value)):
                setattr(settings, key, value)
        settings.more = values
        return settings

    def save(self, path: Path | None = None) -> Message | None:
        """Write the settings, wholly or not at all; returns why that failed, or None."""
        path = path or folders.settings()
        values = dict(self.more)
        for key in _SHAPES:
            values[key] = getattr(self, key)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            text = json.dumps(values, ensure_ascii=False, indent=1)
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text + "\n", encoding="utf-8", errors="replace")
            fresh.replace(path)
        except OSError as error:
            _forget(fresh)
            reason = error.strerror or str(error)
            return Message("file-error", {"path": str(path), "reason": reason})
        return None


def tidy_name(text: str) -> str:
    """A player's name as it may stand in a record: printable, trimmed and not too long."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip()


def system_name() -> str:
    """The name of whoever is logged in to this computer, or nothing."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        name = tidy_name(os.environ.get(key, ""))
        if name and name != "root":
            return name[:1].upper() + name[1:]
    return ""


_Text = Annotated[str, Meta(max_length=100_000)]

_SHAPES: Final[dict[str, Any]] = {
    "your_name": Name,
    "theme": one_of(THEMES),
    "motion": bool,
    "speed": Annotated[float, Meta(ge=SLOWEST, le=FASTEST)],
    "single_click": bool,
    "four_colours": bool,
    "warn": bool,
    "offer_review": bool,
    "last_game": Name,
    "setups": dict[str, Any],
    "programs": dict[Name, _Text],
    "sandbox": bool,
    "table": dict[str, Any],
    "geometry": _Text,
}
"""Which values each setting may have."""

assert {*_SHAPES, "more"} == {one.name for one in fields(Settings)}


def _put_aside(path: Path) -> None:
    try:
        path.replace(path.with_name(path.name + ".bad"))
    except OSError:
        return  # it is overwritten then, which loses no settings that could be read


def _forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
