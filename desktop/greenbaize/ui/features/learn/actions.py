"""Actions of the Learn menu."""

from functools import partial

from greenbaize.ui.shell.actions import LEARN, Action
from greenbaize.ui.shell.navigation import Exercises, Lesson
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title


def actions(services: Services) -> list[Action]:
    """Return the actions of the Learn menu."""

    def games() -> list[Action]:
        return [
            Action(
                *(f"first_deal_{name}", tr("{game}…").format(game=game_title(name))),
                run=partial(services.go, Lesson(name)),
            )
            for name in services.games
        ]

    return [
        Action(
            *("first_deal", tr("&First deal with a guide")),
            menu=LEARN,
            place=1,
            enabled=lambda: not services.pages.shared,
            entries=games,
        ),
        Action(
            *("exercises", tr("E&xercises…"), lambda: services.go(Exercises()), LEARN, 2, "Ctrl+E")
        ),
    ]
