"""A step of a match in a sentence, for those who hear it instead of seeing it."""

from typing import Any

from msgspec.structs import fields

from greenbaize.rules.events import CardPlayed, Dealt, Ended, Event, Said, Scored, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import ended, together


def step_text(game: Game[Any], event: Event, view: Any, speaker: Speaker) -> str:
    """What has happened; nothing where there is nothing to be said of it.

    Args:
        game: the rules.
        event: what has happened, as it is told.
        view: the match after it.
        speaker: knows the names.
    """
    news = game.news(event, view)
    if news is not None:
        return speaker.say(news.message)
    match event:
        case Dealt(deal):
            lines = [Message("step-dealt", {"deal": deal}), *game.opening(view)]
            return together(*map(speaker.say, lines))
        case TrickTaken(seat):
            return speaker.say(Message("trick-taken", {"seat": seat}))
        case Scored():
            return " ".join(speaker.say(one.sentence) for one in game.made(event, view))
        case Ended():
            alone = len(event.winners) == 1
            code = "match-won" if alone else "match-shared"
            won = (speaker.say(Message(code, {"seat": seat})) for seat in event.winners)
            return together(*won)
    said = done_by(game, event)
    if said is None:
        return ""
    seat, message = said
    line = Message("turn-line", {"seat": seat, "said": speaker.say(message)})
    return ended(speaker.say(line))


def done_by(game: Game[Any], event: Event) -> tuple[int, Message] | None:
    """Which seat has played or said something, and what; None of any other event."""
    jotting = game.jotting(event)
    if jotting is not None:
        return jotting.seat, jotting.message
    if isinstance(event, CardPlayed):
        return event.seat, Message("choice-card", {"card": event.card})
    if isinstance(event, Said):
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        for command in game.commands:
            if command.event_type() == event.type:
                return event.seat, command(**values).said
    return None
