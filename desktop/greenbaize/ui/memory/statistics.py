"""The window of statistics: what has been counted of somebody, how it went, who is how strong."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QDate, QMargins, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.memory.statistics_result import (
    NOTHING_FOUND,
    Line,
    StatisticsResult,
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
from greenbaize.store.history import History
from greenbaize.store.statistics import Chosen, HonourKept, Rated, Who, honours, ratings
from greenbaize.ui.dialogs.dialog import PaperScroll, fit_on_screen
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.memory.history_window import Asking, HistoryWindow
from greenbaize.ui.memory.statistics_choice import StatisticsChoice
from greenbaize.ui.memory.statistics_lists import HonoursPage, RatedPage
from greenbaize.ui.memory.statistics_page import StatisticsPage
from greenbaize.ui.memory.statistics_words import who_text
from greenbaize.ui.sheets.saving import save_dialog, saved_text
from greenbaize.ui.shell.services import Services
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

USUAL_SIZE: Final = QSize(1060, 740)


class StatisticsWindow(HistoryWindow):
    """The window: who, which game and against whom at the top, and pages about that below."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, tr("Statistics"))
        self.dialog: Any = None
        """The dialog that is open, if one is."""
        self._asking = Asking(self._archive, self)
        self._troubled = False
        """Whether it is told that the database cannot be asked."""
        games = sorted(services.games, key=game_title)
        self.choice = StatisticsChoice(
            self._asking.ask,
            {one: game_title(one) for game in games for one in (game, game + SHORT)},
            self._persons,
            services.setup.game,
            self,
        )
        self._honoured: Who | None = None
        """Whose honours are listed."""
        self.page, self.rated, self.honours = StatisticsPage(), RatedPage(), HonoursPage()
        self.tabs = self._make_tabs()
        self.empty, self.empty_more = subheading("", self), note(parent=self)
        self.csv_button = QPushButton(tr("Save as &CSV…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self._lay_out()
        self._connect()
        self._settle(USUAL_SIZE)
        self.read_all()
        self.choice.who.setFocus()

    # Its parts

    def _make_tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        sheet = QWidget()
        around = QVBoxLayout(sheet)
        around.setContentsMargins(QMargins(0, 10, 4, 4))
        around.addWidget(self.page)
        scroll = PaperScroll(sheet, tabs)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tabs.addTab(scroll, tr("&Figures"))
        tabs.addTab(self.rated, tr("Com&parison"))
        tabs.addTab(self.honours, tr("&Honours"))
        return tabs

    def _lay_out(self) -> None:
        nothing = QWidget(self)
        middle = QVBoxLayout(nothing)
        middle.addStretch(1)
        for label in (self.empty, self.empty_more):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            middle.addWidget(label)
        middle.addStretch(2)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.tabs)
        self.pages.addWidget(nothing)
        foot = QHBoxLayout()
        foot.addWidget(self.news, 1)
        foot.addStretch(0)
        for button in (self.csv_button, self.close_button):
            button.setAutoDefault(False)
            foot.addWidget(button)
        foot.setAlignment(self.csv_button, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        column.addWidget(self.choice)
        column.addWidget(self.pages, 1)
        column.addLayout(foot)

    def _connect(self) -> None:
        self._asking.told.connect(self._tell_trouble)
        self.choice.changed.connect(self._show_chosen)
        self.tabs.currentChanged.connect(self._show_page)
        self.csv_button.clicked.connect(self.ask_csv)
        self.close_button.clicked.connect(self.close)
        self._archive.changed.connect(self._on_changed)
        save = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        save.activated.connect(self.ask_csv)

    def _persons(self) -> list[Who]:
        """The persons of this computer, who plays first."""
        return persons_of(self._services.settings.now)

    # What is shown

    def read_all(self) -> None:
        """Show what the database has now."""
        if self._troubled:
            self._troubled = False
            self.tell("")
        self._honoured = None
        self.choice.read()

    def _on_changed(self) -> None:
        """Other matches have been read; whoever does not look is not waited for."""
        if self.isVisible():
            self.read_all()

    def _show_chosen(self) -> None:
        chosen = self.choice.chosen
        found: StatisticsResult | None = NOTHING_FOUND
        if chosen is not None:
            found = self._asking.ask(partial(find, chosen=chosen))
        self._show_honours()
        some = chosen is not None and found is not None and found.matches > 0
        self.csv_button.setEnabled(some)
        self.pages.setCurrentIndex(0 if some else 1)
        if some:
            assert chosen is not None
            assert found is not None
            game = self._services.games[full_name(chosen.game)]
            self.page.show_findings(who_text(chosen.who), found, game, chosen.against)
            self._show_page()
        else:
            self._show_nothing()

    def _show_nothing(self) -> None:
        """Say in a sentence what would fill the window."""
        if self._asking.trouble or self._archive.trouble:
            self.empty.setText(tr("The statistics cannot be shown just now."))
            self.empty_more.setText(tr("You can play all the same."))
            return
        words = tr("No finished match yet: {name}.")
        self.empty.setText(words.format(name=who_text(self.choice.whose)))
        self.empty_more.setText(
            tr(
                "Every match played to its end counts here, except practice. If a computer "
                "player stood in for somebody, the match does not count for them."
            )
        )

    def _show_page(self) -> None:
        """Have the page that is seen show what is chosen; the others wait until they are."""
        chosen, page = self.choice.chosen, self.tabs.currentWidget()
        self._offer_choice(page)
        if chosen is None or page is not self.rated:
            return
        rated: list[Rated] = self._asking.ask(partial(ratings, game=chosen.game)) or []
        self.rated.show_rated(at_present(rated, self._persons()), chosen.who, chosen.game)

    def _offer_choice(self, page: QWidget) -> None:
        """Have only those fields enabled that the page goes by."""
        some = self.choice.chosen is not None
        kinds = self.choice.against.count() - 1  # besides all of them
        self.choice.game.setEnabled(some and page is not self.honours)
        self.choice.against.setEnabled(kinds > 1 and page not in (self.honours, self.rated))

    def _show_honours(self) -> None:
        """Show honours to those who have any and want to hear of them."""
        who, found = self.choice.whose, []
        if who == self._honoured:
            return
        self._honoured = who
        if who.names and self._services.settings.now.honours:
            kept: list[HonourKept] = self._asking.ask(partial(honours, names=who.names)) or []
            found = kept
        self.honours.show_honours(found)
        self.tabs.setTabVisible(self.tabs.indexOf(self.honours), bool(found))

    def _tell_trouble(self, text: str) -> None:
        self._troubled = True
        self.tell(text)

    # Saving

    def ask_csv(self) -> None:
        """Ask where the figures are to be saved."""
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
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit_on_screen(dialog)
        self.dialog = dialog
        dialog.open()

    def save_csv(self, path: Path) -> None:
        """Write all figures of what is chosen, and say where, or why that cannot be."""
        chosen = self.choice.chosen
        lines = None if chosen is None else self._asked_lines(chosen)
        if lines is None:
            return
        try:
            # The dialog has asked about a file that is there already.
            save_statistics(path, lines, force=True)
        except GameError as error:
            self.tell(Speaker().say(error.message))
        else:
            self.tell(saved_text(path))

    def _asked_lines(self, chosen: Chosen) -> list[Line] | None:
        found: list[Line] | None = self._asking.ask(
            partial(_lines, chosen=chosen, persons=self._persons())
        )
        return found

    # Windows

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.page.set_theme(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the window."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._asking.let_go()
        super().closeEvent(event)


def _lines(history: History, chosen: Chosen, persons: Sequence[Who]) -> list[Line]:
    """All that is saved of what is chosen."""
    of_them = lines_of(history, chosen.who, chosen.game, chosen.against)
    return [*of_them, *rated_lines(history, persons, chosen.game)]
