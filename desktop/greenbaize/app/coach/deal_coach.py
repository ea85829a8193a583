"""Review of finished deals in the background: each choice of a person is weighed twice.

The first search is the adviser's own. Where it finds a better choice, a second and longer search
with chances of its own tells by how much: as the first has picked the choice that seemed best, its
difference is too large on average, and only the second one's is not.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import structs

from greenbaize.app.advice.adviser import ADVISER_LEVEL, ADVISER_SEED
from greenbaize.app.advice.review import Decision, find_decisions
from greenbaize.app.seats.seat_program import ROUNDING_DIGITS, BotSeat
from greenbaize.app.tables.matches import format_current_time
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.bots.bot import SearchBot
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.match.record import MatchRecord
from greenbaize.match.view_record import build_view_lines
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.game import ChoiceUnit, Game
from greenbaize.rules.search_contract import MIN_SHOWN_DIFFERENCE, SearchEffort, WeighedChoice
from greenbaize.store.coached_deals import COACH_NAME, CoachedDeal, Mistake

SECOND_SEED: Final = "coach"
SECOND_EFFORT: Final = SEARCH_EFFORTS[ADVISER_LEVEL]._replace(
    world_count=1200, contract_world_count=400
)
"""Effort of the second search: four times the adviser's."""
MIN_EXERCISE_LOSSES: Final = {
    ChoiceUnit.MARGIN: 3.0,
    ChoiceUnit.POINTS: 2.0,
    ChoiceUnit.SHARE: 5.0,
    ChoiceUnit.RANK: 0.25,
}
"""Smallest loss that makes an exercise, in both searches, by unit."""
MAX_EXERCISES: Final = 5
"""Most exercises from one deal."""
EXERCISE_STANDARD_ERRORS: Final = 2.0
"""Standard errors that the loss must exceed as well, in both searches."""


class CoachedDecision(NamedTuple):
    """A decision with the view it was made in, weighed once, and once more if it seemed wrong."""

    decision: Decision
    moment: int
    view: Any
    first_choices: tuple[WeighedChoice, ...]
    second_choices: tuple[WeighedChoice, ...]


def review_deals(record: MatchRecord, seat: int, deals: Collection[int]) -> Iterator[CoachedDeal]:
    """Yield the reviews of some deals of a seat, in order; ``ViewRecordError`` for another's."""
    header, game = record.header, GAMES[record.header.game]
    view_lines = build_view_lines(record, GAMES, seat)
    decisions = find_decisions(game, header, seat, view_lines)
    wanted = [decision for decision in decisions if decision.deal in deals]
    found: dict[int, list[CoachedDecision]] = {deal: [] for deal in sorted(deals)}
    pending_deals = list(found)
    for coached in weigh_decisions(header, seat, view_lines, wanted):
        while pending_deals[0] != coached.decision.deal:
            yield sum_up_deal(game, header, seat, pending_deals[0], found[pending_deals.pop(0)])
        found[coached.decision.deal].append(coached)
    for deal in pending_deals:
        yield sum_up_deal(game, header, seat, deal, found[deal])


def weigh_decisions(
    header: RecordHeader, seat: int, view_lines: bytes, decisions: Sequence[Decision]
) -> Iterator[CoachedDecision]:
    """Yield some decisions of a seat, in the order of its view lines, with their choices."""
    game = GAMES[header.game]
    codec = event_codec(game)
    first_seat = _create_seat(header, seat, SEARCH_EFFORTS[ADVISER_LEVEL], ADVISER_SEED)
    second_seat = _create_seat(header, seat, SECOND_EFFORT, SECOND_SEED)
    first_line, *lines = view_lines.splitlines(keepends=True)
    offset, waiting_decisions = len(first_line), list(decisions)
    for moment, raw in enumerate(lines):
        if not waiting_decisions:
            return
        if waiting_decisions[0].offset == offset:
            decision = waiting_decisions.pop(0)
            choices = first_seat.weigh_choices()
            made = find_choice(choices, decision.command)
            is_behind = (
                made is not None
                and choices[0].expected_score - made.expected_score >= MIN_SHOWN_DIFFERENCE
            )
            second_choices = second_seat.weigh_choices() if is_behind else ()
            if made is not None:
                yield CoachedDecision(decision, moment, first_seat.view, choices, second_choices)
        event = codec.decode_line(decode_object(raw))
        first_seat.apply_event(event)
        second_seat.apply_event(event)
        offset += len(raw)


def _create_seat(header: RecordHeader, seat: int, effort: SearchEffort, seed: str) -> BotSeat:
    game = GAMES[header.game]
    view_tracker = ViewTracker(game, len(header.players), header.options, seat)
    return BotSeat(game, view_tracker, SearchBot(effort), seed)


def find_choice(choices: Sequence[WeighedChoice], command: Command) -> WeighedChoice | None:
    return next((choice for choice in choices if choice.command == command), None)


def sum_up_deal(
    game: Game[Any],
    header: RecordHeader,
    seat: int,
    deal: int,
    decisions: Sequence[CoachedDecision],
) -> CoachedDeal:
    """Return the review of a deal from all its weighed decisions."""
    avoided: Counter[str] = Counter()
    for coached in decisions:
        avoided.update(find_avoided_kinds(game, coached))
    mistakes = [find_mistake(game, coached) for coached in decisions]
    return CoachedDeal(
        match=match_identity(header),
        deal=deal,
        seat=seat,
        adviser=COACH_NAME,
        made=format_current_time(),
        choices=len(decisions),
        mistakes=limit_exercises([mistake for mistake in mistakes if mistake is not None]),
        avoided=dict(avoided),
    )


def limit_exercises(mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Return the mistakes of a deal, of which only the dearest are exercises."""
    exercises = sorted((one for one in mistakes if one.worths), key=lambda one: -one.cost)[
        :MAX_EXERCISES
    ]
    return tuple(one if one in exercises else structs.replace(one, worths=()) for one in mistakes)


def find_mistake(game: Game[Any], coached: CoachedDecision) -> Mistake | None:
    """Return what a decision seems to have cost; None where the first search found nothing."""
    command, choices = coached.decision.command, coached.second_choices
    if not choices:
        return None
    best_command = coached.first_choices[0].command
    best, made = (find_choice(choices, choice) for choice in (best_command, command))
    assert best is not None, "both searches weigh all choices"
    assert made is not None, "both searches weigh all choices"
    worths: tuple[tuple[dict[str, Any], float, float], ...] = ()
    if is_exercise(game.choice_unit, coached):
        best_command = choices[0].command  # the exercise's answer
        codec = command_codec(game)
        worths = tuple(
            (
                codec.encode_line(choice.command),
                round(choice.expected_score, ROUNDING_DIGITS),
                round(choice.gap_error or 0.0, ROUNDING_DIGITS),
            )
            for choice in choices
        )
    return Mistake(
        moment=coached.moment,
        kind=game.find_mistake(coached.view, command, best_command),
        cost=round(best.expected_score - made.expected_score, ROUNDING_DIGITS),
        error=round(made.gap_error or 0.0, ROUNDING_DIGITS),
        worths=worths,
        is_weighed_by_match_rank=coached.decision.is_weighed_by_match_rank,
    )


def is_exercise(unit: ChoiceUnit, coached: CoachedDecision) -> bool:
    """Return whether both searches find that the choice gave away enough, and not by chance."""
    for choices in (coached.first_choices, coached.second_choices):
        made = find_choice(choices, coached.decision.command)
        if made is None:
            return False
        loss = choices[0].expected_score - made.expected_score
        if loss < MIN_EXERCISE_LOSSES[unit]:
            return False
        if loss <= EXERCISE_STANDARD_ERRORS * (made.gap_error or 0.0):
            return False
    return True


def find_avoided_kinds(game: Game[Any], coached: CoachedDecision) -> set[str]:
    """Return the kinds of mistakes that worse choices would have been, if the choice was good."""
    choices = coached.first_choices
    made = find_choice(choices, coached.decision.command)
    if made is None or choices[0].surely_beats(made):
        return set()
    worse_choices = [choice for choice in choices if choices[0].surely_beats(choice)]
    kinds = {game.find_mistake(coached.view, one.command, made.command) for one in worse_choices}
    return kinds - {""}
