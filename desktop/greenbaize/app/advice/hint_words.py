"""A hint in words: what the adviser would do, why, and what each choice should bring."""

from collections.abc import Sequence
from typing import Any

from greenbaize.app.advice.review import EQUAL
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.game import Game
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import unit_line, worth_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together


def no_hint() -> str:
    return tr("There is no hint just now.")


class HintWords:
    """The words for these choices, best first, of somebody who is asked with this view."""

    def __init__(self, game: Game[Any], view: Any, choices: Sequence[Weighed]) -> None:
        self._game, self._view, self._choices = game, view, choices

    @property
    def best(self) -> Command | None:
        """The best choice, or None if all are worth the same, as far as figures tell."""
        if not self._choices:
            return None
        best, worst = self._choices[0], self._choices[-1]
        texts = [worth_text(self._game.unit, one.expected) for one in (best, worst)]
        alike = best.expected - worst.expected < EQUAL or texts[0] == texts[1]
        return None if len(self._choices) > 1 and alike else best.command

    def worths(self) -> dict[Command, str]:
        """What each choice should bring, in figures; none where there is nothing to choose."""
        if len(self._choices) == 1 or self.best is None:
            return {}
        unit = self._game.unit
        return {one.command: worth_text(unit, one.expected) for one in self._choices}

    def spoken(self, command: Command | None) -> str:
        """What a choice should bring in words, or nothing."""
        worth = self.worths().get(command) if command is not None else None
        if worth is None:
            return ""
        words = tr("Expected {worth}").format(worth=worth)
        return tr("{words}, the best").format(words=words) if command == self.best else words

    def texts(self, speaker: Speaker) -> tuple[str, str]:
        """The hint in a sentence, and in others why it is one and what the figures are."""
        if self.best is None:
            return tr("Hint: all choices are worth the same."), ""
        choice = Speaker().say(self.best.said)
        if len(self._choices) == 1:
            card = tr("Hint: {choice} is the only card that may be played.")
            other = tr("Hint: there is only one choice: {choice}.")
            return (card if isinstance(self.best, Play) else other).format(choice=choice), ""
        words = tr("Hint: {choice}.").format(choice=choice)
        game, view = self._game, self._view
        sides = game.sides(view.seats)
        figures = unit_line(game.unit, sides, place_counts=game.place_counts(view))
        reasons = [speaker.say(one) for one in game.advice(view, self._choices)]
        return words, together(*reasons, figures)
