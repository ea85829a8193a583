"""Words for par: what a computer player made of the same cards."""

from collections.abc import Sequence
from typing import Any

from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title


def describe_par(game: Game[Any], level: str, par_result: Sequence[int]) -> str:
    """Return what the par player made of a deal: "Hard with your cards: 21"."""
    speaker = Speaker()
    said = speaker.format_message(game.result_message(par_result))
    return speaker.format_message(Message("par-deal", {"level": level_title(level), "said": said}))


def describe_total_par(
    game: Game[Any], level: str, own_result: Sequence[int], par_result: Sequence[int], deals: int
) -> str:
    """Return the sums of some deals: "You: 84 · Hard with your cards: 97"."""
    speaker = Speaker()
    describe = game.total_message if deals > 1 else game.result_message
    own = speaker.format_message(describe(own_result))
    said = speaker.format_message(describe(par_result))
    values = {"own": own, "level": level_title(level), "said": said}
    return speaker.format_message(Message("par-own-total", values))


def describe_par_counts(better: int, equal: int, worse: int) -> str:
    """Return in how many deals the person was better than par, equal and worse."""
    counts = {"better": better, "equal": equal, "worse": worse}
    return Speaker().format_message(Message("par-counts", counts))


def describe_strokes(game: Game[Any], strokes: Sequence[int]) -> str:
    """Return by how much the own result is better or worse, in the unit that decides."""
    deciding = next(
        (pair for pair in zip(game.result_units, strokes, strict=True) if pair[1]), None
    )
    if deciding is None:
        return Speaker().format_message(Message("strokes-none"))
    unit, by = deciding
    direction = "better" if by > 0 else "worse"
    return Speaker().format_message(
        Message(f"strokes-{unit.value}-{direction}", {"count": abs(by)})
    )
