"""Dialogs to resume a match: the list of unfinished ones, and the choice of a seat."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.unfinished_matches import UnfinishedMatch
from greenbaize.rules.players import HUMAN
from greenbaize.ui.widgets.dialog import BaseDialog, make_abandon_dialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_heading, make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.titles import game_title

MAX_VISIBLE_ROWS: Final = 6
"""Maximum number of rows visible without scrolling."""


class UnfinishedDialog(BaseDialog):
    """List of unfinished matches, latest first, other people's last; the first is selected.

    It stays open until the caller accepts it: ``show_error`` says why a match cannot be opened.
    """

    resume_requested = Signal(object)
    new_match_requested = Signal()
    abandon_requested = Signal(object)
    all_requested = Signal()
    """Emitted when the matches beyond this list are requested too."""

    def __init__(
        self,
        matches: Sequence[UnfinishedMatch],
        parent: QWidget | None = None,
        is_anothers: Callable[[UnfinishedMatch], bool] = lambda _: False,
    ) -> None:
        super().__init__(parent, tr("Unfinished matches"))
        self._matches = sorted(matches, key=lambda match: match.start_time, reverse=True)
        self._matches.sort(key=is_anothers)
        self._abandoned_match: UnfinishedMatch | None = None
        is_single = len(matches) == 1
        question = tr("Go on with your match?") if is_single else tr("Go on with a match?")
        self.list = self.make_list(map(_match_line, self._matches), max_rows=MAX_VISIBLE_ROWS)
        self.error_note = make_note(parent=self, is_quiet=False)
        self.error_note.hide()
        self.resume_button = self.make_button(tr("&Go on"), self._on_resume, default=True)
        self.new_button = self.make_button(tr("&New match…"), self._on_new)
        self.abandon_button = self.make_button(tr("&Abandon…"), self._on_abandon)
        self.all_button = self.make_button(tr("A&ll of them…"), self._on_all)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        self.all_button.hide()
        left = self.abandon_button, self.all_button
        right = self.cancel_button, self.new_button, self.resume_button
        self.build_layout(
            make_heading(question), self.list, self.error_note, make_row(*left, STRETCH, *right)
        )
        self.list.setMinimumWidth(round(scale_pixels(420)))
        self.list.itemDoubleClicked.connect(self._on_resume)
        self.list.setFocus()  # from a button, arrow keys would reach *Abandon*

    @property
    def chosen_match(self) -> UnfinishedMatch | None:
        row = self.list.currentRow()
        return self._matches[row] if 0 <= row < len(self._matches) else None

    def show_error(self, text: str) -> None:
        self.error_note.setText(text)
        self.error_note.show()

    def remove_match(self, match: UnfinishedMatch) -> None:
        """Remove an abandoned match from the list; ``new_match_requested`` follows the last one."""
        if match in self._matches:
            row = self._matches.index(match)
            del self._matches[row]
            self.list.takeItem(row)
        self.error_note.hide()
        if not self._matches:
            self._on_new()

    def _on_new(self) -> None:
        self.reject()
        self.new_match_requested.emit()

    def _on_all(self) -> None:
        self.reject()
        self.all_requested.emit()

    def _on_resume(self) -> None:
        if self.chosen_match is not None:
            self.resume_requested.emit(self.chosen_match)

    def _on_abandon(self) -> None:
        self._abandoned_match = self.chosen_match
        if self._abandoned_match is not None:
            question = make_abandon_dialog(self)
            # Connect a method: a lambda would keep this dialog alive until its own child is
            # deleted, and then delete it within the child's destructor, which crashes Qt.
            question.confirmed.connect(self._on_abandon_confirmed)
            question.open()

    def _on_abandon_confirmed(self) -> None:
        self.abandon_requested.emit(self._abandoned_match)


def _match_line(match: UnfinishedMatch) -> str:
    header = match.header
    named_players = list(
        zip(header.players, map(display_name, display_names(header.players)), strict=True)
    )
    people_names = [name for player, name in named_players if player.kind == HUMAN]
    bot_names = [name for player, name in named_players if player.kind != HUMAN]
    begun = format_start_time(match.start_time)
    values = {
        "game": game_title(header.game),
        "people": ", ".join(people_names),
        "others": ", ".join(bot_names),
        "begun": begun,
    }
    if people_names:
        first = tr("{game}: {people} with {others}").format(**values)
    else:
        first = tr("{game}: {others}").format(**values)
    details = [match.kind] if match.kind else []
    details += [tr("begun {begun}").format(**values)] if begun else []
    return f"{first}\n{' · '.join(details)}" if details else first


class SeatDialog(BaseDialog):
    """List of the people of a match; ``seat_chosen`` carries the seat of who is here."""

    seat_chosen = Signal(int)

    def __init__(
        self,
        seats: Sequence[int],
        names: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, tr("Which chair is yours?"))
        self._seats = tuple(seats)
        self.list = self.make_list(names, wraps=False, max_rows=MAX_VISIBLE_ROWS)
        self.sit_button = self.make_button(tr("&Sit down"), self.accept, default=True)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        self._heading = make_heading(self.windowTitle())
        self._note = make_note(
            tr(
                "Several people have played this match. Computer players take the chairs of "
                "the others, until they come back."
            ),
            self,
        )
        buttons = make_row(STRETCH, self.cancel_button, self.sit_button)
        self.build_layout(self._heading, self.list, self._note, buttons)
        self.list.setMinimumWidth(round(scale_pixels(360)))
        self.list.itemDoubleClicked.connect(self.accept)
        self.list.setFocus()

    def set_texts(self, question: str, detail: str, button_text: str) -> None:
        """Ask another question about these seats; ``button_text`` is the confirming button's."""
        self.setWindowTitle(question)
        self.list.setAccessibleName(question)
        self._heading.setText(question)
        self._note.setText(detail)
        self.sit_button.setText(button_text)

    def accept(self) -> None:
        row = self.list.currentRow()
        super().accept()
        self.seat_chosen.emit(self._seats[row])
