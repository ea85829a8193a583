"""The messages of host and phone: one JSON object per text frame.

docs/lan-protocol.md describes every field. A phone gets no events and no rules: it receives
complete screens in its own language, and answers their questions by number.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.lan.address import MAX_SEATS

MAX_PHONE_FRAME_BYTES: Final = 4096
"""The maximum size of a frame from a phone (bytes)."""

_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
_Secret = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_ChairSecret = Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")]
_TypedText = Annotated[str, Meta(max_length=1000)]
"""Text typed by a person; the receiver refuses invalid characters."""
_WordText = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9-]*\Z")]


class _TaggedMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message; its ``type`` is its tag."""


class _ScreenPart(msgspec.Struct, frozen=True):
    """A part of a message."""


# Messages from the phone


class PhoneHelloMessage(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """First frame: the secrets of the table and of the chair, or empty ones.

    ``tab`` is random for each page, ``phone`` for each browser; ``watch`` says that the phone was
    watching, and continues to if it has no chair.
    """

    table: _Secret
    chair: _ChairSecret = ""
    language: _WordText = ""
    tab: _WordText = ""
    take: bool = False
    phone: _WordText = ""
    watch: bool = False


class TableCodeMessage(_TaggedMessage, frozen=True, tag="code"):
    """Code of the table, typed where the link is unknown; requested by ``CodeRequestMessage``."""

    code: _TypedText


class PhoneJoinMessage(_TaggedMessage, frozen=True, tag="sit"):
    """Name of a person who takes a chair; requested by ``JoinFormMessage``."""

    name: _TypedText


class WatchTableMessage(_TaggedMessage, frozen=True, tag="watch"):
    """Request to watch without a chair.

    ``PhoneLeaveMessage`` returns to the join form, and ``PhoneJoinMessage`` takes a chair.
    """


class LanguageMessage(_TaggedMessage, frozen=True, tag="language"):
    """The language to use from now on."""

    language: _WordText


class PhoneReadyMessage(_TaggedMessage, frozen=True, tag="ready"):
    """Readiness for a match; ``arranged`` is that of the screen it was given on."""

    on: bool
    arranged: _Count | msgspec.UnsetType = msgspec.UNSET


class AnswerQuestionMessage(_TaggedMessage, frozen=True, tag="answer"):
    """Answer number ``which`` to the question; ``ask`` is ``asked`` of the screen it refers to."""

    ask: _Count
    which: _Count


class AcceptOfferMessage(_TaggedMessage, frozen=True, tag="offer"):
    """Answer number ``which`` of an offer; ``ask`` is ``asked`` of the screen it was given on."""

    ask: _Count
    offer: _Count
    which: _Count


class AdvanceMessage(_TaggedMessage, frozen=True, tag="ahead"):
    """Confirmation of what is open; allowed while the screen has a label for it."""


class ShowSheetMessage(_TaggedMessage, frozen=True, tag="show"):
    """Request for a page to read, answered by a ``SheetMessage``; an empty one is not answered."""

    what: Literal["sheet", "last", "rules", "hint", "game", "ring", "said", ""]


class QuickChatMessage(_TaggedMessage, frozen=True, tag="say"):
    """One of the quick chat words of the screen."""

    word: _WordText


class PhoneStandInMessage(_TaggedMessage, frozen=True, tag="stand-in"):
    """Request that a bot plays for this seat, or no longer does."""

    on: bool


class EndMatchMessage(_TaggedMessage, frozen=True, tag="end"):
    """Request of the table's keeper to end the match early."""


class ChooseGameMessage(_TaggedMessage, frozen=True, tag="choose"):
    """Request of the table's keeper to choose another game of the screen."""

    game: _WordText


class PhoneLeaveMessage(_TaggedMessage, frozen=True, tag="leave"):
    """Intentional leave of the table."""


class PhonePongMessage(_TaggedMessage, frozen=True, tag="pong"):
    """Answer to ``PhonePingMessage``."""


JoinPageRequest = TableCodeMessage | PhoneJoinMessage | WatchTableMessage
"""Messages of a page that has no chair, and shows the join form."""
SeatPageRequest = (
    LanguageMessage
    | PhoneReadyMessage
    | AnswerQuestionMessage
    | AcceptOfferMessage
    | AdvanceMessage
    | ShowSheetMessage
    | QuickChatMessage
    | PhoneStandInMessage
    | EndMatchMessage
    | ChooseGameMessage
    | PhoneLeaveMessage
)
"""Messages of a page that shows a table (``PhoneSession.on_phone_message``)."""
PageRequest = JoinPageRequest | SeatPageRequest
PhoneMessage = PhoneHelloMessage | PhonePongMessage | PageRequest


# Messages from the host


class LabelsMessage(_TaggedMessage, frozen=True, tag="words"):
    """Language from now on, those available, and the labels of the page."""

    language: str
    languages: list[tuple[str, str]]
    words: dict[str, str]


class CodeRequestMessage(_TaggedMessage, frozen=True, tag="code-asked"):
    """Request for the code of the table; ``wrong`` is the error of the last one."""

    said: str
    wrong: str = ""


class TableSecretMessage(_TaggedMessage, frozen=True, tag="table"):
    """Secret of the table for the link, after a correct code."""

    table: str


class JoinFormMessage(_TaggedMessage, frozen=True, tag="door"):
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


class SeatTakenMessage(_TaggedMessage, frozen=True, tag="taken"):
    """Notice that another page has this seat; ``PhoneHelloMessage`` with ``take`` moves it here."""

    said: str


class ChairAssignedMessage(_TaggedMessage, frozen=True, tag="seated"):
    """Assignment of a chair; the page stores its secret for coming back."""

    chair: str
    name: str


class DisconnectMessage(_TaggedMessage, frozen=True, tag="gone"):
    """Disconnection by the host; with ``again`` the page tries to reconnect."""

    said: str
    again: bool


class PhonePingMessage(_TaggedMessage, frozen=True, tag="ping"):
    """Ping, which a phone answers at once."""


class PhoneChatMessage(_TaggedMessage, frozen=True, tag="spoken"):
    """Chat message of somebody at the table."""

    name: str
    text: str


class NoticeMessage(_TaggedMessage, frozen=True, tag="notice"):
    """Passing sentence; ``aloud`` is its text for a screen reader."""

    text: str
    aloud: str
    kind: Literal["event", "refused", "turn", "wait"]


class SheetLinePart(_ScreenPart, frozen=True):
    """A line to read, possibly about a card; ``best`` marks the recommended one.

    ``kind`` is its role on the rules page; the cells of a ``row`` are separated by tabs, and the
    first of several rows is the table's head.
    """

    text: str
    aloud: str = ""
    card: str | None = None
    best: bool = False
    kind: Literal["text", "head", "item", "row"] = "text"


class SheetMessage(_TaggedMessage, frozen=True, tag="sheet"):
    """Page requested by ``ShowSheetMessage``: lines, and for the score sheet a table below them.

    ``ring`` are the ranks that beat each other in a ring, each the next one.
    """

    what: Literal["sheet", "last", "rules", "hint", "game", "ring", "said"]
    title: str
    columns: list[str] = []
    rows: list[list[str]] = []
    foot: list[list[str]] = []
    lines: list[SheetLinePart] = []
    ring: list[str] = []


class ChairPart(_ScreenPart, frozen=True):
    """A chair of the waiting room; ``who`` is ``guest``, ``bot`` or ``open``."""

    name: str
    you: bool
    who: str
    note: str
    face: str = ""


class LobbyPart(_ScreenPart, frozen=True):
    """The waiting room."""

    said: str
    chairs: list[ChairPart]
    rules: list[str]
    ready: bool
    can_ready: bool
    arranged: int = 0


class TrumpPart(_ScreenPart, frozen=True):
    """The trump: as a sign, in words, its suits, and the card that determines it or nothing."""

    text: str
    name: str
    suits: list[str]
    card: str = ""


class PlatePart(_ScreenPart, frozen=True):
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


class TrickCardPart(_ScreenPart, frozen=True):
    """A card of the current trick; ``tags`` are texts about it."""

    seat: int
    card: str
    winning: bool
    name: str
    tags: list[str]


class PilePart(_ScreenPart, frozen=True):
    """The common pile: its last cards, the top one at the end, and the stock in words."""

    text: str
    cards: list[str]
    name: str
    tags: list[str]


class HandCardPart(_ScreenPart, frozen=True):
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


class AnswerPart(_ScreenPart, frozen=True):
    """An answer; ``why`` says why it is not allowed, and is empty if it is."""

    which: int
    label: str
    name: str
    card: str = ""
    suit: str = ""
    note: str = ""
    why: str = ""
    breach: str = ""


class QuestionPart(_ScreenPart, frozen=True):
    """The question: a ``card`` of the hand, or a ``choice`` among the answers."""

    kind: Literal["card", "choice"]
    words: str
    notes: list[str]
    counts: str
    answers: list[AnswerPart]


class OfferPart(_ScreenPart, frozen=True):
    """An action possible without being asked."""

    offer: int
    words: str
    where: Literal["button", "hand", "card"]
    guidance: str
    answers: list[AnswerPart]


class PermissionsPart(_ScreenPart, frozen=True):
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


class ScoreRowPart(_ScreenPart, frozen=True):
    """A player's result of a deal and the total; ``luck`` is 1, 0 or -1."""

    name: str
    you: bool
    made: str
    total: str
    luck: int


class ResultRowPart(_ScreenPart, frozen=True):
    """The final result of a player."""

    place: int
    name: str
    you: bool
    total: str


class ScorePart(_ScreenPart, frozen=True):
    """The scores of a deal: a row of name, points and total for each player."""

    title: str
    rows: list[ScoreRowPart]


class ResultPart(_ScreenPart, frozen=True):
    """The result of a match; ``again`` is the label for another one, or empty.

    ``won`` is True if the viewer has won.
    """

    said: str
    rows: list[ResultRowPart]
    again: str
    won: bool = False


class WatchPart(_ScreenPart, frozen=True):
    """The text for spectators, and the number of chairs they could take."""

    said: str
    free: int


class ScreenMessage(_TaggedMessage, frozen=True, kw_only=True, tag="screen"):
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
    trick: list[TrickCardPart] = []
    pile: PilePart | None = None
    hand: list[HandCardPart] = []
    ask: QuestionPart | None = None
    offers: list[OfferPart] = []
    ahead: str = ""
    wait: str = ""
    stand_in: bool = False
    may: PermissionsPart
    score: ScorePart | None = None
    result: ResultPart | None = None
    watch: WatchPart | None = None
    you: int
    seats: int


HostMessage = (
    LabelsMessage
    | CodeRequestMessage
    | TableSecretMessage
    | JoinFormMessage
    | SeatTakenMessage
    | ChairAssignedMessage
    | DisconnectMessage
    | PhonePingMessage
    | PhoneChatMessage
    | NoticeMessage
    | SheetMessage
    | ScreenMessage
)

PHONE_FRAME_DECODER: Final[msgspec.json.Decoder[PhoneMessage]] = msgspec.json.Decoder(PhoneMessage)
HOST_FRAME_DECODER: Final[msgspec.json.Decoder[HostMessage]] = msgspec.json.Decoder(HostMessage)
_ENCODER: Final = msgspec.json.Encoder()


def encode_frame(message: PhoneMessage | HostMessage) -> str:
    """Return a message as a text frame."""
    return _ENCODER.encode(message).decode()
