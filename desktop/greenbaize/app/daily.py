"""The deal of the day: a short match made from the date alone, so that all play the same."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from greenbaize.app.challenge_code import Challenge, encode_challenge, name_players
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.daily_game import find_daily_game
from greenbaize.app.seats.opponents import DEFAULT_LEVEL, Opponent
from greenbaize.app.tables.default_players import get_default_seat_count
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import HUMAN

SEED_TEXT: Final = "greenbaize-day-1/{day}"


def format_day(day: date) -> str:
    """Return a day as a header has it: ``20261128``."""
    return day.strftime("%Y%m%d")


def _make_seed(day: date) -> str:
    return seed_from_text(SEED_TEXT.format(day=format_day(day)))


def create_daily_challenge(day: date) -> Challenge:
    """Return the match of a day: the person in the first chair, without hints."""
    name = find_daily_game(day)
    game = GAMES[name]
    seats = get_default_seat_count(name)
    bot = Opponent(DEFAULT_LEVEL)
    players = (
        HeaderPlayer("", HUMAN),
        *(bot.create_header_player(f"Bot {number}") for number in range(1, seats)),
    )
    options = resolve_options(game.options, seats, game.daily_options)
    header = name_players(RecordHeader(name, players, options, _make_seed(day)), "")
    return Challenge(header, allows_hints=False, allows_undo=False)


def find_day(challenge: Challenge, today: date) -> date | None:
    """Return today or tomorrow if a challenge is the deal of that day, or None.

    It may be tomorrow already where a friend lives, but a day counts only when it is here.
    """
    for day in (today, today + timedelta(days=1)):
        if challenge.header.seed == _make_seed(day):
            is_of_day = encode_challenge(challenge) == encode_challenge(create_daily_challenge(day))
            return day if is_of_day else None
    return None


def find_counted_day(
    challenge: Challenge, today: date, log: ChallengeLog, person: str
) -> date | None:
    """Return the day as whose deal a challenge counts for a person, if it is one that does."""
    day = find_day(challenge, today)
    return day if day == today and DailyCalendar(log, person).counts_on(today) else None


def is_deal_of_tomorrow(challenge: Challenge, today: date) -> bool:
    """Return True for the cards of tomorrow's deal of the day, whatever else is allowed."""
    return challenge.header.seed == _make_seed(today + timedelta(days=1))


class DailyCalendar:
    """The days on which a person has played the deal of the day."""

    def __init__(self, log: ChallengeLog, person: str) -> None:
        self.days: Final[dict[str, int]] = {}
        """The place of each day's match, 0 until it is over."""
        self.matches: Final[dict[str, str]] = {}
        """The identity of each day's match."""
        self._log, self._person = log, person
        for entry in log.entries:
            if entry.day and entry.person == person and entry.what in ("begun", "ended"):
                self.days[entry.day] = entry.rank or self.days.get(entry.day, 0)
                self.matches[entry.day] = entry.match

    def counts_on(self, day: date) -> bool:
        """Return True if a try on a day counts: the first one, with a clock that goes forward."""
        return not self.knows_cards(day) and all(played < format_day(day) for played in self.days)

    def knows_cards(self, day: date) -> bool:
        """Return True if the cards of a day have been played or seen, as its deal or not."""
        return self._log.has_tried(create_daily_challenge(day), self._person)

    def count_streak(self, today: date) -> int:
        """Return on how many days in a row, up to today or yesterday, a match was finished."""
        first = 0 if self.days.get(format_day(today)) else 1
        return sum(1 for _ in self._walk_back(today - timedelta(days=first)))

    def _walk_back(self, day: date) -> Iterator[date]:
        while self.days.get(format_day(day)):
            yield day
            day -= timedelta(days=1)
