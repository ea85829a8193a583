"""Tests for the match list: filtering, resuming, replaying, copying, importing and deleting."""

import os
import sqlite3
from dataclasses import replace

import pytest
from PySide6.QtCore import QFileSystemWatcher, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.history_sync import bring_up, gather_anew
from greenbaize.games import GAMES
from greenbaize.match import past
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, parted
from greenbaize.rules.errors import RecordLockedError
from greenbaize.store import folders, history
from greenbaize.store.base import VERSION
from greenbaize.store.listing import DamagedKept, Ending, MatchKept, PlayerKept
from greenbaize.store.record_file import lock_record
from greenbaize.ui.features.history import match_actions, matches
from greenbaize.ui.features.history.match_actions import TricksDialog
from greenbaize.ui.features.history.match_list import (
    DEAL,
    ENDING,
    GAME,
    PLAYERS,
    WHEN,
    MatchModel,
    cells,
    ending_text,
    row_text,
    stood_in_text,
)
from greenbaize.ui.features.history.matches import MatchesWindow
from greenbaize.ui.features.start.start_screen import MOST_OFFERED
from greenbaize.ui.match.unfinished import UnfinishedDialog
from greenbaize.ui.sheets.page import SheetPage
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.saving import there
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.widgets.dialog import Confirmation
from match.playing import Setup, play_randomly
from store.disks import Disk
from ui.table.person import Person, until

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
HOSTILE = "<b>Mallory</b> & Söhne"
ANNA = PlayerKept("Anna", "bot", "easy", -3, 2, stood_in=False, score=-3)
IDA = PlayerKept("Ida", "human", "", 12, 1, stood_in=False, score=12)
MATCH = MatchKept("1", "a.jsonl", "damn", "", 4, True, False, (ANNA, IDA))


def put(folder, game, number, day, *names, lines=None, **given):
    """Write a record of Ida and bots, begun on a day (MMDD) of 2026; return its path."""
    begun = f"2026{day}T100000"
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, given)
    played = play_randomly(Setup(game, max(3, len(names) + 1), options), number).record
    header, *_ = parted(played, GAMES)
    sitters = [Player("Ida"), *(Player(name, "bot", "easy") for name in names)]
    sitters += header.sitters[len(sitters) :]
    new = replace(header, sitters=tuple(sitters), more={"begun": begun})
    rest = played.splitlines(keepends=True)[1:lines]
    path = folder / f"{begun}-{game}-{number:04}.jsonl"
    path.write_bytes(line_bytes(new.line()) + b"".join(rest))
    return path


@pytest.fixture
def own(home):
    """Create the match folder with five records, one of them damaged."""
    folder = folders.matches()
    (folder / "abandoned").mkdir(parents=True)
    put(folder, "damn", 1, "0101", "Boris")
    put(folder, "rank", 2, "0201", HOSTILE)
    put(folder, "damn", 3, "0301", "Vera", lines=12)
    put(folder / "abandoned", "damn", 5, "0215", "Otto", lines=9)
    (folder / "20260401T100000-damn-0004.jsonl").write_bytes(b"no record\n")
    bring_up()
    return folder


class HistoryReader(Person):
    """A simulated person using a history window, opened after the first paint."""

    def __init__(self, person):
        self.at_table = person
        until(lambda: person.main.updater is not None)
        super().__init__(self.opened(person))
        assert QTest.qWaitForWindowActive(self.window)

    def key(self, key, more=NONE):
        """Press a key in the window, whichever widget has the focus."""
        self.window.activateWindow()
        until(self.window.isActiveWindow)
        QTest.keyClick(self.window.windowHandle(), key, more)


class Reader(HistoryReader):
    """A simulated person using the match list."""

    def opened(self, person):
        return person.main.looking.show_matches()

    @property
    def matches(self):
        assert isinstance(self.window, MatchesWindow)
        return self.window

    def column(self, column):
        """Return the cells of a column from top to bottom."""
        model = self.matches.list.model
        return [model.data(model.index(row, column)) for row in range(model.rowCount())]

    def click_row(self, row, *, extend=False):
        """Click on a row, with Ctrl if ``extend`` is set."""
        table = self.matches.list.table
        keys = Qt.KeyboardModifier.ControlModifier if extend else Qt.KeyboardModifier.NoModifier
        at = table.visualRect(self.matches.list.model.index(row, PLAYERS)).center()
        QTest.mouseClick(table.viewport(), LEFT, keys, at)

    def choose_match(self, words):
        """Click on the first row that contains a text."""
        rows = zip(*map(self.column, (GAME, PLAYERS, ENDING)), strict=True)
        self.click_row(next(at for at, row in enumerate(rows) if words in " ".join(row)))

    def enter(self):
        QTest.keyClick(self.matches.list.table, Qt.Key.Key_Return)

    def settle(self):
        """Wait until the history update is finished."""
        updater = self.at_table.main.updater
        until(lambda: not updater.busy)

    @property
    def news(self):
        return self.matches.news.text()


def texts(box):
    return [box.itemText(at) for at in range(box.count())]


@pytest.fixture
def reader(opened):
    return lambda: Reader(opened())


@pytest.fixture
def ida(own, reader):
    """Open the list of Ida's matches."""
    return reader()


class TestList:
    def test_every_match_is_a_row_the_latest_first(self, ida):
        games = ida.column(GAME)
        assert sorted(games) == ["Damn", "Damn", "Damn", "Rank", "–"]
        whens = [one for one, game in zip(ida.column(WHEN), games, strict=True) if game != "–"]
        assert ida.matches.list.count.text() == "5 matches"
        players = [row for row in ida.column(PLAYERS) if "Ida" in row]
        assert ["Vera" in players[0], "Otto" in players[1]] == [True, True]
        assert [HOSTILE in players[2], "Boris" in players[3]] == [True, True]
        assert len(set(whens)) == 4
        endings = ida.column(ENDING)
        assert sum(one.startswith("Won by ") for one in endings) == 2
        assert {"Unfinished", "Abandoned", "Cannot be read"} <= set(endings)
        assert ida.column(DEAL)[games.index("Rank")] == "1"

    def test_words_find_people_and_games(self, ida):
        ida.key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert ida.matches.list.filters.search.hasFocus()
        QTest.keyClicks(ida.matches.list.filters.search, "ott DAM")
        assert len(ida.column(GAME)) == 1
        assert "Otto" in ida.column(PLAYERS)[0]
        assert ida.matches.list.count.text() == "1 of 5 matches"
        QTest.keyClicks(ida.matches.list.filters.search, " zzz")
        assert ida.matches.list.empty.isVisible()
        ida.click(ida.matches.list.all_button)
        assert len(ida.column(GAME)) == 5

    def test_a_game_is_found_by_its_other_name(self, ida):
        QTest.keyClicks(ida.matches.list.filters.search, "eclip")
        assert ida.column(GAME) == ["Damn"] * 3

    def test_fields_narrow_it_down(self, ida):
        filters = ida.matches.list.filters
        filters.game.setCurrentIndex(filters.game.findData("rank"))
        assert ida.column(GAME) == ["Rank"]
        filters.clear()
        counts = {Ending.OVER: 2, Ending.OPEN: 1, Ending.ABANDONED: 1, Ending.DAMAGED: 1}
        for ending, count in {**counts, Ending.PRACTICE: 0}.items():
            filters.show_ending(ending)
            assert len(ida.column(GAME)) == count, ending
        filters.clear()
        assert texts(filters.person) == ["Everybody", "Ida"]
        filters.person.setCurrentIndex(1)
        assert len(ida.column(GAME)) == 4

    def test_a_person_is_found_under_every_name_they_had(self, ida):
        filters = ida.matches.list.filters
        main = ida.at_table.main
        main.settings.rename(main.settings.who, "Zoe", "Ida")
        main.persons.on_changed()
        assert texts(filters.person) == ["Everybody", "Zoe"]
        filters.person.setCurrentIndex(1)
        assert len(ida.column(GAME)) == 4

    def test_days_are_those_of_the_person_here(self, ida):
        filters = ida.matches.list.filters
        filters.time.setCurrentIndex(filters.time.findData("between"))
        filters.first.setDate(filters.first.date().fromString("2026-02-01", Qt.DateFormat.ISODate))
        filters.last.setDate(filters.first.date())
        assert ida.column(GAME) == ["Rank"]
        filters.last.setDate(filters.first.date().addDays(20))
        assert len(ida.column(GAME)) == 2

    def test_a_click_on_a_heading_sorts(self, ida):
        header = ida.matches.list.table.horizontalHeader()
        for column, first in ((GAME, "Damn"), (ENDING, "Won by")):
            at = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
            QTest.mouseClick(header.viewport(), LEFT, pos=at)
            assert ida.column(column)[0].startswith(first)
            QTest.mouseClick(header.viewport(), LEFT, pos=at)
            assert not ida.column(column)[0].startswith(first)

    def test_without_matches_it_says_so(self, reader):
        ida = reader()
        assert ida.matches.list.empty.title.text() == "No match has been played here yet."
        assert ida.matches.list.bring_button.isVisible()
        assert not ida.matches.delete_button.isEnabled()


class TestKeepingUp:
    @pytest.mark.slow
    def test_a_match_that_is_left_is_there_at_once(self, opened):
        person = opened()
        ida = Reader(person)
        person.main.begin_wanted(None)
        person.main.clear_table()
        ida.settle()
        assert ida.column(ENDING) == ["Unfinished"]

    def test_what_changes_in_the_folder_is_noticed(self, ida, own):
        (own / "20260101T100000-damn-0001.jsonl").unlink()
        until(lambda: len(ida.column(GAME)) == 4)
        put(own, "damn", 9, "0501", "Jan")
        until(lambda: any("Jan" in one for one in ida.column(PLAYERS)))

    @pytest.mark.slow
    def test_many_are_read_beside_the_window(self, reader, own):
        for number in range(20):
            put(own, "damn", number + 10, f"05{number + 1:02}", "Jan")
        ida = reader()
        until(lambda: len(ida.column(GAME)) == 25)
        ida.settle()
        assert ida.matches.progress.isHidden()

    @pytest.mark.usefixtures("own")
    def test_a_damaged_database_is_made_anew_by_itself(self, reader):
        with folders.history().open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * 60000)
        ida = reader()
        until(lambda: len(ida.column(GAME)) == 5)
        assert folders.history().with_name("history.sqlite.bad").exists()

    @pytest.mark.slow
    @pytest.mark.usefixtures("own")
    def test_a_newer_programs_database_is_left_alone_and_play_goes_on(self, opened):
        base = sqlite3.connect(folders.history())
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
        base.close()
        before = folders.history().read_bytes()
        person = opened()
        ida = Reader(person)
        assert ida.news.startswith("The list of matches was written by a newer version")
        assert ida.matches.list.empty.title.text() == "The list cannot be shown just now."
        ida.settle()
        person.main.begin_wanted(None)
        assert person.main.playing is not None
        assert folders.history().read_bytes() == before

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("pragma", "words"),
        [("max_page_count = 1", "disk is full"), ("query_only = 1", "cannot be written")],
    )
    def test_a_full_disk_and_one_that_is_only_read_are_told(
        self, ida, own, monkeypatch, pragma, words
    ):
        ida.settle()
        opened = history.History.opened

        def hindered(*given):
            base = opened(*given)
            base.ask(f"PRAGMA {pragma}")
            return base

        monkeypatch.setattr(history.History, "opened", hindered)
        for number in range(4):  # more than fits into the existing pages
            names = f"Vera {number}", f"Otto {number}"
            put(own, "master", number + 20, f"050{number + 1}", *names)
        ida.matches.updater.look()
        until(lambda: ida.news)
        assert words in ida.news
        assert ida.matches.news.isVisible()
        assert len(ida.column(GAME)) == 5
        ida.at_table.main.begin_wanted(None)
        assert ida.at_table.main.playing is not None
        ida.at_table.main.clear_table()
        ida.settle()
        monkeypatch.setattr(history.History, "opened", opened)
        ida.at_table.main.updater.look()
        until(lambda: len(ida.column(GAME)) == 10)
        until(lambda: ida.news == "")

    @pytest.mark.slow
    def test_where_it_cannot_be_kept_it_says_so_and_play_goes_on(self, opened):
        folders.history().mkdir(parents=True)
        person = opened()
        ida = Reader(person)
        ida.settle()
        assert ida.news.startswith("The list of matches cannot be kept up")
        assert ida.news.endswith("Your matches are safe.")
        person.main.begin_wanted(None)
        person.main.clear_table()
        folders.history().rmdir()
        person.main.updater.look()
        until(lambda: ida.column(ENDING) == ["Unfinished"])
        until(lambda: ida.news == "")


class TestDeeds:
    def test_enter_goes_on_with_an_unfinished_match(self, ida, own):
        ida.choose_match("Unfinished")
        assert ida.matches.go_on_button.isEnabled()
        ida.enter()
        main = ida.at_table.main
        assert main.playing.place.record == own / "20260301T100000-damn-0003.jsonl"
        assert not ida.matches.isVisible()

    def test_what_is_over_or_abandoned_is_not_gone_on_with_but_played_back(self, ida):
        for row, ending in enumerate(ida.column(ENDING)):
            ida.click_row(row)
            assert ida.matches.go_on_button.isEnabled() == (ending == "Unfinished")
        ida.choose_match("Won")
        ida.enter()
        assert ida.at_table.main.replaying is not None

    @pytest.mark.slow
    def test_the_sheet_and_the_review_of_a_match_are_shown(self, ida):
        ida.choose_match("Boris")
        ida.click(ida.matches.sheet_button)
        (page,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, SheetPage)]
        assert "Boris" in page.card().names
        page.close()
        ida.click(ida.matches.review_button)
        dialog = ida.matches.findChild(ReviewDialog)
        assert dialog.deals.count() == 2
        until(lambda: dialog.complete)
        dialog.reject()

    @pytest.mark.slow
    def test_any_trick_is_explained_and_whose_card_is_whose_is_said(self, ida):
        ida.choose_match("Boris")
        ida.click(ida.matches.why_button)
        dialog = ida.matches.findChild(TricksDialog)
        assert dialog.deals.count() == 2
        item = dialog.list.item(0)
        said = item.data(Qt.ItemDataRole.AccessibleDescriptionRole)
        assert said.count(": ") == len(dialog._names)
        assert "Boris: " in said
        assert "Boris: " in item.toolTip()
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        dialog.explain()
        (why,) = (one for one in dialog.findChildren(WhyDialog) if one.isVisible())
        assert why.links
        dialog.deals.setCurrentIndex(0)
        assert dialog.list.count() == 1
        dialog.close()

    def test_where_there_are_no_tricks_none_is_explained(self, ida):
        ida.choose_match("Rank")
        assert not ida.matches.why_button.isEnabled()
        assert ida.matches.why_button.toolTip() == "There are no tricks in this game."
        ida.choose_match("Boris")
        assert ida.matches.why_button.isEnabled()

    @pytest.mark.slow
    def test_how_far_a_long_record_is_read_is_shown(self, monkeypatch, ida):
        shown = []

        class Seen(ReadingBar):
            def show_events(self, count):
                super().show_events(count)
                assert ReadingBar.open
                assert self.dialog.isVisible()
                shown.append(self.dialog.labelText())

        monkeypatch.setattr(match_actions, "ReadingBar", lambda over: Seen(over, 0))
        monkeypatch.setattr(past, "STEP", 5)
        ida.choose_match("Boris")
        for button in (ida.matches.sheet_button, ida.matches.why_button, ida.matches.review_button):
            shown.clear()
            ida.click(button)
            assert "5 events" in shown[0]
            for one in QApplication.topLevelWidgets():
                if isinstance(one, SheetPage | TricksDialog | ReviewDialog):
                    one.close()
        assert not ReadingBar.open

    def test_what_cannot_be_read_says_why(self, ida):
        ida.choose_match("Cannot be read")
        assert not ida.matches.sheet_button.isEnabled()
        ida.enter()
        assert ida.news == "20260401T100000-damn-0004.jsonl, line 1: This is not a match record."
        assert "can be read" in ida.matches.sheet_button.toolTip()
        ida.choose_match("Unfinished")
        # The previous message is gone.
        assert ida.news == ""
        assert ida.matches.sheet_button.toolTip() == ""

    @pytest.mark.slow
    def test_what_was_told_is_not_told_when_somebody_comes_back(self, ida):
        ida.choose_match("Cannot be read")
        ida.enter()
        assert ida.news
        ida.matches.replay_button.setFocus()
        ida.matches.close()
        ida.at_table.main.looking.show_matches()
        assert ida.news == ""
        assert ida.matches.focusWidget() is ida.matches.table

    @pytest.mark.slow
    def test_the_newest_match_is_chosen_by_who_comes_back(self, ida, own):
        ida.click_row(2)
        ida.matches.close()
        ida.at_table.main.looking.show_matches()
        assert ida.matches.table.currentIndex().row() == 2
        ida.matches.close()
        put(own, "damn", 9, "0901", "Newt")
        bring_up()
        main = ida.at_table.main
        main.activateWindow()
        QTest.keyClick(main.windowHandle(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        until(ida.matches.isVisible)
        ida.settle()
        assert "Newt" in ida.column(PLAYERS)[ida.matches.table.currentIndex().row()]
        assert len(ida.matches.list.chosen) == 1
        assert ida.matches.replay_button.isEnabled()

    @pytest.mark.slow
    def test_nothing_is_asked_for_a_list_that_is_closed(self, ida, own):
        ida.settle()
        main, watcher = ida.at_table.main, ida.matches.findChild(QFileSystemWatcher)
        assert str(own) in watcher.directories()
        before = ida.matches.list.model.rowCount()
        ida.matches.close()
        assert watcher.directories() == []
        put(own, "damn", 9, "0901", "Newt")
        bring_up()
        main.updater.changed.emit()
        main.persons.on_changed()
        assert ida.matches.list.model.rowCount() == before
        assert watcher.directories() == []
        main.looking.show_matches()
        assert ida.matches.list.model.rowCount() == before + 1
        assert str(own) in watcher.directories()

    @pytest.mark.slow
    def test_a_copy_is_saved(self, ida, own, tmp_path):
        ida.choose_match("Boris")
        ida.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        dialog = ida.matches.commands.dialog
        dialog.fileSelected.emit(str(tmp_path / "copy.jsonl"))
        dialog.reject()
        source = own / "20260101T100000-damn-0001.jsonl"
        assert (tmp_path / "copy.jsonl").read_bytes() == source.read_bytes()
        assert "copy.jsonl" in ida.news.replace("\u200b", "")

    def test_a_copy_replaces_no_match_that_is_being_played(self, own, tmp_path):
        there = tmp_path / "played.jsonl"
        there.write_bytes(b"theirs")
        lock = lock_record(there)
        with pytest.raises(RecordLockedError, match="record-copy-locked"):
            match_actions.copy_record(own / "20260101T100000-damn-0001.jsonl", there)
        assert there.read_bytes() == b"theirs"
        lock.let_go(remove=True)

    @pytest.mark.slow
    def test_copies_of_several_replace_nothing(self, ida, own, tmp_path):
        folder = tmp_path / "copies"
        folder.mkdir()
        there_already = folder / "20260101T100000-damn-0001.jsonl"
        there_already.write_bytes(b"mine")
        ida.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        ida.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        ida.matches.commands.dialog.fileSelected.emit(str(folder))
        ida.matches.commands.dialog.reject()
        until(lambda: ida.news)
        assert ida.news.startswith("4 records saved in ")
        assert there_already.read_bytes() == b"mine"
        assert {one.name: one.read_bytes() for one in folder.iterdir() if one != there_already} == {
            one.name: one.read_bytes()
            for one in own.rglob("*.jsonl")
            if one.name != there_already.name
        }

    @pytest.mark.slow
    def test_a_full_disk_leaves_what_was_there_before_a_copy(self, ida, tmp_path, monkeypatch):
        ida.choose_match("Rank")
        to = tmp_path / "copy.jsonl"
        to.write_bytes(b"before")
        Disk(100).take_place(monkeypatch)
        ida.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        ida.matches.commands.dialog.fileSelected.emit(str(to))
        ida.matches.commands.dialog.reject()
        assert "No space left" in ida.news
        assert to.read_bytes() == b"before"

    def test_copies_are_offered_to_a_folder_that_there_is(self, tmp_path):
        assert there(str(tmp_path / "Documents" / "Cards")) == str(tmp_path)
        assert there(str(tmp_path)) == str(tmp_path)


class TestKeys:
    @pytest.mark.slow
    def test_home_and_end_are_the_first_and_the_last_match_and_what_is_typed_is_sought(self, ida):
        table = ida.matches.table
        chosen = table.selectionModel().selectedRows
        ida.key(Qt.Key.Key_End)
        assert [one.row() for one in chosen()] == [4]
        ida.key(Qt.Key.Key_Home)
        assert [one.row() for one in chosen()] == [0]
        ida.key(Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
        assert len(chosen()) == 5
        QTest.keyClicks(ida.matches.table, "b")
        search = ida.matches.list.filters.search
        assert ida.matches.focusWidget() is search
        assert search.text() == "b"
        QTest.keyClicks(search, "oris")
        assert len(ida.column(PLAYERS)) == 1

    def test_a_note_tells_all_of_a_row_and_a_name_is_never_markup(self, ida):
        model, row = ida.matches.list.model, ida.column(ENDING).index("Unfinished")
        note = model.data(model.index(row, ENDING), Qt.ItemDataRole.ToolTipRole)
        for column in (WHEN, PLAYERS, DEAL, ENDING):
            assert model.data(model.index(row, column)) in note
        model = ida.matches.list.model
        row = next(row for row, one in enumerate(ida.column(PLAYERS)) if HOSTILE in one)
        tip = model.data(model.index(row, PLAYERS), Qt.ItemDataRole.ToolTipRole)
        assert "&lt;b&gt;Mallory" in tip
        assert "<b>" not in tip

    def test_the_players_have_the_room_on_small_screens(self, ida):
        table = ida.matches.table
        small = {}
        for width in (590, 1100):
            table.resize(width, 300)
            small[width] = table.columnWidth(ENDING)
            assert table.columnWidth(PLAYERS) > table.columnWidth(ENDING)
        assert table.fontMetrics().averageCharWidth() * 8 < small[590] < small[1100]

    def test_games_are_written_out_where_there_is_room(self, ida):
        table = ida.matches.table
        for width, whole in ((590, False), (1100, True)):
            table.resize(width, 300)
            written = table.fontMetrics().horizontalAdvance("Blackout, short")
            assert (table.columnWidth(GAME) >= written + 8) is whole

    def test_buttons_that_have_no_room_are_in_the_menu(self, ida, monkeypatch):
        assert ida.matches.review_button.isVisible()
        monkeypatch.setattr(matches, "room_of", lambda _: QRect(0, 0, 560, 372))
        window = MatchesWindow(ida.at_table.main.services)
        assert window.review_button.isHidden()
        assert not window.sheet_button.isHidden()
        assert window.review_button.entry in window.menu.actions()
        window.deleteLater()


class TestDeleting:
    @pytest.fixture
    def bin_(self, monkeypatch, tmp_path):
        """Replace the recycle bin by one that accepts every file."""
        folder = tmp_path / "bin"
        folder.mkdir()

        def take(path):
            path.rename(folder / path.name)
            return True

        monkeypatch.setattr(match_actions, "to_bin", take)
        return folder

    def asked(self, ida):
        question = ida.matches.findChildren(Confirmation)[-1]
        assert question.isVisible()
        return question

    def test_it_asks_and_enter_means_no(self, ida, bin_):
        ida.click_row(0)
        ida.key(Qt.Key.Key_Delete)
        question = self.asked(ida)
        assert ida.column(PLAYERS)[0] in question.accessibleDescription()
        QTest.keyClick(question, Qt.Key.Key_Return)
        assert not list(bin_.iterdir())
        assert len(ida.column(GAME)) == 5

    @pytest.mark.slow
    def test_several_at_once_go_to_the_bin_and_the_next_is_chosen(self, ida, bin_):
        rows = ida.column(PLAYERS)
        ida.click_row(1)
        ida.click_row(2, extend=True)
        ida.click(ida.matches.delete_button)
        question = self.asked(ida)
        assert "2 matches" in question.accessibleName()
        QTest.mouseClick(question.yes_button, LEFT)
        until(lambda: len(ida.column(GAME)) == 3)
        assert len(list(bin_.iterdir())) == 2
        assert ida.news == "2 records deleted."
        ida.settle()
        assert ida.column(PLAYERS) == [rows[0], *rows[3:]]
        assert [one.row() for one in ida.matches.table.selectionModel().selectedRows()] == [1]
        assert ida.matches.table.currentIndex().row() == 1

    @pytest.mark.slow
    def test_where_there_is_no_bin_it_asks_again(self, reader, own, monkeypatch):
        monkeypatch.setattr(match_actions, "to_bin", lambda path: False)
        ida = reader()
        ida.click_row(0)
        ida.click(ida.matches.delete_button)
        QTest.mouseClick(self.asked(ida).yes_button, LEFT)
        until(lambda: len(ida.matches.findChildren(Confirmation)) and "good" in self.last(ida))
        assert len(list(own.rglob("*.jsonl"))) == 5
        QTest.mouseClick(self.asked(ida).yes_button, LEFT)
        until(lambda: len(ida.column(GAME)) == 4)
        assert len(list(own.rglob("*.jsonl"))) == 4

    def last(self, ida):
        return ida.matches.findChildren(Confirmation)[-1].accessibleName()

    def test_a_match_that_is_played_stays(self, ida, own, bin_):
        ida.choose_match("Unfinished")
        lock = lock_record(own / "20260301T100000-damn-0003.jsonl")
        ida.click(ida.matches.delete_button)
        assert not ida.matches.findChildren(Confirmation)
        assert "another window" in ida.news
        lock.let_go()
        assert (own / "20260301T100000-damn-0003.jsonl").exists()

    def test_the_systems_bin_takes_it(self, reader, own, monkeypatch, tmp_path):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        path = own / "20260101T100000-damn-0001.jsonl"
        if match_actions.to_bin(path):
            assert not path.exists()
        else:
            assert path.exists()


class TestTakingIn:
    def drop(self, ida, *paths):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        none = Qt.KeyboardModifier.NoModifier
        actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
        enter = QDragEnterEvent(QPoint(9, 9), actions, data, LEFT, none)
        QApplication.sendEvent(ida.matches, enter)
        assert enter.isAccepted()
        assert enter.dropAction() == Qt.DropAction.CopyAction
        drop = QDropEvent(QPointF(9, 9), actions, data, LEFT, none)
        drop.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(ida.matches, drop)
        assert drop.dropAction() == Qt.DropAction.CopyAction

    @pytest.mark.slow
    def test_dropped_folders_and_files_are_taken_in_once(self, reader, tmp_path):
        folder = tmp_path / "from elsewhere"
        folder.mkdir()
        one = put(folder, "damn", 1, "0101", "Boris")
        (folder / "copy.jsonl").write_bytes(one.read_bytes())
        (folder / "bad.jsonl").write_bytes(b"{}\n")
        ida = reader()
        self.drop(ida, folder, one)
        until(lambda: "imported." in ida.news)
        ida.settle()
        assert ida.news.startswith("1 match imported. 2 were there already.")
        assert "bad.jsonl" in ida.news
        assert ida.column(GAME) == ["Damn"]
        assert one.exists()


class TestFirstScreen:
    @pytest.mark.usefixtures("own")
    def test_the_list_is_a_click_away_where_there_are_matches(self, opened):
        person = opened()
        until(lambda: person.main.lobby.choices is not None)
        person.choose("Matches", "All matches")
        assert person.main.looking.matches.isVisible()

    @pytest.mark.slow
    def test_of_many_unfinished_matches_some_are_offered_and_all_are_listed(self, opened):
        folders.matches().mkdir(parents=True)
        for number in range(MOST_OFFERED + 2):
            put(folders.matches(), "damn", number, f"{number + 100:04}", "Jan", lines=5)
        bring_up()
        person = opened()
        until(lambda: person.main.updater is not None)
        person.choose("Matches", "Unfinished matches")
        dialog = person.main.findChild(UnfinishedDialog)
        assert dialog.list.count() == MOST_OFFERED
        QTest.mouseClick(dialog.all_button, LEFT)
        assert person.main.looking.matches.list.model.rowCount() == MOST_OFFERED + 2
        assert person.main.looking.matches.list.filters.sought.ending is Ending.OPEN

    @pytest.mark.usefixtures("own")
    def test_a_key_opens_and_esc_closes_it(self, opened, qtbot):
        person = opened()
        QTest.keyClick(person.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        window = person.main.looking.matches
        QTest.keyClicks(window.list.filters.search, "dam")
        QTest.keyClick(window.list.table, Qt.Key.Key_Escape)
        assert window.list.filters.search.text() == ""
        QTest.keyClick(window.list.table, Qt.Key.Key_Escape)
        assert not window.isVisible()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace an open file")
def test_a_list_made_anew_elsewhere_is_the_one_that_is_read(ida, own):
    ida.settle()
    put(own, "rank", 77, "1122", "Zoe", "Max")
    gather_anew()
    ida.matches.list.read_all()
    assert any("Zoe" in row for row in ida.column(PLAYERS))


def test_people_come_first_with_their_scores_if_a_deal_was_scored():
    assert cells(MATCH)[PLAYERS] == "Ida: 12 · Anna: −3"
    players = tuple(one._replace(total=0, score=0, place=None) for one in MATCH.players)
    match = MATCH._replace(over=False, deal=0, players=players)
    assert cells(match)[PLAYERS] == "Ida · Anna"
    assert cells(match)[DEAL] == "–"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Won by Ida"),
        ({"practice": True}, "Won by Ida, practice"),
        ({"players": (ANNA._replace(place=1), IDA)}, "Won by Anna, Ida"),
        ({"players": (IDA._replace(name="You"), ANNA)}, "Won by you"),
        ({"over": False}, "Unfinished"),
        ({"over": False, "seeded": False}, "Unfinished, at another table"),
        ({"over": False, "abandoned": True}, "Abandoned"),
        ({"over": False, "practice": True}, "Unfinished, practice"),
    ],
)
def test_how_it_ended(changes, text):
    assert ending_text(MATCH._replace(**changes)) == text


def test_where_a_computer_player_stood_in_it_is_said():
    away = MATCH._replace(players=(ANNA, IDA._replace(stood_in=True)))
    assert cells(away)[PLAYERS] == "Ida*: 12 · Anna: −3"
    assert stood_in_text(away) == (
        "* A computer player played part of the match for Ida: the seat counts for nobody."
    )
    assert "Ida (partly a computer player): 12" in row_text(away)
    assert stood_in_text(MATCH) == ""
    assert stood_in_text(DamagedKept("odd.jsonl", "", "line-damaged")) == ""
    model = MatchModel(lambda keys: dict.fromkeys(keys, away))
    model.show_keys([(False, 1)])
    tip = model.data(model.index(0, PLAYERS), Qt.ItemDataRole.ToolTipRole)
    assert "Ida (partly a computer player): 12" in tip
    assert "played part of the match for Ida" in tip


def test_a_row_is_heard_as_a_sentence():
    assert row_text(MATCH) == "Damn, begun –: Ida: 12 · Anna: −3. Deal 4. Won by Ida."
    damaged = DamagedKept("odd.jsonl", "20260101T100000", "line-damaged")
    assert row_text(damaged) == "odd.jsonl: Cannot be read"


def test_a_short_match_says_so_beside_its_game():
    assert cells(MATCH._replace(game="master"))[1] == "Master"
    assert cells(MATCH._replace(game="master", short=True))[1] == "Master, short"
