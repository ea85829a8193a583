"""Tests of the guide's sentences through the first deal of every game."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from games.turnup_game import TurnUpGame
from greenbaize.app.first_deal import FirstDealGuide, FirstDealView, open_first_deal
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.game import Game
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import BOT
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.words.catalogue import tr, use_language

ChoiceStrategy = Callable[[tuple[WeighedChoice, ...]], WeighedChoice]


def choose_best(choices):
    return choices[0]


def choose_worst(choices):
    return choices[-1]


GAMES_WITH_LESSONS = [name for name, game in GAMES.items() if type(game).lesson is not Game.lesson]
"""Games whose first deal has a guide with sentences of its own."""
LAST_CARD = " is your last card."


@cache
def play_guided_deal_once(name, strategy):
    """Return the first deal of a game, played once for all tests that look at it."""
    return GuidedDeal(open_first_deal(name, "Ida"), strategy)


class GuidedDeal:
    """First deal played to its end with a guide, and everything the guide said."""

    def __init__(self, player_view, strategy):
        self.player_view, self.guide = player_view, FirstDealGuide(player_view)
        self.opening_lines = []
        self.question_lines = []
        self.advice_lines = []
        self.event_lines = []
        player_view.add_listener(self._on_event)
        player_view.start_match()
        adviser = (
            player_view.create_adviser(lambda: None) if player_view.game.name in GAMES else None
        )
        while not player_view.is_finished:
            if player_view.waits_for_others:
                player_view.let_others_act()
                continue
            question = player_view.question
            advice = [tuple(WeighedChoice(answer.command, 0.0, 0.0) for answer in question.answers)]
            self.question_lines.append(self.guide.explain_question(question, player_view.view))
            if adviser is not None:
                adviser.ask_advice(advice.append)
                adviser.process_pending()
            self.advice_lines.append(self.guide.describe_advice(advice[-1], player_view.view))
            command = strategy(advice[-1]).command
            self.guide.record_choice(command)
            player_view.submit(command, assert_accepted)
        if adviser is not None:
            adviser.close()

    def _on_event(self, event):
        self.opening_lines += self.guide.introduce_deal(event, self.player_view.view)
        self.event_lines.append(self.guide.describe_result(event, self.player_view.view))

    @property
    def useful_advice_lines(self):
        """Advice for the questions whose text does not say already that a card is the last."""
        pairs = zip(self.question_lines, self.advice_lines, strict=True)
        return [
            advice_line
            for question_line, advice_line in pairs
            if LAST_CARD not in question_line.text
        ]

    @property
    def full_text(self):
        guide_lines = (
            *self.opening_lines,
            *self.question_lines,
            *self.advice_lines,
            *self.event_lines,
        )
        return "\n".join(guide_line.text for guide_line in guide_lines)


def assert_accepted(refusal):
    assert refusal is None


@pytest.mark.parametrize("strategy", [choose_best, choose_worst])
@pytest.mark.parametrize("name", GAMES_WITH_LESSONS)
def test_the_guide_has_sentences_to_the_end_whatever_is_played(name, strategy):
    guided_deal = play_guided_deal_once(name, strategy)
    assert guided_deal.opening_lines
    assert all(
        guide_line.text for guide_line in (*guided_deal.opening_lines, *guided_deal.question_lines)
    )
    assert all(guide_line.text for guide_line in guided_deal.useful_advice_lines)
    assert any(guide_line.text for guide_line in guided_deal.event_lines)
    assert "{" not in guided_deal.full_text
    closing = guided_deal.guide.describe_closing(was_guided=True).text
    assert closing.count(".") >= 4
    assert (
        guided_deal.guide.describe_closing(was_guided=False).text
        == closing.partition(". ")[0] + "."
    )


@pytest.mark.parametrize(
    ("name", "expected_phrases"),
    [
        (
            "damn",
            (
                "the hook",
                "you must follow",
                "A trump",
                "from now on let",
                "In this deal you want exactly ",
            ),
        ),
        ("blackout", ("all cards but their own", "the hook", "you must follow")),
        (
            "master",
            (
                "a contract",
                "the six beats the ace",
                "goes back to",
                "nearly everything",
                "You must follow",
                "take as few as you can",
            ),
        ),
        (
            "ass",
            (
                "three banks",
                "If you stay",
                "so you must",
                "the ring",
                "nearly everything",
                "card points or more.",
            ),
        ),
        (
            "rank",
            (
                "neighbour",
                "now the same rank",
                "a joker any card",
                "is Anti-Rank",
                "It stands",
                "is back",
                "Get rid of your cards",
            ),
        ),
    ],
)
def test_the_deal_shows_what_is_typical_of_the_game(name, expected_phrases):
    guided_deal = play_guided_deal_once(name, choose_best)
    assert [phrase for phrase in expected_phrases if phrase not in guided_deal.full_text] == []
    # Every recommendation gives its reason.
    recommendations = [
        phrase.text
        for phrase in guided_deal.advice_lines
        if phrase.text.startswith(("A good", "Good"))
    ]
    assert recommendations
    assert all(re.fullmatch(r"[^.]+\. .+\.", text) for text in recommendations), recommendations
    assert not any(" leads: " in text for text in recommendations)


@pytest.mark.usefixtures("reset_language")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_last_card_is_announced_without_a_question(language):
    use_language(language)
    guided_deal = GuidedDeal(open_first_deal("master", "Ida"), choose_best)
    start, end = tr("{choice} is your last card.").split("{choice}")
    *earlier_lines, last = guided_deal.question_lines
    assert last.text.startswith(start)
    assert last.text.endswith(end)
    assert last.spoken_text == last.text
    assert guided_deal.advice_lines[-1].text == ""
    assert guided_deal.advice_lines[-1].elements
    assert any("?" in guide_line.text for guide_line in earlier_lines)


def test_the_guide_mentions_a_choice_against_its_advice_and_its_cost():
    full_text = play_guided_deal_once("damn", choose_worst).full_text
    assert re.search(r"You chose \S.*\. \S.* (better|more) than ", full_text)
    assert "You chose" not in play_guided_deal_once("damn", choose_best).full_text


@pytest.mark.parametrize("strategy", [choose_best, choose_worst])
def test_the_guide_of_rank_asks_for_nothing_that_its_advice_contradicts(strategy):
    guided_deal = play_guided_deal_once("rank", strategy)
    guide_text = "\n".join(
        guide_line.text for guide_line in (*guided_deal.question_lines, *guided_deal.event_lines)
    )
    assert "Choose" not in guide_text
    assert "get rid of one" not in guide_text
    assert not [
        guide_line.text for guide_line in guided_deal.event_lines if "joker" in guide_line.text
    ]


def test_no_general_tip_is_said_twice():
    guided_deal = play_guided_deal_once("master", choose_best)
    tips = [
        guide_line.text
        for guide_line in guided_deal.question_lines
        if "Which card" not in guide_line.text
    ]
    assert len(set(tips)) == len(tips)


def test_a_game_without_a_lesson_of_its_own_has_a_guide():
    game = TurnUpGame()
    players = (
        HeaderPlayer("Ida"),
        *(HeaderPlayer(name, BOT, "easy") for name in ("Anna", "Boris", "Vera")),
    )
    header = RecordHeader(
        game.name, players, resolve_options(game.options, 4, {}), seed_from_text("x")
    )
    guided_deal = GuidedDeal(FirstDealView(Table(game, header), 0, game.lesson()), choose_best)
    assert all(
        guide_line.text
        for guide_line in (*guided_deal.question_lines, *guided_deal.useful_advice_lines)
    )
    assert "take" in guided_deal.full_text
    assert guided_deal.guide.describe_closing(was_guided=True).text


def test_nothing_happens_after_the_deal():
    player_view = play_guided_deal_once("damn", choose_best).player_view
    assert player_view.is_finished
    assert not player_view.waits_for_others
    assert player_view.question is None
    assert player_view.offers == ()
    assert player_view.game.picture(player_view.view).deal == 1


def test_sentences_of_the_table_are_not_announced_twice():
    guided_deal = play_guided_deal_once("master", choose_best)
    *_, scored = (guide_line for guide_line in guided_deal.event_lines if guide_line.announced_text)
    assert scored.text.endswith(scored.announced_text)
    assert scored.announced_text not in scored.spoken_text
    table_lines = [
        guide_line for guide_line in guided_deal.question_lines if guide_line.announced_text
    ]
    assert table_lines
    assert not any(guide_line.spoken_text for guide_line in table_lines)


def test_the_first_advice_of_damn_is_plain_and_leads_to_the_bid():
    guided_deal = play_guided_deal_once("damn", choose_best)
    first, second, *_ = (
        advice_line.text
        for advice_line in guided_deal.advice_lines
        if "A good card" in advice_line.text
    )
    assert "Just as good: 7♠. You play last, so 6♠ takes the trick; you still need 1." in first
    assert "You want no more tricks; 7 of 43 unseen cards can beat 7♠." in second
    assert "You bid 1 and won 1" in guided_deal.full_text
