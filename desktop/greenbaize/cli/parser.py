"""The command line's words: what may be said, and what is checked before anything begins."""

import argparse
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from greenbaize import __version__
from greenbaize.app.chairs.housing import split_command
from greenbaize.app.chairs.opponents import DEFAULT_LEVEL, QUICK_LEVEL
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots import LEVELS, TEMPERAMENTS
from greenbaize.cli.address import address_of, code_of
from greenbaize.cli.arguments import (
    factor,
    game_named,
    level_named,
    match_seed,
    number,
    one_for_each,
    opponent_named,
    opponents_named,
    path_of,
    player_count,
    seed_text,
    settled_options,
    temperament_named,
)
from greenbaize.cli.terminal import tell, warn
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import STEADY
from greenbaize.store.settings import tidy_name
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

MOST_PROCESSES: Final = 61  # what Windows can wait for at once


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and prints its help like a result."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise UsageError(Message("usage", {"reason": message, "command": self.prog}))

    def print_help(self, file: object = None) -> None:
        """Print the help."""
        del file
        tell(self.format_help().rstrip())


def run(words: Sequence[str]) -> int:
    """Do what the words of a command line say; returns the exit code."""
    try:
        asked = _parser().parse_args(words)
        if asked.version:
            tell(f"greenbaize {__version__}")
            return 0
        act: Callable[[Namespace], int] = asked.act
        return act(asked)
    except SystemExit:
        return 0  # the help was asked for and has been printed
    except GameError as error:
        warn(f"greenbaize: {Speaker().say(error.message)}")
        return 2


def _parser() -> Parser:
    parser = Parser(
        prog="greenbaize",
        description=tr("A card table. Without a command it opens the table."),
        epilog=_options_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help=tr("print the version"))
    parser.set_defaults(act=lambda _: _open_table(PlayRequest()))
    commands = parser.add_subparsers(
        title=tr("commands"), metavar=tr("COMMAND"), parser_class=Parser
    )
    _add_play(commands)
    _add_simulate(commands)
    _add_duel(commands)
    _add_verify(commands)
    _add_sheet(commands)
    _add_explain(commands)
    _add_bot(commands)
    _add_host(commands)
    _add_join(commands)
    return parser


def _options_help() -> str:
    lines = [tr("Options of the games (--option key=value):")]
    width = max(map(len, GAMES)) + 2
    for name, game in GAMES.items():
        keys = ", ".join(option.key for option in game.options)
        lines.append(f"  {name:{width}}{keys}".rstrip())
    return "\n".join(lines)


def _add(commands: Any, name: str, text: str, act: Callable[[Namespace], int]) -> Parser:
    parser: Parser = commands.add_parser(
        name,
        help=text,
        description=text,
        epilog=_options_help() if act not in (_verify, _sheet, _explain, _bot, _join) else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(act=act)
    return parser


def _add_match(parser: Parser, seed: str) -> None:
    games = ", ".join(GAMES)
    parser.add_argument("--game", metavar="GAME", help=tr("one of {games}").format(games=games))
    parser.add_argument(
        "--players", metavar="N", type=number("--players", 1), help=tr("how many sit at the table")
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="extend",
        nargs="+",
        default=[],
        help=tr("an option of the game; may be repeated"),
    )
    parser.add_argument("--seed", metavar="SEED", help=seed)


def _add_play(commands: Any) -> None:
    parser = _add(commands, "play", tr("open the table"), _play)
    parser.add_argument(
        "record",
        metavar="RECORD",
        nargs="?",
        type=path_of("RECORD"),
        help=tr("a match to go on with, instead of a new one"),
    )
    parser.add_argument(
        "--seat",
        metavar="N",
        type=number("--seat", 1),
        help=tr(
            "which chair is yours, from 1, where several people have played the match; computer "
            "players take the others'"
        ),
    )
    _add_match(parser, tr("any text or number; 32 hex digits are a record's seed"))
    parser.add_argument(
        "--watch", action="store_true", help=tr("computer players sit everywhere, and one watches")
    )
    parser.add_argument(
        "--speed",
        metavar="X",
        type=factor,
        default=1.0,
        help=tr("how many times as fast as usual the table moves"),
    )
    parser.add_argument(
        "--screenshots",
        metavar="DIR",
        type=path_of("--screenshots"),
        help=tr("keep pictures of the table there"),
    )
    _add_bots(parser)


def _add_bots(parser: Parser) -> None:
    parser.add_argument(
        "--bots",
        metavar="BOT",
        action="extend",
        nargs="+",
        help=tr(
            "a computer player for all seats or one for each, as in easy,random:bold "
            "(levels: {levels}; temperaments: {temperaments}) or program:COMMAND for one of "
            "your own"
        ).format(levels=", ".join(LEVELS), temperaments=", ".join(TEMPERAMENTS)),
    )
    parser.add_argument(
        "--sandbox",
        action="store_true",
        help=tr("let programs of your own see nothing of your files and no network (Linux, bwrap)"),
    )


def _add_simulate(commands: Any) -> None:
    text = tr("let computer players play matches without a window")
    parser = _add(commands, "simulate", text, _simulate)
    _add_match(parser, tr("any text or number; the same gives the same matches"))
    parser.add_argument(
        "--matches",
        metavar="N",
        type=number("--matches", 1),
        default=1,
        help=tr("how many matches (1)"),
    )
    _add_bots(parser)
    parser.add_argument(
        "--record",
        metavar="DIR",
        type=path_of("--record"),
        help=tr(
            "write a record of every match there, replacing those of an earlier run; "
            "no two runs of a game write to one folder at once"
        ),
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=number("--jobs", 1, MOST_PROCESSES),
        help=tr("how many processes play; by default one for every core"),
    )


def _add_duel(commands: Any) -> None:
    text = tr("let two computer players play the same deals with seats swapped")
    parser = _add(commands, "duel", text, _duel)
    _add_match(parser, tr("any text or number; the same gives the same matches"))
    for side in ("--a", "--b"):
        parser.add_argument(
            side,
            metavar="BOT",
            type=opponent_named,
            required=True,
            help=tr("a level, as in easy or easy:bold: {levels}").format(levels=", ".join(LEVELS)),
        )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=number("--deals", 1),
        default=400,
        help=tr("how many deals at least (400); matches are played to their end"),
    )
    parser.add_argument(
        "--csv",
        metavar="FILE",
        type=path_of("--csv"),
        help=tr("write every match there as a table (CSV)"),
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=tr("replace a file that is there, even if it is no such table"),
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        metavar="N",
        type=number("--jobs", 1, MOST_PROCESSES),
        help=tr("how many processes play; by default one for every core"),
    )
    where.add_argument(
        "--cluster", metavar="ADDRESS", help=tr("let a Dask cluster play instead, as in host:8786")
    )


def _add_verify(commands: Any) -> None:
    text = tr("hold match records against the rules")
    parser = _add(commands, "verify", text, _verify)
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=path_of("FILE"),
        help=tr("a record, or a folder with records (*.jsonl)"),
    )


def _add_sheet(commands: Any) -> None:
    text = tr("print the score sheet of a match, or save it")
    parser = _add(commands, "sheet", text, _sheet)
    parser.add_argument(
        "record",
        metavar="RECORD",
        type=path_of("RECORD"),
        help=tr("a match record, or a sheet kept by hand"),
    )
    parser.add_argument(
        "--csv",
        metavar="FILE",
        type=path_of("--csv"),
        help=tr("write it there as a table of numbers (CSV)"),
    )
    parser.add_argument(
        "--pdf",
        metavar="FILE",
        type=path_of("--pdf"),
        help=tr("write it there as a page to print (PDF)"),
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=tr("replace files that are there, even if they are no sheets"),
    )


def _add_explain(commands: Any) -> None:
    text = tr("explain a trick card by card, and what each choice would do")
    parser = _add(commands, "explain", text, _explain)
    parser.add_argument(
        "record",
        metavar="RECORD",
        type=path_of("RECORD"),
        help=tr("a match record, or a sheet kept by hand"),
    )
    parser.add_argument(
        "--line",
        metavar="N",
        type=number("--line", 1),
        help=tr("look after this line of the record; by default after the last"),
    )


def _add_bot(commands: Any) -> None:
    text = tr("play one seat, talking with a table through standard input and output")
    parser = _add(commands, "bot", text, _bot)
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        type=level_named,
        default=DEFAULT_LEVEL,
        help=tr("one of {levels}").format(levels=", ".join(LEVELS)),
    )
    parser.add_argument(
        "--temperament",
        metavar="T",
        type=temperament_named,
        default=STEADY,
        help=tr("one of {temperaments}").format(temperaments=", ".join(TEMPERAMENTS)),
    )
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=seed_text,
        help=tr("any text or number; the same gives the same choices, none a fresh one"),
    )


def _add_host(commands: Any) -> None:
    parser = _add(commands, "host", tr("open a table for friends on the network"), _host)
    games = ", ".join(GAMES)
    parser.add_argument("--game", metavar="GAME", help=tr("one of {games}").format(games=games))
    parser.add_argument(
        "--seats", metavar="N", type=number("--seats", 1), help=tr("how many sit at the table")
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="extend",
        nargs="+",
        default=[],
        help=tr("an option of the game; may be repeated"),
    )
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what the table is called"))
    parser.add_argument(
        "--port", metavar="N", type=number("--port", 0, 65_535), help=tr("where it listens")
    )
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("a code of your own"))
    parser.add_argument(
        "--bots",
        metavar="LEVEL",
        type=opponent_named,
        help=tr("computer players take the chairs left open: {levels}").format(
            levels=", ".join(LEVELS)
        ),
    )
    parser.add_argument(
        "--grace",
        metavar="SECONDS",
        type=number("--grace", 0, 86_400),
        default=60,
        help=tr("after how long a computer player stands in for somebody who is gone (60)"),
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=path_of("--record"),
        help=tr("the match's record; one that is there already is gone on with"),
    )
    parser.add_argument(
        "--keep", action="store_true", help=tr("keep the table open for another match")
    )


def _add_join(commands: Any) -> None:
    text = tr("sit down at a table on the network, or print those that are found")
    parser = _add(commands, "join", text, _join)
    parser.add_argument(
        "address",
        metavar="HOST:PORT",
        nargs="?",
        type=address_of,
        help=tr("where the table is; without it the tables found are printed"),
    )
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("the table's code"))
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what you are called"))
    parser.add_argument(
        "--program",
        metavar="COMMAND",
        help=tr("let a program play that speaks the seat protocol, instead of you"),
    )
    parser.add_argument(
        "--watch", action="store_true", help=tr("only print what a watcher is told")
    )


# From words to deeds


def _play(asked: Namespace) -> int:
    if asked.record is not None:
        return _go_on(asked)
    if asked.seat is not None:
        raise UsageError(Message("usage-seat"))
    game = None if asked.game is None else game_named(asked.game)
    players: int | None = asked.players
    options: dict[str, object] = {}
    bots, programs = opponents_named(asked.bots or [DEFAULT_LEVEL])
    if players is not None or asked.option or len(bots) > 1:
        if game is None:
            raise UsageError(Message("game-first", {"known": ", ".join(GAMES)}))
        players = player_count(game, players)
        settled = settled_options(game, players, asked.option)
        options = dict(settled) if asked.option else {}
        bots = one_for_each(bots, players if asked.watch else players - 1)
    request = PlayRequest(
        game=asked.game,
        players=players,
        options=options,
        seed=None if asked.seed is None else match_seed(asked.seed),
        watch=asked.watch,
        speed=asked.speed,
        screenshots=asked.screenshots,
        bots=bots,
        programs=programs,
        sandbox=asked.sandbox,
    )
    return _open_table(request)


def _go_on(asked: Namespace) -> int:
    for option in ("game", "players", "option", "seed", "watch", "bots"):
        if getattr(asked, option):
            raise UsageError(Message("usage-resume", {"option": f"--{option}"}))
    return _open_table(
        PlayRequest(
            record=asked.record,
            seat=None if asked.seat is None else asked.seat - 1,
            speed=asked.speed,
            screenshots=asked.screenshots,
        )
    )


def _open_table(request: PlayRequest) -> int:
    from greenbaize.cli.play import open_table  # noqa: PLC0415

    return open_table(request)


def _simulate(asked: Namespace) -> int:
    from greenbaize.app.tables.matches import new_seed  # noqa: PLC0415
    from greenbaize.cli.playing import Run  # noqa: PLC0415
    from greenbaize.cli.simulate import simulate  # noqa: PLC0415

    game = game_named(asked.game)
    players = player_count(game, asked.players)
    opponents, programs = opponents_named(asked.bots or [QUICK_LEVEL])
    run = Run(
        game=game.name,
        opponents=one_for_each(opponents, players),
        programs=programs,
        options=settled_options(game, players, asked.option),
        seed=new_seed() if asked.seed is None else seed_text(asked.seed),
        matches=asked.matches,
        folder=asked.record,
        sandbox=asked.sandbox,
    )
    return simulate(run, asked.jobs)


def _duel(asked: Namespace) -> int:
    from greenbaize.app.duels.duel import Duel  # noqa: PLC0415
    from greenbaize.app.duels.table_file import TableFile  # noqa: PLC0415
    from greenbaize.app.tables.matches import new_seed  # noqa: PLC0415
    from greenbaize.cli.duel import duel  # noqa: PLC0415

    game = game_named(asked.game)
    players = player_count(game, asked.players)
    match = Duel(
        game=game.name,
        sides=(asked.a, asked.b),
        players=players,
        options=settled_options(game, players, asked.option),
        seed=new_seed() if asked.seed is None else seed_text(asked.seed),
    )
    table = TableFile(asked.csv, force=asked.force)
    return duel(match, asked.deals, table, asked.jobs, asked.cluster)


def _verify(asked: Namespace) -> int:
    from greenbaize.cli.verify import verify  # noqa: PLC0415

    return verify(asked.files)


def _sheet(asked: Namespace) -> int:
    from greenbaize.cli.sheet import sheet  # noqa: PLC0415

    return sheet(asked.record, asked.csv, asked.pdf, force=asked.force)


def _explain(asked: Namespace) -> int:
    from greenbaize.cli.explain import explain  # noqa: PLC0415

    return explain(asked.record, asked.line)


def _bot(asked: Namespace) -> int:
    from greenbaize.cli.bot import bot  # noqa: PLC0415

    return bot(asked.level, asked.temperament, asked.seed)


def _host(asked: Namespace) -> int:
    from greenbaize.app.network.hosting import TableRequest  # noqa: PLC0415
    from greenbaize.cli.host import HostRequest, host  # noqa: PLC0415

    game = game_named(asked.game)
    seats = player_count(game, asked.seats)
    table = TableRequest(
        name=tidy_name(asked.name) or tr("Green Baize"),
        game=game.name,
        seats=seats,
        options=settled_options(game, seats, asked.option),
        bots=asked.bots,
        grace=float(asked.grace),
        again=asked.keep,
    )
    return host(HostRequest(table, asked.port, asked.code, asked.record))


def _join(asked: Namespace) -> int:
    from greenbaize.cli.join import JoinRequest, join, look  # noqa: PLC0415

    if asked.address is None:
        return look()
    if asked.code is None:
        raise UsageError(Message("usage-join-code"))
    if asked.watch and asked.program is not None:
        raise UsageError(Message("usage-watch"))
    if asked.program is not None and not split_command(asked.program):
        raise UsageError(Message("program-unclear", {"command": asked.program}))
    name = tidy_name(asked.name)
    if not name and not asked.watch:
        raise UsageError(Message("usage-name"))
    where, port = asked.address
    return join(JoinRequest(where, port, asked.code, name, asked.program, asked.watch))
