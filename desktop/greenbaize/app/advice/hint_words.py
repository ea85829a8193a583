"""Sentences of a hint: the adviser's choice, the reasons, and the worth of each choice."""

from collections.abc import Sequence
from typing import Any

from greenbaize.app.advice.advice import Advice
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import unit_line, worth_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together


def no_hint() -> str:
    return tr("There is no hint just now.")


class HintWords:
    """Formats the hint for one decision; ``choices`` are best first."""

    def __init__(self, game: Game[Any], view: Any, choices: Sequence[Weighed]) -> None:
        self.advice = Advice(game, view, choices)

    @property
    def best(self) -> Command | None:
        """The best choice, or None where all are good."""
        return self.advice.best

    def worths(self) -> dict[Command, str]:
        """Return the expected worth of each choice in figures; none where all have the same."""
        unit, choices = self.advice.game.unit, self.advice.choices
        worths = {one.command: worth_text(unit, one.expected) for one in choices}
        return worths if len(set(worths.values())) > 1 else {}

    def spoken(self, command: Command | None) -> str:
        """Return a sentence with the expected worth of a choice, or nothing."""
        worth = self.worths().get(command) if command is not None else None
        if command is None or worth is None:
            return ""
        words = tr("Expected {worth}").format(worth=worth)
        if command == self.best:
            return tr("{words}, the best").format(words=words)
        if self.best is not None and self.advice.is_good(command):
            return tr("{words}, just as good as the best").format(words=words)
        return words

    def figures_line(self) -> str:
        """Return the explanation of the figures, if any are shown."""
        if not self.worths():
            return ""
        game, view = self.advice.game, self.advice.view
        sides = game.sides(view.seats)
        return unit_line(game.unit, sides, place_counts=game.place_counts(view))

    def texts(self, speaker: Speaker) -> tuple[str, str]:
        """Return the hint in a sentence, and the sentences with its reasons."""
        advice, hint = self.advice, tr("Hint: {words}")
        if len(advice.choices) == 1:
            words, why = advice.only_texts(speaker)
            return hint.format(words=words), why
        if advice.best is None:
            words, why = advice.undecided_texts()
            return hint.format(words=words), why
        words = tr("Hint: {choice}.").format(choice=Speaker().say(advice.best.said))
        return words, together(advice.others_text(), *map(speaker.say, advice.reasons()))
