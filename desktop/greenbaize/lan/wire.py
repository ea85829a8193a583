"""The messages of host and guest: one JSON object per line.

docs/lan-protocol.md describes every field; its last table leads from each tag to its class. Each
message has a schema; unknown fields or types and values out of limits are damage. Each stage of a
connection has its own decoder, for the allowed messages depend on it.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from greenbaize.lan.address import MAX_CLOCK_S, MAX_SEATS
from greenbaize.rules.decoding import NameText
from greenbaize.rules.players import BEGINNER_LEVEL, RANDOM_LEVEL

PROTOCOL_VERSIONS: Final = (4, 3, 2, 1)
MAX_GUEST_LINE_BYTES: Final = 4096
"""Largest size of a line from a guest, with its end (bytes)."""
MAX_HOST_LINE_BYTES: Final = 262_144
"""Largest size of a line from a host (bytes); the largest deal has some five thousand."""
MAX_LOBBY_CHARACTERS: Final = 8000
"""Longest lobby text of a shuffle (characters)."""

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_SeatIndex = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
_Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Hex66 = Annotated[str, Meta(pattern=r"^[0-9a-f]{66}\Z")]
_Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_CodeWord = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]*\Z")]
_OptionValues = Annotated[dict[NameText, Any], Meta(max_length=50)]
_ClockSeconds = Annotated[int, Meta(ge=0, le=MAX_CLOCK_S)]


class DamagedMessageError(Exception):
    """A line that is not a message, or not allowed at this stage."""


class _WireMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message; its ``type`` is its tag."""


# Before admission


class HelloMessage(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The guest's first line; unknown fields are ignored."""

    versions: Annotated[list[_Count], Meta(min_length=1, max_length=20)]
    program: NameText = ""


class WelcomeMessage(_WireMessage, frozen=True, tag="welcome"):
    """The host's answer: the version that both speak."""

    version: _Count
    program: NameText = ""


class PairMessage(_WireMessage, frozen=True, tag="pair"):
    """The guest's half of the code exchange, in hex."""

    share: _Hex66


class ShareMessage(_WireMessage, frozen=True, tag="share"):
    """The host's half of the code exchange, in hex."""

    share: _Hex66


class ProofMessage(_WireMessage, frozen=True, tag="proof"):
    """The proof of code and certificate; the guest's comes first."""

    proof: _Hex64


class ReturnMessage(_WireMessage, frozen=True, tag="return"):
    """A guest returning with their secret, and their present face."""

    secret: _Hex32
    face: _CodeWord | msgspec.UnsetType = msgspec.UNSET
    colour: _CodeWord | msgspec.UnsetType = msgspec.UNSET


class JoinMessage(_WireMessage, frozen=True, tag="sit"):
    """A new guest's name and face, or a spectator (``watch``)."""

    name: NameText
    watch: bool = False
    face: _CodeWord | msgspec.UnsetType = msgspec.UNSET
    colour: _CodeWord | msgspec.UnsetType = msgspec.UNSET


# From an admitted guest


class ResumeMessage(_WireMessage, frozen=True, tag="resume"):
    """The match the guest has, and how many of its lines; the others follow."""

    match: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""
    heard: _Count = 0


class ReadyMessage(_WireMessage, frozen=True, tag="ready"):
    """Readiness of the guest to begin what is ``arranged``, a number of the lobby."""

    ready: bool
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class CommandMessage(_WireMessage, frozen=True, tag="do"):
    """A command with its number, and how many lines had been received when it was chosen."""

    number: _Count
    heard: _Count
    command: Annotated[dict[str, Any], Meta(max_length=20)]


class SendChatMessage(_WireMessage, frozen=True, tag="say"):
    """A chat message to send: a text, or one of the quick words."""

    text: NameText = ""
    word: _CodeWord = ""


class StandInMessage(_WireMessage, frozen=True, tag="stand-in"):
    """A bot takes over a seat: one's own, or any for the keeper. Only its player takes it back."""

    seat: _SeatIndex
    on: bool


class WatchSeatMessage(_WireMessage, frozen=True, tag="look"):
    """The seat whose view a spectator requests, where allowed; None: the public one."""

    seat: _SeatIndex | None


class CommitMessage(_WireMessage, frozen=True, tag="commit"):
    """The hash of the guest's number in a round of the shuffle (docs/lan-protocol.md)."""

    round: _Count
    hash: _Hex64


class RevealMessage(_WireMessage, frozen=True, tag="open"):
    """The guest's number, revealed."""

    round: _Count
    number: _Hex64


class MatchSetupMessage(_WireMessage, frozen=True, tag="lay"):
    """The keeper's settings of the next match."""

    game: NameText
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    options: _OptionValues
    bots: _CodeWord
    clock: _ClockSeconds
    hints: bool
    hands: bool


class SwapSeatsMessage(_WireMessage, frozen=True, tag="swap"):
    """The keeper swaps two seats."""

    one: _SeatIndex
    other: _SeatIndex


class DismissGuestMessage(_WireMessage, frozen=True, tag="dismiss"):
    """The keeper asks a guest to leave."""

    seat: _SeatIndex


class StopMatchMessage(_WireMessage, frozen=True, tag="stop"):
    """The keeper ends the match early; its record is stored to be continued later."""


class ReadingMessage(_WireMessage, frozen=True, tag="reading"):
    """The guest is still reading what happened (``on``), and is asked only afterwards."""

    on: bool


class LeaveMessage(_WireMessage, frozen=True, tag="leave"):
    """The guest leaves on purpose."""


class PongMessage(_WireMessage, frozen=True, tag="pong"):
    """The answer to a ping."""


# From the host, after admission


class SeatedMessage(_WireMessage, frozen=True, tag="seated"):
    """The guest's seat (None: spectator), its secret, and the number of its last command."""

    seat: _SeatIndex | None
    secret: _Hex32
    number: _Count


class ChairState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public state of a chair, in ``LobbyMessage.chairs``; unset fields are left out."""

    name: NameText
    who: _CodeWord
    ready: bool
    here: bool
    slow: bool = False
    face: _CodeWord | msgspec.UnsetType = msgspec.UNSET
    colour: _CodeWord | msgspec.UnsetType = msgspec.UNSET
    reads: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_guest(self) -> bool:
        return self.who == "guest"


class LobbyMessage(_WireMessage, frozen=True, tag="lobby"):
    """The table before, during and after a match; shared fields as in ``MatchSetupMessage``."""

    table: NameText
    game: NameText
    options: _OptionValues
    bots: _CodeWord
    clock: _ClockSeconds
    hints: bool
    hands: bool
    chairs: Annotated[list[ChairState], Meta(min_length=1, max_length=MAX_SEATS)]
    watchers: _Count
    stage: _CodeWord
    keeper: _SeatIndex | None
    you: _SeatIndex | None
    missing: Annotated[list[NameText], Meta(max_length=MAX_SEATS)] = []
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class MatchStoppedMessage(_WireMessage, frozen=True, tag="stopped"):
    """The message that this match was ended early by the keeper of the table.

    ``by`` is their name if they have a seat, or empty for the host.
    """

    match: _Hex32
    by: NameText = ""


class EventsFromMessage(_WireMessage, frozen=True, tag="from"):
    """The next events are those of this match from line ``number`` on; 0 is its header."""

    match: _Hex32
    number: _Count


class EventMessage(_WireMessage, frozen=True, tag="told"):
    """A view line for the guest's seat, and its number."""

    number: _Count
    line: msgspec.Raw


class CaughtUpMessage(_WireMessage, frozen=True, tag="now"):
    """All lines so far, ``number`` of them, are sent: a seat that is asked may act."""

    number: _Count


class CommandResultMessage(_WireMessage, frozen=True, tag="answer"):
    """The outcome of a command: ``done``, ``stale`` or ``refused``, with a reason and a rule."""

    number: _Count
    result: _CodeWord
    code: _CodeWord = ""
    rule: NameText = ""


class RequestDeniedMessage(_WireMessage, frozen=True, tag="denied"):
    """A refused request about the table, with its reason code."""

    why: _CodeWord


class ChatMessage(_WireMessage, frozen=True, tag="spoken"):
    """A chat message; ``seat`` is None for spectators."""

    seat: _SeatIndex | None
    name: NameText
    text: NameText
    word: _CodeWord


class ShuffleRoundMessage(_WireMessage, frozen=True, tag="shuffle"):
    """A round of the shuffle begins: every player commits to a number."""

    round: _Count
    lobby: Annotated[str, Meta(max_length=MAX_LOBBY_CHARACTERS)]
    index: _SeatIndex | None
    missing: Annotated[list[NameText], Meta(max_length=MAX_SEATS)]


class AllCommitsMessage(_WireMessage, frozen=True, tag="commits"):
    """All hashes of the round, the host's last; now everybody reveals their number."""

    round: _Count
    hashes: Annotated[list[_Hex64], Meta(min_length=1, max_length=MAX_SEATS + 1)]


class FullRecordMessage(_WireMessage, frozen=True, tag="whole"):
    """The match is over; its full record follows in ``lines`` lines."""

    match: _Hex32
    lines: _Count


class FullRecordLineMessage(_WireMessage, frozen=True, tag="line"):
    """The next line of the full record."""

    line: msgspec.Raw


class PingMessage(_WireMessage, frozen=True, tag="ping"):
    """A guest answers at once."""


class ConnectionRefusedMessage(_WireMessage, frozen=True, tag="refused"):
    """The host disconnects, with a reason code; ``wait`` is in seconds."""

    why: _CodeWord
    wait: _Count = 0


class TableClosedMessage(_WireMessage, frozen=True, tag="over"):
    """The host closes the table."""


KeeperRequest = MatchSetupMessage | SwapSeatsMessage | DismissGuestMessage | StopMatchMessage
"""Messages that only the keeper of a table may send."""
SeatRequest = CommandMessage | ReadyMessage | ReadingMessage | CommitMessage | RevealMessage
"""Messages that only guests with a seat may send."""
AnyGuestRequest = ResumeMessage | SendChatMessage | StandInMessage | WatchSeatMessage | LeaveMessage
"""Messages of anyone admitted, with two limits.

``WatchSeatMessage`` is for spectators only, ``StandInMessage`` for seated guests and the keeper.
"""
RoomRequest = KeeperRequest | SeatRequest | AnyGuestRequest
"""Messages of guests that the room service handles (``HostedTable.on_message``)."""
ConnectionMessage = (
    EventsFromMessage
    | CommandResultMessage
    | ShuffleRoundMessage
    | AllCommitsMessage
    | FullRecordMessage
    | FullRecordLineMessage
    | PingMessage
    | ConnectionRefusedMessage
    | TableClosedMessage
)
"""Messages of hosts that the guest's end of the connection handles (``GuestClient``)."""
MatchMessage = EventMessage | CaughtUpMessage
"""Messages of hosts from which a guest's view of the match is made."""
RoomMessage = LobbyMessage | MatchStoppedMessage | RequestDeniedMessage | ChatMessage
"""Messages of hosts that are shown outside the match (``SessionController.on_message``)."""

GUEST_MESSAGE_DECODER: Final[msgspec.json.Decoder[RoomRequest | PongMessage]] = (
    msgspec.json.Decoder(RoomRequest | PongMessage)
)
TableHostMessage = ConnectionMessage | MatchMessage | RoomMessage
"""Messages from the host of a table to an admitted guest (``GuestClient``)."""
HOST_MESSAGE_DECODER: Final[msgspec.json.Decoder[TableHostMessage]] = msgspec.json.Decoder(
    TableHostMessage
)
HELLO_DECODER: Final = msgspec.json.Decoder(HelloMessage)
WELCOME_DECODER: Final = msgspec.json.Decoder(WelcomeMessage | ConnectionRefusedMessage)
ADMISSION_DECODER: Final = msgspec.json.Decoder(PairMessage | ReturnMessage)
SHARE_DECODER: Final = msgspec.json.Decoder(ShareMessage | ConnectionRefusedMessage)
PROOF_DECODER: Final = msgspec.json.Decoder(ProofMessage)
HOST_PROOF_DECODER: Final = msgspec.json.Decoder(ProofMessage | ConnectionRefusedMessage)
JOIN_DECODER: Final = msgspec.json.Decoder(JoinMessage)
SEATED_DECODER: Final = msgspec.json.Decoder(SeatedMessage | ConnectionRefusedMessage)


SINCE: Final[dict[Any, int]] = {
    (JoinMessage, "face"): 2,
    (JoinMessage, "colour"): 2,
    (ReturnMessage, "face"): 2,
    (ReturnMessage, "colour"): 2,
    (ChairState, "face"): 2,
    (ChairState, "colour"): 2,
    (ChairState, "reads"): 2,
    ReadingMessage: 2,
    StopMatchMessage: 3,
    MatchStoppedMessage: 3,
    (ReadyMessage, "arranged"): 3,
    (LobbyMessage, "arranged"): 3,
}
"""Versions in which messages, and keys of them, were added; all others are in the first one.

Keys that were added are ``UNSET`` by default.
"""
LEVELS_SINCE: Final = {BEGINNER_LEVEL: 4}
"""Versions in which levels of bots were added; all others are in the first one."""
_OLDER_LEVELS: Final = {BEGINNER_LEVEL: RANDOM_LEVEL}
"""The levels that take the place of these before their version."""
_LAST_ADDITION: Final = max(*SINCE.values(), *LEVELS_SINCE.values())
_Message = TypeVar("_Message", bound=msgspec.Struct)


def fit_to_version(message: _Message, version: int) -> _Message | None:
    """Return a message without the keys that ``version`` lacks; None if it lacks the message.

    A level that it lacks is replaced.
    """
    if version >= _LAST_ADDITION:
        return message
    return None if SINCE.get(type(message), 1) > version else _drop_newer_keys(message, version)


def _drop_newer_keys(part: _Message, version: int) -> _Message:
    changes: dict[str, Any] = {}
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if SINCE.get((type(part), name), 1) > version:
            changes[name] = msgspec.UNSET
        elif isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            changes[name] = [_drop_newer_keys(item, version) for item in value]
        elif name == "bots":
            changes[name] = fit_level_to_version(value, version)
    return msgspec.structs.replace(part, **changes)


def fit_level_to_version(level: str, version: int) -> str:
    """Return a level of bots, or the one in its place if ``version`` lacks it."""
    return _OLDER_LEVELS[level] if LEVELS_SINCE.get(level, 1) > version else level


def first_version_with_levels(levels: Iterable[str | None]) -> int:
    """Return the first version that has all these levels of bots; None is no level."""
    return max((LEVELS_SINCE.get(level or "", 1) for level in levels), default=1)


_ENCODER: Final = msgspec.json.Encoder()


def encode_message(message: msgspec.Struct) -> bytes:
    """Return a message as a line."""
    return _ENCODER.encode(message) + b"\n"


def encode_event_message(number: int, line: bytes) -> bytes:
    """Return the message for an encoded event line."""
    return b'{"type":"told","number":%d,"line":%b}\n' % (number, line.rstrip(b"\n"))


def encode_full_record_line(line: bytes) -> bytes:
    """Return the message for an encoded line of a full record."""
    return b'{"type":"line","line":%b}\n' % line.rstrip(b"\n")


def decode_message(
    decoder: "msgspec.json.Decoder[_Message]",
    line: bytes | str,
    version: int = PROTOCOL_VERSIONS[0],
) -> _Message:
    """Return the message on a line, or in a frame, without keys that ``version`` lacks.

    Raises ``DamagedMessageError`` if the line is not a message of this version.
    """
    try:
        message = fit_to_version(decoder.decode(line), version)
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError):
        raise DamagedMessageError from None
    if message is None:
        raise DamagedMessageError
    return message
