"""The start screen: an empty table with the start menu."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.default_players import (
    called,
    default_players,
    is_called,
    is_casual,
    last_table,
    name_of,
    names_of,
    usual_seats,
    your_name,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.player import Player
from greenbaize.rules.messages import mark
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.settings import Settings
from greenbaize.ui.faces.icons import SMALL, PersonChip, face_icon
from greenbaize.ui.faces.looks import look_of_person
from greenbaize.ui.features.start.known_tables import KnownTables
from greenbaize.ui.features.start.start_menu import StartMenu
from greenbaize.ui.shell.navigation import (
    BeginUsual,
    ComeBack,
    Lesson,
    NewMatch,
    PersonMenu,
    ReopenTable,
    Resume,
)
from greenbaize.ui.shell.pages import Destination, Page
from greenbaize.ui.shell.persons import title_of
from greenbaize.ui.shell.services import Services
from greenbaize.ui.shell.settings import TableSetup
from greenbaize.ui.table.cloth import EmptyTable
from greenbaize.ui.table.geometry import LARGER, LOWEST_LINE
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.texts import begun_text
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_line, game_title, level_title

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

    from greenbaize.app.network.seat_secrets import KnownTable
    from greenbaize.app.tables.unfinished import Unfinished

MOST_OFFERED: Final = 30
"""Largest number of unfinished matches on offer; the list of matches has the rest."""

PILLS: Final = (
    (mark("Learn"), ("first_deal", "exercises", "rules")),
    (mark("Friends"), ("open_table", "join_table")),
    (mark("Matches"), ("new", "unfinished", "matches", "statistics")),
)
"""Titles and action ids of the pill menus."""


class StartScreen(EmptyTable, Page):
    """Page with an empty table and the start menu."""

    def __init__(self, seats: int, parent: QWidget | None = None) -> None:
        super().__init__(seats, parent)
        self.choices: StartMenu | None = None

    def show_choices(self, heading: str) -> StartMenu:
        """Replace the start menu by an empty one with this heading."""
        if self.choices is not None:
            self.choices.hide()
            self.choices.deleteLater()
        self.choices = StartMenu(self.motion, self)
        self.choices.heading.setText(heading)
        return self.choices

    def place_choices(self) -> None:
        if self.choices is None:
            return
        if self.choices.geometry() != self.rect():
            self.choices.setGeometry(self.rect())
        elif self.isVisible():
            self.choices.lay_out()
        self.choices.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the program's name where the table has a game's title."""
        super().paintEvent(event)
        card = self.card_width
        line = grown(max(LOWEST_LINE, 0.26 * card), LARGER)
        painter = QPainter(self)
        painter.setPen(QColor(worn().plate_text))
        painter.setFont(font(0.72 * line, bold=True))
        room = QRectF(round(0.24 * card), round(0.16 * card), self.width(), line)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, "Green Baize")
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_choices()

    def dress(self) -> None:
        if self.choices is not None:
            self.choices.dress()


def offer(
    services: Services,
    lobby: StartScreen,
    left: "Sequence[Unfinished]",
    is_held: Callable[[Path], bool],
) -> KnownTables:
    """Fill the start menu; ``unfinished_matches`` are ordered from the latest.

    Returns the search for tables with friends to go back to, not started yet.
    """
    choices = lobby.show_choices(tr("What shall we play?"))
    own = [one for one in left if not services.persons.is_anothers(one.header)]
    first = _to_go_on_with(own, is_held)
    if first is not None:
        _offer_unfinished(services, choices, first)
    game, sitters, _ = services.setup.table
    line = usual_line(sitters)
    if is_casual(services.settings.now, game):
        line = f"{tr('practice')} · {line}"
    usual = choices.add(usual_text(game, again=game in services.settings.now.setups), line, game)
    usual.clicked.connect(_way(services, BeginUsual()))
    anothers = _to_go_on_with(left, is_held) if first is None else None
    if anothers is not None:
        # after the usual match, and never the default choice
        _offer_unfinished(services, choices, anothers)
    elif first is None and game not in services.settings.now.guided:
        # The person has neither played the game nor seen a guided deal of it.
        text = tr("{game} with a guide").format(game=game_title(game))
        guided = choices.add(text, tr("One deal, for the first time"))
        guided.clicked.connect(_way(services, Lesson(game)))
    _offer_games(services, choices)
    for title, names in PILLS:
        choices.add_pill(tr(title), [services.actions[name] for name in names])
    choices.show_chip(chip_of(services, choices))
    lobby.place_choices()
    choices.buttons[0].setFocus()

    def offer_known(tables: "tuple[KnownTable, ...]") -> None:
        if tables and lobby.choices is choices:
            _offer_known(services, choices, tables[0])
            lobby.place_choices()

    known = KnownTables(choices)
    known.found.connect(offer_known)
    return known


def _to_go_on_with(
    left: "Sequence[Unfinished]", is_held: Callable[[Path], bool]
) -> "Unfinished | None":
    """Return the latest match that is not a table with friends open in another window."""
    for one in left:
        if not one.header.with_friends or not is_held(one.path):
            return one
    return None


def _offer_games(services: Services, choices: "StartMenu") -> None:
    """Add a tile for each game, always in the same order, so that they are easy to find."""
    tiles = choices.add_tiles(
        [(name, game_title(name), game_line(name)) for name in services.games]
    )
    for tile in tiles:
        tile.setAccessibleName(tr("{game}…").format(game=tile.words))
        tile.clicked.connect(_way(services, NewMatch(tile.game)))


def _way(services: Services, to: Destination) -> Callable[[], bool]:
    return lambda: services.go(to)


def usual_text(game: str, *, again: bool) -> str:
    """Return the label of the quick start with the usual game."""
    text = tr("Play {game} as last time") if again else tr("Play {game}")
    return text.format(game=game_title(game))


def usual_line(sitters: "Sequence[Player]") -> str:
    """Return the other players, bots grouped by level: “with Al, Bo (Hard), Cy (Easy)”."""
    people: list[str] = []
    kinds: dict[str, list[str]] = {}
    for one, name in zip(sitters, called(sitters), strict=True):
        if one.kind == HUMAN:
            people.append(shown_name(name))
        else:
            kind = one.program or level_title(one.level or "")
            kinds.setdefault(kind, []).append(shown_name(name))
    who = ", ".join(f"{', '.join(names)} ({kind})" for kind, names in kinds.items())
    if len(people) > 1:
        return _passed_on_line(people, who)
    return tr("with {names}").format(names=who)


def _passed_on_line(people: "Sequence[str]", others: str) -> str:
    """Return the people at this computer, and the bots who play with them."""
    names = ", ".join(people)
    return tr("{name} with {names}").format(name=names, names=others) if others else names


def _offer_unfinished(services: Services, choices: "StartMenu", one: "Unfinished") -> None:
    header = one.header
    named = list(zip(header.sitters, map(shown_name, called(header.sitters)), strict=True))
    people = [name for one, name in named if one.kind == HUMAN]
    if header.with_friends:
        text = tr("Open the table again: {game}").format(game=game_title(header.game))
        line = tr("with {names}").format(names=", ".join(people))
        button = choices.add(text, _with_time(line, one), header.game)
        button.clicked.connect(_way(services, ReopenTable(one.path, header)))
        return
    others = ", ".join(name for one, name in named if one.kind != HUMAN)
    text = tr("Go on: {game}").format(game=game_title(header.game))
    line = tr("with {names}").format(names=others)
    settings = services.settings.now
    if len(people) > 1:
        line = _passed_on_line(people, others)
    elif (
        len(settings.persons) > 1 and people and not is_called(people[0], names_of(settings.person))
    ):
        line = tr("{name} with {names}").format(name=people[0], names=others)
    if header.practice:
        line = f"{tr('practice')} · {line}"
    button = choices.add(text, _with_time(line, one), header.game)
    button.clicked.connect(_way(services, Resume(one.path)))


def _with_time(line: str, one: Any) -> str:
    if not one.begun:
        return line
    begun = tr("begun {begun}").format(begun=begun_text(one.begun))
    return f"{line} · {begun}"


def _offer_known(services: Services, choices: "StartMenu", table: "KnownTable") -> None:
    text = tr("Back to {name}").format(name=shown_name(table.name))
    choices.add_first(text).clicked.connect(_way(services, ComeBack(table)))


def wanted_table(request: PlayRequest, settings: Settings) -> TableSetup:
    """Return the set-up of the next match: as requested, or else as last time."""
    if request.game is None and request.players is None and not request.watch:
        return last_table(settings)
    name = request.game or last_table(settings)[0]
    players = request.players or usual_seats(name)
    you = None if request.watch else your_name(settings)
    others = players if you is None else players - 1
    bots = request.bots * others if len(request.bots) == 1 else request.bots
    persons = [name_of(one) for one in settings.persons]
    return name, default_players(bots, you, persons), dict(request.options)


class StartLoader(NamedTuple):
    """Loaders of parts that the start screen needs after its first paint."""

    unfinished: "Callable[[int], Sequence[Unfinished]]"
    is_held: Callable[[Path], bool]
    renderer: "Callable[[], type[QSvgRenderer]]"


class StartFeature:
    """Controller of the start screen."""

    def __init__(self, services: Services, loader: StartLoader) -> None:
        self._services, self._loader = services, loader
        self._known: KnownTables | None = None
        self.painted = False
        """The first paint is over, so slow parts may be loaded."""
        services.persons.changed.connect(self._on_persons_changed)
        services.persons.chosen.connect(self._show_anew)
        services.settings.changed.connect(self._keep_still)

    @property
    def lobby(self) -> StartScreen | None:
        page = self._services.pages.current
        return page if isinstance(page, StartScreen) else None

    def show_lobby(self) -> None:
        services = self._services
        services.pages.leave()
        services.persons.take_turns()
        screen = StartScreen(len(services.setup.sitters), services.window)
        screen.motion.speed = services.request.speed
        services.pages.show(screen)
        self._keep_still()
        services.pages.changed.emit()

    def _keep_still(self) -> None:
        if self.lobby is not None:
            self.lobby.motion.jumps = self._services.settings.still

    def offer(self) -> None:
        if self.lobby is None:
            return
        left: Sequence[Unfinished] = ()
        if folders.has_records():
            # A person's own match comes first, even if others have played since.
            left = self._loader.unfinished(
                MOST_OFFERED if self._services.settings.now.others else 2
            )
        self._known = offer(self._services, self.lobby, left, self._loader.is_held)
        if self.painted:
            self.complete_offer()

    def complete_offer(self) -> None:
        """Complete the menu with the parts that the first paint does not wait for."""
        if self._known is None:
            self.offer()
        elif self.lobby is not None and self.lobby.choices is not None:
            self._known.look()
            self.lobby.choices.draw_pictures(self._loader.renderer())

    def _on_persons_changed(self) -> None:
        table = self._services.pages.table
        if table is not None:
            table.scene.show_looks()
        elif self.lobby is not None:
            self._services.setup.table = last_table(self._services.settings.now)
            self._show_anew()

    def _show_anew(self) -> None:
        if self.lobby is not None:
            self.show_lobby()
            self.offer()

    def clear_table(self) -> None:
        """Show the start screen; an open match can be resumed from it."""
        self._services.notifications.hide()  # its message is about the match
        self.show_lobby()
        self.offer()


def chip_of(services: Services, parent: QWidget) -> PersonChip:
    """Return the button that shows the current person and opens the menu of persons."""
    person = services.settings.now.person

    def open_menu(below: QPoint) -> None:
        services.go(PersonMenu(below))

    # high resolution, as it is scaled up on large screens
    icon = face_icon(look_of_person(person), 3 * SMALL)
    return PersonChip(title_of(person), icon, open_menu, parent)
