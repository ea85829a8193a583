"""Methods of Damn and Blackout beyond their rules, imported on first use."""

from greenbaize.games.registry import lazy_loader

lazy = lazy_loader(__package__)


class ExactBidParts:
    """Lazily imported methods of both games: computer players, advice, sentences and sheet."""

    kernel = lazy("kernel", "ExactBidKernel")
    easy = lazy("easy", "decide")
    advice = lazy("telling", "advice")
    facts_of = lazy("sheet", "facts_of", bound=False)
    figures = lazy("sheet", "figures_of", bound=False)
    honours_of = lazy("sheet", "every_bid_made", bound=False)
    odds = lazy("telling", "odds")
    words = lazy("words", "words", bound=False)
    tell_of = lazy("telling", "told")
    sheet = lazy("sheet", "sheet_of")
    form = lazy("sheet", "BidForm")
