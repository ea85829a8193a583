"""The table as a scene: every card, plate and word on the cloth, laid from a picture.

The scene knows where things are; what happens to them, and when, comes from the stage.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.cards import Card, Suit
from greenbaize.rules.hands import Hand
from greenbaize.rules.pictures import Picture
from greenbaize.ui.table.deck import CardItem, Deck
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import PILE_SHOWN, ROW_HOLDS, TALL, Geometry, Spot
from greenbaize.ui.table.hints import HintItem, TagItem
from greenbaize.ui.table.holding import held
from greenbaize.ui.table.labels import NoteItem, NoticeItem, SignItem, SlotItem
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.pile import Pile, StockWords
from greenbaize.ui.table.plate import PlateItem, PlateText
from greenbaize.ui.table.sayings import NewsItem, SaidItem, Sign
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

DEAL_MS, DEAL_GAP_MS = 180, 35
PLAY_MS, GATHER_MS, SORT_MS, SORT_GAP_MS = 220, 320, 200, 12
NEWS_MS = 260


def _sign(picture: Picture) -> tuple[str, Suit | None]:
    """What suit counts just now, as a quiet line and a large mark."""
    trumps = " ".join(suit.sign for suit in picture.trumps)
    own = any(plate.trump is not None for plate in picture.plates)
    if picture.main is not None:
        line = tr("Main suit · trumps {suits}").format(suits=trumps) if trumps else tr("Main suit")
        return line, picture.main
    if picture.trump is not None:
        return tr("Trump"), picture.trump
    if trumps:
        return tr("Trumps {suits}").format(suits=trumps), None
    return tr("Own trumps") if own else tr("No trump"), None


class TableScene(QGraphicsScene):
    """All items of one table.

    Args:
        names: the players' names by seat.
        near: the seat at the near edge.
        theme: the colours.
        motion: carries what moves.
    """

    def __init__(self, names: Sequence[str], near: int, theme: Theme, motion: Motion) -> None:
        super().__init__()
        # Cards move all the time; looking them up in a tree would cost more than it saves.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.names = tuple(names)
        self.near = near
        self.theme = theme
        self.motion = motion
        self.deck = Deck()
        self.geometry = Geometry(960, 760, len(names), near)
        self.ratio = 1.0
        self.hands: list[list[CardItem]] = [[] for _ in names]
        self.trick: list[tuple[int, CardItem]] = []
        self.won: list[list[CardItem]] = [[] for _ in names]
        self.pile: Pile | None = None
        self.pack: CardItem | None = None
        self.turned: CardItem | None = None
        self.taken_up: CardItem | None = None
        """The card of the near hand that is being played, where another might look like it."""
        self.plates = [PlateItem(seat, theme) for seat in range(len(names))]
        self.notice = NoticeItem(theme)
        self.sign = SignItem(theme)
        self.note = NoteItem(theme)
        self.hint = HintItem(theme)
        self.tags: dict[str, TagItem] = {}
        """What cards of the near hand should bring, while a hint is shown."""
        self.slot = SlotItem(theme)
        self.stock_words = StockWords(theme)
        self.news = NewsItem(theme)
        self.said = [SaidItem(theme) for _ in names]
        self._speaker = Speaker(names, None)
        self._gone: list[CardItem] = []
        self._states: dict[CardItem, float] = {}
        self._exposed: tuple[tuple[str, ...], ...] = ((),) * len(names)
        self._seen: Counter[str] = Counter()
        words = (self.notice, self.sign, self.note, self.hint, self.slot, self.stock_words)
        self._drawn: tuple[DrawnItem, ...] = (*self.plates, *words, self.news, *self.said)
        for item in self._drawn:
            self.addItem(item)
        motion.rested.connect(self.clear_away)

    # Size

    def lay_out(self, width: float, height: float, ratio: float) -> None:
        """Lay everything anew for a table of this size; what moves goes on moving."""
        old = self.geometry
        self.geometry = geometry = Geometry(width, height, len(self.names), self.near)
        self.setSceneRect(QRectF(0, 0, width, height))
        self.ratio = ratio
        self.deck.set_size(geometry.card, ratio)
        for seat, plate in enumerate(self.plates):
            box = geometry.plate(seat)
            around = PlateItem.MARGIN * box.height
            plate.set_size(box.width + 2 * around, box.height + 2 * around, ratio)
            plate.setPos(round(box.x - around), round(box.y - around))
        for label, box in (
            (self.notice, geometry.notice()),
            (self.sign, geometry.sign(beside_deck=self.pack is not None)),
            (self.stock_words, geometry.stock_words()),
        ):
            label.set_size(box.width, box.height, ratio)
            label.setPos(round(box.x), round(box.y))
        self.note.ratio = ratio
        self.note.hide()
        self.news.lay(geometry.news(), ratio)
        for seat, said in enumerate(self.said):
            if said.isVisible():
                said.say(said.words, geometry.said(seat), geometry.card, ratio)
        spot = geometry.played(self.near)
        size = geometry.card * spot.scale
        self.slot.set_size(size, size * TALL, ratio)
        self.slot.setPos(round(spot.x - size / 2), round(spot.y - size * TALL / 2))
        factor = (width / old.width, height / old.height)
        for item, spot in self._spots():
            if item.moving:
                item.reroute(spot, *factor)
            else:
                item.lie(spot)
                item.refresh()
        for item in self._gone:
            there = item.spot
            there = Spot(there.x * factor[0], there.y * factor[1], there.scale, there.tilt)
            item.reroute(there, *factor)
        self._place_tags()

    def _spots(self) -> list[tuple[CardItem, Spot]]:
        """Every card on the table with the place where it belongs."""
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
        """Where a card of a hand lies, raised or lowered as it stands."""
        item = self.hands[seat][place]
        open_hand = seat != self.near and item.code is not None
        spot = self.geometry.hand(seat, place, len(self.hands[seat]), open_hand=open_hand)
        if item.will_show in self._exposed[seat]:
            spot = self.geometry.exposed(seat, spot)
        return self.geometry.raised(spot, self._states.get(item, 0.0))

    # The whole table at once

    def show_picture(self, picture: Picture) -> None:
        """Lay the table as in the picture, without motion."""
        self.clear_table()
        self.motion.hurry()
        self._lay_pile(picture)
        self._note_exposed(picture)
        for seat in range(len(self.names)):
            self._lay_hand(seat, picture)
        for seat, card in self._played(picture):
            self._put_in_trick(seat, self._card(card.code, self.geometry.played(seat)))
        for seat, _ in picture.taken:
            self._add_won(seat)
        self.show_undealt(picture)
        self.show_words(picture)
        for item, spot in self._spots():
            item.lie(spot)
        self.mark_winning(picture)

    def _played(self, picture: Picture) -> list[tuple[int, Card]]:
        seats = picture.trick.seats(len(self.names))
        return list(zip(seats, picture.trick.cards, strict=True))

    def _lay_pile(self, picture: Picture) -> None:
        if not picture.pile:
            return
        self.pile = Pile()
        under = picture.pile[:-PILE_SHOWN]
        self.pile.bury(len(under))
        self._seen.update(card.code for card in under)
        for card in picture.pile[-PILE_SHOWN:]:
            self.pile.lay(self._card(card.code, self.geometry.pile(0, 0)))

    def _lay_hand(self, seat: int, picture: Picture) -> None:
        hand = picture.hands[seat]
        codes: list[str | None] = [card.code for card in held(picture, seat)]
        codes += [None] * hand.unknown
        start = self._pack_spot()
        self.hands[seat] = [self._card(code, start) for code in codes]
        self._stack_hand(seat)

    def _stack_hand(self, seat: int) -> None:
        for place, item in enumerate(self.hands[seat]):
            item.rest_at(100 + place if seat == self.near else 20 + place)

    def show_undealt(self, picture: Picture) -> None:
        """Show the pack and the turned card, if cards are left over in this deal."""
        self._show_pack(shown=picture.turned is not None or picture.stock > 0)
        self.stock_words.show_count(picture.stock)
        self.stock_words.setVisible(self.pile is not None)
        code = None if picture.turned is None else picture.turned.code
        if self.turned is not None and self.turned.code != code:
            self.removeItem(self.turned)
            self.turned = None
        if code is not None and self.turned is None:
            self.turned = self._card(code, self.geometry.turned())
            self.turned.rest_at(1)

    def _show_pack(self, *, shown: bool) -> None:
        if self.pack is not None and not shown:
            self.removeItem(self.pack)
            self.pack = None
        elif self.pack is None and shown:
            self.pack = self._card(None, self._pack_spot())
        box = self.geometry.sign(beside_deck=shown)
        self.sign.setPos(round(box.x), round(box.y))

    def _pack_spot(self) -> Spot:
        """Where the cards that nobody holds lie: in a corner, or beside the pile."""
        return self.geometry.deck() if self.pile is None else self.geometry.stock()

    def turn_up(self, picture: Picture) -> None:
        """After dealing, turn the next card up, or put away a pack of which nothing is left."""
        self.show_undealt(picture)
        self.sign.setVisible(self.pile is None)
        if picture.pile:
            self._onto_pile(self._dealt_card(picture.pile[-1].code, self._pack_spot()), PLAY_MS)
        if self.turned is not None:
            spot = self.turned.spot
            self.turned.lie(self.geometry.deck())
            self._go(self.turned, spot, PLAY_MS)

    def show_words(self, picture: Picture) -> None:
        """Show what plates and the trump sign say."""
        shedding = bool(picture.pile)
        unbid = any(plate.bid is None for plate in picture.plates)
        bidding = picture.deal > 0 and not shedding and unbid
        for seat, item in enumerate(self.plates):
            text = PlateText(
                name=self.names[seat],
                plate=picture.plates[seat],
                turn=picture.turn == seat,
                dealer=picture.dealer == seat,
                bidding=bidding,
                cards=picture.hands[seat].size if shedding else None,
                note=self._note_of(seat, picture),
                # The places of a single deal are told by the notes.
                with_total=not shedding or picture.deals > 1,
            )
            item.show_text(text)
        self.sign.setVisible(picture.deal > 0 and not shedding)
        self.sign.show_sign(*_sign(picture))

    def _note_of(self, seat: int, picture: Picture) -> str:
        note = picture.plates[seat].note
        return "" if note is None else self._speaker.say(note)

    def show_pondering(self, seat: int | None) -> None:
        """Show that a computer player is taking its time; None if none is."""
        for plate in self.plates:
            plate.set_pondering(on=plate.seat == seat)

    def set_four_colours(self, on: bool) -> None:
        """Print each suit in a colour of its own, or only red and black."""
        self.deck.set_four_colours(on)
        for item, _ in self._spots():
            item.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        for item in (*self._drawn, *self.tags.values()):
            item.set_theme(theme)

    # Cards

    def _card(self, code: str | None, spot: Spot) -> CardItem:
        item = CardItem(self.deck, code, spot, second=self._is_second(code))
        self.addItem(item)
        return item

    def _is_second(self, code: str | None) -> bool:
        """Whether a card that comes to be known has the face of the second pack.

        Nobody knows of which pack a card is that lies face down, so all backs are alike, and of
        two alike the one seen first is of the first pack.
        """
        if self.pile is None or code is None:
            return False
        self._seen[code] += 1
        return self._seen[code] > 1

    def clear_table(self) -> None:
        """Take every card off the table."""
        for item in [item for item in self.items() if isinstance(item, CardItem)]:
            self.removeItem(item)
        self.hands = [[] for _ in self.names]
        self.won = [[] for _ in self.names]
        self.trick, self._gone = [], []
        self.pile = self.pack = self.turned = self.taken_up = None
        self._seen.clear()
        self._states = {}
        self.stock_words.hide()
        if self.motion.speed > 0:
            # Without motion it stays until the person at the table acts.
            self.news.clear()
        self.hush()
        self.slot.hide()
        self.note.hide()

    def clear_away(self) -> None:
        """Take away cards that have been gathered."""
        for item in self._gone:
            if item.scene() is self:
                self.removeItem(item)
        self._gone = []
        for packet in chain(*self.won):
            packet.setVisible(True)

    def _dealt_card(self, code: str | None, start: Spot) -> CardItem:
        item = self._card(None, start)
        item.turn_on_arrival(code, second=self._is_second(code))
        return item

    def _go(self, item: CardItem, spot: Spot, duration: float, delay: float = 0.0) -> None:
        item.send(spot)
        if not delay:
            item.depart()  # draws what it will look like before the first frame of its way
        self.motion.move(item, duration, delay)

    def deal(self, picture: Picture, leader: int) -> None:
        """Deal the hands one card after another, from the leader on."""
        self.clear_table()
        self.pile = Pile() if picture.pile else None
        self._note_exposed(picture)
        self._show_pack(shown=True)
        self.show_words(picture)
        self.sign.hide()  # what is trump is seen when the next card is turned
        count = len(self.names)
        start = self._pack_spot()
        for seat, hand in enumerate(picture.hands):
            codes: list[str | None] = [card.code for card in hand.cards]
            codes += [None] * hand.unknown
            self.hands[seat] = [self._dealt_card(code, start) for code in codes]
            self._stack_hand(seat)
        order = 0
        for place in range(max(hand.size for hand in picture.hands)):
            for step in range(count):
                seat = (leader + step) % count
                if place < len(self.hands[seat]):
                    spot = self.hand_spot(seat, place)
                    item = self.hands[seat][place]
                    self._go(item, spot, DEAL_MS, order * DEAL_GAP_MS)
                    order += 1

    def sort_hands(self, picture: Picture) -> None:
        """Sort the hands that can be seen, each card moving to its place."""
        for seat in range(len(self.hands)):
            self._sort_hand(seat, picture)

    def _sort_hand(self, seat: int, picture: Picture) -> None:
        place = {card.code: number for number, card in enumerate(held(picture, seat))}
        self.hands[seat].sort(key=lambda item: (place.get(item.will_show or "", 99), item.second))
        self._stack_hand(seat)
        self._settle_hand(seat)

    def _settle_hand(self, seat: int) -> None:
        for place, item in enumerate(self.hands[seat]):
            spot = self.hand_spot(seat, place)
            if spot != item.spot:
                # One after another: it reads as a hand being ordered, and spreads the drawing.
                self._go(item, spot, SORT_MS, place * SORT_GAP_MS)

    def play(self, seat: int, card: Card, picture: Picture, tempo: float = 1.0) -> None:
        """Move a card from a hand into the trick, or onto the pile; ``tempo`` shortens its way."""
        hand = self.hands[seat]
        item = self._taken_from(hand, card)
        hand.remove(item)
        self._states.pop(item, None)
        self._note_exposed(picture)
        item.set_dim(False)
        if item.code is None:
            item.turn(card.code, second=self._is_second(card.code))
        if self.pile is None:
            self._put_in_trick(seat, item)
            self._go(item, self.geometry.played(seat), PLAY_MS)
        else:
            self.hush()
            self._onto_pile(item, PLAY_MS / tempo)
        self._settle_hand(seat)
        self.show_words(picture)

    def _taken_from(self, hand: list[CardItem], card: Card) -> CardItem:
        """The item that is this card: the one taken up of two alike, one unseen if none is."""
        item, self.taken_up = self.taken_up, None
        if item is not None and item in hand and item.code == card.code:
            return item
        return next((item for item in hand if item.code == card.code), None) or hand[-1]

    def _onto_pile(self, item: CardItem, duration: float) -> None:
        assert self.pile is not None
        gone = self.pile.lay(item)
        self._gone += gone
        for below, spot in self.pile.spots(self.geometry):
            if below is item or below.spot != spot:
                self._go(below, spot, duration)

    def draw(self, seat: int, cards: Hand, picture: Picture) -> None:
        """Move cards from the stock into a hand."""
        start = self._pack_spot()
        self.said[seat].hide()  # who draws has not passed yet
        codes: list[str | None] = [card.code for card in cards.cards]
        codes += [None] * cards.unknown
        for code in codes:
            self.hands[seat].append(self._dealt_card(code, start))
        self._sort_hand(seat, picture)
        self.show_undealt(picture)
        self.show_words(picture)

    # Mistakes

    def _note_exposed(self, picture: Picture) -> None:
        lying = picture.exposed or ((),) * len(self.names)
        self._exposed = tuple(tuple(card.code for card in cards) for cards in lying)

    def expose(self, seat: int, card: Card, picture: Picture) -> None:
        """Lay a card of a hand face up before its owner."""
        item = self._taken_from(self.hands[seat], card)
        item.turn(card.code)
        self._note_exposed(picture)
        self._sort_hand(seat, picture)
        self.show_words(picture)

    def replace_card(self, seat: int, card: Card, picture: Picture) -> None:
        """Put a card of a hand in the place of the one that its owner has in the trick."""
        place = next(at for at, (owner, _) in enumerate(self.trick) if owner == seat)
        _, wrong = self.trick[place]
        right = self._taken_from(self.hands[seat], card)
        self.hands[seat].remove(right)
        self._states.pop(right, None)
        right.set_dim(False)
        right.turn(card.code)
        right.rest_at(300 + self.geometry.direction(seat)[1])
        self.trick[place] = (seat, right)
        self._go(right, self.geometry.played(seat), PLAY_MS)
        # The wrong one stays face up: that it lies exposed is told next.
        self._into_hand(seat, wrong, picture)

    def take_back(self, seat: int, card: Card, picture: Picture) -> None:
        """Move a card of the trick back into its owner's hand."""
        item = next(item for owner, item in self.trick if owner == seat)
        self.trick = [(owner, one) for owner, one in self.trick if one is not item]
        if card not in picture.hands[seat].cards:
            item.turn(None)
        self._into_hand(seat, item, picture)

    def _into_hand(self, seat: int, item: CardItem, picture: Picture) -> None:
        item.set_outline(None)
        self.hands[seat].append(item)
        self._note_exposed(picture)
        self._sort_hand(seat, picture)
        self.show_words(picture)

    def _put_in_trick(self, seat: int, item: CardItem) -> None:
        # The lower a card lies, the farther in front: so no index is ever covered.
        item.rest_at(300 + self.geometry.direction(seat)[1])
        self.trick.append((seat, item))

    def mark_winning(self, picture: Picture) -> None:
        """Outline the card that is winning the trick on the table."""
        for place, (_, item) in enumerate(self.trick):
            item.set_outline(self.theme.brass if place == picture.winning else None)

    def gather(self, winner: int, picture: Picture) -> None:
        """Move the trick to its winner's pile, where it becomes one of the won tricks."""
        packet = self._add_won(winner)
        spot = packet.spot
        packet.setVisible(False)  # until the cards that it is made of have arrived
        for _, item in self.trick:
            item.set_outline(None)
            item.turn(None)
            self._go(item, spot, GATHER_MS)
        self._gone += [item for _, item in self.trick]
        self.trick = []
        self._settle_won(winner)
        self.show_words(picture)

    def _add_won(self, seat: int) -> CardItem:
        won = self.won[seat]
        count = len(won) + 1
        packet = self._card(None, self.geometry.won(seat, len(won), count))
        packet.rest_at(5 + len(won))
        won.append(packet)
        return packet

    def _settle_won(self, seat: int) -> None:
        won = self.won[seat]
        for place, item in enumerate(won):
            item.lie(self.geometry.won(seat, place, len(won)))

    # What is said

    def say(self, seat: int, words: str) -> None:
        """Have a seat say a word; it stands until the next card is played."""
        geometry = self.geometry
        self.said[seat].say(words, geometry.said(seat), geometry.card, self.ratio)

    def hush(self) -> None:
        """Take away what was said."""
        for said in self.said:
            said.hide()

    def tell_news(self, seat: int, sign: Sign, words: str) -> None:
        """Have large news come from a seat into the middle."""
        self.news.tell(sign, words, self.geometry.plate(seat).centre)
        self.motion.move(self.news, NEWS_MS)

    # The near hand while a card is asked for; cards are named by their faces

    def set_states(self, lifts: dict[str, float], dim: set[str]) -> None:
        """Raise or lower cards of the near hand, in card widths, and dim some of them."""
        for item in self.hands[self.near]:
            self._states[item] = lifts.get(item.face, 0.0)
            item.set_dim(item.face in dim)
        for place, item in enumerate(self.hands[self.near]):
            spot = self.hand_spot(self.near, place)
            if item.moving:
                item.reroute(spot, 1.0, 1.0)
            elif spot != item.spot:
                item.lie(spot)
        self._place_tags()

    def show_worths(self, worths: dict[str, str], best: str) -> None:
        """Tag cards of the near hand with what they should bring, and outline the best one."""
        for tag in self.tags.values():
            self.removeItem(tag)
        self.tags = {}
        for face, words in worths.items():
            self.tags[face] = TagItem(words, self.theme, best=face == best)
            self.addItem(self.tags[face])
        for item in self.hands[self.near]:
            item.set_outline(self.theme.brass if best and item.face == best else None)
        self._place_tags()

    def _place_tags(self) -> None:
        hand, card = self.hands[self.near], self.geometry.card
        for place, item in enumerate(hand):
            tag = self.tags.get(item.face)
            if tag is not None:
                # Over what is seen of the card; the one after it may lie over the rest.
                after = hand[place + 1] if place + 1 < len(hand) else None
                step = card if after is None else after.spot.x - item.spot.x
                seen = step if 0 < step < card else card
                middle = item.spot.x - card / 2 + seen / 2
                # At the foot it hides no rank; of two rows only the heads are seen.
                foot = (TALL / 2 - 0.08) if len(hand) <= ROW_HOLDS else -TALL / 2
                tag.stand(middle, item.spot.y + foot * card, card, self.ratio)

    def card_at(self, point: QPointF) -> CardItem | None:
        """The card of the near hand at a point, the uppermost one."""
        for item in reversed(self.hands[self.near]):
            if item.shape_contains(point):
                return item
        return None

    def near_card(self, face: str) -> CardItem | None:
        """The card of the near hand with this face."""
        return next((item for item in self.hands[self.near] if item.face == face), None)

    def show_note(self, face: str, texts: tuple[str, str]) -> None:
        """Pin a note above a card of the near hand."""
        item = self.near_card(face)
        if item is None:
            return
        card = self.geometry.card
        top = QPointF(item.spot.x - 0.28 * card, item.spot.y - (TALL / 2 + 0.05) * card)
        self.note.point_at(top, self.sceneRect(), card, texts)
        self.hint.hide()  # it would lie behind the note, which says more of this card

    def hide_note(self) -> None:
        """Take the note away."""
        self.note.hide()
        self.hint.setVisible(bool(self.hint.sentence))
