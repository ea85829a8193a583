"""The window of statistics for a person or a level of bots."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QGridLayout, QPushButton, QStackedWidget, QTabWidget, QWidget

from greenbaize.app.memory.statistics_result import (
    Line,
    at_present,
    find,
    lines_of,
    persons_of,
    rated_lines,
    save_statistics,
)
from greenbaize.app.sheets.files import plain_name
from greenbaize.rules.errors import GameError
from greenbaize.rules.facts import SHORT, full_name
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import History
from greenbaize.store.listing import people
from greenbaize.store.statistics import Chosen, Who, games_played, honours, opponents, ratings
from greenbaize.ui.features.history.history_window import EmptyPage, HistoryWindow
from greenbaize.ui.features.history.statistics_page import HonoursPage, RatedPage, StatisticsPage
from greenbaize.ui.features.history.statistics_words import against_text, who_text
from greenbaize.ui.sheets.saving import save_dialog, saved_text, system_csv_form
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import PaperScroll, fit_on_screen
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.plain import (
    MOST_PEOPLE,
    SEPARATOR,
    Label,
    offer_anew,
    small_combo,
    united,
)
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

USUAL_SIZE: Final = QSize(1060, 740)
LETTERS: Final = 8
BESIDE: Final = 760
"""Width from which labels are beside their fields instead of above them (px at text scale 1)."""
SHARES: Final = (0, 3, 0, 2, 0, 3)
"""Stretch factors of the labels' and fields' columns."""


class StatisticsWindow(HistoryWindow):
    """Window with a query form at the top and tabs for figures, ratings and honours."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, tr("Statistics"))
        self.dialog: Any = None
        self.choice = StatisticsChoice(services, self)
        self._honoured: Who | None = None
        self.page, self.rated, self.honours = StatisticsPage(), RatedPage(), HonoursPage()
        self.tabs = self._make_tabs()
        self.empty = EmptyPage(self)
        self.csv_button = QPushButton(tr("Save as &CSV…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self._lay_out()
        self._connect()
        self.resize(usual_size(self, USUAL_SIZE))
        self.read_all()
        self.choice.who.setFocus()

    # Layout

    def _make_tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        sheet = QWidget()
        column_of(self.page, within=sheet, margins=(0, 10, 4, 4))
        scroll = PaperScroll(sheet, tabs)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tabs.addTab(scroll, tr("&Figures"))
        tabs.addTab(self.rated, tr("Com&parison"))
        tabs.addTab(self.honours, tr("&Honours"))
        return tabs

    def _lay_out(self) -> None:
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.tabs)
        self.pages.addWidget(self.empty)
        foot = row_of((self.news, 1), (STRETCH, 0), self.csv_button, self.close_button)
        foot.setAlignment(self.csv_button, Qt.AlignmentFlag.AlignRight)
        parts = (self.choice, (self.pages, 1), foot)
        column_of(*parts, within=self, margins=(16, 14, 16, 14), spacing=10)

    def _connect(self) -> None:
        self.choice.changed.connect(self._show_chosen)
        self.tabs.currentChanged.connect(self._show_page)
        self.csv_button.clicked.connect(self.ask_csv)
        self.close_button.clicked.connect(self.close)
        save = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        save.activated.connect(self.ask_csv)

    # Content

    def read_all(self) -> None:
        if self._troubled:
            self._troubled = False
            self.tell("")
        self._honoured = None
        self.choice.read()

    def _show_chosen(self) -> None:
        chosen = self.choice.chosen
        found = None if chosen is None else self.ask(partial(find, chosen=chosen))
        self._show_honours()
        some = found is not None and found.matches > 0
        self.csv_button.setEnabled(some)
        self.pages.setCurrentIndex(0 if some else 1)
        if chosen is None or found is None or not some:
            self._show_nothing()
            return
        game = self._services.games[full_name(chosen.game)]
        self.page.show_findings(who_text(chosen.who), found, game, chosen.against)
        self._show_page()

    def _show_nothing(self) -> None:
        title = tr("No finished match yet: {name}.").format(name=who_text(self.choice.whose))
        more = tr(
            "Every match played to its end counts here, except practice. If a computer "
            "player stood in for somebody, the match does not count for them."
        )
        if self.trouble:
            title = tr("The statistics cannot be shown just now.")
            more = tr("You can play all the same.")
        self.empty.show_words(title, more)

    def _show_page(self) -> None:
        """Update the current tab for the query; the other tabs update when they are opened."""
        chosen, page = self.choice.chosen, self.tabs.currentWidget()
        kinds = self.choice.against.count() - 1  # without the entry for all opponents
        # Only the fields that the current tab depends on are enabled.
        self.choice.game.setEnabled(chosen is not None and page is not self.honours)
        self.choice.against.setEnabled(kinds > 1 and page not in (self.honours, self.rated))
        if chosen is None or page is not self.rated:
            return
        rated = self.ask(partial(ratings, game=chosen.game)) or []
        self.rated.show_rated(at_present(rated, self.choice.persons), chosen.who, chosen.game)

    def _show_honours(self) -> None:
        who, found = self.choice.whose, None
        if who == self._honoured:
            return
        self._honoured = who
        if who.names and self._services.settings.now.honours:
            found = self.ask(partial(honours, names=who.names))
        self.honours.show_honours(found or [])
        self.tabs.setTabVisible(self.tabs.indexOf(self.honours), bool(found))

    # Saving

    def ask_csv(self) -> None:
        chosen = self.choice.chosen
        if chosen is None or not self.csv_button.isEnabled():
            return
        words = tr("Statistics, {name}, {game}, {date}").format(
            name=who_text(chosen.who),
            game=game_title(chosen.game),
            date=QDate.currentDate().toString(Qt.DateFormat.ISODate),
        )
        dialog = save_dialog(
            self, tr("Save as CSV"), f"{plain_name(words)}.csv", tr("CSV files (*.csv)")
        )
        dialog.fileSelected.connect(lambda path: self.save_csv(Path(path)))
        fit_on_screen(dialog)
        self.dialog = dialog
        self._services.dialogs.open(dialog)

    def save_csv(self, path: Path) -> None:
        """Write all figures of the query as CSV; show the path, or the error."""
        chosen = self.choice.chosen
        if chosen is None:
            return
        asked = partial(_lines, chosen=chosen, persons=self.choice.persons)
        lines: list[Line] | None = self.ask(asked)
        if lines is None:
            return
        try:
            # The file dialog has already asked about replacing a file.
            save_statistics(path, lines, system_csv_form(), force=True)
        except GameError as error:
            self.tell(Speaker().say(error.message))
        else:
            self.tell(saved_text(path))

    # Windows

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def _lines(history: History, chosen: Chosen, persons: Sequence[Who]) -> list[Line]:
    of_them = lines_of(history, chosen.who, chosen.game, chosen.against)
    return [*of_them, *rated_lines(history, persons, chosen.game)]


class StatisticsChoice(QWidget):
    """Form to select the person or level, the game (by default the last played) and opponents."""

    changed = Signal()

    def __init__(self, services: Services, window: HistoryWindow) -> None:
        super().__init__(window)
        self._services, self._ask = services, window.ask
        self._wanted = services.setup.game
        self.who, self.game, self.against = (small_combo(LETTERS, self) for _ in range(3))
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self._fields = [
            (Label(words, self), box)
            for words, box in (
                (tr("&Who"), self.who),
                (tr("&Game"), self.game),
                (tr("Aga&inst"), self.against),
            )
        ]
        for label, box in self._fields:
            label.setBuddy(box)
            box.setAccessibleName(label.text().replace("&", ""))
        for column, room in enumerate(SHARES):
            grid.setColumnStretch(column, room)
        self._above: bool | None = None
        self._arrange()
        self.who.currentIndexChanged.connect(self._on_who)
        self.game.currentIndexChanged.connect(self._on_game)
        self.against.currentIndexChanged.connect(self.changed)

    def _arrange(self) -> None:
        """Move the labels above the fields where the window is narrow, else beside them."""
        above = self.width() < grown(BESIDE)
        if above == self._above:
            return
        self._above = above
        for place, (label, box) in enumerate(self._fields):
            if above:
                self._grid.addWidget(label, 0, 2 * place, 1, 2)
                self._grid.addWidget(box, 1, 2 * place, 1, 2)
            else:
                self._grid.addWidget(label, 0, 2 * place)
                self._grid.addWidget(box, 0, 2 * place + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @property
    def persons(self) -> list[Who]:
        """Persons of this computer, the current one first."""
        return persons_of(self._services.settings.now)

    @property
    def chosen(self) -> Chosen | None:
        """Selected query, or None if no game has been played."""
        game = self.game.currentData()
        if not game:
            return None
        return Chosen(self.whose, game, self.against.currentData() or "")

    @property
    def whose(self) -> Who:
        return _who(self.who.currentData()) if self.who.count() else self.persons[0]

    def read(self) -> None:
        """Reload the persons and levels in the database; keep the selection if possible."""
        before = self.whose
        known = self._ask(_everybody)
        if known is None:
            self.changed.emit()
            return
        named, levels = known
        persons = self.persons
        others = map(Who, united((one.names for one in persons), named))
        whos = list(dict.fromkeys([persons[0], *others]))
        offered: list[tuple[str, Any]] = [(who_text(one), _key(one)) for one in whos]
        if levels:
            offered += [SEPARATOR, *((who_text(one), _key(one)) for one in levels)]
        offer_anew(self.who, offered, _key(before))
        self._on_who()

    def _on_who(self) -> None:
        if self.game.currentData():
            self._wanted = self.game.currentData()
        found = self._ask(partial(games_played, who=self.whose)) or []
        known = sorted(self._services.games, key=game_title)
        played = [one for name in known for one in (name, name + SHORT) if one in found]
        games = [(game_title(one), one) for one in played]
        offer_anew(self.game, games or [(tr("None yet"), "")], self._wanted)
        self.game.setEnabled(bool(games))
        self._on_game()

    def _on_game(self) -> None:
        game, before = self.game.currentData(), self.against.currentData()
        kinds: Sequence[str] = ()
        if game:
            kinds = self._ask(partial(opponents, who=self.whose, game=game)) or ()
        offered = [(tr_in("opponents", "All"), ""), *((against_text(one), one) for one in kinds)]
        offer_anew(self.against, offered, before or "")
        self.against.setEnabled(len(kinds) > 1)
        self.changed.emit()


def _everybody(history: History) -> tuple[list[str], list[Who]]:
    """Return the names of the people who have played, and the levels with counted matches."""
    levels = [Who((), level) for level in LEVEL_NAMES]
    return people(history, MOST_PEOPLE), [one for one in levels if games_played(history, one)]


def _key(who: Who) -> list[str]:
    """Return a subject as item data: a list of texts, which Qt compares by value."""
    return [who.level, *who.names]


def _who(key: Sequence[str]) -> Who:
    level, *names = key
    return Who(tuple(names), level)
