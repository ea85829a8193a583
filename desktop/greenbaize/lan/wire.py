"""The messages of host and guest: one JSON object per line.

docs/lan-protocol.md describes every field. Each message has a schema; unknown fields or types and
values out of limits are damage. Each stage of a connection has its own decoder, for the allowed
messages depend on it.
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.lan.address import LONGEST_CLOCK_S, MOST_SEATS
from greenbaize.rules.decoding import Name

VERSIONS: Final = (3, 2, 1)
FACES: Final = 2
"""First version with faces, and with the seats that still have to confirm a trick."""
STOPS: Final = 3
"""First version in which a match can be stopped, and which numbers a table's arrangements."""
LONGEST_FROM_GUEST: Final = 4096
"""Largest size of a line from a guest, with its end (bytes)."""
LONGEST_FROM_HOST: Final = 262_144
"""Largest size of a line from a host (bytes); the largest deal has some five thousand."""
LONGEST_LOBBY: Final = 8000
"""Longest lobby text of a shuffle (characters)."""

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
_Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Hex66 = Annotated[str, Meta(pattern=r"^[0-9a-f]{66}\Z")]
_Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_Word = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]*\Z")]
_Options = Annotated[dict[Name, Any], Meta(max_length=50)]
_Clock = Annotated[int, Meta(ge=0, le=LONGEST_CLOCK_S)]


class DamagedMessageError(Exception):
    """A line that is not a message, or not allowed at this stage."""


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message; its ``type`` is its tag."""


# Before admission


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The guest's first line; unknown fields are ignored."""

    versions: Annotated[list[_Count], Meta(min_length=1, max_length=20)]
    program: Name = ""


class Welcome(_Said, frozen=True, tag="welcome"):
    """The host's answer: the version that both speak."""

    version: _Count
    program: Name = ""


class Pair(_Said, frozen=True, tag="pair"):
    """The guest's half of the code exchange, in hex."""

    share: _Hex66


class Share(_Said, frozen=True, tag="share"):
    """The host's half of the code exchange, in hex."""

    share: _Hex66


class Proof(_Said, frozen=True, tag="proof"):
    """The proof of code and certificate; the guest's comes first."""

    proof: _Hex64


class Return(_Said, frozen=True, tag="return"):
    """A guest returning with their secret, and their present face."""

    secret: _Hex32
    face: _Word | msgspec.UnsetType = msgspec.UNSET
    colour: _Word | msgspec.UnsetType = msgspec.UNSET


class Sit(_Said, frozen=True, tag="sit"):
    """A new guest's name and face, or a spectator (``watch``)."""

    name: Name
    watch: bool = False
    face: _Word | msgspec.UnsetType = msgspec.UNSET
    colour: _Word | msgspec.UnsetType = msgspec.UNSET


# From an admitted guest


class Resume(_Said, frozen=True, tag="resume"):
    """The match the guest has, and how many of its lines; the others follow."""

    match: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""
    heard: _Count = 0


class ReadyMark(_Said, frozen=True, tag="ready"):
    """Readiness of the guest to begin what is ``arranged``, a number of the lobby."""

    ready: bool
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class Do(_Said, frozen=True, tag="do"):
    """A command with its number, and how many lines had been received when it was chosen."""

    number: _Count
    heard: _Count
    command: Annotated[dict[str, Any], Meta(max_length=20)]


class Say(_Said, frozen=True, tag="say"):
    """A chat message to send: a text, or one of the quick words."""

    text: Name = ""
    word: _Word = ""


class StandIn(_Said, frozen=True, tag="stand-in"):
    """A bot takes over a seat, or hands it back: one's own, or any for the keeper."""

    seat: _Seat
    on: bool


class Look(_Said, frozen=True, tag="look"):
    """The seat whose view a spectator requests, where allowed; None: the public one."""

    seat: _Seat | None


class Commit(_Said, frozen=True, tag="commit"):
    """The hash of the guest's number in a round of the shuffle (docs/lan-protocol.md)."""

    round: _Count
    hash: _Hex64


class Open(_Said, frozen=True, tag="open"):
    """The guest's number, revealed."""

    round: _Count
    number: _Hex64


class Lay(_Said, frozen=True, tag="lay"):
    """The keeper's settings of the next match."""

    game: Name
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: _Options
    bots: _Word
    clock: _Clock
    hints: bool
    hands: bool


class Swap(_Said, frozen=True, tag="swap"):
    """The keeper swaps two seats."""

    one: _Seat
    other: _Seat


class Dismiss(_Said, frozen=True, tag="dismiss"):
    """The keeper asks a guest to leave."""

    seat: _Seat


class Stop(_Said, frozen=True, tag="stop"):
    """The keeper ends the match early; its record is stored to be continued later."""


class Reading(_Said, frozen=True, tag="reading"):
    """The guest is still reading what happened (``on``), and is asked only afterwards."""

    on: bool


class Leave(_Said, frozen=True, tag="leave"):
    """The guest leaves on purpose."""


class Pong(_Said, frozen=True, tag="pong"):
    """The answer to a ping."""


# From the host, after admission


class Seated(_Said, frozen=True, tag="seated"):
    """The guest's seat (None: spectator), its secret, and the number of its last command."""

    seat: _Seat | None
    secret: _Hex32
    number: _Count


class ChairShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public state of a seat at the table; empty fields are left out."""

    name: Name
    who: _Word
    ready: bool
    here: bool
    slow: bool = False
    face: _Word | msgspec.UnsetType = msgspec.UNSET
    colour: _Word | msgspec.UnsetType = msgspec.UNSET
    reads: bool | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_guest(self) -> bool:
        return self.who == "guest"


class LobbyShown(_Said, frozen=True, tag="lobby"):
    """The table before, during and after a match; shared fields as in ``MatchSetupMessage``."""

    table: Name
    game: Name
    options: _Options
    bots: _Word
    clock: _Clock
    hints: bool
    hands: bool
    chairs: Annotated[list[ChairShown], Meta(min_length=1, max_length=MOST_SEATS)]
    watchers: _Count
    stage: _Word
    keeper: _Seat | None
    you: _Seat | None
    missing: Annotated[list[Name], Meta(max_length=MOST_SEATS)] = []
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class Stopped(_Said, frozen=True, tag="stopped"):
    """The message that this match was ended early by the keeper of the table.

    ``by`` is their name if they have a seat, or empty for the host.
    """

    match: _Hex32
    by: Name = ""


class From(_Said, frozen=True, tag="from"):
    """The next events are those of this match from line ``number`` on; 0 is its header."""

    match: _Hex32
    number: _Count


class Told(_Said, frozen=True, tag="told"):
    """A view line for the guest's seat, and its number."""

    number: _Count
    line: msgspec.Raw


class Now(_Said, frozen=True, tag="now"):
    """All lines so far, ``number`` of them, are sent: a seat that is asked may act."""

    number: _Count


class Answer(_Said, frozen=True, tag="answer"):
    """The outcome of a command: ``done``, ``stale`` or ``refused``, with a reason and a rule."""

    number: _Count
    result: _Word
    code: _Word = ""
    rule: Name = ""


class Denied(_Said, frozen=True, tag="denied"):
    """A refused request about the table, with its reason code."""

    why: _Word


class Spoken(_Said, frozen=True, tag="spoken"):
    """A chat message; ``seat`` is None for spectators."""

    seat: _Seat | None
    name: Name
    text: Name
    word: _Word


class Shuffle(_Said, frozen=True, tag="shuffle"):
    """A round of the shuffle begins: every player commits to a number."""

    round: _Count
    lobby: Annotated[str, Meta(max_length=LONGEST_LOBBY)]
    index: _Seat | None
    missing: Annotated[list[Name], Meta(max_length=MOST_SEATS)]


class Commits(_Said, frozen=True, tag="commits"):
    """All hashes of the round, the host's last; now everybody reveals their number."""

    round: _Count
    hashes: Annotated[list[_Hex64], Meta(min_length=1, max_length=MOST_SEATS + 1)]


class Whole(_Said, frozen=True, tag="whole"):
    """The match is over; its full record follows in ``lines`` lines."""

    match: _Hex32
    lines: _Count


class WholeLine(_Said, frozen=True, tag="line"):
    """The next line of the full record."""

    line: msgspec.Raw


class Ping(_Said, frozen=True, tag="ping"):
    """A guest answers at once."""


class Refused(_Said, frozen=True, tag="refused"):
    """The host disconnects, with a reason code; ``wait`` is in seconds."""

    why: _Word
    wait: _Count = 0


class Over(_Said, frozen=True, tag="over"):
    """The host closes the table."""


FROM_GUEST: Final = msgspec.json.Decoder(
    Resume
    | ReadyMark
    | Do
    | Say
    | StandIn
    | Look
    | Commit
    | Open
    | Lay
    | Swap
    | Dismiss
    | Stop
    | Leave
    | Reading
    | Pong
)
FROM_HOST: Final = msgspec.json.Decoder(
    LobbyShown
    | Stopped
    | From
    | Told
    | Now
    | Answer
    | Denied
    | Spoken
    | Shuffle
    | Commits
    | Whole
    | WholeLine
    | Ping
    | Refused
    | Over
)
HELLO: Final = msgspec.json.Decoder(Hello)
WELCOME: Final = msgspec.json.Decoder(Welcome | Refused)
KNOCK: Final = msgspec.json.Decoder(Pair | Return)
SHARE: Final = msgspec.json.Decoder(Share | Refused)
PROOF: Final = msgspec.json.Decoder(Proof)
HOST_PROOF: Final = msgspec.json.Decoder(Proof | Refused)
SIT: Final = msgspec.json.Decoder(Sit)
SEATED: Final = msgspec.json.Decoder(Seated | Refused)


def lobby_for(shown: LobbyShown, version: int) -> LobbyShown:
    """Return the lobby as it is sent to a guest who speaks this version of the protocol."""
    if version < STOPS:
        shown = msgspec.structs.replace(shown, arranged=msgspec.UNSET)
    if version < FACES:
        unset = {"face": msgspec.UNSET, "colour": msgspec.UNSET, "reads": msgspec.UNSET}
        chairs = [msgspec.structs.replace(chair, **unset) for chair in shown.chairs]
        shown = msgspec.structs.replace(shown, chairs=chairs)
    return shown


_ENCODER: Final = msgspec.json.Encoder()


def line_of(message: msgspec.Struct) -> bytes:
    """Return a message as a line."""
    return _ENCODER.encode(message) + b"\n"


def told_line(number: int, line: bytes) -> bytes:
    """Return the message for an encoded event line."""
    return b'{"type":"told","number":%d,"line":%b}\n' % (number, line.rstrip(b"\n"))


def whole_line(line: bytes) -> bytes:
    """Return the message for an encoded line of a full record."""
    return b'{"type":"line","line":%b}\n' % line.rstrip(b"\n")


def read(decoder: "msgspec.json.Decoder[Any]", line: bytes | str) -> Any:
    """Return the message on a line, or in a frame; raises ``DamagedMessageError``."""
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError):
        raise DamagedMessageError from None
