"""Panel to let phones join a table hosted here: switch, QR code, address and guests."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QWidget

from greenbaize.app.network.session import Session
from greenbaize.app.network.table_texts import format_names
from greenbaize.app.phones.phones_state import PhonesState, typed_address
from greenbaize.lan.wire import LobbyMessage
from greenbaize.rules.messages import Message
from greenbaize.ui.table.qr_code import QrCodeWidget
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.font_sizes import normal_font, small_font
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, escape_ampersands, set_tooltip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker

MIN_CODE_SIZE: Final = 150
"""Minimum width and height of the QR code (px)."""
ADDRESS_FONT_SIZE: Final = 20
"""Font size of the address and the code, to be read from a distance (px)."""
MAX_TEXT_SCALE: Final = 1.3
"""Maximum scaling of that font with the text size."""


def format_phone_guests(phones: PhonesState, lobby: LobbyMessage | None) -> list[str]:
    """Return the names of guests by phone, each with its chair's number."""
    chairs = [] if lobby is None else [display_name(chair.name) for chair in lobby.chairs]
    return [
        tr("{name}, chair {number}").format(name=name, number=chairs.index(name) + 1)
        if name in chairs
        else name
        for name in phones.names
    ]


def is_table_full(lobby: LobbyMessage | None) -> bool:
    """Return whether every chair is taken by a person."""
    return lobby is not None and all(chair.is_guest for chair in lobby.chairs)


class PhonesCheckBox(QCheckBox):
    """Check box that Enter toggles too, instead of pressing a dialog's default button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class PhonesPanel(QWidget):
    """Panel to switch phones on and off; ``stays_visible`` shows the code at a full table too."""

    def __init__(self, session: Session, parent: QWidget, *, stays_visible: bool = False) -> None:
        super().__init__(parent)
        self._session, self._stays_visible = session, stays_visible
        self._lobby: LobbyMessage | None = None
        self._guest_texts: list[str] | None = None
        self.check_box = PhonesCheckBox(escape_ampersands(tr("Phones can join this table")), self)
        self.check_box.setFont(normal_font(bold=True, fixed=True))
        explanation = Speaker().format_message(Message("phones-plain"))
        friends = tr("Friends play on their phones, and this screen is the table")
        self.explanation = make_note(f"{friends}. {explanation}", self)
        self.explanation.setAccessibleName(" ")  # announced with the check box
        self.check_box.setAccessibleDescription(self.explanation.text())
        self.error_label = PlainLabel(parent=self)
        self.error_label.setWordWrap(True)
        self.error_label.hide()
        self.code_view = QrCodeWidget(self, MIN_CODE_SIZE)
        self.code_view.setAccessibleName(tr("Code to be scanned"))
        self.join_info = QWidget(self)
        self.address_label, self.code_label = (
            PlainLabel(parent=self.join_info),
            PlainLabel(parent=self.join_info),
        )
        self.copy_button = QPushButton(escape_ampersands(tr("Copy the link")), self.join_info)
        self.copy_button.setFont(small_font(fixed=True))
        self.copy_button.setAutoDefault(False)
        self.address_combo = QComboBox(self.join_info)
        hint = tr("If a phone finds nothing there, choose another address:")
        self.address_hint = make_note(hint, self.join_info)
        self.address_combo.setAccessibleName(tr("Address for phones"))
        self.address_combo.setAccessibleDescription(hint)
        self.address_combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.address_combo.activated.connect(self._on_address_chosen)
        self.guests_label = make_note(parent=self.join_info)
        self.full_note = make_note(tr("All chairs are taken, so the code is put away."), self)
        self._build_layout()
        self.check_box.clicked.connect(self._on_toggled)
        self.copy_button.clicked.connect(self._copy_link)
        self.refresh(None)

    def _build_layout(self) -> None:
        for label in (self.address_label, self.code_label):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFont(make_font(scale_pixels(ADDRESS_FONT_SIZE, MAX_TEXT_SCALE), bold=True))
            label.setWordWrap(True)
        make_column(
            make_note(tr("Scan the code, or type into the phone's browser"), self.join_info),
            self.address_label,
            make_note(tr("and there the code"), self.join_info),
            self.code_label,
            make_row(self.copy_button, STRETCH),
            self.address_hint,
            make_row(self.address_combo, STRETCH),
            self.guests_label,
            STRETCH,
            widget=self.join_info,
            margins=(0, 0, 0, 0),
            spacing=4,
        )
        middle = make_row((self.code_view, 2), (self.join_info, 3), spacing=14)
        parts = (self.check_box, self.explanation, self.error_label, (middle, 1), self.full_note)
        make_column(*parts, widget=self, margins=(0, 0, 0, 0), spacing=6)

    # Display

    def refresh(self, lobby: LobbyMessage | None) -> None:
        """Show how phones join this table and who has; hide that while phones are off."""
        self._lobby = lobby
        phones = self._session.phones_state
        self.check_box.setChecked(phones.is_on)
        self.explanation.setVisible(not phones.is_on)
        set_tooltip(self.check_box, self.explanation.text() if phones.is_on else "")
        if phones.is_on:
            self.error_label.hide()
        is_offered = phones.is_on and (self._stays_visible or not is_table_full(lobby))
        self.code_view.show_code(phones.url)
        self.code_view.setVisible(is_offered)
        self.join_info.setVisible(is_offered)
        self.address_label.setText(phones.address)
        code = self._session.code
        self.code_label.setText(code)
        self.code_label.setAccessibleName(tr("Code: {code}").format(code=" ".join(code)))
        self.copy_button.setAccessibleDescription(phones.url)
        self._show_addresses(phones)
        self._show_guests(phones)

    def _show_addresses(self, phones: PhonesState) -> None:
        """Offer the other addresses of this computer, if there are any."""
        listed_urls = tuple(map(self.address_combo.itemData, range(self.address_combo.count())))
        if listed_urls != phones.addresses:
            self.address_combo.clear()
            for url in phones.addresses:
                self.address_combo.addItem(typed_address(url), url)
        self.address_combo.setCurrentIndex(self.address_combo.findData(phones.url))
        for widget in (self.address_combo, self.address_hint):
            widget.setVisible(len(phones.addresses) > 1)

    def _show_guests(self, phones: PhonesState) -> None:
        guest_texts = format_phone_guests(phones, self._lobby)
        self.guests_label.setText(tr("Here by phone: {names}").format(names="; ".join(guest_texts)))
        self.guests_label.setVisible(bool(guest_texts))
        self.full_note.setVisible(
            phones.is_on and not self._stays_visible and is_table_full(self._lobby)
        )
        if self._guest_texts is not None and phones.is_on:
            for guest_text in guest_texts:
                if guest_text not in self._guest_texts:
                    announce(self, guest_text)
        self._guest_texts = guest_texts

    def show_error(self, text: str) -> None:
        """Show why phones cannot join."""
        self.check_box.setChecked(self._session.phones_state.is_on)
        self.error_label.setText(text)
        self.error_label.show()

    # Actions

    def _on_toggled(self, on: bool) -> None:
        names = self._session.phones_state.names
        if on or not names:
            self._session.switch_phones(on=on)
            return
        self.check_box.setChecked(True)  # until the question is confirmed
        dialog = create_switch_off_dialog(self.window(), names)
        dialog.confirmed.connect(lambda: self._session.switch_phones(on=False))
        dialog.open()

    def _on_address_chosen(self, index: int) -> None:
        self._session.choose_phones_url(self.address_combo.itemData(index))

    def _copy_link(self) -> None:
        QApplication.clipboard().setText(self._session.phones_state.url)
        self.copy_button.setText(escape_ampersands(tr("Copied")))


def create_switch_off_dialog(parent: QWidget, names: tuple[str, ...]) -> ConfirmationDialog:
    """Return the dialog that asks whether to switch phones off although some are in use."""
    return ConfirmationDialog(
        parent,
        tr("Switch phones off?"),
        tr(
            "Here by phone: {names}. Their chairs are kept a while; switched on again, they come "
            "back by themselves."
        ).format(names=format_names(names)),
        tr("&Switch off"),
        tr("&Leave them on"),
    )
