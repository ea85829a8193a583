"""Waiting room before a networked match: players, setup and readiness."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QWidget,
)

from greenbaize.app.faces import Look
from greenbaize.app.network.session import Session
from greenbaize.app.network.table_words import (
    GATHERING,
    chair_name,
    chair_texts,
    keeps_table,
    lay_of,
    names_text,
    state_text,
)
from greenbaize.lan import wire
from greenbaize.lan.wire import Lay, LobbyShown
from greenbaize.match.header import Games
from greenbaize.ui.faces.icons import face_at
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.features.network.chat import ChatLog, ChatPanel
from greenbaize.ui.features.network.lay_dialog import HouseForm, LayDialog
from greenbaize.ui.features.network.phones_panel import PhonesPanel
from greenbaize.ui.shell.pages import Page
from greenbaize.ui.table.cloth import EmptyTable
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Confirmation, Dialog, PaperScroll
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.lettering import normal, small, title
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label, Line, on_button, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import game_text, option_texts
from greenbaize.words.names import shown_name

LARGEST: Final = QSize(1000, 750)
"""Maximum size of the panel, before text scaling (px)."""
EDGE: Final = 12
"""Minimum margin of cloth around the panel (px)."""
TWO_COLUMNS: Final = 760
"""Panel width from which the setup is shown beside the chairs (px)."""
BESIDE_WAYS: Final = 64
"""Width of margins and scroll bar beside the join information (px)."""
CODE_PIXELS = 34
"""Font size of the code, to be read across a room (px)."""
MOST_ADDRESSES = 3
MARK: Final = 18
"""Width of the ready indicator (px)."""
FACE: Final = 24
"""Width of a player's face (px)."""


class WaitingRoom(QWidget, Page):
    """Page with a panel over an empty table."""

    shared = True

    lay_asked = Signal(object)
    """Another table setup is requested; carries it."""

    def __init__(
        self,
        games: Games,
        session: Session,
        log: ChatLog,
        rules: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        super().__init__()
        self._games, self._session = games, session
        self._rules = dict(rules or {})
        """Options of each game as last set here."""
        self.lobby: LobbyShown | None = None
        self._dialog: Any = None
        self._cloth = EmptyTable(4, self)
        self.card = PaperFrame(self)
        self.head = RoomHead(self.card)
        self.chairs = ChairRows(self.card)
        self.watchers = note(parent=self.card)
        self.game = Label(parent=self.card)
        self.game.setFont(normal(bold=True, fixed=True))
        self.game.setWordWrap(True)
        self.options = note(parent=self.card)
        self.change_button = QPushButton(tr("Chan&ge…"), self.card)
        self.change_button.setAccessibleName(tr("Change what is played"))
        self.house = HouseForm(self.card)
        self.chat = ChatPanel(log, self.card, framed=False)
        self.state = Label(parent=self.card)
        self.state.setWordWrap(True)
        self.phones = PhonesPanel(session, self.card)
        self.phones.hide()
        self.leave_button = QPushButton(tr("L&eave"), self.card)
        self.ready_button = ReadyButton(tr("&Ready"), self.card)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        sheet = QWidget(self.card)
        left = column_of(
            *(subheading(tr("Chairs"), sheet), self.chairs, self.watchers),
            STRETCH,
            spacing=8,
        )
        right = column_of(
            subheading(tr("What is played"), sheet),
            *(self.game, self.options, self.change_button, self.house, 6),
            subheading(tr("Chat"), sheet),
            (self.chat, 1),
            spacing=8,
        )
        right.setAlignment(self.change_button, Qt.AlignmentFlag.AlignLeft)
        self._columns = row_of((left, 5), (right, 4), spacing=28)
        head = column_of(self.head, STRETCH)
        phones = column_of(self.phones, STRETCH, margins=(0, 4, 0, 0))
        self._ways_in = row_of((head, 5), (phones, 4), spacing=28)
        column_of(
            self._ways_in, (self._columns, 1), within=sheet, margins=(2, 2, 10, 2), spacing=14
        )
        self.body = PaperScroll(sheet, self.card)
        for button in (*(self.leave_button, self.ready_button, self.change_button),):
            button.setAutoDefault(True)
        self.ready_button.setMinimumSize(170, 42)
        self.ready_button.setFont(normal(bold=True, fixed=True))
        self.ready_button.setDefault(True)
        foot = row_of(self.leave_button, (self.state, 1), self.ready_button, spacing=12)
        column_of((self.body, 1), foot, within=self.card, margins=(22, 16, 14, 14), spacing=10)

    def _connect(self) -> None:
        self.ready_button.clicked.connect(self._on_ready)
        self.change_button.clicked.connect(self.ask_change)
        self.house.changed.connect(self._ask_lay)
        self.head.new_code_asked.connect(self._session.renew_code)
        self.house.shows_only.connect(lambda on: self._session.show_only(on=on))
        self.chairs.swap_asked.connect(lambda one, other: self._session.send(wire.Swap(one, other)))
        self.chat.said.connect(self._session.say)
        self.chairs.dismiss_asked.connect(self._ask_dismiss)
        self.chat.left.connect(self.ready_button.setFocus)

    def tell(self) -> None:
        lobby, said = self.lobby, [self.state.text()]
        if lobby is not None:
            people = names_text([chair.name for chair in lobby.chairs if chair.name])
            said = [shown_name(lobby.table), self.game.text(), people, *said]
        announce(self, ". ".join(said))

    def _say_state(self, words: str) -> None:
        if words != self.state.text():
            announce(self, words)
        self.state.setText(words)
        set_tip(self.state, words)  # long names may be too wide for the label

    # Display

    def show_opening(self, name: str, words: str) -> None:
        self.head.show_name(name)
        self._say_state(words)
        for part in (self.change_button, self.house, self.ready_button, self.watchers):
            part.hide()

    def show_lobby(self, lobby: LobbyShown, *, here: bool, changes: str = "") -> None:
        """Show a state of the lobby.

        ``is_connected`` tells whether the connection is up; ``changes`` describes the changes since
        the player was last ready.
        """
        first = self.lobby is None
        self.lobby = lobby
        focused = self.card.focusWidget()
        self.head.show_name(lobby.table)
        keeps = keeps_table(lobby, hosting=self._session.hosting)
        self.chairs.show_lobby(lobby, keeps=keeps)
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
        self.show_phones()
        self.change_button.setVisible(keeps)
        self.change_button.setEnabled(gathering)
        self.house.setVisible(True)
        game = self._games.get(lobby.game)
        self.house.show_lobby(lobby, game.levels if game else (), hosting=self._session.hosting)
        lost = tr("The connection is lost; trying to get it back.")
        state = " ".join(filter(None, (changes, state_text(lobby))))
        self._say_state(state if here else lost)
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        self.ready_button.setText(tr("Not &ready") if ready else tr("&Ready"))
        self.ready_button.setVisible(lobby.you is not None)
        self.ready_button.setEnabled(gathering and here)
        self.ready_button.setDefault(not ready)
        if first or (focused is not None and not focused.isVisibleTo(self)):
            self.ready_button.setFocus()

    def show_phones(self) -> None:
        """Update the phones panel, which only a table hosted here shows."""
        self.phones.setVisible(self._session.hosting)
        self.phones.refresh(self.lobby)
        self._arrange_columns()

    def focus_phones(self) -> None:
        """Focus the check box for phones and scroll to it."""
        self.phones.switch.setFocus()
        self.body.ensureWidgetVisible(self.phones)

    def say(self, words: str) -> None:
        self._say_state(words)

    # Requests

    def _on_ready(self) -> None:
        lobby = self.lobby
        if lobby is not None and lobby.you is not None:
            self._session.get_ready(ready=not lobby.chairs[lobby.you].ready)

    def ask_change(self) -> None:
        """Let the keeper choose what is played."""
        if self.lobby is None:
            return
        dialog = LayDialog(self._games, lay_of(self.lobby), self, self._rules)
        dialog.changed.connect(self._on_changed)
        self._open(dialog)

    def _on_changed(self, game: str, seats: int, options: dict[str, object]) -> None:
        assert self.lobby is not None
        lay = lay_of(self.lobby)
        self._rules[game] = options
        self._ask_lay(msgspec.structs.replace(lay, game=game, seats=seats, options=options))

    def _ask_lay(self, lay: Lay) -> None:
        self._session.send(lay)
        self.lay_asked.emit(lay)

    def _ask_dismiss(self, seat: int) -> None:
        self._open(dismiss_question(self, self._session, lambda: self.lobby, seat))

    def _open(self, dialog: Any) -> None:
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # Layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cloth.setGeometry(self.rect())
        room = self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        size = (LARGEST * grown(1.0)).boundedTo(room.size())
        area = QRect(0, 0, size.width(), size.height())
        area.moveCenter(self.rect().center())
        self.card.setGeometry(area)
        self._arrange_columns()

    def _arrange_columns(self) -> None:
        """Arrange columns side by side where there is room, else one below the other."""
        wide = self.card.width() >= grown(TWO_COLUMNS)
        ways = (self.head, self.phones)
        needed = sum(way.minimumSizeHint().width() for way in ways) + self._ways_in.spacing()
        fits = needed <= self.card.width() - BESIDE_WAYS
        direction = QBoxLayout.Direction
        for columns, beside in ((self._columns, wide), (self._ways_in, wide and fits)):
            columns.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

    def dress(self) -> None:
        self.chat.letter()


def dismiss_question(
    parent: QWidget, session: Session, lobby: Callable[[], LobbyShown | None], seat: int
) -> Confirmation:
    """Return the dialog that asks whether to dismiss a guest.

    Nobody is dismissed if another guest has taken the chair by the time of the answer.
    """

    def sitter() -> str:
        shown = lobby()
        return "" if shown is None or seat >= len(shown.chairs) else shown.chairs[seat].name

    def on_confirmed() -> None:
        if sitter() == name:
            session.send(wire.Dismiss(seat))

    name = sitter()
    question = Confirmation(
        parent,
        tr("Ask {name} to leave?").format(name=names_text([name])),
        tr("Their chair is free for somebody else then."),
        on_button(tr("Ask to leave")),
        tr("&Cancel"),
    )
    question.confirmed.connect(on_confirmed)
    return question


class CodeDialog(Dialog):
    """Dialog with the code of a table and its addresses, likeliest first, if known."""

    def __init__(self, name: str, code: str, addresses: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent, tr("Code of the table"))
        self.head = RoomHead(self)
        self.head.show_name(name)
        self.head.show_door(code, addresses)
        buttons = self.close_row(tr("C&lose"))
        self.close_button.setDefault(True)
        column_of(self.head, buttons, within=self, margins=(18, 14, 18, 14), spacing=12)
        self.close_button.setFocus()


class RoomHead(QFrame):
    """Panel with a table's name and, if it is hosted here, its code and addresses."""

    new_code_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self.name = Line(parent=self)
        self.name.setFont(title(fixed=True))
        self.hint = Label(parent=self)
        self.hint.setWordWrap(True)
        self.hint.setFont(small(fixed=True))
        self.hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.hint.hide()
        self.door = QWidget(self)
        self._code_row = QHBoxLayout()
        self._code_row.setSpacing(12)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        column_of(self._code_row, self._grid, within=self.door, margins=(0, 0, 0, 0), spacing=4)
        self.door.hide()
        self.renew_button = self._make_renew_button()
        self.copy_buttons: list[QPushButton] = []
        column_of(self.name, self.door, self.hint, within=self, margins=(0, 0, 0, 0), spacing=6)

    def show_name(self, name: str) -> None:
        self.name.setText(shown_name(name))

    def show_door(self, code: str, addresses: tuple[str, ...]) -> None:
        if (code, addresses) == self._shown:
            return
        renewed = bool(self._shown[0]) and code != self._shown[0]
        self._shown = code, addresses
        self._fill_door(code, addresses)
        if renewed:
            announce(self, tr("The new code: {code}").format(code=" ".join(code)))

    def _fill_door(self, code: str, addresses: tuple[str, ...]) -> None:
        for layout in (self._code_row, self._grid):
            while (item := layout.takeAt(0)) is not None:
                widget = item.widget()
                if widget is not None and widget is not self.renew_button:
                    widget.hide()
                    widget.deleteLater()
        self.copy_buttons = []
        if not code:
            return
        shown = addresses[:MOST_ADDRESSES]
        for row, text in enumerate((code, *shown)):
            label = Label(text, self.door)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            what = tr("Copy the code") if row == 0 else tr("Copy the address")
            if row == 0:
                label.setFont(font(CODE_PIXELS, bold=True))
                # Read out letter by letter, not as a word.
                label.setAccessibleName(tr("Code: {code}").format(code=" ".join(code)))
            button = QPushButton(on_button(what), self.door)
            button.setFont(small(fixed=True))
            button.setAutoDefault(False)
            button.setAccessibleDescription(text)
            button.clicked.connect(partial(self._copy, text, button))
            if row == 0:
                self._code_row.addWidget(label)
                self._code_row.addWidget(button)
            else:
                self._grid.addWidget(label, row, 0)
                self._grid.addWidget(button, row, 1)
            self.copy_buttons.append(button)
        self._code_row.addWidget(self.renew_button)
        self._code_row.addStretch(1)
        hint = tr(
            "For computers: friends on this network choose “Join a table…” and type the code or "
            "the address. Phones have an address of their own, beside the code for their cameras."
        )
        if not addresses:
            hint = tr(
                "This computer is not connected to a network, so friends cannot come yet. Connect "
                "it: the address then appears here."
            )
        self.hint.setText(hint)
        self.door.show()
        self.hint.show()

    def _make_renew_button(self) -> QPushButton:
        button = QPushButton(on_button(tr("New code")), self.door)
        button.setFont(small(fixed=True))
        button.setAutoDefault(False)
        words = tr("The old code lets nobody in any more. Whoever is here stays.")
        set_tip(button, words)
        button.setAccessibleDescription(words)
        button.clicked.connect(self.new_code_asked)
        return button

    @staticmethod
    def _copy(text: str, button: QPushButton, _: bool = False) -> None:
        QApplication.clipboard().setText(text)
        button.setText(on_button(tr("Copied")))


class ReadyButton(QPushButton):
    """Button that ignores double clicks and key repeat, which would undo the press."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            event.accept()
        else:
            super().keyPressEvent(event)


class ReadyMark(QWidget):
    """Indicator of readiness: a ticked ring, or an empty one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.ready: bool | None = None
        """State of the chair's guest; None where nobody is asked."""
        self.setFixedSize(MARK, MARK)

    def show_ready(self, ready: bool | None) -> None:
        self.ready = ready
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.ready is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(worn().brass_on_paper if self.ready else worn().ink_quiet)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if self.ready else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        if self.ready:
            painter.setPen(QPen(QColor(worn().paper), 2.2, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(5, 9, 8, 12)
            painter.drawLine(8, 12, 12, 5)
        painter.end()


class ChairRow(QFrame):
    """Row of one chair."""

    def __init__(self, seat: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark = ReadyMark(self)
        self.number = Label(str(seat + 1), self)
        """Chair number, or the face of the guest who has taken the chair."""
        self.number.setFixedSize(FACE, FACE)
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.number.setFont(small(fixed=True))
        self.number.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.name = Line(parent=self)
        self.note = Line(parent=self)
        self.note.setFont(small(fixed=True))
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.up, self.down = self._button(), self._button()
        self.up.setArrowType(Qt.ArrowType.UpArrow)
        self.down.setArrowType(Qt.ArrowType.DownArrow)
        self.dismiss = self._button(tr("Ask to leave"))
        words = column_of(self.name, self.note, spacing=0)
        parts = (self.number, self.mark, (words, 1), self.dismiss, self.up, self.down)
        row_of(*parts, within=self, margins=(4, 4, 6, 4), spacing=5)

    def _button(self, text: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setText(on_button(text))
        button.setFont(small(fixed=True))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def show_chair(self, lobby: LobbyShown, seat: int, look: Look | None, *, keeps: bool) -> None:
        chair = lobby.chairs[seat]
        name, texts = chair_name(chair, lobby.bots), chair_texts(lobby, seat)
        guest = chair.is_guest
        if guest:
            texts.append(tr("ready") if chair.ready else tr("not ready"))
        if guest and look is not None:
            self.number.setPixmap(face_at(look, FACE, self.devicePixelRatioF()))
        else:
            self.number.setText(str(seat + 1))
        self.name.setText(name)
        self.name.setFont(normal(bold=seat == lobby.you, fixed=True))
        self.name.setForegroundRole(
            QPalette.ColorRole.Text if guest else QPalette.ColorRole.PlaceholderText
        )
        self.note.setText(" · ".join(texts))
        self.mark.show_ready(chair.ready if guest else None)
        self.setAccessibleName(
            tr("Chair {number}: {name}, {texts}").format(
                number=seat + 1, name=name, texts=", ".join(texts)
            )
        )
        keeps = keeps and lobby.stage == GATHERING
        for button in (self.up, self.down):
            button.setVisible(keeps)
        self.up.setEnabled(seat > 0)
        self.down.setEnabled(seat < len(lobby.chairs) - 1)
        self.dismiss.setVisible(keeps and guest and seat != lobby.you)
        for button, text in (
            (self.up, tr("Move {name} up")),
            (self.down, tr("Move {name} down")),
            (self.dismiss, tr("Ask {name} to leave")),
        ):
            button.setAccessibleName(text.format(name=name))
            set_tip(button, text.format(name=name))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QColor(worn().paper_line))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()


class ChairRows(QWidget):
    """List of all chairs; its rows are reused, so that the keyboard focus stays."""

    swap_asked = Signal(int, int)
    dismiss_asked = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[ChairRow] = []
        self._column = column_of(within=self, margins=(0, 0, 0, 0), spacing=0)

    def show_lobby(self, lobby: LobbyShown, *, keeps: bool) -> None:
        while len(self.rows) > len(lobby.chairs):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(lobby.chairs):
            self._add(len(self.rows))
        guests = [chair.name for chair in lobby.chairs if chair.is_guest]
        looks = dict(zip(guests, looks_at(list(map(shown_name, guests))), strict=True))
        for seat, row in enumerate(self.rows):
            row.show_chair(lobby, seat, looks.get(lobby.chairs[seat].name), keeps=keeps)

    def _add(self, seat: int) -> None:
        row = ChairRow(seat, self)
        row.up.clicked.connect(partial(self._move, seat, -1))
        row.down.clicked.connect(partial(self._move, seat, 1))
        row.dismiss.clicked.connect(partial(self._dismiss, seat))
        self.rows.append(row)
        self._column.addWidget(row)
        row.show()

    def _move(self, seat: int, step: int, _: bool = False) -> None:
        self.swap_asked.emit(seat, seat + step)
        # The focus follows the moved guest, so that they can be moved again.
        moved = self.rows[seat + step]
        button = moved.up if step < 0 else moved.down
        button.setFocus()

    def _dismiss(self, seat: int, _: bool = False) -> None:
        self.dismiss_asked.emit(seat)
