"""A summary of a record: the players, the progress, and the result of every deal.

Card play is skipped and of the scores only the sums are checked, which shows most changes by hand;
so it is many times faster than verification.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import fields

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import GamesByName, RecordHeader, match_identity
from greenbaize.match.record import split_record
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import CodecError, DamagedError, RecordError
from greenbaize.rules.events import CardsDealt, DealScored, Event, MatchEnded, SeatReassigned
from greenbaize.rules.facts import FactsBySeat, sum_facts
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import is_short_match
from greenbaize.rules.players import BOT, HUMAN

MAX_NUMBER: Final = 10**9
"""Largest absolute number accepted, so that sums over millions of matches can be stored."""
_SKIPPED_EVENT_TYPES: Final = ("draw", "lot", "pass", "play", "trick")
"""Event types that do not matter for how a deal ended; no set, as a line may have any value."""
_SKIPPED_LINE_PREFIXES: Final = tuple(f'{{"type": "{one}"'.encode() for one in _SKIPPED_EVENT_TYPES)
"""Line prefixes of these types as this program writes them; such lines need no decoding."""


class DealDigest(NamedTuple):
    """A scored deal: points by seat, and the further facts that the game collects."""

    number: int
    points: tuple[int, ...]
    facts: FactsBySeat


class RecordDigest(NamedTuple):
    """The summary of a record.

    ``deal`` is the number of the last deal begun, ``totals`` are the last ones written, ``scores``
    what the game shows of them. ``substituted_seats`` are seats of people for which a bot acted at
    some time. ``source_ratings`` (percent, as the game's source prints them) and ``honours``
    (codes, only for people who played the whole match themselves) are by seat, and empty before the
    end or if the game has none. A match shorter than by the rules (``is_short_match``) has no
    honours.
    """

    header: RecordHeader
    identity: str
    deal: int
    deals: tuple[DealDigest, ...]
    totals: tuple[int, ...]
    end_event: MatchEnded | None
    substituted_seats: frozenset[int]
    source_ratings: tuple[float | None, ...] = ()
    honours: tuple[tuple[str, ...], ...] = ()
    scores: tuple[int, ...] = ()
    is_short_match: bool = False


def digest_record(data: bytes, games: GamesByName) -> RecordDigest:
    """Return the digest of a record, finished or not; ``RecordError`` for relevant damage."""
    header, lines, _, _ = split_record(data, games)
    game = games[header.game]
    deals: list[DealDigest] = []
    deal, totals, end = 0, (0,) * len(header.players), None
    last_score: DealScored | None = None
    bot_seats: set[int] = set()
    deal_events: list[Event] = []
    sums = totals
    for number, event in _read_relevant_events(lines, game):
        if not _is_within_limits(event, len(header.players)):
            raise RecordError(Message("line-damaged"), number)
        sums = _add_points(sums, event)
        if isinstance(event, DealScored | MatchEnded) and event.totals != sums:
            raise RecordError(Message("line-damaged"), number)
        match event:
            case CardsDealt():
                deal, deal_events = event.deal, [event]
            case DealScored():
                facts = game.deal_facts(deal_events, event)
                deals.append(DealDigest(event.deal, event.points, facts))
                last_score, totals, deal_events = event, event.totals, []
            case MatchEnded():
                end, totals = event, event.totals
            case SeatReassigned(seat, kind):
                if kind == BOT and header.players[seat].kind != BOT:
                    bot_seats.add(seat)
            case _:
                deal_events.append(event)
    match_id = match_identity(header)
    substituted_seats = frozenset(bot_seats)
    scores = game.running_scores(len(header.players), last_score)
    short = is_short_match(game.options, header.options)
    ratings = () if end is None else _ratings_by_seat(game, deals, len(header.players))
    honours: tuple[tuple[str, ...], ...] = ()
    if end is not None and not header.is_practice and not short:
        honours = _honours_by_seat(game, header, deals, end, substituted_seats)
    leading_values = (header, match_id, deal, tuple(deals), totals, end, substituted_seats)
    return RecordDigest(*leading_values, ratings, honours, scores, short)


def _add_points(sums: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """Return the totals with what an event brings: a deal's points, or a void deal's penalties."""
    changes = getattr(event, "points" if isinstance(event, DealScored) else "penalties", None)
    if not isinstance(changes, tuple) or len(changes) != len(sums):
        return sums
    return tuple(total + change for total, change in zip(sums, changes, strict=True))


def _honours_by_seat(
    game: Game[Any],
    header: RecordHeader,
    deals: Sequence[DealDigest],
    end: MatchEnded,
    substituted_seats: Container[int],
) -> tuple[tuple[str, ...], ...]:
    honour_codes = game.honours([deal.facts for deal in deals], end)
    if any(len(set(codes)) < len(codes) for codes in honour_codes):
        raise ValueError(f"an honour of {game.name} is told twice of a match")
    return tuple(
        codes if player.kind == HUMAN and seat not in substituted_seats else ()
        for seat, (codes, player) in enumerate(zip(honour_codes, header.players, strict=True))
    )


def _ratings_by_seat(
    game: Game[Any], deals: Sequence[DealDigest], seats: int
) -> tuple[float | None, ...]:
    return tuple(
        game.rating(sum_facts((deal.points[seat], deal.facts[seat]) for deal in deals))
        for seat in range(seats)
    )


def _read_relevant_events(lines: Iterable[bytes], game: Game[Any]) -> Iterator[tuple[int, Event]]:
    codec = event_codec(game)
    for number, raw in enumerate(lines, 2):
        if raw.startswith(_SKIPPED_LINE_PREFIXES):
            continue
        try:
            line = decode_object(raw)
            if line.get("type") not in _SKIPPED_EVENT_TYPES:
                yield number, codec.decode_line(line)
        except (DamagedError, CodecError) as error:
            raise RecordError(error.message, number) from None


def _is_within_limits(event: Event, seats: int) -> bool:
    values = [getattr(event, field.name) for field in fields(event)]
    numbers = [one for one in values if isinstance(one, int)]
    match event:
        case SeatReassigned(seat):
            return 0 <= seat < seats
        case DealScored() | MatchEnded():
            columns = [one for one in values if isinstance(one, tuple)]
            if any(len(one) != seats for one in columns):
                return False
            numbers += [one for column in columns for one in column if isinstance(one, int)]
    return all(abs(one) <= MAX_NUMBER for one in numbers)
