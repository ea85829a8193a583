"""Actions of the Sheet menu."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import SHEET, Action
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.sheets.sheets import Sheets


def actions(services: Services, sheets: "Callable[[], Sheets]") -> list[Action]:
    """Return the actions for the sheet of the match and for sheets kept by hand."""

    def there() -> bool:
        return services.pages.table is not None

    return [
        Action(
            "sheet", tr("&Whole sheet"), lambda: sheets().show_page(), SHEET, 1, "F9", enabled=there
        ),
        Action(
            *("print_sheet", tr("&Print sheet…"), lambda: sheets().print_sheet(), SHEET, 2),
            keys="Ctrl+P",
            enabled=there,
        ),
        Action(
            *("save_pdf", tr("Save sheet as P&DF…"), lambda: sheets().save_pdf(), SHEET, 3),
            enabled=there,
        ),
        Action(
            *("save_csv", tr("Save sheet as &CSV…"), lambda: sheets().save_csv(), SHEET, 4),
            enabled=there,
        ),
        Action("blank_sheet", tr("New &blank sheet…"), lambda: sheets().ask_blank(), SHEET, 100),
        Action("open_sheet", tr("&Open blank sheet…"), lambda: sheets().ask_open(), SHEET, 101),
    ]
