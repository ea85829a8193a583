"""Announcement of honours earned in a match, for those who want to know."""

from collections.abc import Sequence

from greenbaize.app.memory.achievements import find_new_honours
from greenbaize.app.tables.default_players import get_person_names, matches_any_name
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.store.persons import PersonIdentity
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.titles import honour_line, honour_title


def show_honours(services: Services, match_view: MatchView, result_panel: ResultPanel) -> None:
    """Show on the result which honours the people here have earned for the first time."""
    settings = services.settings
    if match_view.player_view.seat is None or not settings.current.honours:
        return
    player_views = (
        (match_view.player_view,) if match_view.match is None else match_view.match.player_views
    )
    codes_by_name = {
        _player_name(player_view): _new_honours(player_view, settings.current.persons)
        for player_view in player_views
    }
    earned = {name: codes for name, codes in codes_by_name.items() if codes}
    if not earned:
        return
    line = tr("{name}: {words}") if len(player_views) > 1 else "{words}"
    text = "\n".join(
        line.format(name=display_name(name), words=format_honours([code]))
        for name, codes in earned.items()
        for code in codes
    )
    result_panel.show_honours(text)
    announce(result_panel, text)

    result_panel.honours_note.disable_requested.connect(
        lambda: settings.change_setting("honours", False)
    )


def _player_name(player_view: PlayerView) -> str:
    assert player_view.seat is not None
    return player_view.header.players[player_view.seat].name


def _new_honours(player_view: PlayerView, persons: Sequence[PersonIdentity]) -> tuple[str, ...]:
    name = _player_name(player_view)
    known_names = (
        names for person in persons if matches_any_name(name, names := get_person_names(person))
    )
    return find_new_honours(player_view, next(known_names, (name,)))


def format_honours(codes: Sequence[str]) -> str:
    """Return a line for each honour, with a sentence on what it is for."""
    line = tr("For the first time: {title}. {sentence}")
    return "\n".join(
        line.format(title=honour_title(code), sentence=honour_line(code)).strip() for code in codes
    )
