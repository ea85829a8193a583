"""The window's door to tables with friends: opening one, joining one, coming back, and leaving."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.network import session as network
from greenbaize.lan.wire import Lay
from greenbaize.match.header import Header
from greenbaize.match.seal import Seal
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message, mark
from greenbaize.store.record_file import is_held
from greenbaize.ui.network.code_dialog import CodeDialog
from greenbaize.ui.network.join_dialog import JoinDialog
from greenbaize.ui.network.leaving import KeepOrLeave, close_table_question
from greenbaize.ui.network.opening import kept_house, opening_of, usual_opening
from greenbaize.ui.network.table_words import names_text
from greenbaize.ui.network.visit import Visit
from greenbaize.ui.network.waiting_room import dismiss_question
from greenbaize.ui.playing import Playing
from greenbaize.ui.sheets.result import FRIENDS, LEFT
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.app.chairs.housing import Housing
    from greenbaize.app.tables.place import Place
    from greenbaize.ui.ending import Ending
    from greenbaize.ui.window import MainWindow

SEAL_WORDS: Final = {
    Seal.WHOLE: mark("Everybody took part in the shuffle: checked."),
    Seal.UNSEEN: mark("The record fits its shuffle; this program took no part in it."),
    Seal.AGAIN: mark(
        "Everybody took part in the shuffle, but it was begun again after the host knew it."
    ),
    Seal.BROKEN: mark("The shuffle is not the one that everybody took part in. Do not trust it."),
}


class Door(QObject):
    """Everything the window does with tables on the network.

    Args:
        window: the program's window.
    """

    changed = Signal()
    """One is at a table, or at none any more, or may do something else there."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.visit: Visit | None = None
        """The stay at a table that the window shows."""
        self.dialog: Any = None
        """The dialog or question that was opened last."""
        self._waiting: Visit | None = None
        """A stay of which nobody knows yet whether the door opens."""
        self._gone: list[Visit] = []
        """Those at whose tables goodbye is being said."""

    @property
    def _housing(self) -> "Housing":
        return self._window.housing()

    # Coming in

    def open_table(self) -> None:
        """Open a table for what was played last, and show its waiting room at once."""
        self._window.who_plays.with_name(self._open_usual)

    def _open_usual(self) -> None:
        window = self._window
        self._open(usual_opening(window.games, window.settings, window.wanted, self._housing))

    def open_again(self, path: Path, header: Header) -> None:
        """Open the table of a match that was left before its end.

        Where it is open elsewhere that is said, and the window stays as it is.
        """
        problem = self.why_not_again(path)
        if problem:
            self._window.banner.tell(problem)
            return
        self._window.who_plays.sit_as_one_of(header)

        def open_it() -> None:
            self._open(opening_of(path, header, self._window.settings, self._housing))

        self._window.who_plays.with_name(open_it)

    def _open(self, opening: network.Opening) -> None:
        if self.visit is not None or self._window.asks_of_guide(lambda: self._open(opening)):
            return
        visit = self._visit(network.open_table(opening))
        visit.name_opening(opening.name, tr("The table is being opened…"))
        self._enter(visit)
        visit.begin()

    @staticmethod
    def why_not_again(path: Path) -> str:
        """Why the table of a match cannot be opened again, or not just now; or nothing."""
        from greenbaize.app.memory.guarding import check_go_on  # noqa: PLC0415  (seldom asked)

        try:
            check_go_on(path)
        except GameError as error:
            return Speaker().say(error.message)
        if not is_held(path):
            return ""
        return Speaker().say(Message("record-locked", {"path": path.name}))

    def ask_join(self) -> None:
        """Ask at which table one wants to sit."""
        if self.visit is not None or self._window.asks_of_guide(self.ask_join):
            return
        from greenbaize.app.tables.company import is_name, name_of, your_name  # noqa: PLC0415

        window = self._window
        you = your_name(window.settings)
        name = you if is_name(you) else ""
        dialog = JoinDialog(network.Finder, name, window, window.theme)
        dialog.offer_persons(list(filter(is_name, map(name_of, window.settings.persons))))
        dialog.join_asked.connect(self._on_join_asked)
        dialog.given_up.connect(self._give_up)
        self._show(dialog)

    def _on_join_asked(self, host: str, port: int, code: str, name: str, watch: bool) -> None:
        self._give_up()
        person = self._window.who_plays.called(name)
        joining = network.Joining(
            host, port, code, name, watch, self._housing, (person.face, person.colour)
        )
        visit = self._waiting = self._visit(network.join_table(joining))
        visit.met.connect(lambda: self._on_met(name))
        visit.begin()

    def _on_met(self, name: str) -> None:
        visit, self._waiting = self._waiting, None
        if visit is not None:
            # Not before: who is not let in is not called so.
            self._window.who_plays.call_you(name)
            self._window.save_settings()
            if isinstance(self.dialog, JoinDialog):
                self.dialog.accept()
            self._enter(visit)

    def _give_up(self) -> None:
        visit, self._waiting = self._waiting, None
        if visit is not None:
            visit.close()

    def come_back(self, known: network.KnownTable) -> None:
        """Sit down again where one has a seat still."""
        if self.visit is not None:
            return
        person = self._window.who_plays.called(known.you)
        joining = network.Joining(
            known.host,
            known.port,
            "",
            known.you,
            housing=self._housing,
            face=(person.face, person.colour),
        )
        visit = self._visit(network.join_table(joining))
        words = tr("Coming back to the table…")
        visit.name_opening(shown_name(known.name), words)
        self._enter(visit)
        visit.begin()

    def _visit(self, session: network.Session) -> Visit:
        visit = Visit(session, self._window.games, self._window.theme, self)
        visit.over.connect(lambda words: self._on_over(visit, words))
        return visit

    def _enter(self, visit: Visit) -> None:
        self.visit = visit
        banner = self._window.banner
        visit.room_wanted.connect(self._show_room)
        visit.match_begun.connect(self._on_match_begun)
        visit.mentioned.connect(banner.mention)
        visit.told.connect(banner.tell)
        visit.untold.connect(banner.take_back)
        visit.changed.connect(self.changed)
        visit.sealed.connect(self._show_seal)
        self._show_room()

    def _show_room(self) -> None:
        assert self.visit is not None
        room = self.visit.fresh_room()
        room.leave_asked.connect(self.ask_leave)
        room.lay_asked.connect(self._on_lay_asked)
        self._window.show_room(room)
        room.ready_button.setFocus()
        room.tell()
        self.changed.emit()

    def _on_lay_asked(self, lay: Lay) -> None:
        """Remember for the next table what holds at this one."""
        self._window.settings.table = kept_house(lay)

    # Matches

    def _on_match_begun(self, place: "Place") -> None:
        assert self.visit is not None
        self.visit.forget_room()
        self._window.play_at(place)

    def live_at(self, playing: Playing) -> None:
        """Show what the network adds to the table of a match."""
        if self.visit is not None:
            self.visit.live_at(playing)
            self.changed.emit()

    def dress_ending(self, ending: "Ending") -> None:
        """Let a match that is over be followed by what there is at a table with friends."""
        assert self.visit is not None
        ending.name_ways(FRIENDS)
        ending.again_asked.connect(self.visit.another_match)
        ending.new_match_asked.connect(self._show_room)
        ending.leave_asked.connect(self.ask_leave)
        self._show_seal()

    def _keep_ending(self, visit: Visit, ending: "Ending") -> None:
        """Let the table of a match that is over stay, though the one with friends is no more."""
        visit.put_table_away()
        ending.again_asked.disconnect()
        ending.new_match_asked.disconnect()
        ending.leave_asked.disconnect()
        ending.name_ways(LEFT)
        self._window.dress_ending(ending)
        self.changed.emit()

    def _show_seal(self) -> None:
        card = self._window.result
        seal = None if self.visit is None else self.visit.seal
        if card is None or seal is None or seal is Seal.NONE:
            return
        card.show_seal(tr(SEAL_WORDS[seal]), warns=seal is Seal.AGAIN, broken=seal is Seal.BROKEN)

    def lay_anew(self) -> bool:
        """Lay the match anew after an error; whether there is one of a table with friends."""
        visit = self.visit
        if visit is None:
            return False
        if visit.at_table is not None and visit.session.place is not None:
            self._window.play_at(visit.session.place)
        return True

    def open_chat(self) -> None:
        """Unfold the chat, or fold it."""
        if self.visit is not None:
            if self.visit.at_table is not None:
                self.visit.at_table.open_chat()
            elif self._window.room is not None:
                self._window.room.chat.field.setFocus()

    def show_code(self) -> None:
        """Say how friends find the table, also while a match is under way."""
        visit = self.visit
        if visit is not None and visit.session.code:
            session, window = visit.session, self._window
            name = "" if visit.lobby is None else visit.lobby.table
            self._show(CodeDialog(name, session.code, session.addresses, window, window.theme))

    def ask_dismiss(self, seat: int) -> None:
        """Ask whether a guest is to leave."""
        visit = self.visit
        if visit is None or visit.lobby is None or seat >= len(visit.lobby.chairs):
            return
        name = visit.lobby.chairs[seat].name
        question = dismiss_question(self._window, names_text([name]))
        question.confirmed.connect(lambda: self._dismiss(visit, seat, name))
        self._show(question)

    @staticmethod
    def _dismiss(visit: Visit, seat: int, name: str) -> None:
        # Somebody else may sit there by the time the question is answered.
        chairs = () if visit.lobby is None else visit.lobby.chairs
        if seat < len(chairs) and chairs[seat].name == name:
            visit.session.dismiss(seat)

    # Going

    def ask_leave(self) -> None:
        """Leave the table, asked first where somebody would lose something by it."""
        visit = self.visit
        if visit is None:
            return
        if not self._loses_something(visit):
            self._leave()
            return
        question = self._leave_question(visit)
        question.confirmed.connect(self._leave)
        if isinstance(question, KeepOrLeave):
            question.kept.connect(self._go_for_now)
        self._show(question)

    @staticmethod
    def _loses_something(visit: Visit) -> bool:
        if visit.session.hosting:
            guests = () if visit.lobby is None else visit.lobby.chairs
            return visit.playing or sum(chair.who == "guest" for chair in guests) > 1
        return visit.playing and visit.lobby is not None and visit.lobby.you is not None

    def _leave_question(self, visit: Visit) -> Any:
        if visit.session.hosting:
            return close_table_question(self._window, playing=visit.playing)
        return KeepOrLeave(self._window)

    def asks_before_closing(self) -> bool:
        """Whether the window must not close yet, for something is asked first."""
        visit = self.visit
        if visit is None or not self._loses_something(visit):
            return False
        question = self._leave_question(visit)
        if visit.session.hosting:
            # The seats of a match at a table that is run here are kept.
            question.confirmed.connect(self._window.close_now)
        else:
            question.confirmed.connect(self._leave_and_close)
            question.kept.connect(self._window.close_now)
        self._show(question)
        return True

    def _leave_and_close(self) -> None:
        if self.visit is not None:
            self.visit.leave()
        self._window.close_now()

    def _leave(self) -> None:
        visit, self.visit = self.visit, None
        if visit is not None:
            self._gone.append(visit)
            visit.destroyed.connect(self._forget_gone)
            visit.leave()
            self._clear_table()

    def _forget_gone(self) -> None:
        self._gone = [visit for visit in self._gone if not visit.ended]

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
            ending = self._window.ending
            if ending is None:
                self._clear_table()
            else:
                self._keep_ending(visit, ending)
            if words:
                self._window.banner.tell(words)

    def _clear_table(self) -> None:
        self._window.clear_table()
        self.changed.emit()

    def close(self) -> None:
        """End everything here and now, as the window closes."""
        for visit in (self.visit, self._waiting, *self._gone):
            if visit is not None:
                visit.close()
        self.visit = self._waiting = None
        self._gone = []

    def _show(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        if self.visit is not None:
            self.visit.set_theme(theme)
