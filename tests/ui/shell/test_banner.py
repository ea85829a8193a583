"""Tests for the banner: a notice covers no plate, heading or question, and offers buttons."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QPushButton, QWidget

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import create_default_players
from greenbaize.app.tables.matches import create_header, mark_casual
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.table.view import MIN_TABLE_PX
from ui.table.person import wait_until

GOLDEN_RECORDS = Path(__file__).parents[2] / "golden"
SEED = seed_from_text("banner")
NOTICE_TEXT = "From now on tricks do not wait for your click."


def show_notice(person, table_view):
    """Show a notice and return its rectangle in the table view's coordinates."""
    QApplication.processEvents()
    person.facade.banner.show_sentence(NOTICE_TEXT)
    banner = person.facade.banner
    return QRect(table_view.mapFrom(person.window, banner.pos()), banner.size())


def check_covers_nothing(box, scene, table_view):
    assert table_view.rect().contains(box)
    assert (
        box.bottom() < table_view.height() - scene.geometry.card_width
    )  # the own hand, now or later
    for item in (*scene.plates, scene.notice):
        assert not box.intersects(item.sceneBoundingRect().toRect())


def test_banner_covers_no_widget_of_a_page_without_a_table(qtbot):
    window, page = QMainWindow(), QWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(page)
    window.resize(800, 500)
    code, button = QLabel("code", page), QPushButton("Ready", page)
    code.setGeometry(0, 0, 800, 200)
    button.setGeometry(600, 430, 190, 60)
    window.show()
    banner = Banner(window)
    banner.show_sentence(NOTICE_TEXT)
    box = QRect(page.mapFrom(window, banner.pos()), banner.size())
    assert page.rect().contains(box)
    assert not box.intersects(code.geometry())
    assert not box.intersects(button.geometry())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["damn-4-table", "damn-7", "rank-4-deals", "master-2"])
def test_banner_covers_no_plate_or_heading_in_a_replay(open_program, name):
    person = open_program(PlayRequest(record=GOLDEN_RECORDS / f"{name}.jsonl"))
    wait_until(
        lambda: person.facade.replay_page is not None and person.facade.replay_page.isVisible()
    )
    replay_page = person.facade.replay_page
    assert replay_page is not None
    for moment in (
        0,
        replay_page.replay.playback.deal_moments[0],
        len(replay_page.replay.playback),
    ):
        replay_page.go_to_moment(moment)
        table = replay_page.table
        check_covers_nothing(show_notice(person, table.table_view), table.scene, table.table_view)


@pytest.mark.slow
def test_banner_covers_no_question_in_a_match(open_program):
    person = open_program(PlayRequest("damn", 4, {}, seed_from_text("window")))
    wait_until(lambda: person.facade.match_view)
    assert person.wait_for_turn()
    match_view = person.match_view
    box = show_notice(person, match_view.table_view)
    check_covers_nothing(box, match_view.scene, match_view.table_view)
    prompt = match_view.prompts.choice_prompt
    assert prompt.isVisible()
    corner = match_view.table_view.mapFrom(
        person.window, prompt.mapTo(person.window, prompt.rect().topLeft())
    )
    assert not box.intersects(QRect(corner, prompt.size()))


@pytest.mark.slow
def test_banner_moves_off_a_question_that_appears_below_it(open_program):
    person = open_program(
        PlayRequest("damn", 3, {"first": 7, "deals": 7}, seed_from_text("window"))
    )
    person.window.resize(900, 600)
    wait_until(lambda: person.facade.match_view)
    assert person.match_view.prompts.question is None
    person.facade.banner.show_sentence(NOTICE_TEXT)
    early_rect = person.facade.banner.geometry()
    assert person.wait_for_turn()
    prompt = person.match_view.prompts.choice_prompt
    prompt_rect = QRect(prompt.mapTo(person.window, QPoint(0, 0)), prompt.size())
    assert not person.facade.banner.geometry().intersects(prompt_rect)
    assert person.facade.banner.geometry() != early_rect


@pytest.mark.parametrize("players", [2, 5])
def test_banner_covers_no_plate_as_a_casual_match_begins(open_program, players):
    person = open_program()
    bots = [Opponent("random")] * (players - 1)
    match_players = create_default_players(bots, "Ida", ["Ida"])
    person.facade.start_match(
        mark_casual(create_header("blackout" if players < 3 else "damn", match_players, {}, SEED))
    )
    table_view = person.match_view.table_view
    wait_until(lambda: table_view.width() > MIN_TABLE_PX[0])
    banner = person.facade.banner
    assert banner.isVisible()
    check_covers_nothing(
        QRect(table_view.mapFrom(person.window, banner.pos()), banner.size()),
        person.scene,
        table_view,
    )
