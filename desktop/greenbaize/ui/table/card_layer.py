"""All cards on the cloth: their placements, and their moves between them."""

from collections import Counter
from collections.abc import Collection
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.cards import Card
from greenbaize.rules.holding import held
from greenbaize.rules.pictures import Picture
from greenbaize.ui.cards.look import CardLook, Face
from greenbaize.ui.table.card_atlas import FINE, CardAtlas, CardItem
from greenbaize.ui.table.geometry import PILE_SHOWN, Geometry, Spot
from greenbaize.ui.table.motion import Course, Motion, even, swung
from greenbaize.ui.table.pile import TAKE_MS, Gathering, LaidPile
from greenbaize.ui.table.shadows import HIGHEST
from greenbaize.ui.table.trump import TRUMP_MS, TurnedUp
from greenbaize.ui.table.way import (
    ALL_THE_WAY,
    AT_LAST,
    AT_ONCE,
    Turning,
    dealers_spot,
    in_order,
    round_the_middle,
)
from greenbaize.ui.widgets.theme import worn

if TYPE_CHECKING:
    from greenbaize.rules.hands import Hand

DEAL_MS, DEAL_GAP_MS = 240, 35
PLAY_MS, SORT_MS, SORT_GAP_MS, CLOSE_GAP_MS = 260, 230, 28, 12
TURN_MS = 520
INDEX_SHARE = 0.4
"""Largest part of a card's sides that its index takes, with the suit's mark below it."""


def _shown(hand: "Hand") -> list[Card | None]:
    return [*hand.cards, *([None] * hand.unknown)]


def undealt(picture: Picture) -> int:
    """Return the number of cards nobody was dealt, at least one besides the turned one."""
    dealt = sum(hand.size for hand in picture.hands) + len(picture.taken) * len(picture.hands)
    dealt += 0 if picture.trick is None else len(picture.trick.cards)
    return max(1, 4 * len(picture.ranks) - dealt - 1)


class CardLayer:
    """The cards of one table."""

    def __init__(self, scene: QGraphicsScene, geometry: Geometry, motion: Motion) -> None:
        self._scene, self._motion = scene, motion
        self.geometry = geometry
        self.seats, self.near = geometry.players, geometry.near
        self.atlas = CardAtlas()
        self._best: Face | None = None
        self._pointed: Collection[Card] = ()
        self._winner = 0
        self._exposed: tuple[tuple[Card, ...], ...] = ((),) * self.seats
        self._seen: Counter[Card] = Counter()
        self.clear()

    def clear(self) -> None:
        for item in [item for item in self._scene.items() if isinstance(item, CardItem)]:
            self._scene.removeItem(item)
        self.hands: list[list[CardItem]] = [[] for _ in range(self.seats)]
        self.won: list[list[CardItem]] = [[] for _ in range(self.seats)]
        self.trick: list[tuple[int, CardItem]] = []
        self.pile: LaidPile | None = None
        self.pack: CardItem | None = None
        self.turned: CardItem | None = None
        self.taken_up: CardItem | None = None
        """Card of the near hand that is being played, where two cards look alike."""
        self._gone: list[CardItem] = []
        self._gathering: Gathering | None = None
        self._dealer: int | None = None
        """Seat that is dealing now, and has the pack."""
        self._states: dict[CardItem, float] = {}
        self._seen.clear()

    # Layout

    def lay_out(self, geometry: Geometry, ratio: float) -> None:
        """Lay out all cards for another table geometry; animations continue."""
        old, self.geometry = self.geometry, geometry
        if old.left_handed != geometry.left_handed:
            for seat in range(self.seats):
                self._stack_hand(seat)
        self.atlas.set_size(geometry.card, ratio)
        factor = (geometry.width / old.width, geometry.height / old.height)
        for item, spot in self._spots():
            if item.waits and self._dealer is not None:
                self._from_pack(item, spot, self._holder(item))
                item.refresh()
            elif item.moving:
                item.reroute(spot, *factor)
            else:
                item.lie(spot)
                item.refresh()
        for item in self._gone:
            there = item.spot
            there = Spot(there.x * factor[0], there.y * factor[1], there.scale, there.tilt)
            item.reroute(there, *factor)
        if self._gathering is not None:
            packet = self.won[self._winner][-1]
            self._gathering.lay_out(*factor, geometry.played(self._winner), packet.spot)

    def _spots(self) -> list[tuple[CardItem, Spot]]:
        """Return every card on the table with its placement."""
        geometry = self.geometry
        spots = [
            (item, self.hand_spot(seat, place))
            for seat, hand in enumerate(self.hands)
            for place, item in enumerate(hand)
        ]
        spots += [(item, geometry.played(seat)) for seat, item in self.trick]
        if self.pile is not None:
            spots += self.pile.spots(geometry)
        for seat, won in enumerate(self.won):
            spots += [(item, geometry.won(seat, at, len(won))) for at, item in enumerate(won)]
        if self.pack is not None:
            spots.append((self.pack, self._pack_spot()))
        if self.turned is not None:
            spots.append((self.turned, geometry.turned()))
        return spots

    def hand_spot(self, seat: int, place: int) -> Spot:
        """Return the placement of a card in a hand, including its lift."""
        item = self.hands[seat][place]
        open_hand = seat != self.near and item.face is not None
        spot = self.geometry.hand(seat, place, len(self.hands[seat]), open_hand=open_hand)
        face = item.will_show
        if face is not None and face.card in self._exposed[seat]:
            spot = self.geometry.exposed(seat, spot)
        return self.geometry.raised(spot, self._states.get(item, 0.0))

    def _pack_spot(self) -> Spot:
        """Return the placement of the undealt pack: with the dealer, in a corner or by the pile."""
        if self._dealer is not None:
            return dealers_spot(self.geometry, self._dealer)
        return self.geometry.deck() if self.pile is None else self.geometry.stock()

    def _corner(self) -> Spot:
        return self.geometry.turned()

    def set_card_look(self, look: CardLook) -> None:
        self.atlas.set_card_look(look)
        for item, _ in self._spots():
            item.refresh()

    # Whole table

    def show(self, picture: Picture) -> None:
        """Lay out the cards of a picture on an empty cloth, without animation."""
        self._dealer = None
        self._lay_pile(picture)
        self._note_exposed(picture)
        for seat in range(self.seats):
            self._lay_hand(seat, picture)
        for seat, card in self._played(picture):
            self._put_in_trick(seat, self._card(card, self.geometry.played(seat)))
        for seat, _ in picture.taken:
            self._add_won(seat)
        self._show_undealt(picture)
        for item, spot in self._spots():
            item.lie(spot)
        self.mark_winning(picture)

    def _played(self, picture: Picture) -> list[tuple[int, Card]]:
        trick = picture.trick
        return [] if trick is None else list(zip(trick.seats(self.seats), trick.cards, strict=True))

    def _lay_pile(self, picture: Picture) -> None:
        if not picture.pile:
            return
        self.pile = LaidPile()
        under = picture.pile[:-PILE_SHOWN]
        self.pile.bury(len(under))
        self._seen.update(under)
        for card in picture.pile[-PILE_SHOWN:]:
            self.pile.lay(self._card(card, self.geometry.pile(0, 0)))

    def _lay_hand(self, seat: int, picture: Picture) -> None:
        hand = picture.hands[seat]
        shown: list[Card | None] = [*held(picture, seat), *([None] * hand.unknown)]
        start = self._pack_spot()
        self.hands[seat] = [self._card(card, start) for card in shown]
        self._stack_hand(seat)

    def _stack_hand(self, seat: int) -> None:
        hand, levels = self.hands[seat], 100 if seat == self.near else 20
        for place, item in enumerate(hand):
            level = self.geometry.level(seat, place, len(hand))
            item.rest_at(levels + level)

    def _show_undealt(self, picture: Picture) -> None:
        """Show the pack and the turned card, if this deal has undealt cards."""
        card = picture.undealt
        self._show_pack(count=picture.stock or (0 if card is None else undealt(picture)))
        if self.turned is not None and (card is None or not self.turned.is_card(card)):
            self._scene.removeItem(self.turned)
            self.turned = None
        if card is not None and self.turned is None:
            self.turned = self._card(card, self.geometry.turned())
            self.turned.rest_at(1)

    def _show_pack(self, *, count: int) -> None:
        if self.pack is not None and not count:
            self._scene.removeItem(self.pack)
            self.pack = None
        elif self.pack is None and count:
            self.pack = self._card(None, self._pack_spot())
        if self.pack is not None:
            self.pack.count = count

    def clear_away(self) -> None:
        gathered = () if self._gathering is None else self._gathering.items
        for item in (*self._gone, *gathered):
            if item.scene() is self._scene:
                self._scene.removeItem(item)
        self._gone, self._gathering = [], None
        for packet in chain(*self.won):
            packet.setVisible(True)

    # Single cards

    def _card(self, card: Card | None, spot: Spot) -> CardItem:
        item = CardItem(self.atlas, self._new_face(card), spot)
        self._scene.addItem(item)
        return item

    def _new_face(self, card: Card | None) -> Face | None:
        """Return the face of a card that becomes known, in the first or in the second pack.

        The pack of a face-down card is unknown, so all backs are alike; of two equal cards the one
        seen first belongs to the first pack.
        """
        if self.pile is None or card is None:
            return None if card is None else Face(card)
        self._seen[card] += 1
        return Face(card, second=self._seen[card] > 1)

    def _dealt_card(self, card: Card | None, start: Spot, turn: Turning = AT_LAST) -> CardItem:
        item = self._card(None, start)
        item.turn_on_way(self._new_face(card), turn)
        return item

    def _go(
        self,
        item: CardItem,
        spot: Spot,
        duration: float,
        delay: float = 0.0,
        *,
        low: bool = False,
    ) -> None:
        item.send(spot, low=low)
        self._let_go(item, duration, delay)

    def _from_pack(self, item: CardItem, spot: Spot, seat: int | None) -> None:
        """Let a card wait in the pack until it slides round the table into a seat's hand."""
        start = self._pack_spot()
        item.lie(start)
        item.send(spot, round_the_middle(self.geometry, start, spot, seat), low=True)
        item.wait_unseen()

    def _holder(self, item: CardItem) -> int | None:
        return next((seat for seat, hand in enumerate(self.hands) if item in hand), None)

    def _let_go(self, item: CardItem, duration: float, delay: float = 0.0) -> None:
        if not delay:
            item.depart()  # Draws the next picture before the first frame of the animation.
        self._motion.move(item, duration, delay, swung)

    def _taken_from(self, hand: list[CardItem], card: Card) -> CardItem:
        """Return the item of this card: of two alike the picked one, else a hidden one."""
        item, self.taken_up = self.taken_up, None
        if item is not None and item in hand and item.is_card(card):
            return item
        return next((item for item in hand if item.is_card(card)), None) or hand[-1]

    def _out_of_hand(self, seat: int, card: Card) -> CardItem:
        item = self._taken_from(self.hands[seat], card)
        self.hands[seat].remove(item)
        self._states.pop(item, None)
        item.set_dim(False)
        item.lift(on=False)
        return item

    # Dealing

    def deal(self, picture: Picture, leader: int) -> None:
        """Deal the hands card by card, beginning with the leader, on an empty cloth."""
        self.pile = None if picture.pile is None else LaidPile()
        self._note_exposed(picture)
        self._dealer = picture.dealer
        dealt = sum(hand.size for hand in picture.hands)
        self._show_pack(count=dealt + max(1, picture.stock or undealt(picture)))
        if picture.undealt is not None:
            self._draw_trump(Face(picture.undealt))
        start = self._pack_spot()
        for seat, hand in enumerate(picture.hands):
            self.hands[seat] = [self._dealt_card(card, start) for card in _shown(hand)]
            self._stack_hand(seat)
        delay = 0.0
        for seat, place in in_order([len(hand) for hand in self.hands], leader):
            item, spot = self.hands[seat][place], self.hand_spot(seat, place)
            # Draw the back now, not during the animation.
            self.atlas.picture(None, Spot(0, 0, spot.scale))
            self._from_pack(item, spot, seat)
            item.leave(self.pack)
            self._let_go(item, DEAL_MS, delay)
            delay += DEAL_GAP_MS
        if self.pack is not None and picture.undealt is None and not picture.stock:
            # The pack disappears as the last card leaves it.
            self._motion.move(Course(self.pack.hide), 0.0, delay - DEAL_GAP_MS)

    def _draw_trump(self, face: Face) -> None:
        """Draw the trump as it is shown in the centre, before any animation runs."""
        middle = self.geometry.shown_trump()
        for side in (None, face):
            self.atlas.picture(side, middle)
        for height in range(HIGHEST + 1):
            self.atlas.shadows(middle.scale).shadow(0, height)

    def turn_up(self, picture: Picture) -> None:
        """Turn up the next card after dealing, or remove a pack of which nothing is left."""
        start, self._dealer = self._pack_spot(), None
        self._show_undealt(picture)
        spot, delay = self._pack_spot(), 0.0
        if self.pack is not None and self.pack.spot != spot:
            self.pack.send(spot, round_the_middle(self.geometry, start, spot), low=True)
            self._let_go(self.pack, PLAY_MS)
            delay = PLAY_MS
        if picture.pile:
            item = self._dealt_card(picture.pile[-1], spot, ALL_THE_WAY)
            item.wait_unseen()
            self._onto_pile(item, PLAY_MS, delay)
        if self.turned is not None:
            face = self.turned.face
            self.turned.turn(None)
            self.turned.lie(start)
            self.turned.turn_on_way(face, ALL_THE_WAY)
            self.turned.send(self.geometry.shown_trump())
            trump = TurnedUp(self.turned, self._corner)
            self._motion.move(trump, TRUMP_MS, ease=even)

    def sort_hands(self, picture: Picture) -> None:
        for seat in range(self.seats):
            self._sort_hand(seat, picture, low=seat != self.near)

    def _sort_hand(self, seat: int, picture: Picture, *, low: bool = False) -> None:
        place = {card: number for number, card in enumerate(held(picture, seat))}

        def order(item: CardItem) -> tuple[int, bool]:
            face = item.will_show
            return (99, False) if face is None else (place.get(face.card, 99), face.second)

        self.hands[seat].sort(key=order)
        self._stack_hand(seat)
        self._settle_hand(seat, SORT_GAP_MS, low=low)

    def _settle_hand(self, seat: int, gap: float, *, low: bool) -> None:
        for place, item in enumerate(self.hands[seat]):
            spot = self.hand_spot(seat, place)
            if spot != item.spot:
                # One after another: it shows the hand being sorted, and spreads the drawing.
                item.send(spot, low=low, stiff=self.atlas.ratio >= FINE)
                self._let_go(item, SORT_MS, (place + 1) * gap)

    def draw(self, seat: int, cards: "Hand", picture: Picture) -> None:
        start = self._pack_spot()
        drawn = [self._dealt_card(card, start) for card in _shown(cards)]
        for item in drawn:
            item.leave(self.pack)
        self.hands[seat] += drawn
        self._sort_hand(seat, picture)
        self._show_undealt(picture)

    # Playing

    def shows(self, seat: int, card: Card) -> bool:
        return any(item.is_card(card) for item in self.hands[seat])

    def turn_over(self, seat: int, card: Card) -> None:
        """Flip a card that was played face down."""
        for owner, item in self.trick:
            if owner == seat and item.face is None:
                item.turn_on_way(self._new_face(card), ALL_THE_WAY)
                self._go(item, item.spot, TURN_MS)

    def play(
        self, seat: int, card: Card, picture: Picture, tempo: float = 1.0, *, blind: bool = False
    ) -> None:
        """Move a card from a hand into the trick, or onto the pile.

        ``tempo`` shortens its flight; a ``blind`` card still shows its back.
        """
        item = self._out_of_hand(seat, card)
        self._note_exposed(picture)
        if item.face is None and not blind:
            item.turn_on_way(self._new_face(card), AT_ONCE)
        if self.pile is None:
            self._put_in_trick(seat, item)
            self._go(item, self.geometry.played(seat), PLAY_MS, low=True)
        else:
            self._onto_pile(item, PLAY_MS / tempo)
        self._settle_hand(seat, CLOSE_GAP_MS, low=seat != self.near)

    def _put_in_trick(self, seat: int, item: CardItem) -> None:
        # Cards nearer to the near edge lie higher: so no index is ever covered.
        item.rest_at(300 + self.geometry.direction(seat)[1])
        self.trick.append((seat, item))

    def _onto_pile(self, item: CardItem, duration: float, delay: float = 0.0) -> None:
        assert self.pile is not None
        gone = self.pile.lay(item)
        self._gone += gone
        for below, spot in self.pile.spots(self.geometry):
            if below is item or below.spot != spot:
                self._go(below, spot, duration, delay, low=True)

    def mark_winning(self, picture: Picture) -> None:
        for place, (_, item) in enumerate(self.trick):
            item.outline = worn().brass if place == picture.winning else None

    def gather(self, winner: int) -> None:
        """Move the trick to its winner, where it becomes one of the won tricks."""
        packet = self._add_won(winner)
        spot = packet.spot
        packet.setVisible(False)  # Until the cards of the trick have arrived.
        lying = dict(self.trick)
        for seat, item in lying.items():
            item.outline = worn().brass if seat == winner else None
        self._winner, self.trick = winner, []
        if lying:
            best = lying[winner]
            # Draw the back now, not during the animation.
            self.atlas.picture(None, best.spot._replace(tilt=0))
            self._gathering = Gathering(tuple(lying.values()), best, spot)
            self._motion.move(self._gathering, TAKE_MS, 0.0, even)
        won = self.won[winner]
        for place, item in enumerate(won):
            item.lie(self.geometry.won(winner, place, len(won)))

    def _add_won(self, seat: int) -> CardItem:
        won = self.won[seat]
        count = len(won) + 1
        packet = self._card(None, self.geometry.won(seat, len(won), count))
        packet.count = self.seats
        packet.rest_at(5 + len(won))
        won.append(packet)
        return packet

    # Mistakes

    def _note_exposed(self, picture: Picture) -> None:
        self._exposed = picture.exposed or ((),) * self.seats
        self._outline_own()

    def expose(self, seat: int, card: Card, picture: Picture) -> None:
        item = self._taken_from(self.hands[seat], card)
        item.turn(Face(card))
        self._note_exposed(picture)
        self._sort_hand(seat, picture)

    def replace_card(self, seat: int, card: Card, picture: Picture) -> None:
        """Replace the card that a seat has in the trick with one of its hand."""
        place = next(at for at, (owner, _) in enumerate(self.trick) if owner == seat)
        _, wrong = self.trick[place]
        right = self._out_of_hand(seat, card)
        right.turn(Face(card))
        right.rest_at(300 + self.geometry.direction(seat)[1])
        self.trick[place] = (seat, right)
        self._go(right, self.geometry.played(seat), PLAY_MS)
        # The wrong card stays face up: the next event exposes it.
        self._into_hand(seat, wrong, picture)

    def take_back(self, seat: int, card: Card, picture: Picture) -> None:
        item = next(item for owner, item in self.trick if owner == seat)
        self.trick = [(owner, one) for owner, one in self.trick if one is not item]
        if card not in picture.hands[seat].cards:
            item.turn(None)
        self._into_hand(seat, item, picture)

    def _into_hand(self, seat: int, item: CardItem, picture: Picture) -> None:
        item.outline = None
        self.hands[seat].append(item)
        self._note_exposed(picture)
        self._sort_hand(seat, picture)

    # The near hand while a card is asked for; cards are identified by their faces

    @property
    def own(self) -> list[CardItem]:
        return self.hands[self.near]

    def set_states(self, lifts: dict[Face, float], dim: set[Face]) -> None:
        """Lift or lower cards of the near hand, in card widths, and dim some of them."""
        for item in self.own:
            self._states[item] = 0.0 if item.face is None else lifts.get(item.face, 0.0)
            item.set_dim(item.face in dim)
            item.lift(on=self._states[item] > 0)
        for place, item in enumerate(self.own):
            spot = self.hand_spot(self.near, place)
            if item.moving:
                item.reroute(spot, 1.0, 1.0)
            elif spot != item.spot:
                item.lie(spot)

    def mark_best(self, face: Face | None) -> None:
        """Outline the card of the near hand with this face; None outlines none."""
        self._best = face
        self._outline_own()

    def point_at(self, cards: Collection[Card]) -> None:
        """Outline these cards of the near hand, besides the hint's best one."""
        self._pointed = cards
        self._outline_own()

    def _outline_own(self) -> None:
        for item in self.own:
            face = item.face
            marked = face is not None and (face == self._best or face.card in self._pointed)
            lies_open = face is not None and face.card in self._exposed[self.near]
            colour = worn().loss if lies_open else None
            item.outline = worn().brass if marked else colour

    def at(self, point: QPointF) -> CardItem | None:
        """Return the uppermost card of the near hand at a point."""
        own = self.own
        under = [place for place, item in enumerate(own) if item.shape_contains(point)]
        if not under:
            return None
        return own[max(under, key=lambda place: self.geometry.level(self.near, place, len(own)))]

    def indices(self) -> list[QRectF]:
        """Return the rectangles of the corner indices of the trick's cards, in the scene."""
        found = []
        for _, item in self.trick:
            place = item.place
            corner = QRectF(place.topLeft(), place.size() * INDEX_SHARE)
            if self.geometry.left_handed:
                corner.moveRight(place.right())
            found.append(corner)
        return found

    def named(self, face: Face) -> CardItem | None:
        return next((item for item in self.own if item.face == face), None)
