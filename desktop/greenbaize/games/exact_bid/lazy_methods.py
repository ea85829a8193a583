"""Methods of Damn and Blackout beyond their rules, imported on first use."""

from greenbaize.lazy_import import lazy


class ExactBidLazyMethods:
    """Lazily imported methods of both games: computer players, advice, sentences and sheet."""

    kernel = lazy("greenbaize.games.exact_bid.kernel:ExactBidKernel")
    create_bid_search = lazy("greenbaize.games.exact_bid.bid_search:create_bid_search")
    choose_easy_command = lazy("greenbaize.games.exact_bid.easy:choose_exact_bid_command")
    choose_beginner_command = lazy(
        "greenbaize.games.exact_bid.beginner:choose_obvious_exact_bid_command"
    )
    advice = lazy("greenbaize.games.exact_bid.guidance:exact_bid_advice")
    seat_facts = lazy("greenbaize.games.exact_bid.sheet:bid_facts", is_method=False)
    statistics_tables = lazy("greenbaize.games.exact_bid.sheet:bid_figures", is_method=False)
    seat_honours = lazy("greenbaize.games.exact_bid.sheet:bid_honours", is_method=False)
    find_mistake = lazy("greenbaize.games.exact_bid.mistakes:find_exact_bid_mistake")
    odds = lazy("greenbaize.games.exact_bid.guidance:exact_bid_odds")
    vocabulary = lazy(
        "greenbaize.games.exact_bid.sentences:load_exact_bid_sentences", is_method=False
    )
    describe_element = lazy("greenbaize.games.exact_bid.guidance:describe_exact_bid_element")
    sheet = lazy("greenbaize.games.exact_bid.sheet:bid_sheet_of_view")
    sheet_form = lazy("greenbaize.games.exact_bid.sheet:BidSheetForm")
