"""The result of a challenger: read from what they sent, and told at the end of one's own try."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from greenbaize.app.challenge_code import Challenge
from greenbaize.app.challenge_comparison import Contender, read_result_contender
from greenbaize.app.challenge_mark import (
    NO_CHALLENGER,
    USED_HINTS,
    USED_UNDO,
    WAS_PRACTICE,
    ChallengerResult,
    read_mark,
)
from greenbaize.app.challenge_result import list_deal_outcomes
from greenbaize.app.challenge_texts import INVITATION, add_uses, format_result
from greenbaize.app.par import compute_strokes, sign_of_strokes, sum_results
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event
from greenbaize.words.catalogue import available_languages, language_context, tr


def find_challenger_result(text: str, challenge: Challenge) -> ChallengerResult:
    """Return what a challenger tells in a text of their result in all, and of what they used.

    It is that of a result code of the challenge, or of the sentence with the code of the challenge,
    in any language of the program.
    """
    with suppress(GameError):
        one = read_result_contender(text, challenge)
        uses = USED_HINTS * bool(one.used_hints) + USED_UNDO * bool(one.used_undo)
        return ChallengerResult(one.total, uses)
    game, plain_text = GAMES[challenge.header.game], " ".join(text.split())
    for language in available_languages():
        with language_context(language):
            question = tr(INVITATION).partition("{result}")[2].partition("{way}")[0].strip()
            told, found, _ = plain_text.partition(question)
            if not found:
                continue
            for total in _list_readings(told, len(game.result_units)):
                result = f": {format_result(game, total)}"
                for uses in range(USED_HINTS + USED_UNDO + WAS_PRACTICE + 1):
                    if told.endswith(add_uses(result, uses)):
                        return ChallengerResult(total, uses)
                if _drop_note(told).endswith(result):
                    return ChallengerResult(total)
    return NO_CHALLENGER


def create_challenger(result: ChallengerResult) -> Contender:
    """Return the contender of whom only the result in all is known."""
    return Contender(
        "",
        0,
        (),
        used_hints=bool(result.uses & USED_HINTS),
        used_undo=bool(result.uses & USED_UNDO),
        told_total=result.total,
        digest=(1 << 41) + hash(result.total),
    )


def _list_readings(text: str, count: int) -> Iterator[tuple[int, ...]]:
    """Yield what the last numbers of a text can be, with any signs."""
    numbers = [int(digits) for digits in re.findall(r"\d{1,6}", text)[-count:]]
    if len(numbers) == count:
        for signs in product((1, -1), repeat=count):
            yield tuple(sign * number for sign, number in zip(signs, numbers, strict=True))


def _drop_note(text: str) -> str:
    """Return a text without the last words in brackets, such as “(with hints)”."""
    return re.sub(r" \([^()]*\)$", "", text)


def tell_challenger_result(challenge: Challenge, challenger: ChallengerResult) -> str:
    """Return what the challenger had, and what they used, as a sentence."""
    result = format_result(GAMES[challenge.header.game], challenger.total)
    return tr("The challenger had {result}.").format(result=add_uses(result, challenger.uses))


def describe_challenger(header: RecordHeader, events: Sequence[Event], seat: int) -> str:
    """Return what the challenger had, and if the person at a seat has done better.

    It is empty where nobody told.
    """
    mark, game = read_mark(header), GAMES[header.game]
    if mark is None or len(mark.challenger) != len(game.result_units):
        return ""
    own_total = sum_results(one.result for one in list_deal_outcomes(header, events, seat))
    sign = sign_of_strokes(compute_strokes(game, own_total, mark.challenger))
    text = {
        1: tr("The challenger had {result}. You did better!"),
        0: tr("The challenger had {result}. You did just as well."),
        -1: tr("The challenger had {result}. You did not reach that."),
    }[sign]
    result = add_uses(format_result(game, mark.challenger), mark.challenger_uses)
    return text.format(result=result)
