"""Tests for opening records: resuming, replaying or refusing them, and playing on from a replay."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.ui.shell.navigation import Replay
from greenbaize.ui.widgets.dialog import Confirmation
from match.playing import Setup, play_randomly, told_to
from ui.table.person import until

GOLDEN = Path(__file__).parents[3] / "golden"
Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


def open_file(opened, path, seat=None):
    person = opened(PlayRequest(record=path, seat=seat))
    until(lambda: seen(person))
    return person


def seen(person):
    """Return True once a match or an error message is visible."""
    laid = person.main.laid
    return person.main.banner.isVisible() if laid is None else laid.isVisible()


def replaying(person):
    found = person.main.replaying
    assert found is not None
    assert person.main.centralWidget() is found
    return found


def told(person):
    banner = person.main.banner
    return banner.words.text() if banner.isVisible() else ""


def kept(home):
    return sorted((home / "matches").glob("*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["damn-4-table", "blackout-4", "master-3-none", "ass-3", "rank-2", "damn-3-no-seed"]
)
def test_a_finished_match_is_played_back(opened, name):
    path = GOLDEN / f"{name}.jsonl"
    person = open_file(opened, path)
    assert replaying(person).replay.path == path
    assert person.main.playing is None
    assert person.main.match is None
    assert told(person) == ""


@pytest.mark.slow
def test_one_that_is_not_over_is_gone_on_with(opened, tmp_path):
    person = open_file(opened, left_at(tmp_path, "damn-4-hook-zero-bids", 20))
    assert person.main.replaying is None
    assert person.playing.place.seat == 0


@pytest.mark.slow
@pytest.mark.parametrize("seat", [2, None])
def test_what_somebody_was_told_is_played_back(opened, tmp_path, seat):
    path = tmp_path / "told.jsonl"
    path.write_bytes(told_to(play_randomly(Setup("blackout", 3, {}), 1), seat))
    person = open_file(opened, path)
    assert replaying(person).replay.told
    # A view record left before its end cannot be resumed either.
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:12]))
    assert person.main.open_or_tell(path)
    assert len(replaying(person).replay.playback) == 11


@pytest.mark.slow
def test_the_seat_that_is_asked_for_looks_first(opened):
    person = open_file(opened, GOLDEN / "damn-3-seats.jsonl", seat=1)
    assert replaying(person).table.viewer == 1
    assert replaying(person).bar.viewer.currentText().startswith("As ")


BROKEN = ("play-not-held", "lines-swapped", "score-too-high", "newer-game", "rank-places")


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_is_told_in_a_sentence(opened, name):
    person = open_file(opened, GOLDEN / "damaged" / f"{name}.jsonl")
    assert person.main.laid is None
    assert person.main.lobby is not None
    assert "line" in told(person)
    assert name in told(person)
    assert list((GOLDEN / "damaged").glob("*.lock")) == []


def test_a_broken_record_leaves_what_is_on_the_table(opened, tmp_path):
    person = open_file(opened, GOLDEN / "damn-3.jsonl")
    before = replaying(person)
    assert not person.main.open_or_tell(GOLDEN / "damaged" / "score-too-high.jsonl")
    assert not person.main.open_or_tell(tmp_path / "nothing.jsonl")
    assert "nothing.jsonl" in told(person)
    assert replaying(person) is before


@pytest.mark.slow
def test_the_menus_are_about_what_is_played_back(opened):
    person = open_file(opened, GOLDEN / "damn-4-hook-zero-bids.jsonl")
    menus = person.main.menus
    assert menus.why.isEnabled()
    assert menus.review.isEnabled()

    person.press(Key.Key_End)
    person.press(Key.Key_F9)
    page = person.main.sheets.page
    shown = page.grab().toImage()
    person.main.activateWindow()
    person.press(Key.Key_Home)
    assert page.grab().toImage() != shown
    page.close()
    person.main.settings.ring = False
    replaying(person).look_as(2)
    assert not replaying(person).corner.shows_ring  # as configured
    assert not menus.review.isEnabled()  # the decisions are another seat's


@pytest.mark.slow
def test_a_match_is_played_on_from_the_seat_it_is_seen_from(opened, home):
    person = open_file(opened, GOLDEN / "damn-4-hook-zero-bids.jsonl")
    looker = replaying(person)
    looker.go_to(looker.replay.playback.deals[-1])
    events = looker.replay.record.events[: looker.moment]
    person.click_button("Play on from here")
    assert person.main.replaying is None
    assert person.playing.place.seat == 0
    assert person.playing.place.header.sitters[0].name == "Ida"
    (path,) = kept(home)
    record = read_record(path.read_bytes(), GAMES)
    assert record.events[: len(events)] == events
    assert record.header.more["practice"] is True
    assert "practice" in person.scene.notice.texts[1]
    assert person.wait_for_turn()


@pytest.mark.slow
def test_who_looks_openly_says_from_which_seat(opened, home):
    person = open_file(opened, GOLDEN / "master-3-none.jsonl")
    looker = replaying(person)
    looker.go_to(looker.replay.playback.tricks[30])
    names = [sitter.name for sitter in looker.replay.header.sitters]
    person.click_button("Play on from here")
    dialog = QApplication.activeModalWidget()
    assert dialog.windowTitle() == "From whose seat?"
    assert [dialog.list.item(row).text() for row in range(3)] == names
    QTest.keyClick(dialog.list, Key.Key_Down)
    QTest.keyClick(dialog.list, Key.Key_Return)
    assert person.playing.place.seat == 1
    assert [one.name for one in person.playing.place.header.sitters] == [names[0], "Ida", names[2]]
    assert len(kept(home)) == 1


@pytest.mark.slow
def test_a_practice_match_is_gone_on_with_like_any_other(opened, home):
    """Resume a practice match with several human players without asking for the seat."""
    person = open_file(opened, GOLDEN / "damn-4-table.jsonl")
    looker = replaying(person)
    looker.look_as(2)
    looker.go_to(looker.replay.playback.tricks[3])
    person.click_button("Play on from here")
    assert person.playing.place.seat == 2
    person.main.clear_table()
    (path,) = kept(home)
    assert person.main.open_or_tell(path)
    assert person.playing.place.seat == 2
    assert person.wait_for_turn()


@pytest.mark.slow
def test_a_full_disk_is_told_and_the_replay_stays(opened, home, monkeypatch):
    person = open_file(opened, GOLDEN / "damn-3.jsonl")
    looker = replaying(person)
    home.mkdir(exist_ok=True)
    (home / "matches").write_text("in the way")
    looker.go_to(5)
    person.click_button("Play on from here")
    assert replaying(person) is looker
    assert "matches" in told(person)


def test_one_that_is_not_over_can_be_looked_at_as_one_saw_it(opened, tmp_path):
    path = left_at(tmp_path, "damn-4-hook-zero-bids", 20)
    before = path.read_bytes()
    person = opened()
    until(lambda: person.main.lobby and person.main.lobby.choices)
    assert person.main.services.go(Replay(path))
    assert replaying(person).table.viewer == 0
    assert path.read_bytes() == before


def left_at(home, golden, count, name="left.jsonl"):
    """Write a golden record cut after ``count`` lines to the matches of this computer."""
    lines = (GOLDEN / f"{golden}.jsonl").read_bytes().splitlines(keepends=True)
    path = home / "matches" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(lines[:count]))
    return path


def looked_at(opened, path):
    person = opened()
    until(lambda: person.main.lobby and person.main.lobby.choices)
    assert person.main.services.go(Replay(path))
    until(lambda: seen(person))
    return person


@pytest.mark.slow
def test_a_match_is_given_up_for_being_played_on(opened, home):
    path = left_at(home, "damn-4-hook-zero-bids", 20)
    person = looked_at(opened, path)
    looker = replaying(person)
    looker.go_to(12)
    for answer in ("Keep the match", "Play on"):
        person.click_button("Play on from here")
        question = QApplication.activeModalWidget()
        assert isinstance(question, Confirmation)
        assert path.exists()
        QTest.keyClick(question, Key.Key_P if answer == "Play on" else Key.Key_K, ALT)
        until(lambda: QApplication.activeModalWidget() is None)
        assert (person.main.replaying is None) == (answer == "Play on")
    assert not path.exists()
    assert (path.parent / "abandoned" / path.name).exists()
    (new,) = kept(home)
    assert read_record(new.read_bytes(), GAMES).header.practice
    assert person.wait_for_turn()


def test_a_match_with_others_is_not_played_on(opened, home):
    path = left_at(home, "damn-4-table", 40)
    person = looked_at(opened, path)
    bar = replaying(person).bar
    assert not bar.play_on.isEnabled()
    assert "together" in bar.play_on.toolTip()
    assert [bar.viewer.itemText(at) for at in range(bar.viewer.count())] == ["As a watcher saw it"]
    assert kept(home) == [path]


@pytest.mark.slow
def test_a_copy_leads_to_the_match_itself(opened, home, tmp_path):
    path = left_at(home, "damn-4-hook-zero-bids", 20)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    person = open_file(opened, copy)
    assert person.main.match.file.path == path
    assert "copy" in told(person)
    person.main.what_next._abandon()
    assert person.main.open_or_tell(copy)
    assert replaying(person).replay.path == copy
    assert "abandoned" in told(person)
    problem = person.main.resume(home / "matches" / "abandoned" / path.name)
    assert "abandoned" in problem


@pytest.mark.slow
def test_nothing_is_played_on_after_the_last_decision(opened):
    person = open_file(opened, GOLDEN / "damn-3.jsonl")
    looker = replaying(person)
    last = looker.replay.last_choice
    assert last < len(looker.replay.playback) - 2
    for moment, can in ((last, True), (last + 1, False), (len(looker.replay.playback) - 1, False)):
        looker.go_to(moment)
        assert looker.bar.play_on.isEnabled() == can
    assert looker.bar.play_on.toolTip() == "There is nothing left to decide here."


def test_what_is_over_in_another_record_is_only_looked_at(opened, home):
    path = left_at(home, "damn-4-hook-zero-bids", 20)
    left_at(home, "damn-4-hook-zero-bids", 9999, "over.jsonl")
    person = open_file(opened, path)
    assert replaying(person).replay.path == path
    assert "over in another record" in told(person)
    assert "over in another record" in person.main.resume(path)
    friends = left_at(home, "damn-4-table", 40, "friends.jsonl")
    assert person.main.door().why_not_again(friends) == ""
    left_at(home, "damn-4-table", 9999, "friends-over.jsonl")
    assert "over in another record" in person.main.door().why_not_again(friends)
