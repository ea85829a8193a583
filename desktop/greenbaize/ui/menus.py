"""The window's menus, and which of their entries make sense at the moment."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from greenbaize.ui.calls import open_another
from greenbaize.ui.learning.menu import LearnMenu
from greenbaize.ui.menu_keys import MenuKeys
from greenbaize.ui.network.menu import NetworkMenu
from greenbaize.ui.sheet_menu import SheetMenu
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.match.header import Games
    from greenbaize.ui.memory.replaying import Replaying
    from greenbaize.ui.memory.taking_back import TakingBack
    from greenbaize.ui.network.door import Door
    from greenbaize.ui.network.visit import Visit
    from greenbaize.ui.playing import Playing
    from greenbaize.ui.sound.sound_button import SoundButton
    from greenbaize.ui.window import MainWindow

_RING_KEY = "F4"
READ_OUT: Final = {"TRICK": "F5", "LAST_TRICK": "Shift+F5", "SCORE": "F12", "PLATES": "Shift+F12"}
"""The keys that read something out of a table, by the names of the reports."""


class Menus(QObject):
    """The menu bar.

    Args:
        window: does what the entries say.
        games: every game by its name.
        theme: the colours.
        door: gives the window's door to the network.
    """

    def __init__(
        self, window: "MainWindow", games: "Games", theme: Theme, door: Callable[[], "Door"]
    ) -> None:
        super().__init__(window)
        self._window = window
        self.sound_button: SoundButton | None = None
        """Mutes, and shows whether it does; where menus are in a bar of the window."""
        menu = window.menuBar().addMenu(tr("&Match"))
        keys = QKeySequence.StandardKey
        self.new = self._action(menu, tr("&New match…"), window.what_next.ask_new_match, keys.New)
        self.again = self._action(menu, tr("&Play again"), window.what_next.ask_again, "Ctrl+R")
        self.result = self._action(menu, tr("R&esult"), window.show_result, "F8")
        self.replay = self._action(menu, tr("Repla&y this match"), self._replay)
        self.unfinished = self._action(
            menu, tr("&Unfinished matches…"), window.what_next.ask_unfinished, keys.Open
        )
        self.matches = self._action(
            menu, tr("All &matches…"), window.looking.show_matches, "Ctrl+L"
        )
        self._action(menu, tr("&Statistics…"), window.looking.show_statistics, "Ctrl+Shift+L")
        self.why = self._action(menu, tr("&Why the last trick?"), window.explain_trick, "Shift+F1")
        self.hint = self._action(menu, tr("&Hint"), window.ask_hint, "F2")
        self._make_undo(menu)
        self.review = self._action(menu, tr("&Review the deal…"), window.show_review, "Shift+F2")
        self.abandon = self._action(menu, tr("&Abandon match…"), window.what_next.ask_abandon)
        menu.addSeparator()
        self.network = NetworkMenu(menu, door, self)
        self.leave = self._action(menu, tr("&Leave the table"), window.clear_table, "Ctrl+W")
        menu.addSeparator()
        self._action(menu, tr("New w&indow"), lambda: open_another(window), "Ctrl+Shift+N")
        self._action(menu, tr("&Quit"), window.quit, keys.Quit)
        self.sheets = SheetMenu(window, games, theme)
        menu = window.menuBar().addMenu(tr("&View"))
        self._action(menu, tr("&Preferences…"), window.ask_preferences, "Ctrl+,")
        self._action(menu, tr("P&eople…"), window.who_plays.ask_people)
        self.look = self._action(menu, tr("&Look around the table"), window.look_around)
        self._make_panes(menu)
        self.ring = menu.addAction(tr("&Who beats whom"))
        self.ring.setCheckable(True)
        self.ring.setChecked(window.settings.ring)
        self.ring.toggled.connect(window.set_ring)
        # The entry only shows the key, which opens the slip where the ring has no room.
        self.ring.setShortcut(QKeySequence(_RING_KEY))
        self.ring.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        QShortcut(QKeySequence(_RING_KEY), window).activated.connect(window.ask_who_beats_whom)
        self.sound = self._sound_action(menu)
        self._action(menu, tr("What was sai&d"), window.speech.show_log, "Shift+F7")
        self.side = menu.addAction(tr("&Sheet beside the table"))
        self.side.setCheckable(True)
        self.side.setShortcut(QKeySequence("Shift+F9"))
        self.side.toggled.connect(lambda on: window.show_side(on=on))
        full = menu.addAction(tr("F&ull screen"))
        full.setCheckable(True)
        full.setShortcut(QKeySequence("F11"))
        full.toggled.connect(lambda on: window.showFullScreen() if on else window.showNormal())
        self.learn = LearnMenu(window, games)
        self._make_help(window)
        MenuKeys(window.menuBar())

    def _make_undo(self, menu: QMenu) -> None:
        """What takes decisions back, and gives them back."""
        keys = QKeySequence.StandardKey
        self.take_back = self._action(menu, tr("&Take back"), self._ask_take_back, keys.Undo)
        self.redo = self._action(menu, tr("Re&do"), self._redo, keys.Redo)

    def _make_panes(self, menu: QMenu) -> None:
        """What goes from part to part of the window, and what reads the table out."""
        window = self._window
        self.panes = [
            self._action(menu, tr("&Next part"), window.go_on, "F6"),
            self._action(menu, tr("Part &before"), lambda: window.go_on(back=True), "Shift+F6"),
        ]
        aloud = self.read_out = menu.addMenu(tr("&Read out"))
        titles = tr("The &trick"), tr("The &last trick"), tr("The &score"), tr("The &players")
        for text, (name, keys) in zip(titles, READ_OUT.items(), strict=True):
            self._action(aloud, text, partial(self._read_out, name), keys)

    def _read_out(self, name: str) -> None:
        from greenbaize.ui.table.reports import Report  # noqa: PLC0415  (needs what a match needs)

        self._window.read_out(Report[name])

    def _sound_action(self, menu: QMenu) -> QAction:
        action = menu.addAction(tr("S&ound"))
        action.setCheckable(True)
        action.setChecked(self._window.settings.sound)
        action.setShortcut(QKeySequence("F7"))
        action.toggled.connect(self._window.set_sound)
        return action

    def _make_help(self, window: "MainWindow") -> None:
        menu = window.menuBar().addMenu(tr("&Help"))
        self._action(menu, tr("&Rules of the game"), window.help_desk.show_rules, "F1")
        self.table_rules = self._action(
            menu, tr("Rules of this &table"), window.show_table_rules, "F3"
        )
        self._action(menu, tr("How to &use the table"), lambda: window.help_desk.show("index"))
        self._action(
            menu, tr("&Computer players"), lambda: window.help_desk.show("computer-players")
        )
        self._action(menu, tr("Playing by &ear"), lambda: window.help_desk.show("by-ear"))
        self._action(
            menu, tr("&Playing together"), lambda: window.help_desk.show("playing-together")
        )
        self._action(menu, tr("&Find in the help…"), window.help_desk.find, "Ctrl+F")
        menu.addSeparator()
        self._action(menu, tr("&About Green Baize"), window.show_about)

    def _action(self, menu: QMenu, text: str, slot: Any, keys: Any = None) -> QAction:
        action = menu.addAction(text)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False: slot())
        return action

    @cached_property
    def taking_back(self) -> "TakingBack":
        """Takes a decision back; it is made when there is a match."""
        from greenbaize.ui.memory.taking_back import TakingBack  # noqa: PLC0415

        return TakingBack(self._window, self.take_back, self.redo)

    def show_sound_button(self) -> None:
        """Have a speaker at the end of the bar, where there can be sound; once it is painted."""
        from greenbaize.ui.sound import device  # noqa: PLC0415
        from greenbaize.ui.sound.sound_button import SoundButton  # noqa: PLC0415

        if self.sound_button is None and device.has_library():
            bar = self._window.menuBar()
            self.sound_button = SoundButton(bar)
            self.sound_button.clicked.connect(self._window.set_sound)
            bar.setCornerWidget(self.sound_button)
            self.sound_button.show()
            self.show_sound()

    def show_sound(self) -> None:
        """Show whether there is anything to be heard."""
        on = self._window.settings.sound
        self.sound.setChecked(on)
        if self.sound_button is not None:
            self.sound_button.setChecked(on)

    def _replay(self) -> None:
        from greenbaize.ui.memory.opening import replay_laid  # noqa: PLC0415

        replay_laid(self._window)

    def _ask_take_back(self) -> None:
        self.taking_back.ask()

    def _redo(self) -> None:
        self.taking_back.redo()

    def show_match(
        self, playing: "Playing | Replaying | None", visit: "Visit | None", *, here: bool
    ) -> None:
        """Be about a match.

        Args:
            playing: the match on the table, be it played or played back.
            visit: the stay at a table with friends, which another match would end.
            here: whether the match runs at this computer alone, to be done with as one likes.
        """
        over = playing is not None and playing.place.over
        self.new.setEnabled(visit is None)
        self.unfinished.setEnabled(visit is None)
        self.again.setEnabled(playing is not None and here)
        for about in (self.look, *self.panes):
            about.setEnabled(playing is not None)
        self.read_out.setEnabled(playing is not None)
        self.why.setEnabled(playing is not None and playing.side.has_tricks)
        self.table_rules.setEnabled(playing is not None)
        self.sheets.show_match(playing)
        self.learn.show_match(elsewhere=visit is not None)
        self.ring.setEnabled(playing is None or playing.place.game.has_ring)
        self.side.setEnabled(playing is not None)
        self.side.setChecked(playing is not None and not playing.folding.folded)
        self.result.setEnabled(playing is not None and playing.has_result)
        recorded = playing is not None and playing.has_result and playing.place.record is not None
        self.replay.setEnabled(recorded and visit is None)
        # The key leaves a table of one's own and one with friends alike, once the match is over.
        after = over and visit is not None
        self.network.leave.setShortcut(QKeySequence("Ctrl+W" if after else ""))
        self.leave.setVisible(visit is None)
        # Nothing is lost by it: the first screen offers to go on with what was left.
        self.leave.setEnabled(playing is not None and visit is None)
        self.abandon.setEnabled(playing is not None and here and not over)
        self.network.show_visit(visit)
        self.show_take_back(playing)
        self.show_hint(playing)
        self.show_review(playing)

    def show_take_back(self, playing: "Playing | Replaying | None") -> None:
        """Offer to take back and to redo where there is a decision to be taken back or redone."""
        if playing is None:
            self.take_back.setEnabled(False)
            self.redo.setEnabled(False)
        else:
            self.taking_back.see()

    def show_hint(self, playing: "Playing | Replaying | None") -> None:
        """Offer a hint where there is one."""
        self.hint.setEnabled(playing is not None and playing.can_hint)

    def show_review(self, playing: "Playing | Replaying | None") -> None:
        """Offer to look back where there is a deal to look back on."""
        self.review.setEnabled(playing is not None and playing.side.can_review)
