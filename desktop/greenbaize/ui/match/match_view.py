"""The page of a match in play: table, sheet and questions, connected to a ``PlayerView``."""

from collections.abc import Callable
from time import monotonic
from typing import Any, cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.seats.seat import loss_told
from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.commands import Command, Play, Ready
from greenbaize.rules.events import CardPlayed, Dealt, Event, Scored, SeatGiven, TrickTaken
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Picture
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.match.hand_mark import HandMark
from greenbaize.ui.match.hint_button import HintButton
from greenbaize.ui.match.pacing import Pacing, TableLine
from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.match.trick_line import TrickLine, read_from_afar
from greenbaize.ui.sheets.folding import lay_beside
from greenbaize.ui.sheets.ranking import HALF_MS, HalfTime
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.shell.navigation import Resume
from greenbaize.ui.shell.pages import Destination, TablePage
from greenbaize.ui.table.cloth import lie_under
from greenbaize.ui.table.corner import Corner
from greenbaize.ui.table.hover_help import HoverHelp, widget_places
from greenbaize.ui.table.motion import Clock, Motion, real_time
from greenbaize.ui.table.pace import Pace, Progress
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import GRACE_MS, TableView
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.fonts import SMALL
from greenbaize.ui.widgets.keyboard import Panes, is_listened, step_by_tab, suit_of_key
from greenbaize.ui.widgets.texts import caption
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.reports import Reports
from greenbaize.words.speaker import Speaker

HURRY = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
"""Keys that finish all animations at once."""


class MatchView(TablePage):
    """The table of one match, and the sheet beside it."""

    has_ground = True
    played = True
    ending: Any = None
    """The controller of the result (``ResultController``), once the match is over."""
    lead_on: Callable[[Any], object] | None = None
    """Connects the result to what can follow at a table with friends."""
    guide: QObject | None = None
    """The guide of a guided first deal."""
    goes_on_from: Progress | None = None
    """The progress to which the page that this one replaces had shown the match."""
    missed: Progress | None = None
    """The progress to which a player at a shared computer had seen the match."""
    laid_by: Destination | None = None
    """Route that opened this page, if the match runs elsewhere."""

    deal_shown = Signal(int)
    """Emitted with a deal whose score has been shown."""
    trick_shown = Signal(int, int)
    """Emitted when a trick is complete on the table: its deal, and its number in the deal."""
    finished = Signal()
    """Emitted when the end of the match has been shown."""
    refused = Signal(str, str)
    """Emitted when the table refuses what seemed legal here; with the sentence, and the rule."""
    seat_lost = Signal(str)
    """Emitted with a sentence when a built-in player takes over the seat of a failed program."""

    def __init__(
        self,
        place: PlayerView,
        parent: QWidget | None = None,
        clock: Clock = real_time,
        *,
        table_only: bool = False,
    ) -> None:
        super().__init__(parent)
        self.table_only = table_only
        self.place = place
        names = [shown_name(name) for name in called(place.header.sitters)]
        self._names = tuple(names)
        self._put_away = False
        self.paced: Callable[[Pace], Pace] = lambda pace: pace
        """Adapts the pace of the settings for a guided deal."""
        self.escaped: Callable[[], bool] = lambda: False
        """Called on Esc; returns True if it was used to leave something else."""
        self._hurried_at = -GRACE_MS / 1000
        """Time of the last key that skipped animations, in seconds of ``monotonic``."""
        self.seen: Any = place.view
        """The game state as far as the table has shown it."""
        self._speaker = Speaker(self._names, place.seat)
        self.motion = Motion(self, clock)
        near = place.seat or 0
        self.scene = TableScene(names, near, self.motion, table_only=table_only)
        self.scene.you = place.seat
        self.view = TableView(self.scene, self)
        self.stage = Stage(place.game, self.scene, self._caption, place.seat)
        self.asking = PromptController(place, self.scene, self.view, self)
        self.corner = Corner(place, self.scene, self.view)
        self.asking.optional.behind = lambda: self.stage.behind_deal
        self.line: TableLine | TrickLine = (
            TrickLine(place.game, self.scene, self.stage, self)
            if table_only
            else TableLine(self.scene, self.asking, self.stage, self)
        )
        self.pacing = Pacing(place, self.stage, self.scene)
        if table_only:
            self.stage.is_person = self._is_person
        self.side = Side(place, self)
        self.hint_button = HintButton(self.asking, self.scene, self.view.viewport())
        self.pointing = HoverHelp(place, self.scene, self.view, lambda: self.seen)
        self.pointing.looking.home = self
        self.asking.attention.looks_around = lambda: self.pointing.looking.on
        self.asking.hurried = self._has_hurried
        self.reports = Reports(place.game, self._names, place.seat)
        self.pointing.said = self.reports.open_words
        self.hand_mark = HandMark(self, self.scene, self.asking)
        self.half_time = HalfTime(self.view.viewport(), place.game, self._names, place.seat)
        asking, corner = self.asking, self.corner
        asked = (asking.prompt, asking.optional, self.hint_button)
        over = (*asked, corner.rules_button, corner.ring_disc)
        self.scene.covered = lambda: widget_places(self.view, *over)
        self.scene.ring_place = corner.ring_place
        self.scene.spared = lambda: widget_places(self.view, corner.ring_panel)
        lie_under(self)
        self._lay_out()
        self._connect()
        for aid in (corner.rules_button, corner.ring_disc, corner.ring_panel, self.hint_button):
            aid.installEventFilter(self)
        # A click on the cloth focuses the page; Tab moves on to the controls.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(tr("The table"))

    def _lay_out(self) -> None:
        self.folding = lay_beside(self, self.view, self.side, self.motion)
        self.splitter = self.folding.splitter
        self.folding.changed.connect(self.folded)
        self.folding.turned.connect(self.side_turned)
        if self.table_only:
            self.folding.keep_away()
        self._show_sheet(self.place.view)

    def _connect(self) -> None:
        self.place.listen(self._on_event)
        self.stage.begun.connect(self._on_begun)
        self.stage.shown.connect(self._on_shown)
        self.stage.scored.connect(self._show_sheet)
        self.stage.told.connect(self._tell)
        self.pacing.rested.connect(self._refresh_optional)
        self.pacing.person_acts.connect(self.folding.drawer.end_look)
        self.pacing.person_acts.connect(self._find_keyboard)
        self.pacing.person_acts.connect(self.asking.ask)
        self.pacing.forced.connect(self._submit)
        self.pacing.finished.connect(self.finished)
        self.line.spoken.connect(self._tell)
        self.asking.chosen.connect(self._submit)
        self.asking.changed.connect(self._on_question_changed)
        self.asking.withdrawn.connect(self._on_withdrawn)
        self.asking.spoken.connect(self._answer)
        self.view.hurried.connect(self.stage.hurry)
        self.view.cloth_clicked.connect(self.stage.leave_round)
        self.half_time.pressed.connect(self.stage.hurry)
        self.motion.rested.connect(self.half_time.hide)
        self.view.resized.connect(self.half_time.lay_out)
        self.view.resized.connect(self.asking.lay_out)
        self.view.resized.connect(self.hint_button.lay_out)
        self.view.resized.connect(self.hand_mark.refresh)
        self.view.resized.connect(self.line.refresh)
        self.view.resized.connect(self.pointing.refresh)
        self.pointing.gone.connect(self.asking.show_note_again)
        self.pointing.rule_asked.connect(self.rule_asked)
        self.side.rule_asked.connect(self.rule_asked)
        self.view.resized.connect(self.corner.lay_out)
        self.view.resized.connect(self.scene.occasions.stand_clear)

    def begin(self) -> None:
        """Start the match, or continue where it was left."""
        # Show the plates before the first event: there may be many before a deal, or none.
        seen, unseen = self.missed or self.goes_on_from or Progress(self.place.view)
        self.stage.show_view(seen)
        self._show_sheet(seen)
        self.side.recall(seen, len(unseen))
        if self.missed is not None:
            self.stage.hear_missed(unseen)
        else:
            for event, view in unseen:
                self.stage.hear(event, view)
        self.place.begin()
        self.stage.go_on()

    @property
    def progress(self) -> Progress:
        return self.stage.progress

    @property
    def way_back(self) -> Destination | None:
        if self.match is None:
            return self.laid_by
        several = len(self.match.places) > 1
        return Resume(self.match.file.path, None if several else self.place.seat)

    def leave(self) -> None:
        if self.ending is not None:
            self.ending.put_away()
            self.ending = None
        self.put_away()
        if not self.keeps_place:
            self.place.leave()
        if self.match is not None:
            self.match.close()

    def put_away(self) -> None:
        """Disconnect the page; another one may continue from the same ``PlayerView``."""
        self._put_away = True
        self.place.unlisten(self._on_event)
        self.pacing.end()
        self.asking.close()
        self.pointing.end()
        self.corner.close()
        self.side.close_review()
        self.motion.hurry()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    # Events

    def _on_event(self, event: Event) -> None:
        if self._put_away:
            return
        self.stage.hear(event, self.place.view)
        self.asking.withdraw_stale()
        self._refresh_optional()
        self.pacing.see_whether_pressed()

    def _refresh_optional(self) -> None:
        self.asking.refresh_optional()
        self.line.refresh()

    def _on_begun(self, event: Event, view: Any) -> None:
        if isinstance(event, TrickTaken):
            self.side.see_full_trick(view)

    def _on_shown(self, event: Event, view: Any) -> None:
        self._show_sheet(view)
        self.side.note(event, view)
        self.pointing.refresh()
        self.asking.name_handles()
        if isinstance(event, Dealt):
            self._refresh_optional()
        if isinstance(event, SeatGiven):
            self._tell_loss(event)
        elif isinstance(event, Scored):
            self.side.offer_review(event.deal)
            self._show_half(event, view)
            self.deal_shown.emit(event.deal)
            if not self.place.over and self.half_time.isHidden():
                self.folding.peek()
        elif isinstance(event, CardPlayed):
            picture = self.place.game.picture(view)
            if picture.trick is not None and len(picture.trick.cards) == len(self._names):
                self.trick_shown.emit(picture.deal, len(picture.taken) + 1)

    def _show_half(self, event: Scored, view: Any) -> None:
        """Show the standings at half-time of the match, for as long as there is time."""
        if self.motion.speed > 0 and self.half_time.lay(event, view):
            self._tell(self.half_time.words)
            self.half_time.setVisible(self.stage.hold(HALF_MS))

    def _show_sheet(self, view: Any) -> None:
        self.seen = view
        self.side.show_view(view)
        self.corner.show_view(view)
        self.sheet_changed.emit()

    def _tell(self, words: str) -> None:
        announce(self, words)

    def _answer(self, words: str) -> None:
        announce(self, words, urgent=True)

    def _is_person(self, seat: int) -> bool:
        return seat in self.place.people and not self.place.computer(seat)

    def _caption(self, picture: Picture) -> tuple[str, str, str]:
        return caption(self.place.header, picture, self._speaker)

    def _tell_loss(self, event: SeatGiven) -> None:
        if self.place.header.sitters[event.seat].program is not None:
            self.seat_lost.emit(self._speaker.say(loss_told(event.seat, event.why)))

    # The player's actions

    @property
    def can_hint(self) -> bool:
        return self.asking.can_hint

    @property
    def has_result(self) -> bool:
        return self.place.over and self.pacing.ended

    def _on_question_changed(self) -> None:
        self.pacing.held = self.asking.question is not None

    def _on_withdrawn(self) -> None:
        # The focus may have been on a button that is gone.
        self.take_keyboard()
        self.stage.go_on()

    def _submit(self, command: Command) -> None:
        game, view = self.place.game, self.place.view
        leads = isinstance(command, Play) and game.turn(view) == command.seat
        self.stage.note_act(closing=game.open(view) and (leads or isinstance(command, Ready)))
        self.place.submit(command, self._on_judged)

    def _on_judged(self, refusal: Message | None) -> None:
        if refusal is not None:
            self.refused.emit(self._speaker.say(refusal), refusal.rule)
        self.stage.go_on()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Space advance while the table waits, whichever button has the focus."""
        is_space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        if is_space and event.type() == QEvent.Type.KeyPress and self.motion.waits:
            self.keyPressEvent(cast("QKeyEvent", event))
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, suit = Qt.Key(event.key()), suit_of_key(event)
        if key == Qt.Key.Key_Escape and (
            self.panes.come_back() or self.asking.put_back() or self.escaped()
        ):
            return
        if event.isAutoRepeat() and key in HURRY and self.asking.question is not None:
            return  # still held from the press that advanced
        if key in HURRY:
            self._hurried_at = monotonic()
        if self.motion.busy and key in HURRY:
            self.stage.hurry()
        elif (key in HURRY and self.stage.leave_round()) or self.asking.take_key(key):
            return
        elif self.asking.prompt.isVisible():
            self.asking.prompt.keyPressEvent(event)
        elif suit is not None and self.asking.handles.take_suit(suit):
            return
        elif not self.asking.optional.take_letter(event):
            super().keyPressEvent(event)

    # Focus and appearance

    def take_keyboard(self) -> None:
        """Focus the page, or the buttons of a question, unless the focus is outside the table."""
        if self.asking.attention.is_at_table:
            prompt = self.asking.prompt
            (prompt if prompt.isVisible() else self).setFocus()

    def _take_hand(self) -> None:
        """Focus the question, the hand, or the page if there is neither."""
        prompt = self.asking.prompt
        if prompt.isVisible():
            prompt.take_first()
        elif not self.asking.take_hand():
            self.setFocus()

    @property
    def panes(self) -> Panes:
        return Panes(self, self._take_hand, self.pointing, self.side.parts)

    def _has_hurried(self) -> bool:
        return monotonic() - self._hurried_at < GRACE_MS / 1000

    def read_out(self, report: str) -> None:
        words = self.reports.say(report, self.seen, self.side.last)
        announce(self, words, urgent=True)
        self.told.emit(words)

    def _take_keyboard_first(self) -> None:
        window = self.window()
        if not self.isAncestorOf(window.focusWidget() or window):
            self._take_anyway()

    def _take_anyway(self) -> None:
        """Focus the page; for screen readers, the first answer."""
        if is_listened() and self.asking.question is not None:
            self._take_hand()
        else:
            self.setFocus()

    def _find_keyboard(self) -> None:
        focused = self.window().focusWidget()
        if focused is None or not focused.isVisible():
            self._take_anyway()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the focus, whatever had it before."""
        super().showEvent(event)
        self._take_anyway()
        # The previous page is hidden only now, and Qt may move the focus on from there.
        QTimer.singleShot(0, self, self._take_keyboard_first)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus through hand, answers, other controls, and sheet."""
        asking, corner = self.asking, self.corner
        table = (asking.handles, asking.prompt, asking.optional, self.hint_button)
        aids = (corner.rules_button, corner.ring_disc, corner.ring_panel)
        return step_by_tab((*table, *aids, self.view, self.side), forward=forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit(self.height())
        if self.table_only:
            # The result is read from a distance as well.
            lettering.set_scale(self.scene.least_letter / SMALL)
        self.folding.take_width(self.side.width_wanted())

    def apply(self, settings: Settings, pace: Pace, haste: float, *, still: bool) -> None:
        self.asking.single_click = settings.single_click
        self.asking.prompt.keys_ask = settings.keys_ask
        self.side.offers_reviews = settings.offer_review
        self.asking.optional.warns = settings.warn
        pace = pace.with_others() if self.shared else pace
        self.stage.pace = read_from_afar(pace) if self.table_only else self.paced(pace)
        self.motion.haste, self.motion.speed = haste, haste * settings.speed
        self.motion.jumps = still

    def set_card_look(self, look: CardLook) -> None:
        self.scene.set_card_look(look)
        self.scene.show_words(self.place.game.picture(self.seen))
        self.corner.show_letters()
        self.asking.refresh_optional()
        self.side.set_card_look(look)

    def dress(self) -> None:
        lie_under(self)
        self.asking.optional.dress()
        self.half_time.dress()
        self.side.dress()
        if self.ending is not None:
            self.ending.dress()
        self.dressed.emit()
