"""Methods of Master and Ass beyond their rules, imported on first use."""

from greenbaize.games.registry import lazy_loader

lazy = lazy_loader(__package__)


class BeatParts:
    """Lazily imported methods of both games: computer players, advice and sentences."""

    kernel = lazy("kernel", "BeatKernel")
    easy = lazy("easy", "decide")
    undertakes = lazy("easy", "undertakes")
    advice = lazy("telling", "advice")
    odds = lazy("telling", "odds")
    words = lazy("words", "words", bound=False)
    tell_of = lazy("telling", "told")
