"""Spoken sentences about a table: at one's turn, after a trick, after a deal.

Every function uses what all games provide, so a new game is spoken as well as the others. A speaker
for speech turns cards and signs into words.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import fields

from greenbaize.rules.commands import Play
from greenbaize.rules.events import (
    CardPlayed,
    CardsDrawn,
    Dealt,
    Ended,
    Event,
    Said,
    Scored,
    TrickTaken,
)
from greenbaize.rules.game import Game, Question
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.pictures import Picture
from greenbaize.rules.places import by_sides
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import in_a_row, together
from greenbaize.words.titles import place_title


def event_words(
    game: Game[Any],
    event: Event,
    view: Any,
    speaker: Speaker,
    *,
    brief: bool = False,
) -> str:
    """Return what has happened, for a listener who sees nothing; empty if there is nothing to say.

    ``view`` is the state after the event; ``brief`` leaves out details.
    """
    news = game.news(event, view)
    said = "" if news is None else speaker.say(news.message)
    match event:
        case Dealt():
            return together(said, deal_words(game, view, speaker, brief=brief))
        case TrickTaken(seat):
            return together(said, _taken_words(game, view, seat, speaker))
        case Scored():
            return together(said, made_words(game, event, view, speaker, brief=brief))
        case Ended():
            return together(said, result_words(game, event, view, speaker, brief=brief))
        case CardsDrawn(seat, hand) if seat == speaker.you and hand.cards:
            return together(said, speaker.say(Message("spoken-drawn", {"cards": hand.cards})))
    done = None if said else done_by(game, event)
    if done is not None:
        seat, message = done
        said = done_words(seat, speaker.say(message), speaker)
    return together(said)


def done_by(game: Game[Any], event: Event) -> tuple[int, Message] | None:
    """Return the seat that has played or said something, and what; None for other events."""
    log_entry = game.log_entry(event)
    if log_entry is not None:
        return log_entry.seat, log_entry.message
    if isinstance(event, CardPlayed):
        return event.seat, Message("choice-card", {"card": event.card})
    if isinstance(event, Said):
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        for command in game.commands:
            if command.event_type() == event.type:
                return event.seat, command(**values).said
    return None


def done_words(seat: int, said: str, speaker: Speaker) -> str:
    """Return what a seat has done, in a word or two, after its name."""
    return speaker.say(Message("spoken-done", {"seat": seat, "said": said}))


# At one's turn


def turn_words(
    game: Game[Any], view: Any, question: Question, speaker: Speaker, *, brief: bool = False
) -> str:
    """Return the cards on the table, who wins, the question, and in full what helps to answer."""
    picture = game.picture(view)
    plays = question.kind == Play.type
    said = [lying_words(picture, speaker, brief=brief)] if plays else []
    if plays and picture.pile is None and not picture.lying:
        said.append(speaker.say(Message("spoken-lead")))
    if not brief:
        said += map(speaker.say, question.notes)
        line = picture.plates[question.seat].line
        if plays and line is not None:
            said.append(speaker.say(Message("spoken-yours", {"line": speaker.say(line)})))
    words = Message("spoken-ask-card") if brief and plays else question.words
    return together(*said, speaker.say(words))


def lying_words(picture: Picture, speaker: Speaker, *, brief: bool = False) -> str:
    """Return the cards of the current trick and who is winning it, or the top of the pile."""
    if picture.pile is not None:
        top = picture.lying
        return speaker.say(Message("spoken-pile", {"card": top[0]})) if top else ""
    trick = picture.trick
    if trick is None or not trick.cards:
        return ""
    seats = len(picture.plates)
    played = played_words(trick, seats, speaker)
    lies = played if brief else speaker.say(Message("spoken-table", {"cards": played}))
    if picture.winning is None:
        return lies
    winner = trick.seats(seats)[picture.winning]
    return together(lies, speaker.say(Message("spoken-winning", {"seat": winner})))


def played_words(trick: Trick, seats: int, speaker: Speaker) -> str:
    """Return who has played what to a trick, in the order played."""
    played = zip(trick.seats(seats), trick.cards, strict=True)
    lies = [Message("spoken-lies", {"seat": seat, "card": card}) for seat, card in played]
    return ", ".join(map(speaker.say, lies))


# Deals and tricks


def deal_words(game: Game[Any], view: Any, speaker: Speaker, *, brief: bool = False) -> str:
    """Return the deal's number, announcements and trump, and in full also one's own cards."""
    picture = game.picture(view)
    said = [_deal_number(picture, speaker)]
    said += map(speaker.say, game.opening(view))
    if picture.cards is not None and not brief:
        said.append(speaker.say(Message("spoken-each", {"count": picture.cards})))
    sign = _sign_words(picture, speaker)
    said += [sign] if sign not in said else []
    if not brief and picture.dealer is not None:
        said.append(speaker.say(Message("tell-dealer", {"seat": picture.dealer})))
    you = speaker.you
    if not brief and you is not None and picture.hands[you].cards:
        held = {"cards": picture.hands[you].cards}
        said.append(speaker.say(Message("spoken-hand", held)))
    return together(*said)


def _deal_number(picture: Picture, speaker: Speaker) -> str:
    if not picture.deal:
        return ""
    if picture.deals is None:
        return speaker.say(Message("spoken-deal", {"deal": picture.deal}))
    return speaker.say(Message("spoken-deal-of", {"deal": picture.deal, "deals": picture.deals}))


def _sign_words(picture: Picture, speaker: Speaker) -> str:
    """Return which suit counts at the moment, if the game shows it."""
    sign = picture.sign
    if sign is None:
        return ""
    line = speaker.say(sign.line)
    if sign.suit is None:
        return line
    return speaker.say(Message("spoken-sign", {"line": line, "suit": sign.suit}))


def _taken_words(game: Game[Any], view: Any, seat: int, speaker: Speaker) -> str:
    """Return who takes the trick, and how far they are towards their aim."""
    line = game.picture(view).plates[seat].line
    if line is None:
        return speaker.say(Message("trick-taken", {"seat": seat}))
    return speaker.say(Message("spoken-trick", {"seat": seat, "line": speaker.say(line)}))


def made_words(
    game: Game[Any], scored: Scored, view: Any, speaker: Speaker, *, brief: bool = False
) -> str:
    """Return what everybody has scored in a deal, and their totals."""
    made = game.made(scored, view)
    if brief:
        points = [(seat, speaker.say(one.words)) for seat, one in enumerate(made)]
        said = speaker.say(Message("spoken-made", {"points": _points_words(points, speaker)}))
    else:
        said = together(*(speaker.say(one.sentence) for one in made))
    totals = [(seat, speaker.say(one)) for seat, one in enumerate(game.finals(view))]
    in_all = Message("spoken-totals", {"points": _points_words(totals, speaker)})
    return together(said, speaker.say(in_all))


def _points_words(points: Sequence[tuple[int, str]], speaker: Speaker) -> str:
    return ", ".join(
        speaker.say(Message("spoken-points", {"seat": seat, "by": by})) for seat, by in points
    )


# The end of a match


def result_words(
    game: Game[Any], end: Ended, view: Any, speaker: Speaker, *, brief: bool = False
) -> str:
    """Return who has won, and in full everybody's rank, with the figure that decides it."""
    sides = by_sides(end.winners, game.sides(len(end.places)))
    said = [speaker.say(Message("coin-flip"))] if end.coin_flip else []
    shared = len(sides) > 1
    said += [speaker.say(_won(side, shared=shared)) for side in sides]
    if brief:
        return together(*said)
    worth = [speaker.say(one) for one in game.finals(view)]
    order = sorted(range(len(worth)), key=lambda seat: end.places[seat])
    for seat in order:
        values: dict[str, Value] = {
            "place": place_title(end.places[seat]),
            "seat": seat,
            "worth": worth[seat],
        }
        said.append(speaker.say(Message("spoken-place", values)))
    return together(*said)


def _won(side: Sequence[int], *, shared: bool) -> Message:
    if len(side) == 1:
        return Message("match-shared" if shared else "match-won", {"seat": side[0]})
    code = "match-shared-together" if shared else "match-won-together"
    return Message(code, {"seats": tuple(side)})


def headline(
    winners: Sequence[int], names: Sequence[str], you: int | None, *, together: bool
) -> str:
    """Return who has won, in a few words; ``is_one_side``: all winners are partners."""
    if tuple(winners) == (you,):
        return tr("You win!")
    if len(winners) == 1:
        return tr("{name} wins").format(name=names[winners[0]])
    # The listener comes first.
    winners = sorted(winners, key=lambda seat: seat != you)
    if together:
        names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
    who = in_a_row([names[seat] for seat in winners])
    if together:
        return tr("{names} win").format(names=who)
    return tr("{names} share the first place").format(names=who)


def trick_end(
    game: Game[Any], view: Any, taker: int, trick: Trick, speaker: Speaker
) -> tuple[str, str]:
    """Return who took a trick and its gain, and in a second text what counted of it."""
    brought = game.trick_brought(view, trick)
    said = [speaker.say(one) for one in (Message("trick-taken", {"seat": taker}), *brought)]
    return " ".join(said[:2]), " ".join(said[2:])
