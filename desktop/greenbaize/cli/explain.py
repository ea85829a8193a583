"""Command ``greenbaize explain``: explain the last trick or the last turns, and the choices."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from greenbaize.app.memory.visibility_guard import is_own, still_open
from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.seats import people_of
from greenbaize.cli.arguments import Parser, add_record, number
from greenbaize.cli.terminal import plain, sentence, tell, warn
from greenbaize.cli.verify import record_of
from greenbaize.games import GAMES
from greenbaize.match.header import Header, identity
from greenbaize.match.past import Playback
from greenbaize.match.record import Record
from greenbaize.rules.events import Dealt, Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Picture
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker, label_text
from greenbaize.words.titles import cited

ROUNDS: Final = 2
"""Maximum number of rounds of turns shown in games without tricks."""


def add_options(parser: Parser) -> None:
    add_record(parser, tr("a match record; it need not be finished"))
    text = tr("show the moment after this line of the record; by default after the last")
    number(parser, "--line", text)


def run(asked: Namespace) -> int:
    """Print the last trick step by step, and the choices of the seat on turn.

    The exit code is 1 for an invalid record, 2 for a missing line.
    """
    path: Path = asked.record
    line: int | None = asked.line
    record = record_of(path)
    if record is None:
        return 1
    whole, record = record, _seen(path, record)
    last = len(record.events) + 1
    if line is not None and line > last:
        warn(sentence("line-beyond", path=str(path), line=line, last=last))
        return 2
    game = GAMES[record.header.game]
    view = _playback(record).state((line or last) - 1)
    speaker = Speaker(called(record.header.sitters))
    events = record.events[: (line or last) - 1]
    for text in (
        *_trick(game, view, speaker),
        *_turns(game, events, view, speaker),
        *_choices(game, view, record.header, speaker, hidden=record is not whole),
    ):
        tell(plain(text))
    return 0


def _seen(path: Path, record: Record) -> Record:
    """Redact one's own unfinished match to the view of its person, or of a watcher.

    A match of several people is redacted to a watcher's view.
    """
    header = record.header
    if not is_own(path) or not still_open(identity(header), path):
        return record
    people = people_of(header)
    seat = people[0] if len(people) == 1 else None
    told = _playback(record).walk(0, seat)
    events = tuple(told.go() for _ in record.events)
    return replace(record, header=header.told(seat), events=events)


def _playback(record: Record) -> Playback:
    header = record.header
    return Playback(GAMES[header.game], len(header.sitters), header.options, record.events)


def _trick(game: Game[Any], view: Any, speaker: Speaker) -> Iterator[str]:
    picture: Picture = game.picture(view)
    trick, taker = picture.trick, None
    if picture.taken and not (trick and trick.cards):
        taker, trick = picture.taken[-1]
    if trick is None or not trick.cards:
        return
    number = len(picture.taken) + (taker is None)
    yield speaker.say(Message("trick-heading", {"deal": picture.deal, "number": number}))
    for seat, said in game.explain_trick(view, trick):
        step = Message("trick-step", {"seat": seat, "said": _said(said, speaker)})
        yield "  " + speaker.say(step)
    if taker is not None:
        said = (Message("trick-taken", {"seat": taker}), *game.trick_brought(view, trick))
        yield "  " + " ".join(map(speaker.say, said))


def _turns(game: Game[Any], events: Sequence[Event], view: Any, speaker: Speaker) -> Iterator[str]:
    """Yield the last turns of the deal, for games without tricks."""
    dealt = max((at for at, event in enumerate(events) if isinstance(event, Dealt)), default=0)
    log = [entry for entry in map(game.log_entry, events[dealt:]) if entry is not None]
    turns = [(seat, list(own)) for seat, own in groupby(log, lambda entry: entry.seat)]
    if turns:
        yield speaker.say(Message("turns-heading", {"deal": game.picture(view).deal}))
    for seat, own in turns[-ROUNDS * len(game.picture(view).plates) :]:
        said = " ".join(speaker.say(entry.message) for entry in own)
        yield "  " + speaker.say(Message("turn-line", {"seat": seat, "said": said}))


def _choices(
    game: Game[Any], view: Any, header: Header, speaker: Speaker, *, hidden: bool
) -> Iterator[str]:
    seat = game.turn(view)
    if seat is None:
        return
    if view.hands[seat].unknown and seat != header.you:
        # The view of one seat does not tell what the others could do.
        yield speaker.say(Message("turn-heading", {"seat": seat}))
        unseen = Message("turn-unseen", {"seat": seat})
        yield "  " + speaker.say(Message("turn-hidden", {"seat": seat}) if hidden else unseen)
        return
    question = game.question(view, seat)
    if question is None:
        return
    yield speaker.say(Message("turn-heading", {"seat": seat}))
    for answer in question.answers:
        explanation = game.explain(view, answer.command)
        sentences = explanation.sentences
        code = "choice-allowed" if explanation.allowed else "choice-refused"
        if explanation.breach is not None:
            sentences = (explanation.breach, *sentences)
            code = "choice-penalised"
        choice, said = label_text(answer.command, speaker), _said(sentences, speaker)
        yield "  " + speaker.say(Message(code, {"choice": choice, "said": said}))


def _said(sentences: Sequence[Message], speaker: Speaker) -> str:
    """Join sentences, followed by the rule of the first one if it cites one."""
    said, rule = " ".join(map(speaker.say, sentences)), cited(sentences[0].rule)
    if not rule:
        return said
    return speaker.say(Message("said-by-rule", {"said": said, "rule": rule}))
