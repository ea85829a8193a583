"""Checks of what the table shows, read from its items, against a picture."""

from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QTabBar,
    QWidget,
)

from greenbaize.cards import Card, Suit
from greenbaize.rules.hands import Trick
from greenbaize.rules.pictures import Picture, Shape
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import PILE_SHOWN, Geometry, Spot
from greenbaize.ui.table.scene import TableScene

Cards = list[tuple[str | None, Spot, tuple[float, float]]]


def code_of(item: CardItem) -> str | None:
    """Return the code of the visible face, None for a back."""
    return None if item.face is None else item.face.card.code


def card_items(scene: TableScene) -> list[CardItem]:
    """Return every card item on the table."""
    return [item for item in scene.items() if isinstance(item, CardItem)]


def lying(scene: TableScene) -> Cards:
    """Return code, placement and real position of every card, in a fixed order."""
    found = [(code_of(one), one.spot, (one.x(), one.y())) for one in card_items(scene)]
    return sorted(found, key=str)


def is_outlined(item: CardItem) -> bool:
    """Return whether the card has the winner's outline, which enlarges its bounding rectangle."""
    return item.boundingRect() != item._edge


def is_dim(item: CardItem) -> bool:
    return item._dim


def check_mirror(scene: TableScene, picture: Picture) -> None:
    """Check that the table shows exactly what the picture says, at the right positions."""
    geometry = scene.geometry
    for seat, hand in enumerate(picture.hands):
        items = scene.cards.hands[seat]
        codes = [item.face.card.code for item in items if item.face is not None]
        assert sorted(codes) == sorted(card.code for card in hand.cards)
        assert len(items) == hand.size
        if picture.pile is None:
            trump = picture.trumps[0] if picture.turned and picture.trumps else None
            check_order([Card.of(code) for code in codes], trump, picture.ranks)
        for place, item in enumerate(items):
            assert item.spot == scene.cards.hand_spot(seat, place)
    trick = picture.trick or Trick(0, ())
    seats = trick.seats(len(picture.hands))
    assert [(seat, code_of(item)) for seat, item in scene.cards.trick] == [
        (seat, card.code) for seat, card in zip(seats, trick.cards, strict=True)
    ]
    outlined = [place for place, (_, item) in enumerate(scene.cards.trick) if is_outlined(item)]
    assert outlined == ([] if picture.winning is None else [picture.winning])
    assert all(item.spot == geometry.played(seat) for seat, item in scene.cards.trick)
    check_won(scene, geometry, picture)
    check_plates(scene, picture)
    turned = None if picture.undealt is None else picture.undealt.code
    assert (code_of(scene.cards.turned) if scene.cards.turned else None) == turned
    assert (scene.cards.pack is None) == (turned is None and not picture.stock)
    assert scene.sign.isVisible() == (picture.sign is not None)
    assert picture.sign is None or scene.sign.suit is picture.sign.suit
    assert scene.trumps.isVisible() == bool(picture.sign and picture.sign.trumps)
    on_table = (
        sum(map(len, scene.cards.hands)) + len(scene.cards.trick) + sum(map(len, scene.cards.won))
    )
    on_table += check_pile(scene, picture)
    undealt = (scene.cards.pack is not None) + (turned is not None)
    assert len(card_items(scene)) == on_table + undealt
    for item in card_items(scene):
        assert item.pos() == QPointF(round(item.spot.x), round(item.spot.y))
        assert item.scale() == 1.0


def check_pile(scene: TableScene, picture: Picture) -> int:
    """Check the visible top of the pile and the stock; return the number of visible pile cards."""
    if not picture.pile:
        assert scene.cards.pile is None
        assert not scene.stock_words.isVisible()
        return 0
    assert scene.cards.pile is not None
    items = scene.cards.pile.items
    shown = picture.pile[-PILE_SHOWN:]
    assert [code_of(item) for item in items] == [card.code for card in shown]
    heights = [item.zValue() for item in items]
    assert heights == sorted(set(heights))
    before = len(picture.pile) - len(shown)
    assert [item.spot for item in items] == [
        scene.geometry.pile(len(items) - 1 - place, before + place) for place in range(len(items))
    ]
    assert scene.stock_words.isVisible()
    assert scene.stock_words.count == picture.stock
    faces = [item.face for item in card_items(scene) if item.face]
    assert len(faces) == len(set(faces))
    own = [item.face.card for item in scene.cards.own if item.face]
    ranks = [99 if card.suit is None else picture.ranks.find(card.code[0]) for card in own]
    assert ranks == sorted(ranks)
    return len(items)


def check_order(cards: list[Card], trump: Suit | None, ranks: str) -> None:
    """Check the order of a hand: suit by suit, the highest first, trumps at the right."""
    suits = list(dict.fromkeys(card.suit for card in cards))
    places = [(suits.index(card.suit), -ranks.index(card.code[0])) for card in cards]
    assert places == sorted(places)
    assert trump not in suits[:-1]


def check_won(scene: TableScene, geometry: Geometry, picture: Picture) -> None:
    """Check that each seat's won tricks match its plate and none hides another."""
    taken = Counter(seat for seat, _ in picture.taken)
    for seat, won in enumerate(scene.cards.won):
        assert len(won) == taken[seat]
        tally = picture.plates[seat].tally
        assert tally is None or tally.shape is Shape.COINS or tally.made == len(won)
        places = [(item.spot.x, item.spot.y) for item in won]
        assert len(set(places)) == len(won)
        assert [item.spot for item in won] == [
            geometry.won(seat, place, len(won)) for place in range(len(won))
        ]
        assert all(item.face is None for item in won)


def check_plates(scene: TableScene, picture: Picture) -> None:
    """Check the texts of the plates, the turn ring and the dealer's mark."""
    for seat, item in enumerate(scene.plates):
        text = item.text
        assert text is not None
        assert text.name == scene.names[seat]
        assert text.plate == picture.plates[seat]
        assert text.turn == (picture.turn == seat)
        assert text.dealer == (picture.dealer == seat)
        cards = picture.hands[seat].size if picture.pile else None
        assert text.plate.cards in (cards, None if picture.deal else 0)
        assert bool(text.line) == (picture.plates[seat].line is not None)
        assert bool(text.note) == (picture.plates[seat].note is not None)


def texts_of(widget: QWidget) -> Iterator[str]:
    """Iterate over every text a widget and its children show or tell a screen reader."""
    for one in (widget, *widget.findChildren(QWidget)):
        if isinstance(one.parent(), QTabBar):
            continue  # Qt's own scroll buttons, with Qt's texts
        yield from (one.toolTip(), one.statusTip(), one.whatsThis())
        yield from (one.accessibleName(), one.accessibleDescription(), one.windowTitle())
        yield from (action.text() for action in one.actions())
        yield from (action.toolTip() for action in one.actions())
        if isinstance(one, QAbstractButton | QLabel):
            yield one.text()
        elif isinstance(one, QComboBox):
            yield from (one.itemText(place) for place in range(one.count()))
        elif isinstance(one, QLineEdit):
            yield from (one.text(), one.placeholderText())
        elif isinstance(one, QListWidget):
            yield from (one.item(row).text() for row in range(one.count()))
        elif isinstance(one, QTabBar):
            yield from (one.tabText(place) for place in range(one.count()))
        elif isinstance(one, QGroupBox | QMenu):
            yield one.title()
        elif isinstance(one, QHeaderView):
            for section in range(one.count()):
                yield str(one.model().headerData(section, one.orientation()) or "")


def words_on_table(playing: MatchView) -> Iterator[str]:
    """Iterate over every text of the table's items and of the widgets over and beside it."""
    yield from texts_of(playing)
    scene, model = playing.scene, playing.side.sheet.table.model()
    yield from scene.notice.texts
    yield from (scene.note.sentence, scene.note.line, scene.sign.line)
    yield from (*scene.trumps.words, *playing.corner.ring.lines)
    yield from playing.asking.prompt.notes.lines
    yield from (item.text.name for item in scene.plates if item.text is not None)
    yield from (item.text.line for item in scene.plates if item.text is not None)
    yield from (item.toolTip() for item in scene.items())
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            index = model.index(row, column)
            # display, tooltip, accessible text and accessible description
            for role in (0, 3, 11, 12):
                yield str(index.data(role) or "")
