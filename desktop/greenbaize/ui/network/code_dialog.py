"""The dialog that says, at any time of a stay, by which code and where friends find the table."""

from PySide6.QtWidgets import QDialogButtonBox, QVBoxLayout, QWidget

from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.network.room_head import RoomHead
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr


class CodeDialog(Dialog):
    """Shows the code to be read out or copied, and the addresses where they are known.

    Args:
        name: what the table is called.
        code: as it is shown.
        addresses: the likeliest first; a guest may know none.
        parent: the window.
        theme: the colours.
    """

    def __init__(
        self, name: str, code: str, addresses: tuple[str, ...], parent: QWidget, theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Code of the table"))
        self.setPalette(paper_palette(theme))
        self.head = RoomHead(self)
        self.head.show_name(name)
        self.head.show_door(code, addresses)
        buttons = QDialogButtonBox(self)
        role = QDialogButtonBox.ButtonRole.RejectRole
        self.close_button = buttons.addButton(tr("C&lose"), role)
        self.close_button.setDefault(True)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addWidget(buttons)
        self.close_button.setFocus()
