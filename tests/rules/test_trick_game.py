from collections import Counter

from greenbaize.cards import Card, Suit, cards
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Scored
from greenbaize.rules.game import Allowed
from greenbaize.rules.hands import Hand, following
from greenbaize.rules.options import Settings
from greenbaize.rules.trick_game import TrickGame, TrickState
from greenbaize.words.speaker import Speaker


class Spotless(TrickGame[TrickState]):
    """Game of two deals in which a heart costs a point and may not be led before other suits."""

    def deals(self, view):
        return 2

    def cards_in(self, state, deal):
        return 3 + deal

    def trump(self, view):
        return Suit.SPADES

    def playable(self, view, seat, hand):
        if view.play.trick:
            return super().playable(view, seat, hand)
        return tuple(card for card in hand if card.suit is not Suit.HEARTS) or hand

    def deal_points(self, state):
        taken = [[], [], []]
        for seat, trick in state.play.taken:
            taken[seat] += trick.cards
        return tuple(-sum(card.suit is Suit.HEARTS for card in cards) for cards in taken)


class Whim(Command):
    type = "whim"


class Miserly(Spotless):
    """Variant with two packs and a command of its own; hearts may be discarded last only."""

    commands = (Play, Whim)

    def pack(self, seats):
        return super().pack(seats) * 2

    def playable(self, view, seat, hand):
        suited = following(hand, (*view.play.trick, None)[0])
        return tuple(card for card in suited if card.suit is not Suit.HEARTS) or suited

    def phase(self, view):
        return "play" if view.play.trick else "whim"


GAME = Spotless()


def moments(seed):
    """Yield the states and events of a match in which every seat plays its first legal card."""
    state, chance = GAME.start(3, Settings()), SeededChance(seed)
    while True:
        event = GAME.follows(state, chance)
        if event is None and state.end is not None:
            return
        if event is None:
            yield state, None
            (event,) = GAME.judge(state, GAME.legal(state, state.turn)[0]).events
        state = GAME.fold(state, event)
        yield state, event


def test_legality_stands_once():
    """Compare judge, question and explain with ``playable``, for states and for views."""
    codes = set()
    for seed in "abcdefgh":
        tellers = [Teller(GAME, 3, Settings(), seat) for seat in range(3)]
        for state, event in moments(seed):
            if event is not None:
                for teller in tellers:
                    teller.hear(event, state)
                continue
            seat = state.turn
            for view in (state, tellers[seat].view):
                legal = GAME.legal(view, seat)
                for answer in GAME.question(view, seat).answers:
                    allowed = answer.command in legal
                    assert (answer.refusal is None) == allowed
                    assert isinstance(GAME.judge(view, answer.command), Allowed) == allowed
                    explained = GAME.explain(view, answer.command)
                    assert explained.allowed == allowed
                    assert allowed or explained.sentences == (answer.refusal,)
                    codes.add(answer.refusal and answer.refusal.code)
    assert codes == {None, "follow-suit", "card-barred"}


def miserly(*codes):
    """Return a game in which the 2C has been led and the other seats hold these cards."""
    game = Miserly()
    state = game.start(3, Settings()), Dealt(1, 2, 0, tuple(Hand(cards(own)) for own in codes))
    return game, game.fold(game.fold(*state), CardPlayed(0, Card.of("2C")))


def test_why_a_card_is_barred_is_true_of_the_hand():
    game, state = miserly("2C", "4H 5D", "4H 6C")
    for hand, code in (("4H 5D", "card-barred"), ("4H 6C", "follow-suit")):
        view = state._replace(hands=(Hand(()), Hand(cards(hand)), Hand(())))
        assert game.refusal(view, Play(1, Card.of("4H"))).code == code


def test_what_is_allowed_and_means_nothing_more_is_said_to_be_allowed():
    game, state = Miserly(), moments("a")
    view = next(state for state, event in state if isinstance(event, Dealt))
    said = game.explain(view, Whim(view.turn)).sentences
    assert [Speaker().say(one) for one in said] == ["This is allowed."]


def test_of_two_packs_the_second_card_is_not_seen_with_the_first():
    game, state = miserly("2C 9S", "2C 5D", "4H")
    left = Counter(game.unseen(state))
    assert [left[card] for card in cards("2C 9S 5D AS")] == [0, 1, 1, 2]


def test_who_does_not_see_a_hand_supposes_that_a_card_may_be_played():
    state = next(state for state, event in moments("a") if isinstance(event, Dealt))
    hidden = state._replace(hands=tuple(hand.hidden for hand in state.hands))
    for card in state.hands[state.turn].cards:
        assert isinstance(GAME.judge(hidden, Play(state.turn, card)), Allowed)


def test_what_is_no_command_of_the_game_or_no_card_of_the_hand_is_refused():
    state = next(state for state, event in moments("a") if isinstance(event, Dealt))
    seat = state.turn
    foreign = state.hands[(seat + 1) % 3].cards[0]
    commands = (Whim(seat), Play(seat, foreign), Play((seat + 1) % 3, foreign), Play(7, foreign))
    codes = [GAME.judge(state, command).reason.code for command in commands]
    assert codes == ["not-in-this-game", "not-held", "not-your-turn", "no-seat"]


def test_deals_are_scored_and_the_match_ends_after_the_last():
    scores = [event for _, event in moments("a") if isinstance(event, Scored)]
    assert [sum(score.points) for score in scores] != [0, 0]
    (end,) = [event for _, event in moments("a") if isinstance(event, Ended)]
    assert end.totals == scores[-1].totals
    assert [end.totals[seat] == max(end.totals) for seat in range(3)] == [
        place == 1 for place in end.places
    ]
    last = [state for state, _ in moments("a")][-1]
    assert [len(row.boxes) for row in GAME.sheet(last).rows] == [3, 3]
    picture = GAME.picture(last)
    assert (picture.deal, picture.deals, picture.cards) == (2, 2, 5)
    assert picture.sign.suit is Suit.SPADES


def test_the_picture_of_the_view_asked_for_last_is_remembered():
    states = [state for state, _ in moments("a")]
    for state in states:
        picture = GAME.picture(state)
        assert GAME.picture(state) is picture
        assert picture == GAME.make_picture(state)


def test_the_deal_goes_to_the_next_player_whose_left_leads():
    dealt = [event for _, event in moments("a") if isinstance(event, Dealt)]
    assert [(one.dealer + 1) % 3 for one in dealt] == [one.leader for one in dealt]
    assert [one.dealer - dealt[0].dealer for one in dealt] in ([0, 1], [0, -2])
