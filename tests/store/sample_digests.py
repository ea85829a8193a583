"""Sample digests for the database: players, and the ranks at the end."""

from collections.abc import Sequence

from greenbaize.match.digest import DealDigest, RecordDigest
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.facts import DealFact
from greenbaize.rules.options import OptionValues
from greenbaize.store.history import FileStamp, HistoryDatabase

EASY_BOT = HeaderPlayer("Fox", "bot", "easy")


def make_digest(
    number: int, ranks: Sequence[int], players: Sequence[HeaderPlayer] = (), game: str = "damn"
) -> RecordDigest:
    """Return a match of two deals, by default of Anna and easy bots.

    Args:
        number: start time, in days after the beginning of the year.
        ranks: final ranks in the order of the seats.
        players: in the order of the seats.
        game: name of the game.
    """
    players = tuple(players) or (HeaderPlayer("Anna"), *(EASY_BOT,) * (len(ranks) - 1))
    start_time = f"2026{number // 28 + 1:02}{number % 28 + 1:02}T100000"
    header = RecordHeader(
        game, players, OptionValues(), seed=f"{number:032x}", extra={"begun": start_time}
    )
    points = tuple(10 * (len(ranks) - rank) for rank in ranks)
    facts = tuple((DealFact("exact-by-bid", "1", int(rank == 1)),) for rank in ranks)
    deals = tuple(DealDigest(deal, points, facts) for deal in (1, 2))
    totals = tuple(2 * one for one in points)
    identity = f"{number:024x}{game:_>8}"
    return RecordDigest(
        header, identity, 2, deals, totals, MatchEnded(totals, tuple(ranks)), frozenset()
    )


def write_digests(history: HistoryDatabase, *digests: RecordDigest) -> None:
    """Write the digests of some matches into the database."""
    with history.transaction():
        for one in digests:
            history.write_digest(f"{one.identity}.jsonl", FileStamp(1, 1), one)
