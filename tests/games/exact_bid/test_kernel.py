"""The kernel of exact bids: worlds fit the view, bids are evidence, playouts keep the rules."""

from random import Random

import pytest

from bots.decision_positions import iterate_decisions, view_of_match
from games.exact_bid.rule_tables import RuleTable
from greenbaize.bots import BOT_FACTORIES
from greenbaize.bots.bot import EasyBot, SearchBot
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.cards import PACK_52, Card, Suit, parse_cards
from greenbaize.games.exact_bid import kernel
from greenbaize.games.exact_bid.blackout import BlackoutGame
from greenbaize.games.exact_bid.card_models import card_index, hand_mask
from greenbaize.games.exact_bid.commands import BidCommand, ShowCardCommand
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.games.exact_bid.kernel import ExactBidKernel, exact_bid_standing_values
from greenbaize.games.exact_bid.random_playout import RandomPlayout
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.hands import Hand
from greenbaize.rules.hands import Trick as Shown
from greenbaize.rules.options import OptionValues
from greenbaize.rules.search_contract import SearchEffort
from match.erring_match import ERRING_SETUPS, ErringMatch
from match.random_matches import SETUPS, play_randomly

EFFORT_WITHOUT_EVIDENCE = SearchEffort(30, 0, samples_per_world=1)
EFFORT_WITH_EVIDENCE = SearchEffort(30, 0)


def cards_in_world(world, seat):
    return {card for card in PACK_52 if world[seat] >> card_index(card) & 1}


def suppose_worlds(game, view, seat, effort=EFFORT_WITHOUT_EVIDENCE, count=30):
    decision = ExactBidKernel(game, view, seat, effort, weighs_every_choice=False)
    return [world for _, world in decision.sample_worlds(count, RandomStream("worlds"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["damn", "blackout"])
def test_worlds_fit_the_view(name):
    checked = 0
    for setup in (candidate for candidate in SETUPS if candidate.name == name):
        game = setup.game
        for count, (state, view) in enumerate(iterate_decisions(play_randomly(setup, 8))):
            if count % 5:
                continue
            for world in suppose_worlds(game, view, state.turn, count=3):
                hands = [cards_in_world(world, owner) for owner in range(setup.seats)]
                assert [len(hand) for hand in hands] == [hand.size for hand in view.hands]
                assert sum(map(len, hands)) == len(set().union(*hands))
                for owner, hand in enumerate(view.hands):
                    assert set(hand.cards) <= hands[owner]
                    new = hands[owner] - set(hand.cards)
                    assert new <= set(game.unseen_cards(view))
                    assert all(game.may_hold(view, owner, card) for card in new)
                checked += 1
    assert checked > 200


def test_an_exposed_card_stays_in_its_hand():
    table = RuleTable(
        DamnGame(), 3, dealer=2, stack={1: (("2C 3C", "5D AS", "7H 8H"), "KS")}, first=2
    )
    view = view_of_match(table)
    view_with_exposed = replace_hand(view, 1, Hand(parse_cards("AS"), 1))
    for world in suppose_worlds(DamnGame(), view_with_exposed, 0):
        assert Card.of("AS") in cards_in_world(world, 1)


def replace_hand(view, seat, hand):
    return view._replace(hands=(*view.hands[:seat], hand, *view.hands[seat + 1 :]))


def test_a_revoke_does_not_stop_the_search():
    # Seat 1 has shown a void in every suit, which is possible by error only.
    hands = ("2C 3C 4C 5C 9H", "5D AS 7D 8D 2D", "7H 8H 2S 3S TS")
    table = RuleTable(DamnGame(), 3, dealer=2, stack={1: (hands, "KS")}, first=5, deals=6)
    table.make_bids(1, 1, 1)
    view = view_of_match(table)
    impossible_tricks = tuple(
        (0, Shown(0, (Card.of(led), Card.of(second), Card.of("QD"))))
        for led, second in (("TC", "JH"), ("TD", "JC"), ("TH", "JD"), ("9S", "QC"))
    )
    hands = (Hand(parse_cards("2C")), Hand((), 1), Hand((), 1))
    view = view._replace(play=view.play._replace(taken_tricks=impossible_tricks), hands=hands)
    assert all(len(cards_in_world(world, 1)) == 1 for world in suppose_worlds(DamnGame(), view, 0))


def test_a_high_bid_makes_high_cards_likely():
    hands = ("2C 3C 4C 5C 6C", "7D AS 7H 8D 2D", "9H 8H 2S 3S TS", "9C TC JC QC KC")
    sure = Card.of("AS")
    shares = {}
    for bid in (0, 4):
        table = RuleTable(DamnGame(), 4, dealer=0, stack={1: (hands, "KS")}, first=5, deals=6)
        table.make_bids(bid, 1, 1)
        view = view_of_match(table)
        decision = ExactBidKernel(
            DamnGame(), view, 0, EFFORT_WITH_EVIDENCE, weighs_every_choice=False
        )
        total = owned = 0.0
        for weight, world in decision.sample_worlds(300, RandomStream("bids")):
            total += weight
            owned += weight * (sure in cards_in_world(world, 1))
        shares[bid] = owned / total
    assert shares[4] > 1.5 * shares[0]


def test_a_low_card_makes_another_loser_unlikely():
    # Seat 1 bids 0 and puts the four under the queen: it would rather discard the jack.
    hands = ("KC QC 2D", "4C 2H 3H", "5C 8D 9D", "6C 8H 9H")
    table = RuleTable(DamnGame(), 4, dealer=3, stack={1: (hands, "KS")}, first=3)
    table.make_bids(1, 0, 0, 0)
    table.play_cards("QC 4C 5C 6C")
    view = view_of_match(table)
    plain_worlds = suppose_worlds(DamnGame(), view, 0, count=400)
    worlds_with_evidence = suppose_worlds(
        DamnGame(), view, 0, EFFORT_WITH_EVIDENCE._replace(infers_from_plays=True), count=400
    )

    def count_worlds(worlds):
        return sum(
            bool(cards_in_world(world, 1) & set(parse_cards("7C 8C 9C TC JC"))) for world in worlds
        )

    assert count_worlds(worlds_with_evidence) / len(worlds_with_evidence) < 0.85 * count_worlds(
        plain_worlds
    ) / len(plain_worlds)


def test_the_turned_card_is_in_no_hand():
    table = RuleTable(DamnGame(), 7, dealer=6, first=7, deals=7)
    assert table.trump_deals[0].turned is None
    table = RuleTable(DamnGame(), 6, dealer=5, first=7, deals=8)
    view = view_of_match(table)
    for world in suppose_worlds(DamnGame(), view, 0):
        assert all(view.turned not in cards_in_world(world, seat) for seat in range(6))


def choose_blind_bid(other_card, turned, dealer):
    table = RuleTable(BlackoutGame(), 2, dealer=dealer, stack={1: (("5D", other_card), turned)})
    return SearchBot(EFFORT_WITH_EVIDENCE).choose_command(
        BlackoutGame(), view_of_match(table), 0, RandomStream("blind")
    )


def test_a_blind_bid_uses_the_other_cards():
    assert choose_blind_bid("2D", "3C", dealer=1) == BidCommand(0, 1)
    assert choose_blind_bid("AS", "KS", dealer=1) == BidCommand(0, 0)


def test_blind_bids_are_evidence_of_the_own_card():
    # Seat 1 leads and sees a low heart and seat 0's card: only a trump there would stop it.
    def trump_chance(bid):
        table = RuleTable(
            BlackoutGame(), 3, dealer=0, stack={1: (("9S", "3H", "4H"), "2C")}, in_order=True
        )
        table.make_bids(bid)
        table.make_bids(0)
        decision = ExactBidKernel(
            BlackoutGame(), view_of_match(table), 0, EFFORT_WITH_EVIDENCE, weighs_every_choice=False
        )
        weights = {True: 0.0, False: 0.0}
        for weight, world in decision.sample_worlds(100, RandomStream("blind")):
            (card,) = cards_in_world(world, 0)
            weights[card.suit is Suit.CLUBS] += weight
        return weights[True] / sum(weights.values())

    assert trump_chance(0) > 3 * trump_chance(1)


def test_zero_bids_score_as_in_the_game():
    hands = ("2C 3C", "5D AS", "7H 8H")
    view = view_of_match(RuleTable(DamnGame(), 3, dealer=2, stack={1: (hands, "KS")}, first=2))
    low = OptionValues({**view.options, "zero_bids": True})
    plain = SearchBot(EFFORT_WITHOUT_EVIDENCE).weigh_every_choice(
        DamnGame(), view, 0, RandomStream("zero")
    )
    less = SearchBot(EFFORT_WITHOUT_EVIDENCE).weigh_every_choice(
        DamnGame(), view._replace(options=low), 0, RandomStream("zero")
    )
    value = [
        {choice.command.tricks: choice.expected_score for choice in each}[0]
        for each in (plain, less)
    ]
    assert value[0] > value[1]


def test_equivalent_cards_have_equal_values():
    hands = ("5C 6C 9D", "2D 3D 4D", "2H 3H 4H")
    table = RuleTable(DamnGame(), 3, dealer=2, stack={1: (hands, "KS")}, first=3)
    table.make_bids(1, 1, 1)
    weighed_choices = SearchBot(EFFORT_WITHOUT_EVIDENCE).weigh_every_choice(
        DamnGame(), view_of_match(table), 0, RandomStream("alike")
    )
    value = {choice.command.card.code: choice.expected_score for choice in weighed_choices}
    assert value["5C"] == value["6C"] != value["9D"]


def test_more_worlds_are_supposed_for_short_decisions():
    hands = [sorted(PACK_52[index::5], key=lambda card: card * 7 % 53)[:9] for index in range(4)]
    counts = []
    for count in (9, 3):
        dealt_hands = [" ".join(card.code for card in hand[:count]) for hand in hands]
        stack = {1: (dealt_hands, PACK_52[4].code)}
        table = RuleTable(DamnGame(), 4, dealer=3, stack=stack, first=count, deals=count + 1)
        table.make_bids(1, 1, 1, 1)
        counts.append(len(suppose_worlds(DamnGame(), view_of_match(table), 0, count=40)))
    assert counts[0] < 40 < counts[1]


def record_playouts(monkeypatch):
    """Return a list of the arguments of each playout that is made from now on."""
    playout_arguments, create_playout = [], kernel.ExactBidPlayout

    def record_playout(*given):
        playout_arguments.append(given)
        return create_playout(*given)

    monkeypatch.setattr(kernel, "ExactBidPlayout", record_playout)
    return playout_arguments


@pytest.mark.parametrize(("endgame", "is_searched"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_endgame_is_searched_as_the_effort_demands(monkeypatch, endgame, is_searched):
    table = RuleTable(
        DamnGame(), 3, dealer=2, stack={1: (("2C AC", "3C KC", "4C QC"), "KS")}, first=2
    )
    table.make_bids(1, 1, 0)
    playout_arguments = record_playouts(monkeypatch)
    ExactBidKernel(
        DamnGame(), view_of_match(table), 0, SearchEffort(3, endgame), weighs_every_choice=False
    )
    chances = playout_arguments[-1][8]
    assert len(chances) == (0 if is_searched else 2)


@pytest.mark.parametrize(("seats", "is_searched"), [(4, True), (5, False)])
def test_many_cards_are_not_searched(monkeypatch, seats, is_searched):
    hands = [" ".join(card.code for card in PACK_52[3 * seat : 3 * seat + 3]) for seat in range(5)]
    stack = {1: (tuple(hands[:seats]), "AS")}
    table = RuleTable(DamnGame(), seats, dealer=seats - 1, stack=stack, first=3, deals=4)
    table.make_bids(*[1] * seats)
    playout_arguments = record_playouts(monkeypatch)
    ExactBidKernel(
        DamnGame(), view_of_match(table), 0, SearchEffort(3, 3), weighs_every_choice=False
    )
    assert (len(playout_arguments[-1][8]) == 0) is is_searched


def test_an_open_trick_is_closed_for_its_leader_damn_9():
    hands = ("2C AC 3D", "3C KC 4D", "4C QC 5D")
    table = RuleTable(
        DamnGame(), 3, dealer=2, stack={1: (hands, "KS")}, first=3, deals=4, enforcement="table"
    )
    table.make_bids(1, 1, 0)
    table.play_cards("2C KC 4C")
    view = view_of_match(table, 1)
    assert len(view.play.trick) == view.seats
    assert view.turn == 1
    closed_view = view.with_trick_taken
    assert (closed_view.play.trick, closed_view.play.tricks_won, closed_view.play.leader) == (
        (),
        (0, 1, 0),
        1,
    )
    assert closed_view.with_trick_taken == closed_view
    for effort in (EFFORT_WITHOUT_EVIDENCE, SearchEffort(30, 2)):
        open_choices, closed_choices = (
            weigh_choices(
                ExactBidKernel(DamnGame(), candidate_view, 1, effort, weighs_every_choice=False),
                effort,
                RandomStream("open"),
            )
            for candidate_view in (view, closed_view)
        )
        assert open_choices == closed_choices
    # It needs no more tricks: it leads a card that is unlikely to win one.
    assert EasyBot().choose_command(DamnGame(), view, 1, RandomStream("")) == PlayCommand(
        1, Card.of("4D")
    )


@pytest.mark.parametrize("is_exposed", [False, True])
def test_an_exposed_card_is_no_evidence_damn_8(is_exposed):
    hands = ("2C AC 3D", "3C KC 4D", "4C QC 5D")
    table = RuleTable(
        DamnGame(), 3, dealer=2, stack={1: (hands, "KS")}, first=3, deals=4, enforcement="table"
    )
    table.make_bids(1, 1, 0)
    if is_exposed:
        assert table.authority.submit(ShowCardCommand(1, Card.of("3C"))) is None
    table.play_cards("2C 3C")
    decision = ExactBidKernel(
        DamnGame(), view_of_match(table, 2), 2, SearchEffort(30, 0), weighs_every_choice=False
    )
    likelihoods = {
        decision._make_play_evidence().likelihood((0, hand_mask(parse_cards(hand_codes)), 0))
        for hand_codes in ("KC 4D", "4D 5D", "9C TC")
    }
    # Seat 0's card is evidence in either case, equal for all of these hands.
    assert (len(likelihoods) == 1) is is_exposed


DAMN_GAME = DamnGame()
ENDGAME_EFFORT = SearchEffort(1, 3)


def create_last_deal(hands, bids, deals=2):
    table = RuleTable(DAMN_GAME, len(hands), dealer=len(hands) - 1, stack={1: (hands, "")}, first=2,
                  deals=deals)  # fmt: skip
    table.make_bids(*bids)
    return table.state


def choose_best_code(state, totals):
    """Return the best card of seat 0, which sees all cards, with these totals."""
    kernel = ExactBidKernel(
        DAMN_GAME, state._replace(totals=totals), 0, ENDGAME_EFFORT, weighs_every_choice=True
    )
    return weigh_choices(kernel, ENDGAME_EFFORT, RandomStream("seen"))[0].command.card.code


def test_a_leader_gives_up_points_that_help_a_rival_more():
    # 9H meets the own bid and that of the next player, which is higher; JC meets neither.
    state = create_last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1))
    assert choose_best_code(state, (41, 40, 0)) == "JC"
    assert choose_best_code(state, (45, 40, 0)) == "9H"
    assert choose_best_code(state, (80, 40, 0)) == "9H"


def test_it_matters_whose_bid_is_met():
    # 9H makes the second player meet its bid, 3S the third.
    state = create_last_deal(("9H 3S", "2D 6S", "8C 7D"), (1, 0, 1))
    assert choose_best_code(state, (40, 39, 0)) == "3S"
    assert choose_best_code(state, (40, 0, 39)) == "9H"


def test_a_player_behind_bids_more_than_a_leader():
    # The last to bid: one trick is likelier than two, but gains too little for a seat ten behind.
    hands = ("AD QS 2C", "2D 4C 5H", "3C 6H 7D")
    table = RuleTable(DAMN_GAME, 3, dealer=0, stack={1: (hands, "")}, first=3, deals=3)
    table.make_bids(1, 0)

    def choose_bid(totals):
        state, effort = table.state._replace(totals=totals), SearchEffort(60, 2)
        kernel = ExactBidKernel(DAMN_GAME, state, 0, effort, weighs_every_choice=True)
        return weigh_choices(kernel, effort, RandomStream("bids"))[0].command.tricks

    assert choose_bid((41, 40, 0)) == 1
    assert choose_bid((30, 40, 0)) == 2


def test_far_from_the_end_the_points_decide():
    state = create_last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1), deals=9)
    assert exact_bid_standing_values(DAMN_GAME, state, 0) is None
    assert choose_best_code(state, (41, 40, 0)) == "9H"


@pytest.mark.parametrize("game", [DAMN_GAME, BlackoutGame()])
def test_the_end_is_near_in_the_last_five_deals(game):
    state = RuleTable(game, 4, dealer=0).state
    near_flags = [
        exact_bid_standing_values(game, state._replace(deal=deal), 0) is not None
        for deal in range(1, 14)
    ]
    assert near_flags == [False] * 8 + [True] * 5


def test_early_values_are_about_the_lead():
    state = create_last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1), deals=6)
    finish_values = exact_bid_standing_values(DAMN_GAME, state, 0)
    assert finish_values.seat_values((10, 12, 0))[0] == pytest.approx(4, abs=2)
    assert finish_values.seat_values((10, 0, 0))[0] == pytest.approx(10, abs=2.5)


def deal_random_hands(random, seats, count):
    order = random.sample(PACK_52, seats * count)
    return tuple(hand_mask(order[seat::seats]) for seat in range(seats))


@pytest.mark.parametrize(("seats", "count"), [(2, 13), (3, 5), (3, 17), (4, 13), (7, 7)])
def test_a_deal_at_random_has_as_many_tricks_as_cards(seats, count):
    random = Random(3)
    for trump in (-1, 2):
        random_playout = RandomPlayout(seats, trump, random)
        for leader in range(seats):
            won = random_playout.tricks_by_seat(deal_random_hands(random, seats, count), leader)
            assert sum(won) == count


def test_playing_at_random_keeps_the_rules():
    # Seat 0 leads the ace and king of trumps of two, and the others can only lose to them.
    world = tuple(hand_mask(parse_cards(hand)) for hand in ("KS AS", "2C 3C", "2D 3D"))
    assert RandomPlayout(3, 3, Random(1)).tricks_by_seat(world, 0) == [2, 0, 0]
    # Without trumps the leader keeps the lead when nobody can follow.
    assert RandomPlayout(3, -1, Random(1)).tricks_by_seat(world, 1) == [0, 2, 0]
    # Seat 1 must follow with its only club and wins by rank.
    world = hand_mask(parse_cards("5C")), hand_mask(parse_cards("7C"))
    assert RandomPlayout(2, 3, Random(1)).tricks_by_seat(world, 0) == [0, 1]
    # A low trump wins against cards that cannot follow.
    world = hand_mask(parse_cards("AC KC")), hand_mask(parse_cards("2S 3S"))
    assert RandomPlayout(2, 3, Random(1)).tricks_by_seat(world, 0) == [0, 2]


@pytest.mark.parametrize("level", BOT_FACTORIES)
def test_every_level_plays_by_the_rules_with_hands_partly_known(level):
    """Let a bot play where exposed or taken-back cards are known in partly unknown hands."""
    setup = ERRING_SETUPS[2]
    match, bot, game = ErringMatch(setup, 500, 0.5), BOT_FACTORIES[level](), setup.game
    trackers = [ViewTracker(game, setup.seats, match.header.options, n) for n in range(setup.seats)]
    event_count = decision_count = partial_count = 0
    while not match.is_over:
        for event, state in match.moments[event_count:]:
            for tracker in trackers:
                tracker.redact_event(event, state)
        event_count = len(match.moments)
        state = match.state
        # The two human seats continue to err; the two others are bots.
        if state.turn in (2, 3) and not game.is_open(state):
            view = trackers[state.turn].view
            command = bot.choose_command(
                game, view, state.turn, RandomStream(f"{level}/{event_count}")
            )
            assert command in game.legal(state, state.turn)
            assert match.authority.submit(command) is None
            decision_count += 1
            partial_count += any(hand.cards and hand.unknown for hand in view.hands)
        else:
            match.play_step()
    assert decision_count > 30
    assert partial_count
