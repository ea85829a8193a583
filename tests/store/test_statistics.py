"""Tests of statistics: counting, streaks, courses over time, and comparisons."""

from dataclasses import replace

import pytest

from greenbaize.match.player import Player
from greenbaize.rules.facts import Counted
from greenbaize.store.history import PEOPLE, History
from greenbaize.store.listing import matches
from greenbaize.store.statistics import (
    Chosen,
    HonourKept,
    Run,
    Streaks,
    Who,
    course,
    games_played,
    has_played,
    honours,
    opponents,
    streaks,
    sums,
)
from store.credited import EASY, keep, match

ANNA = Who(("Anna",))


@pytest.fixture
def history(tmp_path):
    opened = History.open(tmp_path / "history.sqlite")
    yield opened
    opened.close()


def test_what_was_counted_is_asked_by_game_and_opponents(history):
    others = (Player("anna"), Player("Boris"))
    keep(history, match(1, (1, 2, 3)), match(2, (2, 1), others), match(3, (1, 2), game="ass"))
    assert games_played(history, ANNA) == ["ass", "damn"]
    assert opponents(history, ANNA, "damn") == ["easy", PEOPLE]
    both = sums(history, Chosen(ANNA, "damn"))
    assert both["match", "1"] == Counted(1, 40)
    assert both["points", ""] == Counted(4, 40)
    assert both["exact-by-bid", "1"] == Counted(4, 2)
    assert sums(history, Chosen(ANNA, "damn", PEOPLE))["match", "2"] == Counted(1, 0)
    assert not sums(history, Chosen(ANNA, "damn", "hard"))


def test_somebody_with_several_names_is_one(history):
    keep(history, match(1, (1, 2)), match(2, (1, 2), (Player("Anne"), EASY)))
    both = Who(("ANNA", "Anne"))
    assert sums(history, Chosen(both, "damn"))["match", "1"] == Counted(2, 40)
    assert streaks(history, Chosen(both, "damn")).won == Run(2, 2)


def test_a_name_typed_on_a_mac_is_the_same(history):
    keep(history, match(1, (1, 2), (Player("Андре\N{CYRILLIC SMALL LETTER SHORT I}"), EASY)))
    assert has_played(history, ["андре\N{CYRILLIC SMALL LETTER I}\N{COMBINING BREVE}"])


def test_computer_players_of_a_level_are_counted_together(history):
    keep(history, match(1, (1, 2, 3)))
    easy = Chosen(Who((), "easy"), "damn")
    assert {kind_key: one.times for kind_key, one in sums(history, easy).items()} == {
        ("match", "2"): 1,
        ("match", "3"): 1,
        ("matches", ""): 1,
        ("points", ""): 4,
        ("exact-by-bid", "1"): 4,
    }
    assert streaks(history, easy) == Streaks()


def test_a_match_of_several_computer_players_of_a_level_is_one(history):
    keep(history, match(1, (3, 1, 2)), match(2, (1, 2, 3)), match(3, (2, 1, 2)))
    easy = Chosen(Who((), "easy"), "damn")
    points = course(history, easy)
    assert [(one.matches, one.deals, one.won) for one in points] == [
        (1, 2, 1),
        (1, 2, 0),
        (1, 2, 1),
    ]
    assert [(one.points, one.place) for one in points] == [(30, 0.25), (10, 0.75), (30, 0.375)]
    (both,) = course(history, easy, 1)
    assert (both.matches, both.deals, both.won, both.points) == (3, 6, 2, 70)
    assert [one.won for one in course(history, Chosen(ANNA, "damn"))] == [0, 1, 0]


def test_matches_in_a_row_are_counted_in_the_order_they_were_begun(history):
    places = {5: (3, 1, 2), 1: (1, 2, 3), 2: (1, 3, 2), 3: (2, 1, 3), 4: (2, 1, 3), 6: (1, 2, 3)}
    keep(history, *(match(number, one) for number, one in places.items()))
    assert streaks(history, Chosen(ANNA, "damn")) == Streaks(Run(1, 2), Run(1, 4))


def test_all_who_share_the_first_place_have_won_and_none_came_last(history):
    keep(history, match(1, (1, 1)))
    assert streaks(history, Chosen(ANNA, "damn")) == Streaks(Run(1, 1), Run(1, 1))


def test_practice_and_what_is_not_over_and_a_seat_somebody_stood_in_for_do_not_count(history):
    practice = match(1, (1, 2))
    header = replace(practice.header, more={**practice.header.more, "practice": True})
    keep(
        history,
        practice._replace(header=header),
        match(2, (1, 2))._replace(end=None),
        match(3, (1, 2))._replace(stood_in=frozenset({0})),
    )
    credited = [[one.credited for one in kept.players] for kept in matches(history)]
    assert credited == [[False, True], [False, False], [False, False]]
    chosen = Chosen(ANNA, "damn")
    assert not games_played(history, ANNA)
    assert not sums(history, chosen)
    assert not course(history, chosen)
    assert streaks(history, chosen) == Streaks()
    assert sums(history, Chosen(Who((), "easy"), "damn"))["match", "2"].times == 1


def test_a_course_puts_several_matches_together(history):
    keep(history, *(match(number, (1 + number % 2, 2 - number % 2)) for number in range(1, 11)))
    each = course(history, Chosen(ANNA, "damn"))
    assert [point.begun[6:8] for point in each] == [f"{number + 1:02}" for number in range(1, 11)]
    assert [(point.matches, point.deals) for point in each] == [(1, 2)] * 10
    assert [point.place for point in each] == [1.0, 0.0] * 5
    few = course(history, Chosen(ANNA, "damn"), 3)
    assert [(point.begun[6:8], point.matches, point.deals) for point in few] == [
        ("05", 4, 8),
        ("08", 3, 6),
        ("11", 3, 6),
    ]
    assert sum(point.points for point in few) == sum(point.points for point in each)
    assert few[0].place == 0.5


def test_a_tie_counts_half(history):
    four = ((1, 1, 1, 1), (1, 1, 3, 4), (2, 1, 2, 4), (3, 1, 1, 3))
    keep(history, *(match(number, places) for number, places in enumerate(four, start=1)))
    places = [point.place for point in course(history, Chosen(ANNA, "damn"))]
    assert places == pytest.approx([3 / 6, 1 / 6, 3 / 6, 5 / 6])


def test_the_ratings_of_the_source_are_in_the_course(history):
    rated = [
        match(number, (1, 2))._replace(source_ratings=(50.0 + number, None)) for number in (1, 2, 3)
    ]
    keep(history, *rated)
    chosen = Chosen(ANNA, "damn")
    assert [point.source for point in course(history, chosen)] == [51.0, 52.0, 53.0]
    assert [point.source for point in course(history, chosen, 1)] == [52.0]
    assert [point.source for point in course(history, Chosen(Who((), "easy"), "damn"))] == [
        None
    ] * 3


def test_honours_are_kept_with_their_match(history):
    keep(
        history,
        match(1, (1, 2))._replace(honours=(("first-exact",), ("other",))),
        match(2, (1, 2))._replace(honours=(("a", "b"), ())),
        match(3, (1, 2))._replace(honours=(("c",), ()), stood_in=frozenset({0})),
    )
    kept = honours(history, ("anna",))
    assert [one.code for one in kept] == ["a", "b", "first-exact"]
    assert kept[-1] == HonourKept("first-exact", "damn", "20260102T100000", match(1, ()).identity)
    with history.writing():
        history.forget([f"{match(2, ()).identity}.jsonl"])
    assert [one.code for one in honours(history, ("Anna",))] == ["first-exact"]


def test_short_matches_are_counted_by_themselves(history):
    keep(history, match(1, (1, 2)), match(2, (2, 1))._replace(short=True))
    assert games_played(history, ANNA) == ["damn", "damn/short"]
    assert sums(history, Chosen(ANNA, "damn"))["match", "1"] == Counted(1, 20)
    short = sums(history, Chosen(ANNA, "damn/short"))
    assert ("match", "1") not in short
    assert short["match", "2"].times == 1
    assert len(course(history, Chosen(ANNA, "damn"))) == 1
