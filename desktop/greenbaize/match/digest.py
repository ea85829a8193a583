"""A summary of a record: the players, the progress, and the result of every deal.

Nothing is verified and card play is skipped, so it is many times faster than verification.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import fields

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Games, Header, identity
from greenbaize.match.record import parted
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import CodecError, DamagedError, RecordError
from greenbaize.rules.events import Dealt, Ended, Event, Scored, SeatGiven
from greenbaize.rules.facts import DealFacts, counted
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import is_short
from greenbaize.rules.players import BOT, HUMAN

LARGEST: Final = 10**9
"""Largest absolute number accepted, so that sums over millions of matches can be stored."""
_PASSED_OVER: Final = frozenset(("play", "draw", "trick", "pass", "lot"))
"""Event types that do not matter for how a deal ended."""
_BEGINS: Final = tuple(f'{{"type": "{one}"'.encode() for one in sorted(_PASSED_OVER))
"""Line prefixes of these types as this program writes them; such lines need no decoding."""


class DealDigest(NamedTuple):
    """A scored deal: points by seat, and the further facts that the game collects."""

    number: int
    points: tuple[int, ...]
    facts: DealFacts


class Digest(NamedTuple):
    """The summary of a record.

    ``deal`` is the number of the last deal begun, ``totals`` are the last ones written, ``scores``
    what the game shows of them. ``substituted_seats`` are seats of people for which a bot acted at
    some time. ``source_ratings`` (percent, as the game's source prints them) and ``honours``
    (codes, only for people who played the whole match themselves) are by seat, and empty before the
    end or if the game has none. A match shorter than by the rules (``is_short_match``) has no
    honours.
    """

    header: Header
    identity: str
    deal: int
    deals: tuple[DealDigest, ...]
    totals: tuple[int, ...]
    end: Ended | None
    stood_in: frozenset[int]
    source_ratings: tuple[float | None, ...] = ()
    honours: tuple[tuple[str, ...], ...] = ()
    scores: tuple[int, ...] = ()
    short: bool = False


def digest_of(data: bytes, games: Games) -> Digest:
    """Return the digest of a record, finished or not; ``RecordError`` for relevant damage."""
    header, lines, _, _ = parted(data, games)
    game = games[header.game]
    deals: list[DealDigest] = []
    deal, totals, end = 0, (0,) * len(header.sitters), None
    last: Scored | None = None
    stood_in: set[int] = set()
    since: list[Event] = []
    for number, event in _events(lines, game):
        if not _fits(event, len(header.sitters)):
            raise RecordError(Message("line-damaged"), number)
        match event:
            case Dealt():
                deal, since = event.deal, [event]
            case Scored():
                facts = game.facts(since, event)
                deals.append(DealDigest(event.deal, event.points, facts))
                last, totals, since = event, event.totals, []
            case Ended():
                end, totals = event, event.totals
            case SeatGiven(seat, kind):
                if kind == BOT and header.sitters[seat].kind != BOT:
                    stood_in.add(seat)
            case _:
                since.append(event)
    named = identity(header)
    away = frozenset(stood_in)
    scores = game.scores(len(header.sitters), last)
    short = is_short(game.options, header.options)
    ratings = () if end is None else _ratings(game, deals, len(header.sitters))
    honours: tuple[tuple[str, ...], ...] = ()
    if end is not None and not header.practice and not short:
        honours = _honours(game, header, deals, end, away)
    known = (header, named, deal, tuple(deals), totals, end, away)
    return Digest(*known, ratings, honours, scores, short)


def _honours(
    game: Game[Any], header: Header, deals: Sequence[DealDigest], end: Ended, away: Container[int]
) -> tuple[tuple[str, ...], ...]:
    brought_off = game.honours([deal.facts for deal in deals], end)
    if any(len(set(codes)) < len(codes) for codes in brought_off):
        raise ValueError(f"an honour of {game.name} is told twice of a match")
    return tuple(
        codes if sitter.kind == HUMAN and seat not in away else ()
        for seat, (codes, sitter) in enumerate(zip(brought_off, header.sitters, strict=True))
    )


def _ratings(game: Game[Any], deals: Sequence[DealDigest], seats: int) -> tuple[float | None, ...]:
    return tuple(
        game.rating(counted((deal.points[seat], deal.facts[seat]) for deal in deals))
        for seat in range(seats)
    )


def _events(lines: Iterable[bytes], game: Game[Any]) -> Iterator[tuple[int, Event]]:
    codec = event_codec(game)
    for number, raw in enumerate(lines, 2):
        if raw.startswith(_BEGINS):
            continue
        try:
            line = decoded_line(raw)
            if line.get("type") not in _PASSED_OVER:
                yield number, codec.read(line)
        except (DamagedError, CodecError) as error:
            raise RecordError(error.message, number) from None


def _fits(event: Event, seats: int) -> bool:
    told = [getattr(event, field.name) for field in fields(event)]
    numbers = [one for one in told if isinstance(one, int)]
    match event:
        case SeatGiven(seat):
            return 0 <= seat < seats
        case Scored() | Ended():
            columns = [one for one in told if isinstance(one, tuple)]
            if any(len(one) != seats for one in columns):
                return False
            numbers += [one for column in columns for one in column if isinstance(one, int)]
    return all(abs(one) <= LARGEST for one in numbers)
