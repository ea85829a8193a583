"""The pills of house rules above a form of options."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QSizePolicy, QWidget

from greenbaize.app.house_rules import (
    HouseRules,
    describe_house_rules,
    encode_house_rules,
    list_house_rules,
    remove_house_rules,
    resolve_house_rules,
)
from greenbaize.match.header import GamesByName
from greenbaize.rules.options import find_unusual_values, resolve_options
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.plain_text import escape_ampersands, set_tooltip
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import isolate_direction
from greenbaize.words.spoken import join_list
from greenbaize.words.titles import option_title

PILL_GAP: Final = 6
"""Gap between pills, and between their rows (px)."""
PILL_PADDING: Final = 14
"""Width beside the text of a pill, on either side (px)."""
MAX_PILL_WIDTH: Final = 320
"""Largest width of a pill (px at text scale 1)."""
CHECK_MARK: Final = "✓ "


class RulesPill(QPushButton):
    """A pill with the name of house rules; it is checked while the form has their values."""

    rename_requested = Signal()
    remove_requested = Signal()

    def __init__(self, rules: HouseRules, texts: Sequence[str], parent: QWidget) -> None:
        super().__init__(escape_ampersands(rules.name), parent)
        self.rules = rules
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setAccessibleName(rules.name)
        self.setAccessibleDescription(". ".join(texts))
        set_tooltip(self, "\n".join([rules.name, *texts]))

    def nextCheckState(self) -> None:
        """Leave the state as it is: only the values of the form decide it."""

    @property
    def _label(self) -> str:
        # The mark is there without colours, too; its room is always kept.
        return f"{CHECK_MARK if self.isChecked() else ''}{self.rules.name}"

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(CHECK_MARK + self.rules.name) + 2 * PILL_PADDING
        limit = round(scale_pixels(MAX_PILL_WIDTH))
        return QSize(min(width, limit), round(1.9 * metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        role, palette, painter = QPalette.ColorRole, self.palette(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_marked = self.isChecked()
        is_bordered = is_marked or self.underMouse()
        painter.setPen(QPen(palette.color(role.Highlight if is_bordered else role.Mid), 1.2))
        painter.setBrush(palette.color(role.Highlight if is_marked else role.Button))
        pill_rect = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(pill_rect, pill_rect.height() / 2, pill_rect.height() / 2)
        painter.setPen(palette.color(role.HighlightedText if is_marked else role.ButtonText))
        text_rect = pill_rect.adjusted(PILL_PADDING - 4, 0, 4 - PILL_PADDING, 0)
        text = self.fontMetrics().elidedText(
            self._label, Qt.TextElideMode.ElideRight, int(text_rect.width())
        )
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        corner = self.mapToGlobal(QPoint(0, self.height()))
        self.make_menu().popup(corner if is_by_key else event.globalPos())

    def make_menu(self) -> QMenu:
        """Return the menu of what can be done with these rules."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("&Copy as text"), QKeySequence.StandardKey.Copy, self.copy_line)
        menu.addAction(tr("&Rename…"), Qt.Key.Key_F2, self.rename_requested.emit)
        menu.addAction(tr("Re&move…"), QKeySequence.StandardKey.Delete, self.remove_requested.emit)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_line()
        elif event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Delete):
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)

    def copy_line(self) -> None:
        line = encode_house_rules(self.rules)
        QApplication.clipboard().setText(line)
        announce(self, tr("Copied: {text}").format(text=line))


class PillRow(QWidget):
    """Widgets in rows, as many in each as there is room for."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_items(self, items: Sequence[QWidget]) -> None:
        self._items = list(items)
        self._arrange()
        self.updateGeometry()

    def _boxes(self, width: int) -> list[QRect]:
        boxes, x, y, row_height = [], 0, 0, 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(max(1, width), item.sizeHint().height()))
            if x and x + size.width() > width:
                x, y, row_height = 0, y + row_height + PILL_GAP, 0
            boxes.append(QRect(QPoint(x, y), size))
            x, row_height = x + size.width() + PILL_GAP, max(row_height, size.height())
        return boxes

    def heightForWidth(self, width: int) -> int:
        return max((box.bottom() + 1 for box in self._boxes(width)), default=0)

    def sizeHint(self) -> QSize:
        width = max(self.width(), round(scale_pixels(MAX_PILL_WIDTH)))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        for item, box in zip(self._items, self._boxes(self.width()), strict=True):
            item.setGeometry(box)


class HouseRulesBar(QWidget):
    """Bar with a pill for all house rules of a game, which set a form, and a button to keep more.

    It changes the settings; the caller saves them.
    """

    settings_changed = Signal()
    """Emitted when house rules were kept, renamed or removed, and the pills show it."""

    def __init__(
        self, settings: UserSettings, games: GamesByName, form: OptionsForm, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._settings, self._games, self._form = settings, games, form
        self._game_name = ""
        self.pills: list[RulesPill] = []
        self._row = PillRow(self)
        self.keep_button = QPushButton(tr("&Keep as house rules…"), self._row)
        self.keep_button.setAutoDefault(False)
        self.keep_button.clicked.connect(self._ask_name)
        self.note_label = make_note(parent=self)
        self.note_label.hide()
        self.dialog: Any = None
        """The last dialog opened here."""
        make_column(self._row, self.note_label, widget=self, margins=(0, 0, 0, 0), spacing=4)
        form.changed.connect(self._update_marks)

    def show_game(self, game: str) -> None:
        """Show the house rules of a game, after its options are shown in the form."""
        self._game_name = game
        self._rebuild_pills()

    def list_fields(self) -> list[QWidget]:
        return [*self.pills, self.keep_button]

    @property
    def current_name(self) -> str:
        """The name of the house rules whose values the form has, or an empty text."""
        return next((pill.rules.name for pill in self.pills if pill.isChecked()), "")

    def choose_rules(self, rules: HouseRules) -> None:
        """Set the form to house rules of the game shown."""
        self._form.choose_values(rules.values)
        announce(self, self.note_label.text() or rules.name)

    def add_rules(self, rules: HouseRules) -> None:
        """Open the dialog that keeps house rules, which are then chosen."""
        dialog = HouseRulesDialog(self._settings, self._games, rules, self.window())
        dialog.rules_kept.connect(self._on_rules_kept)
        self._open_dialog(dialog)

    # Pills

    def _rebuild_pills(self, focused_name: str = "") -> None:
        for pill in self.pills:
            pill.hide()
            pill.deleteLater()
        kept_rules = list_house_rules(self._settings, self._games, self._game_name)
        self.pills = [self._make_pill(rules) for rules in kept_rules]
        self._row.set_items(self.list_fields())
        for pill in self.pills:
            pill.show()
            if focused_name == pill.rules.name:
                pill.setFocus()
        self._update_marks()

    def _make_pill(self, rules: HouseRules) -> RulesPill:
        pill = RulesPill(rules, describe_house_rules(self._games[rules.game], rules), self._row)
        pill.clicked.connect(lambda: self.choose_rules(rules))
        pill.rename_requested.connect(lambda: self._rename_rules(rules))
        pill.remove_requested.connect(lambda: self._ask_removal(rules))
        return pill

    def _update_marks(self) -> None:
        """Mark the pills whose rules the form has, and say what of chosen ones does not fit."""
        game = self._games.get(self._game_name)
        if game is None or game.options != self._form.options:
            return  # the form shows another game already
        seats, misfit_text = self._form.seat_count, ""
        values = resolve_options(game.options, seats, self._form.values)
        for pill in self.pills:
            settings = resolve_house_rules(game, seats, pill.rules)
            pill.setChecked(settings == values)
            if settings is None and self._form.has_chosen(pill.rules.values):
                misfit_text = self._describe_misfit(pill.rules)
        self.note_label.setText(misfit_text)
        self.note_label.setVisible(bool(misfit_text))
        self.keep_button.setEnabled(not self._form.is_standard and not self.current_name)

    def _describe_misfit(self, rules: HouseRules) -> str:
        """Return which values of the rules so many players cannot have."""
        game = self._games[rules.game]
        titles = [
            option_title(option)
            for option in game.options
            if option.key in rules.values and not self._form.has_chosen_value(option.key)
        ]
        text = tr_count(
            "“{name}” does not wholly fit {count} player; adapted: {titles}.",
            "“{name}” does not wholly fit {count} players; adapted: {titles}.",
            self._form.seat_count,
        )
        return text.format(
            name=isolate_direction(rules.name),
            count=self._form.seat_count,
            titles=join_list(titles),
        )

    # Keeping, renaming, removing

    def _ask_name(self) -> None:
        game = self._games[self._game_name]
        values = find_unusual_values(game.options, self._form.seat_count, self._form.values)
        self.add_rules(HouseRules("", self._game_name, values))

    def _on_rules_kept(self, rules: HouseRules) -> None:
        self._rebuild_pills(rules.name)
        if rules.game == self._game_name:
            self.choose_rules(rules)
        self.settings_changed.emit()

    def _rename_rules(self, rules: HouseRules) -> None:
        dialog = HouseRulesDialog(self._settings, self._games, rules, self.window(), is_rename=True)
        dialog.rules_kept.connect(self._on_rules_renamed)
        self._open_dialog(dialog)

    def _on_rules_renamed(self, rules: HouseRules) -> None:
        self._rebuild_pills(rules.name)
        self.settings_changed.emit()

    def _ask_removal(self, rules: HouseRules) -> None:
        dialog = ConfirmationDialog(
            self.window(),
            tr("Remove the house rules “{name}”?").format(name=isolate_direction(rules.name)),
            tr("Matches played by them stay as they are."),
            tr("&Remove"),
            tr("&Keep"),
        )
        dialog.confirmed.connect(lambda: self._remove_rules(rules))
        self._open_dialog(dialog)

    def _remove_rules(self, rules: HouseRules) -> None:
        remove_house_rules(self._settings, rules)
        self._rebuild_pills()
        (self.pills[0] if self.pills else self.keep_button).setFocus()
        self.settings_changed.emit()

    def _open_dialog(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
