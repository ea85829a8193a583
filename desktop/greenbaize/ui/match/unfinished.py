"""Dialogs to resume a match: the list of unfinished ones, and the choice of a seat."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.unfinished import Unfinished
from greenbaize.rules.players import HUMAN
from greenbaize.ui.widgets.boxes import STRETCH, row_of
from greenbaize.ui.widgets.dialog import Dialog, abandon_question
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.notes import heading, note
from greenbaize.ui.widgets.texts import begun_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_title

MOST_ROWS: Final = 6
"""Maximum number of rows visible without scrolling."""


class UnfinishedDialog(Dialog):
    """List of unfinished matches, latest first, other people's last; the first is selected.

    It stays open until the caller accepts it: ``show_error`` says why a match cannot be opened.
    """

    go_on_asked = Signal(object)
    new_match_asked = Signal()
    abandon_asked = Signal(object)
    all_asked = Signal()
    """Emitted when the matches beyond this list are requested too."""

    def __init__(
        self,
        matches: Sequence[Unfinished],
        parent: QWidget | None = None,
        anothers: Callable[[Unfinished], bool] = lambda _: False,
    ) -> None:
        super().__init__(parent, tr("Unfinished matches"))
        self._matches = sorted(matches, key=lambda match: match.begun, reverse=True)
        self._matches.sort(key=anothers)
        self._doomed: Unfinished | None = None
        one = len(matches) == 1
        question = tr("Go on with your match?") if one else tr("Go on with a match?")
        self.list = self.make_list(map(_line, self._matches), most_rows=MOST_ROWS)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.go_on_button = self.button(tr("&Go on"), self._on_go_on, default=True)
        self.new_button = self.button(tr("&New match…"), self._on_new)
        self.abandon_button = self.button(tr("&Abandon…"), self._on_abandon)
        self.all_button = self.button(tr("A&ll of them…"), self._on_all)
        self.cancel_button = self.button(tr("&Cancel"), self.reject)
        self.all_button.hide()
        left = self.abandon_button, self.all_button
        right = self.cancel_button, self.new_button, self.go_on_button
        self.lay_out(heading(question), self.list, self.problem, row_of(*left, STRETCH, *right))
        self.list.setMinimumWidth(round(grown(420)))
        self.list.itemDoubleClicked.connect(self._on_go_on)
        self.list.setFocus()  # from a button, arrow keys would reach *Abandon*

    @property
    def chosen(self) -> Unfinished | None:
        row = self.list.currentRow()
        return self._matches[row] if 0 <= row < len(self._matches) else None

    def show_problem(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.show()

    def forget(self, match: Unfinished) -> None:
        """Remove an abandoned match from the list; ``new_match_requested`` follows the last one."""
        if match in self._matches:
            row = self._matches.index(match)
            del self._matches[row]
            self.list.takeItem(row)
        self.problem.hide()
        if not self._matches:
            self._on_new()

    def _on_new(self) -> None:
        self.reject()
        self.new_match_asked.emit()

    def _on_all(self) -> None:
        self.reject()
        self.all_asked.emit()

    def _on_go_on(self) -> None:
        if self.chosen is not None:
            self.go_on_asked.emit(self.chosen)

    def _on_abandon(self) -> None:
        self._doomed = self.chosen
        if self._doomed is not None:
            question = abandon_question(self)
            # Connect a method: a lambda would keep this dialog alive until its own child is
            # deleted, and then delete it within the child's destructor, which crashes Qt.
            question.confirmed.connect(self._on_abandon_confirmed)
            question.open()

    def _on_abandon_confirmed(self) -> None:
        self.abandon_asked.emit(self._doomed)


def _line(match: Unfinished) -> str:
    header = match.header
    named = list(zip(header.sitters, map(shown_name, called(header.sitters)), strict=True))
    people = [name for one, name in named if one.kind == HUMAN]
    others = [name for one, name in named if one.kind != HUMAN]
    begun = begun_text(match.begun)
    words = {
        "game": game_title(header.game),
        "people": ", ".join(people),
        "others": ", ".join(others),
        "begun": begun,
    }
    if people:
        first = tr("{game}: {people} with {others}").format(**words)
    else:
        first = tr("{game}: {others}").format(**words)
    more = [tr("practice")] if header.practice else []
    more += [tr("begun {begun}").format(**words)] if begun else []
    return f"{first}\n{' · '.join(more)}" if more else first


class ChairDialog(Dialog):
    """List of the people of a match; ``seat_chosen`` carries the seat of who is here."""

    chair_chosen = Signal(int)

    def __init__(
        self,
        seats: Sequence[int],
        names: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, tr("Which chair is yours?"))
        self._seats = tuple(seats)
        self.list = self.make_list(names, wraps=False, most_rows=MOST_ROWS)
        self.sit_button = self.button(tr("&Sit down"), self.accept, default=True)
        self.cancel_button = self.button(tr("&Cancel"), self.reject)
        self._heading = heading(self.windowTitle())
        self._note = note(
            tr(
                "Several people have played this match. Computer players take the chairs of "
                "the others, until they come back."
            ),
            self,
        )
        buttons = row_of(STRETCH, self.cancel_button, self.sit_button)
        self.lay_out(self._heading, self.list, self._note, buttons)
        self.list.setMinimumWidth(round(grown(360)))
        self.list.itemDoubleClicked.connect(self.accept)
        self.list.setFocus()

    def say(self, question: str, more: str, act: str) -> None:
        """Ask another question about these seats; ``button_text`` is the confirming button's."""
        self.setWindowTitle(question)
        self.list.setAccessibleName(question)
        self._heading.setText(question)
        self._note.setText(more)
        self.sit_button.setText(act)

    def accept(self) -> None:
        row = self.list.currentRow()
        super().accept()
        self.chair_chosen.emit(self._seats[row])
