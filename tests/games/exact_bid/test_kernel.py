"""The kernel of exact bids: worlds fit the view, bids are evidence, playouts keep the rules."""

from random import Random

import pytest

from bots.asked import decisions, view_of
from games.exact_bid.tables import Table
from greenbaize.bots import LEVELS
from greenbaize.bots.bot import EasyBot, SearchBot
from greenbaize.bots.search import weigh
from greenbaize.cards import PACK_52, Card, Suit, cards
from greenbaize.games.exact_bid import kernel
from greenbaize.games.exact_bid.at_random import Falling
from greenbaize.games.exact_bid.blackout import Blackout
from greenbaize.games.exact_bid.commands import Bid, Show
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.games.exact_bid.kernel import ExactBidKernel, near_the_end
from greenbaize.games.exact_bid.worth import hand_of, number
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Play
from greenbaize.rules.hands import Hand
from greenbaize.rules.hands import Trick as Shown
from greenbaize.rules.options import Settings
from greenbaize.rules.thinking import Effort
from match.erring import TABLES, Erring
from match.playing import SETUPS, play_randomly

PLAIN = Effort(30, 0, weighing=1)
TELLING = Effort(30, 0)


def held(world, seat):
    return {card for card in PACK_52 if world[seat] >> number(card) & 1}


def worlds_of(game, view, seat, effort=PLAIN, count=30):
    decision = ExactBidKernel(game, view, seat, effort, thorough=False)
    return [world for _, world in decision.worlds(count, Stream("worlds"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["damn", "blackout"])
def test_worlds_fit_what_was_seen(name):
    checked = 0
    for setup in (one for one in SETUPS if one.name == name):
        game = setup.game
        for count, (state, view) in enumerate(decisions(play_randomly(setup, 8))):
            if count % 5:
                continue
            for world in worlds_of(game, view, state.turn, count=3):
                hands = [held(world, owner) for owner in range(setup.seats)]
                assert [len(hand) for hand in hands] == [hand.size for hand in view.hands]
                assert sum(map(len, hands)) == len(set().union(*hands))
                for owner, hand in enumerate(view.hands):
                    assert set(hand.cards) <= hands[owner]
                    new = hands[owner] - set(hand.cards)
                    assert new <= set(game.unseen(view))
                    assert all(game.may_hold(view, owner, card) for card in new)
                checked += 1
    assert checked > 200


def test_a_card_shown_stays_where_it_is():
    table = Table(Damn(), 3, dealer=2, stack={1: (("2C 3C", "5D AS", "7H 8H"), "KS")}, first=2)
    view = view_of(table)
    shown = replace_hand(view, 1, Hand(cards("AS"), 1))
    for world in worlds_of(Damn(), shown, 0):
        assert Card.of("AS") in held(world, 1)


def replace_hand(view, seat, hand):
    return view._replace(hands=(*view.hands[:seat], hand, *view.hands[seat + 1 :]))


def test_a_revoke_does_not_stop_the_search():
    # Seat 1 has shown a void in every suit, which is possible by error only.
    hands = ("2C 3C 4C 5C 9H", "5D AS 7D 8D 2D", "7H 8H 2S 3S TS")
    table = Table(Damn(), 3, dealer=2, stack={1: (hands, "KS")}, first=5, deals=6)
    table.bid(1, 1, 1)
    view = view_of(table)
    wrong = tuple(
        (0, Shown(0, (Card.of(led), Card.of(other), Card.of("QD"))))
        for led, other in (("TC", "JH"), ("TD", "JC"), ("TH", "JD"), ("9S", "QC"))
    )
    hands = (Hand(cards("2C")), Hand((), 1), Hand((), 1))
    view = view._replace(play=view.play._replace(taken=wrong), hands=hands)
    assert all(len(held(world, 1)) == 1 for world in worlds_of(Damn(), view, 0))


def test_a_high_bid_makes_high_cards_likely():
    hands = ("2C 3C 4C 5C 6C", "7D AS 7H 8D 2D", "9H 8H 2S 3S TS", "9C TC JC QC KC")
    sure = Card.of("AS")
    shares = {}
    for bid in (0, 4):
        table = Table(Damn(), 4, dealer=0, stack={1: (hands, "KS")}, first=5, deals=6)
        table.bid(bid, 1, 1)
        view = view_of(table)
        decision = ExactBidKernel(Damn(), view, 0, TELLING, thorough=False)
        total = owned = 0.0
        for weight, world in decision.worlds(300, Stream("bids")):
            total += weight
            owned += weight * (sure in held(world, 1))
        shares[bid] = owned / total
    assert shares[4] > 1.5 * shares[0]


def test_a_low_card_makes_another_loser_unlikely():
    # Seat 1 bids 0 and puts the four under the queen: it would rather discard the jack.
    hands = ("KC QC 2D", "4C 2H 3H", "5C 8D 9D", "6C 8H 9H")
    table = Table(Damn(), 4, dealer=3, stack={1: (hands, "KS")}, first=3)
    table.bid(1, 0, 0, 0)
    table.play("QC 4C 5C 6C")
    view = view_of(table)
    plain = worlds_of(Damn(), view, 0, count=400)
    told = worlds_of(Damn(), view, 0, TELLING._replace(plays=True), count=400)

    def share(worlds):
        return sum(bool(held(world, 1) & set(cards("7C 8C 9C TC JC"))) for world in worlds)

    assert share(told) / len(told) < 0.85 * share(plain) / len(plain)


def test_the_turned_card_is_in_no_hand():
    table = Table(Damn(), 7, dealer=6, first=7, deals=7)
    assert table.dealt[0].turned is None
    table = Table(Damn(), 6, dealer=5, first=7, deals=8)
    view = view_of(table)
    for world in worlds_of(Damn(), view, 0):
        assert all(view.turned not in held(world, seat) for seat in range(6))


def blind_bid(others, turned, dealer):
    table = Table(Blackout(), 2, dealer=dealer, stack={1: (("5D", others), turned)})
    return SearchBot(TELLING).decide(Blackout(), view_of(table), 0, Stream("blind"))


def test_a_blind_bid_looks_at_the_other_cards():
    assert blind_bid("2D", "3C", dealer=1) == Bid(0, 1)
    assert blind_bid("AS", "KS", dealer=1) == Bid(0, 0)


def test_blind_bids_of_others_tell_of_the_own_card():
    # Seat 1 leads and sees a low heart and seat 0's card: only a trump there would stop it.
    def own_card(bid):
        table = Table(Blackout(), 3, dealer=0, stack={1: (("9S", "3H", "4H"), "2C")}, in_order=True)
        table.bid(bid)
        table.bid(0)
        decision = ExactBidKernel(Blackout(), view_of(table), 0, TELLING, thorough=False)
        weights = {True: 0.0, False: 0.0}
        for weight, world in decision.worlds(100, Stream("blind")):
            (card,) = held(world, 0)
            weights[card.suit is Suit.CLUBS] += weight
        return weights[True] / sum(weights.values())

    assert own_card(0) > 3 * own_card(1)


def test_the_score_of_zero_bids_is_the_games():
    hands = ("2C 3C", "5D AS", "7H 8H")
    view = view_of(Table(Damn(), 3, dealer=2, stack={1: (hands, "KS")}, first=2))
    low = Settings({**view.options, "zero_bids": True})
    plain = SearchBot(PLAIN).weigh(Damn(), view, 0, Stream("zero"))
    less = SearchBot(PLAIN).weigh(Damn(), view._replace(options=low), 0, Stream("zero"))
    value = [{one.command.tricks: one.expected for one in each}[0] for each in (plain, less)]
    assert value[0] > value[1]


def test_alike_cards_are_weighed_alike():
    hands = ("5C 6C 9D", "2D 3D 4D", "2H 3H 4H")
    table = Table(Damn(), 3, dealer=2, stack={1: (hands, "KS")}, first=3)
    table.bid(1, 1, 1)
    weighed = SearchBot(PLAIN).weigh(Damn(), view_of(table), 0, Stream("alike"))
    value = {one.command.card.code: one.expected for one in weighed}
    assert value["5C"] == value["6C"] != value["9D"]


def test_more_worlds_are_supposed_for_short_decisions():
    hands = [sorted(PACK_52[at::5], key=lambda card: card * 7 % 53)[:9] for at in range(4)]
    counts = []
    for count in (9, 3):
        dealt_hands = [" ".join(card.code for card in hand[:count]) for hand in hands]
        stack = {1: (dealt_hands, PACK_52[4].code)}
        table = Table(Damn(), 4, dealer=3, stack=stack, first=count, deals=count + 1)
        table.bid(1, 1, 1, 1)
        counts.append(len(worlds_of(Damn(), view_of(table), 0, count=40)))
    assert counts[0] < 40 < counts[1]


@pytest.mark.parametrize(("endgame", "is_searched"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_last_cards_are_searched_out_as_the_effort_says(monkeypatch, endgame, is_searched):
    table = Table(Damn(), 3, dealer=2, stack={1: (("2C AC", "3C KC", "4C QC"), "KS")}, first=2)
    table.bid(1, 1, 0)
    made = []
    monkeypatch.setattr(kernel, "Playout", lambda *given: made.append(given))
    ExactBidKernel(Damn(), view_of(table), 0, Effort(3, endgame), thorough=False)
    chances = made[0][8]
    assert len(chances) == (0 if is_searched else 2)


@pytest.mark.parametrize(("seats", "is_searched"), [(4, True), (5, False)])
def test_with_many_cards_in_all_hands_nothing_is_searched_out(monkeypatch, seats, is_searched):
    hands = [" ".join(card.code for card in PACK_52[3 * seat : 3 * seat + 3]) for seat in range(5)]
    stack = {1: (tuple(hands[:seats]), "AS")}
    table = Table(Damn(), seats, dealer=seats - 1, stack=stack, first=3, deals=4)
    table.bid(*[1] * seats)
    made = []
    monkeypatch.setattr(kernel, "Playout", lambda *given: made.append(given))
    ExactBidKernel(Damn(), view_of(table), 0, Effort(3, 3), thorough=False)
    assert (len(made[0][8]) == 0) is is_searched


def test_a_trick_that_lies_open_is_over_for_whoever_leads_damn_9():
    hands = ("2C AC 3D", "3C KC 4D", "4C QC 5D")
    table = Table(
        Damn(), 3, dealer=2, stack={1: (hands, "KS")}, first=3, deals=4, enforcement="table"
    )
    table.bid(1, 1, 0)
    table.play("2C KC 4C")
    view = view_of(table, 1)
    assert len(view.play.trick) == view.seats
    assert view.turn == 1
    taken = view.closed
    assert (taken.play.trick, taken.play.won, taken.play.lead) == ((), (0, 1, 0), 1)
    assert taken.closed == taken
    for effort in (PLAIN, Effort(30, 2)):
        open_, over = (
            weigh(ExactBidKernel(Damn(), one, 1, effort, thorough=False), effort, Stream("open"))
            for one in (view, taken)
        )
        assert open_ == over
    # It needs no more tricks: it leads a card that is unlikely to win one.
    assert EasyBot().decide(Damn(), view, 1, Stream("")) == Play(1, Card.of("4D"))


@pytest.mark.parametrize("is_exposed", [False, True])
def test_a_card_that_lay_exposed_tells_nothing_of_the_hand_damn_8(is_exposed):
    hands = ("2C AC 3D", "3C KC 4D", "4C QC 5D")
    table = Table(
        Damn(), 3, dealer=2, stack={1: (hands, "KS")}, first=3, deals=4, enforcement="table"
    )
    table.bid(1, 1, 0)
    if is_exposed:
        assert table.authority.submit(Show(1, Card.of("3C"))) is None
    table.play("2C 3C")
    decision = ExactBidKernel(Damn(), view_of(table, 2), 2, Effort(30, 0), thorough=False)
    told = {
        decision._plays_told().likelihood((0, hand_of(cards(kept)), 0))
        for kept in ("KC 4D", "4D 5D", "9C TC")
    }
    # Seat 0's card is evidence in either case, equal for all of these hands.
    assert (len(told) == 1) is is_exposed


DAMN = Damn()
SEEN = Effort(1, 3)


def last_deal(hands, bids, deals=2):
    table = Table(DAMN, len(hands), dealer=len(hands) - 1, stack={1: (hands, "")}, first=2,
                  deals=deals)  # fmt: skip
    table.bid(*bids)
    return table.state


def chosen(state, totals):
    """Return the best card of seat 0, which sees all cards, with these totals."""
    kernel = ExactBidKernel(DAMN, state._replace(totals=totals), 0, SEEN, thorough=True)
    return weigh(kernel, SEEN, Stream("seen"))[0].command.card.code


def test_who_leads_gives_up_points_that_a_rival_would_get_more_of():
    # 9H meets the own bid and that of the next player, which is higher; JC meets neither.
    state = last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1))
    assert chosen(state, (41, 40, 0)) == "JC"
    assert chosen(state, (45, 40, 0)) == "9H"
    assert chosen(state, (80, 40, 0)) == "9H"


def test_it_matters_whose_bid_is_met():
    # 9H makes the second player meet its bid, 3S the third.
    state = last_deal(("9H 3S", "2D 6S", "8C 7D"), (1, 0, 1))
    assert chosen(state, (40, 39, 0)) == "3S"
    assert chosen(state, (40, 0, 39)) == "9H"


def test_who_must_catch_up_bids_more_than_who_leads():
    # The last to bid: one trick is likelier than two, but gains too little for a seat ten behind.
    hands = ("AD QS 2C", "2D 4C 5H", "3C 6H 7D")
    table = Table(DAMN, 3, dealer=0, stack={1: (hands, "")}, first=3, deals=3)
    table.bid(1, 0)

    def bid(totals):
        state, effort = table.state._replace(totals=totals), Effort(60, 2)
        kernel = ExactBidKernel(DAMN, state, 0, effort, thorough=True)
        return weigh(kernel, effort, Stream("bids"))[0].command.tricks

    assert bid((41, 40, 0)) == 1
    assert bid((30, 40, 0)) == 2


def test_far_from_the_end_the_points_decide():
    state = last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1), deals=9)
    assert near_the_end(DAMN, state, 0) is None
    assert chosen(state, (41, 40, 0)) == "9H"


@pytest.mark.parametrize("game", [DAMN, Blackout()])
def test_the_end_is_near_in_the_last_five_deals(game):
    state = Table(game, 4, dealer=0).state
    near = [near_the_end(game, state._replace(deal=deal), 0) is not None for deal in range(1, 14)]
    assert near == [False] * 8 + [True] * 5


def test_what_is_expected_is_about_the_lead_as_long_as_little_is_settled():
    state = last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1), deals=6)
    found = near_the_end(DAMN, state, 0)
    assert found.worth((10, 12, 0))[0] == pytest.approx(4, abs=2)
    assert found.worth((10, 0, 0))[0] == pytest.approx(10, abs=2.5)


def hands_of(random, seats, count):
    order = random.sample(PACK_52, seats * count)
    return tuple(hand_of(order[seat::seats]) for seat in range(seats))


@pytest.mark.parametrize(("seats", "count"), [(2, 13), (3, 5), (3, 17), (4, 13), (7, 7)])
def test_a_deal_at_random_has_as_many_tricks_as_cards(seats, count):
    random = Random(3)
    for trump in (-1, 2):
        falling = Falling(seats, trump, random)
        for leader in range(seats):
            won = falling.tricks(hands_of(random, seats, count), leader)
            assert sum(won) == count


def test_playing_at_random_keeps_the_rules():
    # Seat 0 leads the ace and king of trumps of two, and the others can only lose to them.
    world = tuple(hand_of(cards(hand)) for hand in ("KS AS", "2C 3C", "2D 3D"))
    assert Falling(3, 3, Random(1)).tricks(world, 0) == [2, 0, 0]
    # Without trumps the leader keeps the lead when nobody can follow.
    assert Falling(3, -1, Random(1)).tricks(world, 1) == [0, 2, 0]
    # Seat 1 must follow with its only club and wins by rank.
    world = hand_of(cards("5C")), hand_of(cards("7C"))
    assert Falling(2, 3, Random(1)).tricks(world, 0) == [0, 1]
    # A low trump wins against cards that cannot follow.
    world = hand_of(cards("AC KC")), hand_of(cards("2S 3S"))
    assert Falling(2, 3, Random(1)).tricks(world, 0) == [0, 2]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_by_the_rules_with_hands_partly_known(level):
    """Let a bot play where exposed or taken-back cards are known in partly unknown hands."""
    setup = TABLES[2]
    match, bot, game = Erring(setup, 500, 0.5), LEVELS[level](), setup.game
    tellers = [Teller(game, setup.seats, match.header.options, n) for n in range(setup.seats)]
    heard = decided = partly = 0
    while not match.over:
        for event, state in match.moments[heard:]:
            for teller in tellers:
                teller.hear(event, state)
        heard = len(match.moments)
        state = match.state
        # The two human seats continue to err; the two others are bots.
        if state.turn in (2, 3) and not game.open(state):
            view = tellers[state.turn].view
            command = bot.decide(game, view, state.turn, Stream(f"{level}/{heard}"))
            assert command in game.legal(state, state.turn)
            assert match.authority.submit(command) is None
            decided += 1
            partly += any(hand.cards and hand.unknown for hand in view.hands)
        else:
            match.step()
    assert decided > 30
    assert partly
