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

from greenbaize.app.avatars import Avatar
from greenbaize.app.house_rules import (
    HouseRules,
    TableRules,
    find_table_rules,
    list_house_rules,
    tidy_rules_name,
)
from greenbaize.app.network.session import Session
from greenbaize.app.network.table_texts import (
    GATHERING_STAGE,
    describe_chair,
    describe_occupant,
    describe_table_state,
    extract_match_setup,
    format_names,
    is_keeper,
)
from greenbaize.lan import wire
from greenbaize.lan.wire import LobbyMessage, MatchSetupMessage
from greenbaize.match.header import GamesByName
from greenbaize.rules.levels import fit_level
from greenbaize.rules.options import find_unusual_values
from greenbaize.store.settings import UserSettings
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.faces.icons import render_scaled_avatar
from greenbaize.ui.features.network.chat import ChatLog, ChatPanel
from greenbaize.ui.features.network.phones_panel import PhonesPanel
from greenbaize.ui.features.network.table_setup_dialog import TableSettingsForm, TableSetupDialog
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from greenbaize.ui.shell.pages import WindowPage
from greenbaize.ui.table.cloth import EmptyTableWidget
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog, ConfirmationDialog, FocusScrollArea
from greenbaize.ui.widgets.font_sizes import normal_font, small_font, title_font
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import ElidedLabel, PlainLabel, escape_ampersands, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import game_text, option_texts, resolve_known_options
from greenbaize.words.names import display_name
from greenbaize.words.titles import missing_levels_text

MAX_PANEL_SIZE: Final = QSize(1000, 750)
"""Maximum size of the panel, before text scaling (px)."""
MIN_MARGIN: Final = 12
"""Minimum margin of cloth around the panel (px)."""
TWO_COLUMN_WIDTH: Final = 760
"""Panel width from which the setup is shown beside the chairs (px)."""
JOIN_ROW_MARGINS: Final = 64
"""Width of margins and scroll bar beside the join information (px)."""
CODE_FONT_SIZE = 34
"""Font size of the code, to be read across a room (px)."""
MAX_ADDRESSES = 3
INDICATOR_SIZE: Final = 18
"""Width of the ready indicator (px)."""
FACE_SIZE: Final = 24
"""Width of a player's face (px)."""


class WaitingRoomPage(QWidget, WindowPage):
    """Page with a panel over an empty table."""

    is_shared = True

    setup_requested = Signal(object)
    """Another table setup is requested; carries it."""
    house_rules_changed = Signal()
    """House rules in the settings have changed, which are to be saved."""

    def __init__(
        self,
        games: GamesByName,
        session: Session,
        chat_log: ChatLog,
        last_options: Mapping[str, Mapping[str, object]] | None = None,
        settings: UserSettings | None = None,
    ) -> None:
        super().__init__()
        self._games, self._session = games, session
        self._settings = settings or UserSettings()
        self._last_options = dict(last_options or {})
        """Options of each game as last set here."""
        wanted_level = self._settings.table.get("bots")
        self._wanted_level = wanted_level if isinstance(wanted_level, str) else ""
        """Level chosen last for open chairs; a table that does not offer it has a lower one."""
        self.lobby: LobbyMessage | None = None
        self._dialog: Any = None
        self._empty_table = EmptyTableWidget(4, self)
        self.panel = PaperFrame(self)
        self.join_info = JoinInfoPanel(self.panel)
        self.chair_list = ChairList(self.panel)
        self.watchers_note = make_note(parent=self.panel)
        self.game_label = PlainLabel(parent=self.panel)
        self.game_label.setFont(normal_font(bold=True, fixed=True))
        self.game_label.setWordWrap(True)
        self.rules_note = make_note(parent=self.panel, is_quiet=False)
        self.keep_rules_button = QPushButton(tr("&Keep these rules…"), self.panel)
        self.options_note = make_note(parent=self.panel)
        self.change_button = QPushButton(tr("Chan&ge…"), self.panel)
        self.change_button.setAccessibleName(tr("Change what is played"))
        self.settings_form = TableSettingsForm(self.panel)
        self.chat_panel = ChatPanel(chat_log, self.panel, has_frame=False)
        self.status_label = PlainLabel(parent=self.panel)
        self.status_label.setWordWrap(True)
        self.phones_panel = PhonesPanel(session, self.panel)
        self.phones_panel.hide()
        self.leave_button = QPushButton(tr("L&eave"), self.panel)
        self.ready_button = ReadyButton(tr("&Ready"), self.panel)
        self._build_layout()
        self._connect_signals()

    def _build_layout(self) -> None:
        sheet = QWidget(self.panel)
        left = make_column(
            make_subheading(tr("Chairs"), sheet),
            self.chair_list,
            self.watchers_note,
            STRETCH,
            spacing=8,
        )
        right = make_column(
            make_subheading(tr("What is played"), sheet),
            self.game_label,
            self.rules_note,
            self.options_note,
            make_row(self.change_button, self.keep_rules_button, STRETCH),
            self.settings_form,
            6,
            make_subheading(tr("Chat"), sheet),
            (self.chat_panel, 1),
            spacing=8,
        )
        self._columns = make_row((left, 5), (right, 4), spacing=28)
        join_column = make_column(self.join_info, STRETCH)
        phones_column = make_column(self.phones_panel, STRETCH, margins=(0, 4, 0, 0))
        self._join_row = make_row((join_column, 5), (phones_column, 4), spacing=28)
        make_column(
            self._join_row, (self._columns, 1), widget=sheet, margins=(2, 2, 10, 2), spacing=14
        )
        self.scroll_area = FocusScrollArea(sheet, self.panel)
        buttons = (
            self.leave_button,
            self.ready_button,
            self.change_button,
            self.keep_rules_button,
        )
        for button in buttons:
            button.setAutoDefault(True)
        self.ready_button.setMinimumSize(170, 42)
        self.ready_button.setFont(normal_font(bold=True, fixed=True))
        self.ready_button.setDefault(True)
        bottom_row = make_row(
            self.leave_button, (self.status_label, 1), self.ready_button, spacing=12
        )
        make_column(
            (self.scroll_area, 1),
            bottom_row,
            widget=self.panel,
            margins=(22, 16, 14, 14),
            spacing=10,
        )

    def _connect_signals(self) -> None:
        self.ready_button.clicked.connect(self._on_ready_clicked)
        self.change_button.clicked.connect(self.ask_game_change)
        self.keep_rules_button.clicked.connect(self._ask_rules_name)
        self.settings_form.changed.connect(self._on_settings_changed)
        self.join_info.new_code_requested.connect(self._session.renew_code)
        self.settings_form.show_only_changed.connect(lambda on: self._session.set_show_only(on=on))
        self.chair_list.swap_requested.connect(
            lambda seat, other_seat: self._session.send_message(
                wire.SwapSeatsMessage(seat, other_seat)
            )
        )
        self.chat_panel.message_entered.connect(self._session.send_chat)
        self.chair_list.dismiss_requested.connect(self._ask_dismiss_guest)
        self.chat_panel.escape_pressed.connect(self.ready_button.setFocus)

    def announce_table(self) -> None:
        lobby, texts = self.lobby, [self.status_label.text()]
        if lobby is not None:
            people = format_names([chair.name for chair in lobby.chairs if chair.name])
            texts = [display_name(lobby.table), self.game_label.text(), people, *texts]
        announce(self, ". ".join(texts))

    def _show_status(self, text: str) -> None:
        if text != self.status_label.text():
            announce(self, text)
        self.status_label.setText(text)
        set_tooltip(self.status_label, text)  # long names may be too wide for the label

    # Display

    def show_opening(self, name: str, text: str) -> None:
        self.join_info.show_name(name)
        self._show_status(text)
        for widget in (
            self.change_button,
            self.keep_rules_button,
            self.settings_form,
            self.ready_button,
            self.watchers_note,
        ):
            widget.hide()

    def show_lobby(self, lobby: LobbyMessage, *, is_connected: bool, changes: str = "") -> None:
        """Show a state of the lobby.

        ``is_connected`` tells whether the connection is up; ``changes`` describes the changes since
        the player was last ready.
        """
        is_first = self.lobby is None
        self.lobby = lobby
        focus_widget = self.panel.focusWidget()
        self.join_info.show_name(lobby.table)
        is_table_keeper = is_keeper(lobby, is_hosting=self._session.is_hosting)
        self.chair_list.show_lobby(lobby, is_keeper=is_table_keeper)
        count = lobby.watchers
        watchers = tr_count("{count} friend watches.", "{count} friends watch.", count)
        self.watchers_note.setText(watchers.format(count=count))
        self.watchers_note.setVisible(count > 0)
        seats = len(lobby.chairs)
        self.game_label.setText(game_text(lobby.game, seats))
        self._show_rules(lobby)
        is_gathering = lobby.stage == GATHERING_STAGE
        self.update_phones()
        self.change_button.setVisible(is_table_keeper)
        self.change_button.setEnabled(is_gathering)
        self.settings_form.setVisible(True)
        game = self._games.get(lobby.game)
        offered_levels = self._levels_offered_at(lobby.game, seats, lobby.options)
        levels_text = missing_levels_text(game.levels if game else (), offered_levels)
        self.settings_form.show_lobby(
            lobby, offered_levels, levels_text, hosting=self._session.is_hosting
        )
        lost_text = tr("The connection is lost; trying to get it back.")
        status = " ".join(filter(None, (changes, describe_table_state(lobby))))
        self._show_status(status if is_connected else lost_text)
        is_ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        self.ready_button.setText(tr("Not &ready") if is_ready else tr("&Ready"))
        self.ready_button.setVisible(lobby.you is not None)
        self.ready_button.setEnabled(is_gathering and is_connected)
        self.ready_button.setDefault(not is_ready)
        if is_first or (focus_widget is not None and not focus_widget.isVisibleTo(self)):
            self.ready_button.setFocus()

    def _show_rules(self, lobby: LobbyMessage) -> None:
        """Show what is not as usual by itself, and below it all else that the table has set."""
        seats, table_rules = len(lobby.chairs), self._find_table_rules(lobby)
        unusual: set[str] = set()
        if table_rules is not None:
            unusual = {rule.sentence for rule in table_rules.unusual}
            self.rules_note.setText(table_rules.sentence)
        self.rules_note.setVisible(table_rules is not None)
        self.keep_rules_button.setVisible(
            table_rules is not None and bool(unusual) and table_rules.house_rules is None
        )
        texts = option_texts(self._games, lobby.game, seats, lobby.options)
        usual_texts = [text for text in texts if text not in unusual]
        self.options_note.setText(" · ".join(usual_texts))
        self.options_note.setVisible(bool(usual_texts))

    def _find_table_rules(self, lobby: LobbyMessage) -> TableRules | None:
        """Return what the table has set, or None for a game that is not known here."""
        game = self._games.get(lobby.game)
        if game is None or not game.options:
            return None
        kept_rules = list_house_rules(self._settings, self._games, game.name)
        return find_table_rules(kept_rules, game, len(lobby.chairs), lobby.options)

    def update_phones(self) -> None:
        """Update the phones panel, which only a table hosted here shows."""
        self.phones_panel.setVisible(self._session.is_hosting)
        self.phones_panel.refresh(self.lobby)
        self._arrange_columns()

    def focus_phones(self) -> None:
        """Focus the check box for phones and scroll to it."""
        self.phones_panel.check_box.setFocus()
        self.scroll_area.ensureWidgetVisible(self.phones_panel)

    def show_message(self, text: str) -> None:
        self._show_status(text)

    # Requests

    def _on_ready_clicked(self) -> None:
        lobby = self.lobby
        if lobby is not None and lobby.you is not None:
            self._session.set_ready(ready=not lobby.chairs[lobby.you].ready)

    def _ask_rules_name(self) -> None:
        """Let the rules of this table be kept under a name, which the table's name suggests."""
        if self.lobby is None:
            return
        game, seats = self._games[self.lobby.game], len(self.lobby.chairs)
        options = resolve_known_options(game, seats, self.lobby.options)
        if options is None:
            return
        values = find_unusual_values(game.options, seats, options)
        rules = HouseRules(tidy_rules_name(self.lobby.table), game.name, values)
        dialog = HouseRulesDialog(self._settings, self._games, rules, self)
        dialog.rules_kept.connect(self._on_house_rules_changed)
        self._open_dialog(dialog)

    def _on_house_rules_changed(self) -> None:
        self.house_rules_changed.emit()
        if self.lobby is not None:
            self._show_rules(self.lobby)

    def ask_game_change(self) -> None:
        """Let the keeper choose what is played."""
        if self.lobby is None:
            return
        dialog = TableSetupDialog(
            self._games,
            extract_match_setup(self.lobby),
            self,
            self._last_options,
            self._settings,
        )
        dialog.house_rules_bar.settings_changed.connect(self._on_house_rules_changed)
        dialog.changed.connect(self._on_game_changed)
        self._open_dialog(dialog)

    def _on_game_changed(self, game: str, seats: int, options: dict[str, object]) -> None:
        assert self.lobby is not None
        match_setup = extract_match_setup(self.lobby)
        self._last_options[game] = find_unusual_values(self._games[game].options, seats, options)
        wanted_level = self._find_wanted_level(self.lobby)
        level = fit_level(wanted_level, self._levels_offered_at(game, seats, options))
        self._request_setup(
            msgspec.structs.replace(
                match_setup, game=game, seats=seats, options=options, bots=level
            ),
            wanted_level,
        )

    def _on_settings_changed(self, match_setup: MatchSetupMessage) -> None:
        assert self.lobby is not None
        is_level_kept = match_setup.bots == self.lobby.bots
        self._request_setup(
            match_setup, self._find_wanted_level(self.lobby) if is_level_kept else match_setup.bots
        )

    def _find_wanted_level(self, lobby: LobbyMessage) -> str:
        """Return the level for open chairs that was chosen here if the lobby's comes from it."""
        offered_levels = self._levels_offered_at(lobby.game, len(lobby.chairs), lobby.options)
        is_fitted = fit_level(self._wanted_level, offered_levels) == lobby.bots
        return self._wanted_level if is_fitted else lobby.bots

    def _levels_offered_at(
        self, game: str, seats: int, options: Mapping[str, object]
    ) -> tuple[str, ...]:
        return self._games[game].levels_for(seats, options) if game in self._games else ()

    def _request_setup(self, match_setup: MatchSetupMessage, wanted_level: str) -> None:
        """Request a setup; ``setup_requested`` carries the level that is really wanted."""
        self._wanted_level = wanted_level
        self._session.send_message(match_setup)
        self.setup_requested.emit(msgspec.structs.replace(match_setup, bots=wanted_level))

    def _ask_dismiss_guest(self, seat: int) -> None:
        self._open_dialog(create_dismiss_dialog(self, self._session, lambda: self.lobby, seat))

    def _open_dialog(self, dialog: Any) -> None:
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # Layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._empty_table.setGeometry(self.rect())
        available_rect = self.rect().adjusted(MIN_MARGIN, MIN_MARGIN, -MIN_MARGIN, -MIN_MARGIN)
        size = (MAX_PANEL_SIZE * scale_pixels(1.0)).boundedTo(available_rect.size())
        area = QRect(0, 0, size.width(), size.height())
        area.moveCenter(self.rect().center())
        self.panel.setGeometry(area)
        self._arrange_columns()

    def _arrange_columns(self) -> None:
        """Arrange columns side by side where there is room, else one below the other."""
        is_wide = self.panel.width() >= scale_pixels(TWO_COLUMN_WIDTH)
        widgets = (self.join_info, self.phones_panel)
        needed_width = (
            sum(widget.minimumSizeHint().width() for widget in widgets) + self._join_row.spacing()
        )
        fits = needed_width <= self.panel.width() - JOIN_ROW_MARGINS
        direction = QBoxLayout.Direction
        for columns, side_by_side in ((self._columns, is_wide), (self._join_row, is_wide and fits)):
            columns.setDirection(direction.LeftToRight if side_by_side else direction.TopToBottom)

    def apply_theme(self) -> None:
        self.chat_panel.apply_fonts()


def create_dismiss_dialog(
    parent: QWidget, session: Session, get_lobby: Callable[[], LobbyMessage | None], seat: int
) -> ConfirmationDialog:
    """Return the dialog that asks whether to dismiss a guest.

    Nobody is dismissed if another guest has taken the chair by the time of the answer.
    """

    def find_guest_name() -> str:
        lobby = get_lobby()
        return "" if lobby is None or seat >= len(lobby.chairs) else lobby.chairs[seat].name

    def on_confirmed() -> None:
        if find_guest_name() == name:
            session.send_message(wire.DismissGuestMessage(seat))

    name = find_guest_name()
    dialog = ConfirmationDialog(
        parent,
        tr("Ask {name} to leave?").format(name=format_names([name])),
        tr("Their chair is free for somebody else then."),
        escape_ampersands(tr("Ask to leave")),
        tr("&Cancel"),
    )
    dialog.confirmed.connect(on_confirmed)
    return dialog


class CodeDialog(BaseDialog):
    """Dialog with the code of a table and its addresses, likeliest first, if known."""

    def __init__(self, name: str, code: str, addresses: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent, tr("Code of the table"))
        self.join_info = JoinInfoPanel(self)
        self.join_info.show_name(name)
        self.join_info.show_join_info(code, addresses)
        buttons = self.make_close_row(tr("C&lose"))
        self.close_button.setDefault(True)
        make_column(self.join_info, buttons, widget=self, margins=(18, 14, 18, 14), spacing=12)
        self.close_button.setFocus()


class JoinInfoPanel(QFrame):
    """Panel with a table's name and, if it is hosted here, its code and addresses."""

    new_code_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown_info: tuple[str, tuple[str, ...]] = ("", ())
        self.name_label = ElidedLabel(parent=self)
        self.name_label.setFont(title_font(fixed=True))
        self.hint_label = PlainLabel(parent=self)
        self.hint_label.setWordWrap(True)
        self.hint_label.setFont(small_font(fixed=True))
        self.hint_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.hint_label.hide()
        self.code_area = QWidget(self)
        self._code_row = QHBoxLayout()
        self._code_row.setSpacing(12)
        self._address_grid = QGridLayout()
        self._address_grid.setHorizontalSpacing(12)
        self._address_grid.setVerticalSpacing(4)
        self._address_grid.setColumnStretch(2, 1)
        make_column(
            self._code_row,
            self._address_grid,
            widget=self.code_area,
            margins=(0, 0, 0, 0),
            spacing=4,
        )
        self.code_area.hide()
        self.renew_button = self._create_renew_button()
        self.copy_buttons: list[QPushButton] = []
        make_column(
            self.name_label,
            self.code_area,
            self.hint_label,
            widget=self,
            margins=(0, 0, 0, 0),
            spacing=6,
        )

    def show_name(self, name: str) -> None:
        self.name_label.setText(display_name(name))

    def show_join_info(self, code: str, addresses: tuple[str, ...]) -> None:
        if (code, addresses) == self._shown_info:
            return
        is_renewed = bool(self._shown_info[0]) and code != self._shown_info[0]
        self._shown_info = code, addresses
        self._rebuild_rows(code, addresses)
        if is_renewed:
            announce(self, tr("The new code: {code}").format(code=" ".join(code)))

    def _rebuild_rows(self, code: str, addresses: tuple[str, ...]) -> None:
        for layout in (self._code_row, self._address_grid):
            while (item := layout.takeAt(0)) is not None:
                widget = item.widget()
                if widget is not None and widget is not self.renew_button:
                    widget.hide()
                    widget.deleteLater()
        self.copy_buttons = []
        if not code:
            return
        shown_addresses = addresses[:MAX_ADDRESSES]
        for row, text in enumerate((code, *shown_addresses)):
            label = PlainLabel(text, self.code_area)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            button_text = tr("Copy the code") if row == 0 else tr("Copy the address")
            if row == 0:
                label.setFont(make_font(CODE_FONT_SIZE, bold=True))
                # Read out letter by letter, not as a word.
                label.setAccessibleName(tr("Code: {code}").format(code=" ".join(code)))
            button = QPushButton(escape_ampersands(button_text), self.code_area)
            button.setFont(small_font(fixed=True))
            button.setAutoDefault(False)
            button.setAccessibleDescription(text)
            button.clicked.connect(partial(self._copy_text, text, button))
            if row == 0:
                self._code_row.addWidget(label)
                self._code_row.addWidget(button)
            else:
                self._address_grid.addWidget(label, row, 0)
                self._address_grid.addWidget(button, row, 1)
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
        self.hint_label.setText(hint)
        self.code_area.show()
        self.hint_label.show()

    def _create_renew_button(self) -> QPushButton:
        button = QPushButton(escape_ampersands(tr("New code")), self.code_area)
        button.setFont(small_font(fixed=True))
        button.setAutoDefault(False)
        tip = tr("The old code lets nobody in any more. Whoever is here stays.")
        set_tooltip(button, tip)
        button.setAccessibleDescription(tip)
        button.clicked.connect(self.new_code_requested)
        return button

    @staticmethod
    def _copy_text(text: str, button: QPushButton, _: bool = False) -> None:
        QApplication.clipboard().setText(text)
        button.setText(escape_ampersands(tr("Copied")))


class ReadyButton(QPushButton):
    """Button that ignores double clicks and key repeat, which would undo the press."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            event.accept()
        else:
            super().keyPressEvent(event)


class ReadyIndicator(QWidget):
    """Indicator of readiness: a ticked ring, or an empty one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_ready: bool | None = None
        """State of the chair's guest; None where nobody is asked."""
        self.setFixedSize(INDICATOR_SIZE, INDICATOR_SIZE)

    def set_ready(self, is_ready: bool | None) -> None:
        self.is_ready = is_ready
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_ready is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(
            current_theme().brass_on_paper if self.is_ready else current_theme().ink_quiet
        )
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if self.is_ready else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        if self.is_ready:
            painter.setPen(QPen(QColor(current_theme().paper), 2.2, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(5, 9, 8, 12)
            painter.drawLine(8, 12, 12, 5)
        painter.end()


class ChairRow(QFrame):
    """Row of one chair."""

    def __init__(self, seat: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.ready_indicator = ReadyIndicator(self)
        self.number_label = PlainLabel(str(seat + 1), self)
        """Chair number, or the face of the guest who has taken the chair."""
        self.number_label.setFixedSize(FACE_SIZE, FACE_SIZE)
        self.number_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.number_label.setFont(small_font(fixed=True))
        self.number_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.name_label = ElidedLabel(parent=self)
        self.note_label = ElidedLabel(parent=self)
        self.note_label.setFont(small_font(fixed=True))
        self.note_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.up_button, self.down_button = self._create_button(), self._create_button()
        self.up_button.setArrowType(Qt.ArrowType.UpArrow)
        self.down_button.setArrowType(Qt.ArrowType.DownArrow)
        self.dismiss_button = self._create_button(tr("Ask to leave"))
        text_column = make_column(self.name_label, self.note_label, spacing=0)
        parts = (
            self.number_label,
            self.ready_indicator,
            (text_column, 1),
            self.dismiss_button,
            self.up_button,
            self.down_button,
        )
        make_row(*parts, widget=self, margins=(4, 4, 6, 4), spacing=5)

    def _create_button(self, text: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setText(escape_ampersands(text))
        button.setFont(small_font(fixed=True))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def show_chair(
        self, lobby: LobbyMessage, seat: int, face_look: Avatar | None, *, is_keeper: bool
    ) -> None:
        chair = lobby.chairs[seat]
        name, texts = describe_occupant(chair, lobby.bots), describe_chair(lobby, seat)
        is_guest = chair.is_guest
        if is_guest:
            texts.append(tr("ready") if chair.ready else tr("not ready"))
        if is_guest and face_look is not None:
            self.number_label.setPixmap(
                render_scaled_avatar(face_look, FACE_SIZE, self.devicePixelRatioF())
            )
        else:
            self.number_label.setText(str(seat + 1))
        self.name_label.setText(name)
        self.name_label.setFont(normal_font(bold=seat == lobby.you, fixed=True))
        self.name_label.setForegroundRole(
            QPalette.ColorRole.Text if is_guest else QPalette.ColorRole.PlaceholderText
        )
        self.note_label.setText(" · ".join(texts))
        self.ready_indicator.set_ready(chair.ready if is_guest else None)
        self.setAccessibleName(
            tr("Chair {number}: {name}, {texts}").format(
                number=seat + 1, name=name, texts=", ".join(texts)
            )
        )
        is_keeper = is_keeper and lobby.stage == GATHERING_STAGE
        for button in (self.up_button, self.down_button):
            button.setVisible(is_keeper)
        self.up_button.setEnabled(seat > 0)
        self.down_button.setEnabled(seat < len(lobby.chairs) - 1)
        self.dismiss_button.setVisible(is_keeper and is_guest and seat != lobby.you)
        for button, text in (
            (self.up_button, tr("Move {name} up")),
            (self.down_button, tr("Move {name} down")),
            (self.dismiss_button, tr("Ask {name} to leave")),
        ):
            button.setAccessibleName(text.format(name=name))
            set_tooltip(button, text.format(name=name))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QColor(current_theme().paper_line))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()


class ChairList(QWidget):
    """List of all chairs; its rows are reused, so that the keyboard focus stays."""

    swap_requested = Signal(int, int)
    dismiss_requested = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[ChairRow] = []
        self._column = make_column(widget=self, margins=(0, 0, 0, 0), spacing=0)

    def show_lobby(self, lobby: LobbyMessage, *, is_keeper: bool) -> None:
        while len(self.rows) > len(lobby.chairs):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(lobby.chairs):
            self._add_row(len(self.rows))
        guests = [chair.name for chair in lobby.chairs if chair.is_guest]
        looks = dict(zip(guests, assign_avatars(list(map(display_name, guests))), strict=True))
        for seat, row in enumerate(self.rows):
            row.show_chair(lobby, seat, looks.get(lobby.chairs[seat].name), is_keeper=is_keeper)

    def _add_row(self, seat: int) -> None:
        row = ChairRow(seat, self)
        row.up_button.clicked.connect(partial(self._request_swap, seat, -1))
        row.down_button.clicked.connect(partial(self._request_swap, seat, 1))
        row.dismiss_button.clicked.connect(partial(self._request_dismiss, seat))
        self.rows.append(row)
        self._column.addWidget(row)
        row.show()

    def _request_swap(self, seat: int, step: int, _: bool = False) -> None:
        self.swap_requested.emit(seat, seat + step)
        # The focus follows the moved guest, so that they can be moved again.
        moved_row = self.rows[seat + step]
        button = moved_row.up_button if step < 0 else moved_row.down_button
        button.setFocus()

    def _request_dismiss(self, seat: int, _: bool = False) -> None:
        self.dismiss_requested.emit(seat)
