"""Par beside a match: each deal played again in a process of its own, once it is over."""

from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QTimer, Signal

from greenbaize.app.advice.review import find_scored_deals
from greenbaize.app.memory.par_memory import load_pars, sum_pars
from greenbaize.app.par import choose_par_level, find_par_seat
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import DealScored, Event
from greenbaize.store.declared_settings import NONE
from greenbaize.store.pars import DealPar
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.par_loader import run_par_command
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.shell.job_queue import JobQueue
from greenbaize.ui.shell.navigation import ParReplayRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.words.catalogue import tr
from greenbaize.words.par_words import describe_par, describe_par_counts, describe_total_par
from greenbaize.words.titles import level_title

FIRST_JOB_DELAY_MS = 1500
"""Delay before the par of earlier deals of a resumed match is played (ms)."""


class ParController(JobQueue):
    """Controller of the par of one match: plays it, and shows it where results are shown."""

    par_played = Signal(object)
    """Emitted with the par of a deal as an object of JSON, whether or not the deal is shown yet."""
    playback_requested = Signal(int)
    """Emitted with the deal that the person wants to see beside its par."""
    play_finished = Signal()
    """Emitted when the deals asked for have been played, those that have a par."""
    play_failed = Signal(object, str)
    """Emitted with a deal (None: all asked for) and why its par cannot be played or stored."""

    def __init__(self, match_view: MatchView, path: Path, level: str) -> None:
        super().__init__(match_view)
        player_view = match_view.player_view
        self._match_view, self._path, self.level = match_view, path, level
        self._game = player_view.game
        self._pars: dict[int, DealPar] = {}
        self._error_text = ""
        self._failed_deals: set[int] = set()
        """Deals whose par could not be played; another attempt is made after the next deal."""
        self._asked_deals: set[int] = set()
        self._deals_without_par: set[int] = set()
        """Deals in which somebody else acted for the person."""
        self._shown_deals = set(find_scored_deals(self._game, bytes(player_view.view_lines)))
        self._result_panel: ResultPanel | None = None
        player_view.add_listener(self._on_event)
        match_view.deal_shown.connect(self._on_deal_shown)
        match_view.side_column.sheet_panel.par_line.playback_requested.connect(
            lambda: self.playback_requested.emit(self.latest_deal)
        )
        self.par_played.connect(self._on_par_played)
        self.play_finished.connect(self._on_finished)
        self.play_failed.connect(self._on_failed)

    def start(self) -> None:
        """Show the stored par of a resumed match, and play what is missing."""
        if not self._shown_deals:
            return
        try:
            stored_pars = load_pars(self._match_view.player_view.header, self.level)
        except FileError:
            stored_pars = {}
        self._pars = {deal: par for deal, par in stored_pars.items() if deal in self._shown_deals}
        self._show_pars()
        if self._shown_deals - self._pars.keys():
            QTimer.singleShot(FIRST_JOB_DELAY_MS, self, self._play_missing_deals)

    def close(self) -> None:
        self._match_view.player_view.remove_listener(self._on_event)
        super().close()

    @property
    def known_pars(self) -> dict[int, DealPar]:
        """The par of the deals whose result has been shown, by deal."""
        return {deal: par for deal, par in self._pars.items() if deal in self._shown_deals}

    def deal_text(self, deal: int) -> str:
        """Return the line of a deal whose result has been shown."""
        par = self.known_pars.get(deal)
        if par is not None:
            return describe_par(self._game, self.level, par.par)
        if deal in self._deals_without_par:
            return tr("There is no par of this deal: somebody else acted for you.")
        return self._missing_text({deal})

    def _missing_text(self, deals: set[int]) -> str:
        """Return why the par of some deals is not known yet."""
        if deals & self._failed_deals:
            return self._error_text
        waiting_text = tr("{level} is still playing your cards…")
        return waiting_text.format(level=level_title(self.level))

    @property
    def _awaited_deals(self) -> set[int]:
        """The deals whose result has been shown and whose par is not known yet."""
        return self._shown_deals - self._pars.keys() - self._deals_without_par

    @property
    def failure_text(self) -> str:
        """The sentence why par of a deal whose result has been shown failed, or an empty text."""
        return self._error_text if self._awaited_deals & self._failed_deals else ""

    @property
    def latest_deal(self) -> int:
        """The latest deal whose result has been shown."""
        return max(self._shown_deals)

    @property
    def total_text(self) -> str:
        """The lines for the end of the match; they take as much room before par is complete."""
        pars = [self._pars[deal] for deal in sorted(self.known_pars)]
        if self._awaited_deals:
            return f"{self._missing_text(self._awaited_deals)}\n"
        if not pars:
            return f"{self.deal_text(self.latest_deal)}\n"
        summary = sum_pars(pars)
        total = describe_total_par(self._game, self.level, summary.own, summary.par, len(pars))
        return f"{total}\n" + describe_par_counts(
            summary.better_count, summary.equal_count, summary.worse_count
        )

    def show_result(self, result_panel: ResultPanel) -> None:
        """Show the sums on the result of the match, now or once they are known."""
        self._result_panel = result_panel
        result_panel.par_line.playback_requested.connect(
            lambda: self.playback_requested.emit(self._dearest_deal)
        )
        self._show_total()

    def _show_total(self) -> None:
        if self._result_panel is not None:
            can_play_back = bool(self.known_pars) and not self._awaited_deals
            self._result_panel.show_par(self.total_text, can_play_back=can_play_back)

    @property
    def _dearest_deal(self) -> int:
        """The deal in which most was lost against par; of equal ones the latest."""
        return min(self.known_pars.values(), key=lambda par: (par.strokes, -par.deal)).deal

    # Signals

    def _on_event(self, event: Event) -> None:
        if isinstance(event, DealScored):
            self._pars.pop(event.deal, None)
            self._shown_deals.discard(event.deal)
            self._deals_without_par.discard(event.deal)
            self._asked_deals.add(event.deal)
            earlier_failed_deals = self._failed_deals - {event.deal}
            self._failed_deals = set()
            for deal in (event.deal, None) if earlier_failed_deals else (event.deal,):
                self.enqueue_job(partial(run_par_command, self._path, self.level, deal))

    def _play_missing_deals(self) -> None:
        self._asked_deals |= self._shown_deals
        self.enqueue_job(partial(run_par_command, self._path, self.level, None))

    def _on_finished(self) -> None:
        if self.has_waiting_jobs:
            return
        deals = self._asked_deals - self._pars.keys() - self._failed_deals
        if deals - self._deals_without_par:
            self._deals_without_par |= deals
            self._show_pars()

    def _on_deal_shown(self, deal: int) -> None:
        self._shown_deals.add(deal)
        self._show_pars(deal)

    def _on_par_played(self, values: dict[str, object]) -> None:
        par = msgspec.convert(values, DealPar)
        self._pars[par.deal] = par
        self._failed_deals.discard(par.deal)
        if par.deal in self._shown_deals:
            self._show_pars(par.deal)

    def _on_failed(self, deal: int | None, text: str) -> None:
        self._error_text = text
        self._failed_deals |= self._asked_deals - self._pars.keys() if deal is None else {deal}
        self._show_pars()

    def _show_pars(self, deal: int | None = None) -> None:
        """Show what is known; announce the par of ``deal`` if it is."""
        if not self._shown_deals:
            return
        column = self._match_view.side_column
        texts = tuple((known, self.deal_text(known)) for known in sorted(self.known_pars))
        latest_deal = self.latest_deal
        latest_text = tr("Deal {deal} · {text}").format(
            deal=latest_deal, text=self.deal_text(latest_deal)
        )
        column.show_pars(texts, latest_text, can_play_back=latest_deal in self.known_pars)
        self._match_view.sheet_changed.emit()
        if deal in self.known_pars:
            announce(self._match_view, self.deal_text(deal or 0))
        self._show_total()


def watch_par(services: Services, match_view: MatchView) -> None:
    """Play par beside a match, if it has one and the person wants it."""
    match, player_view = match_view.match, match_view.player_view
    level = services.settings.current.par
    if match is None or level == NONE or not services.launcher.separate_processes:
        return
    try:
        seat = find_par_seat(player_view.header)
    except GameError:
        return
    if player_view.seat == seat:
        game_level = choose_par_level(player_view.header, level)
        par = match_view.par = ParController(match_view, match.file.path, game_level)
        par.playback_requested.connect(
            lambda deal: services.navigate(ParReplayRoute(match.file.path, deal))
        )
        par.start()
