"""Announcement of honours earned in a match, for those who want to know."""

from collections.abc import Sequence

from greenbaize.app.memory.achievements import first_earned
from greenbaize.app.tables.default_players import is_called, names_of
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.store.persons import Person
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import honour_line, honour_title


def tell_honours(services: Services, playing: MatchView, card: ResultSheet) -> None:
    """Show on the result which honours the people here have earned for the first time."""
    settings = services.settings
    if playing.place.seat is None or not settings.now.honours:
        return
    places = (playing.place,) if playing.match is None else playing.match.places
    told = {_name_of(place): _first_earned(place, settings.now.persons) for place in places}
    earned = {name: codes for name, codes in told.items() if codes}
    if not earned:
        return
    line = tr("{name}: {words}") if len(places) > 1 else "{words}"
    words = "\n".join(
        line.format(name=shown_name(name), words=honours_text([code]))
        for name, codes in earned.items()
        for code in codes
    )
    card.show_honours(words)
    announce(card, words)

    card.honours.unwanted.connect(lambda: settings.change("honours", False))


def _name_of(place: PlayerView) -> str:
    assert place.seat is not None
    return place.header.sitters[place.seat].name


def _first_earned(place: PlayerView, persons: Sequence[Person]) -> tuple[str, ...]:
    name = _name_of(place)
    known = (names for one in persons if is_called(name, names := names_of(one)))
    return first_earned(place, next(known, (name,)))


def honours_text(codes: Sequence[str]) -> str:
    """Return a line for each honour, with a sentence on what it is for."""
    line = tr("For the first time: {title}. {sentence}")
    return "\n".join(
        line.format(title=honour_title(code), sentence=honour_line(code)).strip() for code in codes
    )
