"""The start screen: an empty table with the start menu."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from greenbaize.app.daily_game import find_daily_game, find_today
from greenbaize.app.tables.default_players import (
    TableSetup,
    create_default_players,
    display_names,
    fit_saved_levels,
    get_default_seat_count,
    get_own_name,
    get_person_name,
    get_person_names,
    load_last_setup,
    matches_any_name,
    was_last_match_casual,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import GameFileError
from greenbaize.rules.messages import mark_text
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.declared_settings import HOUSE_RULES_TAG
from greenbaize.store.settings import UserSettings
from greenbaize.ui.faces.assigned_avatars import avatar_of_person
from greenbaize.ui.faces.icons import ICON_SIZE, PersonButton, make_avatar_icon
from greenbaize.ui.features.start.known_tables import KnownTableSearch
from greenbaize.ui.features.start.start_menu import StartMenu
from greenbaize.ui.shell.navigation import (
    DailyRoute,
    DefaultMatchRoute,
    KeepRulesRoute,
    LessonRoute,
    MomentRoute,
    NewMatchRoute,
    PersonMenuRoute,
    PlayChallengeRoute,
    RejoinTableRoute,
    ReopenTableRoute,
    ResumeRoute,
)
from greenbaize.ui.shell.pages import Route, WindowPage
from greenbaize.ui.shell.persons import display_name_of
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.cloth import EmptyTableWidget
from greenbaize.ui.table.geometry import MAX_TEXT_SCALE, MIN_LINE_HEIGHT_PX
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.titles import game_line, game_title, level_title

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

    from greenbaize.app.network.seat_secrets import KnownTable
    from greenbaize.app.tables.unfinished_matches import UnfinishedMatch

MAX_UNFINISHED: Final = 30
"""Largest number of unfinished matches on offer; the list of matches has the rest."""

MENU_PILLS: Final = (
    (mark_text("Learn"), ("first_deal", "exercises", "rules")),
    (mark_text("Friends"), ("open_table", "join_table", "play_challenge", "compare")),
    (mark_text("Matches"), ("new", "unfinished", "matches", "statistics")),
)
"""Titles and action ids of the pill menus."""


class StartScreen(EmptyTableWidget, WindowPage):
    """Page with an empty table and the start menu."""

    text_pasted = Signal(str)
    """A text has been pasted, perhaps with the code of a challenge or with house rules."""

    def __init__(self, seats: int, parent: QWidget | None = None) -> None:
        super().__init__(seats, parent)
        self.start_menu: StartMenu | None = None

    def make_start_menu(self, heading: str) -> StartMenu:
        """Replace the start menu by an empty one with this heading."""
        if self.start_menu is not None:
            self.start_menu.hide()
            self.start_menu.deleteLater()
        self.start_menu = StartMenu(self.animator, self)
        self.start_menu.heading_label.setText(heading)
        return self.start_menu

    def update_menu_geometry(self) -> None:
        if self.start_menu is None:
            return
        if self.start_menu.geometry() != self.rect():
            self.start_menu.setGeometry(self.rect())
        elif self.isVisible():
            self.start_menu.update_layout()
        self.start_menu.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the program's name where the table has a game's title."""
        super().paintEvent(event)
        card_width = self.card_width
        line_height = scale_pixels(max(MIN_LINE_HEIGHT_PX, 0.26 * card_width), MAX_TEXT_SCALE)
        painter = QPainter(self)
        painter.setPen(QColor(current_theme().plate_text))
        painter.setFont(make_font(0.72 * line_height, bold=True))
        text_rect = QRectF(
            round(0.24 * card_width), round(0.16 * card_width), self.width(), line_height
        )
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignVCenter, "Green Baize")
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a pasted text, which may be a challenge."""
        is_paste = event.matches(QKeySequence.StandardKey.Paste)
        text = QGuiApplication.clipboard().text() if is_paste else ""
        if text.strip():
            self.text_pasted.emit(text)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update_menu_geometry()

    def apply_theme(self) -> None:
        if self.start_menu is not None:
            self.start_menu.apply_theme()


def _route_of_text(text: str) -> MomentRoute | KeepRulesRoute | PlayChallengeRoute:
    """Return where a pasted text leads: a copied moment is a line that begins with a brace."""
    if text.lstrip().startswith("{"):
        return MomentRoute(text)
    return KeepRulesRoute(text) if HOUSE_RULES_TAG in text else PlayChallengeRoute(text)


def fill_start_menu(
    services: Services,
    start_screen: StartScreen,
    unfinished_matches: "Sequence[UnfinishedMatch]",
    is_open_elsewhere: Callable[[Path], bool],
) -> KnownTableSearch:
    """Fill the start menu; ``unfinished_matches`` are ordered from the latest.

    Returns the search for tables with friends to go back to, not started yet.
    """
    start_menu = start_screen.make_start_menu(tr("What shall we play?"))
    own_matches = [
        match
        for match in unfinished_matches
        if not services.persons.belongs_to_others(match.header)
    ]
    first_match = _find_resumable(own_matches, is_open_elsewhere)
    if first_match is not None:
        _add_unfinished_button(services, start_menu, first_match)
    game, players, _ = services.setup.table_setup
    line = usual_match_details(players)
    if was_last_match_casual(services.settings.current, game):
        line = f"{tr('practice')} · {line}"
    usual_button = start_menu.add_quick_button(
        usual_match_label(game, is_repeat=game in services.settings.current.setups), line, game
    )
    usual_button.clicked.connect(_make_route_callback(services, DefaultMatchRoute()))
    other_match = (
        _find_resumable(unfinished_matches, is_open_elsewhere) if first_match is None else None
    )
    if other_match is not None:
        # after the usual match, and never the default choice
        _add_unfinished_button(services, start_menu, other_match)
    elif first_match is None and game not in services.settings.current.guided:
        # The person has neither played the game nor seen a guided deal of it.
        text = tr("{game} with a guide").format(game=game_title(game))
        guide_button = start_menu.add_quick_button(text, tr("One deal, for the first time"))
        guide_button.clicked.connect(_make_route_callback(services, LessonRoute(game)))
    _add_game_tiles(services, start_menu)
    for title, action_ids in MENU_PILLS:
        start_menu.add_pill(tr(title), [services.actions[name] for name in action_ids])
    if services.settings.current.deal_of_day:
        daily_game = game_title(find_daily_game(find_today()))
        text = tr("Deal of the day: {game}").format(game=daily_game)
        start_menu.add_pill(text, ()).clicked.connect(_make_route_callback(services, DailyRoute()))
    start_menu.show_person_chip(make_person_chip(services, start_menu))
    start_screen.update_menu_geometry()
    start_menu.buttons[0].setFocus()

    def add_known_table(tables: "tuple[KnownTable, ...]") -> None:
        if tables and start_screen.start_menu is start_menu:
            _add_known_table_button(services, start_menu, tables[0])
            start_screen.update_menu_geometry()

    search = KnownTableSearch(start_menu)
    search.tables_found.connect(add_known_table)
    return search


def _find_resumable(
    unfinished_matches: "Sequence[UnfinishedMatch]", is_open_elsewhere: Callable[[Path], bool]
) -> "UnfinishedMatch | None":
    """Return the latest match that is not a table with friends open in another window."""
    for match in unfinished_matches:
        if not match.header.is_with_friends or not is_open_elsewhere(match.path):
            return match
    return None


def _add_game_tiles(services: Services, start_menu: "StartMenu") -> None:
    """Add a tile for each game, always in the same order, so that they are easy to find."""
    tiles = start_menu.add_tiles(
        [(name, game_title(name), game_line(name)) for name in services.games]
    )
    for tile in tiles:
        tile.setAccessibleName(tr("{game}…").format(game=tile.label))
        tile.clicked.connect(_make_route_callback(services, NewMatchRoute(tile.game)))


def _make_route_callback(services: Services, route: Route) -> Callable[[], bool]:
    return lambda: services.navigate(route)


def usual_match_label(game: str, *, is_repeat: bool) -> str:
    """Return the label of the quick start with the usual game."""
    text = tr("Play {game} as last time") if is_repeat else tr("Play {game}")
    return text.format(game=game_title(game))


def usual_match_details(players: "Sequence[HeaderPlayer]") -> str:
    """Return the other players, bots grouped by level: “with Al, Bo (Hard), Cy (Easy)”."""
    people: list[str] = []
    kinds: dict[str, list[str]] = {}
    for player, name in zip(players, display_names(players), strict=True):
        if player.kind == HUMAN:
            people.append(display_name(name))
        else:
            kind = player.program or level_title(player.level or "")
            kinds.setdefault(kind, []).append(display_name(name))
    bots = ", ".join(f"{', '.join(names)} ({kind})" for kind, names in kinds.items())
    if len(people) > 1:
        return _hot_seat_details(people, bots)
    return tr("with {names}").format(names=bots)


def _hot_seat_details(people: "Sequence[str]", bots: str) -> str:
    """Return the people at this computer, and the bots who play with them."""
    names = ", ".join(people)
    return tr("{name} with {names}").format(name=names, names=bots) if bots else names


def _add_unfinished_button(
    services: Services, start_menu: "StartMenu", match: "UnfinishedMatch"
) -> None:
    header = match.header
    named_players = list(
        zip(header.players, map(display_name, display_names(header.players)), strict=True)
    )
    people = [name for player, name in named_players if player.kind == HUMAN]
    if header.is_with_friends:
        text = tr("Open the table again: {game}").format(game=game_title(header.game))
        line = tr("with {names}").format(names=", ".join(people))
        button = start_menu.add_quick_button(text, _append_begin_time(line, match), header.game)
        button.clicked.connect(_make_route_callback(services, ReopenTableRoute(match.path, header)))
        return
    bots = ", ".join(name for player, name in named_players if player.kind != HUMAN)
    text = tr("Go on: {game}").format(game=game_title(header.game))
    line = tr("with {names}").format(names=bots)
    settings = services.settings.current
    if len(people) > 1:
        line = _hot_seat_details(people, bots)
    elif (
        len(settings.persons) > 1
        and people
        and not matches_any_name(people[0], get_person_names(settings.current_person))
    ):
        line = tr("{name} with {names}").format(name=people[0], names=bots)
    if match.kind:
        line = f"{match.kind} · {line}"
    button = start_menu.add_quick_button(text, _append_begin_time(line, match), header.game)
    button.clicked.connect(_make_route_callback(services, ResumeRoute(match.path)))


def _append_begin_time(line: str, match: "UnfinishedMatch") -> str:
    if not match.start_time:
        return line
    begun = tr("begun {begun}").format(begun=format_start_time(match.start_time))
    return f"{line} · {begun}"


def _add_known_table_button(
    services: Services, start_menu: "StartMenu", table: "KnownTable"
) -> None:
    text = tr("Back to {name}").format(name=display_name(table.name))
    start_menu.add_default_button(text).clicked.connect(
        _make_route_callback(services, RejoinTableRoute(table))
    )


def resolve_table_setup(request: PlayRequest, settings: UserSettings) -> TableSetup:
    """Return the set-up of the next match: as requested, or else as last time."""
    if request.game is None and request.players is None and not request.watch:
        return load_last_setup(settings)
    name = request.game or load_last_setup(settings)[0]
    players = request.players or get_default_seat_count(name)
    own_name = None if request.watch else get_own_name(settings)
    bot_count = players if own_name is None else players - 1
    bots = request.bots * bot_count if len(request.bots) == 1 else request.bots
    persons = [get_person_name(person) for person in settings.persons]
    return name, create_default_players(bots, own_name, persons), dict(request.options)


class StartLoader(NamedTuple):
    """Loaders of parts that the start screen needs after its first paint."""

    load_unfinished: "Callable[[int], Sequence[UnfinishedMatch]]"
    is_open_elsewhere: Callable[[Path], bool]
    load_renderer_class: "Callable[[], type[QSvgRenderer]]"


class StartFeature:
    """Controller of the start screen."""

    def __init__(self, services: Services, loader: StartLoader) -> None:
        self._services, self._loader = services, loader
        self._known_tables: KnownTableSearch | None = None
        self.is_painted = False
        """The first paint is over, so slow parts may be loaded."""
        services.persons.changed.connect(self._on_persons_changed)
        services.persons.person_switched.connect(self._rebuild_screen)
        services.settings.changed.connect(self._apply_reduced_motion)
        services.theme.card_look_changed.connect(self._redraw_pictures)

    @property
    def start_screen(self) -> StartScreen | None:
        page = self._services.pages.current
        return page if isinstance(page, StartScreen) else None

    def show_start_screen(self) -> None:
        services = self._services
        services.pages.leave_page()
        services.persons.apply_pending_switch()
        screen = StartScreen(len(services.setup.players), services.window)
        screen.animator.speed = services.request.speed
        screen.text_pasted.connect(lambda text: services.navigate(_route_of_text(text)))
        services.pages.show_page(screen)
        self._apply_reduced_motion()
        services.pages.changed.emit()

    def _apply_reduced_motion(self) -> None:
        if self.start_screen is not None:
            self.start_screen.animator.reduced_motion = self._services.settings.reduced_motion

    def _redraw_pictures(self) -> None:
        if self.start_screen is not None and self.start_screen.start_menu is not None:
            self.start_screen.start_menu.redraw_pictures()

    def fill_menu(self) -> None:
        if self.start_screen is None:
            return
        unfinished_matches: Sequence[UnfinishedMatch] = ()
        if folders.has_records():
            # A person's own match comes first, even if others have played since.
            unfinished_matches = self._loader.load_unfinished(
                MAX_UNFINISHED if self._services.settings.current.other_persons else 2
            )
        self._known_tables = fill_start_menu(
            self._services, self.start_screen, unfinished_matches, self._loader.is_open_elsewhere
        )
        if self.is_painted:
            self.complete_menu()

    def complete_menu(self) -> None:
        """Complete the menu with the parts that the first paint does not wait for."""
        if self._known_tables is None:
            self.fill_menu()
        elif self.start_screen is not None and self.start_screen.start_menu is not None:
            self._known_tables.start_search()
            self.start_screen.start_menu.enable_pictures(self._loader.load_renderer_class())

    def fit_saved_levels(self) -> None:
        """Replace levels of the usual match that its table does not offer; show it again then."""
        setup, settings = self._services.setup, self._services.settings.current
        with suppress(GameFileError):
            fitted_setup = fit_saved_levels(setup.table_setup, settings)
            if fitted_setup != setup.table_setup:
                setup.table_setup = fitted_setup
                self._rebuild_screen()

    def _on_persons_changed(self) -> None:
        table = self._services.pages.table
        if table is not None:
            table.scene.update_faces()
        elif self.start_screen is not None:
            self._services.setup.table_setup = load_last_setup(self._services.settings.current)
            self._rebuild_screen()

    def _rebuild_screen(self) -> None:
        if self.start_screen is not None:
            self.show_start_screen()
            self.fill_menu()

    def clear_table(self) -> None:
        """Show the start screen; an open match can be resumed from it."""
        self._services.notifications.hide()  # its message is about the match
        self.show_start_screen()
        self.fill_menu()


def make_person_chip(services: Services, parent: QWidget) -> PersonButton:
    """Return the button that shows the current person and opens the menu of persons."""
    person = services.settings.current.current_person

    def open_menu(position: QPoint) -> None:
        services.navigate(PersonMenuRoute(position))

    # high resolution, as it is scaled up on large screens
    icon = make_avatar_icon(avatar_of_person(person), 3 * ICON_SIZE)
    return PersonButton(display_name_of(person), icon, open_menu, parent)
