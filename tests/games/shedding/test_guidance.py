"""The guide of Rank: described cards, advice and the lesson."""

import pytest

from games.advised_choices import weighed_positions
from greenbaize.games.shedding.ring import FitRule, fit_rule_of
from greenbaize.rules.commands import PlayCommand


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
