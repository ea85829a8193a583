"""What is told of a deal of Master, and of what a player has in it (``master.md``)."""

from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.contracts import DEALS, HALF, Contract, contract_of, sign_of
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import Told, deal_told, total_told


def seat_of(game: BeatGame, view: BeatState, seat: int) -> Told:
    """A player's points in all, and tricks and points of the deal."""
    said = [total_told(seat, view.totals[seat])]
    line = game.plate(view, seat).line
    if line is None:
        return tuple(said)
    count: dict[str, Value] = {"count": view.play.won[seat]}
    if contract_of(view.deal).name == "max":
        # The plate has the card points first, and then what they bring if it stays so.
        points = {"points": line.values["count"], "by": line.values["by"]}
        said.append(Message("tell-tricks-card-points", count | points, "master.md 4"))
    else:
        said.append(
            Message("tell-tricks-points", count | {"points": line.values["by"]}, "master.md 4")
        )
    return tuple(said)


def deal_of(game: BeatGame, view: BeatState) -> Told:
    """What the contract counts, for or against whom, and how many deals this half still has."""
    contract, against = contract_of(view.deal), sign_of(view.deal) < 0
    left = (HALF if against else DEALS) - view.deal
    said = [
        *deal_told(game.picture(view), "master.md 4"),
        *_counts(contract),
        Message("tell-against" if against else "tell-for", rule="master.md 1"),
        Message("tell-half-left" if left else "tell-half-last", {"count": left}, "master.md 1"),
    ]
    if contract.scores is not None and view.options.flag("early_end"):
        said.append(Message("tell-early-end", rule="master.md 5"))
    return tuple(said)


def _counts(contract: Contract) -> Told:
    """What brings points, and how many."""
    values = {"number": contract.each, "total": contract.total}
    if contract.scores is not None:
        cards = tuple(card for card in PACK_36 if contract.scores(card))
        code = "tell-counts-card" if len(cards) == 1 else "tell-counts-cards"
        return (Message(code, values | {"cards": cards}, "master.md 4"),)
    if contract.name == "max":
        return (
            Message("tell-counts-max", values, "master.md 4"),
            Message("tell-counts-max-cards", rule="master.md 4"),
            Message("tell-counts-max-tie", rule="master.md 4"),
        )
    code = "tell-counts-tricks" if contract.name == "all" else "tell-counts-last"
    return (Message(code, values, "master.md 4"),)
