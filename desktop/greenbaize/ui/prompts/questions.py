"""Questions in words: what is asked, and what stands on the buttons."""

from collections.abc import Callable

from greenbaize.cards import Suit
from greenbaize.rules.commands import Bid, ChooseTrump, Command, Stake
from greenbaize.rules.game import Answer, Explanation, Question
from greenbaize.ui.prompts.choices import Choice
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker, suit_name

Explain = Callable[[Command], Explanation]


def words_of(question: Question) -> str:
    """What the question asks, in a sentence."""
    match question.kind:
        case "bid":
            return tr("How many tricks do you bid?")
        case "trump":
            return tr("Which suit is your trump for this match?")
        case "stake":
            return tr("Go or stay?")
    return tr("What do you do?")


def choices_of(question: Question, explain: Explain, speaker: Speaker) -> list[Choice]:
    """A choice for every answer, forbidden ones with the reason."""
    return [_choice(answer, explain, speaker) for answer in question.answers]


def _choice(answer: Answer, explain: Explain, speaker: Speaker) -> Choice:
    command, refusal = answer.command, answer.refusal
    label, key, name = _button(command)
    forbidden = speaker.say(refusal) if refusal is not None else ""
    said = "" if refusal is not None else speaker.say(explain(command).sentences[0])
    # A bid explains itself by its number; only what is new to learn is said.
    note = "" if isinstance(command, Bid) else said
    return Choice(label, key, name, command, note, forbidden)


def _button(command: Command) -> tuple[str, str, str]:
    """What stands on an answer's button, the key for it, and its name when spoken."""
    match command:
        case Bid(_, tricks):
            return str(tricks), str(tricks), tr("Bid {count}").format(count=tricks)
        case ChooseTrump(_, suit):
            return suit.sign, _suit_key(suit), suit_name(suit)
        case Stake(_, go):
            word = tr("Go") if go else tr("Stay")
            return word, word[0], word
    return command.type, command.type[0], command.type


def _suit_key(suit: Suit) -> str:
    return suit_name(suit)[0]
