"""Command ``greenbaize play``: open the window with a request made from the options."""

from argparse import Namespace

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli.arguments import (
    Parser,
    add_bots,
    add_match,
    add_new_window,
    add_record,
    factor,
    flag,
    number,
    path,
)
from greenbaize.cli.match_arguments import (
    game_named,
    match_seed,
    one_for_each,
    opponents_named,
    player_count,
    settled_options,
)
from greenbaize.cli.opening import open_table
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr


def add_options(parser: Parser) -> None:
    text = tr("a match to continue instead of beginning a new one, or to replay if it is over")
    add_record(parser, text, nargs="?")
    text = tr(
        "which chair is yours, from 1, where several people have played the match; computer "
        "players take the others'"
    )
    number(parser, "--seat", text)
    add_match(parser, tr("any text or number; 32 hex digits are a record's seed"))
    text = tr("computer players sit everywhere; one watches, until the window is closed")
    flag(parser, "--watch", text)
    text = tr("speed of the table; 2 is twice as fast as usual")
    parser.add_argument("--speed", metavar="X", type=factor, default=1.0, help=text)
    path(parser, "--screenshots", "DIR", tr("save pictures of the table in this folder"))
    add_new_window(parser)
    add_bots(parser)


def run(asked: Namespace) -> int:
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
        new_window=asked.new_window,
    )
    return open_table(request)


def _go_on(asked: Namespace) -> int:
    for option in ("game", "players", "option", "seed", "watch", "bots"):
        if getattr(asked, option):
            raise UsageError(Message("usage-resume", {"option": f"--{option}"}))
    return open_table(
        PlayRequest(
            record=asked.record,
            seat=None if asked.seat is None else asked.seat - 1,
            speed=asked.speed,
            screenshots=asked.screenshots,
            new_window=asked.new_window,
        )
    )
