"""Exercises: a position on a table of its own, one question, and why the answer is right or not."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.exercises.course import Course
from greenbaize.app.exercises.exercise import Exercise, read_exercises
from greenbaize.app.exercises.place import ExercisePlace
from greenbaize.app.tables.company import usual_names, your_name
from greenbaize.resources import resources
from greenbaize.rules.commands import Command, OfCard
from greenbaize.rules.errors import FileError
from greenbaize.store import folders
from greenbaize.store.exercised import keep_outcomes, read_outcomes
from greenbaize.ui.announcing import announce
from greenbaize.ui.asking import POINTED_LIFT
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.dialogs.tall_scroll import PaperScroll
from greenbaize.ui.exercises.verdict import verdict
from greenbaize.ui.playing import Playing
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.standing import room_of
from greenbaize.ui.word_link import WordLink
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import cited, game_title

if TYPE_CHECKING:
    from greenbaize.ui.theme import Theme
    from greenbaize.ui.window import MainWindow

USUAL_SIZE: Final = QSize(1060, 760)
LEAST_TABLE, LEAST_WORDS = 200, 64
"""The least heights of the table and of what is said below it, in pixels."""
MOST_RULES: Final = 3
"""So many rules are linked below an answer."""


class ExercisesWindow(QWidget):
    """The window of exercises.

    Args:
        window: the program's window.
        game: the game to begin with, by its name.
        theme: the colours.
    """

    def __init__(self, window: "MainWindow", game: str, theme: "Theme") -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setWindowTitle(tr("Exercises"))
        self._main, self._theme = window, theme
        self.course: Course | None = None
        self.exercise: Exercise | None = None
        self.playing: Playing | None = None
        self._person = ""
        self._make_head()
        self._make_foot()
        self._holder = QVBoxLayout()
        self._holder.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addLayout(self._holder, 1)
        column.addWidget(self.foot)
        self.set_theme(theme)
        self.resize(room_of(self).size().boundedTo(USUAL_SIZE))
        self.show_game(game)
        QShortcut(QKeySequence(Qt.Key.Key_N), self).activated.connect(self.next_button.animateClick)

    # Its parts

    def _make_head(self) -> None:
        self.head = QFrame(self)
        self.games = QComboBox(self.head)
        for name in sorted(self._main.games, key=game_title):
            self.games.addItem(game_title(name), name)
        label = QLabel(tr("&Game:"), self.head)
        label.setBuddy(self.games)
        self.games.setAccessibleName(tr("Game"))
        self.count = note(parent=self.head)
        self.count.setWordWrap(False)
        row = QHBoxLayout(self.head)
        row.setContentsMargins(16, 8, 16, 8)
        row.addWidget(label)
        row.addWidget(self.games)
        row.addStretch(1)
        row.addWidget(self.count)
        self.games.activated.connect(lambda _: self.show_game(self.games.currentData()))

    def _make_foot(self) -> None:
        self.foot = QFrame(self)
        self.sentence = subheading("", self.foot)
        self.sentence.setWordWrap(True)
        self.why = note(parent=self.foot, quiet=False)
        self._rules: tuple[str, ...] = ()
        self.links = [WordLink("", self._theme, self.foot) for _ in range(MOST_RULES)]
        for place, link in enumerate(self.links):
            link.clicked.connect(partial(self._open_rule, place))
        self.next_button = QPushButton(tr("&Next"), self.foot)
        self.close_button = QPushButton(tr("C&lose"), self.foot)
        self._words = QWidget()
        words = QVBoxLayout(self._words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(4)
        words.addWidget(self.sentence)
        words.addWidget(self.why)
        rules = QHBoxLayout()
        rules.setSpacing(12)
        for link in self.links:
            rules.addWidget(link)
        rules.addStretch(1)
        words.addLayout(rules)
        words.addStretch(1)
        self._scroll = PaperScroll(self._words, self.foot)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        row = QHBoxLayout(self.foot)
        row.setContentsMargins(16, 8, 16, 8)
        row.addWidget(self._scroll, 1)
        row.addWidget(self.next_button, alignment=Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.close_button, alignment=Qt.AlignmentFlag.AlignBottom)
        self.next_button.clicked.connect(self.go_on)
        self.close_button.clicked.connect(self.close)

    # Exercises

    def show_game(self, name: str) -> None:
        """Ask exercises of a game, for whoever plays here now."""
        self.games.setCurrentIndex(self.games.findData(name))
        self._person = self._main.settings.who
        path = resources() / "exercises" / f"{name}.jsonl"
        outcomes = read_outcomes(folders.exercises(), self._person, name)
        self.course = Course(read_exercises(path, self._main.games), outcomes)
        self.exercise = None
        self.go_on()

    def go_on(self) -> None:
        """Lay the exercise that comes next."""
        assert self.course is not None
        self._put_away()
        self.exercise = self.course.next(self.exercise)
        self._say("", (), ())
        self._show_count()
        if self.exercise is None:
            self._say(tr("There are no exercises for this game."), (), ())
            self.next_button.setEnabled(False)
            return
        place = ExercisePlace(self.exercise, self._names(), self._on_answered)
        playing = self.playing = Playing(place, self._theme, self)
        playing.motion.speed = 0
        playing.folding.show_folded(on=True)
        playing.asking.single_click = self._main.settings.single_click
        playing.rule_asked.connect(self._main.help_desk.show_rule)
        # On the smallest screens a position may be smaller than a table that is played at.
        playing.view.setMinimumHeight(LEAST_TABLE)
        playing.splitter.setMinimumHeight(LEAST_TABLE)
        self._holder.addWidget(playing)
        self._say(self._asked(place), (), ())
        playing.show()
        playing.begin()
        playing.setFocus()
        announce(self, self.sentence.text())

    def _asked(self, place: ExercisePlace) -> str:
        question = place.question
        assert question is not None
        return Speaker().say(question.words)

    def _on_answered(self, command: Command) -> None:
        course, exercise = self.course, self.exercise
        assert course is not None
        assert exercise is not None
        said = verdict(exercise, command, self._names())
        self._show_right(exercise)
        course.answer(exercise, right=said.right)
        self._say(said.sentence, said.lines, said.rules)
        self._show_count()
        try:
            keep_outcomes(folders.exercises(), self._person, exercise.game.name, course.outcomes)
        except FileError as error:
            self.why.setText(f"{self.why.text()}\n{Speaker().say(error.message)}")
        announce(self, " ".join((said.sentence, *said.lines)))
        self.next_button.setEnabled(True)
        self.next_button.setFocus()

    def _names(self) -> list[str]:
        """What those who sit at the exercise are called: oneself, and as many as are needed."""
        assert self.exercise is not None
        seat, sitters = self.exercise.seat, self.exercise.header.sitters
        you = your_name(self._main.settings)
        names = usual_names(you)[: len(sitters) - 1]
        return [*names[:seat], you, *names[seat:]]

    def _show_right(self, exercise: Exercise) -> None:
        """Raise the card that is right, where it is one."""
        assert self.playing is not None
        own = [item.face for item in self.playing.scene.cards.own if item.face]
        right = [
            face
            for face in own
            if isinstance(exercise.right, OfCard) and face.card == exercise.right.card
        ]
        if right:
            self.playing.scene.set_states({right[0]: POINTED_LIFT}, set(own) - set(right))

    def _say(self, sentence: str, lines: tuple[str, ...], rules: tuple[str, ...]) -> None:
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
        """Give the words the room they need, as far as the table can spare it."""
        layout = self._words.layout()
        assert layout is not None
        width = max(1, self._scroll.viewport().width())
        wanted = max(layout.totalHeightForWidth(width), layout.totalSizeHint().height())
        self._scroll.setFixedHeight(min(wanted, max(LEAST_WORDS, self.height() * 3 // 10)))

    def _open_rule(self, place: int) -> None:
        self._main.help_desk.show_rule(self._rules[place])

    def _show_count(self) -> None:
        assert self.course is not None
        words = tr("Right: {right} of {count} · To come again: {again}")
        self.count.setText(
            words.format(
                right=self.course.right,
                count=len(self.course.exercises),
                again=self.course.again,
            )
        )

    def _put_away(self) -> None:
        if self.playing is not None:
            self.playing.leave()
            self._holder.removeWidget(self.playing)
            self.playing.hide()
            self.playing.deleteLater()
            self.playing = None

    # Looks

    def set_theme(self, theme: "Theme") -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for frame in (self.head, self.foot):
            frame.setPalette(paper_palette(theme))
            frame.setAutoFillBackground(True)
        for link in self.links:
            link.set_theme(theme)
        if self.playing is not None:
            self.playing.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the words their room."""
        super().resizeEvent(event)
        self._fit_words()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Put the table away."""
        self._put_away()
        super().closeEvent(event)
