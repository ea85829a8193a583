"""The settings: a small JSON file that may be missing, damaged or a newer program's.

It never stops the program: each unreadable setting takes its default. So it is not decoded by
``rules.decoding``, which refuses a file as a whole and is slow to load before the first paint.
Several windows may have it open: each writes its own changes and keeps the others'.

A person removed in one window who plays in another stays with their settings until another person
plays there or removes them again, and gets one notice. So there is always at least one person.
"""

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from greenbaize.rules.errors import FileError, GameError, TooLargeError
from greenbaize.rules.messages import Message
from greenbaize.rules.naming import folded
from greenbaize.store import folders
from greenbaize.store.files import held_meanwhile, put_aside, read_plain, write_whole
from greenbaize.store.fitting import (
    AUTO,
    LEARNING,
    MOST_FORMER,
    ON,
    PERSONAL,
    SHARED,
    DeclaredSettings,
    brought_up,
)
from greenbaize.store.persons import (
    FIRST,
    VERSION,
    Person,
    Values,
    fresh_identity,
    in_persons,
    is_newer,
    merged,
    merged_persons,
    person_of,
)

MOST_BYTES: Final = 1_000_000
"""Largest size of a settings file (bytes); usual ones have some thousand."""
NOTHING: Final = b"{}"
"""File content without any settings."""
PATIENCE_S: Final = 3.0
"""Longest wait for another window that is saving, before ignoring it (s)."""
_SEEN: Final = ("your_name", "face", "colour", "former")
"""The person's settings that others see, taken over from other windows at once."""


@dataclass(slots=True)
class Settings(DeclaredSettings):
    """All settings, with everything else of the settings file.

    ``current_identity`` is the person who plays; ``other_persons`` are the others as in the file,
    ``excess_persons`` those beyond the maximum, kept unread. ``unknown_person_keys`` and
    ``unknown_keys`` keep unknown keys of the person and file; ``last_content`` is what the file had
    when last read or written here. ``removed_identity`` was removed by another window and still
    plays here. ``is_newer``: a newer program wrote the file, so it is never written here.
    """

    who: str = FIRST
    others: dict[str, dict[str, Any]] = field(default_factory=dict)
    own_more: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    beyond: dict[str, dict[str, Any]] = field(default_factory=dict)
    removed: str = field(default="", compare=False)
    known: bytes = field(default=NOTHING, compare=False, repr=False)
    newer: bool = field(default=False, compare=False)
    _untold: list[Message] = field(default_factory=list, compare=False, repr=False)
    _told: bool = field(default=False, compare=False, repr=False)

    @property
    def is_kept(self) -> bool:
        """True if a file had settings."""
        return self.known != NOTHING

    @property
    def waits(self) -> bool:
        """True if a full trick waits for a click now."""
        if self.wait_for_click == AUTO:
            return self.finished < LEARNING
        return self.wait_for_click == ON

    @classmethod
    def load(cls, path: Path | None = None) -> "Settings":
        """Return this computer's settings or a file's; one without a JSON object is set aside."""
        path = path or folders.settings()
        settings, aside = cls._there(path)
        settings = settings or cls()
        settings._note_put_aside(aside)
        return settings

    def _note_put_aside(self, aside: Path | None) -> None:
        if aside is not None:
            self._untold.append(Message("settings-put-aside", {"path": str(aside)}))

    @classmethod
    def _there(cls, path: Path) -> "tuple[Settings | None, Path | None]":
        """Return the settings in a file, if any, and the path of a damaged one set aside."""
        try:
            return cls._of(read_plain(path, MOST_BYTES).removeprefix(BOM_UTF8)), None
        except (ValueError, TooLargeError):
            # Otherwise it is overwritten, which loses no readable settings.
            with suppress(OSError):
                return None, put_aside(path)
        except FileError:
            pass
        return None, None

    @classmethod
    def _of(cls, data: bytes) -> "Settings":
        """Return the settings in a file's bytes; ``ValueError`` if they are no JSON object."""
        values = _decoded(data)
        newer = is_newer(values)
        values.pop("version", None)
        values, beyond = in_persons(values)
        persons = values.pop("persons")
        settings = cls(known=data, newer=newer, who=values.pop("who"))
        settings._take_person(persons.pop(settings.who))
        settings.others = persons
        settings.beyond = beyond
        for key, fits in SHARED.items():
            value = values.pop(key, None)
            if fits(value):
                setattr(settings, key, value)
        settings.more = values
        return settings

    @property
    def unsaved(self) -> frozenset[str]:
        """Keys whose values the file did not have when last read or written here."""
        kept, now = Settings._of(self.known)._values(), _decoded(_spelled(self._values()))
        return frozenset(key for key in now if kept[key] != now[key])

    def save(self, path: Path | None = None) -> Message | None:
        """Write the changes made here, all or nothing; return an error or notice, if any.

        Other windows' changes stay in the file and are not taken over here. A newer program's file
        is left as it is, with one notice.
        """
        path = path or folders.settings()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with held_meanwhile(path.with_name(f"{path.name}.lock"), PATIENCE_S):
                return self._write(path)
        except GameError as error:
            return error.message
        except OSError as error:
            reason = error.strerror or str(error)
            return Message("file-error", {"path": str(path), "reason": reason})

    def _write(self, path: Path) -> Message | None:
        own = self._values()
        values, beyond = self.more | own, self.beyond
        there, aside = Settings._there(path)
        self._note_put_aside(aside)
        self.newer = self.newer if there is None else there.newer
        if self.newer:
            return self.news()
        if there is not None:
            before, now = Settings._of(self.known)._values(), there._values()
            values = there.more | {
                key: merged(value, before[key], now[key])
                for key, value in own.items()
                if key != "persons"
            }
            persons = (own["persons"], before["persons"], now["persons"])
            values["persons"] = self._merged(*persons)
            gone = before["persons"].keys() - own["persons"].keys()
            beyond = {key: one for key, one in there.beyond.items() if key not in gone}
        values["persons"] = values["persons"] | {
            key: one for key, one in beyond.items() if key not in values["persons"]
        }
        data = _spelled({"version": VERSION} | values) + b"\n"
        if len(data) > MOST_BYTES:
            return Message("settings-too-large")
        again, _ = Settings._there(path)
        if (again and again.known) != (there and there.known):
            # another process has written after the wait for its lock ended
            return self._write(path)
        write_whole(path, data, sync=False)  # written often, on many clicks
        self.known = _spelled(own)
        return self.news()

    def _merged(self, own: Values, before: Values, now: Values) -> Values:
        """Return the merged persons; the one who plays here stays, with a notice."""
        if self.who in before and self.who not in now and self.removed != self.who:
            self.removed = self.who
            self._untold.append(Message("settings-removed"))
        return merged_persons(self.who, own, before, now)

    def news(self) -> Message | None:
        """Return the next notice about the file, each one once."""
        if self._untold:
            return self._untold.pop()
        if not self.newer or self._told:
            return None
        self._told = True
        return Message("settings-newer")

    def _values(self) -> dict[str, Any]:
        """Return what is written, without the version and unknown keys."""
        shared = {key: getattr(self, key) for key in SHARED}
        persons = self.others | {self.who: self._of_person()}
        return {"who": self.who, "persons": persons} | shared

    # Persons

    @property
    def person(self) -> Person:
        """The person who plays."""
        return person_of(self.who, self._of_person())

    @property
    def persons(self) -> tuple[Person, ...]:
        """All persons, by name."""
        others = (person_of(*one) for one in self.others.items())
        return tuple(sorted((self.person, *others), key=lambda one: folded(one.name)))

    def switch(self, who: str) -> None:
        """Switch to another person and their settings; ``KeyError`` if unknown."""
        if who != self.who:
            values = self.others.pop(who)
            if self.who != self.removed:
                self.others[self.who] = self._of_person()
            self.removed = ""
            self.who = who
            self._take_person(values)

    def add_person(self, name: str, face: str = "", colour: str = "") -> str:
        """Add a person with default settings; return their identity."""
        identity = fresh_identity()
        self.others[identity] = {"your_name": name, "face": face, "colour": colour}
        return identity

    def remove_person(self, identity: str) -> None:
        """Remove a person, but not the last one; if they were playing, another one plays."""
        if not self.others:
            return
        if identity == self.who:
            self.switch(next(one.identity for one in self.persons if one.identity != identity))
        self.others.pop(identity, None)

    def rename(self, identity: str, name: str, was: str) -> None:
        """Rename a person to a trimmed name; ``old_name`` still finds their matches."""
        person = next(one for one in self.persons if one.identity == identity)
        former = [one for one in (*person.former, was) if folded(one) != folded(name)]
        kept = list(dict.fromkeys(filter(None, former)))[-MOST_FORMER:]
        self.change_person(identity, your_name=name, former=kept)

    def change_person(self, identity: str, **values: object) -> None:
        """Change settings of a person, by name."""
        if identity == self.who:
            for key, value in values.items():
                setattr(self, key, value)
        else:
            self.others[identity] = self.others[identity] | values

    def look_around(self, path: Path | None = None) -> None:
        """Take over persons that other windows added, removed or changed."""
        there, aside = self._there(path or folders.settings())
        self._note_put_aside(aside)
        if there is None or there.newer:
            return
        before, now = Settings._of(self.known)._values(), there._values()["persons"]
        own = self._values()["persons"]
        persons = self._merged(own, before["persons"], now)
        mine = persons.pop(self.who, {})
        for key in _SEEN:
            setattr(self, key, mine.get(key, getattr(self, key)))
        self.others = persons
        old = before["persons"].get(self.who, {})
        seen = {key: value for key, value in now.get(self.who, {}).items() if key in _SEEN}
        self.beyond = there.beyond
        known = now | ({self.who: old | seen} if self.who in now else {})
        self.known = _spelled(before | {"persons": known})

    def _of_person(self) -> dict[str, Any]:
        return self.own_more | {key: getattr(self, key) for key in PERSONAL}

    def _take_person(self, values: Mapping[str, Any]) -> None:
        """Set a person's settings, with defaults for missing ones."""
        usual, rest = Settings(), brought_up(values)
        for key, fits in PERSONAL.items():
            value = rest.pop(key, None)
            setattr(self, key, value if fits(value) else getattr(usual, key))
        self.own_more = rest


def _decoded(data: bytes) -> dict[str, Any]:
    """Return the JSON object in some bytes; ``ValueError`` if it could not have been saved.

    Not decoded by msgspec as other files are: that takes longer to load before the first paint.
    """
    try:
        values = json.loads(data.decode())
        # Values outside the JSON standard (NaN, half a surrogate) cannot be written either.
        json.dumps(values, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(values, dict):
        raise ValueError("no object")  # noqa: TRY004  (the text is wrong, not its type)
    return values


def _spelled(values: dict[str, Any]) -> bytes:
    text = json.dumps(values, ensure_ascii=False, indent=1)
    return text.encode("utf-8", errors="replace")
