"""The group of the preferences that says what is heard, and how loud."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.notes import note, noted
from greenbaize.ui.plain import Label
from greenbaize.ui.sound import device
from greenbaize.words.catalogue import tr

STEPS: Final = 20
"""Of the slider, from silent to as loud as it can be."""


class SoundGroup(QWidget):
    """Whether anything is heard, how loud, and of which kinds."""

    changed = Signal()
    tried = Signal()
    """It is another loudness now, which may be heard."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.on = QCheckBox(tr("So&und (F7)"), self)
        self.on.setChecked(settings.sound)
        self.volume = QSlider(Qt.Orientation.Horizontal, self)
        self.volume.setRange(0, STEPS)
        self.volume.setPageStep(STEPS // 5)
        self.volume.setValue(round(STEPS * settings.volume))
        self.volume.setAccessibleName(tr("Volume"))
        self.cards = QCheckBox(tr("Car&ds"), self)
        self.cards.setChecked(settings.sound_cards)
        self.turn = QCheckBox(tr("My tur&n"), self)
        self.turn.setChecked(settings.sound_turn)
        self.results = QCheckBox(tr("&Bids made or missed, and a win"), self)
        self.results.setChecked(settings.sound_results)
        self._lay_out()
        self._show_use()
        self.volume.valueChanged.connect(self._on_volume)
        for box in (self.on, self.cards, self.turn, self.results):
            box.toggled.connect(self._on_boxes)

    def _lay_out(self) -> None:
        label = Label(tr("&Volume"), self)
        label.setBuddy(self.volume)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label)
        row.addWidget(self.volume, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.on)
        if not device.has_library():
            column.addWidget(note(tr("There is no sound on this kind of computer yet.")))
        column.addLayout(row)
        column.addWidget(self.cards)
        column.addLayout(noted(self.turn, tr("A soft knock, when you have waited for it.")))
        column.addWidget(self.results)

    def _show_use(self) -> None:
        for widget in (self.volume, self.cards, self.turn, self.results):
            widget.setEnabled(self.on.isChecked())

    def _on_volume(self, value: int) -> None:
        self._settings.volume = value / STEPS
        self.changed.emit()
        self.tried.emit()

    def _on_boxes(self) -> None:
        self._show_use()
        settings = self._settings
        settings.sound = self.on.isChecked()
        settings.sound_cards = self.cards.isChecked()
        settings.sound_turn = self.turn.isChecked()
        settings.sound_results = self.results.isChecked()
        self.changed.emit()
