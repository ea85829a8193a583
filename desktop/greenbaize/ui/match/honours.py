"""Tells of honours at the end of a match, to those who want to hear of them."""

from collections.abc import Sequence

from greenbaize.app.memory.achievements import first_earned
from greenbaize.app.tables.default_players import is_called, names_of
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import honour_line, honour_title


def tell_honours(services: Services, playing: MatchView, card: ResultSheet) -> None:
    """Show on the result which honours this person has earned for the first time."""
    settings = services.settings
    if playing.place.seat is None or not settings.now.honours:
        return
    place, seat = playing.place, playing.place.seat
    name, persons = place.header.sitters[seat].name, settings.now.persons
    known = (names for one in persons if is_called(name, names := names_of(one)))
    codes = first_earned(place, next(known, (name,)))
    if not codes:
        return
    words = honours_text(codes)
    card.show_honours(words)
    announce(card, words)

    card.honours.unwanted.connect(lambda: settings.change("honours", False))


def honours_text(codes: Sequence[str]) -> str:
    """Honours that somebody has earned, each with a sentence that says what it is for."""
    line = tr("For the first time: {title}. {sentence}")
    return "\n".join(
        line.format(title=honour_title(code), sentence=honour_line(code)).strip() for code in codes
    )
