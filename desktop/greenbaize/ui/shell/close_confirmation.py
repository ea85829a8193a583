"""The question before a window closes whose settings cannot be saved."""

from collections.abc import Callable

from greenbaize.rules.messages import Message
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def confirm_close(services: Services, message: Message, close: Callable[[], object]) -> None:
    """Say what would be lost, and ask whether to ``close`` anyway."""
    detail = Speaker().format_message(message)
    if services.settings.current.unsaved_keys - {"geometry"}:
        settings_sentence = tr(
            "What you have changed in the settings is not saved and would be lost."
        )
        detail = f"{detail} {settings_sentence}"
    dialog = ConfirmationDialog(
        services.window,
        tr("Close the window all the same?"),
        detail,
        tr("&Close it"),
        tr("&Keep it open"),
    )
    dialog.confirmed.connect(close)
    services.dialogs.open_dialog(dialog)
