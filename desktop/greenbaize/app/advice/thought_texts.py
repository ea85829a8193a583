"""Sentences on what a computer player thought when it made a move."""

from collections.abc import Sequence
from typing import Final

from greenbaize.app.advice.thoughts import Move, MoveHistory
from greenbaize.rules.commands import Command
from greenbaize.rules.players import RANDOM_LEVEL, STEADY_TEMPERAMENT
from greenbaize.rules.search_contract import BotThoughts, WeighedChoice
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import distinct_worth_texts, unit_line, worth_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_list, join_sentences
from greenbaize.words.titles import level_line, level_title, temperament_title

MAX_NAMED_WORTHS: Final = 8
"""Largest number of choices whose worth a sentence gives, unless only one more is left."""


def choice_text(command: Command) -> str:
    return Speaker().format_message(command.short_message)


def move_text(move: Move, names: Sequence[str]) -> str:
    """Return a move in a line, as in “Anna: 9♠”."""
    return tr("{name}: {card}").format(name=names[move.seat], card=choice_text(move.command))


def player_text(move: Move, names: Sequence[str]) -> str:
    """Return the player's name, with the level of a computer player, as in “Anna (Hard, bold)”."""
    level, temperament = move.player.level, move.player.temperament
    if level is None:
        return names[move.seat]
    kind = level_title(level)
    if temperament not in (None, STEADY_TEMPERAMENT) and level != RANDOM_LEVEL:
        kind = f"{kind}, {temperament_title(temperament).lower()}"
    return f"{names[move.seat]} ({kind})"


def describe_obstacle(history: MoveHistory, move: Move, names: Sequence[str]) -> str:
    """Return why nobody can tell what the player thought, or an empty string."""
    name = names[move.seat]
    match history.find_obstacle(move):
        case "person":
            sentence = tr("A person made this move, and only they know why.")
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
                "Today's {player} would choose {choice} here, so an older one must have played, "
                "and nobody can tell any more what it thought."
            )
            return [sentence.format(player=self._player, choice=choice_text(thoughts.command))]
        legal = self._game.legal(self._view, move.seat)
        if len(legal) == 1:
            sentence = tr("{player} had no choice: only {choice} was allowed.")
            return [sentence.format(player=self._player, choice=choice_text(move.command))]
        count = tr_count(
            "{player} had {count} choice.", "{player} had {count} choices.", len(legal)
        ).format(player=self._player, count=len(legal))
        if not choices:
            return [count, self._describe_rule()]
        unweighed = set(legal) - {choice.command for choice in choices}
        return [
            join_sentences(count, self._describe_worths(choices)),
            join_sentences(self._describe_decision(choices), self._describe_rest(unweighed)),
            unit_line(
                self._game.choice_unit,
                self._game.sides(self._view.seats),
                is_weighed_by_match_rank=self._game.is_weighed_by_match_rank(self._view),
                is_of_other_player=True,
            ),
        ]

    def format_worths(self) -> dict[Command, str]:
        """Return the expected worth of each choice that was weighed."""
        unit = self._game.choice_unit
        return {
            choice.command: worth_text(unit, choice.expected_score)
            for choice in self._thoughts.choices
        }

    def _describe_rule(self) -> str:
        level = self._move.player.level or ""
        rule = tr(self._game.easy_rule) if level == "easy" and self._game.easy_rule else ""
        sentence = tr("This level weighs no figures. {rule}")
        return sentence.format(rule=rule or level_line(level)).strip()

    def _describe_worths(self, choices: Sequence[WeighedChoice]) -> str:
        worths = self.format_worths()
        named = choices if len(choices) <= MAX_NAMED_WORTHS + 1 else choices[:MAX_NAMED_WORTHS]
        texts = [
            f"{choice_text(one.command)}\N{NO-BREAK SPACE}{worths[one.command]}" for one in named
        ]
        sentence = tr("What each promised: {choices}.")
        if len(named) < len(choices):
            rest = len(choices) - len(named)
            worse = tr_count("{count} worse one", "{count} worse ones", rest).format(count=rest)
            texts.append(worse)
        return sentence.format(choices=join_list(texts))

    def _describe_decision(self, choices: Sequence[WeighedChoice]) -> str:
        made = next(one for one in choices if one.command == self._move.command)
        best, choice = choices[0], choice_text(made.command)
        best_worth, worth = distinct_worth_texts(
            self._game.choice_unit, best.expected_score, made.expected_score
        )
        if best is made or best_worth == worth:
            return tr("{choice} was taken: nothing promised better.").format(choice=choice)
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
        sentence = tr(
            "{choice} was taken, though {best} promised slightly better: {more}, not {worth}."
        )
        gap = sentence.format(
            choice=choice, best=choice_text(best.command), more=best_worth, worth=worth
        )
        return join_sentences(gap, reason)

    def _describe_rest(self, unweighed: set[Command]) -> str:
        if not unweighed:
            return ""
        commands = [
            one for one in self._game.legal(self._view, self._move.seat) if one in unweighed
        ]
        sentence = tr("Not weighed, as the same as one of these, or hopeless: {choices}.")
        return sentence.format(choices=join_list(list(map(choice_text, commands))))
