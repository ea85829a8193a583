"""What Damn and Blackout are put together of besides their rules, loaded when it is needed."""

from greenbaize.rules.lazy import lazy_loader

lazy = lazy_loader(__package__)


class ExactBidParts:
    """Computer players, advice, words and sheet of both games."""

    kernel = lazy("kernel", "ExactBidKernel")
    easy = lazy("easy", "decide")
    advice = lazy("advice", "advice")
    facts = lazy("facts", "facts_of", bound=False)
    figures = lazy("facts", "figures_of", bound=False)
    honours = lazy("facts", "every_bid_made", bound=False)
    odds = lazy("advice", "odds")
    words = lazy("words", "words", bound=False)
    tell_of = lazy("telling", "told")
    sheet = lazy("sheet", "sheet_of")
    form = lazy("sheet", "form_of")
