"""A page of controls that each change one setting as soon as they are used."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLayout,
    QSlider,
    QWidget,
)

from greenbaize.store.settings import Settings
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.notes import noted
from greenbaize.ui.widgets.plain import Label
from greenbaize.words.catalogue import tr


class SettingsPage(QWidget):
    """A column of controls; the Tab key follows the order in which they are created."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.fields: dict[str, Any] = {}
        """The controls, by the names of their settings."""
        self.column = column_of(margins=(2, 14, 8, 4), spacing=12)
        column_of(self.column, STRETCH, within=self, margins=(0, 0, 0, 0))

    def form(self) -> QFormLayout:
        """Add a form, whose rows have a label and a control, at the end of the page."""
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        self.column.addLayout(form)
        return form

    def bind(
        self, key: str, field: QWidget, changes: SignalInstance, read: Callable[[], object]
    ) -> None:
        """Bind a control to a setting: ``read`` returns its value after ``changes`` was emitted."""

        def take() -> None:
            if read() != getattr(self._settings, key):
                setattr(self._settings, key, read())
                self.changed.emit()

        self.fields[key] = field
        changes.connect(take)

    def tick(
        self,
        key: str,
        words: str,
        *,
        checked: bool | None = None,
        on: object = True,
        off: object = False,
    ) -> QCheckBox:
        """Create a check box for a setting with the values ``on_value`` and ``off_value``.

        ``checked`` overrides the state that the setting gives.
        """
        box = QCheckBox(words, self)
        box.setChecked(getattr(self._settings, key) if checked is None else checked)
        self.bind(key, box, box.toggled, lambda: on if box.isChecked() else off)
        return box

    def add(self, key: str, words: str, told: str = "", **how: Any) -> QCheckBox:
        """Add a check box as of ``make_checkbox`` to the page, with a note on what it does."""
        box = self.tick(key, words, **how)
        if told:
            self.column.addLayout(noted(box, told))
        else:
            self.column.addWidget(box)
        return box

    def choose(self, key: str, titles: Mapping[str, str], name: str = "") -> QComboBox:
        """Create a field with one of several values; ``titles`` are marked for ``tr``."""
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for code, title in titles.items():
            combo.addItem(tr(title), code)
        combo.setCurrentIndex(list(titles).index(getattr(self._settings, key)))
        self.bind(key, combo, combo.currentIndexChanged, lambda: str(combo.currentData()))
        return combo

    def slide(  # noqa: PLR0913  (all properties of a slider)
        self,
        key: str,
        name: str,
        values: Sequence[float],
        *,
        page: int,
        least: int = 0,
        settles: bool = False,
    ) -> QSlider:
        """Create a slider over some values, at the one nearest to the setting.

        Page Up moves by ``page`` values; screen readers say ``name`` and count from ``first``. With
        ``commits_on_release`` the setting changes when the mouse releases the slider.
        """
        slider, now = QSlider(Qt.Orientation.Horizontal, self), getattr(self._settings, key)
        slider.setRange(least, least + len(values) - 1)
        slider.setPageStep(page)
        slider.setValue(least + min(range(len(values)), key=lambda n: abs(values[n] - now)))
        slider.setAccessibleName(name)
        slider.setTracking(not settles)
        self.bind(key, slider, slider.valueChanged, lambda: values[slider.value() - least])
        return slider

    def told(
        self, slider: QSlider, words: Callable[[int], str], widest: int | None = None
    ) -> Label:
        """Create a label with a slider's value; it is wide enough for ``widest_value``."""
        label = Label("", self)

        def show() -> None:
            label.setText(words(slider.sliderPosition()))
            slider.setAccessibleDescription(label.text())
            if widest is not None:
                wide = label.fontMetrics().horizontalAdvance(words(widest))
                label.setMinimumWidth(wide + 2)

        show()
        slider.valueChanged.connect(show)
        slider.sliderMoved.connect(show)
        return label

    def row(self, *parts: QWidget) -> QHBoxLayout:
        """Return a row of widgets; sliders among them take the free width."""
        shared = ((part, int(isinstance(part, QSlider))) for part in parts)
        return row_of(*shared, spacing=10)

    def label(self, words: str, field: QWidget) -> Label:
        """Create the label of a control, whose mnemonic focuses it."""
        label = Label(words, self)
        label.setBuddy(field)
        return label


def add_row(form: QFormLayout, words: str, row: QLayout, field: QWidget) -> None:
    """Add a row of several widgets to a form; the label's mnemonic focuses ``field``."""
    form.addRow(words, row)
    form.labelForField(row).setBuddy(field)  # type: ignore[attr-defined]
