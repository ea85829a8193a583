"""Tests of the guide's sentences through the first deal of every game."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from games.turnup import TurnUp
from greenbaize.app.learning import FirstDealView, Guide, first_place_of
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.game import Game
from greenbaize.rules.options import settled
from greenbaize.rules.players import BOT
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import tr, use_language

Choose = Callable[[tuple[Weighed, ...]], Weighed]


def best(choices):
    return choices[0]


def worst(choices):
    return choices[-1]


LESSONS = [name for name, game in GAMES.items() if type(game).lesson is not Game.lesson]
"""Games whose first deal has a guide with sentences of its own."""
LAST_CARD = " is your last card."


@cache
def followed_in(name, choose):
    """Return the first deal of a game, played once for all tests that look at it."""
    return Followed(first_place_of(name, "Ida"), choose)


class Followed:
    """First deal played to its end with a guide, and everything the guide said."""

    def __init__(self, place, choose):
        self.place, self.guide = place, Guide(place)
        self.begun = []
        self.asked = []
        self.advised = []
        self.came = []
        place.listen(self._hear)
        place.begin()
        adviser = place.adviser(lambda: None) if place.game.name in GAMES else None
        while not place.finished:
            if place.others_act:
                place.let_others_act()
                continue
            question = place.question
            heard = [tuple(Weighed(one.command, 0.0, 0.0) for one in question.answers)]
            self.asked.append(self.guide.asked(question, place.view))
            if adviser is not None:
                adviser.ask(heard.append)
                adviser.attend()
            self.advised.append(self.guide.advised(heard[-1], place.view))
            command = choose(heard[-1]).command
            self.guide.chose(command)
            place.submit(command, _none)
        if adviser is not None:
            adviser.close()

    def _hear(self, event):
        self.begun += self.guide.begin(event, self.place.view)
        self.came.append(self.guide.came(event, self.place.view))

    @property
    def advised_besides(self):
        """Advice for the questions whose text does not say already that a card is the last."""
        pairs = zip(self.asked, self.advised, strict=True)
        return [advised for asked, advised in pairs if LAST_CARD not in asked.text]

    @property
    def said(self):
        every = (*self.begun, *self.asked, *self.advised, *self.came)
        return "\n".join(words.text for words in every)


def _none(refusal):
    assert refusal is None


@pytest.mark.parametrize("strategy", [best, worst])
@pytest.mark.parametrize("name", LESSONS)
def test_the_guide_has_words_to_the_end_whatever_is_played(name, strategy):
    followed = followed_in(name, strategy)
    assert followed.begun
    assert all(words.text for words in (*followed.begun, *followed.asked))
    assert all(words.text for words in followed.advised_besides)
    assert any(words.text for words in followed.came)
    assert "{" not in followed.said
    closing = followed.guide.closing(guided=True).text
    assert closing.count(".") >= 4
    assert followed.guide.closing(guided=False).text == closing.partition(". ")[0] + "."


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
def test_its_deal_shows_what_is_typical_of_the_game_and_what_one_wants(name, expected_phrases):
    followed = followed_in(name, best)
    assert [words for words in expected_phrases if words not in followed.said] == []
    # Every recommendation gives its reason.
    good = [words.text for words in followed.advised if words.text.startswith(("A good", "Good"))]
    assert good
    assert all(re.fullmatch(r"[^.]+\. .+\.", text) for text in good), good
    assert not any(" leads: " in text for text in good)


@pytest.mark.usefixtures("english_after_all")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_of_a_last_card_no_question_is_asked(language):
    use_language(language)
    followed = Followed(first_place_of("master", "Ida"), best)
    start, end = tr("{choice} is your last card.").split("{choice}")
    *before, last = followed.asked
    assert last.text.startswith(start)
    assert last.text.endswith(end)
    assert last.heard == last.text
    assert followed.advised[-1].text == ""
    assert followed.advised[-1].at
    assert any("?" in words.text for words in before)


def test_it_says_when_something_else_was_chosen_than_advised_and_what_that_cost():
    said = followed_in("damn", worst).said
    assert re.search(r"You chose \S.*\. \S.* (better|more) than ", said)
    assert "You chose" not in followed_in("damn", best).said


@pytest.mark.parametrize("strategy", [best, worst])
def test_at_rank_the_guide_asks_for_nothing_that_its_advice_takes_back(strategy):
    followed = followed_in("rank", strategy)
    said = "\n".join(words.text for words in (*followed.asked, *followed.came))
    assert "Choose" not in said
    assert "get rid of one" not in said
    assert not [words.text for words in followed.came if "joker" in words.text]


def test_no_sentence_of_general_truth_is_said_twice():
    followed = followed_in("master", best)
    tips = [words.text for words in followed.asked if "Which card" not in words.text]
    assert len(set(tips)) == len(tips)


def test_a_game_without_words_of_its_own_has_a_guide_as_well():
    game = TurnUp()
    sitters = (Player("Ida"), *(Player(name, BOT, "easy") for name in ("Anna", "Boris", "Vera")))
    header = Header(game.name, sitters, settled(game.options, 4, {}), seed_from("x"))
    followed = Followed(FirstDealView(Table(game, header), 0, game.lesson()), best)
    assert all(words.text for words in (*followed.asked, *followed.advised_besides))
    assert "take" in followed.said
    assert followed.guide.closing(guided=True).text


def test_nothing_happens_after_the_deal():
    place = followed_in("damn", best).place
    assert place.finished
    assert not place.others_act
    assert place.question is None
    assert place.offers == ()
    assert place.game.picture(place.view).deal == 1


def test_what_the_table_tells_by_itself_is_not_heard_twice():
    followed = followed_in("master", best)
    *_, scored = (words for words in followed.came if words.told)
    assert scored.text.endswith(scored.told)
    assert scored.told not in scored.heard
    bare = [words for words in followed.asked if words.told]
    assert bare
    assert not any(words.heard for words in bare)


def test_the_first_advice_of_damn_is_plain_and_makes_the_bid():
    followed = followed_in("damn", best)
    first, second, *_ = (one.text for one in followed.advised if "A good card" in one.text)
    assert "Just as good: 8♣. You cannot win this trick, and you can spare 9♣." in first
    assert "You still need 1 trick; 6 of 41 unseen cards can beat 7♦." in second
    assert "You bid 1 and won 1" in followed.said
