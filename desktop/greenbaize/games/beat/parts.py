"""What Master and Ass are put together of besides their rules, loaded when it is needed."""

from greenbaize.games.registry import lazy_loader

lazy = lazy_loader(__package__)


class BeatParts:
    """Computer players, advice and words of both games."""

    kernel = lazy("kernel", "BeatKernel")
    easy = lazy("easy", "decide")
    undertakes = lazy("easy", "undertakes")
    advice = lazy("telling", "advice")
    odds = lazy("telling", "odds")
    words = lazy("words", "words", bound=False)
    tell_of = lazy("telling", "told")
