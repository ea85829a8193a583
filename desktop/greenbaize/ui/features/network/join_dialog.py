"""Dialog to find a table on the network and join it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from greenbaize.app.network.connections import TableFinder
from greenbaize.app.nicknames import is_identifying_name
from greenbaize.lan.address import format_address, parse_address
from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.lan.table_code import validate_code
from greenbaize.rules.errors import UsageError
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH, tidy_name
from greenbaize.ui.widgets.accessibility import set_spoken_description
from greenbaize.ui.widgets.dialog import BaseDialog, FocusScrollArea
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import escape_ampersands, set_tooltip
from greenbaize.ui.widgets.window_geometry import available_room, set_initial_size
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import display_name, sanitise_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import spoken_text
from greenbaize.words.titles import game_title

FIELD_PADDING: Final = 24
"""Padding of a field around its text (px)."""
SEARCH_HINT_DELAY_MS: Final = 4000
"""Delay before the dialog explains why no table was found (ms)."""
MAX_ADDRESS_LENGTH: Final = 300
MAX_LISTED_TABLES: Final = 20
"""Maximum number of listed tables; anybody on the network can announce nonsense."""
NO_SEAT_CODES: Final = ("table-away-full", "table-away-next-deal")
"""Refusal codes where watching is possible until a seat is free."""
NAME_REFUSAL_CODES: Final = (
    "table-away-name",
    "table-away-no-name",
    "table-away-other-window",
)
ADDRESS_REFUSAL_CODES: Final = (
    "table-no-host",
    "table-silent",
    "table-not-open",
    "table-no-network",
    "table-away-host-older",
    "table-away-host-newer",
    "table-away-host-damaged",
    "table-away-damaged",
    "table-away-closed",
    "table-away-host-flood",
)
"""Refusal codes that point to the address field."""


class _TableList(QListWidget):
    """Table list in which Enter selects without pressing the dialog's default button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class JoinDialog(BaseDialog):
    """Dialog that asks for a table, its code and the player's name.

    It stays open until the caller accepts it, once the host has let the player in. ``start_search``
    starts a search for tables; the callback it gets may be called from any thread when other tables
    are known. ``name`` is the player's usual name.
    """

    join_requested = Signal(str, int, str, str, bool)
    """Host, port, code and name, and True for watching only."""
    join_cancelled = Signal()
    """The dialog was rejected: a pending join is cancelled."""
    _tables_found = Signal()

    def __init__(
        self, start_search: Callable[[Callable[[], None]], TableFinder], name: str, parent: QWidget
    ) -> None:
        super().__init__(parent, tr("Join a table"))
        self._listed_tables: tuple[DiscoveredTable, ...] = ()
        self._error_field: QWidget | None = None
        self.table_list = _TableList(self)
        self.table_list.setAccessibleName(tr("Tables on this network"))
        self.table_list.setWordWrap(True)
        self.table_list.setSpacing(2)
        self.table_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table_list.setMinimumHeight(3 * self.table_list.fontMetrics().height())
        self.search_note = make_note(tr("Looking for tables on this network…"), self)
        self.more_note = make_note(parent=self)
        self.address_field = QLineEdit(self)
        self.address_field.setMaxLength(MAX_ADDRESS_LENGTH)
        self.address_field.setPlaceholderText("192.168.1.5:40123")
        example = self.address_field.fontMetrics().horizontalAdvance(
            self.address_field.placeholderText()
        )
        self.address_field.setMinimumWidth(example + FIELD_PADDING)
        self.code_field = QLineEdit(self)
        self.code_field.setMaxLength(80)
        self.code_field.setPlaceholderText("ABC-234")
        self.name_field = QLineEdit(name, self)
        self.name_field.setMaxLength(MAX_PLAYER_NAME_LENGTH)
        self.person_combo = QComboBox(self)
        self.person_combo.activated.connect(
            lambda _: self.name_field.setText(self.person_combo.currentData())
        )
        self.person_combo.hide()
        self.watch_box = QCheckBox(tr("Only &watch"), self)
        self.error_label = make_note(parent=self, is_quiet=False)
        self.error_label.hide()
        self.join_button = self.make_button(tr("&Join"), self._on_join_clicked, default=True)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        self._build_layout()
        self.table_list.currentRowChanged.connect(self._on_row_changed)
        self.table_list.itemClicked.connect(self._on_item_clicked)
        self.table_list.itemActivated.connect(self._on_item_clicked)
        self._tables_found.connect(self._show_tables, Qt.ConnectionType.QueuedConnection)
        self._search_hint_timer = QTimer(self, singleShot=True, interval=SEARCH_HINT_DELAY_MS)
        self._search_hint_timer.timeout.connect(self._show_tables)
        self._search_hint_timer.start()
        self._finder: TableFinder | None = start_search(self._request_update)
        self.finished.connect(self._stop_search)
        self._show_tables()
        self.code_field.setFocus()

    def _build_layout(self) -> None:
        form = self.form = QFormLayout()
        form.setSpacing(8)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        rows = (
            (tr("&Address"), self.address_field),
            (tr("C&ode"), self.code_field),
            (tr("Your &name"), self.name_field),
        )
        for text, field in rows:
            field.setAccessibleName(text.replace("&", ""))
            form.addRow(text, field)
        form.addRow("", self.watch_box)
        form_widget = self._form_widget = QWidget(self)
        make_column(
            make_subheading(tr("Tables on this network"), form_widget),
            (self.table_list, 1),
            self.more_note,
            self.search_note,
            form,
            widget=form_widget,
            margins=(0, 0, 8, 0),
            spacing=8,
        )
        scroll = self._scroll = FocusScrollArea(form_widget, self)
        buttons = make_row(STRETCH, self.cancel_button, self.join_button)
        self._column = self.build_layout(scroll, self.error_label, buttons)
        set_initial_size(self, QSize(460, 440))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_to_content()

    def _fit_to_content(self) -> None:
        scroll, column, min_size = self._scroll, self._column, self._form_widget.minimumSizeHint()
        bar = scroll.verticalScrollBar().sizeHint().width()
        scroll.setMinimumWidth(min_size.width() + bar)
        if not self.error_label.isHidden():
            new_width = max(self.width(), column.minimumSize().width())
            text_width = (
                new_width - column.contentsMargins().left() - column.contentsMargins().right()
            )
            self.error_label.setMinimumHeight(self.error_label.heightForWidth(text_width))
            self.resize(new_width, self.height())
        column.activate()
        missing_height = max(0, self._form_widget.height() - scroll.viewport().height())
        max_height = available_room(self).height()
        new_width = max(self.width(), column.minimumSize().width())
        self.resize(new_width, min(self.height() + missing_height, max_height))

    def offer_persons(self, names: Sequence[str]) -> None:
        """Offer the people known at this computer, if there are several."""
        if len(names) < 2:
            return
        for name in names:
            self.person_combo.addItem(display_name(name), name)
        self.person_combo.setCurrentIndex(self.person_combo.findData(self.name_field.text()))
        self.form.insertRow(2, tr("W&ho plays"), self.person_combo)
        self.person_combo.setAccessibleName(tr("Who plays"))
        self.person_combo.show()
        self.setTabOrder(self.code_field, self.person_combo)

    # Search

    def _request_update(self) -> None:
        """Schedule an update of the list; called from another thread."""
        with suppress(RuntimeError):  # the dialog may have been deleted
            self._tables_found.emit()

    def _show_tables(self) -> None:
        found_tables = () if self._finder is None else self._finder.tables
        listed_tables, selected_table = found_tables[:MAX_LISTED_TABLES], self._selected_table
        listed_tables += tuple(
            table
            for table in found_tables[MAX_LISTED_TABLES:]
            if _is_same_table(table, selected_table)
        )[:1]
        if listed_tables != self._listed_tables:
            self._listed_tables = listed_tables
            self.table_list.blockSignals(True)
            self.table_list.clear()
            for table in listed_tables:
                item = QListWidgetItem(_format_table(table), self.table_list)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text(_format_table(table)))
                set_tooltip(item, _format_table(table))
            row = next(
                (
                    row
                    for row, table in enumerate(listed_tables)
                    if _is_same_table(table, selected_table)
                ),
                -1,
            )
            self.table_list.setCurrentRow(row)
            self.table_list.blockSignals(False)
            if (
                selected_table is not None
                and row >= 0
                and self.address_field.text() == _format_address(selected_table)
            ):
                self.address_field.setText(
                    _format_address(listed_tables[row])
                )  # its address may have changed
        if len(listed_tables) == 1 and not self.address_field.text():
            self.table_list.setCurrentRow(0)  # a single table is selected at once
        more_text = tr("And {count} more. If yours is not among these, type its address below.")
        self.more_note.setText(more_text.format(count=len(found_tables) - len(listed_tables)))
        self.more_note.setVisible(listed_tables != found_tables)
        self.search_note.setVisible(not listed_tables)
        if not listed_tables and not self._search_hint_timer.isActive():
            self.search_note.setText(self._not_found_text)
        self._describe_fields()

    @property
    def _not_found_text(self) -> str:
        if self._finder is not None and not self._finder.has_network:
            return tr(
                "This computer is not connected to a network. Connect it, and tables are found by "
                "themselves."
            )
        return tr(
            "No table has been found. Networks for guests and firewalls look exactly like that: "
            "ask for the address and type it below."
        )

    def find_table(self, host: str, port: int) -> DiscoveredTable | None:
        """Return the listed table at an address, or None."""
        return next(
            (table for table in self._listed_tables if (table.address, table.port) == (host, port)),
            None,
        )

    def _describe_fields(self) -> None:
        """Set the accessible descriptions of the fields, except the one that shows an error."""
        for field in (self.address_field, self.code_field, self.name_field):
            if field is not self._error_field:
                set_spoken_description(field, self._status_text if field is self.code_field else "")

    @property
    def _status_text(self) -> str:
        """Selected table or search status, for the code's accessible description."""
        if not self.join_button.isEnabled():
            return tr("Joining…")
        if not self._listed_tables:
            # The opening dialog has announced the search already.
            return "" if self._search_hint_timer.isActive() else self.search_note.text()
        if self._selected_table is not None:
            return _format_table(self._selected_table)
        count = len(self._listed_tables)
        return tr_count("{count} table found", "{count} tables found", count).format(count=count)

    @property
    def _selected_table(self) -> DiscoveredTable | None:
        row = self.table_list.currentRow()
        return self._listed_tables[row] if 0 <= row < len(self._listed_tables) else None

    def _on_row_changed(self, row: int) -> None:
        if 0 <= row < len(self._listed_tables):
            table = self._listed_tables[row]
            self.address_field.setText(_format_address(table))
        self._describe_fields()

    def _on_item_clicked(self, _: Any) -> None:
        self._on_row_changed(self.table_list.currentRow())
        self.code_field.setFocus()

    def _stop_search(self) -> None:
        self._search_hint_timer.stop()
        if self._finder is not None:
            self._finder.close()
            self._finder = None

    # Joining

    def _on_join_clicked(self) -> None:
        if not self.address_field.text().strip():
            self._show_field_error(
                tr("Choose a table above, or type its address."), self.address_field
            )
            return
        if not self.code_field.text().strip():
            self._show_field_error(tr("Type the code that your friend sees."), self.code_field)
            return
        try:
            host, port = parse_address(self.address_field.text().strip())
        except UsageError as error:
            self._show_field_error(Speaker().format_message(error.message), self.address_field)
            return
        try:
            code = validate_code(self.code_field.text().strip())
        except UsageError as error:
            self._show_field_error(Speaker().format_message(error.message), self.code_field)
            return
        name = tidy_name(self.name_field.text())
        if not (is_identifying_name(name) or (self.watch_box.isChecked() and not name)):
            self._show_field_error(tr("What are you called at the table?"), self.name_field)
            return
        self.error_label.hide()
        self._error_field = None
        self._set_waiting(waiting=True)
        self.join_requested.emit(host, port, code, name, self.watch_box.isChecked())

    def _show_field_error(self, text: str, field: QLineEdit | QCheckBox) -> None:
        self._error_field = field
        # With a trailing space a repeated error is a new text, which is announced again.
        set_spoken_description(field, text + " " * (field.accessibleDescription() == text))
        field.setFocus()  # focus first: the focused field would announce its own description
        self.show_error(text)
        if isinstance(field, QLineEdit):
            field.selectAll()
        self._scroll.ensureWidgetVisible(field)

    def _set_waiting(self, *, waiting: bool) -> None:
        self.join_button.setEnabled(not waiting)
        self.join_button.setText(escape_ampersands(tr("Joining…")) if waiting else tr("&Join"))
        self._describe_fields()

    def show_error(self, text: str) -> None:
        """Show an error; the typed text stays."""
        self.error_label.setText(text)
        self.error_label.setAccessibleName(text)
        self.error_label.show()
        self._fit_to_content()
        self._set_waiting(waiting=False)

    def show_refusal(self, text: str, code: str) -> None:
        """Show the host's refusal and focus the field to correct, by default the code."""
        field: QLineEdit | QCheckBox = (
            self.name_field if code in NAME_REFUSAL_CODES else self.code_field
        )
        if code in NO_SEAT_CODES:
            field = self.watch_box
        self._show_field_error(text, self.address_field if code in ADDRESS_REFUSAL_CODES else field)

    def reject(self) -> None:
        super().reject()
        self.join_cancelled.emit()


def _format_address(table: DiscoveredTable) -> str:
    return format_address(table.address, table.port)


def _is_same_table(table: DiscoveredTable, other_table: DiscoveredTable | None) -> bool:
    """Return whether both are the same table, possibly at a new address."""
    if other_table is None:
        return False
    if table.unique_id or other_table.unique_id:
        return (table.unique_id, table.name) == (other_table.unique_id, other_table.name)
    return (table.address, table.port) == (other_table.address, other_table.port)


def _format_table(table: DiscoveredTable) -> str:
    title = tr("{table} ({game})").format(
        table=display_name(table.name), game=game_title(display_name(table.game))
    )
    details = [tr("play has begun")] if table.is_playing else []
    if table.free_seats is not None:
        free = tr_count("{count} free chair", "{count} free chairs", table.free_seats)
        details.append(
            free.format(count=table.free_seats) if table.free_seats else tr("no free chair")
        )
    address = sanitise_text(_format_address(table), 60)
    return f"{title}\n{' · '.join([*details, address])}"
