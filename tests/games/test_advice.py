"""Reasons for the best choice: sentences from the view, checked against the cards."""

from collections import Counter
from random import Random

import pytest

from greenbaize.bots.bot import SearchBot
from greenbaize.games import GAMES
from greenbaize.games.shedding.ring import Step, step_of
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Play
from greenbaize.rules.game import Game
from greenbaize.rules.hands import winning
from greenbaize.rules.thinking import Effort
from greenbaize.words.speaker import Speaker
from match.pairs import states_of
from match.playing import SETUPS, play_randomly

NAMES = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Lena", "Hugo", "Ida", "Nils")
POSITIONS = 60
BOT = SearchBot(Effort(4, 0, weighing=1, plain=2))
LONGEST = 120
ADVISED = [name for name, game in GAMES.items() if type(game).advice is not Game.advice]
"""Games that give reasons."""


def positions(name):
    """Yield moments at which a seat has a choice: game, view, seat and weighed choices."""
    random, game = Random(name), GAMES[name]
    setups = [one for one in SETUPS if one.name == name and "enforcement" not in one.given]
    found = 0
    while found < POSITIONS:
        setup = random.choice(setups)
        played = play_randomly(setup, random.randrange(2))
        waiting = [at for at, (_, one) in enumerate(played.moments[:400]) if one.turn is not None]
        last = random.choice(waiting)
        seat, events = played.moments[last][1].turn, list(played.events[: last + 1])
        teller = Teller(game, setup.seats, played.header.options, seat)
        for event, state in zip(events, states_of(game, played.header, events), strict=True):
            teller.hear(event, state)
        if len(game.legal(teller.view, seat)) > 1:
            found += 1
            yield game, teller.view, seat, BOT.weigh(game, teller.view, seat, Stream("x"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ADVISED)
def test_every_hint_has_its_reason_in_sentences(name):
    said = Counter()
    silent = 0
    for game, view, seat, choices in positions(name):
        speaker = Speaker(NAMES[: view.seats], seat)
        reasons = game.advice(view, choices)
        silent += not reasons
        for message in reasons:
            said[message.code] += 1
            text = speaker.say(message)
            assert text.endswith("."), text
            assert "{" not in text
            assert "cards" in message.values or len(text) <= LONGEST, text
            check(game, view, choices, message)
        odds = [game.odds(view, one) for one in choices]
        assert all(one is None or one.values["often"] in range(11) for one in odds)
    assert len(said) > 2
    assert silent < POSITIONS / 3


def check(game, view, choices, message):
    """Check that a reason about a card is true."""
    command = choices[0].command
    values = dict(message.values)
    if "total" in values:
        many = values["count" if message.code == "advice-fits" else "number"]
        assert 0 <= many <= values["total"] == len(game.unseen(view))
    if "odds-target" in message.code or "odds-go" in message.code:
        assert game.name == "ass"
    if not isinstance(command, Play) or game.name not in ("damn", "blackout"):
        return
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    laid = (*trick, command.card)
    takes = winning(laid, view.trump) == len(trick)
    match message.code:
        case "advice-under" | "advice-saves" | "advice-cannot-take":
            assert not takes
        case "advice-surely-takes" | "advice-last-takes" | "advice-may-take" | "advice-beaten":
            assert takes
        case "advice-must-take":
            for one in choices:
                assert isinstance(one.command, Play)
                assert winning((*trick, one.command.card), view.trump) == len(trick)


def test_going_or_staying_is_told_by_what_comes_of_going():
    codes = Counter()
    for game, view, _, choices in positions("ass"):
        if choices[0].command.type == "stake":
            codes.update(one.code for one in game.advice(view, choices))
    assert codes["odds-go-fails"] + codes["odds-go"] > 2
    assert set(codes) <= {
        *("odds-go-fails", "odds-go", "advice-eights"),
        *("advice-eights-few", "advice-no-eights", "advice-nothing-strong", "own-points"),
    }


def test_a_bid_is_told_by_how_often_such_cards_win_it():
    seen = 0
    for game, view, seat, choices in positions("damn"):
        if view.bidding:
            seen += 1
            *_, odds = game.advice(view, choices)
            assert odds.code in ("odds-bid", "odds-bid-none")
            assert odds.values["often"] == choices[0].often
            assert Speaker(NAMES, seat).say(odds).startswith("Such cards win ")
    assert seen


@pytest.mark.slow
def test_a_card_that_others_hardly_fit_is_told_only_where_it_is_the_one_they_fit_least():
    seen = 0
    for game, view, _, choices in positions("rank"):
        for message in game.advice(view, choices):
            if message.code == "advice-fits":
                seen += 1
                cards = [one.command.card for one in choices if isinstance(one.command, Play)]
                out = game.unseen(view)
                fits = [sum(step_of(one, card) is Step.NEIGHBOUR for one in out) for card in cards]
                assert message.values["count"] == fits[0] == min(fits) < max(fits)
    assert seen
