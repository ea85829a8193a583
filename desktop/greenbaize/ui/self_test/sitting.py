"""Whole matches in the window, without animations and without waiting for anybody."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEventLoop, QTimer

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header import Games, Header
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.settings import Settings
from greenbaize.ui.application import collected_here
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.program import Program
from greenbaize.ui.self_test.checks import colours, heeding
from greenbaize.ui.widgets.plain import Label
from greenbaize.words.names import shown_name
from greenbaize.words.titles import place_title

MATCH_S: Final = 120.0
"""Time after which a match counts as stuck (s)."""
LOOK_AFTER: Final = 8
"""Number of events before the colours are counted: cards are on the table by then."""
LEAST_COLOURS: Final = 60
"""Minimum number of colours; a table without cards has fewer."""


def see_match(games: Games, header: Header, *, apart: bool) -> Path:
    """Play a match of computer players to its end in the window; return the record's path.

    The players run in processes of their own if ``separate_processes``. Raises ``GameError`` if the
    match does not end, or something is not visible.
    """
    with heeding() as errors:
        return _Sitting(games, errors, apart=apart).see(
            lambda program: program.features.launcher.begin(header)
        )


def go_on_with(games: Games, path: Path, *, apart: bool) -> None:
    """Resume a match from its record and play it to its end; ``GameError`` as above."""

    def resume(program: Program) -> None:
        problem = program.features.launcher.resume(path)
        if problem:
            raise GameError(Message("self-not-resumed", {"problem": problem}))

    with heeding() as errors:
        _Sitting(games, errors, apart=apart).see(resume)


class _Sitting:
    """One match in the window; ``errors`` are those raised inside Qt's callbacks."""

    def __init__(self, games: Games, errors: list[BaseException], *, apart: bool) -> None:
        Settings(your_name="", motion="none").save()
        self._errors = errors
        self._loop = QEventLoop()
        self._events = self._colours = 0
        self._program = Program(PlayRequest(speed=0.0), games, apart=apart)

    def see(self, begin: Callable[[Program], None]) -> Path:
        """Open the window, start, and wait for the result; return the record's path."""
        window = self._program.window
        window.show()
        try:
            begin(self._program)
            self._playing.stage.shown.connect(self._on_shown)
            self._playing.finished.connect(self._loop.quit)
            self._wait()
            self._check()
            return self._record
        finally:
            window.close_now()
            window.deleteLater()
            self._loop.processEvents()

    @property
    def _playing(self) -> MatchView:
        page = self._program.services.pages.current
        assert isinstance(page, MatchView)
        return page

    @property
    def _record(self) -> Path:
        record: Path | None = self._playing.place.record
        assert record is not None
        return record

    def _wait(self) -> None:
        """Run the event loop until the match is over, an error occurs or the time is up."""
        limit, look = QTimer(singleShot=True), QTimer()
        limit.timeout.connect(self._loop.quit)
        look.timeout.connect(self._see_errors)
        limit.start(int(1000 * MATCH_S))
        look.start(100)
        with collected_here():
            self._loop.exec()
        look.stop()
        limit.stop()

    def _see_errors(self) -> None:
        if self._errors:
            self._loop.quit()

    def _on_shown(self) -> None:
        self._events += 1
        if self._events == LOOK_AFTER:
            self._look()

    def _look(self) -> None:
        self._colours = colours(self._playing.view.grab().toImage())

    def _check(self) -> None:
        """Check that the result, the sheet and the cards are visible."""
        playing = self._playing
        for error in self._errors:
            raise error
        if playing.ending is None:
            raise GameError(Message("self-endless"))
        if self._events < LOOK_AFTER:
            self._look()  # the match ended before that many events
        if self._colours < LEAST_COLOURS:
            raise GameError(Message("self-table-blank", {"count": self._colours}))
        end, header = playing.place.end, playing.place.header
        assert end is not None
        result = playing.ending.card
        shown = [label.text() for label in result.findChildren(Label)]
        shown += [plate.accessibleName() for plate in result.ranking.plates]
        for sitter, place in zip(header.sitters, end.places, strict=True):
            name, title = shown_name(sitter.name), place_title(place)
            if not any(name in text for text in shown) or not any(title in text for text in shown):
                raise GameError(Message("self-result", {"name": name}))
        model = playing.side.sheet.table.model()
        last = model.rowCount() - 1
        for seat in range(len(header.sitters)):
            if last < 1 or not str(model.index(last, seat).data() or ""):
                raise GameError(Message("self-sheet"))
        if not self._program.window.grab().save(str(self._record.with_suffix(".png")), "PNG"):
            raise GameError(Message("self-picture"))
