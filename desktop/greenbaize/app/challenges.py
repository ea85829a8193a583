"""Matches played as challenges: which tries count, what is allowed in them, and what was used."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from greenbaize.app.challenge_code import (
    CHALLENGE_KEY,
    PLAYERS_VERSION,
    Challenge,
    encode_challenge,
    name_players,
)
from greenbaize.app.tables.matches import PROGRAM_VERSION, mark_casual
from greenbaize.match.header import SOURCE_KEY, RecordHeader, match_identity
from greenbaize.rules.decoding import convert_to_type
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.challenge_log import ChallengeEntry, append_entry, read_entries


class ChallengeMark(msgspec.Struct, frozen=True):
    """The value of ``CHALLENGE_KEY`` in a header: what the challenger allows.

    It has no code, which would tell the seed to every seat. ``undone`` is set once something has
    been taken back; ``day`` is that of a deal of the day.
    """

    hints: bool
    undo: bool
    players: Annotated[int, Meta(ge=0, lt=64)] = PLAYERS_VERSION
    counts: bool = False
    undone: bool = False
    day: Annotated[str, Meta(pattern=r"^(\d{8})?\Z")] = ""


def read_mark(header: RecordHeader) -> ChallengeMark | None:
    """Return the mark of a match that is played as a challenge, or None."""
    try:
        mark: ChallengeMark = convert_to_type(header.extra.get(CHALLENGE_KEY), ChallengeMark)
    except ValueError:
        return None
    return mark


def write_mark(header: RecordHeader, mark: ChallengeMark) -> RecordHeader:
    return replace(header, extra={**header.extra, CHALLENGE_KEY: msgspec.to_builtins(mark)})


def find_challenge(header: RecordHeader) -> Challenge | None:
    """Return the challenge that a match is played as, or None."""
    mark = read_mark(header)
    if mark is None:
        return None
    return Challenge(_strip_header(header), mark.hints, mark.undo, mark.players)


def create_challenge(header: RecordHeader, *, allows_hints: bool, allows_undo: bool) -> Challenge:
    """Return a challenge with the cards and opponents of a match; ``GameError`` if it has none.

    A match that is played as a challenge is passed on as it is.
    """
    challenge = find_challenge(header) or Challenge(
        _strip_header(header), allows_hints, allows_undo
    )
    encode_challenge(replace(challenge, header=replace(challenge.header, extra=header.extra)))
    return challenge


def _strip_header(header: RecordHeader) -> RecordHeader:
    stripped = RecordHeader(header.game, header.players, header.options, header.seed)
    if len({player.kind for player in header.players}) < 2:
        return stripped
    return name_players(stripped, "")


def create_challenge_header(
    challenge: Challenge, name: str, *, counts: bool, day: str = ""
) -> RecordHeader:
    """Return the header of a try; one that does not count is a casual match."""
    header = replace(challenge.header_for(name), extra={"program": PROGRAM_VERSION})
    mark = ChallengeMark(
        challenge.allows_hints,
        challenge.allows_undo,
        challenge.players_version,
        counts,
        day=day,
    )
    header = write_mark(header, mark)
    return header if counts else mark_casual(header)


# What is allowed


def are_hints_allowed(header: RecordHeader) -> bool:
    mark = read_mark(header)
    return mark is None or mark.hints or not mark.counts


def check_challenge_undo(header: RecordHeader) -> None:
    """Raise ``GameError`` where the challenger does not allow to take back."""
    mark = read_mark(header)
    if mark is not None and mark.counts and not mark.undo:
        raise GameError(Message("challenge-no-undo"))


def keep_mark_after_undo(header: RecordHeader) -> dict[str, Any]:
    """Return what the header of a match keeps of its challenge after something was taken back."""
    mark = read_mark(header)
    if mark is None:
        return {}
    undone = msgspec.structs.replace(mark, undone=True)
    return {CHALLENGE_KEY: msgspec.to_builtins(undone)}


# The log of tries


@dataclass(frozen=True, slots=True)
class ChallengeLog:
    """The entries of the log, as they were when it was read."""

    entries: Sequence[ChallengeEntry]

    @classmethod
    def load(cls) -> "ChallengeLog":
        return cls(read_entries(folders.challenges_path()))

    def has_tried(self, challenge: Challenge, person: str) -> bool:
        """Return True if a person has begun a challenge, or has sent it, and knows the cards."""
        code = encode_challenge(challenge)
        return any(
            entry.code == code and entry.person == person and entry.what != "hint"
            for entry in self.entries
        )

    def has_hint(self, header: RecordHeader) -> bool:
        """Return True if a hint was taken in a match."""
        identity = find_first_identity(header)
        return any(entry.what == "hint" and entry.match == identity for entry in self.entries)

    def has_match(self, header: RecordHeader) -> bool:
        """Return True if a match was begun here as a challenge."""
        identity = find_first_identity(header)
        return any(entry.match == identity for entry in self.entries)

    def list_codes(self) -> list[str]:
        """Return the codes of all challenges, the latest last."""
        return list(dict.fromkeys(entry.code for entry in self.entries))


def find_first_identity(header: RecordHeader) -> str:
    """Return the identity of the match as it was begun, before anything was taken back."""
    source = header.extra.get(SOURCE_KEY)
    return source if header.is_practice and isinstance(source, str) else match_identity(header)


def log_challenge(what: str, challenge: Challenge, person: str, header: RecordHeader) -> None:
    """Write that a person has begun or sent a challenge, or taken a hint; raises ``FileError``."""
    mark = read_mark(header)
    append_entry(
        folders.challenges_path(),
        ChallengeEntry(
            what,  # type: ignore[arg-type]
            encode_challenge(challenge),
            person,
            find_first_identity(header),
            "" if mark is None else mark.day,
        ),
    )
