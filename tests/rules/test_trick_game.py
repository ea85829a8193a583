from collections import Counter

from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored, MatchEnded
from greenbaize.rules.game import AllowedVerdict
from greenbaize.rules.hands import Hand, suit_following_cards
from greenbaize.rules.options import OptionValues
from greenbaize.rules.trick_game import TrickGame, TrickState
from greenbaize.words.speaker import Speaker


class SpotlessGame(TrickGame[TrickState]):
    """Game of two deals in which a heart costs a point and may not be led before other suits."""

    def max_deals(self, view):
        return 2

    def hand_size_in_deal(self, state, deal):
        return 3 + deal

    def trump_suit(self, view):
        return Suit.SPADES

    def playable_cards(self, view, seat, hand):
        if view.play.trick:
            return super().playable_cards(view, seat, hand)
        return tuple(card for card in hand if card.suit is not Suit.HEARTS) or hand

    def deal_points(self, state):
        cards_by_seat = [[], [], []]
        for seat, trick in state.play.taken_tricks:
            cards_by_seat[seat] += trick.cards
        return tuple(-sum(card.suit is Suit.HEARTS for card in cards) for cards in cards_by_seat)


class WhimCommand(Command):
    type = "whim"


class MiserlyGame(SpotlessGame):
    """Variant with two packs and a command of its own; hearts may be discarded last only."""

    command_classes = (PlayCommand, WhimCommand)

    def pack(self, seats):
        return super().pack(seats) * 2

    def playable_cards(self, view, seat, hand):
        suited = suit_following_cards(hand, (*view.play.trick, None)[0])
        return tuple(card for card in suited if card.suit is not Suit.HEARTS) or suited

    def phase(self, view):
        return "play" if view.play.trick else "whim"


SPOTLESS_GAME = SpotlessGame()


def play_first_legal_cards(seed):
    """Yield the states and events of a match in which every seat plays its first legal card."""
    state, chance = SPOTLESS_GAME.initial_state(3, OptionValues()), SeededChance(seed)
    while True:
        event = SPOTLESS_GAME.next_event(state, chance)
        if event is None and state.end is not None:
            return
        if event is None:
            yield state, None
            (event,) = SPOTLESS_GAME.judge(
                state, SPOTLESS_GAME.legal(state, state.turn)[0]
            ).command_events
        state = SPOTLESS_GAME.fold(state, event)
        yield state, event


def test_playable_cards_decide_every_query():
    """Compare judge, question and explain with ``playable_cards``, for states and for views."""
    codes = set()
    for seed in "abcdefgh":
        trackers = [ViewTracker(SPOTLESS_GAME, 3, OptionValues(), seat) for seat in range(3)]
        for state, event in play_first_legal_cards(seed):
            if event is not None:
                for tracker in trackers:
                    tracker.redact_event(event, state)
                continue
            seat = state.turn
            for view in (state, trackers[seat].view):
                legal = SPOTLESS_GAME.legal(view, seat)
                for answer in SPOTLESS_GAME.question(view, seat).answers:
                    is_allowed = answer.command in legal
                    assert (answer.refusal is None) == is_allowed
                    assert (
                        isinstance(SPOTLESS_GAME.judge(view, answer.command), AllowedVerdict)
                        == is_allowed
                    )
                    explanation = SPOTLESS_GAME.explain(view, answer.command)
                    assert explanation.is_allowed == is_allowed
                    assert is_allowed or explanation.sentences == (answer.refusal,)
                    codes.add(answer.refusal and answer.refusal.code)
    assert codes == {None, "follow-suit", "card-barred"}


def create_miserly_match(*codes):
    """Return a game in which the 2C has been led and the other seats hold these cards."""
    game = MiserlyGame()
    state = (
        game.initial_state(3, OptionValues()),
        CardsDealt(1, 2, 0, tuple(Hand(parse_cards(hand_codes)) for hand_codes in codes)),
    )
    return game, game.fold(game.fold(*state), CardPlayed(0, Card.of("2C")))


def test_the_reason_against_a_card_fits_the_hand():
    game, state = create_miserly_match("2C", "4H 5D", "4H 6C")
    for hand, code in (("4H 5D", "card-barred"), ("4H 6C", "follow-suit")):
        view = state._replace(hands=(Hand(()), Hand(parse_cards(hand)), Hand(())))
        assert game.refusal(view, PlayCommand(1, Card.of("4H"))).code == code


def test_an_allowed_command_without_meaning_is_called_allowed():
    game, state = MiserlyGame(), play_first_legal_cards("a")
    view = next(state for state, event in state if isinstance(event, CardsDealt))
    sentences = game.explain(view, WhimCommand(view.turn)).sentences
    assert [Speaker().format_message(message) for message in sentences] == ["This is allowed."]


def test_of_two_packs_the_second_copy_stays_unseen():
    game, state = create_miserly_match("2C 9S", "2C 5D", "4H")
    unseen_counts = Counter(game.unseen_cards(state))
    assert [unseen_counts[card] for card in parse_cards("2C 9S 5D AS")] == [0, 1, 1, 2]


def test_any_card_of_a_hidden_hand_is_allowed():
    state = next(
        state for state, event in play_first_legal_cards("a") if isinstance(event, CardsDealt)
    )
    hidden = state._replace(hands=tuple(hand.hidden for hand in state.hands))
    for card in state.hands[state.turn].cards:
        assert isinstance(
            SPOTLESS_GAME.judge(hidden, PlayCommand(state.turn, card)), AllowedVerdict
        )


def test_foreign_commands_and_cards_not_held_are_refused():
    state = next(
        state for state, event in play_first_legal_cards("a") if isinstance(event, CardsDealt)
    )
    seat = state.turn
    foreign = state.hands[(seat + 1) % 3].cards[0]
    commands = (
        WhimCommand(seat),
        PlayCommand(seat, foreign),
        PlayCommand((seat + 1) % 3, foreign),
        PlayCommand(7, foreign),
    )
    codes = [SPOTLESS_GAME.judge(state, command).reason.code for command in commands]
    assert codes == ["not-in-this-game", "not-held", "not-your-turn", "no-seat"]


def test_deals_are_scored_and_the_match_ends_after_the_last():
    scores = [event for _, event in play_first_legal_cards("a") if isinstance(event, DealScored)]
    assert [sum(score.points) for score in scores] != [0, 0]
    (end,) = [event for _, event in play_first_legal_cards("a") if isinstance(event, MatchEnded)]
    assert end.totals == scores[-1].totals
    assert [end.totals[seat] == max(end.totals) for seat in range(3)] == [
        rank == 1 for rank in end.places
    ]
    last = [state for state, _ in play_first_legal_cards("a")][-1]
    assert [len(row.boxes) for row in SPOTLESS_GAME.sheet(last).rows] == [3, 3]
    picture = SPOTLESS_GAME.picture(last)
    assert (picture.deal, picture.deal_count, picture.hand_size) == (2, 2, 5)
    assert picture.sign.suit is Suit.SPADES


def test_the_last_snapshot_is_cached():
    states = [state for state, _ in play_first_legal_cards("a")]
    for state in states:
        picture = SPOTLESS_GAME.picture(state)
        assert SPOTLESS_GAME.picture(state) is picture
        assert picture == SPOTLESS_GAME.make_picture(state)


def test_the_deal_passes_and_the_seat_left_of_the_dealer_leads():
    deals = [event for _, event in play_first_legal_cards("a") if isinstance(event, CardsDealt)]
    assert [(deal.dealer + 1) % 3 for deal in deals] == [deal.leader for deal in deals]
    assert [deal.dealer - deals[0].dealer for deal in deals] in ([0, 1], [0, -2])
