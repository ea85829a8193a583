"""The flight of a card that the player has chosen: until it lands, it can be called back."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.ui.table.animation import CallbackAnimation
from greenbaize.ui.table.scene import TableScene

OWN_FLIGHT_MS = 450
"""Duration of the flight of an own card (ms): long enough to notice a slip."""


class CardFlightController(QObject):
    """Controller of the card that flies from the own hand to the table, if any.

    Nobody is told of the card before it lands; then its command is emitted.
    """

    landed = Signal(object)
    """Emitted with the command when the card has landed."""
    called_back = Signal(object)
    """Emitted with the command when the card is called back into the hand."""

    def __init__(self, scene: TableScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._command: Command | None = None

    @property
    def is_flying(self) -> bool:
        return self._command is not None

    def start_flight(self, command: Command) -> bool:
        """Let the chosen card fly; return False if nothing flies here or now."""
        animator, cards = self._scene.animator, self._scene.cards
        if (
            not isinstance(command, PlayCommand)
            or cards.chosen_item is None
            or animator.speed <= 0
            or animator.reduced_motion
            or animator.is_busy
            or not cards.fly_chosen_card(OWN_FLIGHT_MS)
        ):
            return False
        self._command = command
        landing = CallbackAnimation(partial(self._on_flight_over, command))
        animator.add_animation(landing, OWN_FLIGHT_MS)
        self._application.installEventFilter(self)
        return True

    def land_card(self) -> None:
        """Let the card have landed now."""
        command = self._stop_flight()
        if command is not None:
            self.landed.emit(command)

    def call_back_card(self) -> bool:
        """Call the card back into the hand; return False if none is flying."""
        command = self._stop_flight()
        if command is None:
            return False
        self._scene.cards.return_flown_card()
        self.called_back.emit(command)
        return True

    def discard_flight(self) -> None:
        """Forget the card without a word, because the page is left: it is not played."""
        self._stop_flight()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Call the card back with Esc, wherever the focus is."""
        del watched
        kind = event.type()
        if (
            kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and any(view.window().isActiveWindow() for view in self._scene.views())
        ):
            event.accept()
            if kind == QEvent.Type.KeyPress:
                self.call_back_card()
            return True
        return False

    @property
    def _application(self) -> QCoreApplication:
        application = QCoreApplication.instance()
        assert application is not None
        return application

    def _on_flight_over(self, command: Command) -> None:
        if command is self._command:
            self.land_card()

    def _stop_flight(self) -> Command | None:
        """Return the command of the card that was flying, or None."""
        command, self._command = self._command, None
        if command is not None:
            self._application.removeEventFilter(self)
        return command
