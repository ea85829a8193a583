"""Notes on the elements of the table, for a resting mouse pointer and for the keyboard."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.cards import Card
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.ui.table.note import NoteText
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.table_navigator import TableNavigator
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.keyboard import is_screen_reader_active
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences
from greenbaize.words.titles import player_line

HOVER_DELAY_MS: Final = 300
"""Time the mouse rests on an element before its note (ms); the next note follows at once."""
MOVED_ELEMENT_DELAY_MS: Final = 900
"""The same for an element that moved below a resting mouse (ms): longer than any trick stays."""


class HoverHelpController(QObject):
    """Controller of the notes about table elements, whose texts come from the game."""

    note_hidden = Signal()
    """No note on an element is shown any more; another one may take its place."""
    rule_requested = Signal(str)
    """The user wants to read a rule that a note cites."""
    thoughts_requested = Signal(object, object)
    """The user asks why a seat (or None) has acted as it did, with this card (or None)."""

    def __init__(
        self,
        player_view: PlayerView,
        scene: TableScene,
        table_view: TableView,
        get_shown_view: Callable[[], Any],
    ) -> None:
        super().__init__(table_view)
        self._player_view, self._scene, self._table_view, self._get_shown_view = (
            player_view,
            scene,
            table_view,
            get_shown_view,
        )
        self._speaker = Speaker(display_names(player_view.header.players), player_view.seat)
        self._element: TableElement | None = None
        self.spoken_addition: Callable[[Any, int], str] = _no_addition
        """Callback for a screen reader's addition to the note on a seat's plate."""
        self._is_table_moving = False
        """The table's elements move, not the mouse."""
        self._delay_timer = QTimer(self, singleShot=True)
        self._delay_timer.timeout.connect(self._show_note)
        self.navigator = TableNavigator(table_view.viewport())
        """Keyboard navigation between the elements."""
        scene.addItem(self.navigator.focus_frame)
        self.navigator.element_focused.connect(self._on_element_focused)
        self.navigator.navigation_ended.connect(self._on_navigation_ended)
        self.navigator.rule_requested.connect(self._open_rule)
        table_view.pointer_moved.connect(self._on_pointer_moved)
        table_view.rule_clicked.connect(self.rule_requested)
        table_view.element_menu_requested.connect(self._on_menu_requested)
        self.navigator.menu_requested.connect(self._show_menu)
        scene.animator.finished.connect(self.refresh_note)

    def note_text(self, element: TableElement) -> NoteText | None:
        messages = self._player_view.game.describe_element(
            self._get_shown_view(), element, self._player_view.seat
        )
        if not messages:
            return None
        first, *rest = map(self._speaker.format_message, messages)
        if element.kind is TableElementKind.PLATE:
            player = self._player_view.header.players[element.number]
            rest += [player_line(player.level, player.temperament)] if player.level else []
        rules = tuple(dict.fromkeys(message.rule for message in messages if message.rule))
        return NoteText(first, join_sentences(*rest), rules)

    # The mouse

    def _on_pointer_moved(self, point: QPointF | None) -> None:
        if self.navigator.is_active:
            return
        element = None if point is None else find_element_at(self._scene, point)
        if element == self._element:
            return
        had_note = self._shows_element_note
        self._element = element
        self._delay_timer.stop()
        if element is not None and had_note and not self._is_table_moving:
            self._show_note()
            return
        self._hide_note()
        if element is not None:
            self._delay_timer.start(
                MOVED_ELEMENT_DELAY_MS if self._is_table_moving else HOVER_DELAY_MS
            )

    @property
    def _shows_element_note(self) -> bool:
        return isinstance(self._scene.note.subject, TableElement)

    def _show_note(self) -> None:
        element, scene = self._element, self._scene
        rect = None if element is None else find_element_rect(scene, element)
        text = None if element is None else self.note_text(element)
        if rect is None or text is None:
            self._hide_note()
            return
        scene.note.show_at(
            rect, scene.placement_context(collect_important_rects(scene)), text, element
        )
        scene.hint.hide()

    def _hide_note(self) -> None:
        if self._shows_element_note:
            self._scene.note.hide()
            self._scene.hide_note()
            self.note_hidden.emit()

    def refresh_note(self) -> None:
        """Update the note after an event: its text and its element's position may have changed."""
        if self.navigator.is_active:
            self._update_navigator()
            self._show_note()
            return
        if is_screen_reader_active():
            self._update_navigator()
        if self._shows_element_note or (
            self._element is not None and not self._delay_timer.isActive()
        ):
            self._show_note()
        self._is_table_moving = True
        self._table_view.update_hover()
        self._is_table_moving = False

    # The menu of an element

    def _on_menu_requested(self, point: QPointF, screen_position: QPoint) -> None:
        element = find_element_at(self._scene, point)
        if element is not None:
            self._show_menu(element, screen_position)

    def _show_menu(self, element: TableElement, screen_position: QPoint) -> None:
        """Offer to ask why a card was played, or why a seat did what it did last."""
        mover = self._find_mover(element)
        if mover is None:
            return
        menu = QMenu(self._table_view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = menu.addAction(tr("Why did they do that?"))
        action.triggered.connect(lambda: self.thoughts_requested.emit(*mover))
        menu.popup(screen_position)

    def _find_mover(self, element: TableElement) -> tuple[int | None, Card | None] | None:
        """Return the seat and the card that an element shows, as far as known, or None."""
        cards = self._scene.cards
        seat: int | None
        match element.kind:
            case TableElementKind.PLATE:
                return element.number, None
            case TableElementKind.TRICK:
                seat, item = cards.trick[element.number]
            case TableElementKind.PILE if cards.pile is not None:
                seat, item = None, cards.pile.items[-1 - element.number]
            case _:
                return None
        return None if item.face is None else (seat, item.face.card)

    # The keyboard

    def toggle_navigator(self) -> None:
        if self.navigator.is_active:
            self.navigator.stop_navigation()
            return
        self._delay_timer.stop()
        self._element = None
        self._update_navigator()
        self.navigator.start_navigation()

    def _update_navigator(self) -> None:
        elements = []
        for element, rect in iterate_elements(self._scene):
            text = self.note_text(element)
            if text is not None:
                if element.kind is TableElementKind.PLATE and is_screen_reader_active():
                    addition = self.spoken_addition(self._get_shown_view(), element.number)
                    text = text._replace(details=f"{text.details} {addition}".strip())
                elements.append((element, rect, text))
        self.navigator.set_elements(elements)

    def _on_element_focused(self, element: TableElement) -> None:
        self._element = element
        self._show_note()

    def _on_navigation_ended(self) -> None:
        self._element = None
        self._hide_note()
        self._table_view.reset_hover()

    def _open_rule(self, number: int) -> None:
        rules = self._scene.note.text.rules
        if number < len(rules):
            self.rule_requested.emit(rules[number])

    @property
    def shown_rule(self) -> str:
        return self._scene.note.first_rule

    def stop_help(self) -> None:
        self._delay_timer.stop()
        self.navigator.stop_navigation()


def _no_addition(view: Any, seat: int) -> str:
    del view, seat
    return ""


def collect_widget_rects(view: TableView, *widgets: QWidget) -> list[Any]:
    """Return the rectangles of the visible ones of these widgets, in the scene."""
    visible = [widget for widget in widgets if widget.isVisible()]
    return [view.mapToScene(widget.geometry()).boundingRect() for widget in visible]


def iterate_elements(scene: TableScene) -> Iterator[tuple[TableElement, QRectF]]:
    """Yield every resting visible element with its rectangle, the uppermost first."""
    yield from _card_elements(scene)
    for plate in scene.plates:
        disc = plate.trump_disc_rect()
        if disc is not None:
            yield TableElement(TableElementKind.DISC, plate.seat), disc
    for plate in scene.plates:
        if plate.text is not None:
            yield TableElement(TableElementKind.PLATE, plate.seat), plate.body_rect()
    stock = _stock_rect(scene)
    if stock is not None:
        yield TableElement(TableElementKind.STOCK), stock
    if scene.trump_sign.isVisible():
        yield TableElement(TableElementKind.SIGN), scene.trump_sign.text_rect()
    if scene.trumps.isVisible():
        yield TableElement(TableElementKind.TRUMPS), scene.trumps.sceneBoundingRect()
    if scene.notice.title_texts[1] or scene.notice.title_texts[2]:
        race = scene.race.strip_rect() if scene.race.isVisible() else QRectF()
        yield TableElement(TableElementKind.NOTICE), scene.notice.text_rect() | race
    ring = scene.ring_rect()
    if ring is not None:
        yield TableElement(TableElementKind.RING), ring


def find_element_at(scene: TableScene, point: QPointF) -> TableElement | None:
    """Return the element at a point of the scene, if any."""
    elements = [element for element, rect in iterate_elements(scene) if rect.contains(point)]
    # A speech bubble counts as part of its seat's plate.
    talking_seats = [seat for seat, bubble in enumerate(scene.speech_bubbles) if bubble.isVisible()]
    hit_seats = [
        seat
        for seat in talking_seats
        if scene.speech_bubbles[seat].sceneBoundingRect().contains(point)
    ]
    elements += [TableElement(TableElementKind.PLATE, seat) for seat in hit_seats]
    # The button over the ring describes it.
    return next(
        (element for element in elements if element.kind is not TableElementKind.RING), None
    )


def find_element_rect(scene: TableScene, element: TableElement) -> QRectF | None:
    """Return the rectangle of an element, if it is on the table."""
    return next((rect for candidate, rect in iterate_elements(scene) if candidate == element), None)


def collect_important_rects(scene: TableScene) -> list[QRectF]:
    """Return what notes should not cover: plates, the trump, cards to play on and the own hand."""
    rects = [plate.body_rect() for plate in scene.plates]
    rects += [scene.trump_sign.text_rect()] if scene.trump_sign.isVisible() else []
    rects += [scene.trumps.sceneBoundingRect()] if scene.trumps.isVisible() else []
    rects += [] if scene.cards.turned_card is None else [scene.cards.turned_card.card_rect]
    rects += [item.card_rect for _, item in scene.cards.trick]
    if scene.cards.pile is not None:
        rects += [item.card_rect for item in scene.cards.pile.items[-1:]]
    return [*rects, *(item.card_rect for item in scene.cards.own_hand)]


def _card_elements(scene: TableScene) -> Iterator[tuple[TableElement, QRectF]]:
    cards = scene.cards
    trick = [
        (TableElement(TableElementKind.TRICK, index), item)
        for index, (_, item) in enumerate(cards.trick)
    ]
    trick.sort(key=lambda pair: -pair[1].zValue())
    pile = [] if cards.pile is None else cards.pile.items
    trick += [
        (TableElement(TableElementKind.PILE, depth), item)
        for depth, item in enumerate(reversed(pile))
    ]
    if cards.turned_card is not None:
        trick.append((TableElement(TableElementKind.TURNED), cards.turned_card))
    for element, item in trick:
        if not item.is_moving:
            yield element, item.card_rect


def _stock_rect(scene: TableScene) -> QRectF | None:
    if scene.stock_count.isVisible():
        return scene.stock_count.sceneBoundingRect()
    pack = scene.cards.pack
    return None if pack is None else pack.card_rect
