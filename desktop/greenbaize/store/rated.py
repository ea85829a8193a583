"""Inputs and results of the rating, kept match by match so that reading is quick.

Each credited seat has its player's rating after the match. A change to a match invalidates all
ratings of its game from its time on: ``unrated`` says since when.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from greenbaize.store.history import History

AT_ONCE: Final = 4000
"""Seats read at once; matches begun at the same time stay together."""
_SINCE: Final = "FROM credits WHERE game = ? AND begun >= ?"


class Player(NamedTuple):
    """Who is rated: a person by case-folded name, or a level's computer players."""

    bot: bool
    who: str


class Standing(NamedTuple):
    """A rating and its standard deviation."""

    rating: float
    spread: float


class Seated(NamedTuple):
    """A credited seat of a match."""

    begun: str
    identity: str
    seat: int
    player: Player
    place: int


def unrated(history: History) -> dict[str, str]:
    """The games with matches to rate, and since when."""
    return dict(history.ask("SELECT game, since FROM unrated ORDER BY game"))


def count_unrated(history: History) -> int:
    """The number of seats to be rated."""
    asked = (
        history.ask(f"SELECT count(*) {_SINCE}", one)[0][0] for one in unrated(history).items()
    )
    return sum(asked)


def next_seats(history: History, game: str, since: str) -> tuple[list[Seated], str | None]:
    """The seats to rate next, match by match, and since when there are more, or None."""
    rows = _seats(history, f"{_SINCE} ORDER BY begun, identity, seat LIMIT ?", game, since)
    if len(rows) <= AT_ONCE:
        return rows, None
    # All matches that were begun at the same time are rated together, for times are what is kept.
    following = rows[-1].begun
    if following != rows[0].begun:
        return [row for row in rows if row.begun != following], following
    rows = _seats(history, "FROM credits WHERE game = ? AND begun = ? LIMIT ?", game, following, -1)
    later = "SELECT min(begun) FROM credits WHERE game = ? AND begun > ?"
    return sorted(rows), history.ask(later, (game, following))[0][0]


def _seats(
    history: History, asked: str, game: str, begun: str, most: int = AT_ONCE + 1
) -> list[Seated]:
    rows = history.ask(
        f"SELECT begun, identity, seat, bot, who, place {asked}", (game, begun, most)
    )
    return [
        Seated(begun, identity, seat, Player(bool(bot), who), place)
        for begun, identity, seat, bot, who, place in rows
    ]


def before(history: History, game: str, player: Player, since: str) -> Standing | None:
    """The rating of somebody before a time; None without any."""
    rows = history.ask(
        "SELECT rating, spread FROM credits WHERE game = ? AND bot = ? AND who = ? AND begun < ?"
        " AND rating IS NOT NULL ORDER BY begun DESC, identity DESC LIMIT 1",
        (game, player.bot, player.who, since),
    )
    return Standing(*rows[0]) if rows else None


def note_ratings(
    history: History,
    game: str,
    rated: Iterable[tuple[Seated, Standing | None]],
    following: str | None,
) -> None:
    """Save the ratings after a match, within a transaction.

    ``rated`` is by seat; ``following`` is since when there are more to rate, None if none.
    """
    history.write(
        "UPDATE credits SET rating = ?, spread = ?"
        " WHERE game = ? AND bot = ? AND who = ? AND begun = ? AND identity = ? AND seat = ?",
        [
            (*(standing or (None, None)), game, *one.player, one.begun, one.identity, one.seat)
            for one, standing in rated
        ],
    )
    if following is None:
        history.write("DELETE FROM unrated WHERE game = ?", [(game,)])
    else:
        history.write("UPDATE unrated SET since = ? WHERE game = ?", [(following, game)])
