"""Methods of Master and Ass beyond their rules, imported on first use."""

from greenbaize.games.registry import lazy_loader

lazy = lazy_loader(__package__)


class BeatLazyMethods:
    """Lazily imported methods of both games: computer players, advice and sentences."""

    kernel = lazy("kernel", "BeatKernel")
    choose_easy_command = lazy("easy", "choose_beat_command")
    boldness = lazy("easy", "command_boldness")
    advice = lazy("guidance", "beat_advice")
    odds = lazy("guidance", "beat_odds")
    vocabulary = lazy("sentences", "load_beat_sentences", is_method=False)
    describe_element = lazy("guidance", "describe_beat_element")
