"""Titles of games, options, columns and levels, with a sentence where one helps.

Games declare their own. Without a title the code is shown, so that a new game can be tried.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from greenbaize.rules.facts import SHORT, full_name
from greenbaize.rules.messages import mark
from greenbaize.rules.pictures import Picture
from greenbaize.rules.players import HAPHAZARD, STEADY
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.numbers import in_letters
from greenbaize.words.vocabulary import (
    column_of,
    known_games,
    known_lines,
    known_other_names,
    known_titles,
    own_words,
)

if TYPE_CHECKING:
    from greenbaize.rules.options import Choice, Option

LEVELS: Final[Mapping[str, str]] = {
    "random": mark("Beginner"),
    "easy": mark("Easy"),
    "medium": mark("Medium"),
    "hard": mark("Hard"),
    "expert": mark("Expert"),
}

TEMPERAMENTS: Final[Mapping[str, str]] = {
    "careful": mark("Careful"),
    "steady": mark("Steady"),
    "bold": mark("Bold"),
}

LEVEL_LINES: Final[Mapping[str, str]] = {
    "random": mark("Plays whatever is allowed."),
    "easy": mark("Looks at the trick on the table; forgets and misjudges as people do."),
    "medium": mark("Thinks ahead a little, and forgets and misjudges now and then."),
    "hard": mark("Thinks ahead, forgets nothing, and believes what others bid and stake."),
    "expert": mark("Thinks ahead much longer, and learns from what others play as well."),
}
"""Description of each level, in a sentence."""

TEMPERAMENT_LINES: Final[Mapping[str, str]] = {
    "careful": mark("Takes fewer risks where two choices are nearly equal."),
    "steady": mark("Chooses what seems best."),
    "bold": mark("Takes more risks where two choices are nearly equal."),
}
"""Description of each temperament, in a sentence."""

PLACES: Final = (
    mark("1st"),
    mark("2nd"),
    mark("3rd"),
    mark("4th"),
    mark("5th"),
    mark("6th"),
    mark("7th"),
    mark("8th"),
    mark("9th"),
    mark("10th"),
)


def game_title(game: str) -> str:
    """Return the game's title, marked for its short matches."""
    if game.endswith(SHORT):
        return tr("{game}, short").format(game=game_title(full_name(game)))
    title = known_titles().get(game)
    return tr(title) if title else plain_title(game)


def game_names(game: str) -> tuple[str, ...]:
    """Return the names of a game: its title, then the other names it is found by."""
    others = known_other_names().get(full_name(game))
    return (game_title(game), *(tr(others).split(", ") if others else ()))


def game_line(game: str) -> str:
    line = known_lines().get(game)
    return tr(line) if line else ""


def deal_line(picture: Picture) -> list[str]:
    """Return the deal's number, the number of deals, and the cards dealt to each player."""
    words = []
    if picture.deals is None:
        words.append(tr("deal {deal}").format(deal=picture.deal))
    elif picture.deals > 1 or picture.cards is not None:
        deals = {"deal": picture.deal, "deals": picture.deals}
        words.append(tr("deal {deal} of {deals}").format(**deals))
    if picture.cards is not None:
        cards = tr_count("{count} card", "{count} cards", picture.cards)
        words.append(cards.format(count=picture.cards))
    return words


def option_title(option: "Option") -> str:
    return tr(option.title) if option.title else plain_title(option.key)


def option_line(option: "Option") -> str:
    return tr(option.line) if option.line else ""


def choice_title(option: "Choice", word: str) -> str:
    return tr(option.titles[word]) if word in option.titles else plain_title(word)


def choice_line(option: "Choice", word: str) -> str:
    return tr(option.lines[word]) if word in option.lines else ""


def choice_advice(option: "Choice", word: str, seats: int) -> str:
    """Return a sentence about a better value for so many players, unless it is chosen."""
    better, line = option.advice.get(seats, (word, ""))
    return tr(line) if better != word else ""


def level_title(level: str) -> str:
    return tr(LEVELS[level]) if level in LEVELS else plain_title(level)


def temperament_title(temperament: str) -> str:
    return (
        tr(TEMPERAMENTS[temperament]) if temperament in TEMPERAMENTS else plain_title(temperament)
    )


def level_line(level: str) -> str:
    return tr(LEVEL_LINES[level]) if level in LEVEL_LINES else ""


def temperament_line(temperament: str) -> str:
    return tr(TEMPERAMENT_LINES[temperament]) if temperament in TEMPERAMENT_LINES else ""


def player_line(level: str, temperament: str | None) -> str:
    """Return a sentence about a kind of bot; None is the default temperament."""
    title = level_title(level)
    if temperament is None or temperament == STEADY or level == HAPHAZARD:
        return tr("A computer player: {level}.").format(level=title)
    words = tr("A computer player: {level}, {temperament}.")
    return words.format(level=title, temperament=temperament_title(temperament).lower())


def contract_title(contract: str) -> str:
    return in_letters(tr(own_words().titles.get(contract, contract)))


def honour_title(honour: str) -> str:
    found = own_words().honours.get(honour)
    return tr(found.title) if found else plain_title(honour.replace("-", "_"))


def honour_line(honour: str) -> str:
    found = own_words().honours.get(honour)
    return tr(found.line) if found else ""


def column_title(column: str) -> str:
    found = column_of(column)
    return tr(found.title) if found else plain_title(column)


def column_short(column: str) -> str:
    found = column_of(column)
    return tr(found.short) if found and found.short else column_title(column)


def column_phrase(column: str, value: int | str, count: int | None = None) -> str:
    """Return a column's number in words, like “bid 2”; ``count`` is the number of a text."""
    text = number_text(value) if isinstance(value, int) else value
    number = value if isinstance(value, int) else count or 0
    found = column_of(column)
    if found is None:
        return f"{plain_title(column)} {text}"
    phrase = found.phrase
    words = tr(phrase) if isinstance(phrase, str) else tr_count(*phrase, number)
    return words.format(value=text)


def number_text(value: int, *, signed: bool = False) -> str:
    """Return a number with a real minus sign, and a plus sign if ``signed``."""
    if value < 0:
        return f"−{-value}"
    return f"+{value}" if signed and value else str(value)


def cited(rule: str) -> str:
    """Return a citation of a rules page (``damn.md``) or section (``damn.md 4``) by its title."""
    page, _, number = rule.partition(".md")
    if not number:
        return page_title(page) if page else ""
    return tr("{page}, § {rule}").format(page=page_title(page), rule=number.strip())


def page_title(page: str) -> str:
    """Return a rules page's title in citations: mostly the game's."""
    games = known_games().values()
    game = next((game.name for game in games if page in (game.name, game.help_page)), page)
    shared = own_words().titles.get(page) if game not in known_games() else None
    return tr(shared) if shared else game_title(game)


def yours(name: str) -> str:
    """Return the listener's name, marked as theirs unless it is “You”."""
    return name if name == tr("You") else tr("{name} (you)").format(name=name)


def place_title(place: int) -> str:
    return tr(PLACES[place - 1]) if 0 < place <= len(PLACES) else str(place)


def plain_title(code: str) -> str:
    """Return a title made from a code that has none."""
    return tr(code.replace("_", " ").capitalize())
