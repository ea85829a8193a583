"""Whole matches in the window, without animations and without waiting for anybody."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEventLoop, QTimer

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header import GamesByName, RecordHeader
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.application import gc_on_this_thread
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.self_test.checks import collect_errors, count_colours
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.window_session import WindowSession
from greenbaize.words.names import display_name
from greenbaize.words.titles import rank_title

MATCH_S: Final = 120.0
"""Time after which a match counts as stuck (s)."""
SCREENSHOT_AFTER: Final = 8
"""Number of events before the colours are counted: cards are on the table by then."""
MIN_COLOURS: Final = 60
"""Minimum number of colours; a table without cards has fewer."""


def run_match(games: GamesByName, header: RecordHeader, *, separate_processes: bool) -> Path:
    """Play a match of computer players to its end in the window; return the record's path.

    The players run in processes of their own if ``separate_processes``. Raises ``GameError`` if the
    match does not end, or something is not visible.
    """
    with collect_errors() as errors:
        return _MatchRun(games, errors, separate_processes=separate_processes).play_to_end(
            lambda program: program.features.launcher.start_match(header)
        )


def resume_match(games: GamesByName, path: Path, *, separate_processes: bool) -> None:
    """Resume a match from its record and play it to its end; ``GameError`` as above."""

    def resume(program: WindowSession) -> None:
        error = program.features.launcher.resume_match(path)
        if error:
            raise GameError(Message("self-not-resumed", {"problem": error}))

    with collect_errors() as errors:
        _MatchRun(games, errors, separate_processes=separate_processes).play_to_end(resume)


class _MatchRun:
    """One match in the window; ``errors`` are those raised inside Qt's callbacks."""

    def __init__(
        self, games: GamesByName, errors: list[BaseException], *, separate_processes: bool
    ) -> None:
        UserSettings(your_name="", motion="none").save()
        self._errors = errors
        self._loop = QEventLoop()
        self._event_count = self._colour_count = 0
        self._session = WindowSession(
            PlayRequest(speed=0.0), games, separate_processes=separate_processes
        )

    def play_to_end(self, begin: Callable[[WindowSession], None]) -> Path:
        """Open the window, start, and wait for the result; return the record's path."""
        window = self._session.window
        window.show()
        try:
            begin(self._session)
            self._match_view.stage.event_finished.connect(self._on_event_finished)
            self._match_view.finished.connect(self._loop.quit)
            self._run_loop()
            self._check_result()
            return self._record
        finally:
            window.close_without_asking()
            window.deleteLater()
            self._loop.processEvents()

    @property
    def _match_view(self) -> MatchView:
        page = self._session.services.pages.current
        assert isinstance(page, MatchView)
        return page

    @property
    def _record(self) -> Path:
        record: Path | None = self._match_view.player_view.record_path
        assert record is not None
        return record

    def _run_loop(self) -> None:
        """Run the event loop until the match is over, an error occurs or the time is up."""
        limit_timer, error_timer = QTimer(singleShot=True), QTimer()
        limit_timer.timeout.connect(self._loop.quit)
        error_timer.timeout.connect(self._quit_on_error)
        limit_timer.start(int(1000 * MATCH_S))
        error_timer.start(100)
        with gc_on_this_thread():
            self._loop.exec()
        error_timer.stop()
        limit_timer.stop()

    def _quit_on_error(self) -> None:
        if self._errors:
            self._loop.quit()

    def _on_event_finished(self) -> None:
        self._event_count += 1
        if self._event_count == SCREENSHOT_AFTER:
            self._count_table_colours()

    def _count_table_colours(self) -> None:
        self._colour_count = count_colours(self._match_view.table_view.grab().toImage())

    def _check_result(self) -> None:
        """Check that the result, the sheet and the cards are visible."""
        match_view = self._match_view
        for error in self._errors:
            raise error
        if match_view.result_controller is None:
            raise GameError(Message("self-endless"))
        if self._event_count < SCREENSHOT_AFTER:
            self._count_table_colours()  # the match ended before that many events
        if self._colour_count < MIN_COLOURS:
            raise GameError(Message("self-table-blank", {"count": self._colour_count}))
        end, header = match_view.player_view.end_event, match_view.player_view.header
        assert end is not None
        result_panel = match_view.result_controller.result_panel
        shown_texts = [label.text() for label in result_panel.findChildren(PlainLabel)]
        shown_texts += [plate.accessibleName() for plate in result_panel.ranking.plates]
        for player, rank in zip(header.players, end.places, strict=True):
            name, title = display_name(player.name), rank_title(rank)
            if not any(name in text for text in shown_texts) or not any(
                title in text for text in shown_texts
            ):
                raise GameError(Message("self-result", {"name": name}))
        model = match_view.side_column.sheet_panel.table.model()
        last = model.rowCount() - 1
        for seat in range(len(header.players)):
            if last < 1 or not str(model.index(last, seat).data() or ""):
                raise GameError(Message("self-sheet"))
        if not self._session.window.grab().save(str(self._record.with_suffix(".png")), "PNG"):
            raise GameError(Message("self-picture"))
