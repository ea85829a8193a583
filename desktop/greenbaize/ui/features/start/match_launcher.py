"""Set-up, start, resumption and abandoning of matches at this computer."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from greenbaize.app.memory.visibility_guard import check_go_on
from greenbaize.app.tables.default_players import is_casual
from greenbaize.app.tables.matches import (
    OpenMatch,
    abandon_record,
    at_one_computer,
    casual,
    new_seed,
    record_news,
    settled_header,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.app.tables.unfinished import Unfinished, unfinished
from greenbaize.match.header import Header, check_seats
from greenbaize.rules.errors import GameError, WhoseChairError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import settled_or_usual
from greenbaize.rules.players import HUMAN, LEVEL_NAMES
from greenbaize.store.listing import Ending
from greenbaize.store.log import keep_error
from greenbaize.store.record_file import RecordFile
from greenbaize.ui.features.start.new_match import Chosen, NewMatchDialog
from greenbaize.ui.features.start.start_screen import MOST_OFFERED, StartFeature, wanted_table
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.passing import Passing
from greenbaize.ui.match.pictures import Pictures
from greenbaize.ui.match.unfinished import ChairDialog, UnfinishedDialog
from greenbaize.ui.sheets.unwritten import UnwrittenMatchDialog
from greenbaize.ui.shell.navigation import (
    Begin,
    BeginUsual,
    Lesson,
    Matches,
    ReopenTable,
    Resume,
    SitDown,
)
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.shell.pages import Page
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import Progress
from greenbaize.ui.widgets.dialog import abandon_question, again_question
from greenbaize.ui.widgets.texts import fault_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import is_nameless
from greenbaize.words.speaker import Speaker


class MatchLauncher(QObject):
    """Controller that opens the dialogs about matches, and the tables of matches."""

    laid = Signal(object)
    """A table has been opened, and its match has not begun yet (``MatchView``)."""

    def __init__(self, services: Services, start: StartFeature) -> None:
        super().__init__(services.window)
        self._services, self._start = services, start
        folder = services.request.screenshots
        self._pictures = Pictures(services.window, folder, self.on_trouble) if folder else None
        services.pages.left.connect(self._on_left)
        services.notifications.acted.connect(self._lay_anew)
        self.progress: Progress | None = None
        """Progress of another window in showing the match that continues here, or None."""
        self._passing: Passing | None = None
        """Controller of a match shared by several people at this computer."""
        services.pages.showing.connect(self._on_showing)

    # Start and resume

    def begin_usual(self, seed: str | None, *, as_set_up: bool = True) -> None:
        """Start a match with the current set-up; practice only with ``keep_practice``."""
        name, sitters, wanted = self._services.setup.table
        people = [one.name for one in sitters if one.kind == HUMAN]
        if len(people) > 1 and any(map(is_nameless, people)):
            self.ask_new_match(name)  # the dialog asks for their names
            return
        options = settled_or_usual(self._services.games[name].options, len(sitters), wanted)
        header = settled_header(name, sitters, options, seed or new_seed())
        lightly = as_set_up and len(people) == 1 and is_casual(self._services.settings.now, name)
        self.begin(casual(header) if lightly else header)

    def begin_requested(self, to: Begin) -> str:
        """Start a match requested by another process; return the reason if it is not possible."""
        if self._services.pages.asks_first(partial(self._services.go, to)):
            return ""
        try:
            self._begin_checked(to.request)
        except GameError as error:
            # The requesting process checked the request, but against its own settings.
            return Speaker().say(error.message)
        return ""

    def _begin_checked(self, request: PlayRequest) -> None:
        games = self._services.games
        if request.game is not None and request.game not in games:
            values: dict[str, Value] = {"game": request.game, "known": ", ".join(games)}
            raise GameError(Message("game-unknown", values))
        if request.game is not None and request.players is not None:
            # Checked before names are drawn, whose number is limited.
            check_seats(games[request.game], request.players)
        table = wanted_table(request, self._services.settings.now)
        header = settled_header(*table, request.seed or new_seed())
        self._services.setup.table = table
        self.begin(header)

    def begin(self, header: Header) -> None:
        self._play(OpenMatch.begin(at_one_computer(header), self._services.launcher.now))
        if header.casual:
            self._services.notifications.mention(
                tr("This is practice: take back what you like (Ctrl+Z); it does not count.")
            )

    def resume(self, path: Path, seat: int | None = None) -> str:
        """Resume a match from its record; return the reason if it cannot be, or an empty text."""
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
        if match.table.passed_on:
            services.persons.sit_as_one_of(match.place.header)
        elif match.place.seat is not None:
            services.persons.sit_as(match.place.header.sitters[match.place.seat].name)
        self._play(match)
        return ""

    def _ask_chair(self, path: Path, error: WhoseChairError) -> None:
        services = self._services
        dialog = ChairDialog(error.seats, error.names, services.window)
        dialog.chair_chosen.connect(lambda seat: services.go(Resume(path, seat)))
        services.dialogs.open(dialog)

    # The table

    def _play(self, match: OpenMatch) -> None:
        tell = self._services.notifications.tell
        match.file.troubled = self.on_trouble
        if match.table.passed_on:
            self._pass_on(match)
        else:
            playing = self._lay(match.place, match)
            playing.goes_on_from = self.progress
            self._services.pages.changed.emit()
            playing.setFocus()
            playing.begin()
        if match.cut:
            tell(tr("The last line of the record was cut short and was dropped."))
        if match.file.trouble is not None:
            self.on_trouble(match.file.trouble)

    def _pass_on(self, match: OpenMatch) -> None:
        if self._passing is not None:
            self._passing.deleteLater()
        self._services.pages.leave()
        self._passing = Passing(self._services, match, self._lay)
        self._passing.begin()

    def sit_down(self, to: SitDown) -> None:
        """Open the table of a match that another process runs, or that is not recorded."""
        playing = self._lay(to.place, table_only=to.table_only)
        playing.goes_on_from = to.progress or self.progress
        playing.laid_by = to._replace(progress=None)
        to.prepare(playing)
        playing.apply_asked.emit()  # a guided deal has its own pace
        self._services.pages.changed.emit()
        playing.setFocus()
        playing.begin()

    def _lay(
        self,
        place: "PlayerView | Any",
        match: OpenMatch | None = None,
        *,
        table_only: bool = False,
    ) -> MatchView:
        services, before = self._services, self._services.pages.current
        if isinstance(before, MatchView):
            before.keeps_place = before.keeps_place or before.place is place
        services.pages.leave()
        playing = MatchView(place, services.window, table_only=table_only)
        playing.match = match
        playing.view.painted.connect(services.launcher.let_start)
        playing.view.resized.connect(services.notifications.lay_out)
        services.sound.listen_to(playing)
        services.speech.listen_to(playing)
        if self._pictures is not None:
            self._pictures.follow(playing)
        self.laid.emit(playing)
        services.pages.show(playing)
        tell, say = services.notifications.tell, services.speech.say
        playing.seat_lost.connect(self._on_seat_lost)
        playing.refused.connect(lambda said, _: say(said, urgent=True))
        playing.refused.connect(lambda said, rule: tell(said, rule=rule))
        return playing

    def _lay_anew(self) -> None:
        """Rebuild the table of the match after an error."""
        page = self._services.pages.current
        way = None if page is None or not page.played else page.way_back
        if page is None or way is None:
            return
        if page.match is not None:
            self._start.show_lobby()
            self._services.go(way)
        elif page.shared:
            self._services.go(way)

    # Errors

    def _on_showing(self, page: Page) -> None:
        if page.match is not None:
            page.asks = partial(self._ask_unwritten, page, page.match.file)

    def _ask_unwritten(self, page: Page, file: RecordFile, act: Callable[[], object]) -> bool:
        """Ask before leaving a match whose record could not be written; False if none is lost.

        ``on_confirmed`` runs once the person has confirmed.
        """
        file.catch_up()
        if not file.is_lost or file.trouble is None:
            return False

        def leave() -> None:
            page.asks = None
            act()

        question = UnwrittenMatchDialog(self._services.window, file, file.trouble)
        question.confirmed.connect(leave)
        self._services.dialogs.open(question)
        return True

    def _on_left(self, page: Page) -> None:
        """Remember and log that the end of a record could not be written."""
        file = None if page.match is None else page.match.file
        trouble = None if file is None or not file.is_lost else file.trouble
        if trouble is None:
            return

        lost = Message("record-lost", {"trouble": Speaker().say(trouble)})
        keep_error(GameError(lost))
        self._services.troubles.unwritten.append(Speaker().say(lost))

    def on_trouble(self, trouble: Message | None) -> None:
        if trouble is not None:
            self._services.troubles.last = Speaker().say(trouble)
        self._services.notifications.say(record_news(trouble))

    def _on_seat_lost(self, sentence: str) -> None:
        self._services.troubles.losses.append(sentence)
        self._services.notifications.tell(sentence)

    # Dialogs

    def ask_again(self) -> None:
        match = self._services.pages.match
        if self._services.pages.asks_first(self.play_again):
            return
        if match is not None and not match.place.over:
            question = again_question(self._services.window)
            question.confirmed.connect(self.play_again)
            self._services.dialogs.open(question)
        else:
            self.play_again()

    def play_again(self) -> None:
        match = self._services.pages.match
        if match is None or self._services.pages.asks_first(self.play_again):
            return
        old = match.place.header
        sitters = self._services.persons.sitting_next(old.sitters)
        header = settled_header(old.game, sitters, old.options, new_seed())
        self.begin(casual(header) if old.casual else header)

    def ask_new_match(self, game: str = "") -> None:
        """Open the dialog for a new match, by default with the game on the table."""
        table = self._services.pages.table
        if not game and table is not None:
            game = table.place.header.game
        services, settings = self._services, self._services.settings.now

        def begin(chosen: Chosen) -> None:
            services.persons.on_switched()  # the dialog may have switched the current person
            services.setup.table = chosen.game, chosen.sitters, chosen.options
            services.go(BeginUsual())

        dialog = NewMatchDialog(services.games, LEVEL_NAMES, settings, services.window)
        dialog.game_list.choose(game or settings.last_game)
        if services.persons.next is not None:
            dialog.seats.let_play(services.persons.next)
        dialog.match_chosen.connect(begin)
        dialog.guide_asked.connect(lambda name: services.go(Lesson(name)))
        services.dialogs.open(dialog)

    def ask_unfinished(self) -> None:
        services, match = self._services, self._services.pages.match
        playing = None if match is None else match.file.path
        left = [one for one in unfinished(MOST_OFFERED + 1) if one.path != playing]
        if not left:
            services.notifications.tell(tr("There is no other unfinished match."))
            return

        is_anothers = services.persons.is_anothers
        dialog = UnfinishedDialog(
            left[:MOST_OFFERED], services.window, lambda one: is_anothers(one.header)
        )
        dialog.all_button.setVisible(len(left) > MOST_OFFERED)

        def go_on(one: Unfinished) -> None:
            if one.header.with_friends:
                dialog.accept()
                services.go(ReopenTable(one.path, one.header))
                return
            problem = services.navigator.go(Resume(one.path))
            if problem:
                dialog.show_problem(problem)
            else:
                dialog.accept()

        def give_up(one: Unfinished) -> None:
            try:
                abandon_record(one.path)
            except GameError as error:
                dialog.show_problem(Speaker().say(error.message))
            else:
                dialog.forget(one)

        dialog.all_asked.connect(lambda: services.go(Matches(Ending.OPEN)))
        dialog.go_on_asked.connect(go_on)
        dialog.abandon_asked.connect(give_up)
        dialog.new_match_asked.connect(self.ask_new_match)
        dialog.finished.connect(self._start.offer)
        services.dialogs.open(dialog)

    def ask_abandon(self) -> None:
        match = self._services.pages.match
        if match is not None and not match.place.over:
            question = abandon_question(self._services.window)
            question.confirmed.connect(self._abandon)
            self._services.dialogs.open(question)

    def _abandon(self) -> None:
        match = self._services.pages.match
        if match is None:
            return
        path = match.file.path
        self._start.show_lobby()
        try:
            abandon_record(path)
        except GameError as error:
            self._services.notifications.say(error.message)
        self._start.offer()
