"""Panel to let phones join a table hosted here: switch, QR code, address and guests."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QWidget

from greenbaize.app.network.session import Session
from greenbaize.app.network.table_words import names_text
from greenbaize.app.phones.shown import PhonesShown, typed_address
from greenbaize.lan.wire import LobbyShown
from greenbaize.rules.messages import Message
from greenbaize.ui.table.qr import CodeView
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.lettering import normal, small
from greenbaize.ui.widgets.notes import note
from greenbaize.ui.widgets.plain import Label, on_button, set_tip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

CODE: Final = 150
"""Minimum width and height of the QR code (px)."""
ADDRESS_PIXELS: Final = 20
"""Font size of the address and the code, to be read from a distance (px)."""
LARGER: Final = 1.3
"""Maximum scaling of that font with the text size."""


def come_texts(shown: PhonesShown, lobby: LobbyShown | None) -> list[str]:
    """Return the names of guests by phone, each with its chair's number."""
    chairs = [] if lobby is None else [shown_name(chair.name) for chair in lobby.chairs]
    return [
        tr("{name}, chair {number}").format(name=name, number=chairs.index(name) + 1)
        if name in chairs
        else name
        for name in shown.names
    ]


def is_full(lobby: LobbyShown | None) -> bool:
    """Return whether every chair is taken by a person."""
    return lobby is not None and all(chair.is_guest for chair in lobby.chairs)


class PhonesSwitch(QCheckBox):
    """Check box that Enter toggles too, instead of pressing a dialog's default button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class PhonesPanel(QWidget):
    """Panel to switch phones on and off; ``stays_visible`` shows the code at a full table too."""

    def __init__(self, session: Session, parent: QWidget, *, stays: bool = False) -> None:
        super().__init__(parent)
        self._session, self._stays = session, stays
        self._lobby: LobbyShown | None = None
        self._come: list[str] | None = None
        self.switch = PhonesSwitch(on_button(tr("Phones can join this table")), self)
        self.switch.setFont(normal(bold=True, fixed=True))
        plain = Speaker().say(Message("phones-plain"))
        friends = tr("Friends play on their phones, and this screen is the table")
        self.plain = note(f"{friends}. {plain}", self)
        self.plain.setAccessibleName(" ")  # announced with the check box
        self.switch.setAccessibleDescription(self.plain.text())
        self.problem = Label(parent=self)
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.code = CodeView(self, CODE)
        self.code.setAccessibleName(tr("Code to be scanned"))
        self.way = QWidget(self)
        self.address, self.table_code = Label(parent=self.way), Label(parent=self.way)
        self.copy_button = QPushButton(on_button(tr("Copy the link")), self.way)
        self.copy_button.setFont(small(fixed=True))
        self.copy_button.setAutoDefault(False)
        self.others = QComboBox(self.way)
        words = tr("If a phone finds nothing there, choose another address:")
        self.others_hint = note(words, self.way)
        self.others.setAccessibleName(tr("Address for phones"))
        self.others.setAccessibleDescription(words)
        self.others.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.others.activated.connect(self._on_address_chosen)
        self.come = note(parent=self.way)
        self.full = note(tr("All chairs are taken, so the code is put away."), self)
        self._lay_out()
        self.switch.clicked.connect(self._on_switched)
        self.copy_button.clicked.connect(self._copy)
        self.refresh(None)

    def _lay_out(self) -> None:
        for label in (self.address, self.table_code):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFont(font(grown(ADDRESS_PIXELS, LARGER), bold=True))
            label.setWordWrap(True)
        column_of(
            note(tr("Scan the code, or type into the phone's browser"), self.way),
            self.address,
            note(tr("and there the code"), self.way),
            self.table_code,
            row_of(self.copy_button, STRETCH),
            *(self.others_hint, row_of(self.others, STRETCH)),
            self.come,
            STRETCH,
            within=self.way,
            margins=(0, 0, 0, 0),
            spacing=4,
        )
        middle = row_of((self.code, 2), (self.way, 3), spacing=14)
        parts = (self.switch, self.plain, self.problem, (middle, 1), self.full)
        column_of(*parts, within=self, margins=(0, 0, 0, 0), spacing=6)

    # Display

    def refresh(self, lobby: LobbyShown | None) -> None:
        """Show how phones join this table and who has; hide that while phones are off."""
        self._lobby = lobby
        shown = self._session.phones_shown
        self.switch.setChecked(shown.on)
        self.plain.setVisible(not shown.on)
        set_tip(self.switch, self.plain.text() if shown.on else "")
        if shown.on:
            self.problem.hide()
        offered = shown.on and (self._stays or not is_full(lobby))
        self.code.show_code(shown.url)
        self.code.setVisible(offered)
        self.way.setVisible(offered)
        self.address.setText(shown.address)
        code = self._session.code
        self.table_code.setText(code)
        self.table_code.setAccessibleName(tr("Code: {code}").format(code=" ".join(code)))
        self.copy_button.setAccessibleDescription(shown.url)
        self._show_others(shown)
        self._show_come(shown)

    def _show_others(self, shown: PhonesShown) -> None:
        """Offer the other addresses of this computer, if there are any."""
        offered = tuple(map(self.others.itemData, range(self.others.count())))
        if offered != shown.addresses:
            self.others.clear()
            for url in shown.addresses:
                self.others.addItem(typed_address(url), url)
        self.others.setCurrentIndex(self.others.findData(shown.url))
        for part in (self.others, self.others_hint):
            part.setVisible(len(shown.addresses) > 1)

    def _show_come(self, shown: PhonesShown) -> None:
        come = come_texts(shown, self._lobby)
        self.come.setText(tr("Here by phone: {names}").format(names="; ".join(come)))
        self.come.setVisible(bool(come))
        self.full.setVisible(shown.on and not self._stays and is_full(self._lobby))
        if self._come is not None and shown.on:
            for one in come:
                if one not in self._come:
                    announce(self, one)
        self._come = come

    def show_problem(self, words: str) -> None:
        """Show why phones cannot join."""
        self.switch.setChecked(self._session.phones_shown.on)
        self.problem.setText(words)
        self.problem.show()

    # Actions

    def _on_switched(self, on: bool) -> None:
        names = self._session.phones_shown.names
        if on or not names:
            self._session.phones(on=on)
            return
        self.switch.setChecked(True)  # until the question is confirmed
        question = off_question(self.window(), names)
        question.confirmed.connect(lambda: self._session.phones(on=False))
        question.open()

    def _on_address_chosen(self, index: int) -> None:
        self._session.choose_phones_url(self.others.itemData(index))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self._session.phones_shown.url)
        self.copy_button.setText(on_button(tr("Copied")))


def off_question(parent: QWidget, names: tuple[str, ...]) -> Confirmation:
    """Return the dialog that asks whether to switch phones off although some are in use."""
    return Confirmation(
        parent,
        tr("Switch phones off?"),
        tr(
            "Here by phone: {names}. Their chairs are kept a while; switched on again, they come "
            "back by themselves."
        ).format(names=names_text(names)),
        tr("&Switch off"),
        tr("&Leave them on"),
    )
