"""Guide through a first deal: its messages at each moment, from the state of play and advice.

There is no script: the guide explains what is asked, what is good and why, and the result. General
advice is given once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from greenbaize.app.advice.advice import Advice, is_last_card
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.seats.opponents import FAST_LEVEL, Opponent
from greenbaize.app.tables.default_players import (
    create_default_players,
    display_names,
    get_default_seat_count,
)
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.app.tables.table import Table
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.match.header import PRACTICE_KEY
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import CardCommand, Command
from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored, Event
from greenbaize.rules.game import Question
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.rules.table_elements import GameLesson, LessonTip, TableElement, TableElementKind
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import comparison_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences
from greenbaize.words.titles import game_title


class FirstDealView(LocalPlayerView):
    """A player view of a first deal; nothing happens after its end, which ``lesson`` defines."""

    def __init__(self, table: Table, seat: int, lesson: GameLesson) -> None:
        self._final_view: Any = None
        self._seat, self.lesson = seat, lesson
        super().__init__(table, seat)

    @property
    def is_finished(self) -> bool:
        return self._final_view is not None

    def _on_event(self, view_events: list[Event]) -> None:
        if self.is_finished:
            return
        super()._on_event(view_events)
        view, event, lesson = super().view, view_events[self._seat], self.lesson
        is_last_deal_scored = isinstance(event, DealScored) and event.deal >= lesson.deal_count
        if is_last_deal_scored or lesson.ends_with(event, view, self._seat):
            self._final_view = view

    @property
    def view(self) -> Any:
        """The match as it is known here, frozen at the end of the lesson."""
        return super().view if self._final_view is None else self._final_view

    @property
    def question(self) -> Question | None:
        return None if self.is_finished else super().question

    @property
    def offers(self) -> tuple[Question, ...]:
        return () if self.is_finished else super().offers

    @property
    def waits_for_others(self) -> bool:
        return not self.is_finished and super().waits_for_others


def open_first_deal(
    game_name: str,
    own_name: str,
    persons: Sequence[str] = (),
    launcher: BotLauncher = IN_PROCESS_LAUNCHER,
) -> FirstDealView:
    """Open a first deal of a game; ``persons`` are the names of the others at this computer."""
    game = GAMES[game_name]
    lesson = game.lesson()
    seats = get_default_seat_count(game_name) if lesson.seat_count is None else lesson.seat_count
    players = create_default_players([Opponent(FAST_LEVEL)] * (seats - 1), own_name, persons)
    header = create_header(game_name, players, lesson.options, seed_from_text(lesson.seed_text))
    header = replace(header, extra={**header.extra, PRACTICE_KEY: True})
    seat = header.players.index(players[0])
    return FirstDealView(Table(game, header, launcher=launcher), seat, lesson)


MAX_TIPS: Final = 2
MAX_REASONS: Final = 3


class GuideMessage(NamedTuple):
    """A message of the guide with the elements it points at.

    ``announced_text`` is the end of ``text`` that the table announces anyway.
    """

    text: str
    elements: tuple[TableElement | Card, ...] = ()
    announced_text: str = ""

    @property
    def spoken_text(self) -> str:
        """Part to be spoken besides what the table announces."""
        return self.text.removesuffix(self.announced_text).rstrip()


class FirstDealGuide:
    """Guides the person at a seat through a first deal."""

    def __init__(self, player_view: FirstDealView) -> None:
        self._player_view = player_view
        self._lesson = player_view.lesson
        assert player_view.seat is not None
        self._seat: int = player_view.seat
        self._speaker = Speaker(display_names(player_view.header.players), player_view.seat)
        self._shown_tip_codes: set[str] = set()
        self._advice: Advice | None = None
        self._is_rule_explained = False
        """The last question came with the rule for what may be played."""
        self._is_last_card_announced = False
        """A message about the last card replaced the last question."""
        self._worse_choice_text = ""
        """Sentence about a choice against the advice, until its result is known."""

    def introduce_deal(self, event: Event, view: Any) -> tuple[GuideMessage, ...]:
        """Return the introductions before the first action in a deal; else empty."""
        if not isinstance(event, CardsDealt):
            return ()
        return tuple(
            self._create_message([tip])
            for tip in self._select_new_tips(self._lesson.welcome_tips(view, self._seat))
        )

    def explain_question(self, question: Question, view: Any) -> GuideMessage:
        """Return what is asked, and what a beginner should know to answer it.

        A last card leaves nothing to ask: the message says so, unless a tip says more.
        """
        self._advice, self._is_last_card_announced = None, False
        tips = self._select_new_tips(self._lesson.question_tips(view, self._seat), MAX_TIPS)
        message = self._create_message(tips)
        self._is_rule_explained = any(isinstance(answer, Card) for answer in message.elements)
        # A question with buttons is shown above them.
        legal = [answer.command for answer in question.answers if answer.refusal is None]
        if len(legal) == 1 and is_last_card(view, legal[0]) and not message.text:
            advice = Advice(self._player_view.game, view, [WeighedChoice(legal[0], 0.0, 0.0)])
            self._is_last_card_announced = True
            return GuideMessage(
                advice.describe_only_choice(self._speaker)[0], self._find_element_to_beat(view)
            )
        question_text = self._speaker.format_message(question.prompt)
        return (
            message
            if message.text
            else GuideMessage(question_text, self._find_element_to_beat(view), question_text)
        )

    def describe_advice(self, choices: Sequence[WeighedChoice], view: Any) -> GuideMessage:
        """Return what would be good now, and why; ``choices`` are weighed, best first."""
        if not choices:
            return GuideMessage("")
        advice = self._advice = Advice(self._player_view.game, view, choices)
        cards = tuple(
            [
                choice.command.card
                for choice in advice.good_choices
                if isinstance(choice.command, CardCommand)
            ]
        )
        if len(choices) == 1:
            sentence_of_only, reason = advice.describe_only_choice(self._speaker)
            choice_text = "" if self._is_last_card_announced else sentence_of_only
            return GuideMessage(
                join_sentences(choice_text, "" if self._is_rule_explained else reason), cards
            )
        command = advice.best_command
        if command is None:
            return GuideMessage(join_sentences(*advice.describe_undecided()))
        choice_text = Speaker().format_message(command.short_message)
        template = (
            tr("A good card: {card}.")
            if isinstance(command, CardCommand)
            else tr("Good: {choice}.")
        )
        reason_messages = advice.find_reasons()[:MAX_REASONS]
        if not reason_messages:
            reason_messages = self._player_view.game.explain(view, command).sentences[:1]
        reasons = [
            choice_text
            for choice_text in map(self._speaker.format_message, reason_messages)
            if choice_text.endswith(".")
        ]
        sentence = template.format(card=choice_text, choice=choice_text)
        return GuideMessage(
            join_sentences(sentence, advice.describe_equal_choices(), *reasons), cards
        )

    def record_choice(self, command: Command) -> None:
        """Record a choice that is surely worse than the best; others are not mentioned."""
        self._worse_choice_text = ""
        if self._advice is None:
            return
        game, choices = self._player_view.game, self._advice.choices
        made_choice = next(
            (weighed_choice for weighed_choice in choices if weighed_choice.command == command),
            None,
        )
        if made_choice is None or not choices[0].surely_beats(made_choice):
            return
        say = Speaker().format_message
        best, unit = choices[0], game.choice_unit
        choice = say(command.short_message)
        cost = comparison_text(
            unit,
            best.shown_lead_over(made_choice),
            say(best.command.short_message),
            choice,
            is_weighed_by_match_rank=game.is_weighed_by_match_rank(self._advice.view),
        )
        self._worse_choice_text = join_sentences(
            tr("You chose {choice}.").format(choice=choice), cost
        )

    def describe_result(self, event: Event, view: Any) -> GuideMessage:
        """Return the result of a choice, or of another event; empty if not worth mentioning."""
        tips = self._select_new_tips(self._lesson.event_tips(event, view, self._seat), 1)
        message = self._create_message(tips)
        reason, taken_text, trick_elements = self._describe_trick(event, view, message.elements)
        announced_text = taken_text
        if isinstance(event, DealScored):
            deal_score = self._player_view.game.deal_scores(event, view)[self._seat]
            announced_text = self._speaker.format_message(deal_score.sentence)
        if not announced_text and not tips:
            return GuideMessage("")
        worse_choice_text, self._worse_choice_text = self._worse_choice_text, ""
        # Effects of a card played after the one that takes the trick come after that one's reason.
        card_numbers = [
            element.number
            for element in message.elements
            if isinstance(element, TableElement) and element.kind is TableElementKind.TRICK
        ]
        has_later_card = bool(trick_elements) and any(
            number > trick_elements[0].number for number in card_numbers
        )
        reasons = (reason, message.text) if has_later_card else (message.text, reason)
        text = join_sentences(worse_choice_text, *reasons, announced_text)
        return GuideMessage(
            text, tuple(dict.fromkeys((*trick_elements, *message.elements))), announced_text
        )

    def _describe_trick(
        self, event: Event, view: Any, shown_elements: Sequence[TableElement | Card]
    ) -> tuple[str, str, tuple[TableElement, ...]]:
        """Return why and by whom a completed trick is taken; empty reason if already shown."""
        game = self._player_view.game
        picture = game.picture(view)
        trick, winning = picture.trick, picture.winning_index
        is_full = trick is not None and len(trick.cards) == len(picture.hands)
        if not isinstance(event, CardPlayed) or not is_full or trick is None or winning is None:
            return "", "", ()
        seats = trick.seats_in_order(len(picture.hands))
        taken_message = Message("trick-taken", {"seat": seats[winning]})
        story = dict(game.explain_trick(view, trick))
        element = TableElement(TableElementKind.TRICK, winning)
        reasons = (
            story.get(seats[winning], ())[:1] if winning and element not in shown_elements else ()
        )
        return (
            join_sentences(*map(self._speaker.format_message, reasons)),
            self._speaker.format_message(taken_message),
            (element,),
        )

    def describe_closing(self, *, was_guided: bool) -> GuideMessage:
        """Return what was learnt at the end; ``was_guided``: the guide stayed to the end."""
        lessons_learnt = self._lesson.summary if was_guided else ()
        sentence = tr("That was your first deal of {game}.").format(
            game=game_title(self._player_view.game.name)
        )
        return GuideMessage(
            join_sentences(sentence, *map(self._speaker.format_message, lessons_learnt))
        )

    def _find_element_to_beat(self, view: Any) -> tuple[TableElement, ...]:
        picture = self._player_view.game.picture(view)
        if picture.pile is not None:
            return (TableElement(TableElementKind.PILE, 0),)
        return (
            ()
            if picture.winning_index is None
            else (TableElement(TableElementKind.TRICK, picture.winning_index),)
        )

    def _select_new_tips(
        self, tips: Iterable[LessonTip], limit: int | None = None
    ) -> list[LessonTip]:
        """Return the first tips that have not been shown, and mark them as shown."""
        new_tips = [tip for tip in tips if tip.message.code not in self._shown_tip_codes][:limit]
        self._shown_tip_codes.update(tip.message.code for tip in new_tips)
        return new_tips

    def _create_message(self, tips: Sequence[LessonTip]) -> GuideMessage:
        elements = tuple(dict.fromkeys(thing for tip in tips for thing in tip.elements))
        return GuideMessage(
            join_sentences(*(self._speaker.format_message(tip.message) for tip in tips)), elements
        )
