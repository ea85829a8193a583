"""The menu action of the preferences."""

from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.navigation import PreferencesRoute
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr


def declare_preferences_actions(services: Services) -> list[Action]:
    """Return the action that opens the preferences at the page shown last."""
    text = tr("&Preferences…")
    return [
        Action(
            "preferences", text, lambda: services.navigate(PreferencesRoute()), VIEW, 1, "Ctrl+,"
        )
    ]
