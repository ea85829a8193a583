"""Matches played as challenges: which tries count, what is allowed in them, and what was used."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import msgspec

from greenbaize.app.challenge_code import (
    Challenge,
    decode_challenge,
    encode_challenge,
    find_seed_digits,
    make_seed_digits,
    name_players,
)
from greenbaize.app.challenge_mark import (
    NO_CHALLENGER,
    ChallengeMark,
    ChallengerResult,
    read_mark,
    write_mark,
)
from greenbaize.app.match_kind import name_counted_try
from greenbaize.app.memory.branches import find_origin_identity
from greenbaize.app.tables.matches import format_current_time, mark_casual
from greenbaize.match.header import PROGRAM_VERSION, SOURCE_KEY, RecordHeader, valid_time
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.challenge_log import (
    ChallengeEntry,
    ChallengeStep,
    append_entry,
    read_entries,
)


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


def _has_undo(header: RecordHeader) -> bool | None:
    """Return if something was taken back in a match that is no challenge; None if unknown.

    Such a match is replaced by practice. A casual one stays what it is.
    """
    return None if header.is_casual else header.is_practice and SOURCE_KEY in header.extra


def _strip_header(header: RecordHeader) -> RecordHeader:
    stripped = RecordHeader(header.game, header.players, header.options, header.seed)
    if len({player.kind for player in header.players}) < 2:
        return stripped
    return name_players(stripped, "")


def create_challenge_header(
    challenge: Challenge,
    name: str,
    *,
    counts: bool,
    day: str = "",
    challenger: ChallengerResult = NO_CHALLENGER,
) -> RecordHeader:
    """Return the header of a try; one that does not count is a casual match.

    ``challenger`` is what the challenger told.
    """
    header = replace(challenge.header_for(name), extra={"program": PROGRAM_VERSION})
    mark = ChallengeMark(
        challenge.allows_hints,
        challenge.allows_undo,
        challenge.players_version,
        counts,
        day=day,
        challenger=challenger.total,
        challenger_uses=challenger.uses,
    )
    header = write_mark(header, mark)
    return header if counts else mark_casual(header)


def create_practice_header(header: RecordHeader) -> RecordHeader:
    """Return the header of a try that was to count, as practice."""
    mark = read_mark(header)
    assert mark is not None
    return mark_casual(write_mark(header, msgspec.structs.replace(mark, counts=False)))


# The log of tries


MAX_SKIPPED_CODES: Final = 50
"""Number of the latest codes of which one is looked for that can be read."""


@dataclass(frozen=True, slots=True)
class ChallengeLog:
    """The entries of the log, as they were when it was read."""

    entries: Sequence[ChallengeEntry]

    @classmethod
    def load(cls) -> "ChallengeLog":
        return cls(read_entries(folders.challenges_path()))

    def has_tried(self, challenge: Challenge, person: str) -> bool:
        """Return True if a person has begun a challenge, or sent it, or seen its results.

        Such a person knows the cards, and so those of challenges that allow something else.
        """
        return any(True for _ in self._list_tries(challenge.header, person))

    def _list_tries(self, header: RecordHeader, person: str) -> Iterator[ChallengeEntry]:
        """Yield what a person did with the cards of a header: its game and seed."""
        digits = make_seed_digits(header.seed) if header.seed else None
        for entry in self.entries:
            if (
                entry.what != "hint"
                and entry.person == person
                and find_seed_digits(entry.code) == digits
            ):
                with suppress(GameError):
                    cards = decode_challenge(entry.code).header
                    if (cards.game, cards.seed) == (header.game, header.seed):
                        yield entry

    def list_open_tries(self, header: RecordHeader, person: str) -> list[ChallengeEntry]:
        """Return the begun entries of a person's tries with the same cards that have not ended."""
        tries = list(self._list_tries(header, person))
        ended = {entry.match for entry in tries if entry.what == "ended"}
        return [entry for entry in tries if entry.what == "begun" and entry.match not in ended]

    def may_see_results(self, challenge: Challenge, person: str) -> bool:
        """Return True if a person's tries are over, or results have been shown on demand."""
        tries = list(self._list_tries(challenge.header, person))
        if any(entry.what == "seen" for entry in tries):
            return True
        return bool(tries) and not self.list_open_tries(challenge.header, person)

    def has_sent(self, challenge: Challenge, person: str) -> bool:
        """Return True if a person has challenged somebody with it."""
        code = encode_challenge(challenge)
        return any(
            entry.code == code and entry.person == person and entry.what == "sent"
            for entry in self.entries
        )

    def has_hint(self, header: RecordHeader) -> bool:
        """Return True if a hint was taken in a match."""
        identity = find_origin_identity(header)
        return any(entry.what == "hint" and entry.match == identity for entry in self.entries)

    def find_uses(self, header: RecordHeader) -> tuple[bool | None, bool | None]:
        """Return if hints and taking back were used in a match; None where nobody knows.

        That there were no hints is known of matches that were begun here as challenges that count.
        """
        identity, mark = find_origin_identity(header), read_mark(header)
        has_hint = self.has_hint(header)
        is_noted = self.has_begun(identity)
        return (
            has_hint if has_hint or is_noted else None,
            _has_undo(header) if mark is None else mark.undone,
        )

    def has_match(self, header: RecordHeader) -> bool:
        """Return True if a match was begun, or sent as a challenge, here."""
        identity = find_origin_identity(header)
        return any(entry.match == identity for entry in self.entries)

    def find_end_time(self, header: RecordHeader) -> str:
        """Return when a match begun here as a challenge ended, or an empty text."""
        identity = find_origin_identity(header)
        ends = [one.at for one in self.entries if one.what == "ended" and one.match == identity]
        return valid_time(ends[-1]) if ends else ""

    def has_begun(self, identity: str) -> bool:
        """Return True if the beginning of a match was written."""
        return any(entry.what == "begun" and entry.match == identity for entry in self.entries)

    def has_ended(self, identity: str) -> bool:
        """Return True if the end of a match was written."""
        return any(entry.what == "ended" and entry.match == identity for entry in self.entries)

    def name_counted_tries(self) -> dict[str, str]:
        """Return what the tries that count are, by the identity of the match as it was begun."""
        return {
            entry.match: name_counted_try(entry.day)
            for entry in self.entries
            if entry.what == "begun"
        }

    def list_matches(self, challenge: Challenge) -> list[str]:
        """Return the identities of the matches of a challenge, in order."""
        code = encode_challenge(challenge)
        return list(
            dict.fromkeys(
                entry.match for entry in self.entries if entry.code == code and entry.what != "hint"
            )
        )

    def find_latest_challenge(self) -> Challenge | None:
        """Return the latest challenge; a few codes that cannot be read are skipped."""
        codes = (entry.code for entry in reversed(self.entries) if entry.what != "hint")
        for code in islice(dict.fromkeys(codes), MAX_SKIPPED_CODES):
            with suppress(GameError):
                return decode_challenge(code)
        return None

    def find_coded_challenge(self, is_wanted: Callable[[str], bool]) -> Challenge | None:
        """Return the latest challenge with a wanted code; the others are not decoded."""
        for code in dict.fromkeys(entry.code for entry in reversed(self.entries)):
            with suppress(GameError):
                if is_wanted(code):
                    return decode_challenge(code)
        return None


def log_challenge(
    what: ChallengeStep, challenge: Challenge, person: str, header: RecordHeader, rank: int = 0
) -> None:
    """Write what a person has done with a challenge; raises ``FileError``."""
    append_entry(folders.challenges_path(), _make_entry(what, challenge, person, header, rank))


def _make_entry(
    what: ChallengeStep, challenge: Challenge, person: str, header: RecordHeader, rank: int = 0
) -> ChallengeEntry:
    mark = read_mark(header)
    return ChallengeEntry(
        what,
        encode_challenge(challenge),
        person,
        find_origin_identity(header),
        "" if mark is None else mark.day,
        rank,
        format_current_time(),
    )


def log_begun(header: RecordHeader, person: str) -> bool:
    """Write that a match was begun, if it is a challenge that counts; False if it cannot count.

    By now the person may know the cards, perhaps from another window. Raises ``FileError``.
    """
    mark, challenge = read_mark(header), find_challenge(header)
    if mark is None or challenge is None or not mark.counts:
        return True
    return append_entry(
        folders.challenges_path(),
        _make_entry("begun", challenge, person, header),
        lambda entries: not ChallengeLog(entries).has_tried(challenge, person),
    )


def log_ended(header: RecordHeader, person: str, rank: int) -> None:
    """Write a person's place at the end of a try that was noted as begun; raises ``FileError``."""
    mark, challenge = read_mark(header), find_challenge(header)
    if mark is not None and challenge is not None and mark.counts:
        log_end(_make_entry("ended", challenge, person, header, rank))


def log_end(entry: ChallengeEntry) -> None:
    """Write the end of a try once, if its beginning was noted; raises ``FileError``."""

    def is_missing(entries: Sequence[ChallengeEntry]) -> bool:
        log = ChallengeLog(entries)
        return log.has_begun(entry.match) and not log.has_ended(entry.match)

    append_entry(folders.challenges_path(), entry, is_missing)


def log_hint(header: RecordHeader) -> None:
    """Write that a hint was taken, if the match is or can become a challenge.

    Raises ``FileError``.
    """
    try:
        challenge = create_challenge(header, allows_hints=False, allows_undo=False)
    except GameError:
        return
    if not ChallengeLog.load().has_hint(header):
        log_challenge("hint", challenge, "", header)
