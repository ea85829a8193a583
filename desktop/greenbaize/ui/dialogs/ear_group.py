"""The group of the preferences that says what the table tells by itself, for those who hear it."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QSlider, QVBoxLayout, QWidget

from greenbaize.rules.messages import mark
from greenbaize.store.fitting import AUTO, BRIEF, FASTEST_SPEECH, FULL, OFF, ON, SLOWEST_SPEECH
from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.notes import note, noted
from greenbaize.ui.plain import Label
from greenbaize.words.catalogue import tr, tr_count

STEP: Final = 20
"""The step of the slider, in words a minute."""
SPEAK_TITLES: Final = {
    AUTO: mark("While a screen reader is running"),
    ON: mark("Always"),
    OFF: mark("Never"),
}
WORDING_TITLES: Final = {FULL: mark("Full"), BRIEF: mark("Brief")}


class EarGroup(QWidget):
    """Whether the table speaks by itself, in how many words, how fast, and whether it waits."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.speak = self._combo(tr("The table speaks"), SPEAK_TITLES, settings.speak)
        self.wording = self._combo(tr("Wording"), WORDING_TITLES, settings.wording)
        self.rate = QSlider(Qt.Orientation.Horizontal, self)
        self.rate.setRange(SLOWEST_SPEECH // STEP, FASTEST_SPEECH // STEP)
        self.rate.setPageStep(2)
        self.rate.setValue(round(settings.speech_rate / STEP))
        self.rate.setAccessibleName(tr("Speed of speech"))
        self.words = Label("", self)
        self.waits = QCheckBox(tr("The table &waits for what is said"), self)
        self.waits.setChecked(settings.speech_waits)
        self._lay_out()
        self._show_use()
        self.speak.currentIndexChanged.connect(self._take)
        self.wording.currentIndexChanged.connect(self._take)
        self.rate.valueChanged.connect(self._take)
        self.waits.toggled.connect(self._take)

    def _combo(self, name: str, titles: dict[str, str], chosen: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for code, title in titles.items():
            combo.addItem(tr(title), code)
        combo.setCurrentIndex(list(titles).index(chosen))
        return combo

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.addRow(tr("The table spea&ks"), self.speak)
        form.addRow(tr("Wordin&g"), self.wording)
        form.addRow(tr("Speed of speec&h"), self.rate)
        form.addRow("", self.words)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(form)
        waits = tr(
            "Not at a table with friends: they would have to wait. A click or Space goes on "
            "at once."
        )
        column.addLayout(noted(self.waits, waits))
        column.addWidget(note(tr("Shift+F7 opens the list of all that was said."), self))

    def _show_use(self) -> None:
        count = self.rate.value() * STEP
        words = tr_count("{count} word a minute", "{count} words a minute", count)
        self.words.setText(words.format(count=count))
        self.rate.setAccessibleDescription(self.words.text())
        for widget in (self.wording, self.rate, self.waits):
            widget.setEnabled(self.speak.currentData() != OFF)

    def _take(self) -> None:
        self._show_use()
        settings = self._settings
        settings.speak = str(self.speak.currentData())
        settings.wording = str(self.wording.currentData())
        if self.rate.value() != round(settings.speech_rate / STEP):
            settings.speech_rate = float(self.rate.value() * STEP)
        settings.speech_waits = self.waits.isChecked()
        self.changed.emit()
