"""The messages of host and phone: one JSON object per text frame.

docs/lan-protocol.md describes every field. A phone gets no events and no rules: it receives
complete screens in its own language, and answers their questions by number.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.lan.address import MOST_SEATS

LONGEST_FROM_PHONE: Final = 4096
"""The maximum size of a frame from a phone (bytes)."""

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
_Secret = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_Chair = Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")]
_Typed = Annotated[str, Meta(max_length=1000)]
"""Text typed by a person; the receiver refuses invalid characters."""
_Word = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9-]*\Z")]


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message; its ``type`` is its tag."""


class _Part(msgspec.Struct, frozen=True):
    """A part of a message."""


# Messages from the phone


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """First frame: the secrets of the table and of the chair, or empty ones.

    ``tab`` is random for each page, ``phone`` for each browser; ``watch`` says that the phone was
    watching, and continues to if it has no chair.
    """

    table: _Secret
    chair: _Chair = ""
    language: _Word = ""
    tab: _Word = ""
    take: bool = False
    phone: _Word = ""
    watch: bool = False


class Code(_Said, frozen=True, tag="code"):
    """Code of the table, typed where the link is unknown; requested by ``CodeRequestMessage``."""

    code: _Typed


class Sit(_Said, frozen=True, tag="sit"):
    """Name of a person who takes a chair; requested by ``JoinFormMessage``."""

    name: _Typed


class Watch(_Said, frozen=True, tag="watch"):
    """Request to watch without a chair.

    ``PhoneLeaveMessage`` returns to the join form, and ``PhoneJoinMessage`` takes a chair.
    """


class Language(_Said, frozen=True, tag="language"):
    """The language to use from now on."""

    language: _Word


class Ready(_Said, frozen=True, tag="ready"):
    """Readiness for a match; ``arranged`` is that of the screen it was given on."""

    on: bool
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class AnswerAsked(_Said, frozen=True, tag="answer"):
    """Answer number ``which`` to the question; ``ask`` is ``asked`` of the screen it refers to."""

    ask: _Count
    which: _Count


class TakeOffer(_Said, frozen=True, tag="offer"):
    """Answer number ``which`` of an offer; ``ask`` is ``asked`` of the screen it was given on."""

    ask: _Count
    offer: _Count
    which: _Count


class Ahead(_Said, frozen=True, tag="ahead"):
    """Confirmation of what is open; allowed while the screen has a label for it."""


class Show(_Said, frozen=True, tag="show"):
    """Request for a page to read, answered by a ``SheetMessage``; an empty one is not answered."""

    what: Literal["sheet", "last", "rules", "hint", "game", "ring", "said", ""]


class Say(_Said, frozen=True, tag="say"):
    """One of the quick chat words of the screen."""

    word: _Word


class StandIn(_Said, frozen=True, tag="stand-in"):
    """Request that a bot plays for this seat, or no longer does."""

    on: bool


class End(_Said, frozen=True, tag="end"):
    """Request of the table's keeper to end the match early."""


class Choose(_Said, frozen=True, tag="choose"):
    """Request of the table's keeper to choose another game of the screen."""

    game: _Word


class Leave(_Said, frozen=True, tag="leave"):
    """Intentional leave of the table."""


class Pong(_Said, frozen=True, tag="pong"):
    """Answer to ``PhonePingMessage``."""


FromPhone = (
    Hello
    | Code
    | Sit
    | Watch
    | Language
    | Ready
    | AnswerAsked
    | TakeOffer
    | Ahead
    | Show
    | Say
    | StandIn
    | End
    | Choose
    | Leave
    | Pong
)


# Messages from the host


class Words(_Said, frozen=True, tag="words"):
    """Language from now on, those available, and the labels of the page."""

    language: str
    languages: list[tuple[str, str]]
    words: dict[str, str]


class CodeAsked(_Said, frozen=True, tag="code-asked"):
    """Request for the code of the table; ``wrong`` is the error of the last one."""

    said: str
    wrong: str = ""


class TableFound(_Said, frozen=True, tag="table"):
    """Secret of the table for the link, after a correct code."""

    table: str


class Door(_Said, frozen=True, tag="door"):
    """Request for a name; ``wrong`` is the error of the last one.

    ``watch``: there is a running match that can be watched. ``back``: a player is absent, whose
    name requests their chair. ``waits``: that has been requested, and the answer comes by itself.
    """

    table: str
    game: str
    said: str
    free: int
    wrong: str = ""
    watch: bool = False
    back: bool = False
    waits: bool = False


class Taken(_Said, frozen=True, tag="taken"):
    """Notice that another page has this seat; ``PhoneHelloMessage`` with ``take`` moves it here."""

    said: str


class Seated(_Said, frozen=True, tag="seated"):
    """Assignment of a chair; the page stores its secret for coming back."""

    chair: str
    name: str


class Gone(_Said, frozen=True, tag="gone"):
    """Disconnection by the host; with ``again`` the page tries to reconnect."""

    said: str
    again: bool


class Ping(_Said, frozen=True, tag="ping"):
    """Ping, which a phone answers at once."""


class Spoken(_Said, frozen=True, tag="spoken"):
    """Chat message of somebody at the table."""

    name: str
    text: str


class Notice(_Said, frozen=True, tag="notice"):
    """Passing sentence; ``aloud`` is its text for a screen reader."""

    text: str
    aloud: str
    kind: Literal["event", "refused", "turn", "wait"]


class SheetLine(_Part, frozen=True):
    """A line to read, possibly about a card; ``best`` marks the recommended one.

    ``kind`` is its role on the rules page; the cells of a ``row`` are separated by tabs, and the
    first of several rows is the table's head.
    """

    text: str
    aloud: str = ""
    card: str | None = None
    best: bool = False
    kind: Literal["text", "head", "item", "row"] = "text"


class SheetShown(_Said, frozen=True, tag="sheet"):
    """Page requested by ``ShowSheetMessage``: lines, and for the score sheet a table below them.

    ``ring`` are the ranks that beat each other in a ring, each the next one.
    """

    what: Literal["sheet", "last", "rules", "hint", "game", "ring", "said"]
    title: str
    columns: list[str] = []
    rows: list[list[str]] = []
    foot: list[list[str]] = []
    lines: list[SheetLine] = []
    ring: list[str] = []


class Seat(_Part, frozen=True):
    """A chair of the waiting room; ``who`` is ``guest``, ``bot`` or ``open``."""

    name: str
    you: bool
    who: str
    note: str
    face: str = ""


class LobbyPart(_Part, frozen=True):
    """The waiting room."""

    said: str
    chairs: list[Seat]
    rules: list[str]
    ready: bool
    can_ready: bool
    arranged: int = 0


class TrumpPart(_Part, frozen=True):
    """The trump: as a sign, in words, its suits, and the card that determines it or nothing."""

    text: str
    name: str
    suits: list[str]
    card: str = ""


class PlatePart(_Part, frozen=True):
    """The public state of a player; ``hand`` are the cards of theirs visible to the viewer."""

    seat: int
    name: str
    you: bool
    turn: bool
    dealer: bool
    computer: bool
    away: bool
    total: str
    bid: str
    taken: str
    place: int
    cards: int
    hand: list[str]
    trump: str
    partner: bool
    note: str
    aloud: str
    face: str = ""
    """The code of the player's face (``bun-green``), as on the screen at the table."""


class TrickCard(_Part, frozen=True):
    """A card of the current trick; ``tags`` are texts about it."""

    seat: int
    card: str
    winning: bool
    name: str
    tags: list[str]


class PilePart(_Part, frozen=True):
    """The common pile: its last cards, the top one at the end, and the stock in words."""

    text: str
    cards: list[str]
    name: str
    tags: list[str]


class HandCard(_Part, frozen=True):
    """A card of the viewer's hand; one that its owner may not see has an empty code."""

    card: str
    name: str
    state: Literal["may", "not", "idle"]
    which: int | None = None
    note: str = ""
    why: str = ""
    breach: str = ""
    count: str = ""
    open: bool = False


class AskAnswer(_Part, frozen=True):
    """An answer; ``why`` says why it is not allowed, and is empty if it is."""

    which: int
    label: str
    name: str
    card: str = ""
    suit: str = ""
    note: str = ""
    why: str = ""
    breach: str = ""


class AskPart(_Part, frozen=True):
    """The question: a ``card`` of the hand, or a ``choice`` among the answers."""

    kind: Literal["card", "choice"]
    words: str
    notes: list[str]
    counts: str
    answers: list[AskAnswer]


class OfferPart(_Part, frozen=True):
    """An action possible without being asked."""

    offer: int
    words: str
    where: Literal["button", "hand", "card"]
    guidance: str
    answers: list[AskAnswer]


class MayPart(_Part, frozen=True):
    """The requests that the page may send; ``words`` are quick chat words by code and text.

    With ``turns`` the last turns are shown instead of a trick. The table's keeper may ``end`` the
    match, or choose one of ``games`` (codes and titles).
    """

    hint: bool
    last: bool
    sheet: bool
    words: list[tuple[str, str]]
    ring: bool = False
    end: bool = False
    games: list[tuple[str, str]] = []
    turns: bool = False


class ScoreRow(_Part, frozen=True):
    """A player's result of a deal and the total; ``luck`` is 1, 0 or -1."""

    name: str
    you: bool
    made: str
    total: str
    luck: int


class ResultRow(_Part, frozen=True):
    """The final result of a player."""

    place: int
    name: str
    you: bool
    total: str


class ScorePart(_Part, frozen=True):
    """The scores of a deal: a row of name, points and total for each player."""

    title: str
    rows: list[ScoreRow]


class ResultPart(_Part, frozen=True):
    """The result of a match; ``again`` is the label for another one, or empty.

    ``won`` is True if the viewer has won.
    """

    said: str
    rows: list[ResultRow]
    again: str
    won: bool = False


class WatchPart(_Part, frozen=True):
    """The text for spectators, and the number of chairs they could take."""

    said: str
    free: int


class Screen(_Said, frozen=True, kw_only=True, tag="screen"):
    """The complete content of the page; a newer one replaces it."""

    number: int
    asked: int = 0
    stage: Literal["lobby", "table", "result"]
    title: str
    words: str
    news: str = ""
    lobby: LobbyPart | None = None
    trump: TrumpPart | None = None
    plates: list[PlatePart] = []
    trick: list[TrickCard] = []
    pile: PilePart | None = None
    hand: list[HandCard] = []
    ask: AskPart | None = None
    offers: list[OfferPart] = []
    ahead: str = ""
    wait: str = ""
    stand_in: bool = False
    may: MayPart
    score: ScorePart | None = None
    result: ResultPart | None = None
    watch: WatchPart | None = None
    you: int
    seats: int


FromHost = (
    Words
    | CodeAsked
    | TableFound
    | Door
    | Taken
    | Seated
    | Gone
    | Ping
    | Spoken
    | Notice
    | SheetShown
    | Screen
)

FROM_PHONE: Final[msgspec.json.Decoder[FromPhone]] = msgspec.json.Decoder(FromPhone)
FROM_HOST: Final[msgspec.json.Decoder[FromHost]] = msgspec.json.Decoder(FromHost)
_ENCODER: Final = msgspec.json.Encoder()


def frame_of(message: FromPhone | FromHost) -> str:
    """Return a message as a text frame."""
    return _ENCODER.encode(message).decode()
