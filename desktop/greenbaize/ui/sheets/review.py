"""The review of a deal: the player's choices beside those a bot would make."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGridLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.advice.review import (
    Decision,
    Judged,
    decisions,
    given_away,
    judged,
    scored_deals,
    view_at,
)
from greenbaize.app.memory.achievements import keep_found
from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.thinking import Weighed
from greenbaize.ui.cards.suited import RuleLink, SuitDelegate
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, row_of
from greenbaize.ui.widgets.dialog import Dialog
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.lettering import normal, small, title
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain import Label, name_combo, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.ui.widgets.window_geometry import room_of, within
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import loss_text, unit_line, worth_text
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import aloud
from greenbaize.words.titles import level_title

MOMENT, YOURS, THEIRS, LOST = range(4)
LEAST_ROWS = 3
"""Minimum number of visible rows; the table scrolls to the others."""
ROWS = 2
"""One row for the player's choice, one for the adviser's."""


class ReviewDialog(Dialog):
    """A dialog with a row for every real choice of a deal and the adviser's estimate of it.

    Play continues beside it.
    """

    rule_asked = Signal(str)
    _said = Signal()
    """The adviser has an answer; emitted from another thread."""

    def __init__(self, place: PlayerView, parent: QWidget | None = None) -> None:
        assert place.seat is not None
        heading, self._whose = tr("Review of a deal"), tr("You")
        # players take turns at this computer, so "you" would be ambiguous
        if place.header.one_computer:
            self._whose = shown_name(called(place.header.sitters)[place.seat])
            heading = tr("{title}: {value}").format(title=heading, value=self._whose)
        super().__init__(parent, heading)
        self.adviser: Adviser | None = None
        """Adviser that weighs the choices, while the dialog is open."""
        self.judged: list[Judged] = []
        """Weighed choices in the order in which they were made."""
        self.complete = False
        """All choices have been weighed, or the adviser has given up."""
        self._place = place
        self._level = place.adviser_level
        self._unit = place.game.unit
        self._sides = place.game.sides(len(place.header.sitters))
        self._speaker = Speaker()
        self._told = bytes(place.told)
        self._decisions = decisions(place.game, place.header, place.seat, self._told)
        self._heard = self._count = self._grown = 0
        self.setModal(False)
        self.deals = QComboBox(self)
        for deal in scored_deals(place.game, self._told):
            self.deals.addItem(tr("Deal {deal}").format(deal=deal), deal)
        self.deals.setMinimumContentsLength(8)
        self.deals.setCurrentIndex(self.deals.count() - 1)
        name_combo(self.deals, tr("Deal"))
        self.lines = self._make_table()
        self.reasons = Reasons(self)
        self.progress = QProgressBar(self)
        self.conclusion = Label(parent=self)
        self.conclusion.setFont(title(fixed=True))
        self.conclusion.setWordWrap(True)
        self._lay_out()
        self.dress()
        self._said.connect(self._on_said, Qt.ConnectionType.QueuedConnection)
        self.deals.currentIndexChanged.connect(self._begin)
        self.lines.itemSelectionChanged.connect(self._show_reasons)
        self.reasons.rule_asked.connect(self.rule_asked)
        self.finished.connect(self._leave)
        self._begin()

    def _make_table(self) -> "ChoiceTable":
        table = ChoiceTable(0, 4, self)
        level = level_title(self._level)
        table.setHorizontalHeaderLabels([tr("Moment"), self._whose, level, tr("Given away")])
        table.setAccessibleName(tr("Your choices in the deal"))
        table.setFont(normal(fixed=True))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        table.setMinimumHeight(table.height_of(LEAST_ROWS))
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setItemDelegate(SuitDelegate(table))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(MOMENT, QHeaderView.ResizeMode.Stretch)
        moment = header.fontMetrics().horizontalAdvance(tr("Moment"))
        header.setMinimumSectionSize(moment + round(grown(20)))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return table

    def _lay_out(self) -> None:
        level = level_title(self._level)
        honest = tr(
            "A computer player ({level}) has weighed every choice you had, knowing only what "
            "you could know at that moment. Its figures are estimates: a small difference "
            "means little, and one that may be chance is not marked."
        ).format(level=level)
        about = Label(f"{honest} {unit_line(self._unit, self._sides)}", self)
        about.setFont(small(fixed=True))
        about.setWordWrap(True)
        parts = about, self.lines, self.reasons, self.progress, self.conclusion
        top, buttons = row_of(self.deals, STRETCH), self.close_row(tr("C&lose"))
        column = self.lay_out(top, *parts, buttons, edges=(20, 16), spacing=12)
        column.setStretch(2, 1)
        self.setMinimumWidth(round(grown(560, 1.4)))

    def sizeHint(self) -> QSize:
        return QSize(round(grown(640)), super().sizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._grow()

    def _grow(self) -> None:
        """Grow to the height of all rows and text, unless the user has made the dialog lower.

        Layouts do not grow to the height that wrapped text needs.
        """
        layout = self.layout()
        assert layout is not None
        self.lines.expected = 0 if self.complete else self._count
        self.lines.updateGeometry()
        layout.activate()
        wanted = layout.totalMinimumHeightForWidth(self.width())
        if self.height() >= self._grown:
            wanted = max(wanted, layout.totalHeightForWidth(self.width()))
        if self.height() < wanted:
            size = QSize(self.width(), wanted)
            self.setGeometry(within(QRect(self.geometry().topLeft(), size), room_of(self)))
            self._grown = self.height()

    def dress(self) -> None:
        palette = paper_palette(worn())
        palette.setColor(QPalette.ColorRole.Base, QColor(worn().paper))
        self.setPalette(palette)

    def _of_deal(self) -> list[Decision]:
        deal = self.deals.currentData()
        return [one for one in self._decisions if one.deal == deal]

    def _begin(self) -> None:
        self._leave()
        self.judged, self.complete, self._heard = [], False, 0
        self.lines.setRowCount(0)
        asked = self._of_deal()
        self._count = len(asked)
        self.progress.setRange(0, self._count)
        self.adviser = self._place.adviser(self._said.emit)
        self._show_progress()
        for one in asked:
            self.adviser.ask(partial(self._on_heard, one), one.at)

    def _leave(self) -> None:
        if self.adviser is not None:
            self.adviser.close()
            self.adviser = None

    def _on_said(self) -> None:
        if self.adviser is not None:
            self.adviser.attend()

    def _on_heard(self, decision: Decision, choices: tuple[Weighed, ...] | None) -> None:
        if choices is None:
            late = self.adviser is not None and self.adviser.late
            self._leave()
            self.complete = True
            self.progress.hide()
            words = tr("The adviser did not answer in time. Open the review again for another try.")
            self.conclusion.setText(
                words if late else tr("The choices cannot be weighed just now.")
            )
            self.conclusion.show()
            announce(self, self.conclusion.text())
            return
        self._heard += 1
        found = judged(decision, choices)
        if found is not None:
            self.judged.append(found)
            self._add_line(found)
        self._show_progress()

    def _show_progress(self) -> None:
        self.complete = self._heard == self._count
        self.progress.setVisible(not self.complete)
        self.conclusion.setVisible(self.complete)
        self.progress.setValue(self._heard)
        words = tr("{number} of {count} choices weighed")
        self.progress.setFormat(words.format(number=self._heard, count=self._count))
        if not self.complete:
            return
        self._leave()
        lost = given_away(self.judged)
        if not self.judged:
            self.conclusion.setText(tr("There was nothing to choose in this deal."))
        elif lost:
            words = tr("Given away in all: {lost}").format(lost=loss_text(self._unit, lost))
            self.conclusion.setText(words)
            # explain the most expensive choice without being asked
            if not self.lines.selectedItems():
                dearest = max(self.judged, key=lambda one: one.given_away)
                self.lines.selectRow(self.judged.index(dearest))
        else:
            self.conclusion.setText(tr("Nothing was given away."))
        self._keep()
        announce(self, self.conclusion.text())
        self._grow()

    def _keep(self) -> None:
        deal = self.deals.currentData()
        if deal is None:
            return
        try:
            news = keep_found(self._place, deal, self._level, self._count, self.judged)
            said = "" if news is None else self._speaker.say(news)
        except GameError as error:
            words = tr("This is not counted in your statistics: {reason}")
            said = words.format(reason=self._speaker.say(error.message))
        if said:
            self.conclusion.setText(f"{self.conclusion.text()} {said}")

    def _add_line(self, one: Judged) -> None:
        yours, theirs = self._choice(one.done), tr("the same")
        if one.best.command != one.done.command:
            theirs = self._choice(one.best)
        lost = loss_text(self._unit, one.given_away) if one.given_away else tr("–")
        row = self.lines.rowCount()
        self.lines.insertRow(row)
        for column, words in enumerate((self._moment(one.decision), yours, theirs, lost)):
            item = QTableWidgetItem(words)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, aloud(words))
            item.setFont(normal(bold=bool(one.given_away) and column != MOMENT, fixed=True))
            if column == LOST and one.difference and not one.given_away:
                set_tip(item, tr("The difference is within the error."))
            self.lines.setItem(row, column, item)

    def _show_reasons(self) -> None:
        rows = {index.row() for index in self.lines.selectionModel().selectedRows()}
        said = [] if not rows else self._reasons(self.judged[min(rows)])
        speaker = Speaker(called(self._place.header.sitters), self._place.seat)
        self.reasons.show_reasons(said, speaker)
        self._grow()

    def _reasons(self, one: Judged) -> list[tuple[str, Sequence[Message]]]:
        """Return the reasons for the player's choice and, if different, for the best one.

        Each entry has the name of the chooser and the messages, as hints give them.
        """
        place, at = self._place, one.decision.at
        assert place.seat is not None
        game = place.game
        view = view_at(game, place.header, place.seat, self._told, at)
        others = [choice for choice in one.choices if choice.command != one.best.command]
        does, odds = game.explain(view, one.done.command).sentences[0], game.odds(view, one.done)
        why = game.advice(view, [one.best, *others])
        if one.best.command == one.done.command:
            return [(self._whose, why or (does,))]
        theirs = why or game.explain(view, one.best.command).sentences[:1]
        yours = (does,) if odds is None else (does, odds)
        return [(self._whose, yours), (level_title(self._level), theirs)]

    def _choice(self, one: Weighed) -> str:
        return f"{self._speaker.say(one.command.said)}  ({worth_text(self._unit, one.expected)})"

    def _moment(self, decision: Decision) -> str:
        moment = decision.done.moment
        if moment is not None:
            return self._speaker.say(moment)
        if not decision.lying:
            return tr("You led")
        return tr("On {cards}").format(cards=" ".join(map(card_name, decision.lying)))


class ChoiceTable(QTableWidget):
    """A table with a row for every choice; it scrolls to the current row when resized."""

    expected = 0
    """Number of rows that the finished review will have."""

    def sizeHint(self) -> QSize:
        rows = max(self.rowCount(), self.expected)
        return QSize(super().sizeHint().width(), self.height_of(rows))

    def height_of(self, rows: int) -> int:
        """Return the height with this number of rows (pixels)."""
        head = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        return head + rows * self.verticalHeader().defaultSectionSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())


class Reasons(QWidget):
    """Reasons for each of two choices, with a link to the rule that the first reason rests on."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        self.words: list[Label] = []
        self.links: list[RuleLink] = []
        for row in range(ROWS):
            words = Label(parent=self)
            words.setFont(small(fixed=True))
            words.setWordWrap(True)
            link = RuleLink("", self)
            link.clicked.connect(lambda _=False, link=link: self.rule_asked.emit(link.rule))
            grid.addWidget(words, row, 0)
            grid.addWidget(link, row, 1, Qt.AlignmentFlag.AlignTop)
            self.words.append(words)
            self.links.append(link)
        self.hide()

    def show_reasons(self, said: Sequence[tuple[str, Sequence[Message]]], speaker: Speaker) -> None:
        """Show each chooser with their reasons; an empty sequence hides the panel."""
        for row, (words, link) in enumerate(zip(self.words, self.links, strict=True)):
            who, messages = said[row] if row < len(said) else ("", ())
            words.setText(f"{who}: {' '.join(map(speaker.say, messages))}" if messages else "")
            words.setVisible(bool(messages))
            link.show_rule(messages[0].rule if messages else "")
        self.setVisible(bool(said))
