"""The table after the end of a match: the result is shown, dismissed and shown again."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.store import folders
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK
from ui.table.person import wait_until

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
END_CASES = [(*game, size) for game in GAMES for size in SIZES]
GOLDEN_RECORDS = Path(__file__).parents[2] / "golden"
SHORTENED_RECORDS = {"master": "master-3-none"}
"""Golden records to resume shortly before the end, for games whose matches are too long."""
REMAINING_LINES = 40
"""Number of trailing record lines to play."""


def write_nearly_finished_record(name):
    """Write a record without its last lines and with a human at the first seat; return its path."""
    header, *events = (
        (GOLDEN_RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines(keepends=True)
    )
    human_header = header.replace('"kind": "bot", "level": "easy"', '"kind": "human"', 1)
    path = folders.matches_folder() / "20260301T140355-late.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join([human_header, *events[:-REMAINING_LINES]]), "utf-8")
    return path


def play_to_end(
    open_program, game="damn", players=3, size=(1000, 700), prepare=lambda _: None, **game_options
):
    """Play a match to its end with the first legal commands and wait for the result card."""
    options = game_options or {"deals": 1}
    request = PlayRequest(game=game, players=players, options=options, seed="ab" * 16)
    if game in SHORTENED_RECORDS:
        request = PlayRequest(record=write_nearly_finished_record(SHORTENED_RECORDS[game]))
    person = open_program(request)
    person.window.resize(*size)
    rules = person.match_view.player_view.game
    prepare(person)
    while person.wait_for_turn():
        player_view = person.match_view.player_view
        person.match_view.prompts.command_chosen.emit(
            rules.legal(player_view.view, player_view.seat)[0]
        )
    wait_until(lambda: person.facade.result_controller is not None)
    result_controller = person.facade.result_controller
    assert result_controller is not None
    wait_until(
        lambda: (
            result_controller.result_panel.isVisible()
            and result_controller.result_panel._is_painted
        )
    )
    return person, result_controller


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "options", "size"), END_CASES, ids=str)
def test_finished_table_stays_visible_and_its_actions_stay_enabled(
    open_program, game, players, options, size
):
    person, ending = play_to_end(open_program, game, players, size, **options)
    facade, table_view = person.facade, person.match_view.table_view
    assert ending.result_panel.again_button.hasFocus()
    assert table_view.rect().contains(ending.result_panel.geometry())
    person.press(Qt.Key.Key_Escape)
    assert not ending.result_panel.isVisible()
    assert ending.end_bar.isVisible()
    assert table_view.rect().contains(ending.end_bar.geometry())
    own_cards = person.scene.cards.own_hand
    assert all(ending.end_bar.y() + ending.end_bar.height() <= card.y() for card in own_cards)
    assert person.match_view.isAncestorOf(facade.focusWidget()) or person.match_view.hasFocus()
    for entry in (
        facade.review_action,
        facade.menus.result,
        facade.menus.leave,
        facade.menus.again,
    ):
        assert entry.isEnabled()
    assert facade.why_action.isEnabled() is person.match_view.side_column.has_tricks
    for name in ("sheet", "print_sheet", "save_pdf", "save_csv"):
        assert facade.services.actions[name].isEnabled()
    winners = person.match_view.player_view.end_event.winners
    assert [seat for seat, plate in enumerate(person.scene.plates) if plate.has_won] == list(
        winners
    )
    assert all(deal_score.text for deal_score in person.scene.overlays.deal_scores)
    person.press(Qt.Key.Key_F8)
    assert ending.result_panel.isVisible()
    assert ending.result_panel.again_button.hasFocus()
    assert not ending.end_bar.isVisible()


def test_the_last_trick_and_the_deal_can_still_be_explained(open_program):
    person, ending = play_to_end(open_program, deals=3)
    person.press(Qt.Key.Key_Escape)
    person.facade.why_action.trigger()
    person.facade.review_action.trigger()
    assert person.match_view.side_column.review_dialog is not None
    person.facade.sheets.show_sheet_page()
    assert person.facade.sheets.sheet_page.isVisible()
    person.match_view.side_column.close_review()
    assert ending.end_bar.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Enter])
def test_keys_that_skip_animations_do_not_dismiss_the_result(open_program, key):
    person, ending = play_to_end(open_program)
    path = person.facade.match.file.path
    person.press(key, key, key)
    QApplication.processEvents()
    assert ending.result_panel.isVisible()
    assert person.facade.match.file.path == path


def test_another_match_starts_after_the_result_is_dismissed(open_program):
    person, ending = play_to_end(open_program)
    path = person.facade.match.file.path
    person.click(ending.result_panel.close_link)
    person.click(ending.end_bar.rematch_button)
    wait_until(lambda: person.facade.match.file.path != path)
    assert person.facade.result_controller is None
    assert person.facade.result_card is None
    assert not person.facade.menus.result.isEnabled()


def test_leaving_the_finished_table_opens_the_start_screen(open_program):
    person, ending = play_to_end(open_program)
    person.click(ending.result_panel.close_link)
    person.facade.menus.leave.trigger()
    assert person.facade.start_screen is not None
    assert person.facade.match_view is None
    assert not person.facade.menus.leave.isEnabled()


def test_result_follows_theme_and_stays_within_a_resized_table(open_program):
    person, ending = play_to_end(open_program)
    person.click(ending.result_panel.close_link)
    apply_application_theme(DARK)
    ending.apply_theme()
    for size in SIZES:
        person.window.resize(*size)
        QApplication.processEvents()
        assert person.match_view.table_view.rect().contains(ending.end_bar.geometry())


def test_result_font_follows_the_table_size(open_program):
    person, ending = play_to_end(open_program, size=(900, 600))
    button, height_before = ending.result_panel.close_link, ending.result_panel.close_link.height()
    for size in ((2600, 1700), (900, 600)):
        person.window.resize(*size)
        for _ in range(5):
            QApplication.processEvents()
        assert button.font().pixelSize() == normal_font().pixelSize()
        assert button.height() >= button.fontMetrics().height()
    assert button.height() == height_before


def find_confirmation(person):
    (question,) = person.window.findChildren(ConfirmationDialog)
    return question


def test_playing_again_in_mid_match_asks_for_confirmation(open_program):
    person = open_program(PlayRequest(game="damn", players=3, seed="ab" * 16))
    person.wait_for_turn()
    path = person.facade.match.file.path
    QApplication.processEvents()
    person.facade.menus.again.trigger()
    question = find_confirmation(person)
    assert question.no_button.isDefault()
    question.no_button.click()
    assert person.facade.match.file.path == path
    QApplication.processEvents()
    person.facade.menus.again.trigger()
    find_confirmation(person).yes_button.click()
    wait_until(lambda: person.facade.match.file.path != path)
    assert path in [unfinished_match.path for unfinished_match in list_unfinished_matches()]


def test_arrows_stay_in_the_result_and_the_rules_slip_is_closed(open_program):
    person, ending = play_to_end(
        open_program, prepare=lambda player: player.match_view.rules_controller.toggle_slip()
    )
    assert person.facade.match_view.rules_controller.slip_dialog is None
    card = ending.result_panel
    card.again_button.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left):
        person.press(key)
        assert card.isAncestorOf(person.window.focusWidget())
    card.close_link.click()
    strip = ending.end_bar
    strip.result_button.setFocus()
    person.press(Qt.Key.Key_Left)
    assert strip.isAncestorOf(person.window.focusWidget())
