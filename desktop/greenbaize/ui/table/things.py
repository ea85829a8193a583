"""Where the things on a table lie that can be pointed at, besides the cards of one's own hand."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF

from greenbaize.rules.things import Part, Thing
from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene


def things_on(scene: TableScene) -> Iterator[tuple[Thing, QRectF]]:
    """Every thing that is seen with its place, the uppermost first; what moves is left out."""
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
        yield Thing(Part.NOTICE), scene.notice.written()
    ring = scene.ring_place()
    if ring is not None:
        yield Thing(Part.RING), ring


def thing_at(scene: TableScene, point: QPointF) -> Thing | None:
    """The thing at a point of the scene, if there is one."""
    found = [thing for thing, place in things_on(scene) if place.contains(point)]
    # What was said is told of with the plate that it stands at.
    said = [seat for seat, one in enumerate(scene.said) if one.isVisible()]
    at = [seat for seat in said if scene.said[seat].sceneBoundingRect().contains(point)]
    found += [Thing(Part.PLATE, seat) for seat in at]
    # Over the ring lies a button, which says what it is.
    return next((thing for thing in found if thing.part is not Part.RING), None)


def place_of(scene: TableScene, thing: Thing) -> QRectF | None:
    """Where a thing lies, if it is there."""
    return next((place for one, place in things_on(scene) if one == thing), None)


def in_sight(scene: TableScene) -> list[QRectF]:
    """What had better not be hidden: plates, the cards that one plays on, and the own hand."""
    seen = [plate.body() for plate in scene.plates]
    seen += [card_place(item) for _, item in scene.cards.trick]
    if scene.cards.pile is not None:
        seen += [card_place(item) for item in scene.cards.pile.items[-1:]]
    return [*seen, *map(card_place, scene.cards.own)]


def card_place(item: CardItem) -> QRectF:
    """Where a card lies, its tilt left aside."""
    wide = item.width
    tall = wide * TALL
    return QRectF(item.spot.x - wide / 2, item.spot.y - tall / 2, wide, tall)


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
            yield thing, card_place(item)


def _stock(scene: TableScene) -> QRectF | None:
    if scene.stock_words.isVisible():
        return scene.stock_words.sceneBoundingRect()
    pack = scene.cards.pack
    return None if pack is None else card_place(pack)
