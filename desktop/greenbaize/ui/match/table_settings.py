"""The settings and the card look, applied to the table of a window."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import load_pace


class TableSettingsController(QObject):
    """Controller that keeps the table of a window up to date with the settings.

    ``get_table`` returns the present table, if any. A window that shows a new one calls ``apply``.
    ``requested_speed`` is the speed asked for on the command line, a factor of all animations and
    pauses; 0 where nothing moves, for example in exercises. The speed of the settings is another
    factor, except for pauses whose length the user has chosen.

    The theme and the text size reach a table through ``apply_theme`` of its page instead.
    """

    def __init__(
        self,
        services: Services,
        get_table: Callable[[], TablePage | None],
        requested_speed: float,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services, self._get_table, self._requested_speed = (
            services,
            get_table,
            requested_speed,
        )
        services.settings.changed.connect(self.apply)
        services.theme.card_look_changed.connect(self._apply_card_look)

    def apply(self) -> None:
        """Apply the settings to the present table."""
        table, settings = self._get_table(), self._services.settings
        if table is None:
            return
        if table.follows_sheet_setting:
            table.folding.restore_folded(on=not settings.current.side)
        table.rules_controller.set_ring_shown(on=settings.current.ring)
        table.rules_controller.name_house_rules(settings.current, self._services.games)
        table.apply_settings(
            settings.current,
            load_pace(settings.current, self._services.request),
            self._requested_speed,
            reduced_motion=settings.reduced_motion,
        )

    def _apply_card_look(self, look: CardLook) -> None:
        """Redraw the cards, and the texts with them, as of the events already shown."""
        table = self._get_table()
        if table is not None:
            table.set_card_look(look)
            table.folding.set_left_handed(on=look.left_handed)
