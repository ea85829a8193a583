"""The page of a replay: table, sheet and bar."""

from bisect import bisect_left, bisect_right
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.memory.replays import Replay, ReplayView
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.tables.default_players import called
from greenbaize.match.past import Viewer
from greenbaize.rules.events import Dealt, Ended, Scored
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import CardLook, card_look
from greenbaize.ui.features.history.replay_bar import SPEEDS, ReplayBar, Timeline
from greenbaize.ui.features.history.replay_table import ReplayTable, ReplayVoice, replay_title
from greenbaize.ui.shell.navigation import Replay as ReplayAt
from greenbaize.ui.shell.pages import Destination, TablePage
from greenbaize.ui.table.cloth import lie_under
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.keyboard import Panes
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.reports import Reports

ACT_MS: Final = 260
"""Pause before a player's event (ms at speed 1)."""
STILL_MS: Final = 700
"""Pause before each event if animations are off (ms at speed 1)."""
EDGE: Final = 12
LOW: Final = 430
"""Height below which the bar has a single row (px)."""


class Replaying(TablePage):
    """Page that replays a match; ``launcher`` starts the bots of the adviser."""

    has_ground = True

    left = Signal()
    play_on_asked = Signal()
    viewer_changed = Signal()

    def __init__(
        self, replay: Replay, parent: QWidget | None = None, launcher: BotLauncher = HERE
    ) -> None:
        super().__init__(parent)
        self.replay = replay
        self.playing = False
        self._launcher = launcher
        self._table_speed, self._card_look, self._speed = 1.0, card_look(), 1.0
        self._haste, self._jumps, self._pace = 1.0, False, Pace()
        self._settling = False
        self._wanted: int | None = None
        self.voice = ReplayVoice(replay.playback.game, self)
        self._gap = QTimer(self, singleShot=True)
        self._gap.timeout.connect(self._go)
        self._jump = QTimer(self, singleShot=True, interval=0)
        self._jump.timeout.connect(self._lay_wanted)
        last = len(replay.playback)
        moments = Timeline(last, replay.playback.deals, self.words_of, self)
        self.bar = ReplayBar(replay, moments, self)
        self._foot = column_of(self.bar, margins=(EDGE, 0, EDGE, EDGE))
        self._take(self._made_table(replay.viewers[0]))
        parts = ((self.table, 1), self._foot)
        self._column = column_of(*parts, within=self, margins=(0, 0, 0, 0), spacing=0)
        lie_under(self)
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("The table"))
        self.table.lay(0)

    def _connect(self) -> None:
        bar = self.bar
        bar.moments.valueChanged.connect(self._want)
        goes = (self.step, self.go_to_trick, self.go_to_deal)
        for back, forth, go in zip(reversed(bar.back), bar.forth, goes, strict=True):
            back.clicked.connect(lambda _=False, go=go: go(-1))
            forth.clicked.connect(lambda _=False, go=go: go(1))
        bar.play.clicked.connect(self.play_or_pause)
        bar.speed.currentIndexChanged.connect(self._on_speed)
        bar.viewer.currentIndexChanged.connect(lambda at: self.look_as(self.replay.viewers[at]))
        bar.play_on.clicked.connect(self.play_on_asked)
        bar.leave.clicked.connect(self.left)

    def _made_table(self, viewer: Viewer) -> ReplayTable:
        replay = self.replay
        own = replay.own if viewer == replay.own or replay.told else None
        place = ReplayView(replay, own, self._launcher)
        table = ReplayTable(place, viewer, Motion(self), self)
        self._hasten(table)
        table.set_card_look(self._card_look)
        table.pointing.looking.home = self
        table.rule_asked.connect(self.rule_asked)
        table.folding.changed.connect(self.folded)
        table.folding.turned.connect(self.side_turned)
        table.sheet_changed.connect(self.sheet_changed)
        table.sheet_changed.connect(self._show_moment)
        table.idle.connect(self._on_idle)
        table.fitted.connect(self.bar.set_scale)
        table.view.hurried.connect(self.settle)
        return table

    def _take(self, table: ReplayTable) -> None:
        self.table, self.place, self.scene = table, table.place, table.scene
        self.side, self.folding = table.side, table.folding
        self.corner, self.pointing = table.corner, table.pointing

    # Requests of the window and its menus

    @property
    def panes(self) -> Panes:
        return Panes(self, self.setFocus, self.pointing, (*self.table.side.parts, self.bar))

    def read_out(self, report: str) -> None:
        table = self.table
        names = [shown_name(name) for name in called(self.replay.header.sitters)]
        reports = Reports(table.place.game, names, table.place.seat)
        words = reports.say(report, table.seen, table.side.last)
        announce(self, words, urgent=True)
        self.told.emit(words)

    @property
    def seen(self) -> Any:
        return self.table.seen

    @property
    def moment(self) -> int:
        return self.table.moment if self._wanted is None else self._wanted

    @property
    def way_back(self) -> Destination:
        return ReplayAt(self.replay.path, self.table.viewer, self.moment, self.playing)

    @property
    def heading(self) -> str:
        return replay_title(self.replay.header)

    def apply(self, settings: Settings, pace: Pace, haste: float, *, still: bool) -> None:
        self.set_pace(haste * settings.speed, haste, pace, jumps=still)

    def leave(self) -> None:
        self.pause()
        self._jump.stop()
        self.table.put_away()
        self.settle()

    # Playback

    def play_or_pause(self) -> None:
        """Start or stop playback; at the end of the match, start from the beginning."""
        if self.playing:
            self.pause()
            return
        if self.moment >= len(self.replay.playback):
            self.go_to(0)
        self.playing = True
        self.bar.show_playing(on=True)
        self._on_idle()

    def pause(self) -> None:
        """Stop playback; running animations finish."""
        self.playing = False
        self._gap.stop()
        self.voice.tell_gathered()
        self.bar.show_playing(on=False)

    def _on_idle(self) -> None:
        if not self.playing or self._settling or self._gap.isActive() or self.table.motion.busy:
            return
        playback, moment = self.replay.playback, self.table.moment
        if moment >= len(playback):
            self.pause()
            return
        gap = ACT_MS if playback.events[moment].type in playback.game.stated else 0
        if self._table_speed <= 0:
            gap = STILL_MS
        self._gap.start(round(gap / self._speed))

    def _go(self) -> None:
        event, view = self.table.go()
        self.voice.go_on(event, view, self.table.aloud, self._speed)

    def settle(self) -> None:
        """Finish all animations at once."""
        self._settling = True
        try:
            self.table.settle()
        finally:
            self._settling = False
        self._on_idle()

    # Navigation

    def step(self, way: int) -> None:
        self.pause()
        self._lay_wanted()
        if way < 0:
            self.go_to(self.moment - 1)
        elif self.moment < len(self.replay.playback):
            self.settle()
            event, view = self.table.go()
            self.voice.step(event, view, self.table.aloud)

    def go_to_trick(self, way: int) -> None:
        """Go to the neighbouring full trick, or turn in games without tricks."""
        playback = self.replay.playback
        self._go_among(sorted({0, *playback.steps, *playback.deals, len(playback)}), way)

    def go_to_deal(self, way: int) -> None:
        """Go to the neighbouring start of a deal, after its cards are dealt."""
        playback = self.replay.playback
        self._go_among([0, *playback.deals, len(playback)], way)

    def _go_among(self, moments: list[int], way: int) -> None:
        if way > 0:
            at = bisect_right(moments, self.moment)
        else:
            at = bisect_left(moments, self.moment) - 1
        if 0 <= at < len(moments):
            self.go_to(moments[at])

    def go_to(self, moment: int) -> None:
        self._jump.stop()
        self._gap.stop()
        self._wanted = None
        self._settling = True
        try:
            self.table.lay(min(max(moment, 0), len(self.replay.playback)))
        finally:
            self._settling = False
        self.voice.jump(self.words_of(self.table.moment))
        self._on_idle()

    def _want(self, moment: int) -> None:
        # While the knob is dragged, only its latest position is shown.
        self._wanted = moment
        self._jump.start()

    def _lay_wanted(self) -> None:
        if self._wanted is not None:
            self.go_to(self._wanted)

    def look_as(self, viewer: Viewer) -> None:
        moment, old = self.moment, self.table
        old.put_away()
        old.idle.disconnect(self._on_idle)
        sizes, folded = old.splitter.sizes(), old.folding.unwanted
        self._take(self._made_table(viewer))
        self._column.replaceWidget(old, self.table)
        old.hide()
        old.settle()
        old.deleteLater()
        self.table.show()
        self.table.folding.show_folded(on=folded)
        self.table.splitter.setSizes(sizes)
        self.go_to(moment)
        self.viewer_changed.emit()

    # Bar

    def _show_moment(self) -> None:
        moment = self.table.moment
        self.bar.show_moment(moment, self.words_of(moment))
        problem = ""
        if self.replay.with_others:
            problem = tr("You can still continue this match together with the others.")
        elif not self.replay.can_play_on:
            problem = tr("This record does not say how the match would go on.")
        elif moment > self.replay.last_choice:
            problem = tr("There is nothing left to decide here.")
        self.bar.show_play_on(problem)

    def words_of(self, moment: int) -> str:
        playback = self.replay.playback
        deal = playback.deal_of(moment)
        if moment and isinstance(playback.events[moment - 1], Ended):
            return tr("The end")
        if deal < 0:
            return tr("The beginning")
        begin = playback.deals[deal]
        dealt = playback.events[begin - 1]
        assert isinstance(dealt, Dealt)
        if isinstance(playback.events[moment - 1], Scored):
            return tr("Deal {deal}, the score").format(deal=dealt.deal)
        end = playback.deals[deal + 1] - 1 if deal + 1 < len(playback.deals) else len(playback)
        if playback.game.has_tricks and playback.awaits_first_card(moment):
            return tr("Deal {deal}, the opening").format(deal=dealt.deal)
        counted = playback.counted
        first = bisect_right(counted, begin)
        count = bisect_right(counted, end) - first
        number = min(bisect_right(counted, moment) - first + 1, max(1, count))
        trick, turn = tr("Deal {deal}, trick {number}"), tr("Deal {deal}, turn {number}")
        return (trick if playback.game.has_tricks else turn).format(deal=dealt.deal, number=number)

    # Keys and settings

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        by_trick = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        match key:
            case Qt.Key.Key_Space:
                self.play_or_pause()
            case Qt.Key.Key_Right | Qt.Key.Key_Left:
                way = 1 if key == Qt.Key.Key_Right else -1
                (self.go_to_trick if by_trick else self.step)(way)
            case Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                self.go_to_deal(1 if key == Qt.Key.Key_PageDown else -1)
            case Qt.Key.Key_Home:
                self.go_to(0)
            case Qt.Key.Key_End:
                self.go_to(len(self.replay.playback))
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.bar.change_speed(1 if key == Qt.Key.Key_Up else -1)
            case Qt.Key.Key_Escape if self.table.motion.busy or self.playing:
                self.pause()
                self.settle()
            case Qt.Key.Key_Escape if self.table.put_result_aside():
                pass
            case _:
                super().keyPressEvent(event)

    def _on_speed(self, at: int) -> None:
        self._speed = SPEEDS[at]
        self._hasten(self.table)

    def set_pace(
        self, speed: float, haste: float = 1.0, pace: Pace | None = None, *, jumps: bool = False
    ) -> None:
        """Set the speed of animations and pauses, without waits for the person.

        At a ``speed`` of 0 animations and pauses end at once. ``pause_speed`` is the factor for
        pauses of a chosen duration. With ``instant`` animations end at once, but pauses remain.
        """
        self._table_speed, self._haste, self._jumps = speed, haste, jumps
        self._pace = (pace or Pace())._replace(waits=False)
        self._hasten(self.table)

    def _hasten(self, table: ReplayTable) -> None:
        motion = table.motion
        motion.speed, motion.haste = self._table_speed * self._speed, self._haste * self._speed
        motion.jumps, table.stage.pace = self._jumps, self._pace

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self.bar.wide_width + 2 * EDGE or self.height() < LOW
        edge = EDGE // 2 if narrow else EDGE
        self._foot.setContentsMargins(edge, 0, edge, edge)
        self.bar.set_narrow(on=narrow)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the keyboard focus."""
        super().showEvent(event)
        self.setFocus()
        self._show_moment()

    def set_card_look(self, look: CardLook) -> None:
        self._card_look = look
        self.table.set_card_look(look)

    def dress(self) -> None:
        lie_under(self)
        self.table.dress()
        self.bar.set_scale()
