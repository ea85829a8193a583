"""Command ``greenbaize explain``: explain the last trick or the last turns, and the choices.

With ``--bids`` it tells of missed bids whether they could be made.
"""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from greenbaize.app.advice.missed_bid import MissedBid, find_missed_bid
from greenbaize.app.advice.missed_bid_texts import describe_missed_bid
from greenbaize.app.advice.moment_lines import decode_moment, has_moments
from greenbaize.app.memory.history_indexer import DONE_KEY
from greenbaize.app.memory.visibility_guard import find_resumable_paths, is_stored_here
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_number, add_record_argument
from greenbaize.cli.priority import lower_priority
from greenbaize.cli.terminal import flush_output, message_text, print_result, sanitize_line, warn
from greenbaize.cli.verify import format_record_error, load_record, read_record_bytes
from greenbaize.games import GAMES
from greenbaize.match.event_log import Playback
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import CardsDealt, DealScored, Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker, label_text
from greenbaize.words.titles import format_citation

MAX_SHOWN_ROUNDS: Final = 2
"""Maximum number of rounds of turns shown in games without tricks."""


def add_options(parser: CommandLineParser) -> None:
    add_record_argument(
        parser,
        tr("a match record, which need not be finished, or a file of moments copied as lines"),
    )
    text = tr(
        "show the moment after this line of the record, or this line of moments; "
        "by default the last"
    )
    add_number(parser, "--line", text)
    text = tr("say of missed exact bids of finished deals until when they could be made")
    add_flag(parser, "--bids", text)
    add_number(parser, "--deal", tr("with --bids: this deal alone"))
    add_number(parser, "--seat", tr("with --bids: this seat, instead of those of people"))
    add_flag(parser, "--json", tr("with --bids: one JSON object a line, for other programs"))


def run(args: Namespace) -> int:
    """Print the last trick step by step, and the choices of the seat on turn.

    The exit code is 1 for an invalid record, 2 for a missing line.
    """
    path: Path = args.record
    line: int | None = args.line
    data = read_record_bytes(path)
    if data is None:
        return 1
    if has_moments(data):
        return _explain_moment(path, data, line)
    record = load_record(path)
    if record is None:
        return 1
    if args.bids:
        seats = find_human_seats(record.header) if args.seat is None else (args.seat - 1,)
        return _print_missed_bids(record, seats, args.deal, as_json=args.json)
    full_record, record = record, _redact_record(path, record)
    last_line = len(record.events) + 1
    if line is not None and line > last_line:
        warn(message_text("line-beyond", path=str(path), line=line, last=last_line))
        return 2
    _print_moment(record, (line or last_line) - 1, is_redacted=record is not full_record)
    return 0


def _explain_moment(path: Path, data: bytes, line: int | None) -> int:
    """Explain a moment that was copied as a line of text: that line of the file, or the last."""
    lines = data.splitlines()
    if line is not None and line > len(lines):
        warn(message_text("line-beyond", path=str(path), line=line, last=len(lines)))
        return 2
    try:
        record, note = decode_moment(lines[(line or len(lines)) - 1].decode(errors="replace"))
    except RecordError as error:
        warn(sanitize_line(format_record_error(path, data, error)))
        return 1
    if note:
        print_result(sanitize_line(note))
    _print_moment(record, len(record.events), is_redacted=False)
    return 0


def _print_moment(record: MatchRecord, event_count: int, *, is_redacted: bool) -> None:
    game = GAMES[record.header.game]
    view = _create_playback(record).state_at(event_count)
    speaker = Speaker(display_names(record.header.players))
    for text in (
        *_explain_trick(game, view, speaker),
        *_explain_turns(game, record.events[:event_count], view, speaker),
        *_explain_choices(game, view, record.header, speaker, is_redacted=is_redacted),
    ):
        print_result(sanitize_line(text))


def _print_missed_bids(
    record: MatchRecord, seats: Sequence[int], deal: int | None, *, as_json: bool
) -> int:
    """Print until when missed bids could be made; the exit code is 2 for a seat that is not one."""
    header = record.header
    if any(seat >= len(header.players) for seat in seats):
        warn(message_text("no-such-seat", number=max(seats) + 1, count=len(header.players)))
        return 2
    if as_json:
        lower_priority()
    found = False
    for event in record.events:
        if not isinstance(event, DealScored) or deal not in (None, event.deal):
            continue
        for seat in seats:
            missed_bid = find_missed_bid(header, record.events, seat, event.deal)
            if missed_bid is None:
                continue
            found = True
            if as_json:
                print_result(json.dumps(msgspec.to_builtins(missed_bid)))
            else:
                print_result(sanitize_line(_missed_bid_line(header, missed_bid)))
            flush_output()
    if as_json:
        print_result(json.dumps({DONE_KEY: True}))
    elif not found:
        warn(message_text("no-missed-bid"))
    return 0


def _missed_bid_line(header: RecordHeader, missed_bid: MissedBid) -> str:
    return message_text(
        "missed-bid-line",
        deal=missed_bid.deal,
        name=display_names(header.players)[missed_bid.seat],
        bid=missed_bid.bid,
        won=missed_bid.won,
        said=describe_missed_bid(missed_bid),
    )


def _redact_record(path: Path, record: MatchRecord) -> MatchRecord:
    """Redact one's own unfinished match to the view of its person, or of a watcher.

    A match of several people is redacted to a watcher's view.
    """
    header = record.header
    if not is_stored_here(path) or not find_resumable_paths(match_identity(header), path):
        return record
    people = find_human_seats(header)
    seat = people[0] if len(people) == 1 else None
    playback = _create_playback(record).cursor_at(0, seat)
    events = tuple(playback.next_event() for _ in record.events)
    return replace(record, header=header.redact_for(seat), events=events)


def _create_playback(record: MatchRecord) -> Playback:
    header = record.header
    return Playback(GAMES[header.game], len(header.players), header.options, record.events)


def _explain_trick(game: Game[Any], view: Any, speaker: Speaker) -> Iterator[str]:
    picture: TableSnapshot = game.picture(view)
    trick, taker = picture.trick, None
    if picture.taken_tricks and not (trick and trick.cards):
        taker, trick = picture.taken_tricks[-1]
    if trick is None or not trick.cards:
        return
    number = len(picture.taken_tricks) + (taker is None)
    yield speaker.format_message(Message("trick-heading", {"deal": picture.deal, "number": number}))
    for seat, sentences in game.explain_trick(view, trick):
        step_message = Message(
            "trick-step", {"seat": seat, "said": _join_sentences(sentences, speaker)}
        )
        yield "  " + speaker.format_message(step_message)
    if taker is not None:
        sentences = (Message("trick-taken", {"seat": taker}), *game.trick_gains(view, trick))
        yield "  " + " ".join(map(speaker.format_message, sentences))


def _explain_turns(
    game: Game[Any], events: Sequence[Event], view: Any, speaker: Speaker
) -> Iterator[str]:
    """Yield the last turns of the deal, for games without tricks."""
    deal_index = max(
        (index for index, event in enumerate(events) if isinstance(event, CardsDealt)), default=0
    )
    log = [entry for entry in map(game.turn_log_entry, events[deal_index:]) if entry is not None]
    turns = [(seat, list(entries)) for seat, entries in groupby(log, lambda entry: entry.seat)]
    if turns:
        yield speaker.format_message(Message("turns-heading", {"deal": game.picture(view).deal}))
    for seat, entries in turns[-MAX_SHOWN_ROUNDS * len(game.picture(view).plates) :]:
        text = " ".join(speaker.format_message(entry.message) for entry in entries)
        yield "  " + speaker.format_message(Message("turn-line", {"seat": seat, "said": text}))


def _explain_choices(
    game: Game[Any], view: Any, header: RecordHeader, speaker: Speaker, *, is_redacted: bool
) -> Iterator[str]:
    seat = game.turn(view)
    if seat is None:
        return
    if view.hands[seat].unknown and seat != header.you:
        # The view of one seat does not tell what the others could do.
        yield speaker.format_message(Message("turn-heading", {"seat": seat}))
        unknown_message = Message("turn-unseen", {"seat": seat})
        yield "  " + speaker.format_message(
            Message("turn-hidden", {"seat": seat}) if is_redacted else unknown_message
        )
        return
    question = game.question(view, seat)
    if question is None:
        return
    yield speaker.format_message(Message("turn-heading", {"seat": seat}))
    for answer in question.answers:
        explanation = game.explain(view, answer.command)
        sentences = explanation.sentences
        code = "choice-allowed" if explanation.is_allowed else "choice-refused"
        if explanation.breach is not None:
            sentences = (explanation.breach, *sentences)
            code = "choice-penalised"
        choice_label = label_text(answer.command, speaker)
        text = _join_sentences(sentences, speaker)
        yield "  " + speaker.format_message(Message(code, {"choice": choice_label, "said": text}))


def _join_sentences(sentences: Sequence[Message], speaker: Speaker) -> str:
    """Join sentences, followed by the rule of the first one if it cites one."""
    text = " ".join(map(speaker.format_message, sentences))
    cited_rule = format_citation(sentences[0].rule)
    if not cited_rule:
        return text
    return speaker.format_message(Message("said-by-rule", {"said": text, "rule": cited_rule}))
