"""Undo and redo of decisions in a match against bots.

A decision can be redone until the match takes another course.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from greenbaize.app.memory import branches
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.match.header import Header
from greenbaize.rules.errors import GameError
from greenbaize.ui.shell.navigation import Resume, Start
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class TakingBack(QObject):
    """Controller of undo and redo on the current table."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self._undone: list[tuple[str | None, bytes]] = []
        """Seed and record of the match before each undo, the latest last."""
        self._match: OpenMatch | None = None
        self._decided = False
        """The person has decided something in the match, as of the last check."""

    def see(self) -> None:
        """Follow the match on the table, to refresh the actions after each event."""
        match = self._services.pages.match
        if match is not None and match is not self._match:
            self._match, self._decided = match, False
            match.place.listen(lambda _: self._show())

    def _show(self) -> None:
        self._services.actions.refresh("take_back", "redo")

    def can_take_back(self) -> bool:
        self.see()
        return self._services.pages.played and not self._problem()

    def can_redo(self) -> bool:
        """Tell if a decision can be redone; forget those that no longer can."""
        match = self._services.pages.match
        if not self._undone or match is None or match.place.over:
            return False
        (seed, record), lines = self._undone[-1], match.file.lines.splitlines()
        undone = record.splitlines()
        if seed != match.place.header.seed or lines[1:] != undone[1 : len(lines)]:
            self._undone.clear()  # another match, or another course of this one
            return False
        return len(lines) < len(undone)

    def tell_why_not(self) -> None:
        problem = self._problem()
        if problem and self._services.pages.played:
            self._services.notifications.mention(problem)

    def _problem(self) -> str:
        """Return the reason why nothing can be undone, or an empty text."""
        match = self._services.pages.match
        if match is None:
            return tr("Nothing can be taken back in a match with other people.")
        if match.place.over:
            return tr("The match is over. Its replay can be played on from anywhere.")
        if match.file.trouble is not None:
            return tr("The match cannot be written down just now, so nothing can be taken back.")
        try:
            branches.check_take_back(match.place.header)
        except GameError as error:
            return Speaker().say(error.message)
        place = match.place
        if place.seat is not None and not self._decided:
            self._decided = branches.has_decided(place.header, bytes(place.told), place.seat)
        return "" if self._decided else tr("There is nothing to take back yet.")

    def ask(self) -> None:
        """Undo the last decision; ask first unless the match is practice already."""
        match = self._services.pages.match
        if match is None or self._problem():
            return
        if match.place.header.practice:
            self._take_back(match)
            return
        question = Confirmation(
            self._services.window,
            tr("Take back?"),
            tr(
                "From here on it is practice and does not count. The match as it stands goes "
                "to the abandoned ones and is not offered again."
            ),
            tr("&Take back"),
            tr("&Keep playing"),
        )
        question.confirmed.connect(lambda: self._take_back(match))
        self._services.dialogs.open(question)

    def redo(self) -> None:
        """Resume the match as it was before the last undo."""
        match = self._services.pages.match
        if match is None or not self.can_redo():
            return
        undone, seat = self._undone.pop(), match.place.seat
        assert seat is not None
        if not self._go_on(match, lambda old, header: branches.redo(old, header, undone[1], seat)):
            self._undone.append(undone)
        self._show()

    def _take_back(self, match: OpenMatch) -> None:
        """Resume the match before the last decision, as practice."""
        lines, seat = match.file.lines, match.place.seat
        assert seat is not None
        if self._go_on(match, lambda old, header: branches.take_back(old, header, lines, seat)):
            self._undone.append((match.place.header.seed, lines))
            self._show()

    def _go_on(self, match: OpenMatch, written: Callable[[Path, Header], Path]) -> bool:
        """Resume a match from the record that ``write_branch`` writes; return True on success."""
        services, place = self._services, match.place
        if match is not services.pages.match or place.seat is None or place.over:
            return False  # the match has ended or been replaced in the meantime
        old = match.file.path
        services.pages.leave()
        problem = ""
        try:
            path = written(old, place.header)
        except GameError as error:
            path, problem = old, Speaker().say(error.message)
        if not services.go(Resume(path, place.seat)):
            services.go(Start())
            return False
        table: Any = services.pages.table
        if table is not None and table.played:
            table.pacing.ask_anew()
        if problem:
            services.notifications.tell(problem)
        return not problem
