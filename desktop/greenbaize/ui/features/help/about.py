"""The dialog about the program: version and licences."""

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QWidget

from greenbaize import __version__
from greenbaize.compiled import is_running_compiled
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_heading, make_note
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.words.catalogue import tr


class AboutDialog(BaseDialog):
    """Dialog with the program's version and licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("About Green Baize"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        version = (
            tr("Version {version}, computer players compiled")
            if is_running_compiled()
            else tr("Version {version}, computer players not compiled")
        )
        version = version.format(version=__version__)
        lines = [make_heading(tr("Green Baize")), make_note(version, is_quiet=False)]
        for text in (
            tr("A card table for your computer, without accounts and without advertising."),
            tr("The program and its card faces are free under the MIT licence."),
            tr(
                "The font is Green Baize Sans, a cut of Inter, under the SIL Open Font Licence 1.1."
            ),
            tr(
                "The window is built with Qt {version} and PySide6, under the GNU Lesser "
                "General Public Licence, version 3."
            ).format(version=qVersion()),
        ):
            lines.append(make_note(text, is_quiet=False))
            lines[-1].setMinimumWidth(round(scale_pixels(380)))
        button_row = (6, self.make_close_row(tr("&Close")))
        make_column(*lines, *button_row, widget=self, margins=(22, 18, 22, 16), spacing=8)
