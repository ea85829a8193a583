"""The table before a match with friends: who is here, what is played, and who is ready."""

from functools import partial
from typing import Any, Final

import msgspec
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from greenbaize.lan.wire import LobbyShown
from greenbaize.match.header import Games
from greenbaize.match.player import Player
from greenbaize.ui.accessibility import announce
from greenbaize.ui.dialogs.dialog import Confirmation
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.fonts import grown
from greenbaize.ui.network.chair_rows import ChairRows
from greenbaize.ui.network.chat import ChatPanel
from greenbaize.ui.network.chat_log import ChatLog
from greenbaize.ui.network.house_form import HouseForm
from greenbaize.ui.network.lay_dialog import LayDialog
from greenbaize.ui.network.room_head import RoomHead
from greenbaize.ui.network.table_words import GATHERING, lay_of, names_text, state_text
from greenbaize.ui.plain import Label, on_button, set_tip
from greenbaize.ui.sheets.lettering import normal
from greenbaize.ui.sheets.paper import PaperFrame, paper_palette
from greenbaize.ui.shell.pages import Page
from greenbaize.ui.start_screen import StartScreen
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import game_text, option_texts
from greenbaize.words.names import shown_name

LARGEST: Final = QSize(1000, 720)
"""The card grows no larger, however large the window."""
EDGE: Final = 12
"""The cloth that is seen around the card at least, in pixels."""
TWO_COLUMNS: Final = 760
"""From this width on, what is played stands beside the chairs."""


class WaitingRoom(QWidget, Page):
    """A card over an empty table. What is asked for here comes out as signals."""

    shared = True

    ready_said = Signal(bool)
    leave_asked = Signal()
    lay_asked = Signal(object)
    swap_asked = Signal(int, int)
    dismissed = Signal(int)

    def __init__(
        self, games: Games, log: ChatLog, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._games, self._theme = games, theme
        self.lobby: LobbyShown | None = None
        self._dialog: Any = None
        self._cloth = StartScreen([Player("?")] * 4, theme, self)
        for plate in self._cloth.scene.plates:
            plate.hide()
        self._cloth.scene.notice.hide()
        self.card = PaperFrame(theme, self)
        self.head = RoomHead(self.card)
        self.chairs = ChairRows(theme, self.card)
        self.watchers = note(parent=self.card)
        self.game = Label(parent=self.card)
        self.game.setFont(normal(bold=True, fixed=True))
        self.game.setWordWrap(True)
        self.options = note(parent=self.card)
        self.change_button = QPushButton(tr("Chan&ge…"), self.card)
        self.change_button.setAccessibleName(tr("Change what is played"))
        self.house = HouseForm(self.card)
        self.chat = ChatPanel(log, theme, self.card, framed=False)
        self.state = Label(parent=self.card)
        self.state.setWordWrap(True)
        self.leave_button = QPushButton(tr("&Leave"), self.card)
        self.ready_button = QPushButton(tr("&Ready"), self.card)
        self._lay_out()
        self._connect()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        sheet = QWidget(self.card)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(subheading(tr("Chairs"), sheet))
        left.addWidget(self.chairs)
        left.addWidget(self.watchers)
        left.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(subheading(tr("What is played"), sheet))
        right.addWidget(self.game)
        right.addWidget(self.options)
        right.addWidget(self.change_button, 0, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(self.house)
        right.addSpacing(6)
        right.addWidget(subheading(tr("Chat"), sheet))
        right.addWidget(self.chat, 1)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(28)
        self._columns.addLayout(left, 5)
        self._columns.addLayout(right, 4)
        body = QVBoxLayout(sheet)
        body.setContentsMargins(2, 2, 10, 2)
        body.setSpacing(14)
        body.addWidget(self.head)
        body.addLayout(self._columns, 1)
        self.body = QScrollArea(self.card)
        self.body.setFrameShape(QFrame.Shape.NoFrame)
        self.body.setWidgetResizable(True)
        self.body.setWidget(sheet)
        self.body.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        sheet.setAutoFillBackground(False)
        self.body.viewport().setAutoFillBackground(False)
        for button in (self.leave_button, self.ready_button, self.change_button):
            button.setAutoDefault(True)
        self.ready_button.setMinimumSize(170, 42)
        self.ready_button.setFont(normal(bold=True, fixed=True))
        self.ready_button.setDefault(True)
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.leave_button)
        foot.addWidget(self.state, 1)
        foot.addWidget(self.ready_button)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(22, 16, 14, 14)
        column.setSpacing(10)
        column.addWidget(self.body, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.ready_button.clicked.connect(self._on_ready)
        self.leave_button.clicked.connect(self.leave_asked)
        self.change_button.clicked.connect(self._ask_change)
        self.house.changed.connect(self.lay_asked)
        self.chairs.swap_asked.connect(self.swap_asked)
        self.chairs.dismiss_asked.connect(self._ask_dismiss)
        self.chat.left.connect(self.ready_button.setFocus)

    def tell(self) -> None:
        """Say where one has come to, who is here and what is waited for."""
        lobby, said = self.lobby, [self.state.text()]
        if lobby is not None:
            people = names_text([chair.name for chair in lobby.chairs if chair.name])
            said = [shown_name(lobby.table), self.game.text(), people, *said]
        announce(self, ". ".join(said))

    def _say_state(self, words: str) -> None:
        if words != self.state.text():
            announce(self, words)
        self.state.setText(words)
        set_tip(self.state, words)  # long names may be too wide for it

    # What is shown

    def show_opening(self, name: str, words: str) -> None:
        """Show the room before anything is known of the table but its name."""
        self.head.show_name(name)
        self._say_state(words)
        for part in (self.change_button, self.house, self.ready_button, self.watchers):
            part.hide()

    def show_lobby(self, lobby: LobbyShown, *, here: bool) -> None:
        """Show who is at the table and what for; ``here`` is whether the connection stands."""
        first = self.lobby is None
        self.lobby = lobby
        self.head.show_name(lobby.table)
        self.chairs.show_lobby(lobby)
        count = lobby.watchers
        watchers = tr_count("{count} friend watches.", "{count} friends watch.", count)
        self.watchers.setText(watchers.format(count=count))
        self.watchers.setVisible(count > 0)
        seats = len(lobby.chairs)
        self.game.setText(game_text(lobby.game, seats))
        texts = option_texts(self._games, lobby.game, seats, lobby.options)
        self.options.setText(" · ".join(texts))
        self.options.setVisible(bool(texts))
        gathering = lobby.stage == GATHERING
        keeps = lobby.you is not None and lobby.you == lobby.keeper
        self.change_button.setVisible(keeps)
        self.change_button.setEnabled(gathering)
        self.house.setVisible(True)
        game = self._games.get(lobby.game)
        self.house.show_lobby(lobby, game.levels if game else ())
        lost = tr("The connection is lost; trying to get it back.")
        self._say_state(state_text(lobby) if here else lost)
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        self.ready_button.setText(tr("Not &ready") if ready else tr("&Ready"))
        self.ready_button.setVisible(lobby.you is not None)
        self.ready_button.setEnabled(gathering and here)
        if first:
            self.ready_button.setFocus()

    def say(self, words: str) -> None:
        """Say something that has just come about, until the table is shown anew."""
        self._say_state(words)

    # What is asked

    def _on_ready(self) -> None:
        lobby = self.lobby
        if lobby is not None and lobby.you is not None:
            self.ready_said.emit(not lobby.chairs[lobby.you].ready)

    def _ask_change(self) -> None:
        if self.lobby is None:
            return
        dialog = LayDialog(self._games, lay_of(self.lobby), self, self._theme)
        dialog.changed.connect(self._on_changed)
        self._open(dialog)

    def _on_changed(self, game: str, seats: int, options: dict[str, object]) -> None:
        assert self.lobby is not None
        lay = lay_of(self.lobby)
        self.lay_asked.emit(msgspec.structs.replace(lay, game=game, seats=seats, options=options))

    def _ask_dismiss(self, seat: int) -> None:
        assert self.lobby is not None
        name = self.lobby.chairs[seat].name
        question = dismiss_question(self, names_text([name]))
        question.confirmed.connect(partial(self._dismiss, seat, name))
        self._open(question)

    def _dismiss(self, seat: int, name: str) -> None:
        # Somebody else may sit there by the time the question is answered.
        chairs = () if self.lobby is None else self.lobby.chairs
        if seat < len(chairs) and chairs[seat].name == name:
            self.dismissed.emit(seat)

    def _open(self, dialog: Any) -> None:
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # Looks

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cloth.setGeometry(self.rect())
        room = self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        size = (LARGEST * grown(1.0)).boundedTo(room.size())
        area = QRect(0, 0, size.width(), size.height())
        area.moveCenter(self.rect().center())
        self.card.setGeometry(area)
        wide = size.width() >= grown(TWO_COLUMNS)
        direction = QBoxLayout.Direction
        self._columns.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._cloth.set_theme(theme)
        self.setPalette(paper_palette(theme))
        self.card.set_theme(theme)
        self.chairs.set_theme(theme)
        self.chat.set_theme(theme)
        quiet = QPalette.ColorRole.PlaceholderText
        for label in (self.options, self.watchers):
            label.setForegroundRole(quiet)


def dismiss_question(parent: QWidget, name: str) -> Confirmation:
    """Asks whether a guest is to be asked to leave."""
    return Confirmation(
        parent,
        tr("Ask {name} to leave?").format(name=name),
        tr("Their chair is free for somebody else then."),
        on_button(tr("Ask to leave")),
        tr("&Cancel"),
    )
