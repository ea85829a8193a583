"""The table after the end of a match: the result is shown, dismissed and shown again."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.store import folders
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK
from ui.table.person import until

pytestmark = pytest.mark.slow

GAMES = (
    ("damn", 4, {"deals": 1}),
    ("damn", 7, {"deals": 1}),
    ("blackout", 2, {}),
    ("master", 3, {"trumps": "none"}),
    ("ass", 6, {"deal_limit": 1}),
    ("rank", 2, {}),
    ("rank", 10, {}),
)
SIZES = ((900, 600), (1280, 800))
ENDS = [(*game, size) for game in GAMES for size in SIZES]
GOLDEN = Path(__file__).parents[2] / "golden"
LATE = {"master": "master-3-none"}
"""Golden records to resume shortly before the end, for games whose matches are too long."""
LEFT = 40
"""Number of trailing record lines to play."""


def late(name):
    """Write a record without its last lines and with a human at the first seat; return its path."""
    header, *events = (GOLDEN / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
    first = header.replace('"kind": "bot", "level": "easy"', '"kind": "human"', 1)
    path = folders.matches() / "20260301T140355-late.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join([first, *events[:-LEFT]]), "utf-8")
    return path


def finished(opened, game="damn", players=3, size=(1000, 700), before=lambda _: None, **how):
    """Play a match to its end with the first legal commands and wait for the result card."""
    options = how or {"deals": 1}
    request = PlayRequest(game=game, players=players, options=options, seed="ab" * 16)
    if game in LATE:
        request = PlayRequest(record=late(LATE[game]))
    person = opened(request)
    person.window.resize(*size)
    game_of = person.playing.place.game
    before(person)
    while person.wait_for_turn():
        place = person.playing.place
        person.playing.asking.chosen.emit(game_of.legal(place.view, place.seat)[0])
    until(lambda: person.main.ending is not None)
    ending = person.main.ending
    assert ending is not None
    until(lambda: ending.card.isVisible() and ending.card._seen)
    return person, ending


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "options", "size"), ENDS, ids=str)
def test_the_finished_table_stays_with_all_that_is_on_it(opened, game, players, options, size):
    person, ending = finished(opened, game, players, size, **options)
    main, view = person.main, person.playing.view
    assert ending.card.again_button.hasFocus()
    assert view.rect().contains(ending.card.geometry())
    person.press(Qt.Key.Key_Escape)
    assert not ending.card.isVisible()
    assert ending.strip.isVisible()
    assert view.rect().contains(ending.strip.geometry())
    own = person.scene.cards.own
    assert all(ending.strip.y() + ending.strip.height() <= one.y() for one in own)
    assert person.playing.isAncestorOf(main.focusWidget()) or person.playing.hasFocus()
    for entry in (main.review_action, main.menus.result, main.menus.leave, main.menus.again):
        assert entry.isEnabled()
    assert main.why_action.isEnabled() is person.playing.side.has_tricks
    for name in ("sheet", "print_sheet", "save_pdf", "save_csv"):
        assert main.services.actions[name].isEnabled()
    winners = person.playing.place.end.winners
    assert [seat for seat, plate in enumerate(person.scene.plates) if plate.won] == list(winners)
    assert all(made.words for made in person.scene.occasions.made)
    person.press(Qt.Key.Key_F8)
    assert ending.card.isVisible()
    assert ending.card.again_button.hasFocus()
    assert not ending.strip.isVisible()


def test_the_last_trick_and_the_deal_can_still_be_explained(opened):
    person, ending = finished(opened, deals=3)
    person.press(Qt.Key.Key_Escape)
    person.main.why_action.trigger()
    person.main.review_action.trigger()
    assert person.playing.side.review is not None
    person.main.sheets.show_page()
    assert person.main.sheets.page.isVisible()
    person.playing.side.close_review()
    assert ending.strip.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Enter])
def test_no_key_that_hurries_throws_the_result_away(opened, key):
    person, ending = finished(opened)
    path = person.main.match.file.path
    person.press(key, key, key)
    QApplication.processEvents()
    assert ending.card.isVisible()
    assert person.main.match.file.path == path


def test_after_it_was_put_aside_another_match_is_played(opened):
    person, ending = finished(opened)
    path = person.main.match.file.path
    person.click(ending.card.close_link)
    person.click(ending.strip.again_button)
    until(lambda: person.main.match.file.path != path)
    assert person.main.ending is None
    assert person.main.result is None
    assert not person.main.menus.result.isEnabled()


def test_one_leaves_the_finished_table(opened):
    person, ending = finished(opened)
    person.click(ending.card.close_link)
    person.main.menus.leave.trigger()
    assert person.main.lobby is not None
    assert person.main.playing is None
    assert not person.main.menus.leave.isEnabled()


def test_the_result_takes_the_colours_and_keeps_within_a_table_of_another_size(opened):
    person, ending = finished(opened)
    person.click(ending.card.close_link)
    dress(DARK)
    ending.dress()
    for size in SIZES:
        person.window.resize(*size)
        QApplication.processEvents()
        assert person.playing.view.rect().contains(ending.strip.geometry())


def test_the_result_is_written_larger_on_a_larger_table(opened):
    person, ending = finished(opened, size=(900, 600))
    button, before = ending.card.close_link, ending.card.close_link.height()
    for size in ((2600, 1700), (900, 600)):
        person.window.resize(*size)
        for _ in range(5):
            QApplication.processEvents()
        assert button.font().pixelSize() == normal().pixelSize()
        assert button.height() >= button.fontMetrics().height()
    assert button.height() == before


def asked(person):
    (question,) = person.window.findChildren(Confirmation)
    return question


def test_playing_again_in_mid_match_is_asked_first(opened):
    person = opened(PlayRequest(game="damn", players=3, seed="ab" * 16))
    person.wait_for_turn()
    path = person.main.match.file.path
    QApplication.processEvents()
    person.main.menus.again.trigger()
    question = asked(person)
    assert question.no_button.isDefault()
    question.no_button.click()
    assert person.main.match.file.path == path
    QApplication.processEvents()
    person.main.menus.again.trigger()
    asked(person).yes_button.click()
    until(lambda: person.main.match.file.path != path)
    assert path in [one.path for one in unfinished()]


def test_arrows_stay_in_the_result_and_the_slip_of_rules_goes_with_it(opened):
    person, ending = finished(opened, before=lambda player: player.playing.corner.open_slip())
    assert person.main.playing.corner.slip is None
    card = ending.card
    card.again_button.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left):
        person.press(key)
        assert card.isAncestorOf(person.window.focusWidget())
    card.close_link.click()
    strip = ending.strip
    strip.result_button.setFocus()
    person.press(Qt.Key.Key_Left)
    assert strip.isAncestorOf(person.window.focusWidget())
