"""Graphics scene of the table: every card, plate and text, laid out from a picture.

The scene knows where things are; ``Stage`` decides what happens to them, and when.
"""

from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.app.faces import COLOURS
from greenbaize.cards import Card, Suit
from greenbaize.rules.pictures import Flag, Picture, Sign
from greenbaize.rules.things import Thing
from greenbaize.ui.cards.look import CardLook, Face, card_look
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.table.card_layer import CardLayer
from greenbaize.ui.table.counting import POP_MS, Counting, PopItem
from greenbaize.ui.table.geometry import TALL, Box, Geometry
from greenbaize.ui.table.hints import CardTags, HintItem, TagItem
from greenbaize.ui.table.labels import (
    LineItem,
    NoticeItem,
    SignItem,
    SlotItem,
    StockWords,
    TrumpsItem,
)
from greenbaize.ui.table.motion import Motion, even
from greenbaize.ui.table.note import Around, NoteItem, NoteText
from greenbaize.ui.table.overlays import Overlays
from greenbaize.ui.table.plate import Moods, PlateItem, PlateText
from greenbaize.ui.table.race import DROP_MS, RaceItem
from greenbaize.ui.table.speech_bubbles import NewsItem, SaidItem
from greenbaize.ui.table.table_only import LEAST_LETTER, TableOnlyGeometry
from greenbaize.ui.table.trump import TRUMP_MS, NoTrumpItem, struck_place
from greenbaize.ui.widgets.fonts import SMALL, font, share
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import in_a_row

if TYPE_CHECKING:
    from greenbaize.rules.hands import Hand

NEWS_MS = 260
GAP = 6.0
"""Gap between a question and what lies above it (px)."""
OWN_PLATE_Z = 90
"""Z value of the own plate: below the cards of the own hand."""
LAST_WIDE, OWN_WIDE = 1.7, 0.75
"""Maximum widths of a seat's last actions, in card widths; and at the near seat."""


class TableScene(QGraphicsScene):
    """All items of one table; ``table_only`` for a table seen from some metres away."""

    def __init__(
        self,
        names: Sequence[str],
        near: int,
        motion: Motion,
        *,
        open_hands: bool = False,
        table_only: bool = False,
    ) -> None:
        # With the animator as its parent it is deleted with it; Qt would keep the scene and its
        # listeners.
        super().__init__(motion)
        # Cards move all the time: an index costs more than it saves.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.names = self._people = tuple(names)
        self.near = near
        self.you: int | None = near
        """Seat of the player at this computer; None for a spectator."""
        self.motion = motion
        self.ratio = 1.0
        self._open_hands, self.table_only = open_hands, table_only
        self._computers = frozenset[int]()
        self.cards = CardLayer(self, self._places(960, 760), motion)
        self.plates = [PlateItem(seat, look) for seat, look in enumerate(looks_at(names))]
        self.moods = Moods(self.plates, motion)
        if not table_only:
            # Own cards rise in front of the own plate.
            self.plates[near].setZValue(OWN_PLATE_Z)
        self.notice = NoticeItem()
        self.sign = SignItem()
        self.no_trump = NoTrumpItem()
        self.race = RaceItem()
        self._beside_race = ""
        self.trumps = TrumpsItem()
        self.note = NoteItem()
        self.covered: Callable[[], list[QRectF]] = list
        """Provider of the rectangles over the table that would cover a note."""
        self.spared: Callable[[], list[QRectF]] = list
        """Provider of the rectangles on the cloth that a note should not cover."""
        self.ring_place: Callable[[], QRectF | None] = lambda: None
        """Provider of the rectangle of the ring of ranks, drawn or folded."""
        self.hint = HintItem()
        self.worths = CardTags(self)
        self.slot = SlotItem()
        self.stock_words = StockWords()
        self.news = NewsItem()
        self.line = LineItem()
        self.said = [SaidItem() for _ in names]
        self._speaker = Speaker(names, None)
        self.signs = (self.notice, self.sign, self.trumps)
        self.pop = PopItem()
        asked = (self.note, self.hint, self.slot, self.stock_words)
        told = (self.news, self.line, self.no_trump, self.race, *self.said, self.pop)
        for item in (*self.plates, *self.signs, *asked, *told):
            self.addItem(item)
        self._counting: Counting | None = None
        """Score of a deal that is yet to be counted."""
        self.occasions = Overlays(self)
        motion.rested.connect(self.cards.clear_away)

    # Size

    @property
    def least_letter(self) -> int:
        """Minimum letter height (px)."""
        return ceil(LEAST_LETTER * self.geometry.height) if self.table_only else SMALL

    @property
    def geometry(self) -> Geometry:
        return self.cards.geometry

    def _places(self, width: float, height: float) -> Geometry:
        seats = len(self.names)
        return (TableOnlyGeometry if self.table_only else Geometry)(
            *(width, height, seats, self.near),
            open_hands=self._open_hands,
            letters=share(),
            left_handed=card_look().left_handed,
        )

    def lay_out(self, width: float, height: float, ratio: float) -> None:
        """Lay everything out for a table of this size; animations continue."""
        geometry = self._places(width, height)
        self.line.went_on = None
        self.setSceneRect(QRectF(0, 0, width, height))
        self.ratio = ratio
        for seat, plate in enumerate(self.plates):
            box = geometry.plate(seat)
            around = PlateItem.MARGIN * box.height
            plate.set_size(box.width + 2 * around, box.height + 2 * around)
            plate.setPos(round(box.x - around), round(box.y - around))
        self.notice.lie(geometry.notice())
        self.stock_words.lie(geometry.stock_words())
        self.notice.card = geometry.card
        self.note.hide()
        self.news.lay(geometry.news())
        spot = geometry.played(self.near)
        size = geometry.card * spot.scale
        self.slot.lie(Box(spot.x - size / 2, spot.y - size * TALL / 2, size, size * TALL))
        self.cards.lay_out(geometry, ratio)
        for seat, said in enumerate(self.said):
            if said.isVisible():
                self.say(seat, *said.whole)
        self._place_sign()
        self._place_race()
        self.show_line(self.line.words)
        self.occasions.lay_out()
        self.worths.lay_out()

    def set_names(self, names: Sequence[str], people: Sequence[str]) -> None:
        """Show other names on the plates, and the faces of the players who really sit there."""
        self.names, self._people = tuple(names), tuple(people)
        for plate, name in zip(self.plates, self.names, strict=True):
            if plate.text is not None:
                plate.text = plate.text._replace(name=name)
        self.show_looks()

    def show_computers(self, seats: frozenset[int]) -> None:
        """Mark the seats at which computer players act."""
        if seats != self._computers:
            self._computers = seats
            for seat, plate in enumerate(self.plates):
                if plate.text is not None:
                    plate.text = plate.text._replace(computer=seat in seats)

    def show_looks(self) -> None:
        for plate, look in zip(self.plates, looks_at(self._people), strict=True):
            plate.look = look

    def set_card_look(self, look: CardLook) -> None:
        self.cards.set_card_look(look)
        for item in (self.sign, self.trumps, *self.plates):
            item.redraw()

    # Events

    def show_picture(self, picture: Picture) -> None:
        """Lay out the table as in the picture, without animation."""
        self._clear()
        self.motion.hurry()
        self.cards.show(picture)
        self._show_words_of_stock(picture)
        self.show_words(picture)

    def begin_deal(self, picture: Picture) -> None:
        self._clear()
        self.show_words(picture)
        self.sign.hide()  # The trump is shown when the next card is turned up.

    def deal(self, picture: Picture, leader: int) -> None:
        self.cards.deal(picture, leader)
        self._place_sign()

    def turn_up(self, picture: Picture) -> None:
        self.cards.turn_up(picture)
        self._show_words_of_stock(picture)
        if self.sign.none:
            spot, room = self.geometry.shown_trump(), self.sign.boundingRect()
            wide = spot.scale * self.geometry.card
            middle = QRectF(spot.x - wide / 2, spot.y - TALL * wide / 2, wide, TALL * wide)
            end = struck_place(room.translated(self.sign.pos()))
            self.no_trump.lay(middle, end)
            self.motion.move(self.no_trump, TRUMP_MS, ease=even)

    def name_trump(self, picture: Picture) -> None:
        """Show the trump in words, once it has been seen."""
        self.sign.setVisible(picture.sign is not None)

    def play(
        self, seat: int, card: Card, picture: Picture, tempo: float = 1.0, *, blind: bool = False
    ) -> None:
        self.cards.play(seat, card, picture, tempo, blind=blind)
        self.show_words(picture)

    def draw(self, seat: int, cards: "Hand", picture: Picture) -> None:
        self.said[seat].hide()  # Whoever draws has not passed yet.
        self.cards.draw(seat, cards, picture)
        self._show_words_of_stock(picture)
        self.show_words(picture)

    def show_score(self, picture: Picture) -> None:
        """Show the texts of a scored deal; its totals and the lead are yet to be counted."""
        before = [plate.text for plate in self.plates]
        self.show_words(picture)
        if self.motion.speed > 0 and not self.motion.jumps:
            self._counting = Counting(before, self.plates, self.occasions.made)
            for one in self._counting.crowns:
                self.addItem(one)

    def count_made(self, first: int, delay: float) -> float:
        """Start counting the deal scores after a delay; return the duration in milliseconds."""
        counting, self._counting = self._counting, None
        return 0.0 if counting is None else counting.begin(self.motion, first, delay)

    def put_made_away(self) -> None:
        """Clear the deal scores; at speed 0 they stay to be seen."""
        if self.motion.speed > 0:
            for item in self.occasions.made:
                item.clear()

    def count_trick(self, winner: int, picture: Picture) -> None:
        """Fill the winner's next bar, once the trick lies there."""
        self.show_words(picture)
        bar = self.plates[winner].last_bar()
        if bar is not None:
            self.pop.lay(bar)
            self.motion.move(self.pop, POP_MS, ease=even, awaited=False)

    def _clear(self) -> None:
        self._counting = None
        self.cards.clear()
        self.occasions.clear()
        self.stock_words.hide()
        if self.motion.speed > 0:
            # At speed 0 it stays until the user acts.
            self.news.clear()
        self.hush()
        self.slot.hide()
        self.note.hide()

    # Texts

    def show_words(self, picture: Picture) -> None:
        say, sides = self._speaker.say, picture.sides
        for seat, item in enumerate(self.plates):
            plate = picture.plates[seat]
            item.text = PlateText(
                name=self.names[seat],
                plate=plate,
                turn=picture.turn == seat,
                dealer=picture.dealer == seat,
                line="" if plate.line is None else say(plate.line),
                doing="" if plate.doing is None else say(plate.doing),
                note="" if plate.note is None else say(plate.note),
                leads=seat in picture.leaders,
                partner=self._partner_of(seat, sides),
                computer=seat in self._computers,
            )
        self.sign.setVisible(picture.sign is not None)
        self.trumps.show_trumps(() if picture.sign is None else picture.sign.trumps)
        if picture.sign is not None:
            self._show_sign(picture, picture.sign)
        self._place_sign()
        self._show_race(picture)

    def _show_race(self, picture: Picture) -> None:
        race, colours = picture.race, tuple(COLOURS[one.look.colour] for one in self.plates)
        fresh = self.race.show_race(race, colours)
        told = () if race is None else race.words
        others = [self._speaker.say(one) for one in picture.notices if one not in told]
        self._beside_race = " · ".join(others)
        # Before the first bid an empty slot beside a text would look like a check box.
        self.race.setVisible(race is not None and (not others or any(self.race.chips)))
        self._place_race()
        if fresh:
            self.motion.move(self.race, DROP_MS, ease=even, awaited=False)

    def _place_race(self) -> None:
        if self.race.race is None:
            self.notice.beside = None
            return
        room = self.notice.rest_room()
        room.setHeight(min(room.height(), 0.34 * self.geometry.card))
        room.setLeft(min(room.left() + self.notice.width_before(self._beside_race), room.right()))
        self.race.lay(room)
        self.notice.beside = self._beside_race

    def _show_sign(self, picture: Picture, sign: Sign) -> None:
        own: dict[Suit, list[str]] = {}
        for seat, plate in enumerate(picture.plates):
            if plate.trump is not None:
                own.setdefault(plate.trump, []).append(self.names[seat])
        alone = sign.suit is None and not sign.trumps
        owners = tuple((suit, ", ".join(own[suit])) for suit in sorted(own)) if alone else ()
        item, line = self.sign, self._speaker.say(sign.line)
        item.line, item.suit, item.owners = line, sign.suit, owners
        item.none = alone and not own and bool(picture.deal)

    def _partner_of(self, seat: int, sides: Sequence[int]) -> str:
        """Return the text about a seat's partner: a spectator needs the name."""
        others = [one for one, side in enumerate(sides) if side == sides[seat] and one != seat]
        if self.you is None:
            names = in_a_row([self.names[one] for one in others])
            return tr_in("partner", "with {names}").format(names=names) if others else ""
        return tr("partner") if self.you in others else ""

    def _show_words_of_stock(self, picture: Picture) -> None:
        self.stock_words.count = picture.stock
        self.stock_words.setVisible(self.cards.pile is not None)
        self._place_sign()

    def _place_sign(self) -> None:
        beside_deck = self.cards.pack is not None
        box, line = (
            place(beside_deck=beside_deck) for place in (self.geometry.sign, self.geometry.trumps)
        )
        lower = 0.0
        if self.trumps.trumps:
            above = min(0.0, line.y - box.y - box.height - 1)
            lower = above if beside_deck else 0.9 * line.height
        self.sign.lie(box._replace(y=box.y + lower))
        self.trumps.lay(line, self.geometry.notice().width)

    def show_pondering(self, seat: int | None) -> None:
        for plate in self.plates:
            plate.pondering = plate.seat == seat

    def say(self, seat: int, *words: str) -> None:
        """Show at a seat what it says or has done; if that is too long, the last part of it."""
        geometry, said = self.geometry, self.said[seat]
        said.whole = words
        size = said.grown(max(12.0, 0.15 * geometry.card))
        metrics = QFontMetricsF(font(size, bold=True))
        most = (OWN_WIDE if seat == self.near else LAST_WIDE) * geometry.card
        shown = " ".join(words)
        for first in range(1, len(words)):
            if metrics.horizontalAdvance(shown) <= most:
                break
            shown = " ".join(("…", *words[first:]))
        if not geometry.open_hands:
            said.say(shown, geometry.said(seat), geometry.card)
            return
        x, y, end = geometry.said_aside(seat)
        said.say(shown, (x, y), geometry.card)
        said.moveBy(-end * said.boundingRect().width() / 2, 0)

    def rooms_for_questions(self) -> list[QRectF]:
        """Return the areas for questions above the own hand, up to a hand or a text above it."""
        geometry = self.geometry
        above = [item.sceneBoundingRect() for item in self.signs if item.isVisible()]
        for seat in range(len(self.names)):
            box = geometry.plate(seat)
            if seat != self.near:
                above.append(QRectF(box.x, box.y, box.width, geometry.foot(seat) - box.y))
        rooms = []
        for box in dict.fromkeys((geometry.question(), geometry.between())):
            room = QRectF(box.x, 0, box.width, box.y + box.height)
            feet = [one.bottom() + GAP for one in above if one.intersects(room)]
            room.setTop(max(feet, default=GAP))
            rooms.append(room)
        return rooms

    def show_line(self, words: str) -> bool:
        """Show a lasting quiet line above the own hand; return whether it has room."""
        goes_on = self.motion.waits and not self.table_only
        return self.line.show_words(words, self.geometry, self.covered(), goes_on=goes_on)

    def hush(self) -> None:
        for said in self.said:
            said.hide()

    def tell_news(self, seat: int, flag: Flag, words: str, delay: float = 0.0) -> None:
        """Animate large news from a seat to the centre, after a delay in milliseconds."""
        self.news.tell(flag, words, self.geometry.plate(seat).centre)
        self.motion.move(self.news, NEWS_MS, delay)

    # The near hand while a card is asked for; cards are identified by their faces

    def set_states(self, lifts: dict[Face, float], dim: set[Face]) -> None:
        self.cards.set_states(lifts, dim)
        self.worths.lay_out()

    def show_worths(self, worths: dict[Face, str], best: Face | None) -> None:
        """Tag cards of the near hand with their expected results, and outline the best one."""
        tags = {one: TagItem(words, best=one == best) for one, words in worths.items()}
        self.worths.set_tags(tags)
        self.cards.mark_best(best)

    def show_note(self, face: Face, text: NoteText) -> None:
        """Show a note above a card of the near hand."""
        item = self.cards.named(face)
        if item is None:
            return
        card = self.geometry.own_card
        # The note points at the corner index and is clear of the card even when it is raised.
        index = QRectF(item.spot.x - 0.38 * card, 0, 0.2 * card, TALL * card)
        index.moveTop(item.spot.y - (TALL / 2 + 0.05) * card)
        hand = QRectF(0, index.top(), self.width(), self.height())
        self.note.stand_by(index, self.around([hand]), text, face)
        self.hint.hide()  # The note covers the hint and says more about this card.

    def around(self, seen: Sequence[QRectF] = ()) -> Around:
        """Return what a note has to respect; it should not hide the rectangles to avoid."""
        closed, line = [*self.covered(), self.plates[self.near].sceneBoundingRect()], self.line
        if line.isVisible():
            closed.append(line.sceneBoundingRect())
        seen = (*seen, *self.spared())
        return Around(self.sceneRect(), self.geometry.card, closed, seen, self.cards.indices())

    def hide_note(self) -> None:
        if not isinstance(self.note.about, Thing):
            self.note.hide()
        self.hint.setVisible(bool(self.hint.sentence))
