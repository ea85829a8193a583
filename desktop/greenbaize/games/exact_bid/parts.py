"""What Damn and Blackout are put together of besides their rules, loaded when it is needed."""

from greenbaize.games.registry import lazy_loader

lazy = lazy_loader(__package__)


class ExactBidParts:
    """Computer players, advice, words and sheet of both games."""

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
