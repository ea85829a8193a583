"""Challenges in the window: played, sent, answered with a result code, and compared."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from greenbaize.app.challenge_code import MAX_TEXT_LENGTH, Challenge
from greenbaize.app.challenge_comparison import Contender, read_contender
from greenbaize.app.challenge_levels import list_table_levels
from greenbaize.app.challenge_mark import ChallengerResult
from greenbaize.app.challenge_result import compute_result, decode_challenge_only
from greenbaize.app.challenge_texts import format_invitation, format_result_sentence
from greenbaize.app.challenge_tries import find_open_try, find_try_records, load_challenge_log
from greenbaize.app.challenges import (
    ChallengeLog,
    create_challenge,
    create_challenge_header,
    find_challenge,
    log_challenge,
)
from greenbaize.app.daily import (
    DailyCalendar,
    create_daily_challenge,
    find_counted_day,
    format_day,
    is_deal_of_tomorrow,
)
from greenbaize.app.daily_game import find_today
from greenbaize.app.tables.default_players import get_own_name
from greenbaize.match.record import MAX_RECORD_BYTES, MatchRecord
from greenbaize.match.view_record import read_any_record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import MatchEnded
from greenbaize.store.files import read_plain
from greenbaize.ui.features.challenges.challenge_dialogs import (
    CountedDay,
    PlayChallengeDialog,
    SendChallengeDialog,
)
from greenbaize.ui.features.challenges.comparison_dialog import ComparisonDialog
from greenbaize.ui.features.challenges.daily_dialog import DailyDialog
from greenbaize.ui.shell.navigation import (
    ComparedReplayRoute,
    CompareRoute,
    ParReplayRoute,
    PreparedMatchRoute,
    RecordRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.localized_texts import describe_record_error
from greenbaize.words.catalogue import tr


class ChallengeController(QObject):
    """Controller of the dialogs about challenges."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services

    @property
    def _person(self) -> str:
        return self._services.settings.current.current_identity

    # Playing

    def ask_challenge(self, text: str = "") -> None:
        """Ask for a code and play it; a result code is compared instead."""
        text = text[:MAX_TEXT_LENGTH]
        try:
            decode_challenge_only(text)
        except GameError as error:
            if error.message.code == "challenge-is-result":
                self.compare(text)
                return
        log = load_challenge_log()
        dialog = PlayChallengeDialog(
            text,
            lambda challenge: log.has_tried(challenge, self._person),
            self._is_open,
            self._services.window,
            lambda challenge: self._find_counted_day(challenge, log),
        )
        dialog.challenge_chosen.connect(self._play_challenge)
        self._services.dialogs.open_dialog(dialog)

    def _find_counted_day(self, challenge: Challenge, log: ChallengeLog) -> CountedDay | None:
        today = find_today()
        if is_deal_of_tomorrow(challenge, today):
            return CountedDay(today + timedelta(days=1), is_early=True)
        day = find_counted_day(challenge, today, log, self._person)
        return None if day is None else CountedDay(day)

    def _is_open(self, challenge: Challenge) -> bool:
        return find_open_try(challenge.header, self._person) is not None

    def _play_challenge(self, challenge: Challenge, challenger: ChallengerResult) -> None:
        log = ChallengeLog.load()
        counts = not log.has_tried(challenge, self._person)
        day = self._find_counted_day(challenge, log) if counts else None
        if day is not None and day.is_early:
            counts, day = False, None
            try:  # Tomorrow the cards are known.
                log_challenge("seen", challenge, self._person, challenge.header)
            except GameError as error:
                self._services.notifications.show_message(error.message)
                return
        header = create_challenge_header(
            challenge,
            get_own_name(self._services.settings.current),
            counts=counts,
            day="" if day is None else format_day(day.day),
            challenger=challenger,
        )
        self._services.navigate(PreparedMatchRoute(header))

    # Sending

    def send_challenge(self, path: Path) -> str:
        """Open the dialog with the challenge of a match; return why there is none, or ""."""
        try:
            record, data = self._read_record(path)
            create_challenge(record.header, allows_hints=False, allows_undo=False)
        except GameError as error:
            return describe_record_error(error, path)

        def make_sentence(allows_hints: bool, allows_undo: bool) -> str:
            challenge = create_challenge(
                record.header, allows_hints=allows_hints, allows_undo=allows_undo
            )
            self._log_sent(challenge, record)
            contender = self._find_own_contender(challenge, record, data)
            return format_invitation(challenge, contender, is_practice=record.header.is_casual)

        dialog = SendChallengeDialog(
            make_sentence,
            self._services.window,
            is_fixed=find_challenge(record.header) is not None,
        )
        self._services.dialogs.open_dialog(dialog)
        return ""

    def _log_sent(self, challenge: Challenge, record: MatchRecord) -> None:
        if ChallengeLog.load().has_tried(challenge, self._person):
            return
        try:
            log_challenge("sent", challenge, self._person, record.header)
        except GameError as error:
            self._services.notifications.show_message(error.message)

    @staticmethod
    def _find_own_contender(
        challenge: Challenge, record: MatchRecord, data: bytes
    ) -> Contender | None:
        if not record.events or not isinstance(record.events[-1], MatchEnded):
            return None
        log = ChallengeLog.load()
        contender = read_contender(challenge, record, data, log, None)
        return replace(contender, used_hints=log.has_hint(record.header))

    def _read_record(self, path: Path) -> tuple[MatchRecord, bytes]:
        data = read_plain(path, MAX_RECORD_BYTES)
        return read_any_record(data, self._services.games), data

    # Results

    def copy_result(self, path: Path) -> str:
        """Copy the sentence with the result code of a finished challenge."""
        try:
            record, data = self._read_record(path)
            challenge = create_challenge(record.header, allows_hints=False, allows_undo=False)
            used_hints, used_undo = ChallengeLog.load().find_uses(record.header)
            result = compute_result(
                challenge, record, data, used_hints=used_hints, used_undo=used_undo
            )
            name = record.header.players[challenge.seat].name
            sentence = format_result_sentence(challenge, name, result)
        except GameError as error:
            return describe_record_error(error, path)
        QApplication.clipboard().setText(sentence)
        self._services.notifications.show_sentence(
            tr("Your result is copied: send it to the others. {sentence}").format(sentence=sentence)
        )
        return ""

    def _play_difference(self, route: ParReplayRoute | ComparedReplayRoute) -> None:
        self._services.navigate(route)

    def _copy_own_result(self, path: Path) -> None:
        error_text = self.copy_result(path)
        if error_text:
            self._services.notifications.show_sentence(error_text)

    # The deal of the day

    def show_daily(self) -> None:
        """Open the dialog with today's match."""
        today = find_today()
        calendar = DailyCalendar(load_challenge_log(), self._person)
        dialog = DailyDialog(
            today,
            calendar,
            self._services.window,
            is_open=self._is_open(create_daily_challenge(today)),
        )
        dialog.play_requested.connect(lambda day: self._play_daily(day, is_today=day == today))
        dialog.comparison_requested.connect(
            lambda day: self._services.navigate(CompareRoute(day=format_day(day)))
        )
        dialog.match_requested.connect(self._open_match)
        self._services.dialogs.open_dialog(dialog)

    def _open_match(self, identity: str) -> None:
        """Open the record of a match that was played here."""
        path = next(iter(find_try_records(identity)), None)
        if path is None:
            self._services.notifications.show_sentence(
                tr("The record of this match is gone or cannot be read.")
            )
        else:
            self._services.navigate(RecordRoute(path))

    def _play_daily(self, day: date, *, is_today: bool) -> None:
        log, challenge = ChallengeLog.load(), create_daily_challenge(day)
        counts = is_today and DailyCalendar(log, self._person).counts_on(day)
        header = create_challenge_header(
            challenge,
            get_own_name(self._services.settings.current),
            counts=counts,
            day=format_day(day),
        )
        self._services.navigate(PreparedMatchRoute(header))

    def compare(self, text: str = "", day: str = "") -> None:
        """Open the dialog that lays results side by side, or those of a day's deal."""
        dialog = ComparisonDialog(self._services.games, self._services.window, text, self._person)
        if day:
            dialog.show_challenge(create_daily_challenge(date.fromisoformat(day)))
            for level in list_table_levels(create_daily_challenge(date.fromisoformat(day))):
                dialog.add_level(level)
        dialog.replay_requested.connect(self._play_difference)
        dialog.result_copied.connect(self._copy_own_result)
        self._services.dialogs.open_dialog(dialog)
