"""Opening a folder in the system's file manager."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices


def show_in_folder(path: Path) -> bool:
    """Show a file in its folder, selected where the file manager can do so; return success."""
    is_shown = True
    if sys.platform == "win32":
        QProcess.startDetached("explorer", ["/select,", str(path)])
    elif sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", str(path)])
    else:
        is_shown = QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
    return is_shown
