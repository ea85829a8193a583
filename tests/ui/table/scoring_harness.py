"""A stage from the middle of a match, with a log of what it announces."""

from functools import cache

from ui.table.stage_harness import StageHarness


@cache
def play_event_views(setup, you):
    """Return the events and views of a match played by bots, as one seat sees it."""
    return tuple(StageHarness(setup, 0.0, you).event_views)


class ScoringHarness(StageHarness):
    """Stage harness that logs the announcements."""

    def __init__(self, setup, speed=1.0, you=0):
        super().__init__(setup, speed, you, event_views=play_event_views(setup, you))
        self.announcements = []
        self.stage.sentence_announced.connect(self.announcements.append)

    def check_table(self, view):
        """Skip the check: each test looks at the middle of an event itself."""

    def find_event_index(self, kind, number=0):
        """Return the index of the event of this class with this number."""
        return [index for index, event in enumerate(self.events) if isinstance(event, kind)][number]

    def show_table_before(self, event_index):
        """Show the table as it is before an event and start showing that event."""
        if event_index:
            self.stage.show_view(self.event_views[event_index - 1][1])
        self.shown_events[:] = self.events[:event_index]
        self.announcements.clear()
        self.enqueue_events(event_index, event_index + 1)

    @property
    def visible_scores(self):
        return [
            (item.text, item.luck) for item in self.scene.overlays.deal_scores if item.isVisible()
        ]
