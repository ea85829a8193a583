"""Tests for the start screen: its choices fit, and are used by mouse and keyboard."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import load_last_setup
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_menu import GameTile
from greenbaize.ui.features.start.start_screen import usual_match_details
from ui.features.start.test_start_menu import start_menu
from ui.table.person import wait_until
from ui.window_steps import wait_for_dialog

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.mark.slow
def test_choices_are_laid_out_after_a_replay(open_program):
    person = open_program(PlayRequest(record=GOLDEN / "damn-3.jsonl"))
    wait_until(lambda: person.facade.replay_page is not None)
    person.facade.clear_table()
    for _ in range(3):
        QApplication.processEvents()
    choices = person.facade.start_screen.start_menu
    assert choices.size() == choices.sizeHint().boundedTo(person.facade.start_screen.size())
    rows = sorted({(button.y(), button.geometry().bottom()) for button in choices.buttons})
    assert len(rows) > 2
    assert all(low[0] - high[1] > 5 for high, low in pairwise(rows))


@pytest.mark.slow
def test_last_setup_is_offered_with_its_players(open_program):
    seats = [
        {"who": "you", "name": "Ida"},
        {"who": "hard", "name": "Al"},
        {"who": "hard", "name": "Bo"},
    ]
    seats.append({"who": "easy", "name": "Cy"})
    UserSettings(
        your_name="Ida", last_game="rank", setups={"rank": {"seats": seats}}, motion="none"
    ).save()
    person = open_program()
    usual = start_menu(person).buttons[0]
    assert usual.text() == "Play Rank as last time"
    assert usual.accessibleName().endswith(", with Al, Bo (Hard), Cy (Easy)")
    assert usual.hasFocus()
    person.click(usual)
    assert person.match_view.player_view.game.name == "rank"


@pytest.mark.slow
@pytest.mark.parametrize("waits", [True, False])
def test_the_last_setup_is_played_with_levels_that_are_offered(open_program, *, waits):
    seats = [{"who": who, "name": name} for who, name in (("you", "Ida"), ("expert", "Al"))]
    UserSettings(
        your_name="Ida", last_game="rank", setups={"rank": {"seats": seats}}, motion="none"
    ).save()
    person = open_program()
    services = person.facade.services
    if waits:
        wait_until(lambda: person.facade.features.preloader.is_done)
        assert start_menu(person).buttons[0].accessibleName().endswith(", with Al (Hard)")
    else:  # as before anything is loaded
        services.setup.table_setup = load_last_setup(services.settings.current)
    person.click(start_menu(person).buttons[0])
    players = person.match_view.player_view.header.players
    assert [player.level for player in players] == [None, "hard"]


@pytest.mark.slow
def test_a_tile_asks_for_a_new_match_of_its_game(open_program):
    person = open_program()
    for tile in [button for button in start_menu(person).buttons if isinstance(button, GameTile)]:
        person.click(tile)
        dialog = wait_for_dialog(person, NewMatchDialog)
        assert dialog.read_setup().game == tile.game
        dialog.reject()


@pytest.mark.slow
def test_games_keep_their_order_and_guide_stays_until_learned(open_program):
    orders, offers = set(), []
    short = {"damn": {"first": 1, "deals": 1}, "rank": {"deals": 1}}
    for game, end in (("damn", False), ("rank", False), ("damn", True), ("damn", False)):
        request = PlayRequest(
            game, 3, short[game], seed_from_text("order"), bots=(Opponent("random"),)
        )
        person = open_program(request)
        wait_until(lambda person=person: person.facade.match_view is not None)
        if end:
            while person.wait_for_turn():
                prompts = person.match_view.prompts
                if prompts.refusal_by_face:
                    prompts.choose_card(person.legal_faces[0])
                else:
                    person.click(prompts.choice_prompt.buttons[next(person.allowed_bids())])
            wait_until(lambda person=person: person.facade.result_card is not None)
        setups = person.facade.settings.setups
        # avoid the offer for a first match of the game
        person.facade.settings.setups = {**setups, game: {}}
        if end:
            person.facade.show_start_screen()
            person.facade.fill_start_menu()
        else:
            person.facade.launcher._abandon_match()
        choices = person.facade.start_screen.start_menu
        orders.add(tuple(tile.game for tile in choices._tiles))
        offers.append(any("with a guide" in button.text() for button in choices._quick_buttons))
        person.facade.close_without_asking()
    assert orders == {tuple(GAMES)}
    assert offers == [True, True, False, False]


def test_bot_names_follow_the_language(russian_language):
    players = (
        HeaderPlayer("Ida"),
        HeaderPlayer("Anna", "bot", "medium"),
        HeaderPlayer("Boris", "bot", "medium"),
    )
    assert "Анна, Борис" in usual_match_details(players)
