"""The deal of the day: one for all the world, one try a day, days in a row."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from greenbaize.app.challenge_code import decode_challenge, encode_challenge
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.daily import (
    DailyCalendar,
    create_daily_challenge,
    find_counted_day,
    find_day,
    format_day,
    is_deal_of_tomorrow,
)
from greenbaize.app.daily_game import find_daily_game
from greenbaize.games import GAMES
from greenbaize.store.challenge_log import ChallengeEntry

DAY = date(2026, 11, 28)
GOLDEN = "1V000-00000-11GAS-N62SG-V3EJR-XX0Y0-NFBWF-DS000-9CQ"


def make_calendar(*entries, person="1"):
    log = ChallengeLog(
        [ChallengeEntry(what, "CODE", who, "0" * 32, day, rank) for what, who, day, rank in entries]
    )
    return DailyCalendar(log, person)


def test_the_code_of_a_days_deal_is_known_as_such():
    for day in (DAY, DAY + timedelta(days=1)):
        assert find_day(decode_challenge(encode_challenge(create_daily_challenge(day))), DAY) == day
    for day in (DAY - timedelta(days=1), DAY + timedelta(days=2)):
        assert find_day(create_daily_challenge(day), DAY) is None
    challenge = create_daily_challenge(DAY)
    assert find_day(replace(challenge, allows_hints=True), DAY) is None
    other = replace(challenge.header, seed="0" * 32)
    assert find_day(replace(challenge, header=other), DAY) is None


def test_a_code_counts_as_its_day_unless_a_later_day_was_played():
    challenge, today = create_daily_challenge(DAY), format_day(DAY)
    assert find_counted_day(challenge, DAY, ChallengeLog([]), "1") == DAY
    log = ChallengeLog([ChallengeEntry("begun", "CODE", "1", "0" * 32, today)])
    assert find_counted_day(challenge, DAY, log, "1") is None
    assert find_counted_day(challenge, DAY, log, "2") == DAY


def test_tomorrows_deal_does_not_count_today():
    # It is tomorrow already where a friend lives.
    tomorrow = create_daily_challenge(DAY + timedelta(days=1))
    for early in (tomorrow, replace(tomorrow, allows_hints=True)):
        assert is_deal_of_tomorrow(early, DAY)
        assert find_counted_day(early, DAY, ChallengeLog([]), "1") is None
    assert not is_deal_of_tomorrow(create_daily_challenge(DAY), DAY)


def test_a_day_whose_cards_are_known_does_not_count():
    code = encode_challenge(replace(create_daily_challenge(DAY), allows_hints=True))
    log = ChallengeLog([ChallengeEntry("seen", code, "1", "0" * 32)])
    calendar = DailyCalendar(log, "1")
    assert calendar.knows_cards(DAY)
    assert not calendar.counts_on(DAY)
    assert calendar.counts_on(DAY + timedelta(days=1))
    assert DailyCalendar(log, "2").counts_on(DAY)


def test_the_games_take_turns():
    days = [DAY + timedelta(days=number) for number in range(2 * len(GAMES))]
    games = [find_daily_game(day) for day in days]
    assert set(games[: len(GAMES)]) == set(GAMES)
    assert games[: len(GAMES)] == games[len(GAMES) :]


@pytest.mark.parametrize("number", range(5))
def test_a_day_has_a_short_match_made_from_the_date_alone(number):
    day = DAY + timedelta(days=number)
    challenge = create_daily_challenge(day)
    assert challenge == create_daily_challenge(day)
    assert challenge.header.seed != create_daily_challenge(day + timedelta(days=5)).header.seed
    assert not challenge.allows_hints
    assert not challenge.allows_undo
    game = GAMES[challenge.header.game]
    assert game.daily_options
    for key, value in game.daily_options.items():
        assert challenge.header.options[key] == value
    assert decode_challenge(encode_challenge(challenge)) == challenge


def test_the_deal_of_a_day_stays_what_it_is():
    assert encode_challenge(create_daily_challenge(DAY)) == GOLDEN


def test_a_day_counts_once_and_a_clock_put_back_gives_no_second_try():
    assert make_calendar().counts_on(DAY)
    today = format_day(DAY)
    begun = make_calendar(("begun", "1", today, 0))
    assert not begun.counts_on(DAY)
    assert not begun.counts_on(DAY - timedelta(days=1))
    assert begun.counts_on(DAY + timedelta(days=1))
    assert make_calendar(("begun", "2", today, 0)).counts_on(DAY)
    assert make_calendar(("hint", "1", today, 0)).counts_on(DAY)
    assert make_calendar(("begun", "1", "", 0)).counts_on(DAY)


def test_days_in_a_row_are_finished_ones_up_to_today_or_yesterday():
    days = [format_day(DAY - timedelta(days=number)) for number in range(6)]
    ended = [("ended", "1", day, 2) for day in days]
    assert make_calendar(*ended).count_streak(DAY) == 6
    assert make_calendar(*ended[1:4]).count_streak(DAY) == 3
    assert make_calendar(*ended[2:]).count_streak(DAY) == 0
    assert make_calendar(*ended[:2], *ended[3:]).count_streak(DAY) == 2
    assert make_calendar(("begun", "1", days[0], 0), *ended[1:]).count_streak(DAY) == 5


def test_a_place_is_known_once_the_match_is_over():
    today = format_day(DAY)
    begun, ended = ("begun", "1", today, 0), ("ended", "1", today, 3)
    assert make_calendar(begun).days == {today: 0}
    assert make_calendar(begun, ended).days == {today: 3}
    assert make_calendar(ended, begun).days == {today: 3}
