"""What is told of a deal of Ass, and of a player's banks and stake (``ass.md``)."""

from greenbaize.games.beat.banks import LOST, banking_of, targets
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message
from greenbaize.rules.things import Told, deal_told, total_told


def seat_of(view: BeatState, seat: int) -> Told:
    """A player's banks, and what is to be reached and has been made in the deal."""
    banking = banking_of(view)
    said = [Message("tell-banks", {"seat": seat, "count": banking.banks[seat]}, "ass.md 1")]
    if view.deal:
        said.append(_stake(view, seat, banking.stakes[seat]))
    return (*said, total_told(seat, view.totals[seat]))


def _stake(view: BeatState, seat: int, go: bool | None) -> Message:
    if go is None:
        return Message("tell-stake-open", {"seat": seat}, "ass.md 3")
    wanted = targets(view.seats, view.options).of(go=go)
    values = {"seat": seat, "points": view.points[seat], "target": wanted}
    return Message("tell-stake-go" if go else "tell-stake-stay", values, "ass.md 3")


def deal_of(game: BeatGame, view: BeatState) -> Told:
    """How the match ends, and after how many deals at the latest."""
    said = [*deal_told(game.picture(view), "ass.md 1")]
    said.append(Message("tell-banks-end", {"number": LOST}, "ass.md 1"))
    limit = view.options.number("deal_limit")
    if limit:
        said.append(Message("tell-deal-limit", {"number": limit}, "ass.md 1"))
    return tuple(said)
