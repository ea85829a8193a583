"""The main window: menus, the table in the middle, and what is remembered between two evenings."""

import base64
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QWidget

from greenbaize.app.tables.company import company, last_table, your_name
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header import Games, Header, Sitter
from greenbaize.rules.errors import GameError, RecordError, WhoseChairError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN, LEVEL_NAMES
from greenbaize.store.settings import Settings
from greenbaize.store.whole_files import write_in_place
from greenbaize.ui.banner import Banner
from greenbaize.ui.lobby import Lobby
from greenbaize.ui.reading_bar import ReadingBar
from greenbaize.ui.sheet_menu import SheetMenu
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.theme import DARK, LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    # What runs matches is not needed for the first paint.
    from greenbaize.app.chairs.housing import Housing
    from greenbaize.app.tables.matches import OpenMatch, Unfinished
    from greenbaize.store.record_file import RecordFile
    from greenbaize.ui.playing import Playing

TABLE_DEAL, TABLE_TRICK = 7, 3
"""The trick of which ``--screenshots`` keeps a picture, besides one after each deal."""


class MainWindow(QMainWindow):
    """The program's window.

    Args:
        request: what the command line asked for.
        games: every game by its name.
        apart: whether computer players are programs of their own, so that none holds it up.
    """

    def __init__(self, request: PlayRequest, games: Games, *, apart: bool = True) -> None:
        super().__init__()
        self._apart = apart
        self._games = games
        self._request = request
        self.settings = Settings.load()
        self.theme = self._theme_of(self.settings.theme)
        self.playing: Playing | None = None
        self.match: OpenMatch | None = None
        """The match on the table, where it runs at this computer."""
        self.lobby: Lobby | None = None
        self._dialog: QWidget | None = None
        self._help: Any = None
        self._result: Any = None
        self.trouble = ""
        """What last went wrong with a file, in a sentence."""
        self.unwritten: list[str] = []
        """The sentences on records that were incomplete when their matches were left."""
        self.losses: list[str] = []
        """The sentences on programs that have lost their seats."""
        self.setWindowTitle("Green Baize")
        self._name, self._sitters, self._options = self._wanted_table()
        self._make_menus()
        self._show_lobby()
        self.banner = Banner(self.theme, self)
        self.banner.acted.connect(self._reopen)
        self._restore_geometry()

    # Beginning

    def _wanted_table(self) -> tuple[str, tuple[Sitter, ...], dict[str, object]]:
        request = self._request
        if request.game is None and request.players is None and not request.watch:
            return last_table(self.settings)
        name = request.game or last_table(self.settings)[0]
        game = self._games[name]
        players = request.players or (4 if 4 in game.seats else game.seats[0])
        you = None if request.watch else your_name(self.settings)
        others = players if you is None else players - 1
        bots = request.bots * others if len(request.bots) == 1 else request.bots
        return name, company(bots, you), dict(request.options)

    def start(self) -> None:
        """Begin what was asked for, once the table has been painted."""
        assert self.lobby is not None
        self.lobby.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the first paint; whatever can wait for it does."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            # The paint itself comes after this filter, and timers after the paint.
            QTimer.singleShot(0, self.after_first_paint)
        return False

    def after_first_paint(self) -> None:
        """Begin the match asked for, or offer what there is to play."""
        if self._request.programs:
            # A match that is resumed needs them again.
            self.settings.programs.update(self._request.programs)
            self._save_settings()
        if self._request.record is not None:
            self._offer()
            self._resume_or_tell(self._request.record, self._request.seat)
        elif self._request.game is not None or self._request.watch:
            self._begin_wanted(self._request.seed)
        else:
            self._offer()

    def _offer(self) -> None:
        """Lay the choices on the empty table: go on, play as last time, or something new."""
        if self.lobby is None:
            return
        from greenbaize.app.tables.matches import unfinished  # noqa: PLC0415

        left = unfinished()
        choices = self.lobby.show_choices(tr("What shall we play?"))
        if left:
            self._offer_unfinished(choices.add, left[0])
        usual = tr("Play {game} with {names}").format(
            game=game_title(self._name),
            names=", ".join(shown_name(one.name) for one in self._sitters if one.kind != HUMAN),
        )
        choices.add(usual).clicked.connect(lambda: self._begin_wanted(None))
        choices.add(tr("New match…")).clicked.connect(self.ask_new_match)
        if len(left) > 1:
            text = tr("All unfinished matches…")
            choices.add(text).clicked.connect(self.ask_unfinished)
        self.lobby.place_choices()
        choices.buttons[0].setFocus()

    def _offer_unfinished(self, add: Any, one: "Unfinished") -> None:
        others = ", ".join(shown_name(s.name) for s in one.header.sitters if s.kind != HUMAN)
        text = tr("Go on: {game}").format(game=game_title(one.header.game))
        line = tr("with {names}").format(names=others)
        if one.begun:
            from greenbaize.ui.dialogs.unfinished import begun_text  # noqa: PLC0415

            begun = tr("begun {begun}").format(begun=begun_text(one.begun))
            line = f"{line} · {begun}"
        add(text, line).clicked.connect(lambda: self._resume_or_tell(one.path))

    def _begin_wanted(self, seed: str | None) -> None:
        from greenbaize.app.tables.matches import new_seed, settled_header  # noqa: PLC0415

        header = settled_header(self._name, self._sitters, self._options, seed or new_seed())
        self.begin(header)

    def _show_lobby(self) -> None:
        self._close_match()
        self.lobby = Lobby(self._sitters, self.theme, self)
        self.setCentralWidget(self.lobby)
        self._update_actions()

    # Matches

    def _play(self, match: "OpenMatch") -> None:
        from greenbaize.ui.playing import Playing  # noqa: PLC0415  (the first paint needs it not)

        self._close_match()
        self.lobby = None
        playing = Playing(match.place, self.theme, self)
        self.playing, self.match = playing, match
        self._apply_settings()
        self.setCentralWidget(playing)
        playing.deal_shown.connect(self._on_deal_shown)
        playing.asking.changed.connect(self._update_hint)
        if self._request.screenshots is not None:
            playing.trick_shown.connect(self._on_trick_shown)
        playing.finished.connect(self._on_finished)
        playing.seat_lost.connect(self._on_seat_lost)
        playing.refused.connect(self.banner.tell)
        match.file.troubled = self._on_trouble
        self._update_actions()
        if match.cut:
            self.banner.tell(tr("The last line of the record was cut short and was dropped."))
        if match.file.trouble is not None:
            self._on_trouble(match.file.trouble)
        playing.setFocus()
        playing.begin()

    def _close_match(self) -> None:
        self._put_result_away()
        if self.playing is not None:
            self.playing.leave()
            self.playing.deleteLater()
            self.playing = None
        if self.match is not None:
            self.match.close()
            self._note_loss(self.match.file)
            self.match = None

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
        from greenbaize.app.tables.matches import OpenMatch  # noqa: PLC0415

        try:
            with ReadingBar(self) as bar:
                match = OpenMatch.resume(path, self._housing(), seat, bar.show_events)
        except WhoseChairError as error:
            self._ask_chair(path, error)
            return ""
        except RecordError as error:
            said = Speaker().say(error.message)
            where = tr("{file}, line {line}:").format(file=shown_words(path.name), line=error.line)
            return f"{where} {said}"
        except GameError as error:
            return Speaker().say(error.message)
        self._play(match)
        return ""

    def _ask_chair(self, path: Path, error: WhoseChairError) -> None:
        from greenbaize.ui.dialogs.chair import ChairDialog  # noqa: PLC0415

        dialog = ChairDialog(error.seats, error.names, self, self.theme)
        dialog.chair_chosen.connect(lambda seat: self._resume_or_tell(path, seat))
        self._open(dialog)

    def _resume_or_tell(self, path: Path, seat: int | None = None) -> None:
        problem = self.resume(path, seat)
        if problem:
            self.banner.tell(problem)

    def begin(self, header: Header) -> None:
        """Begin a match."""
        from greenbaize.app.tables.matches import OpenMatch  # noqa: PLC0415

        self._play(OpenMatch.begin(header, self._housing()))

    def _housing(self) -> "Housing":
        from greenbaize.app.chairs.housing import Housing  # noqa: PLC0415

        sandbox = self._request.sandbox or self.settings.sandbox
        return Housing(self._apart, self.settings.programs, sandbox)

    def play_again(self) -> None:
        """Begin another match of the same players, game and options."""
        from greenbaize.app.tables.matches import new_seed, settled_header  # noqa: PLC0415

        if self.playing is None:
            return
        old = self.playing.place.header
        self.begin(settled_header(old.game, old.sitters, old.options, new_seed()))

    def ask_new_match(self) -> None:
        """Ask what to play next; the match on the table can be gone on with later."""
        from greenbaize.ui.dialogs.new_match import Chosen, NewMatchDialog  # noqa: PLC0415

        def begin(chosen: Chosen) -> None:
            self._name, self._sitters, self._options = chosen.game, chosen.sitters, chosen.options
            self._save_settings()
            self._begin_wanted(None)

        dialog = NewMatchDialog(self._games, LEVEL_NAMES, self.settings, self, self.theme)
        dialog.match_chosen.connect(begin)
        self._open(dialog)

    def ask_unfinished(self) -> None:
        """Offer the matches that were left before their end."""
        from greenbaize.app.tables.matches import abandon_record, unfinished  # noqa: PLC0415
        from greenbaize.ui.dialogs.unfinished import UnfinishedDialog  # noqa: PLC0415

        playing = None if self.match is None else self.match.file.path
        left = [one for one in unfinished() if one.path != playing]
        if not left:
            self.banner.tell(tr("There is no other unfinished match."))
            return
        dialog = UnfinishedDialog(left, self, self.theme)

        def go_on(one: "Unfinished") -> None:
            problem = self.resume(one.path)
            if problem:
                dialog.show_problem(problem)
            else:
                dialog.accept()

        def give_up(one: "Unfinished") -> None:
            try:
                abandon_record(one.path)
            except GameError as error:
                dialog.show_problem(Speaker().say(error.message))
            else:
                dialog.forget(one)

        def new_match() -> None:
            dialog.reject()
            self.ask_new_match()

        dialog.go_on_asked.connect(go_on)
        dialog.abandon_asked.connect(give_up)
        dialog.new_match_asked.connect(new_match)
        dialog.finished.connect(self._offer)
        self._open(dialog)

    def explain_trick(self) -> None:
        """Show why the last trick went where it went."""
        if self.playing is not None:
            self.playing.side.explain_last_trick()

    def ask_hint(self) -> None:
        """Show what a computer player would do in the person's place, or take that away."""
        if self.playing is not None:
            self.playing.asking.ask_hint()

    def show_review(self) -> None:
        """Hold the choices of the last deal against a computer player's."""
        if self.playing is not None:
            self.playing.side.show_review()

    def ask_abandon(self) -> None:
        """Ask whether the match is to be left for good."""
        from greenbaize.ui.dialogs.ask import abandon_question  # noqa: PLC0415

        if self.playing is not None and not self.playing.place.over:
            question = abandon_question(self)
            question.confirmed.connect(self._abandon)
            self._open(question)

    def _abandon(self) -> None:
        from greenbaize.app.tables.matches import abandon_record  # noqa: PLC0415

        if self.match is None:
            return
        path = self.match.file.path
        self._show_lobby()
        try:
            abandon_record(path)
        except GameError as error:
            self.banner.tell(Speaker().say(error.message))
        self._offer()

    def _open(self, dialog: Any) -> None:
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _on_deal_shown(self, deal: int) -> None:
        self._update_review()
        folder = self._request.screenshots
        if folder is None or self.playing is None:
            return
        name = f"{self.playing.place.header.game}-{deal:02}.png"
        self._save_picture(folder / name)

    def _on_trick_shown(self, deal: int, trick: int) -> None:
        # One more picture, of the table in the thick of it: the one in the README.
        assert self.playing is not None
        assert self._request.screenshots is not None
        if (deal, trick) == (TABLE_DEAL, TABLE_TRICK):
            self._save_picture(self._request.screenshots / "table.png")

    def _save_picture(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self._on_trouble(Message("file-error", {"path": str(path.parent), "reason": reason}))
            return
        held = QBuffer()
        held.open(QBuffer.OpenModeFlag.WriteOnly)
        self.grab().save(held, "PNG")
        try:
            write_in_place(path, bytes(held.data().data()))
        except GameError as error:
            self._on_trouble(error.message)

    def _on_finished(self) -> None:
        if self._request.watch:
            self.close()
            return
        self._show_result()

    def _show_result(self) -> None:
        from greenbaize.ui.sheets.result import ResultSheet  # noqa: PLC0415

        assert self.playing is not None
        place = self.playing.place
        names = [shown_name(sitter.name) for sitter in place.header.sitters]
        end = place.end
        assert end is not None
        card = ResultSheet(self.playing.view, self.theme, place.game.sides(len(names)))
        card.again_asked.connect(self.play_again)
        card.new_match_asked.connect(self.ask_new_match)
        card.closed.connect(self._leave)
        self._result = card
        worth = [Speaker().say(final) for final in place.game.finals(place.view)]
        card.show_result(end.places, worth, names, place.seat, coin_flip=end.coin_flip)
        self._update_actions()

    def _leave(self) -> None:
        """Clear the table after a match, and ask what comes next."""
        self._show_lobby()
        self._offer()

    def _put_result_away(self) -> None:
        if self._result is not None:
            self._result.deleteLater()
            self._result = None

    # Trouble

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
        if self.match is not None:
            path = self.match.file.path
            self._show_lobby()
            self._resume_or_tell(path)

    # Menus

    def _make_menus(self) -> None:
        menu = self.menuBar().addMenu(tr("&Match"))
        keys = QKeySequence.StandardKey
        self._action(menu, tr("&New match…"), self.ask_new_match, keys.New)
        self.again_action = self._action(menu, tr("&Play again"), self.play_again, "Ctrl+R")
        self._action(menu, tr("&Unfinished matches…"), self.ask_unfinished, keys.Open)
        self.why_action = self._action(
            menu, tr("&Why the last trick?"), self.explain_trick, "Shift+F1"
        )
        self.hint_action = self._action(menu, tr("&Hint"), self.ask_hint, "F2")
        self.review_action = self._action(
            menu, tr("&Review the deal…"), self.show_review, "Shift+F2"
        )
        self.abandon_action = self._action(menu, tr("&Abandon match…"), self.ask_abandon)
        menu.addSeparator()
        self._action(menu, tr("&Quit"), self.close, keys.Quit)
        self.sheets = SheetMenu(self, self._games, self.theme)
        menu = self.menuBar().addMenu(tr("&View"))
        self._action(menu, tr("&Preferences…"), self.ask_preferences, "Ctrl+,")
        full = menu.addAction(tr("F&ull screen"))
        full.setCheckable(True)
        full.setShortcut(QKeySequence("F11"))
        full.toggled.connect(lambda on: self.showFullScreen() if on else self.showNormal())
        menu = self.menuBar().addMenu(tr("&Help"))
        self._action(menu, tr("&Rules of the game"), self.show_rules, "F1")
        self._action(menu, tr("How to &use the table"), lambda: self.show_help("index"))
        self._action(menu, tr("&Computer players"), lambda: self.show_help("computer-players"))
        menu.addSeparator()
        self._action(menu, tr("&About Green Baize"), self.show_about)

    def _action(self, menu: QMenu, text: str, slot: Any, keys: Any = None) -> QAction:
        action = menu.addAction(text)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False: slot())
        return action

    def _update_actions(self) -> None:
        over = self.playing is not None and self.playing.place.over
        self.again_action.setEnabled(self.playing is not None)
        self.why_action.setEnabled(self.playing is not None and self.playing.side.has_tricks)
        self.sheets.show_match(self.playing)
        self.abandon_action.setEnabled(self.playing is not None and not over)
        self._update_hint()
        self._update_review()

    def _update_hint(self) -> None:
        self.hint_action.setEnabled(self.playing is not None and self.playing.asking.can_hint)

    def _update_review(self) -> None:
        self.review_action.setEnabled(self.playing is not None and self.playing.side.can_review)

    # Settings

    def _theme_of(self, name: str) -> Theme:
        """The colours of a theme; menus and dialogs, which are Qt's, are told as well."""
        hints = QApplication.styleHints()
        if name == "system":
            hints.unsetColorScheme()
            return DARK if hints.colorScheme() is Qt.ColorScheme.Dark else LIGHT
        dark = name == "dark"
        hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
        return DARK if dark else LIGHT

    def ask_preferences(self) -> None:
        """Ask how the table is to look and move; every change is seen at once."""
        from greenbaize.ui.dialogs.preferences import PreferencesDialog  # noqa: PLC0415

        dialog = PreferencesDialog(self.settings, self, self.theme)

        def take() -> None:
            self._apply_settings()
            dialog.set_theme(self.theme)

        dialog.changed.connect(take)
        dialog.finished.connect(self._save_settings)
        self._open(dialog)

    def _save_settings(self) -> None:
        trouble = self.settings.save()
        if trouble is not None:
            self.banner.tell(Speaker().say(trouble))

    def _apply_settings(self) -> None:
        theme = self._theme_of(self.settings.theme)
        if theme is not self.theme:
            self.theme = theme
            parts = (self.playing, self.lobby, self.banner, self.sheets, self._help, self._result)
            for part in parts:
                if part is not None:
                    part.set_theme(theme)
        if self.playing is None:
            return
        self.playing.asking.single_click = self.settings.single_click
        self.playing.side.offers_reviews = self.settings.offer_review
        self.playing.set_four_colours(self.settings.four_colours)
        self.playing.asking.liberty.warns = self.settings.warn
        motion: Motion = self.playing.motion
        motion.speed = self._request.speed * self.settings.speed if self.settings.motion else 0.0

    # Help

    def show_rules(self) -> None:
        """Show the rules of the game on the table."""
        self.show_help(self.playing.place.header.game if self.playing else self._name)

    def show_help(self, page: str) -> None:
        """Show a page of the help window."""
        from greenbaize.ui.help.window import HelpWindow  # noqa: PLC0415

        if self._help is None:
            self._help = HelpWindow(theme=self.theme)
        self._help.show_page(page)
        self._help.show()
        self._help.raise_()

    def show_about(self) -> None:
        """Show what this program is."""
        from greenbaize.ui.dialogs.about import AboutDialog  # noqa: PLC0415

        self._open(AboutDialog(self, self.theme))

    # Qt

    def _restore_geometry(self) -> None:
        if not (self.settings.geometry and self.restoreGeometry(_bytes(self.settings.geometry))):
            self.resize(1280, 800)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the banner in place."""
        super().resizeEvent(event)
        self.banner.place()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the match so that it can be gone on with, and remember the window."""
        self._close_match()
        if not self._request.watch:
            self.settings.geometry = _text(self.saveGeometry())
            self.settings.save()
        if self._help is not None:
            self._help.close()
        super().closeEvent(event)


def _text(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode()


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()
