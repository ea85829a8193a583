"""The column beside the table: the sheet, the last trick or turns, the review."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.advice.thoughts import MoveQuery
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import (
    PlayerView,
    find_view_after_last_trick,
    replay_last_deal,
)
from greenbaize.cards import Card
from greenbaize.rules.events import Event
from greenbaize.rules.hands import Trick
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.sheets.drawer import SheetTab
from greenbaize.ui.sheets.last_played import LastTrickPanel, LastTurnsPanel
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.thoughts import ThoughtsDialog, thoughts_obstacle
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.widgets import font_sizes
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken_events import describe_trick_end

COLUMN_MARGIN: Final = 12
COLUMN_SPACING: Final = 10
PIXELS_PER_TENTH: Final = 80.0
"""Column height per tenth of the panel scale (pixels)."""
MIN_CROWDED_HEIGHT: Final = 640
"""Column height below which a chat leaves no room for the last trick (pixels)."""
MIN_HEIGHT: Final = 380
"""Column height below which the sheet stands alone, at 100 % text size (pixels)."""
MIN_SHEET_HEIGHT: Final = 150
"""Minimum height of the sheet, which can scroll, beside an added widget (pixels)."""
MIN_SCALE, MAX_SCALE = 1.0, 2.4
"""Limits of the panel scale."""


class SideColumn(QWidget):
    """The column beside the table of one match."""

    rule_requested = Signal(str)
    thoughts_requested = Signal(object, object)
    """The user asks why a seat has played a card of the last trick."""

    def __init__(self, player_view: PlayerView, parent: QWidget) -> None:
        super().__init__(parent)
        self.has_tricks = player_view.game.has_tricks
        self.offers_reviews = False
        self.review_dialog: Any = None
        """The open review dialog, or None."""
        self.thoughts_dialog: Any = None
        """The open dialog about what computer players thought, or None."""
        self.explanation_dialog: Any = None
        """The open explanation of the last trick, or None."""
        self.tab = SheetTab(parent)
        """Tab that stands for the column in a narrow window."""
        self._player_view = player_view
        self._names = tuple(
            display_name(name) for name in display_names(player_view.header.players)
        )
        self._speaker = Speaker(self._names, player_view.seat)
        self._scale = 0.0
        self._is_crowded = False
        """An added widget needs room at the bottom of the column."""
        self._last_trick_state: tuple[Any, int, Trick] | None = None
        """View when the shown trick was taken, its taker, and the trick."""
        self._full_trick_state: tuple[Any, int, Trick] | None = None
        """The same of a full trick that is still on the table."""
        self._shown_view: Any = None
        self._par_texts: tuple[tuple[int, str], ...] = ()
        """Sentences about par by deal."""
        self._expected_views: tuple[Any, ...] = ()
        """Views that will be shown later and for which room is reserved."""
        self._expected_width = self._expected_tight_width = self._expected_height = 0
        """Preferred width, minimum width and height of the sheet for these views (pixels)."""
        self.sheet_panel = SheetPanel(self)
        self.review_button = QPushButton(self)
        self.review_button.hide()
        # A click on the button leaves the focus where it is.
        self.review_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.review_button.clicked.connect(self.show_review)
        self.last_trick_panel = LastTrickPanel(self._names, CardAtlas(), self)
        self.last_trick_panel.setVisible(self.has_tricks)
        self.last_trick_panel.explanation_requested.connect(
            lambda: self._open_explanation(self._last_trick_state)
        )
        self.last_trick_panel.thoughts_requested.connect(self.thoughts_requested)
        self.last_turns_panel = LastTurnsPanel(self._names, player_view.seat, self)
        self.last_turns_panel.setVisible(not self.has_tricks)
        # The sheet of a single deal needs little room.
        turns = (
            self.last_turns_panel,
            2 if len(player_view.game.sheet(player_view.view).rows) == 1 else 1,
        )
        parts = ((self.sheet_panel, 1), self.review_button, self.last_trick_panel, turns)
        self._main_layout = make_column(
            *parts,
            widget=self,
            margins=(0, COLUMN_MARGIN, COLUMN_MARGIN, COLUMN_MARGIN),
            spacing=COLUMN_SPACING,
        )
        self._main_layout.setAlignment(self.sheet_panel, Qt.AlignmentFlag.AlignTop)

    @property
    def latest_trick(self) -> tuple[int, Trick] | None:
        """Taker and cards of the last trick shown, or None."""
        trick_state = self._full_trick_state or self._last_trick_state
        return None if trick_state is None else trick_state[1:]

    @property
    def widgets(self) -> list[QWidget]:
        items = map(self._main_layout.itemAt, range(self._main_layout.count()))
        widgets = [None if item is None else item.widget() for item in items]
        return [widget for widget in widgets if widget is not None]

    @property
    def player_count(self) -> int:
        return len(self._names)

    @property
    def tight_width(self) -> int:
        """Minimum column width at which the sheet does not scroll sideways (pixels)."""
        return max(self.sheet_panel.tight_width, self._expected_tight_width) + COLUMN_MARGIN

    def add_widget(self, widget: QWidget) -> None:
        self.sheet_panel.setMinimumHeight(MIN_SHEET_HEIGHT)
        self._main_layout.addWidget(widget)

    def set_left_handed(self, *, on: bool) -> None:
        """Set the margins for a column at the left or the right of the table."""
        self._main_layout.setContentsMargins(
            COLUMN_MARGIN if on else 0, COLUMN_MARGIN, 0 if on else COLUMN_MARGIN, COLUMN_MARGIN
        )

    def set_crowded(self, on: bool) -> None:
        """Let the added widget replace the last trick or turns in a low column."""
        self._is_crowded = on
        self._update_last_visibility()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_last_visibility()
        self._fit_last_trick()

    def _fit_last_trick(self) -> None:
        """Make the last trick lower if the sheet does not fit."""
        if self.has_tricks and not self.last_trick_panel.isHidden():
            self.last_trick_panel.reduce_height(0)
            button = self.review_button
            other_height = 0 if button.isHidden() else button.sizeHint().height() + COLUMN_SPACING
            other_height += (
                self.last_trick_panel.sizeHint().height() + COLUMN_SPACING + 2 * COLUMN_MARGIN
            )
            missing_height = max(self.sheet_panel.preferred_height(), self._expected_height) - (
                self.height() - other_height
            )
            self.last_trick_panel.reduce_height(missing_height)

    def _update_last_visibility(self) -> None:
        is_low = self.height() < scale_pixels(
            MIN_CROWDED_HEIGHT if self._is_crowded else MIN_HEIGHT
        )
        self.last_trick_panel.setVisible(self.has_tricks and not is_low)
        self.last_turns_panel.setVisible(not self.has_tricks and not is_low)

    def show_view(self, view: Any) -> None:
        self._shown_view = view
        picture = self._player_view.game.picture(view)
        self._show_sheet(view, picture)
        self.tab.show_picture(picture, self._player_view.seat)
        self._fit_last_trick()
        self._update_last_trick(view, picture)

    def _show_sheet(self, view: Any, picture: TableSnapshot) -> None:
        remarks = [self._speaker.format_message(remark) for remark in picture.remarks]
        sheet = self._player_view.game.sheet(view)
        self.sheet_panel.show_sheet(
            sheet, self._names, self._player_view.seat, remarks, self._par_texts
        )
        if self._expected_views:
            self._expected_width = max(self._expected_width, self.sheet_panel.sizeHint().width())
            self._expected_tight_width = max(
                self._expected_tight_width, self.sheet_panel.tight_width
            )
            self._expected_height = max(self._expected_height, self.sheet_panel.preferred_height())

    def show_pars(
        self, par_texts: tuple[tuple[int, str], ...], latest_text: str, *, can_play_back: bool
    ) -> None:
        """Show the par of the latest deal, and those of all deals on pointing at their rows."""
        self._par_texts = par_texts
        self.sheet_panel.show_par(latest_text, can_play_back=can_play_back)
        if self._shown_view is not None:
            self.show_view(self._shown_view)

    def reserve_room(self, views: Sequence[Any]) -> None:
        """Reserve room for the views that follow, so that the layout does not change."""
        self._expected_views = tuple(views)
        self._measure_expected()

    def _measure_expected(self) -> None:
        self._expected_width = self._expected_tight_width = self._expected_height = 0
        for view in self._expected_views:
            self._show_sheet(view, self._player_view.game.picture(view))
        if self._expected_views and self._shown_view is not None:
            self.show_view(self._shown_view)

    def reset_to_view(
        self, view: Any, trick_view: Any, view_events: Sequence[tuple[Event, Any]]
    ) -> None:
        """Show the match in a view, independent of what was shown before.

        ``trick_view`` is the view after the last trick, if the deal has none yet; ``view_events``
        are the deal's events with the view after each, in games without tricks.
        """
        game = self._player_view.game
        self._last_trick_state = self._full_trick_state = None
        self.last_trick_panel.show_trick(0, None)
        if trick_view is not None:
            self._update_last_trick(trick_view, game.picture(trick_view))
        self.show_view(view)
        self.last_turns_panel.clear()
        self.last_turns_panel.log_events(
            (event, game.turn_log_entry(event), game.picture(event_view))
            for event, event_view in view_events
        )

    def set_full_trick(self, view: Any) -> None:
        """Allow explaining a trick still on the table; ``view`` is the one when it is taken."""
        self._full_trick_state = (view, *self._player_view.game.picture(view).taken_tricks[-1])

    def _update_last_trick(self, view: Any, picture: TableSnapshot) -> None:
        if picture.taken_tricks:
            # It stays visible until the next trick is taken.
            self._last_trick_state, self._full_trick_state = (view, *picture.taken_tricks[-1]), None
            taker, trick = picture.taken_tricks[-1]
            gain_messages = self._player_view.game.trick_gains(view, trick)
            self.last_trick_panel.show_trick(
                taker, trick, " ".join(map(self._speaker.format_message, gain_messages))
            )

    def log_event(self, event: Event, view: Any) -> None:
        """Log an event of a turn in games without tricks."""
        if not self.has_tricks:
            game = self._player_view.game
            self.last_turns_panel.log_event(event, game.turn_log_entry(event), game.picture(view))

    def show_last_played(self, shown_view: Any, hidden_count: int = 0) -> None:
        """Show the last trick, even of the previous deal, or the turns of the deal.

        ``hidden_count`` is the number of events after ``shown_view`` that are not shown yet.
        """
        player_view = self._player_view
        picture = player_view.game.picture(shown_view)
        is_missing = picture.deal and not picture.taken_tricks
        trick_view = (
            find_view_after_last_trick(player_view, hidden_count)
            if is_missing and self.has_tricks
            else None
        )
        view_events = (
            replay_last_deal(player_view, hidden_count)
            if is_missing and not self.has_tricks
            else ()
        )
        self.reset_to_view(shown_view, trick_view, view_events)

    def explain_last_trick(self) -> None:
        self._open_explanation(self._full_trick_state or self._last_trick_state)

    def _open_explanation(self, trick_state: tuple[Any, int, Trick] | None) -> None:
        if trick_state is None:
            return
        view, taker, trick = trick_state
        card_explanations = zip(
            trick.cards, self._player_view.game.explain_trick(view, trick), strict=True
        )
        explanations = ((card, seat, messages) for card, (seat, messages) in card_explanations)
        ending = describe_trick_end(self._player_view.game, view, taker, trick, self._speaker)
        dialog = TrickExplanationDialog(explanations, self._names, self._speaker, ending, self)
        dialog.rule_requested.connect(self.rule_requested)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._on_explanation_closed)
        self.explanation_dialog = dialog
        dialog.show()

    def _on_explanation_closed(self) -> None:
        if self.sender() is self.explanation_dialog:
            self.explanation_dialog = None

    @property
    def can_review(self) -> bool:
        """A deal has been scored that the player can review."""
        return self._player_view.has_review

    def offer_review(self, deal: int) -> None:
        """Offer the review of a deal, if offers are enabled."""
        if self.offers_reviews and self._player_view.has_advice:
            self.review_button.setText(tr("Review &deal {deal}…").format(deal=deal))
            self.review_button.show()
            self._fit_last_trick()

    def show_review(self) -> None:
        if not self.can_review:
            return
        self.review_button.hide()
        self.close_review()
        self.review_dialog = ReviewDialog(self._player_view, self)
        self.review_dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.review_dialog.rule_requested.connect(self.rule_requested)
        self.review_dialog.finished.connect(self._on_review_closed)
        self.review_dialog.show()

    def show_thoughts(
        self, event_count: int | None = None, seat: int | None = None, card: Card | None = None
    ) -> str:
        """Open the dialog about a move of a finished deal, or return why it cannot be opened.

        The arguments are those of a ``MoveQuery``.
        """
        query = MoveQuery(event_count, seat, card)
        obstacle = thoughts_obstacle(self._player_view, query)
        if obstacle:
            return obstacle
        self.close_thoughts()
        dialog = ThoughtsDialog(self._player_view, query, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._on_thoughts_closed)
        self.thoughts_dialog = dialog
        dialog.show()
        return ""

    def close_thoughts(self) -> None:
        if self.thoughts_dialog is not None:
            self.thoughts_dialog.reject()

    def _on_thoughts_closed(self) -> None:
        if self.sender() is self.thoughts_dialog:
            self.thoughts_dialog = None

    def close_review(self) -> None:
        if self.review_dialog is not None:
            self.review_dialog.reject()

    def _on_review_closed(self) -> None:
        self.review_dialog = None

    def fit_height(self, height: int) -> int | None:
        """Set the panel scale for a height in pixels.

        Return the preferred width, or None if the scale has not changed.
        """
        scale = min(max(round(height / PIXELS_PER_TENTH) / 10, MIN_SCALE), MAX_SCALE)
        font_sizes.set_height_scale(scale)
        if font_sizes.panel_scale() == self._scale:
            return None
        self._scale = font_sizes.panel_scale()
        self.sheet_panel.apply_theme()
        self.review_button.setFont(font_sizes.small_font())
        self.last_trick_panel.set_scale(self._scale)
        self.last_turns_panel.update_fonts()
        self._measure_expected()
        return self.preferred_width()

    def preferred_width(self) -> int:
        return max(self.sheet_panel.sizeHint().width(), self._expected_width) + COLUMN_MARGIN

    def set_card_look(self, look: CardLook) -> None:
        self.last_trick_panel.set_card_look(look)
        self.sheet_panel.apply_theme()  # it rewrites its text
        self.sheet_panel.refresh_text()
        self.last_turns_panel.refresh_lines()
        if self.explanation_dialog is not None:
            self.explanation_dialog.draw_cards()

    def apply_theme(self) -> None:
        self.sheet_panel.apply_theme()
        self.last_trick_panel.setPalette(paper_palette(current_theme()))
        self.last_turns_panel.apply_theme()
        if self.review_dialog is not None:
            self.review_dialog.apply_theme()
        if self.thoughts_dialog is not None:
            self.thoughts_dialog.apply_theme()
