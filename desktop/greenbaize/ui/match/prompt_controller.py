"""The questions to the player, and their answers by buttons and by cards."""

from collections.abc import Callable, Iterator
from math import inf

from PySide6.QtCore import QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.commands import Command, OfCard
from greenbaize.rules.game import Answer, Explanation, Question
from greenbaize.rules.messages import Message
from greenbaize.ui.cards.look import Face
from greenbaize.ui.match.hints import Hints
from greenbaize.ui.match.optional_actions import OptionalActions
from greenbaize.ui.prompts.choices import ChoicePrompt
from greenbaize.ui.table.handles import HandHandles
from greenbaize.ui.table.hints import CountTags
from greenbaize.ui.table.note import NoteText, card_note
from greenbaize.ui.table.scene import GAP, TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.keyboard import Attention, is_listened
from greenbaize.words.catalogue import tr
from greenbaize.words.choices import choices_of
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import together

LEGAL_LIFT, POINTED_LIFT, ILLEGAL_LIFT = 0.12, 0.26, 0.0
"""Offsets of cards of the own hand, in card widths."""
SMALLER, STEP = 0.8, 0.04
"""Minimum text scale where there is no room, and the step of the scales tried."""


_HAND_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)
"""Keys that move the focus from the table into the hand."""


class PromptController(QObject):
    """Controller of the question to the player, or of an offer that they have taken up."""

    chosen = Signal(object)
    """Emitted with the command that the player has chosen."""
    changed = Signal()
    """Emitted when the question changes or disappears."""
    declined = Signal(object)
    """Emitted when a chosen card is not played, or not yet; with the refusal or warning."""
    withdrawn = Signal()
    """Emitted when the current question has been withdrawn."""
    spoken = Signal(str)
    """Emitted with a sentence for screen readers."""

    def __init__(
        self, place: PlayerView, scene: TableScene, view: TableView, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.single_click = False
        self.question: Question | None = None
        """The current question, or None."""
        self.refusals: dict[Face, Message | None] = {}
        """While a card is asked for: by face, why each card may not be played, or None."""
        self.taken_up = False
        """True if the question is an offer that the player has taken up."""
        self._place, self._scene, self._view, self._home = place, scene, view, parent
        self._speaker = Speaker(called(place.header.sitters), place.seat)
        self._answers: dict[Face, Answer] = {}
        """The answers to which the refusals belong."""
        self._chosen: Face | None = None
        self._pointed: Face | None = None
        self.attention = Attention(parent, view)
        self.hurried: Callable[[], bool] = lambda: False
        """Returns True if a key has just skipped animations; the next press may be meant so too."""
        self.enter_takes_hand: Callable[[], bool] = lambda: True
        """Returns True if Enter and Space focus the hand; a guide uses these keys itself."""
        self.prompt = ChoicePrompt(view.viewport())
        self.optional = OptionalActions(place, view.viewport())
        self.handles = HandHandles(self._scene, view.viewport(), parent)
        self.hints = Hints(place, self)
        self.counts = CountTags(self._scene)
        self._connect()

    def _connect(self) -> None:
        self.prompt.answered.connect(self._on_answered)
        self.prompt.declined.connect(self.spoken)
        self._view.card_pointed.connect(self._on_pointed)
        self._view.card_clicked.connect(self._on_clicked)
        self._view.card_dropped.connect(self.choose_card)
        self._view.card_menu_asked.connect(self.ask_show)
        self.optional.chosen.connect(self._act)
        self.optional.asked.connect(self._take_up)
        self.optional.left.connect(self.put_back)
        self.hints.changed.connect(self._show_hint)
        self.handles.held.connect(self._on_held)
        self.handles.left.connect(lambda: self._on_held(None))
        self.handles.pressed.connect(self._on_pressed)

    # Questions

    def ask(self) -> None:
        question = self._place.question
        if question is not None:
            self._put(question)

    def _put(self, question: Question) -> None:
        self._set_question(question)
        self._pointed = self._chosen = None
        said = {
            answer.command.card: answer
            for answer in question.answers
            if isinstance(answer.command, OfCard)
        }
        if not said:
            self._ask_choice(question)
            return
        # Cards of the hand that the question does not list cannot be chosen.
        listed = [face for face in self._hand_faces() if face.card in said]
        self._answers = {face: said[face.card] for face in listed}
        self.refusals = {face: answer.refusal for face, answer in self._answers.items()}
        self._view.guard.arm()
        self._scene.slot.setVisible(self._scene.cards.pile is None)
        self._lift_cards()
        held = self.handles.focused
        if is_listened() and self.attention.is_at_table and (held or not self.hurried()):
            self._find_card(held)
        # After the focus has reached a card: the notes are for players who look for them.
        self.name_handles()
        self._view.look_anew()

    def _find_card(self, held: Face | None) -> None:
        if held not in self.refusals or self.refusals[held] is not None:
            self.take_hand()

    def _set_question(self, question: Question | None) -> None:
        self.question = question
        self.counts.show(() if question is None else question.counts)
        self.hints.drop()
        self.changed.emit()

    def _ask_choice(self, question: Question) -> None:
        choices = choices_of(question, self._place.explain, self._speaker)
        notes = [self._speaker.say(note) for note in question.notes]
        words, here = self._speaker.say(question.words), self.attention.is_at_table
        goes = here and is_listened() and not self.hurried()
        self.prompt.ask(words, choices, notes, quiet=goes or not here)
        self._arrange()
        if goes:
            self.prompt.take_first()

    def _hand_faces(self) -> list[Face]:
        return [item.face for item in self._scene.cards.own if item.face]

    def _on_answered(self, command: Command) -> None:
        if self.question is not None:
            self._rest()
            self.prompt.hide()
            self._choose(command)

    def _choose(self, command: Command) -> None:
        self._set_question(None)
        self.taken_up = False
        self.chosen.emit(command)

    def choose_card(self, face: Face) -> None:
        """Play a card, or say why it may not be played."""
        command = self._command_of(face)
        if command is None:
            return
        if self.refusals.get(face) is not None or not self.optional.goes_through(command):
            self._point_at(face)
            said = self._explanation(face)
            self.declined.emit(self.refusals.get(face) or said.breach or said.sentences[0])
            return
        if face not in self.refusals:
            self._act(command)
            return
        self._scene.cards.taken_up = self._scene.cards.named(face)
        self._put_down()
        self._choose(command)

    def _on_pressed(self, face: Face) -> None:
        """Handle a card chosen by a key or an assistive tool, which can happen at any time."""
        if self._command_of(face) is None:
            self.spoken.emit(tr("No card of yours is asked for now."))
        elif not self.hurried():
            self.choose_card(face)

    def _command_of(self, face: Face | None) -> Command | None:
        """Return the command of a card: the answer to a question, or a play out of turn."""
        if face is not None and face in self.refusals:
            return self._answers[face].command
        return self.optional.play_of(face.card) if face and self.question is None else None

    def _put_down(self) -> None:
        by_key = bool(self.handles.focused) and not is_listened()
        self.refusals, self._answers = {}, {}
        self._pointed = self._chosen = None
        self._scene.slot.hide()
        self._scene.hide_note()
        self._scene.set_states({}, set())
        self.name_handles()
        if by_key:
            self._home.setFocus()

    # Optional actions

    def refresh_optional(self) -> None:
        """Update what the player may do unasked, in the bar and in the hand."""
        self.optional.refresh(asking=self.taken_up)
        self._view.free_hand = self.optional.plays
        self.optional.lay_out(self._scene.geometry)
        self.name_handles()

    def name_handles(self) -> None:
        """Update the accessible handles of the hand's cards, with the notes on playable ones."""
        going = self._scene.cards.taken_up
        hand = [one.face for one in self._scene.cards.own if one.face and one is not going]
        asked = [face for face in hand if self._command_of(face) is not None]
        self.handles.show_hand(hand, {face: self._spoken(face) for face in asked})

    def _take_up(self, offer: Question) -> None:
        """Ask an offer like a question; the table waits meanwhile."""
        self._withdraw()
        self.taken_up = True
        self._put(offer)
        self.refresh_optional()
        self.changed.emit()  # the other buttons have changed

    @property
    def guidance(self) -> str:
        """The next step of an offer that was taken up; empty if none was."""
        said = self.question.guidance if self.question and self.taken_up else None
        return "" if said is None else self._speaker.say(said)

    @property
    def standing(self) -> str:
        """The reason why the moment is open, and what will close it; empty if it is closed."""
        place = self._place
        if place.seat is None or not place.game.open(place.view) or self.hints.shown:
            return ""
        asked = None if self.question is None else self.question.guidance
        said = asked or self.optional.asks_ready
        if said is not None:
            return self._speaker.say(said)
        if self.question is not None:
            return ""
        if place.said_ready:
            return tr("Waiting until everybody is ready")
        return tr("Waiting for the next lead")

    def put_back(self) -> bool:
        """Withdraw an offer that was taken up; return False if there is none."""
        if not self.taken_up:
            return False
        self._withdraw()
        self.withdrawn.emit()
        return True

    def withdraw_stale(self) -> None:
        """Withdraw a question that is neither asked nor offered any more after an event."""
        place, asked = self._place, self.question
        if asked and asked not in (place.offers if self.taken_up else (place.question,)):
            self._withdraw()
            self.withdrawn.emit()

    def _withdraw(self) -> None:
        """Withdraw the current question; it is asked again unless it was an offer."""
        self.prompt.hide()
        self._put_down()
        self._set_question(None)
        self.taken_up = False

    def _act(self, command: Command) -> None:
        """Emit an unasked command; an interrupted question is asked again after it."""
        self._withdraw()
        self._rest()
        self._choose(command)

    def ask_show(self, face: Face, at: QPoint) -> None:
        """Open the menu that shows a card to everybody, where that is possible."""
        if self.optional.show_of(face.card) is None:
            return
        menu = QMenu(self._home)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = tr("Show {card} to everybody").format(card=card_name(face.card))
        menu.addAction(words).triggered.connect(lambda: self._show(face))
        menu.popup(at)

    def _show(self, face: Face) -> None:
        # The table may have advanced while the menu was open.
        command = self.optional.show_of(face.card)
        if command is not None:
            self._act(command)

    def _show_held(self) -> bool:
        face = self.handles.focused or self._pointed
        item = None if face is None else self._scene.cards.named(face)
        if face is None or item is None:
            return False
        spot = self._view.mapFromScene(item.spot.x, item.spot.y)
        self.ask_show(face, self._view.viewport().mapToGlobal(spot))
        return True

    # Hints

    @property
    def can_hint(self) -> bool:
        return self.hints.answers(self.question)

    def ask_hint(self) -> None:
        """Show the adviser's hint, or hide it; do nothing if there is no question."""
        if self.hints.shown:
            self.hints.drop()
        elif self.can_hint:
            self.hints.ask()

    def _hinted(self) -> Face | None:
        best = self.hints.words.best
        return next((face for face in self.refusals if self._command_of(face) == best), None)

    def _show_hint(self) -> None:
        hints, words = self.hints, self.hints.words
        worths = words.worths()
        if self.refusals:
            tags = {face: worths.get(self._answers[face].command, "") for face in self.refusals}
            shown = {face: tag for face, tag in tags.items() if tag}
            self._scene.show_worths(shown, self._hinted())
            self._lift_cards()
            self.name_handles()
        else:
            self._scene.show_worths({}, None)
        if self.prompt.isVisible():
            self.prompt.show_worths(worths, words.best)
            self.prompt.describe(words.spoken)
        self._scene.hint.show_words(hints.texts() if hints.shown else ("", ""))
        self._arrange()
        if self._pointed and hints.choices:
            self._scene.show_note(self._pointed, self._texts(self._pointed))
        if hints.shown and not hints.thinking:
            self.spoken.emit(together(*hints.texts()))

    # Pointing

    def _on_pointed(self, face: Face | None) -> None:
        self._point_at(face or self._chosen or self.handles.focused)

    def show_note_again(self) -> None:
        """Show the note of the selected, focused or pointed card again after another note."""
        self._point_at(self._pointed or self._chosen or self.handles.focused)

    def _on_held(self, face: Face | None) -> None:
        self._point_at(face or self._chosen)

    def _on_clicked(self, face: Face) -> None:
        if self._command_of(face) is None:
            return
        if self.single_click or face == self._chosen:
            self.choose_card(face)
        else:
            self._chosen = face
            self._point_at(face)

    def _point_at(self, face: Face | None) -> None:
        told = self._command_of(face) and self.optional.warns
        if face and face not in self.refusals and not (told or self.optional.lying_open(face.card)):
            face = None
        self._pointed = face
        if self.question is not None and self.refusals:
            self._lift_cards()
        if not face:
            self._scene.hide_note()
            return
        self._scene.show_note(face, self._texts(face))

    def _lift_cards(self) -> None:
        down = {
            face
            for face, answer in self._answers.items()
            if answer.refusal or (answer.breach and self.optional.warns)
        }
        hand = self._hand_faces() if self.refusals else []
        down.update(face for face in hand if face not in self._answers)
        lifts = {face: ILLEGAL_LIFT if face in down else LEGAL_LIFT for face in hand}
        best = self._hinted()
        if best:
            lifts[best] = POINTED_LIFT
        if self._pointed in lifts and self._pointed not in down:
            lifts[self._pointed] = POINTED_LIFT
        self._scene.set_states(lifts, down)
        self.handles.lay_out()

    def _explanation(self, face: Face) -> Explanation:
        command = self._command_of(face)
        assert command is not None
        return self._place.explain(command)

    def _texts(self, face: Face) -> NoteText:
        """Return the note on a card: its sentence, and a small line with the rules."""
        sentences: tuple[Message, ...] = ()
        if self._command_of(face) is not None:
            said = self._explanation(face)
            sentences = said.sentences
            if said.breach is not None and self.optional.warns:
                sentences = (said.breach, *sentences)
        lying = self.optional.lying_open(face.card)
        sentences += () if lying is None else (lying,)
        first, *rest = (self._speaker.say(sentence) for sentence in sentences)
        if face == self._chosen and self.refusals.get(face) is None:
            rest.append(tr("Click again to play it"))
        rules = [sentence.rule for sentence in sentences if sentence.rule]
        return card_note(first, self.hints.words.spoken(self._command_of(face)), *rest, rules=rules)

    def _spoken(self, face: Face) -> str:
        return self._texts(face).spoken

    # Keys, size and colours

    def _rest(self) -> None:
        """Return the focus to the table; for screen readers keep it in the hand.

        A new focus is announced, which would interrupt the news.
        """
        if not (is_listened() and (self.handles.focused or self.take_hand())):
            self._home.setFocus()

    def give_keyboard(self) -> None:
        """Focus the buttons of the question, or the table."""
        (self.prompt if self.prompt.isVisible() else self._home).setFocus()

    def take_key(self, key: Qt.Key) -> bool:
        """Handle a key: focus the hand by arrows, Home, End or Enter, say *ready*, show a card."""
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.optional.take_key_ready():
                return True
            asks = bool(self.refusals) and not self.prompt.isVisible()
            return asks and self.enter_takes_hand() and self.take_hand(self._hinted())
        if key == Qt.Key.Key_Menu:
            return self._show_held()
        if key not in _HAND_KEYS or self.prompt.isVisible():
            return False  # the answers have priority
        if key == Qt.Key.Key_Up and self.handles.focused is not None:
            return True  # the focus is in the hand already
        if self.take_hand(self._card_of_key(key)):
            return True
        self._home.setFocus()  # without a hand, the keys belong to the table
        return False

    def _card_of_key(self, key: Qt.Key) -> Face | None:
        """Return the card that a key focuses from outside the hand; None without a hand."""
        faces = self.handles.faces
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return faces[0 if key == Qt.Key.Key_Home else -1] if faces else None
        if key == Qt.Key.Key_Up and self._hinted() is not None:
            return self._hinted()
        legal = [face for face, refusal in self.refusals.items() if refusal is None]
        return legal[-1 if key == Qt.Key.Key_Left else 0] if legal else None

    def take_hand(self, face: Face | None = None) -> bool:
        """Focus a card, or the first legal one; return True if the hand has any."""
        self.handles.take_focus(face or self._card_of_key(Qt.Key.Key_Right))
        return bool(self.handles.faces)

    def lay_out(self) -> None:
        self.handles.lay_out()
        self.counts.lay_out()
        self._arrange()
        self.optional.lay_out(self._scene.geometry)
        if self._pointed:
            self._scene.show_note(self._pointed, self._texts(self._pointed))

    def _arrange(self) -> None:
        """Place the question above the own hand, and the hint above it or the raised cards.

        Letters are as large as the room below the opposite players allows.
        """
        scene, card = self._scene, self._scene.geometry.card
        hint, prompt = scene.hint, None if self.prompt.isHidden() else self.prompt
        gap, foot = (0.08 * card, 0.0) if prompt else (0.0, 0.24 * card)
        rooms = [room.adjusted(0, 0, 0, -foot) for room in scene.rooms_for_questions()]

        def rise(room: QRectF) -> float:
            """Return how much higher the question must be than where the player last clicked.

            No answer may appear under that click.
            """
            pill = scene.line.went_on
            if prompt is None or pill is None:
                return 0.0
            return max(0.0, room.bottom() - pill.top() + GAP - prompt.foot)

        def lack(room: QRectF, letters: float) -> float:
            asked = prompt.height_in(room, card, letters) if prompt else 0.0
            told = hint.height_in(room, card, letters)
            return asked + told + (gap if told else 0.0) + rise(room) - room.height()

        least = inf
        for letters in _sizes(share()):
            for one in rooms:
                lacking = max(0.0, lack(one, letters))
                if lacking < least:
                    least, room, size = lacking, one, letters
            if not least:
                break
        if prompt:
            prompt.height_in(room, card, size)
            prompt.lay_out(room.adjusted(0, 0, 0, -rise(room)), card, size)
            room.setBottom(prompt.y() - gap)
            # The hint gets what the question leaves.
            tall = room.height()
            sizes = (one for one in _sizes(share()) if hint.height_in(room, card, one) <= tall)
            size = max(size, next(sizes, size))
        hint.stand(room, card, size)
        tricks = QRectF()
        for won in scene.cards.won[scene.near]:
            tricks |= won.place
        if tricks.intersects(hint.sceneBoundingRect()):
            # Beside the own tricks, or above them if they leave too little room.
            if tricks.width() > room.width() / 5:
                room.setBottom(min(room.bottom(), tricks.top() - 0.06 * card))
            elif scene.geometry.near_at_right:
                room.setRight(tricks.left() - 0.06 * card)
            else:
                room.setLeft(tricks.right() + 0.06 * card)
            hint.stand(room, card, size)

    def close(self) -> None:
        self.hints.close()


def _sizes(largest: float) -> Iterator[float]:
    while largest >= SMALLER:
        yield largest
        largest -= STEP
