"""Notes on the elements of the table, for a resting mouse pointer and for the keyboard."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.things import Part, Thing
from greenbaize.ui.table.look_around import LookAround
from greenbaize.ui.table.note import NoteText
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.keyboard import is_listened
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together
from greenbaize.words.titles import player_line

REST_MS: Final = 300
"""Time the mouse rests on an element before its note (ms); the next note follows at once."""
SLID_MS: Final = 900
"""The same for an element that moved below a resting mouse (ms): longer than any trick stays."""


class HoverHelp(QObject):
    """Controller of the notes about table elements, whose texts come from the game."""

    gone = Signal()
    """No note on an element is shown any more; another one may take its place."""
    rule_asked = Signal(str)
    """The user wants to read a rule that a note cites."""

    def __init__(
        self, place: PlayerView, scene: TableScene, view: TableView, seen: Callable[[], Any]
    ) -> None:
        super().__init__(view)
        self._place, self._scene, self._view, self._seen = place, scene, view, seen
        self._speaker = Speaker(called(place.header.sitters), place.seat)
        self._thing: Thing | None = None
        self.said: Callable[[Any, int], str] = _nothing
        """Callback for a screen reader's addition to the note on a seat's plate."""
        self._slid = False
        """The table's elements move, not the mouse."""
        self._resting = QTimer(self, singleShot=True)
        self._resting.timeout.connect(self._show)
        self.looking = LookAround(view.viewport())
        """Keyboard navigation between the elements."""
        scene.addItem(self.looking.ring)
        self.looking.looked.connect(self._on_looked)
        self.looking.ended.connect(self._on_look_ended)
        self.looking.rule_asked.connect(self._on_rule_number)
        view.moved.connect(self._on_moved)
        view.rule_clicked.connect(self.rule_asked)
        scene.motion.rested.connect(self.refresh)

    def told(self, thing: Thing) -> NoteText | None:
        said = self._place.game.tell_of(self._seen(), thing, self._place.seat)
        if not said:
            return None
        first, *rest = map(self._speaker.say, said)
        if thing.part is Part.PLATE:
            sitter = self._place.header.sitters[thing.number]
            rest += [player_line(sitter.level, sitter.temperament)] if sitter.level else []
        rules = tuple(dict.fromkeys(one.rule for one in said if one.rule))
        return NoteText(first, together(*rest), rules)

    # The mouse

    def _on_moved(self, point: QPointF | None) -> None:
        if self.looking.on:
            return
        thing = None if point is None else thing_at(self._scene, point)
        if thing == self._thing:
            return
        shown = self._shows_thing
        self._thing = thing
        self._resting.stop()
        if thing is not None and shown and not self._slid:
            self._show()
            return
        self._take_away()
        if thing is not None:
            self._resting.start(SLID_MS if self._slid else REST_MS)

    @property
    def _shows_thing(self) -> bool:
        return isinstance(self._scene.note.about, Thing)

    def _show(self) -> None:
        thing, scene = self._thing, self._scene
        where = None if thing is None else place_of(scene, thing)
        text = None if thing is None else self.told(thing)
        if where is None or text is None:
            self._take_away()
            return
        scene.note.stand_by(where, scene.around(in_sight(scene)), text, thing)
        scene.hint.hide()

    def _take_away(self) -> None:
        if self._shows_thing:
            self._scene.note.hide()
            self._scene.hide_note()
            self.gone.emit()

    def refresh(self) -> None:
        """Update the note after an event: its text and its element's position may have changed."""
        if self.looking.on:
            self._list()
            self._show()
            return
        if is_listened():
            self._list()
        if self._shows_thing or (self._thing is not None and not self._resting.isActive()):
            self._show()
        self._slid = True
        self._view.look_again()
        self._slid = False

    # The keyboard

    def look_around(self) -> None:
        if self.looking.on:
            self.looking.end()
            return
        self._resting.stop()
        self._thing = None
        self._list()
        self.looking.begin()

    def _list(self) -> None:
        found = []
        for thing, where in things_on(self._scene):
            text = self.told(thing)
            if text is not None:
                if thing.part is Part.PLATE and is_listened():
                    more = self.said(self._seen(), thing.number)
                    text = text._replace(line=f"{text.line} {more}".strip())
                found.append((thing, where, text))
        self.looking.show_things(found)

    def _on_looked(self, thing: Thing) -> None:
        self._thing = thing
        self._show()

    def _on_look_ended(self) -> None:
        self._thing = None
        self._take_away()
        self._view.look_anew()

    def _on_rule_number(self, number: int) -> None:
        rules = self._scene.note.text.rules
        if number < len(rules):
            self.rule_asked.emit(rules[number])

    @property
    def rule(self) -> str:
        return self._scene.note.rule

    def end(self) -> None:
        self._resting.stop()
        self.looking.end()


def _nothing(view: Any, seat: int) -> str:
    del view, seat
    return ""


def widget_places(view: TableView, *widgets: QWidget) -> list[Any]:
    """Return the rectangles of the visible ones of these widgets, in the scene."""
    seen = [widget for widget in widgets if widget.isVisible()]
    return [view.mapToScene(widget.geometry()).boundingRect() for widget in seen]


def things_on(scene: TableScene) -> Iterator[tuple[Thing, QRectF]]:
    """Yield every resting visible element with its rectangle, the uppermost first."""
    yield from _cards(scene)
    for plate in scene.plates:
        disc = plate.disc()
        if disc is not None:
            yield Thing(Part.DISC, plate.seat), disc
    for plate in scene.plates:
        if plate.text is not None:
            yield Thing(Part.PLATE, plate.seat), plate.body()
    stock = _stock(scene)
    if stock is not None:
        yield Thing(Part.STOCK), stock
    if scene.sign.isVisible():
        yield Thing(Part.SIGN), scene.sign.written()
    if scene.trumps.isVisible():
        yield Thing(Part.TRUMPS), scene.trumps.sceneBoundingRect()
    if scene.notice.texts[1] or scene.notice.texts[2]:
        race = scene.race.strip() if scene.race.isVisible() else QRectF()
        yield Thing(Part.NOTICE), scene.notice.written() | race
    ring = scene.ring_place()
    if ring is not None:
        yield Thing(Part.RING), ring


def thing_at(scene: TableScene, point: QPointF) -> Thing | None:
    """Return the element at a point of the scene, if any."""
    found = [thing for thing, place in things_on(scene) if place.contains(point)]
    # A speech bubble counts as part of its seat's plate.
    said = [seat for seat, one in enumerate(scene.said) if one.isVisible()]
    at = [seat for seat in said if scene.said[seat].sceneBoundingRect().contains(point)]
    found += [Thing(Part.PLATE, seat) for seat in at]
    # The button over the ring describes it.
    return next((thing for thing in found if thing.part is not Part.RING), None)


def place_of(scene: TableScene, thing: Thing) -> QRectF | None:
    """Return the rectangle of an element, if it is on the table."""
    return next((place for one, place in things_on(scene) if one == thing), None)


def in_sight(scene: TableScene) -> list[QRectF]:
    """Return what notes should not cover: plates, the trump, cards to play on and the own hand."""
    seen = [plate.body() for plate in scene.plates]
    seen += [scene.sign.written()] if scene.sign.isVisible() else []
    seen += [scene.trumps.sceneBoundingRect()] if scene.trumps.isVisible() else []
    seen += [] if scene.cards.turned is None else [scene.cards.turned.rect]
    seen += [item.rect for _, item in scene.cards.trick]
    if scene.cards.pile is not None:
        seen += [item.rect for item in scene.cards.pile.items[-1:]]
    return [*seen, *(item.rect for item in scene.cards.own)]


def _cards(scene: TableScene) -> Iterator[tuple[Thing, QRectF]]:
    cards = scene.cards
    trick = [(Thing(Part.TRICK, place), item) for place, (_, item) in enumerate(cards.trick)]
    trick.sort(key=lambda one: -one[1].zValue())
    pile = [] if cards.pile is None else cards.pile.items
    trick += [(Thing(Part.PILE, depth), item) for depth, item in enumerate(reversed(pile))]
    if cards.turned is not None:
        trick.append((Thing(Part.TURNED), cards.turned))
    for thing, item in trick:
        if not item.moving:
            yield thing, item.rect


def _stock(scene: TableScene) -> QRectF | None:
    if scene.stock_words.isVisible():
        return scene.stock_words.sceneBoundingRect()
    pack = scene.cards.pack
    return None if pack is None else pack.rect
