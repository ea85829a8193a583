"""The snapshot of a table that screens draw, independent of the game, and the players' moods."""

from collections.abc import Sequence
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.messages import Message


class Ring(NamedTuple):
    """Ranks that beat each other in a ring: each the next one, the last one the first.

    ``ranks`` are the ranks as cards have them, the six as ``"6"``. ``suit`` is the suit in which
    the ring decides the current trick, and ``winning_rank`` the rank of the ring that is winning
    it. ``special_cases`` are the special cases that apply now in a word or two each, most important
    first.
    """

    marks: tuple[str, ...]
    suit: Suit | None = None
    top: str = ""
    now: tuple[Message, ...] = ()


class AtHand(NamedTuple):
    """The rules that a viewer may look up at any moment without leaving the table.

    ``ring`` is drawn. ``situation`` are sentences on the current situation, and ``scoring`` is what
    cards and tricks count in this deal.
    """

    ring: Ring | None = None
    now: tuple[Message, ...] = ()
    counts: tuple[Message, ...] = ()


NOTHING_AT_HAND = AtHand()


# The first screen draws plates and must not wait for modules that only a match needs.
if TYPE_CHECKING:
    from greenbaize.rules.hands import Hand, Trick


class Shape(Enum):
    """The shape in which a tally is drawn."""

    BARS = auto()
    """Hollow bars that fill; a surplus is crossed."""
    COINS = auto()
    """Coins beside one another."""


class Tally(NamedTuple):
    """A counter of a seat, readable at a glance: ``reached`` of ``target``."""

    shape: Shape
    due: int
    made: int = 0


class Plate(NamedTuple):
    """The content of a seat's plate; None where there is nothing to say.

    ``total`` decides the match so far and is emphasised. ``deal_message`` is a line about the deal
    beside ``tally``; ``pending_action`` is the seat's next action while there is no such line.
    ``hand_size`` is set in games where it matters. ``personal_suit`` is the seat's own trump.
    ``note`` is what everybody should know of the seat, such as that it has gone out.
    """

    total: int | None
    line: Message | None = None
    doing: Message | None = None
    tally: Tally | None = None
    cards: int | None = None
    trump: Suit | None = None
    note: Message | None = None


class Sign(NamedTuple):
    """The current trump: a line of text, and the suit if there is a single one.

    ``trumps`` are the common trumps where there may be several besides ``suit``, by seniority: the
    senior ones first, equal ones together.
    """

    line: Message
    suit: Suit | None = None
    trumps: tuple[tuple[Suit, ...], ...] = ()


class Race(NamedTuple):
    """The bids of a deal compared with its tricks.

    ``bids`` are those of the seats, None where none was made yet, in ``bidding_order``;
    ``tricks_won`` are the tricks won by seat. ``sentences`` say the same among the picture's
    notices.
    """

    tricks: int
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    order: tuple[int, ...]
    words: tuple[Message, ...] = ()


class Luck(Enum):
    """The quality of a result for the player."""

    GOOD = auto()
    BAD = auto()
    NEITHER = auto()


class Made(NamedTuple):
    """A seat's result of a deal: text at its plate, quality, and a sentence to be spoken."""

    words: Message
    luck: Luck
    sentence: Message


class Flag(Enum):
    """The icon before a notice, so that it is recognised without its text."""

    LEAVING = "leaving"
    BACK = "back"
    OUT = "out"
    CALL = "call"
    CARD = "card"
    FAULT = "fault"
    LEAD = "lead"
    COIN = "coin"
    WON = "won"


class News(NamedTuple):
    """A notice of an event that nobody may miss, originating from a seat.

    A brief notice is followed by another one on the same matter at once. After a notice with
    ``resets_table`` the table is laid out anew.
    """

    seat: int
    message: Message
    flag: Flag
    brief: bool = False
    anew: bool = False


class TurnLogEntry(NamedTuple):
    """A word or two in the turn log, in games without tricks."""

    seat: int
    message: Message


class Picture(NamedTuple):
    """One moment at the table as a viewer sees it.

    ``deal_count`` is None where it is unknown, ``hand_size`` where it is irrelevant.
    ``acting_seat`` is whose turn it is even while something follows by itself; ``question_kind`` is
    the kind of question that ``turn`` is asked. ``sides`` has the number of each seat's side, where
    players are partners. ``winning_index`` is the index in ``trick`` of the winning card.
    ``taken_tricks`` are the finished tricks of the deal with the seat that took each. ``pile`` is
    the common pile, its top card last, and None in games with tricks. ``trump_card`` is the card
    that determines the trump, undealt unless it is seen elsewhere; ``trumps`` are the common
    trumps, senior first. ``ranks`` are the ranks from low to high, as hands are sorted.
    ``exposed_cards`` are the cards of each seat that lie face up before it. ``leading_seats`` are
    ahead in the match; there are none where all are level. ``notices`` are announced, some of them
    drawn by ``bid_race``; ``remarks`` are shown below the sheet.
    """

    deal: int
    deals: int | None
    hands: "tuple[Hand, ...]"
    plates: tuple[Plate, ...]
    cards: int | None = None
    dealer: int | None = None
    turn: int | None = None
    mover: int | None = None
    asked: str = ""
    sides: tuple[int, ...] = ()
    trick: "Trick | None" = None
    winning: int | None = None
    taken: "tuple[tuple[int, Trick], ...]" = ()
    pile: tuple[Card, ...] | None = None
    stock: int = 0
    turned: Card | None = None
    trumps: tuple[Suit, ...] = ()
    sign: Sign | None = None
    ranks: str = RANKS
    exposed: tuple[tuple[Card, ...], ...] = ()
    leaders: tuple[int, ...] = ()
    notices: tuple[Message, ...] = ()
    race: Race | None = None
    remarks: tuple[Message, ...] = ()

    @property
    def seen(self) -> list[Card]:
        """The visible cards of the deal: in hands, in tricks and on the pile."""
        cards = [card for hand in self.hands for card in hand.cards]
        cards += [card for _, trick in self.taken for card in trick.cards]
        cards += self.pile or ()
        return cards + list(() if self.trick is None else self.trick.cards)

    @property
    def undealt(self) -> Card | None:
        """The card that determines the trump while it lies beside the pack undealt."""
        return None if self.turned in self.seen else self.turned

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards to play on: those of the current trick, or the top of the pile."""
        if self.pile is not None:
            return self.pile[-1:]
        return () if self.trick is None else self.trick.cards


FEW: Final = 2
"""The hand size from which a player is close to going out."""


class Mood(StrEnum):
    """The expression of a player's face."""

    NEUTRAL = "neutral"
    PLEASED = "pleased"
    TENSE = "tense"
    CAUGHT = "caught"
    WINNING = "winning"


def moods_of(picture: Picture) -> tuple[Mood, ...]:
    """Return each seat's mood during a deal, judged by its plate and its cards."""
    return tuple(_mood(picture, seat) for seat in range(len(picture.plates)))


def moods_of_made(made: Sequence[Made], picture: Picture) -> tuple[Mood, ...]:
    """Return each seat's mood after a deal has been scored."""
    by_luck = {Luck.GOOD: Mood.PLEASED, Luck.BAD: Mood.CAUGHT}
    return tuple(by_luck.get(one.luck, _usual(picture, seat)) for seat, one in enumerate(made))


def moods_of_end(places: Sequence[int]) -> tuple[Mood, ...]:
    """Return each seat's mood after the match: winners are happy, the last ones are not."""
    last = max(places, default=1)
    return tuple(
        Mood.WINNING if place == 1 else Mood.CAUGHT if place == last else Mood.NEUTRAL
        for place in places
    )


def _usual(picture: Picture, seat: int) -> Mood:
    """Return the mood of a player whom the deal does not affect; a late leader expects to win."""
    near = picture.deals is not None and 1 < 0.8 * picture.deals <= picture.deal
    return Mood.WINNING if near and seat in picture.leaders else Mood.NEUTRAL


def _mood(picture: Picture, seat: int) -> Mood:
    plate = picture.plates[seat]
    if plate.tally is not None and plate.tally.shape is Shape.BARS:
        mood = _mood_of_tally(picture, seat, plate.tally)
    elif plate.cards is not None:
        mood = _mood_of_cards(picture, seat, plate.cards)
    else:
        mood = Mood.NEUTRAL
    return _usual(picture, seat) if mood is Mood.NEUTRAL else mood


def _mood_of_tally(picture: Picture, seat: int, tally: Tally) -> Mood:
    """Return the mood of a player who wants to make an exact number of tricks."""
    trick = picture.trick
    lying = 0 if trick is None else len(trick.cards)
    place = -1 if trick is None else (seat - trick.leader) % len(picture.plates)
    left = picture.hands[seat].size + (place in range(lying))
    missing = tally.due - tally.made
    if missing < 0 or missing > left:
        return Mood.CAUGHT
    if missing == 0:
        if left and lying and picture.winning == place:
            return Mood.TENSE  # Another trick would be one too many.
        return Mood.PLEASED if tally.due else Mood.NEUTRAL
    if missing == left:
        return Mood.TENSE
    fresh = not lying and bool(picture.taken) and picture.taken[-1][0] == seat
    return Mood.PLEASED if fresh else Mood.NEUTRAL


def _mood_of_cards(picture: Picture, seat: int, cards: int) -> Mood:
    """Return the mood of a player who wants to get rid of all cards."""
    holding = [one for one, plate in enumerate(picture.plates) if plate.cards]
    if len(holding) == len(picture.plates) or not holding:
        return Mood.TENSE if 0 < cards <= FEW else Mood.NEUTRAL
    if cards == 0:
        return Mood.PLEASED
    if holding == [seat]:
        return Mood.CAUGHT
    return Mood.TENSE if cards <= FEW else Mood.NEUTRAL
