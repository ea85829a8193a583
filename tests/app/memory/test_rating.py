"""Tests for ratings: their order, and their independence of the import order."""

from dataclasses import replace
from random import Random

import pytest

from greenbaize.app.memory import history_indexer, history_sync, rating
from greenbaize.app.memory.rating import START, rate
from greenbaize.match.player import Player
from greenbaize.store import statistics
from greenbaize.store.history import History
from greenbaize.store.statistics import SURE, Chosen, Who, course, ratings
from store.credited import EASY, keep, match

ANNA, BORIS, HARD = Player("Anna"), Player("Boris"), Player("Owl", "bot", "hard")


@pytest.fixture
def history(tmp_path):
    opened = History.open(tmp_path / "history.sqlite")
    yield opened
    opened.close()


def told(history, game="damn"):
    assert rate(history)
    return {one.name or one.level: one for one in ratings(history, game)}


def test_whoever_comes_before_others_is_rated_higher(history):
    keep(history, *(match(day, (2, 1, 3), (ANNA, BORIS, HARD)) for day in range(1, 21)))
    found = told(history)
    assert list(found) == ["Boris", "Anna", "hard"]
    assert found["Boris"].rating > START > found["hard"].rating
    assert [one.matches for one in found.values()] == [20, 20, 20]
    assert found["Boris"].plus_minus < SURE * rating.UNKNOWN.spread
    assert not told(history, "rank")


@pytest.mark.slow
def test_ten_times_as_often_is_four_hundred_more(history):
    chance = Random(1)
    days = [
        match(day, (1, 2) if chance.random() < 10 / 11 else (2, 1), (ANNA, BORIS))
        for day in range(1, 1001)
    ]
    keep(history, *days)
    found = told(history)
    assert found["Anna"].rating - found["Boris"].rating == pytest.approx(400, abs=80)


def test_an_equal_match_of_equals_changes_no_rating(history):
    keep(history, match(1, (1, 1), (ANNA, BORIS)))
    assert [one.rating for one in told(history).values()] == pytest.approx([START, START])


def test_several_of_a_level_learn_no_more_from_a_match_than_one(history):
    keep(history, match(1, (1, 2, 3, 4), (ANNA, EASY, EASY, EASY)))
    found = told(history)
    assert list(found) == ["Anna", "easy"]
    three = found["easy"]
    assert three.matches == 1
    keep(history, match(1, (1, 2, 3, 4), (ANNA, EASY, BORIS, HARD), game="ass"))
    one = told(history, "ass")["easy"]
    assert three.plus_minus == pytest.approx(one.plus_minus, rel=0.02)


def test_a_match_among_players_of_one_level_tells_nothing(history):
    keep(history, match(1, (1, 2, 3), (EASY, EASY, EASY)))
    assert not told(history)
    assert not statistics.unrated(history)


def test_programs_have_no_rating_and_change_none(history):
    program = Player("Mine", "bot", program="mine.py")
    keep(history, match(1, (2, 1, 3), (ANNA, program, BORIS)))
    keep(history, match(1, (1, 2), (ANNA, BORIS), game="ass"))
    with_it, without = told(history), told(history, "ass")
    assert with_it == without
    assert set(with_it) == {"Anna", "Boris"}


def test_a_seat_that_somebody_stood_in_for_and_practice_are_not_rated(history):
    stood = match(1, (3, 1, 2), (ANNA, BORIS, HARD))._replace(stood_in=frozenset({1}))
    practice = match(2, (1, 2), (ANNA, BORIS))
    header = replace(practice.header, more={**practice.header.more, "practice": True})
    unfinished = match(3, (1, 2), (ANNA, BORIS))._replace(end=None)
    keep(history, stood, practice._replace(header=header), unfinished)
    assert list(told(history)) == ["hard", "Anna"]


def days(count):
    chance = Random(5)
    return [chance.sample((1, 2, 3), 3) for _ in range(count)]


def kept(history):
    return history.ask("SELECT begun, identity, seat, who, rating, spread FROM credits")


@pytest.mark.parametrize("at_once", [1, 7, 4000])
def test_what_comes_late_or_goes_is_rated_as_if_it_had_always_been_so(
    history, tmp_path, monkeypatch, at_once
):
    monkeypatch.setattr(statistics, "AT_ONCE", at_once)
    matches = [match(day, places, (ANNA, BORIS, HARD)) for day, places in enumerate(days(30), 1)]
    # Matches of the same time are ordered by identity.
    twin = replace(matches[7].header, more=matches[8].header.more)
    matches[7] = matches[7]._replace(header=twin)
    gone = match(31, (1, 2), (ANNA, EASY))._replace(identity="f" * 32)
    late = replace(gone.header, more={"begun": "20260104T120000"})
    keep(history, *matches[10:], gone._replace(header=late))
    assert "easy" in told(history)
    keep(history, *matches[:10])
    assert statistics.unrated(history) == {"damn": matches[0].header.more["begun"]}
    rate(history)
    with history.writing():
        history.forget([f"{'f' * 32}.jsonl"])
    assert statistics.unrated(history) == {"damn": "20260104T120000"}
    assert "easy" not in told(history)
    other = History.open(tmp_path / "other.sqlite")
    monkeypatch.setattr(statistics, "AT_ONCE", 4000)
    keep(other, *matches)
    rate(other)
    assert kept(history) == kept(other)
    other.close()


def test_only_what_follows_is_rated_anew(history, monkeypatch):
    keep(history, *(match(day, (1, 2), (ANNA, BORIS)) for day in range(1, 21)))
    rate(history)
    keep(history, match(19, (1, 2), (ANNA, HARD))._replace(identity="f" * 32))
    assert statistics.count_unrated(history) == 6
    asked = []
    before = rating._after
    monkeypatch.setattr(
        rating, "_after", lambda known, seats: asked.append(len(seats)) or before(known, seats)
    )
    rate(history)
    assert asked == [2, 2, 2]


def test_nothing_is_done_where_it_is_too_much(history):
    keep(history, *(match(day, (1, 2), (ANNA, BORIS)) for day in range(1, 11)))
    assert not rate(history, 19)
    assert not ratings(history, "damn")
    assert rate(history, 20)
    assert ratings(history, "damn")


def test_the_rating_after_each_match_is_in_the_course(history):
    keep(history, *(match(day, (1, 2), (ANNA, BORIS)) for day in range(1, 5)))
    now = told(history)["Anna"].rating
    told_ones = [point.rating or 0 for point in course(history, Chosen(Who(("Anna",)), "damn"))]
    assert told_ones == sorted(told_ones)
    assert told_ones[0] > START
    assert told_ones[-1] == now
    few = course(history, Chosen(Who(("Anna",)), "damn"), 2)
    assert [point.rating for point in few] == [told_ones[1], told_ones[3]]


def test_where_much_has_to_be_rated_the_window_has_another_program_do_it(monkeypatch, tmp_path):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    history = History.open(history_sync.folders.history())
    keep(history, *(match(day, (1, 2), (ANNA, BORIS)) for day in range(1, 4)))
    history.close()
    # Leave nothing to be done but the rating.
    for module in (history_indexer, history_sync):
        monkeypatch.setattr(module, "changes", lambda _: history_sync.Changes((), (), {}))
    asked = []

    class Elsewhere(history_indexer.HistoryIndexer):
        def lines(self, words):
            asked.append(words)
            return iter(())

    monkeypatch.setattr(history_indexer, "FEW_RATED", 5)
    assert history_indexer.keep_up(Elsewhere(), lambda *_: None, pytest.fail) == 1
    assert asked == [["history", "update", "--json"]]
    monkeypatch.setattr(history_indexer, "FEW_RATED", 6)
    assert history_indexer.keep_up(Elsewhere(), lambda *_: None, pytest.fail) == 1
    assert len(asked) == 1
    assert history_indexer.keep_up(Elsewhere(), lambda *_: None, pytest.fail) == 0
