"""Every dialog, box, menu and window that opens over the table, one after another."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QToolTip,
    QWidget,
)

from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_levels import play_as_level
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.daily import DailyCalendar
from greenbaize.app.memory.replays import list_taken_tricks
from greenbaize.app.network.table_texts import extract_match_setup
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches, read_verified_record
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.challenges.challenge_dialogs import (
    PlayChallengeDialog,
    SendChallengeDialog,
)
from greenbaize.ui.features.challenges.comparison_dialog import ComparisonDialog
from greenbaize.ui.features.challenges.daily_dialog import DailyDialog
from greenbaize.ui.features.history.match_actions import TricksDialog
from greenbaize.ui.features.history.note_dialog import NoteDialog
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.controller import LeaveMatchDialog
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog, WaitingRoomPage
from greenbaize.ui.features.people.people_dialogs import PeopleDialog
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.features.sheets.sheet_dialogs import OpenSheetDialog
from greenbaize.ui.features.start.new_match import ProgramDialog
from greenbaize.ui.match.resume_dialogs import SeatDialog, UnfinishedDialog
from greenbaize.ui.sheets.foolish_move import FoolishMoveDialog
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.thoughts import ThoughtsDialog
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.speech.narrator import SpeechLogDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog, make_abandon_dialog
from ui.features.network.fake_session import FOUR_CHAIRS, FakeFinder, FakeSession, make_lobby
from ui.table.person import SimulatedPerson, wait_until
from ui.table.window_facade import WindowFacade

GOLDEN_RECORDS = Path(__file__).parents[1] / "golden"
SHORT_MATCH = PlayRequest("damn", 3, {"first": 1, "deals": 3}, seed_from_text("gallery"))
"""A match whose first deal has a single trick."""


DAY = date(2026, 11, 28)


def play_first_deal(person: SimulatedPerson) -> None:
    """Bid and play until the second deal asks for a decision."""
    match_view = person.match_view
    while (
        person.wait_for_turn()
        and match_view.player_view.game.picture(match_view.shown_view).deal < 2
    ):
        person.play_first_choice()


def open_windows(
    person: SimulatedPerson, only: Sequence[str] = ()
) -> Iterator[tuple[str, QWidget]]:
    """Open each window at a table where a deal has been played; close it before the next.

    Args:
        person: The simulated person at the table.
        only: Names of the windows to open; all if empty.
    """
    openers = _window_openers(person)
    for name in only or openers:
        open_window = openers[name]
        window = open_window()
        wait_until(window.isVisible)
        QApplication.processEvents()
        yield name, window
        window.close()
        person.wait_for_turn()


def _open_combo_list(facade: WindowFacade) -> QWidget:
    """Return the popup list of a combo box."""
    combo = QComboBox(facade.window)
    combo.addItems(["one", "two", "three"])
    combo.setAccessibleName("bare")
    combo.setAccessibleDescription("only to be looked at")
    combo.show()
    combo.showPopup()
    view = combo.view().window()
    assert isinstance(view, QWidget)
    return view


def _window_openers(person: SimulatedPerson) -> dict[str, Callable[[], QWidget]]:
    facade = person.facade

    def last_dialog_of(show_dialog: Callable[[], Any]) -> Callable[[], QWidget]:
        def open_window() -> QWidget:
            show_dialog()
            dialog = facade._dialog
            assert isinstance(dialog, QWidget)
            return dialog

        return open_window

    def child_window_of(
        show_window: Callable[[], Any], window_class: type[QWidget]
    ) -> Callable[[], QWidget]:
        def open_window() -> QWidget:
            show_window()
            wait_until(
                lambda: [
                    window for window in facade.findChildren(window_class) if window.isVisible()
                ]
            )
            return [window for window in facade.findChildren(window_class) if window.isVisible()][
                -1
            ]

        return open_window

    def preferences_opener(page: int) -> Callable[[], QWidget]:
        def open_window() -> QWidget:
            facade.show_preferences()
            dialog = facade._dialog
            assert isinstance(dialog, PreferencesDialog)
            dialog.pages.setCurrentIndex(page)
            return dialog

        return open_window

    def dialog_opener(make_dialog: Callable[[], QDialog]) -> Callable[[], QWidget]:
        def open_window() -> QWidget:
            dialog = make_dialog()
            QDialog.open(dialog)
            return dialog

        return open_window

    def open_help_window() -> QWidget:
        facade.help.show_current_rule()
        window = facade.help.window
        assert isinstance(window, QWidget)
        return window

    def open_sheet_page() -> QWidget:
        facade.sheets.show_sheet_page()
        assert isinstance(facade.sheets.sheet_page, QWidget)
        return facade.sheets.sheet_page

    def sheet_dialog_of(show_dialog: Callable[[], Any]) -> Callable[[], QWidget]:
        def open_window() -> QWidget:
            show_dialog()
            assert isinstance(facade.services.dialogs.last_dialog, QWidget)
            return facade.services.dialogs.last_dialog

        return open_window

    def open_waiting_room() -> QWidget:
        room = WaitingRoomPage(GAMES, FakeSession(), ChatLog())
        room.setParent(facade.window)
        room.resize(facade.size())
        room.show()
        room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
        return room

    table_lobby = make_lobby(*FOUR_CHAIRS)
    openers: dict[str, Callable[[], QWidget]] = {
        "why": child_window_of(facade.explain_trick, TrickExplanationDialog),
        "review": child_window_of(facade.show_review, ReviewDialog),
        "thoughts": lambda: _open_thoughts(facade),
        "foolish-move": lambda: _open_foolish_dialog(facade),
        "new-match": last_dialog_of(facade.launcher.open_new_match_dialog),
        "new-match-master": last_dialog_of(lambda: facade.launcher.open_new_match_dialog("master")),
        **{f"preferences-{page}": preferences_opener(page) for page in range(6)},
        "what-was-said": child_window_of(facade.speech.show_log, SpeechLogDialog),
        "people": last_dialog_of(facade.people.open_people_dialog),
        "add-person": last_dialog_of(facade.people.open_add_dialog),
        "remove-person": lambda: _open_removal_question(facade),
        "person-menu": lambda: _open_person_menu(facade),
        "about": last_dialog_of(facade.show_about),
        "abandon": dialog_opener(lambda: make_abandon_dialog(facade.window)),
        "program": dialog_opener(lambda: ProgramDialog(facade.window)),
        "chair": dialog_opener(lambda: SeatDialog((0, 2), ("Anna", "Ben"), facade.window)),
        "unfinished": dialog_opener(
            lambda: UnfinishedDialog(list_unfinished_matches(), facade.window)
        ),
        "help": open_help_window,
        "sheet": open_sheet_page,
        "blank": sheet_dialog_of(facade.sheets.ask_new_sheet),
        "kept": dialog_opener(lambda: OpenSheetDialog([], facade.window)),
        "join": dialog_opener(lambda: JoinDialog(FakeFinder, "Ida", facade.window)),  # type: ignore[arg-type]
        "code": dialog_opener(
            lambda: CodeDialog("Ida's table", "K7M-2QX", ("192.0.2.5:40123",), facade.window)
        ),
        "lay": dialog_opener(
            lambda: TableSetupDialog(GAMES, extract_match_setup(table_lobby), facade.window)
        ),
        "leave": dialog_opener(lambda: LeaveMatchDialog(facade.window)),
        "challenge": dialog_opener(
            lambda: PlayChallengeDialog(
                encode_challenge(create_challenge()),
                lambda _: False,
                lambda _: False,
                facade.window,
            )
        ),
        "challenge-sent": dialog_opener(
            lambda: SendChallengeDialog(lambda *_: "K7M-2QX", facade.window, is_fixed=False)
        ),
        "comparison": dialog_opener(lambda: open_comparison(facade)),
        "daily": dialog_opener(
            lambda: DailyDialog(
                DAY, DailyCalendar(ChallengeLog(()), "1"), facade.window, is_open=False
            )
        ),
        "box": child_window_of(
            lambda: facade.sheets._saver.show_error("The disk is full. " * 8), QMessageBox
        ),
        "file": child_window_of(facade.sheets.save_pdf, QFileDialog),
        "combo": lambda: _open_combo_list(facade),
        "room": open_waiting_room,
        "matches": facade.window_manager.show_matches,
        "statistics": facade.window_manager.show_statistics,
        "exercises": facade.window_manager.show_exercises,
        "tricks": dialog_opener(lambda: make_tricks_dialog(facade)),
        "note": dialog_opener(lambda: NoteDialog("1", "", facade.window)),
    }
    menus = facade.menuBar().findChildren(QMenu)
    for menu in (
        menu_widget
        for menu_widget in menus
        if menu_widget.parent() is facade.menuBar() and menu_widget.title()
    ):
        title = menu.title().replace("&", "")
        openers[f"menu-{title.lower().replace(' ', '-')}"] = _menu_opener(menu)
    openers["tooltip"] = lambda: _show_tooltip(facade.window)
    return openers


def _open_thoughts(facade: WindowFacade) -> ThoughtsDialog:
    """Return the dialog about the last move of a computer player, which has answered."""
    facade.table_menu.show_thoughts()
    dialog = facade.match_view.side_column.thoughts_dialog
    wait_until(lambda: dialog.is_answered)
    return dialog


def _open_foolish_dialog(facade: WindowFacade) -> QWidget:
    thoughts_dialog = _open_thoughts(facade)
    thoughts_dialog.foolish_button.click()
    dialog = thoughts_dialog.findChildren(FoolishMoveDialog)[0]
    dialog.finished.connect(thoughts_dialog.close)
    return dialog


def open_comparison(facade: WindowFacade) -> QDialog:
    """Return the comparison of a challenge that a computer player has played."""
    dialog = ComparisonDialog(GAMES, facade.window)
    challenge = create_challenge("damn", 3, level="easy", options={"deals": 1})
    dialog.show_challenge(challenge)
    dialog._is_known = True
    dialog._levels["easy", None] = play_as_level(challenge, "easy")
    dialog._update_table()
    return dialog


def _open_removal_question(facade: WindowFacade) -> QWidget:
    settings = UserSettings(your_name="Ida")
    settings.add_person("Jan")
    dialog = PeopleDialog(settings, facade.window)
    dialog.people_list.setCurrentRow(1)
    dialog.confirm_removal()
    return dialog.findChildren(ConfirmationDialog)[0]


def _open_person_menu(facade: WindowFacade) -> QWidget:
    facade.people.open_menu(QPoint(40, 60))
    assert facade.people.menu is not None
    return facade.people.menu


def make_tricks_dialog(facade: WindowFacade) -> QDialog:
    """Return the list of tricks of a stored match."""
    record = read_verified_record(GOLDEN_RECORDS / "master-4-ranked.jsonl")
    return TricksDialog(record, list_taken_tricks(record), facade.window)


def _menu_opener(menu: QMenu) -> Callable[[], QWidget]:
    def open_menu() -> QWidget:
        menu.popup(QPoint(40, 60))
        return menu

    return open_menu


def _show_tooltip(parent: QWidget) -> QWidget:
    QToolTip.showText(QPoint(80, 80), "What this is for, in a sentence or two", parent)
    wait_until(lambda: _visible_tooltips(parent))
    return _visible_tooltips(parent)[0]


def _visible_tooltips(parent: QWidget) -> list[QWidget]:
    tops = QApplication.topLevelWidgets()
    return [widget for widget in tops if widget.inherits("QTipLabel") and widget.isVisible()]
