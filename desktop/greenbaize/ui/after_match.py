"""What follows the end of a match: its result is shown, and it is counted."""

from typing import TYPE_CHECKING, Any

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import Replay, Statistics
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    # There is no match yet at the first paint.
    from greenbaize.ui.playing import Playing


class AfterMatch:
    """Shows the results of matches, and counts them.

    Args:
        services: the window's services.
        show_sheet: shows the whole sheet.
        show_review: looks back on the last deal.
    """

    def __init__(
        self,
        services: Services,
        show_sheet: "Callable[[], None]",
        show_review: "Callable[[], None]",
    ) -> None:
        self._services = services
        self._show_sheet, self._show_review = show_sheet, show_review

    def actions(self) -> list[Action]:
        """The entries of the menu."""
        return [
            Action(
                id="result",
                text=tr("R&esult"),
                run=self._show_again,
                menu=MATCH,
                place=3,
                keys="F8",
                enabled=lambda: self._ended is not None,
            ),
            Action(
                id="replay",
                text=tr("Repla&y this match"),
                run=self._replay,
                menu=MATCH,
                place=4,
                enabled=self._has_replay,
            ),
        ]

    @property
    def _ended(self) -> Any:
        """The table of a match whose end has been seen."""
        table = self._services.pages.table
        return table if table is not None and table.has_result else None

    def _show_again(self) -> None:
        if self._ended is not None and self._ended.ending is not None:
            self._ended.ending.show_card()

    def _has_replay(self) -> bool:
        ended = self._ended
        return ended is not None and ended.place.record is not None and not ended.shared

    def _replay(self) -> None:
        """Play back the match that has ended on the table, or say why that cannot be."""
        if self._has_replay():
            self._services.go(Replay(self._ended.place.record, self._ended.place.seat))

    def follow(self, playing: "Playing") -> None:
        """Do what follows the end of a match that is laid."""
        was_over = playing.place.over
        playing.finished.connect(lambda: self._on_finished(playing, was_over=was_over))

    def _on_finished(self, playing: "Playing", *, was_over: bool) -> None:
        services = self._services
        services.history.look()
        if services.request.watch and not services.request.attended:
            services.window.close()
            return
        self._show_result(playing, was_over=was_over)
        if playing.place.seat is None or was_over or playing.place.header.practice:
            return
        self._count(playing)

    def _count(self, playing: "Playing") -> None:
        """Count a match that somebody has played here, and say what that changes."""
        from greenbaize.ui.pace import count_match  # noqa: PLC0415

        service, settings = self._services.settings, self._services.settings.now
        counted = settings.finished, settings.guided
        told = count_match(settings, playing.place.header.game)
        if (settings.finished, settings.guided) != counted:
            service.save()
        if told:
            now = tr("From now on tricks do not wait for your click.")
            more = tr("Under “Pace” in the preferences you can have it back.")
            self._services.notifications.tell(f"{now} {more}")

    def _show_result(self, playing: "Playing", *, was_over: bool) -> None:
        from greenbaize.ui.ending import Ending, lead_on  # noqa: PLC0415

        services = self._services
        ending = playing.ending = Ending(playing, services.theme.now)
        if playing.lead_on is None:
            lead_on(ending, services)
        else:
            playing.lead_on(ending)
        ending.card.sheet_asked.connect(self._show_sheet)
        ending.card.review_asked.connect(self._show_review)
        ending.card.statistics_asked.connect(lambda: services.go(Statistics()))
        if not was_over:
            from greenbaize.ui.memory.honouring import tell_honours  # noqa: PLC0415

            ending.rejoice()
            tell_honours(services, playing, ending)
        services.pages.changed.emit()
