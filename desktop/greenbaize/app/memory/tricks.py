"""The tricks of a match on record, each with what its cards did."""

from typing import Any, NamedTuple

from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.match.record import Record
from greenbaize.rules.events import SeatGiven, TrickTaken
from greenbaize.rules.messages import Message
from greenbaize.rules.tricks import Trick


class PastTrick(NamedTuple):
    """A trick: of which deal, the how manieth in it, who took it, and the match as it then was."""

    deal: int
    number: int
    taker: int
    trick: Trick
    view: Any


class TrickStep(NamedTuple):
    """What a card of a trick did, who played it, and why."""

    card: Card
    seat: int
    said: tuple[Message, ...]


def tricks_of(record: Record) -> list[PastTrick]:
    """The tricks of a match that have been taken, in their order; a game may have none."""
    game, header = GAMES[record.header.game], record.header
    state = game.start(len(header.sitters), header.options)
    found: list[PastTrick] = []
    for event in record.events:
        if isinstance(event, SeatGiven):
            continue
        state = game.fold(state, event)
        if isinstance(event, TrickTaken):
            picture = game.picture(state)
            if picture.taken:
                taker, trick = picture.taken[-1]
                found.append(PastTrick(picture.deal, len(picture.taken), taker, trick, state))
    return found


def steps_of(game: str, trick: PastTrick) -> list[TrickStep]:
    """What each card of a trick did; nothing in a game that does not tell it."""
    story = GAMES[game].story(trick.view, trick.trick)
    return [
        TrickStep(card, seat, tuple(said))
        for card, (seat, said) in zip(trick.trick.cards, story, strict=bool(story))
    ]
