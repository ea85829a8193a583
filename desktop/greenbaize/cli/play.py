"""Command ``greenbaize play``: open the window with a request made from the options."""

from argparse import Namespace

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli.arguments import (
    CommandLineParser,
    add_bot_options,
    add_flag,
    add_match_options,
    add_new_window_option,
    add_number,
    add_path,
    add_record_argument,
    parse_speed,
)
from greenbaize.cli.match_arguments import (
    assign_opponents,
    find_game,
    parse_match_seed,
    parse_opponents,
    parse_options,
    resolve_player_count,
)
from greenbaize.cli.open_window import open_window
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr


def add_options(parser: CommandLineParser) -> None:
    text = tr("a match to continue instead of beginning a new one, or to replay if it is over")
    add_record_argument(parser, text, nargs="?")
    text = tr(
        "which chair is yours, from 1, where several people have played the match; computer "
        "players take the others'"
    )
    add_number(parser, "--seat", text)
    add_match_options(parser, tr("any text or number; 32 hex digits are a record's seed"))
    text = tr("computer players take all seats; you watch until you close the window")
    add_flag(parser, "--watch", text)
    text = tr("speed of the table; 2 is twice as fast as usual")
    parser.add_argument("--speed", metavar="X", type=parse_speed, default=1.0, help=text)
    add_path(parser, "--screenshots", "DIR", tr("save pictures of the table in this folder"))
    add_new_window_option(parser)
    add_bot_options(parser)


def run(args: Namespace) -> int:
    if args.record is not None:
        return _resume_match(args)
    if args.seat is not None:
        raise UsageError(Message("usage-seat"))
    game = None if args.game is None else find_game(args.game)
    players: int | None = args.players
    options: dict[str, object] = {}
    bots, programs = parse_opponents(args.bots or [DEFAULT_LEVEL])
    if players is not None or args.option or len(bots) > 1:
        if game is None:
            raise UsageError(Message("game-first", {"known": ", ".join(GAMES)}))
        players = resolve_player_count(game, players)
        resolved_options = parse_options(game, players, args.option)
        options = dict(resolved_options) if args.option else {}
        bots = assign_opponents(bots, players if args.watch else players - 1)
    request = PlayRequest(
        game=args.game,
        players=players,
        options=options,
        seed=None if args.seed is None else parse_match_seed(args.seed),
        watch=args.watch,
        speed=args.speed,
        screenshots=args.screenshots,
        bots=bots,
        programs=programs,
        sandbox=args.sandbox,
        new_window=args.new_window,
    )
    return open_window(request)


def _resume_match(args: Namespace) -> int:
    for option in ("game", "players", "option", "seed", "watch", "bots"):
        if getattr(args, option):
            raise UsageError(Message("usage-resume", {"option": f"--{option}"}))
    return open_window(
        PlayRequest(
            record=args.record,
            seat=None if args.seat is None else args.seat - 1,
            speed=args.speed,
            screenshots=args.screenshots,
            new_window=args.new_window,
        )
    )
