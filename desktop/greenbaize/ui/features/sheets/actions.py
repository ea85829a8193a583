"""Actions of the Sheet menu."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import SHEET, Action
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.sheets.controller import SheetController


def declare_sheet_actions(
    services: Services, get_controller: "Callable[[], SheetController]"
) -> list[Action]:
    """Return the actions for the sheet of the match and for sheets kept by hand."""

    def has_table() -> bool:
        return services.pages.table is not None

    return [
        Action(
            "sheet",
            tr("&Whole sheet"),
            lambda: get_controller().show_sheet_page(),
            SHEET,
            1,
            "F9",
            is_enabled=has_table,
        ),
        Action(
            id="print_sheet",
            text=tr("&Print sheet…"),
            run=lambda: get_controller().print_sheet(),
            menu=SHEET,
            position=2,
            keys="Ctrl+P",
            is_enabled=has_table,
        ),
        Action(
            id="save_pdf",
            text=tr("Save sheet as P&DF…"),
            run=lambda: get_controller().save_pdf(),
            menu=SHEET,
            position=3,
            is_enabled=has_table,
        ),
        Action(
            id="save_csv",
            text=tr("Save sheet as &CSV…"),
            run=lambda: get_controller().save_csv(),
            menu=SHEET,
            position=4,
            is_enabled=has_table,
        ),
        Action(
            "blank_sheet",
            tr("New &blank sheet…"),
            lambda: get_controller().ask_new_sheet(),
            SHEET,
            100,
        ),
        Action(
            "open_sheet",
            tr("&Open blank sheet…"),
            lambda: get_controller().ask_open_sheet(),
            SHEET,
            101,
        ),
    ]
