"""Rank: shed your cards up and down a ring of ranks; its cry is Anti-Rank (``rank.md``)."""

from typing import ClassVar, Final

from greenbaize.games.registry import lazy_loader
from greenbaize.games.shedding.play import ROUND, STANDS, SheddingGame
from greenbaize.rules.game import Counts, Unit
from greenbaize.rules.messages import mark
from greenbaize.rules.options import Choice, Number
from greenbaize.rules.players import LEVEL_NAMES

MOST_DEALS: Final = 99

lazy = lazy_loader(__package__)


class Rank(SheddingGame):
    """Rank, rules 1 to 6."""

    help_page = "rank"
    counts = Counts.PLACES
    scores_places = True
    unit = Unit.PLACE
    levels = LEVEL_NAMES[:-1]  # Expert was measured to be no better than hard.
    options = (
        Number(
            "deals",
            usual=lambda _, __: 1,
            span=lambda _, __: (1, MOST_DEALS),
            title=mark("Deals"),
            line=mark("The lowest sum of places wins. A deal takes a minute or two; try five."),
        ),
        Choice(
            "anti_rank",
            words=(STANDS, ROUND),
            usual=lambda _, __: STANDS,
            old=ROUND,
            title=mark("Anti-Rank"),
            titles={
                STANDS: mark("stands until somebody can play"),
                ROUND: mark("only after a round of passes"),
            },
            lines={
                STANDS: mark(
                    "After an Anti-Rank, whoever can play nothing says it too and plays any card."
                ),
                ROUND: mark(
                    "After an Anti-Rank, whoever can play nothing passes; all must have passed "
                    "before the next."
                ),
            },
        ),
    )
    kernel = lazy("kernel", "ShedKernel")
    easy = lazy("kernel", "decide")
    undertakes = lazy("kernel", "undertakes", bound=False)
    advice = lazy("telling", "advice")
    words = lazy("words", "words", bound=False)
    lesson = lazy("telling", "RankLesson", bound=False)
    tell_of = lazy("telling", "told")
    facts_of = lazy("sheet", "facts_of", bound=False)
    figures = lazy("sheet", "figures_of", bound=False)
    honours_of = lazy("sheet", "anti_rank_won", bound=False)
    sheet = lazy("sheet", "sheet_of", bound=False)
    form = lazy("sheet", "RankForm", bound=False)
    rules: ClassVar = {
        "lot": "rank.md 1",
        "deal": "rank.md 1",
        "play": "rank.md 2",
        "turn": "rank.md 2",
        "draw": "rank.md 3",
        "pass": "rank.md 3",
        "leaving": "rank.md 4",
        "back": "rank.md 4",
        "out": "rank.md 4",
        "antirank": "rank.md 5",
        "score": "rank.md 6",
        "end": "rank.md 6",
    }
