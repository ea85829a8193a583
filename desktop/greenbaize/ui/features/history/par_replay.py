"""A window with one's own deal and par's side by side, from the decision where they part."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget

from greenbaize.app.challenge_result import list_deal_outcomes
from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.app.memory.par_replay import (
    ComparedPlay,
    ParReplay,
    create_compared_replay,
    create_par_replay,
)
from greenbaize.app.memory.replays import MatchReplay, ReplayView
from greenbaize.app.par import choose_par_level, compute_strokes
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.header import RecordHeader
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import DEFAULT_PAR_LEVEL
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.store.declared_settings import NONE
from greenbaize.ui.cards.card_look import current_card_look
from greenbaize.ui.features.history.replay_table import ReplayTable
from greenbaize.ui.shell.job_queue import JobQueue
from greenbaize.ui.shell.navigation import ComparedReplayRoute, ParReplayRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.localized_texts import describe_record_error
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain_text import PlainLabel, label_combo, replace_entries, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import set_initial_size
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import distinct_worth_texts, unit_line
from greenbaize.words.par_words import describe_strokes
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences
from greenbaize.words.spoken_events import describe_event
from greenbaize.words.titles import level_title

WINDOW_SIZE: Final = QSize(1240, 720)


class ParReplayLoader(JobQueue):
    """Loader of par's deal, which a process plays once more with all its events."""

    par_loaded = Signal(object)
    """Emitted with the object of ``greenbaize par --json --events``."""
    load_failed = Signal(str)


class TableAlone(ReplayTable):
    """The table of a replay without its side column."""

    def __init__(
        self, replay: MatchReplay, seat: int, parent: QWidget, *, is_own: bool = True
    ) -> None:
        own_seat = seat if is_own else None
        super().__init__(ReplayView(replay, own_seat), seat, Animator(parent), parent)
        self.folding.hide_permanently()
        self.set_card_look(current_card_look())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the scale of panels to the window of the match."""
        QWidget.resizeEvent(self, event)


class SideBySideWindow(QWidget):
    """A window with two tables that are stepped through together.

    ``names`` are those of the players, ``is_own`` is True if the first is the person.
    """

    def __init__(
        self, names: tuple[str, str], deal: int, parent: QWidget | None, *, is_own: bool
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("{name} and {other}").format(name=names[0], other=names[1]))
        self._names, self._deal, self._is_own = names, deal, is_own
        self.replay: ParReplay | None = None
        self.tables: list[TableAlone] = []
        """The own table and par's, once par is there."""
        self.moment = 0
        """Number of events shown, from the deal's on."""
        self.sentence_label = PlainLabel(parent=self)
        self.sentence_label.setWordWrap(True)
        self.title_labels = PlainLabel(parent=self), PlainLabel(parent=self)
        self.parting_button = QPushButton(tr("&Where you parted"), self)
        self.deal_combo = QComboBox(self)
        label_combo(self.deal_combo, tr("Deal"))
        self.deal_combo.hide()
        self.deal_combo.currentIndexChanged.connect(self._on_deal_chosen)
        self.back_button = QPushButton(tr("&Back"), self)
        self.forward_button = QPushButton(tr("&Forward"), self)
        self.end_button = QPushButton(tr("The &end"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        set_tooltip(self.back_button, tr("Left arrow key"))
        set_tooltip(self.forward_button, tr("Right arrow key"))
        self._step_buttons = (
            self.parting_button,
            self.back_button,
            self.forward_button,
            self.end_button,
        )
        self.parting_button.clicked.connect(self.show_parting)
        self.back_button.clicked.connect(lambda: self.show_moment(self.moment - 1))
        self.forward_button.clicked.connect(lambda: self.show_moment(self.moment + 1))
        self.end_button.clicked.connect(lambda: self.show_moment(self._last_moment))
        self.close_button.clicked.connect(self.close)
        self._tables_row = make_row(spacing=8)
        column = make_column(
            self.sentence_label,
            make_row(*((label, 1) for label in self.title_labels), spacing=8),
            (self._tables_row, 1),
            make_row(self.deal_combo, *self._step_buttons, STRETCH, self.close_button, spacing=6),
            widget=self,
            margins=(16, 12, 16, 12),
            spacing=8,
        )
        column.setStretch(2, 1)
        self._apply_theme()
        set_initial_size(self, WINDOW_SIZE)

    def _load_deal(self) -> None:
        """Load the chosen deal, and show it with ``_show_replay``."""
        raise NotImplementedError

    def _on_deal_chosen(self, index: int) -> None:
        deal = self.deal_combo.itemData(index)
        if deal is not None and deal != self._deal:
            self._deal = deal
            self._load_deal()

    def _apply_theme(self) -> None:
        self.setPalette(paper_palette(current_theme()))
        self.setAutoFillBackground(True)
        self.sentence_label.setFont(normal_font(fixed=True))
        for label in self.title_labels:
            label.setFont(normal_font(bold=True, fixed=True))
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)

    def closeEvent(self, event: QCloseEvent) -> None:
        for table in self.tables:
            table.close_overlays()
        super().closeEvent(event)

    # Replays

    def _show_replay(
        self, replay: ParReplay, results: Sequence[Sequence[int]], strokes: Sequence[int]
    ) -> None:
        """Show both deals, their results, and by how much the first is better."""
        self.replay = replay
        game = replay.own.playback.game
        for label, name, result in zip(self.title_labels, self._names, results, strict=True):
            text = Speaker().format_message(game.result_message(result))
            label.setText(tr("{name}: {result}").format(name=name, result=text))
        self.title_labels[0].setText(
            f"{self.title_labels[0].text()} · {describe_strokes(game, strokes)}"
        )
        if not self.deal_combo.count():
            entries = [(tr("Deal {deal}").format(deal=deal), deal) for deal in replay.deals]
            replace_entries(self.deal_combo, entries, self._deal)
            self.deal_combo.setVisible(len(replay.deals) > 1)
        self._remove_tables()
        self.tables = self._make_tables(replay)
        for table, name in zip(self.tables, self._names, strict=True):
            table.setAccessibleName(name)
            self._tables_row.addWidget(table, 1)
            table.show()
        for button in self._step_buttons:
            button.setEnabled(True)
        self.parting_button.setEnabled(replay.parting is not None)
        self.show_parting()
        self.forward_button.setFocus()

    def _make_tables(self, replay: ParReplay) -> list[TableAlone]:
        return [
            TableAlone(replay.own, replay.seat, self, is_own=self._is_own),
            TableAlone(replay.par, replay.seat, self, is_own=False),
        ]

    def _remove_tables(self) -> None:
        for table in self.tables:
            table.close_overlays()
            table.finish_animations()
            table.hide()
            table.deleteLater()

    def _show_sentence(self, text: str) -> None:
        self.sentence_label.setText(text)
        announce(self, text)

    # Moments

    @property
    def _last_moment(self) -> int:
        return 0 if self.replay is None else self.replay.moment_count

    def show_parting(self) -> None:
        """Show the decision in which both part, or the whole deal if they never do."""
        if self.replay is not None:
            parting = self.replay.parting
            self.show_moment(self._last_moment if parting is None else parting)

    def show_moment(self, moment: int) -> None:
        """Show both deals after some of their events, and say what happened."""
        if self.replay is None:
            return
        self.moment = min(max(moment, 1), self._last_moment)
        starts = self.replay.start, self.replay.par_start
        for table, start in zip(self.tables, starts, strict=True):
            length = len(table.replay.playback)
            table.show_moment(min(start + self.moment, length))
            table.dismiss_result()
        self.back_button.setEnabled(self.moment > 1)
        self.forward_button.setEnabled(self.moment < self._last_moment)
        self._show_sentence(self._moment_text())

    def _moment_text(self) -> str:
        replay = self.replay
        assert replay is not None
        if replay.parting is None:
            name, other = self._names
            if self._is_own:
                return tr("{level} played exactly as you did.").format(level=other)
            return tr("{name} and {other} played exactly the same.").format(name=name, other=other)
        if self.moment == replay.parting:
            return self._parting_text(replay)
        if self.moment < replay.parting:
            return (
                tr("Up to here you both did the same.")
                if self._is_own
                else tr("Up to here both did the same.")
            )
        return ""

    def _parting_text(self, replay: ParReplay) -> str:
        """Return what each did where they part, and what par thought that it would bring."""
        parted_events = replay.parted_events()
        assert parted_events is not None
        own_event, par_event = parted_events
        game: Game[Any] = replay.own.playback.game
        own, par = replay.own_choice, replay.par_choice
        name, level = self._names
        if own is None or par is None:
            own_text, par_text = (
                self._event_text(game, event, one)
                for event, one in ((own_event, replay.own), (par_event, replay.par))
            )
            sentence = tr("Here you part.") if self._is_own else tr("Here they part.")
            return join_sentences(sentence, own_text, par_text)
        own_worth, par_worth = distinct_worth_texts(
            game.choice_unit, own.expected_score, par.expected_score
        )
        sentence = (
            tr("Here you part. You: {own} ({own_worth}). {level}: {theirs} ({worth}).")
            if self._is_own
            else tr("Here they part. {name}: {own} ({own_worth}). {level}: {theirs} ({worth}).")
        )
        return join_sentences(
            sentence.format(
                name=name,
                own=_choice_text(own),
                own_worth=own_worth,
                level=level,
                theirs=_choice_text(par),
                worth=par_worth,
            ),
            tr("In brackets is what {level} expected of either.").format(level=level),
            unit_line(
                game.choice_unit,
                game.sides(len(replay.own.header.players)),
                is_weighed_by_match_rank=game.is_weighed_by_match_rank(self.tables[0].shown_view),
            ),
        )

    def _event_text(self, game: Game[Any], event: Event, replay: MatchReplay) -> str:
        table = self.tables[0 if self.replay is not None and replay is self.replay.own else 1]
        return describe_event(game, event, table.shown_view, table.speaker, brief=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Right:
                self.show_moment(self.moment + 1)
            case Qt.Key.Key_Left:
                self.show_moment(self.moment - 1)
            case Qt.Key.Key_Home:
                self.show_moment(1)
            case Qt.Key.Key_End:
                self.show_moment(self._last_moment)
            case Qt.Key.Key_Escape:
                self.close()
            case _:
                super().keyPressEvent(event)


class ParReplayWindow(SideBySideWindow):
    """A window with one's own deal, or that of another person with a ``name``, and par's."""

    def __init__(
        self, route: ParReplayRoute, level: str, parent: QWidget | None, name: str = ""
    ) -> None:
        names = name or tr("You"), level_title(level)
        super().__init__(names, route.deal, parent, is_own=not name)
        self._path, self._level = route.path, level
        self.loader = ParReplayLoader(self)
        self.loader.par_loaded.connect(self._on_loaded)
        self.loader.load_failed.connect(self._show_sentence)
        self._load_deal()

    def _load_deal(self) -> None:
        for button in self._step_buttons:
            button.setEnabled(False)
        waiting_text = (
            tr("{level} is still playing your cards…") if self._is_own else tr("{level} plays…")
        )
        self._show_sentence(waiting_text.format(level=level_title(self._level)))
        self.loader.enqueue_job(partial(_load_par, self._path, self._deal, self._level))

    def _on_loaded(self, values: dict[str, Any]) -> None:
        deal_values = next(iter(values["deals"]), None)
        if deal_values is None:
            self._show_sentence(tr("There is no par of this deal: somebody else acted for you."))
            return
        try:
            replay = create_par_replay(self._path, self._level, deal_values)
        except GameError as error:
            self._show_sentence(describe_record_error(error, self._path))
            return
        results = deal_values["own"], deal_values["par"]
        self._show_replay(replay, results, deal_values["strokes"])

    def closeEvent(self, event: QCloseEvent) -> None:
        self.loader.close()
        super().closeEvent(event)


class ComparedReplayWindow(SideBySideWindow):
    """A window with a deal as two played it in the same chair of one match."""

    def __init__(
        self,
        header: RecordHeader,
        seat: int,
        plays: tuple[ComparedPlay, ComparedPlay],
        deal: int,
        parent: QWidget,
    ) -> None:
        first, second = plays
        super().__init__((first.name, second.name), deal, parent, is_own=first.is_own)
        self._header, self._seat, self._plays = header, seat, plays
        self._load_deal()

    def _load_deal(self) -> None:
        header, seat = self._header, self._seat
        replay = create_compared_replay(header, seat, self._plays, self._deal - 1)
        results = [
            list_deal_outcomes(header, play.events, seat)[self._deal - 1].result
            for play in self._plays
        ]
        game = replay.own.playback.game
        self._show_replay(replay, results, compute_strokes(game, *results))


def _choice_text(choice: WeighedChoice) -> str:
    return Speaker().format_message(choice.command.short_message)


def open_par_replay(services: Services, route: ParReplayRoute) -> str:
    """Open the window of a deal and its par; return an empty text."""
    level = route.level or _choose_default_level(services)
    ParReplayWindow(route, level, route.parent or services.window, route.name).show()
    return ""


def _choose_default_level(services: Services) -> str:
    view: PlayerView | None = getattr(services.pages.table, "player_view", None)
    level = services.settings.current.par
    level = DEFAULT_PAR_LEVEL if level == NONE else level
    return level if view is None else choose_par_level(view.header, level)


def open_compared_replay(services: Services, route: ComparedReplayRoute) -> str:
    """Open the window with a deal of two; return an empty text."""
    header, seat, plays, deal, parent = route
    ComparedReplayWindow(header, seat, plays, deal, parent or services.window).show()
    return ""


def _load_par(
    path: Path,
    deal: int,
    level: str,
    indexer: HistoryIndexer,
    emit_signal: Callable[..., None],
) -> None:
    arguments = ["par", "--json", "--events", "--level", level, "--deal", str(deal)]
    arguments += ["--", str(path)]
    for line in indexer.run_command(arguments, Message("par-lost")):
        if "deals" in line:
            emit_signal("par_loaded", line)
            return
        if "fault" in line:
            emit_signal("load_failed", str(line["fault"]))
