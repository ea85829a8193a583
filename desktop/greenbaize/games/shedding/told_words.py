"""What is told of the things on a table of Rank, in words."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

TOLD: Final[Mapping[str, Sentence]] = {
    "tell-top": mark("{card} lies on top; {seat} played it."),
    "tell-top.you": mark("{card} lies on top; you played it."),
    "tell-top-opened": mark("{card} lies on top; it was opened from the stock."),
    "tell-under": mark("{card}, played by {seat}. Only the top card counts."),
    "tell-under.you": mark("{card}, played by you. Only the top card counts."),
    "tell-under-opened": mark("{card} was opened from the stock. Only the top card counts."),
    "tell-fits-any": mark("On a joker any card may be played."),
    "tell-fits-next": mark("On it goes {low} or {high}, its neighbours."),
    "tell-fits-same": mark("Without those, another {same}."),
    "tell-fits-high": mark("Without any of these, an ace or a king."),
    "tell-fits-high-ace": mark("Without any of these, a king."),
    "tell-fits-high-king": mark("Without any of these, an ace."),
    "tell-fits-joker": mark("With nothing else, a joker."),
    "tell-stock-empty": mark("The stock is empty: whoever can play nothing passes."),
    "tell-draws": mark("Whoever can play nothing draws one; if it does not fit, the turn passes."),
    "tell-silent": mark(
        "When it is empty and all have passed, whoever can play nothing says Anti-Rank."
    ),
    "tell-holds": mark_count("{seat} holds {count} card.", "{seat} holds {count} cards."),
    "tell-holds.you": mark_count("You hold {count} card.", "You hold {count} cards."),
    "tell-leaving": mark("{seat} is leaving: out if the next player draws, back if they play."),
    "tell-leaving.you": mark("You are leaving: out if the next player draws, back if they play."),
    "tell-leaver": mark("Out if the next player draws, back if they play."),
    "tell-out": mark("{seat} is out: {place}."),
    "tell-out.you": mark("You are out: {place}."),
    "tell-passed": mark("{seat} has passed; no card has been played since."),
    "tell-passed.you": mark("You have passed; no card has been played since."),
    "tell-places": mark("The places so far add up to {number}."),
    "tell-goal": mark("The first to get rid of all cards wins; the last one holding cards loses."),
}
