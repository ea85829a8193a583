"""Shedding games: explanations, the table snapshot, notices and what a view assumes."""

from itertools import chain

import pytest

from games.shedding.rank_deals import RANK_GAME, RiggedDeal, card_of
from greenbaize.cards import parse_cards
from greenbaize.games.shedding.events import PileDealt, SeatWentOut
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import LotDrawn
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly


def test_rank_2_suits_never_matter_so_cards_of_a_rank_are_one_choice():
    keys = [
        RANK_GAME.choice_key(PlayCommand(0, card_of(code)))
        for code in ("5C", "5H", "6C", "XR", "XB")
    ]
    assert keys[0] == keys[1] != keys[2]
    assert keys[3] == keys[4] != keys[0]


def test_the_last_card_is_explained_with_its_effect():
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S", "9H TD 7C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(0, card_of("4C"))).sentences
    assert [message.code for message in sentences] == ["fits-neighbour", "last-card-leaving"]
    deal.play_cards("4C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("5D"))).sentences
    assert sentences[1] == Message("calls-back", {"seat": 0, "count": 2}, "rank.md 4")
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S", "9H")
    deal.play_cards("4C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("5D"))).sentences
    assert sentences[1] == Message("calls-back", {"seat": 0, "count": 1}, "rank.md 4")
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(0, card_of("4C"))).sentences
    assert sentences[1] == Message("last-card-out", rule="rank.md 4")


@pytest.mark.parametrize(("stock", "code"), [("9H TD", "out"), ("9H TD 7C", "leaving")])
def test_the_last_card_after_a_leaver_counts_the_leavers_draw(stock, code):
    deal = RiggedDeal(["4C", "5D", "2H 2S"], "5S", stock)
    deal.play_cards("4C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("5D"))).sentences
    assert [message.code for message in sentences] == [
        "fits-neighbour",
        "calls-back",
        f"last-card-{code}",
    ]


def test_the_snapshot_shows_pile_stock_leaver_and_seats_out():
    deal = RiggedDeal(["4C", "9D 2D", "2H 2S"], "5S", "3H TD 7C")
    deal.play_cards("4C")
    picture = RANK_GAME.picture(deal.state)
    assert picture.pile == parse_cards("5S 4C")
    assert picture.stock_size == 2
    assert picture.plates[0].note == Message("plate-out", {"place": 1}, "rank.md 4")
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S", "9H TD 7C")
    deal.play_cards("4C")
    picture = RANK_GAME.picture(deal.state)
    assert picture.plates[0].note == Message("plate-leaving", rule="rank.md 4")
    assert picture.notices == (Message("notice-leaving", {"seat": 0}, "rank.md 4"),)
    assert picture.trick is None
    assert RANK_GAME.explain_trick(deal.state, Trick(0, ())) == ()


def test_anti_rank_is_announced():
    deal = RiggedDeal(["8C 8D", "3D 3C", "TH TS"], "5S")
    assert RANK_GAME.picture(deal.state).notices == (
        Message("notice-antirank", {"seat": 0}, "rank.md 5"),
    )


def test_a_view_assumes_that_other_seats_can_play():
    """Another seat's stuck turn is not public: a view assumes that the seat can play."""
    deal = RiggedDeal(["8C 8D", "4D 2D", "2H 2S"], "5S", "9H TD")
    tracker = ViewTracker(RANK_GAME, 3, deal.state.options, 1)
    deal_event = PileDealt(
        1, 2, 0, (Hand((), 2), Hand(parse_cards("4D 2D")), Hand((), 2)), card_of("5S"), Hand((), 2)
    )
    for event in (LotDrawn(2), deal_event):
        tracker.apply_event(event)
    assert tracker.view.turn == 0
    own_tracker = ViewTracker(RANK_GAME, 3, deal.state.options, 0)
    hands = (Hand(parse_cards("8C 8D")), Hand((), 2), Hand((), 2))
    for event in (LotDrawn(2), PileDealt(1, 2, 0, hands, card_of("5S"), Hand((), 2))):
        own_tracker.apply_event(event)
    assert own_tracker.view.turn is None


PLAYER_NAMES = ("Anna", "Bo", "Cy", "Di", "Eva")


def test_only_leaving_returning_and_anti_rank_have_notices():
    notice_types, silent_types = set(), set()
    matches = [play_randomly(GameSetup("rank", 5, {}), number) for number in range(4)]
    game = matches[0].game
    for event, state in chain(*[match.moments for match in matches]):
        notice = game.event_notice(event, state)
        has_notice = event.type in ("leaving", "back", "out", "antirank")
        assert (notice is not None) is has_notice
        if notice is not None:
            notice_types.add(event.type)
            assert (
                Speaker(PLAYER_NAMES)
                .format_message(notice.message)
                .startswith(PLAYER_NAMES[event.seat])
            )
            assert (
                Speaker(PLAYER_NAMES, event.seat).format_message(notice.message).startswith("You")
            )
        else:
            silent_types.add(event.type)
    assert notice_types == {"leaving", "back", "out", "antirank"}
    assert {"deal", "play", "draw", "pass", "score"} <= silent_types


def test_going_out_gives_a_notice_with_the_rank():
    played = play_randomly(GameSetup("rank", 5, {}), 0)
    sentences = []
    for event, state in played.moments:
        if isinstance(event, SeatWentOut):
            notice = played.game.event_notice(event, state)
            sentences.append(Speaker(PLAYER_NAMES).format_message(notice.message))
    assert [words.rpartition(" ")[2] for words in sentences] == ["1st", "2nd", "3rd", "4th"]
