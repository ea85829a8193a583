"""Dialog that shows during a match how phones join the table hosted here."""

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from greenbaize.ui.features.network.phones_panel import PhonesPanel
from greenbaize.ui.features.network.visit import Visit
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.dialog import Dialog
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr

USUAL_SIZE: Final = QSize(620, 360)
OFF_SIZE: Final = QSize(520, 170)


class PhonesDialog(Dialog):
    """Dialog around the phones panel; Enter on its check box does not close the dialog."""

    def __init__(self, visit: Visit, parent: QWidget) -> None:
        super().__init__(parent, tr("Phones"))
        self._visit = visit
        self._on: bool | None = None
        self.panel = PhonesPanel(visit.session, self, stays=True)
        buttons = self.close_row(tr("C&lose"))
        self.close_button.setAutoDefault(False)
        column_of((self.panel, 1), buttons, within=self, margins=(18, 14, 18, 14), spacing=8)
        visit.phones_changed.connect(self.refresh)
        visit.changed.connect(self.refresh)
        visit.denied.connect(self.panel.show_problem)
        visit.destroyed.connect(self.reject)
        self.panel.switch.setFocus()
        self.refresh()

    def refresh(self) -> None:
        """Update the panel, and resize the dialog when phones are switched on or off."""
        self.panel.refresh(self._visit.lobby)
        on = self._visit.session.phones_shown.on
        if on != self._on:
            self._on = on
            layout = self.layout()
            assert layout is not None
            layout.activate()
            self.resize(usual_size(self, USUAL_SIZE if on else OFF_SIZE))
