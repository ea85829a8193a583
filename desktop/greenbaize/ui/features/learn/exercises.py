"""Exercises window: a position on a table, one question, and an explanation of the answer."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple, cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFrame, QPushButton, QVBoxLayout, QWidget

from greenbaize.app.coach.coached_matches import load_own_matches
from greenbaize.app.coach.own_exercises import (
    OWN_SUFFIX,
    OwnExercise,
    OwnExerciseCourse,
    OwnExerciseReference,
    list_own_exercises,
    load_own_exercise,
)
from greenbaize.app.daily_game import find_today
from greenbaize.app.exercises import (
    BEST_KIND,
    Exercise,
    ExerciseCourse,
    ExerciseView,
    read_exercises,
)
from greenbaize.app.tables.default_players import (
    get_own_name,
    get_person_names,
    suggest_bot_names,
)
from greenbaize.resources import resources_folder
from greenbaize.rules.commands import CardCommand, Command
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.game import Question
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.store import folders
from greenbaize.store.exercise_outcomes import read_outcomes, write_outcome
from greenbaize.store.history import query_history
from greenbaize.ui.cards.suit_text import LinkButton
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.prompt_controller import POINTED_LIFT
from greenbaize.ui.match.table_menu import REPORT_KEYS
from greenbaize.ui.match.table_settings import TableSettingsController
from greenbaize.ui.shell.navigation import ExercisesRoute, RuleRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import VerticalScrollArea
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.keyboard import latin_letter
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.window_geometry import available_room, set_initial_size
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import comparison_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief_speech, join_sentences
from greenbaize.words.spoken_events import describe_deal, describe_turn
from greenbaize.words.titles import format_citation, game_title

DEFAULT_SIZE: Final = QSize(1060, 760)
MIN_SIZE: Final = QSize(640, 332)
"""Minimum window size: a table and the panel beside it (px)."""
SIDE_BY_SIDE_BELOW: Final = 520
"""Window height below which the panel stands beside the table (px)."""
SIDE_PANEL_WIDTH: Final = 218
"""Width of the panel beside the table, where there is room (px at text scale 1)."""
SOURCE_LETTERS: Final = 9
"""Width of the choice of a source (letters)."""
LINK_SPACING: Final = 12
MIN_TEXT_HEIGHT: Final = 64
"""Minimum height of the text below a table (px)."""
MAX_WIDGET_SIZE: Final = 16777215
MAX_RULE_LINKS: Final = 3
"""Maximum number of rules linked below an answer."""


class ExerciseVerdict(NamedTuple):
    """Verdict on an answer: a short sentence, the reasons line by line, and the cited rules."""

    is_right: bool
    sentence: str
    lines: tuple[str, ...]
    rules: tuple[str, ...]


def judge_answer(exercise: Exercise, answer: Command, names: Sequence[str]) -> ExerciseVerdict:
    """Return the verdict on an answer; ``names`` are the players by seat."""
    speaker = Speaker(names, exercise.seat)
    is_right = exercise.is_right(answer)
    right_command = answer if is_right else exercise.right_command
    best_label = speaker.format_message(right_command.short_message)
    if is_right:
        sentence = tr("Right: {choice}").format(choice=best_label)
    else:
        sentence = tr("No, not {answer}. Right is: {choice}").format(
            answer=speaker.format_message(answer.short_message), choice=best_label
        )
    commands = [right_command] if is_right else [right_command, answer]
    lines: list[str] = []
    rules: list[str] = []
    for command in commands:
        sentences = exercise.game.explain(exercise.view, command).sentences
        reason = " ".join(
            sentence
            for sentence in map(speaker.format_message, sentences)
            if sentence not in " ".join(lines)
        )
        label = speaker.format_message(command.short_message)
        is_plain = is_right or not reason or reason.startswith(label)
        lines.append(reason if is_plain else tr("{choice}: {why}").format(choice=label, why=reason))
        rules += [message.rule for message in sentences if message.rule]
    if exercise.kind == BEST_KIND:
        lines += _explain_best_choice(exercise, answer, speaker, "\n".join(lines))
    if isinstance(exercise, OwnExercise) and exercise.made_command is not None:
        lines.append(_describe_made_choice(exercise, exercise.made_command, commands, speaker))
    return ExerciseVerdict(
        is_right, sentence, tuple(filter(None, lines)), tuple(dict.fromkeys(rules))
    )


def _describe_made_choice(
    exercise: Exercise, made_command: Command, explained: Sequence[Command], speaker: Speaker
) -> str:
    """Return what was chosen in the match, and what that does if it has not been explained."""
    made_label = speaker.format_message(made_command.short_message)
    sentence = tr("In your match it was {choice}.").format(choice=made_label)
    if made_command in explained:
        return sentence
    reasons = exercise.game.explain(exercise.view, made_command).sentences
    return join_sentences(sentence, *map(speaker.format_message, reasons))


def _explain_best_choice(
    exercise: Exercise, answer: Command, speaker: Speaker, shown_text: str
) -> list[str]:
    """Return the advice that ``shown_text`` does not have yet, and how much the choice matters."""
    game = exercise.game
    choices = [WeighedChoice(choice, worth, 0.0) for choice, worth in exercise.worths.items()]
    advice = map(speaker.format_message, game.advice(exercise.view, choices))
    advice_text = " ".join(sentence for sentence in advice if sentence not in shown_text)
    best = choices[0]
    alternatives = (choice for choice in choices[1:] if answer in (choice.command, best.command))
    alternative = next(alternatives, None)
    if alternative is None:
        return [advice_text]
    labels = (
        speaker.format_message(choice.command.short_message) for choice in (best, alternative)
    )
    return [
        advice_text,
        comparison_text(
            game.choice_unit,
            best.shown_lead_over(alternative),
            *labels,
            is_weighed_by_match_rank=game.is_weighed_by_match_rank(exercise.view),
        ),
    ]


def pace_of_exercises(pace: TablePace) -> TablePace:
    """Return the pace of an exercise: no card plays itself, since each answer is a question."""
    return pace._replace(waits_for_click=False, plays_last_card=False, plays_forced_cards=False)


class ExercisesWindow(QWidget):
    """Window of exercises, ready-made ones or those from the own matches."""

    def __init__(self, services: Services, source: ExercisesRoute) -> None:
        super().__init__(services.window, Qt.WindowType.Window)
        self.setWindowTitle(tr("Exercises"))
        self._services = services
        self.course: ExerciseCourse[Any]
        self.exercise: Exercise | None = None
        self._source = source
        self._entry: Any = None
        """The entry of the course that the exercise belongs to."""
        self.match_view: MatchView | None = None
        self._person = ""
        self._create_footer()
        self._table_layout = make_column(margins=(0, 0, 0, 0))
        self._main_layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._main_layout.setContentsMargins(0, 0, 0, 0)
        self._main_layout.setSpacing(0)
        # A low window is laid out differently, which the layout's own minimum size would prevent.
        self._main_layout.setSizeConstraint(QBoxLayout.SizeConstraint.SetNoConstraint)
        self._main_layout.addLayout(self._table_layout, 1)
        self._main_layout.addWidget(self.footer)
        self.setMinimumSize(MIN_SIZE)
        services.theme.changed.connect(self.apply_theme)
        self._table_settings = TableSettingsController(services, lambda: self.match_view, 0.0, self)
        services.settings.changed.connect(self._show_question)
        set_initial_size(self, DEFAULT_SIZE)
        self.show_source(source)
        for name, keys in REPORT_KEYS.items():
            read_out = partial(self._read_out, name)
            QShortcut(QKeySequence(keys), self).activated.connect(read_out)

    def _create_footer(self) -> None:
        """Create the panel with question, answer and buttons, below the table or beside it."""
        self.footer = QFrame(self)
        self._scroll = VerticalScrollArea(self._create_text_area(), self.footer)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._footer_layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.footer)
        self._footer_layout.setContentsMargins(10, 8, 10, 8)
        self._footer_layout.addWidget(self._scroll, 1)
        self._footer_layout.addLayout(self._create_controls())

    def _create_text_area(self) -> QWidget:
        self._text_area = QWidget()
        self.sentence_label = make_subheading("", self._text_area)
        self.sentence_label.setWordWrap(True)
        self.reason_label = make_note(parent=self._text_area, is_quiet=False)
        self._cited_rules: tuple[str, ...] = ()
        self.rule_links = [LinkButton("", self._text_area) for _ in range(MAX_RULE_LINKS)]
        for index, link in enumerate(self.rule_links):
            link.clicked.connect(
                lambda _=False, index=index: self._show_rule(self._cited_rules[index])
            )
        self._link_layout = make_row(*self.rule_links, STRETCH, spacing=LINK_SPACING)
        for link in self.rule_links:
            self._link_layout.setAlignment(link, Qt.AlignmentFlag.AlignLeft)
        parts = (self.sentence_label, self.reason_label, self._link_layout, STRETCH)
        make_column(*parts, widget=self._text_area, margins=(0, 0, 0, 0), spacing=4)
        return self._text_area

    def _create_controls(self) -> QVBoxLayout:
        self.game_combo = QComboBox(self.footer)
        for name in self._services.games:
            self.game_combo.addItem(game_title(name), name)
        label = PlainLabel(tr("&Game:"), self.footer)
        label.setBuddy(self.game_combo)
        self.game_combo.setAccessibleName(tr("Game"))
        self.game_combo.activated.connect(lambda _: self._on_source_chosen())
        self.source_combo = QComboBox(self.footer)
        self.source_combo.setMinimumContentsLength(SOURCE_LETTERS)
        self.source_combo.addItem(tr("Ready-made"), False)
        self.source_combo.addItem(tr("My matches"), True)
        self._source_label = PlainLabel(tr("&From:"), self.footer)
        self._source_label.setBuddy(self.source_combo)
        self.source_combo.setAccessibleName(tr("From"))
        self.source_combo.activated.connect(lambda _: self._on_source_chosen())
        self.count_label = make_note(parent=self.footer)
        self.next_button = QPushButton(tr("&Next"), self.footer)
        self.close_button = QPushButton(tr("C&lose"), self.footer)
        self.next_button.clicked.connect(self.show_next)
        self.close_button.clicked.connect(self.close)
        top_row = make_row(STRETCH, label, self.game_combo, spacing=6)
        bottom_row = make_row(STRETCH, self.next_button, self.close_button, spacing=6)
        source_row = make_row(STRETCH, self._source_label, self.source_combo, spacing=6)
        return make_column(STRETCH, source_row, top_row, self.count_label, bottom_row, spacing=4)

    def _on_source_chosen(self) -> None:
        is_own = bool(self.source_combo.currentData())
        self.show_source(ExercisesRoute(self.game_combo.currentData(), is_own))

    def show_game(self, name: str) -> None:
        """Show the exercises of another game, from the same source."""
        self.show_source(ExercisesRoute(name, self._source.is_own))

    def show_source(self, source: ExercisesRoute) -> None:
        self._source = source
        self.game_combo.setCurrentIndex(self.game_combo.findData(source.game))
        self.source_combo.setCurrentIndex(self.source_combo.findData(source.is_own))
        self._person = self._services.settings.current.current_identity
        self.course = self._create_own_course() if source.is_own else self._create_course()
        self.exercise = self._entry = None
        self.show_next()

    @property
    def _outcomes_name(self) -> str:
        """Name of the course in the file of outcomes."""
        return f"{self._source.game}{OWN_SUFFIX if self._source.is_own else ''}"

    def _create_course(self) -> ExerciseCourse[Exercise]:
        path = resources_folder() / "exercises" / f"{self._source.game}.jsonl"
        outcomes = read_outcomes(folders.exercises_path(), self._person, self._outcomes_name)
        return ExerciseCourse(read_exercises(path, self._services.games), outcomes)

    def _create_own_course(self) -> OwnExerciseCourse:
        source, names = (
            self._source,
            get_person_names(self._services.settings.current.current_person),
        )
        load_matches = partial(load_own_matches, names=names, game=source.game)
        try:
            matches = query_history(load_matches) or []
        except FileError:
            matches = []
        exercises = list_own_exercises(matches, source.kind, source.first_match)
        outcomes = read_outcomes(folders.exercises_path(), self._person, self._outcomes_name)
        return OwnExerciseCourse(exercises, outcomes, find_today().toordinal())

    def _find_next_exercise(self) -> Exercise | None:
        """Go to the next entry; those whose match is gone leave the course."""
        while True:
            entry = self._entry = self.course.next_exercise(self._entry)
            if not isinstance(entry, OwnExerciseReference):
                return cast("Exercise | None", entry)
            try:
                return load_own_exercise(entry)
            except (GameError, ValueError):
                self.course.remove_exercise(entry)

    def show_next(self) -> None:
        self._remove_table()
        self.exercise = self._find_next_exercise()
        self._show_count()
        if self.exercise is None:
            self._show_text(self._describe_empty_course())
            self.next_button.hide()
            return
        self.next_button.show()
        player_view = ExerciseView(self.exercise, self._list_player_names(), self._on_answered)
        match_view = self.match_view = MatchView(player_view, self)
        match_view.follows_sheet_setting = False
        match_view.folding.restore_folded(on=True)
        match_view.adjust_pace = pace_of_exercises
        match_view.rule_requested.connect(self._show_rule)
        self._table_layout.addWidget(match_view)
        self._table_settings.apply()
        self._show_question()
        question = player_view.question
        assert question is not None
        match_view.on_escape = self.close
        match_view.show()
        match_view.begin_match()
        match_view.setFocus()
        # Announce the position, since nobody has heard how it came about.
        speaker = Speaker(self._list_player_names(), player_view.seat, for_speech=True)
        game_and_view = player_view.game, player_view.view
        position_text = describe_deal(*game_and_view, speaker, brief=is_brief_speech())
        announce(
            self, join_sentences(position_text, describe_turn(*game_and_view, question, speaker))
        )

    def _describe_empty_course(self) -> str:
        if not self._source.is_own:
            return tr("There are no exercises for this game.")
        if self.course.exercises:
            return tr("That is all for today. What is to repeat comes again in a few days.")
        return tr(
            "There is no exercise from your matches of this game yet. They are reviewed while "
            "nothing else is going on; a choice by which you clearly lost points becomes an "
            "exercise."
        )

    def _show_question(self) -> None:
        """Show the question, and how to answer it, while it is open."""
        question = None if self.match_view is None else self.match_view.player_view.question
        if question is not None:
            sentence = Speaker().format_message(question.prompt)
            if self._source.is_own:
                sentence = tr("You sat here. {question}").format(question=sentence)
            self._show_text(sentence, (self._format_answer_hint(question),))

    def _format_answer_hint(self, question: Question) -> str:
        if not any(isinstance(answer.command, CardCommand) for answer in question.answers):
            return tr("Click your answer, or go to it with the arrows and press Enter.")
        if not self._services.settings.current.confirms_clicks:
            return tr("Click your card, or go to it with the arrows and press Enter.")
        return tr("Click your card twice, or go to it with the arrows and press Enter.")

    def _read_out(self, report: str) -> None:
        if self.match_view is not None:
            self.match_view.read_out_report(report)

    def _on_answered(self, command: Command) -> None:
        course, exercise = self.course, self.exercise
        assert exercise is not None
        verdict = judge_answer(exercise, command, self._list_player_names())
        self._raise_right_card(exercise)
        course.record_answer(self._entry, is_right=verdict.is_right)
        self._show_text(verdict.sentence, verdict.lines, verdict.rules)
        self._show_count()
        try:
            exercise_id = self._entry.exercise_id
            write_outcome(
                folders.exercises_path(),
                self._person,
                self._outcomes_name,
                exercise_id,
                course.outcomes[exercise_id],
            )
        except FileError as error:
            self.reason_label.setText(
                f"{self.reason_label.text()}\n{Speaker().format_message(error.message)}"
            )
        announce(self, join_sentences(verdict.sentence, *verdict.lines))
        self.next_button.setEnabled(True)
        self.next_button.setFocus()

    def _list_player_names(self) -> list[str]:
        """Return the players' names by seat: the user's own, and usual ones for the others."""
        assert self.exercise is not None
        seat, players = self.exercise.seat, self.exercise.header.players
        own_name = get_own_name(self._services.settings.current)
        names = suggest_bot_names(own_name)[: len(players) - 1]
        return [*names[:seat], own_name, *names[seat:]]

    def _raise_right_card(self, exercise: Exercise) -> None:
        """Raise the right card, if the right answer is a card."""
        assert self.match_view is not None
        own_faces = [item.face for item in self.match_view.scene.cards.own_hand if item.face]
        card = (
            exercise.right_command.card if isinstance(exercise.right_command, CardCommand) else None
        )
        right_faces = [face for face in own_faces if face.card == card]
        if right_faces:
            self.match_view.scene.set_card_states(
                {right_faces[0]: POINTED_LIFT}, set(own_faces) - set(right_faces)
            )

    def _show_text(
        self, sentence: str, lines: tuple[str, ...] = (), rules: tuple[str, ...] = ()
    ) -> None:
        self.sentence_label.setText(sentence)
        self.reason_label.setText("\n".join(lines))
        self.reason_label.setVisible(bool(lines))
        self._cited_rules = rules
        for index, link in enumerate(self.rule_links):
            link.setVisible(index < len(rules))
            link.set_link_text(format_citation(rules[index]) if index < len(rules) else "")
        self.next_button.setText(tr("&Next") if lines else tr("&Skip"))
        self._fit_layout()

    def _fit_layout(self) -> None:
        """Fit the panel to its text below the table, or move it beside a low table."""
        left_to_right, top_to_bottom = (
            QBoxLayout.Direction.LeftToRight,
            QBoxLayout.Direction.TopToBottom,
        )
        is_low = self.height() < SIDE_BY_SIDE_BELOW
        self._main_layout.setDirection(left_to_right if is_low else top_to_bottom)
        self._footer_layout.setDirection(top_to_bottom if is_low else left_to_right)
        self.count_label.setWordWrap(is_low)
        self._source_label.setVisible(not is_low)  # there is no room beside the table
        self.footer.setMinimumWidth(0)
        self.footer.setMaximumWidth(MAX_WIDGET_SIZE)
        if is_low:
            self._set_link_direction(top_to_bottom)
            self._scroll.setMinimumHeight(0)
            self._scroll.setMaximumHeight(MAX_WIDGET_SIZE)
            self._limit_width()
            spare_width = self.width() - self._main_layout.totalMinimumSize().width()
            panel_width = self.footer.minimumSizeHint().width()
            extra_width = min(spare_width, round(scale_pixels(SIDE_PANEL_WIDTH)) - panel_width)
            self.footer.setFixedWidth(panel_width + max(0, extra_width))
            return
        layout = self._text_area.layout()
        assert layout is not None
        width = max(1, self._scroll.viewport().width())
        shown_links = [link.sizeHint().width() for link in self.rule_links if not link.isHidden()]
        links_fit = sum(shown_links) + LINK_SPACING * len(shown_links) <= width
        self._set_link_direction(left_to_right if links_fit else top_to_bottom)
        wanted_height = max(layout.totalHeightForWidth(width), layout.totalSizeHint().height())
        self._scroll.setFixedHeight(
            min(wanted_height, max(MIN_TEXT_HEIGHT, self.height() * 3 // 10))
        )
        self._limit_width()

    def _set_link_direction(self, direction: QBoxLayout.Direction) -> None:
        self._link_layout.setDirection(direction)
        is_row = direction is QBoxLayout.Direction.LeftToRight
        self._link_layout.setSpacing(LINK_SPACING if is_row else 0)
        for part in (self._text_area, self._scroll, self.footer):
            part.updateGeometry()  # a new direction alone does not invalidate the layouts above
            layout = part.layout()
            if layout is not None:
                layout.invalidate()

    def _limit_width(self) -> None:
        """Keep the window wide enough for the table and the panel, if the screen is."""
        needed_width = max(MIN_SIZE.width(), self._main_layout.totalMinimumSize().width())
        self.setMinimumWidth(min(needed_width, available_room(self).width()))

    def _show_rule(self, cited_rule: str) -> None:
        self._services.navigate(RuleRoute(cited_rule))

    def _show_count(self) -> None:
        course, template = self.course, tr("Right: {right} of {count} · To repeat: {again}")
        if self._source.is_own:
            template = tr("Right twice: {right} of {count} · To repeat: {again}")
        count = len(course.exercises)
        self.count_label.setVisible(count > 0)
        self.count_label.setText(
            template.format(right=course.right_count, count=count, again=course.repeat_count)
        )

    def _remove_table(self) -> None:
        if self.match_view is not None:
            self.match_view.close_page()
            self._table_layout.removeWidget(self.match_view)
            self.match_view.hide()
            self.match_view.deleteLater()
            self.match_view = None

    def apply_theme(self) -> None:
        if self.match_view is not None:
            self.match_view.apply_theme()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Advance on N in any keyboard layout, or on Enter at the button; close on Esc."""
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif latin_letter(event) == "n" or (is_enter and self.next_button.hasFocus()):
            self.next_button.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_layout()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._remove_table()
        super().closeEvent(event)
