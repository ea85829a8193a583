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
from greenbaize.rules.table_snapshot import TableSnapshot, TallyShape
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import VISIBLE_PILE_CARDS, CardPlacement, TableGeometry
from greenbaize.ui.table.scene import TableScene

CardStates = list[tuple[str | None, CardPlacement, tuple[float, float]]]


def card_code(item: CardItem) -> str | None:
    """Return the code of the visible face, None for a back."""
    return None if item.face is None else item.face.card.code


def find_card_items(scene: TableScene) -> list[CardItem]:
    """Return every card item on the table."""
    return [item for item in scene.items() if isinstance(item, CardItem)]


def list_card_states(scene: TableScene) -> CardStates:
    """Return code, placement and real position of every card, in a fixed order."""
    card_states = [
        (card_code(item), item.placement, (item.x(), item.y())) for item in find_card_items(scene)
    ]
    return sorted(card_states, key=str)


def is_outlined(item: CardItem) -> bool:
    """Return whether the card has the winner's outline, which enlarges its bounding rectangle."""
    return item.boundingRect() != item._bounds


def is_dim(item: CardItem) -> bool:
    return item._is_dimmed


def check_table_shows(scene: TableScene, picture: TableSnapshot) -> None:
    """Check that the table shows exactly what the picture says, at the right positions."""
    geometry = scene.geometry
    for seat, hand in enumerate(picture.hands):
        items = scene.cards.hands[seat]
        hand_codes = [item.face.card.code for item in items if item.face is not None]
        assert sorted(hand_codes) == sorted(card.code for card in hand.cards)
        assert len(items) == hand.size
        if picture.pile is None:
            trump = picture.trumps[0] if picture.trump_card and picture.trumps else None
            check_hand_order([Card.of(code) for code in hand_codes], trump, picture.ranks)
        for index, item in enumerate(items):
            assert item.placement == scene.cards.hand_placement(seat, index)
    trick = picture.trick or Trick(0, ())
    seats = trick.seats_in_order(len(picture.hands))
    assert [(seat, card_code(item)) for seat, item in scene.cards.trick] == [
        (seat, card.code) for seat, card in zip(seats, trick.cards, strict=True)
    ]
    outlined = [index for index, (_, item) in enumerate(scene.cards.trick) if is_outlined(item)]
    assert outlined == ([] if picture.winning_index is None else [picture.winning_index])
    assert all(
        item.placement == geometry.played_placement(seat) for seat, item in scene.cards.trick
    )
    check_won_tricks(scene, geometry, picture)
    check_plate_texts(scene, picture)
    turned_code = None if picture.undealt_trump_card is None else picture.undealt_trump_card.code
    assert (card_code(scene.cards.turned_card) if scene.cards.turned_card else None) == turned_code
    assert (scene.cards.pack is None) == (turned_code is None and not picture.stock_size)
    assert scene.trump_sign.isVisible() == (picture.sign is not None)
    assert picture.sign is None or scene.trump_sign.suit is picture.sign.suit
    assert scene.trumps.isVisible() == bool(picture.sign and picture.sign.trumps)
    on_table = (
        sum(map(len, scene.cards.hands))
        + len(scene.cards.trick)
        + sum(map(len, scene.cards.won_tricks))
    )
    on_table += check_pile_shows(scene, picture)
    undealt = (scene.cards.pack is not None) + (turned_code is not None)
    assert len(find_card_items(scene)) == on_table + undealt
    for item in find_card_items(scene):
        assert item.pos() == QPointF(round(item.placement.x), round(item.placement.y))
        assert item.scale() == 1.0


def check_pile_shows(scene: TableScene, picture: TableSnapshot) -> int:
    """Check the visible top of the pile and the stock; return the number of visible pile cards."""
    if not picture.pile:
        assert scene.cards.pile is None
        assert not scene.stock_count.isVisible()
        return 0
    assert scene.cards.pile is not None
    items = scene.cards.pile.items
    visible_cards = picture.pile[-VISIBLE_PILE_CARDS:]
    assert [card_code(item) for item in items] == [card.code for card in visible_cards]
    heights = [item.zValue() for item in items]
    assert heights == sorted(set(heights))
    hidden_count = len(picture.pile) - len(visible_cards)
    assert [item.placement for item in items] == [
        scene.geometry.pile_placement(len(items) - 1 - index, hidden_count + index)
        for index in range(len(items))
    ]
    assert scene.stock_count.isVisible()
    assert scene.stock_count.card_count == picture.stock_size
    faces = [item.face for item in find_card_items(scene) if item.face]
    assert len(faces) == len(set(faces))
    own = [item.face.card for item in scene.cards.own_hand if item.face]
    ranks = [99 if card.suit is None else picture.ranks.find(card.code[0]) for card in own]
    assert ranks == sorted(ranks)
    return len(items)


def check_hand_order(cards: list[Card], trump: Suit | None, ranks: str) -> None:
    """Check the order of a hand: suit by suit, the highest first, trumps at the right."""
    suits = list(dict.fromkeys(card.suit for card in cards))
    order_keys = [(suits.index(card.suit), -ranks.index(card.code[0])) for card in cards]
    assert order_keys == sorted(order_keys)
    assert trump not in suits[:-1]


def check_won_tricks(scene: TableScene, geometry: TableGeometry, picture: TableSnapshot) -> None:
    """Check that each seat's won tricks match its plate and none hides another."""
    trick_counts = Counter(seat for seat, _ in picture.taken_tricks)
    for seat, won in enumerate(scene.cards.won_tricks):
        assert len(won) == trick_counts[seat]
        tally = picture.plates[seat].tally
        assert tally is None or tally.shape is TallyShape.COINS or tally.reached == len(won)
        positions = [(item.placement.x, item.placement.y) for item in won]
        assert len(set(positions)) == len(won)
        assert [item.placement for item in won] == [
            geometry.won_trick_placement(seat, index, len(won)) for index in range(len(won))
        ]
        assert all(item.face is None for item in won)


def check_plate_texts(scene: TableScene, picture: TableSnapshot) -> None:
    """Check the texts of the plates, the turn ring and the dealer's mark."""
    for seat, item in enumerate(scene.plates):
        text = item.text
        assert text is not None
        assert text.name == scene.names[seat]
        assert text.plate == picture.plates[seat]
        assert text.has_turn == (picture.turn == seat)
        assert text.is_dealer == (picture.dealer == seat)
        cards = picture.hands[seat].size if picture.pile else None
        assert text.plate.hand_size in (cards, None if picture.deal else 0)
        assert bool(text.line) == (picture.plates[seat].deal_message is not None)
        assert bool(text.note) == (picture.plates[seat].note is not None)


def collect_texts(widget: QWidget) -> Iterator[str]:
    """Iterate over every text a widget and its children show or tell a screen reader."""
    for child in (widget, *widget.findChildren(QWidget)):
        if isinstance(child.parent(), QTabBar):
            continue  # Qt's own scroll buttons, with Qt's texts
        yield from (child.toolTip(), child.statusTip(), child.whatsThis())
        yield from (child.accessibleName(), child.accessibleDescription(), child.windowTitle())
        yield from (action.text() for action in child.actions())
        yield from (action.toolTip() for action in child.actions())
        if isinstance(child, QAbstractButton | QLabel):
            yield child.text()
        elif isinstance(child, QComboBox):
            yield from (child.itemText(index) for index in range(child.count()))
        elif isinstance(child, QLineEdit):
            yield from (child.text(), child.placeholderText())
        elif isinstance(child, QListWidget):
            yield from (child.item(row).text() for row in range(child.count()))
        elif isinstance(child, QTabBar):
            yield from (child.tabText(index) for index in range(child.count()))
        elif isinstance(child, QGroupBox | QMenu):
            yield child.title()
        elif isinstance(child, QHeaderView):
            for section in range(child.count()):
                yield str(child.model().headerData(section, child.orientation()) or "")


def collect_table_texts(playing: MatchView) -> Iterator[str]:
    """Iterate over every text of the table's items and of the widgets over and beside it."""
    yield from collect_texts(playing)
    scene, model = playing.scene, playing.side_column.sheet_panel.table.model()
    yield from scene.notice.title_texts
    yield from (scene.note.sentence, scene.note.details, scene.trump_sign.line)
    yield from (*scene.trumps.words_before_marks, *playing.rules_controller.ring.lines)
    yield from playing.prompts.choice_prompt.notes.lines
    yield from (item.text.name for item in scene.plates if item.text is not None)
    yield from (item.text.line for item in scene.plates if item.text is not None)
    yield from (item.toolTip() for item in scene.items())
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            index = model.index(row, column)
            # display, tooltip, accessible text and accessible description
            for role in (0, 3, 11, 12):
                yield str(index.data(role) or "")
