"""Sentences on what a computer player thought when it made a move."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.app.advice.hint_texts import HintFormatter
from greenbaize.app.advice.thoughts import FinishedDeal, Move, MoveHistory
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import TrickTaken
from greenbaize.rules.hand_order import sort_hand
from greenbaize.rules.players import RANDOM_LEVEL, STEADY_TEMPERAMENT
from greenbaize.rules.search_contract import BotThoughts, WeighedChoice
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import (
    choices_line,
    distinct_worth_texts,
    worth_text,
)
from greenbaize.words.speaker import Speaker, cards_text
from greenbaize.words.spoken import join_list, join_sentences
from greenbaize.words.spoken_events import describe_action
from greenbaize.words.titles import level_line, level_title, temperament_title

MAX_NAMED_WORTHS: Final = 8
"""Largest number of choices whose worth a sentence gives, unless only one more is left."""


def choice_text(command: Command) -> str:
    return Speaker().format_message(command.short_message)


def move_text(move: Move, names: Sequence[str]) -> str:
    """Return a move in a line, as in “Anna: 9♠”."""
    card = Speaker().format_message(move.command.inline_message)
    return tr("{name}: {card}").format(name=names[move.seat], card=card)


class MoveRow(NamedTuple):
    """A row of the list of a deal's moves; without a move it is a heading or tells what happened.

    ``heading`` is that of the trick that the move begins.
    """

    text: str
    move: Move | None = None
    heading: str = ""


def list_move_rows(history: MoveHistory, deal: FinishedDeal, names: Sequence[str]) -> list[MoveRow]:
    """Return the moves of a deal under the headings of its tricks.

    In a game without tricks, draws, passes and the like stand between the moves.
    """
    moves = {move.event_index: move for move in deal.moves}
    speaker, events = Speaker(names, for_speech=True), history.deal_events(deal)
    takers = [event.seat for event in events.values() if isinstance(event, TrickTaken)]
    rows: list[MoveRow] = []
    trick_index, is_trick_open = 0, False
    for index, event in events.items():
        if isinstance(event, TrickTaken):
            trick_index, is_trick_open = trick_index + 1, False
        move = moves.get(index)
        log_entry = history.game.turn_log_entry(event)
        if move is None:
            if log_entry is not None:
                said = speaker.format_message(log_entry.message)
                rows.append(MoveRow(describe_action(log_entry.seat, said, speaker)))
            continue
        heading = ""
        if takers and not is_trick_open and isinstance(move.command, PlayCommand):
            is_trick_open = True
            taker = names[takers[trick_index]] if trick_index < len(takers) else ""
            heading = _trick_heading(trick_index + 1, taker)
            rows.append(MoveRow(heading))
        rows.append(MoveRow(move_text(move, names), move, heading))
    return rows


def _trick_heading(number: int, taker: str) -> str:
    if not taker:
        return tr("Trick {number}").format(number=number)
    return tr("Trick {number}, taken by {name}").format(number=number, name=taker)


def player_text(move: Move, names: Sequence[str]) -> str:
    """Return the player's name, with the level of a computer player, as in “Anna (Hard, bold)”."""
    level, temperament = move.player.level, move.player.temperament
    if level is None:
        return names[move.seat]
    kind = level_title(level)
    if temperament not in (None, STEADY_TEMPERAMENT) and level != RANDOM_LEVEL:
        kind = f"{kind}, {temperament_title(temperament).lower()}"
    return f"{names[move.seat]} ({kind})"


def describe_situation(history: MoveHistory, move: Move, names: Sequence[str]) -> list[str]:
    """Return the cards that the player held and the choices it had, where the events tell them."""
    if not history.is_hand_known(move.seat):
        return []
    view, player = history.view_before(move), player_text(move, names)
    hand = view.hands[move.seat]
    if hand.unknown:
        held = tr("{player} could not see its own cards.").format(player=player)
    elif not hand.cards:
        held = tr("{player} held no cards yet, so this choice was a guess.").format(player=player)
    else:
        cards = sort_hand(history.game.picture(view), move.seat)
        held = tr("{player} held {cards}.").format(player=player, cards=cards_text(cards))
    choices = history.legal_commands(move)
    if len(choices) == 1:
        sentence = tr("There was no choice; only this was allowed: {choice}.")
        return [held, sentence.format(choice=choice_text(choices[0]))]
    texts = list(map(choice_text, choices))
    return [
        held,
        tr_count("{count} choice: {choices}.", "{count} choices: {choices}.", len(texts)).format(
            count=len(texts), choices=", ".join(texts)
        ),
    ]


def describe_obstacle(
    history: MoveHistory, move: Move, names: Sequence[str], own_seat: int | None = None
) -> str:
    """Return why nobody can tell what the player thought, or an empty string."""
    name = names[move.seat]
    match history.find_obstacle(move):
        case "person" if move.seat == own_seat or name == tr("You"):
            sentence = tr("This was your move.")
        case "person":
            sentence = tr("{name} is a person, and only they know why.")
        case "program":
            sentence = tr("A program of its own plays for {name}; it does not say what it thinks.")
        case "seed":
            sentence = tr(
                "This record holds only what one seat was told. That is not enough to find out "
                "what {name} thought."
            )
        case "version":
            sentence = tr(
                "This match was begun with another version of the program. Its players may have "
                "thought otherwise, so nobody can tell any more what {name} thought."
            )
        case _:
            return ""
    return sentence.format(name=name)


def no_thoughts_sentence(move: Move, names: Sequence[str]) -> str:
    return tr("What {name} thought cannot be found out just now.").format(name=names[move.seat])


class ThoughtsFormatter:
    """Formats what the player of a move thought."""

    def __init__(
        self, history: MoveHistory, move: Move, thoughts: BotThoughts, names: Sequence[str]
    ) -> None:
        self._game, self._view = history.game, history.view_before(move)
        self._legal = history.legal_commands(move)
        self._situation = describe_situation(history, move, names)
        self._move, self._thoughts, self._player = move, thoughts, player_text(move, names)

    @property
    def is_same_decision(self) -> bool:
        """True if today's player chooses what was done."""
        return self._thoughts.command == self._move.command

    def describe_thoughts(self) -> list[str]:
        """Return the sentences, in paragraphs."""
        move, thoughts, choices = self._move, self._thoughts, self._thoughts.choices
        if not self.is_same_decision:
            sentence = tr(
                "Today's {player} would choose otherwise here: {choice}. An older one must have "
                "played, and nobody can tell any more what it thought."
            )
            choice = choice_text(thoughts.command)
            return [*self._situation, sentence.format(player=self._player, choice=choice)]
        if len(self._legal) == 1 or not self._view.hands[move.seat].size:
            return self._situation
        if not choices:
            return [*self._situation, self._describe_rule()]
        unweighed = set(self._legal) - {choice.command for choice in choices}
        paragraphs = [
            self._situation[0],
            self._describe_worths(choices),
            f"{self._describe_decision(choices)} {self._describe_reasons(choices)}".strip(),
            self._describe_rest(unweighed),
        ]
        return [paragraph for paragraph in paragraphs if paragraph]

    def format_worths(self) -> dict[Command, str]:
        """Return the expected worth of each choice that was weighed."""
        unit = self._game.choice_unit
        return {
            choice.command: worth_text(unit, choice.expected_score)
            for choice in self._thoughts.choices
        }

    def _describe_rule(self) -> str:
        level = self._move.player.level or ""
        rule = level_line(level)
        rules = {"easy": self._game.easy_rules, "beginner": self._game.beginner_rules}
        own_rule = rules.get(level, {}).get(self._move.command.type)
        if own_rule is not None:
            rule = tr(own_rule)
        return tr("This is how the level {level} decides: {rule}").format(
            level=level_title(level), rule=rule
        )

    def _describe_worths(self, choices: Sequence[WeighedChoice]) -> str:
        """Return the meaning of the figures and a line for each choice, the made one marked."""
        worths = self.format_worths()
        named = choices if len(choices) <= MAX_NAMED_WORTHS + 1 else choices[:MAX_NAMED_WORTHS]
        lines = [
            choices_line(
                self._game.choice_unit,
                self._game.sides(self._view.seats),
                is_weighed_by_match_rank=self._game.is_weighed_by_match_rank(self._view),
            )
        ]
        for one in choices:
            is_made = one.command == self._move.command
            if one in named or is_made:
                line = tr("{choice}: {worth} ← chosen") if is_made else tr("{choice}: {worth}")
                text = line.format(choice=choice_text(one.command), worth=worths[one.command])
                lines.append(f"•\N{NO-BREAK SPACE}{text}")
        if rest := len(choices) + 1 - len(lines):
            worse = tr_count("{count} worse one", "{count} worse ones", rest).format(count=rest)
            lines.append(f"•\N{NO-BREAK SPACE}{worse}")
        return "\n".join(lines)

    def _describe_decision(self, choices: Sequence[WeighedChoice]) -> str:
        made = next(one for one in choices if one.command == self._move.command)
        best, worths = choices[0], self.format_worths()
        best_worth, worth = distinct_worth_texts(
            self._game.choice_unit, best.expected_score, made.expected_score
        )
        if best is made or best_worth == worth:
            equals = [one for one in choices if one is not made and worths[one.command] == worth]
            if not equals:
                return tr("No other choice seemed better.")
            return tr("Nothing else seemed better; just as good: {choices}.").format(
                choices=join_list([choice_text(one.command) for one in equals])
            )
        is_bold = self._thoughts.tilt > 0
        if self._move.player.temperament not in (None, STEADY_TEMPERAMENT):
            reason = (
                tr("Bold players give that up for the bolder choice.")
                if is_bold
                else tr("Careful players give that up for the safer choice.")
            )
        else:
            reason = (
                tr("In this deal the mood was a little bold.")
                if is_bold
                else tr("In this deal the mood was a little careful.")
            )
        sentence = tr("Another choice seemed slightly better: {best} ({more} instead of {worth}).")
        gap = sentence.format(best=choice_text(best.command), more=best_worth, worth=worth)
        return join_sentences(gap, reason)

    def _describe_reasons(self, choices: Sequence[WeighedChoice]) -> str:
        """Return what a hint would have said for the choice made, if that was the best."""
        advice = HintFormatter(self._game, self._view, choices).advice
        if advice.best_command != self._move.command:
            return ""
        reasons = join_sentences(*map(Speaker().format_message, advice.find_reasons()))
        return tr("A hint would have said: “{reasons}”").format(reasons=reasons) if reasons else ""

    def _describe_rest(self, unweighed: set[Command]) -> str:
        if not unweighed:
            return ""
        commands = [one for one in self._legal if one in unweighed]
        sentence = tr(
            "No figure for {choices}: as good as one of these, or clearly worse, so not worked out."
        )
        return sentence.format(choices=join_list(list(map(choice_text, commands))))
