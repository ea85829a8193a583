"""Command ``greenbaize par``: what a computer player would have made of a match's deals."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from greenbaize.app.par import (
    ParDeal,
    ParPlayer,
    choose_par_level,
    compute_strokes,
    find_par_seat,
    sign_of_strokes,
    sum_results,
)
from greenbaize.app.seats.seat_program import encode_weighed_choices
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_number, add_record_argument
from greenbaize.cli.priority import lower_priority
from greenbaize.cli.terminal import message_text, print_error, print_result, sanitize_line, warn
from greenbaize.cli.verify import load_record
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import PROGRAM_VERSION, match_identity
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import DEFAULT_PAR_LEVEL, LEVEL_NAMES, PAR_LEVELS
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name_in_sentence
from greenbaize.words.par_words import describe_par_counts, describe_strokes
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title

PAR_FORMAT: Final = "greenbaize-par"
PAR_VERSION: Final = 1


def add_par_level(parser: CommandLineParser, levels: Sequence[str] = PAR_LEVELS) -> None:
    """Add ``--level``, the level that sets par."""
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        choices=levels,
        default=DEFAULT_PAR_LEVEL,
        help=tr("the computer player that sets par: {levels}").format(levels=", ".join(levels)),
    )


def add_options(parser: CommandLineParser) -> None:
    add_record_argument(parser, tr("the record of a match of one person with computer players"))
    add_par_level(parser, LEVEL_NAMES)
    add_number(parser, "--deal", tr("this deal alone"), default=None)
    text = tr("with --json: also the events of par, and how it weighed the choices at the parting")
    add_flag(parser, "--events", text)
    add_flag(parser, "--json", tr("print it as one JSON object (docs/par.md)"))


def run(args: Namespace) -> int:
    """Print par deal by deal; the exit code is 1 for an invalid record or one without par."""
    path: Path = args.record
    record = load_record(path)
    if record is None:
        return 1
    if args.json and not args.events:
        lower_priority()
    wanted_deals = None if args.deal is None else (args.deal,)
    if choose_par_level(record.header, args.level) != args.level:
        warn(message_text("par-level-not-offered", level=level_title(args.level)))
    try:
        par_player = ParPlayer(record.header, args.level, wanted_deals)
        deals, details = [], []
        for event in record.events:
            par_deal = par_player.follow_event(event)
            if par_deal is not None:
                deals.append(par_deal)
                details.append(_encode_details(record, par_player, par_deal) if args.events else {})
    except GameError as error:
        print_error(error)
        return 1
    if args.json:
        print_result(
            json.dumps(_encode_par(record, args.level, deals, details), ensure_ascii=False)
        )
        return 0
    if not deals:
        warn(Speaker().format_message(Message("par-none")))
        return 0
    for line in _format_par(record, args.level, deals):
        print_result(sanitize_line(line))
    return 0


def _encode_details(
    record: MatchRecord, par_player: ParPlayer, par_deal: ParDeal
) -> dict[str, Any]:
    """Return the events of par, and how it weighed the choices where both part."""
    game = GAMES[record.header.game]
    weighed_choices = par_player.weigh_parting(par_deal)
    return {
        "events": list(map(event_codec(game).encode_line, par_deal.par_events)),
        **(
            {"weighed": encode_weighed_choices(weighed_choices, command_codec(game))}
            if weighed_choices
            else {}
        ),
    }


def _encode_par(
    record: MatchRecord,
    level: str,
    deals: Sequence[ParDeal],
    details: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    header = record.header
    return {
        "format": PAR_FORMAT,
        "version": PAR_VERSION,
        "match": match_identity(header),
        "game": header.game,
        "seat": find_par_seat(header),
        "level": level,
        "program": PROGRAM_VERSION,
        "units": [unit.value for unit in GAMES[header.game].result_units],
        "deals": [
            {
                "deal": deal.deal,
                "own": deal.own_result,
                "par": deal.par_result,
                "strokes": deal.strokes,
                "parting": deal.parting,
                **detail,
            }
            for deal, detail in zip(deals, details, strict=True)
        ],
    }


def _format_par(record: MatchRecord, level: str, deals: Sequence[ParDeal]) -> list[str]:
    game = GAMES[record.header.game]
    person = record.header.players[find_par_seat(record.header)]
    speaker = Speaker()
    level_text = level_title(level)

    def format_line(
        code: str, own: Sequence[int], par: Sequence[int], values: dict[str, Value]
    ) -> str:
        describe = game.total_message if code == "par-total" else game.result_message
        return speaker.format_message(
            Message(
                code,
                {
                    **values,
                    "own": speaker.format_message(describe(own)),
                    "level": level_text,
                    "said": speaker.format_message(describe(par)),
                    "strokes": describe_strokes(game, compute_strokes(game, own, par)),
                },
            )
        )

    lines = [
        format_line("par-line", deal.own_result, deal.par_result, {"deal": deal.deal})
        for deal in deals
    ]
    if len(deals) > 1:
        lines.append(
            format_line(
                "par-total",
                sum_results([deal.own_result for deal in deals]),
                sum_results([deal.par_result for deal in deals]),
                {"name": display_name_in_sentence(person.name)},
            )
        )
        signs = Counter(sign_of_strokes(deal.strokes) for deal in deals)
        lines.append(describe_par_counts(signs[1], signs[0], signs[-1]))
    return lines
