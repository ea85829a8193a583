"""No two labels of a window or menu share a mnemonic, in any language; clashes are described."""

import pytest
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QMainWindow, QPushButton, QVBoxLayout

from greenbaize.app.tables.matches import create_header
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.shell.navigation import ReplayRoute, StartRoute, WarmUpRoute
from greenbaize.ui.widgets.localized_texts import set_window_language
from ui.match.hot_seat_steps import start_hot_seat_match
from ui.mnemonics import find_mnemonic_clashes
from ui.show_widget import show_widget
from ui.table.person import wait_until
from ui.window_gallery import SHORT_MATCH, open_windows, play_first_deal
from ui.window_steps import play_to_end

QT_WINDOWS = ("combo", "tooltip", "file")
"""Windows of the gallery that are Qt's own."""


@pytest.fixture(params=["en", "ru"])
def language(request, application):
    set_window_language(request.param)
    yield request.param
    set_window_language("en")
    set_window_language("system")


@pytest.mark.slow
def test_mnemonics_of_windows_and_menus_are_unique(open_program, language):
    person = open_program(SHORT_MATCH)
    clashes = find_mnemonic_clashes(person.window)
    play_first_deal(person)
    clashes += find_mnemonic_clashes(person.window)
    for name, window in open_windows(person):
        if name not in QT_WINDOWS:
            clashes += [f"{name}: {clash}" for clash in find_mnemonic_clashes(window)]
    assert not clashes, f"language {language}:\n" + "\n".join(dict.fromkeys(clashes))


def open_first_deal(person):
    person.facade.open_first_deal("rank")
    wait_until(person.facade.first_deal_guide.guide_panel.next_button.isVisible)


def open_warm_up(person):
    person.facade.services.navigate(WarmUpRoute("ass"))
    wait_until(person.facade.first_deal_guide.guide_panel.skip_button.isVisible)


def open_and_close_warm_up(person):
    open_warm_up(person)
    person.facade.first_deal_guide.finish()


def open_and_close_first_deal(person):
    open_first_deal(person)
    person.facade.first_deal_guide._show_closing()


def open_start_screen(person):
    person.facade.services.navigate(StartRoute())


def open_hot_seat_page(person):
    driver = start_hot_seat_match(lambda: person, "damn", 2, 3)
    driver.wait_for_input()
    assert driver.is_covered
    return driver


def open_table_of_people(person):
    driver = open_hot_seat_page(person)
    driver.uncover_table()
    driver.wait_for_input()


def open_result(person):
    players = (HeaderPlayer("Ida"), *(HeaderPlayer(name, "bot", "easy") for name in "AB"))
    options = {"first": 1, "deals": 3}
    header = create_header("damn", players, options, seed_from_text("result"))
    person.facade.features.launcher.start_match(header)
    play_to_end(person)
    wait_until(person.match_view.result_controller.result_panel.isVisible)


def open_closed_result(person):
    open_result(person)
    person.click(person.match_view.result_controller.result_panel.close_button)


def open_replay(person):
    open_result(person)
    person.facade.services.navigate(ReplayRoute(person.match_view.match.file.path))
    wait_until(lambda: person.facade.replay_page is not None)
    wait_until(person.facade.replay_page.bar.leave_button.isVisible)


@pytest.mark.slow
@pytest.mark.parametrize(
    "open_page",
    [
        open_first_deal,
        open_and_close_first_deal,
        open_warm_up,
        open_and_close_warm_up,
        open_start_screen,
        open_hot_seat_page,
        open_table_of_people,
        open_result,
        open_closed_result,
        open_replay,
    ],
)
def test_menu_bar_and_page_share_no_mnemonic(open_program, language, open_page):
    person = open_program()
    open_page(person)
    assert find_mnemonic_clashes(person.window) == []


def test_clash_in_a_dialog_names_labels_and_free_letters(qtbot):
    dialog = QDialog()
    dialog.setWindowTitle("Join")
    label, field, button = QLabel("&Name"), QLineEdit(), QPushButton("&Nod")
    label.setBuddy(field)
    layout = QVBoxLayout(dialog)
    for widget in (label, field, button, QPushButton("&Other")):
        layout.addWidget(widget)
    show_widget(qtbot, dialog)
    assert find_mnemonic_clashes(dialog) == [
        "N in dialog “Join”: “&Nod” (QPushButton, free in it: D); “&Name” (label, free in it:"
        " A M E); free: A B C D E F G H I J K L M P Q R S T U V W X Y Z"
    ]
    button.hide()
    assert find_mnemonic_clashes(dialog) == []


def test_clash_in_a_submenu_names_the_menu(qtbot):
    window = QMainWindow()
    menu = window.menuBar().addMenu("&Партия")
    submenu = menu.addMenu("&Ещё")
    for text in ("&Ход", "&Хор", "Х&од вслух"):
        submenu.addAction(text)
    show_widget(qtbot, window)
    (clash,) = find_mnemonic_clashes(window)
    assert clash.startswith(
        "Х in menu “&Партия → &Ещё”: “&Ход” (entry, free in it: Д); “&Хор” (entry, free in it: Р);"
    )
    assert clash.endswith("free: " + " ".join("АБВГДЕЖЗИЙКЛМНПРСТУФЦЧШЩЭЮЯ"))
