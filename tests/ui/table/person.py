"""A person at the window, who has a mouse, a keyboard and eyes."""

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
"""Seconds after which something that does not come about is given up."""
LOOKED_MS = 5


def until(condition: Callable[[], object]) -> None:
    """Let the window live until something has come about."""
    end = monotonic() + PATIENCE
    # What another thread or program does is looked for now and then, with a rest between: whoever
    # asked all the time would take its time away.
    heart = QTimer(interval=LOOKED_MS)
    heart.start()
    while not condition():
        assert monotonic() < end, "it did not come about"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


class Person:
    """Clicks, drags and types at a window as the system would report it."""

    def __init__(self, window: QWidget, program: Program | None = None) -> None:
        self.window, self.program = window, program

    # What there is

    @property
    def main(self) -> Opened:
        """The program's window, with its features."""
        assert self.program is not None
        return Opened(self.program)

    @property
    def playing(self) -> MatchView:
        """The match on the table, waited for if it is not laid yet."""
        if isinstance(self.window, MatchView):
            return self.window
        until(lambda: self.main.playing is not None)
        return self.main.playing

    @property
    def scene(self) -> TableScene:
        """The table."""
        return self.playing.scene

    @property
    def picture(self) -> Picture:
        """What the person is told of the match, as a table shows it."""
        return self.playing.place.game.picture(self.playing.place.view)

    @property
    def hand(self) -> list[Face]:
        """The faces of one's own cards, from left to right."""
        return [item.face for item in self.scene.cards.own if item.face]

    @property
    def legal(self) -> list[Face]:
        """The cards that may be played now."""
        refusals = self.playing.asking.refusals
        return [face for face in self.hand if face in refusals and refusals[face] is None]

    @property
    def illegal(self) -> list[Face]:
        """The cards that may not be played now."""
        refusals = self.playing.asking.refusals
        return [face for face in self.hand if refusals.get(face) is not None]

    @property
    def record(self) -> Record:
        """The record of the match on the table, as it is on disk."""
        path = self.playing.place.record
        assert path is not None
        return read_record(path.read_bytes(), GAMES)

    # Hands

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click on a widget that is seen."""
        assert widget.isVisible()
        point = widget.mapTo(self.window, widget.rect().center() if at is None else at)
        QTest.mouseClick(self._surface, LEFT, pos=point)

    def press(self, *keys: Qt.Key) -> None:
        """Press keys one after another, whatever has the focus."""
        for key in keys:
            QTest.keyClick(self._surface, key)

    def type(self, text: str) -> None:
        """Type digits."""
        self.press(*(Qt.Key(Qt.Key.Key_0 + int(digit)) for digit in text))

    def spot(self, face: Face) -> QPoint:
        """A point of the window where one's card is not covered by another."""
        item = self.scene.cards.named(face)
        assert item is not None
        view, card = self.playing.view, self.scene.geometry.card
        point = view.mapFromScene(item.spot.x - 0.4 * card, item.spot.y)
        return view.viewport().mapTo(self.window, point)

    @property
    def middle(self) -> QPoint:
        """A point of the window in the middle of the table."""
        view, (x, y) = self.playing.view, self.scene.geometry.centre
        return view.viewport().mapTo(self.window, view.mapFromScene(x, y))

    def click_card(self, face: Face) -> None:
        """Click once on one's card."""
        QTest.mouseClick(self._surface, LEFT, pos=self.spot(face))

    def double_click_card(self, face: Face) -> None:
        """Click twice in quick succession."""
        QTest.mouseDClick(self._surface, LEFT, pos=self.spot(face))

    def point_at(self, face: Face) -> None:
        """Let the mouse rest on one's card."""
        QTest.mouseMove(self._surface, self.spot(face))

    def drag_card(self, face: Face, to: QPoint | None = None) -> None:
        """Drag one's card, to the middle of the table if nothing else is said."""
        start, end = self.spot(face), to or self.middle
        QTest.mousePress(self._surface, LEFT, pos=start)
        for step in range(1, 5):
            QTest.mouseMove(self._surface, start + (end - start) * step / 4)
        QTest.mouseRelease(self._surface, LEFT, pos=end)

    def key_card(self, face: Face) -> None:
        """Take hold of the hand by an arrow key, walk to the card and press Enter."""
        self.press(Qt.Key.Key_Up)
        faces = self.hand
        way = faces.index(face) - faces.index(self.playing.asking.handles.focused)
        step = Qt.Key.Key_Right if way > 0 else Qt.Key.Key_Left
        self.press(*(step,) * abs(way))
        assert self.playing.asking.handles.focused == face
        self.press(Qt.Key.Key_Return)

    def click_button(self, text: str) -> None:
        """Click on the button that begins with this text."""
        self.click(self.button(text))

    def choose(self, pill: str, text: str) -> None:
        """Choose an entry, by how it begins, of a menu on the first screen."""
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
        """The seen button that begins with this text."""
        seen = [one for one in self.window.findChildren(QPushButton) if one.isVisible()]
        return next(one for one in seen if one.text().replace("&", "").startswith(text))

    @property
    def _surface(self) -> object:
        return self.window.windowHandle()

    # Time

    def wait_for_turn(self) -> bool:
        """Wait until one is asked something; False if the match has ended instead."""
        until(lambda: self.playing.isVisible() and (self.playing.asking.question or self.over))
        return self.playing.asking.question is not None

    @property
    def over(self) -> bool:
        """Whether the match has ended and all of it has been seen."""
        return self.playing.place.over and not self.playing.motion.busy

    @property
    def asked_bid(self) -> bool:
        """Whether the question is for a bid."""
        question = self.playing.asking.question
        return question is not None and question.kind == Bid.type

    def act(self) -> None:
        """Give the first answer there is, or play the first card, if anything is asked."""
        prompt = self.playing.asking.prompt
        if self.asked_bid:
            self.click(prompt.buttons[next(self.answers())])
        elif prompt.isVisible():
            self.click(next(one for one in prompt.buttons if not one.forbidden))
        elif self.playing.asking.question is not None:
            self.double_click_card(self.legal[0])

    def hurry(self) -> None:
        """Press the space bar until nothing moves and it is one's turn, or all is over."""
        while self.playing.asking.question is None and not self.over:
            if self.playing.motion.busy:
                self.press(Qt.Key.Key_Space)
            QApplication.processEvents()

    def answers(self) -> Iterator[int]:
        """The bids that may be made now."""
        buttons = self.playing.asking.prompt.buttons
        return (int(button.text()) for button in buttons if not button.forbidden)


def face_of(code: str) -> Face:
    """The face with this code, which is primed in the second pack: ``QD'``."""
    return Face(Card.of(code.removesuffix("'")), code.endswith("'"))


def names(faces: list[Face]) -> list[str]:
    """Cards as players write them."""
    return [face.card.name for face in faces]
