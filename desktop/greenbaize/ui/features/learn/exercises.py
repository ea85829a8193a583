"""Exercises window: a position on a table, one question, and an explanation of the answer."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFrame, QPushButton, QVBoxLayout, QWidget

from greenbaize.app.exercises import BEST, Course, Exercise, ExerciseView, read_exercises
from greenbaize.app.tables.default_players import usual_names, your_name
from greenbaize.resources import resources
from greenbaize.rules.commands import Command, OfCard
from greenbaize.rules.errors import FileError
from greenbaize.rules.game import Question
from greenbaize.rules.thinking import Weighed
from greenbaize.store import folders
from greenbaize.store.exercised import keep_outcome, read_outcomes
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.cards.suited import WordLink
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.prompt_controller import POINTED_LIFT
from greenbaize.ui.match.table_menu import READ_OUT
from greenbaize.ui.shell.navigation import Rule
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import PaperScroll
from greenbaize.ui.widgets.keyboard import latin_letter
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import better_text
from greenbaize.words.phrases import deal_words, turn_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief, together
from greenbaize.words.titles import cited, game_title

USUAL_SIZE: Final = QSize(1060, 760)
LEAST: Final = QSize(640, 332)
"""Minimum window size: a table and the panel beside it (px)."""
LOW: Final = 520
"""Window height below which the panel stands beside the table (px)."""
BESIDE: Final = 198
LEAST_WORDS: Final = 64
"""Minimum height of the text below a table (px)."""
WIDEST: Final = 16777215
MOST_RULES: Final = 3
"""Maximum number of rules linked below an answer."""


class Verdict(NamedTuple):
    """Verdict on an answer: a short sentence, the reasons line by line, and the cited rules."""

    right: bool
    sentence: str
    lines: tuple[str, ...]
    rules: tuple[str, ...]


def verdict(exercise: Exercise, answer: Command, names: Sequence[str]) -> Verdict:
    """Return the verdict on an answer; ``names`` are the players by seat."""
    speaker = Speaker(names, exercise.seat)
    right, best = answer == exercise.right, speaker.say(exercise.right.said)
    if right:
        words = tr("Right: {choice}").format(choice=best)
    else:
        words = tr("No, not {answer}. Right is: {choice}").format(
            answer=speaker.say(answer.said), choice=best
        )
    asked = [exercise.right] if right else [exercise.right, answer]
    lines: list[str] = []
    rules: list[str] = []
    for command in asked:
        said = exercise.game.explain(exercise.view, command).sentences
        told = " ".join(one for one in map(speaker.say, said) if one not in " ".join(lines))
        label = speaker.say(command.said)
        plain = right or not told or told.startswith(label)
        lines.append(told if plain else tr("{choice}: {why}").format(choice=label, why=told))
        rules += [one.rule for one in said if one.rule]
    if exercise.kind == BEST:
        lines += _reasons(exercise, answer, speaker)
    return Verdict(right, words, tuple(filter(None, lines)), tuple(dict.fromkeys(rules)))


def _reasons(exercise: Exercise, answer: Command, speaker: Speaker) -> list[str]:
    game = exercise.game
    choices = [Weighed(one, worth, 0.0) for one, worth in exercise.worth.items()]
    why = " ".join(map(speaker.say, game.advice(exercise.view, choices)))
    best = choices[0]
    others = (one for one in choices[1:] if answer in (one.command, best.command))
    other = next(others, None)
    if other is None:
        return [why]
    said = (speaker.say(one.command.said) for one in (best, other))
    return [why, better_text(game.unit, best.lead_over(other), *said)]


class ExercisesWindow(QWidget):
    """Window of exercises; it starts with those of ``game``."""

    def __init__(self, services: Services, game: str) -> None:
        super().__init__(services.window, Qt.WindowType.Window)
        self.setWindowTitle(tr("Exercises"))
        self._services = services
        self.course: Course
        self.exercise: Exercise | None = None
        self.playing: MatchView | None = None
        self._person = ""
        self._make_foot()
        self._holder = column_of(margins=(0, 0, 0, 0))
        self._column = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        # A low window is laid out differently, which the layout's own minimum size would prevent.
        self._column.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)
        self._column.addLayout(self._holder, 1)
        self._column.addWidget(self.foot)
        self.setMinimumSize(LEAST)
        services.theme.changed.connect(self.dress)
        services.theme.cards_changed.connect(self._on_cards)
        services.settings.changed.connect(self._apply)
        self.resize(usual_size(self, USUAL_SIZE))
        self.show_game(game)
        for name, keys in READ_OUT.items():
            read_out = partial(self._read_out, name)
            QShortcut(QKeySequence(keys), self).activated.connect(read_out)

    def _make_foot(self) -> None:
        """Create the panel with question, answer and buttons, below the table or beside it."""
        self.foot = QFrame(self)
        self._scroll = PaperScroll(self._make_words(), self.foot)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.foot)
        self._row.setContentsMargins(10, 8, 10, 8)
        self._row.addWidget(self._scroll, 1)
        self._row.addLayout(self._make_choices())

    def _make_words(self) -> QWidget:
        self._words = QWidget()
        self.sentence = subheading("", self._words)
        self.sentence.setWordWrap(True)
        self.why = note(parent=self._words, quiet=False)
        self._rules: tuple[str, ...] = ()
        self.links = [WordLink("", self._words) for _ in range(MOST_RULES)]
        for place, link in enumerate(self.links):
            link.clicked.connect(lambda _=False, place=place: self._show_rule(self._rules[place]))
        parts = (self.sentence, self.why, row_of(*self.links, STRETCH, spacing=12), STRETCH)
        column_of(*parts, within=self._words, margins=(0, 0, 0, 0), spacing=4)
        return self._words

    def _make_choices(self) -> QVBoxLayout:
        self.games = QComboBox(self.foot)
        for name in self._services.games:
            self.games.addItem(game_title(name), name)
        label = Label(tr("&Game:"), self.foot)
        label.setBuddy(self.games)
        self.games.setAccessibleName(tr("Game"))
        self.games.activated.connect(lambda _: self.show_game(self.games.currentData()))
        self.count = note(parent=self.foot)
        self.next_button = QPushButton(tr("&Next"), self.foot)
        self.close_button = QPushButton(tr("C&lose"), self.foot)
        self.next_button.clicked.connect(self.go_on)
        self.close_button.clicked.connect(self.close)
        upper = row_of(STRETCH, label, self.games, spacing=6)
        lower = row_of(STRETCH, self.next_button, self.close_button, spacing=6)
        return column_of(STRETCH, upper, self.count, lower, spacing=4)

    def show_game(self, name: str) -> None:
        self.games.setCurrentIndex(self.games.findData(name))
        self._person = self._services.settings.now.who
        path = resources() / "exercises" / f"{name}.jsonl"
        outcomes = read_outcomes(folders.exercises(), self._person, name)
        self.course = Course(read_exercises(path, self._services.games), outcomes)
        self.exercise = None
        self.go_on()

    def go_on(self) -> None:
        self._put_away()
        self.exercise = self.course.next(self.exercise)
        self._show_count()
        if self.exercise is None:
            self._say(tr("There are no exercises for this game."))
            self.next_button.setEnabled(False)
            return
        place = ExerciseView(self.exercise, self._names(), self._on_answered)
        playing = self.playing = MatchView(place, self)
        playing.motion.speed = 0
        playing.folding.show_folded(on=True)
        playing.rule_asked.connect(self._show_rule)
        self._holder.addWidget(playing)
        self._apply()
        question = place.question
        assert question is not None
        playing.escaped = self.close
        playing.show()
        playing.begin()
        playing.setFocus()
        # Announce the position, since nobody has heard how it came about.
        speaker = Speaker(self._names(), place.seat, aloud=True)
        at = place.game, place.view
        lies = deal_words(*at, speaker, brief=is_brief())
        announce(self, together(lies, turn_words(*at, question, speaker)))

    def _apply(self) -> None:
        """Apply the input settings, and show how to answer while the question is open."""
        if self.playing is None:
            return
        asking, now = self.playing.asking, self._services.settings.now
        asking.single_click, asking.prompt.keys_ask = now.single_click, now.keys_ask
        question = self.playing.place.question
        if question is not None:
            self._say(Speaker().say(question.words), (self._how_to_answer(question),))

    def _how_to_answer(self, question: Question) -> str:
        if not any(isinstance(answer.command, OfCard) for answer in question.answers):
            return tr("Click your answer, or go to it with the arrows and press Enter.")
        if self._services.settings.now.single_click:
            return tr("Click your card, or go to it with the arrows and press Enter.")
        return tr("Click your card twice, or go to it with the arrows and press Enter.")

    def _read_out(self, report: str) -> None:
        if self.playing is not None:
            self.playing.read_out(report)

    def _on_answered(self, command: Command) -> None:
        course, exercise = self.course, self.exercise
        assert exercise is not None
        said = verdict(exercise, command, self._names())
        self._show_right(exercise)
        course.answer(exercise, right=said.right)
        self._say(said.sentence, said.lines, said.rules)
        self._show_count()
        try:
            done, whose = course.done[exercise.name], (self._person, exercise.game.name)
            keep_outcome(folders.exercises(), *whose, exercise.name, done)
        except FileError as error:
            self.why.setText(f"{self.why.text()}\n{Speaker().say(error.message)}")
        announce(self, together(said.sentence, *said.lines))
        self.next_button.setEnabled(True)
        self.next_button.setFocus()

    def _names(self) -> list[str]:
        """Return the players' names by seat: the user's own, and usual ones for the others."""
        assert self.exercise is not None
        seat, sitters = self.exercise.seat, self.exercise.header.sitters
        you = your_name(self._services.settings.now)
        names = usual_names(you)[: len(sitters) - 1]
        return [*names[:seat], you, *names[seat:]]

    def _show_right(self, exercise: Exercise) -> None:
        """Raise the right card, if the right answer is a card."""
        assert self.playing is not None
        own = [item.face for item in self.playing.scene.cards.own if item.face]
        card = exercise.right.card if isinstance(exercise.right, OfCard) else None
        right = [face for face in own if face.card == card]
        if right:
            self.playing.scene.set_states({right[0]: POINTED_LIFT}, set(own) - set(right))

    def _say(self, sentence: str, lines: tuple[str, ...] = (), rules: tuple[str, ...] = ()) -> None:
        self.sentence.setText(sentence)
        self.why.setText("\n".join(lines))
        self.why.setVisible(bool(lines))
        self._rules = rules
        for place, link in enumerate(self.links):
            link.setVisible(place < len(rules))
            link.show_words(cited(rules[place]) if place < len(rules) else "")
        self.next_button.setText(tr("&Next") if lines else tr("&Skip"))
        self._fit_words()

    def _fit_words(self) -> None:
        """Fit the panel to its text below the table, or move it beside a low table."""
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        low = self.height() < LOW
        self._column.setDirection(across if low else down)
        self._row.setDirection(down if low else across)
        self.count.setWordWrap(low)
        self.foot.setFixedWidth(BESIDE + 20) if low else self.foot.setMaximumWidth(WIDEST)
        if low:
            self._scroll.setMinimumHeight(0)
            self._scroll.setMaximumHeight(WIDEST)
            return
        self.foot.setMinimumWidth(0)
        layout = self._words.layout()
        assert layout is not None
        width = max(1, self._scroll.viewport().width())
        wanted = max(layout.totalHeightForWidth(width), layout.totalSizeHint().height())
        self._scroll.setFixedHeight(min(wanted, max(LEAST_WORDS, self.height() * 3 // 10)))

    def _show_rule(self, cited_rule: str) -> None:
        self._services.go(Rule(cited_rule))

    def _show_count(self) -> None:
        course, words = self.course, tr("Right: {right} of {count} · To repeat: {again}")
        count = len(course.exercises)
        self.count.setText(words.format(right=course.right, count=count, again=course.again))

    def _put_away(self) -> None:
        if self.playing is not None:
            self.playing.leave()
            self._holder.removeWidget(self.playing)
            self.playing.hide()
            self.playing.deleteLater()
            self.playing = None

    def dress(self) -> None:
        if self.playing is not None:
            self.playing.dress()

    def _on_cards(self, look: CardLook) -> None:
        if self.playing is not None:
            self.playing.set_card_look(look)
            self.playing.folding.stand_left(on=look.left_handed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Advance on N in any keyboard layout, or on Enter at the button; close on Esc."""
        enters = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif latin_letter(event) == "n" or (enters and self.next_button.hasFocus()):
            self.next_button.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_words()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._put_away()
        super().closeEvent(event)
