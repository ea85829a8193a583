"""Tests of statistics: counting, streaks, courses over time, and comparisons."""

from dataclasses import replace

import pytest

from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.facts import FactSum
from greenbaize.rules.options import OptionValues
from greenbaize.store.history import PEOPLE_OPPONENTS, HistoryDatabase, encode_match_rules
from greenbaize.store.match_list import MatchFilter, load_matches
from greenbaize.store.statistics import (
    HonourRow,
    MatchStreaks,
    StatisticsQuery,
    StatisticsSubject,
    StreakLength,
    has_played,
    load_honours,
    load_opponent_kinds,
    load_played_games,
    load_streaks,
    load_sums,
    load_timeline,
)
from store.sample_digests import EASY_BOT, make_digest, write_digests

ANNA_PLAYER = StatisticsSubject(("Anna",))


@pytest.fixture
def history(tmp_path):
    database = HistoryDatabase.open_or_rebuild(tmp_path / "history.sqlite")
    yield database
    database.close()


def test_counts_are_queried_by_game_and_opponents(history):
    others = (HeaderPlayer("anna"), HeaderPlayer("Boris"))
    write_digests(
        history,
        make_digest(1, (1, 2, 3)),
        make_digest(2, (2, 1), others),
        make_digest(3, (1, 2), game="ass"),
    )
    assert load_played_games(history, ANNA_PLAYER) == ["ass", "damn"]
    assert load_opponent_kinds(history, ANNA_PLAYER, "damn") == ["easy", PEOPLE_OPPONENTS]
    both = load_sums(history, StatisticsQuery(ANNA_PLAYER, "damn"))
    assert both["match", "1"] == FactSum(1, 40)
    assert both["points", ""] == FactSum(4, 40)
    assert both["exact-by-bid", "1"] == FactSum(4, 2)
    assert load_sums(history, StatisticsQuery(ANNA_PLAYER, "damn", PEOPLE_OPPONENTS))[
        "match", "2"
    ] == FactSum(1, 0)
    assert not load_sums(history, StatisticsQuery(ANNA_PLAYER, "damn", "hard"))


def test_a_person_with_several_names_is_one(history):
    write_digests(
        history, make_digest(1, (1, 2)), make_digest(2, (1, 2), (HeaderPlayer("Anne"), EASY_BOT))
    )
    both = StatisticsSubject(("ANNA", "Anne"))
    assert load_sums(history, StatisticsQuery(both, "damn"))["match", "1"] == FactSum(2, 40)
    assert load_streaks(history, StatisticsQuery(both, "damn")).won == StreakLength(2, 2)


def test_decomposed_unicode_names_match(history):
    write_digests(
        history,
        make_digest(1, (1, 2), (HeaderPlayer("Андре\N{CYRILLIC SMALL LETTER SHORT I}"), EASY_BOT)),
    )
    assert has_played(history, ["андре\N{CYRILLIC SMALL LETTER I}\N{COMBINING BREVE}"])


def test_computer_players_of_a_level_are_counted_together(history):
    write_digests(history, make_digest(1, (1, 2, 3)))
    easy = StatisticsQuery(StatisticsSubject((), "easy"), "damn")
    assert {kind_key: one.occurrences for kind_key, one in load_sums(history, easy).items()} == {
        ("match", "2"): 1,
        ("match", "3"): 1,
        ("matches", ""): 1,
        ("points", ""): 4,
        ("exact-by-bid", "1"): 4,
    }
    assert load_streaks(history, easy) == MatchStreaks()


def test_a_match_of_several_computer_players_of_a_level_is_one(history):
    write_digests(
        history, make_digest(1, (3, 1, 2)), make_digest(2, (1, 2, 3)), make_digest(3, (2, 1, 2))
    )
    easy = StatisticsQuery(StatisticsSubject((), "easy"), "damn")
    points = load_timeline(history, easy)
    assert [(one.match_count, one.deal_count, one.won_matches) for one in points] == [
        (1, 2, 1),
        (1, 2, 0),
        (1, 2, 1),
    ]
    assert [(one.points, one.rank_share) for one in points] == [(30, 0.25), (10, 0.75), (30, 0.375)]
    (both,) = load_timeline(history, easy, 1)
    assert (both.match_count, both.deal_count, both.won_matches, both.points) == (3, 6, 2, 70)
    assert [
        one.won_matches for one in load_timeline(history, StatisticsQuery(ANNA_PLAYER, "damn"))
    ] == [0, 1, 0]


def test_streaks_follow_the_start_times(history):
    ranks_by_number = {
        5: (3, 1, 2),
        1: (1, 2, 3),
        2: (1, 3, 2),
        3: (2, 1, 3),
        4: (2, 1, 3),
        6: (1, 2, 3),
    }
    write_digests(history, *(make_digest(number, one) for number, one in ranks_by_number.items()))
    assert load_streaks(history, StatisticsQuery(ANNA_PLAYER, "damn")) == MatchStreaks(
        StreakLength(1, 2), StreakLength(1, 4)
    )


def test_players_sharing_the_first_rank_have_all_won(history):
    write_digests(history, make_digest(1, (1, 1)))
    assert load_streaks(history, StatisticsQuery(ANNA_PLAYER, "damn")) == MatchStreaks(
        StreakLength(1, 1), StreakLength(1, 1)
    )


def test_practice_unfinished_matches_and_replaced_seats_do_not_count(history):
    practice = make_digest(1, (1, 2))
    header = replace(practice.header, extra={**practice.header.extra, "practice": True})
    write_digests(
        history,
        practice._replace(header=header),
        make_digest(2, (1, 2))._replace(end_event=None),
        make_digest(3, (1, 2))._replace(substituted_seats=frozenset({0})),
    )
    credited = [[one.is_credited for one in row.players] for row in load_matches(history)]
    assert credited == [[False, True], [False, False], [False, False]]
    query = StatisticsQuery(ANNA_PLAYER, "damn")
    assert not load_played_games(history, ANNA_PLAYER)
    assert not load_sums(history, query)
    assert not load_timeline(history, query)
    assert load_streaks(history, query) == MatchStreaks()
    assert (
        load_sums(history, StatisticsQuery(StatisticsSubject((), "easy"), "damn"))[
            "match", "2"
        ].occurrences
        == 1
    )


def test_a_course_puts_several_matches_together(history):
    write_digests(
        history, *(make_digest(number, (1 + number % 2, 2 - number % 2)) for number in range(1, 11))
    )
    each = load_timeline(history, StatisticsQuery(ANNA_PLAYER, "damn"))
    assert [point.begun[6:8] for point in each] == [f"{number + 1:02}" for number in range(1, 11)]
    assert [(point.match_count, point.deal_count) for point in each] == [(1, 2)] * 10
    assert [point.rank_share for point in each] == [1.0, 0.0] * 5
    few = load_timeline(history, StatisticsQuery(ANNA_PLAYER, "damn"), 3)
    assert [(point.begun[6:8], point.match_count, point.deal_count) for point in few] == [
        ("05", 4, 8),
        ("08", 3, 6),
        ("11", 3, 6),
    ]
    assert sum(point.points for point in few) == sum(point.points for point in each)
    assert few[0].rank_share == 0.5


def test_a_tie_counts_half(history):
    four = ((1, 1, 1, 1), (1, 1, 3, 4), (2, 1, 2, 4), (3, 1, 1, 3))
    write_digests(
        history, *(make_digest(number, ranks) for number, ranks in enumerate(four, start=1))
    )
    ranks = [
        point.rank_share for point in load_timeline(history, StatisticsQuery(ANNA_PLAYER, "damn"))
    ]
    assert ranks == pytest.approx([3 / 6, 1 / 6, 3 / 6, 5 / 6])


def test_the_ratings_of_the_source_are_in_the_course(history):
    rated = [
        make_digest(number, (1, 2))._replace(source_ratings=(50.0 + number, None))
        for number in (1, 2, 3)
    ]
    write_digests(history, *rated)
    query = StatisticsQuery(ANNA_PLAYER, "damn")
    assert [point.source_rating for point in load_timeline(history, query)] == [51.0, 52.0, 53.0]
    assert [point.source_rating for point in load_timeline(history, query, 1)] == [52.0]
    assert [
        point.source_rating
        for point in load_timeline(history, StatisticsQuery(StatisticsSubject((), "easy"), "damn"))
    ] == [None] * 3


def test_honours_are_kept_with_their_match(history):
    write_digests(
        history,
        make_digest(1, (1, 2))._replace(honours=(("first-exact",), ("other",))),
        make_digest(2, (1, 2))._replace(honours=(("a", "b"), ())),
        make_digest(3, (1, 2))._replace(honours=(("c",), ()), substituted_seats=frozenset({0})),
    )
    rows = load_honours(history, ("anna",))
    assert [one.code for one in rows] == ["a", "b", "first-exact"]
    assert rows[-1] == HonourRow(
        "first-exact", "damn", "20260102T100000", make_digest(1, ()).identity
    )
    with history.transaction():
        history.delete_files([f"{make_digest(2, ()).identity}.jsonl"])
    assert [one.code for one in load_honours(history, ("Anna",))] == ["first-exact"]


def test_short_matches_are_counted_by_themselves(history):
    write_digests(
        history, make_digest(1, (1, 2)), make_digest(2, (2, 1))._replace(is_short_match=True)
    )
    assert load_played_games(history, ANNA_PLAYER) == ["damn", "damn/short"]
    assert load_sums(history, StatisticsQuery(ANNA_PLAYER, "damn"))["match", "1"] == FactSum(1, 20)
    short = load_sums(history, StatisticsQuery(ANNA_PLAYER, "damn/short"))
    assert ("match", "1") not in short
    assert short["match", "2"].occurrences == 1
    assert len(load_timeline(history, StatisticsQuery(ANNA_PLAYER, "damn"))) == 1


def test_statistics_by_rules_count_only_matches_played_by_them(history):
    down = OptionValues(direction="down")

    def by_rules(number, ranks):
        digest = make_digest(number, ranks)
        return digest._replace(header=replace(digest.header, options=down))

    write_digests(history, make_digest(1, (1, 2)), by_rules(2, (1, 2)), by_rules(3, (2, 1, 3)))
    query = StatisticsQuery(ANNA_PLAYER, "damn", rules_keys=(encode_match_rules(2, down),))
    both = query._replace(rules_keys=(*query.rules_keys, encode_match_rules(3, down)))
    other = query._replace(rules_keys=(encode_match_rules(4, down),))
    assert load_sums(history, query)["match", "1"] == FactSum(1, 20)
    assert load_sums(history, query)["matches", ""].occurrences == 1
    assert load_sums(history, both)["matches", ""].occurrences == 2
    assert [point.match_count for point in load_timeline(history, both)] == [1, 1]
    assert load_streaks(history, query).won == StreakLength(1, 1)
    assert load_opponent_kinds(history, ANNA_PLAYER, "damn", both.rules_keys) == ["easy"]
    assert not load_sums(history, other)
    assert load_timeline(history, other) == []
    assert load_opponent_kinds(history, ANNA_PLAYER, "damn", other.rules_keys) == []
    all_keys = MatchFilter(rules_keys=both.rules_keys)
    assert len(load_matches(history, all_keys)) == 2
    assert load_matches(history, MatchFilter(rules_keys=())) == []
    every_rule = load_sums(
        history,
        query._replace(rules_keys=(encode_match_rules(2, OptionValues()), *both.rules_keys)),
    )
    assert every_rule == load_sums(history, StatisticsQuery(ANNA_PLAYER, "damn"))
