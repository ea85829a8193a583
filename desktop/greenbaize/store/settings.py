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

from greenbaize.rules.errors import FileError, FileTooLargeError, GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.name_text import fold_name
from greenbaize.store import folders
from greenbaize.store.declared_settings import (
    ALL,
    AUTO,
    CLICKS,
    KEYS,
    LEARNING_MATCHES,
    MAX_FORMER_NAMES,
    ON,
    PERSONAL_VALIDATORS,
    SHARED_VALIDATORS,
    DeclaredSettings,
)
from greenbaize.store.files import hold_lock, read_plain, set_aside_file, write_atomically
from greenbaize.store.persons import (
    FIRST_IDENTITY,
    VERSION,
    PersonIdentity,
    SettingValues,
    generate_identity,
    is_newer_version,
    merge_persons,
    merge_value,
    normalise_persons,
    parse_person,
)

MAX_FILE_BYTES: Final = 1_000_000
"""Largest size of a settings file (bytes); usual ones have some thousand."""
NO_SETTINGS: Final = b"{}"
"""File content without any settings."""
WRITER_TIMEOUT_S: Final = 3.0
"""Longest wait for another window that is saving, before ignoring it (s)."""
_PUBLIC_KEYS: Final = ("your_name", "face", "colour", "former")
"""The person's settings that others see, taken over from other windows at once."""


@dataclass(slots=True)
class UserSettings(DeclaredSettings):
    """All settings, with everything else of the settings file.

    ``current_identity`` is the person who plays; ``other_persons`` are the others as in the file,
    ``excess_persons`` those beyond the maximum, kept unread. ``unknown_person_keys`` and
    ``unknown_keys`` keep unknown keys of the person and file; ``last_content`` is what the file had
    when last read or written here. ``removed_identity`` was removed by another window and still
    plays here. ``is_newer``: a newer program wrote the file, so it is never written here.
    """

    current_identity: str = FIRST_IDENTITY
    other_persons: dict[str, dict[str, Any]] = field(default_factory=dict)
    unknown_person_keys: dict[str, Any] = field(default_factory=dict)
    unknown_keys: dict[str, Any] = field(default_factory=dict)
    excess_persons: dict[str, dict[str, Any]] = field(default_factory=dict)
    removed_identity: str = field(default="", compare=False)
    last_content: bytes = field(default=NO_SETTINGS, compare=False, repr=False)
    is_newer: bool = field(default=False, compare=False)
    _pending_notices: list[Message] = field(default_factory=list, compare=False, repr=False)
    _is_newer_notice_shown: bool = field(default=False, compare=False, repr=False)

    @property
    def has_file(self) -> bool:
        """True if a file had settings."""
        return self.last_content != NO_SETTINGS

    @property
    def waits_for_trick_click(self) -> bool:
        """True if a full trick waits for a click now."""
        if self.wait_for_click == AUTO:
            return self.finished < LEARNING_MATCHES
        return self.wait_for_click == ON

    @property
    def confirms_clicks(self) -> bool:
        """True if a card is played by a second click only."""
        return self.confirm_moves in (CLICKS, ALL)

    @property
    def confirms_keys(self) -> bool:
        """True if a key gives its answer when pressed twice only."""
        return self.confirm_moves in (KEYS, ALL)

    @classmethod
    def load(cls, path: Path | None = None) -> "UserSettings":
        """Return this computer's settings or a file's; one without a JSON object is set aside."""
        path = path or folders.settings_path()
        settings, set_aside_path = cls._read_file(path)
        settings = settings or cls()
        settings._add_set_aside_notice(set_aside_path)
        return settings

    def _add_set_aside_notice(self, set_aside_path: Path | None) -> None:
        if set_aside_path is not None:
            self._pending_notices.append(
                Message("settings-put-aside", {"path": str(set_aside_path)})
            )

    @classmethod
    def _read_file(cls, path: Path) -> "tuple[UserSettings | None, Path | None]":
        """Return the settings in a file, if any, and the path of a damaged one set aside."""
        try:
            return cls._parse_file(read_plain(path, MAX_FILE_BYTES).removeprefix(BOM_UTF8)), None
        except (ValueError, FileTooLargeError):
            # Otherwise it is overwritten, which loses no readable settings.
            with suppress(OSError):
                return None, set_aside_file(path)
        except FileError:
            pass
        return None, None

    @classmethod
    def _parse_file(cls, data: bytes) -> "UserSettings":
        """Return the settings in a file's bytes; ``ValueError`` if they are no JSON object."""
        values = _decode_object(data)
        written_by_newer = is_newer_version(values)
        values.pop("version", None)
        values, excess_persons = normalise_persons(values)
        persons = values.pop("persons")
        settings = cls(
            last_content=data, is_newer=written_by_newer, current_identity=values.pop("who")
        )
        settings._set_person(persons.pop(settings.current_identity))
        settings.other_persons = persons
        settings.excess_persons = excess_persons
        for key, fits in SHARED_VALIDATORS.items():
            value = values.pop(key, None)
            if fits(value):
                setattr(settings, key, value)
        settings.unknown_keys = values
        return settings

    @property
    def unsaved_keys(self) -> frozenset[str]:
        """Keys whose values the file did not have when last read or written here."""
        file_values = UserSettings._parse_file(self.last_content)._written_values()
        current_values = _decode_object(_encode_object(self._written_values()))
        return frozenset(key for key in current_values if file_values[key] != current_values[key])

    def save(self, path: Path | None = None) -> Message | None:
        """Write the changes made here, all or nothing; return an error or notice, if any.

        Other windows' changes stay in the file and are not taken over here. A newer program's file
        is left as it is, with one notice.
        """
        path = path or folders.settings_path()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with hold_lock(path.with_name(f"{path.name}.lock"), WRITER_TIMEOUT_S):
                return self._write_file(path)
        except GameError as error:
            return error.message
        except OSError as error:
            reason = error.strerror or str(error)
            return Message("file-error", {"path": str(path), "reason": reason})

    def _write_file(self, path: Path) -> Message | None:
        own = self._written_values()
        values, excess_persons = self.unknown_keys | own, self.excess_persons
        file_settings, set_aside_path = UserSettings._read_file(path)
        self._add_set_aside_notice(set_aside_path)
        self.is_newer = self.is_newer if file_settings is None else file_settings.is_newer
        if self.is_newer:
            return self.next_notice()
        if file_settings is not None:
            before = UserSettings._parse_file(self.last_content)._written_values()
            file_values = file_settings._written_values()
            values = file_settings.unknown_keys | {
                key: merge_value(value, before[key], file_values[key])
                for key, value in own.items()
                if key != "persons"
            }
            persons = (own["persons"], before["persons"], file_values["persons"])
            values["persons"] = self._merge_persons(*persons)
            removed_identities = before["persons"].keys() - own["persons"].keys()
            excess_persons = {
                key: one
                for key, one in file_settings.excess_persons.items()
                if key not in removed_identities
            }
        values["persons"] = values["persons"] | {
            key: one for key, one in excess_persons.items() if key not in values["persons"]
        }
        data = _encode_object({"version": VERSION} | values) + b"\n"
        if len(data) > MAX_FILE_BYTES:
            return Message("settings-too-large")
        latest, _ = UserSettings._read_file(path)
        if (latest and latest.last_content) != (file_settings and file_settings.last_content):
            # another process has written after the wait for its lock ended
            return self._write_file(path)
        write_atomically(path, data, sync=False)  # written often, on many clicks
        self.last_content = _encode_object(own)
        return self.next_notice()

    def _merge_persons(
        self, own: SettingValues, old: SettingValues, file_values: SettingValues
    ) -> SettingValues:
        """Return the merged persons; the one who plays here stays, with a notice."""
        if (
            self.current_identity in old
            and self.current_identity not in file_values
            and self.removed_identity != self.current_identity
        ):
            self.removed_identity = self.current_identity
            self._pending_notices.append(Message("settings-removed"))
        return merge_persons(self.current_identity, own, old, file_values)

    def next_notice(self) -> Message | None:
        """Return the next notice about the file, each one once."""
        if self._pending_notices:
            return self._pending_notices.pop()
        if not self.is_newer or self._is_newer_notice_shown:
            return None
        self._is_newer_notice_shown = True
        return Message("settings-newer")

    def _written_values(self) -> dict[str, Any]:
        """Return what is written, without the version and unknown keys."""
        shared = {key: getattr(self, key) for key in SHARED_VALIDATORS}
        persons = self.other_persons | {self.current_identity: self._person_values()}
        return {"who": self.current_identity, "persons": persons} | shared

    # Persons

    @property
    def current_person(self) -> PersonIdentity:
        """The person who plays."""
        return parse_person(self.current_identity, self._person_values())

    @property
    def persons(self) -> tuple[PersonIdentity, ...]:
        """All persons, by name."""
        others = (parse_person(*one) for one in self.other_persons.items())
        return tuple(sorted((self.current_person, *others), key=lambda one: fold_name(one.name)))

    def switch_person(self, identity: str) -> None:
        """Switch to another person and their settings; ``KeyError`` if unknown."""
        if identity != self.current_identity:
            values = self.other_persons.pop(identity)
            if self.current_identity != self.removed_identity:
                self.other_persons[self.current_identity] = self._person_values()
            self.removed_identity = ""
            self.current_identity = identity
            self._set_person(values)

    def add_person(self, name: str, face: str = "", colour: str = "") -> str:
        """Add a person with default settings; return their identity."""
        identity = generate_identity()
        self.other_persons[identity] = {"your_name": name, "face": face, "colour": colour}
        return identity

    def remove_person(self, identity: str) -> None:
        """Remove a person, but not the last one; if they were playing, another one plays."""
        if not self.other_persons:
            return
        if identity == self.current_identity:
            self.switch_person(
                next(one.identity for one in self.persons if one.identity != identity)
            )
        self.other_persons.pop(identity, None)

    def rename_person(self, identity: str, name: str, old_name: str) -> None:
        """Rename a person to a trimmed name; ``old_name`` still finds their matches."""
        person = next(one for one in self.persons if one.identity == identity)
        former = [
            one for one in (*person.former_names, old_name) if fold_name(one) != fold_name(name)
        ]
        former_names = list(dict.fromkeys(filter(None, former)))[-MAX_FORMER_NAMES:]
        self.change_person(identity, your_name=name, former=former_names)

    def change_person(self, identity: str, **values: object) -> None:
        """Change settings of a person, by name."""
        if identity == self.current_identity:
            for key, value in values.items():
                setattr(self, key, value)
        else:
            self.other_persons[identity] = self.other_persons[identity] | values

    def sync_persons(self, path: Path | None = None) -> None:
        """Take over persons that other windows added, removed or changed."""
        file_settings, set_aside_path = self._read_file(path or folders.settings_path())
        self._add_set_aside_notice(set_aside_path)
        if file_settings is None or file_settings.is_newer:
            return
        before = UserSettings._parse_file(self.last_content)._written_values()
        file_persons = file_settings._written_values()["persons"]
        own = self._written_values()["persons"]
        persons = self._merge_persons(own, before["persons"], file_persons)
        own_values = persons.pop(self.current_identity, {})
        for key in _PUBLIC_KEYS:
            setattr(self, key, own_values.get(key, getattr(self, key)))
        self.other_persons = persons
        old = before["persons"].get(self.current_identity, {})
        public_values = {
            key: value
            for key, value in file_persons.get(self.current_identity, {}).items()
            if key in _PUBLIC_KEYS
        }
        self.excess_persons = file_settings.excess_persons
        known = file_persons | (
            {self.current_identity: old | public_values}
            if self.current_identity in file_persons
            else {}
        )
        self.last_content = _encode_object(before | {"persons": known})

    def _person_values(self) -> dict[str, Any]:
        return self.unknown_person_keys | {key: getattr(self, key) for key in PERSONAL_VALIDATORS}

    def _set_person(self, values: Mapping[str, Any]) -> None:
        """Set a person's settings, with defaults for missing ones."""
        defaults, rest = UserSettings(), dict(values)
        for key, fits in PERSONAL_VALIDATORS.items():
            value = rest.pop(key, None)
            setattr(self, key, value if fits(value) else getattr(defaults, key))
        self.unknown_person_keys = rest


def _decode_object(data: bytes) -> dict[str, Any]:
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


def _encode_object(values: dict[str, Any]) -> bytes:
    text = json.dumps(values, ensure_ascii=False, indent=1)
    return text.encode("utf-8", errors="replace")
