"""Every dialog, box, menu and window that opens over the table, one after another."""

from collections.abc import Callable, Iterator, Sequence
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

from greenbaize.app.memory.replays import tricks_of
from greenbaize.app.network.table_words import lay_of
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished import record_of, unfinished
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.features.history.match_actions import TricksDialog
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.door import KeepOrLeave
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.lay_dialog import LayDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog, WaitingRoom
from greenbaize.ui.features.people.people import PeopleDialog
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.features.sheets.kept_sheets import KeptSheetsDialog
from greenbaize.ui.features.start.new_match import ProgramDialog
from greenbaize.ui.match.unfinished import ChairDialog, UnfinishedDialog
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.speech.voice import LogWindow
from greenbaize.ui.widgets.dialog import Confirmation, abandon_question
from ui.features.network.fake_session import FOUR, FakeFinder, FakeSession, lobby
from ui.table.opened import Opened
from ui.table.person import Person, until

GOLDEN = Path(__file__).parents[1] / "golden"
SHORT = PlayRequest("damn", 3, {"first": 1, "deals": 3}, seed_from("gallery"))
"""A match whose first deal has a single trick."""


def play_a_deal(person: Person) -> None:
    """Bid and play until the second deal asks for a decision."""
    playing = person.playing
    while person.wait_for_turn() and playing.place.game.picture(playing.seen).deal < 2:
        person.act()


def opened_windows(person: Person, only: Sequence[str] = ()) -> Iterator[tuple[str, QWidget]]:
    """Open each window at a table where a deal has been played; close it before the next.

    Args:
        person: The simulated person at the table.
        only: Names of the windows to open; all if empty.
    """
    openers = _openers(person)
    for name in only or openers:
        open_one = openers[name]
        window = open_one()
        until(window.isVisible)
        QApplication.processEvents()
        yield name, window
        window.close()
        person.wait_for_turn()


def _combo_list(main: Opened) -> QWidget:
    """Return the popup list of a combo box."""
    combo = QComboBox(main.window)
    combo.addItems(["one", "two", "three"])
    combo.setAccessibleName("bare")
    combo.setAccessibleDescription("only to be looked at")
    combo.show()
    combo.showPopup()
    view = combo.view().window()
    assert isinstance(view, QWidget)
    return view


def _openers(person: Person) -> dict[str, Callable[[], QWidget]]:
    main = person.main

    def by_window(ask: Callable[[], Any]) -> Callable[[], QWidget]:
        def open_it() -> QWidget:
            ask()
            found = main._dialog
            assert isinstance(found, QWidget)
            return found

        return open_it

    def found(ask: Callable[[], Any], kind: type[QWidget]) -> Callable[[], QWidget]:
        def open_it() -> QWidget:
            ask()
            until(lambda: [one for one in main.findChildren(kind) if one.isVisible()])
            return [one for one in main.findChildren(kind) if one.isVisible()][-1]

        return open_it

    def preferences(page: int) -> Callable[[], QWidget]:
        def open_it() -> QWidget:
            main.ask_preferences()
            dialog = main._dialog
            assert isinstance(dialog, PreferencesDialog)
            dialog.pages.setCurrentIndex(page)
            return dialog

        return open_it

    def shown(make: Callable[[], QDialog]) -> Callable[[], QWidget]:
        def open_it() -> QWidget:
            dialog = make()
            QDialog.open(dialog)
            return dialog

        return open_it

    def help_window() -> QWidget:
        main.help_desk.show_rules()
        window = main.help_desk.shown
        assert isinstance(window, QWidget)
        return window

    def sheet_page() -> QWidget:
        main.sheets.show_page()
        assert isinstance(main.sheets.page, QWidget)
        return main.sheets.page

    def by_sheets(ask: Callable[[], Any]) -> Callable[[], QWidget]:
        def open_it() -> QWidget:
            ask()
            assert isinstance(main.services.dialogs.last, QWidget)
            return main.services.dialogs.last

        return open_it

    def waiting_room() -> QWidget:
        room = WaitingRoom(GAMES, FakeSession(), ChatLog())
        room.setParent(main.window)
        room.resize(main.size())
        room.show()
        room.show_lobby(lobby(*FOUR), here=True)
        return room

    table = lobby(*FOUR)
    openers: dict[str, Callable[[], QWidget]] = {
        "why": found(main.explain_trick, WhyDialog),
        "review": found(main.show_review, ReviewDialog),
        "new-match": by_window(main.what_next.ask_new_match),
        "new-match-master": by_window(lambda: main.what_next.ask_new_match("master")),
        **{f"preferences-{page}": preferences(page) for page in range(6)},
        "what-was-said": found(main.speech.show_log, LogWindow),
        "people": by_window(main.who_plays.ask_people),
        "add-person": by_window(main.who_plays.ask_add),
        "remove-person": lambda: _removal(main),
        "person-menu": lambda: _person_menu(main),
        "about": by_window(main.show_about),
        "abandon": shown(lambda: abandon_question(main.window)),
        "program": shown(lambda: ProgramDialog(main.window)),
        "chair": shown(lambda: ChairDialog((0, 2), ("Anna", "Ben"), main.window)),
        "unfinished": shown(lambda: UnfinishedDialog(unfinished(), main.window)),
        "help": help_window,
        "sheet": sheet_page,
        "blank": by_sheets(main.sheets.ask_blank),
        "kept": shown(lambda: KeptSheetsDialog([], main.window)),
        "join": shown(lambda: JoinDialog(FakeFinder, "Ida", main.window)),
        "code": shown(
            lambda: CodeDialog("Ida's table", "K7M-2QX", ("192.0.2.5:40123",), main.window)
        ),
        "lay": shown(lambda: LayDialog(GAMES, lay_of(table), main.window)),
        "leave": shown(lambda: KeepOrLeave(main.window)),
        "box": found(lambda: main.sheets._saver.tell("The disk is full. " * 8), QMessageBox),
        "file": found(main.sheets.save_pdf, QFileDialog),
        "combo": lambda: _combo_list(main),
        "room": waiting_room,
        "matches": main.looking.show_matches,
        "statistics": main.looking.show_statistics,
        "exercises": main.looking.show_exercises,
        "tricks": shown(lambda: tricks_of_record(main)),
    }
    menus = main.menuBar().findChildren(QMenu)
    for menu in (one for one in menus if one.parent() is main.menuBar() and one.title()):
        title = menu.title().replace("&", "")
        openers[f"menu-{title.lower().replace(' ', '-')}"] = _popped(menu)
    openers["tooltip"] = lambda: _tooltip(main.window)
    return openers


def _removal(main: Opened) -> QWidget:
    settings = Settings(your_name="Ida")
    settings.add_person("Jan")
    dialog = PeopleDialog(settings, main.window)
    dialog.list.setCurrentRow(1)
    dialog.ask_remove()
    return dialog.findChildren(Confirmation)[0]


def _person_menu(main: Opened) -> QWidget:
    main.who_plays.open_menu(QPoint(40, 60))
    assert main.who_plays.menu is not None
    return main.who_plays.menu


def tricks_of_record(main: Opened) -> QDialog:
    """Return the list of tricks of a stored match."""
    record = record_of(GOLDEN / "master-4-ranked.jsonl")
    return TricksDialog(record, tricks_of(record), main.window)


def _popped(menu: QMenu) -> Callable[[], QWidget]:
    def open_it() -> QWidget:
        menu.popup(QPoint(40, 60))
        return menu

    return open_it


def _tooltip(main: QWidget) -> QWidget:
    QToolTip.showText(QPoint(80, 80), "What this is for, in a sentence or two", main)
    until(lambda: _tips(main))
    return _tips(main)[0]


def _tips(main: QWidget) -> list[QWidget]:
    tops = QApplication.topLevelWidgets()
    return [one for one in tops if one.inherits("QTipLabel") and one.isVisible()]
