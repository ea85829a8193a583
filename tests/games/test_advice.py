"""Reasons for the best choice: sentences from the view, checked against the cards."""

from collections import Counter
from random import Random

import pytest

from greenbaize.bots.bot import SearchBot
from greenbaize.games import GAMES
from greenbaize.games.shedding.ring import FitRule, fit_rule_of
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.game import Game
from greenbaize.rules.hands import find_winning_index
from greenbaize.rules.search_contract import SearchEffort
from greenbaize.words.speaker import Speaker
from match.random_matches import SETUPS, play_randomly
from match.redaction_pairs import fold_states

PLAYER_NAMES = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Lena", "Hugo", "Ida", "Nils")
POSITION_COUNT = 60
REVIEW_BOT = SearchBot(SearchEffort(4, 0, samples_per_world=1, contract_world_count=2))
MAX_REASON_LENGTH = 120
GAMES_WITH_ADVICE = [name for name, game in GAMES.items() if type(game).advice is not Game.advice]
"""Games that give reasons."""


def weighed_positions(name):
    """Yield moments at which a seat has a choice: game, view, seat and weighed choices."""
    random, game = Random(name), GAMES[name]
    setups = [
        candidate
        for candidate in SETUPS
        if candidate.name == name and "enforcement" not in candidate.given_options
    ]
    position_count = 0
    while position_count < POSITION_COUNT:
        setup = random.choice(setups)
        played = play_randomly(setup, random.randrange(2))
        decision_indexes = [
            index
            for index, (_, candidate) in enumerate(played.moments[:400])
            if candidate.turn is not None
        ]
        last = random.choice(decision_indexes)
        seat, events = played.moments[last][1].turn, list(played.events[: last + 1])
        tracker = ViewTracker(game, setup.seats, played.header.options, seat)
        for event, state in zip(events, fold_states(game, played.header, events), strict=True):
            tracker.redact_event(event, state)
        if len(game.legal(tracker.view, seat)) > 1:
            position_count += 1
            yield (
                game,
                tracker.view,
                seat,
                REVIEW_BOT.weigh_every_choice(game, tracker.view, seat, RandomStream("x")),
            )


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES_WITH_ADVICE)
def test_every_hint_has_its_reason_in_sentences(name):
    code_counts = Counter()
    silent_count = 0
    for game, view, seat, choices in weighed_positions(name):
        speaker = Speaker(PLAYER_NAMES[: view.seats], seat)
        reasons = game.advice(view, choices)
        silent_count += not reasons
        for message in reasons:
            code_counts[message.code] += 1
            text = speaker.format_message(message)
            assert text.endswith("."), text
            assert "{" not in text
            assert "cards" in message.values or len(text) <= MAX_REASON_LENGTH, text
            check_reason_of_card(game, view, choices, message)
        odds = [game.odds(view, choice) for choice in choices]
        assert all(choice is None or choice.values["often"] in range(11) for choice in odds)
    assert len(code_counts) > 2
    assert silent_count < POSITION_COUNT / 3


def check_reason_of_card(game, view, choices, message):
    """Check that a reason about a card is true."""
    command = choices[0].command
    values = dict(message.values)
    if "total" in values:
        many = values["count" if message.code == "advice-fits" else "number"]
        assert 0 <= many <= values["total"] == len(game.unseen_cards(view))
    if "odds-target" in message.code or "odds-go" in message.code:
        assert game.name == "ass"
    if not isinstance(command, PlayCommand) or game.name not in ("damn", "blackout"):
        return
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    trick_with_card = (*trick, command.card)
    takes = find_winning_index(trick_with_card, view.trump) == len(trick)
    match message.code:
        case "advice-under" | "advice-saves" | "advice-cannot-take":
            assert not takes
        case "advice-surely-takes" | "advice-last-takes" | "advice-may-take" | "advice-beaten":
            assert takes
        case "advice-must-take":
            for choice in choices:
                assert isinstance(choice.command, PlayCommand)
                assert find_winning_index((*trick, choice.command.card), view.trump) == len(trick)


def test_a_stake_is_explained_by_the_odds_of_going():
    codes = Counter()
    for game, view, _, choices in weighed_positions("ass"):
        if choices[0].command.type == "stake":
            codes.update(choice.code for choice in game.advice(view, choices))
    assert codes["odds-go-fails"] + codes["odds-go"] > 2
    assert set(codes) <= {
        "odds-go-fails",
        "odds-go",
        "advice-eights",
        "advice-eights-few",
        "advice-no-eights",
        "advice-nothing-strong",
        "own-points",
    }


def test_a_bid_is_explained_by_its_odds():
    count = 0
    for game, view, seat, choices in weighed_positions("damn"):
        if view.is_bidding:
            count += 1
            *_, odds = game.advice(view, choices)
            assert odds.code in ("odds-bid", "odds-bid-none")
            assert odds.values["often"] == choices[0].success_tenths
            assert Speaker(PLAYER_NAMES, seat).format_message(odds).startswith("Such cards win ")
    assert count


@pytest.mark.slow
def test_few_fitting_cards_are_a_reason_for_the_least_fitting_only():
    count = 0
    for game, view, _, choices in weighed_positions("rank"):
        for message in game.advice(view, choices):
            if message.code == "advice-fits":
                count += 1
                cards = [
                    item.command.card for item in choices if isinstance(item.command, PlayCommand)
                ]
                out = game.unseen_cards(view)
                fits = [
                    sum(fit_rule_of(item, card) is FitRule.NEIGHBOUR for item in out)
                    for card in cards
                ]
                assert message.values["count"] == fits[0] == min(fits) < max(fits)
    assert count
