"""The main window: menus, the table in the middle, and what is remembered between two evenings."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from greenbaize.app.tables.company import (
    company,
    is_casual,
    last_table,
    name_of,
    usual_seats,
    your_name,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.sitters import Sitter
from greenbaize.resources import resources
from greenbaize.rules.errors import GameError, WhoseChairError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.fitting import NONE, SYSTEM
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import card_look, card_look_of, use_look
from greenbaize.ui.faults import fault_text
from greenbaize.ui.fonts import share
from greenbaize.ui.help.desk import HelpDesk
from greenbaize.ui.language import wanted
from greenbaize.ui.lobby import Lobby
from greenbaize.ui.looking import Looking
from greenbaize.ui.menus import Menus
from greenbaize.ui.offers import offer
from greenbaize.ui.palettes import wear
from greenbaize.ui.people.who_plays import WhoPlays
from greenbaize.ui.sound.sounding import Sounding
from greenbaize.ui.speech.speaking import Speaking
from greenbaize.ui.standing import Standing, text_of
from greenbaize.ui.text_size import lay_anew, use_font, widen_windows, write_at
from greenbaize.ui.theme import Theme
from greenbaize.ui.what_next import MOST_OFFERED, WhatNext
from greenbaize.words.catalogue import spoken_language, tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    # What runs matches is not needed for the first paint, nor what tells of trouble.
    from greenbaize.app.chairs.housing import Housing
    from greenbaize.app.learning.first_table import FirstPlace
    from greenbaize.app.tables.matches import OpenMatch
    from greenbaize.app.tables.place import Place
    from greenbaize.app.tables.unfinished import Unfinished
    from greenbaize.match.header import Games, Header
    from greenbaize.store.record_file import RecordFile
    from greenbaize.ui.banner import Banner
    from greenbaize.ui.ending import Ending
    from greenbaize.ui.learning.first_deal import FirstDeal
    from greenbaize.ui.memory.replaying import Replaying
    from greenbaize.ui.network.door import Door
    from greenbaize.ui.network.known import KnownTables
    from greenbaize.ui.network.waiting_room import WaitingRoom
    from greenbaize.ui.pictures import Pictures
    from greenbaize.ui.playing import Playing
    from greenbaize.ui.sheets.result import ResultSheet
    from greenbaize.ui.table.motion import Motion
    from greenbaize.ui.table.reports import Report
    from greenbaize.ui.wishes import Wishes


class MainWindow(QMainWindow):
    """The program's window.

    Args:
        request: what the command line asked for.
        games: every game by its name.
        apart: whether computer players are programs of their own, so that none holds it up.
        settings: what a person has set; by default what the file says.
    """

    record_dropped = Signal(str)
    """A record was dropped on the window, to be opened; with its path."""
    opened = Signal()
    """The window has been painted, and has begun what it was opened for."""
    language_wished = Signal()
    """Another language than the one spoken is wished for; the window is to be made anew."""
    first_deal: "FirstDeal | None" = None
    """The guide of a first deal on the table."""

    wishes: "Wishes | None" = None
    """What the system wants, which is asked once the window is there."""

    def __init__(
        self,
        request: PlayRequest,
        games: "Games",
        *,
        apart: bool = True,
        settings: Settings | None = None,
    ) -> None:
        super().__init__()
        self.apart = apart
        self.games = games
        self._request = request
        self.settings = Settings.load() if settings is None else settings
        self.theme = self._wear()
        use_look(card_look_of(self.settings))
        self.sound = Sounding(lambda: self.settings)
        QApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)
        self.speech = Speaking(self)
        self.playing: Playing | None = None
        self.replaying: Replaying | None = None
        """The match that is played back on the table."""
        self.match: OpenMatch | None = None
        """The match on the table, where it runs at this computer."""
        self.lobby: Lobby | None = None
        self._dialog: QWidget | None = None
        self.help_desk = HelpDesk(self)
        self.what_next = WhatNext(self)
        self.ending: Ending | None = None
        """The end of the match on the table, once it has come."""
        self.room: WaitingRoom | None = None
        """The waiting room of a table with friends, while one is there."""
        self._door: Door | None = None
        self._page = 0
        """The page of the preferences that was looked at last."""
        self._closing = self._was_over = self._painted = self._preferring = False
        self._known: KnownTables | None = None
        self.looking = Looking(self)
        self.readying: QObject | None = None
        """Loads what a match needs, where none was asked for at once."""
        self.pictures = self._make_pictures()
        """Keeps pictures of the table, where that was asked for."""
        self.trouble = ""
        """What last went wrong with a file, in a sentence."""
        self.unwritten: list[str] = []
        """The sentences on records that were incomplete when their matches were left."""
        self.losses: list[str] = []
        """The sentences on programs that have lost their seats."""
        self.reading = False
        """Whether a record is being read, and nothing else can be begun."""
        self.setWindowTitle("Green Baize")
        self.who_plays = WhoPlays(self)
        self._name, self._sitters, self._options = self._wanted_table(request)
        self._make_menus()
        self.show_lobby()
        self.sheets.saved.connect(self._on_saved)
        self._standing = Standing()
        self._standing.take(self, self.settings.geometry, another=request.new_window)
        self.setAcceptDrops(True)

    def _mention(self, words: str) -> None:
        self.banner.mention(words)

    def _on_saved(self, where: str) -> None:
        self.banner.tell(where)

    # Beginning

    def _wanted_table(
        self, request: PlayRequest
    ) -> tuple[str, tuple[Sitter, ...], dict[str, object]]:
        if request.game is None and request.players is None and not request.watch:
            return last_table(self.settings)
        name = request.game or last_table(self.settings)[0]
        players = request.players or usual_seats(name)
        you = None if request.watch else your_name(self.settings)
        others = players if you is None else players - 1
        bots = request.bots * others if len(request.bots) == 1 else request.bots
        persons = [name_of(one) for one in self.settings.persons]
        return name, company(bots, you, persons), dict(request.options)

    def start(self) -> None:
        """Begin what was asked for, once the table has been painted."""
        assert self.lobby is not None
        if self._begins_with_choices and not folders.has_records():
            self.offer()  # nothing has to be read, and so the first paint shows all there is
        self.lobby.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the first paint; whatever can wait for it does."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            # The paint itself comes after this filter, and timers after the paint.
            QTimer.singleShot(0, self.after_first_paint)
        return False

    @property
    def _begins_with_choices(self) -> bool:
        request = self._request
        return request.record is None and request.game is None and not request.watch

    def after_first_paint(self) -> None:
        """Do what the window was opened for; then others may ask for more."""
        try:
            self._begin()
        finally:
            self.opened.emit()

    def _begin(self) -> None:
        """Begin the match asked for, or offer what there is to play."""
        from PySide6.QtGui import QIcon  # noqa: PLC0415  (it is made when first asked for)

        from greenbaize.ui.wishes import Wishes  # noqa: PLC0415  (nobody waits for it)

        self._painted = True
        self.wishes = Wishes(self)
        self.wishes.changed.connect(self.apply_settings)
        self.menus.show_sound_button()
        self.looking.begin()
        self._tell(self.settings.news())
        QApplication.setWindowIcon(QIcon(str(resources() / "icons" / "greenbaize-256.png")))
        if self._request.programs:
            # A match that is resumed needs them again.
            self.settings.programs.update(self._request.programs)
            self.save_settings()
        if self._request.record is not None:
            self.offer()
            self.open_or_tell(self._request.record, self._request.seat)
        elif not self._begins_with_choices:
            self.begin_wanted(self._request.seed, as_set_up=self._request.game is None)
        else:
            if self._known is None:
                self.offer()
            else:
                self._known.look()
                self._draw_pictures()
            self._make_ready()

    def _make_ready(self) -> None:
        """Have what a match needs at hand by the time that somebody has made up their mind."""
        from greenbaize.ui.readying import Readying  # noqa: PLC0415

        self.readying = Readying(self.games, self._name, self, self.sound.make_ready)

    def offer(self) -> None:
        """Lay the choices on the empty table."""
        if self.lobby is None:
            return
        left: Sequence[Unfinished] = ()
        if folders.has_records():
            from greenbaize.app.tables.unfinished import unfinished  # noqa: PLC0415

            # One's own comes first, even where others have played since.
            left = unfinished(MOST_OFFERED if self.settings.others else 2)
        self._known = offer(self, self.lobby, left)
        if self._painted:
            self._known.look()
            self._draw_pictures()

    def _draw_pictures(self) -> None:
        """Draw the pictures of the games, which the first paint does not wait for."""
        if self.lobby is not None and self.lobby.choices is not None:
            self.lobby.choices.draw_pictures()

    def begin_requested(self, request: PlayRequest) -> None:
        """Begin a match that was asked for while the window was open.

        Raises:
            GameError: there is no such game or match; the table stays as it is.
        """
        from greenbaize.app.tables.matches import new_seed, settled_header  # noqa: PLC0415
        from greenbaize.match.header import check_seats  # noqa: PLC0415

        if request.game is not None and request.game not in self.games:
            values: dict[str, Value] = {"game": request.game, "known": ", ".join(self.games)}
            raise GameError(Message("game-unknown", values))
        if request.game is not None and request.players is not None:
            # Before there are names for them, of which there are only so many.
            check_seats(self.games[request.game], request.players)
        table = self._wanted_table(request)
        header = settled_header(*table, request.seed or new_seed())
        self._name, self._sitters, self._options = table
        self.begin(header)

    def begin_wanted(self, seed: str | None, *, as_set_up: bool = True) -> None:
        """Begin a match of what was played last, or asked for; ``as_set_up``, if a casual one."""
        if self.asks_of_guide(lambda: self.begin_wanted(seed, as_set_up=as_set_up)):
            return
        from greenbaize.app.tables.matches import (  # noqa: PLC0415
            casual,
            new_seed,
            settled_header,
        )
        from greenbaize.rules.options import settled_or_usual  # noqa: PLC0415

        game, sitters = self.games[self._name], self._sitters
        options = settled_or_usual(game.options, len(sitters), self._options)
        header = settled_header(self._name, sitters, options, seed or new_seed())
        plays = any(one.kind == HUMAN for one in sitters)
        lightly = as_set_up and plays and is_casual(self.settings, self._name)
        self.begin(casual(header) if lightly else header)

    def show_lobby(self) -> None:
        """Show the empty table."""
        self._close_match()
        self.room = None
        self.who_plays.take_turns()
        self.lobby = Lobby(self._sitters, self.theme, self)
        self._show_in_middle(self.lobby)
        self._update_actions()
        self.see_language()

    def _show_in_middle(self, widget: QWidget) -> None:
        """Show this in the window's middle, and let go of what was there."""
        before = self.centralWidget()
        if before is not None:
            # If it is taken from under the keyboard, Qt for Python keeps it for good.
            before.hide()
        self.setCentralWidget(widget)

    # Matches

    def _play(self, match: "OpenMatch") -> None:
        playing = self._lay(match.place)
        self.match = match
        match.file.troubled = self._on_trouble
        self._update_actions()
        if match.cut:
            self.banner.tell(tr("The last line of the record was cut short and was dropped."))
        if match.file.trouble is not None:
            self._on_trouble(match.file.trouble)
        playing.setFocus()
        playing.begin()

    def play_at(self, place: "Place") -> None:
        """Lay the table of a match that does not run in this window."""
        playing = self._lay(place)
        self.door().live_at(playing)
        self._update_actions()
        playing.setFocus()
        playing.begin()

    def lay_first_deal(self, place: "FirstPlace") -> "FirstDeal":
        """Lay the table of a first deal, of which nothing is kept; its guide."""
        from greenbaize.ui.learning.first_deal import FirstDeal  # noqa: PLC0415

        playing = self._lay(place)
        first = self.first_deal = FirstDeal(self, playing, place)
        self.apply_settings()
        self._update_actions()
        playing.setFocus()
        playing.begin()
        return first

    def _lay(self, place: "Place") -> "Playing":
        from greenbaize.ui.playing import Playing  # noqa: PLC0415  (the first paint needs it not)

        self._close_match(place)
        self.lobby = self.room = None
        playing = Playing(place, self.theme, self)
        self.playing = playing
        self.apply_settings()
        self.sound.listen_to(playing)
        self.speech.listen_to(playing)
        self._was_over = place.over
        self._show_in_middle(playing)
        playing.deal_shown.connect(self._on_deal_shown)
        playing.asking.changed.connect(self._update_hint)
        if self.pictures is not None:
            playing.trick_shown.connect(self.pictures.keep_trick)
        playing.finished.connect(self._on_finished)
        playing.seat_lost.connect(self._on_seat_lost)
        playing.refused.connect(lambda said, _: self.speech.say(said, urgent=True))
        playing.refused.connect(lambda said, rule: self.banner.tell(said, rule=rule))
        playing.rule_asked.connect(self.help_desk.show_rule)
        playing.told.connect(self._mention)
        playing.folding.changed.connect(self._on_folded)
        playing.folding.turned.connect(self._on_side_turned)
        return playing

    @property
    def laid(self) -> "Playing | Replaying | None":
        """The match on the table, be it played or played back."""
        return self.playing or self.replaying

    def lay_replay(self, replaying: "Replaying") -> None:
        """Lay the table of a match that is played back."""
        self._close_match()
        self.lobby = self.room = None
        self.replaying = replaying
        self.apply_settings()
        self.sound.listen_back(replaying)
        self.speech.listen_back(replaying)
        self._show_in_middle(replaying)
        replaying.viewer_changed.connect(self._on_viewer_changed)
        replaying.rule_asked.connect(self.help_desk.show_rule)
        replaying.told.connect(self._mention)
        replaying.folded.connect(self._on_folded)
        replaying.turned.connect(self._on_side_turned)
        self._update_actions()
        replaying.setFocus()

    def _on_viewer_changed(self) -> None:
        self.apply_settings()
        if self.replaying is not None:
            self.sound.listen_back(self.replaying)
            self.speech.pace(self.replaying.table.stage)
        self._update_actions()

    def leave_match(self) -> None:
        """Leave the match on the table; whoever does so lays something else at once."""
        self._close_match()
        self._update_actions()

    def _close_match(self, place: "Place | None" = None) -> None:
        """Put the match away; ``place`` is where somebody sits next, perhaps where they sat."""
        self.sound.leave()
        self.speech.leave()
        focus = self.focusWidget()
        if focus is not None:
            focus.clearFocus()  # it would go on to what is put away next, and that would be told
        if self.ending is not None:
            self.ending.put_away()
            self.ending = None
        if self._door is not None and self._door.visit is not None:
            self._door.visit.forget_table()
        self.first_deal = None
        if self.playing is not None:
            if self.playing.place is place:
                self.playing.put_away()
            else:
                self.playing.leave()
            self.playing.deleteLater()
            self.playing = None
        if self.replaying is not None:
            self.replaying.put_away()
            self.replaying.deleteLater()
            self.replaying = None
        if self.match is not None:
            self.match.close()
            self._note_loss(self.match.file)
            self.match = None
        self.looking.look()

    # Tables with friends

    def door(self) -> "Door":
        """The door to tables on the network, which is made when it is first needed."""
        if self._door is None:
            from greenbaize.ui.network.door import Door  # noqa: PLC0415

            self._door = Door(self)
            self._door.changed.connect(self._update_actions)
        return self._door

    @property
    def at_friends(self) -> bool:
        """Whether one is at a table with friends."""
        return self._door is not None and self._door.visit is not None

    @property
    def wanted(self) -> tuple[str, tuple[Sitter, ...], dict[str, object]]:
        """The game, the players and the options that are played next if nothing else is said."""
        return self._name, self._sitters, self._options

    def show_room(self, room: "WaitingRoom") -> None:
        """Show a waiting room in the place of everything else."""
        self._close_match()
        self.lobby, self.room = None, room
        self._show_in_middle(room)
        self._update_actions()

    def _note_loss(self, file: "RecordFile") -> None:
        """Keep in mind, and in the log, that a record could not be written to its end."""
        if file.trouble is None:
            return
        from greenbaize.store.log import keep_error  # noqa: PLC0415

        lost = Message("record-lost", {"trouble": Speaker().say(file.trouble)})
        keep_error(GameError(lost))
        self.unwritten.append(Speaker().say(lost))

    def resume(self, path: Path, seat: int | None = None) -> str:
        """Go on with a match from its record; returns why that cannot be, or nothing.

        Where several people have played, it is asked first which of them is here.
        """
        from greenbaize.app.memory.guarding import check_go_on  # noqa: PLC0415
        from greenbaize.app.tables.matches import OpenMatch  # noqa: PLC0415
        from greenbaize.ui.reading_bar import ReadingBar  # noqa: PLC0415

        self.reading = True
        try:
            check_go_on(path)
            with ReadingBar(self) as bar:
                match = OpenMatch.resume(path, self.housing(), seat, bar.show_events)
        except WhoseChairError as error:
            self._ask_chair(path, error)
            return ""
        except GameError as error:
            return fault_text(error, path)
        finally:
            self.reading = False
        if match.place.seat is not None:
            self.who_plays.sit_as(match.place.header.sitters[match.place.seat].name)
        self._play(match)
        return ""

    def _ask_chair(self, path: Path, error: WhoseChairError) -> None:
        from greenbaize.ui.dialogs.chair import ChairDialog  # noqa: PLC0415

        dialog = ChairDialog(error.seats, error.names, self, self.theme)
        dialog.chair_chosen.connect(lambda seat: self.resume_or_tell(path, seat))
        self.open_dialog(dialog)

    def resume_or_tell(self, path: Path, seat: int | None = None) -> bool:
        """Go on with a match, or say why that cannot be; whether it can."""
        if self.asks_of_guide(lambda: self.resume_or_tell(path, seat)):
            return True
        problem = self.resume(path, seat)
        if problem:
            self.banner.tell(problem)
        return not problem

    def open_or_tell(self, path: Path, seat: int | None = None) -> bool:
        """Go on with a match, or play it back where nobody can; whether that can be."""
        from greenbaize.ui.memory.opening import open_record  # noqa: PLC0415

        return open_record(self, path, seat)

    def begin(self, header: "Header") -> None:
        """Begin a match."""
        from greenbaize.app.tables.matches import OpenMatch  # noqa: PLC0415

        self._play(OpenMatch.begin(header, self.housing()))
        if header.casual:
            self._mention(tr("Casual match: take back what you like (Ctrl+Z); it counts nowhere."))

    def housing(self) -> "Housing":
        """Where computer players think."""
        from greenbaize.app.chairs.housing import Housing  # noqa: PLC0415

        sandbox = self._request.sandbox or self.settings.sandbox
        return Housing(self.apart, self.settings.programs, sandbox)

    def explain_trick(self) -> None:
        """Show why the last trick went where it went."""
        if self.laid is None:
            return
        if self.laid.side.last is None:
            self._mention(tr("No trick has been taken yet."))
        self.laid.side.explain_last_trick()

    def ask_hint(self) -> None:
        """Show what a computer player would do in the person's place, or take that away."""
        if self.playing is not None:
            self.playing.asking.ask_hint()

    def show_review(self) -> None:
        """Hold the choices of the last deal against a computer player's."""
        if self.laid is not None:
            self.laid.side.show_review()

    def want(self, game: str, sitters: tuple[Sitter, ...], options: dict[str, object]) -> None:
        """Play this from now on, until something else is said."""
        self._name, self._sitters, self._options = game, sitters, options

    def open_dialog(self, dialog: Any) -> None:
        """Open a dialog of this window."""
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _on_deal_shown(self, deal: int) -> None:
        self.menus.show_review(self.playing)
        if self.pictures is not None and self.playing is not None:
            self.pictures.keep_deal(self.playing.place.header.game, deal)

    def _make_pictures(self) -> "Pictures | None":
        if self._request.screenshots is None:
            return None
        from greenbaize.ui.pictures import Pictures  # noqa: PLC0415

        return Pictures(self, self._request.screenshots, self._on_trouble)

    def _on_finished(self) -> None:
        self.looking.look()
        if self._request.watch and not self._request.attended:
            self.close()
            return
        self._show_result()
        if self.playing is None or self.playing.place.seat is None or self._was_over:
            return
        if not self.playing.place.header.practice:
            self._count_match()

    def _count_match(self) -> None:
        """Count a match that somebody has played here, and say what that changes."""
        from greenbaize.ui.pace import count_match  # noqa: PLC0415

        assert self.playing is not None
        settings = self.settings
        counted = settings.finished, settings.guided
        told = count_match(settings, self.playing.place.header.game)
        if (settings.finished, settings.guided) != counted:
            self.save_settings()
        if told:
            now = tr("From now on tricks do not wait for your click.")
            self.banner.tell(f"{now} {tr('Under “Pace” in the preferences you can have it back.')}")

    def _show_result(self) -> None:
        from greenbaize.ui.ending import Ending  # noqa: PLC0415

        assert self.playing is not None
        ending = self.ending = Ending(self.playing, self.theme)
        if self.at_friends:
            self.door().dress_ending(ending)
        else:
            self.dress_ending(ending)
        ending.card.sheet_asked.connect(self.sheets.show_page)
        ending.card.review_asked.connect(self.show_review)
        ending.card.statistics_asked.connect(self.looking.show_statistics)
        if not self._was_over:
            from greenbaize.ui.memory.honouring import tell_honours  # noqa: PLC0415

            ending.rejoice()
            tell_honours(self, ending)
        self._update_actions()

    def dress_ending(self, ending: "Ending") -> None:
        """Let a match that is over be followed by what there is at a table of one's own."""
        ending.again_asked.connect(self.what_next.play_again)
        ending.new_match_asked.connect(self.what_next.ask_new_match)
        ending.leave_asked.connect(self.clear_table)

    @property
    def result(self) -> "ResultSheet | None":
        """The result of the match on the table, shown or put aside."""
        return None if self.ending is None else self.ending.card

    def show_result(self) -> None:
        """Show the result again."""
        if self.ending is not None:
            self.ending.show_card()

    def asks_of_guide(self, act: Callable[[], object]) -> bool:
        """Whether it is asked first if a first deal is to be left; ``act`` is done then."""
        if self.first_deal is None:
            return False
        from greenbaize.ui.learning.leaving import leave_guided  # noqa: PLC0415

        return leave_guided(self, act)

    def quit(self) -> None:
        """Close the window, as by its cross."""
        if not self.asks_of_guide(self.close):
            self.close()

    def clear_table(self) -> None:
        """Clear the table, and ask what comes next; an open match can be gone on with."""
        if self.asks_of_guide(self.clear_table):
            return
        match = self.match
        if match is not None and not match.place.over and not self._is_written(match.file):
            return
        if self._made_banner is not None:
            self._made_banner.hide()  # what it says is of the match
        self.show_lobby()
        self.offer()

    def _is_written(self, file: "RecordFile") -> bool:
        """Whether nothing of a match is lost if it is left; why not is said."""
        before = file.trouble
        file.catch_up()
        if before is not None and file.trouble is not None:
            self._on_trouble(file.trouble)
        return file.trouble is None

    # Trouble

    @cached_property
    def banner(self) -> "Banner":
        """Where sentences are said over the table; it is made when there is one to say."""
        from greenbaize.ui.banner import Banner  # noqa: PLC0415

        banner = Banner(self.theme, self)
        banner.acted.connect(self._reopen)
        banner.told.connect(self.speech.say)
        banner.rule_asked.connect(self.help_desk.show_rule)
        return banner

    @property
    def _made_banner(self) -> "Banner | None":
        return self.banner if "banner" in vars(self) else None

    @property
    def words_told(self) -> str:
        """What stands on the banner, or nothing."""
        banner = self._made_banner
        return banner.words.text() if banner is not None and not banner.isHidden() else ""

    def _on_trouble(self, trouble: Message | None) -> None:
        if trouble is None:
            self.banner.tell(tr("The record is complete again."))
            return
        self.trouble = Speaker().say(trouble)
        self.banner.tell(
            tr("The match cannot be written down just now: {reason} Play goes on.").format(
                reason=Speaker().say(trouble)
            )
        )

    def _on_seat_lost(self, sentence: str) -> None:
        self.losses.append(sentence)
        self.banner.tell(sentence)

    def tell_error(self, error: BaseException) -> None:
        """Say in one sentence that something unexpected happened, and keep the details."""
        from greenbaize.store.log import keep_error  # noqa: PLC0415

        path = keep_error(error)
        kept = tr("The details are in {path}.").format(path=path) if path else ""
        words = tr("Something unexpected happened ({kind}). The match is safe.")
        sentence = words.format(kind=type(error).__name__)
        self.banner.tell(f"{sentence} {kept}".strip(), tr("Go on") if self.playing else "")

    def _reopen(self) -> None:
        """Lay the match anew from its record, after an error has left the table in disorder."""
        if self._door is not None and self._door.lay_anew():
            return
        if self.match is not None:
            path = self.match.file.path
            self.show_lobby()
            self.resume_or_tell(path)

    # Menus

    def _make_menus(self) -> None:
        self.menus = Menus(self, self.games, self.theme, self.door)
        self.sheets = self.menus.sheets
        self.why_action = self.menus.why
        self.hint_action = self.menus.hint
        self.review_action = self.menus.review

    def _update_actions(self) -> None:
        visit = None if self._door is None else self._door.visit
        self.menus.show_match(self.laid, visit, here=self.match is not None)
        self.setWindowTitle(self._title())

    def _title(self) -> str:
        """What is played comes first, for that is what a list of windows shows."""
        if self.laid is None:
            return "Green Baize"
        game = game_title(self.laid.place.game.name)
        if self.replaying is not None:
            from greenbaize.ui.memory.replay_words import replay_title  # noqa: PLC0415

            game = replay_title(self.replaying.replay.header)
        return tr("{game} – {program}").format(game=game, program="Green Baize")

    def _update_hint(self) -> None:
        self.menus.show_hint(self.playing)
        self.menus.taking_back.see()

    # Settings

    def _on_scheme_changed(self) -> None:
        """The system has gone light or dark, or a theme has been put on here."""
        if self.settings.theme == "system":
            self.apply_settings()

    def ask_preferences(self, page: int | None = None) -> None:
        """Ask how the table is to look and move; every change is seen at once.

        Args:
            page: the page that is seen at first; by default the one that was looked at last.
        """
        from greenbaize.ui.dialogs.preferences import PreferencesDialog  # noqa: PLC0415

        self._page = self._page if page is None else page
        dialog = PreferencesDialog(self.settings, self, self.theme, self._page)
        dialog.speaks_later(on=self.speaks_later)

        def take() -> None:
            self.apply_settings()
            dialog.set_theme(self.theme)
            self.see_language()

        def keep_page(page: int) -> None:
            self._page = page

        dialog.changed.connect(take)
        dialog.pages.currentChanged.connect(keep_page)
        dialog.people_asked.connect(self.who_plays.ask_people)
        dialog.fields["volume"].valueChanged.connect(self.sound.try_out)
        dialog.finished.connect(self.save_settings)
        dialog.finished.connect(self._on_preferences_closed)
        self._preferring = True
        self.open_dialog(dialog)

    def _on_preferences_closed(self) -> None:
        self._preferring = False

    @property
    def preferences_page(self) -> int | None:
        """The page of the preferences that is looked at, if they are open."""
        return self._page if self._preferring else None

    # Another language

    @property
    def speaks_later(self) -> bool:
        """Whether another language is spoken only once the table has been left."""
        lost = self.match is not None and self.match.file.trouble is not None
        guided = self.first_deal is not None  # which is nowhere on record
        return self.at_friends or lost or guided or self._request.alone

    def see_language(self) -> None:
        """Have the window made anew if another language is wished for than the one spoken."""
        if not self.speaks_later and wanted(self.settings.language) != spoken_language():
            # Not before what was clicked has been done with.
            QTimer.singleShot(0, self, self.language_wished.emit)

    @property
    def request_anew(self) -> PlayRequest:
        """What a window is opened for that takes this one's place."""
        asked = self._request
        return PlayRequest(speed=asked.speed, sandbox=asked.sandbox, new_window=asked.new_window)

    def leave_for_another(self) -> None:
        """Let go of what another window needs that takes this one's place."""
        if not self._request.watch:
            self.settings.geometry = text_of(self)
        self.save_settings()
        self._close_match()
        self._standing.leave()

    def save_settings(self) -> None:
        """Keep what is set, or say why that cannot be."""
        self._tell(self.settings.save())

    def _tell(self, said: Message | None) -> None:
        if said is not None:
            self.banner.tell(Speaker().say(said))

    def _wear(self) -> Theme:
        """Dress all that Qt draws and writes, as whoever plays has set it."""
        changed = write_at(self.settings.text_size)
        theme = wear(self.settings.theme, self.settings.cloth)
        use_font()
        if changed:
            widen_windows()
        return theme

    def changeEvent(self, event: QEvent) -> None:
        """Keep the program's font where the system's theme has given others."""
        if event.type() == QEvent.Type.ThemeChange:
            use_font()
        super().changeEvent(event)

    def apply_settings(self) -> None:
        """Have the table look and move as whoever plays has set it."""
        size = share()
        theme = self._wear()
        look, before = card_look_of(self.settings), card_look()
        use_look(look)
        self.menus.show_sound()
        self.sound.heed()
        self.speech.heed()
        if theme is not self.theme or size != share():
            self.theme = theme
            own = (self.laid, self.lobby, self.sheets, self.help_desk, self.ending)
            parts = (*own, self.looking, self.speech, self._made_banner, self._door)
            for part in parts:
                if part is not None:
                    part.set_theme(theme)
        turned = look.left_handed != before.left_handed
        if self.laid is None and size != share():
            lay_anew(self)
        laid = self.laid
        if laid is None:
            return
        from greenbaize.ui.pace import pace_of  # noqa: PLC0415  (a match is on the table now)

        laid.folding.show_folded(on=not self.settings.side)
        if look != before:
            # Words are written anew with it, of what has been seen to its end.
            laid.set_card_look(look)
        if turned:
            laid.folding.stand_left(on=look.left_handed)
        if turned or size != share():
            lay_anew(self)
        laid.corner.show_ring(on=self.settings.ring)
        pace, haste = pace_of(self.settings, self._request), self._request.speed
        if self.replaying is not None:
            speed, jumps = haste * self.settings.speed, self.still
            self.replaying.set_pace(speed, haste, pace, jumps=jumps)
        if self.playing is None:
            return
        self.playing.asking.single_click = self.settings.single_click
        self.playing.asking.prompt.keys_ask = self.settings.keys_ask
        self.playing.side.offers_reviews = self.settings.offer_review
        self.playing.asking.liberty.warns = self.settings.warn
        if self.first_deal is not None:
            pace = self.first_deal.paced(pace, attended=self._request.attended)
        self.playing.stage.pace = pace
        motion: Motion = self.playing.motion
        motion.haste = haste
        motion.speed = haste * self.settings.speed
        motion.jumps = self.still

    @property
    def still(self) -> bool:
        """Whether nothing is to move on its way, as somebody or their system wants it."""
        if self.settings.motion == SYSTEM:
            return self.wishes is not None and self.wishes.still
        return self.settings.motion == NONE

    def set_sound(self, on: bool) -> None:
        """Have the table be heard, or not; that is remembered."""
        if on != self.settings.sound:
            self.settings.sound = on
            self.apply_settings()
            self.save_settings()

    def set_ring(self, on: bool) -> None:
        """Have the ring of who beats whom on the table, or not; that is remembered."""
        if on != self.settings.ring:
            self.settings.ring = on
            self.apply_settings()
            self.save_settings()

    def ask_who_beats_whom(self) -> None:
        """Have the ring on the table, or not; where it has no room there, open the slip with it."""
        corner = None if self.laid is None else self.laid.corner
        if corner is None or corner.at_hand.ring is None:
            return  # nothing would be seen of it
        if corner.folds_ring:
            corner.open_slip()
        else:
            self.menus.ring.toggle()

    def show_side(self, *, on: bool) -> None:
        """Show the sheet beside the table, or give the table the whole width."""
        if self.laid is not None:
            self.laid.folding.fold(on=not on)

    def _on_folded(self, shown: bool) -> None:
        self.settings.side = shown
        self.save_settings()

    def _on_side_turned(self) -> None:
        if self.laid is not None:
            self.menus.side.setChecked(not self.laid.folding.folded)

    # About the table

    def show_table_rules(self) -> None:
        """Open the slip with the rules of this table, or put it away."""
        if self.laid is not None:
            self.laid.corner.open_slip()

    def look_around(self) -> None:
        """Walk about the things on the table by keys, or leave off."""
        if self.laid is not None:
            self.laid.pointing.look_around()

    def go_on(self, *, back: bool = False) -> None:
        """Go to the next part of the window with the keyboard, or to the one before."""
        if self.laid is not None:
            self.laid.panes.go_on(back=back)

    def read_out(self, report: "Report") -> None:
        """Say something of the match on the table, whoever's turn it is."""
        if self.laid is not None:
            self.laid.read_out(report)

    def show_about(self) -> None:
        """Show what this program is."""
        from greenbaize.ui.dialogs.about import AboutDialog  # noqa: PLC0415

        self.open_dialog(AboutDialog(self, self.theme))

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts news away, where it means nothing else."""
        escape, banner = event.key() == Qt.Key.Key_Escape, self._made_banner
        if event.matches(QKeySequence.StandardKey.Undo) and self.playing is not None:
            self.menus.taking_back.tell_why_not()  # or the menu would have taken the key
        elif not escape or banner is None or not banner.put_away_passing():
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the banner in place."""
        super().resizeEvent(event)
        if self._made_banner is not None:
            self._made_banner.place()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files: what cannot be opened is told when it is dropped."""
        from greenbaize.ui.memory.dropping import accept_copy  # noqa: PLC0415

        if event.mimeData().hasUrls():
            accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the record that was dropped, or say why not."""
        from greenbaize.ui.memory.dropping import accept_copy, dropped  # noqa: PLC0415

        accept_copy(event)
        dropped(self, event.mimeData().urls())

    def close_now(self) -> None:
        """Close without asking, for that has been done or nobody is there to answer."""
        self._closing = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the match so that it can be gone on with, and remember the window."""
        if event.spontaneous() and self.asks_of_guide(self.close):
            event.ignore()
            return
        if self._door is not None:
            if not self._closing and self._door.asks_before_closing():
                event.ignore()
                return
            self._door.close()
        self.looking.close()
        self._close_match()
        self.sound.close()
        if not self._request.watch:
            self.settings.geometry = text_of(self)
            self.settings.save()
        self.help_desk.close()
        self._standing.leave()
        super().closeEvent(event)
