"""What there is to learn the games by."""

from functools import partial

from greenbaize.ui.shell.actions import LEARN, Action
from greenbaize.ui.shell.navigation import Exercises, Lesson
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title


class Learning:
    """Has first deals with a guide."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.navigator.register(Lesson, self._begin)

    def _begin(self, to: Lesson) -> None:
        from greenbaize.ui.features.learn.first_deal import begin  # noqa: PLC0415

        begin(self._services, to.game)

    def actions(self) -> list[Action]:
        services = self._services
        return [
            Action(
                id="first_deal",
                text=tr("&First deal with a guide"),
                menu=LEARN,
                place=1,
                enabled=lambda: not services.pages.shared,
                entries=self._games,
            ),
            Action(
                id="exercises",
                text=tr("E&xercises…"),
                run=lambda: services.go(Exercises()),
                menu=LEARN,
                place=2,
                keys="Ctrl+E",
            ),
        ]

    def _games(self) -> list[Action]:
        return [
            Action(
                id=f"first_deal_{name}",
                text=tr("{game}…").format(game=game_title(name)),
                run=partial(self._services.go, Lesson(name)),
            )
            for name in self._services.games
        ]
