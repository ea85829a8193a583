"""The questions to the player, and their answers by buttons and by cards."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from PySide6.QtCore import QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.commands import CardCommand, Command, PlayCommand
from greenbaize.rules.game import Explanation, Question, QuestionAnswer
from greenbaize.rules.messages import Message
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.match.card_flight import CardFlightController
from greenbaize.ui.match.hint_controller import HintController
from greenbaize.ui.match.optional_actions import OptionalActionsBar
from greenbaize.ui.prompts.choice_prompt import ChoicePrompt
from greenbaize.ui.table.hand_proxies import HandProxies
from greenbaize.ui.table.hints import CardCountLayer
from greenbaize.ui.table.note import NoteText, make_card_note
from greenbaize.ui.table.scene import QUESTION_GAP_PX, TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.free_position import covered_area, find_least_covering
from greenbaize.ui.widgets.keyboard import FocusState, is_screen_reader_active
from greenbaize.words.catalogue import tr
from greenbaize.words.choices import build_choices
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import join_sentences

LEGAL_LIFT, POINTED_LIFT, ILLEGAL_LIFT = 0.12, 0.26, 0.0
"""Offsets of cards of the own hand, in card widths."""
MIN_SCALE, SCALE_STEP = 0.8, 0.04
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

    command_chosen = Signal(object)
    """Emitted with the command that the player has chosen."""
    changed = Signal()
    """Emitted when the question changes or disappears."""
    choices_shown = Signal()
    """Emitted when the answers to a question have appeared on the table."""
    card_refused = Signal(object)
    """Emitted when a chosen card is not played, or not yet; with the refusal or warning."""
    question_withdrawn = Signal()
    """Emitted when the current question has been withdrawn."""
    announced = Signal(str)
    """Emitted with a sentence for screen readers."""

    def __init__(
        self, player_view: PlayerView, scene: TableScene, table_view: TableView, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.single_click = False
        self.question: Question | None = None
        """The current question, or None."""
        self.refusal_by_face: dict[CardFace, Message | None] = {}
        """Every card asked for, with the reason why it may not be played, or None if it may."""
        self.is_offer = False
        """True if the question is an offer that the player has taken up."""
        self._player_view, self._scene, self._table_view, self._table_page = (
            player_view,
            scene,
            table_view,
            parent,
        )
        self._speaker = Speaker(display_names(player_view.header.players), player_view.seat)
        self._answers: dict[CardFace, QuestionAnswer] = {}
        """The answers to which the reasons belong."""
        self._selected_face: CardFace | None = None
        self._noted_face: CardFace | None = None
        """The card pointed at, selected or focused, which has a note."""
        self.focus_state = FocusState(parent, table_view)
        self.has_just_skipped: Callable[[], bool] = lambda: False
        """Returns True if a key has just skipped animations; the next press may be meant so too."""
        self.enter_focuses_hand: Callable[[], bool] = lambda: True
        self.offers_hints: Callable[[], bool] = lambda: True
        """Callback that returns False while somebody else says what is good."""
        """Returns True if Enter and Space focus the hand; a guide uses these keys itself."""
        self.choice_prompt = ChoicePrompt(table_view.viewport())
        self.optional_actions = OptionalActionsBar(player_view, table_view.viewport())
        self.proxies = HandProxies(self._scene, table_view.viewport(), parent)
        self.hints = HintController(player_view, self)
        self.flight = CardFlightController(scene, self)
        self.count_tags = CardCountLayer(self._scene)
        self._connect_signals()

    def _connect_signals(self) -> None:
        self.choice_prompt.command_chosen.connect(self._on_choice)
        self.choice_prompt.choice_refused.connect(self.announced)
        self._table_view.card_hovered.connect(self._on_card_pointed)
        self._table_view.card_clicked.connect(self._on_card_clicked)
        self._table_view.card_dropped.connect(self.choose_card)
        self._table_view.card_menu_requested.connect(self.open_show_menu)
        self.optional_actions.command_chosen.connect(self._emit_unasked_command)
        self.optional_actions.offer_taken_up.connect(self._ask_offer)
        self.optional_actions.offer_left.connect(self.withdraw_offer)
        self.hints.changed.connect(self._show_hint)
        self.proxies.card_focused.connect(self._on_proxy_focused)
        self.proxies.focus_left.connect(lambda: self._on_proxy_focused(None))
        self.proxies.card_activated.connect(self._on_proxy_pressed)
        self.flight.landed.connect(self.command_chosen)
        self.flight.called_back.connect(self._on_called_back)
        self._table_view.call_back_card = self.flight.call_back_card

    # Questions

    def ask_question(self) -> None:
        question = self._player_view.question
        if question is not None:
            self._show_question(question)

    def _show_question(self, question: Question) -> None:
        self._set_question(question)
        self._noted_face = self._selected_face = None
        answers_by_card = {
            answer.command.card: answer
            for answer in question.answers
            if isinstance(answer.command, CardCommand)
        }
        if not answers_by_card:
            self._show_choices(question)
            return
        # Cards of the hand that the question does not list cannot be chosen.
        answerable_faces = [
            face for face in self._list_hand_faces() if face.card in answers_by_card
        ]
        self._answers = {face: answers_by_card[face.card] for face in answerable_faces}
        self.refusal_by_face = {face: answer.refusal for face, answer in self._answers.items()}
        self._table_view.click_guard.arm()
        self._scene.card_slot.setVisible(self._scene.cards.pile is None)
        self._lift_cards()
        focused_face = self.proxies.focused_face
        if (
            is_screen_reader_active()
            and self.focus_state.is_at_table
            and (focused_face or not self.has_just_skipped())
        ):
            self._focus_playable_card(focused_face)
        # After the focus has reached a card: the notes are for players who look for them.
        self.update_proxies()
        self._table_view.reset_hover()

    def _focus_playable_card(self, focused_face: CardFace | None) -> None:
        if (
            focused_face not in self.refusal_by_face
            or self.refusal_by_face[focused_face] is not None
        ):
            self.focus_hand()

    def _set_question(self, question: Question | None) -> None:
        self.question = question
        self.count_tags.show_counts(() if question is None else question.card_values)
        self.hints.clear_hint()
        self.changed.emit()

    def _show_choices(self, question: Question) -> None:
        choices = build_choices(question, self._player_view.explain, self._speaker)
        notes = [self._speaker.format_message(note) for note in question.notes]
        text, is_at_table = (
            self._speaker.format_message(question.prompt),
            self.focus_state.is_at_table,
        )
        moves_focus = is_at_table and is_screen_reader_active() and not self.has_just_skipped()
        self.choice_prompt.show_question(
            text, choices, notes, keep_focus=moves_focus or not is_at_table
        )
        self._arrange_question()
        self.choices_shown.emit()
        if moves_focus:
            self.choice_prompt.focus_first_choice()

    def _list_hand_faces(self) -> list[CardFace]:
        return [item.face for item in self._scene.cards.own_hand if item.face]

    def _on_choice(self, command: Command) -> None:
        if self.question is not None:
            self._return_focus()
            self.choice_prompt.hide()
            self._emit_command(command)

    def _emit_command(self, command: Command) -> None:
        """Emit a command; that of a card that flies is emitted when it lands."""
        self.is_offer = False
        has_flight = self.flight.start_flight(command)
        self._set_question(None)
        if not has_flight:
            self.command_chosen.emit(command)

    def _on_called_back(self, command: PlayCommand) -> None:
        self.announced.emit(tr("Back in your hand: {card}").format(card=card_name(command.card)))
        self.update_proxies()
        self.changed.emit()

    def choose_card(self, face: CardFace) -> None:
        """Play a card, or say why it may not be played."""
        self.flight.land_card()  # the one before, if any
        command = self._command_for(face)
        if command is None:
            return
        if self.refusal_by_face.get(face) is not None or not self.optional_actions.confirms_breach(
            command
        ):
            self._set_noted_face(face)
            explanation = self._explain_face(face)
            self.card_refused.emit(
                self.refusal_by_face.get(face) or explanation.breach or explanation.sentences[0]
            )
            return
        if face not in self.refusal_by_face:
            self._scene.cards.chosen_item = self._scene.cards.find_card(face)
            self._emit_unasked_command(command)
            return
        self._scene.cards.chosen_item = self._scene.cards.find_card(face)
        self._clear_card_question()
        self._emit_command(command)

    def release_chosen_card(self) -> None:
        """Treat a chosen card as one of the hand again, because the table has refused it."""
        self._scene.cards.return_flown_card()
        self.update_proxies()

    def _on_proxy_pressed(self, face: CardFace) -> None:
        """Handle a card chosen by a key or an assistive tool, which can happen at any time."""
        if self._command_for(face) is None:
            self.announced.emit(tr("No card of yours is asked for now."))
        elif not self.has_just_skipped():
            self.choose_card(face)

    def _command_for(self, face: CardFace | None) -> Command | None:
        """Return the command of a card: the answer to a question, or a play out of turn."""
        if face is not None and face in self.refusal_by_face:
            return self._answers[face].command
        return (
            self.optional_actions.play_command(face.card)
            if face and self.question is None
            else None
        )

    def _clear_card_question(self) -> None:
        had_focus = bool(self.proxies.focused_face) and not is_screen_reader_active()
        self.refusal_by_face, self._answers = {}, {}
        self._noted_face = self._selected_face = None
        self._scene.card_slot.hide()
        self._scene.hide_note()
        self._scene.set_card_states({}, set())
        self.update_proxies()
        if had_focus:
            self._table_page.setFocus()

    # Optional actions

    def refresh_optional_actions(self) -> None:
        """Update what the player may do unasked, in the bar and in the hand."""
        self.optional_actions.refresh_offers(is_asking=self.is_offer)
        self._table_view.allows_early_choice = self.optional_actions.can_play
        self.optional_actions.relayout(self._scene.geometry)
        self.update_proxies()

    def update_proxies(self) -> None:
        """Update the accessible proxies of the hand's cards, with the notes on playable ones."""
        moving_card = self._scene.cards.chosen_item
        hand = [
            item.face
            for item in self._scene.cards.own_hand
            if item.face and item is not moving_card
        ]
        playable_faces = [face for face in hand if self._command_for(face) is not None]
        self.proxies.set_hand(hand, {face: self._spoken_note(face) for face in playable_faces})

    def _ask_offer(self, offer: Question) -> None:
        """Ask an offer like a question; the table waits meanwhile."""
        self._withdraw_question()
        self.is_offer = True
        self._show_question(offer)
        self.refresh_optional_actions()
        self.changed.emit()  # the other buttons have changed

    @property
    def guidance(self) -> str:
        """The next step of an offer that was taken up; empty if none was."""
        message = self.question.guidance if self.question and self.is_offer else None
        return "" if message is None else self._speaker.format_message(message)

    @property
    def open_status(self) -> str:
        """The reason why the moment is open, and what will close it; empty if it is closed."""
        player_view = self._player_view
        if (
            player_view.seat is None
            or not player_view.game.is_open(player_view.view)
            or self.hints.is_shown
        ):
            return ""
        guidance = None if self.question is None else self.question.guidance
        message = guidance or self.optional_actions.ready_guidance
        if message is not None:
            return self._speaker.format_message(message)
        if self.question is not None:
            return ""
        if player_view.is_ready:
            return tr("Waiting until everybody is ready")
        return tr("Waiting for the next lead")

    def withdraw_offer(self) -> bool:
        """Withdraw an offer that was taken up; return False if there is none."""
        if not self.is_offer:
            return False
        self._withdraw_question()
        self.question_withdrawn.emit()
        return True

    def withdraw_stale_question(self) -> None:
        """Withdraw a question that is neither asked nor offered any more after an event."""
        player_view, question = self._player_view, self.question
        if question and question not in (
            player_view.offers if self.is_offer else (player_view.question,)
        ):
            self._withdraw_question()
            self.question_withdrawn.emit()

    def _withdraw_question(self) -> None:
        """Withdraw the current question; it is asked again unless it was an offer."""
        self.choice_prompt.hide()
        self._clear_card_question()
        self._set_question(None)
        self.is_offer = False

    def _emit_unasked_command(self, command: Command) -> None:
        """Emit an unasked command; an interrupted question is asked again after it."""
        self._withdraw_question()
        self._return_focus()
        self._emit_command(command)

    def open_show_menu(self, face: CardFace, position: QPoint) -> None:
        """Open the menu that shows a card to everybody, where that is possible."""
        if self.optional_actions.show_command(face.card) is None:
            return
        menu = QMenu(self._table_page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = tr("Show {card} to everybody").format(card=card_name(face.card))
        menu.addAction(label).triggered.connect(lambda: self._show_card(face))
        menu.popup(position)

    def _show_card(self, face: CardFace) -> None:
        # The table may have advanced while the menu was open.
        command = self.optional_actions.show_command(face.card)
        if command is not None:
            self._emit_unasked_command(command)

    def _open_focused_show_menu(self) -> bool:
        face = self.proxies.focused_face or self._noted_face
        item = None if face is None else self._scene.cards.find_card(face)
        if face is None or item is None:
            return False
        position = self._table_view.mapFromScene(item.placement.x, item.placement.y)
        self.open_show_menu(face, self._table_view.viewport().mapToGlobal(position))
        return True

    # Hints

    @property
    def can_hint(self) -> bool:
        return self.offers_hints() and self.hints.can_answer(self.question)

    def toggle_hint(self) -> None:
        """Show the adviser's hint, or hide it; do nothing if there is no question."""
        if self.hints.is_shown:
            self.hints.clear_hint()
        elif self.can_hint:
            self.hints.request_hint()

    def _hinted_face(self) -> CardFace | None:
        best = self.hints.hint_words.best_command
        return next(
            (face for face in self.refusal_by_face if self._command_for(face) == best), None
        )

    def _show_hint(self) -> None:
        hints, hint_words = self.hints, self.hints.hint_words
        worths = hint_words.format_worths()
        if self.refusal_by_face:
            tags = {
                face: worths.get(self._answers[face].command, "") for face in self.refusal_by_face
            }
            shown_tags = {face: tag for face, tag in tags.items() if tag}
            self._scene.show_hint_tags(shown_tags, self._hinted_face())
            self._lift_cards()
            self.update_proxies()
        else:
            self._scene.show_hint_tags({}, None)
        if self.choice_prompt.isVisible():
            self.choice_prompt.show_worths(worths, hint_words.best_command)
            self.choice_prompt.set_descriptions(hint_words.describe_worth)
        self._scene.hint.set_texts(hints.hint_texts() if hints.is_shown else ("", ""))
        self._arrange_question()
        if self._noted_face and hints.choices:
            self._scene.show_note(self._noted_face, self._note_text(self._noted_face))
        if hints.is_shown and not hints.is_thinking:
            self.announced.emit(join_sentences(*hints.hint_texts()))

    # Pointing

    def _on_card_pointed(self, face: CardFace | None) -> None:
        self._set_noted_face(face or self._selected_face or self.proxies.focused_face)

    def show_note_again(self) -> None:
        """Show the note of the selected, focused or pointed card again after another note."""
        self._set_noted_face(self._noted_face or self._selected_face or self.proxies.focused_face)

    def _on_proxy_focused(self, face: CardFace | None) -> None:
        self._set_noted_face(face or self._selected_face)

    def _on_card_clicked(self, face: CardFace) -> None:
        if self._command_for(face) is None:
            return
        if self.single_click or face == self._selected_face:
            self.choose_card(face)
        else:
            self._selected_face = face
            self._set_noted_face(face)

    def _set_noted_face(self, face: CardFace | None) -> None:
        warns_here = self._command_for(face) and self.optional_actions.warns_of_breach
        if (
            face
            and face not in self.refusal_by_face
            and not (warns_here or self.optional_actions.exposed_message(face.card))
        ):
            face = None
        self._noted_face = face
        if self.refusal_by_face:
            self._lift_cards()
        if not face:
            self._scene.hide_note()
            return
        self._scene.show_note(face, self._note_text(face))

    def _lift_cards(self) -> None:
        lowered = {
            face
            for face, answer in self._answers.items()
            if answer.refusal or (answer.breach and self.optional_actions.warns_of_breach)
        }
        hand = self._list_hand_faces() if self.refusal_by_face else []
        lowered.update(face for face in hand if face not in self._answers)
        lifts = {face: ILLEGAL_LIFT if face in lowered else LEGAL_LIFT for face in hand}
        best = self._hinted_face()
        if best:
            lifts[best] = POINTED_LIFT
        if self._noted_face in lifts and self._noted_face not in lowered:
            lifts[self._noted_face] = POINTED_LIFT
        self._scene.set_card_states(lifts, lowered)
        self.proxies.update_layout()

    def _explain_face(self, face: CardFace) -> Explanation:
        command = self._command_for(face)
        assert command is not None
        return self._player_view.explain(command)

    def _note_text(self, face: CardFace) -> NoteText:
        """Return the note on a card: its sentence, and a small line with the rules."""
        sentences: tuple[Message, ...] = ()
        if self._command_for(face) is not None:
            explanation = self._explain_face(face)
            sentences = explanation.sentences
            if explanation.breach is not None and self.optional_actions.warns_of_breach:
                sentences = (explanation.breach, *sentences)
        exposed_message = self.optional_actions.exposed_message(face.card)
        sentences += () if exposed_message is None else (exposed_message,)
        first, *details = (self._speaker.format_message(sentence) for sentence in sentences)
        if face == self._selected_face and self.refusal_by_face.get(face) is None:
            details.append(tr("Click again to play it"))
        rules = [sentence.rule for sentence in sentences if sentence.rule]
        return make_card_note(
            first,
            self.hints.hint_words.describe_worth(self._command_for(face)),
            *details,
            rules=rules,
        )

    def _spoken_note(self, face: CardFace) -> str:
        return self._note_text(face).spoken_text

    # Keys, size and colours

    def _return_focus(self) -> None:
        """Return the focus to the table; for screen readers keep it in the hand.

        A new focus is announced, which would interrupt the news.
        """
        if not (is_screen_reader_active() and (self.proxies.focused_face or self.focus_hand())):
            self._table_page.setFocus()

    def focus_question(self) -> None:
        """Focus the buttons of the question, or the table."""
        (self.choice_prompt if self.choice_prompt.isVisible() else self._table_page).setFocus()

    def handle_key(self, key: Qt.Key) -> bool:
        """Handle a key: focus the hand by arrows, Home, End or Enter, say *ready*, show a card."""
        if key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.optional_actions.handle_ready_key():
                return True
            asks_card = bool(self.refusal_by_face) and not self.choice_prompt.isVisible()
            return asks_card and self.enter_focuses_hand() and self.focus_hand(self._hinted_face())
        if key == Qt.Key.Key_Menu:
            return self._open_focused_show_menu()
        if key not in _HAND_KEYS or self.choice_prompt.isVisible():
            return False  # the answers have priority
        if key == Qt.Key.Key_Up and self.proxies.focused_face is not None:
            return True  # the focus is in the hand already
        if self.focus_hand(self._face_for_key(key)):
            return True
        self._table_page.setFocus()  # without a hand, the keys belong to the table
        return False

    def _face_for_key(self, key: Qt.Key) -> CardFace | None:
        """Return the card that a key focuses from outside the hand; None without a hand."""
        faces = self.proxies.faces
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return faces[0 if key == Qt.Key.Key_Home else -1] if faces else None
        if key == Qt.Key.Key_Up and self._hinted_face() is not None:
            return self._hinted_face()
        legal = [face for face, refusal in self.refusal_by_face.items() if refusal is None]
        return legal[-1 if key == Qt.Key.Key_Left else 0] if legal else None

    def focus_hand(self, face: CardFace | None = None) -> bool:
        """Focus a card, or the first legal one; return True if the hand has any."""
        self.proxies.focus_card(face or self._face_for_key(Qt.Key.Key_Right))
        return bool(self.proxies.faces)

    def relayout(self) -> None:
        self.proxies.update_layout()
        self.count_tags.update_layout()
        self._arrange_question()
        self.optional_actions.relayout(self._scene.geometry)
        if self._noted_face:
            self._scene.show_note(self._noted_face, self._note_text(self._noted_face))

    def _arrange_question(self) -> None:
        """Place the question above the own hand, and the hint above it or the raised cards.

        Letters are as large as the room below the opposite players allows. Large ones become
        smaller, down to the usual size, rather than cover the trick.
        """
        scene, card_width = self._scene, self._scene.geometry.card_width
        hint, prompt = scene.hint, None if self.choice_prompt.isHidden() else self.choice_prompt
        gap, foot_margin = (0.08 * card_width, 0.0) if prompt else (0.0, 0.24 * card_width)
        areas = [area.adjusted(0, 0, 0, -foot_margin) for area in scene.question_rects()]
        trick_rects = [item.card_rect for _, item in scene.cards.trick]
        if not prompt:
            areas += [_area_between(area, trick_rects) for area in areas]

        def question_rise(area: QRectF) -> float:
            """Return how much higher the question must be than where the player last clicked.

            No answer may appear under that click.
            """
            last_line_rect = scene.status_line.click_prompt_rect
            if prompt is None or last_line_rect is None:
                return 0.0
            return max(
                0.0,
                area.bottom() - last_line_rect.top() + QUESTION_GAP_PX - prompt.free_foot_height,
            )

        def find_cost(candidate: tuple[float, QRectF]) -> tuple[float, float]:
            """Return the missing height, and the area of the trick that large letters cover."""
            scale, area = candidate
            prompt_height = prompt.height_for(area, card_width, scale) if prompt else 0.0
            hint_height = hint.compute_height(area, card_width, scale)
            needed_height = prompt_height + hint_height + (gap if hint_height else 0.0)
            missing_height = max(0.0, needed_height + question_rise(area) - area.height())
            if prompt or not hint_height:
                return missing_height, 0.0
            return missing_height, covered_area(self._place_hint(area, scale), trick_rects)

        prompt_scale, area = find_least_covering(
            product(_text_scales(text_scale()), areas), find_cost
        )
        if prompt:
            prompt.height_for(area, card_width, prompt_scale)
            prompt.relayout(area.adjusted(0, 0, 0, -question_rise(area)), card_width, prompt_scale)
            area.setBottom(prompt.y() - gap)
            # The hint gets what the question leaves.
            area_height = area.height()
            fitting_scales = (
                candidate
                for candidate in _text_scales(text_scale())
                if hint.compute_height(area, card_width, candidate) <= area_height
            )
            prompt_scale = max(prompt_scale, next(fitting_scales, prompt_scale))
        self._place_hint(area, prompt_scale)

    def _place_hint(self, area: QRectF, scale: float) -> QRectF:
        """Place the hint at the bottom of an area, clear of the own tricks; return its box."""
        scene, hint, area = self._scene, self._scene.hint, QRectF(area)
        card_width = scene.geometry.card_width
        hint.stand_in(area, card_width, scale)
        tricks = QRectF()
        for trick_item in scene.cards.won_tricks[scene.near_seat]:
            tricks |= trick_item.pixmap_rect
        if tricks.intersects(hint.sceneBoundingRect()):
            # Beside the own tricks, or above them if they leave too little room.
            if tricks.width() > area.width() / 5:
                area.setBottom(min(area.bottom(), tricks.top() - 0.06 * card_width))
            elif scene.geometry.near_at_right:
                area.setRight(tricks.left() - 0.06 * card_width)
            else:
                area.setLeft(tricks.right() + 0.06 * card_width)
            hint.stand_in(area, card_width, scale)
        return hint.sceneBoundingRect()

    def close(self) -> None:
        self.flight.discard_flight()
        self.hints.close()


def _area_between(area: QRectF, rects: Iterable[QRectF]) -> QRectF:
    """Return the part of an area between the rectangles at the left and right of its middle."""
    middle, left, right = area.center().x(), area.left(), area.right()
    for rect in rects:
        if rect.right() <= middle:
            left = max(left, rect.right() + QUESTION_GAP_PX)
        elif rect.left() >= middle:
            right = min(right, rect.left() - QUESTION_GAP_PX)
    return QRectF(left, area.top(), right - left, area.height())


def _text_scales(max_scale: float) -> Iterator[float]:
    while max_scale >= MIN_SCALE:
        yield max_scale
        max_scale -= SCALE_STEP
