"""The field of the preferences that says which language is spoken."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from greenbaize.app.language import SYSTEM, ask_for
from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.notes import note
from greenbaize.words.catalogue import NAMES, known_languages, tr


class LanguageChoice(QWidget):
    """Changes the language; each stands there as it calls itself.

    Args:
        settings: what is changed.
        parent: the dialog.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(tr("Language"))
        self.choice.addItem(tr("As the system"), SYSTEM)
        for language in known_languages():
            self.choice.addItem(NAMES.get(language, language), language)
        # A language that only another version speaks stays what is wished for.
        self.choice.setCurrentIndex(max(0, self.choice.findData(settings.language)))
        self.later = note(tr("The language changes once you have left the table."), parent=self)
        self.later.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.choice)
        column.addWidget(self.later)
        self.setFocusProxy(self.choice)
        self.choice.activated.connect(self._take)

    def speaks_later(self, *, on: bool) -> None:
        """Say that it changes nothing before the table has been left."""
        self.later.setVisible(on)

    def _take(self) -> None:
        self._settings.language = str(self.choice.currentData())
        ask_for("")  # whoever chooses here means it, whatever the command line said
        self.changed.emit()
