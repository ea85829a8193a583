"""Simulated person at a window, with a mouse and a keyboard."""

from collections.abc import Callable, Iterator
from time import monotonic

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.match.record import Record, read_record
from greenbaize.rules.pictures import Picture
from greenbaize.ui.cards.look import Face
from greenbaize.ui.features.start.start_menu import PillButton
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.program import Program
from greenbaize.ui.table.scene import TableScene
from ui.table.opened import Opened

LEFT = Qt.MouseButton.LeftButton
PATIENCE = 60.0
"""Longest time to wait for a condition (seconds)."""
LOOKED_MS = 5


def until(condition: Callable[[], object]) -> None:
    """Process events until a condition holds."""
    end = monotonic() + PATIENCE
    # Poll other threads and processes with pauses between: polling without a pause would take their
    # processor time.
    heart = QTimer(interval=LOOKED_MS)
    heart.start()
    while not condition():
        assert monotonic() < end, f"the condition did not hold within {PATIENCE:.0f} s"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


class Person:
    """Clicks, drags and types at a window as the system would report it."""

    def __init__(self, window: QWidget, program: Program | None = None) -> None:
        self.window, self.program = window, program

    # State

    @property
    def main(self) -> Opened:
        """The program's window with its features."""
        assert self.program is not None
        return Opened(self.program)

    @property
    def playing(self) -> MatchView:
        """View of the match on the table; waits until there is one."""
        if isinstance(self.window, MatchView):
            return self.window
        until(lambda: self.main.playing is not None)
        return self.main.playing

    @property
    def scene(self) -> TableScene:
        return self.playing.scene

    @property
    def picture(self) -> Picture:
        """Picture of the match as this seat may see it."""
        return self.playing.place.game.picture(self.playing.place.view)

    @property
    def hand(self) -> list[Face]:
        """Faces of the own cards, from left to right."""
        return [item.face for item in self.scene.cards.own if item.face]

    @property
    def legal(self) -> list[Face]:
        """Own cards that may be played now."""
        refusals = self.playing.asking.refusals
        return [face for face in self.hand if face in refusals and refusals[face] is None]

    @property
    def illegal(self) -> list[Face]:
        """Own cards that may not be played now."""
        refusals = self.playing.asking.refusals
        return [face for face in self.hand if refusals.get(face) is not None]

    @property
    def record(self) -> Record:
        """Record of the match on the table, read from disk."""
        path = self.playing.place.record
        assert path is not None
        return read_record(path.read_bytes(), GAMES)

    # Mouse and keyboard

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click on a visible widget."""
        assert widget.isVisible()
        point = widget.mapTo(self.window, widget.rect().center() if at is None else at)
        QTest.mouseClick(self._surface, LEFT, pos=point)

    def press(self, *keys: Qt.Key) -> None:
        """Press keys one after another, wherever the focus is."""
        for key in keys:
            QTest.keyClick(self._surface, key)

    def type(self, text: str) -> None:
        """Type digits."""
        self.press(*(Qt.Key(Qt.Key.Key_0 + int(digit)) for digit in text))

    def spot(self, face: Face) -> QPoint:
        """Return a window point where no other card covers this own card."""
        item = self.scene.cards.named(face)
        assert item is not None
        view, card = self.playing.view, self.scene.geometry.card
        point = view.mapFromScene(item.spot.x - 0.4 * card, item.spot.y)
        return view.viewport().mapTo(self.window, point)

    @property
    def middle(self) -> QPoint:
        """Window point in the middle of the table."""
        view, (x, y) = self.playing.view, self.scene.geometry.centre
        return view.viewport().mapTo(self.window, view.mapFromScene(x, y))

    def click_card(self, face: Face) -> None:
        """Click once on an own card."""
        QTest.mouseClick(self._surface, LEFT, pos=self.spot(face))

    def double_click_card(self, face: Face) -> None:
        """Double-click on an own card."""
        QTest.mouseDClick(self._surface, LEFT, pos=self.spot(face))

    def point_at(self, face: Face) -> None:
        """Rest the mouse on an own card."""
        QTest.mouseMove(self._surface, self.spot(face))

    def drag_card(self, face: Face, to: QPoint | None = None) -> None:
        """Drag an own card to a point, by default the middle of the table."""
        start, end = self.spot(face), to or self.middle
        QTest.mousePress(self._surface, LEFT, pos=start)
        for step in range(1, 5):
            QTest.mouseMove(self._surface, start + (end - start) * step / 4)
        QTest.mouseRelease(self._surface, LEFT, pos=end)

    def key_card(self, face: Face) -> None:
        """Focus the hand with an arrow key, step to the card and press Enter."""
        self.press(Qt.Key.Key_Up)
        faces = self.hand
        way = faces.index(face) - faces.index(self.playing.asking.handles.focused)
        step = Qt.Key.Key_Right if way > 0 else Qt.Key.Key_Left
        self.press(*(step,) * abs(way))
        assert self.playing.asking.handles.focused == face
        self.press(Qt.Key.Key_Return)

    def click_button(self, text: str) -> None:
        """Click on the button whose text begins with this."""
        self.click(self.button(text))

    def choose(self, pill: str, text: str) -> None:
        """Choose the menu entry that begins with a text, from a menu button of the first screen."""
        button = self.button(pill)
        assert isinstance(button, PillButton)
        self.click(button)
        menu = button.menu_of_entries
        assert menu.isVisible()
        entry = next(one for one in menu.actions() if one.text().replace("&", "").startswith(text))
        menu.close()
        assert entry.isEnabled()
        entry.trigger()

    def button(self, text: str) -> QPushButton:
        """Return the visible button whose text begins with this."""
        seen = [one for one in self.window.findChildren(QPushButton) if one.isVisible()]
        return next(one for one in seen if one.text().replace("&", "").startswith(text))

    @property
    def _surface(self) -> object:
        return self.window.windowHandle()

    # Time

    def wait_for_turn(self) -> bool:
        """Wait for a question; return False if the match has ended instead."""
        until(lambda: self.playing.isVisible() and (self.playing.asking.question or self.over))
        return self.playing.asking.question is not None

    @property
    def over(self) -> bool:
        """The match has ended and all animations are over."""
        return self.playing.place.over and not self.playing.motion.busy

    @property
    def asked_bid(self) -> bool:
        """The question is for a bid."""
        question = self.playing.asking.question
        return question is not None and question.kind == Bid.type

    def act(self) -> None:
        """Give the first allowed answer, or play the first legal card, if there is a question."""
        prompt = self.playing.asking.prompt
        if self.asked_bid:
            self.click(prompt.buttons[next(self.answers())])
        elif prompt.isVisible():
            self.click(next(one for one in prompt.buttons if not one.forbidden))
        elif self.playing.asking.question is not None:
            self.double_click_card(self.legal[0])

    def hurry(self) -> None:
        """Press Space until nothing moves and there is a question, or the match is over."""
        while self.playing.asking.question is None and not self.over:
            if self.playing.motion.busy:
                self.press(Qt.Key.Key_Space)
            QApplication.processEvents()

    def answers(self) -> Iterator[int]:
        """Iterate over the bids that may be made now."""
        buttons = self.playing.asking.prompt.buttons
        return (int(button.text()) for button in buttons if not button.forbidden)


def face_of(code: str) -> Face:
    """Return the face with this code; the second pack's codes have a prime: ``QD'``."""
    return Face(Card.of(code.removesuffix("'")), code.endswith("'"))


def names(faces: list[Face]) -> list[str]:
    """Return the names of the cards as players write them."""
    return [face.card.name for face in faces]
