"""What the card on the empty table offers: go on, play as last time, something new, or friends."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from greenbaize.app.tables.company import is_called, names_of
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.ui.network.known import KnownTables
from greenbaize.ui.plain import set_tip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_line, game_title

if TYPE_CHECKING:
    from greenbaize.app.network.seat_secrets import KnownTable
    from greenbaize.app.tables.unfinished import Unfinished
    from greenbaize.ui.lobby import Choices, Lobby
    from greenbaize.ui.window import MainWindow


NARROW: Final = 100
"""The least width of buttons of which there are three in a row."""


def offer(window: "MainWindow", lobby: "Lobby", left: "Sequence[Unfinished]") -> KnownTables:
    """Lay the choices on the empty table; a click on one is the window's to follow.

    Args:
        window: the window.
        lobby: the empty table.
        left: the unfinished matches, the latest first.

    Returns:
        The tables with friends to which there is a way back, not yet looked for.
    """
    choices = lobby.show_choices(tr("What shall we play?"))
    own = [one for one in left if not window.who_plays.is_anothers(one.header)]
    first = _to_go_on_with(own)
    if first is not None:
        _offer_unfinished(window, choices, first)
    game, sitters, _ = window.wanted
    usual = tr("Play {game} with {names}").format(
        game=game_title(game),
        names=", ".join(shown_name(one.name) for one in sitters if one.kind != HUMAN),
    )
    choices.add(usual).clicked.connect(lambda: window.begin_wanted(None))
    _offer_games(window, choices, game)
    anothers = _to_go_on_with(left) if first is None else None
    if anothers is not None:
        _offer_unfinished(window, choices, anothers)  # below, and never the usual choice
    choices.add(tr("New match…")).clicked.connect(window.what_next.ask_new_match)
    if len(left) > 1:
        text = tr("All unfinished matches…")
        button = choices.add_beside(text)
        button.setMinimumWidth(NARROW)
        button.clicked.connect(window.what_next.ask_unfinished)
    if folders.has_records():
        button = choices.add_beside(tr("Matches…"))
        button.setMinimumWidth(NARROW)
        button.clicked.connect(window.looking.show_matches)
    opening = choices.add(tr("Open a table for friends…"))
    opening.clicked.connect(lambda: window.door().open_table())
    choices.add_beside(tr("Join a table…")).clicked.connect(lambda: window.door().ask_join())
    choices.show_chip(window.who_plays.chip(choices))
    lobby.place_choices()
    choices.buttons[0].setFocus()

    def offer_known(tables: "tuple[KnownTable, ...]") -> None:
        if tables and lobby.choices is choices:
            _offer_known(window, choices, tables[0])
            lobby.place_choices()

    known = KnownTables(choices)
    known.found.connect(offer_known)
    return known


def _to_go_on_with(left: "Sequence[Unfinished]") -> "Unfinished | None":
    """The latest match, but for tables with friends that are open in another window just now."""
    for one in left:
        if sum(sitter.kind == HUMAN for sitter in one.header.sitters) < 2:
            return one
        from greenbaize.store.record_file import is_held  # noqa: PLC0415  (where friends played)

        if not is_held(one.path):
            return one
    return None


def _offer_games(window: "MainWindow", choices: "Choices", last: str) -> None:
    """Offer every game, the one played last first."""

    def ask(name: str) -> Callable[[], None]:
        return lambda: window.what_next.ask_new_match_of(name)

    order = sorted(window.games, key=lambda name: name != last)
    buttons = choices.add_row([game_title(name) for name in order])
    for name, button in zip(order, buttons, strict=True):
        text = tr("{game}…").format(game=game_title(name))
        button.setAccessibleName(text)
        set_tip(button, game_line(name))
        button.clicked.connect(ask(name))


def _offer_unfinished(window: "MainWindow", choices: "Choices", one: "Unfinished") -> None:
    header = one.header
    people = [shown_name(sitter.name) for sitter in header.sitters if sitter.kind == HUMAN]
    if len(people) > 1:
        text = tr("Open the table again: {game}").format(game=game_title(header.game))
        line = tr("with {names}").format(names=", ".join(people))
        button = choices.add(text, _with_time(line, one))
        button.clicked.connect(lambda: window.door().open_again(one.path, header))
        return
    others = ", ".join(shown_name(s.name) for s in header.sitters if s.kind != HUMAN)
    text = tr("Go on: {game}").format(game=game_title(header.game))
    line = tr("with {names}").format(names=others)
    settings = window.settings
    if len(settings.persons) > 1 and people and not is_called(people[0], names_of(settings.person)):
        line = tr("{name} with {names}").format(name=people[0], names=others)
    if header.practice:
        line = f"{tr('practice')} · {line}"
    button = choices.add(text, _with_time(line, one))
    button.clicked.connect(lambda: window.resume_or_tell(one.path))


def _with_time(line: str, one: Any) -> str:
    if not one.begun:
        return line
    from greenbaize.ui.dates import begun_text  # noqa: PLC0415

    begun = tr("begun {begun}").format(begun=begun_text(one.begun))
    return f"{line} · {begun}"


def _offer_known(window: "MainWindow", choices: "Choices", table: "KnownTable") -> None:
    """Offer the way back to a table with friends."""
    text = tr("Back to {name}").format(name=shown_name(table.name))
    choices.add_first(text).clicked.connect(lambda: window.door().come_back(table))
