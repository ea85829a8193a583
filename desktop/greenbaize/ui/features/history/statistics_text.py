"""Table rows, chart curves and sentences of the statistics window."""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.memory.par_statistics import average_strokes, make_par_course
from greenbaize.app.memory.statistics_result import StatisticsResult
from greenbaize.rules.facts import StatisticsTable
from greenbaize.rules.game import ComparisonMeasure, Game, ResultUnit
from greenbaize.rules.messages import mark_text
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import MIXED_OPPONENTS, PEOPLE_OPPONENTS, PROGRAM_OPPONENTS
from greenbaize.store.statistics import (
    PlayerRating,
    ReviewLoss,
    StatisticsSubject,
    StreakLength,
    TimelinePoint,
)
from greenbaize.ui.features.history.figure_table import FigureRow
from greenbaize.ui.features.history.line_chart import ChartCurve, ChartPoint
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import loss_text
from greenbaize.words.names import display_name, sanitise_text
from greenbaize.words.numbers import decimal_text, percent_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title, rank_title

DECIMALS: Final = 2
NEUTRAL_RATING: Final = 50.0
"""Rating of the source program between good and bad (percent)."""


def level_text(level: str) -> str:
    """Return the text for the bots of a level."""
    return tr("Computer, {level}").format(level=level_title(level))


def subject_text(subject: StatisticsSubject) -> str:
    """Return the text for a person or a level."""
    return level_text(subject.level) if subject.level else person_text(subject.names[0])


def person_text(name: str) -> str:
    """Return a person's name, marked as a person if it equals the text of a level."""
    shown = display_name(name)
    reserved_names = (tr("Other programs"), *map(level_text, LEVEL_NAMES))
    if shown.casefold() in map(str.casefold, reserved_names):
        return tr("{name} (a person)").format(name=shown)
    return shown


def opponents_text(opponents: str) -> str:
    """Return the text for a kind of opponents."""
    if opponents == PEOPLE_OPPONENTS:
        return tr("People")
    if opponents == PROGRAM_OPPONENTS:
        return tr("Other programs")
    return tr("Mixed levels") if opponents == MIXED_OPPONENTS else level_text(opponents)


def total_rows(result: StatisticsResult, game: Game[Any]) -> list[FigureRow]:
    """Return the rows of the totals."""
    matches, points, won = result.match_count, result.points.mean, result.won_count
    rows = [(tr("Matches"), str(matches)), (tr("Deals"), str(result.deal_count))]
    if points is not None:
        mean = decimal_text(points, DECIMALS, signed=not game.scores_ranks)
        rows.append((points_title(game), mean))
    if matches:
        words = tr("{number} ({share})").format(number=won, share=percent_text(won / matches))
        rows.append((tr("Won"), words))
    if result.share_behind is not None:
        rows.append((tr("Others behind"), percent_text(result.share_behind)))
    rows.append((tr("Won in a row"), _streak_text(result.streaks.won)))
    rows.append((tr("Run without being last"), _streak_text(result.streaks.not_last)))
    if result.current_rating is not None:
        rows.append((tr("Playing strength"), decimal_text(result.current_rating, 0)))
    rating = game.rating(result.sums)
    if rating is not None:
        rows.append((tr("Rating of all matches"), percent_text(rating / 100, DECIMALS)))
    last_point = result.timeline[-1] if result.timeline else None
    if last_point is not None and last_point.source_rating is not None:
        words = tr_count(
            "Rating of the last match",
            "Mean rating of the last {count} matches",
            last_point.match_count,
        )
        value = percent_text(last_point.source_rating / 100, DECIMALS)
        rows.append((words.format(count=last_point.match_count), value))
    return [FigureRow(cells) for cells in rows]


def points_title(game: Game[Any]) -> str:
    """Return the label of the mean result per deal."""
    return tr("Place in a deal") if game.scores_ranks else tr("Points a deal")


def _streak_text(streak: StreakLength) -> str:
    return tr("{now}, longest {longest}").format(now=streak.current, longest=streak.longest)


def rank_rows(result: StatisticsResult) -> list[FigureRow]:
    """Return a row for each rank: its share and the number of matches."""
    rows, total = [], sum(result.rank_counts.values())
    for rank, times in result.rank_counts.items():
        fraction = times / total
        rows.append(FigureRow((rank_title(rank), percent_text(fraction), str(times)), fraction))
    return rows


def figure_headings(figures: StatisticsTable) -> tuple[str, str, str]:
    """Return the headings of one of a game's own tables."""
    has_shares = any(one.is_share for one in figures.rows)
    return (
        Speaker().format_message(figures.title),
        tr("Share") if has_shares else tr("Mean"),
        tr("Times"),
    )


def figure_rows(figures: StatisticsTable) -> list[FigureRow]:
    """Return the rows of one of a game's own tables; rates without cases are left out."""
    rows = []
    for rate in figures.rows:
        mean = rate.mean
        if mean is not None:
            text = (
                percent_text(mean)
                if rate.is_share
                else decimal_text(mean, DECIMALS, signed=mean < 0)
            )
            cells = Speaker().format_message(rate.label), text, str(rate.occurrences)
            rows.append(FigureRow(cells, mean if rate.is_share else None))
    return rows


def giveaway_rows(giveaways: tuple[ReviewLoss, ...], game: Game[Any]) -> list[FigureRow]:
    """Return the points given away per deal, a row for each version of the adviser."""
    rows = []
    for giveaway in giveaways:
        if giveaway.deal_count:
            loss = loss_text(game.choice_unit, giveaway.points / giveaway.deal_count)
            rows.append(
                FigureRow(
                    (_adviser_text(giveaway.adviser, giveaways), loss, str(giveaway.deal_count))
                )
            )
    return rows


PAR_UNIT_ROWS: Final = {
    ResultUnit.POINTS: mark_text("Par of {level}: points a deal"),
    ResultUnit.BANKS: mark_text("Par of {level}: banks a deal"),
    ResultUnit.PLACES: mark_text("Par of {level}: places a match"),
}


def par_rows(result: StatisticsResult, game: Game[Any]) -> list[FigureRow]:
    """Return the mean strokes against par with their standard errors, by level and unit."""
    rows = []
    for mean in average_strokes(game, result.par_strokes):
        text = decimal_text(mean.mean, DECIMALS, signed=True)
        if mean.error is not None:
            words = tr("{mean} ± {error}")
            text = words.format(mean=text, error=decimal_text(mean.error, DECIMALS))
        label = tr(PAR_UNIT_ROWS[mean.unit]).format(level=level_title(mean.level))
        rows.append(FigureRow((label, text, str(mean.sample_size))))
    return rows


def par_note() -> str:
    """Return what strokes against par are."""
    return tr(
        "Strokes: how much more you made of your cards than the computer player that sets par would"
        " have. After ± stands the standard error."
    )


def _adviser_text(adviser: str, giveaways: tuple[ReviewLoss, ...]) -> str:
    """Return the adviser's level, with its version if there are several of that level."""
    level, _, version = adviser.partition(" ")
    if sum(giveaway.adviser.partition(" ")[0] == level for giveaway in giveaways) == 1:
        return tr("Judged by {level}").format(level=level_title(level))
    template = tr("Judged by {level}, version {version}")
    return template.format(level=level_title(level), version=sanitise_text(version))


def rating_rows(rated_players: list[PlayerRating], subject: StatisticsSubject) -> list[FigureRow]:
    """Return a row for each rated player: strength, 95 % margin, number of matches."""
    own = {fold_name(name) for name in subject.names}
    rows = []
    for player in rated_players:
        error = tr("± {number}").format(number=decimal_text(player.plus_minus, 0))
        cells = _rated_name(player), decimal_text(player.rating, 0), error, str(player.match_count)
        is_subject = player.level == subject.level and (
            bool(player.level) or fold_name(player.name) in own
        )
        rows.append(FigureRow(cells, is_bold=is_subject))
    return rows


def _rated_name(player: PlayerRating) -> str:
    """Return a rated player's name; foreign programs count as one, without name or level."""
    if player.level:
        return level_text(player.level)
    return person_text(player.name) if player.name else tr("Other programs")


def make_curves(result: StatisticsResult, game: Game[Any]) -> dict[str, ChartCurve]:
    """Return the curves with any points by their names, the main one of the game first."""

    def make_points(value_of: Callable[[TimelinePoint], float | None]) -> tuple[ChartPoint, ...]:
        values = ((point, value_of(point)) for point in result.timeline)
        return tuple(
            ChartPoint(point.begun, known, point.match_count)
            for point, known in values
            if known is not None
        )

    curves_by_name = {
        "points": ChartCurve(
            points_title(game),
            make_points(lambda one: one.points / one.deal_count if one.deal_count else None),
            _rank_text if game.scores_ranks else _points_text,
            decimal_text,
            reference_value=None if game.scores_ranks else 0.0,
            is_inverted=game.scores_ranks,
        ),
        "par": ChartCurve(
            tr("Strokes against par"),
            tuple(ChartPoint(*point) for point in make_par_course(game, result.par_strokes)),
            _strokes_text if game.result_units[0] is not ResultUnit.PLACES else _place_strokes_text,
            decimal_text,
            reference_value=0.0,
        ),
        "place": ChartCurve(
            tr("Others behind"),
            make_points(lambda one: 1 - one.rank_share),
            lambda value: tr("{share} of the others left behind").format(share=percent_text(value)),
            lambda value, _: percent_text(value),
            value_range=(0.0, 1.0),
        ),
        "strength": ChartCurve(
            tr("Playing strength"),
            make_points(lambda one: one.rating),
            lambda value: tr("playing strength {number}").format(number=decimal_text(value, 0)),
            decimal_text,
            can_smooth=False,
        ),
        "source": ChartCurve(
            tr("Rating"),
            make_points(lambda one: one.source_rating),
            lambda value: tr("rating {share}").format(share=percent_text(value / 100, DECIMALS)),
            lambda value, decimals: percent_text(value / 100, decimals),
            reference_value=NEUTRAL_RATING,
        ),
    }
    main_curve = "place" if game.comparison_measure is ComparisonMeasure.RANKS else "points"
    return {
        name: curves_by_name[name]
        for name in (main_curve, *curves_by_name)
        if curves_by_name[name].points
    }


def _points_text(value: float) -> str:
    return tr("{number} points a deal").format(number=decimal_text(value, DECIMALS, signed=True))


def _strokes_text(value: float) -> str:
    return tr("{number} a deal against par").format(
        number=decimal_text(value, DECIMALS, signed=True)
    )


def _place_strokes_text(value: float) -> str:
    return tr("{number} places a match against par").format(
        number=decimal_text(value, DECIMALS, signed=True)
    )


def _rank_text(value: float) -> str:
    return tr("place {number} in a deal").format(number=decimal_text(value, DECIMALS))


def strength_note() -> str:
    """Return the explanation of the playing strength."""
    return tr(
        "Playing strength: everybody begins at 1000; 400 more than another means finishing "
        "before them ten times as often as after them."
    )


def margin_note() -> str:
    """Return the explanation of the strength's margin."""
    return tr("In 95 of 100 cases the true strength is no further off than the figure after ±.")


def others_behind_note() -> str:
    """Return the explanation of the share of others left behind."""
    return tr("100 % is the first place in every match, 0 % the last; a tie counts half.")
