"""Menu actions of challenges."""

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import CompareRoute, DailyRoute, PlayChallengeRoute
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr


def declare_challenge_actions(services: Services) -> list[Action]:
    """Return the actions of this feature."""
    navigate, pages = services.navigate, services.pages

    def is_alone() -> bool:
        return not pages.is_shared

    return [
        Action(
            id="play_challenge",
            text=tr("Play a challen&ge…"),
            run=lambda: navigate(PlayChallengeRoute()),
            menu=MATCH,
            position=120,
            is_visible=is_alone,
        ),
        Action(
            id="compare",
            text=tr("&Compare results…"),
            run=lambda: navigate(CompareRoute()),
            menu=MATCH,
            position=121,
            is_visible=is_alone,
        ),
        Action(
            id="daily",
            text=tr("Deal &of the day…"),
            run=lambda: navigate(DailyRoute()),
            menu=MATCH,
            position=122,
            is_visible=is_alone,
        ),
    ]
