"""Tests of the steps before a first deal: by mouse and key, skipped, and shown once."""

from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt

from greenbaize.app.challenges import create_challenge_header
from greenbaize.app.daily import create_daily_challenge
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.learn import warm_up
from greenbaize.ui.features.learn.first_deal import FirstDealController
from greenbaize.ui.features.learn.warm_up import WarmUpController
from greenbaize.ui.features.start.start_menu import StartMenu
from greenbaize.ui.shell.navigation import (
    DefaultMatchRoute,
    LessonRoute,
    PreparedMatchRoute,
    RequestedMatchRoute,
    ResumeRoute,
    StartRoute,
    WarmUpRoute,
)
from ui.table.person import wait_until
from ui.window_gallery import GOLDEN_RECORDS
from ui.window_steps import start_menu_texts

pytestmark = pytest.mark.slow

KEY = Qt.Key
BEATING = ["suit", "six", "eight", "trump"]


@pytest.fixture
def open_new_program(open_program):
    """Return a function that opens the program for somebody to whom nothing has been shown."""

    def show(known=()):
        person = open_program()
        person.facade.services.settings.change_setting("warmed_up", list(known))
        return person

    return show


def find_guide(person):
    return person.facade.first_deal_guide


def choose(person, command):
    """Choose a card by mouse, or a button."""
    assert person.wait_for_turn()
    card = getattr(command, "card", None)
    if card is None:
        prompts = person.match_view.prompts
        commands = [answer.command for answer in prompts.question.answers]
        person.click(prompts.choice_prompt.buttons[commands.index(command)])
        return
    person.double_click_card(next(face for face in person.own_faces if face.card == card))


def answer_right(person, code):
    guide = find_guide(person)
    assert isinstance(guide, WarmUpController)
    assert guide.step.code == code
    assert guide.guide_panel.next_button.isHidden()
    choose(person, guide.step.right_command)
    wait_until(guide.guide_panel.next_button.hasFocus)
    person.press(KEY.Key_Return)


def test_master_is_preceded_by_five_steps_and_ass_then_by_its_own_one(open_new_program):
    person = open_new_program()
    person.facade.services.navigate(LessonRoute("master"))
    for code in [*BEATING, "contract"]:
        wait_until(lambda code=code: getattr(find_guide(person), "step", None).code == code)
        answer_right(person, code)
    wait_until(lambda: isinstance(find_guide(person), FirstDealController))
    assert person.match_view.player_view.game.name == "master"
    assert not folders.has_records()
    assert UserSettings.load().warmed_up == [*BEATING, "contract"]
    person.match_view.leave_guard = None
    person.facade.services.navigate(LessonRoute("ass"))
    answer_right(person, "stake")
    wait_until(lambda: isinstance(find_guide(person), FirstDealController))
    assert person.match_view.player_view.game.name == "ass"


def test_skipped_steps_never_come_by_themselves_again(open_new_program):
    person = open_new_program()
    person.facade.services.navigate(LessonRoute("ass"))
    guide = find_guide(person)
    assert guide.guide_panel.title_label.text() == "Guide, 1 of 5"
    wait_until(guide.guide_panel.skip_button.isVisible)
    person.click(guide.guide_panel.skip_button)
    wait_until(lambda: isinstance(find_guide(person), FirstDealController))
    person.match_view.leave_guard = None
    person.facade.services.navigate(LessonRoute("ass"))
    assert isinstance(find_guide(person), FirstDealController)


def test_a_wrong_card_is_explained_and_the_step_comes_again(open_new_program, monkeypatch):
    spoken = []
    monkeypatch.setattr(warm_up, "announce", lambda _, text: spoken.append(text))
    person = open_new_program()
    person.facade.services.navigate(LessonRoute("master"))
    guide = find_guide(person)
    assert "Lay the card that takes the trick." in spoken[0]
    assert "hearts" in spoken[0]  # the position, which nobody has seen come about
    wrong = next(
        answer.command
        for answer in guide._player_view.question.answers
        if answer.refusal is None and answer.command != guide.step.right_command
    )
    choose(person, wrong)
    wait_until(guide.guide_panel.next_button.hasFocus)
    assert guide.guide_panel.text_label.text() == "7♥ does not beat 9♥. Try again."
    assert spoken[-1] == guide.guide_panel.text_label.text()
    assert guide.guide_panel.next_button.text() == "&Try again"
    # The hands are no dealt ones, and the contract comes in a later step.
    assert person.match_view._make_caption(
        guide._player_view.game.picture(guide._player_view.view)
    ) == ("Master", "practice", "")
    person.press(KEY.Key_Return)
    wait_until(lambda: find_guide(person) is not guide)
    answer_right(person, "suit")
    assert find_guide(person).step.code == "six"


def test_a_card_that_may_not_be_played_stays_in_the_hand(open_new_program):
    person = open_new_program()
    person.facade.services.navigate(LessonRoute("master"))
    guide = find_guide(person)
    refused = next(
        answer.command
        for answer in guide._player_view.question.answers
        if answer.refusal is not None
    )
    choose(person, refused)
    assert guide.guide_panel.next_button.isHidden()
    assert len(person.own_faces) == 4


def test_steps_are_taken_by_keyboard(open_new_program):
    person = open_new_program(BEATING)
    person.facade.services.navigate(LessonRoute("master"))
    guide = find_guide(person)
    right = guide.step.right_command.card
    assert person.wait_for_turn()
    person.play_card_by_keyboard(next(face for face in person.own_faces if face.card == right))
    wait_until(guide.guide_panel.next_button.hasFocus)
    assert guide.guide_panel.text_label.text().startswith("The queen costs somebody else 7 points.")


@pytest.mark.parametrize("game", ["master", "ass"])
def test_menu_shows_all_steps_and_then_what_can_follow(open_new_program, game):
    person = open_new_program([*BEATING, "contract", "stake"])
    person.facade.services.navigate(WarmUpRoute(game))
    for _ in range(5):
        answer_right(person, find_guide(person).step.code)
    panel = find_guide(person).guide_panel
    wait_until(panel.buttons[2].hasFocus)
    assert "F4" in panel.text_label.text()
    person.press(KEY.Key_Return)
    wait_until(lambda: isinstance(find_guide(person), FirstDealController))


def test_only_games_with_steps_are_in_the_menu(open_program):
    person = open_program()
    menu = person.facade.services.actions["warm_up"].menu()
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions()] == ["Master…", "Ass…"]
    menu.actions()[1].trigger()
    assert find_guide(person).step.code == "suit"


@pytest.mark.parametrize("game", GAMES)
def test_a_first_deal_without_new_steps_begins_at_once(open_program, game):
    person = open_program()
    person.facade.services.navigate(LessonRoute(game))
    assert isinstance(find_guide(person), FirstDealController)


# Before a first match


@pytest.fixture
def open_with_master(open_new_program):
    """Return a function that shows the first screen, which offers Master, and clicks it."""

    def show():
        settings = UserSettings.load()
        settings.last_game = "master"
        settings.save()
        person = open_new_program()
        wait_until(lambda: start_menu_texts(person))
        menu = person.window.findChildren(StartMenu)[-1]
        person.click(next(button for button in menu.buttons if "Play Master" in button.text()))
        wait_until(lambda: person.facade.match_view is not None)
        return person

    return show


def is_match(person):
    return find_guide(person) is None and folders.has_records()


def test_steps_come_before_a_first_match_by_mouse(open_with_master):
    person = open_with_master()
    for code in [*BEATING, "contract"]:
        wait_until(lambda code=code: getattr(find_guide(person), "step", None).code == code)
        assert not folders.has_records()
        answer_right(person, code)
    wait_until(lambda: is_match(person))
    assert person.match_view.player_view.header.game == "master"


def test_skip_is_in_view_and_leads_to_the_first_match_by_mouse(open_with_master):
    person = open_with_master()
    skip = find_guide(person).guide_panel.skip_button
    wait_until(skip.isVisible)
    assert skip.text().replace("&", "") == "Skip (Esc)"
    person.click(skip)
    wait_until(lambda: is_match(person))


@pytest.mark.parametrize("is_answered", [False, True])
def test_escape_skips_the_steps_and_they_never_come_by_themselves_again(
    open_with_master, is_answered
):
    person = open_with_master()
    guide = find_guide(person)
    assert person.wait_for_turn()
    if is_answered:
        choose(person, guide.step.right_command)
        wait_until(guide.guide_panel.next_button.hasFocus)
    person.press(KEY.Key_Escape)
    wait_until(lambda: is_match(person))
    first_path = person.match_view.player_view.record_path
    person.facade.services.navigate(StartRoute())
    person.facade.services.navigate(DefaultMatchRoute())
    assert is_match(person)
    assert person.match_view.player_view.record_path != first_path


def test_escape_ends_nothing_once_the_steps_are_over(open_new_program):
    person = open_new_program([*BEATING, "contract"])
    person.facade.services.navigate(WarmUpRoute("master"))
    assert person.wait_for_turn()
    person.press(KEY.Key_Escape)
    panel = find_guide(person).guide_panel
    wait_until(panel.buttons[2].hasFocus)
    texts = [button.text() for button in panel.buttons]
    person.press(KEY.Key_Escape)
    assert [button.text() for button in panel.buttons] == texts
    assert panel.isVisible()


def write_finished_match(name):
    """Write the record of a match that a person has finished here, and index it."""
    first_seat = '{"name": "P0", "kind": "bot", "level": "easy"}'
    text = (GOLDEN_RECORDS / "master-3-none.jsonl").read_text(encoding="ascii")
    assert first_seat in text
    folders.matches_folder().mkdir(parents=True)
    path = folders.matches_folder() / "finished.jsonl"
    own_seat = f'{{"name": "{name}", "kind": "human"}}'
    path.write_text(text.replace(first_seat, own_seat), encoding="ascii")
    sync_history()


@pytest.mark.parametrize("name", ["Ida", "Otto"])
def test_whoever_has_finished_a_match_is_spared_the_steps(open_new_program, name):
    write_finished_match(name)
    person = open_new_program()
    services = person.facade.services
    services.navigate(RequestedMatchRoute(PlayRequest("master", 4)))
    assert (find_guide(person) is None) is (name == "Ida")


def test_a_requested_match_is_preceded_by_steps_in_an_open_window_too(open_new_program):
    person = open_new_program()
    person.facade.services.navigate(RequestedMatchRoute(PlayRequest("ass", 3)))
    assert find_guide(person).step.code == "suit"
    assert person.wait_for_turn()
    person.press(KEY.Key_Escape)
    wait_until(lambda: is_match(person))
    assert len(person.match_view.player_view.header.players) == 3


def test_games_without_steps_begin_at_once(open_new_program):
    person = open_new_program()
    person.facade.services.navigate(RequestedMatchRoute(PlayRequest("damn", 3)))
    assert is_match(person)


def test_a_prepared_match_is_not_preceded_by_steps(open_new_program):
    person = open_new_program()
    day = next(
        day
        for day in (date(2026, 11, 1) + timedelta(days) for days in range(9))
        if create_daily_challenge(day).header.game == "master"
    )
    header = create_challenge_header(create_daily_challenge(day), "Ida", counts=False)
    person.facade.services.navigate(PreparedMatchRoute(header))
    assert is_match(person)
    # Nor is it when it is continued.
    path = person.match_view.player_view.record_path
    person.facade.services.navigate(StartRoute())
    person.facade.services.navigate(ResumeRoute(path))
    assert is_match(person)


def test_nobody_is_stopped_who_only_watches(open_program):
    saved = UserSettings.load()
    saved.warmed_up = []
    saved.save()
    person = open_program(PlayRequest("ass", 3, watch=True))
    wait_until(lambda: person.facade.match_view is not None)
    assert find_guide(person) is None
