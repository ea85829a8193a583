"""The dialog to go on with an unfinished match."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.tables.unfinished import Unfinished
from greenbaize.rules.players import HUMAN
from greenbaize.ui.captions import practice_text
from greenbaize.ui.dates import begun_text
from greenbaize.ui.dialogs.dialog import Dialog, abandon_question
from greenbaize.ui.dialogs.notes import heading, note
from greenbaize.ui.fonts import grown
from greenbaize.ui.plain import set_tip
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_title

MOST_ROWS: Final = 6
"""How many matches are seen without scrolling."""
LINES: Final = 3
"""How many lines a match takes, most often."""


class UnfinishedDialog(Dialog):
    """Lists unfinished matches, latest first, ``anothers`` after one's own; the first is chosen.

    It stays open until the caller accepts it: ``show_problem`` says why a match cannot be opened.
    """

    go_on_asked = Signal(object)
    new_match_asked = Signal()
    abandon_asked = Signal(object)
    all_asked = Signal()
    """There are more than these, and they are wanted too."""

    def __init__(
        self,
        matches: Sequence[Unfinished],
        parent: QWidget | None = None,
        theme: Theme | None = None,
        anothers: Callable[[Unfinished], bool] = lambda _: False,
    ) -> None:
        super().__init__(parent, tr("Unfinished matches"), theme)
        self._matches = sorted(matches, key=lambda match: match.begun, reverse=True)
        self._matches.sort(key=anothers)
        one = len(matches) == 1
        self._doomed: Unfinished | None = None
        question = tr("Go on with your match?") if one else tr("Go on with a match?")
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        self.list.setSpacing(1)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for match in self._matches:
            set_tip(QListWidgetItem(_line(match), self.list), _line(match))
        self.list.setCurrentRow(0)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.go_on_button = QPushButton(tr("&Go on"), self)
        self.new_button = QPushButton(tr("&New match…"), self)
        self.abandon_button = QPushButton(tr("&Abandon…"), self)
        self.all_button = QPushButton(tr("A&ll of them…"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self.all_button.hide()
        self.go_on_button.setDefault(True)
        others = self.new_button, self.abandon_button, self.all_button, self.cancel_button
        for button in others:
            button.setAutoDefault(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addWidget(heading(question))
        column.addWidget(self.list, 1)
        column.addWidget(self.problem)
        column.addLayout(self._row_of_buttons())
        lines = LINES * min(MOST_ROWS, len(self._matches))
        self.list.setMinimumWidth(round(grown(420)))
        line = self.list.fontMetrics().height()
        self.list.setMinimumHeight(LINES * line + 12)
        self.list.setMaximumHeight(lines * line + 12)
        hint = self.sizeHint()
        more = self.list.maximumHeight() - self.list.sizeHint().height()
        self.resize(hint.width(), hint.height() + more)
        self._connect()
        self.go_on_button.setFocus()

    def _row_of_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self.abandon_button)
        row.addWidget(self.all_button)
        row.addStretch(1)
        for button in (self.cancel_button, self.new_button, self.go_on_button):
            row.addWidget(button)
        return row

    def _connect(self) -> None:
        self.go_on_button.clicked.connect(self._on_go_on)
        self.list.itemDoubleClicked.connect(self._on_go_on)
        self.cancel_button.clicked.connect(self.reject)
        self.new_button.clicked.connect(self.new_match_asked)
        self.abandon_button.clicked.connect(self._on_abandon)
        self.all_button.clicked.connect(self.all_asked)

    @property
    def chosen(self) -> Unfinished | None:
        """The match that is chosen in the list."""
        row = self.list.currentRow()
        return self._matches[row] if 0 <= row < len(self._matches) else None

    def show_problem(self, text: str) -> None:
        """Say why the chosen match cannot be opened."""
        self.problem.setText(text)
        self.problem.show()

    def forget(self, match: Unfinished) -> None:
        """Take an abandoned match off the list; ``new_match_asked`` follows the last one."""
        if match in self._matches:
            row = self._matches.index(match)
            del self._matches[row]
            self.list.takeItem(row)
        self.problem.hide()
        if not self._matches:
            self.new_match_asked.emit()

    def _on_go_on(self) -> None:
        if self.chosen is not None:
            self.go_on_asked.emit(self.chosen)

    def _on_abandon(self) -> None:
        self._doomed = self.chosen
        if self._doomed is not None:
            question = abandon_question(self)
            # A method, as a lambda would keep this dialog alive until its own child is deleted,
            # and then delete it from within the child's destructor: Qt crashes.
            question.confirmed.connect(self._on_abandon_confirmed)
            question.open()

    def _on_abandon_confirmed(self) -> None:
        self.abandon_asked.emit(self._doomed)


def _line(match: Unfinished) -> str:
    header = match.header
    people = [shown_name(one.name) for one in header.sitters if one.kind == HUMAN]
    others = [shown_name(one.name) for one in header.sitters if one.kind != HUMAN]
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
    more = [practice_text(header)] if header.practice else []
    more += [tr("begun {begun}").format(**words)] if begun else []
    return f"{first}\n{' · '.join(more)}" if more else first
