"""Page of how a person plays a game: the dearest habits, moments to look at, and strengths."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from greenbaize.app.coach.coached_matches import OwnMatch
from greenbaize.app.coach.habits import Habit, HabitReport, MistakeMoment, Strength, find_habits
from greenbaize.app.coach.own_exercises import list_own_exercises
from greenbaize.rules.game import Game
from greenbaize.ui.cards.suit_text import LinkButton
from greenbaize.ui.shell.navigation import ExercisesRoute, ReplayRoute
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import loss_text
from greenbaize.words.numbers import decimal_text
from greenbaize.words.spoken import join_sentences
from greenbaize.words.titles import mistake_words

HABIT_SPACING: Final = 16
"""Distance between two habits (px)."""


class HabitsPage(QWidget):
    """Page with a block of text and links for each habit."""

    route_requested = Signal(object)
    """Emitted with the route of a link: a moment, or exercises."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[LinkButton] = []
        self.labels: list[QWidget] = []
        self._content = QWidget(self)
        self._layout: QVBoxLayout = make_column(
            self._content, widget=self, margins=(0, 0, 0, 0), spacing=0
        )

    @property
    def text(self) -> str:
        """Everything that the page says, line by line."""
        return "\n".join(getattr(part, "text", str)() for part in self.labels)

    def show_habits(self, game: Game[Any], matches: Sequence[OwnMatch]) -> None:
        """Show what is known of a person's matches of a game, latest first."""
        report = find_habits(matches, game.choice_unit)
        self._clear()
        self._add_note(describe_evidence(report))
        count = len(list_own_exercises(matches))
        if count and not report.habits:  # else each habit has its own
            text = tr_count(
                "{count} exercise from your matches", "{count} exercises from your matches", count
            )
            self._add_link(text.format(count=count), ExercisesRoute(game.name, is_own=True))
        for habit in report.habits:
            self._add_habit(game, habit, matches)
        if not report.needed_matches and not report.habits:
            self._add_note(
                tr("Nothing that you do often costs you more than it costs a strong player.")
            )
        self._add_strengths(report.strengths)
        self._content.adjustSize()

    def _clear(self) -> None:
        self._layout.removeWidget(self._content)
        self._content.hide()
        self._content.deleteLater()
        self.links, self.labels = [], []
        self._content = QWidget(self)
        make_column(widget=self._content, margins=(0, 0, 0, 0), spacing=4)
        self._layout.addWidget(self._content)

    def _add(self, part: QWidget) -> None:
        layout = self._content.layout()
        assert layout is not None
        layout.addWidget(part)
        self.labels.append(part)

    def _add_note(self, text: str) -> None:
        label = make_note(text, self._content, is_quiet=False)
        self._add(label)

    def _add_heading(self, text: str) -> None:
        label = make_subheading(text, self._content)
        label.setWordWrap(True)
        label.setContentsMargins(0, HABIT_SPACING, 0, 0)
        self._add(label)

    def _add_link(self, text: str, route: object) -> None:
        link = LinkButton(text, self._content)
        link.clicked.connect(lambda: self.route_requested.emit(route))
        self._add(link)
        layout = self._content.layout()
        assert layout is not None
        layout.setAlignment(link, Qt.AlignmentFlag.AlignLeft)
        self.links.append(link)

    def _add_habit(self, game: Game[Any], habit: Habit, matches: Sequence[OwnMatch]) -> None:
        words = mistake_words(habit.kind)
        self._add_heading(words.title)
        self._add_note(join_sentences(words.line, describe_cost(game, habit)))
        for moment in habit.moments:
            route = ReplayRoute(moment.match.path, moment.match.seat, moment.mistake.moment)
            self._add_link(describe_moment(game, moment), route)
        count = len(list_own_exercises(matches, habit.kind))
        if count:
            text = tr_count(
                "{count} exercise of this kind", "{count} exercises of this kind", count
            )
            route_to_exercises = ExercisesRoute(game.name, is_own=True, kind=habit.kind)
            self._add_link(text.format(count=count), route_to_exercises)

    def _add_strengths(self, strengths: Sequence[Strength]) -> None:
        if not strengths:
            return
        self._add_heading(tr("What you do well"))
        for strength in strengths:
            text = tr("{sentence} So it was in {share} of {count} cases.")
            count = strength.avoided_count + strength.mistake_count
            words = mistake_words(strength.kind)
            self._add_note(
                text.format(sentence=words.praise, share=strength.avoided_count, count=count)
            )


def describe_evidence(report: HabitReport) -> str:
    """Return how much has been reviewed, and what is missing."""
    sentences = [
        tr_count(
            "Reviewed: {count} match with {decisions} choices.",
            "Reviewed: {count} matches with {decisions} choices.",
            report.match_count,
        ).format(count=report.match_count, decisions=report.decision_count)
    ]
    sentences.append(
        tr("Practice and matches with hints are left out here, as are reviews that you open.")
    )
    if report.pending_count:
        text = tr_count(
            "{count} more is reviewed while nothing else is going on.",
            "{count} more are reviewed while nothing else is going on.",
            report.pending_count,
        )
        sentences.append(text.format(count=report.pending_count))
    if report.needed_matches:
        text = tr_count(
            "It takes about {count} more reviewed match before anything can be said that is not "
            "chance.",
            "It takes about {count} more reviewed matches before anything can be said that is not "
            "chance.",
            report.needed_matches,
        )
        sentences.append(text.format(count=report.needed_matches))
    return " ".join(sentences)


def describe_cost(game: Game[Any], habit: Habit) -> str:
    """Return what a habit costs a match, with its error, and whether that changes."""
    text = tr("It costs you {lost} a match, give or take {error}.").format(
        lost=loss_text(game.choice_unit, habit.cost), error=decimal_text(habit.error)
    )
    trends = {
        -1: tr("Lately it has become less."),
        0: tr("Whether it is getting better cannot be told yet."),
        1: tr("Lately it has become more."),
    }
    return f"{text} {trends[habit.trend]}"


def describe_moment(game: Game[Any], moment: MistakeMoment) -> str:
    """Return when a mistake was made and what it gave away."""
    return tr("{date}, deal {deal}: {lost} given away").format(
        date=format_start_time(moment.match.begun) or tr("–"),
        deal=moment.deal,
        lost=loss_text(game.choice_unit, max(0.0, moment.mistake.cost)),
    )
