"""Command ``greenbaize bot``: play one seat over standard input and output."""

import secrets
import sys
from argparse import Namespace
from io import BytesIO

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.seats.seat_program import READY_LINE, SeatProgram
from greenbaize.bots import BOT_FACTORIES
from greenbaize.cli.arguments import CommandLineParser
from greenbaize.cli.match_arguments import parse_level, parse_temperament, validate_seed_text
from greenbaize.cli.terminal import message_text, warn, write_line
from greenbaize.rules.decoding import MAX_JSON_BYTES
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import STEADY_TEMPERAMENT, TEMPERAMENT_NAMES
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def add_options(parser: CommandLineParser) -> None:
    text = tr("one of {levels}").format(levels=", ".join(BOT_FACTORIES))
    parser.add_argument(
        "--level", metavar="LEVEL", type=parse_level, default=DEFAULT_LEVEL, help=text
    )
    text = tr("one of {temperaments}").format(temperaments=", ".join(TEMPERAMENT_NAMES))
    parser.add_argument(
        "--temperament", metavar="T", type=parse_temperament, default=STEADY_TEMPERAMENT, help=text
    )
    text = tr(
        "any text or number; the same seed gives the same choices, no seed gives new ones each time"
    )
    parser.add_argument("--seed", metavar="SEED", type=validate_seed_text, help=text)


def run(args: Namespace) -> int:
    """Speak the seat protocol (docs/seat-protocol.md) until the match or the input ends.

    Returns 1 after a line that no table would send, else 0.
    """
    player = BOT_FACTORIES[args.level](temperament=args.temperament)
    program = SeatProgram(player, args.seed or secrets.token_hex(16))
    write_line(READY_LINE)
    line_number = 0
    lines = BytesIO() if sys.stdin is None else sys.stdin.buffer
    while not program.is_over and (raw_line := lines.readline(MAX_JSON_BYTES + 1)):
        line_number += 1
        try:
            answer = program.answer_line(raw_line)
        except GameError as error:
            error_text = Speaker().format_message(error.message)
            warn(message_text("bot-line", line=line_number, fault=error_text))
            return 1
        if answer:
            write_line(answer)
    return 0
