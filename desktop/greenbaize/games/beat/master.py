"""Master: twelve contracts, first against and then for, by the beat relation (``master.md``)."""

from functools import cache
from typing import ClassVar, Final

from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.contracts import HALF, contract_of, deals_with, sign_of, tricks_in
from greenbaize.games.beat.events import ContractDealt, ContractScored, TrumpChosen, ValuedTrick
from greenbaize.games.beat.parts import BeatParts, lazy
from greenbaize.games.beat.play import BeatGame, trump_options
from greenbaize.games.beat.state import BeatState, Counting, Sets
from greenbaize.rules.chance import Chance
from greenbaize.rules.events import CardPlayed, Ended, Event, LotDrawn, Scored
from greenbaize.rules.game import Unit
from greenbaize.rules.hands import none_left
from greenbaize.rules.messages import Message, Value, mark
from greenbaize.rules.options import Choice, YesNo
from greenbaize.rules.pictures import Luck, Made, Mood, Plate

_MAX_POINTS: Final = {"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}
_ONE_SUIT: Final = 10
_DARING: Final = 0.1
"""Share of a trick's value that boldness may cost at a card."""


@cache
def counting_of(deal: int, seats: int, early_end: bool) -> Counting:
    """Return the scoring under the contract of a deal (``master.md 4``)."""
    contract, sign = contract_of(deal), sign_of(deal)
    each, tricks = sign * contract.each, tricks_in(deal, seats)
    none = (0,) * len(PACK_36)
    if contract.cards:
        cards = tuple(each * (card in contract.cards) for card in PACK_36)
        return Counting((0,) * tricks, cards, early=early_end)
    if contract.name == "max":
        cards = tuple(sign * _MAX_POINTS.get(card.code[0], 0) for card in PACK_36)
        return Counting((0,) * tricks, cards, Sets(sign * _ONE_SUIT), each)
    if contract.name == "all":
        return Counting((each,) * tricks, none)
    return Counting((0,) * (tricks - 2) + (each,) * 2, none)


class Master(BeatParts, BeatGame):
    """Master, rules 1 to 6."""

    help_page = "master"
    unit = Unit.POINTS
    options = (
        *trump_options("personal", "none"),
        YesNo(
            "early_end",
            default=True,
            title=mark("End a deal early"),
            line=mark(
                "A deal ends as soon as all its points are taken; All, last 2 and MAX are always "
                "played out."
            ),
            off=mark("Every deal is played to its last trick."),
        ),
        Choice(
            "length",
            ("full", "short"),
            usual=lambda _, __: "full",
            titles={"full": mark("24 deals"), "short": mark("12 deals, a short match")},
            lines={
                "full": mark("The same contracts twice: first to be avoided, then to be won."),
                "short": mark(
                    "This table's own rule: the first half alone, in which points are to be "
                    "avoided. Short matches are counted by themselves and have no rating."
                ),
            },
            title=mark("Length"),
            shortens=True,
        ),
    )
    rating_line = mark("Rating: over 50 %, more was won than lost.")
    events = (LotDrawn, TrumpChosen, ContractDealt, CardPlayed, ValuedTrick, ContractScored, Ended)
    facts_of = lazy("facts", "contract_facts", bound=False)
    figures = lazy("facts", "contract_figures", bound=False)
    honours_of = lazy("facts", "half_avoided", bound=False)
    rating = lazy("facts", "contract_rating", bound=False)
    lesson = lazy("telling", "MasterLesson", bound=False)
    told_of_seat = lazy("telling", "master_seat")
    told_of_deal = lazy("telling", "master_deal")
    sheet = lazy("master_sheet", "sheet_of", bound=False)
    form = lazy("master_sheet", "MasterForm", bound=False)
    rules: ClassVar = {
        "lot": "master.md 3",
        "trump": "beats.md 4",
        "deal": "master.md 2, 3",
        "play": "beats.md 5",
        "trick": "beats.md 5",
        "score": "master.md 4",
        "end": "master.md 6",
    }

    def must_beat(self, view: BeatState) -> bool:
        """Return False: beating is a choice (``beats.md 5``)."""
        return False

    def next_deal(self, state: BeatState, chance: Chance) -> ContractDealt:
        cards = tricks_in(state.deal + 1, state.seats)
        deal, dealer, leader, hands, _ = self.dealing(state, chance, cards)
        return ContractDealt(deal, dealer, leader, hands, contract_of(deal).name, sign_of(deal))

    def trick_points(self, state: BeatState) -> int | None:
        counts = contract_of(state.deal).name == "max"
        return abs(self.value(state, state.play.trick)) if counts else None

    def after_trick(self, state: BeatState) -> Event | None:
        """Return the deal's score once its cards are played or, by the option, its points taken."""
        return None if self.goes_on(state) else self.score(state)

    def goes_on(self, state: BeatState) -> bool:
        """Return whether there are cards to play and, by the option, points to take."""
        if none_left(state.hands):
            return False
        # A trick without points cannot have been the last one with points.
        if not (self.counting(state).early and self._last_value(state)):
            return True
        return sum(self._brought(state)) != sum(self.counting(state).cards)

    def _last_value(self, view: BeatState) -> int:
        """Return the points of the last trick."""
        taken = view.play.taken
        return self.counting(view).value(len(taken) - 1, taken[-1][1].cards)

    def _brought(self, view: BeatState) -> tuple[int, ...]:
        """Return the points of each seat's tricks so far."""
        counting, points = self.counting(view), [0] * view.seats
        for place, (taker, trick) in enumerate(view.play.taken):
            points[taker] += counting.value(place, trick.cards)
        return tuple(points)

    def deal_points(self, state: BeatState) -> tuple[int, ...]:
        most = self.counting(state).most
        if not most:
            return self._brought(state)
        winner = max_winner(state)
        return tuple(most * (seat == winner) for seat in range(state.seats))

    def score(self, state: BeatState) -> ContractScored:
        scored, won = super().score(state), state.play.won
        remaining = tricks_in(state.deal, state.seats) - sum(won)
        return ContractScored(state.deal, scored.points, scored.totals, won, remaining)

    # Sentences and pictures

    def deals(self, view: BeatState) -> int:
        return deals_with(view.options)

    def avoids(self, view: BeatState) -> bool:
        return sign_of(view.deal) < 0

    def counting(self, view: BeatState) -> Counting:
        return counting_of(view.deal, view.seats, view.options.flag("early_end"))

    def at_stake(self, view: BeatState) -> float:
        """Return a share of the average value of a trick under the contract."""
        return _DARING * contract_of(view.deal).total / self.cards(view)

    def worth(self, view: BeatState) -> Message | None:
        """Return the points on the table, once there are any; in MAX, the card points."""
        if view.deal and contract_of(view.deal).name == "max":
            count = abs(self.value(view, view.play.trick))
            return Message("trick-counts", {"count": count}, "master.md 4") if count else None
        value = self.value(view, view.play.trick) if view.play.trick else 0
        return Message("trick-holds", {"count": value}, "master.md 4") if value else None

    def cards(self, view: BeatState) -> int:
        return tricks_in(view.deal, view.seats) if view.deal else 0

    def notices(self, view: BeatState) -> tuple[Message, ...]:
        return (_contract_message(view.deal),) if view.deal else ()

    def opening(self, view: BeatState) -> tuple[Message, ...]:
        contract = _contract_message(view.deal)
        if view.deal not in (1, HALF + 1):
            return (contract,)
        half = "half-against" if sign_of(view.deal) < 0 else "half-for"
        return contract, Message(half, rule="master.md 1")

    def made_by(self, scored: Scored, view: BeatState, seat: int) -> Made:
        """Return the points; in the first half it is good to have taken none."""
        made, points = super().made_by(scored, view, seat), scored.points[seat]
        if sign_of(scored.deal) > 0:
            return made
        return made._replace(luck=Luck.BAD if points else Luck.GOOD)

    def told_of_swing(self, view: BeatState, at: int, seat: int, worth: float) -> Message | None:
        """Return the base game's message, with the contract if it is about the seat's points."""
        said, deal = super().told_of_swing(view, at, seat, worth), view.scores[at].deal
        if said is None or said.code not in ("swing-brought", "swing-cost"):
            return said
        values = {**said.values, "contract": contract_of(deal).name}
        return Message(f"{said.code}-contract", values, said.rule)

    def moods(self, view: BeatState, event: Event | None = None) -> tuple[Mood, ...]:
        """Return the moods after the last trick, and of the seat about to take unwanted points."""
        moods = list(super().moods(view, event))
        if view.end is not None or isinstance(event, Scored) or not view.deal:
            return tuple(moods)
        against, play = sign_of(view.deal) < 0, view.play
        if play.taken and self._last_value(view):
            moods[play.taken[-1][0]] = Mood.CAUGHT if against else Mood.PLEASED
        if against and view.pile is not None and self.value(view, play.trick):
            moods[view.pile.owner] = Mood.TENSE
        return tuple(moods)

    def what_counts(self, view: BeatState) -> tuple[Message, ...]:
        said = self.notices(view)
        if contract_of(view.deal).name != "max":
            return said
        names = zip(("ace", "ten", "king", "queen", "jack"), "ATKQJ", strict=True)
        values = {name: _MAX_POINTS[rank] for name, rank in names}
        cards = Message("count-max", values, "master.md 4")
        return (*said, cards, Message("count-suit", rule="master.md 4"))

    def plate(self, view: BeatState, seat: int) -> Plate:
        own = view.trumps.own
        trump, line = own[seat] if own else None, None
        if view.deal:
            line = self._plate_line(view, seat)
        return Plate(view.totals[seat], line, trump=trump)

    def _plate_line(self, view: BeatState, seat: int) -> Message:
        """Return tricks and points so far; in MAX card points, and the prize for having most."""
        won, most = view.play.won[seat], self.counting(view).most
        if not most:
            points = self._brought(view)[seat]
            values = {"count": won, "by": points}
            if points:
                return Message("plate-tricks-worth", values)
            return Message("plate-tricks" if won else "plate-no-tricks", values)
        first = bool(view.play.taken) and seat == max_winner(view)
        values = {"count": view.points[seat], "by": most * first}
        return Message("plate-points-worth" if first else "plate-points", values, "master.md 4")


def _contract_message(deal: int) -> Message:
    contract, sign = contract_of(deal), sign_of(deal)
    half = "against" if sign < 0 else "for"
    values: dict[str, Value] = {"by": sign * contract.each}
    return Message(f"contract-{contract.name}-{half}", values, "master.md 4")


def max_winner(state: BeatState) -> int:
    """Return who has most card points in MAX; of tied players who took the latest trick."""
    most = max(state.points)
    tied = [seat for seat, points in enumerate(state.points) if points == most]
    return next(taker for taker, _ in reversed(state.play.taken) if taker in tied)
