"""Methods of Damn and Blackout beyond their rules, imported on first use."""

from greenbaize.games.registry import lazy_loader

lazy = lazy_loader(__package__)


class ExactBidLazyMethods:
    """Lazily imported methods of both games: computer players, advice, sentences and sheet."""

    kernel = lazy("kernel", "ExactBidKernel")
    choose_easy_command = lazy("easy", "choose_exact_bid_command")
    advice = lazy("guidance", "exact_bid_advice")
    seat_facts = lazy("sheet", "bid_facts", is_method=False)
    statistics_tables = lazy("sheet", "bid_figures", is_method=False)
    seat_honours = lazy("sheet", "bid_honours", is_method=False)
    odds = lazy("guidance", "exact_bid_odds")
    vocabulary = lazy("sentences", "load_exact_bid_sentences", is_method=False)
    describe_element = lazy("guidance", "describe_exact_bid_element")
    sheet = lazy("sheet", "bid_sheet_of_view")
    sheet_form = lazy("sheet", "BidSheetForm")
