"""One window of the program with its features: the only list of them."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.resources import resources
from greenbaize.store import folders
from greenbaize.store.files import HeldFile
from greenbaize.store.settings import Settings
from greenbaize.ui.after_match import AfterMatch
from greenbaize.ui.another_window import AnotherWindow
from greenbaize.ui.help.desk import HelpDesk
from greenbaize.ui.learning.menu import Learning
from greenbaize.ui.looking import Looking
from greenbaize.ui.network.menu import Network
from greenbaize.ui.people.who_plays import WhoPlays
from greenbaize.ui.play import Play, wanted_table
from greenbaize.ui.preferences_menu import AskPreferences
from greenbaize.ui.sheet_menu import Sheets
from greenbaize.ui.shell.actions import Actions
from greenbaize.ui.shell.navigation import Navigator, OpenRecord, Replay, Rule
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Page, Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.services import Dialogs, HistoryService, LauncherService, Services
from greenbaize.ui.shell.settings import SettingsService, Setup, ThemeService
from greenbaize.ui.sound.sound_menu import SoundMenu
from greenbaize.ui.sound.sounding import Sounding
from greenbaize.ui.speech.speaking import Speaking
from greenbaize.ui.start_screen import Lobby
from greenbaize.ui.table_menu import TableMenu
from greenbaize.ui.texts import wanted
from greenbaize.ui.what_next import WhatNext
from greenbaize.ui.window import MainWindow
from greenbaize.words.catalogue import spoken_language, tr

if TYPE_CHECKING:
    # Nothing of this is needed for the first paint.
    from greenbaize.match.header import Games
    from greenbaize.ui.ipc import IpcController
    from greenbaize.ui.pictures import Pictures
    from greenbaize.ui.playing import Playing
    from greenbaize.ui.wishes import Wishes


def make_services(
    window: MainWindow, request: PlayRequest, games: "Games", now: Settings, *, apart: bool
) -> Services:
    """The services of a window."""
    settings = SettingsService(now, window)
    theme = ThemeService(settings)
    pages = Pages(window, theme)
    notifications = Notifications(window, theme)
    settings.troubled.connect(notifications.say)
    setup = Setup(wanted_table(request, now))
    services = Services(
        window=window,
        request=request,
        games=games,
        settings=settings,
        theme=theme,
        pages=pages,
        actions=Actions(window),
        navigator=Navigator(pages, notifications),
        notifications=notifications,
        dialogs=Dialogs(),
        setup=setup,
        persons=Persons(settings, setup, pages, notifications),
        sound=Sounding(settings),
        speech=Speaking(window, settings, theme, pages),
        history=HistoryService(window),
        launcher=LauncherService(settings, request, apart=apart),
    )
    pages.leaving.connect(services.sound.leave)
    notifications.told.connect(services.speech.say)
    notifications.rule_asked.connect(lambda cited: services.go(Rule(cited)))
    return services


def make_ipc(services: Services, lock: HeldFile | None, *, alone: bool) -> "IpcController":
    """What reaches the window from outside, once it has been painted."""
    from greenbaize.ui.ipc import IpcController  # noqa: PLC0415

    return IpcController(services, lock, alone=alone)


class Program(QObject):
    """One window of the program, with all features; each is loaded when it is first wanted.

    Args:
        request: what the command line asked for.
        games: every game by its name.
        apart: whether computer players are programs of their own, so that none holds it up.
        settings: what a person has set; by default what the file says.
    """

    opened = Signal()
    """The window has been painted, and has begun what it was opened for."""
    language_wished = Signal()
    """Another language than the one spoken is wished for; the window is to be made anew."""

    def __init__(
        self,
        request: PlayRequest,
        games: "Games",
        *,
        apart: bool = True,
        settings: Settings | None = None,
    ) -> None:
        window = MainWindow()
        super().__init__(window)
        self.window = window
        now = Settings.load() if settings is None else settings
        services = self.services = make_services(window, request, games, now, apart=apart)
        self.who_plays = WhoPlays(services)
        self.play = Play(services)
        self.what_next = WhatNext(services, self.play)
        self.table = TableMenu(services)
        self.help_desk = HelpDesk(services)
        self.learning = Learning(services)
        self.network = Network(services, window.close_now)
        self.sheets = Sheets(services)
        self.sound = SoundMenu(services)
        self.preferences = AskPreferences(services, lambda: self.speaks_later)
        self.looking = Looking(services)
        self.after_match = AfterMatch(services, self.sheets.show_page, self.table.show_review)
        self._register_records()
        self.readying: QObject | None = None
        """Loads what a match needs, where none was asked for at once."""
        self.wishes: Wishes | None = None
        """What the system wants, which is asked once the window is there."""
        self.pictures = self._make_pictures()
        """Keeps pictures of the table, where that was asked for."""
        features: Any = (
            *(self.play, self.what_next, self.after_match, self.table),
            *(self.looking, self.network, self.sheets, self.preferences, self.sound),
            *(services.speech, self.learning, self.help_desk, AnotherWindow(services)),
        )
        window.furnish(services, [one for each in features for one in each.actions()])
        self._connect()
        self.play.show_lobby()
        window.take_place()

    def _register_records(self) -> None:
        services = self.services

        def open_record(to: OpenRecord) -> str:
            from greenbaize.ui.memory import opening  # noqa: PLC0415

            return opening.open_record(services, to)

        def replay(to: Replay) -> str:
            from greenbaize.ui.memory import opening  # noqa: PLC0415

            return opening.replay(services, to)

        services.navigator.register(OpenRecord, open_record)
        services.navigator.register(Replay, replay)

    def _connect(self) -> None:
        window, services = self.window, self.services
        window.painted.connect(self._on_painted)
        window.dropped.connect(self._on_dropped)
        window.guards.append(self.network.asks_before_closing)
        window.closing.connect(self.network.close)
        window.closing.connect(services.history.close)
        window.closing.connect(self.looking.close)
        window.closed.connect(services.sound.close)
        window.closed.connect(self.help_desk.close)
        services.settings.changed.connect(self.see_language)
        services.pages.shown.connect(self._on_page_shown)
        self.play.laid.connect(self._on_laid)

    def _on_page_shown(self, page: Page) -> None:
        if isinstance(page, Lobby):
            self.see_language()

    def _on_laid(self, playing: "Playing") -> None:
        """Follow a match that is laid on the table."""
        refresh = self.services.actions.refresh
        playing.asking.changed.connect(lambda: refresh("hint", "take_back", "redo"))
        playing.deal_shown.connect(lambda: refresh("review"))
        if self.pictures is not None:
            pictures, game = self.pictures, playing.place.header.game
            playing.trick_shown.connect(pictures.keep_trick)
            playing.deal_shown.connect(lambda deal: pictures.keep_deal(game, deal))
        self.after_match.follow(playing)

    def _on_dropped(self, urls: list[QUrl]) -> None:
        from greenbaize.ui.memory.dropping import dropped  # noqa: PLC0415

        dropped(self.services, urls)

    def _make_pictures(self) -> "Pictures | None":
        folder = self.services.request.screenshots
        if folder is None:
            return None
        from greenbaize.ui.pictures import Pictures  # noqa: PLC0415

        return Pictures(self.window, folder, self.play.on_trouble)

    # Beginning

    def start(self) -> None:
        """Begin what was asked for, once the table has been painted."""
        lobby = self.play.lobby
        assert lobby is not None
        if self._begins_with_choices and not folders.has_records():
            self.play.offer()  # nothing has to be read, and so the first paint shows all there is
        self.window.await_paint(lobby.view.viewport())

    @property
    def _begins_with_choices(self) -> bool:
        request = self.services.request
        return request.record is None and request.game is None and not request.watch

    def _on_painted(self) -> None:
        """Do what the window was opened for; then others may ask for more."""
        try:
            self._begin()
        finally:
            self.opened.emit()

    def _begin(self) -> None:
        """Begin the match asked for, or offer what there is to play."""
        from PySide6.QtGui import QIcon  # noqa: PLC0415  (it is made when first asked for)

        from greenbaize.ui.wishes import Wishes  # noqa: PLC0415  (nobody waits for it)

        services, request = self.services, self.services.request
        self.play.painted = True
        self.wishes = Wishes(self.window)
        self.wishes.changed.connect(self._on_wishes)
        self.sound.make_button()
        services.history.begin()
        services.settings.tell(services.settings.now.news())
        QApplication.setWindowIcon(QIcon(str(resources() / "icons" / "greenbaize-256.png")))
        if request.programs:
            # A match that is resumed needs them again.
            services.settings.now.programs.update(request.programs)
            services.settings.save()
        if request.record is not None:
            self.play.offer()
            services.go(OpenRecord(request.record, request.seat))
        elif not self._begins_with_choices:
            self.play.begin_usual(request.seed, as_set_up=request.game is None)
        else:
            self.play.complete_offer()
            self._make_ready()

    def _on_wishes(self) -> None:
        settings = self.services.settings
        settings.system_still = self.wishes is not None and self.wishes.still
        settings.changed.emit()

    def _make_ready(self) -> None:
        """Have what a match needs at hand by the time that somebody has made up their mind."""
        from greenbaize.ui.readying import Readying  # noqa: PLC0415

        services, last = self.services, self.services.sound.make_ready
        self.readying = Readying(services.games, services.setup.game, self.window, last)

    def tell_error(self, error: BaseException) -> None:
        """Say in one sentence that something unexpected happened, and keep the details."""
        page = self.services.pages.current
        act = tr("Go on") if page is not None and page.played else ""
        self.services.notifications.tell_error(error, act)

    # Another language

    @property
    def speaks_later(self) -> bool:
        """Whether another language is spoken only once the table has been left."""
        return not self.services.pages.renewable or self.services.request.alone

    def see_language(self) -> None:
        """Have the window made anew if another language is wished for than the one spoken."""
        wish = self.services.settings.now.language
        if not self.speaks_later and wanted(wish) != spoken_language():
            # Not before what was clicked has been done with.
            QTimer.singleShot(0, self, self.language_wished.emit)

    @property
    def request_anew(self) -> PlayRequest:
        """What a window is opened for that takes this one's place."""
        asked = self.services.request
        return PlayRequest(speed=asked.speed, sandbox=asked.sandbox, new_window=asked.new_window)

    def leave_for_another(self) -> None:
        """Let go of what another window needs that takes this one's place."""
        self.window.remember_place()
        self.services.settings.save()
        self.services.pages.leave()
        self.window.leave_place()
