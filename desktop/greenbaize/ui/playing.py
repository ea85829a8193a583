"""One match being played: table, sheet and questions, joined to the session that runs it."""

from functools import partial
from math import ceil
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QColor,
    QKeyEvent,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QSplitter, QVBoxLayout, QWidget

from greenbaize.app.chairs.program_seats import loss_told
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.session import Session
from greenbaize.rules.commands import Command, Correct, Play
from greenbaize.rules.events import CardPlayed, Event, Scored, SeatGiven
from greenbaize.rules.game import Answer, Explanation, Question
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Picture
from greenbaize.ui.hints import Hints
from greenbaize.ui.liberty import Liberty
from greenbaize.ui.prompts.choices import ChoicePrompt
from greenbaize.ui.prompts.questions import choices_of, words_of
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.table.deck import card_of
from greenbaize.ui.table.handles import HandHandles
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.titles import cited, game_title

THINK_MS = 260
"""How long a computer player seems to think, so that people can follow."""
PONDER_MS = 300
"""How long it thinks beyond that until its plate shows it."""
LEGAL_LIFT, POINTED_LIFT, ILLEGAL_LIFT = 0.12, 0.26, -0.06
"""How far cards of the own hand stand out, in card widths."""


class Playing(QWidget):
    """The table of one open match, and the sheet beside it."""

    deal_shown = Signal(int)
    """A deal has been scored, and its score has been seen."""
    trick_shown = Signal(int, int)
    """A trick lies complete on the table: its deal, and its number in the deal."""
    sheet_changed = Signal()
    """The sheet shows something new; ``seen`` is the view it is made of."""
    finished = Signal()
    """The end of the match has been seen."""
    seat_lost = Signal(str)
    """A program can play no longer, and a built-in player goes on; with the sentence for it."""
    question_changed = Signal()
    """The person is asked something else, or nothing any more."""
    _bot_said = Signal()
    """A computer player may have made up its mind; sent from another thread."""

    def __init__(self, match: OpenMatch, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.match = match
        self.session: Session = match.session
        self.single_click = False
        names = [sitter.name for sitter in self.session.header.sitters]
        seat = self.session.seat
        self._names = tuple(names)
        self.seen: Any = self.session.view
        """The match as far as the table has shown it."""
        self._speaker = Speaker(self._names, seat)
        self.question: Question | None = None
        """What the person at the table is asked now."""
        self.refusals: dict[str, Message | None] = {}
        """While a card is asked for: why each may not be played, by the faces of the hand."""
        self._answers: dict[str, Answer] = {}
        """The answers that go with them."""
        self._chosen = ""
        self._pointed = ""
        self._taken_up = False
        """Whether the question is an offer that the person has taken up."""
        self._thought = False
        self._waiting = False
        """Whether nothing but a computer player's answer is missing."""
        self._ended = False
        self._pondering = QTimer(self, singleShot=True, interval=PONDER_MS)
        self._limit = QTimer(self, singleShot=True)
        self.motion = Motion(self)
        self.scene = TableScene(names, seat or 0, theme, self.motion)
        self.view = TableView(self.scene, theme, self)
        self.stage = Stage(self.session.game, self.scene, self._caption, seat)
        self.prompt = ChoicePrompt(theme, self.view)
        self.liberty = Liberty(self.session, self.view, theme)
        self.handles = HandHandles(self.scene, self.view)
        self.hints = Hints(self.session, self)
        self.side = Side(self.session, self.hints.level, theme, self)
        self._paint_ground(theme)
        self._lay_out()
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _lay_out(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.addWidget(self.view)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setCollapsible(0, False)
        row = QVBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)
        self._show_sheet(self.session.view)

    def _paint_ground(self, theme: Theme) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.felt))
        self.setPalette(palette)
        self.setAutoFillBackground(True)

    def _connect(self) -> None:
        self.session.listen(self._on_event)
        self._bot_said.connect(self._on_bot_said, Qt.ConnectionType.QueuedConnection)
        self.session.wake_by(self._bot_said.emit)
        self._limit.timeout.connect(self._on_bot_said)
        self._pondering.timeout.connect(self._on_pondering)
        self.stage.shown.connect(self._on_shown)
        self.stage.idle.connect(self._on_idle)
        self.stage.told.connect(self._on_told)
        self.prompt.answered.connect(self._on_answered)
        self.view.card_pointed.connect(self._on_pointed)
        self.view.card_clicked.connect(self._on_clicked)
        self.view.card_dropped.connect(self._on_dropped)
        self.view.card_menu_asked.connect(self.ask_show)
        self.liberty.chosen.connect(self._act)
        self.liberty.asked.connect(self._take_up)
        self.view.hurried.connect(self.stage.hurry)
        self.view.resized.connect(self._on_resized)
        self.hints.changed.connect(self._show_hint)
        self.handles.held.connect(self._on_held)
        self.handles.left.connect(lambda: self._on_held(""))
        self.handles.pressed.connect(self.choose_card)

    def begin(self) -> None:
        """Go on with the match, from its start or from where it was left."""
        if self.session.game.picture(self.session.view).deal:
            self.stage.show_view(self.session.view)
            self._show_sheet(self.session.view)
        self.session.begin()
        self.stage.go_on()

    def close_match(self) -> None:
        """Leave the match; its record is complete up to here."""
        self._ended = True
        self._stop_waiting()
        self.hints.close()
        self.side.close_review()
        self.motion.hurry()
        self.match.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the match with its window."""
        self.close_match()
        super().closeEvent(event)

    # Events

    def _on_event(self, event: Event) -> None:
        self.stage.hear(event, self.session.view)
        self._see_liberty()

    def _on_shown(self, event: Event, view: Any) -> None:
        self._show_sheet(view)
        self.side.note(event, view)
        if isinstance(event, SeatGiven):
            self._tell_loss(event)
        elif isinstance(event, Scored):
            self.side.offer_review(event.deal)
            self.deal_shown.emit(event.deal)
        elif isinstance(event, CardPlayed):
            picture = self.session.game.picture(view)
            if len(picture.trick.cards) == len(self._names):
                self.trick_shown.emit(picture.deal, len(picture.taken) + 1)

    def _show_sheet(self, view: Any) -> None:
        self.seen = view
        self.side.show_view(view)
        self.sheet_changed.emit()

    def _on_told(self, words: str) -> None:
        """Tell screen readers what nobody may miss."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _caption(self, picture: Picture) -> tuple[str, str, str]:
        """Game, deal, and what has been announced."""
        title = game_title(self.session.game.name)
        if not picture.deal:
            return title, "", ""
        news = " · ".join(self._speaker.say(notice) for notice in picture.notices)
        deal = tr("deal {deal} of {deals}").format(deal=picture.deal, deals=picture.deals)
        if picture.pile:
            # Hands grow and shrink: how many cards were dealt says nothing.
            return title, deal if picture.deals > 1 else "", news
        cards = tr_count("{count} card", "{count} cards", picture.cards)
        return title, f"{deal} · {cards.format(count=picture.cards)}", news

    def _on_idle(self) -> None:
        if self._ended or self.question is not None:
            return
        self._see_liberty()
        if self.session.over:
            self._ended = True
            self.finished.emit()
        elif self.session.bot_to_act:
            if not self._thought and self.motion.speed > 0 and not self.stage.skipping:
                self._thought = True
                self.motion.pause(THINK_MS / self.stage.tempo)
            else:
                # Not at once: the window's own events come first, however fast all goes.
                QTimer.singleShot(0, self._let_bot_act)
        elif self.session.seat is not None:
            self._ask(self.session.seat)

    def _let_bot_act(self) -> None:
        self._thought = False
        if self._taken_up or self._ended or self.motion.busy:
            return
        if self.session.bot_to_act and not self.session.let_bot_act():
            self._wait_for_bot()
            return
        self._stop_waiting()
        self.stage.go_on()

    def _wait_for_bot(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._pondering.start()
        patience = self.session.patience
        if patience is not None:
            self._limit.start(ceil(1000 * patience))

    def _stop_waiting(self) -> None:
        self._waiting = False
        self._pondering.stop()
        self._limit.stop()
        self.scene.show_pondering(None)

    def _on_bot_said(self) -> None:
        if self._waiting:
            self._let_bot_act()
        elif not self._ended:
            self.session.attend()

    def _on_pondering(self) -> None:
        self.scene.show_pondering(self.session.game.turn(self.session.view))

    def _tell_loss(self, event: SeatGiven) -> None:
        if self.session.header.sitters[event.seat].program is not None:
            self.seat_lost.emit(self._speaker.say(loss_told(event.seat, event.why)))

    # Questions

    def _ask(self, seat: int) -> None:
        question = self.session.game.question(self.session.view, seat)
        if question is not None:
            self._put(question)

    def _put(self, question: Question) -> None:
        """Put a question to the person, or an offer that they have taken up."""
        self._set_question(question)
        self._pointed = self._chosen = ""
        said = {
            answer.command.card: answer
            for answer in question.answers
            if isinstance(answer.command, Play | Correct)
        }
        if not said:
            self._ask_choice(question)
            return
        self._answers = {face: said[card_of(face)] for face in self._hand_faces()}
        self.refusals = {face: answer.refusal for face, answer in self._answers.items()}
        self.scene.slot.setVisible(self.scene.cards.pile is None)
        self._show_hand()
        self.handles.show_cards({face: self._spoken(face) for face in self.refusals})

    def _set_question(self, question: Question | None) -> None:
        self.question = question
        self.hints.drop()
        self.question_changed.emit()

    def _ask_choice(self, question: Question) -> None:
        explain = partial(self.session.game.explain, self.session.view)
        choices = choices_of(question, explain, self._speaker)
        self.prompt.ask(words_of(question), choices, self.scene.theme)
        self._place_prompt()

    def _hand_faces(self) -> list[str]:
        return [item.face for item in self.scene.cards.own if item.face]

    def _on_answered(self, command: Command) -> None:
        if self.question is not None:
            self.prompt.hide()
            self.setFocus()
            self._submit(command)

    def _submit(self, command: Command) -> None:
        self._set_question(None)
        self._taken_up = False
        refusal = self.session.submit(command)
        assert refusal is None, f"the table let through what the rules refuse: {refusal}"
        self.stage.go_on()

    def choose_card(self, code: str) -> None:
        """Play a card, or say why it may not be played."""
        command = self._command_of(code)
        if command is None:
            return
        if self.refusals.get(code) is not None or not self.liberty.goes_through(command):
            self._point_at(code)
            return
        if code not in self.refusals:
            self._act(command)
            return
        self.scene.cards.taken_up = self.scene.cards.named(code)
        self._put_down()
        self._submit(command)

    def _command_of(self, code: str) -> Command | None:
        """What choosing a card asks for: the answer to a question, or a card out of turn."""
        if code in self.refusals:
            return self._answers[code].command
        return self.liberty.play_of(card_of(code)) if code and self.question is None else None

    def _put_down(self) -> None:
        """Ask for no card any more."""
        by_key = bool(self.handles.focused)
        self.refusals, self._answers = {}, {}
        self._pointed = self._chosen = ""
        self.scene.slot.hide()
        self.scene.hide_note()
        self.scene.set_states({}, set())
        self.handles.show_cards({})
        if by_key:
            self.setFocus()

    # Hints

    @property
    def can_hint(self) -> bool:
        """Whether there can be a hint for what the person is asked now."""
        return self.hints.answers(self.question)

    def ask_hint(self) -> None:
        """Show what the adviser would do, or take it away again; nothing if nobody is asked."""
        if self.hints.shown:
            self.hints.drop()
        elif self.can_hint:
            self.hints.ask()

    def _hinted(self) -> str:
        """The face of the card that is the best choice, or nothing."""
        best = self.hints.best
        return next((code for code in self.refusals if self._command_of(code) == best), "")

    def _show_hint(self) -> None:
        """Show the hint there is now, on the cards or the buttons and in words."""
        hints, worths = self.hints, self.hints.worths()
        if self.refusals:
            tags = {code: worths.get(self._answers[code].command, "") for code in self.refusals}
            self.scene.show_worths({code: tag for code, tag in tags.items() if tag}, self._hinted())
            self._show_hand()
            self.handles.show_cards({face: self._spoken(face) for face in self.refusals})
        else:
            self.scene.show_worths({}, "")
        if self.prompt.isVisible():
            self.prompt.show_worths(worths, hints.best)
            self.prompt.describe(hints.spoken)
        self.scene.hint.show_words(hints.texts() if hints.shown else ("", ""))
        self._place_hint()
        if self._pointed and hints.choices:
            self.scene.show_note(self._pointed, self._texts(self._pointed))
        if hints.shown and not hints.thinking:
            self._on_told(" ".join(hints.texts()))

    def _place_hint(self) -> None:
        """Stand above what is asked: above the buttons, or above the raised cards."""
        geometry = self.scene.geometry
        box = geometry.question()
        bottom = box.y + box.height - 0.24 * geometry.card
        if self.prompt.isVisible():
            bottom = self.prompt.y() - 0.08 * geometry.card
        room = QRectF(box.x, 0, box.width, bottom)
        self.scene.hint.stand(room, geometry.card, self.scene.ratio)

    # What nobody asks for

    def _see_liberty(self) -> None:
        """See what the person may do unasked, by the bar and by the hand."""
        self.liberty.refresh(asking=self._taken_up)
        self.view.free_hand = self.liberty.plays
        self.liberty.place(self.scene.geometry)
        if self.question is None:
            faces = self._hand_faces() if self.liberty.plays else []
            self.handles.show_cards(
                {face: self._spoken(face) for face in faces if self._command_of(face)}
            )

    def _take_up(self, offer: Question) -> None:
        """Ask an offer like a question; the table waits meanwhile."""
        self._withdraw()
        self._taken_up = True
        self._put(offer)
        self._see_liberty()

    def _withdraw(self) -> None:
        """Take back what is being asked; it is asked again unless it was an offer."""
        self.prompt.hide()
        self._put_down()
        self._set_question(None)
        self._taken_up = False

    def _act(self, command: Command) -> None:
        """Do something unasked; whatever was being asked is asked again after it."""
        self._withdraw()
        self.setFocus()
        self._submit(command)

    def ask_show(self, code: str, at: QPoint) -> None:
        """Offer to show a card to everybody, where that can be."""
        if self.liberty.show_of(card_of(code)) is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = tr("Show {card} to everybody").format(card=card_name(card_of(code)))
        menu.addAction(words).triggered.connect(lambda: self._show(code))
        menu.popup(at)

    def _show(self, code: str) -> None:
        # While the menu was open, the table went on.
        command = self.liberty.show_of(card_of(code))
        if command is not None:
            self._act(command)

    def _show_held(self) -> bool:
        """Offer to show the card that is held or pointed at, by a key."""
        code = self.handles.focused or self._pointed
        item = self.scene.cards.named(code) if code else None
        if item is None:
            return False
        spot = self.view.mapFromScene(item.spot.x, item.spot.y)
        self.ask_show(code, self.view.viewport().mapToGlobal(spot))
        return True

    # Pointing

    def _on_pointed(self, code: str) -> None:
        self._point_at(code or self._chosen or self.handles.focused)

    def _on_held(self, code: str) -> None:
        self._point_at(code or self._chosen)

    def _on_clicked(self, code: str) -> None:
        if self._command_of(code) is None:
            return
        if self.single_click or code == self._chosen:
            self.choose_card(code)
        else:
            self._chosen = code
            self._point_at(code)

    def _on_dropped(self, code: str) -> None:
        self.choose_card(code)

    def _point_at(self, code: str) -> None:
        command = self._command_of(code)
        if code not in self.refusals and not (command and self.liberty.warns):
            code = ""
        self._pointed = code
        if self.question is not None and self.refusals:
            self._show_hand()
        if not code:
            self.scene.hide_note()
            return
        self.scene.show_note(code, self._texts(code))

    def _show_hand(self) -> None:
        down = {
            code
            for code, answer in self._answers.items()
            if answer.refusal or (answer.breach and self.liberty.warns)
        }
        lifts = {code: ILLEGAL_LIFT if code in down else LEGAL_LIFT for code in self.refusals}
        best = self._hinted()
        if best:
            lifts[best] = POINTED_LIFT
        if self._pointed in lifts and self._pointed not in down:
            lifts[self._pointed] = POINTED_LIFT
        self.scene.set_states(lifts, down)

    def _explanation(self, code: str) -> Explanation:
        command = self._command_of(code)
        assert command is not None
        return self.session.game.explain(self.session.view, command)

    def _texts(self, code: str) -> tuple[str, str]:
        """The note on a card: its sentence, and a quiet line with the rule."""
        said = self._explanation(code)
        sentences = said.sentences
        if said.breach is not None and self.liberty.warns:
            sentences = (said.breach, *sentences)
        quiet = [self._speaker.say(sentence) for sentence in sentences[1:]]
        line = [self.hints.spoken(self._command_of(code)), *quiet, cited(sentences[0].rule)]
        return self._speaker.say(sentences[0]), " · ".join(part for part in line if part)

    def _spoken(self, code: str) -> str:
        return " ".join(text for text in self._texts(code) if text)

    # Keys and size

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hurry what moves; arrows take hold of the hand."""
        key = event.key()
        hurry = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if key == Qt.Key.Key_Escape and self._taken_up:
            self._withdraw()
            self.stage.go_on()
        elif self.motion.busy and key in hurry:
            self.stage.hurry()
        elif self._take_key_unasked(Qt.Key(key)):
            return
        elif self.refusals and key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up):
            legal = [face for face, refusal in self.refusals.items() if refusal is None]
            self.handles.take_focus(legal[-1 if key == Qt.Key.Key_Left else 0])
        elif self.liberty.plays and key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up):
            self.handles.take_focus()
        elif self.prompt.isVisible():
            self.prompt.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def _take_key_unasked(self, key: Qt.Key) -> bool:
        """Say *ready* by Space or Enter, show a card by S; whether the key was of any use."""
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self.liberty.take_key_ready()
        return key == Qt.Key.Key_S and self._show_held()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the keyboard."""
        super().showEvent(event)
        self.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write the sheet larger on a larger table."""
        super().resizeEvent(event)
        side = self.side.fit(self.height())
        if side is not None:
            self.splitter.setSizes([self.width() - side, side])

    def _on_resized(self) -> None:
        self.handles.lay_out()
        self._place_prompt()
        self.liberty.place(self.scene.geometry)
        self._place_hint()
        if self._pointed:
            self.scene.show_note(self._pointed, self._texts(self._pointed))

    def _place_prompt(self) -> None:
        if self.prompt.isHidden():
            return
        box = self.scene.geometry.question()
        room = QRect(round(box.x), round(box.y), round(box.width), round(box.height))
        self.prompt.place(room, self.scene.geometry.card)

    def set_four_colours(self, on: bool) -> None:
        """Print each suit in a colour of its own, or only red and black."""
        self.scene.cards.set_four_colours(on)
        self.side.last_trick.set_four_colours(on)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._paint_ground(theme)
        self.scene.set_theme(theme)
        self.view.set_theme(theme)
        self.liberty.bar.set_theme(theme)
        self.side.set_theme(theme)
