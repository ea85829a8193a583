"""Controller for opening, joining, rejoining and leaving tables on the network."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from greenbaize.app.memory.visibility_guard import check_go_on
from greenbaize.app.network import connections as network
from greenbaize.app.network.connections import Opening
from greenbaize.app.network.session import Session
from greenbaize.app.network.table_words import QUICK_WORDS
from greenbaize.app.nicknames import is_name
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.tables.default_players import name_of, your_name
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.lan.wire import Lay
from greenbaize.match.header import Games, Header
from greenbaize.match.player import Player
from greenbaize.match.seal import Seal
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message, mark
from greenbaize.rules.options import settled_or_usual
from greenbaize.rules.players import HUMAN, LEVEL_NAMES
from greenbaize.store.record_file import is_held
from greenbaize.store.settings import Settings
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.lay_dialog import CLOCKS
from greenbaize.ui.features.network.phones_dialog import PhonesDialog
from greenbaize.ui.features.network.table_only import TableOnly
from greenbaize.ui.features.network.visit import Visit
from greenbaize.ui.features.network.waiting_room import CodeDialog, WaitingRoom, dismiss_question
from greenbaize.ui.match.ending import Ending, lead_on
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.result import FRIENDS, LEFT
from greenbaize.ui.sheets.unwritten import UnwrittenMatchDialog
from greenbaize.ui.shell.navigation import (
    ComeBack,
    HaveName,
    ReopenTable,
    SitDown,
    Start,
)
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

SEAL_WORDS: Final = {
    Seal.WHOLE: mark("Everybody took part in the shuffle: checked."),
    Seal.UNSEEN: mark("The record fits its shuffle; this program took no part in it."),
    Seal.AGAIN: mark(
        "Everybody took part in the shuffle, but it was begun again after the host knew it."
    ),
    Seal.BROKEN: mark("The shuffle is not the one that everybody took part in. Do not trust it."),
}
_HOUSE: Final = ("bots", "clock", "hints", "hands")


class KeepOrLeave(Confirmation):
    """Dialog of a guest in a running match: leave for now, leave for good, or stay."""

    kept = Signal()
    """The guest leaves but keeps the seat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent,
            tr("Leave the match?"),
            tr(
                "If you go for now, your seat is kept and you can come back; a computer player "
                "stands in for you after a while. If you leave for good, it plays on for you, "
                "and a friend may take the seat."
            ),
            tr("&Leave for good"),
            tr("&Stay"),
        )
        self.keep_button = self.button(tr("&Go for now"), self.reject)
        column = self.layout()
        assert column is not None
        buttons = column.itemAt(column.count() - 1)
        assert isinstance(buttons, QHBoxLayout)
        buttons.insertWidget(buttons.count() - 1, self.keep_button)
        self.keep_button.clicked.connect(self.kept)


def close_table_question(parent: QWidget, *, playing: bool) -> Confirmation:
    """Return the dialog that asks the host whether to close the table."""
    more = tr("Your friends have to leave the table.")
    if playing:
        again = tr("You can continue the match later: open the table again from the first screen.")
        more = f"{more} {again}"
    return Confirmation(
        parent, tr("Close the table?"), more, tr("&Close the table"), tr("&Keep it open")
    )


def stop_match_question(parent: QWidget, *, hosting: bool) -> Confirmation:
    """Return the dialog that asks the keeper whether to end the match for another game."""
    more = tr("All at the table are told, and you choose what is played next.")
    kept = tr("The match is kept on the host's computer and can be continued later.")
    if hosting:
        kept = tr("The match is kept: you can continue it later from the first screen.")
    return Confirmation(
        parent, tr("End the match?"), f"{more} {kept}", tr("&End the match"), tr("&Play on")
    )


class NetworkController(QObject):
    """Controller of everything the window does with tables on the network."""

    changed = Signal()
    """The player joined or left a table, or other actions are available there."""
    closing_confirmed = Signal()
    """The player agreed to close the window."""
    quick_words = QUICK_WORDS

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self._window = services.window
        self.visit: Visit | None = None
        self.dialog: Any = None
        services.pages.leaving.connect(self._forget_table)
        self._waiting: Visit | None = None
        """Session that waits for the host's decision on joining, or None."""
        self.table_only = TableOnly(services, lambda: self.visit, self._live_at, self)
        self.table_only.changed.connect(self.changed)

    @property
    def _launcher(self) -> BotLauncher:
        return self._services.launcher.now

    @property
    def _playing(self) -> MatchView | None:
        page = self._services.pages.current
        return page if isinstance(page, MatchView) else None

    def _forget_table(self) -> None:
        if self.visit is not None and self.visit.at_table is not None:
            self.visit.at_table.leave()
            self.visit.at_table = None

    # Opening and joining

    def open_table(self) -> None:
        """Open a table with the setup played last and show its waiting room."""
        services = self._services

        def open_usual() -> None:
            table = services.setup.table
            settings = services.settings.now
            self._open(usual_opening(services.games, settings, table, self._launcher))

        services.go(HaveName(open_usual))

    def reopen(self, to: ReopenTable) -> str:
        """Open the table of an unfinished match.

        Return the reason if that is impossible, else an empty string. A match that is open
        elsewhere leaves the window unchanged.
        """
        problem = self.why_not_again(to.path)
        if problem:
            return problem
        services = self._services
        services.persons.sit_as_one_of(to.header)

        def open_it() -> None:
            self._open(opening_of(to.path, to.header, services.settings.now, self._launcher))

        services.go(HaveName(open_it))
        return ""

    def _open(self, opening: network.Opening) -> None:
        pages = self._services.pages
        if self.visit is not None or pages.asks_first(lambda: self._open(opening)):
            return
        visit = self._visit(network.open_table(opening))
        visit.opening = opening.name, tr("The table is being opened…")
        self._enter(visit)
        visit.session.begin()

    @staticmethod
    def why_not_again(path: Path) -> str:
        """Return the reason why the table of a match cannot be reopened, or an empty string."""
        try:
            check_go_on(path)
        except GameError as error:
            return Speaker().say(error.message)
        if not is_held(path):
            return ""
        return Speaker().say(Message("record-locked", {"path": path.name}))

    def ask_join(self) -> None:
        if self.visit is not None:
            return
        settings = self._services.settings.now
        you = your_name(settings)
        name = you if is_name(you) else ""
        dialog = JoinDialog(network.Finder, name, self._window)
        dialog.offer_persons(list(filter(is_name, map(name_of, settings.persons))))
        dialog.join_asked.connect(self._on_join_asked)
        dialog.given_up.connect(self._give_up)
        self._show(dialog)

    def _on_join_asked(self, host: str, port: int, code: str, name: str, watch: bool) -> None:
        self._give_up()
        person, dialog = self._services.persons.called(name), self.dialog
        joining = network.Joining(
            host,
            port,
            code,
            name,
            watch,
            self._launcher,
            (person.face, person.colour),
            dialog.table_at(host, port) if isinstance(dialog, JoinDialog) else None,
        )
        visit = self._waiting = self._visit(network.join_table(joining))
        visit.met.connect(lambda: self._on_met(name))
        visit.session.begin()

    def _on_met(self, name: str) -> None:
        visit, self._waiting = self._waiting, None
        if visit is not None:
            # Only now: a name that the host refused is not saved.
            self._services.persons.call_you(name)
            self._services.settings.save()
            if isinstance(self.dialog, JoinDialog):
                self.dialog.accept()
            self._enter(visit)

    def _give_up(self) -> None:
        visit, self._waiting = self._waiting, None
        if visit is not None:
            visit.close()

    def come_back(self, to: ComeBack) -> None:
        known = to.table
        if self.visit is not None:
            return
        person = self._services.persons.called(known.you)
        joining = network.Joining(
            known.host,
            known.port,
            "",
            known.you,
            launcher=self._launcher,
            face=(person.face, person.colour),
        )
        visit = self._visit(network.join_table(joining))
        words = tr("Coming back to the table…")
        visit.opening = shown_name(known.name), words
        self._enter(visit)
        visit.session.begin()

    def _visit(self, session: Session) -> Visit:
        visit = Visit(session, self._services, self)
        visit.over.connect(lambda words: self._on_over(visit, words))
        return visit

    def _enter(self, visit: Visit) -> None:
        self.visit = visit
        visit.room_wanted.connect(self._show_room)
        visit.match_begun.connect(self._on_match_begun)
        visit.changed.connect(self.changed)
        visit.sealed.connect(self._show_seal)
        self._show_room()

    def _show_room(self) -> None:
        assert self.visit is not None
        room = self.visit.fresh_room()
        room.leave_button.clicked.connect(self.ask_leave)
        room.lay_asked.connect(self._on_lay_asked)
        room.house.shows_only.connect(self._on_shows_only)
        self._services.pages.show(room)
        room.ready_button.setFocus()
        room.tell()
        self.changed.emit()
        if self.visit.wants_another_game:
            self.visit.wants_another_game = False
            room.ask_change()

    def _on_lay_asked(self, lay: Lay) -> None:
        """Save the table's settings and the options of its game for the next table."""
        now = self._services.settings.now
        kept = now.table.get("rules")
        rules = {**(kept if isinstance(kept, dict) else {}), lay.game: {"options": lay.options}}
        now.table = {**kept_house(lay), "only": now.table.get("only", False), "rules": rules}

    def _on_shows_only(self, on: bool) -> None:
        now = self._services.settings.now
        now.table = {**now.table, "only": on}

    # Matches

    def _on_match_begun(self, place: PlayerView) -> None:
        assert self.visit is not None
        self.visit.room = None
        if not self.table_only.takes(place):
            self._services.go(SitDown(place, self._live_at))

    def _live_at(self, playing: MatchView) -> None:
        if self.visit is not None:
            playing.shared, playing.lead_on = True, self.dress_ending
            self.visit.live_at(playing)
            self.changed.emit()

    def dress_ending(self, ending: Ending) -> None:
        """Connect the end of a match to what can follow at a networked table."""
        assert self.visit is not None
        ending.name_ways(FRIENDS)
        ending.again_asked.connect(self.ask_another_match)
        ending.new_match_asked.connect(self._show_room)
        ending.leave_asked.connect(self.ask_leave)
        self._show_seal()

    def _keep_ending(self, visit: Visit, ending: Ending) -> None:
        """Keep the table of a finished match after its networked table was closed."""
        visit.put_table_away()
        ending.again_asked.disconnect()
        ending.new_match_asked.disconnect()
        ending.leave_asked.disconnect()
        ending.name_ways(LEFT)
        lead_on(ending, self._services)
        self.changed.emit()

    def _show_seal(self) -> None:
        ending = None if self._playing is None else self._playing.ending
        card = None if ending is None else ending.card
        seal = None if self.visit is None else self.visit.seal
        if card is None or seal is None or seal is Seal.NONE:
            return
        card.show_seal(tr(SEAL_WORDS[seal]), warns=seal is Seal.AGAIN, broken=seal is Seal.BROKEN)

    def open_chat(self) -> None:
        if self.visit is not None:
            if self.visit.at_table is not None:
                self.visit.at_table.open_chat()
            elif isinstance(room := self._services.pages.current, WaitingRoom):
                room.chat.field.setFocus()

    def show_code(self) -> None:
        visit = self.visit
        if visit is not None and visit.session.code:
            session, name = visit.session, "" if visit.lobby is None else visit.lobby.table
            dialog = CodeDialog(name, session.code, session.addresses, self._window)
            dialog.head.new_code_asked.connect(session.renew_code)
            visit.opened.connect(dialog.head.show_door)
            self._show(dialog)

    def show_phones(self) -> None:
        visit = self.visit
        if visit is None or not visit.session.hosting:
            return
        if isinstance(room := self._services.pages.current, WaitingRoom):
            room.focus_phones()
        else:
            self._show(PhonesDialog(visit, self._window))

    def ask_dismiss(self, seat: int) -> None:
        visit = self.visit
        if visit is not None:
            dismiss = dismiss_question(self._window, visit.session, lambda: visit.lobby, seat)
            self._show(dismiss)

    def choose_game(self) -> None:
        """Let the keeper choose another game, after ending a running match if they agree."""
        visit = self.visit
        if visit is None or not visit.keeps:
            return
        if visit.playing:
            if self._asks_unwritten(visit, self._stop_match):
                return
            question = stop_match_question(self._window, hosting=visit.session.hosting)
            question.confirmed.connect(self._stop_match)
            self._show(question)
            return
        if visit.room is None or self._services.pages.current is not visit.room:
            self._show_room()
        assert visit.room is not None
        visit.room.ask_change()

    def _stop_match(self) -> None:
        visit = self.visit
        if visit is not None and visit.playing:
            visit.wants_another_game = True
            visit.session.stop_match()

    def ask_another_match(self) -> None:
        """Continue with the next match; ask first if the last one cannot be written."""
        visit = self.visit
        if visit is not None and not self._asks_unwritten(visit, visit.another_match):
            visit.another_match()

    # Leaving

    def ask_leave(self) -> None:
        """Leave the table; ask first if somebody would lose something."""
        visit = self.visit
        if visit is None or self._asks_unwritten(visit, self._leave):
            return
        if not self._loses_something(visit):
            self._leave()
            return
        self._ask_leaving(visit, self._leave, self._go_for_now)

    def _ask_leaving(
        self, visit: Visit, leave: Callable[[], object], go_for_now: Callable[[], object]
    ) -> None:
        if visit.session.hosting:
            question = close_table_question(self._window, playing=visit.playing)
        else:
            question = KeepOrLeave(self._window)
            question.kept.connect(go_for_now)
        question.confirmed.connect(leave)
        self._show(question)

    def _asks_unwritten(self, visit: Visit, act: Callable[[], object]) -> bool:
        """Ask before a match hosted here is lost unwritten; return whether it was asked."""
        file = visit.session.unwritten
        trouble = None if file is None else file.trouble
        if file is None or trouble is None:
            return False
        question = UnwrittenMatchDialog(self._window, file, trouble)
        question.confirmed.connect(act)
        self._show(question)
        return True

    @staticmethod
    def _loses_something(visit: Visit) -> bool:
        if visit.session.hosting:
            guests = () if visit.lobby is None else visit.lobby.chairs
            return visit.playing or sum(chair.who == "guest" for chair in guests) > 1
        return visit.playing and visit.lobby is not None and visit.lobby.you is not None

    def asks_before_closing(self) -> bool:
        """Return whether the window must not close yet, because a question was opened."""
        visit, close = self.visit, self.closing_confirmed.emit
        if visit is not None and self._asks_unwritten(visit, close):
            return True
        if visit is None or not self._loses_something(visit):
            return False
        # A match hosted here keeps its seats on disk: closing is enough.
        leave = close if visit.session.hosting else self._leave_and_close
        self._ask_leaving(visit, leave, close)
        return True

    def _leave_and_close(self) -> None:
        if self.visit is not None:
            self.visit.leave()
        self.closing_confirmed.emit()

    def _leave(self) -> None:
        visit, self.visit = self.visit, None
        if visit is not None:
            visit.leave()
            self._clear_table()

    def _go_for_now(self) -> None:
        visit, self.visit = self.visit, None
        if visit is not None:
            visit.close()
            self._clear_table()

    def _on_over(self, visit: Visit, words: str) -> None:
        if visit is self._waiting:
            self._waiting = None
            if isinstance(self.dialog, JoinDialog):
                self.dialog.show_refusal(words, visit.why)
        elif visit is self.visit:
            self.visit = None
            playing = self._playing
            if playing is None or playing.ending is None:
                self._clear_table()
            else:
                playing.shared = False
                self._keep_ending(visit, playing.ending)
            if words:
                self._services.notifications.tell(words)

    def _clear_table(self) -> None:
        page = self._services.pages.current
        if page is not None:
            page.shared = False
        self._services.go(Start())
        self.changed.emit()

    def close(self) -> None:
        for visit in self.findChildren(Visit):
            visit.close()
        self.visit = self._waiting = None

    def _show(self, dialog: Any) -> None:
        self.dialog = dialog
        self._services.dialogs.open(dialog)


def usual_opening(
    games: Games,
    settings: Settings,
    table: tuple[str, Sequence[Player], Mapping[str, object]],
    launcher: BotLauncher,
) -> Opening:
    """Return the request to open a table with the game, players and options of ``table``."""
    game, sitters, options = table
    values = settled_or_usual(games[game].options, len(sitters), options)
    levels = (one.level for one in sitters if one.kind != HUMAN and one.level in LEVEL_NAMES)
    lay = _lay(game, len(sitters), values, next(levels, DEFAULT_LEVEL))
    return _opening(lay, settings, launcher)


def opening_of(path: Path, header: Header, settings: Settings, launcher: BotLauncher) -> Opening:
    """Return the request to reopen the table of a stored match."""
    lay = _lay(header.game, len(header.sitters), header.options, DEFAULT_LEVEL)
    return _opening(lay, settings, launcher, path)


def _lay(game: str, seats: int, options: Mapping[str, object], bots: str) -> Lay:
    return Lay(game, seats, dict(options), bots, clock=0, hints=True, hands=False)


def _opening(
    lay: Lay, settings: Settings, launcher: BotLauncher, record: Path | None = None
) -> Opening:
    you, person = your_name(settings), settings.person
    name = tr("Table for friends") if you == tr("You") else tr("{name}'s table").format(name=you)
    face = (person.face, person.colour)
    shows = record is None and settings.table.get("only") is True
    lay = _as_kept(lay, settings)
    return Opening(name, you, lay, record, launcher=launcher, face=face, shows=shows)


def _as_kept(lay: Lay, settings: Settings) -> Lay:
    """Return the setup with the remembered settings, as far as they are valid."""
    allowed = {
        "bots": ("", *LEVEL_NAMES),
        "clock": CLOCKS,
        "hints": (True, False),
        "hands": (True, False),
    }
    kept = {
        key: value
        for key, value in settings.table.items()
        if any(type(one) is type(value) and one == value for one in allowed.get(key, ()))
    }
    return msgspec.structs.replace(lay, **kept)


def kept_house(lay: Lay) -> dict[str, Any]:
    """Return the settings of a table to remember for the next one, without the game."""
    return {key: getattr(lay, key) for key in _HOUSE}
