"""The window made anew, as it was, in another language: texts are written when they are shown."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from greenbaize.ui.language import speak

if TYPE_CHECKING:
    from greenbaize.match.header import Games
    from greenbaize.match.playback import Viewer
    from greenbaize.ui.calls import Calls
    from greenbaize.ui.window import MainWindow


class Left(NamedTuple):
    """What a window was at when it was left.

    ``match`` is the record of the match on the table, and ``seat`` whose chair it is. ``replay`` is
    the record of one that is played back, with where in it one was, who looks, and whether it
    goes on by itself. ``help_page`` is open in the help, or none. ``page`` is the page of the
    preferences, if they are open.
    """

    match: Path | None = None
    seat: int | None = None
    replay: Path | None = None
    moment: int = 0
    viewer: "Viewer | None" = None
    goes_on: bool = False
    help_page: str = ""
    page: int | None = None


def left_at(window: "MainWindow") -> Left:
    """What a window is at."""
    help_window = window.help_desk.shown
    left = Left(
        help_page=help_window.page if help_window is not None and help_window.isVisible() else "",
        page=window.preferences_page,
    )
    if window.match is not None:
        left = left._replace(match=window.match.file.path, seat=window.match.place.seat)
    replaying = window.replaying
    if replaying is not None:
        left = left._replace(
            replay=replaying.replay.path,
            moment=replaying.moment,
            viewer=replaying.table.viewer,
            goes_on=replaying.playing,
        )
    return left


class Renewing(QObject):
    """Has the window made anew whenever another language is wished for.

    Args:
        window: the window there is.
        games: every game by its name.
        calls: reach the window.
        hook: what an error that nobody expected is told by.
    """

    def __init__(
        self,
        window: "MainWindow",
        games: "Games",
        calls: "Calls",
        hook: "Callable[[MainWindow], object]",
    ) -> None:
        super().__init__()
        self._games, self._calls, self._hook = games, calls, hook
        self.window = window
        """The window there is now."""
        window.language_wished.connect(self.renew)

    def renew(self) -> None:
        """Make the window anew, in the language that is wished for by now."""
        from greenbaize.ui.calls import put_dialogs_away  # noqa: PLC0415  (seldom)
        from greenbaize.ui.window import MainWindow  # noqa: PLC0415  (it is there by now)

        old = self.window
        if not old.isVisible() or old.speaks_later:
            return
        left, seen = left_at(old), old.looking.seen
        put_dialogs_away()
        old.leave_for_another()
        speak(old.settings.language)
        new = MainWindow(old.request_anew, self._games, apart=old.apart, settings=old.settings)
        self.window = new
        new.setGeometry(old.geometry())
        new.want(*old.wanted)
        new.who_plays.next = old.who_plays.next
        new.language_wished.connect(self.renew)
        self._calls.follow(new)
        sys.excepthook = self._hook(new)  # type: ignore[assignment]
        # The old one goes when the new one stands, or the program would be over.
        new.setWindowState(old.windowState())
        new.show()
        new.after_first_paint()
        take_up(new, left)
        for show in seen:
            show(new.looking)
        new.speech.go_on_from(old.speech)
        told = old.words_told
        if told:
            new.banner.tell(told)
        old.language_wished.disconnect(self.renew)
        old.close_now()
        new.unwritten, new.losses = old.unwritten, old.losses
        old.deleteLater()


def take_up(window: "MainWindow", left: Left) -> None:
    """Bring a window to what another one was at."""
    if left.match is not None:
        window.resume_or_tell(left.match, left.seat)
    elif left.replay is not None:
        from greenbaize.ui.memory.opening import replay_or_tell  # noqa: PLC0415  (one was open)

        if replay_or_tell(window, left.replay) and window.replaying is not None:
            replaying = window.replaying
            if left.viewer in replaying.replay.viewers:
                replaying.bar.viewer.setCurrentIndex(replaying.replay.viewers.index(left.viewer))
            replaying.go_to(left.moment)
            if left.goes_on:
                replaying.play_or_pause()
    if left.help_page:
        window.help_desk.show(left.help_page)
    if left.page is not None:
        window.ask_preferences(left.page)
