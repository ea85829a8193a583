"""The seal of a joint shuffle: everybody contributes to the seed.

Every player and the host commit to a random number by its hash before anybody reveals theirs; the
seed is computed from all of them. The record's header has ``lobby``, what was agreed on;
``commits``; and ``numbers``, which guests receive only with the full record, for they reveal all
cards. The host's come last. docs/lan-protocol.md, section "The shuffle", specifies the bytes.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.match.header import Games, Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.decoding import decoded, shaped
from greenbaize.rules.errors import DamagedError
from greenbaize.rules.players import HUMAN

SHUFFLE: Final = "shuffle"
MOST_COMMITS: Final = 256
"""The index of a committer is one byte."""
_COMMIT_WORD: Final = b"greenbaize commit "
_SEED_WORD: Final = b"greenbaize seed "

_Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Hashes = Annotated[list[_Hex64], Meta(min_length=1, max_length=MOST_COMMITS)]


class Seal(Enum):
    """The verdict on a match's shuffle."""

    WHOLE = "whole"
    """The seed comes from everybody's numbers, one's own among them."""
    UNSEEN = "unseen"
    """The numbers fit, but one's own is not among them: a late guest, or a spectator."""
    AGAIN = "again"
    """One's own number counts, but the shuffle was repeated after numbers were revealed."""
    NONE = "none"
    BROKEN = "broken"
    """The record is not the one that was committed to."""


@dataclass(frozen=True, slots=True)
class Committed:
    """A guest's knowledge of the shuffle: all hashes, and their own number and its index.

    ``repeat_count`` counts earlier rounds that failed after the guest had revealed their number.
    """

    lobby: str
    commits: tuple[str, ...]
    index: int | None = None
    number: str = ""
    again: int = 0


class _Opened(msgspec.Struct, forbid_unknown_fields=True):
    """A shuffle as in the full record."""

    lobby: str
    commits: _Hashes
    numbers: _Hashes


class _Lobby(msgspec.Struct):
    """The data of a lobby text that the header does not have."""

    people: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=MOST_COMMITS)]
    round: Annotated[int, Meta(ge=0)]


def new_number() -> str:
    """Return a random number for a shuffle, 64 hex digits."""
    return secrets.token_hex(32)


def people_among(sitters: Sequence[Player]) -> tuple[int, ...]:
    """Return the lobby indexes of people, who all commit."""
    return tuple(place for place, one in enumerate(sitters) if one.kind == HUMAN)


def lobby_text(
    game: str,
    options: Mapping[str, object],
    sitters: Sequence[Player],
    round: int,
    people: Sequence[int] | None = None,
) -> str:
    """Return what was agreed on before a shuffle, as canonical JSON; None means all people."""
    agreed = {
        "game": game,
        "options": dict(options),
        "people": list(people_among(sitters) if people is None else people),
        "round": round,
        "seats": [sitter.line() for sitter in sitters],
    }
    return json.dumps(agreed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def commit_of(number: str, lobby: str, index: int) -> str:
    """Return the hash that commits to a number (64 hex digits).

    SHA-256 in hex over ``greenbaize commit ``, the lobby text's SHA-256 (32 bytes), one byte for
    ``index``, the committer's index, and the number (32 bytes); so nobody can reuse another's hash.
    Raises ``ValueError`` for an invalid number or index.
    """
    return sha256(
        _COMMIT_WORD + _lobby_hash(lobby) + bytes([index]) + _bytes_of(number)
    ).hexdigest()


def seed_of(numbers: Sequence[str], lobby: str) -> str:
    """Return the match's seed: 32 hex digits of the hash of prefix, lobby hash and numbers."""
    data = b"".join(map(_bytes_of, numbers))
    return sha256(_SEED_WORD + _lobby_hash(lobby) + data).hexdigest()[:32]


def sealed(header: Header, games: Games) -> Seal:
    """Return the verdict on the shuffle in a full record's header: numbers, seed, lobby."""
    if SHUFFLE not in header.more:
        return Seal.NONE
    opened = _shape_of(header.more[SHUFFLE], _Opened)
    if opened is None or header.seed is None or header.game not in games:
        return Seal.BROKEN
    lobby, numbers = opened.lobby, opened.numbers
    try:
        commits = [commit_of(number, lobby, index) for index, number in enumerate(numbers)]
        made = seed_of(numbers, lobby)
    except ValueError:  # the lobby is no text that could have been sent
        return Seal.BROKEN
    whole = commits == opened.commits and made == header.seed
    return Seal.WHOLE if whole and _agreed(header, games, opened) else Seal.BROKEN


def check(header: Header, games: Games, committed: Committed | None) -> Seal:
    """Return the verdict for a guest who took part: only they know that nobody chose the seed."""
    found = sealed(header, games)
    if found is Seal.BROKEN:
        return found
    if committed is None:
        return Seal.UNSEEN if found is Seal.WHOLE else found
    opened = _shape_of(header.more.get(SHUFFLE), _Opened)
    if opened is None:
        return Seal.BROKEN  # there was a shuffle, and the record does not contain it
    if opened.lobby != committed.lobby or tuple(opened.commits) != committed.commits:
        return Seal.BROKEN
    index = committed.index
    if index is None:
        return Seal.UNSEEN
    if not (0 <= index < len(opened.numbers) - 1 and opened.numbers[index] == committed.number):
        return Seal.BROKEN
    return Seal.AGAIN if committed.again else Seal.WHOLE


def _agreed(header: Header, games: Games, opened: _Opened) -> bool:
    try:
        lobby: _Lobby = shaped(decoded(opened.lobby.encode()), _Lobby)
    except (DamagedError, ValueError):
        return False
    count, seed = len(header.sitters), header.seed or ""
    order = games[header.game].seating(count, header.options, SeededChance(seed))
    before = dict(zip(order, header.sitters, strict=True))
    sat = [before[place] for place in range(count)]
    people = lobby.people
    if people != list(people_among(sat)):
        return False
    text = lobby_text(header.game, header.options, sat, lobby.round, people)
    return len(opened.commits) == len(people) + 1 and text == opened.lobby


def _shape_of(value: object, shape: Any) -> Any:
    try:
        return shaped(value, shape)
    except ValueError:
        return None


def _lobby_hash(lobby: str) -> bytes:
    return sha256(lobby.encode()).digest()


def _bytes_of(number: str) -> bytes:
    data = bytes.fromhex(number)
    if len(data) != 32 or data.hex() != number:
        raise ValueError("no number of 32 bytes")
    return data
