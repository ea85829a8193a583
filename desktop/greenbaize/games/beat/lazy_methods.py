"""Methods of Master and Ass beyond their rules, imported on first use."""

from greenbaize.lazy_import import lazy


class BeatLazyMethods:
    """Lazily imported methods of both games: computer players, advice and sentences."""

    kernel = lazy("greenbaize.games.beat.kernel:BeatKernel")
    choose_easy_command = lazy("greenbaize.games.beat.easy:choose_beat_command")
    choose_beginner_command = lazy("greenbaize.games.beat.beginner:choose_obvious_beat_command")
    boldness = lazy("greenbaize.games.beat.easy:command_boldness")
    advice = lazy("greenbaize.games.beat.guidance:beat_advice")
    find_mistake = lazy("greenbaize.games.beat.mistakes:find_beat_mistake")
    odds = lazy("greenbaize.games.beat.guidance:beat_odds")
    vocabulary = lazy("greenbaize.games.beat.sentences:load_beat_sentences", is_method=False)
    describe_element = lazy("greenbaize.games.beat.guidance:describe_beat_element")
