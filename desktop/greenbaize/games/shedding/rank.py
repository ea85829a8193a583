"""Rank: shed your cards up and down a ring of ranks; its cry is Anti-Rank (``rank.md``)."""

from types import MappingProxyType
from typing import ClassVar, Final

from greenbaize.games.shedding.play import ANTI_RANK_ROUND, ANTI_RANK_STANDS, SheddingGame
from greenbaize.lazy_import import lazy
from greenbaize.rules.game import ChoiceUnit, ComparisonMeasure, ResultUnit
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import mark_text
from greenbaize.rules.options import ChoiceOption, NumberOption

MAX_DEALS: Final = 99


class RankGame(SheddingGame):
    """Rank, rules 1 to 6."""

    help_page = "rank"
    daily_options = MappingProxyType({"deals": 3})
    comparison_measure = ComparisonMeasure.RANKS
    scores_ranks = True
    result_units = (ResultUnit.PLACES,)
    choice_unit = ChoiceUnit.RANK
    easy_rules: ClassVar = {
        "play": mark_text(
            "It imagines a handful of ways the unseen cards may lie, and plays what did best in "
            "them."
        ),
    }
    beginner_rules: ClassVar = {
        "play": mark_text("It begins its longest run, and now and then plays any card that fits."),
    }
    missing_levels = (MissingLevel("expert"),)
    options = (
        NumberOption(
            "deals",
            compute_default=lambda _, __: 1,
            compute_limits=lambda _, __: (1, MAX_DEALS),
            on_sheet=True,
            title=mark_text("Deals"),
            description=mark_text(
                "The lowest sum of places wins. A deal takes a minute or two; try five."
            ),
        ),
        ChoiceOption(
            "anti_rank",
            values=(ANTI_RANK_STANDS, ANTI_RANK_ROUND),
            compute_default=lambda _, __: ANTI_RANK_STANDS,
            legacy_value=ANTI_RANK_ROUND,
            title=mark_text("Anti-Rank"),
            value_titles={
                ANTI_RANK_STANDS: mark_text("stands until somebody can play"),
                ANTI_RANK_ROUND: mark_text("only after a round of passes"),
            },
            value_descriptions={
                ANTI_RANK_STANDS: mark_text(
                    "After an Anti-Rank, whoever can play nothing says it too and plays any card."
                ),
                ANTI_RANK_ROUND: mark_text(
                    "After an Anti-Rank, whoever can play nothing passes; all must have passed "
                    "before the next."
                ),
            },
        ),
    )
    kernel = lazy("greenbaize.games.shedding.kernel:ShedKernel")
    choose_easy_command = lazy("greenbaize.games.shedding.kernel:choose_shed_command")
    choose_beginner_command = lazy("greenbaize.games.shedding.beginner:choose_obvious_shed_command")
    boldness = lazy("greenbaize.games.shedding.kernel:kept_cards_boldness", is_method=False)
    advice = lazy("greenbaize.games.shedding.guidance:rank_advice")
    find_mistake = lazy("greenbaize.games.shedding.mistakes:find_rank_mistake")
    vocabulary = lazy("greenbaize.games.shedding.sentences:load_rank_sentences", is_method=False)
    lesson = lazy("greenbaize.games.shedding.guidance:RankLesson", is_method=False)
    describe_element = lazy("greenbaize.games.shedding.guidance:describe_rank_element")
    seat_facts = lazy("greenbaize.games.shedding.sheet:rank_facts", is_method=False)
    statistics_tables = lazy(
        "greenbaize.games.shedding.sheet:rank_statistics_tables", is_method=False
    )
    seat_honours = lazy("greenbaize.games.shedding.sheet:rank_honours", is_method=False)
    sheet = lazy("greenbaize.games.shedding.sheet:rank_sheet_of_view", is_method=False)
    sheet_form = lazy("greenbaize.games.shedding.sheet:RankSheetForm", is_method=False)
    rule_references: ClassVar = {
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
