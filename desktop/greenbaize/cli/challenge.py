"""Command ``greenbaize challenge``: make the code of a match, play one, compare results."""

import json
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from greenbaize.app.challenge_code import Challenge, decode_challenge, encode_challenge
from greenbaize.app.challenge_comparison import (
    Comparison,
    Contender,
    find_challenge_of_header,
    find_challenge_of_result,
    list_partings,
    merge_contenders,
    read_contender,
    read_result_contender,
    save_comparison,
)
from greenbaize.app.challenge_levels import (
    LevelDeal,
    create_par_contender,
    encode_contender,
    play_as_level,
)
from greenbaize.app.challenge_texts import (
    describe_challenge,
    format_best,
    format_cell,
    format_played_time,
    format_rank,
    format_uses,
    name_contenders,
)
from greenbaize.app.challenge_tries import find_open_try, load_challenge_log
from greenbaize.app.challenges import create_challenge, log_challenge
from greenbaize.app.memory.history_indexer import DONE_KEY
from greenbaize.app.par import choose_par_level, play_par_deals
from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.tables.matches import create_header, create_seed
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.cli.arguments import (
    CommandLineParser,
    add_bot_options,
    add_flag,
    add_match_options,
    add_new_window_option,
    add_path,
    add_record_argument,
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
from greenbaize.cli.priority import lower_priority
from greenbaize.cli.terminal import (
    flush_output,
    message_text,
    print_error,
    print_result,
    sanitize_line,
)
from greenbaize.cli.verify import load_record, read_record_bytes
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN, LEVEL_NAMES
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import tr


def add_options(parser: CommandLineParser) -> None:
    add_command = parser.add_commands("greenbaize challenge")
    text = tr("print the code of a match, from a record or from options")
    _add_new_options(add_command("new", text))
    _add_play_options(add_command("play", tr("open the window and play a challenge")))
    _add_compare_options(add_command("compare", tr("lay results of a challenge side by side")))


def _add_new_options(new_parser: CommandLineParser) -> None:
    new_parser.set_defaults(act=print_new_code)
    text = tr("a match of one person with computer players, instead of the options")
    add_record_argument(new_parser, text, nargs="?")
    add_match_options(new_parser, tr("any text or number; 32 hex digits are a record's seed"))
    add_bot_options(new_parser)
    add_flag(new_parser, "--hints", tr("allow hints"))
    add_flag(new_parser, "--undo", tr("allow taking back"))


def _add_play_options(play_parser: CommandLineParser) -> None:
    play_parser.set_defaults(act=play_challenge)
    text = tr("the code of a challenge, or a sentence with it")
    play_parser.add_argument("code", metavar=tr("CODE"), nargs="+", help=text)
    add_flag(play_parser, "--describe", tr("only say what it is"))
    add_new_window_option(play_parser)


def _add_compare_options(compare_parser: CommandLineParser) -> None:
    compare_parser.set_defaults(act=compare_results)
    text = tr(
        "the code of the challenge, result codes and records; a name may stand before a result"
        " code, as in Anna=CODE"
    )
    compare_parser.add_argument("items", metavar=tr("ITEM"), nargs="+", help=text)
    compare_parser.add_argument(
        "--par",
        metavar=tr("LEVEL"),
        choices=LEVEL_NAMES,
        action="append",
        default=[],
        help=tr("a computer player in the same chair, too; may be repeated ({levels})").format(
            levels=", ".join(LEVEL_NAMES)
        ),
    )
    add_flag(
        compare_parser, "--by-deal", tr("--par plays each deal as it stood in the first record")
    )
    add_path(compare_parser, "--csv", "FILE", tr("write it there as a table (CSV)"))
    add_flag(compare_parser, "--force", tr("replace an existing file, even if it is another"))
    add_flag(compare_parser, "--json", tr("one JSON object a line, for other programs"))


def run(args: Namespace) -> int:
    del args
    raise UsageError(Message("usage-challenge"))


def print_new_code(args: Namespace) -> int:
    """Print the code of a match; the exit code is 1 for a record without one."""
    if args.record is None:
        print_result(encode_challenge(_create_challenge(args)))
        return 0
    for option in ("game", "players", "option", "seed", "bots", "sandbox"):
        if getattr(args, option):
            raise UsageError(Message("usage-resume", {"option": f"--{option}"}))
    record = load_record(args.record)
    if record is None:
        return 1
    try:
        challenge = create_challenge(record.header, allows_hints=args.hints, allows_undo=args.undo)
    except GameError as error:
        print_error(error)
        return 1
    print_result(encode_challenge(challenge))
    return 0


def _create_challenge(args: Namespace) -> Challenge:
    game = find_game(args.game)
    count = resolve_player_count(game, args.players)
    bots, _ = parse_opponents(args.bots or [DEFAULT_LEVEL])
    opponents = assign_opponents(bots, count - 1)
    players = (
        HeaderPlayer("", HUMAN),
        *(one.create_header_player(f"Bot {number}") for number, one in enumerate(opponents, 1)),
    )
    seed = create_seed() if args.seed is None else parse_match_seed(args.seed)
    header = create_header(game.name, players, parse_options(game, count, args.option), seed)
    return create_challenge(header, allows_hints=args.hints, allows_undo=args.undo)


def play_challenge(args: Namespace) -> int:
    """Open the window with a challenge, or say what it is."""
    challenge = decode_challenge(" ".join(args.code))
    if args.describe:
        for line in describe_challenge(challenge):
            print_result(line)
        return 0
    code = encode_challenge(challenge)
    return open_window(PlayRequest(challenge=code, new_window=args.new_window))


# Comparing


def compare_results(args: Namespace) -> int:
    """Print the results of a challenge side by side; the exit code is 1 if one is of another."""
    try:
        comparison = _read_items(args.items)
        if comparison is None:
            return 1
        has_results = bool(comparison.contenders or args.par)
        _check_results_shown(comparison.challenge, has_results=has_results)
        if args.json:
            lower_priority()
            _print_json(comparison, _play_levels(args, comparison))
            return 0
        contenders = (*comparison.contenders, *_play_levels(args, comparison))
        comparison = Comparison(comparison.challenge, contenders)
        names = name_contenders(contenders)
        if args.csv is not None:
            save_comparison(args.csv, comparison, names, force=args.force)
            return 0
    except GameError as error:
        print_error(error)
        return 1
    for line in _format_comparison(comparison, names):
        print_result(sanitize_line(line))
    return 0


def _check_results_shown(challenge: Challenge, *, has_results: bool) -> None:
    """Note that a person here sees what others made of cards, which is practice from now on.

    It is refused in the middle of the person's own try, also if its record is not here now.
    """
    person, log = UserSettings.load().current_identity, load_challenge_log()
    if find_open_try(challenge.header, person) is not None:
        raise GameError(Message("challenge-open"))
    if not has_results or log.may_see_results(challenge, person):
        return
    if log.list_open_tries(challenge.header, person):
        raise GameError(Message("challenge-away"))
    log_challenge("seen", challenge, person, challenge.header)


def _play_levels(args: Namespace, comparison: Comparison) -> Iterator[Contender]:
    """Yield what the computer players make of it, each once."""
    record_contender = next((one for one in comparison.contenders if one.path is not None), None)
    for level in dict.fromkeys(args.par):
        if args.by_deal and record_contender is not None:
            yield _play_par(record_contender, level)
        else:
            yield play_as_level(comparison.challenge, level)


def _play_par(one: Contender, level: str) -> Contender:
    assert one.path is not None
    record = read_verified_record(one.path)
    level = choose_par_level(record.header, level)
    pars = {
        par.deal: LevelDeal(par.par_result, par.parting)
        for par in play_par_deals(record.header, record.events, level)
    }
    return create_par_contender(one, pars, level)


def _print_json(comparison: Comparison, levels: Iterator[Contender]) -> None:
    for one in chain(comparison.contenders, levels):
        values = encode_contender(comparison.challenge, one)
        print_result(json.dumps(values, ensure_ascii=False))
        flush_output()
    print_result(json.dumps({DONE_KEY: True}))


def _read_items(items: Sequence[str]) -> Comparison | None:
    log = load_challenge_log()
    challenge: Challenge | None = None
    records: list[tuple[Path, MatchRecord, bytes]] = []
    results: list[str] = []
    for item in items:
        if os.path.isfile(item):  # noqa: PTH113  (a code may be too long for a file's name)
            path = Path(item)
            record, data = load_record(path), read_record_bytes(path)
            if record is None or data is None:
                return None
            records.append((path, record, data))
            continue
        try:
            challenge = decode_challenge(item)
        except GameError:
            results.append(item)
    for _, record, _ in records:
        challenge = challenge or find_challenge_of_header(record.header, log)
    for text in results:
        challenge = challenge or find_challenge_of_result(text, log)
    if challenge is None:
        raise GameError(Message("challenge-not-known"))
    contenders = [
        read_contender(challenge, record, data, log, path) for path, record, data in records
    ]
    contenders += [read_result_contender(text, challenge) for text in results]
    return Comparison(challenge, merge_contenders(contenders))


def _format_comparison(comparison: Comparison, names: Sequence[str]) -> list[str]:
    contenders = comparison.contenders
    rows = [[tr("deal"), *names]]
    for deal in (*range(comparison.deal_count), None):
        best = comparison.find_best(deal)
        rows.append(
            [
                tr("in all") if deal is None else str(deal + 1),
                *(
                    format_cell(comparison, one, deal) + ("*" if index in best else "")
                    for index, one in enumerate(contenders)
                ),
            ]
        )
    rows.append([tr("place at the table"), *map(format_rank, contenders)])
    uses = [format_uses(one.used_hints, one.used_undo) for one in contenders]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    lines += [
        tr("{name}: {uses}").format(name=name, uses=text)
        for name, text, one in zip(names, uses, contenders, strict=True)
        if text and not one.level
    ]
    lines += [
        tr("{name}: {time}").format(name=name, time=time)
        for name, one in zip(names, contenders, strict=True)
        if (time := format_played_time(one))
    ]
    best_text = format_best(comparison, names)
    return [*lines, *([best_text] if best_text else []), *_format_partings(contenders, names)]


def _format_partings(contenders: Sequence[Contender], names: Sequence[str]) -> list[str]:
    """Return where the first two with records parted in each deal."""
    known = [index for index, one in enumerate(contenders) if one.events]
    if len(known) < 2:
        return []
    first, second = known[:2]
    return [
        message_text(
            "challenge-parting",
            deal=parting.deal,
            one=names[first],
            other=names[second],
            moment=parting.first_moment,
        )
        for parting in list_partings(contenders[first].events, contenders[second].events)
    ]
