"""Tests for opening records: resuming, replaying or refusing them, and playing on from a replay."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.ui.shell.navigation import ReplayRoute
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from match.random_matches import GameSetup, encode_view_record, play_randomly
from ui.table.person import wait_until

GOLDEN = Path(__file__).parents[3] / "golden"
Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


def open_record(open_program, path, seat=None):
    person = open_program(PlayRequest(record=path, seat=seat))
    wait_until(lambda: is_open_or_refused(person))
    return person


def is_open_or_refused(person):
    """Return True once a match or an error message is visible."""
    page = person.facade.table_page
    return person.facade.banner.isVisible() if page is None else page.isVisible()


def current_replay(person):
    replay_page = person.facade.replay_page
    assert replay_page is not None
    assert person.facade.centralWidget() is replay_page
    return replay_page


def banner_text(person):
    banner = person.facade.banner
    return banner.label.text() if banner.isVisible() else ""


def stored_records(home):
    return sorted((home / "matches").glob("*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["damn-4-table", "blackout-4", "master-3-none", "ass-3", "rank-2", "damn-3-no-seed"]
)
def test_a_finished_match_is_played_back(open_program, name):
    path = GOLDEN / f"{name}.jsonl"
    person = open_record(open_program, path)
    assert current_replay(person).replay.path == path
    assert person.facade.match_view is None
    assert person.facade.match is None
    assert banner_text(person) == ""


@pytest.mark.slow
def test_unfinished_record_is_resumed(open_program, tmp_path):
    person = open_record(
        open_program, write_unfinished_record(tmp_path, "damn-4-hook-zero-bids", 20)
    )
    assert person.facade.replay_page is None
    assert person.match_view.player_view.seat == 0


@pytest.mark.slow
@pytest.mark.parametrize("seat", [2, None])
def test_view_record_is_replayed(open_program, tmp_path, seat):
    path = tmp_path / "told.jsonl"
    path.write_bytes(encode_view_record(play_randomly(GameSetup("blackout", 3, {}), 1), seat))
    person = open_record(open_program, path)
    assert current_replay(person).replay.is_view_record
    # A view record left before its end cannot be resumed either.
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:12]))
    assert person.facade.open_record(path)
    assert len(current_replay(person).replay.playback) == 11


@pytest.mark.slow
def test_requested_seat_is_the_first_viewer(open_program):
    person = open_record(open_program, GOLDEN / "damn-3-seats.jsonl", seat=1)
    assert current_replay(person).table.viewer == 1
    assert current_replay(person).bar.viewer_box.currentText().startswith("As ")


BROKEN_RECORDS = ("play-not-held", "lines-swapped", "score-too-high", "newer-game", "rank-places")


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN_RECORDS)
def test_broken_record_is_reported(open_program, name):
    person = open_record(open_program, GOLDEN / "damaged" / f"{name}.jsonl")
    assert person.facade.table_page is None
    assert person.facade.start_screen is not None
    assert "line" in banner_text(person)
    assert name in banner_text(person)
    assert list((GOLDEN / "damaged").glob("*.lock")) == []


def test_broken_record_keeps_the_current_page(open_program, tmp_path):
    person = open_record(open_program, GOLDEN / "damn-3.jsonl")
    before = current_replay(person)
    assert not person.facade.open_record(GOLDEN / "damaged" / "score-too-high.jsonl")
    assert not person.facade.open_record(tmp_path / "nothing.jsonl")
    assert "nothing.jsonl" in banner_text(person)
    assert current_replay(person) is before


@pytest.mark.slow
def test_menus_apply_to_the_replay(open_program):
    person = open_record(open_program, GOLDEN / "damn-4-hook-zero-bids.jsonl")
    menus = person.facade.menus
    assert menus.why.isEnabled()
    assert menus.review.isEnabled()

    person.press(Key.Key_End)
    person.press(Key.Key_F9)
    page = person.facade.sheets.sheet_page
    image_before = page.grab().toImage()
    person.facade.activateWindow()
    person.press(Key.Key_Home)
    assert page.grab().toImage() != image_before
    page.close()
    person.facade.settings.ring = False
    current_replay(person).set_viewer(2)
    assert not current_replay(person).rules_controller.shows_ring  # as configured
    assert not menus.review.isEnabled()  # the decisions are another seat's


@pytest.mark.slow
def test_play_on_takes_the_viewed_seat(open_program, home):
    person = open_record(open_program, GOLDEN / "damn-4-hook-zero-bids.jsonl")
    replay_page = current_replay(person)
    replay_page.go_to_moment(replay_page.replay.playback.deal_moments[-1])
    events = replay_page.replay.record.events[: replay_page.moment]
    person.click_button("Play on from here")
    assert person.facade.replay_page is None
    assert person.match_view.player_view.seat == 0
    assert person.match_view.player_view.header.players[0].name == "Ida"
    (path,) = stored_records(home)
    record = read_record(path.read_bytes(), GAMES)
    assert record.events[: len(events)] == events
    assert record.header.extra["practice"] is True
    assert "practice" in person.scene.notice.title_texts[1]
    assert person.wait_for_turn()


@pytest.mark.slow
def test_play_on_with_open_cards_asks_for_the_seat(open_program, home):
    person = open_record(open_program, GOLDEN / "master-3-none.jsonl")
    replay_page = current_replay(person)
    replay_page.go_to_moment(replay_page.replay.playback.trick_moments[30])
    names = [player.name for player in replay_page.replay.header.players]
    person.click_button("Play on from here")
    dialog = QApplication.activeModalWidget()
    assert dialog.windowTitle() == "From whose seat?"
    assert [dialog.list.item(row).text() for row in range(3)] == names
    QTest.keyClick(dialog.list, Key.Key_Down)
    QTest.keyClick(dialog.list, Key.Key_Return)
    assert person.match_view.player_view.seat == 1
    assert [player.name for player in person.match_view.player_view.header.players] == [
        names[0],
        "Ida",
        names[2],
    ]
    assert len(stored_records(home)) == 1


@pytest.mark.slow
def test_practice_match_is_resumed_like_any_other(open_program, home):
    """Resume a practice match with several human players without asking for the seat."""
    person = open_record(open_program, GOLDEN / "damn-4-table.jsonl")
    replay_page = current_replay(person)
    replay_page.set_viewer(2)
    replay_page.go_to_moment(replay_page.replay.playback.trick_moments[3])
    person.click_button("Play on from here")
    assert person.match_view.player_view.seat == 2
    person.facade.clear_table()
    (path,) = stored_records(home)
    assert person.facade.open_record(path)
    assert person.match_view.player_view.seat == 2
    assert person.wait_for_turn()


@pytest.mark.slow
def test_write_error_is_reported_and_keeps_the_replay(open_program, home, monkeypatch):
    person = open_record(open_program, GOLDEN / "damn-3.jsonl")
    replay_page = current_replay(person)
    (home / "matches").rmdir()
    (home / "matches").write_text("in the way")
    replay_page.go_to_moment(5)
    person.click_button("Play on from here")
    assert current_replay(person) is replay_page
    assert "matches" in banner_text(person)


def test_unfinished_match_is_replayed_from_the_own_seat(open_program, tmp_path):
    path = write_unfinished_record(tmp_path, "damn-4-hook-zero-bids", 20)
    before = path.read_bytes()
    person = open_program()
    wait_until(lambda: person.facade.start_screen and person.facade.start_screen.start_menu)
    assert person.facade.services.navigate(ReplayRoute(path))
    assert current_replay(person).table.viewer == 0
    assert path.read_bytes() == before


def write_unfinished_record(home, golden_name, count, name="left.jsonl"):
    """Write a golden record cut after ``count`` lines to the matches of this computer."""
    lines = (GOLDEN / f"{golden_name}.jsonl").read_bytes().splitlines(keepends=True)
    path = home / "matches" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(lines[:count]))
    return path


def open_replay_of(open_program, path):
    person = open_program()
    wait_until(lambda: person.facade.start_screen and person.facade.start_screen.start_menu)
    assert person.facade.services.navigate(ReplayRoute(path))
    wait_until(lambda: is_open_or_refused(person))
    return person


@pytest.mark.slow
def test_play_on_abandons_the_match_after_confirmation(open_program, home):
    path = write_unfinished_record(home, "damn-4-hook-zero-bids", 20)
    person = open_replay_of(open_program, path)
    replay_page = current_replay(person)
    replay_page.go_to_moment(12)
    for answer in ("Keep the match", "Play on"):
        person.click_button("Play on from here")
        question = QApplication.activeModalWidget()
        assert isinstance(question, ConfirmationDialog)
        assert path.exists()
        QTest.keyClick(question, Key.Key_P if answer == "Play on" else Key.Key_K, ALT)
        wait_until(lambda: QApplication.activeModalWidget() is None)
        assert (person.facade.replay_page is None) == (answer == "Play on")
    assert not path.exists()
    assert (path.parent / "abandoned" / path.name).exists()
    (new,) = stored_records(home)
    assert read_record(new.read_bytes(), GAMES).header.is_practice
    assert person.wait_for_turn()


def test_match_with_others_offers_no_play_on(open_program, home):
    path = write_unfinished_record(home, "damn-4-table", 40)
    person = open_replay_of(open_program, path)
    bar = current_replay(person).bar
    assert not bar.play_on_button.isEnabled()
    assert "together" in bar.play_on_button.toolTip()
    assert [bar.viewer_box.itemText(index) for index in range(bar.viewer_box.count())] == [
        "As a watcher saw it"
    ]
    assert stored_records(home) == [path]


@pytest.mark.slow
def test_copy_resumes_the_match_itself(open_program, home, tmp_path):
    path = write_unfinished_record(home, "damn-4-hook-zero-bids", 20)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    person = open_record(open_program, copy)
    assert person.facade.match.file.path == path
    assert "copy" in banner_text(person)
    person.facade.launcher._abandon_match()
    assert person.facade.open_record(copy)
    assert current_replay(person).replay.path == copy
    assert "abandoned" in banner_text(person)
    error = person.facade.resume_match(home / "matches" / "abandoned" / path.name)
    assert "abandoned" in error


@pytest.mark.slow
def test_play_on_ends_with_the_last_decision(open_program):
    person = open_record(open_program, GOLDEN / "damn-3.jsonl")
    replay_page = current_replay(person)
    last = replay_page.replay.last_decision_moment
    assert last < len(replay_page.replay.playback) - 2
    for moment, can in (
        (last, True),
        (last + 1, False),
        (len(replay_page.replay.playback) - 1, False),
    ):
        replay_page.go_to_moment(moment)
        assert replay_page.bar.play_on_button.isEnabled() == can
    assert replay_page.bar.play_on_button.toolTip() == "There is nothing left to decide here."


def test_match_finished_in_another_record_is_replayed(open_program, home):
    path = write_unfinished_record(home, "damn-4-hook-zero-bids", 20)
    write_unfinished_record(home, "damn-4-hook-zero-bids", 9999, "over.jsonl")
    person = open_record(open_program, path)
    assert current_replay(person).replay.path == path
    assert "over in another record" in banner_text(person)
    assert "over in another record" in person.facade.resume_match(path)
    friends = write_unfinished_record(home, "damn-4-table", 40, "friends.jsonl")
    assert person.facade.load_network_controller().find_reopen_refusal(friends) == ""
    write_unfinished_record(home, "damn-4-table", 9999, "friends-over.jsonl")
    assert "over in another record" in person.facade.load_network_controller().find_reopen_refusal(
        friends
    )
