"""The question before a window closes whose settings cannot be saved."""

from collections.abc import Callable

from greenbaize.rules.messages import Message
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def ask_closing(services: Services, lost: Message, close: Callable[[], object]) -> None:
    """Say what would be lost, and ask whether to ``close`` anyway."""
    more = Speaker().say(lost)
    if services.settings.now.unsaved - {"geometry"}:
        changed = tr("What you have changed in the settings is not saved and would be lost.")
        more = f"{more} {changed}"
    question = Confirmation(
        services.window,
        tr("Close the window all the same?"),
        more,
        tr("&Close it"),
        tr("&Keep it open"),
    )
    question.confirmed.connect(close)
    services.dialogs.open(question)
