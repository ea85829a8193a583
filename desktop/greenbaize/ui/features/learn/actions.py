"""Actions of the Learn menu."""

from functools import partial

from greenbaize.ui.shell.actions import LEARN, Action
from greenbaize.ui.shell.navigation import (
    ExercisesRoute,
    LessonRoute,
    StatisticsRoute,
    WarmUpRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title


def declare_learn_actions(services: Services) -> list[Action]:
    """Return the actions of the Learn menu."""

    def create_game_actions() -> list[Action]:
        return [
            Action(
                id=f"first_deal_{name}",
                text=tr("{game}…").format(game=game_title(name)),
                run=partial(services.navigate, LessonRoute(name)),
            )
            for name in services.games
        ]

    def create_warm_up_actions() -> list[Action]:
        return [
            Action(
                id=f"warm_up_{name}",
                text=tr("{game}…").format(game=game_title(name)),
                run=partial(services.navigate, WarmUpRoute(name)),
            )
            for name, game in services.games.items()
            if game.lesson().warm_up_steps()
        ]

    return [
        Action(
            id="first_deal",
            text=tr("&First deal with a guide"),
            menu=LEARN,
            position=1,
            is_enabled=lambda: not services.pages.is_shared,
            entries=create_game_actions,
        ),
        Action(
            id="warm_up",
            text=tr("&What beats what, by hand"),
            menu=LEARN,
            position=2,
            is_enabled=lambda: not services.pages.is_shared,
            entries=create_warm_up_actions,
            rebuilds_entries=True,  # only games know whether they have such steps
        ),
        Action(
            id="exercises",
            text=tr("E&xercises…"),
            run=lambda: services.navigate(ExercisesRoute()),
            menu=LEARN,
            position=3,
            keys="Ctrl+E",
        ),
        Action(
            id="habits",
            text=tr("How &I play…"),
            run=lambda: services.navigate(StatisticsRoute(shows_habits=True)),
            menu=LEARN,
            position=4,
        ),
    ]
