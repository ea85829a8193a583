"""Judgement of one decision from the adviser's figures, which hint and guide put into sentences.

The guide of a first deal, the hint, the note on a card and the review of a deal all judge choices
by ``Weighed.surely_beats``: choices that the best one does not surely beat are good as well.
"""

from collections.abc import Sequence
from typing import Any, Final

from greenbaize.rules.commands import Command, Play
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.thinking import EQUAL, Weighed, good_choices
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import worth_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import in_a_row

MOST_NAMED: Final = 3
"""Most choices that are named one by one."""


def is_last_card(view: Any, command: Command) -> bool:
    """Return whether a command plays the only card that its seat has left."""
    return isinstance(command, Play) and view.hands[command.seat].size == 1


class Advice:
    """Advice on one decision; ``choices`` are all that the player has, best first."""

    def __init__(self, game: Game[Any], view: Any, choices: Sequence[Weighed]) -> None:
        self.game, self.view, self.choices = game, view, tuple(choices)
        self.good = good_choices(choices)
        """The best choice and all that are as good, as far as the figures tell."""

    @property
    def undecided(self) -> bool:
        """True if all of several choices are good."""
        return len(self.good) == len(self.choices) > 1

    @property
    def best(self) -> Command | None:
        """The best choice, or None where all are good."""
        return None if self.undecided or not self.choices else self.choices[0].command

    def is_good(self, command: Command) -> bool:
        return any(one.command == command for one in self.good)

    def only_texts(self, speaker: Speaker) -> tuple[str, str]:
        """Return sentences that there is a single choice, and why."""
        command = self.choices[0].command
        choice = Speaker().say(command.said)
        if is_last_card(self.view, command):
            return tr("{choice} is your last card.").format(choice=choice), ""
        if not isinstance(command, Play):
            words = tr("There is only one choice: {choice}.")
        else:
            words = tr("{choice} is the only card that may be played.")
        return words.format(choice=choice), speaker.say(self._why_only(command))

    def _why_only(self, command: Command) -> Message:
        """Return why nothing else may be chosen: the rule, or what this choice does."""
        question = self.game.question(self.view, command.seat)
        answers = () if question is None else question.answers
        refusals = [one.refusal for one in answers if one.refusal is not None]
        for key in ("cards", "suit", "count"):
            for refusal in refusals:
                if key in refusal.values:
                    return refusal
        return self.game.explain(self.view, command).sentences[0]

    def undecided_texts(self) -> tuple[str, str]:
        """Return sentences that it makes no difference which choice is taken, and why."""
        words = tr("All your choices are about equally good.")
        if self.choices[0].expected - self.choices[-1].expected < EQUAL:
            words = tr("All your choices are equally good.")
            if not self.game.picture(self.view).deal:
                return words, tr("Whichever you take, the match should come out the same.")
            return words, tr("Whichever you take, the rest of the deal should come out the same.")
        return words, tr("They differ by less than can be told.")

    def others_text(self) -> str:
        """Return a sentence naming the choices as good as the best, if any and not all are."""
        say = Speaker().say
        others = [say(one.command.said) for one in self.good[1:]]
        if len(others) <= MOST_NAMED:
            figures = {worth_text(self.game.unit, one.expected) for one in self.good}
            words = tr("As good, as far as can be told: {choices}.")
            if len(figures) < 2:
                words = tr("Just as good: {choices}.") if others else ""
            return words.format(choices=in_a_row(others))
        worse = [say(one.command.said) for one in self.choices if one not in self.good]
        if len(worse) <= MOST_NAMED:
            return tr("Just as good: any other but {choices}.").format(choices=in_a_row(worse))
        words = tr_count(
            "Just as good: {count} other.", "Just as good: {count} others.", len(others)
        )
        return words.format(count=len(others))

    def reasons(self) -> tuple[Message, ...]:
        """Return why the best choice is good, the weightiest reason first."""
        return () if self.undecided else self.game.advice(self.view, self.choices)
