"""Par played by a process beside the window: its job, and the column of a whole sheet."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import Signal

from greenbaize.app.memory.history_indexer import DONE_KEY, HistoryIndexer
from greenbaize.app.memory.par_memory import load_pars
from greenbaize.app.par import choose_par_level, find_par_seat
from greenbaize.app.sheets.par_column import ParColumn, create_par_column
from greenbaize.match.header import RecordHeader
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import RowKind, is_row_written
from greenbaize.store.declared_settings import NONE
from greenbaize.store.pars import DealPar
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.shell.job_queue import JobQueue
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title


def run_par_command(
    path: Path,
    level: str,
    deal: int | None,
    indexer: HistoryIndexer,
    emit_signal: Callable[..., None],
) -> None:
    """Play the par of a deal, or of all that have none (None)."""
    deal_arguments = [] if deal is None else ["--deal", str(deal)]
    arguments = ["history", "par", "--json", "--level", level, *deal_arguments, "--", str(path)]
    has_failed = False
    for line in indexer.run_command(arguments, Message("par-lost")):
        if "fault" in line:
            has_failed = True
            emit_signal("play_failed", deal, str(line["fault"]))
        elif DONE_KEY in line:
            if not has_failed:
                emit_signal("play_finished")
        elif "strokes" in line:
            emit_signal("par_played", line)


def load_par_column(services: Services, header: RecordHeader) -> ParColumn | str:
    """Return the column of the stored par, or the sentence why there can be none."""
    level = services.settings.current.par
    if level == NONE:
        return tr("No computer player plays your cards; you can choose one in the preferences.")
    level = choose_par_level(header, level)
    try:
        find_par_seat(header)
        pars = load_pars(header, level)
    except GameError as error:
        return Speaker().format_message(error.message)
    return create_par_column(services.games[header.game], level, pars)


class SheetParLoader(JobQueue):
    """Loader of the column of par in the whole sheet of a record.

    What is stored is shown at once. What is missing is played when the person looks for it, again
    each time after a failure.
    """

    par_played = Signal(object)
    play_finished = Signal()
    play_failed = Signal(object, str)

    def __init__(
        self, sheet_window: SheetWindow, services: Services, header: RecordHeader, path: Path
    ) -> None:
        super().__init__(sheet_window)
        self._sheet_window, self._services = sheet_window, services
        self._header, self._path = header, path
        self.par_played.connect(self._on_par_played)
        self.play_finished.connect(self._on_finished)
        self.play_failed.connect(self._on_failed)
        sheet_window.par_toggled.connect(self._on_toggled)
        sheet_window.closed.connect(self.close)

    def start(self) -> None:
        """Show the stored column, or keep the sentence why there can be none."""
        column = load_par_column(self._services, self._header)
        self._sheet_window.show_scorecard(self._sheet_window.own_scorecard, column)
        if isinstance(column, ParColumn):
            shows_par = self._services.settings.current.sheet_par
            self._sheet_window.par_checkbox.setChecked(shows_par)
            self._play_missing()

    def _on_toggled(self, on: bool) -> None:
        self._services.settings.change_setting("sheet_par", on)
        if on:
            self._play_missing()

    def _play_missing(self) -> None:
        sheet_window = self._sheet_window
        column, rows = sheet_window.par_column, sheet_window.own_scorecard.sheet.rows
        deals = {row.label for row in rows if row.kind is RowKind.DEAL and is_row_written(row)}
        if not isinstance(column, ParColumn) or not sheet_window.shows_par:
            return
        if deals <= column.values.keys():
            return
        waiting_text = tr("{level} is still playing your cards…")
        sheet_window.show_par_note(waiting_text.format(level=level_title(column.level)))
        if not self.is_busy:
            self.enqueue_job(partial(run_par_command, self._path, column.level, None))

    def _on_par_played(self, values: dict[str, object]) -> None:
        par = msgspec.convert(values, DealPar)
        sheet_window, game = self._sheet_window, self._services.games[self._header.game]
        column = create_par_column(game, par.level, {par.deal: par})
        known_column = sheet_window.par_column
        if isinstance(known_column, ParColumn):
            column = replace(column, values={**known_column.values, **column.values})
        sheet_window.show_scorecard(sheet_window.own_scorecard, column)

    def _on_finished(self) -> None:
        sheet_window = self._sheet_window
        column = sheet_window.par_column
        has_par = isinstance(column, ParColumn) and bool(column.values)
        reason = tr("There is no par of this match: somebody else acted for you in every deal.")
        sheet_window.show_par_note(reason if sheet_window.shows_par and not has_par else "")

    def _on_failed(self, _: int | None, text: str) -> None:
        if self._sheet_window.shows_par:
            self._sheet_window.show_par_note(text)
