"""The table of a match that is played back, and what stands beside it, as somebody sees them."""

from bisect import bisect_right
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from greenbaize.app.advice.adviser import ADVISER_LEVEL
from greenbaize.app.memory.replays import ReplayView
from greenbaize.match.past import OPEN, Viewer, Walk
from greenbaize.rules.events import Ended, Event
from greenbaize.rules.pictures import Picture
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.memory.replay_words import replay_heading
from greenbaize.ui.sheets.folding import Folding
from greenbaize.ui.sheets.result import ResultSheet, WaysOn
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.table.corner import Corner
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.pointing import Pointing, widget_places
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView
from greenbaize.ui.texts import caption
from greenbaize.ui.theme import Theme
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

WIDE: Final = 1000
"""A table of so many pixels or more has room to say of which day the match is."""
LOWEST: Final = 280
"""The lowest table, in pixels: lower than one at which something is asked above the own cards."""
NO_WAY_ON: Final = WaysOn("", "", "", "")
"""The bar below has all that can follow a replay."""
SAMPLED: Final = 8
"""Of so many deals it is looked how much room the sheet will want."""


class ReplayTable(QWidget):
    """Lays any moment at once, or shows the next event in motion, as ``viewer`` sees it."""

    seen = Signal()
    """The table shows something new."""
    fitted = Signal()
    """The type is of another size now."""
    idle = Signal()
    """Nothing moves any more."""
    rule_asked = Signal(str)
    """Somebody wants to read a rule that is cited at the table or beside it."""

    def __init__(
        self, place: ReplayView, viewer: Viewer, theme: Theme, motion: Motion, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.place, self.viewer, self.motion = place, viewer, motion
        motion.setParent(self)
        self.replay = replay = place.replay
        names = self._names = [shown_name(one.name) for one in replay.header.sitters]
        near = viewer if isinstance(viewer, int) else replay.own or 0
        self.speaker = Speaker(names, place.seat)
        self.aloud = Speaker(names, place.seat, aloud=True)
        self.scene = TableScene(names, near, theme, motion, open_hands=viewer == OPEN)
        self.view = TableView(self.scene, theme, self)
        self.stage = Stage(place.game, self.scene, self._caption, place.seat)
        self.side = Side(place, ADVISER_LEVEL, theme, self)
        self._walk: Walk = replay.playback.walk(0, viewer)
        self._shown: Any = self._walk.view
        self.corner = corner = Corner(place, self.scene, self.view, theme)
        self.pointing = Pointing(place, self.scene, self.view, lambda: self._shown)
        self.scene.covered = lambda: widget_places(self.view, corner.rules_disc, corner.ring_disc)
        self.scene.ring_place = corner.ring_place
        self.scene.spared = lambda: widget_places(self.view, corner.ring_panel)
        self.side.expect(replay.playback.samples(SAMPLED))
        self.result: ResultSheet | None = None
        """The result, at the end of the match until it is put aside."""
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.addWidget(self.view)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setCollapsible(0, False)
        # The column beside the table leaves out what has no room on a low screen.
        self.view.setMinimumHeight(LOWEST)
        self.splitter.setMinimumHeight(LOWEST)
        row = QVBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)
        self.folding = Folding(self.splitter, self.view.viewport(), self.side)

    def _connect(self) -> None:
        self.stage.shown.connect(self._on_shown)
        self.stage.scored.connect(self._show_view)
        self.stage.idle.connect(self.idle)
        self.view.cloth_clicked.connect(self.stage.leave_round)
        self.view.resized.connect(self.pointing.refresh)
        self.view.resized.connect(lambda: self.corner.place(self.scene.geometry))
        self.pointing.rule_asked.connect(self.rule_asked)
        self.side.rule_asked.connect(self.rule_asked)

    def _caption(self, picture: Picture) -> tuple[str, str, str]:
        title, words, news = caption(self.replay.header, picture, self.speaker)
        # The window's title says it as well, and the deal has to be read.
        heading = replay_heading(self.replay.header) if self.width() >= WIDE else ""
        return title, " · ".join(filter(None, (heading, words))), news

    @property
    def shown(self) -> Any:
        """The match as the table shows it."""
        return self._shown

    @property
    def moment(self) -> int:
        """The moment that the table shows, or that what moves leads to."""
        return self._walk.moment

    def lay(self, moment: int) -> None:
        """Lay the table of a moment at once."""
        self.settle()
        told = self._walk_to(moment)
        self.side.lay(self._walk.view, self._before(moment), told)
        self.place.show(self._walk.view)
        self.scene.news.clear()
        self.stage.show_view(self._walk.view)
        self._shown = self._walk.view
        self.corner.show_view(self._shown)
        self.pointing.refresh()
        events = self.replay.playback.events
        self._show_result(events[moment - 1] if moment == len(events) else None)
        self.seen.emit()

    def _show_result(self, end: Event | None) -> None:
        """Lay the result over the table once the match has ended, and nothing before."""
        self.put_result_aside()
        if not isinstance(end, Ended):
            return
        focused, names = self.window().focusWidget() or self.parentWidget(), self._names
        sides = self.place.game.sides(len(names))
        result = self.result = ResultSheet(self.view.viewport(), self.scene.theme, sides)
        result.name_ways(NO_WAY_ON)
        for link in (result.sheet_link, result.review_link, result.statistics_link):
            link.hide()
        result.closed.connect(self.put_result_aside)
        speaker, seat = Speaker(), self.place.seat
        worth = [speaker.say(final) for final in self.place.game.finals(self._walk.view)]
        result.show_result(end.places, worth, names, seat, coin_flip=end.coin_flip)
        self.scene.news.clear()  # the result says so now
        # Every key goes on being the replay's.
        result.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if focused is not None:
            focused.setFocus()

    def put_result_aside(self) -> bool:
        """Let the table be seen; returns whether a result lay over it."""
        result, self.result = self.result, None
        if result is None:
            return False
        result.hide()
        result.deleteLater()
        return True

    def _before(self, moment: int) -> Any:
        """The match after the last trick of the deal before, where a deal has none yet."""
        playback = self.replay.playback
        last = bisect_right(playback.tricks, moment) - 1
        deal = playback.deal_of(moment)
        if last < 0 or playback.tricks[last] > playback.deals[deal]:
            return None
        return playback.view(playback.tricks[last], self.viewer)

    def _walk_to(self, moment: int) -> list[tuple[Event, Any]]:
        """Go to a moment; returns what happened in its deal where that is written down."""
        playback = self.replay.playback
        deal = playback.deal_of(moment)
        written = deal >= 0 and not self.side.has_tricks
        begin = playback.deals[deal] if written else moment
        self._walk = playback.walk(begin, self.viewer)
        # How a deal begins is told to all alike but for the cards, which are not written down.
        told = [(playback.events[begin - 1], self._walk.view)] if written else []
        while self._walk.moment < moment:
            told.append((self._walk.go(), self._walk.view))
        return told

    def go(self) -> tuple[Event, Any]:
        """Let the next event be seen as it was played; returns it, and the match after it."""
        event, view = self._walk.go(), self._walk.view
        self.place.show(view)
        self.stage.hear(event, view)
        self.stage.go_on()
        return event, view

    def settle(self) -> None:
        """Let all that is on its way be there."""
        while self.motion.busy:
            self.motion.hurry()

    def put_away(self) -> None:
        """Tell of nothing more here."""
        self.pointing.end()
        self.corner.close()
        self.side.close_review()

    def _on_shown(self, event: Event, view: Any) -> None:
        self._show_view(view)
        self.side.note(event, view)
        self.pointing.refresh()
        self._show_result(event)

    def _show_view(self, view: Any) -> None:
        self._shown = view
        self.side.show_view(view)
        self.corner.show_view(view)
        self.seen.emit()

    # Looks

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        grown = self.side.fit(self.height())
        self.folding.take_width(self.side.width_wanted())
        if grown is not None:
            self.fitted.emit()

    def set_card_look(self, look: CardLook) -> None:
        """Have cards, and what is written of them, look so."""
        self.scene.set_card_look(look)
        self.scene.show_words(self.place.game.picture(self._shown))
        self.corner.show_letters()
        self.side.set_card_look(look)

    def set_theme(self, theme: Theme) -> None:
        self.scene.set_theme(theme)
        self.view.set_theme(theme)
        self.corner.set_theme(theme)
        self.side.set_theme(theme)
        if self.result is not None:
            self.result.set_theme(theme)
