"""A person's decisions in a deal, found in the seat's view lines and weighed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from greenbaize.cards import Card
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.events import CardsDealt, DealScored, SeatReassigned
from greenbaize.rules.game import Game
from greenbaize.rules.players import HUMAN
from greenbaize.rules.search_contract import EQUAL_TOLERANCE, WeighedChoice


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision at ``offset`` bytes of the view lines, with the cards on the table then.

    With ``is_weighed_by_match_rank`` the figures of its choices include the rank in the match.
    """

    deal: int
    offset: int
    command: Command
    table_cards: tuple[Card, ...]
    is_weighed_by_match_rank: bool = False


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A choice made and the best one, both as weighed, among all ``choices``."""

    decision: Decision
    made_choice: WeighedChoice
    best_choice: WeighedChoice
    choices: tuple[WeighedChoice, ...]

    @property
    def difference(self) -> float:
        """Expected gain of the best choice over the one made; 0 if they are the same."""
        return max(0.0, self.best_choice.shown_lead_over(self.made_choice))

    @property
    def sure_loss(self) -> float:
        """The difference, or 0 if it is within the random error of such a number."""
        return self.difference if self.best_choice.surely_beats(self.made_choice) else 0.0


def sum_sure_losses(judged_decisions: Iterable[JudgedDecision]) -> float:
    """Return the total loss, as reviews show it and statistics add it up."""
    return sum(judged.sure_loss for judged in judged_decisions)


def judge_decision(decision: Decision, choices: Sequence[WeighedChoice]) -> JudgedDecision | None:
    """Compare a decision with all choices, best first; return None if all are worth the same."""
    made_choice = next((choice for choice in choices if choice.command == decision.command), None)
    if (
        made_choice is None
        or choices[0].expected_score - choices[-1].expected_score < EQUAL_TOLERANCE
    ):
        return None
    # Of equal choices the one that was made is as good as any.
    best_choice = (
        made_choice
        if choices[0].expected_score - made_choice.expected_score < EQUAL_TOLERANCE
        else choices[0]
    )
    return JudgedDecision(decision, made_choice, best_choice, tuple(choices))


def find_decisions(
    game: Game[Any], header: RecordHeader, seat: int, view_lines: bytes
) -> list[Decision]:
    """Return a seat's decisions between several choices, in order."""
    view_tracker = ViewTracker(game, len(header.players), header.options, seat)
    codec, found_decisions, commands = event_codec(game), [], command_codec(game)
    deal, is_persons_turn = 0, header.players[seat].kind == HUMAN
    first, *lines = view_lines.splitlines(keepends=True)
    offset = len(first)
    for raw in lines:
        line, view = decode_object(raw), view_tracker.view
        if (
            is_persons_turn
            and game.turn(view) == seat == line.get("seat")
            and not game.is_open(view)
        ):
            legal = game.legal(view, seat)
            command = next(
                (
                    legal_command
                    for legal_command in legal
                    if _is_line_of_command(line, legal_command, commands)
                ),
                None,
            )
            if command is not None and len(legal) > 1:
                found_decisions.append(
                    Decision(
                        deal,
                        offset,
                        command,
                        game.picture(view).table_cards,
                        game.is_weighed_by_match_rank(view),
                    )
                )
        event = codec.decode_line(line)
        if isinstance(event, CardsDealt):
            deal = event.deal
        elif isinstance(event, SeatReassigned) and event.seat == seat:
            is_persons_turn = event.kind == HUMAN
        view_tracker.apply_event(event)
        offset += len(raw)
    return found_decisions


def restore_view_at(
    game: Game[Any], header: RecordHeader, seat: int, view_lines: bytes, offset: int
) -> Any:
    """Return the seat's view after ``offset`` bytes of its lines, from the header on."""
    view_tracker = ViewTracker(game, len(header.players), header.options, seat)
    codec = event_codec(game)
    for raw in view_lines[:offset].splitlines()[1:]:
        view_tracker.apply_event(codec.decode_line(decode_object(raw)))
    return view_tracker.view


def find_scored_deals(game: Game[Any], view_lines: bytes) -> list[int]:
    """Return the numbers of the scored deals in a seat's view lines."""
    lines = map(decode_object, view_lines.splitlines()[1:])
    codec = event_codec(game)
    events = [codec.decode_line(line) for line in lines if line["type"] == DealScored.type]
    return [event.deal for event in events if isinstance(event, DealScored)]


def _is_line_of_command(line: dict[str, Any], command: Command, codec: LineCodec[Command]) -> bool:
    return codec.encode_line(command).items() <= line.items()
