"""Sentences of a hint: the adviser's choice, the reasons, and the worth of each choice."""

from collections.abc import Sequence
from typing import Any

from greenbaize.app.advice.advice import Advice
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import unit_line, worth_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences


def no_hint_sentence() -> str:
    return tr("There is no hint just now.")


def format_unnoted_hint(reason: str) -> str:
    text = tr("No hint: it cannot be noted, and your try counts. {reason}")
    return text.format(reason=reason)


class HintFormatter:
    """Formats the hint for one decision; ``choices`` are best first."""

    def __init__(self, game: Game[Any], view: Any, choices: Sequence[WeighedChoice]) -> None:
        self.advice = Advice(game, view, choices)

    @property
    def best_command(self) -> Command | None:
        """The best choice, or None where all are good."""
        return self.advice.best_command

    def format_worths(self) -> dict[Command, str]:
        """Return the expected worth of each choice in figures; none where all have the same."""
        unit, choices = self.advice.game.choice_unit, self.advice.choices
        worths = {choice.command: worth_text(unit, choice.expected_score) for choice in choices}
        return worths if len(set(worths.values())) > 1 else {}

    def describe_worth(self, command: Command | None) -> str:
        """Return a sentence with the expected worth of a choice, or nothing."""
        worth = self.format_worths().get(command) if command is not None else None
        if command is None or worth is None:
            return ""
        sentence = tr("Expected {worth}").format(worth=worth)
        if command == self.best_command:
            return tr("{words}, the best").format(words=sentence)
        if self.best_command is not None and self.advice.is_good(command):
            return tr("{words}, just as good as the best").format(words=sentence)
        return sentence

    def describe_unit(self) -> str:
        """Return the explanation of the figures, if any are shown."""
        if not self.format_worths():
            return ""
        game, view = self.advice.game, self.advice.view
        sides = game.sides(view.seats)
        return unit_line(
            game.choice_unit, sides, is_weighed_by_match_rank=game.is_weighed_by_match_rank(view)
        )

    def describe_hint(self, speaker: Speaker) -> tuple[str, str]:
        """Return the hint in a sentence, and the sentences with its reasons."""
        advice, hint = self.advice, tr("Hint: {words}")
        if len(advice.choices) == 1:
            sentence, reason = advice.describe_only_choice(speaker)
            return hint.format(words=sentence), reason
        if advice.best_command is None:
            sentence, reason = advice.describe_undecided()
            return hint.format(words=sentence), reason
        sentence = tr("Hint: {choice}.").format(
            choice=Speaker().format_message(advice.best_command.short_message)
        )
        return sentence, join_sentences(
            advice.describe_equal_choices(), *map(speaker.format_message, advice.find_reasons())
        )
