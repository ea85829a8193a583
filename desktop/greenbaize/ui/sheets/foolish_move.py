"""The dialog that keeps a computer player's foolish move in a file that one can send."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from greenbaize.app.advice.foolish_moves import encode_foolish_move
from greenbaize.app.advice.thought_texts import choice_text, move_text
from greenbaize.app.advice.thoughts import Move, MoveHistory
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import FileError
from greenbaize.rules.search_contract import BotThoughts
from greenbaize.store import folders
from greenbaize.store.line_file import append_private_line
from greenbaize.ui.cards.suit_text import SuitCheckBox, SuitLabel
from greenbaize.ui.sheets.sheet_saver import breakable_path
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea
from greenbaize.ui.widgets.font_sizes import small_font, title_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, escape_ampersands, set_tooltip
from greenbaize.ui.widgets.show_folder import show_in_folder
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import spoken_text

MAX_REASON_LENGTH = 300


class FoolishMoveDialog(BaseDialog):
    """A dialog that asks what would have been right, and keeps the position in a line."""

    def __init__(
        self,
        history: MoveHistory,
        move: Move,
        thoughts: BotThoughts | None,
        names: Sequence[str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, tr("This was foolish"))
        self.setPalette(parent.palette())
        self._history, self._move, self._thoughts = history, move, thoughts
        self.line = b""
        """The kept line; empty until it has been kept."""
        heading = SuitLabel(move_text(move, names), self)
        heading.setFont(title_font(fixed=True))
        heading.setWordWrap(True)
        set_tooltip(heading, move_text(move, names))  # a name may be wider than the screen
        about_label = PlainLabel(
            tr(
                "The position is kept in a file on this computer: what this player knew, without "
                "names, and what it did. Nothing is sent by itself."
            ),
            self,
        )
        about_label.setFont(small_font(fixed=True))
        about_label.setWordWrap(True)
        self._form = (about_label, *self._make_form())
        self.status_label = PlainLabel(parent=self)
        self.status_label.setWordWrap(True)
        self.status_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.status_label.hide()
        self.keep_button = self.make_button(tr("&Save"), self._keep_move, default=True)
        self.copy_button = self.make_button(tr("Co&py the line"), self._copy_line)
        self.folder_button = self.make_button(tr("Show the &folder"), self._show_folder)
        self.cancel_button = self.make_button(tr("Cancel"), self.reject)
        for button in (self.copy_button, self.folder_button):
            button.hide()
        kept_buttons = make_row(STRETCH, self.copy_button, self.folder_button)
        buttons = make_row(STRETCH, self.keep_button, self.cancel_button)
        column = self.build_layout(heading, *self._form, self.status_label, kept_buttons, buttons)
        column.setStretchFactor(self.status_label, 1)
        self.setMinimumWidth(round(scale_pixels(460, 1.4)))
        next(iter(self.choice_boxes.values()), self.reason_edit).setFocus()

    def _make_form(self) -> tuple[QWidget, ...]:
        move, game = self._move, self._history.game
        question = PlainLabel(tr("What would have been right? It may stay open."), self)
        question.setWordWrap(True)
        content = QWidget(self)
        self.choice_boxes: dict[Command, SuitCheckBox] = {}
        """A box to tick for each choice that was not taken."""
        for command in game.legal(self._history.view_before(move), move.seat):
            if command != move.command:
                text = choice_text(command)
                box = self.choice_boxes[command] = SuitCheckBox(escape_ampersands(text), content)
                box.setAccessibleName(spoken_text(text))
        make_column(*self.choice_boxes.values(), STRETCH, widget=content, margins=(6, 2, 6, 2))
        reason_label = PlainLabel(tr("&Why? It may stay empty."), self)
        reason_label.setWordWrap(True)
        self.reason_edit = QLineEdit(self)
        self.reason_edit.setMaxLength(MAX_REASON_LENGTH)
        reason_label.setBuddy(self.reason_edit)
        return question, VerticalScrollArea(content, self), reason_label, self.reason_edit

    @property
    def good_commands(self) -> list[Command]:
        """The choices that are ticked."""
        return [command for command, box in self.choice_boxes.items() if box.isChecked()]

    def _keep_move(self) -> None:
        path = folders.foolish_moves_path()
        line = encode_foolish_move(
            self._history,
            self._move,
            self._thoughts,
            self.good_commands,
            self.reason_edit.text().strip(),
        )
        try:
            append_private_line(path, line)
        except FileError as error:
            self._show_status(
                tr("It could not be kept: {reason}").format(
                    reason=Speaker().format_message(error.message)
                )
            )
            return
        self.line = line
        for widget in (*self._form, self.keep_button):
            widget.hide()
        for button in (self.copy_button, self.folder_button):
            button.show()
        self.cancel_button.setText(tr("&Close"))
        self.cancel_button.setFocus()
        self._show_status(
            tr(
                "Kept as the last line of {path}. You can send that file, or the line, to whoever "
                "makes or improves this program."
            ).format(path=breakable_path(path))
        )

    def _show_status(self, text: str) -> None:
        self.status_label.setText(text)
        self.status_label.show()
        announce(self, text)

    def _copy_line(self) -> None:
        QGuiApplication.clipboard().setText(self.line.decode())
        self._show_status(tr("The line is on the clipboard."))

    def _show_folder(self) -> None:
        path = folders.foolish_moves_path()
        if not show_in_folder(path):
            self._show_status(tr("The file is {path}").format(path=breakable_path(path)))
