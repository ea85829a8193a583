"""The column beside the table: the sheet, the last trick or turns, the review."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView, last_deal, last_taken
from greenbaize.rules.events import Event
from greenbaize.rules.hands import Trick
from greenbaize.rules.pictures import Picture
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.sheets.drawer import SheetTab
from greenbaize.ui.sheets.last_played import LastTrick, LastTurns
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.phrases import trick_end
from greenbaize.words.speaker import Speaker

EDGE: Final = 12
GAP: Final = 10
ROW_PIXELS: Final = 80.0
"""Column height per tenth of the panel scale (pixels)."""
LOW: Final = 640
"""Column height below which a chat leaves no room for the last trick (pixels)."""
LOWEST: Final = 380
"""Column height below which the sheet stands alone, at 100 % text size (pixels)."""
LOWEST_SHEET: Final = 150
"""Minimum height of the sheet, which can scroll, beside an added widget (pixels)."""
SMALLEST, LARGEST = 1.0, 2.4
"""Limits of the panel scale."""


class Side(QWidget):
    """The column beside the table of one match."""

    rule_asked = Signal(str)

    def __init__(self, place: PlayerView, parent: QWidget) -> None:
        super().__init__(parent)
        self.has_tricks = place.game.has_tricks
        self.offers_reviews = False
        self.review: Any = None
        """The open review dialog, or None."""
        self.why: Any = None
        """The open explanation of the last trick, or None."""
        self.tab = SheetTab(parent)
        """Tab that stands for the column in a narrow window."""
        self._place = place
        self._names = tuple(shown_name(name) for name in called(place.header.sitters))
        self._speaker = Speaker(self._names, place.seat)
        self._scale = 0.0
        self._crowded = False
        """An added widget needs room at the bottom of the column."""
        self._last: tuple[Any, int, Trick] | None = None
        """View when the shown trick was taken, its taker, and the trick."""
        self._lying: tuple[Any, int, Trick] | None = None
        """The same of a full trick that is still on the table."""
        self._view: Any = None
        self._expected: tuple[Any, ...] = ()
        """Views that will be shown later and for which room is reserved."""
        self._wide = self._tight = self._tall = 0
        """Preferred width, minimum width and height of the sheet for these views (pixels)."""
        self.sheet = SheetPanel(self)
        self.review_button = QPushButton(self)
        self.review_button.hide()
        # A click on the button leaves the focus where it is.
        self.review_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.review_button.clicked.connect(self.show_review)
        self.last_trick = LastTrick(self._names, CardAtlas(), self)
        self.last_trick.setVisible(self.has_tricks)
        self.last_trick.why_asked.connect(lambda: self._explain(self._last))
        self.last_turns = LastTurns(self._names, place.seat, self)
        self.last_turns.setVisible(not self.has_tricks)
        # The sheet of a single deal needs little room.
        turns = self.last_turns, 2 if len(place.game.sheet(place.view).rows) == 1 else 1
        parts = ((self.sheet, 1), self.review_button, self.last_trick, turns)
        self._column = column_of(*parts, within=self, margins=(0, EDGE, EDGE, EDGE), spacing=GAP)
        self._column.setAlignment(self.sheet, Qt.AlignmentFlag.AlignTop)

    @property
    def last(self) -> tuple[int, Trick] | None:
        """Taker and cards of the last trick shown, or None."""
        shown = self._lying or self._last
        return None if shown is None else shown[1:]

    @property
    def parts(self) -> list[QWidget]:
        items = map(self._column.itemAt, range(self._column.count()))
        widgets = [None if item is None else item.widget() for item in items]
        return [widget for widget in widgets if widget is not None]

    @property
    def players(self) -> int:
        return len(self._names)

    @property
    def tight_width(self) -> int:
        """Minimum column width at which the sheet does not scroll sideways (pixels)."""
        return max(self.sheet.tight_width, self._tight) + EDGE

    def add(self, widget: QWidget) -> None:
        self.sheet.setMinimumHeight(LOWEST_SHEET)
        self._column.addWidget(widget)

    def stand_left(self, *, on: bool) -> None:
        """Set the margins for a column at the left or the right of the table."""
        self._column.setContentsMargins(EDGE if on else 0, EDGE, 0 if on else EDGE, EDGE)

    def make_room(self, on: bool) -> None:
        """Let the added widget replace the last trick or turns in a low column."""
        self._crowded = on
        self._show_last()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_last()
        self._share_height()

    def _share_height(self) -> None:
        """Make the last trick lower if the sheet does not fit."""
        if self.has_tricks and not self.last_trick.isHidden():
            self.last_trick.spare(0)
            button = self.review_button
            others = 0 if button.isHidden() else button.sizeHint().height() + GAP
            others += self.last_trick.sizeHint().height() + GAP + 2 * EDGE
            lacking = max(self.sheet.height_wanted(), self._tall) - (self.height() - others)
            self.last_trick.spare(lacking)

    def _show_last(self) -> None:
        low = self.height() < grown(LOW if self._crowded else LOWEST)
        self.last_trick.setVisible(self.has_tricks and not low)
        self.last_turns.setVisible(not self.has_tricks and not low)

    def show_view(self, view: Any) -> None:
        self._view = view
        picture = self._place.game.picture(view)
        self._show_sheet(view, picture)
        self.tab.show_picture(picture, self._place.seat)
        self._share_height()
        self._note_trick(view, picture)

    def _show_sheet(self, view: Any, picture: Picture) -> None:
        remarks = [self._speaker.say(remark) for remark in picture.remarks]
        sheet = self._place.game.sheet(view)
        self.sheet.show_sheet(sheet, self._names, self._place.seat, remarks)
        if self._expected:
            self._wide = max(self._wide, self.sheet.sizeHint().width())
            self._tight = max(self._tight, self.sheet.tight_width)
            self._tall = max(self._tall, self.sheet.height_wanted())

    def expect(self, views: Sequence[Any]) -> None:
        """Reserve room for the views that follow, so that the layout does not change."""
        self._expected = tuple(views)
        self._measure_expected()

    def _measure_expected(self) -> None:
        self._wide = self._tight = self._tall = 0
        for view in self._expected:
            self._show_sheet(view, self._place.game.picture(view))
        if self._expected and self._view is not None:
            self.show_view(self._view)

    def lay(self, view: Any, before: Any, told: Sequence[tuple[Event, Any]]) -> None:
        """Show the match in a view, independent of what was shown before.

        ``trick_view`` is the view after the last trick, if the deal has none yet; ``view_events``
        are the deal's events with the view after each, in games without tricks.
        """
        game = self._place.game
        self._last = self._lying = None
        self.last_trick.show_trick(0, None)
        if before is not None:
            self._note_trick(before, game.picture(before))
        self.show_view(view)
        self.last_turns.clear()
        self.last_turns.note_all(
            (event, game.log_entry(event), game.picture(after)) for event, after in told
        )

    def see_full_trick(self, view: Any) -> None:
        """Allow explaining a trick still on the table; ``view`` is the one when it is taken."""
        self._lying = (view, *self._place.game.picture(view).taken[-1])

    def _note_trick(self, view: Any, picture: Picture) -> None:
        if picture.taken:
            # It stays visible until the next trick is taken.
            self._last, self._lying = (view, *picture.taken[-1]), None
            taker, trick = picture.taken[-1]
            brought = self._place.game.trick_brought(view, trick)
            self.last_trick.show_trick(taker, trick, " ".join(map(self._speaker.say, brought)))

    def note(self, event: Event, view: Any) -> None:
        """Log an event of a turn in games without tricks."""
        if not self.has_tricks:
            game = self._place.game
            self.last_turns.note(event, game.log_entry(event), game.picture(view))

    def recall(self, seen: Any, unseen: int = 0) -> None:
        """Show the last trick, even of the previous deal, or the turns of the deal.

        ``hidden_count`` is the number of events after ``shown_view`` that are not shown yet.
        """
        place = self._place
        picture = place.game.picture(seen)
        asks = picture.deal and not picture.taken
        before = last_taken(place, unseen) if asks and self.has_tricks else None
        told = last_deal(place, unseen) if asks and not self.has_tricks else ()
        self.lay(seen, before, told)

    def explain_last_trick(self) -> None:
        self._explain(self._lying or self._last)

    def _explain(self, shown: tuple[Any, int, Trick] | None) -> None:
        if shown is None:
            return
        view, taker, trick = shown
        story = zip(trick.cards, self._place.game.explain_trick(view, trick), strict=True)
        told = ((card, seat, said) for card, (seat, said) in story)
        end = trick_end(self._place.game, view, taker, trick, self._speaker)
        dialog = WhyDialog(told, self._names, self._speaker, end, self)
        dialog.rule_asked.connect(self.rule_asked)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._on_why_closed)
        self.why = dialog
        dialog.show()

    def _on_why_closed(self) -> None:
        if self.sender() is self.why:
            self.why = None

    @property
    def can_review(self) -> bool:
        """A deal has been scored that the player can review."""
        return self._place.has_review

    def offer_review(self, deal: int) -> None:
        """Offer the review of a deal, if offers are enabled."""
        if self.offers_reviews and self._place.advises:
            self.review_button.setText(tr("Review &deal {deal}…").format(deal=deal))
            self.review_button.show()
            self._share_height()

    def show_review(self) -> None:
        if not self.can_review:
            return
        self.review_button.hide()
        self.close_review()
        self.review = ReviewDialog(self._place, self)
        self.review.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.review.rule_asked.connect(self.rule_asked)
        self.review.finished.connect(self._on_review_closed)
        self.review.show()

    def close_review(self) -> None:
        if self.review is not None:
            self.review.reject()

    def _on_review_closed(self) -> None:
        self.review = None

    def fit(self, height: int) -> int | None:
        """Set the panel scale for a height in pixels.

        Return the preferred width, or None if the scale has not changed.
        """
        scale = min(max(round(height / ROW_PIXELS) / 10, SMALLEST), LARGEST)
        lettering.set_scale(scale)
        if lettering.scale() == self._scale:
            return None
        self._scale = lettering.scale()
        self.sheet.dress()
        self.review_button.setFont(lettering.small())
        self.last_trick.set_scale(self._scale)
        self.last_turns.set_scale()
        self._measure_expected()
        return self.width_wanted()

    def width_wanted(self) -> int:
        return max(self.sheet.sizeHint().width(), self._wide) + EDGE

    def set_card_look(self, look: CardLook) -> None:
        self.last_trick.set_card_look(look)
        self.sheet.dress()  # it rewrites its text
        self.sheet.show_letters()
        self.last_turns.show_letters()
        if self.why is not None:
            self.why.print_cards()

    def dress(self) -> None:
        self.sheet.dress()
        self.last_trick.setPalette(paper_palette(worn()))
        self.last_turns.dress()
        if self.review is not None:
            self.review.dress()
