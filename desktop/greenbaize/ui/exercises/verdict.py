"""What is said of an answer: whether it is right, which one is, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from greenbaize.app.exercises.exercise import BEST, Exercise
from greenbaize.rules.commands import Command
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.worth import unit_line, worth_text


class Verdict(NamedTuple):
    """What is said: whether it is right in a few words, why line by line, and the rules cited."""

    right: bool
    sentence: str
    lines: tuple[str, ...]
    rules: tuple[str, ...]


def verdict(exercise: Exercise, answer: Command, names: Sequence[str]) -> Verdict:
    """What is said of an answer to an exercise.

    Args:
        exercise: the position.
        answer: what was chosen.
        names: what those who sit there are called, by seat.
    """
    speaker = Speaker(names, exercise.seat)
    right, best = answer == exercise.right, speaker.say(exercise.right.said)
    if right:
        words = tr("Right: {choice}").format(choice=best)
    else:
        words = tr("No, not {answer}. Right is: {choice}").format(
            answer=speaker.say(answer.said), choice=best
        )
    asked = [exercise.right] if right else [exercise.right, answer]
    lines, rules = [], []
    for command in asked:
        said = exercise.game.explain(exercise.view, command).sentences
        told = " ".join(map(speaker.say, said))
        label = speaker.say(command.said)
        plain = right or told.startswith(label)
        lines.append(told if plain else tr("{choice}: {why}").format(choice=label, why=told))
        rules += [one.rule for one in said if one.rule]
    if exercise.kind == BEST:
        lines += _worths(exercise, answer, speaker)
    return Verdict(right, words, tuple(filter(None, lines)), tuple(dict.fromkeys(rules)))


def _worths(exercise: Exercise, answer: Command, speaker: Speaker) -> Sequence[str]:
    """What the best choices should bring, and the one that was made."""
    worth, unit = exercise.worth, exercise.game.unit
    shown = [*list(worth)[:2]] + ([answer] if answer in worth else [])
    figures = [
        tr("{choice} {worth}").format(
            choice=speaker.say(one.said), worth=worth_text(unit, worth[one])
        )
        for one in dict.fromkeys(shown)
    ]
    sides = exercise.game.sides(len(exercise.header.sitters))
    return (" · ".join(figures), unit_line(unit, sides))
