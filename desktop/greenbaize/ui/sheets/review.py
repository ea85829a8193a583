"""The review of a deal: the player's choices beside those a bot would make."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QGridLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.advice.missed_bid import MissedBid
from greenbaize.app.advice.missed_bid_job import MissedBidJob
from greenbaize.app.advice.missed_bid_texts import describe_missed_bid
from greenbaize.app.advice.review import (
    Decision,
    JudgedDecision,
    find_decisions,
    find_scored_deals,
    judge_decision,
    restore_view_at,
    sum_sure_losses,
)
from greenbaize.app.advice.thoughts import MoveQuery
from greenbaize.app.memory.achievements import write_review_result
from greenbaize.app.memory.note_memory import (
    find_last_marked_deal,
    find_marked_decisions,
    load_notes,
)
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import ChoiceUnit
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.ui.cards.suit_text import RuleLinkButton, SuitDelegate
from greenbaize.ui.sheets.thoughts import ThoughtsDialog
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.font_sizes import normal_font, small_font, title_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain_text import PlainLabel, label_combo, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import available_room, fit_into_room
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import distinct_worth_texts, loss_text, unit_line
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import spoken_text
from greenbaize.words.titles import level_title

MOMENT_COLUMN, OWN_CHOICE_COLUMN, BEST_CHOICE_COLUMN, LOSS_COLUMN = range(4)
MIN_VISIBLE_ROWS = 3
"""Minimum number of visible rows; the table scrolls to the others."""
REASON_ROWS = 2
"""One row for the player's choice, one for the adviser's."""


class ReviewDialog(BaseDialog):
    """A dialog with a row for every real choice of a deal and the adviser's estimate of it.

    Play continues beside it.
    """

    rule_requested = Signal(str)
    _answer_ready = Signal()
    """The adviser has an answer; emitted from another thread."""
    _bid_searched = Signal(object, object)
    """It is known whether a bid could be made; emitted with the job from another thread."""

    def __init__(self, player_view: PlayerView, parent: QWidget | None = None) -> None:
        assert player_view.seat is not None
        heading, self._chooser_name = tr("Review of a deal"), tr("You")
        # players take turns at this computer, so "you" would be ambiguous
        if player_view.header.is_one_computer:
            self._chooser_name = display_name(
                display_names(player_view.header.players)[player_view.seat]
            )
            heading = tr("{title}: {value}").format(title=heading, value=self._chooser_name)
        super().__init__(parent, heading)
        self.adviser: Adviser | None = None
        """Adviser that weighs the choices, while the dialog is open."""
        self.judged_choices: list[JudgedDecision] = []
        """Weighed choices in the order in which they were made."""
        self.is_complete = False
        """All choices have been weighed, or the adviser has given up."""
        self._player_view = player_view
        self._level = player_view.adviser_level
        self._unit = player_view.game.choice_unit
        self._sides = player_view.game.sides(len(player_view.header.players))
        self._speaker = Speaker()
        self._view_lines = bytes(player_view.view_lines)
        self._decisions = find_decisions(
            player_view.game, player_view.header, player_view.seat, self._view_lines
        )
        self._notes = load_notes(player_view.header, player_view.seat)
        self._marked_decisions = self._find_marked_decisions()
        """Decisions at the moments that the player has marked; they come first."""
        self._answered_count = self._decision_count = self._auto_height = 0
        self.setModal(False)
        self._is_weighed_by_match_rank = False
        """The figures of the deal shown include the rank in the match."""
        self.about_label = PlainLabel(parent=self)
        self.deal_combo = self._make_deal_combo()
        self.choice_table = self._make_table()
        self.reasons_panel = ReasonsPanel(self)
        self.progress_bar = QProgressBar(self)
        self.conclusion_label = PlainLabel(parent=self)
        self.conclusion_label.setFont(title_font(fixed=True))
        self.conclusion_label.setWordWrap(True)
        self.hindsight_label = self._make_hindsight_label()
        """Until when a missed bid could be made, once that is known."""
        self._bid_job: MissedBidJob | None = None
        self._bid_job_key: object = None
        """What the running search reports with, to tell it from one that was ended."""
        self._build_layout()
        self.apply_theme()
        self._bid_searched.connect(self._on_bid_searched, Qt.ConnectionType.QueuedConnection)
        self._answer_ready.connect(self._on_answer_ready, Qt.ConnectionType.QueuedConnection)
        self.deal_combo.currentIndexChanged.connect(self._start_review)
        self.choice_table.itemSelectionChanged.connect(self._show_reasons)
        self.reasons_panel.rule_requested.connect(self.rule_requested)
        self.finished.connect(self._close_adviser)
        self.finished.connect(self._close_bid_job)
        self._start_review()

    def _find_marked_decisions(self) -> list[Decision]:
        moments = [moment for moment, note in self._notes.items() if note.is_marked]
        return find_marked_decisions(self._decisions, self._view_lines, moments)

    def _make_hindsight_label(self) -> PlainLabel:
        label = PlainLabel(parent=self)
        label.setFont(normal_font(fixed=True))
        label.setWordWrap(True)
        label.hide()
        return label

    def _make_deal_combo(self) -> QComboBox:
        box = QComboBox(self)
        deals = find_scored_deals(self._player_view.game, self._view_lines)
        for deal in deals:
            text = tr("Deal {deal}").format(deal=deal)
            if any(decision.deal == deal for decision in self._marked_decisions):
                text = tr("{deal}, marked").format(deal=text)
            box.addItem(text, deal)
        box.setMinimumContentsLength(8)
        marked_deal = find_last_marked_deal(self._decisions, self._view_lines, self._notes, deals)
        box.setCurrentIndex(box.count() - 1 if marked_deal is None else deals.index(marked_deal))
        label_combo(box, tr("Deal"))
        return box

    def _make_table(self) -> "ChoiceTable":
        table = ChoiceTable(0, 4, self)
        level = level_title(self._level)
        table.setHorizontalHeaderLabels([tr("Moment"), self._chooser_name, level, tr("Given away")])
        table.setAccessibleName(tr("Your choices in the deal"))
        table.setFont(normal_font(fixed=True))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        table.setMinimumHeight(table.height_for_rows(MIN_VISIBLE_ROWS))
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
        header.setSectionResizeMode(MOMENT_COLUMN, QHeaderView.ResizeMode.Stretch)
        moment = header.fontMetrics().horizontalAdvance(tr("Moment"))
        header.setMinimumSectionSize(moment + round(scale_pixels(20)))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return table

    def _build_layout(self) -> None:
        level = level_title(self._level)
        disclaimer = tr(
            "A computer player ({level}) has weighed every choice you had, knowing only what "
            "you could know at that moment. Its figures are estimates: a small difference "
            "means little, and one that may be chance is not marked."
        ).format(level=level)
        self._disclaimer = disclaimer
        self.about_label.setFont(small_font(fixed=True))
        self.about_label.setWordWrap(True)
        parts = (
            self.about_label,
            self.choice_table,
            self.reasons_panel,
            self.progress_bar,
            self.conclusion_label,
            self.hindsight_label,
        )
        top, buttons = make_row(self.deal_combo, STRETCH), self.make_close_row(tr("C&lose"))
        if self._player_view.record_events is not None:
            thoughts_button = buttons.addButton(
                tr("&Others’ moves…"), QDialogButtonBox.ButtonRole.ActionRole
            )
            thoughts_button.setAutoDefault(False)
            thoughts_button.clicked.connect(self._open_thoughts)
        column = self.build_layout(top, *parts, buttons, margins=(20, 16), spacing=12)
        column.setStretch(2, 1)
        self.setMinimumWidth(round(scale_pixels(560, 1.4)))

    def _open_thoughts(self) -> None:
        """Open the dialog about what the computer players thought in this deal."""
        query = MoveQuery(deal=self.deal_combo.currentData())
        dialog = ThoughtsDialog(self._player_view, query, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def sizeHint(self) -> QSize:
        return QSize(round(scale_pixels(640)), super().sizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._grow_to_content()

    def _grow_to_content(self) -> None:
        """Grow to the height of all rows and text, unless the user has made the dialog lower.

        Layouts do not grow to the height that wrapped text needs.
        """
        layout = self.layout()
        assert layout is not None
        self.choice_table.expected_rows = 0 if self.is_complete else self._decision_count
        self.choice_table.updateGeometry()
        layout.activate()
        preferred_height = layout.totalMinimumHeightForWidth(self.width())
        if self.height() >= self._auto_height:
            preferred_height = max(preferred_height, layout.totalHeightForWidth(self.width()))
        if self.height() < preferred_height:
            size = QSize(self.width(), preferred_height)
            self.setGeometry(
                fit_into_room(QRect(self.geometry().topLeft(), size), available_room(self))
            )
            self._auto_height = self.height()

    def apply_theme(self) -> None:
        palette = paper_palette(current_theme())
        palette.setColor(QPalette.ColorRole.Base, QColor(current_theme().paper))
        self.setPalette(palette)

    def _deal_decisions(self) -> list[Decision]:
        deal = self.deal_combo.currentData()
        decisions = [decision for decision in self._decisions if decision.deal == deal]
        return sorted(decisions, key=lambda decision: decision not in self._marked_decisions)

    def _start_review(self) -> None:
        self._close_adviser()
        self.judged_choices, self.is_complete, self._answered_count = [], False, 0
        self.choice_table.setRowCount(0)
        deal_decisions = self._deal_decisions()
        self._decision_count = len(deal_decisions)
        self._is_weighed_by_match_rank = any(
            decision.is_weighed_by_match_rank for decision in deal_decisions
        )
        figures_line = unit_line(
            self._unit, self._sides, is_weighed_by_match_rank=self._is_weighed_by_match_rank
        )
        self.about_label.setText(f"{self._disclaimer} {figures_line}")
        self.progress_bar.setRange(0, self._decision_count)
        self.adviser = self._player_view.create_adviser(self._answer_ready.emit)
        self._show_progress()
        self._start_bid_job()
        for decision in deal_decisions:
            self.adviser.ask_advice(partial(self._on_choices_weighed, decision), decision.offset)

    def _close_adviser(self) -> None:
        if self.adviser is not None:
            self.adviser.close()
            self.adviser = None

    def _start_bid_job(self) -> None:
        """Find out in the background until when the bid of this deal could be made."""
        self._close_bid_job()
        self.hindsight_label.hide()
        player_view, deal = self._player_view, self.deal_combo.currentData()
        path = player_view.record_path
        if (
            deal is None
            or path is None
            or player_view.record_events is None
            or not player_view.launcher.separate_processes
        ):
            return
        assert player_view.seat is not None

        def report_bid(missed_bid: MissedBid) -> None:
            self._bid_searched.emit(job_key, missed_bid)

        job_key = self._bid_job_key = object()
        self._bid_job = MissedBidJob(path, deal, player_view.seat, report_bid)

    def _on_bid_searched(self, job_key: object, missed_bid: MissedBid) -> None:
        if job_key is not self._bid_job_key:
            return
        self.hindsight_label.setText(describe_missed_bid(missed_bid))
        self.hindsight_label.show()
        announce(self, self.hindsight_label.text())
        self._grow_to_content()

    def _close_bid_job(self) -> None:
        self._bid_job_key = None
        if self._bid_job is not None:
            self._bid_job.close()
            self._bid_job = None

    def _on_answer_ready(self) -> None:
        if self.adviser is not None:
            self.adviser.process_pending()

    def _on_choices_weighed(
        self, decision: Decision, choices: tuple[WeighedChoice, ...] | None
    ) -> None:
        if choices is None:
            is_late = self.adviser is not None and self.adviser.is_late
            self._close_adviser()
            self.is_complete = True
            self.progress_bar.hide()
            late_text = tr(
                "The adviser did not answer in time. Open the review again for another try."
            )
            self.conclusion_label.setText(
                late_text if is_late else tr("The choices cannot be weighed just now.")
            )
            self.conclusion_label.show()
            announce(self, self.conclusion_label.text())
            return
        self._answered_count += 1
        judged_choice = judge_decision(decision, choices)
        if judged_choice is not None:
            self.judged_choices.append(judged_choice)
            self._add_row(judged_choice)
        self._show_progress()

    def _show_progress(self) -> None:
        self.is_complete = self._answered_count == self._decision_count
        self.progress_bar.setVisible(not self.is_complete)
        self.conclusion_label.setVisible(self.is_complete)
        self.progress_bar.setValue(self._answered_count)
        template = tr("{number} of {count} choices weighed")
        self.progress_bar.setFormat(
            template.format(number=self._answered_count, count=self._decision_count)
        )
        if not self.is_complete:
            return
        self._close_adviser()
        loss = sum_sure_losses(self.judged_choices)
        if not self.judged_choices:
            self.conclusion_label.setText(tr("There was nothing to choose in this deal."))
        elif loss:
            template = tr("Given away in all: {lost}").format(lost=self._loss_text(loss))
            self.conclusion_label.setText(template)
            # explain the most expensive choice without being asked
            if not self.choice_table.selectedItems():
                dearest = max(self.judged_choices, key=lambda choice: choice.sure_loss)
                self.choice_table.selectRow(self.judged_choices.index(dearest))
        else:
            self.conclusion_label.setText(tr("Nothing was given away."))
        self._store_review()
        announce(self, self.conclusion_label.text())
        self._grow_to_content()

    def _store_review(self) -> None:
        deal = self.deal_combo.currentData()
        if deal is None:
            return
        if self._is_weighed_by_match_rank and self._unit is not ChoiceUnit.SHARE:
            return  # the statistics add up what a deal alone gives away
        try:
            news = write_review_result(
                self._player_view, deal, self._level, self._decision_count, self.judged_choices
            )
            sentence = "" if news is None else self._speaker.format_message(news)
        except GameError as error:
            template = tr("This is not counted in your statistics: {reason}")
            sentence = template.format(reason=self._speaker.format_message(error.message))
        if sentence:
            self.conclusion_label.setText(f"{self.conclusion_label.text()} {sentence}")

    def _add_row(self, choice: JudgedDecision) -> None:
        own_choice, best_choice = choice.made_choice, choice.best_choice
        own_worth, best_worth = distinct_worth_texts(
            self._unit, own_choice.expected_score, best_choice.expected_score
        )
        yours, theirs = self._choice_text(own_choice, own_worth), tr("the same")
        if best_choice.command != own_choice.command:
            theirs = self._choice_text(best_choice, best_worth)
        loss = self._loss_text(choice.sure_loss) if choice.sure_loss else tr("–")
        row = self.choice_table.rowCount()
        self.choice_table.insertRow(row)
        for column, text in enumerate((self._moment_text(choice.decision), yours, theirs, loss)):
            item = QTableWidgetItem(text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text(text))
            item.setFont(
                normal_font(bold=bool(choice.sure_loss) and column != MOMENT_COLUMN, fixed=True)
            )
            if column == LOSS_COLUMN and choice.difference and not choice.sure_loss:
                set_tooltip(item, tr("The difference is within the error."))
            self.choice_table.setItem(row, column, item)
        if choice.decision in self._marked_decisions and not self.choice_table.selectedItems():
            self.choice_table.selectRow(row)

    def _show_reasons(self) -> None:
        rows = {index.row() for index in self.choice_table.selectionModel().selectedRows()}
        reasons = [] if not rows else self._build_reasons(self.judged_choices[min(rows)])
        speaker = Speaker(display_names(self._player_view.header.players), self._player_view.seat)
        self.reasons_panel.show_reasons(reasons, speaker)
        self._grow_to_content()

    def _build_reasons(self, judged_choice: JudgedDecision) -> list[tuple[str, Sequence[Message]]]:
        """Return the reasons for the player's choice and, if different, for the best one.

        Each entry has the name of the chooser and the messages, as hints give them.
        """
        player_view, line_index = self._player_view, judged_choice.decision.offset
        assert player_view.seat is not None
        game = player_view.game
        view = restore_view_at(
            game, player_view.header, player_view.seat, self._view_lines, line_index
        )
        other_choices = [
            choice
            for choice in judged_choice.choices
            if choice.command != judged_choice.best_choice.command
        ]
        effect, odds = (
            game.explain(view, judged_choice.made_choice.command).sentences[0],
            game.odds(view, judged_choice.made_choice),
        )
        advice = game.advice(view, [judged_choice.best_choice, *other_choices])
        if judged_choice.best_choice.command == judged_choice.made_choice.command:
            return [(self._chooser_name, advice or (effect,))]
        theirs = advice or game.explain(view, judged_choice.best_choice.command).sentences[:1]
        yours = (effect,) if odds is None else (effect, odds)
        return [(self._chooser_name, yours), (level_title(self._level), theirs)]

    def _loss_text(self, loss: float) -> str:
        return loss_text(self._unit, loss, is_weighed_by_match_rank=self._is_weighed_by_match_rank)

    def _choice_text(self, choice: WeighedChoice, worth: str) -> str:
        command = self._speaker.format_message(choice.command.short_message)
        return f"{command}  ({worth})"

    def _moment_text(self, decision: Decision) -> str:
        text = self._describe_moment(decision)
        is_marked = decision in self._marked_decisions
        return tr("Marked: {moment}").format(moment=text) if is_marked else text

    def _describe_moment(self, decision: Decision) -> str:
        moment = decision.command.decision_message
        if moment is not None:
            return self._speaker.format_message(moment)
        if not decision.table_cards:
            return tr("You led")
        return tr("On {cards}").format(cards=" ".join(map(card_name, decision.table_cards)))


class ChoiceTable(QTableWidget):
    """A table with a row for every choice; it scrolls to the current row when resized."""

    expected_rows = 0
    """Number of rows that the finished review will have."""

    def sizeHint(self) -> QSize:
        rows = max(self.rowCount(), self.expected_rows)
        return QSize(super().sizeHint().width(), self.height_for_rows(rows))

    def height_for_rows(self, rows: int) -> int:
        """Return the height with this number of rows (pixels)."""
        head = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth()
        return head + rows * self.verticalHeader().defaultSectionSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())


class ReasonsPanel(QWidget):
    """Reasons for each of two choices, with a link to the rule that the first reason rests on."""

    rule_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        self.reason_labels: list[PlainLabel] = []
        self.rule_links: list[RuleLinkButton] = []
        for row in range(REASON_ROWS):
            label = PlainLabel(parent=self)
            label.setFont(small_font(fixed=True))
            label.setWordWrap(True)
            link = RuleLinkButton("", self)
            link.clicked.connect(lambda _=False, link=link: self.rule_requested.emit(link.rule))
            grid.addWidget(label, row, 0)
            grid.addWidget(link, row, 1, Qt.AlignmentFlag.AlignTop)
            self.reason_labels.append(label)
            self.rule_links.append(link)
        self.hide()

    def show_reasons(
        self, reasons: Sequence[tuple[str, Sequence[Message]]], speaker: Speaker
    ) -> None:
        """Show each chooser with their reasons; an empty sequence hides the panel."""
        for row, (label, link) in enumerate(zip(self.reason_labels, self.rule_links, strict=True)):
            chooser_name, messages = reasons[row] if row < len(reasons) else ("", ())
            label.setText(
                f"{chooser_name}: {' '.join(map(speaker.format_message, messages))}"
                if messages
                else ""
            )
            label.setVisible(bool(messages))
            link.set_rule(messages[0].rule if messages else "")
        self.setVisible(bool(reasons))
