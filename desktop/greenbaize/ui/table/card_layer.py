"""All cards on the cloth: their placements, and their moves between them."""

from collections import Counter
from collections.abc import Collection
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.cards import Card
from greenbaize.rules.hand_order import sort_hand
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.table.animation import Animator, CallbackAnimation, ease_in_out, linear
from greenbaize.ui.table.card_atlas import MIN_UNSMOOTHED_RATIO, CardAtlas, CardItem
from greenbaize.ui.table.flight_path import (
    EARLY_FLIP,
    FULL_FLIP,
    LATE_FLIP,
    FlipTiming,
    compute_centre_control_point,
    compute_dealer_placement,
    iterate_deal_order,
)
from greenbaize.ui.table.geometry import VISIBLE_PILE_CARDS, CardPlacement, TableGeometry
from greenbaize.ui.table.pile import GATHER_MS, PILE_Z, PileStack, TrickGatherAnimation
from greenbaize.ui.table.shadows import MAX_HEIGHT
from greenbaize.ui.table.trump import TRUMP_MS, TrumpRevealAnimation
from greenbaize.ui.widgets.theme import current_theme

if TYPE_CHECKING:
    from greenbaize.rules.hands import Hand

DEAL_MS, DEAL_GAP_MS = 240, 35
PLAY_MS, SORT_MS, SORT_GAP_MS, CLOSE_GAP_MS = 260, 230, 28, 12
FLIP_MS = 520
INDEX_FRACTION = 0.4
"""Largest part of a card's sides that its index takes, with the suit's mark below it."""


def _list_cards(hand: "Hand") -> list[Card | None]:
    return [*hand.cards, *([None] * hand.unknown)]


def count_undealt(picture: TableSnapshot) -> int:
    """Return the number of cards nobody was dealt, at least one besides the turned one."""
    dealt_count = sum(hand.size for hand in picture.hands) + len(picture.taken_tricks) * len(
        picture.hands
    )
    dealt_count += 0 if picture.trick is None else len(picture.trick.cards)
    return max(1, 4 * len(picture.ranks) - dealt_count - 1)


class CardLayer:
    """The cards of one table."""

    def __init__(self, scene: QGraphicsScene, geometry: TableGeometry, animator: Animator) -> None:
        self._scene, self._animator = scene, animator
        self.geometry = geometry
        self.seat_count, self.near_seat = geometry.players, geometry.near_seat
        self.atlas = CardAtlas()
        self._hint_face: CardFace | None = None
        self._highlighted_cards: Collection[Card] = ()
        self._winner = 0
        self._exposed: tuple[tuple[Card, ...], ...] = ((),) * self.seat_count
        self._seen_counts: Counter[Card] = Counter()
        self.clear()

    def clear(self) -> None:
        for item in [item for item in self._scene.items() if isinstance(item, CardItem)]:
            self._scene.removeItem(item)
        self.hands: list[list[CardItem]] = [[] for _ in range(self.seat_count)]
        self.won_tricks: list[list[CardItem]] = [[] for _ in range(self.seat_count)]
        self.trick: list[tuple[int, CardItem]] = []
        self.pile: PileStack | None = None
        self.pack: CardItem | None = None
        self.turned_card: CardItem | None = None
        self.chosen_item: CardItem | None = None
        """Item of the near hand with which a question has been answered, until it is played."""
        self.flying_item: CardItem | None = None
        """The chosen item, while it flies to the table or lies there before it is played."""
        self._leaving_cards: list[CardItem] = []
        self._gather_animation: TrickGatherAnimation | None = None
        self._dealing_seat: int | None = None
        """Seat that is dealing now, and has the pack."""
        self._lifts: dict[CardItem, float] = {}
        self._seen_counts.clear()

    # Layout

    def update_layout(self, geometry: TableGeometry, ratio: float) -> None:
        """Lay out all cards for another table geometry; animations continue."""
        old_geometry, self.geometry = self.geometry, geometry
        if old_geometry.left_handed != geometry.left_handed:
            for seat in range(self.seat_count):
                self._stack_hand(seat)
        self.atlas.set_size(geometry.card_width, ratio)
        factor = (geometry.width / old_geometry.width, geometry.height / old_geometry.height)
        for item, placement in self._card_placements():
            if item.is_waiting and self._dealing_seat is not None:
                self._send_from_pack(item, placement, self._holding_seat(item))
                item.update_pixmap()
            elif item.is_moving:
                item.redirect_flight(placement, *factor)
            else:
                item.set_placement(placement)
                item.update_pixmap()
        for item in self._leaving_cards:
            target = item.placement
            target = CardPlacement(
                target.x * factor[0], target.y * factor[1], target.scale, target.tilt
            )
            item.redirect_flight(target, *factor)
        if self._gather_animation is not None:
            packet = self.won_tricks[self._winner][-1]
            self._gather_animation.scale_layout(
                *factor, geometry.played_placement(self._winner), packet.placement
            )

    def _card_placements(self) -> list[tuple[CardItem, CardPlacement]]:
        """Return every card on the table with its placement."""
        geometry = self.geometry
        placements = [
            (item, self.hand_placement(seat, index))
            for seat, hand in enumerate(self.hands)
            for index, item in enumerate(hand)
        ]
        placements += [(item, geometry.played_placement(seat)) for seat, item in self.trick]
        if self.pile is not None:
            placements += self.pile.card_placements(geometry)
        for seat, won in enumerate(self.won_tricks):
            placements += [
                (item, geometry.won_trick_placement(seat, number, len(won)))
                for number, item in enumerate(won)
            ]
        if self.pack is not None:
            placements.append((self.pack, self._pack_placement()))
        if self.turned_card is not None:
            placements.append((self.turned_card, geometry.turned_placement()))
        return placements

    def hand_placement(self, seat: int, index: int) -> CardPlacement:
        """Return the placement of a card in a hand, including its lift; a flying one's target."""
        item = self.hands[seat][index]
        if item is self.flying_item:
            return self._play_placement(seat)
        open_hand = seat != self.near_seat and item.face is not None
        placement = self.geometry.hand_card_placement(
            seat, index, len(self.hands[seat]), open_hand=open_hand
        )
        face = item.final_face
        if face is not None and face.card in self._exposed[seat]:
            placement = self.geometry.exposed_placement(seat, placement)
        return self.geometry.raised_placement(placement, self._lifts.get(item, 0.0))

    def _pack_placement(self) -> CardPlacement:
        """Return the placement of the undealt pack: with the dealer, in a corner or by the pile."""
        if self._dealing_seat is not None:
            return compute_dealer_placement(self.geometry, self._dealing_seat)
        return (
            self.geometry.deck_placement() if self.pile is None else self.geometry.stock_placement()
        )

    def _turned_placement(self) -> CardPlacement:
        return self.geometry.turned_placement()

    def set_card_look(self, look: CardLook) -> None:
        self.atlas.set_card_look(look)
        for item, _ in self._card_placements():
            item.update_pixmap()

    # Whole table

    def show_picture(self, picture: TableSnapshot) -> None:
        """Lay out the cards of a picture on an empty cloth, without animation."""
        self._dealing_seat = None
        self._build_pile(picture)
        self._update_exposed(picture)
        for seat in range(self.seat_count):
            self._build_hand(seat, picture)
        for seat, card in self._trick_cards(picture):
            self._add_to_trick(seat, self._add_card(card, self.geometry.played_placement(seat)))
        for seat, _ in picture.taken_tricks:
            self._add_won_trick(seat)
        self._show_undealt(picture)
        for item, placement in self._card_placements():
            item.set_placement(placement)
        self.outline_winning_card(picture)

    def _trick_cards(self, picture: TableSnapshot) -> list[tuple[int, Card]]:
        trick = picture.trick
        return (
            []
            if trick is None
            else list(zip(trick.seats_in_order(self.seat_count), trick.cards, strict=True))
        )

    def _build_pile(self, picture: TableSnapshot) -> None:
        if not picture.pile:
            return
        self.pile = PileStack()
        buried_cards = picture.pile[:-VISIBLE_PILE_CARDS]
        self.pile.add_hidden(len(buried_cards))
        self._seen_counts.update(buried_cards)
        for card in picture.pile[-VISIBLE_PILE_CARDS:]:
            self.pile.add_card(self._add_card(card, self.geometry.pile_placement(0, 0)))

    def _build_hand(self, seat: int, picture: TableSnapshot) -> None:
        hand = picture.hands[seat]
        cards: list[Card | None] = [*sort_hand(picture, seat), *([None] * hand.unknown)]
        start = self._pack_placement()
        self.hands[seat] = [self._add_card(card, start) for card in cards]
        self._stack_hand(seat)

    def _stack_hand(self, seat: int) -> None:
        hand, base_z = self.hands[seat], 100 if seat == self.near_seat else 20
        for index, item in enumerate(hand):
            order = self.geometry.stacking_order(seat, index, len(hand))
            item.set_resting_z(base_z + order)

    def _show_undealt(self, picture: TableSnapshot) -> None:
        """Show the pack and the turned card, if this deal has undealt cards."""
        card = picture.undealt_trump_card
        self._show_pack(count=picture.stock_size or (0 if card is None else count_undealt(picture)))
        if self.turned_card is not None and (card is None or not self.turned_card.shows_card(card)):
            self._scene.removeItem(self.turned_card)
            self.turned_card = None
        if card is not None and self.turned_card is None:
            self.turned_card = self._add_card(card, self.geometry.turned_placement())
            self.turned_card.set_resting_z(1)

    def _show_pack(self, *, count: int) -> None:
        if self.pack is not None and not count:
            self._scene.removeItem(self.pack)
            self.pack = None
        elif self.pack is None and count:
            self.pack = self._add_card(None, self._pack_placement())
        if self.pack is not None:
            self.pack.packet_size = count

    def remove_leaving_cards(self) -> None:
        gathered = () if self._gather_animation is None else self._gather_animation.items
        for item in (*self._leaving_cards, *gathered):
            if item.scene() is self._scene:
                self._scene.removeItem(item)
        self._leaving_cards, self._gather_animation = [], None
        for packet in chain(*self.won_tricks):
            packet.setVisible(True)

    # Single cards

    def _add_card(self, card: Card | None, placement: CardPlacement) -> CardItem:
        item = CardItem(self.atlas, self._new_face(card), placement)
        self._scene.addItem(item)
        return item

    def _new_face(self, card: Card | None) -> CardFace | None:
        """Return the face of a card that becomes known, in the first or in the second pack.

        The pack of a face-down card is unknown, so all backs are alike; of two equal cards the one
        seen first belongs to the first pack.
        """
        if self.pile is None or card is None:
            return None if card is None else CardFace(card)
        self._seen_counts[card] += 1
        return CardFace(card, second=self._seen_counts[card] > 1)

    def _add_hidden_card(
        self, card: Card | None, start: CardPlacement, flip: FlipTiming = LATE_FLIP
    ) -> CardItem:
        item = self._add_card(None, start)
        item.schedule_flip(self._new_face(card), flip)
        return item

    def _move_card(
        self,
        item: CardItem,
        placement: CardPlacement,
        duration: float,
        delay: float = 0.0,
        *,
        slides_low: bool = False,
    ) -> None:
        item.plan_flight(placement, slides_low=slides_low)
        self._start_move(item, duration, delay)

    def _send_from_pack(self, item: CardItem, placement: CardPlacement, seat: int | None) -> None:
        """Let a card wait in the pack until it slides round the table into a seat's hand."""
        start = self._pack_placement()
        item.set_placement(start)
        item.plan_flight(
            placement,
            compute_centre_control_point(self.geometry, start, placement, seat),
            slides_low=True,
        )
        item.hide_until_start()

    def _holding_seat(self, item: CardItem) -> int | None:
        return next((seat for seat, hand in enumerate(self.hands) if item in hand), None)

    def _start_move(self, item: CardItem, duration: float, delay: float = 0.0) -> None:
        if not delay:
            # Draws the next picture before the first frame of the animation.
            item.start_animation()
        self._animator.add_animation(item, duration, delay, ease_in_out)

    def _find_hand_item(self, hand: list[CardItem], card: Card) -> CardItem:
        """Return the item of this card: of two alike the chosen one, else a hidden one."""
        item = self.chosen_item
        if item is not None and item in hand and item.shows_card(card):
            return item
        return next((item for item in hand if item.shows_card(card)), None) or hand[-1]

    def _remove_from_hand(self, seat: int, card: Card) -> CardItem:
        item = self._find_hand_item(self.hands[seat], card)
        if self.hands[seat] is self.own_hand:
            if self.flying_item is not item:
                self.return_flown_card()
            self.chosen_item = self.flying_item = None
        self.hands[seat].remove(item)
        self._lifts.pop(item, None)
        item.set_dimmed(False)
        item.set_lifted(on=False)
        return item

    # Dealing

    def animate_deal(self, picture: TableSnapshot, leader: int) -> None:
        """Deal the hands card by card, beginning with the leader, on an empty cloth."""
        self.pile = None if picture.pile is None else PileStack()
        self._update_exposed(picture)
        self._dealing_seat = picture.dealer
        dealt_count = sum(hand.size for hand in picture.hands)
        self._show_pack(count=dealt_count + max(1, picture.stock_size or count_undealt(picture)))
        if picture.undealt_trump_card is not None:
            self._prerender_trump(CardFace(picture.undealt_trump_card))
        start = self._pack_placement()
        for seat, hand in enumerate(picture.hands):
            self.hands[seat] = [self._add_hidden_card(card, start) for card in _list_cards(hand)]
            self._stack_hand(seat)
        delay = 0.0
        for seat, index in iterate_deal_order([len(hand) for hand in self.hands], leader):
            item, placement = self.hands[seat][index], self.hand_placement(seat, index)
            # Draw the back now, not during the animation.
            self.atlas.card_pixmap(None, CardPlacement(0, 0, placement.scale))
            self._send_from_pack(item, placement, seat)
            item.set_source_packet(self.pack)
            self._start_move(item, DEAL_MS, delay)
            delay += DEAL_GAP_MS
        if self.pack is not None and picture.undealt_trump_card is None and not picture.stock_size:
            # The pack disappears as the last card leaves it.
            self._animator.add_animation(
                CallbackAnimation(self.pack.hide), 0.0, delay - DEAL_GAP_MS
            )

    def _prerender_trump(self, face: CardFace) -> None:
        """Draw the trump as it is shown in the centre, before any animation runs."""
        placement = self.geometry.trump_reveal_placement()
        for side in (None, face):
            self.atlas.card_pixmap(side, placement)
        for height in range(MAX_HEIGHT + 1):
            self.atlas.shadows(placement.scale).shadow(0, height)

    def animate_turn_up(self, picture: TableSnapshot) -> None:
        """Turn up the next card after dealing, or remove a pack of which nothing is left."""
        start, self._dealing_seat = self._pack_placement(), None
        self._show_undealt(picture)
        placement, delay = self._pack_placement(), 0.0
        if self.pack is not None and self.pack.placement != placement:
            self.pack.plan_flight(
                placement,
                compute_centre_control_point(self.geometry, start, placement),
                slides_low=True,
            )
            self._start_move(self.pack, PLAY_MS)
            delay = PLAY_MS
        if picture.pile:
            item = self._add_hidden_card(picture.pile[-1], placement, FULL_FLIP)
            item.hide_until_start()
            self._move_to_pile(item, PLAY_MS, delay)
        if self.turned_card is not None:
            face = self.turned_card.face
            self.turned_card.set_face(None)
            self.turned_card.set_placement(start)
            self.turned_card.schedule_flip(face, FULL_FLIP)
            self.turned_card.plan_flight(self.geometry.trump_reveal_placement())
            trump = TrumpRevealAnimation(self.turned_card, self._turned_placement)
            self._animator.add_animation(trump, TRUMP_MS, easing=linear)

    def animate_sorting(self, picture: TableSnapshot) -> None:
        for seat in range(self.seat_count):
            self._sort_hand(seat, picture, slides_low=seat != self.near_seat)

    def _sort_hand(self, seat: int, picture: TableSnapshot, *, slides_low: bool = False) -> None:
        index_by_card = {card: number for number, card in enumerate(sort_hand(picture, seat))}

        def sort_key(item: CardItem) -> tuple[int, bool]:
            face = item.final_face
            return (99, False) if face is None else (index_by_card.get(face.card, 99), face.second)

        self.hands[seat].sort(key=sort_key)
        self._stack_hand(seat)
        self._move_hand_cards(seat, SORT_GAP_MS, slides_low=slides_low)

    def _move_hand_cards(self, seat: int, gap: float, *, slides_low: bool) -> None:
        for index, item in enumerate(self.hands[seat]):
            placement = self.hand_placement(seat, index)
            if placement != item.placement:
                # One after another: it shows the hand being sorted, and spreads the drawing.
                item.plan_flight(
                    placement,
                    slides_low=slides_low,
                    keeps_tilt=self.atlas.ratio >= MIN_UNSMOOTHED_RATIO,
                )
                self._start_move(item, SORT_MS, (index + 1) * gap)

    def animate_draw(self, seat: int, cards: "Hand", picture: TableSnapshot) -> None:
        start = self._pack_placement()
        new_items = [self._add_hidden_card(card, start) for card in _list_cards(cards)]
        for item in new_items:
            item.set_source_packet(self.pack)
        self.hands[seat] += new_items
        self._sort_hand(seat, picture)
        self._show_undealt(picture)

    # Playing

    def shows_card(self, seat: int, card: Card) -> bool:
        return any(item.shows_card(card) for item in self.hands[seat])

    def flip_played_card(self, seat: int, card: Card) -> None:
        """Flip a card that was played face down."""
        for owner, item in self.trick:
            if owner == seat and item.face is None:
                item.schedule_flip(self._new_face(card), FULL_FLIP)
                self._move_card(item, item.placement, FLIP_MS)

    def animate_play(
        self,
        seat: int,
        card: Card,
        picture: TableSnapshot,
        tempo: float = 1.0,
        *,
        blind: bool = False,
    ) -> None:
        """Move a card from a hand into the trick, or onto the pile.

        ``tempo`` shortens its flight; a ``blind`` card still shows its back.
        """
        item = self._remove_from_hand(seat, card)
        self._update_exposed(picture)
        if item.face is None and not blind:
            item.schedule_flip(self._new_face(card), EARLY_FLIP)
        if self.pile is None:
            self._add_to_trick(seat, item)
            target = self._play_placement(seat)
            if item.placement != target:  # it has not flown there before
                self._move_card(item, target, PLAY_MS, slides_low=True)
        else:
            self._move_to_pile(item, PLAY_MS / tempo)
        self._move_hand_cards(seat, CLOSE_GAP_MS, slides_low=seat != self.near_seat)

    def _play_placement(self, seat: int) -> CardPlacement:
        """Return where the next card of a seat is played."""
        if self.pile is None:
            return self.geometry.played_placement(seat)
        return self.pile.next_placement(self.geometry)

    def fly_chosen_card(self, duration: float) -> bool:
        """Move the chosen card to the table before it is played; return False if it cannot lie.

        It still belongs to the hand.
        """
        item = self.chosen_item
        if item is None or any(seat == self.near_seat for seat, _ in self.trick):
            return False
        self.flying_item = item
        item.set_resting_z(PILE_Z + 100)
        self._move_card(item, self._play_placement(self.near_seat), duration, slides_low=True)
        return True

    def return_flown_card(self) -> None:
        """Move a card that was to be played back into the near hand."""
        item, self.chosen_item, self.flying_item = self.flying_item, None, None
        if item is not None and item in self.own_hand:
            self._stack_hand(self.near_seat)
            index = self.own_hand.index(item)
            self._move_card(item, self.hand_placement(self.near_seat, index), SORT_MS)

    def _add_to_trick(self, seat: int, item: CardItem) -> None:
        # Cards nearer to the near edge lie higher: so no index is ever covered.
        item.set_resting_z(300 + self.geometry.seat_direction(seat)[1])
        self.trick.append((seat, item))

    def _move_to_pile(self, item: CardItem, duration: float, delay: float = 0.0) -> None:
        assert self.pile is not None
        leaving = self.pile.add_card(item)
        self._leaving_cards += leaving
        for pile_item, placement in self.pile.card_placements(self.geometry):
            if pile_item.placement != placement:
                self._move_card(pile_item, placement, duration, delay, slides_low=True)

    def outline_winning_card(self, picture: TableSnapshot) -> None:
        for index, (_, item) in enumerate(self.trick):
            item.outline_colour = current_theme().brass if index == picture.winning_index else None

    def animate_trick(self, winner: int) -> None:
        """Move the trick to its winner, where it becomes one of the won tricks."""
        packet = self._add_won_trick(winner)
        placement = packet.placement
        packet.setVisible(False)  # Until the cards of the trick have arrived.
        items_by_seat = dict(self.trick)
        for seat, item in items_by_seat.items():
            item.outline_colour = current_theme().brass if seat == winner else None
        self._winner, self.trick = winner, []
        if items_by_seat:
            winning_item = items_by_seat[winner]
            # Draw the back now, not during the animation.
            self.atlas.card_pixmap(None, winning_item.placement._replace(tilt=0))
            self._gather_animation = TrickGatherAnimation(
                tuple(items_by_seat.values()), winning_item, placement
            )
            self._animator.add_animation(self._gather_animation, GATHER_MS, 0.0, linear)
        won = self.won_tricks[winner]
        for index, item in enumerate(won):
            item.set_placement(self.geometry.won_trick_placement(winner, index, len(won)))

    def _add_won_trick(self, seat: int) -> CardItem:
        won = self.won_tricks[seat]
        count = len(won) + 1
        packet = self._add_card(None, self.geometry.won_trick_placement(seat, len(won), count))
        packet.packet_size = self.seat_count
        packet.set_resting_z(5 + len(won))
        won.append(packet)
        return packet

    # Mistakes

    def _update_exposed(self, picture: TableSnapshot) -> None:
        self._exposed = picture.exposed_cards or ((),) * self.seat_count
        self._update_outlines()

    def animate_exposure(self, seat: int, card: Card, picture: TableSnapshot) -> None:
        item = self._find_hand_item(self.hands[seat], card)
        item.set_face(CardFace(card))
        self._update_exposed(picture)
        self._sort_hand(seat, picture)

    def animate_replacement(self, seat: int, card: Card, picture: TableSnapshot) -> None:
        """Replace the card that a seat has in the trick with one of its hand."""
        index = next(number for number, (owner, _) in enumerate(self.trick) if owner == seat)
        _, wrong = self.trick[index]
        right = self._remove_from_hand(seat, card)
        right.set_face(CardFace(card))
        right.set_resting_z(300 + self.geometry.seat_direction(seat)[1])
        self.trick[index] = (seat, right)
        self._move_card(right, self.geometry.played_placement(seat), PLAY_MS)
        # The wrong card stays face up: the next event exposes it.
        self._move_to_hand(seat, wrong, picture)

    def animate_return(self, seat: int, card: Card, picture: TableSnapshot) -> None:
        item = next(item for owner, item in self.trick if owner == seat)
        self.trick = [
            (owner, trick_item) for owner, trick_item in self.trick if trick_item is not item
        ]
        if card not in picture.hands[seat].cards:
            item.set_face(None)
        self._move_to_hand(seat, item, picture)

    def _move_to_hand(self, seat: int, item: CardItem, picture: TableSnapshot) -> None:
        item.outline_colour = None
        self.hands[seat].append(item)
        self._update_exposed(picture)
        self._sort_hand(seat, picture)

    # The near hand while a card is asked for; cards are identified by their faces

    @property
    def own_hand(self) -> list[CardItem]:
        return self.hands[self.near_seat]

    def set_card_states(self, lifts: dict[CardFace, float], dimmed: set[CardFace]) -> None:
        """Lift or lower cards of the near hand, in card widths, and dim some of them."""
        for item in self.own_hand:
            self._lifts[item] = 0.0 if item.face is None else lifts.get(item.face, 0.0)
            item.set_dimmed(item.face in dimmed)
            item.set_lifted(on=self._lifts[item] > 0)
        for index, item in enumerate(self.own_hand):
            placement = self.hand_placement(self.near_seat, index)
            if item.is_moving:
                item.redirect_flight(placement, 1.0, 1.0)
            elif placement != item.placement:
                item.set_placement(placement)

    def outline_hint_card(self, face: CardFace | None) -> None:
        """Outline the card of the near hand with this face; None outlines none."""
        self._hint_face = face
        self._update_outlines()

    def highlight_cards(self, cards: Collection[Card]) -> None:
        """Outline these cards of the near hand, besides the hint's best one."""
        self._highlighted_cards = cards
        self._update_outlines()

    def _update_outlines(self) -> None:
        for item in self.own_hand:
            face = item.face
            is_highlighted = face is not None and (
                face == self._hint_face or face.card in self._highlighted_cards
            )
            is_exposed = face is not None and face.card in self._exposed[self.near_seat]
            colour = current_theme().loss if is_exposed else None
            item.outline_colour = current_theme().brass if is_highlighted else colour

    def card_at(self, point: QPointF) -> CardItem | None:
        """Return the uppermost card of the near hand at a point."""
        hand = self.own_hand
        indices = [index for index, item in enumerate(hand) if item.shape_contains(point)]
        if not indices:
            return None
        return hand[
            max(
                indices,
                key=lambda index: self.geometry.stacking_order(self.near_seat, index, len(hand)),
            )
        ]

    def trick_index_rects(self) -> list[QRectF]:
        """Return the rectangles of the corner indices of the trick's cards, in the scene."""
        rects = []
        for _, item in self.trick:
            card_rect = item.pixmap_rect
            corner = QRectF(card_rect.topLeft(), card_rect.size() * INDEX_FRACTION)
            if self.geometry.left_handed:
                corner.moveRight(card_rect.right())
            rects.append(corner)
        return rects

    def find_card(self, face: CardFace) -> CardItem | None:
        return next((item for item in self.own_hand if item.face == face), None)
