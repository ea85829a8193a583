"""The answers to a question in words: label, consequence, or the reason why one is forbidden."""

from collections.abc import Callable
from dataclasses import dataclass

from greenbaize.cards import Suit
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Answer, Explanation, Question
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import suit_name
from greenbaize.words.speaker import Speaker, label_text
from greenbaize.words.vocabulary import first_letter


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer.

    ``label`` is on its button, ``key`` is typed for it. ``consequence`` says what it leads to,
    ``refusal`` why it is forbidden. ``latin_key`` is the key's letter on every keyboard.
    """

    label: str
    key: str
    name: str
    command: Command
    note: str = ""
    forbidden: str = ""
    latin: str = ""


Explain = Callable[[Command], Explanation]


def choices_of(question: Question, explain: Explain, speaker: Speaker) -> list[Choice]:
    """Return a choice for every answer, forbidden ones with the reason."""
    return [_choice(answer, explain, speaker) for answer in question.answers]


def _choice(answer: Answer, explain: Explain, speaker: Speaker) -> Choice:
    command, refusal = answer.command, answer.refusal
    label = command.label
    # A number is typed as it is, anything else by its first letter.
    named = label_text(command, speaker)
    text, key = named, named if _is_number(label) else named[:1]
    latin = ""
    if isinstance(label, Suit):
        text, key, latin = label.sign, suit_name(label)[0], label.letter.lower()
    elif isinstance(label, Message):
        latin = first_letter(label)
    forbidden = speaker.say(refusal) if refusal is not None else ""
    said = "" if refusal is not None else speaker.say(explain(command).sentences[0])
    # A number explains itself; only consequences that can teach something are shown.
    note = "" if _is_number(label) else said
    return Choice(text, key, speaker.say(command.said), command, note, forbidden, latin)


def _is_number(label: object) -> bool:
    return isinstance(label, int) and not isinstance(label, Suit)
