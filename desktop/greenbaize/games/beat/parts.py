"""What Master and Ass are put together of besides their rules, loaded when it is needed."""

from greenbaize.rules.lazy import lazy_loader

lazy = lazy_loader(__package__)


class BeatParts:
    """Computer players, advice and words of both games."""

    kernel = lazy("kernel", "BeatKernel")
    easy = lazy("easy", "decide")
    undertakes = lazy("easy", "undertakes")
    advice = lazy("advice", "advice")
    odds = lazy("advice", "odds")
    words = lazy("words", "words", bound=False)
    tell_of = lazy("telling", "told")
