"""The field of a new match that shows and takes the number of its cards."""

from PySide6.QtWidgets import QLineEdit, QWidget

from greenbaize.app.tables.matches import create_seed
from greenbaize.rules.chance import parse_deal_number
from greenbaize.ui.widgets.labels import describe_field, make_note, make_subheading
from greenbaize.ui.widgets.layouts import make_column, make_row
from greenbaize.words.catalogue import tr

MAX_NUMBER_LENGTH = 200
"""Longest deal number (characters)."""


class DealNumberForm(QWidget):
    """Field with a fresh deal number; any other number or text may be typed instead."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._new_number = create_seed()
        self.number_field = QLineEdit(self._new_number, self)
        self.number_field.setMaxLength(MAX_NUMBER_LENGTH)
        label = make_subheading(tr("&Deal number"), self)
        label.setBuddy(self.number_field)
        note = make_note(tr("The same number gives the same cards."), self)
        describe_field(self.number_field, note)
        make_column(
            make_row(label, (self.number_field, 1)), note, widget=self, margins=(0, 0, 0, 0)
        )

    @property
    def seed(self) -> str:
        """The seed of the typed number; a fresh one if the field is empty."""
        return parse_deal_number(self.number_field.text().strip() or self._new_number)
