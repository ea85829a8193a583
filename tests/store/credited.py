"""Sample digests for the database: players, and the ranks at the end."""

from collections.abc import Sequence

from greenbaize.match.digest import DealDigest, Digest
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.events import Ended
from greenbaize.rules.facts import Fact
from greenbaize.store.history import History, Stamp

EASY = Player("Fox", "bot", "easy")


def match(
    number: int, places: Sequence[int], sitters: Sequence[Player] = (), game: str = "damn"
) -> Digest:
    """Return a match of two deals, by default of Anna and easy bots.

    Args:
        number: start time, in days after the beginning of the year.
        places: final ranks by seat.
        sitters: players by seat.
        game: name of the game.
    """
    sitters = tuple(sitters) or (Player("Anna"), *(EASY,) * (len(places) - 1))
    begun = f"2026{number // 28 + 1:02}{number % 28 + 1:02}T100000"
    header = Header(game, sitters, {}, seed=f"{number:032x}", more={"begun": begun})
    points = tuple(10 * (len(places) - place) for place in places)
    told = tuple((Fact("exact-by-bid", "1", int(place == 1)),) for place in places)
    deals = tuple(DealDigest(deal, points, told) for deal in (1, 2))
    totals = tuple(2 * one for one in points)
    identity = f"{number:024x}{game:_>8}"
    return Digest(header, identity, 2, deals, totals, Ended(totals, tuple(places)), frozenset())


def keep(history: History, *digests: Digest) -> None:
    """Write the digests of some matches into the database."""
    with history.writing():
        for one in digests:
            history.note(f"{one.identity}.jsonl", Stamp(1, 1), one)
