"""Simulated people who ask what computer players thought."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.advice.finished_matches import play_match
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.store import folders
from greenbaize.ui.shell.navigation import ReplayRoute
from ui.table.person import wait_until


def write_match(name="damn", level="medium", keys=()):
    """Write the record of a match, and return its path and its moves."""
    history = play_match(name, level)
    header = replace(history.header, extra={**history.header.extra, **dict(keys)})
    codec = event_codec(history.game)
    lines = [header.to_line(), *map(codec.encode_line, history._events)]
    path = folders.matches_folder() / "thoughts.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(encode_line, lines)))
    return path, history


class ReplayUser:
    """A person at the replay of a match."""

    def __init__(self, person, path):
        self.person = person
        person.program.services.navigate(ReplayRoute(path, None))
        wait_until(lambda: person.program.services.pages.table is not None)
        self.page = person.program.services.pages.table
        plates = self.page.scene.plates
        wait_until(lambda: self.page.isVisible() and plates[1].body_rect().width() > 0)

    @property
    def dialog(self):
        return self.page.side_column.thoughts_dialog

    @property
    def text(self):
        """What the dialog says once the player has answered."""
        wait_until(lambda: self.dialog.is_answered)
        return self.dialog.text_label.text().replace("\N{NO-BREAK SPACE}", " ")

    def ask_by_key(self):
        QTest.keyClick(self.person.window, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)

    def ask_by_mouse(self, scene_point):
        """Right-click a point of the table and choose the menu's entry."""
        view = self.page.table.table_view
        point = view.mapFromScene(scene_point)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=point)
        # Without a window system a right click asks for no menu by itself.
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, point, view.viewport().mapToGlobal(point)
        )
        QApplication.sendEvent(view.viewport(), event)
        self.choose_entry()

    def choose_entry(self):
        menu = self.find_menu()
        QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)

    def find_menu(self):
        return next(
            menu
            for menu in self.page.findChildren(QMenu)
            if menu.isVisible() and "they do that" in menu.actions()[0].text().replace("&", "")
        )
