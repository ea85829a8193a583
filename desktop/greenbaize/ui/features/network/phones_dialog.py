"""Dialog that shows during a match how phones join the table hosted here."""

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from greenbaize.ui.features.network.phones_panel import PhonesPanel
from greenbaize.ui.features.network.session_controller import SessionController
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.window_geometry import set_initial_size
from greenbaize.words.catalogue import tr

DEFAULT_SIZE: Final = QSize(620, 360)
OFF_SIZE: Final = QSize(520, 170)


class PhonesDialog(BaseDialog):
    """Dialog around the phones panel; Enter on its check box does not close the dialog."""

    def __init__(self, session_controller: SessionController, parent: QWidget) -> None:
        super().__init__(parent, tr("Phones"))
        self._session_controller = session_controller
        self._was_on: bool | None = None
        self.panel = PhonesPanel(session_controller.session, self, stays_visible=True)
        buttons = self.make_close_row(tr("C&lose"))
        self.close_button.setAutoDefault(False)
        make_column((self.panel, 1), buttons, widget=self, margins=(18, 14, 18, 14), spacing=8)
        session_controller.phones_changed.connect(self.refresh)
        session_controller.changed.connect(self.refresh)
        session_controller.request_denied.connect(self.panel.show_error)
        session_controller.destroyed.connect(self.reject)
        self.panel.check_box.setFocus()
        self.refresh()

    def refresh(self) -> None:
        """Update the panel, and resize the dialog when phones are switched on or off."""
        self.panel.refresh(self._session_controller.lobby)
        is_on = self._session_controller.session.phones_state.is_on
        if is_on != self._was_on:
            self._was_on = is_on
            layout = self.layout()
            assert layout is not None
            layout.activate()
            set_initial_size(self, DEFAULT_SIZE if is_on else OFF_SIZE)
