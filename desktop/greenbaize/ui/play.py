"""Matches at this computer: begun, gone on with, laid and left; and the first screen."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from greenbaize.app.tables.default_players import (
    default_players,
    is_casual,
    last_table,
    name_of,
    usual_seats,
    your_name,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.errors import GameError, WhoseChairError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.settings import Settings
from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import Begin, BeginUsual, Resume, SitDown, Start
from greenbaize.ui.shell.pages import Page, Unseen
from greenbaize.ui.shell.services import Services
from greenbaize.ui.shell.settings import Table
from greenbaize.ui.start_screen import Lobby, offer
from greenbaize.ui.texts import fault_text
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    # What runs matches is not needed for the first paint.
    from greenbaize.app.tables.matches import OpenMatch
    from greenbaize.app.tables.player_view import PlayerView
    from greenbaize.app.tables.unfinished import Unfinished
    from greenbaize.match.header import Header
    from greenbaize.store.record_file import RecordFile
    from greenbaize.ui.network.known import KnownTables
    from greenbaize.ui.playing import Playing

MOST_OFFERED: Final = 30
"""So many unfinished matches are offered; the list of all matches has the others."""


def wanted_table(request: PlayRequest, settings: Settings) -> Table:
    """The table of the next match: what was asked for, or else what was played last."""
    if request.game is None and request.players is None and not request.watch:
        return last_table(settings)
    name = request.game or last_table(settings)[0]
    players = request.players or usual_seats(name)
    you = None if request.watch else your_name(settings)
    others = players if you is None else players - 1
    bots = request.bots * others if len(request.bots) == 1 else request.bots
    persons = [name_of(one) for one in settings.persons]
    return name, default_players(bots, you, persons), dict(request.options)


class Play(QObject):
    """Lays matches on the table, and the first screen where there is none.

    Args:
        services: the window's services.
    """

    laid = Signal(object)
    """The table of a match is laid, and not begun yet (``Playing``)."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self.unseen: Unseen | None = None
        """What another window had not shown yet of the match that is laid here instead."""
        self._known: KnownTables | None = None
        self.painted = False
        """Whether the first paint is over, and may be followed by what takes its time."""
        self.trouble = ""
        """What last went wrong with a file, in a sentence."""
        self.unwritten: list[str] = []
        """The sentences on records that were incomplete when their matches were left."""
        self.losses: list[str] = []
        """The sentences on programs that have lost their seats."""
        navigator = services.navigator
        navigator.register(Start, lambda _: self.clear_table())
        navigator.register(Begin, self._begin_requested)
        navigator.register(BeginUsual, lambda _: self.begin_usual(None))
        navigator.register(Resume, lambda to: self.resume(to.path, to.seat))
        navigator.register(SitDown, self.sit_down)
        services.pages.left.connect(self._on_left)
        services.persons.changed.connect(self._on_persons_changed)
        services.persons.chosen.connect(self._show_anew)
        services.notifications.acted.connect(self._lay_anew)

    def actions(self) -> list[Action]:
        """The entries of the menu."""
        pages = self._services.pages
        return [
            Action(
                id="leave",
                text=tr("&Leave the table"),
                run=lambda: self._services.go(Start()),
                menu=MATCH,
                place=108,
                keys="Ctrl+W",
                # Nothing is lost by it: the first screen offers to go on with what was left.
                enabled=lambda: pages.table is not None,
                visible=lambda: not pages.shared,
            ),
        ]

    # The first screen

    @property
    def lobby(self) -> Lobby | None:
        """The first screen, if it is shown."""
        page = self._services.pages.current
        return page if isinstance(page, Lobby) else None

    def show_lobby(self) -> None:
        """Show the empty table."""
        services = self._services
        services.pages.leave()
        services.persons.take_turns()
        services.pages.show(Lobby(services.setup.sitters, services.theme.now, services.window))
        services.pages.changed.emit()

    def offer(self) -> None:
        """Lay the choices on the empty table."""
        if self.lobby is None:
            return
        left: Sequence[Unfinished] = ()
        if folders.has_records():
            from greenbaize.app.tables.unfinished import unfinished  # noqa: PLC0415

            # One's own comes first, even where others have played since.
            left = unfinished(MOST_OFFERED if self._services.settings.now.others else 2)
        self._known = offer(self._services, self.lobby, left)
        if self.painted:
            self.complete_offer()

    def complete_offer(self) -> None:
        """Do for the first screen what its first paint does not wait for."""
        if self._known is None:
            self.offer()
        elif self.lobby is not None and self.lobby.choices is not None:
            self._known.look()
            self.lobby.choices.draw_pictures()

    def _on_persons_changed(self) -> None:
        table = self._services.pages.table
        if table is not None:
            table.scene.show_looks()
        elif self.lobby is not None:
            self._services.setup.table = last_table(self._services.settings.now)
            self._show_anew()

    def _show_anew(self) -> None:
        """Lay the first screen anew, for somebody else or under another name."""
        if self.lobby is not None:
            self.show_lobby()
            self.offer()

    def clear_table(self) -> None:
        """Clear the table, and offer what comes next; an open match can be gone on with."""
        match = self._services.pages.match
        if match is not None and not match.place.over and not self._is_written(match.file):
            return
        self._services.notifications.hide()  # what it says is of the match
        self.show_lobby()
        self.offer()

    # Beginning

    def begin_usual(self, seed: str | None, *, as_set_up: bool = True) -> None:
        """Begin a match of what is set up; ``as_set_up``, if a casual one."""
        from greenbaize.app.tables.matches import (  # noqa: PLC0415
            casual,
            new_seed,
            settled_header,
        )
        from greenbaize.rules.options import settled_or_usual  # noqa: PLC0415

        name, sitters, wanted = self._services.setup.table
        options = settled_or_usual(self._services.games[name].options, len(sitters), wanted)
        header = settled_header(name, sitters, options, seed or new_seed())
        plays = any(one.kind == HUMAN for one in sitters)
        lightly = as_set_up and plays and is_casual(self._services.settings.now, name)
        self.begin(casual(header) if lightly else header)

    def _begin_requested(self, to: Begin) -> str:
        """Begin a match that was asked for while the window was open; why that cannot be."""
        try:
            self._begin_checked(to.request)
        except GameError as error:
            # A second start has looked itself, but what it found may not hold here.
            return Speaker().say(error.message)
        return ""

    def _begin_checked(self, request: PlayRequest) -> None:
        from greenbaize.app.tables.matches import new_seed, settled_header  # noqa: PLC0415
        from greenbaize.match.header import check_seats  # noqa: PLC0415

        games = self._services.games
        if request.game is not None and request.game not in games:
            values: dict[str, Value] = {"game": request.game, "known": ", ".join(games)}
            raise GameError(Message("game-unknown", values))
        if request.game is not None and request.players is not None:
            # Before there are names for them, of which there are only so many.
            check_seats(games[request.game], request.players)
        table = wanted_table(request, self._services.settings.now)
        header = settled_header(*table, request.seed or new_seed())
        self._services.setup.table = table
        self.begin(header)

    def begin(self, header: "Header") -> None:
        """Begin a match."""
        from greenbaize.app.tables.matches import OpenMatch  # noqa: PLC0415

        self._play(OpenMatch.begin(header, self._services.launcher.now))
        if header.casual:
            self._services.notifications.mention(
                tr("Casual match: take back what you like (Ctrl+Z); it counts nowhere.")
            )

    def resume(self, path: Path, seat: int | None = None) -> str:
        """Go on with a match from its record; returns why that cannot be, or nothing.

        Where several people have played, it is asked first which of them is here.
        """
        from greenbaize.app.memory.visibility_guard import check_go_on  # noqa: PLC0415
        from greenbaize.app.tables.matches import OpenMatch  # noqa: PLC0415
        from greenbaize.ui.shell.notifications import ReadingBar  # noqa: PLC0415

        services = self._services
        try:
            check_go_on(path)
            with ReadingBar(services.window) as bar:
                launcher = services.launcher.now
                match = OpenMatch.resume(path, launcher, seat, bar.show_events)
        except WhoseChairError as error:
            self._ask_chair(path, error)
            return ""
        except GameError as error:
            return fault_text(error, path)
        if match.place.seat is not None:
            services.persons.sit_as(match.place.header.sitters[match.place.seat].name)
        self._play(match)
        return ""

    def _ask_chair(self, path: Path, error: WhoseChairError) -> None:
        from greenbaize.ui.dialogs.unfinished import ChairDialog  # noqa: PLC0415

        services = self._services
        dialog = ChairDialog(error.seats, error.names, services.window, services.theme.now)
        dialog.chair_chosen.connect(lambda seat: services.go(Resume(path, seat)))
        services.dialogs.open(dialog)

    # The table

    def _play(self, match: "OpenMatch") -> None:
        """Lay the table of a match that runs here, and go on with it."""
        tell = self._services.notifications.tell
        playing = self._lay(match.place, match)
        match.file.troubled = self.on_trouble
        self._services.pages.changed.emit()
        if match.cut:
            tell(tr("The last line of the record was cut short and was dropped."))
        if match.file.trouble is not None:
            self.on_trouble(match.file.trouble)
        playing.setFocus()
        playing.begin()

    def sit_down(self, to: SitDown) -> None:
        """Lay the table of a match that runs elsewhere, or is kept nowhere."""
        playing = self._lay(to.place)
        playing.laid_by = to
        to.prepare(playing)
        self._services.settings.changed.emit()  # a guide has a pace of its own
        self._services.pages.changed.emit()
        playing.setFocus()
        playing.begin()

    def _lay(self, place: "PlayerView | Any", match: "OpenMatch | None" = None) -> "Playing":
        from greenbaize.ui.playing import Playing  # noqa: PLC0415  (the first paint needs it not)

        services, before = self._services, self._services.pages.current
        if isinstance(before, Playing):
            before.keeps_place = before.place is place
        services.pages.leave()
        playing = Playing(place, services.theme.now, services.window)
        playing.match, playing.goes_on_from = match, self.unseen
        playing.view.resized.connect(services.notifications.place)
        services.sound.listen_to(playing)
        services.speech.listen_to(playing)
        self.laid.emit(playing)
        services.pages.show(playing)
        tell, say = services.notifications.tell, services.speech.say
        playing.seat_lost.connect(self._on_seat_lost)
        playing.refused.connect(lambda said, _: say(said, urgent=True))
        playing.refused.connect(lambda said, rule: tell(said, rule=rule))
        return playing

    def _lay_anew(self) -> None:
        """Lay the match anew, after an error has left the table in disorder."""
        page = self._services.pages.current
        way = None if page is None or not page.played else page.way_back
        if page is None or way is None:
            return
        if page.match is not None:
            self.show_lobby()
            self._services.go(way)
        elif page.shared:
            self._services.go(way)

    # Trouble

    def _on_left(self, page: Page) -> None:
        """Keep in mind, and in the log, that a record could not be written to its end."""
        self._services.history.look()
        trouble = None if page.match is None else page.match.file.trouble
        if trouble is None:
            return
        from greenbaize.store.log import keep_error  # noqa: PLC0415

        lost = Message("record-lost", {"trouble": Speaker().say(trouble)})
        keep_error(GameError(lost))
        self.unwritten.append(Speaker().say(lost))

    def _is_written(self, file: "RecordFile") -> bool:
        """Whether nothing of a match is lost if it is left; why not is said."""
        before = file.trouble
        file.catch_up()
        if before is not None and file.trouble is not None:
            self.on_trouble(file.trouble)
        return file.trouble is None

    def on_trouble(self, trouble: Message | None) -> None:
        """Tell that the match cannot be written down, or can again."""
        tell = self._services.notifications.tell
        if trouble is None:
            tell(tr("The record is complete again."))
            return
        self.trouble = Speaker().say(trouble)
        words = tr("The match cannot be written down just now: {reason} Play goes on.")
        tell(words.format(reason=self.trouble))

    def _on_seat_lost(self, sentence: str) -> None:
        self.losses.append(sentence)
        self._services.notifications.tell(sentence)
