"""The guide of exact-bid games: described elements, advice, odds and the lessons."""

from games.advised_choices import PLAYER_NAMES, weighed_positions
from greenbaize.words.speaker import Speaker


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
