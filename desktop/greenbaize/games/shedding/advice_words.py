"""What a hint says of cards at Rank."""

from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

ADVICE: Final[dict[str, Sentence]] = {
    "advice-all": mark("With it you can play all your cards in a row."),
    "advice-longest": mark_count(
        "With it you can play {count} card in a row, more than with any other.",
        "With it you can play {count} cards in a row, more than with any other.",
    ),
    "advice-run": mark_count(
        "With it you can play {count} card in a row.",
        "With it you can play {count} cards in a row.",
    ),
    "advice-fits": mark_count(
        "{count} of {total} cards still out is a neighbour of {card}: the next player may be "
        "stuck.",
        "{count} of {total} cards still out are neighbours of {card}: the next player may be "
        "stuck.",
    ),
    "advice-keeps": mark("You keep {cards} for when nothing else fits."),
}
