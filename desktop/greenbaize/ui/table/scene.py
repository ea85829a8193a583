"""Graphics scene of the table: every card, plate and text, laid out from a picture.

The scene knows where things are; ``Stage`` decides what happens to them, and when.
"""

from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.app.avatars import AVATAR_COLOURS
from greenbaize.cards import Card, Suit
from greenbaize.rules.table_elements import TableElement
from greenbaize.rules.table_snapshot import NoticeFlag, TableSnapshot, TrumpSign
from greenbaize.ui.cards.card_look import CardFace, CardLook, current_card_look
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.table.animation import Animator, linear
from greenbaize.ui.table.card_layer import CardLayer
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, TableBox, TableGeometry
from greenbaize.ui.table.hints import CardTagLayer, HintItem, HintTagItem
from greenbaize.ui.table.labels import (
    CardSlotItem,
    NoticeItem,
    StatusLineItem,
    StockCountItem,
    TrumpSignItem,
    TrumpsItem,
)
from greenbaize.ui.table.note import NoteItem, NoteText, PlacementContext
from greenbaize.ui.table.overlays import TableOverlays
from greenbaize.ui.table.plate import MoodAnimation, PlateItem, PlateText
from greenbaize.ui.table.race import DROP_MS, RaceItem
from greenbaize.ui.table.score_animation import BAR_POP_MS, BarPopItem, DealScoreAnimation
from greenbaize.ui.table.speech_bubbles import NewsItem, SpeechBubbleItem
from greenbaize.ui.table.table_only import LEAST_LETTER, TableOnlyGeometry
from greenbaize.ui.table.trump import TRUMP_MS, NoTrumpItem, compute_struck_card_rect
from greenbaize.ui.widgets.fonts import SMALL, make_font, text_scale
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_list

if TYPE_CHECKING:
    from greenbaize.rules.hands import Hand

NEWS_MS = 260
QUESTION_GAP_PX = 6.0
"""Gap between a question and what lies above it (px)."""
OWN_PLATE_Z = 90
"""Z value of the own plate: below the cards of the own hand."""
MAX_SPEECH_WIDTH, MAX_OWN_SPEECH_WIDTH = 1.7, 0.75
"""Maximum widths of a seat's last actions, in card widths; and at the near seat."""


class TableScene(QGraphicsScene):
    """All items of one table; ``table_only`` for a table for onlookers."""

    def __init__(
        self,
        names: Sequence[str],
        near_seat: int,
        animator: Animator,
        *,
        open_hands: bool = False,
        table_only: bool = False,
    ) -> None:
        # With the animator as its parent it is deleted with it; Qt would keep the scene and its
        # listeners.
        super().__init__(animator)
        # Cards move all the time: an index costs more than it saves.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.names = self._people = tuple(names)
        self.near_seat = near_seat
        self.own_seat: int | None = near_seat
        """Seat of the player at this computer; None for a spectator."""
        self.animator = animator
        self.ratio = 1.0
        self._open_hands, self.table_only = open_hands, table_only
        self._bot_seats = frozenset[int]()
        self.cards = CardLayer(self, self._make_geometry(960, 760), animator)
        self.plates = [PlateItem(seat, look) for seat, look in enumerate(assign_avatars(names))]
        self.moods = MoodAnimation(self.plates, animator)
        if not table_only:
            # Own cards rise in front of the own plate.
            self.plates[near_seat].setZValue(OWN_PLATE_Z)
        self.notice = NoticeItem()
        self.trump_sign = TrumpSignItem()
        self.no_trump = NoTrumpItem()
        self.race = RaceItem()
        self._text_before_race = ""
        self.trumps = TrumpsItem()
        self.note = NoteItem()
        self.blocked_rects: Callable[[], list[QRectF]] = list
        """Provider of the rectangles over the table that would cover a note."""
        self.avoid_rects: Callable[[], list[QRectF]] = list
        """Provider of the rectangles on the cloth that a note should not cover."""
        self.ring_rect: Callable[[], QRectF | None] = lambda: None
        """Provider of the rectangle of the ring of ranks, drawn or folded."""
        self.hint = HintItem()
        self.hint_tags = CardTagLayer(self)
        self.card_slot = CardSlotItem()
        self.stock_count = StockCountItem()
        self.news = NewsItem()
        self.status_line = StatusLineItem()
        self.speech_bubbles = [SpeechBubbleItem() for _ in names]
        self._speaker = Speaker(names, None)
        self.corner_items = (self.notice, self.trump_sign, self.trumps)
        self.bar_pop = BarPopItem()
        prompt_items = (self.note, self.hint, self.card_slot, self.stock_count)
        message_items = (
            self.news,
            self.status_line,
            self.no_trump,
            self.race,
            *self.speech_bubbles,
            self.bar_pop,
        )
        for item in (*self.plates, *self.corner_items, *prompt_items, *message_items):
            self.addItem(item)
        self._score_animation: DealScoreAnimation | None = None
        """Score of a deal that is yet to be counted."""
        self.overlays = TableOverlays(self)
        animator.finished.connect(self.cards.remove_leaving_cards)

    # Size

    @property
    def least_letter(self) -> int:
        """Minimum letter height (px)."""
        return ceil(LEAST_LETTER * self.geometry.height) if self.table_only else SMALL

    @property
    def geometry(self) -> TableGeometry:
        return self.cards.geometry

    def _make_geometry(self, width: float, height: float) -> TableGeometry:
        geometry_class = TableOnlyGeometry if self.table_only else TableGeometry
        return geometry_class(
            width=width,
            height=height,
            players=len(self.names),
            near_seat=self.near_seat,
            open_hands=self._open_hands,
            text_scale=text_scale(),
            left_handed=current_card_look().left_handed,
        )

    def update_layout(self, width: float, height: float, ratio: float) -> None:
        """Lay everything out for a table of this size; animations continue."""
        geometry = self._make_geometry(width, height)
        self.status_line.click_prompt_rect = None
        self.setSceneRect(QRectF(0, 0, width, height))
        self.ratio = ratio
        for seat, plate in enumerate(self.plates):
            box = geometry.plate_box(seat)
            margin = PlateItem.MARGIN * box.height
            plate.set_size(box.width + 2 * margin, box.height + 2 * margin)
            plate.setPos(round(box.x - margin), round(box.y - margin))
        self.notice.set_box(geometry.notice_box())
        self.stock_count.set_box(geometry.stock_count_box())
        self.notice.card_width = geometry.card_width
        self.note.hide()
        self.news.fit_box(geometry.news_box())
        placement = geometry.played_placement(self.near_seat)
        size = geometry.card_width * placement.scale
        self.card_slot.set_box(
            TableBox(
                placement.x - size / 2,
                placement.y - size * CARD_HEIGHT_RATIO / 2,
                size,
                size * CARD_HEIGHT_RATIO,
            )
        )
        self.cards.update_layout(geometry, ratio)
        for seat, bubble in enumerate(self.speech_bubbles):
            if bubble.isVisible():
                self.show_speech(seat, *bubble.all_words)
        self._update_trump_layout()
        self._update_race_layout()
        self.show_status_line(self.status_line.text)
        self.overlays.update_layout()
        self.hint_tags.update_layout()

    def set_names(self, names: Sequence[str], people: Sequence[str]) -> None:
        """Show other names on the plates, and the faces of the players who really sit there."""
        self.names, self._people = tuple(names), tuple(people)
        for plate, name in zip(self.plates, self.names, strict=True):
            if plate.text is not None:
                plate.text = plate.text._replace(name=name)
        self.update_faces()

    def set_bot_seats(self, seats: frozenset[int]) -> None:
        """Mark the seats at which computer players act."""
        if seats != self._bot_seats:
            self._bot_seats = seats
            for seat, plate in enumerate(self.plates):
                if plate.text is not None:
                    plate.text = plate.text._replace(is_bot=seat in seats)

    def update_faces(self) -> None:
        for plate, look in zip(self.plates, assign_avatars(self._people), strict=True):
            plate.face_look = look

    def set_card_look(self, look: CardLook) -> None:
        self.cards.set_card_look(look)
        for item in (self.trump_sign, self.trumps, *self.plates):
            item.redraw()

    # Events

    def show_picture(self, picture: TableSnapshot) -> None:
        """Lay out the table as in the picture, without animation."""
        self._clear_table()
        self.animator.skip_animations()
        self.cards.show_picture(picture)
        self._show_stock_count(picture)
        self.show_texts(picture)

    def show_deal_start(self, picture: TableSnapshot) -> None:
        self._clear_table()
        self.show_texts(picture)
        self.trump_sign.hide()  # The trump is shown when the next card is turned up.

    def animate_deal(self, picture: TableSnapshot, leader: int) -> None:
        self.cards.animate_deal(picture, leader)
        self._update_trump_layout()

    def animate_turn_up(self, picture: TableSnapshot) -> None:
        self.cards.animate_turn_up(picture)
        self._show_stock_count(picture)
        if self.trump_sign.is_no_trump:
            placement, room = self.geometry.trump_reveal_placement(), self.trump_sign.boundingRect()
            wide = placement.scale * self.geometry.card_width
            reveal_rect = QRectF(
                placement.x - wide / 2,
                placement.y - CARD_HEIGHT_RATIO * wide / 2,
                wide,
                CARD_HEIGHT_RATIO * wide,
            )
            final_rect = compute_struck_card_rect(room.translated(self.trump_sign.pos()))
            self.no_trump.set_endpoints(reveal_rect, final_rect)
            self.animator.add_animation(self.no_trump, TRUMP_MS, easing=linear)

    def update_trump_sign_visibility(self, picture: TableSnapshot) -> None:
        """Show the trump in words, once it has been seen."""
        self.trump_sign.setVisible(picture.sign is not None)

    def animate_play(
        self,
        seat: int,
        card: Card,
        picture: TableSnapshot,
        tempo: float = 1.0,
        *,
        blind: bool = False,
    ) -> None:
        self.cards.animate_play(seat, card, picture, tempo, blind=blind)
        self.show_texts(picture)

    def animate_draw(self, seat: int, cards: "Hand", picture: TableSnapshot) -> None:
        self.speech_bubbles[seat].hide()  # Whoever draws has not passed yet.
        self.cards.animate_draw(seat, cards, picture)
        self._show_stock_count(picture)
        self.show_texts(picture)

    def show_score(self, picture: TableSnapshot) -> None:
        """Show the texts of a scored deal; its totals and the lead are yet to be counted."""
        old_texts = [plate.text for plate in self.plates]
        self.show_texts(picture)
        if self.animator.speed > 0 and not self.animator.reduced_motion:
            self._score_animation = DealScoreAnimation(
                old_texts, self.plates, self.overlays.deal_scores
            )
            for crown in self._score_animation.crown_items:
                self.addItem(crown)

    def count_deal_scores(self, first_seat: int, delay: float) -> float:
        """Start counting the deal scores after a delay; return the duration in milliseconds."""
        animation, self._score_animation = self._score_animation, None
        return (
            0.0 if animation is None else animation.start_counting(self.animator, first_seat, delay)
        )

    def clear_deal_scores(self) -> None:
        """Clear the deal scores; at speed 0 they stay to be seen."""
        if self.animator.speed > 0:
            for item in self.overlays.deal_scores:
                item.clear()

    def add_trick_bar(self, winner: int, picture: TableSnapshot) -> None:
        """Fill the winner's next bar, once the trick lies there."""
        self.show_texts(picture)
        bar = self.plates[winner].last_bar_rect()
        if bar is not None:
            self.bar_pop.set_bar(bar)
            self.animator.add_animation(self.bar_pop, BAR_POP_MS, easing=linear, awaited=False)

    def _clear_table(self) -> None:
        self._score_animation = None
        self.cards.clear()
        self.overlays.clear()
        self.stock_count.hide()
        if self.animator.speed > 0:
            # At speed 0 it stays until the user acts.
            self.news.clear()
        self.clear_speech()
        self.card_slot.hide()
        self.note.hide()

    # Texts

    def show_texts(self, picture: TableSnapshot) -> None:
        format_message, sides = self._speaker.format_message, picture.sides
        for seat, item in enumerate(self.plates):
            plate = picture.plates[seat]
            item.text = PlateText(
                name=self.names[seat],
                plate=plate,
                has_turn=picture.turn == seat,
                is_dealer=picture.dealer == seat,
                line="" if plate.deal_message is None else format_message(plate.deal_message),
                action="" if plate.pending_action is None else format_message(plate.pending_action),
                note="" if plate.note is None else format_message(plate.note),
                is_leading=seat in picture.leading_seats,
                partner=self._partner_text(seat, sides),
                is_bot=seat in self._bot_seats,
            )
        self.update_trump_sign_visibility(picture)
        self.trumps.show_trumps(() if picture.sign is None else picture.sign.trumps)
        if picture.sign is not None:
            self._update_trump_sign(picture, picture.sign)
        self._update_trump_layout()
        self._show_race(picture)

    def _show_race(self, picture: TableSnapshot) -> None:
        race, colours = (
            picture.bid_race,
            tuple(AVATAR_COLOURS[notice.face_look.colour] for notice in self.plates),
        )
        has_changed = self.race.show_race(race, colours)
        race_messages = () if race is None else race.sentences
        sentences = [
            self._speaker.format_message(notice)
            for notice in picture.notices
            if notice not in race_messages
        ]
        self._text_before_race = " · ".join(sentences)
        # Before the first bid an empty slot beside a text would look like a check box.
        self.race.setVisible(race is not None and (not sentences or any(self.race.chips)))
        self._update_race_layout()
        if has_changed:
            self.animator.add_animation(self.race, DROP_MS, easing=linear, awaited=False)

    def _update_race_layout(self) -> None:
        if self.race.race is None:
            self.notice.text_before_drawing = None
            return
        room = self.notice.announced_rect()
        room.setHeight(min(room.height(), 0.34 * self.geometry.card_width))
        room.translate(0, self.notice.gap_above_drawing)
        room.setLeft(
            min(room.left() + self.notice.width_before(self._text_before_race), room.right())
        )
        self.race.set_area(room)
        self.notice.text_before_drawing = self._text_before_race

    def _update_trump_sign(self, picture: TableSnapshot, sign: TrumpSign) -> None:
        names_by_suit: dict[Suit, list[str]] = {}
        for seat, plate in enumerate(picture.plates):
            if plate.personal_suit is not None:
                names_by_suit.setdefault(plate.personal_suit, []).append(self.names[seat])
        shows_owners = sign.suit is None and not sign.trumps
        owners = (
            tuple((suit, ", ".join(names_by_suit[suit])) for suit in sorted(names_by_suit))
            if shows_owners
            else ()
        )
        item, line = self.trump_sign, self._speaker.format_message(sign.message)
        item.line, item.suit, item.owners = line, sign.suit, owners
        item.is_no_trump = shows_owners and not names_by_suit and bool(picture.deal)

    def _partner_text(self, seat: int, sides: Sequence[int]) -> str:
        """Return the text about a seat's partner: a spectator needs the name."""
        others = [
            partner for partner, side in enumerate(sides) if side == sides[seat] and partner != seat
        ]
        if self.own_seat is None:
            names = join_list([self.names[partner] for partner in others])
            return tr_in("partner", "with {names}").format(names=names) if others else ""
        return tr("partner") if self.own_seat in others else ""

    def _show_stock_count(self, picture: TableSnapshot) -> None:
        self.stock_count.card_count = picture.stock_size
        self.stock_count.setVisible(self.cards.pile is not None)
        self._update_trump_layout()

    def _update_trump_layout(self) -> None:
        beside_deck = self.cards.pack is not None
        box, line = (
            make_box(beside_deck=beside_deck)
            for make_box in (self.geometry.trump_sign_box, self.geometry.trumps_box)
        )
        offset = 0.0
        if self.trumps.trumps:
            above = min(0.0, line.y - box.y - box.height - 1)
            offset = above if beside_deck else 0.9 * line.height
        self.trump_sign.set_box(box._replace(y=box.y + offset))
        self.trumps.fit_box(line, self.geometry.notice_box().width)

    def show_pondering(self, seat: int | None) -> None:
        for plate in self.plates:
            plate.is_pondering = plate.seat == seat

    def show_speech(self, seat: int, *words: str) -> None:
        """Show at a seat what it says or has done; if that is too long, the last part of it."""
        geometry, bubble = self.geometry, self.speech_bubbles[seat]
        bubble.all_words = words
        size = bubble.scaled_size(max(12.0, 0.15 * geometry.card_width))
        metrics = QFontMetricsF(make_font(size, bold=True))
        max_width = (
            MAX_OWN_SPEECH_WIDTH if seat == self.near_seat else MAX_SPEECH_WIDTH
        ) * geometry.card_width
        text = " ".join(words)
        for first in range(1, len(words)):
            if metrics.horizontalAdvance(text) <= max_width:
                break
            text = " ".join(("…", *words[first:]))
        if not geometry.open_hands:
            bubble.show_text(text, geometry.speech_centre(seat), geometry.card_width)
            return
        x, y, side = geometry.side_speech_anchor(seat)
        bubble.show_text(text, (x, y), geometry.card_width)
        bubble.moveBy(-side * bubble.boundingRect().width() / 2, 0)

    def question_rects(self) -> list[QRectF]:
        """Return the areas for questions above the own hand, up to a hand or a text above it."""
        geometry = self.geometry
        upper_rects = [item.sceneBoundingRect() for item in self.corner_items if item.isVisible()]
        for seat in range(len(self.names)):
            box = geometry.plate_box(seat)
            if seat != self.near_seat:
                upper_rects.append(
                    QRectF(box.x, box.y, box.width, geometry.seat_bottom(seat) - box.y)
                )
        rooms = []
        for box in dict.fromkeys((geometry.question_box(), geometry.box_above_hand())):
            room = QRectF(box.x, 0, box.width, box.y + box.height)
            feet = [
                rect.bottom() + QUESTION_GAP_PX for rect in upper_rects if rect.intersects(room)
            ]
            room.setTop(max(feet, default=QUESTION_GAP_PX))
            rooms.append(room)
        return rooms

    def show_status_line(self, text: str) -> bool:
        """Show a lasting quiet line above the own hand; return whether it has room."""
        prompts_click = self.animator.waits_for_user and not self.table_only
        return self.status_line.set_text(
            text, self.geometry, self.blocked_rects(), prompts_click=prompts_click
        )

    def clear_speech(self) -> None:
        for bubble in self.speech_bubbles:
            bubble.hide()

    def show_news(self, seat: int, flag: NoticeFlag, text: str, delay: float = 0.0) -> None:
        """Animate large news from a seat to the centre, after a delay in milliseconds."""
        self.news.add_news(flag, text, self.geometry.plate_box(seat).centre)
        self.animator.add_animation(self.news, NEWS_MS, delay)

    # The near hand while a card is asked for; cards are identified by their faces

    def set_card_states(self, lifts: dict[CardFace, float], dimmed: set[CardFace]) -> None:
        self.cards.set_card_states(lifts, dimmed)
        self.hint_tags.update_layout()

    def show_hint_tags(self, tag_texts: dict[CardFace, str], best_face: CardFace | None) -> None:
        """Tag cards of the near hand with their expected results, and outline the best one."""
        tags = {face: HintTagItem(text, best=face == best_face) for face, text in tag_texts.items()}
        self.hint_tags.set_tags(tags)
        self.cards.outline_hint_card(best_face)

    def show_note(self, face: CardFace, text: NoteText) -> None:
        """Show a note above a card of the near hand."""
        item = self.cards.find_card(face)
        if item is None:
            return
        card = self.geometry.own_card_width
        # The note points at the corner index and is clear of the card even when it is raised.
        index = QRectF(item.placement.x - 0.38 * card, 0, 0.2 * card, CARD_HEIGHT_RATIO * card)
        index.moveTop(item.placement.y - (CARD_HEIGHT_RATIO / 2 + 0.05) * card)
        hand = QRectF(0, index.top(), self.width(), self.height())
        self.note.show_at(index, self.placement_context([hand]), text, face)
        self.hint.hide()  # The note covers the hint and says more about this card.

    def placement_context(self, avoid: Sequence[QRectF] = ()) -> PlacementContext:
        """Return what a note has to respect; it should not hide the rectangles to avoid."""
        blocked, line = (
            [*self.blocked_rects(), self.plates[self.near_seat].sceneBoundingRect()],
            self.status_line,
        )
        if line.isVisible():
            blocked.append(line.sceneBoundingRect())
        avoid = (*avoid, *self.avoid_rects())
        return PlacementContext(
            self.sceneRect(),
            self.geometry.card_width,
            blocked,
            avoid,
            self.cards.trick_index_rects(),
        )

    def hide_note(self) -> None:
        if not isinstance(self.note.subject, TableElement):
            self.note.hide()
        self.hint.setVisible(bool(self.hint.sentence))
