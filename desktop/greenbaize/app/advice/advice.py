"""Judgement of one decision from the adviser's figures, which hint and guide put into sentences.

The guide of a first deal, the hint, the note on a card and the review of a deal all judge choices
by ``WeighedChoice.surely_beats``: choices that the best one does not surely beat are good as well.
"""

from collections.abc import Sequence
from typing import Any, Final

from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import EQUAL_TOLERANCE, WeighedChoice, good_choices
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import worth_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_list

MAX_NAMED_CHOICES: Final = 3
"""Largest number of choices that a sentence names one by one."""


def is_last_card(view: Any, command: Command) -> bool:
    """Return whether a command plays the only card that its seat has left."""
    return isinstance(command, PlayCommand) and view.hands[command.seat].size == 1


class Advice:
    """Advice on one decision; ``choices`` are all that the player has, best first."""

    def __init__(self, game: Game[Any], view: Any, choices: Sequence[WeighedChoice]) -> None:
        self.game, self.view, self.choices = game, view, tuple(choices)
        self.good_choices = good_choices(choices)
        """The best choice, and all that it does not surely beat."""

    @property
    def is_undecided(self) -> bool:
        """True if all of several choices are good."""
        return len(self.good_choices) == len(self.choices) > 1

    @property
    def best_command(self) -> Command | None:
        """The best choice, or None where all are good."""
        return None if self.is_undecided or not self.choices else self.choices[0].command

    def is_good(self, command: Command) -> bool:
        return any(choice.command == command for choice in self.good_choices)

    def describe_only_choice(self, speaker: Speaker) -> tuple[str, str]:
        """Return sentences that say that there is a single choice, and why."""
        command = self.choices[0].command
        choice = Speaker().format_message(command.short_message)
        if is_last_card(self.view, command):
            return tr("{choice} is your last card.").format(choice=choice), ""
        if not isinstance(command, PlayCommand):
            sentence = tr("There is only one choice: {choice}.")
        else:
            sentence = tr("{choice} is the only card that may be played.")
        return sentence.format(choice=choice), speaker.format_message(
            self._explain_only_choice(command)
        )

    def _explain_only_choice(self, command: Command) -> Message:
        """Return why nothing else may be chosen: the rule, or what this choice does."""
        question = self.game.question(self.view, command.seat)
        answers = () if question is None else question.answers
        refusals = [answer.refusal for answer in answers if answer.refusal is not None]
        for key in ("cards", "suit", "count"):
            for refusal in refusals:
                if key in refusal.values:
                    return refusal
        return self.game.explain(self.view, command).sentences[0]

    def describe_undecided(self) -> tuple[str, str]:
        """Return sentences that say that all choices are equally good, and why."""
        sentence = tr("All your choices are about equally good.")
        if self.choices[0].expected_score - self.choices[-1].expected_score < EQUAL_TOLERANCE:
            sentence = tr("All your choices are equally good.")
            if not self.game.picture(self.view).deal:
                return sentence, tr("Whichever you take, the match should come out the same.")
            return sentence, tr(
                "Whichever you take, the rest of the deal should come out the same."
            )
        return sentence, tr("They differ by less than can be told.")

    def describe_equal_choices(self) -> str:
        """Return a sentence naming the choices as good as the best, if any and not all are."""
        say = Speaker().format_message
        other_choices = [say(choice.command.short_message) for choice in self.good_choices[1:]]
        if len(other_choices) <= MAX_NAMED_CHOICES:
            figures = {
                worth_text(self.game.choice_unit, choice.expected_score)
                for choice in self.good_choices
            }
            sentence = tr("As good, as far as can be told: {choices}.")
            if len(figures) < 2:
                sentence = tr("Just as good: {choices}.") if other_choices else ""
            return sentence.format(choices=join_list(other_choices))
        worse_choices = [
            say(choice.command.short_message)
            for choice in self.choices
            if choice not in self.good_choices
        ]
        if len(worse_choices) <= MAX_NAMED_CHOICES:
            return tr("Just as good: all others except {choices}.").format(
                choices=join_list(worse_choices)
            )
        sentence = tr_count(
            "Just as good: {count} other.", "Just as good: {count} others.", len(other_choices)
        )
        return sentence.format(count=len(other_choices))

    def find_reasons(self) -> tuple[Message, ...]:
        """Return why the best choice is good, the weightiest reason first."""
        return () if self.is_undecided else self.game.advice(self.view, self.choices)
