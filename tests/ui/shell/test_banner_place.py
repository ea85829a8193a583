"""Banner positions: a notice covers no plate, heading or question."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QPushButton, QWidget

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import default_players
from greenbaize.app.tables.matches import casual, settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.table.view import LEAST
from ui.table.person import until

GOLDEN = Path(__file__).parents[2] / "golden"
SEED = seed_from("banner")
NEWS = "From now on tricks do not wait for your click."


def told(person, view):
    """Show a notice and return its rectangle in the table view's coordinates."""
    QApplication.processEvents()
    person.main.banner.tell(NEWS)
    banner = person.main.banner
    return QRect(view.mapFrom(person.window, banner.pos()), banner.size())


def check_free(box, scene, view):
    assert view.rect().contains(box)
    assert box.bottom() < view.height() - scene.geometry.card  # the own hand, now or later
    for item in (*scene.plates, scene.notice):
        assert not box.intersects(item.sceneBoundingRect().toRect())


def test_without_a_table_it_lies_where_the_page_has_nothing(qtbot):
    window, page = QMainWindow(), QWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(page)
    window.resize(800, 500)
    code, button = QLabel("code", page), QPushButton("Ready", page)
    code.setGeometry(0, 0, 800, 200)
    button.setGeometry(600, 430, 190, 60)
    window.show()
    banner = Banner(window)
    banner.tell(NEWS)
    box = QRect(page.mapFrom(window, banner.pos()), banner.size())
    assert page.rect().contains(box)
    assert not box.intersects(code.geometry())
    assert not box.intersects(button.geometry())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["damn-4-table", "damn-7", "rank-4-deals", "master-2"])
def test_in_a_replay_it_hides_neither_plates_nor_the_heading(opened, name):
    person = opened(PlayRequest(record=GOLDEN / f"{name}.jsonl"))
    until(lambda: person.main.replaying is not None and person.main.replaying.isVisible())
    replaying = person.main.replaying
    assert replaying is not None
    for moment in (0, replaying.replay.playback.deals[0], len(replaying.replay.playback)):
        replaying.go_to(moment)
        table = replaying.table
        check_free(told(person, table.view), table.scene, table.view)


@pytest.mark.slow
def test_in_a_match_it_hides_no_question(opened):
    person = opened(PlayRequest("damn", 4, {}, seed_from("window")))
    until(lambda: person.main.playing)
    assert person.wait_for_turn()
    playing = person.playing
    box = told(person, playing.view)
    check_free(box, playing.scene, playing.view)
    prompt = playing.asking.prompt
    assert prompt.isVisible()
    corner = playing.view.mapFrom(
        person.window, prompt.mapTo(person.window, prompt.rect().topLeft())
    )
    assert not box.intersects(QRect(corner, prompt.size()))


@pytest.mark.parametrize("players", [2, 5])
def test_as_a_casual_match_begins_it_hides_nobody(opened, players):
    person = opened()
    bots = [Opponent("random")] * (players - 1)
    sitters = default_players(bots, "Ida", ["Ida"])
    person.main.begin(
        casual(settled_header("blackout" if players < 3 else "damn", sitters, {}, SEED))
    )
    view = person.playing.view
    until(lambda: view.width() > LEAST[0])
    banner = person.main.banner
    assert banner.isVisible()
    check_free(QRect(view.mapFrom(person.window, banner.pos()), banner.size()), person.scene, view)
