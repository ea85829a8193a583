"""Table rows, chart curves and sentences of the statistics window."""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.memory.statistics_result import StatisticsResult
from greenbaize.rules.facts import Figures
from greenbaize.rules.game import Counts, Game
from greenbaize.rules.naming import folded
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import MIXED, PEOPLE, PROGRAMS
from greenbaize.store.statistics import GivenAway, Point, Rated, Run, Who
from greenbaize.ui.features.history.figure_table import Line
from greenbaize.ui.features.history.line_chart import Curve, Spot
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import loss_text
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.numbers import decimal_text, percent_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title, place_title

PLACES: Final = 2
HALF: Final = 50.0
"""Rating of the source program between good and bad (percent)."""


def level_text(level: str) -> str:
    """Return the text for the bots of a level."""
    return tr("Computer, {level}").format(level=level_title(level))


def who_text(who: Who) -> str:
    """Return the text for a person or a level."""
    return level_text(who.level) if who.level else person_text(who.names[0])


def person_text(name: str) -> str:
    """Return a person's name, marked as a person if it equals the text of a level."""
    shown = shown_name(name)
    others = (tr("Other programs"), *map(level_text, LEVEL_NAMES))
    if shown.casefold() in map(str.casefold, others):
        return tr("{name} (a person)").format(name=shown)
    return shown


def against_text(against: str) -> str:
    """Return the text for a kind of opponents."""
    if against == PEOPLE:
        return tr("People")
    if against == PROGRAMS:
        return tr("Other programs")
    return tr("Mixed levels") if against == MIXED else level_text(against)


def sum_lines(found: StatisticsResult, game: Game[Any]) -> list[Line]:
    """Return the rows of the totals."""
    matches, points, won = found.matches, found.points.mean, found.won
    lines = [(tr("Matches"), str(matches)), (tr("Deals"), str(found.deals))]
    if points is not None:
        mean = decimal_text(points, PLACES, signed=not game.scores_places)
        lines.append((points_title(game), mean))
    if matches:
        words = tr("{number} ({share})").format(number=won, share=percent_text(won / matches))
        lines.append((tr("Won"), words))
    if found.behind is not None:
        lines.append((tr("Others behind"), percent_text(found.behind)))
    lines.append((tr("Won in a row"), _run_text(found.streaks.won)))
    lines.append((tr("Run without being last"), _run_text(found.streaks.not_last)))
    if found.strength is not None:
        lines.append((tr("Playing strength"), decimal_text(found.strength, 0)))
    rating = game.rating(found.sums)
    if rating is not None:
        lines.append((tr("Rating of all matches"), percent_text(rating / 100, PLACES)))
    last = found.course[-1] if found.course else None
    if last is not None and last.source is not None:
        words = tr_count(
            "Rating of the last match", "Mean rating of the last {count} matches", last.matches
        )
        value = percent_text(last.source / 100, PLACES)
        lines.append((words.format(count=last.matches), value))
    return [Line(cells) for cells in lines]


def points_title(game: Game[Any]) -> str:
    """Return the label of the mean result per deal."""
    return tr("Place in a deal") if game.scores_places else tr("Points a deal")


def _run_text(run: Run) -> str:
    return tr("{now}, longest {longest}").format(now=run.now, longest=run.longest)


def place_lines(found: StatisticsResult) -> list[Line]:
    """Return a row for each rank: its share and the number of matches."""
    lines, places = [], sum(found.places.values())
    for place, times in found.places.items():
        share = times / places
        lines.append(Line((place_title(place), percent_text(share), str(times)), share))
    return lines


def figure_headings(figures: Figures) -> tuple[str, str, str]:
    """Return the headings of one of a game's own tables."""
    share = any(one.share for one in figures.rates)
    return Speaker().say(figures.title), tr("Share") if share else tr("Mean"), tr("Times")


def figure_lines(figures: Figures) -> list[Line]:
    """Return the rows of one of a game's own tables; rates without cases are left out."""
    lines = []
    for rate in figures.rates:
        mean = rate.mean
        if mean is not None:
            text = percent_text(mean) if rate.share else decimal_text(mean, PLACES, signed=mean < 0)
            cells = Speaker().say(rate.label), text, str(rate.often)
            lines.append(Line(cells, mean if rate.share else None))
    return lines


def given_lines(given: tuple[GivenAway, ...], game: Game[Any]) -> list[Line]:
    """Return the points given away per deal, a row for each version of the adviser."""
    lines = []
    for one in given:
        if one.deals:
            lost = loss_text(game.unit, one.points / one.deals)
            lines.append(Line((_adviser_text(one.adviser, given), lost, str(one.deals))))
    return lines


def _adviser_text(adviser: str, given: tuple[GivenAway, ...]) -> str:
    """Return the adviser's level, with its version if there are several of that level."""
    level, _, version = adviser.partition(" ")
    if sum(one.adviser.partition(" ")[0] == level for one in given) == 1:
        return tr("Judged by {level}").format(level=level_title(level))
    words = tr("Judged by {level}, version {version}")
    return words.format(level=level_title(level), version=shown_words(version))


def rated_lines(rated: list[Rated], who: Who) -> list[Line]:
    """Return a row for each rated player: strength, 95 % margin, number of matches."""
    own = {folded(name) for name in who.names}
    lines = []
    for one in rated:
        error = tr("± {number}").format(number=decimal_text(one.plus_minus, 0))
        cells = _rated_text(one), decimal_text(one.rating, 0), error, str(one.matches)
        strong = one.level == who.level and (bool(one.level) or folded(one.name) in own)
        lines.append(Line(cells, strong=strong))
    return lines


def _rated_text(one: Rated) -> str:
    """Return a rated player's name; foreign programs count as one, without name or level."""
    if one.level:
        return level_text(one.level)
    return person_text(one.name) if one.name else tr("Other programs")


def curves(found: StatisticsResult, game: Game[Any]) -> dict[str, Curve]:
    """Return the curves with any points by their names, the main one of the game first."""

    def spots(value: Callable[[Point], float | None]) -> tuple[Spot, ...]:
        values = ((one, value(one)) for one in found.course)
        return tuple(
            Spot(one.begun, known, one.matches) for one, known in values if known is not None
        )

    made = {
        "points": Curve(
            points_title(game),
            spots(lambda one: one.points / one.deals if one.deals else None),
            _place_text if game.scores_places else _points_text,
            decimal_text,
            middle=None if game.scores_places else 0.0,
            down=game.scores_places,
        ),
        "place": Curve(
            tr("Others behind"),
            spots(lambda one: 1 - one.place),
            lambda value: tr("{share} of the others left behind").format(share=percent_text(value)),
            lambda value, _: percent_text(value),
            ends=(0.0, 1.0),
        ),
        "strength": Curve(
            tr("Playing strength"),
            spots(lambda one: one.rating),
            lambda value: tr("playing strength {number}").format(number=decimal_text(value, 0)),
            decimal_text,
            evens=False,
        ),
        "source": Curve(
            tr("Rating"),
            spots(lambda one: one.source),
            lambda value: tr("rating {share}").format(share=percent_text(value / 100, PLACES)),
            lambda value, places: percent_text(value / 100, places),
            middle=HALF,
        ),
    }
    first = "place" if game.counts is Counts.PLACES else "points"
    return {name: made[name] for name in (first, *made) if made[name].spots}


def _points_text(value: float) -> str:
    return tr("{number} points a deal").format(number=decimal_text(value, PLACES, signed=True))


def _place_text(value: float) -> str:
    return tr("place {number} in a deal").format(number=decimal_text(value, PLACES))


def strength_line() -> str:
    """Return the explanation of the playing strength."""
    return tr(
        "Playing strength: everybody begins at 1000; 400 more than another means finishing "
        "before them ten times as often as after them."
    )


def sure_line() -> str:
    """Return the explanation of the strength's margin."""
    return tr("In 95 of 100 cases the true strength is no further off than the figure after ±.")


def behind_line() -> str:
    """Return the explanation of the share of others left behind."""
    return tr("100 % is the first place in every match, 0 % the last; a tie counts half.")
