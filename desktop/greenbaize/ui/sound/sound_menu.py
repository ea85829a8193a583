"""Sound on and off, in the menu and by a button at the end of the menu bar."""

from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.sound.sound_button import SoundButton


class SoundMenu:
    """Mutes the table.

    Args:
        services: the window's services.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.button: SoundButton | None = None
        """Mutes, and shows whether it does; where menus are in a bar of the window."""
        services.settings.changed.connect(self._show)

    def actions(self) -> list[Action]:
        """The entry of the menu."""
        sound = Action(
            id="sound",
            text=tr("S&ound"),
            run=self.set_on,
            menu=VIEW,
            place=8,
            keys="F7",
            checked=lambda: self._services.settings.now.sound,
        )
        return [sound]

    def make_button(self) -> None:
        """Have a speaker at the end of the bar, where there can be sound; once it is painted."""
        from greenbaize.ui.sound import device  # noqa: PLC0415
        from greenbaize.ui.sound.sound_button import SoundButton  # noqa: PLC0415

        if self.button is None and device.has_library():
            bar = self._services.window.menuBar()
            self.button = SoundButton(bar)
            self.button.clicked.connect(self.set_on)
            bar.setCornerWidget(self.button)
            self.button.show()
            self._show()

    def set_on(self, on: bool) -> None:
        """Have the table be heard, or not; that is remembered."""
        settings = self._services.settings
        if on != settings.now.sound:
            settings.now.sound = on
            settings.changed.emit()
            settings.save()

    def _show(self) -> None:
        if self.button is not None:
            self.button.setChecked(self._services.settings.now.sound)
