"""Shedding games: explanations, the table snapshot, notices and what a view assumes."""

from itertools import chain

import pytest
from msgspec.structs import replace

from games.shedding.rank_deals import RANK_GAME, RiggedDeal, card_of
from greenbaize.cards import parse_cards
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    PileDealt,
    RanksScored,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDrawn, LotDrawn
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message, Misfit
from greenbaize.rules.table_snapshot import ScoreQuality, TurnLogEntry
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


# Queries of bots, and results


HANDS = ["4C 9D", "5D 2D", "2H 2S"]


def make_state(hands=HANDS, pile="5S", stock="9H TD 7C", **options):
    return RiggedDeal(hands, pile, stock, **options).state


def score_ranks(*ranks, deal=1):
    return RanksScored(deal, ranks, ranks, ranks)


def test_cards_of_the_pile_the_hands_and_the_stock_are_seen():
    state = make_state()
    view = replace(state, hands=(state.hands[0], *(hand.hidden for hand in state.hands[1:])))
    unseen_cards = RANK_GAME.unseen_cards(replace(view, stock=state.stock.hidden))
    pack = RANK_GAME.pack(3)
    assert len(unseen_cards) == len(pack) - 3
    assert not {*parse_cards("4C 9D 5S")} & {*unseen_cards}
    assert len(RANK_GAME.unseen_cards(view)) == len(pack) - 6
    assert len(RANK_GAME.unseen_cards(state)) == len(pack) - 10


@pytest.mark.parametrize(
    ("events", "may_hold"),
    [
        ([], True),
        ([TurnPassed(1)], False),
        ([AntiRankDeclared(1)], False),
        ([TurnPassed(2)], True),
        ([TurnPassed(1), CardsDrawn(1, Hand((), 1))], True),
        ([CardsDrawn(1, Hand((), 1)), TurnPassed(1)], False),
        ([TurnPassed(1), CardsDrawn(2, Hand((), 1))], False),
        ([TurnPassed(1), CardPlayed(0, card_of("9C"))], False),
        ([CardPlayed(0, card_of("9C")), TurnPassed(1)], True),
    ],
)
def test_a_stuck_seat_holds_nothing_that_fits_until_it_draws(events, may_hold):
    pile = parse_cards("5S 9C" if any(isinstance(one, CardPlayed) for one in events) else "5S")
    state = replace(make_state(), pile=pile, deal_events=tuple(events))
    assert RANK_GAME.may_hold(state, 1, card_of("6H")) is may_hold


def test_the_first_out_gains_most_and_the_middle_rank_is_worth_nothing():
    scored = score_ranks(1, 2, 3)
    state = replace(make_state(), scores=(scored,))
    assert [RANK_GAME.gain(state, scored, seat) for seat in range(3)] == [-1, -2, -3]
    assert [RANK_GAME.deal_value(state, 0, seat) for seat in range(3)] == [1, 0, -1]
    helped = Message("swing-helped", {"deal": 1, "place": 1}, "rank.md 6")
    assert RANK_GAME.swing_message(state, 0, 0, 1.0) == helped
    hurt = Message("swing-hurt", {"deal": 1, "place": 3}, "rank.md 6")
    assert RANK_GAME.swing_message(state, 0, 2, -1.0) == hurt


def test_a_deal_is_identified_by_the_cards_first_dealt():
    state = make_state()
    key = RANK_GAME.deal_identity(state, 0)
    drawn_cards = parse_cards("TD 7C")
    later = replace(
        state,
        hands=(Hand(parse_cards("9D TD")), *state.hands[1:]),
        deal_events=(
            CardPlayed(1, card_of("2D")),
            CardsDrawn(0, Hand(drawn_cards)),
            CardsDrawn(1, Hand((), 1)),
            CardPlayed(0, card_of("4C")),
            CardPlayed(0, card_of("7C")),
        ),
    )
    assert RANK_GAME.deal_identity(later, 0) == key
    assert len({RANK_GAME.deal_identity(state, seat) for seat in range(3)}) == 3


def test_ranks_of_the_match_count_near_the_end_of_several_deals():
    state = make_state(deals=12)
    near_end = [RANK_GAME.is_weighed_by_match_rank(replace(state, deal=deal)) for deal in (1, 12)]
    assert near_end == [False, True]
    assert not RANK_GAME.is_weighed_by_match_rank(make_state(deals=1))


EMPTIED = {
    "hands": (Hand(()), Hand((), 5), Hand((), 5)),
    "pile": parse_cards("5S 4C 4D 4H 4S 3C"),
    "deal_events": tuple(CardPlayed(0, card) for card in parse_cards("4C 4D 4H 4S 3C")),
}
"""A player has played all five cards."""


@pytest.mark.parametrize(
    ("changes", "misfit"),
    [
        ({}, None),
        ({"deal": 10**30}, Misfit.DEAL),
        ({"dealer": 3}, Misfit.DEAL),
        ({"passed_seats": frozenset({-1})}, Misfit.DEAL),
        ({"deal_events": (TurnPassed(3),)}, Misfit.DEAL),
        ({"hands": (Hand((), 5),) * 2}, Misfit.HANDS),
        ({"hands": (Hand((), 5), Hand((), 4), Hand((), 6))}, Misfit.HANDS),
        ({"hands": (Hand((), 6), Hand((), 5), Hand((), 5))}, Misfit.CARDS),
        (EMPTIED, Misfit.HANDS),
        (EMPTIED | {"leaver": 0}, None),
        (EMPTIED | {"seats_out": (0,)}, None),
        ({"leaver": 0}, Misfit.HANDS),
        ({"stock": Hand((), 37)}, Misfit.HANDS),
        ({"stock": Hand((), 200)}, Misfit.CARDS),
        ({"pile": parse_cards("5S 5S 5S")}, Misfit.CARDS),
        ({"totals": (0, 0, 100_001)}, Misfit.TOTALS),
    ],
)
def test_a_view_that_fits_no_match_is_found_out(changes, misfit):
    state = replace(make_state(), hands=(Hand((), 5),) * 3, stock=Hand((), 38), deal_events=())
    assert RANK_GAME.find_misfit(replace(state, **changes)) is misfit


def test_each_event_of_a_turn_has_an_entry_in_the_log():
    card = card_of("4C")
    for event, message in (
        (CardPlayed(1, card), Message("choice-card", {"card": card})),
        (CardsDrawn(1, Hand((), 2)), Message("turn-draw", {"number": 2})),
        (TurnPassed(1), Message("turn-pass")),
        (SeatLeaving(1), Message("turn-leaving")),
        (SeatCameBack(1), Message("turn-back")),
        (SeatWentOut(1), Message("turn-out")),
        (AntiRankDeclared(1), Message("turn-antirank")),
    ):
        assert RANK_GAME.turn_log_entry(event) == TurnLogEntry(1, message)
    assert RANK_GAME.turn_log_entry(LotDrawn(1)) is None
    assert RANK_GAME.call_message(TurnPassed(1)) == Message("turn-pass")
    assert RANK_GAME.call_message(AntiRankDeclared(1)) is None  # type: ignore[arg-type]


def test_what_happens_without_a_question_is_explained():
    state = make_state()
    drawn, passed = CardsDrawn(1, Hand((), 1)), TurnPassed(1)
    for event, view, code, rule in (
        (drawn, state, "stuck-draws", "3"),
        (drawn, replace(state, leaver=1), "stuck-leaver-draws", "4"),
        (passed, replace(state, deal_events=(drawn, passed)), "stuck-drew", "3"),
        (
            passed,
            replace(state, deal_events=(drawn, CardsDrawn(2, Hand((), 1)), passed)),
            "stuck-drew",
            "3",
        ),
        (passed, replace(state, deal_events=(passed,)), "stuck-passes", "3"),
        (AntiRankDeclared(1), state, "stuck-for-good", "5"),
    ):
        assert RANK_GAME.explain_forced(event, view) == Message(code, rule=f"rank.md {rule}")
    assert RANK_GAME.explain_forced(CardPlayed(1, card_of("5D")), state) is None


def test_only_the_last_of_several_deals_is_announced():
    state = make_state(deals=3)
    for deal, messages in ((1, ()), (2, ()), (3, (Message("deal-last"),))):
        assert RANK_GAME.deal_announcements(replace(state, deal=deal)) == messages
    assert RANK_GAME.deal_announcements(make_state(deals=1)) == ()


def test_a_score_is_as_good_as_its_rank():
    scored = score_ranks(1, 2, 3)
    qualities = [item.quality for item in RANK_GAME.deal_scores(scored, make_state())]
    assert qualities == [ScoreQuality.GOOD, ScoreQuality.NEUTRAL, ScoreQuality.BAD]
    second = RANK_GAME.deal_score(scored, make_state(), 1)
    assert second.plate_message == Message("made-place", {"place": 2}, "rank.md 6")
    assert second.sentence == Message("comes-in", {"seat": 1, "place": 2}, "rank.md 6")


def test_plates_have_totals_and_leaders_only_in_matches_of_several_deals():
    several = RANK_GAME.make_picture(replace(make_state(deals=3), totals=(3, 1, 2)))
    assert [plate.total for plate in several.plates] == [3, 1, 2]
    assert (several.leading_seats, several.deal_count) == ((1,), 3)
    single = RANK_GAME.make_picture(replace(make_state(), totals=(3, 1, 2)))
    assert [plate.total for plate in single.plates] == [None] * 3
    assert single.leading_seats == ()
    assert (single.acting_seat, single.question_kind) == (0, "play")
    assert [plate.hand_size for plate in single.plates] == [2, 2, 2]
    waiting = RANK_GAME.make_picture(replace(make_state(), turn=None, mover=2))
    assert (waiting.acting_seat, waiting.question_kind) == (2, "")


def test_a_standing_anti_rank_is_announced_before_a_leaver():
    state = replace(make_state(), leaver=0)
    assert RANK_GAME.make_picture(state).notices[0].code == "notice-leaving"
    standing = replace(state, anti_rank_stands=True)
    assert RANK_GAME.make_picture(standing).notices[0].code == "notice-antirank-stands"
    declared = replace(standing, is_anti_rank=True)
    assert RANK_GAME.make_picture(declared).notices[0].code == "notice-antirank"
    scored = replace(declared, leaver=None, scores=(score_ranks(1, 2, 3),))
    assert RANK_GAME.make_picture(scored).notices == ()
