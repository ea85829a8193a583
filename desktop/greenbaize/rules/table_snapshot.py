"""The snapshot of a table that screens draw, independent of the game, and the players' moods."""

from collections.abc import Sequence
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.messages import Message


class RankRing(NamedTuple):
    """Ranks that beat each other in a ring: each the next one, the last one the first.

    ``ranks`` are the ranks as cards have them, the six as ``"6"``. ``suit`` is the suit in which
    the ring decides the current trick, and ``winning_rank`` the rank of the ring that is winning
    it. ``special_cases`` are the special cases that apply now in a word or two each, most important
    first.
    """

    ranks: tuple[str, ...]
    suit: Suit | None = None
    winning_rank: str = ""
    special_cases: tuple[Message, ...] = ()


class CurrentRules(NamedTuple):
    """The rules that a viewer may look up at any moment without leaving the table.

    ``ring`` is drawn. ``situation`` are sentences on the current situation, and ``scoring`` is what
    cards and tricks count in this deal.
    """

    ring: RankRing | None = None
    situation: tuple[Message, ...] = ()
    scoring: tuple[Message, ...] = ()


NO_CURRENT_RULES = CurrentRules()


# The first screen draws plates and must not wait for modules that only a match needs.
if TYPE_CHECKING:
    from greenbaize.rules.hands import Hand, Trick


class TallyShape(Enum):
    """The shape in which a tally is drawn."""

    BARS = auto()
    """Hollow bars that fill; a surplus is crossed."""
    COINS = auto()
    """Coins beside one another."""


class PlateTally(NamedTuple):
    """A counter of a seat, readable at a glance: ``reached`` of ``target``."""

    shape: TallyShape
    target: int
    reached: int = 0


class SeatPlate(NamedTuple):
    """The content of a seat's plate; None where there is nothing to say.

    ``total`` decides the match so far and is emphasised. ``deal_message`` is a line about the deal
    beside ``tally``; ``pending_action`` is the seat's next action while there is no such line.
    ``hand_size`` is set in games where it matters. ``personal_suit`` is the seat's own trump.
    ``note`` is what everybody should know of the seat, such as that it has gone out.
    """

    total: int | None
    deal_message: Message | None = None
    pending_action: Message | None = None
    tally: PlateTally | None = None
    hand_size: int | None = None
    personal_suit: Suit | None = None
    note: Message | None = None


class TrumpSign(NamedTuple):
    """The current trump: a line of text, and the suit if there is a single one.

    ``trumps`` are the common trumps where there may be several besides ``suit``, by seniority: the
    senior ones first, equal ones together.
    """

    message: Message
    suit: Suit | None = None
    trumps: tuple[tuple[Suit, ...], ...] = ()


class BidRace(NamedTuple):
    """The bids of a deal compared with its tricks.

    ``bids`` are those of the seats, None where none was made yet, in ``bidding_order``;
    ``tricks_won`` are the tricks won by seat. ``sentences`` say the same among the picture's
    notices.
    """

    trick_count: int
    bids: tuple[int | None, ...]
    tricks_won: tuple[int, ...]
    bidding_order: tuple[int, ...]
    sentences: tuple[Message, ...] = ()


class ScoreQuality(Enum):
    """The quality of a result for the player."""

    GOOD = auto()
    BAD = auto()
    NEUTRAL = auto()


class DealScore(NamedTuple):
    """A seat's result of a deal: text at its plate, quality, and a sentence to be spoken."""

    plate_message: Message
    quality: ScoreQuality
    sentence: Message


class NoticeFlag(Enum):
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


class EventNotice(NamedTuple):
    """A notice of an event that nobody may miss, originating from a seat.

    A brief notice is followed by another one on the same matter at once. After a notice with
    ``resets_table`` the table is laid out anew.
    """

    seat: int
    message: Message
    flag: NoticeFlag
    is_brief: bool = False
    resets_table: bool = False


class TurnLogEntry(NamedTuple):
    """A word or two in the turn log, in games without tricks."""

    seat: int
    message: Message


class TableSnapshot(NamedTuple):
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
    deal_count: int | None
    hands: "tuple[Hand, ...]"
    plates: tuple[SeatPlate, ...]
    hand_size: int | None = None
    dealer: int | None = None
    turn: int | None = None
    acting_seat: int | None = None
    question_kind: str = ""
    sides: tuple[int, ...] = ()
    trick: "Trick | None" = None
    winning_index: int | None = None
    taken_tricks: "tuple[tuple[int, Trick], ...]" = ()
    pile: tuple[Card, ...] | None = None
    stock_size: int = 0
    trump_card: Card | None = None
    trumps: tuple[Suit, ...] = ()
    sign: TrumpSign | None = None
    ranks: str = RANKS
    exposed_cards: tuple[tuple[Card, ...], ...] = ()
    leading_seats: tuple[int, ...] = ()
    notices: tuple[Message, ...] = ()
    bid_race: BidRace | None = None
    remarks: tuple[Message, ...] = ()

    @property
    def seen_cards(self) -> list[Card]:
        """The visible cards of the deal: in hands, in tricks and on the pile."""
        cards = [card for hand in self.hands for card in hand.cards]
        cards += [card for _, trick in self.taken_tricks for card in trick.cards]
        cards += self.pile or ()
        return cards + list(() if self.trick is None else self.trick.cards)

    @property
    def undealt_trump_card(self) -> Card | None:
        """The card that determines the trump while it lies beside the pack undealt."""
        return None if self.trump_card in self.seen_cards else self.trump_card

    @property
    def table_cards(self) -> tuple[Card, ...]:
        """The cards to play on: those of the current trick, or the top of the pile."""
        if self.pile is not None:
            return self.pile[-1:]
        return () if self.trick is None else self.trick.cards


FEW_CARDS: Final = 2
"""The hand size from which a player is close to going out."""


class PlayerMood(StrEnum):
    """The expression of a player's face."""

    NEUTRAL = "neutral"
    PLEASED = "pleased"
    TENSE = "tense"
    CAUGHT = "caught"
    WINNING = "winning"


def moods_during_deal(picture: TableSnapshot) -> tuple[PlayerMood, ...]:
    """Return each seat's mood during a deal, judged by its plate and its cards."""
    return tuple(_mood_during_deal(picture, seat) for seat in range(len(picture.plates)))


def moods_after_deal(
    deal_scores: Sequence[DealScore], picture: TableSnapshot
) -> tuple[PlayerMood, ...]:
    """Return each seat's mood after a deal has been scored."""
    mood_by_quality = {ScoreQuality.GOOD: PlayerMood.PLEASED, ScoreQuality.BAD: PlayerMood.CAUGHT}
    return tuple(
        mood_by_quality.get(deal_score.quality, _default_mood(picture, seat))
        for seat, deal_score in enumerate(deal_scores)
    )


def moods_after_match(ranks: Sequence[int]) -> tuple[PlayerMood, ...]:
    """Return each seat's mood after the match: winners are happy, the last ones are not."""
    last_rank = max(ranks, default=1)
    return tuple(
        PlayerMood.WINNING
        if rank == 1
        else PlayerMood.CAUGHT
        if rank == last_rank
        else PlayerMood.NEUTRAL
        for rank in ranks
    )


def _default_mood(picture: TableSnapshot, seat: int) -> PlayerMood:
    """Return the mood of a player whom the deal does not affect; a late leader expects to win."""
    is_near_end = picture.deal_count is not None and 1 < 0.8 * picture.deal_count <= picture.deal
    return (
        PlayerMood.WINNING if is_near_end and seat in picture.leading_seats else PlayerMood.NEUTRAL
    )


def _mood_during_deal(picture: TableSnapshot, seat: int) -> PlayerMood:
    plate = picture.plates[seat]
    if plate.tally is not None and plate.tally.shape is TallyShape.BARS:
        mood = _mood_of_tally(picture, seat, plate.tally)
    elif plate.hand_size is not None:
        mood = _mood_of_cards(picture, seat, plate.hand_size)
    else:
        mood = PlayerMood.NEUTRAL
    return _default_mood(picture, seat) if mood is PlayerMood.NEUTRAL else mood


def _mood_of_tally(picture: TableSnapshot, seat: int, tally: PlateTally) -> PlayerMood:
    """Return the mood of a player who wants to make an exact number of tricks."""
    trick = picture.trick
    played_count = 0 if trick is None else len(trick.cards)
    trick_position = -1 if trick is None else (seat - trick.leader) % len(picture.plates)
    cards_left = picture.hands[seat].size + (trick_position in range(played_count))
    missing_tricks = tally.target - tally.reached
    if missing_tricks < 0 or missing_tricks > cards_left:
        return PlayerMood.CAUGHT
    if missing_tricks == 0:
        if cards_left and played_count and picture.winning_index == trick_position:
            return PlayerMood.TENSE  # Another trick would be one too many.
        return PlayerMood.PLEASED if tally.target else PlayerMood.NEUTRAL
    if missing_tricks == cards_left:
        return PlayerMood.TENSE
    has_just_won = (
        not played_count and bool(picture.taken_tricks) and picture.taken_tricks[-1][0] == seat
    )
    return PlayerMood.PLEASED if has_just_won else PlayerMood.NEUTRAL


def _mood_of_cards(picture: TableSnapshot, seat: int, hand_size: int) -> PlayerMood:
    """Return the mood of a player who wants to get rid of all cards."""
    seats_with_cards = [
        other_seat for other_seat, plate in enumerate(picture.plates) if plate.hand_size
    ]
    if len(seats_with_cards) == len(picture.plates) or not seats_with_cards:
        return PlayerMood.TENSE if 0 < hand_size <= FEW_CARDS else PlayerMood.NEUTRAL
    if hand_size == 0:
        return PlayerMood.PLEASED
    if seats_with_cards == [seat]:
        return PlayerMood.CAUGHT
    return PlayerMood.TENSE if hand_size <= FEW_CARDS else PlayerMood.NEUTRAL
