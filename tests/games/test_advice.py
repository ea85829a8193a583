"""Reasons for the best choice: sentences from the view, checked against the cards."""

from collections import Counter

import pytest

from games.advised_choices import PLAYER_NAMES, POSITION_COUNT, weighed_positions
from greenbaize.games import GAMES
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.game import Game
from greenbaize.rules.hands import find_winning_index
from greenbaize.words.speaker import Speaker

MAX_REASON_LENGTH = 120

GAMES_WITH_ADVICE = [name for name, game in GAMES.items() if type(game).advice is not Game.advice]
"""Games that give reasons."""


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
        case "advice-under" | "advice-keeps-back" | "advice-cannot-take":
            assert not takes
        case "advice-surely-takes" | "advice-last-takes" | "advice-may-take" | "advice-beaten":
            assert takes
        case "advice-must-take":
            for choice in choices:
                assert isinstance(choice.command, PlayCommand)
                assert find_winning_index((*trick, choice.command.card), view.trump) == len(trick)
