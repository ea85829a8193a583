"""From the words of a command line to deeds: what was asked for, held together and begun."""

from argparse import Namespace

from greenbaize.app.chairs.housing import split_command
from greenbaize.app.chairs.opponents import DEFAULT_LEVEL, QUICK_LEVEL
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli.arguments import (
    game_named,
    match_seed,
    one_for_each,
    opponents_named,
    player_count,
    seed_text,
    settled_options,
)
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message
from greenbaize.rules.naming import folded
from greenbaize.store.tidy import tidy_name
from greenbaize.words.catalogue import tr


def play_asked(asked: Namespace) -> int:
    """Open the table for what was asked."""
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
    return open_table_asked(request)


def _go_on(asked: Namespace) -> int:
    for option in ("game", "players", "option", "seed", "watch", "bots"):
        if getattr(asked, option):
            raise UsageError(Message("usage-resume", {"option": f"--{option}"}))
    return open_table_asked(
        PlayRequest(
            record=asked.record,
            seat=None if asked.seat is None else asked.seat - 1,
            speed=asked.speed,
            screenshots=asked.screenshots,
            new_window=asked.new_window,
        )
    )


def open_table_asked(request: PlayRequest) -> int:
    """Open the table; where there is no screen, say what works without one."""
    from greenbaize.cli.play import open_table  # noqa: PLC0415

    return open_table(request)


def self_test_asked(asked: Namespace) -> int:
    """Try everything once."""
    from greenbaize.cli.self_test.running import self_test  # noqa: PLC0415

    del asked
    return self_test()


def simulate_asked(asked: Namespace) -> int:
    """Let computer players play."""
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


def history_asked(asked: Namespace) -> int:
    """List the matches on this computer."""
    from greenbaize.cli.history import list_matches  # noqa: PLC0415
    from greenbaize.store.listing import Ending, Sought  # noqa: PLC0415

    game = "" if asked.game is None else game_named(asked.game).name
    sought = Sought(
        game=game,
        ending=Ending.OPEN if asked.unfinished else None,
        since=asked.since or "",
        # Whatever begins like that day comes before this.
        before=f"{asked.until}~" if asked.until else "",
    )
    if asked.person:
        person, *former = _all_names(asked.person)
        sought = sought._replace(person=person, former=tuple(former))
    return list_matches(sought, True if asked.finished else None, as_json=asked.json)


def _all_names(name: str) -> tuple[str, ...]:
    """All names of the person of this computer who has a name or had it; else that name alone."""
    from greenbaize.app.tables.company import names_of  # noqa: PLC0415
    from greenbaize.store.settings import Settings  # noqa: PLC0415

    for person in Settings.load().persons:
        names = names_of(person)
        if folded(name) in map(folded, names):
            return names
    return (name,)


def history_import_asked(asked: Namespace) -> int:
    """Take in records from elsewhere."""
    from greenbaize.cli.history import take_matches  # noqa: PLC0415

    return take_matches(asked.files, as_json=asked.json)


def history_update_asked(asked: Namespace) -> int:
    """Read what is new or has changed."""
    from greenbaize.cli.history import update  # noqa: PLC0415

    return update(as_json=asked.json)


def history_statistics_asked(asked: Namespace) -> int:
    """Tell what was counted of somebody, or how strong everybody is."""
    from greenbaize.bots import LEVELS  # noqa: PLC0415
    from greenbaize.cli.statistics import Asked, show_statistics  # noqa: PLC0415
    from greenbaize.store.history import MIXED, PEOPLE, PROGRAMS  # noqa: PLC0415
    from greenbaize.store.statistics import Who  # noqa: PLC0415

    who = None
    if asked.person or asked.level:
        who = Who(tuple(asked.person or ()), asked.level or "")
    elif asked.against:
        raise UsageError(Message("usage-against"))
    kinds = (*LEVELS, PEOPLE, PROGRAMS, MIXED)
    if asked.against not in ("", *kinds):
        values = {"against": asked.against, "known": ", ".join(kinds)}
        raise UsageError(Message("usage-against-kind", values))
    game = "" if asked.game is None else game_named(asked.game).name
    what = Asked(who, game, asked.against)
    return show_statistics(what, asked.csv, as_json=asked.json, force=asked.force)


def history_rebuild_asked(asked: Namespace) -> int:
    """Read every record anew."""
    from greenbaize.cli.history import rebuild  # noqa: PLC0415

    del asked
    return rebuild()


def duel_asked(asked: Namespace) -> int:
    """Let two computer players play the same deals."""
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


def verify_asked(asked: Namespace) -> int:
    """Hold records against the rules."""
    from greenbaize.cli.verify import verify  # noqa: PLC0415

    return verify(asked.files)


def sheet_asked(asked: Namespace) -> int:
    """Print or save a score sheet."""
    from greenbaize.cli.sheet import sheet  # noqa: PLC0415

    return sheet(asked.record, asked.csv, asked.pdf, force=asked.force)


def explain_asked(asked: Namespace) -> int:
    """Explain a trick."""
    from greenbaize.cli.explain import explain  # noqa: PLC0415

    return explain(asked.record, asked.line)


def bot_asked(asked: Namespace) -> int:
    """Play one seat."""
    from greenbaize.cli.bot import bot  # noqa: PLC0415

    return bot(asked.level, asked.temperament, asked.seed)


def host_asked(asked: Namespace) -> int:
    """Open a table for friends."""
    from greenbaize.app.network.opened import HostRequest  # noqa: PLC0415
    from greenbaize.app.network.table_request import TableRequest  # noqa: PLC0415
    from greenbaize.cli.host import host  # noqa: PLC0415

    game = game_named(asked.game)
    seats = player_count(game, asked.seats)
    table = TableRequest(
        name=tidy_name(asked.name) or tr("Green Baize"),
        game=game.name,
        seats=seats,
        options=settled_options(game, seats, asked.option),
        bots=asked.bots,
        grace=float(asked.grace),
        clock=asked.clock,
        hints=not asked.no_hints,
        hands=asked.open_hands,
        again=asked.keep,
    )
    request = HostRequest(table, asked.port, asked.code, asked.record)
    return host(request, lines=asked.json)


def join_asked(asked: Namespace) -> int:
    """Sit down at a table on the network, or print those that are found."""
    from greenbaize.cli.join import JoinRequest, join, look  # noqa: PLC0415

    if asked.address is None:
        return look()
    if asked.code is None:
        raise UsageError(Message("usage-join-code"))
    if (asked.watch and asked.program is not None) or (asked.see and not asked.watch):
        raise UsageError(Message("usage-watch"))
    if asked.program is not None and not split_command(asked.program):
        raise UsageError(Message("program-unclear", {"command": asked.program}))
    name = tidy_name(asked.name)
    if not name and not asked.watch:
        raise UsageError(Message("usage-name"))
    where, port = asked.address
    sees = None if asked.see is None else asked.see - 1
    return join(JoinRequest(where, port, asked.code, name, asked.program, asked.watch, sees))
