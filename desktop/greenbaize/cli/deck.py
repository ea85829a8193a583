"""Command ``greenbaize deck``: check a deck of one's own, and draw it for the window.

The window runs it for everything that a person adds, so that no foreign file is opened in the
window's process.
"""

import json
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from greenbaize.app.artwork_import import ArtworkReport, import_artwork
from greenbaize.app.memory.history_indexer import DONE_KEY, HistoryIndexer
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_path, create_path_type
from greenbaize.cli.terminal import flush_output, message_text, print_result, warn
from greenbaize.lazy_import import lazy
from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.library import ArtworkKind
from greenbaize.store.artwork.limits import end_steps, limit_memory, start_step
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

_draw_artwork: Any = lazy("greenbaize.ui.cards.artwork_drawing:draw_artwork")

KINDS = {"deck": ArtworkKind.DECK, "back": ArtworkKind.BACK, "cloth": ArtworkKind.CLOTH}
KINDS["sounds"] = ArtworkKind.SOUNDS


def add_options(parser: CommandLineParser) -> None:
    metavar = tr("FOLDER or FILE")
    parser.add_argument("path", metavar=metavar, type=create_path_type(metavar))
    parser.add_argument(
        "--as",
        dest="kind",
        choices=tuple(KINDS),
        default="deck",
        help=tr("what it is to be: a deck (the default), a back, a cloth, or sounds"),
    )
    add_flag(parser, "--tiled", tr("repeat the cloth's picture instead of enlarging it"))
    text = tr("draw it into this new folder, as the window does")
    add_path(parser, "--into", tr("FOLDER"), text)
    add_flag(parser, "--json", tr("report progress, one JSON object a line"))


def run(args: Namespace) -> int:
    """Say what a deck has and what it lacks; return the exit code, 1 if it cannot be used."""
    kind = KINDS[args.kind]
    if args.into is not None:
        return _draw_here(args, kind)
    with TemporaryDirectory() as folder:
        report = import_artwork(
            HistoryIndexer(), args.path, kind, Path(folder) / "drawn", is_tiled=args.tiled
        )
    if report.fault:
        warn(report.fault)
        return 1
    print_result(describe_report(report))
    return 0


def describe_report(report: ArtworkReport) -> str:
    """Return what was found, as sentences."""
    info = report.info
    title = str(info.get("title", ""))
    if report.kind is not ArtworkKind.DECK:
        return message_text("artwork-usable", name=title)
    return "\n".join(Speaker().format_message(message) for message in report.messages)


def _draw_here(args: Namespace, kind: ArtworkKind) -> int:
    """Draw in this process, within limits; report as JSON lines."""

    def report_progress(done: int, count: int) -> None:
        start_step()
        _write_json({"read": done, "of": count})

    try:
        draw = _draw_artwork(kind)
        limit_memory()
        start_step()
        info = draw(args.path, args.into, report_progress, args.tiled)
        end_steps()
    except GameError as error:
        _write_json({"fault": Speaker().format_message(error.message), DONE_KEY: True})
        return 1
    except MemoryError:
        _write_json({"fault": message_text("artwork-too-much"), DONE_KEY: True})
        return 1
    _write_json({"info": info, DONE_KEY: True})
    return 0


def _write_json(values: dict[str, Any]) -> None:
    print_result(json.dumps(values))
    flush_output()
