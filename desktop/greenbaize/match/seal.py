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

from greenbaize.match.header import GamesByName, RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.decoding import convert_to_type, decode_json, decode_object
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.players import HUMAN

SHUFFLE_KEY: Final = "shuffle"
MAX_COMMITS: Final = 256
"""The index of a committer is one byte."""
_COMMIT_PREFIX: Final = b"greenbaize commit "
_SEED_PREFIX: Final = b"greenbaize seed "

_Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Hashes = Annotated[list[_Hex64], Meta(min_length=1, max_length=MAX_COMMITS)]


class SealVerdict(Enum):
    """The verdict on a match's shuffle."""

    INTACT = "whole"
    """The seed comes from everybody's numbers, one's own among them."""
    UNWITNESSED = "unseen"
    """The numbers fit, but one's own is not among them: a late guest, or a spectator."""
    REPEATED = "again"
    """One's own number counts, but the shuffle was repeated after numbers were revealed."""
    NONE = "none"
    BROKEN = "broken"
    """The record is not the one that was committed to."""


@dataclass(frozen=True, slots=True)
class ShuffleKnowledge:
    """A guest's knowledge of the shuffle: all hashes, and their own number and its index.

    ``repeat_count`` counts earlier rounds that failed after the guest had revealed their number.
    """

    lobby: str
    commits: tuple[str, ...]
    own_index: int | None = None
    own_number: str = ""
    repeat_count: int = 0

    def fits_header(self, line: bytes) -> bool:
        """Return whether a match's first line has exactly this lobby and these hashes."""
        try:
            shuffle = _shape_or_none(decode_object(line).get(SHUFFLE_KEY), _AnnouncedShuffle)
        except GameError:
            return False
        return shuffle is not None and (shuffle.lobby, tuple(shuffle.commits)) == (
            self.lobby,
            self.commits,
        )


class _AnnouncedShuffle(msgspec.Struct):
    """A shuffle as in the first line that guests receive."""

    lobby: str
    commits: _Hashes


class _RevealedShuffle(msgspec.Struct, forbid_unknown_fields=True):
    """A shuffle as in the full record."""

    lobby: str
    commits: _Hashes
    numbers: _Hashes


class _LobbyData(msgspec.Struct):
    """The data of a lobby text that the header does not have."""

    people: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=MAX_COMMITS)]
    round: Annotated[int, Meta(ge=0)]


def new_number() -> str:
    """Return a random number for a shuffle, 64 hex digits."""
    return secrets.token_hex(32)


def human_indexes(players: Sequence[HeaderPlayer]) -> tuple[int, ...]:
    """Return the lobby indexes of people, who all commit."""
    return tuple(index for index, one in enumerate(players) if one.kind == HUMAN)


def encode_lobby(
    game: str,
    options: Mapping[str, object],
    players: Sequence[HeaderPlayer],
    round_number: int,
    people: Sequence[int] | None = None,
) -> str:
    """Return what was agreed on before a shuffle, as canonical JSON; None means all people."""
    agreed = {
        "game": game,
        "options": dict(options),
        "people": list(human_indexes(players) if people is None else people),
        "round": round_number,
        "seats": [player.to_line() for player in players],
    }
    return json.dumps(agreed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def compute_commit(number: str, lobby: str, index: int) -> str:
    """Return the hash that commits to a number (64 hex digits).

    SHA-256 in hex over ``greenbaize commit ``, the lobby text's SHA-256 (32 bytes), one byte for
    ``index``, the committer's index, and the number (32 bytes); so nobody can reuse another's hash.
    Raises ``ValueError`` for an invalid number or index.
    """
    return sha256(
        _COMMIT_PREFIX + _lobby_hash(lobby) + bytes([index]) + _number_bytes(number)
    ).hexdigest()


def compute_seed(numbers: Sequence[str], lobby: str) -> str:
    """Return the match's seed: 32 hex digits of the hash of prefix, lobby hash and numbers."""
    data = b"".join(map(_number_bytes, numbers))
    return sha256(_SEED_PREFIX + _lobby_hash(lobby) + data).hexdigest()[:32]


def verify_seal(header: RecordHeader, games: GamesByName) -> SealVerdict:
    """Return the verdict on the shuffle in a full record's header: numbers, seed, lobby."""
    if SHUFFLE_KEY not in header.extra:
        return SealVerdict.NONE
    revealed = _shape_or_none(header.extra[SHUFFLE_KEY], _RevealedShuffle)
    if revealed is None or header.seed is None or header.game not in games:
        return SealVerdict.BROKEN
    lobby, numbers = revealed.lobby, revealed.numbers
    try:
        commits = [compute_commit(number, lobby, index) for index, number in enumerate(numbers)]
        seed = compute_seed(numbers, lobby)
    except ValueError:  # the lobby is no text that could have been sent
        return SealVerdict.BROKEN
    is_intact = commits == revealed.commits and seed == header.seed
    return (
        SealVerdict.INTACT
        if is_intact and _matches_lobby(header, games, revealed)
        else SealVerdict.BROKEN
    )


def verify_guest_seal(
    header: RecordHeader, games: GamesByName, shuffle_knowledge: ShuffleKnowledge | None
) -> SealVerdict:
    """Return the verdict for a guest who took part: only they know that nobody chose the seed."""
    verdict = verify_seal(header, games)
    if verdict is SealVerdict.BROKEN:
        return verdict
    if shuffle_knowledge is None:
        return SealVerdict.UNWITNESSED if verdict is SealVerdict.INTACT else verdict
    revealed = _shape_or_none(header.extra.get(SHUFFLE_KEY), _RevealedShuffle)
    if revealed is None:
        return SealVerdict.BROKEN  # there was a shuffle, and the record does not contain it
    if (
        revealed.lobby != shuffle_knowledge.lobby
        or tuple(revealed.commits) != shuffle_knowledge.commits
    ):
        return SealVerdict.BROKEN
    index = shuffle_knowledge.own_index
    if index is None:
        return SealVerdict.UNWITNESSED
    if not (
        0 <= index < len(revealed.numbers) - 1
        and revealed.numbers[index] == shuffle_knowledge.own_number
    ):
        return SealVerdict.BROKEN
    return SealVerdict.REPEATED if shuffle_knowledge.repeat_count else SealVerdict.INTACT


def _matches_lobby(header: RecordHeader, games: GamesByName, revealed: _RevealedShuffle) -> bool:
    try:
        lobby: _LobbyData = convert_to_type(decode_json(revealed.lobby.encode()), _LobbyData)
    except (DamagedError, ValueError):
        return False
    count, seed = len(header.players), header.seed or ""
    order = games[header.game].seating(count, header.options, SeededChance(seed))
    players_by_index = dict(zip(order, header.players, strict=True))
    lobby_players = [players_by_index[index] for index in range(count)]
    people = lobby.people
    if people != list(human_indexes(lobby_players)):
        return False
    text = encode_lobby(header.game, header.options, lobby_players, lobby.round, people)
    return len(revealed.commits) == len(people) + 1 and text == revealed.lobby


def _shape_or_none(value: object, shape: Any) -> Any:
    try:
        return convert_to_type(value, shape)
    except ValueError:
        return None


def _lobby_hash(lobby: str) -> bytes:
    return sha256(lobby.encode()).digest()


def _number_bytes(number: str) -> bytes:
    data = bytes.fromhex(number)
    if len(data) != 32 or data.hex() != number:
        raise ValueError("no number of 32 bytes")
    return data
