"""The questions before one leaves a table with friends."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from greenbaize.ui.dialogs.dialog import Confirmation
from greenbaize.words.catalogue import tr


class KeepOrLeave(Confirmation):
    """Asks a guest in the middle of a match: go and come back, leave for good, or stay."""

    kept = Signal()
    """The guest goes, and keeps the seat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent,
            tr("Leave the match?"),
            tr(
                "If you go for now, your seat is kept and you can come back; a computer player "
                "stands in for you after a while. If you leave for good, it plays on for you, "
                "and a friend may take the seat."
            ),
            tr("&Leave for good"),
            tr("&Stay"),
        )
        self.keep_button = QPushButton(tr("&Go for now"), self)
        self.keep_button.setAutoDefault(False)
        column = self.layout()
        assert column is not None
        buttons = column.itemAt(column.count() - 1)
        assert isinstance(buttons, QHBoxLayout)
        buttons.insertWidget(buttons.count() - 1, self.keep_button)
        self.keep_button.clicked.connect(self._on_kept)

    def _on_kept(self) -> None:
        self.reject()
        self.kept.emit()


def close_table_question(parent: QWidget, *, playing: bool) -> Confirmation:
    """Asks whoever runs a table whether it is to be closed."""
    more = tr("Your friends have to leave the table.")
    if playing:
        again = tr("You can continue the match later: open the table again from the first screen.")
        more = f"{more} {again}"
    return Confirmation(
        parent, tr("Close the table?"), more, tr("&Close the table"), tr("&Keep it open")
    )
