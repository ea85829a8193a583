"""Several people at one computer: each sees the table from their own seat in turn."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.player_view import Backlog, LocalView
from greenbaize.ui.match.cover import Cover
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.pacing import forced_answer
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import Progress
from greenbaize.words.names import shown_name

Lay = Callable[[LocalView, OpenMatch], MatchView]
"""Creates the page of a match for a view, not started yet."""


class Passing(QObject):
    """Controller that passes one match from person to person, with a cover page in between."""

    _woken = Signal()
    """Emitted from another thread when a program has sent something meanwhile."""

    def __init__(self, services: Services, match: OpenMatch, lay: Lay) -> None:
        super().__init__(services.window)
        self._services, self._match, self._lay = services, match, lay
        self._backlogs = {place.seat: Backlog(place) for place in match.places}
        self._names = [shown_name(name) for name in called(match.place.header.sitters)]
        self._woken.connect(match.table.attend, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Ask for the person who acts first; the end of a finished match is for all."""
        self._match.table.begin()
        seat = self._match.table.next_person
        if seat is None:
            self._uncover(self._match.place.seat)
        else:
            self._cover(seat)

    def _cover(self, seat: int) -> None:
        """Cover the table until the person of a seat confirms."""
        services = self._services
        self._let_go()
        services.speech.forget()
        services.notifications.hide()
        cover = Cover(self._match, self._names, seat, services.window)
        if not self._backlogs[seat].fresh:
            cover.tell_missed()
        cover.motion.speed = services.request.speed
        cover.here.connect(partial(self._uncover, seat))
        self._match.table.wake_by(self._woken.emit)
        services.pages.show(cover)
        services.pages.changed.emit()
        cover.button.setFocus()

    def _uncover(self, seat: int | None) -> None:
        """Show the table to the person of a seat, starting with what they have missed."""
        self._let_go()
        place = self._place_of(seat)
        playing = self._lay(place, self._match)
        playing.missed = Progress(*self._backlogs[seat].take())
        playing.pacing.passed.connect(partial(self._on_passed, playing))
        self._services.pages.changed.emit()
        playing.setFocus()
        playing.begin()

    def _place_of(self, seat: int | None) -> LocalView:
        return next(one for one in self._match.places if one.seat == seat)

    def _let_go(self) -> None:
        """Keep the match running when the current page is replaced by the next one."""
        page: Any = self._services.pages.current
        if page is None or page.match is not self._match:
            return
        page.match, page.keeps_place = None, True
        if isinstance(page, MatchView):
            self._backlogs[page.place.seat].clear()

    def _on_passed(self, playing: MatchView, seat: int) -> None:
        place = self._place_of(seat)
        # Everyone knows that a last card is played, so nobody need come for it.
        last = forced_answer(place, playing.stage.pace._replace(forced=False))
        if last is None:
            self._cover(seat)
        else:
            place.submit(last, lambda _: playing.stage.go_on())
