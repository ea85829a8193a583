"""Actions of the Learn menu."""

from functools import partial

from greenbaize.ui.shell.actions import LEARN, Action
from greenbaize.ui.shell.navigation import ExercisesRoute, LessonRoute
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title


def declare_learn_actions(services: Services) -> list[Action]:
    """Return the actions of the Learn menu."""

    def create_game_actions() -> list[Action]:
        return [
            Action(
                *(f"first_deal_{name}", tr("{game}…").format(game=game_title(name))),
                run=partial(services.navigate, LessonRoute(name)),
            )
            for name in services.games
        ]

    return [
        Action(
            *("first_deal", tr("&First deal with a guide")),
            menu=LEARN,
            position=1,
            is_enabled=lambda: not services.pages.is_shared,
            entries=create_game_actions,
        ),
        Action(
            *(
                "exercises",
                tr("E&xercises…"),
                lambda: services.navigate(ExercisesRoute()),
                LEARN,
                2,
                "Ctrl+E",
            )
        ),
    ]
