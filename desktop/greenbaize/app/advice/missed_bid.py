"""Could a missed bid be made? The last moment of a deal at which it could, with all cards seen.

Two answers, each searched from the last card backwards until its budget is used up: against what
the others would have done, who are computer players and are played again, and whatever they do.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from greenbaize.app.par import create_bot_seats, find_par_seat
from greenbaize.app.seats.seat_program import BotSeat
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.header import PROGRAM_VERSION, RecordHeader
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import CardCommand, Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    SeatReassigned,
    TrickTaken,
)
from greenbaize.rules.game import Game, RefusedVerdict
from greenbaize.rules.search_contract import BidSearch, SearchLimitError

MAX_SEARCHED_CARDS: Final = 6
"""Largest own hand from which all that the others can do is searched."""
MAX_REPLAYED_DECISIONS: Final = 1000
"""Largest number of decisions of computer players that are made again for one deal."""


class LastChance(msgspec.Struct, frozen=True):
    """The last trick in which a bid could still be made, and the code of the card to play in it.

    Without a trick there was no chance from trick ``since`` on, the first one that was searched.
    """

    since: int
    trick: int | None = None
    card: str = ""


class MissedBid(msgspec.Struct, frozen=True):
    """A missed bid of a deal and its last chances.

    ``replayed`` is the one against what the others would have done, None where that is not known;
    ``forced`` is the one whatever they do.
    """

    deal: int
    seat: int
    bid: int
    won: int
    forced: LastChance
    replayed: LastChance | None


Bots = Mapping[int, BotSeat]
"""Computer players by seat."""


class _Moment(NamedTuple):
    """A card of the seat: the state before it, and the others as they were."""

    state: Any
    card: Card
    bots: Bots


PLAIN_EVENTS: Final = (CardsDealt, CallMade, CardPlayed, TrickTaken, DealScored)
"""Events of a deal in which nothing was corrected or shown, so that the search knows the rules."""


def find_missed_bid(
    header: RecordHeader, events: Sequence[Event], seat: int, deal: int
) -> MissedBid | None:
    """Return what a seat could have made of a scored deal.

    None if the bid was met, the game has no exact bids, somebody else acted for the seat, cards are
    not known, there was no choice of cards, or mistakes were corrected.
    """
    game = GAMES[header.game]
    if game.create_bid_search(seat) is None:
        return None
    found = _find_moments(game, header, events, seat, deal)
    if found is None:
        return None
    moments, scored = found
    missed_bid = game.missed_bid(scored, seat)
    if missed_bid is None or all(len(game.legal(one.state, seat)) < 2 for one in moments):
        return None
    bid, won = missed_bid
    chance_finder = _ChanceFinder(game, header, seat)
    forced = chance_finder.find_forced_chance(moments)
    can_replay = all(moment.bots for moment in moments)
    replayed = chance_finder.find_replayed_chance(moments) if can_replay else None
    return MissedBid(deal, seat, bid, won, forced, replayed)


def _find_moments(
    game: Game[Any], header: RecordHeader, events: Sequence[Event], seat: int, deal: int
) -> tuple[list[_Moment], DealScored] | None:
    """Return the seat's cards in a deal and its score; of two deals of a number in the last."""
    state = game.initial_state(len(header.players), header.options)
    bots = _create_other_bots(game, header, seat)
    moments: list[_Moment] = []
    is_own = is_plain = True
    is_wanted = False
    for event in events:
        if isinstance(event, SeatReassigned):
            if event.seat == seat:
                is_own = event.kind == header.players[seat].kind
            is_plain &= is_own
        else:
            if isinstance(event, CardsDealt):
                is_wanted, is_plain, moments = event.deal == deal, is_own, []
            is_plain &= isinstance(event, PLAIN_EVENTS)
            if is_wanted and isinstance(event, CardPlayed) and event.seat == seat:
                if any(hand.unknown for hand in state.hands):
                    return None
                copies = {other: bot_seat.copy() for other, bot_seat in bots.items()}
                moments.append(_Moment(state, event.card, copies))
            state = game.fold(state, event)
        for bot_seat in bots.values():
            bot_seat.redact_event(event, state)
        if is_wanted and isinstance(event, DealScored):
            return (moments, event) if is_plain and moments else None
    return None


def _create_other_bots(game: Game[Any], header: RecordHeader, seat: int) -> dict[int, BotSeat]:
    """Return the computer players at the other seats, none where they cannot be played again."""
    try:
        is_known = find_par_seat(header) == seat
    except GameError:
        is_known = False
    if not is_known or header.extra.get("program") != PROGRAM_VERSION:
        return {}
    bot_seats = create_bot_seats(game, header, header.players)
    return {other: bot_seat for other, bot_seat in enumerate(bot_seats) if other != seat}


class _ChanceFinder:
    """Finds the last moment at which another card would have made the bid."""

    def __init__(self, game: Game[Any], header: RecordHeader, seat: int) -> None:
        self._game, self._header, self._seat = game, header, seat
        self._forced_search = self._create_search()
        self._other_search = self._create_search()
        """Search that spares the others decisions."""
        self._decisions_left = MAX_REPLAYED_DECISIONS

    def _create_search(self) -> BidSearch:
        search = self._game.create_bid_search(self._seat)
        assert search is not None, "a bid was missed"
        return search

    def find_forced_chance(self, moments: Sequence[_Moment]) -> LastChance:
        """Return the last moment at which the bid could be made whatever the others do."""

        def can_force(moment: _Moment, command: Command) -> bool:
            if not self._is_searched(moment.state):
                raise SearchLimitError
            return self._forced_search.can_meet(self._apply_command(moment.state, command))

        return self._find_last_chance(moments, can_force)

    def find_replayed_chance(self, moments: Sequence[_Moment]) -> LastChance:
        """Return the last moment at which the bid could be made against the same players."""

        def can_meet(moment: _Moment, command: Command) -> bool:
            return self._can_meet_after(moment.state, moment.bots, command)

        return self._find_last_chance(moments, can_meet)

    def _find_last_chance(
        self, moments: Sequence[_Moment], can_meet: Callable[[_Moment, Command], bool]
    ) -> LastChance:
        since = len(moments) + 1
        for trick, moment in reversed([*enumerate(moments, 1)]):
            try:
                for command in self._game.legal(moment.state, self._seat):
                    assert isinstance(command, CardCommand)
                    if command.card != moment.card and can_meet(moment, command):
                        return LastChance(trick, trick, command.card.code)
            except SearchLimitError:
                break
            since = trick
        return LastChance(since)

    def _is_searched(self, state: Any) -> bool:
        return bool(state.hands[self._seat].size <= MAX_SEARCHED_CARDS)

    def _apply_command(self, state: Any, command: Command) -> Any:
        verdict = self._game.judge(state, command)
        assert not isinstance(verdict, RefusedVerdict), f"refused: {verdict}"
        for event in verdict.command_events:
            state = self._game.fold(state, event)
        return state

    def _can_meet_after(self, state: Any, bots: Bots, command: Command) -> bool:
        """Return whether the bid can be met after a card, against the same players."""
        state_after = self._apply_command(state, command)
        known_answer = self._search_answer(state_after)
        if known_answer is not None:
            return known_answer
        bots = {seat: bot_seat.copy() for seat, bot_seat in bots.items()}
        state, is_met = self._play_on(state, bots, command)
        if is_met is not None:
            return is_met
        return any(
            self._can_meet_after(state, bots, choice)
            for choice in self._game.legal(state, self._seat)
        )

    def _search_answer(self, state: Any) -> bool | None:
        """Return what holds whatever the others do; None where it depends on them."""
        search = self._other_search
        if search.is_lost(state):
            return False
        if self._is_searched(state):
            with suppress(SearchLimitError):
                if search.can_meet(state):
                    return True
                if not search.can_meet(state, is_helped=True):
                    return False
        return None

    def _play_on(self, state: Any, bots: Bots, command: Command) -> tuple[Any, bool | None]:
        """Return the state at the seat's next turn, and whether the bid is met once that is known.

        Raises ``SearchLimitError`` when the others have decided as often as they may.
        """
        game, header, scores = self._game, self._header, list[DealScored]()
        assert header.seed is not None
        chance = SeededChance(header.seed)
        authority = Authority(game, len(header.players), header.options, chance)
        authority.resume_from_state(state)
        for bot_seat in bots.values():
            authority.add_listener(bot_seat.redact_event)
        authority.add_listener(
            lambda event, _: scores.append(event) if isinstance(event, DealScored) else None
        )
        seat: int | None = self._seat
        while not scores:
            refusal = authority.submit(command, ready=True)
            assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"
            if scores:
                break
            if self._other_search.is_lost(authority.state):
                return authority.state, False
            seat = game.turn(authority.state)
            assert seat is not None, "a deal ends with its score"
            if seat == self._seat:
                return authority.state, None
            if not self._decisions_left:
                raise SearchLimitError
            self._decisions_left -= 1
            command = bots[seat].choose_command()
        return authority.state, game.missed_bid(scores[0], self._seat) is None
