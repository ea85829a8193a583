"""Sentences at the table are true: each is checked against its state.

Matches of every game are played at random, with errors where they are allowed. At sampled moments
every possible command is explained, and each message is checked against the cards independently of
the program: the cards and seats it names, and what follows.
"""

import re
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from greenbaize.cards import RANKS
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.games.exact_bid.events import DealVoided, TrumpDealt
from greenbaize.games.shedding.events import SeatCameBack, SeatLeaving, SeatWentOut
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn
from greenbaize.words.sentences import SENTENCES as COMMON
from greenbaize.words.speaker import Speaker
from match.erring_match import ERRING_SETUPS, play_erring_match
from match.random_matches import SETUPS, play_randomly

SAMPLES_PER_MATCH = 60
"""Maximum number of moments checked per match."""


def possible_commands(game, state):
    """Yield possible commands: every seat's own cards, every bid, and every answer."""
    for seat in range(state.seats):
        for card in dict.fromkeys(state.hands[seat].cards):
            yield PlayCommand(seat, card)
            if game.name == "damn":
                yield ShowCardCommand(seat, card)
                yield CorrectRevokeCommand(seat, card)
        if game.name in ("damn", "blackout"):
            yield from (BidCommand(seat, number) for number in range(state.cards + 1))
            yield ReadyCommand(seat)
        question = game.question(state, seat)
        yield from () if question is None else (answer.command for answer in question.answers)


# Conditions


class MessageCase:
    """Message on a command in a state, with what is needed to check it.

    ``shown_cards`` are the cards of the deal that have been played, exposed or named.
    """

    def __init__(self, game, state, command, message, shown_cards):
        self.game, self.state, self.command, self.message = game, state, command, message
        self.shown_cards = shown_cards
        self.seat = command.seat
        self.values = dict(message.values)

    @property
    def unseen_cards(self):
        """Cards of the pack that the seat has not seen in this deal."""
        seen_cards = {*self.hand, *self.shown_cards, getattr(self.state, "turned", None)}
        return [card for card in self.game.pack(self.state.seats) if card not in seen_cards]

    @property
    def hand(self):
        return self.state.hands[self.seat].cards

    @property
    def playable_cards(self):
        return {command.card for command in self.game.legal(self.state, self.seat)}

    @property
    def trick(self):
        play = self.state.play
        return () if len(play.trick) == len(play.tricks_won) else play.trick

    @property
    def other_bids(self):
        bids = self.state.bids
        return [bid for seat, bid in enumerate(bids) if seat != self.seat and bid is not None]

    def names_playable_cards(self):
        """Return whether exactly the playable cards are named, without the command's own card."""
        named = self.values["cards"]
        return (
            set(named) == self.playable_cards
            and len(named) == len(set(named))
            and self.command.card not in named
            and self.values.get("seat", self.seat) == self.seat
        )

    def winning_card(self, cards):
        """Return the card that wins by trump, or by the suit of the first card."""
        trump, led = self.state.trump, cards[0].suit
        return max(cards, key=lambda card: (card.suit is trump, card.suit is led, card.rank))

    def takes_trick(self):
        """Return whether the named card would win over the top card, which wins now."""
        card, top = self.values["card"], self.values["top"]
        return (
            self.winning_card((*self.trick, card)) == card and self.winning_card(self.trick) == top
        )

    def has_beating_card(self):
        """Return whether any playable card beats the top card of a pile."""
        pile = self.state.situation
        next_piles = [self.state_after(card, self.seat).situation for card in self.playable_cards]
        return any(next_pile.top != pile.top for next_pile in next_piles)

    def state_after(self, card, seat, state=None):
        """Return the state after a card of a seat."""
        return self.game.fold(self.state if state is None else state, CardPlayed(seat, card))

    def count_rivals(self):
        """Return the number of unseen cards that take the trick from a led card in any hand."""
        card, seats = self.command.card, len(self.state.play.tricks_won)
        if not hasattr(self.state, "situation"):
            return sum(
                self.winning_card((card, card_in_hand)) != card
                for card_in_hand in self.unseen_cards
            )
        hidden = replace(self.state, hands=tuple(hand.hidden for hand in self.state.hands))
        led = self.state_after(card, self.seat, hidden)
        behind = [(self.seat + turn) % seats for turn in range(1, seats)]
        ends = [
            [self.state_after(card_in_hand, two, led) for two in behind]
            for card_in_hand in self.unseen_cards
        ]
        holder = self.game.taker(led)
        return sum(
            any(self.game.taker(end) != holder for end in card_in_hand) for card_in_hand in ends
        )

    def leaves_trick(self):
        """Return whether the top card would still win."""
        card, top = self.values["card"], self.values["top"]
        return self.winning_card((*self.trick, card)) == top == self.winning_card(self.trick)

    def resulting_events(self):
        """Return the events that follow until a seat must act again."""
        verdict = self.game.judge(self.state, self.command)
        state, events = self.state, list(verdict.command_events)
        for event in events:
            state = self.game.fold(state, event)
        chance = SeededChance("0" * 32)
        while len(events) < 8 and (event := self.game.derive(state, chance)) is not None:
            events.append(event)
            state = self.game.fold(state, event)
        return events

    # Rank

    @property
    def top_card(self):
        return self.state.pile[-1]

    def is_neighbour(self, card):
        return card.suit is not None and abs(card.rank - self.top_card.rank) in (1, len(RANKS) - 1)

    def is_same_rank(self, card):
        return card.suit is not None and card.rank == self.top_card.rank

    def names_all_fitting(self, is_fitting):
        """Return whether exactly the hand's cards that fit so are named."""
        named = [card for card in dict.fromkeys(self.hand) if is_fitting(card)]
        return list(self.values["cards"]) == named and self.names_playable_cards()

    def has_none(self, *conditions):
        return not any(condition(card) for condition in conditions for card in self.hand)

    def is_calling_back(self):
        events = self.resulting_events()
        (draw,) = [e for e in events if isinstance(e, CardsDrawn) and e.seat == self.values["seat"]]
        returning_seats = [event.seat for event in events if isinstance(event, SeatCameBack)]
        return draw.cards.size == self.values["count"] and returning_seats == [self.state.leaver]

    def is_last_card(self, event_class):
        ends = [e for e in self.resulting_events() if isinstance(e, SeatLeaving | SeatWentOut)]
        own_events = [type(event) for event in ends if event.seat == self.seat]
        return self.state.hands[self.seat].size == 1 and own_events[:1] == [event_class]


def is_high(card):
    return card.code[0] in "AK"


def expected_target(state, source, even_targets):
    """Return the target of a stake: that of the rules, or the even one by players and drawing."""
    if state.options["targets"] == "source":
        return source + 12 * (state.seats - 2)
    return even_targets[state.seats, state.options["refill"]]


EVEN_GO_TARGETS = {(2, True): 95, (2, False): 18, (5, True): 36}
EVEN_STAY_TARGETS = {(2, True): 118, (2, False): 34, (5, True): 76}


LOSING_CONDITIONS = {
    "follows": lambda c: c.values["card"].suit is c.trick[0].suit,
    "discards": lambda c: c.values["card"].suit not in (c.trick[0].suit, c.state.trump),
    "off-suit": lambda c: c.values["card"].suit not in (c.trick[0].suit, c.state.trump),
    "under-trump": lambda c: c.values["card"].suit is c.values["top"].suit is c.state.trump,
}
"""Condition on a card that leaves the trick to the top card, by code."""

CONDITION_BY_CODE = {
    # Trick play
    "follow-suit": lambda c: (
        c.values["suit"] is c.trick[0].suit is not c.command.card.suit
        and any(card.suit is c.values["suit"] for card in c.hand)
        and c.values["seat"] == c.seat
    ),
    "lead-rivals": lambda c: (
        (c.values["count"], c.values["total"]) == (c.count_rivals(), len(c.unseen_cards))
        and not c.trick
    ),
    "lead-unbeaten": lambda c: c.unseen_cards and not c.count_rivals() and not c.trick,
    "leads": lambda c: not c.trick and c.values["card"] == c.command.card,
    "beats": MessageCase.takes_trick,
    "trumps": lambda c: (
        c.takes_trick() and c.values["card"].suit is c.state.trump is not c.trick[0].suit
    ),
    **{
        code + so_far: lambda c, is_so=is_so, so_far=so_far: (
            c.leaves_trick()
            and is_so(c)
            and (not so_far) == (len(c.trick) + 1 == len(c.state.hands))
        )
        for code, is_so in LOSING_CONDITIONS.items()
        for so_far in ("", "-so-far")
    },
    # Bids
    "need-more": lambda c: (
        c.state.with_trick_taken.play.tricks_won[c.seat] + c.values["count"] == c.values["bid"]
        and c.values["bid"] == c.state.bids[c.seat]
    ),
    "need-none": lambda c: (
        c.state.with_trick_taken.play.tricks_won[c.seat] == c.state.bids[c.seat] > 0
    ),
    "need-zero": lambda c: (
        c.state.with_trick_taken.play.tricks_won[c.seat] == c.state.bids[c.seat] == 0
    ),
    "need-lost": lambda c: (
        c.state.with_trick_taken.play.tricks_won[c.seat] == c.values["won"] > c.values["bid"]
        and c.values["bid"] == c.state.bids[c.seat]
    ),
    "bid-open": lambda c: c.values["count"] == c.command.tricks > 0,
    "bid-none": lambda c: c.command.tricks == 0,
    "balance-even": lambda c: sum(c.other_bids) + c.command.tricks == c.state.cards,
    "balance-over": lambda c: (
        sum(c.other_bids) + c.command.tricks == c.state.cards + c.values["count"] > c.state.cards
    ),
    "balance-under": lambda c: (
        sum(c.other_bids) + c.command.tricks == c.state.cards - c.values["count"] < c.state.cards
    ),
    "hook": lambda c: (
        len(c.other_bids) == c.state.seats - 1
        and sum(c.other_bids) + c.command.tricks == c.values["count"] == c.state.cards
    ),
    "bids-done": lambda c: None not in c.state.bids,
    "bid-first": lambda c: None in c.state.bids,
    # Table manners
    "bid-early": lambda c: c.state.bids[c.seat] is None and c.state.turn != c.seat,
    "bid-stands": lambda c: c.state.bids[c.seat] is not None,
    "bid-same": lambda c: c.state.bids[c.seat] == c.values["count"] == c.command.tricks,
    "out-of-turn": lambda c: c.state.turn != c.seat,
    "lies-exposed": lambda c: c.command.card in c.game.picture(c.state).exposed_cards[c.seat],
    "exposed-first": lambda c: (
        set(c.values["cards"])
        == (
            c.playable_cards
            if isinstance(c.command, PlayCommand)
            else {
                card
                for card in c.game.picture(c.state).exposed[c.seat]
                if card.suit is c.state.play.trick[0].suit
            }
        )
        and set(c.values["cards"]) <= set(c.game.picture(c.state).exposed_cards[c.seat])
        and c.command.card not in c.values["cards"]
    ),
    "would-revoke": lambda c: (
        c.values["suit"] is c.trick[0].suit is not c.command.card.suit
        and any(card.suit is c.values["suit"] for card in c.hand)
    ),
    "nothing-to-correct": lambda c: (
        not c.state.play.trick
        or all(card.suit is not c.state.play.trick[0].suit for card in c.hand)
        or c.state.play.trick[0].suit
        in [
            card.suit
            for place, card in enumerate(c.state.play.trick)
            if (c.state.play.leader + place) % c.state.seats == c.seat
        ]
        or (c.seat - c.state.play.leader) % c.state.seats >= len(c.state.play.trick)
    ),
    "correct-suit": lambda c: (
        c.values["suit"] is c.state.play.trick[0].suit is not c.command.card.suit
    ),
    "corrects": lambda c: (
        c.state.play.trick[(c.seat - c.state.play.leader) % c.state.seats] == c.values["wrong"]
        and c.command.card.suit is c.state.play.trick[0].suit is not c.values["wrong"].suit
    ),
    "ready": lambda c: c.game.is_open(c.state),
    "not-open": lambda c: not c.game.is_open(c.state),
    # The beat relation: effects of cards are checked in test_reasons
    "must-beat": MessageCase.names_playable_cards,
    "follow-main": lambda c: c.names_playable_cards() and not c.has_beating_card(),
    "follow-renamed": lambda c: c.names_playable_cards() and not c.has_beating_card(),
    "follow-main-or-beat": lambda c: c.names_playable_cards() and c.has_beating_card(),
    "eight-needs-void": lambda c: (
        c.command.card.code[0] == "8"
        and c.command.card.suit is not c.values["suit"] is c.state.situation.main_suit
        and any(card.suit is c.values["suit"] for card in c.hand)
        and c.command.card not in c.playable_cards
    ),
    "trump-taken": lambda c: c.values["suit"] in c.state.trumps.personal_suits,
    "trick-counts": lambda c: (
        c.state.deal % 12 == 0
        and c.values["count"]
        >= sum({"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}.get(x.code[0], 0) for x in c.trick)
    ),
    "trick-holds": lambda c: (
        c.state.deal % 12 != 0 and (c.values["count"] < 0) == (c.state.deal < 13)
    ),
    "stake-go": lambda c: c.values["count"] == expected_target(c.state, 44, EVEN_GO_TARGETS),
    "stake-stay": lambda c: c.values["count"] == expected_target(c.state, 68, EVEN_STAY_TARGETS),
    # Rank
    "misfit": lambda c: (
        not (
            c.is_neighbour(c.command.card)
            or c.is_same_rank(c.command.card)
            or is_high(c.command.card)
        )
    ),
    "neighbour-first": lambda c: c.names_all_fitting(c.is_neighbour),
    "same-rank-first": lambda c: c.names_all_fitting(c.is_same_rank) and c.has_none(c.is_neighbour),
    "ace-king-first": lambda c: (
        c.command.card.suit is None
        and c.names_all_fitting(is_high)
        and c.has_none(c.is_neighbour, c.is_same_rank)
    ),
    "fits-neighbour": lambda c: c.is_neighbour(c.command.card),
    "fits-same-rank": lambda c: c.is_same_rank(c.command.card) and c.has_none(c.is_neighbour),
    "fits-ace-king": lambda c: (
        is_high(c.command.card) and c.has_none(c.is_neighbour, c.is_same_rank)
    ),
    "fits-joker": lambda c: (
        c.command.card.suit is None and c.has_none(c.is_neighbour, c.is_same_rank, is_high)
    ),
    "fits-on-joker": lambda c: c.top_card.suit is None,
    "fits-anti-rank": lambda c: not c.state.stock.size,
    "calls-back": MessageCase.is_calling_back,
    "last-card-leaving": lambda c: c.is_last_card(SeatLeaving),
    "last-card-out": lambda c: c.is_last_card(SeatWentOut),
    # Of all games
    "not-your-turn": lambda c: c.values["seat"] == c.state.turn != c.seat,
    "nobody-acts": lambda c: c.state.turn is None,
    "match-over": lambda c: c.state.end is not None,
}
"""Condition on a case, by the code of the message."""


# Wording

WRONG_WORD_PATTERNS = (
    re.compile(r"\bYou (takes|has|is|holds|wins|plays|was|can't|revokes|corrects|undertakes)\b"),
    re.compile(r"\bYou's\b"),
    re.compile(r"(?<![\d−+])1 (cards|tricks|points|banks|deals|players|are|were)\b"),
    re.compile(r"(?<!\d)([02-9]|\d\d+) (card(?! points)|trick|point|bank|deal|player|is|was)\b"),
    re.compile(r"\{|\}|None|\(\)|,\s*[.;]|: *[.;]|  "),
)
PLAYER_NAMES = ["Anna", "Boris", "Vera", "Mila", "Otto", "Ida", "Jan", "Kai", "Lena", "Max"]
MAX_SENTENCE_LENGTH = 95
"""Maximum length of a sentence on a card (letters)."""


def check_message(message, seats):
    """Check that the message is correct English for every listener."""
    names = PLAYER_NAMES[:seats]
    you = message.values.get("seat")
    speakers = [Speaker(names), Speaker(["You", *names[1:]])]
    if isinstance(you, int) and 0 <= you < seats:
        speakers += [Speaker(names, you), Speaker([*names[:you], "You", *names[you + 1 :]])]
    for speaker in speakers:
        text = speaker.format_message(message)
        for pattern in WRONG_WORD_PATTERNS:
            assert not pattern.search(text), (text, message)
        if "cards" not in message.values:
            assert len(text) <= MAX_SENTENCE_LENGTH, text


def find_shown_cards(events):
    """Return the cards of the last deal that have been played, exposed or named."""
    shown_cards = set()
    for event in events:
        shown_cards = (
            set() if isinstance(event, CardsDealt) else shown_cards | {getattr(event, "card", None)}
        )
    return shown_cards


def check_moment(game, state, random, code_counts, shown_cards):
    """Check the explanations of the commands in a state, or of a sample of them."""
    commands = list(possible_commands(game, state))
    acting_commands = [item for item in commands if item.seat == state.turn]
    for command in (*acting_commands[:40], *random.sample(commands, min(len(commands), 20))):
        messages = game.explain(state, command)
        for message in (*messages.sentences, *([messages.breach] if messages.breach else [])):
            check_message(message, state.seats)
            case = MessageCase(game, state, command, message, shown_cards)
            assert CONDITION_BY_CODE.get(message.code, lambda _: True)(case), (
                message,
                command,
                state,
            )
            assert message.values.get("card", None) in (None, getattr(command, "card", None))
            code_counts[message.code] += 1
    picture = game.picture(state)
    messages = [*picture.notices, *picture.remarks]
    messages += [
        part
        for item in picture.plates
        for part in (item.deal_message, item.pending_action, item.note)
        if part
    ]
    for message in messages:
        check_message(message, state.seats)
    for _, trick in picture.taken_tricks[-1:]:
        for _, messages_of_card in game.explain_trick(state, trick):
            for message in messages_of_card:
                check_message(message, state.seats)


def check_match(played, number):
    """Check a match at sampled moments, and the notices of all its events."""
    game, code_counts, random = played.game, Counter[str](), Random(number)
    moments = played.moments
    indexes = sorted(random.sample(range(len(moments)), min(len(moments), SAMPLES_PER_MATCH)))
    for index in indexes:
        shown_cards = find_shown_cards([event for event, _ in moments[: index + 1]])
        check_moment(game, moments[index][1], random, code_counts, shown_cards)
    deals_and_voids = [event for event, _ in moments if isinstance(event, TrumpDealt | DealVoided)]
    for event, state in moments:
        notice = game.event_notice(event, state)
        if notice is not None:
            check_message(notice.message, state.seats)
            code_counts[notice.message.code] += 1
        if isinstance(event, DealVoided):
            # As many cards are dealt again, and each revoke has cost ten points.
            index = deals_and_voids.index(event)
            before, after = deals_and_voids[index - 1], deals_and_voids[index + 1]
            assert before.cards == after.cards
            assert before.hands != after.hands
            assert set(event.penalties) <= {0, -10}
    return code_counts


CODES_BY_GAME = {
    "damn": {"follow-suit", "leads", "beats", "trumps", "follows", "discards", "under-trump"},
    "blackout": {"need-more", "need-none", "need-zero", "need-lost", "hook", "balance-even"},
    "master": {"follow-main", "eight-needs-void", "stranger", "trick-counts", "trick-holds"},
    "ass": {"must-beat", "follow-main", "leader-trump", "stranger-own", "trick-worth"},
    "rank": {
        "misfit",
        "neighbour-first",
        "same-rank-first",
        "ace-king-first",
        "fits-neighbour",
        "fits-same-rank",
        "fits-ace-king",
        "fits-joker",
        "fits-on-joker",
        "calls-back",
        "last-card-leaving",
        "last-card-out",
    },
}
"""Codes that must occur in the matches of each game."""


@pytest.mark.slow
@pytest.mark.parametrize("name", CODES_BY_GAME)
def test_random_messages_are_true(name):
    code_counts = Counter()
    for number, setup in enumerate(candidate for candidate in SETUPS if candidate.name == name):
        code_counts += check_match(play_randomly(setup, 71), number)
    assert CODES_BY_GAME[name] <= set(code_counts)


def test_messages_about_errors_are_true():
    code_counts = Counter()
    for number, setup in enumerate(ERRING_SETUPS):
        code_counts += check_match(play_erring_match(setup, 300 + number).played_match, number)
    manners = {"exposed-first", "would-revoke", "out-of-turn", "bid-early", "corrects", "news-void"}
    assert manners <= set(code_counts)


def test_every_refusal_has_a_condition():
    """Require a condition for every new refusal, unless it makes no checkable statement."""
    plain = {"not-held", "not-in-this-game", "bid-range", "card-barred", "exposes", "blind"}
    plain |= {"allowed", "play-first"}
    refusals = [*COMMON][: [*COMMON].index("beats")]
    assert {code for code in refusals if not code.endswith(".you")} <= {*CONDITION_BY_CODE, *plain}
