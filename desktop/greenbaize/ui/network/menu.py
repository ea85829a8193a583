"""What the Match menu has for tables with friends; nothing of the network is imported for it."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from greenbaize.ui.plain import on_button
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

if TYPE_CHECKING:
    from greenbaize.ui.network.door import Door
    from greenbaize.ui.network.visit import Visit

QUICK_KEYS: Final = "Alt+{number}"


class NetworkMenu(QObject):
    """The entries, which know by themselves when they make sense.

    Args:
        menu: where they are put.
        door: gives the window's door to the network, which is made when it is first needed.
    """

    def __init__(self, menu: QMenu, door: Callable[[], "Door"], parent: QObject) -> None:
        super().__init__(parent)
        self._door = door
        self._visit: Visit | None = None
        self.open = self._action(menu, tr("Open a &table…"), "Ctrl+Shift+O", "open_table")
        self.join = self._action(menu, tr("&Join a table…"), "Ctrl+J", "ask_join")
        self.chat = self._action(menu, tr("&Chat"), "Ctrl+T", "open_chat")
        self.words = menu.addMenu(tr("Sa&y"))
        self.stand_in = menu.addMenu(tr("Let a computer player play &for"))
        self.dismiss = menu.addMenu(tr("As&k to leave"))
        self.code = self._action(menu, tr("C&ode of the table…"), "", "show_code")
        self.leave = self._action(menu, tr("&Leave the table…"), "", "ask_leave")
        self._word_actions: list[QAction] = []
        self.stand_in.aboutToShow.connect(self._fill_stand_in)
        self.dismiss.aboutToShow.connect(self._fill_dismiss)
        self.show_visit(None)

    def _action(self, menu: QMenu, text: str, keys: str, name: str) -> QAction:
        action = menu.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False: getattr(self._door(), name)())
        return action

    def show_visit(self, visit: "Visit | None") -> None:
        """Be about this stay at a table, or about none."""
        self._visit = visit
        there = visit is not None
        if there and not self._word_actions:
            self._add_words()
        self.open.setEnabled(not there)
        self.join.setEnabled(not there)
        self.leave.setVisible(there)
        self.code.setVisible(visit is not None and bool(visit.session.code))
        for action in (self.chat, self.words.menuAction(), *self._word_actions):
            action.setVisible(there)
            action.setEnabled(there)
        lobby = None if visit is None else visit.lobby
        seated = lobby is not None and lobby.you is not None
        matched = visit is not None and visit.playing and visit.at_table is not None
        self.stand_in.menuAction().setVisible(seated and matched)
        self.dismiss.menuAction().setVisible(visit is not None and visit.keeps)

    def _add_words(self) -> None:
        from greenbaize.ui.network.quick_words import QUICK_WORDS  # noqa: PLC0415

        for number, (word, text) in enumerate(QUICK_WORDS.items(), 1):
            action = self.words.addAction(on_button(tr(text)))
            action.setShortcut(QKeySequence(QUICK_KEYS.format(number=number)))
            action.triggered.connect(partial(self._say, word))
            self._word_actions.append(action)

    def _say(self, word: str, _: bool = False) -> None:
        if self._visit is not None:
            self._visit.session.say(word=word)

    def _fill_stand_in(self) -> None:
        """Whoever keeps the table may do this for everybody, everybody for themselves."""
        visit = self._visit
        self.stand_in.clear()
        if visit is None or visit.at_table is None or visit.lobby is None:
            return
        table, you = visit.at_table, visit.lobby.you
        for seat in sorted(table.acting.people):
            if seat == you or visit.keeps:
                name = tr("myself") if seat == you else table.name(seat)
                action = self.stand_in.addAction(on_button(name))
                action.setCheckable(True)
                action.setChecked(table.acting.computer(seat))
                action.toggled.connect(lambda on, seat=seat: visit.session.stand_in(seat, on=on))

    def _fill_dismiss(self) -> None:
        from greenbaize.app.network.comings import GUEST  # noqa: PLC0415

        visit = self._visit
        self.dismiss.clear()
        if visit is None or visit.lobby is None:
            return
        for seat, chair in enumerate(visit.lobby.chairs):
            if chair.who == GUEST and seat != visit.lobby.you:
                action = self.dismiss.addAction(on_button(shown_name(chair.name)))
                action.triggered.connect(partial(self._ask_dismiss, seat))
        if self.dismiss.isEmpty():
            self.dismiss.addAction(tr("Nobody else is here")).setEnabled(False)

    def _ask_dismiss(self, seat: int, _: Any = None) -> None:
        self._door().ask_dismiss(seat)
