"""The group of the preferences that says what waits for oneself, and what goes by itself."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from greenbaize.store.fitting import LEARNING, LONGEST_TRICK, OFF, ON, SHORTEST_TRICK
from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.notes import noted
from greenbaize.ui.plain import Label
from greenbaize.words.catalogue import tr
from greenbaize.words.numbers import decimal_text

STEP_S: Final = 0.1
"""The step of the slider, in seconds."""


class PaceGroup(QWidget):
    """How long a full trick stays, whether it waits for a click, and what plays itself."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.trick = QSlider(Qt.Orientation.Horizontal, self)
        self.trick.setRange(_steps(SHORTEST_TRICK), _steps(LONGEST_TRICK))
        self.trick.setPageStep(5)
        self.trick.setValue(_steps(settings.trick_seconds))
        self.trick.setAccessibleName(tr("A full trick stays"))
        self.seconds = Label("", self)
        self.wait = QCheckBox(tr("&Wait for my click after each trick"), self)
        self.wait.setChecked(settings.waits)
        self.last_card = QCheckBox(tr("My last card plays &itself"), self)
        self.last_card.setChecked(settings.last_card)
        self.forced = QCheckBox(tr("Play forced car&ds by themselves"), self)
        self.forced.setChecked(settings.forced_cards)
        self._lay_out()
        self._show_seconds()
        self.trick.valueChanged.connect(self._on_trick)
        self.wait.toggled.connect(self._on_wait)
        self.last_card.toggled.connect(self._on_cards)
        self.forced.toggled.connect(self._on_cards)

    def _lay_out(self) -> None:
        label = Label(tr("A full tric&k stays"), self)
        label.setBuddy(self.trick)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label)
        row.addWidget(self.trick, 1)
        row.addWidget(self.seconds)
        count = tr(
            "On in your first {count} matches, unless you set it here. In games without "
            "tricks the table waits after each round."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(row)
        for box, words in (
            (self.wait, count.format(count=LEARNING)),
            (self.last_card, tr("In the last trick of a deal there is nothing left to choose.")),
            (
                self.forced,
                tr(
                    "When the rules allow only one card, it is played for you. Bids and "
                    "stakes never are."
                ),
            ),
        ):
            column.addLayout(noted(box, words))

    def _show_seconds(self) -> None:
        self.seconds.setText(_seconds_text(self.trick.value() * STEP_S))
        # The slider is as long whatever stands beside it.
        wide = self.seconds.fontMetrics().horizontalAdvance(_seconds_text(0.0))
        self.seconds.setMinimumWidth(wide + 2)
        self.trick.setAccessibleDescription(self.seconds.text())

    def _on_trick(self, value: int) -> None:
        self._settings.trick_seconds = round(value * STEP_S, 1)
        self._show_seconds()
        self.changed.emit()

    def _on_wait(self, on: bool) -> None:
        self._settings.wait_for_click = ON if on else OFF
        self.changed.emit()

    def _on_cards(self) -> None:
        self._settings.last_card = self.last_card.isChecked()
        self._settings.forced_cards = self.forced.isChecked()
        self.changed.emit()


def _steps(seconds: float) -> int:
    return round(seconds / STEP_S)


def _seconds_text(seconds: float) -> str:
    return tr("{seconds} s").format(seconds=decimal_text(seconds))
