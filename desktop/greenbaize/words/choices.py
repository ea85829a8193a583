"""The answers to a question in words: label, consequence, or the reason why one is forbidden."""

from collections.abc import Callable
from dataclasses import dataclass

from greenbaize.cards import Suit
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Explanation, Question, QuestionAnswer
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import suit_name
from greenbaize.words.speaker import Speaker, label_text
from greenbaize.words.vocabulary import first_letter


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """One possible answer.

    ``label`` is on its button, ``key`` is typed for it. ``consequence`` says what it leads to,
    ``refusal`` why it is forbidden. ``latin_key`` is the key's letter on every keyboard.
    """

    label: str
    key: str
    name: str
    command: Command
    consequence: str = ""
    refusal: str = ""
    latin_key: str = ""


Explain = Callable[[Command], Explanation]


def build_choices(question: Question, explain: Explain, speaker: Speaker) -> list[AnswerChoice]:
    """Return a choice for every answer, forbidden ones with the reason."""
    return [_build_choice(answer, explain, speaker) for answer in question.answers]


def _build_choice(answer: QuestionAnswer, explain: Explain, speaker: Speaker) -> AnswerChoice:
    command, refusal = answer.command, answer.refusal
    label = command.label
    # A number is typed as it is, anything else by its first letter.
    label_words = label_text(command, speaker)
    text, key = label_words, label_words if _is_number(label) else label_words[:1]
    latin = ""
    if isinstance(label, Suit):
        text, key, latin = label.sign, suit_name(label)[0], label.letter.lower()
    elif isinstance(label, Message):
        latin = first_letter(label)
    forbidden = speaker.format_message(refusal) if refusal is not None else ""
    explanation = (
        "" if refusal is not None else speaker.format_message(explain(command).sentences[0])
    )
    # A number explains itself; only consequences that can teach something are shown.
    note = "" if _is_number(label) else explanation
    return AnswerChoice(
        text, key, speaker.format_message(command.short_message), command, note, forbidden, latin
    )


def _is_number(label: object) -> bool:
    return isinstance(label, int) and not isinstance(label, Suit)
