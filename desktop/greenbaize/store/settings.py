"""What a person has set: a small JSON file that may be missing, damaged or a newer program's.

Nothing about it ever stops the program: what cannot be read takes its default, setting by setting.
So this is the one file from outside that ``rules.decoding`` does not decode: that refuses a file as
a whole. It is also read before the first paint, which the library for it need not hold up. Several
windows may have it open: each writes what was changed there, and leaves the rest as the others
wrote it.
"""

import json
import os
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from greenbaize.rules.errors import FileError, TooLargeError
from greenbaize.rules.messages import Message
from greenbaize.rules.naming import LONGEST_NAME, NAME_PATTERN
from greenbaize.store import folders
from greenbaize.store.held_file import HeldFile
from greenbaize.store.plain_files import read_plain

THEMES: Final = ("system", "light", "dark")
SLOWEST: Final = 0.5
FASTEST: Final = 3.0
MOST_BYTES: Final = 1_000_000
"""A file of settings larger than this is none; ours have some thousand."""
SHORTEST_TRICK: Final = 0.3
LONGEST_TRICK: Final = 5.0
"""The limits of how long a full trick stays, in seconds."""
AUTO, ON, OFF = "auto", "on", "off"
LEARNING: Final = 3
"""After so many finished matches tricks wait for no click any more, unless somebody chose so."""
NAME_LENGTH: Final = 24
"""How many characters a player's name may have."""
PATIENCE_S: Final = 1.0
"""Seconds that are waited for another window that is saving; then it is stuck."""


@dataclass(slots=True)
class Settings:
    """Everything a person can set, and what the program remembers for them.

    ``speed`` multiplies the pace of the table's motion. ``trick_seconds`` is how long a full trick
    stays, ``wait_for_click`` whether it waits for a click (``auto``: during the first matches),
    ``finished`` how many matches have been finished here, as far as that matters for it.
    ``last_card`` and ``forced_cards`` are what is played by itself. ``ring`` says whether the
    table shows who beats whom, ``side`` whether the sheet stands beside it. ``setups`` holds the
    last table of each game, as the dialog of new matches writes it, and ``programs`` the command
    lines of foreign computer players by name, which are run in a sandbox if ``sandbox`` says so.
    ``honours`` says whether they are told at the end of a match.
    ``table`` holds what held at the last table that was opened to friends, beside its game.
    ``geometry`` is the window's own state as base64 text. ``more`` keeps what a newer program
    wrote, for it to find again, and ``known`` what the file held when this window last read or
    wrote it.
    """

    your_name: str = ""
    theme: str = "system"
    motion: bool = True
    speed: float = 1.0
    trick_seconds: float = 1.2
    wait_for_click: str = AUTO
    finished: int = 0
    last_card: bool = True
    forced_cards: bool = False
    single_click: bool = False
    four_colours: bool = False
    warn: bool = False
    offer_review: bool = False
    honours: bool = True
    ring: bool = True
    side: bool = True
    last_game: str = ""
    setups: dict[str, Any] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    sandbox: bool = False
    table: dict[str, Any] = field(default_factory=dict)
    geometry: str = ""
    more: dict[str, Any] = field(default_factory=dict)
    known: bytes = field(default=b"{}", compare=False, repr=False)

    @property
    def waits(self) -> bool:
        """Whether a full trick waits for a click now."""
        if self.wait_for_click == AUTO:
            return self.finished < LEARNING
        return self.wait_for_click == ON

    @classmethod
    def load(cls, path: Path | None = None) -> "Settings":
        """The settings in a file, by default this computer's.

        A file that is no JSON object is put aside as ``settings.json.bad``.
        """
        return cls._there(path or folders.settings()) or cls()

    @classmethod
    def _there(cls, path: Path) -> "Settings | None":
        """The settings in a file, if there are any."""
        try:
            return cls._of(read_plain(path, MOST_BYTES).removeprefix(BOM_UTF8))
        except (ValueError, TooLargeError):
            _put_aside(path)
        except FileError:
            pass
        return None

    @classmethod
    def _of(cls, data: bytes) -> "Settings":
        """The settings that a file's bytes spell; ``ValueError`` if they are no JSON object."""
        values = _decoded(data)
        settings = cls(known=data)
        for key, fits in _FIT.items():
            value = values.pop(key, None)
            if fits(value):
                setattr(settings, key, value)
        settings.more = values
        return settings

    def save(self, path: Path | None = None) -> Message | None:
        """Write what was changed here, wholly or not at all; returns why that failed, or None.

        What another window has changed meanwhile stays as it is in the file, and is not taken
        over here.
        """
        path = path or folders.settings()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with _alone(path):
                self._write(path)
        except OSError as error:
            reason = error.strerror or str(error)
            return Message("file-error", {"path": str(path), "reason": reason})
        return None

    def _write(self, path: Path) -> None:
        own = {key: getattr(self, key) for key in _FIT}
        values = self.more | own
        there = Settings._there(path)
        if there is not None:
            before = Settings._of(self.known)
            merged = {
                key: _merged(value, getattr(before, key), getattr(there, key))
                for key, value in own.items()
            }
            values = there.more | merged
        from greenbaize.store.open_files import put_in_place  # noqa: PLC0415  (after the paint)

        # Under a name that nobody can foresee: a link planted there would be written through.
        put_in_place(path, _spelled(values) + b"\n", 0o666)
        self.known = _spelled(own)


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


LONGEST_TEXT: Final = 100_000
_NAME: Final = re.compile(NAME_PATTERN)


def _is_on_or_off(value: object) -> bool:
    return isinstance(value, bool)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and bool(_NAME.match(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_within(least: float, most: float) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and least <= value <= most  # type: ignore[operator]

    return fits


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LEARNING


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _are_programs(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(_is_name(name) and _is_text(words) for name, words in value.items())


_FIT: Final[Mapping[str, Callable[[object], bool]]] = {
    "your_name": lambda value: _is_name(value) and value == tidy_name(str(value)),
    "theme": lambda value: value in THEMES,
    "motion": _is_on_or_off,
    "speed": _is_within(SLOWEST, FASTEST),
    "trick_seconds": _is_within(SHORTEST_TRICK, LONGEST_TRICK),
    "wait_for_click": lambda value: value in (AUTO, ON, OFF),
    "finished": _is_count,
    "last_card": _is_on_or_off,
    "forced_cards": _is_on_or_off,
    "single_click": _is_on_or_off,
    "four_colours": _is_on_or_off,
    "warn": _is_on_or_off,
    "offer_review": _is_on_or_off,
    "honours": _is_on_or_off,
    "ring": _is_on_or_off,
    "side": _is_on_or_off,
    "last_game": _is_name,
    "setups": _is_object,
    "programs": _are_programs,
    "sandbox": _is_on_or_off,
    "table": _is_object,
    "geometry": _is_text,
}
"""Which values each setting may have."""

assert {*_FIT, "more", "known"} == {one.name for one in fields(Settings)}


def _decoded(data: bytes) -> dict[str, Any]:
    """The JSON object that some bytes spell; ``ValueError`` if it is none that could be saved.

    Everything else that comes from outside is read by msgspec, which is stricter by itself. But
    settings are read before the first paint, and it takes longer to be loaded than all of ours.
    """
    try:
        values = json.loads(data.decode())
        # What JSON does not know (NaN, half a surrogate) cannot be written either.
        json.dumps(values, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(values, dict):
        raise ValueError("no object")  # noqa: TRY004  (it is the text that is wrong)
    return values


def _spelled(values: dict[str, Any]) -> bytes:
    text = json.dumps(values, ensure_ascii=False, indent=1)
    return text.encode("utf-8", errors="replace")


def _merged(own: Any, old: Any, other: Any) -> Any:
    """A setting as it is to be written: as it was changed here, else as it is in the file.

    Of a table of settings each entry is looked at by itself.
    """
    if isinstance(own, dict) and isinstance(old, dict) and isinstance(other, dict):
        changed = {key: value for key, value in own.items() if old.get(key, ...) != value}
        gone = old.keys() - own.keys()
        return {key: value for key, value in other.items() if key not in gone} | changed
    return other if own == old else own


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other windows from saving at the same time, where that can be had."""
    try:
        held = HeldFile.wait(path.with_name(f"{path.name}.lock"), PATIENCE_S)
    except OSError:
        held = None  # what is wrong with the folder is told when the settings are written
    try:
        yield
    finally:
        if held is not None:
            held.let_go(remove=True)


def _put_aside(path: Path) -> None:
    try:
        path.replace(path.with_name(path.name + ".bad"))
    except OSError:
        return  # it is overwritten then, which loses no settings that could be read
