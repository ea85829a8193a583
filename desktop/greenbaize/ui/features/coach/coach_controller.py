"""Reviews of finished matches in the background, while nothing else is going on."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.match.header import match_identity
from greenbaize.rules.errors import FileError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.coached_deals import read_current_deals
from greenbaize.store.files import LockedFile
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.shell.job_queue import JobQueue
from greenbaize.ui.shell.navigation import ExercisesRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.words.catalogue import tr_count

IDLE_DELAY_MS: Final = 4000
"""Time for which nothing else has been going on before reviews begin (ms)."""


class CoachQueue(JobQueue):
    """One run of the command that reviews matches; closing it ends the command at once."""

    deal_reviewed = Signal(str, int)
    """Emitted with the identity of a match and the number of its deals that are left."""
    review_finished = Signal()


def run_review_command(indexer: HistoryIndexer, emit_signal: Callable[..., None]) -> None:
    """Review all matches that are left, the latest first; faulty records are passed over."""
    for line in indexer.run_command(["history", "review", "--json"], Message("coach-lost")):
        if "left" in line:
            emit_signal("deal_reviewed", str(line["match"]), int(line["left"]))
    emit_signal("review_finished")


class CoachController(QObject):
    """Controller of the reviews, which begin once nothing else has begun for a while."""

    match_reviewed = Signal()
    """Emitted when a match has been reviewed, and when there is nothing left to review."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self._queue: CoachQueue | None = None
        self._is_complete = False
        """Everything is reviewed, as far as it can be."""
        self._watched_panel: tuple[ResultPanel, str, int] | None = None
        """The result shown: its panel, and its match's identity and seat."""
        self._lock: LockedFile | None = None
        """The lock of the reviews, held while they run here."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(IDLE_DELAY_MS)
        self._timer.timeout.connect(self._start_review)
        services.pages.page_showing.connect(self.update_state)
        services.pages.changed.connect(self.update_state)
        services.settings.changed.connect(self.update_state)
        services.history.updater.changed.connect(self._on_history_changed)

    @property
    def is_reviewing(self) -> bool:
        return self._queue is not None

    @property
    def may_review(self) -> bool:
        """True if reviews are wanted and nothing is played that needs the computer."""
        services = self._services
        page = services.pages.current
        table = services.pages.table
        has_result = table is not None and table.has_result
        is_playing = page is not None and (page.is_shared or (page.is_played and not has_result))
        return (
            services.settings.current.reviews_deals
            and services.launcher.separate_processes
            and not services.request.is_without_person
            and not is_playing
        )

    def update_state(self) -> None:
        """Stop at once when something else begins, and go on after a while of rest."""
        if not self.may_review:
            self.stop_review()
        elif not self.is_reviewing and not self._is_complete and not self._timer.isActive():
            self._timer.start()

    def stop_review(self) -> None:
        """End the reviews; what is stored already is kept, and the rest follows later."""
        self._timer.stop()
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.close()
            queue.deleteLater()
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release(remove=True)

    def _on_history_changed(self) -> None:
        self._is_complete = False
        self.update_state()

    def _start_review(self) -> None:
        if not self.may_review or self.is_reviewing:
            return
        table = self._services.pages.table
        if isinstance(table, MatchView) and table.par is not None and table.par.is_busy:
            self._timer.start()  # one process in the background at a time
            return
        if not self._take_lock():
            self._timer.start()  # another window reviews: it may leave something
            return
        queue = self._queue = CoachQueue(self)
        queue.deal_reviewed.connect(self._on_deal_reviewed)
        queue.review_finished.connect(self._on_finished)
        queue.enqueue_job(run_review_command)

    def _take_lock(self) -> bool:
        """Lock the reviews where possible; return False while another window has them."""
        try:
            self._lock = LockedFile.try_lock(folders.coach_path().with_suffix(".review.lock"))
        except OSError:
            return True  # where nothing can be locked, other windows have no lock either
        return self._lock is not None

    def _on_finished(self) -> None:
        self._is_complete = True
        if self._watched_panel is not None:
            self._show_moments()  # another window may have reviewed the match
        self.stop_review()
        self.match_reviewed.emit()

    def _on_deal_reviewed(self, identity: str, left_count: int) -> None:
        if not left_count:
            self.match_reviewed.emit()
            if self._watched_panel is not None and self._watched_panel[1] == identity:
                self._show_moments()

    # The result of a match

    def watch_result(self, match_view: MatchView, panel: ResultPanel) -> None:
        """Show a line on a result once its match has been reviewed."""
        view = match_view.player_view
        if view.seat is None or not self._services.settings.current.reviews_deals:
            return
        identity = match_identity(view.header)
        self._watched_panel = panel, identity, view.seat
        if self._services.launcher.separate_processes:
            panel.reserve_moments_line()
        panel.destroyed.connect(self._forget_panel)
        panel.moments_link.clicked.connect(
            lambda: self._services.navigate(
                ExercisesRoute(view.game.name, is_own=True, first_match=identity)
            )
        )

    def _forget_panel(self) -> None:
        self._watched_panel = None

    def _show_moments(self) -> None:
        assert self._watched_panel is not None
        panel, identity, seat = self._watched_panel
        count = 0
        with suppress(FileError):
            count = sum(
                bool(mistake.worths)
                for deal in read_current_deals(folders.coach_path())
                if (deal.match, deal.seat) == (identity, seat)
                for mistake in deal.mistakes
            )
        if not count:
            return
        text = tr_count("One moment worth a look", "{count} moments worth a look", count)
        self._watched_panel = None
        panel.show_moments(text.format(count=count))
        announce(panel, panel.moments_link.text())
