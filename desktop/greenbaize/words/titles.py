"""Titles of games, options, columns and levels, with a sentence where one helps.

Games declare their own. Without a title the code is shown, so that a new game can be tried.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from greenbaize.rules.facts import HINTS_SUFFIX, SHORT_SUFFIX, game_of_statistics_name
from greenbaize.rules.levels import fit_level
from greenbaize.rules.messages import MistakeWords, mark_text
from greenbaize.rules.players import LEVELS_WITHOUT_TEMPERAMENT, STEADY_TEMPERAMENT
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.numbers import localise_ranks
from greenbaize.words.vocabulary import (
    find_column,
    game_vocabulary,
    registered_games,
    registered_lines,
    registered_other_names,
    registered_titles,
)

if TYPE_CHECKING:
    from greenbaize.rules.options import ChoiceOption, Option

LEVELS: Final[Mapping[str, str]] = {
    "random": mark_text("By chance"),
    "beginner": mark_text("Beginner"),
    "easy": mark_text("Easy"),
    "medium": mark_text("Medium"),
    "hard": mark_text("Hard"),
    "expert": mark_text("Expert"),
}

TEMPERAMENTS: Final[Mapping[str, str]] = {
    "careful": mark_text("Careful"),
    "steady": mark_text("Steady"),
    "bold": mark_text("Bold"),
}

LEVEL_LINES: Final[Mapping[str, str]] = {
    "random": mark_text("Plays whatever is allowed."),
    "beginner": mark_text(
        "Plays what looks best at first sight; remembers no cards and reckons with nobody."
    ),
    "easy": mark_text("Looks at the trick on the table; forgets and misjudges as people do."),
    "medium": mark_text("Thinks ahead a little, and forgets and misjudges now and then."),
    "hard": mark_text("Thinks ahead, forgets nothing, and believes what others bid and stake."),
    "expert": mark_text("Thinks ahead much longer, and learns from what others play as well."),
}
"""Description of each level, in a sentence."""

TEMPERAMENT_LINES: Final[Mapping[str, str]] = {
    "careful": mark_text("Takes fewer risks where two choices are nearly equal."),
    "steady": mark_text("Chooses what seems best."),
    "bold": mark_text("Takes more risks where two choices are nearly equal."),
}
"""Description of each temperament, in a sentence."""

RANK_TITLES: Final = (
    mark_text("1st"),
    mark_text("2nd"),
    mark_text("3rd"),
    mark_text("4th"),
    mark_text("5th"),
    mark_text("6th"),
    mark_text("7th"),
    mark_text("8th"),
    mark_text("9th"),
    mark_text("10th"),
)


def game_title(game: str) -> str:
    """Return the game's title, marked for its short matches and those with hints."""
    if game.endswith(HINTS_SUFFIX):
        return tr("{game}, with hints").format(game=game_title(game.removesuffix(HINTS_SUFFIX)))
    if game.endswith(SHORT_SUFFIX):
        return tr("{game}, short").format(game=game_title(game_of_statistics_name(game)))
    title = registered_titles().get(game)
    return tr(title) if title else title_from_code(game)


def game_names(game: str) -> tuple[str, ...]:
    """Return the names of a game: its title, then the other names it is found by."""
    others = registered_other_names().get(game_of_statistics_name(game))
    return (game_title(game), *(tr(others).split(", ") if others else ()))


def game_line(game: str) -> str:
    line = registered_lines().get(game)
    return tr(line) if line else ""


def deal_line(picture: TableSnapshot) -> list[str]:
    """Return the deal's number, the number of deals, and the cards dealt to each player."""
    words = []
    if picture.deal_count is None:
        words.append(tr("deal {deal}").format(deal=picture.deal))
    elif picture.deal_count > 1 or picture.hand_size is not None:
        deals = {"deal": picture.deal, "deals": picture.deal_count}
        words.append(tr("deal {deal} of {deals}").format(**deals))
    if picture.hand_size is not None:
        cards = tr_count("{count} card", "{count} cards", picture.hand_size)
        words.append(cards.format(count=picture.hand_size))
    return words


def option_title(option: "Option") -> str:
    return tr(option.title) if option.title else title_from_code(option.key)


def option_line(option: "Option") -> str:
    return tr(option.description) if option.description else ""


def choice_title(option: "ChoiceOption", word: str) -> str:
    return tr(option.value_titles[word]) if word in option.value_titles else title_from_code(word)


def choice_line(option: "ChoiceOption", word: str) -> str:
    return tr(option.value_descriptions[word]) if word in option.value_descriptions else ""


def choice_advice(option: "ChoiceOption", word: str, seats: int) -> str:
    """Return a sentence about a better value for so many players, unless it is chosen."""
    better, line = option.recommendations.get(seats, (word, ""))
    return tr(line) if better != word else ""


def default_reason(option: "ChoiceOption", seats: int) -> str:
    """Return a sentence on why so many players have a default of their own, if they do."""
    return tr(option.default_reasons[seats]) if seats in option.default_reasons else ""


def level_title(level: str) -> str:
    return tr(LEVELS[level]) if level in LEVELS else title_from_code(level)


def temperament_title(temperament: str) -> str:
    return (
        tr(TEMPERAMENTS[temperament])
        if temperament in TEMPERAMENTS
        else title_from_code(temperament)
    )


def missing_levels_text(levels: Sequence[str], offered_levels: Sequence[str]) -> str:
    """Return why some of a game's levels are not offered at a table, or an empty text."""
    missing_by_lower: dict[str, list[str]] = {}
    for level in levels:
        if level not in offered_levels:
            lower_level = fit_level(level, offered_levels)
            missing_by_lower.setdefault(lower_level, []).append(level_title(level))
    lines = []
    for lower_level, titles in missing_by_lower.items():
        text = tr("At this table {level} is no stronger than {lower}, so it is not offered.")
        if len(titles) > 1:
            text = tr(
                "At this table {level} are no stronger than {lower}, so they are not offered."
            )
        lines.append(text.format(level=", ".join(titles), lower=level_title(lower_level)))
    return " ".join(lines)


def level_line(level: str) -> str:
    return tr(LEVEL_LINES[level]) if level in LEVEL_LINES else ""


def level_with_line(level: str) -> str:
    """Return the level with its description, as in “Easy: Looks at the trick on the table; …”."""
    return tr("{level}: {description}").format(
        level=level_title(level), description=level_line(level)
    )


def temperament_line(temperament: str) -> str:
    return tr(TEMPERAMENT_LINES[temperament]) if temperament in TEMPERAMENT_LINES else ""


def player_line(level: str, temperament: str | None) -> str:
    """Return a sentence about a kind of bot; None is the default temperament."""
    title = level_title(level)
    has_temperament = level not in LEVELS_WITHOUT_TEMPERAMENT
    if temperament is None or temperament == STEADY_TEMPERAMENT or not has_temperament:
        return tr("A computer player: {level}.").format(level=title)
    words = tr("A computer player: {level}, {temperament}.")
    return words.format(level=title, temperament=temperament_title(temperament).lower())


def contract_title(contract: str) -> str:
    return localise_ranks(tr(game_vocabulary().titles.get(contract, contract)))


def honour_title(honour: str) -> str:
    honour_words = game_vocabulary().honours.get(honour)
    return tr(honour_words.title) if honour_words else title_from_code(honour.replace("-", "_"))


def honour_line(honour: str) -> str:
    honour_words = game_vocabulary().honours.get(honour)
    return tr(honour_words.line) if honour_words else ""


def mistake_words(kind: str) -> MistakeWords:
    """Return the title of a kind of mistake, its sentence, and the praise, all translated."""
    words = game_vocabulary().mistakes.get(kind)
    return MistakeWords(kind, "", "") if words is None else MistakeWords(*map(tr, words))


def column_title(column: str) -> str:
    """Return the title of a column; behind a dot its code may have the level that filled it."""
    name, level = column.partition(".")[0], column_level(column)
    found = find_column(name)
    title = tr(found.title) if found else title_from_code(name)
    return tr("{column} ({level})").format(column=title, level=level) if level else title


def column_short_title(column: str) -> str:
    name = column.partition(".")[0]
    found = find_column(name)
    return tr(found.short) if found and found.short else column_title(name)


def column_level(column: str) -> str:
    """Return the title of the level that filled a column, or an empty text."""
    level = column.partition(".")[2]
    return level_title(level) if level else ""


def column_phrase(column: str, value: int | str, count: int | None = None) -> str:
    """Return a column's number in words, like “bid 2”; ``count`` is the number of a text."""
    text = number_text(value) if isinstance(value, int) else value
    number = value if isinstance(value, int) else count or 0
    found = find_column(column.partition(".")[0])
    if found is None:
        return f"{title_from_code(column)} {text}"
    phrase = found.phrase
    words = tr(phrase) if isinstance(phrase, str) else tr_count(*phrase, number)
    return words.format(value=text)


def number_text(value: int, *, signed: bool = False) -> str:
    """Return a number with a real minus sign, and a plus sign if ``signed``."""
    if value < 0:
        return f"−{-value}"
    return f"+{value}" if signed and value else str(value)


def format_citation(rule: str) -> str:
    """Return a citation of a rules page (``damn.md``) or section (``damn.md 4``) by its title."""
    page, _, number = rule.partition(".md")
    if not number:
        return page_title(page) if page else ""
    return tr("{page}, § {rule}").format(page=page_title(page), rule=number.strip())


def page_title(page: str) -> str:
    """Return a rules page's title in citations: mostly the game's."""
    games = registered_games().values()
    game = next((game.name for game in games if page in (game.name, game.help_page)), page)
    shared = game_vocabulary().titles.get(page) if game not in registered_games() else None
    return tr(shared) if shared else game_title(game)


def mark_own_name(name: str) -> str:
    """Return the listener's name, marked as theirs unless it is “You”."""
    return name if name == tr("You") else tr("{name} (you)").format(name=name)


def rank_title(rank: int) -> str:
    return tr(RANK_TITLES[rank - 1]) if 0 < rank <= len(RANK_TITLES) else str(rank)


def title_from_code(code: str) -> str:
    """Return a title made from a code that has none."""
    return tr(code.replace("_", " ").capitalize())
