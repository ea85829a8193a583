"""The dialog that lays results of a challenge side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from greenbaize.app.challenge_code import (
    MAX_TEXT_LENGTH,
    Challenge,
    decode_challenge,
    encode_challenge,
)
from greenbaize.app.challenge_comparison import (
    Comparison,
    Contender,
    Parting,
    find_challenge_of_header,
    find_challenge_of_result,
    list_partings,
    merge_contenders,
    read_contender,
    read_result_contender,
    save_comparison,
)
from greenbaize.app.challenge_levels import (
    LevelDeal,
    create_par_contender,
    decode_level_contender,
    list_table_levels,
)
from greenbaize.app.challenge_mark import ChallengerResult, read_mark
from greenbaize.app.challenge_texts import (
    describe_challenge,
    format_best,
    format_cell,
    format_heading,
    format_played_time,
    format_rank,
    format_standing,
    format_uses,
    name_contenders,
)
from greenbaize.app.challenge_tries import (
    find_open_try,
    find_try_records,
    load_challenge_log,
    log_rehearsal,
)
from greenbaize.app.challenger_result import (
    create_challenger,
    find_challenger_result,
    tell_challenger_result,
)
from greenbaize.app.challenges import log_challenge
from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.app.memory.par_memory import load_pars
from greenbaize.app.memory.par_replay import ComparedPlay
from greenbaize.app.sheets.sheet_csv import choose_spreadsheet_format
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.match.header import GamesByName
from greenbaize.match.record import MAX_RECORD_BYTES
from greenbaize.match.view_record import read_any_record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import DealScored
from greenbaize.rules.messages import Message, mark_text
from greenbaize.store.files import read_plain
from greenbaize.ui.sheets.sheet_saver import documents_folder, make_save_dialog, saved_message
from greenbaize.ui.shell.job_queue import JobQueue
from greenbaize.ui.shell.navigation import ComparedReplayRoute, ParReplayRoute
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog, limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.localized_texts import describe_record_error, format_start_time
from greenbaize.ui.widgets.plain_text import label_combo, set_tooltip
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.numbers import decimal_mark
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences
from greenbaize.words.titles import level_title

UNKNOWN_TEXT: Final = "–"
LAST_ROWS: Final = (mark_text("place at the table"), mark_text("used"), mark_text("played"))
"""Titles of the rows below the deals and their sum."""
TABLE_SIZE: Final = (560, 300)
"""Least width and height of the table (px at text scale 1)."""


LevelKey = tuple[str, Path | None]
"""A level, and the record whose deals it plays one by one; None for the whole match."""


class LevelQueue(JobQueue):
    """Computer players that play a challenge in a process of lowest priority, one after another."""

    match_played = Signal(object, object, object)
    """Emitted with the challenge, the level and the match (an object of JSON)."""
    deals_played = Signal(object, object, object)
    """Emitted with the challenge, the level and its deals as ``greenbaize par --json`` has them."""
    play_failed = Signal(object, object, str)
    """Emitted with the challenge, the level and why it could not play."""

    def play_level(self, challenge: Challenge, key: LevelKey) -> None:
        play = _play_whole_match if key[1] is None else _play_deals
        self.enqueue_job(partial(play, challenge, key))


def _play_whole_match(
    challenge: Challenge,
    key: LevelKey,
    indexer: HistoryIndexer,
    emit_signal: Callable[..., None],
) -> None:
    code = encode_challenge(challenge)
    arguments = ["challenge", "compare", "--json", "--par", key[0], "--", code]
    for line in indexer.run_command(arguments, Message("par-lost")):
        if "fault" in line:
            emit_signal("play_failed", challenge, key, str(line["fault"]))
        elif "deals" in line:
            emit_signal("match_played", challenge, key, line)


def _play_deals(
    challenge: Challenge,
    key: LevelKey,
    indexer: HistoryIndexer,
    emit_signal: Callable[..., None],
) -> None:
    """Play par, and store it nowhere: the person's strokes are those against their own level."""
    level, path = key
    for line in indexer.run_command(
        ["par", "--json", "--level", level, "--", str(path)], Message("par-lost")
    ):
        if "fault" in line:
            emit_signal("play_failed", challenge, key, str(line["fault"]))
        elif "deals" in line:
            emit_signal("deals_played", challenge, key, line["deals"])
            return  # the command has no other end


class Difference(NamedTuple):
    """Two contenders, and the deal (counted from 1) in which they parted."""

    first: Contender
    second: Contender
    deal: int


def create_difference_route(
    challenge: Challenge, difference: Difference, names: Mapping[int, str], parent: QWidget
) -> ParReplayRoute | ComparedReplayRoute:
    """Return the route to both plays side by side; ``names`` are by digest."""
    first, second, deal = difference
    first_name = tr("You") if first.is_own else names[first.digest]
    if second.is_par and first.path is not None:
        number = [event.deal for event in first.events if isinstance(event, DealScored)][deal - 1]
        name = "" if first.is_own else first_name
        return ParReplayRoute(first.path, number, second.level, name, parent)
    second_name = level_title(second.level) if second.level else names[second.digest]
    plays = (
        ComparedPlay(first_name, first.events, first.level, is_own=first.is_own),
        ComparedPlay(second_name, second.events, second.level),
    )
    return ComparedReplayRoute(challenge.header, challenge.seat, plays, deal, parent)


def _choose_deal(partings: Sequence[Parting], deal: int) -> int | None:
    """Return a deal if two parted in it, otherwise the first in which they did."""
    deals = [parting.deal for parting in partings]
    return deal if deal in deals else next(iter(deals), None)


class ComparisonDialog(BaseDialog):
    """Dialog with a column for each play of a challenge and a row for each deal.

    Own matches of the challenge are there by themselves. Nothing of the cards is told before the
    person's own try is over: until then the dialog says only whose results are there. Without a
    begun try the person may see them all the same, after which it is practice.
    """

    replay_requested = Signal(object)
    """A difference is to be played back; emitted with the route, whose parent is this dialog."""
    result_copied = Signal(object)
    """The result code of an own record (``Path``) is to be copied."""

    def __init__(
        self, games: GamesByName, parent: QWidget, text: str = "", person: str = ""
    ) -> None:
        super().__init__(parent, tr("Compare results"))
        self._games, self._person = games, person
        self._log = load_challenge_log()
        self._challenge: Challenge | None = None
        self._added: list[Contender] = []
        self._own: tuple[Contender, ...] = ()
        self._missing_sentences: list[str] = []
        """Sentences about own records that cannot be compared."""
        self._is_open = self._is_known = False
        """The own try can be gone on with; the person knows the cards."""
        self._asked_levels: set[LevelKey] = set()
        self._levels: dict[LevelKey, Contender] = {}
        self._level_queue = LevelQueue(self)
        self._level_queue.match_played.connect(self._on_match_played)
        self._level_queue.deals_played.connect(self._on_deals_played)
        self._level_queue.play_failed.connect(self._on_play_failed)
        self.finished.connect(self._level_queue.close)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self._level_queue.close)
        self.comparison: Comparison | None = None
        self._make_fields()
        row = make_row(self.text_field, self.add_button, self.records_button)
        level_row = make_row(self.level_box, STRETCH, self.copy_button)
        self.close_button = self.make_button(tr("C&lose"), self.reject)
        buttons = make_row(
            STRETCH, self.show_button, self.replay_button, self.save_button, self.close_button
        )
        self.build_layout(
            self.challenge_label,
            row,
            self.note,
            self.table,
            level_row,
            self.best_label,
            self.replay_note,
            buttons,
        )
        latest = self._log.find_latest_challenge()
        if latest is not None:
            self._set_challenge(latest)
        self._update_table()
        if text:
            self.text_field.setText(text)
            self.add_text(describes_challenge=False)
        self.text_field.setFocus()

    def _make_fields(self) -> None:
        self.challenge_label = make_note("", self)
        self.text_field = QLineEdit(self)
        self.text_field.setMaxLength(MAX_TEXT_LENGTH)
        self.text_field.setAccessibleName(tr("A result code or a challenge"))
        self.text_field.setPlaceholderText(tr("Paste a result code or a challenge here"))
        self.text_field.returnPressed.connect(self.add_text)
        self.add_button = self.make_button(tr("&Add"), self.add_text)
        self.records_button = self.make_button(tr("Add &records…"), self._choose_records)
        self.note = make_note("", self)
        self.table = QTableWidget(self)
        self.table.setAccessibleName(self.windowTitle())
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setMinimumSize(*(round(scale_pixels(size, 1.6)) for size in TABLE_SIZE))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.itemSelectionChanged.connect(self._update_buttons)
        self.level_box = QComboBox(self)
        label_combo(self.level_box, tr("Computer player in the same chair"))
        self.level_box.activated.connect(lambda _: self.add_level(self.level_box.currentData()))
        self.best_label = make_note("", self)
        self.show_button = self.make_button(tr("&Show them now"), self._reveal)
        self.replay_button = self.make_button(tr("Play back the &difference"), self._replay)
        self.replay_note = make_note("", self)
        self.copy_button = self.make_button(tr("Copy &my result code"), self._copy_result)
        self.save_button = self.make_button(tr("Save as a &table…"), self._choose_file)

    # Contenders

    def add_text(self, *, describes_challenge: bool = True) -> None:
        """Add the result code or the challenge in the text field."""
        text = self.text_field.text().strip()
        if not text:
            return
        try:
            note = self._add_item(text)
        except GameError as error:
            message = error.message
            if message.code == "challenge-no-code":
                message = Message("challenge-no-result")
            self._show_note(Speaker().format_message(message))
        else:
            self.text_field.clear()
            self._show_note(note if describes_challenge else "")
        self._update_table()

    def _add_item(self, text: str) -> str:
        """Add what a text is; return a sentence about it if it shows in no column."""
        try:
            challenge = decode_challenge(text)
            self._set_challenge(challenge)
        except GameError:
            known = find_challenge_of_result(text, self._log)
            if known is not None:
                self._set_challenge(known)
            elif self._challenge is None:
                raise GameError(Message("challenge-not-known")) from None
            assert self._challenge is not None
            self._added.append(read_result_contender(text, self._challenge))
            return ""
        challenger = find_challenger_result(text, challenge)
        if challenger.total:
            self._add_challenger(challenger)
            return tell_challenger_result(challenge, challenger)
        return tr("This is the challenge itself: paste the result codes of those who played it.")

    def _add_challenger(self, challenger: ChallengerResult) -> None:
        """Add the result that a challenger told, unless the person is the challenger."""
        assert self._challenge is not None
        if not self._log.has_sent(self._challenge, self._person):
            self._added.append(create_challenger(challenger))

    def add_record(self, path: Path) -> None:
        """Add a finished record; a notice says why it cannot be compared."""
        try:
            data = read_plain(path, MAX_RECORD_BYTES)
            record = read_any_record(data, self._games)
            self._set_challenge(find_challenge_of_header(record.header, self._log, self._challenge))
            assert self._challenge is not None
            self._added.append(read_contender(self._challenge, record, data, self._log, path))
        except GameError as error:
            self._show_note(describe_record_error(error, path))
        else:
            self._show_note("")
        self._update_table()

    def _add_records(self, paths: list[str]) -> None:
        for path in paths:
            self.add_record(Path(path))

    def _choose_records(self) -> None:
        dialog = FileDialog(self, tr("Add records"), documents_folder())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilter(tr("Match records (*.jsonl)"))
        dialog.filesSelected.connect(self._add_records)
        limit_to_screen(dialog)
        dialog.open()

    def _set_challenge(self, challenge: Challenge) -> None:
        if challenge == self._challenge:
            return
        self._challenge = challenge
        self._added, self._levels = [], {}
        self._asked_levels = set()
        self._missing_sentences = []
        self._is_open = find_open_try(challenge.header, self._person) is not None
        self._is_known = self._log.may_see_results(challenge, self._person)
        self._own = ()
        self.level_box.clear()
        self.level_box.addItem(tr("A computer player in the same chair…"), "")
        for level in list_table_levels(challenge):
            self.level_box.addItem(level_title(level), level)
        self._own = tuple(self._find_own_contenders(challenge))

    def _find_own_contenders(self, challenge: Challenge) -> Iterator[Contender]:
        for identity in self._log.list_matches(challenge):
            paths = find_try_records(identity)
            if not paths and self._log.has_ended(identity):
                self._missing_sentences.append(
                    tr("The record of a match of yours is gone or cannot be read.")
                )
            for path in paths:
                try:
                    data = read_plain(path, MAX_RECORD_BYTES)
                    record = read_any_record(data, self._games)
                except GameError as error:
                    self._missing_sentences.append(describe_record_error(error, path))
                    continue
                with suppress(GameError):
                    yield read_contender(challenge, record, data, self._log, path)
                mark = read_mark(record.header)
                if mark is not None and mark.challenger:
                    self._add_challenger(ChallengerResult(mark.challenger, mark.challenger_uses))

    def show_challenge(self, challenge: Challenge) -> None:
        """Show another challenge, with one's own matches of it."""
        self._set_challenge(challenge)
        self._update_table()

    @property
    def _is_hidden(self) -> bool:
        """True while results would tell the person what the cards bring."""
        return self._challenge is not None and (self._is_open or not self._is_known)

    def _reveal(self) -> None:
        """Show the results to a person who has not played: from now on it is practice."""
        assert self._challenge is not None
        try:
            log_rehearsal(self._challenge.header, self._person)
            log_challenge("seen", self._challenge, self._person, self._challenge.header)
        except GameError as error:
            self._show_note(Speaker().format_message(error.message))
            return
        self._log = load_challenge_log()
        self._is_known = True
        self._update_table()

    def add_level(self, level: str, *, is_whole_match: bool = False) -> None:
        """Add what a computer player makes of it in the same chair.

        It plays each deal as it stood in a record, or the whole match where there is no record.
        """
        record_path = None if is_whole_match else self._find_par_path()
        key = level, record_path
        if self._challenge is None or self._is_hidden or not level or key in self._asked_levels:
            return
        self._asked_levels.add(key)
        stored_pars = {} if record_path is None else self._load_stored_pars(record_path, level)
        if stored_pars:
            self._add_par(self._challenge, key, stored_pars)
            return
        self._level_queue.play_level(self._challenge, key)
        self._show_note(tr("{level} plays…").format(level=level_title(level)))

    @staticmethod
    def _load_stored_pars(path: Path, level: str) -> dict[int, LevelDeal]:
        """Return the par of all deals of a record that is stored already, or nothing."""
        with suppress(GameError):
            record = read_verified_record(path)
            pars = load_pars(record.header, level)
            deals = {event.deal for event in record.events if isinstance(event, DealScored)}
            if deals <= pars.keys():
                return {deal: LevelDeal(pars[deal].par, pars[deal].parting) for deal in deals}
        return {}

    def _find_par_path(self) -> Path | None:
        return next((one.path for one in (*self._own, *self._added) if one.path is not None), None)

    def _on_match_played(
        self, challenge: Challenge, key: LevelKey, values: dict[str, object]
    ) -> None:
        self._add_played(challenge, key, lambda: decode_level_contender(challenge, values))

    def _on_deals_played(
        self, challenge: Challenge, key: LevelKey, deals: list[dict[str, Any]]
    ) -> None:
        pars = {one["deal"]: LevelDeal(tuple(one["par"]), one["parting"]) for one in deals}
        self._add_par(challenge, key, pars)

    def _add_par(self, challenge: Challenge, key: LevelKey, pars: dict[int, LevelDeal]) -> None:
        """Add what a level made of each deal; the whole match where a deal has no par."""
        level, path = key
        one = next((one for one in (*self._own, *self._added) if one.path == path), None)
        if challenge != self._challenge or one is None:
            return
        try:
            par = create_par_contender(one, pars, level)
        except GameError:
            self.add_level(level, is_whole_match=True)
        else:
            self._add_played(challenge, key, lambda: par)

    def _add_played(
        self, challenge: Challenge, key: LevelKey, make_contender: Callable[[], Contender]
    ) -> None:
        if challenge != self._challenge:
            return
        if not self._level_queue.has_waiting_jobs:
            self._show_note("")
        try:
            self._levels[key] = make_contender()
        except GameError as error:
            self._show_note(Speaker().format_message(error.message))
        self._update_table()

    def _on_play_failed(self, challenge: Challenge, key: LevelKey, text: str) -> None:
        if challenge == self._challenge:
            self._asked_levels.discard(key)
            self._show_note(text)

    # The table

    def _update_table(self) -> None:
        if self._challenge is None:
            self.challenge_label.setText(
                tr("Paste the result codes of others, or add records, to compare them.")
            )
            self._update_buttons()
            return
        description = " · ".join(describe_challenge(self._challenge)[:3])
        missing = dict.fromkeys(self._missing_sentences)
        self.challenge_label.setText("\n".join((description, *missing)))
        contenders = merge_contenders((*self._own, *self._added, *self._levels.values()))
        self.comparison = Comparison(self._challenge, contenders)
        names = name_contenders(contenders)
        rows = [*range(self.comparison.deal_count), None] if contenders else []
        self._make_headings([] if self._is_hidden else rows, names)
        if self._is_hidden:
            text = self._describe_hidden(len(contenders))
        else:
            self._fill_table(rows)
            text = join_sentences(
                format_best(self.comparison, names),
                format_standing(self.comparison, names),
            )
        self.best_label.setText(text)
        announce(self.best_label, text)
        self._fit_height()
        self._update_buttons()

    def _describe_hidden(self, count: int) -> str:
        count_text = tr_count("{count} result is here.", "{count} results are here.", count)
        text = count_text.format(count=count) if count else ""
        if self._is_open:
            return join_sentences(text, Speaker().format_message(Message("challenge-open")))
        assert self._challenge is not None
        if self._log.list_open_tries(self._challenge.header, self._person):
            reason = tr(
                "You have begun this challenge, but its match is not here now: the results are"
                " shown once it is over. If you look now, your try has had a hint."
            )
            return join_sentences(text, reason)
        reason = tr(
            "You have not played this challenge: results are shown once you have. If you look now,"
            " it is practice for you."
        )
        return join_sentences(text, reason)

    def _make_headings(self, rows: Sequence[int | None], names: Sequence[str]) -> None:
        assert self.comparison is not None
        contenders = self.comparison.contenders
        self.table.setColumnCount(len(contenders))
        self.table.setRowCount(len(rows) + len(LAST_ROWS) if rows else 0)
        for column, heading in enumerate(map(format_heading, contenders, names)):
            level = f"{level_title(contenders[column].level)} " if contenders[column].is_par else ""
            wrapped = heading.replace(level, f"{level}\n", 1) if level else heading
            item = QTableWidgetItem(wrapped.replace(" (", "\n(").replace(" \n", "\n"))
            set_tooltip(item, heading)
            self.table.setHorizontalHeaderItem(column, item)
        titles = [tr("in all") if deal is None else str(deal + 1) for deal in rows]
        self.table.setVerticalHeaderLabels([*titles, *map(tr, LAST_ROWS)])

    def _fill_table(self, rows: Sequence[int | None]) -> None:
        comparison = self.comparison
        assert comparison is not None
        for row, deal in enumerate(rows):
            best = comparison.find_best(deal)
            for column, one in enumerate(comparison.contenders):
                self._set_cell(row, column, format_cell(comparison, one, deal), column in best)
        for column, one in enumerate(comparison.contenders):
            uses = "" if one.level else format_uses(one.used_hints, one.used_undo)
            for row, text in enumerate(
                (format_rank(one), uses, format_played_time(one, format_start_time))
            ):
                self._set_cell(len(rows) + row, column, text, is_best=False)
        self.table.resizeRowsToContents()

    def _fit_height(self) -> None:
        """Grow to the height of the sentences below the table."""
        layout = self.layout()
        if layout is not None and self.isVisible():
            layout.activate()
            height = layout.totalMinimumHeightForWidth(self.width())
            self.resize(self.width(), max(self.height(), height))
            self.update()  # what moved leaves nothing behind

    def _set_cell(self, row: int, column: int, text: str, is_best: bool) -> None:
        item = QTableWidgetItem(f"{text} ★" if is_best else text or UNKNOWN_TEXT)
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        if is_best:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, tr("{result}, best").format(result=text)
            )
        self.table.setItem(row, column, item)

    def _update_buttons(self) -> None:
        has_contenders = self.comparison is not None and bool(self.comparison.contenders)
        is_hidden = self._is_hidden
        self.show_button.setVisible(is_hidden and not self._is_open)
        self.save_button.setEnabled(has_contenders and not is_hidden)
        self.level_box.setEnabled(self._challenge is not None and not is_hidden)
        self.copy_button.setVisible(self._find_own_path() is not None and not self._is_open)
        can_replay = self._find_difference() is not None and not is_hidden
        self.replay_button.setEnabled(can_replay)
        reason = "" if can_replay or is_hidden else self._explain_no_replay()
        self.replay_note.setText(reason)
        set_tooltip(self.replay_button, reason)

    def _find_own_path(self) -> Path | None:
        return next((one.path for one in self._own if one.path is not None), None)

    def _copy_result(self) -> None:
        path = self._find_own_path()
        if path is not None:
            self.result_copied.emit(path)

    def _explain_no_replay(self) -> str:
        """Return why no difference can be played back, in a sentence."""
        contenders = () if self.comparison is None else self.comparison.contenders
        playable = [one for one in contenders if one.events or one.is_par]
        if not contenders:
            return ""
        if len(playable) < 2:
            return tr(
                "To play back a difference, choose a computer player or add somebody's record: a"
                " result code has no cards."
            )
        if self._chosen is not None and self._chosen not in playable:
            return tr("There is only a result of this player: choose another column.")
        return tr("They played exactly the same.")

    @property
    def _chosen(self) -> Contender | None:
        """The contender of the selected column."""
        contenders = () if self.comparison is None else self.comparison.contenders
        column = self.table.currentColumn()
        return contenders[column] if 0 <= column < len(contenders) else None

    def _find_difference(self) -> Difference | None:
        """Return whose plays parted, in the selected deal or the first in which they did.

        The selected one is compared with the person, or with the first other one; without a
        selection the person with the first other one.
        """
        contenders = () if self.comparison is None else self.comparison.contenders
        playable = [one for one in contenders if one.events or one.is_par]
        chosen, deal = self._chosen, self.table.currentRow() + 1
        if chosen is not None and chosen not in playable:
            return None
        seconds = [chosen] if chosen is not None and chosen is not playable[0] else playable[1:]
        for second in seconds:
            if second.is_par:
                first = next((one for one in playable if one.path == second.path), None)
                partings: Sequence[Parting] = second.par_partings
            else:
                first = playable[0]
                partings = tuple(list_partings(first.events, second.events))
            parted_deal = _choose_deal(partings, deal)
            if first is not None and parted_deal is not None:
                return Difference(first, second, parted_deal)
        return None

    def _replay(self) -> None:
        """Play the difference back in a window of its own, above this dialog."""
        difference = self._find_difference()
        if difference is None or self.comparison is None or self._challenge is None:
            return
        contenders = self.comparison.contenders
        names = dict(
            zip((one.digest for one in contenders), name_contenders(contenders), strict=True)
        )
        self.replay_requested.emit(
            create_difference_route(self._challenge, difference, names, self)
        )

    # The file

    def _choose_file(self) -> None:
        dialog = make_save_dialog(
            self, tr("Save as a table"), f"{tr('challenge')}.csv", tr("Tables (*.csv)")
        )
        dialog.fileSelected.connect(lambda chosen: self.save_table(Path(chosen)))
        limit_to_screen(dialog)
        dialog.open()

    def save_table(self, path: Path) -> None:
        if self.comparison is None:
            return
        names = name_contenders(self.comparison.contenders)
        form = choose_spreadsheet_format(decimal_mark())
        try:
            save_comparison(path, self.comparison, names, form, force=True)
        except GameError as error:
            self._show_note(Speaker().format_message(error.message))
        else:
            self._show_note(saved_message(path))

    def _show_note(self, text: str) -> None:
        self.note.setText(text)
        announce(self.note, text)
