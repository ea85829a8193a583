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

from greenbaize.app.network.connections import Finder
from greenbaize.app.nicknames import is_name
from greenbaize.lan.address import address_of, address_text
from greenbaize.lan.discovery import FoundTable
from greenbaize.lan.table_code import code_of
from greenbaize.rules.errors import UsageError
from greenbaize.store.fitting import NAME_LENGTH, tidy_name
from greenbaize.ui.widgets.accessibility import describe
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Dialog, PaperScroll
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import on_button, set_tip
from greenbaize.ui.widgets.window_geometry import room_of, usual_size
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import aloud
from greenbaize.words.titles import game_title

FIELD: Final = 24
"""Padding of a field around its text (px)."""
PATIENCE_MS: Final = 4000
"""Delay before the dialog explains why no table was found (ms)."""
LONGEST_ADDRESS: Final = 300
MOST_SHOWN: Final = 20
"""Maximum number of listed tables; anybody on the network can announce nonsense."""
NO_CHAIR: Final = ("table-away-full", "table-away-next-deal")
"""Refusal codes where watching is possible until a seat is free."""
NAME_REFUSED: Final = ("table-away-name", "table-away-no-name")
ELSEWHERE: Final = (
    *("table-no-host", "table-silent", "table-not-open", "table-no-network"),
    *("table-away-host-older", "table-away-host-newer", "table-away-host-damaged"),
    *("table-away-damaged", "table-away-closed", "table-away-host-flood"),
)
"""Refusal codes that point to the address field."""


class _TableList(QListWidget):
    """Table list in which Enter selects without pressing the dialog's default button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class JoinDialog(Dialog):
    """Dialog that asks for a table, its code and the player's name.

    It stays open until the caller accepts it, once the host has let the player in. ``start_search``
    starts a search for tables; the callback it gets may be called from any thread when other tables
    are known. ``name`` is the player's usual name.
    """

    join_asked = Signal(str, int, str, str, bool)
    """Host, port, code and name, and True for watching only."""
    given_up = Signal()
    """The dialog was rejected: a pending join is cancelled."""
    _found = Signal()

    def __init__(
        self, find: Callable[[Callable[[], None]], Finder], name: str, parent: QWidget
    ) -> None:
        super().__init__(parent, tr("Join a table"))
        self._shown: tuple[FoundTable, ...] = ()
        self._wrong: QWidget | None = None
        self.list = _TableList(self)
        self.list.setAccessibleName(tr("Tables on this network"))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(3 * self.list.fontMetrics().height())
        self.looking = note(tr("Looking for tables on this network…"), self)
        self.more = note(parent=self)
        self.address = QLineEdit(self)
        self.address.setMaxLength(LONGEST_ADDRESS)
        self.address.setPlaceholderText("192.168.1.5:40123")
        example = self.address.fontMetrics().horizontalAdvance(self.address.placeholderText())
        self.address.setMinimumWidth(example + FIELD)
        self.code = QLineEdit(self)
        self.code.setMaxLength(80)
        self.code.setPlaceholderText("ABC-234")
        self.name = QLineEdit(name, self)
        self.name.setMaxLength(NAME_LENGTH)
        self.persons = QComboBox(self)
        self.persons.activated.connect(lambda _: self.name.setText(self.persons.currentData()))
        self.persons.hide()
        self.watch = QCheckBox(tr("Only &watch"), self)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.join_button = self.button(tr("&Join"), self._on_join, default=True)
        self.cancel_button = self.button(tr("&Cancel"), self.reject)
        self._lay_out()
        self.list.currentRowChanged.connect(self._on_row)
        self.list.itemClicked.connect(self._on_picked)
        self.list.itemActivated.connect(self._on_picked)
        self._found.connect(self._show_tables, Qt.ConnectionType.QueuedConnection)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._show_tables)
        self._patience.start()
        self._finder: Finder | None = find(self._wake)
        self.finished.connect(self._stop_looking)
        self._show_tables()
        self.code.setFocus()

    def _lay_out(self) -> None:
        form = self.form = QFormLayout()
        form.setSpacing(8)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        rows = (
            (tr("&Address"), self.address),
            (tr("C&ode"), self.code),
            (tr("Your &name"), self.name),
        )
        for text, field in rows:
            field.setAccessibleName(text.replace("&", ""))
            form.addRow(text, field)
        form.addRow("", self.watch)
        sheet = self._sheet = QWidget(self)
        column_of(
            subheading(tr("Tables on this network"), sheet),
            (self.list, 1),
            *(self.more, self.looking, form),
            within=sheet,
            margins=(0, 0, 8, 0),
            spacing=8,
        )
        scroll = self._scroll = PaperScroll(sheet, self)
        buttons = row_of(STRETCH, self.cancel_button, self.join_button)
        self._column = self.lay_out(scroll, self.problem, buttons)
        self.resize(usual_size(self, QSize(460, 440)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._grow()

    def _grow(self) -> None:
        scroll, whole, least = self._scroll, self._column, self._sheet.minimumSizeHint()
        bar = scroll.verticalScrollBar().sizeHint().width()
        scroll.setMinimumWidth(least.width() + bar)
        if not self.problem.isHidden():
            wide = max(self.width(), whole.minimumSize().width())
            words = wide - whole.contentsMargins().left() - whole.contentsMargins().right()
            self.problem.setMinimumHeight(self.problem.heightForWidth(words))
            self.resize(wide, self.height())
        whole.activate()
        lacking = max(0, self._sheet.height() - scroll.viewport().height())
        room = room_of(self).height()
        wide = max(self.width(), whole.minimumSize().width())
        self.resize(wide, min(self.height() + lacking, room))

    def offer_persons(self, names: Sequence[str]) -> None:
        """Offer the people known at this computer, if there are several."""
        if len(names) < 2:
            return
        for name in names:
            self.persons.addItem(shown_name(name), name)
        self.persons.setCurrentIndex(self.persons.findData(self.name.text()))
        self.form.insertRow(2, tr("W&ho plays"), self.persons)
        self.persons.setAccessibleName(tr("Who plays"))
        self.persons.show()
        self.setTabOrder(self.code, self.persons)

    # Search

    def _wake(self) -> None:
        """Schedule an update of the list; called from another thread."""
        with suppress(RuntimeError):  # the dialog may have been deleted
            self._found.emit()

    def _show_tables(self) -> None:
        found = () if self._finder is None else self._finder.tables
        tables, chosen = found[:MOST_SHOWN], self._chosen
        tables += tuple(one for one in found[MOST_SHOWN:] if _same(one, chosen))[:1]
        if tables != self._shown:
            self._shown = tables
            self.list.blockSignals(True)
            self.list.clear()
            for one in tables:
                item = QListWidgetItem(_line(one), self.list)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, aloud(_line(one)))
                set_tip(item, _line(one))
            row = next((row for row, one in enumerate(tables) if _same(one, chosen)), -1)
            self.list.setCurrentRow(row)
            self.list.blockSignals(False)
            if chosen is not None and row >= 0 and self.address.text() == _address(chosen):
                self.address.setText(_address(tables[row]))  # its address may have changed
        if len(tables) == 1 and not self.address.text():
            self.list.setCurrentRow(0)  # a single table is selected at once
        more = tr("And {count} more. If yours is not among these, type its address below.")
        self.more.setText(more.format(count=len(found) - len(tables)))
        self.more.setVisible(tables != found)
        self.looking.setVisible(not tables)
        if not tables and not self._patience.isActive():
            self.looking.setText(self._none_found)
        self._describe()

    @property
    def _none_found(self) -> str:
        if self._finder is not None and not self._finder.has_network:
            return tr(
                "This computer is not connected to a network. Connect it, and tables are found by "
                "themselves."
            )
        return tr(
            "No table has been found. Networks for guests and firewalls look exactly like that: "
            "ask for the address and type it below."
        )

    def table_at(self, host: str, port: int) -> FoundTable | None:
        """Return the listed table at an address, or None."""
        return next((one for one in self._shown if (one.address, one.port) == (host, port)), None)

    def _describe(self) -> None:
        """Set the accessible descriptions of the fields, except the one that shows an error."""
        for field in (self.address, self.code, self.name):
            if field is not self._wrong:
                describe(field, self._state if field is self.code else "")

    @property
    def _state(self) -> str:
        """Selected table or search status, for the code's accessible description."""
        if not self.join_button.isEnabled():
            return tr("Joining…")
        if not self._shown:
            # The opening dialog has announced the search already.
            return "" if self._patience.isActive() else self.looking.text()
        if self._chosen is not None:
            return _line(self._chosen)
        count = len(self._shown)
        return tr_count("{count} table found", "{count} tables found", count).format(count=count)

    @property
    def _chosen(self) -> FoundTable | None:
        row = self.list.currentRow()
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def _on_row(self, row: int) -> None:
        if 0 <= row < len(self._shown):
            one = self._shown[row]
            self.address.setText(_address(one))
        self._describe()

    def _on_picked(self, _: Any) -> None:
        self._on_row(self.list.currentRow())
        self.code.setFocus()

    def _stop_looking(self) -> None:
        self._patience.stop()
        if self._finder is not None:
            self._finder.close()
            self._finder = None

    # Joining

    def _on_join(self) -> None:
        if not self.address.text().strip():
            self._complain(tr("Choose a table above, or type its address."), self.address)
            return
        if not self.code.text().strip():
            self._complain(tr("Type the code that your friend sees."), self.code)
            return
        try:
            host, port = address_of(self.address.text().strip())
        except UsageError as error:
            self._complain(Speaker().say(error.message), self.address)
            return
        try:
            code = code_of(self.code.text().strip())
        except UsageError as error:
            self._complain(Speaker().say(error.message), self.code)
            return
        name = tidy_name(self.name.text())
        if not (is_name(name) or (self.watch.isChecked() and not name)):
            self._complain(tr("What are you called at the table?"), self.name)
            return
        self.problem.hide()
        self._wrong = None
        self._wait(waiting=True)
        self.join_asked.emit(host, port, code, name, self.watch.isChecked())

    def _complain(self, words: str, field: QLineEdit | QCheckBox) -> None:
        self._wrong = field
        # With a trailing space a repeated error is a new text, which is announced again.
        describe(field, words + " " * (field.accessibleDescription() == words))
        field.setFocus()  # focus first: the focused field would announce its own description
        self.show_problem(words)
        if isinstance(field, QLineEdit):
            field.selectAll()
        self._scroll.ensureWidgetVisible(field)

    def _wait(self, *, waiting: bool) -> None:
        self.join_button.setEnabled(not waiting)
        self.join_button.setText(on_button(tr("Joining…")) if waiting else tr("&Join"))
        self._describe()

    def show_problem(self, words: str) -> None:
        """Show an error; the typed text stays."""
        self.problem.setText(words)
        self.problem.setAccessibleName(words)
        self.problem.show()
        self._grow()
        self._wait(waiting=False)

    def show_refusal(self, words: str, why: str) -> None:
        """Show the host's refusal and focus the field to correct, by default the code."""
        field: QLineEdit | QCheckBox = self.name if why in NAME_REFUSED else self.code
        if why in NO_CHAIR:
            field = self.watch
        self._complain(words, self.address if why in ELSEWHERE else field)

    def reject(self) -> None:
        super().reject()
        self.given_up.emit()


def _address(one: FoundTable) -> str:
    return address_text(one.address, one.port)


def _same(one: FoundTable, other: FoundTable | None) -> bool:
    """Return whether both are the same table, possibly at a new address."""
    if other is None:
        return False
    if one.unique or other.unique:
        return (one.unique, one.name) == (other.unique, other.name)
    return (one.address, one.port) == (other.address, other.port)


def _line(one: FoundTable) -> str:
    words = tr("{table} ({game})").format(
        table=shown_name(one.name), game=game_title(shown_name(one.game))
    )
    stands = [tr("play has begun")] if one.playing else []
    if one.free is not None:
        free = tr_count("{count} free chair", "{count} free chairs", one.free)
        stands.append(free.format(count=one.free) if one.free else tr("no free chair"))
    where = shown_words(_address(one), 60)
    return f"{words}\n{' · '.join([*stands, where])}"
