"""The table of a replay with the sheet beside it, for one viewer."""

from bisect import bisect_right
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.memory.replays import ReplayView
from greenbaize.app.tables.default_players import called
from greenbaize.match.header import Header, begun_of
from greenbaize.match.past import OPEN, Viewer, Walk
from greenbaize.rules.events import Dealt, Ended, Event, Scored, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.pictures import Picture
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.sheets.folding import lay_beside
from greenbaize.ui.sheets.result import ResultSheet, WaysOn
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.table.corner import Corner
from greenbaize.ui.table.hover_help import HoverHelp, widget_places
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.texts import begun_text, caption
from greenbaize.words.catalogue import tr
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.phrases import event_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief, together
from greenbaize.words.titles import game_title

WIDE: Final = 1000
"""Table width from which the caption includes the date of the match (px)."""
LOWEST: Final = 280
"""Least height of the table (px): less than a live table, as no prompts appear above the hand."""
NO_WAY_ON: Final = WaysOn("", "", "", "")
"""No buttons on the result: the bar below offers everything."""
SAMPLED: Final = 8
"""Sampled deals for estimating the width of the sheet."""
FAST: Final = 1.0
"""Playback speed above which events are announced in groups instead of one by one."""
_CLOSES = (TrickTaken, Scored, Dealt, Ended)
"""Events that end a group of announcements."""


class ReplayTable(QWidget):
    """Table that shows any moment at once, or animates the next event, for one ``viewer``."""

    sheet_changed = Signal()
    fitted = Signal()
    idle = Signal()
    rule_asked = Signal(str)

    def __init__(self, place: ReplayView, viewer: Viewer, motion: Motion, parent: QWidget) -> None:
        super().__init__(parent)
        self.place, self.viewer, self.motion = place, viewer, motion
        motion.setParent(self)
        self.replay = replay = place.replay
        names = self._names = [shown_name(name) for name in called(replay.header.sitters)]
        near = viewer if isinstance(viewer, int) else replay.own or 0
        self.speaker = Speaker(names, place.seat)
        self.aloud = Speaker(names, place.seat, aloud=True)
        self.scene = TableScene(names, near, motion, open_hands=viewer == OPEN)
        self.view = TableView(self.scene, self)
        self.stage = Stage(place.game, self.scene, self._caption, place.seat)
        self.side = Side(place, self)
        self._walk: Walk = replay.playback.walk(0, viewer)
        self.seen: Any = self._walk.view
        self.corner = corner = Corner(place, self.scene, self.view)
        self.pointing = HoverHelp(place, self.scene, self.view, lambda: self.seen)
        self.scene.covered = lambda: widget_places(self.view, corner.rules_button, corner.ring_disc)
        self.scene.ring_place = corner.ring_place
        self.scene.spared = lambda: widget_places(self.view, corner.ring_panel)
        self.side.expect(replay.playback.samples(SAMPLED))
        self.result: ResultSheet | None = None
        """Result sheet at the end of the match, until it is dismissed."""
        self.view.setMinimumHeight(LOWEST)
        self.folding = lay_beside(self, self.view, self.side, self.motion)
        self.splitter = self.folding.splitter
        self._connect()

    def _connect(self) -> None:
        self.stage.shown.connect(self._on_shown)
        self.stage.scored.connect(self._show_view)
        self.stage.idle.connect(self.idle)
        self.view.cloth_clicked.connect(self.stage.leave_round)
        self.view.resized.connect(self.pointing.refresh)
        self.view.resized.connect(self.corner.lay_out)
        self.view.resized.connect(self.scene.occasions.stand_clear)
        self.pointing.rule_asked.connect(self.rule_asked)
        self.side.rule_asked.connect(self.rule_asked)

    def _caption(self, picture: Picture) -> tuple[str, str, str]:
        title, words, news = caption(self.replay.header, picture, self.speaker)
        # The window's title has the date too; on a narrow table the deal number needs the room.
        heading = replay_heading(self.replay.header) if self.width() >= WIDE else ""
        return title, " · ".join(filter(None, (heading, words))), news

    @property
    def moment(self) -> int:
        """Moment that the table shows or is animating towards."""
        return self._walk.moment

    def lay(self, moment: int) -> None:
        self.settle()
        told = self._walk_to(moment)
        self.side.lay(self._walk.view, self._before(moment), told)
        self.place.shown = self._walk.view
        self.scene.news.clear()
        self.stage.show_view(self._walk.view)
        self.seen = self._walk.view
        self.corner.show_view(self.seen)
        self.pointing.refresh()
        events = self.replay.playback.events
        self._show_result(events[moment - 1] if moment == len(events) else None)
        self.sheet_changed.emit()

    def _show_result(self, end: Event | None) -> None:
        self.put_result_aside()
        if not isinstance(end, Ended):
            return
        focused, names = self.window().focusWidget() or self.parentWidget(), self._names
        sides = self.place.game.sides(len(names))
        result = self.result = ResultSheet(self.view.viewport(), sides)
        result.name_ways(NO_WAY_ON)
        for link in (result.sheet_link, result.review_link, result.statistics_link):
            link.hide()
        result.closed.connect(self.put_result_aside)
        speaker, seat = Speaker(), self.place.seat
        worth = [speaker.say(final) for final in self.place.game.finals(self._walk.view)]
        result.show_result(end.places, worth, names, seat, coin_flip=end.coin_flip)
        self.scene.news.clear()  # the result sheet says the same
        # Key events stay with the replay page.
        result.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if focused is not None:
            focused.setFocus()

    def put_result_aside(self) -> bool:
        """Close the result sheet; return False if there is none."""
        result, self.result = self.result, None
        if result is None:
            return False
        result.hide()
        result.deleteLater()
        return True

    def _before(self, moment: int) -> Any:
        """Return the view after the previous deal's last trick, while the deal has no trick yet."""
        playback = self.replay.playback
        last = bisect_right(playback.tricks, moment) - 1
        deal = playback.deal_of(moment)
        if last < 0 or playback.tricks[last] > playback.deals[deal]:
            return None
        return playback.view(playback.tricks[last], self.viewer)

    def _walk_to(self, moment: int) -> list[tuple[Event, Any]]:
        """Move the cursor to a moment; return its deal's events if the side panel logs them."""
        playback = self.replay.playback
        deal = playback.deal_of(moment)
        written = deal >= 0 and not self.side.has_tricks
        begin = playback.deals[deal] if written else moment
        self._walk = playback.walk(begin, self.viewer)
        # The log names no cards, and without them a deal's start looks alike to all viewers.
        told = [(playback.events[begin - 1], self._walk.view)] if written else []
        while self._walk.moment < moment:
            told.append((self._walk.go(), self._walk.view))
        return told

    def go(self) -> tuple[Event, Any]:
        """Animate the next event; return it with the view after it."""
        event, view = self._walk.go(), self._walk.view
        self.place.shown = view
        self.stage.hear(event, view)
        self.stage.go_on()
        return event, view

    def settle(self) -> None:
        while self.motion.busy:
            self.motion.hurry()

    def put_away(self) -> None:
        self.pointing.end()
        self.corner.close()
        self.side.close_review()

    def _on_shown(self, event: Event, view: Any) -> None:
        self._show_view(view)
        self.side.note(event, view)
        self.pointing.refresh()
        self._show_result(event)

    def _show_view(self, view: Any) -> None:
        self.seen = view
        self.side.show_view(view)
        self.corner.show_view(view)
        self.sheet_changed.emit()

    # Layout and theme

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        grown = self.side.fit(self.height())
        self.folding.take_width(self.side.width_wanted())
        if grown is not None:
            self.fitted.emit()

    def set_card_look(self, look: CardLook) -> None:
        self.scene.set_card_look(look)
        self.scene.show_words(self.place.game.picture(self.seen))
        self.corner.show_letters()
        self.side.set_card_look(look)

    def dress(self) -> None:
        self.side.dress()
        if self.result is not None:
            self.result.dress()


class ReplayVoice:
    """Announces single events at once, and collects them during playback."""

    def __init__(self, game: Game[Any], widget: QWidget) -> None:
        self._game, self._widget = game, widget
        self._gathered: list[str] = []

    def step(self, event: Event, view: Any, speaker: Speaker) -> None:
        """Announce an event that a key or a click has stepped to."""
        self.jump(self._words(event, view, speaker))

    def go_on(self, event: Event, view: Any, speaker: Speaker, speed: float) -> None:
        """Collect the text of an event, and announce all texts after a trick or deal."""
        closes = isinstance(event, _CLOSES)
        if closes or speed <= FAST:
            self._gathered.append(self._words(event, view, speaker))
        if closes:
            self.tell_gathered()

    def _words(self, event: Event, view: Any, speaker: Speaker) -> str:
        return event_words(self._game, event, view, speaker, brief=is_brief())

    def tell_gathered(self) -> None:
        words = together(*self._gathered)
        self._gathered.clear()
        if words:
            announce(self._widget, words)

    def jump(self, words: str) -> None:
        """Drop the collected texts and announce this one."""
        self._gathered.clear()
        announce(self._widget, words)


def replay_title(header: Header) -> str:
    """Return the window title of a replay, with the game first as for all matches."""
    words = {
        "game": game_title(header.game),
        "names": ", ".join(set_apart(shown_name(name)) for name in called(header.sitters)),
        "begun": begun_text(begun_of(header)),
    }
    if words["begun"]:
        return tr("{game}, replay: {names}, {begun}").format(**words)
    return tr("{game}, replay: {names}").format(**words)


def replay_heading(header: Header) -> str:
    """Return the caption of a replayed match, which follows the title of the game."""
    begun = begun_text(begun_of(header))
    return tr("replay of {begun}").format(begun=begun) if begun else tr("replay")
