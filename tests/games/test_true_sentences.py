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
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.games.exact_bid.events import DealVoided, TrumpDealt
from greenbaize.games.shedding.events import CameBack, Leaving, WentOut
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.events import CardPlayed, CardsDrawn, Dealt
from greenbaize.words.sentences import SENTENCES as COMMON
from greenbaize.words.speaker import Speaker
from match.erring import TABLES, play_erring
from match.playing import SETUPS, play_randomly

MOMENTS = 60
"""Maximum number of moments checked per match."""


def commands_at(game, state):
    """Yield possible commands: every seat's own cards, every bid, and every answer."""
    for seat in range(state.seats):
        for card in dict.fromkeys(state.hands[seat].cards):
            yield Play(seat, card)
            if game.name == "damn":
                yield Show(seat, card)
                yield Correct(seat, card)
        if game.name in ("damn", "blackout"):
            yield from (Bid(seat, number) for number in range(state.cards + 1))
            yield Ready(seat)
        question = game.question(state, seat)
        yield from () if question is None else (one.command for one in question.answers)


# Conditions


class Case:
    """Message on a command in a state, with what is needed to check it.

    ``shown`` are the cards of the deal that have been played, exposed or named.
    """

    def __init__(self, game, state, command, said, shown):
        self.game, self.state, self.command, self.said = game, state, command, said
        self.shown = shown
        self.seat = command.seat
        self.values = dict(said.values)

    @property
    def unseen(self):
        """Cards of the pack that the seat has not seen in this deal."""
        seen = {*self.hand, *self.shown, getattr(self.state, "turned", None)}
        return [card for card in self.game.pack(self.state.seats) if card not in seen]

    @property
    def hand(self):
        return self.state.hands[self.seat].cards

    @property
    def legal(self):
        return {one.card for one in self.game.legal(self.state, self.seat)}

    @property
    def trick(self):
        play = self.state.play
        return () if len(play.trick) == len(play.won) else play.trick

    @property
    def others(self):
        bids = self.state.bids
        return [one for seat, one in enumerate(bids) if seat != self.seat and one is not None]

    def names_what_may_be_played(self):
        """Return whether exactly the playable cards are named, without the command's own card."""
        named = self.values["cards"]
        return (
            set(named) == self.legal
            and len(named) == len(set(named))
            and self.command.card not in named
            and self.values.get("seat", self.seat) == self.seat
        )

    def best(self, cards):
        """Return the card that wins by trump, or by the suit of the first card."""
        trump, led = self.state.trump, cards[0].suit
        return max(cards, key=lambda card: (card.suit is trump, card.suit is led, card.rank))

    def takes(self):
        """Return whether the named card would win over the top card, which wins now."""
        card, top = self.values["card"], self.values["top"]
        return self.best((*self.trick, card)) == card and self.best(self.trick) == top

    def can_beat(self):
        """Return whether any playable card beats the top card of a pile."""
        pile = self.state.pile
        after = [self.after(card, self.seat).pile for card in self.legal]
        return any(one.top != pile.top for one in after)

    def after(self, card, seat, state=None):
        """Return the state after a card of a seat."""
        return self.game.fold(self.state if state is None else state, CardPlayed(seat, card))

    def rivals(self):
        """Return the number of unseen cards that take the trick from a led card in any hand."""
        card, seats = self.command.card, len(self.state.play.won)
        if not hasattr(self.state, "pile"):
            return sum(self.best((card, one)) != card for one in self.unseen)
        hidden = replace(self.state, hands=tuple(hand.hidden for hand in self.state.hands))
        led = self.after(card, self.seat, hidden)
        behind = [(self.seat + turn) % seats for turn in range(1, seats)]
        ends = [[self.after(one, two, led) for two in behind] for one in self.unseen]
        holder = self.game.taker(led)
        return sum(any(self.game.taker(end) != holder for end in one) for one in ends)

    def leaves(self):
        """Return whether the top card would still win."""
        card, top = self.values["card"], self.values["top"]
        return self.best((*self.trick, card)) == top == self.best(self.trick)

    def follows_it(self):
        """Return the events that follow until a seat must act again."""
        verdict = self.game.judge(self.state, self.command)
        state, events = self.state, list(verdict.events)
        for event in events:
            state = self.game.fold(state, event)
        chance = SeededChance("0" * 32)
        while len(events) < 8 and (event := self.game.derive(state, chance)) is not None:
            events.append(event)
            state = self.game.fold(state, event)
        return events

    # Rank

    @property
    def top(self):
        return self.state.pile[-1]

    def neighbours(self, card):
        return card.suit is not None and abs(card.rank - self.top.rank) in (1, len(RANKS) - 1)

    def of_rank(self, card):
        return card.suit is not None and card.rank == self.top.rank

    def first(self, fits):
        """Return whether exactly the hand's cards that fit so are named."""
        named = [card for card in dict.fromkeys(self.hand) if fits(card)]
        return list(self.values["cards"]) == named and self.names_what_may_be_played()

    def none(self, *fit):
        return not any(one(card) for one in fit for card in self.hand)

    def calls_back(self):
        events = self.follows_it()
        (draw,) = [e for e in events if isinstance(e, CardsDrawn) and e.seat == self.values["seat"]]
        back = [event.seat for event in events if isinstance(event, CameBack)]
        return draw.cards.size == self.values["count"] and back == [self.state.leaving]

    def last_card(self, then):
        ends = [e for e in self.follows_it() if isinstance(e, Leaving | WentOut)]
        own = [type(event) for event in ends if event.seat == self.seat]
        return self.state.hands[self.seat].size == 1 and own[:1] == [then]


def high(card):
    return card.code[0] in "AK"


def target(state, source, even):
    """Return the target of a stake: standard, or even for five players who draw."""
    if state.options["targets"] == "source":
        return source + 12 * (state.seats - 2)
    assert (state.seats, state.options["refill"]) == (5, True)
    return even


LEAVING = {
    "follows": lambda c: c.values["card"].suit is c.trick[0].suit,
    "discards": lambda c: c.values["card"].suit not in (c.trick[0].suit, c.state.trump),
    "off-suit": lambda c: c.values["card"].suit not in (c.trick[0].suit, c.state.trump),
    "under-trump": lambda c: c.values["card"].suit is c.values["top"].suit is c.state.trump,
}
"""Condition on a card that leaves the trick to the top card, by code."""

TRUE = {
    # Trick play
    "follow-suit": lambda c: (
        c.values["suit"] is c.trick[0].suit is not c.command.card.suit
        and any(card.suit is c.values["suit"] for card in c.hand)
        and c.values["seat"] == c.seat
    ),
    "lead-rivals": lambda c: (
        (c.values["count"], c.values["total"]) == (c.rivals(), len(c.unseen)) and not c.trick
    ),
    "lead-unbeaten": lambda c: c.unseen and not c.rivals() and not c.trick,
    "leads": lambda c: not c.trick and c.values["card"] == c.command.card,
    "beats": Case.takes,
    "trumps": lambda c: c.takes() and c.values["card"].suit is c.state.trump is not c.trick[0].suit,
    **{
        code + so_far: lambda c, is_so=is_so, so_far=so_far: (
            c.leaves() and is_so(c) and (not so_far) == (len(c.trick) + 1 == len(c.state.hands))
        )
        for code, is_so in LEAVING.items()
        for so_far in ("", "-so-far")
    },
    # Bids
    "need-more": lambda c: (
        c.state.closed.play.won[c.seat] + c.values["count"] == c.values["bid"]
        and c.values["bid"] == c.state.bids[c.seat]
    ),
    "need-none": lambda c: c.state.closed.play.won[c.seat] == c.state.bids[c.seat] > 0,
    "need-zero": lambda c: c.state.closed.play.won[c.seat] == c.state.bids[c.seat] == 0,
    "need-lost": lambda c: (
        c.state.closed.play.won[c.seat] == c.values["won"] > c.values["bid"]
        and c.values["bid"] == c.state.bids[c.seat]
    ),
    "bid-open": lambda c: c.values["count"] == c.command.tricks,
    "balance-even": lambda c: sum(c.others) + c.command.tricks == c.state.cards,
    "balance-over": lambda c: (
        sum(c.others) + c.command.tricks == c.state.cards + c.values["count"] > c.state.cards
    ),
    "balance-under": lambda c: (
        sum(c.others) + c.command.tricks == c.state.cards - c.values["count"] < c.state.cards
    ),
    "hook": lambda c: (
        len(c.others) == c.state.seats - 1
        and sum(c.others) + c.command.tricks == c.values["count"] == c.state.cards
    ),
    "bids-done": lambda c: None not in c.state.bids,
    "bid-first": lambda c: None in c.state.bids,
    # Table manners
    "bid-early": lambda c: c.state.bids[c.seat] is None and c.state.turn != c.seat,
    "bid-stands": lambda c: c.state.bids[c.seat] is not None,
    "bid-same": lambda c: c.state.bids[c.seat] == c.values["count"] == c.command.tricks,
    "out-of-turn": lambda c: c.state.turn != c.seat,
    "lies-exposed": lambda c: c.command.card in c.game.picture(c.state).exposed[c.seat],
    "exposed-first": lambda c: (
        set(c.values["cards"])
        == (
            c.legal
            if isinstance(c.command, Play)
            else {
                card
                for card in c.game.picture(c.state).exposed[c.seat]
                if card.suit is c.state.play.trick[0].suit
            }
        )
        and set(c.values["cards"]) <= set(c.game.picture(c.state).exposed[c.seat])
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
            if (c.state.play.lead + place) % c.state.seats == c.seat
        ]
        or (c.seat - c.state.play.lead) % c.state.seats >= len(c.state.play.trick)
    ),
    "correct-suit": lambda c: (
        c.values["suit"] is c.state.play.trick[0].suit is not c.command.card.suit
    ),
    "corrects": lambda c: (
        c.state.play.trick[(c.seat - c.state.play.lead) % c.state.seats] == c.values["wrong"]
        and c.command.card.suit is c.state.play.trick[0].suit is not c.values["wrong"].suit
    ),
    "ready": lambda c: c.game.open(c.state),
    "not-open": lambda c: not c.game.open(c.state),
    # The beat relation: effects of cards are checked in test_reasons
    "must-beat": Case.names_what_may_be_played,
    "follow-main": lambda c: c.names_what_may_be_played() and not c.can_beat(),
    "follow-renamed": lambda c: c.names_what_may_be_played() and not c.can_beat(),
    "follow-main-or-beat": lambda c: c.names_what_may_be_played() and c.can_beat(),
    "eight-needs-void": lambda c: (
        c.command.card.code[0] == "8"
        and c.command.card.suit is not c.values["suit"] is c.state.pile.main
        and any(card.suit is c.values["suit"] for card in c.hand)
        and c.command.card not in c.legal
    ),
    "trump-taken": lambda c: c.values["suit"] in c.state.trumps.own,
    "trick-counts": lambda c: (
        c.state.deal % 12 == 0
        and c.values["count"]
        >= sum({"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}.get(x.code[0], 0) for x in c.trick)
    ),
    "trick-holds": lambda c: (
        c.state.deal % 12 != 0 and (c.values["count"] < 0) == (c.state.deal < 13)
    ),
    "stake-go": lambda c: c.values["count"] == target(c.state, 44, 36),
    "stake-stay": lambda c: c.values["count"] == target(c.state, 68, 76),
    # Rank
    "misfit": lambda c: (
        not (c.neighbours(c.command.card) or c.of_rank(c.command.card) or high(c.command.card))
    ),
    "neighbour-first": lambda c: c.first(c.neighbours),
    "same-rank-first": lambda c: c.first(c.of_rank) and c.none(c.neighbours),
    "ace-king-first": lambda c: (
        c.command.card.suit is None and c.first(high) and c.none(c.neighbours, c.of_rank)
    ),
    "fits-neighbour": lambda c: c.neighbours(c.command.card),
    "fits-same-rank": lambda c: c.of_rank(c.command.card) and c.none(c.neighbours),
    "fits-ace-king": lambda c: high(c.command.card) and c.none(c.neighbours, c.of_rank),
    "fits-joker": lambda c: c.command.card.suit is None and c.none(c.neighbours, c.of_rank, high),
    "fits-on-joker": lambda c: c.top.suit is None,
    "fits-anti-rank": lambda c: not c.state.stock.size,
    "calls-back": Case.calls_back,
    "last-card-leaving": lambda c: c.last_card(Leaving),
    "last-card-out": lambda c: c.last_card(WentOut),
    # Of all games
    "not-your-turn": lambda c: c.values["seat"] == c.state.turn != c.seat,
    "nobody-acts": lambda c: c.state.turn is None,
    "match-over": lambda c: c.state.end is not None,
}
"""Condition on a case, by the code of the message."""


# Wording

WRONG_WORDS = (
    re.compile(r"\bYou (takes|has|is|holds|wins|plays|was|can't|revokes|corrects|undertakes)\b"),
    re.compile(r"\bYou's\b"),
    re.compile(r"(?<![\d−+])1 (cards|tricks|points|banks|deals|players|are|were)\b"),
    re.compile(r"(?<!\d)([02-9]|\d\d+) (card(?! points)|trick|point|bank|deal|player|is|was)\b"),
    re.compile(r"\{|\}|None|\(\)|,\s*[.;]|: *[.;]|  "),
)
NAMES = ["Anna", "Boris", "Vera", "Mila", "Otto", "Ida", "Jan", "Kai", "Lena", "Max"]
LONGEST = 95
"""Maximum length of a sentence on a card (letters)."""


def check_words(message, seats):
    """Check that the message is correct English for every listener."""
    names = NAMES[:seats]
    you = message.values.get("seat")
    speakers = [Speaker(names), Speaker(["You", *names[1:]])]
    if isinstance(you, int) and 0 <= you < seats:
        speakers += [Speaker(names, you), Speaker([*names[:you], "You", *names[you + 1 :]])]
    for speaker in speakers:
        text = speaker.say(message)
        for wrong in WRONG_WORDS:
            assert not wrong.search(text), (text, message)
        if "cards" not in message.values:
            assert len(text) <= LONGEST, text


def cards_shown(events):
    """Return the cards of the last deal that have been played, exposed or named."""
    shown = set()
    for event in events:
        shown = set() if isinstance(event, Dealt) else shown | {getattr(event, "card", None)}
    return shown


def check_moment(game, state, random, seen, shown):
    """Check the explanations of the commands in a state, or of a sample of them."""
    asked = list(commands_at(game, state))
    due = [one for one in asked if one.seat == state.turn]
    for command in (*due[:40], *random.sample(asked, min(len(asked), 20))):
        told = game.explain(state, command)
        for message in (*told.sentences, *([told.breach] if told.breach else [])):
            check_words(message, state.seats)
            case = Case(game, state, command, message, shown)
            assert TRUE.get(message.code, lambda _: True)(case), (message, command, state)
            assert message.values.get("card", None) in (None, getattr(command, "card", None))
            seen[message.code] += 1
    picture = game.picture(state)
    told = [*picture.notices, *picture.remarks]
    told += [part for one in picture.plates for part in (one.line, one.doing, one.note) if part]
    for message in told:
        check_words(message, state.seats)
    for _, trick in picture.taken[-1:]:
        for _, said in game.explain_trick(state, trick):
            for message in said:
                check_words(message, state.seats)


def check_match(played, number):
    """Check a match at sampled moments, and the notices of all its events."""
    game, seen, random = played.game, Counter[str](), Random(number)
    moments = played.moments
    chosen = sorted(random.sample(range(len(moments)), min(len(moments), MOMENTS)))
    for at in chosen:
        shown = cards_shown([event for event, _ in moments[: at + 1]])
        check_moment(game, moments[at][1], random, seen, shown)
    dealt = [event for event, _ in moments if isinstance(event, TrumpDealt | DealVoided)]
    for event, state in moments:
        news = game.news(event, state)
        if news is not None:
            check_words(news.message, state.seats)
            seen[news.message.code] += 1
        if isinstance(event, DealVoided):
            # As many cards are dealt again, and each revoke has cost ten points.
            at = dealt.index(event)
            before, after = dealt[at - 1], dealt[at + 1]
            assert before.cards == after.cards
            assert before.hands != after.hands
            assert set(event.penalties) <= {0, -10}
    return seen


BY_GAME = {
    "damn": {"follow-suit", "leads", "beats", "trumps", "follows", "discards", "under-trump"},
    "blackout": {"need-more", "need-none", "need-zero", "need-lost", "hook", "balance-even"},
    "master": {"follow-main", "eight-needs-void", "stranger", "trick-counts", "trick-holds"},
    "ass": {"must-beat", "follow-main", "leader-trump", "stranger-own", "trick-worth"},
    "rank": {
        *("misfit", "neighbour-first", "same-rank-first", "ace-king-first", "fits-neighbour"),
        *("fits-same-rank", "fits-ace-king", "fits-joker", "fits-on-joker", "calls-back"),
        *("last-card-leaving", "last-card-out"),
    },
}
"""Codes that must occur in the matches of each game."""


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_GAME)
def test_what_is_said_is_so(name):
    seen = Counter()
    for number, setup in enumerate(one for one in SETUPS if one.name == name):
        seen += check_match(play_randomly(setup, 71), number)
    assert BY_GAME[name] <= set(seen)


def test_what_is_said_where_people_err_is_so():
    seen = Counter()
    for number, setup in enumerate(TABLES):
        seen += check_match(play_erring(setup, 300 + number).played, number)
    manners = {"exposed-first", "would-revoke", "out-of-turn", "bid-early", "corrects", "news-void"}
    assert manners <= set(seen)


def test_every_sentence_a_rule_can_refuse_by_is_held_against_something():
    """Require a condition for every new refusal, unless it makes no checkable statement."""
    plain = {"not-held", "not-in-this-game", "bid-range", "card-barred", "exposes", "blind"}
    plain |= {"allowed", "play-first"}
    refusals = [*COMMON][: [*COMMON].index("beats")]
    assert {code for code in refusals if not code.endswith(".you")} <= {*TRUE, *plain}
