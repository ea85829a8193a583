"""The messages of host and phone: one JSON object per text frame.

docs/lan-protocol.md describes every field. A phone is told no event and no rule: it is sent whole
screens in its own language, and answers what they ask by number.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.lan.address import MOST_SEATS

LONGEST_FROM_PHONE: Final = 4096
"""Bytes of a frame from a phone."""

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
_Secret = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_Chair = Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")]
_Typed = Annotated[str, Meta(max_length=1000)]
"""What somebody typed, whatever signs are in it: who hears it answers what cannot be."""
_Word = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9-]*\Z")]


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message; its ``type`` is its tag."""


class _Part(msgspec.Struct, frozen=True):
    """A part of a message."""


# From the phone


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first frame: the secret of the table, and that of the chair or nothing.

    ``tab`` is random for each page, ``phone`` for each browser; ``watch`` says that one has been
    watching, and goes on if one has no chair.
    """

    table: _Secret
    chair: _Chair = ""
    language: _Word = ""
    tab: _Word = ""
    take: bool = False
    phone: _Word = ""
    watch: bool = False


class Code(_Said, frozen=True, tag="code"):
    """The code of the table, typed where the link is not known; asked for by ``CodeAsked``."""

    code: _Typed


class Sit(_Said, frozen=True, tag="sit"):
    """The name of whoever sits down; asked for by ``Door``."""

    name: _Typed


class Watch(_Said, frozen=True, tag="watch"):
    """One watches without a chair; ``Leave`` leads back to the door, and ``Sit`` to a chair."""


class Language(_Said, frozen=True, tag="language"):
    """The language to be spoken from now on."""

    language: _Word


class Ready(_Said, frozen=True, tag="ready"):
    """Whether one is ready for a match; ``arranged`` is that of the screen it was seen on."""

    on: bool
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class AnswerAsked(_Said, frozen=True, tag="answer"):
    """The answer ``which`` of what is asked; ``ask`` is ``asked`` of the screen it was seen on."""

    ask: _Count
    which: _Count


class TakeOffer(_Said, frozen=True, tag="offer"):
    """The answer ``which`` of an offer; ``ask`` is ``asked`` of the screen it was seen on."""

    ask: _Count
    offer: _Count
    which: _Count


class Ahead(_Said, frozen=True, tag="ahead"):
    """One has seen what lies open; allowed while the screen has a label for it."""


class Show(_Said, frozen=True, tag="show"):
    """What is wanted to be read; the answer is a ``SheetShown``, and nothing for the empty one."""

    what: Literal["sheet", "last", "rules", "hint", "game", "ring", "said", ""]


class Say(_Said, frozen=True, tag="say"):
    """One of the quick words of the screen."""

    word: _Word


class StandIn(_Said, frozen=True, tag="stand-in"):
    """Whether a computer player shall play in one's place."""

    on: bool


class End(_Said, frozen=True, tag="end"):
    """Whoever keeps the table ends the match before its end."""


class Choose(_Said, frozen=True, tag="choose"):
    """Whoever keeps the table chooses another of the games of the screen."""

    game: _Word


class Leave(_Said, frozen=True, tag="leave"):
    """One leaves the table on purpose."""


class Pong(_Said, frozen=True, tag="pong"):
    """The answer to ``Ping``."""


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


# From the host


class Words(_Said, frozen=True, tag="words"):
    """The language spoken from here on, those there are, and the labels of the page in it."""

    language: str
    languages: list[tuple[str, str]]
    words: dict[str, str]


class CodeAsked(_Said, frozen=True, tag="code-asked"):
    """Asks for the code of the table; ``wrong`` says what was wrong with the last one."""

    said: str
    wrong: str = ""


class TableFound(_Said, frozen=True, tag="table"):
    """The code is right: this is the secret of the table for the link."""

    table: str


class Door(_Said, frozen=True, tag="door"):
    """Asks for a name; ``wrong`` says what was wrong with the last one.

    ``watch``: a match is being played that can be watched. ``back``: somebody is away, whose name
    brings their chair back. ``waits``: that has been asked for, and the answer comes by itself.
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
    """Another page has this seat; ``Hello`` with ``take`` moves it here."""

    said: str


class Seated(_Said, frozen=True, tag="seated"):
    """One has this chair; its secret is kept for coming back."""

    chair: str
    name: str


class Gone(_Said, frozen=True, tag="gone"):
    """The host closes the connection; ``again``: the page tries to come back by itself."""

    said: str
    again: bool


class Ping(_Said, frozen=True, tag="ping"):
    """A phone answers at once."""


class Spoken(_Said, frozen=True, tag="spoken"):
    """What somebody at the table says."""

    name: str
    text: str


class Notice(_Said, frozen=True, tag="notice"):
    """A sentence that passes; ``aloud`` is it as read by a screen reader."""

    text: str
    aloud: str
    kind: Literal["event", "refused", "turn", "wait"]


class SheetLine(_Part, frozen=True):
    """A line to read, about a card or about none; ``best`` marks what is advised.

    ``kind`` is what it is on the rules page; the cells of a ``row`` are separated by tabs, and the
    first of several rows is their head.
    """

    text: str
    aloud: str = ""
    card: str | None = None
    best: bool = False
    kind: Literal["text", "head", "item", "row"] = "text"


class SheetShown(_Said, frozen=True, tag="sheet"):
    """What was asked for by ``Show``: lines, and for the score sheet a table below them.

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
    """What is trump: as a sign, in words, its suits, and the card that names it or nothing."""

    text: str
    name: str
    suits: list[str]
    card: str = ""


class PlatePart(_Part, frozen=True):
    """A player as everybody sees them; ``hand`` are the cards that one may see of theirs."""

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
    """Which face they have (``bun-green``), as on the screen at the table."""


class TrickCard(_Part, frozen=True):
    """A card of the trick on the table; ``tags`` say what there is to know of it."""

    seat: int
    card: str
    winning: bool
    name: str
    tags: list[str]


class PilePart(_Part, frozen=True):
    """The pile that all play on: its last cards, the top one at the end, and the stock in words."""

    text: str
    cards: list[str]
    name: str
    tags: list[str]


class HandCard(_Part, frozen=True):
    """A card of one's own; one that its owner may not see has an empty code."""

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
    """What is asked: a ``card`` of the hand, or a ``choice`` among the answers."""

    kind: Literal["card", "choice"]
    words: str
    notes: list[str]
    counts: str
    answers: list[AskAnswer]


class OfferPart(_Part, frozen=True):
    """What one may do unasked."""

    offer: int
    words: str
    where: Literal["button", "hand", "card"]
    guidance: str
    answers: list[AskAnswer]


class MayPart(_Part, frozen=True):
    """What the page may ask for; ``words`` are quick words by code and text.

    With ``turns`` the last turns are shown, and no trick.

    Whoever keeps the table may ``end`` the match, or choose one of ``games`` (codes and titles).
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
    """What a player has made of a deal, and what they have in all; ``luck`` is 1, 0 or -1."""

    name: str
    you: bool
    made: str
    total: str
    luck: int


class ResultRow(_Part, frozen=True):
    """How a player has ended."""

    place: int
    name: str
    you: bool
    total: str


class ScorePart(_Part, frozen=True):
    """What a deal has brought: a row of name, points and total for each player."""

    title: str
    rows: list[ScoreRow]


class ResultPart(_Part, frozen=True):
    """The result of a match; ``again`` is the label for another one, or empty.

    ``won`` says that whoever looks has won.
    """

    said: str
    rows: list[ResultRow]
    again: str
    won: bool = False


class WatchPart(_Part, frozen=True):
    """What is said to whoever watches, and how many chairs they could take."""

    said: str
    free: int


class Screen(_Said, frozen=True, kw_only=True, tag="screen"):
    """All that the page shows; a newer one replaces it whole."""

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
    """A message as a text frame."""
    return _ENCODER.encode(message).decode()
