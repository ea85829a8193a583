"""The dialog about the program: version and licences."""

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QWidget

from greenbaize import __version__
from greenbaize.compiled import runs_compiled
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.dialog import Dialog
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.notes import heading, note
from greenbaize.words.catalogue import tr


class AboutDialog(Dialog):
    """Dialog with the program's version and licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("About Green Baize"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        version = (
            tr("Version {version}, computer players compiled")
            if runs_compiled()
            else tr("Version {version}, computer players not compiled")
        )
        version = version.format(version=__version__)
        lines = [heading(tr("Green Baize")), note(version, quiet=False)]
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
            lines.append(note(text, quiet=False))
            lines[-1].setMinimumWidth(round(grown(380)))
        last = (6, self.close_row(tr("&Close")))
        column_of(*lines, *last, within=self, margins=(22, 18, 22, 16), spacing=8)
