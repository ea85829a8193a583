"""Tests for the rows, curves and sentences of the statistics window."""

import pytest

from greenbaize.app.memory.statistics_result import StatisticsResult
from greenbaize.games import GAMES
from greenbaize.rules.facts import FactSum, StatisticsTable, StatisticsTableRow
from greenbaize.rules.messages import Message
from greenbaize.store.statistics import (
    MatchStreaks,
    PlayerRating,
    ReviewLoss,
    StatisticsSubject,
    StreakLength,
    TimelinePoint,
)
from greenbaize.ui.features.history.figure_table import FigureRow
from greenbaize.ui.features.history.statistics_text import (
    figure_headings,
    figure_rows,
    giveaway_rows,
    make_curves,
    margin_note,
    opponents_text,
    others_behind_note,
    rank_rows,
    rating_rows,
    strength_note,
    subject_text,
    total_rows,
)


@pytest.mark.parametrize("name", ["Computer, Easy", "computer, EXPERT", "Other programs"])
def test_person_named_like_a_level_is_marked(name):
    assert subject_text(StatisticsSubject((name,))) == f"{name} (a person)"
    assert subject_text(StatisticsSubject((), "easy")) == "Computer, Easy"
    assert subject_text(StatisticsSubject(("Computer",))) == "Computer"


def adviser_labels(*advisers):
    """Return the adviser column of the review losses."""
    losses = tuple(ReviewLoss(adviser, 2, 9, 3.0) for adviser in advisers)
    return [line.cells[0] for line in giveaway_rows(losses, GAMES["damn"])]


def test_adviser_version_is_shown_only_for_several_versions():
    assert adviser_labels("hard 0.1.0") == ["Judged by Hard"]
    assert adviser_labels("hard 0.1.0", "expert 0.1.0") == ["Judged by Hard", "Judged by Expert"]
    assert adviser_labels("hard 0.1.0", "hard 0.2.0") == [
        "Judged by Hard, version 0.1.0",
        "Judged by Hard, version 0.2.0",
    ]


def make_point(begun="20260101T100000", matches=1, deals=2, points=6.0, **fields):
    """Create a timeline point of a match that was won."""
    values = {"rank_share": 0.0, "rating": None, "source_rating": None, "won_matches": matches}
    return TimelinePoint(begun, matches, deals, points, **{**values, **fields})


def make_result(*points, **fields):
    sums = {
        ("points", ""): FactSum(4, 9),
        ("match", "2"): FactSum(1, 1),
        ("match", "1"): FactSum(3, 3),
    }
    return StatisticsResult(sums, timeline=points, **fields)


RESULT = make_result(
    make_point(matches=3, deals=3, points=7.5, rank_share=0.2, rating=1010.0, source_rating=40.0),
    make_point(begun="20260201T100000", deals=1, rank_share=1.0, won_matches=0, source_rating=61.0),
    streaks=MatchStreaks(StreakLength(1, 4), StreakLength(2, 5)),
)


def total_texts(game, result=RESULT):
    return dict(row.cells for row in total_rows(result, GAMES[game]))


def test_totals_are_counted_over_the_timeline():
    assert total_texts("damn") == {
        "Matches": "4",
        "Deals": "4",
        "Points a deal": "+2.25",
        "Won": "3 (75 %)",
        "Others behind": "60 %",
        "Won in a row": "1, longest 4",
        "Run without being last": "2, longest 5",
        "Playing strength": "1010",
        "Rating of the last match": "61.00 %",
    }


def test_totals_of_a_game_that_counts_places():
    assert total_texts("rank")["Place in a deal"] == "2.25"
    assert "Points a deal" not in total_texts("rank")


def test_totals_without_matches_leave_out_means():
    assert total_texts("damn", StatisticsResult()) == {
        "Matches": "0",
        "Deals": "0",
        "Won in a row": "0, longest 0",
        "Run without being last": "0, longest 0",
    }


def test_rating_of_merged_matches_is_called_a_mean():
    merged = make_result(make_point(matches=5, source_rating=52.5))
    assert total_texts("damn", merged)["Mean rating of the last 5 matches"] == "52.50 %"


def test_rating_of_all_matches_comes_from_the_game(monkeypatch):
    monkeypatch.setattr(type(GAMES["master"]), "rating", lambda _, sums: 51.234 if sums else None)
    assert total_texts("master")["Rating of all matches"] == "51.23 %"
    assert "Rating of all matches" not in total_texts("master", StatisticsResult())


def test_ranks_are_listed_with_their_shares():
    assert rank_rows(RESULT) == [
        FigureRow(("1st", "75 %", "3"), 0.75),
        FigureRow(("2nd", "25 %", "1"), 0.25),
    ]


def make_table(*rates):
    """Create a table of a game, of rates given as (cases, total, is a share)."""
    return StatisticsTable(
        Message("figures-by-bid"),
        tuple(
            StatisticsTableRow(
                Message("figures-cards", {"count": number}), FactSum(*sums), is_share
            )
            for number, (*sums, is_share) in enumerate(rates)
        ),
    )


def test_headings_name_shares_if_any_row_is_one():
    assert figure_headings(make_table((4, 1, False), (4, 1, True)))[1:] == ("Share", "Times")
    assert figure_headings(make_table((4, 1, False)))[1:] == ("Mean", "Times")


def test_rates_are_shares_or_means_and_left_out_without_cases():
    rows = figure_rows(make_table((4, 1, True), (0, 0, True), (4, 6, False), (4, -6, False)))
    assert [(row.cells[1:], row.bar_fraction) for row in rows] == [
        (("25 %", "4"), 0.25),
        (("1.50", "4"), None),
        (("−1.50", "4"), None),
    ]


@pytest.mark.parametrize(
    ("game", "text"), [("damn", "1.5 points"), ("rank", "1.5 places"), ("ass", "1.5 %")]
)
def test_what_was_given_away_is_a_mean_per_deal(game, text):
    losses = (ReviewLoss("hard 1", 2, 9, 3.0), ReviewLoss("easy 1", 0, 0, 0.0))
    assert [row.cells for row in giveaway_rows(losses, GAMES[game])] == [
        ("Judged by Hard", text, "2")
    ]


@pytest.mark.parametrize(
    ("opponents", "text"),
    [
        ("people", "People"),
        ("programs", "Other programs"),
        ("mixed", "Mixed levels"),
        ("hard", "Computer, Hard"),
    ],
)
def test_opponents_are_named(opponents, text):
    assert opponents_text(opponents) == text


def test_ratings_mark_the_subject_by_any_of_their_names():
    rated = [
        PlayerRating("Ida Nova", "", 1034.4, 120.4, 6),
        PlayerRating("", "easy", 990.6, 30.0, 12),
        PlayerRating("", "", 900.0, 80.0, 1),
    ]
    rows = rating_rows(rated, StatisticsSubject(("Ida", "ida nova")))
    assert [row.cells for row in rows] == [
        ("Ida Nova", "1034", "± 120", "6"),
        ("Computer, Easy", "991", "± 30", "12"),
        ("Other programs", "900", "± 80", "1"),
    ]
    assert [row.is_bold for row in rows] == [True, False, False]
    level_rows = rating_rows(rated, StatisticsSubject((), "easy"))
    assert [row.is_bold for row in level_rows] == [False, True, False]


class TestCurves:
    @pytest.mark.parametrize(
        ("game", "order"),
        [
            ("damn", ["points", "place", "strength", "source"]),
            ("ass", ["place", "points", "strength", "source"]),
        ],
    )
    def test_main_curve_of_the_game_comes_first(self, game, order):
        assert list(make_curves(RESULT, GAMES[game])) == order

    def test_curves_without_points_are_left_out(self):
        result = make_result(make_point(deals=0, points=0.0))
        assert list(make_curves(result, GAMES["damn"])) == ["place"]
        assert make_curves(StatisticsResult(), GAMES["damn"]) == {}

    def test_points_are_means_and_known_values(self):
        curves = make_curves(RESULT, GAMES["damn"])
        assert [curve.values for curve in curves.values()] == [
            [2.5, 6.0],
            [0.8, 0.0],
            [1010.0],
            [40.0, 61.0],
        ]
        assert [point.matches for point in curves["points"].points] == [3, 1]
        assert curves["points"].points[1].timestamp == "20260201T100000"

    def test_values_are_told_in_words_and_on_the_grid(self):
        curves = make_curves(RESULT, GAMES["damn"])
        assert {
            name: (curve.title, curve.format_value(0.5), curve.format_grid_label(0.5, 1))
            for name, curve in curves.items()
        } == {
            "points": ("Points a deal", "+0.50 points a deal", "0.5"),
            "place": ("Others behind", "50 % of the others left behind", "50 %"),
            "strength": ("Playing strength", "playing strength 0", "0.5"),
            "source": ("Rating", "rating 0.50 %", "0.5 %"),
        }

    def test_scales_suit_what_is_counted(self):
        damn, rank = (make_curves(RESULT, GAMES[game]) for game in ("damn", "rank"))
        assert damn["place"].value_range == (0.0, 1.0)
        assert not damn["strength"].can_smooth
        assert damn["source"].reference_value == 50.0
        points = [curves["points"] for curves in (damn, rank)]
        assert [(curve.reference_value, curve.is_inverted) for curve in points] == [
            (0.0, False),
            (None, True),
        ]
        assert rank["points"].format_value(1.5) == "place 1.50 in a deal"


def test_notes_explain_the_figures():
    assert "everybody begins at 1000" in strength_note()
    assert "95 of 100" in margin_note()
    assert others_behind_note().startswith("100 % is the first place")
