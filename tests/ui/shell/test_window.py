"""The main window from its first paint to its close: notices, errors, geometry and menus."""

import os
import sys

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots.bot import SearchBot
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, DealScored, MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from greenbaize.ui import application as program
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_screen import StartMenu, StartScreen
from greenbaize.ui.shell.navigation import DefaultMatchRoute
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.theme import current_theme
from store.disks import LimitedDisk
from ui.table.person import wait_until
from ui.table.table_checks import check_table_shows, collect_texts
from ui.window_steps import (
    DAMN_REQUEST,
    answer_questions,
    banner_text,
    load_record,
    open_with_match,
    play_to_end,
    record_path,
    start_menu_texts,
    wait_for_dialog,
)

# Start


def test_a_match_waits_for_the_first_paint_of_its_cloth(open_program, monkeypatch):
    images = []

    def after_first_paint(window):
        lobby = window.services.pages.current
        assert isinstance(lobby, StartScreen)
        images.append(window.grab().toImage())

    monkeypatch.setattr(MainWindow, "on_first_paint", after_first_paint)
    open_program(PlayRequest("damn", 5))
    wait_until(lambda: images)
    cloth = QColor(current_theme().felt_glow)
    centre_colour = images[0].pixelColor(images[0].rect().center())
    assert abs(centre_colour.hue() - cloth.hue()) < 10


@pytest.mark.slow
def test_start_menu_offers_a_new_person_a_match_and_other_games(open_program):
    person = open_program()
    *texts, daily_text = start_menu_texts(person)
    assert daily_text.startswith("Deal of the day: ")
    assert texts == [
        "Play Damn",
        "Damn with a guide",
        "Damn",
        "Blackout",
        "Master",
        "Ass",
        "Rank",
        "Learn",
        "Friends",
        "Matches",
    ]
    person.press(Qt.Key.Key_Return)
    assert [player.name for player in person.match_view.player_view.header.players] == [
        "Ida",
        "Anna",
        "Boris",
        "Vera",
    ]
    person.wait_for_turn()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(690, 422), (1280, 800)])
def test_games_are_always_in_the_same_order_on_the_start_screen(open_program, size):
    UserSettings(your_name="Ida", motion="none", last_game="rank").save()
    person = open_program()
    person.facade.resize(*size)
    order = ["Damn", "Blackout", "Master", "Ass", "Rank"]  # whichever was played last
    assert start_menu_texts(person)[2:7] == order
    choices = person.window.findChildren(StartMenu)[-1]
    wait_until(
        lambda: (
            person.facade.start_screen is not None
            and choices.height() <= person.facade.start_screen.height()
        )
    )
    for button in choices.buttons:
        assert choices.rect().contains(button.geometry())
        assert button.width() >= button.sizeHint().width() or button.toolTip()
    person.click(choices.buttons[2 + order.index("Master")])
    dialog = wait_for_dialog(person, NewMatchDialog)
    assert dialog.read_setup().game == "master"
    person.press(Qt.Key.Key_Escape)


# Errors


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe{}", b'{"theme": NaN}'])
def test_start_reports_damaged_settings(run_program, home, data):
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_bytes(data)

    def check_banner(window):
        notifications = window.services.notifications
        wait_until(lambda: notifications.sentence)
        assert str(home / "settings.json.bad") in notifications.sentence
        assert notifications.banner.isVisible()

    run_program(PlayRequest(), check_banner)
    assert (home / "settings.json.bad").read_bytes() == data


def test_start_notice_is_shown_in_the_window(run_program):
    def check_notice(window):
        wait_until(lambda: "does not answer" in window.services.notifications.sentence)

    run_program(PlayRequest(), check_notice, Message("open-but-stuck"))


@pytest.fixture
def install_error_hook(monkeypatch):
    """Return a function that installs the program's handler for unexpected errors."""
    return lambda person: monkeypatch.setattr(
        sys, "excepthook", program.make_error_hook(person.facade)
    )


@pytest.mark.slow
@pytest.mark.qt_no_exception_capture
def test_unexpected_error_shows_one_sentence_and_the_match_continues(
    open_program, home, install_error_hook, monkeypatch, capfd
):
    person = open_with_match(open_program)
    install_error_hook(person)
    answer_questions(person, 2)
    path = record_path(person)
    original_decide = SearchBot.choose_command

    def fail_once(*arguments):
        monkeypatch.setattr(SearchBot, "choose_command", original_decide)
        raise ZeroDivisionError("a fault for this test")

    monkeypatch.setattr(SearchBot, "choose_command", fail_once)
    person.match_view.animator.speed = 1.0  # so that the bots think for a moment
    person.play_first_choice()
    wait_until(lambda: banner_text(person))
    log = home / "greenbaize.log"
    assert banner_text(person) == (
        "Something unexpected happened (ZeroDivisionError). The match is safe. "
        f"The details are in {log}."
    )
    assert not any(
        "Traceback" in text or "a fault" in text for text in collect_texts(person.window)
    )
    log_text = log.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in log_text
    assert "a fault for this test" in log_text
    assert "fail_once" in log_text
    events_before = load_record(path).events
    person.click_button("Go on")
    wait_until(lambda: banner_text(person) == "" and person.facade.match_view is not None)
    person.wait_for_turn()
    assert record_path(person) == path
    events_after = load_record(path).events
    assert events_after[: len(events_before)] == events_before
    assert len(events_after) > len(events_before)
    check_table_shows(person.scene, person.picture)
    play_to_end(person)
    assert isinstance(load_record(path).events[-1], MatchEnded)
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


@pytest.mark.qt_no_exception_capture
def test_error_without_a_match_offers_only_to_dismiss(open_program, install_error_hook):
    person = open_program()
    install_error_hook(person)
    start_menu_texts(person)
    person.facade.show_error(KeyError("x"))
    assert banner_text(person).startswith("Something unexpected happened (KeyError).")
    button_texts = [
        button.text()
        for button in person.facade.banner.findChildren(QPushButton)
        if button.isVisible()
    ]
    assert button_texts == ["Dismiss"]


def test_program_installs_its_error_hook(run_program):
    def raise_in_hook(window):
        sys.excepthook(LookupError, LookupError("lost"), None)
        assert "LookupError" in window.services.notifications.sentence

    run_program(PlayRequest(), raise_in_hook)


def test_incomplete_record_is_reported_on_exit_without_a_question(run_program, home, capsys):
    home.mkdir(exist_ok=True)
    (home / "matches").write_text("in the way")

    def close_window(window):
        wait_until(lambda: window.services.pages.table)
        window.close_without_asking()

    run_program(PlayRequest("damn", 3), close_window)
    (message,) = capsys.readouterr().err.splitlines()
    assert str(home / "matches") in message
    assert message.endswith(" The match was left, and its record is incomplete.")
    assert "record-lost" in folders.log_path().read_text()


# Window geometry and screenshots


@pytest.mark.slow
def test_window_size_is_restored(open_program):
    person = open_with_match(open_program)
    person.window.resize(QSize(777, 555))
    wait_until(lambda: person.window.size() == QSize(777, 555))
    person.window.close()
    assert person.facade.unsaved_errors == []
    assert open_program().window.size() == QSize(777, 555)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "not base64!", "aGVsbG8="])
def test_invalid_stored_geometry_is_ignored(open_program, text):
    settings = UserSettings.load()
    settings.geometry = text
    settings.save()
    person = open_with_match(open_program)
    person.wait_for_turn()
    assert person.window.width() > 400


@pytest.mark.slow
def test_closing_during_animations_loses_nothing(open_program):
    settings = UserSettings.load()
    settings.motion = "full"
    settings.save()
    person = open_program(DAMN_REQUEST, speed=1.0)
    for _ in range(3):
        person.skip_animations()
        person.play_first_choice()
    # The last card is still in the air: nobody is told of it, and it is still in the hand.
    assert person.match_view.prompts.flight.is_flying
    assert person.match_view.animator.is_busy
    path, own_seat = record_path(person), person.match_view.player_view.seat
    hand = person.match_view.player_view.view.hands[own_seat]
    person.window.close()
    record = load_record(path)
    own_events = [
        event
        for event in record.events
        if isinstance(event, BidMade | CardPlayed) and event.seat == own_seat
    ]
    assert len(own_events) == 2
    resumed = open_program()
    start_menu_texts(resumed)
    resumed.click_button("Go on")
    resumed.skip_animations()
    events_again = load_record(path).events[: len(record.events)]
    assert events_again == record.events
    wait_until(lambda: not resumed.match_view.animator.is_busy)
    check_table_shows(resumed.scene, resumed.picture)
    assert resumed.match_view.player_view.view.hands[own_seat] == hand
    # The card is asked for again, and can be played.
    assert resumed.wait_for_turn()
    resumed.play_first_choice()
    resumed.match_view.prompts.flight.land_card()
    own_card = load_record(path).events[len(record.events)]
    assert isinstance(own_card, CardPlayed)
    assert own_card.seat == own_seat
    assert own_card.card in hand.cards


@pytest.mark.slow
@pytest.mark.parametrize("request_", [("damn", 3, {"deals": 3}), ("ass", 2, {"deal_limit": 1})])
def test_a_watched_match_plays_itself_and_closes(open_program, home, tmp_path, request_):
    game, players, options = request_
    screenshot_folder = tmp_path / "shots"
    seed = seed_from_text("watch")
    person = open_program(
        PlayRequest(
            game, players, options, seed, watch=True, speed=1000.0, screenshots=screenshot_folder
        )
    )
    wait_until(lambda: not person.window.isVisible())
    (path,) = (home / "matches").glob("*.jsonl")
    record = load_record(path)
    assert isinstance(record.events[-1], MatchEnded)
    assert all(element.kind == "bot" for element in record.header.players)
    deals = sum(isinstance(element, DealScored) for element in record.events)
    screenshots = sorted(screenshot_folder.glob(f"{game}-*.png"))
    assert [element.name for element in screenshots] == [
        f"{game}-{deal:02}.png" for deal in range(1, deals + 1)
    ]
    images = [QImage(str(element)) for element in screenshots]
    assert all(image.width() >= 480 for image in images)
    assert len({image.constBits().tobytes() for image in images}) == deals
    assert not (home / "settings.json").read_text().count('"last_game": "damn"')


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links and named pipes")
@pytest.mark.parametrize("file_kind", ["link", "pipe"])
def test_screenshot_replaces_a_link_or_pipe_instead_of_following_it(
    file_kind, open_program, tmp_path
):
    link_target, screenshot_path = tmp_path / "other", tmp_path / "shots" / "damn-01.png"
    screenshot_path.parent.mkdir()
    link_target.write_text("mine")
    if file_kind == "link":
        screenshot_path.symlink_to(link_target)
    else:
        os.mkfifo(screenshot_path)
    request = PlayRequest(
        "damn",
        3,
        {"deals": 1},
        seed_from_text("x"),
        watch=True,
        speed=1000.0,
        screenshots=screenshot_path.parent,
    )
    person = open_program(request)
    wait_until(lambda: not person.window.isVisible())
    assert link_target.read_text() == "mine"
    assert screenshot_path.is_file()
    assert not screenshot_path.is_symlink()
    assert not QImage(str(screenshot_path)).isNull()


# Menus


@pytest.mark.slow
def test_help_opens_the_rules_of_the_current_game(open_program):
    person = open_with_match(open_program, PlayRequest("blackout", 2, {}, seed_from_text("rules")))
    person.press(Qt.Key.Key_F1)
    wait_until(
        lambda: person.facade.help.window is not None and person.facade.help.window.isVisible()
    )
    assert person.facade.help.window.page_name == "blackout"
    person.window.close()
    assert not person.facade.help.window.isVisible()


def block_matches_folder(home, _):
    (home / "matches").write_text("a file in place of the folder")


def fill_disk(_, monkeypatch):
    LimitedDisk(free_bytes=0).install(monkeypatch)


@pytest.mark.parametrize(
    ("break_folder", "reason"),
    [(block_matches_folder, "File exists"), (fill_disk, "No space left on device")],
)
def test_start_and_match_say_that_nothing_can_be_saved(
    open_program, home, monkeypatch, break_folder, reason
):
    break_folder(home, monkeypatch)
    person = open_program()
    start_menu_texts(person)
    wait_until(lambda: banner_text(person))
    notice = banner_text(person)
    assert notice.startswith(f"Nothing can be saved: {home / 'matches'}: {reason}. Matches and ")
    person.facade.services.navigate(DefaultMatchRoute())
    wait_until(lambda: person.facade.match_view is not None)
    wait_until(lambda: banner_text(person) not in ("", notice))
    assert banner_text(person).startswith("The match cannot be written down just now: ")


def test_start_says_nothing_while_all_can_be_saved(open_program, home):
    person = open_program()
    wait_until((home / "matches").is_dir)
    start_menu_texts(person)
    assert banner_text(person) == ""
    assert list((home / "matches").iterdir()) == []


@pytest.mark.parametrize("kind", ["matches", "statistics", "exercises", "help", "blank sheet"])
def test_ctrl_q_quits_from_every_window(open_program, kind):
    person = open_program()
    facade = person.facade
    if kind == "help":
        facade.help.show_current_rule()
        window = facade.help.window
    elif kind == "blank sheet":
        facade.sheets.ask_new_sheet()
        QTest.mouseClick(facade._dialog.begin_button, Qt.MouseButton.LeftButton)
        window = facade.findChild(BlankSheetWindow)
        assert window.status_label.text().startswith("Deal 1 · ")
    else:
        window = getattr(facade.window_manager, f"show_{kind}")()
    window.activateWindow()
    wait_until(window.isActiveWindow)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not person.window.isVisible()


@pytest.mark.slow
def test_find_shortcut_focuses_the_search_field_of_the_help(open_program):
    person = open_with_match(open_program)
    QTest.keyClick(person.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    help_window = person.facade.help.window
    assert help_window is not None
    wait_until(lambda: help_window.focusWidget() is help_window.find_field)


def test_escape_in_a_menu_restores_the_focus(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, seed_from_text("menu")))
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    focus_before = QApplication.focusWidget()
    QTest.keyClick(person.window.windowHandle(), Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    # The right arrow opens the next menu and keeps the focus in the menus.
    QTest.keyClick(menu.windowHandle(), Qt.Key.Key_Right)
    QApplication.processEvents()
    next_menu = QApplication.activePopupWidget()
    assert next_menu not in (None, menu)
    QTest.keyClick(next_menu.windowHandle(), Qt.Key.Key_Escape)
    wait_until(lambda: not person.facade.menuBar().hasFocus())
    assert QApplication.focusWidget() is focus_before
