"""Command ``greenbaize bot``: play one seat over standard input and output."""

import secrets
import sys
from argparse import Namespace
from io import BytesIO

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.seats.seat_program import READY, SeatProgram
from greenbaize.bots import LEVELS
from greenbaize.cli.arguments import Parser
from greenbaize.cli.match_arguments import level_named, seed_text, temperament_named
from greenbaize.cli.terminal import sentence, warn, write_line
from greenbaize.rules.decoding import LONGEST_LINE
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def add_options(parser: Parser) -> None:
    text = tr("one of {levels}").format(levels=", ".join(LEVELS))
    parser.add_argument(
        "--level", metavar="LEVEL", type=level_named, default=DEFAULT_LEVEL, help=text
    )
    text = tr("one of {temperaments}").format(temperaments=", ".join(TEMPERAMENT_NAMES))
    parser.add_argument(
        "--temperament", metavar="T", type=temperament_named, default=STEADY, help=text
    )
    text = tr("any text or number; the same gives the same choices, none a fresh one")
    parser.add_argument("--seed", metavar="SEED", type=seed_text, help=text)


def run(asked: Namespace) -> int:
    """Speak the seat protocol (docs/seat-protocol.md) until the match or the input ends.

    Returns 1 after a line that no table would send, else 0.
    """
    player = LEVELS[asked.level](temperament=asked.temperament)
    program = SeatProgram(player, asked.seed or secrets.token_hex(16))
    write_line(READY)
    number = 0
    lines = BytesIO() if sys.stdin is None else sys.stdin.buffer
    while not program.over and (raw := lines.readline(LONGEST_LINE + 1)):
        number += 1
        try:
            answer = program.hear(raw)
        except GameError as error:
            fault = Speaker().say(error.message)
            warn(sentence("bot-line", line=number, fault=fault))
            return 1
        if answer:
            write_line(answer)
    return 0
