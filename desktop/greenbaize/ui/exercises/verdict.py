"""What is said of an answer: whether it is right, which one is, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from greenbaize.app.exercises.exercise import BEST, Exercise
from greenbaize.rules.commands import Command
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.worth import better_text


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
        lines += _reasons(exercise, answer, speaker)
    return Verdict(right, words, tuple(filter(None, lines)), tuple(dict.fromkeys(rules)))


def _reasons(exercise: Exercise, answer: Command, speaker: Speaker) -> list[str]:
    """Why the best choice is the best, and by how much it is better than another."""
    game = exercise.game
    choices = [Weighed(one, worth, 0.0) for one, worth in exercise.worth.items()]
    why = " ".join(map(speaker.say, game.advice(exercise.view, choices)))
    best = choices[0]
    others = [one for one in choices[1:] if answer in (one.command, best.command)]
    if not others:
        return [why]
    other = others[0]
    lead, said = (
        best.expected - other.expected,
        (speaker.say(one.command.said) for one in (best, other)),
    )
    return [why, better_text(game.unit, lead, *said)]
