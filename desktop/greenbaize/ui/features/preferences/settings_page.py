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

from greenbaize.store.settings import UserSettings
from greenbaize.ui.widgets.labels import checkbox_with_note, describe_field, make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr


class SettingsPage(QWidget):
    """A column of controls; the Tab key follows the order in which they are created."""

    changed = Signal()

    def __init__(self, settings: UserSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.fields: dict[str, Any] = {}
        """The controls, by the names of their settings."""
        self.column = make_column(margins=(2, 14, 8, 4), spacing=12)
        make_column(self.column, STRETCH, widget=self, margins=(0, 0, 0, 0))

    def add_form(self) -> QFormLayout:
        """Add a form, whose rows have a label and a control, at the end of the page."""
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        self.column.addLayout(form)
        return form

    def bind_field(
        self, key: str, field: QWidget, changes: SignalInstance, read: Callable[[], object]
    ) -> None:
        """Bind a control to a setting: ``read`` returns its value after ``changes`` was emitted."""

        def store_value() -> None:
            if read() != getattr(self._settings, key):
                setattr(self._settings, key, read())
                self.changed.emit()

        self.fields[key] = field
        changes.connect(store_value)

    def make_checkbox(
        self,
        key: str,
        text: str,
        *,
        checked: bool | None = None,
        on_value: object = True,
        off_value: object = False,
    ) -> QCheckBox:
        """Create a check box for a setting with the values ``on_value`` and ``off_value``.

        ``checked`` overrides the state that the setting gives.
        """
        box = QCheckBox(text, self)
        box.setChecked(getattr(self._settings, key) if checked is None else checked)
        self.bind_field(key, box, box.toggled, lambda: on_value if box.isChecked() else off_value)
        return box

    def add_checkbox(self, key: str, text: str, note: str = "", **options: Any) -> QCheckBox:
        """Add a check box as of ``make_checkbox`` to the page, with a note on what it does."""
        box = self.make_checkbox(key, text, **options)
        if note:
            self.column.addLayout(checkbox_with_note(box, note))
        else:
            self.column.addWidget(box)
        return box

    def add_choice(self, key: str, label: str, titles: Mapping[str, str], note: str) -> QComboBox:
        """Add a field as of ``make_combo_box`` to the page, with a note on what it does."""
        combo = self.make_combo_box(key, titles)
        note_label = make_note(note, self)
        describe_field(combo, note_label)
        row = make_row(self.make_label(label, combo), combo, STRETCH, spacing=10)
        self.column.addLayout(make_column(row, note_label, spacing=4))
        return combo

    def make_combo_box(self, key: str, titles: Mapping[str, str], name: str = "") -> QComboBox:
        """Create a field with one of several values; ``titles`` are marked for ``tr``."""
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for code, title in titles.items():
            combo.addItem(tr(title), code)
        combo.setCurrentIndex(list(titles).index(getattr(self._settings, key)))
        self.bind_field(key, combo, combo.currentIndexChanged, lambda: str(combo.currentData()))
        return combo

    def make_slider(  # noqa: PLR0913  (all properties of a slider)
        self,
        key: str,
        name: str,
        values: Sequence[float],
        *,
        page_step: int,
        first: int = 0,
        commits_on_release: bool = False,
    ) -> QSlider:
        """Create a slider over some values, at the one nearest to the setting.

        Page Up moves by ``page`` values; screen readers say ``name`` and count from ``first``. With
        ``commits_on_release`` the setting changes when the mouse releases the slider.
        """
        slider, current_value = (
            QSlider(Qt.Orientation.Horizontal, self),
            getattr(self._settings, key),
        )
        slider.setRange(first, first + len(values) - 1)
        slider.setPageStep(page_step)
        slider.setValue(
            first + min(range(len(values)), key=lambda n: abs(values[n] - current_value))
        )
        slider.setAccessibleName(name)
        slider.setTracking(not commits_on_release)
        self.bind_field(key, slider, slider.valueChanged, lambda: values[slider.value() - first])
        return slider

    def make_value_label(
        self, slider: QSlider, format_value: Callable[[int], str], widest_value: int | None = None
    ) -> PlainLabel:
        """Create a label with a slider's value; it is wide enough for ``widest_value``."""
        label = PlainLabel("", self)

        def show_value() -> None:
            label.setText(format_value(slider.sliderPosition()))
            slider.setAccessibleDescription(label.text())
            if widest_value is not None:
                wide = label.fontMetrics().horizontalAdvance(format_value(widest_value))
                label.setMinimumWidth(wide + 2)

        show_value()
        slider.valueChanged.connect(show_value)
        slider.sliderMoved.connect(show_value)
        return label

    def make_row(self, *widgets: QWidget) -> QHBoxLayout:
        """Return a row of widgets; sliders among them take the free width."""
        stretched = ((widget, int(isinstance(widget, QSlider))) for widget in widgets)
        return make_row(*stretched, spacing=10)

    def make_label(self, text: str, field: QWidget) -> PlainLabel:
        """Create the label of a control, whose mnemonic focuses it."""
        label = PlainLabel(text, self)
        label.setBuddy(field)
        return label


def add_row(form: QFormLayout, label: str, row: QLayout, field: QWidget) -> None:
    """Add a row of several widgets to a form; the label's mnemonic focuses ``field``."""
    form.addRow(label, row)
    form.labelForField(row).setBuddy(field)  # type: ignore[attr-defined]
