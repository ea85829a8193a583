"""Simulated person at a window, with a mouse and a keyboard."""

from collections.abc import Callable, Iterator
from time import monotonic

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.record import MatchRecord, read_record
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.features.start.start_menu import PillButton
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.window_session import WindowSession
from ui.table.window_facade import WindowFacade
from waiting import describe_condition

LEFT_BUTTON = Qt.MouseButton.LeftButton
TIMEOUT_S = 60.0
"""Longest time to wait for a condition (seconds)."""
POLL_MS = 5


def wait_until(condition: Callable[[], object]) -> None:
    """Process events until a condition holds."""
    end = monotonic() + TIMEOUT_S
    # Poll other threads and processes with pauses between: polling without a pause would take their
    # processor time.
    poll_timer = QTimer(interval=POLL_MS)
    poll_timer.start()
    while not condition():
        assert monotonic() < end, (
            f"did not hold within {TIMEOUT_S:.0f} s: {describe_condition(condition)}"
        )
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


class SimulatedPerson:
    """Clicks, drags and types at a window as the system would report it."""

    def __init__(self, window: QWidget, program: WindowSession | None = None) -> None:
        self.window, self.program = window, program

    # State

    @property
    def facade(self) -> WindowFacade:
        """The program's window with its features."""
        assert self.program is not None
        return WindowFacade(self.program)

    @property
    def match_view(self) -> MatchView:
        """View of the match on the table; waits until there is one."""
        if isinstance(self.window, MatchView):
            return self.window
        wait_until(lambda: self.facade.match_view is not None)
        return self.facade.match_view

    @property
    def scene(self) -> TableScene:
        return self.match_view.scene

    @property
    def picture(self) -> TableSnapshot:
        """Picture of the match as this seat may see it."""
        return self.match_view.player_view.game.picture(self.match_view.player_view.view)

    @property
    def own_faces(self) -> list[CardFace]:
        """Faces of the own cards, from left to right."""
        return [item.face for item in self.scene.cards.own_hand if item.face]

    @property
    def legal_faces(self) -> list[CardFace]:
        """Own cards that may be played now."""
        refusals = self.match_view.prompts.refusal_by_face
        return [face for face in self.own_faces if face in refusals and refusals[face] is None]

    @property
    def illegal_faces(self) -> list[CardFace]:
        """Own cards that may not be played now."""
        refusals = self.match_view.prompts.refusal_by_face
        return [face for face in self.own_faces if refusals.get(face) is not None]

    @property
    def record(self) -> MatchRecord:
        """Record of the match on the table, read from disk."""
        path = self.match_view.player_view.record_path
        assert path is not None
        return read_record(path.read_bytes(), GAMES)

    # Mouse and keyboard

    def click(self, widget: QWidget, point: QPoint | None = None) -> None:
        """Click on a visible widget."""
        assert widget.isVisible()
        window_point = widget.mapTo(self.window, widget.rect().center() if point is None else point)
        QTest.mouseClick(self._surface, LEFT_BUTTON, pos=window_point)

    def press(self, *keys: Qt.Key) -> None:
        """Press keys one after another, wherever the focus is."""
        for key in keys:
            QTest.keyClick(self._surface, key)

    def type_digits(self, text: str) -> None:
        """Type digits."""
        self.press(*(Qt.Key(Qt.Key.Key_0 + int(digit)) for digit in text))

    def card_point(self, face: CardFace) -> QPoint:
        """Return a window point where no other card covers this own card."""
        item = self.scene.cards.find_card(face)
        assert item is not None
        view, card = self.match_view.table_view, self.scene.geometry.card_width
        point = view.mapFromScene(item.placement.x - 0.4 * card, item.placement.y)
        return view.viewport().mapTo(self.window, point)

    @property
    def table_centre(self) -> QPoint:
        """Window point in the middle of the table."""
        view, (x, y) = self.match_view.table_view, self.scene.geometry.centre
        return view.viewport().mapTo(self.window, view.mapFromScene(x, y))

    def click_card(self, face: CardFace) -> None:
        """Click once on an own card."""
        QTest.mouseClick(self._surface, LEFT_BUTTON, pos=self.card_point(face))

    def double_click_card(self, face: CardFace) -> None:
        """Double-click on an own card."""
        QTest.mouseDClick(self._surface, LEFT_BUTTON, pos=self.card_point(face))

    def hover_card(self, face: CardFace) -> None:
        """Rest the mouse on an own card."""
        QTest.mouseMove(self._surface, self.card_point(face))

    def drag_card(self, face: CardFace, to: QPoint | None = None) -> None:
        """Drag an own card to a point, by default the middle of the table."""
        start, end = self.card_point(face), to or self.table_centre
        QTest.mousePress(self._surface, LEFT_BUTTON, pos=start)
        for step in range(1, 5):
            QTest.mouseMove(self._surface, start + (end - start) * step / 4)
        QTest.mouseRelease(self._surface, LEFT_BUTTON, pos=end)

    def play_card_by_keyboard(self, face: CardFace) -> None:
        """Focus the hand with an arrow key, step to the card and press Enter."""
        self.press(Qt.Key.Key_Up)
        faces = self.own_faces
        distance = faces.index(face) - faces.index(self.match_view.prompts.proxies.focused_face)
        step = Qt.Key.Key_Right if distance > 0 else Qt.Key.Key_Left
        self.press(*(step,) * abs(distance))
        assert self.match_view.prompts.proxies.focused_face == face
        self.press(Qt.Key.Key_Return)

    def click_button(self, text: str) -> None:
        """Click on the button whose text begins with this."""
        self.click(self.find_button(text))

    def choose_menu_entry(self, pill: str, text: str) -> None:
        """Choose the menu entry that begins with a text, from a menu button of the first screen."""
        button = self.find_button(pill)
        assert isinstance(button, PillButton)
        self.click(button)
        menu = button.popup_menu
        assert menu.isVisible()
        entry = next(
            action for action in menu.actions() if action.text().replace("&", "").startswith(text)
        )
        menu.close()
        assert entry.isEnabled()
        entry.trigger()

    def find_button(self, text: str) -> QPushButton:
        """Return the visible button whose text begins with this."""
        visible_buttons = [
            button for button in self.window.findChildren(QPushButton) if button.isVisible()
        ]
        return next(
            button for button in visible_buttons if button.text().replace("&", "").startswith(text)
        )

    @property
    def _surface(self) -> object:
        return self.window.windowHandle()

    # Time

    def wait_for_turn(self) -> bool:
        """Wait for a question; return False if the match has ended instead."""
        wait_until(
            lambda: (
                self.match_view.isVisible() and (self.match_view.prompts.question or self.is_over)
            )
        )
        return self.match_view.prompts.question is not None

    @property
    def is_over(self) -> bool:
        """The match has ended and all animations are over."""
        return self.match_view.player_view.is_over and not self.match_view.animator.is_busy

    @property
    def asks_for_bid(self) -> bool:
        """The question is for a bid."""
        question = self.match_view.prompts.question
        return question is not None and question.kind == BidCommand.type

    def play_first_choice(self) -> None:
        """Give the first allowed answer, or play the first legal card, if there is a question."""
        prompt = self.match_view.prompts.choice_prompt
        if self.asks_for_bid:
            self.click(prompt.buttons[next(self.allowed_bids())])
        elif prompt.isVisible():
            self.click(next(button for button in prompt.buttons if not button.forbidden))
        elif self.match_view.prompts.question is not None:
            self.double_click_card(self.legal_faces[0])

    def skip_animations(self) -> None:
        """Press Space until nothing moves and there is a question, or the match is over."""
        while self.match_view.prompts.question is None and not self.is_over:
            if self.match_view.animator.is_busy:
                self.press(Qt.Key.Key_Space)
            QApplication.processEvents()

    def allowed_bids(self) -> Iterator[int]:
        """Iterate over the bids that may be made now."""
        buttons = self.match_view.prompts.choice_prompt.buttons
        return (int(button.text()) for button in buttons if not button.forbidden)


def face_of(code: str) -> CardFace:
    """Return the face with this code; the second pack's codes have a prime: ``QD'``."""
    return CardFace(Card.of(code.removesuffix("'")), code.endswith("'"))


def card_names(faces: list[CardFace]) -> list[str]:
    """Return the names of the cards as players write them."""
    return [face.card.name for face in faces]
