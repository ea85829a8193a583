"""Descriptions of table elements, checked against the state and as English."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.test_true_sentences import NAMES, WRONG_WORDS, high
from greenbaize.cards import RANKS, Card, Suit
from greenbaize.games.beat import beats
from greenbaize.games.beat.banks import targets
from greenbaize.games.beat.contracts import contract_of, sign_of
from greenbaize.games.shedding.events import Passed
from greenbaize.games.shedding.ring import step_of
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.things import Part, Thing
from greenbaize.ui.features.help.pages import page_and_rule, read_pages
from greenbaize.words.speaker import Speaker
from match.playing import SETUPS, play_randomly

MOMENTS = 12
LONGEST = 120
"""Maximum length of a sentence that does not list cards (letters)."""


def things(state):
    """Return every element that a table may have, and some that it has not."""
    seats = range(state.seats)
    return [
        *(Thing(Part.TRICK, place) for place in range(state.seats + 1)),
        *(Thing(Part.PILE, depth) for depth in range(6)),
        *(Thing(Part.PLATE, seat) for seat in seats),
        *(Thing(Part.DISC, seat) for seat in seats),
        *map(Thing, (Part.TURNED, Part.STOCK, Part.SIGN, Part.TRUMPS, Part.RING, Part.NOTICE)),
    ]


def winner(state):
    """Return the card that is winning a trick of plain suits."""
    cards = state.play.trick
    led = cards[0].suit
    return max(cards, key=lambda card: (card.suit is state.trump, card.suit is led, card.rank))


def beating(state, top):
    """Return the cards of the pack that would beat the top card, with plain suits."""
    pack = {Card.of(f"{rank}{suit.letter}") for rank in RANKS for suit in Suit}
    return {
        card
        for card in pack - set(state.play.trick)
        if (card.suit is top.suit and card.rank > top.rank)
        or (card.suit is state.trump is not top.suit)
    }


def takes(state, seat, card, *, void):
    """Return whether a card would take the trick for a seat, by the beat relation."""
    pile = state.pile
    how = beats.way(pile, card, seat, state.trumps, void=void)
    return how is not None and not beats.taken_back(pile, card, how)


def takers_are(state, values):
    """Return whether the named cards are all that take the trick, the eights only from a void."""
    seat, left = values["seat"], set(beats.PACK_36) - set(state.play.trick)
    main = state.pile.main
    foreign = {card for card in left if card.code[0] == "8" and card.suit is not main}
    from_any = {c for c in left - foreign if takes(state, seat, c, void=False)}
    if_void = {c for c in foreign if takes(state, seat, c, void=True)}
    return set(values.get("cards", ())) == from_any and set(values.get("eights", ())) == if_void


def player(state, depth):
    plays = [event.seat for event in state.moves if isinstance(event, CardPlayed)]
    return plays[len(plays) - 1 - depth] if depth < len(plays) else None


def ring(word):
    return RANKS.index(str(word).replace("10", "T"))


def contract_cards(state):
    return set(contract_of(state.deal).cards)


def needs(state, values):
    return int(values["bid"]) - int(values["won"])


TRUE = {
    # Tricks
    "tell-card-wins": lambda s, t, v: (
        s.play.trick[t.number] == v["card"] and len(s.play.trick) < s.seats
    ),
    "tell-card-takes": lambda s, t, v: len(s.play.trick) == s.seats,
    "tell-card-beaten": lambda s, t, v: (
        v["card"] == s.play.trick[t.number] != v["top"]
        and v["seat"] == (s.play.lead + t.number) % s.seats
    ),
    "tell-highest": lambda s, t, v: (
        winner(s) == s.play.trick[t.number]
        and winner(s).suit is v["suit"] is s.play.trick[0].suit is not s.trump
    ),
    "tell-highest-trump": lambda s, t, v: (
        winner(s) == s.play.trick[t.number] and winner(s).suit is s.trump
    ),
    "tell-beaten-none": lambda s, t, v: not beating(s, winner(s)),
    "tell-beaten-trump": lambda s, t, v: {c.suit for c in beating(s, winner(s))} <= {s.trump},
    "tell-beaten-suit": lambda s, t, v: (
        {c.suit for c in beating(s, winner(s))} <= {v["suit"]} and s.trump is None
    ),
    "tell-beaten-any-trump": lambda s, t, v: (
        {c.suit for c in beating(s, winner(s))} == {v["trump"]} == {s.trump}
    ),
    "tell-beaten-either": lambda s, t, v: (
        {c.suit for c in beating(s, winner(s))} <= {v["suit"], v["trump"]}
        and v["trump"] is s.trump is not v["suit"]
    ),
    "tell-undealt": lambda s, t, v: v["count"] == 51 - s.seats * s.cards,
    "tell-turned": lambda s, t, v: v["card"] == s.turned and v["suit"] is s.trump,
    "tell-trump": lambda s, t, v: v["suit"] is s.trump,
    "tell-no-trump": lambda s, t, v: s.trump is None,
    # Bids
    "tell-bid-open": lambda s, t, v: s.bids[t.number] is None,
    "tell-bid-needs": lambda s, t, v: v["count"] == needs(s, v) > 0,
    "tell-bid-full": lambda s, t, v: needs(s, v) == 0 and sum(s.play.won) < s.cards,
    "tell-bid-made": lambda s, t, v: needs(s, v) == 0 and sum(s.play.won) == s.cards,
    "tell-bid-over": lambda s, t, v: needs(s, v) < 0,
    "tell-bid-short": lambda s, t, v: needs(s, v) > s.cards - sum(s.play.won),
    "tell-bid-missed": lambda s, t, v: needs(s, v) != 0 and sum(s.play.won) == s.cards,
    "tell-bids-even": lambda s, t, v: sum(s.bids) == s.cards,
    "tell-bids-over": lambda s, t, v: v["bids"] == sum(s.bids) > s.cards == v["tricks"],
    "tell-bids-under": lambda s, t, v: v["bids"] == sum(s.bids) < s.cards == v["tricks"],
    "tell-hook": lambda s, t, v: None in s.bids and v["count"] == s.cards,
    "bids-so-far": lambda s, t, v: (
        None in s.bids and (v["bids"], v["count"]) == (sum(filter(None, s.bids)), s.cards)
    ),
    "tell-blind": lambda s, t, v: s.deal == 1,
    # The beat relation
    "tell-takers": lambda s, t, v: takers_are(s, v),
    "tell-takers-eights": lambda s, t, v: takers_are(s, v) and v["suit"] is s.pile.main,
    "tell-takers-void": lambda s, t, v: takers_are(s, v),
    "tell-takers-none": lambda s, t, v: takers_are(s, v),
    "tell-trump-own": lambda s, t, v: s.trumps.own[t.number] is v["suit"],
    "tell-trump-open": lambda s, t, v: s.trumps.own[t.number] is None,
    "tell-trumps-one": lambda s, t, v: s.trumps.classes.count(1) == 1,
    "tell-trumps-two": lambda s, t, v: (
        s.trumps.classes[v["suit"]] == s.trumps.classes[v["trump"]] == 1
    ),
    "tell-trumps-ranked": lambda s, t, v: (v["suit"], v["trump"]) == (Suit.SPADES, Suit.DIAMONDS),
    "tell-main": lambda s, t, v: s.pile.main is v["suit"] and v["card"] == s.play.trick[0],
    "tell-main-renamed": lambda s, t, v: v["card"] == s.pile.eight and s.pile.main is v["suit"],
    "tell-main-open": lambda s, t, v: not s.play.trick,
    "tell-counts-cards": lambda s, t, v: (
        set(v["cards"]) == contract_cards(s)
        and v["number"] * len(v["cards"]) == v["total"] == contract_of(s.deal).total
    ),
    "tell-counts-card": lambda s, t, v: set(v["cards"]) == contract_cards(s),
    "tell-against": lambda s, t, v: sign_of(s.deal) < 0,
    "tell-for": lambda s, t, v: sign_of(s.deal) > 0,
    "tell-half-left": lambda s, t, v: v["count"] == -s.deal % 12 > 0,
    "tell-half-last": lambda s, t, v: s.deal in (12, 24),
    "tell-tricks-points": lambda s, t, v: v["count"] == s.play.won[t.number],
    "tell-banks": lambda s, t, v: s.own.banks[t.number] == v["count"],
    "tell-stake-go": lambda s, t, v: (
        s.own.stakes[t.number] is True and v["target"] == targets(s.seats, s.options).go
    ),
    "tell-stake-stay": lambda s, t, v: (
        s.own.stakes[t.number] is False and v["points"] == s.points[t.number]
    ),
    "tell-stake-open": lambda s, t, v: s.own.stakes[t.number] is None,
    # Rank
    "tell-top": lambda s, t, v: v["card"] == s.pile[-1] and v["seat"] == player(s, 0),
    "tell-under": lambda s, t, v: (
        v["card"] == s.pile[-1 - t.number] and v["seat"] == player(s, t.number)
    ),
    "tell-top-opened": lambda s, t, v: len(s.pile) == 1,
    "tell-fits-any": lambda s, t, v: s.pile[-1].suit is None,
    "tell-fits-next": lambda s, t, v: (
        {(s.pile[-1].rank - 1) % 13, (s.pile[-1].rank + 1) % 13}
        == {ring(v["low"]), ring(v["high"])}
    ),
    "tell-fits-same": lambda s, t, v: ring(v["same"]) == s.pile[-1].rank,
    "tell-fits-high-ace": lambda s, t, v: s.pile[-1].code[0] == "2",
    "tell-fits-high-king": lambda s, t, v: s.pile[-1].code[0] == "Q",
    "tell-fits-high": lambda s, t, v: all(
        step_of(card, s.pile[-1]) is not None for card in beats.PACK_36 if high(card)
    ),
    "tell-stock-empty": lambda s, t, v: not s.stock.size,
    "tell-draws": lambda s, t, v: s.stock.size,
    "tell-holds": lambda s, t, v: v["count"] == s.hands[t.number].size,
    "tell-leaving": lambda s, t, v: not s.hands[t.number].size and t.number not in s.out,
    "tell-out": lambda s, t, v: s.out[v["place"] - 1] == t.number,
    "tell-passed": lambda s, t, v: t.number in s.passed,
    "tell-drew": lambda s, t, v: v["number"] == 1,
    "tell-drew-back": lambda s, t, v: s.leaving is None or s.leaving != t.number,
    "tell-turn-passed": lambda s, t, v: any(
        isinstance(one, Passed) and one.seat == t.number for one in s.moves
    ),
    # Of all games
    "tell-total": lambda s, t, v: s.totals[t.number] == v["count"],
    "tell-turn": lambda s, t, v: s.turn == t.number,
    "tell-dealer": lambda s, t, v: s.dealer == t.number,
    "tell-deal-of": lambda s, t, v: s.deal == v["deal"] <= v["deals"],
}
"""Condition on state, element and values, by the code of the message."""


@cache
def page_texts():
    """Return the text of each help page."""
    return {page.name: page.text for page in read_pages()}


def check_words(message, seats):
    """Check that the message is correct English for every listener, and its rule is on a page."""
    names = NAMES[:seats]
    for you in (None, message.values.get("seat")):
        speaker = Speaker(names, you if isinstance(you, int) else None)
        text = speaker.say(message)
        for wrong in WRONG_WORDS:
            assert not wrong.search(text), text
        assert "cards" in message.values or len(text) <= LONGEST, text
    if message.rule:
        page, number = page_and_rule(message.rule)
        assert f"# {number}. " in page_texts()[page], message.rule


BY_GAME = {
    "damn": {
        "tell-highest",
        "tell-beaten-either",
        "tell-bid-needs",
        "tell-turned",
        "tell-bids-over",
    },
    "blackout": {"tell-blind", "tell-bid-full", "tell-hook", "tell-undealt", "tell-no-trump"},
    "master": {"tell-takers", "tell-main", "tell-counts-cards", "tell-half-left", "tell-for"},
    "ass": {"tell-stake-go", "tell-stake-stay", "tell-banks", "tell-trump-beats", "tell-must-beat"},
    "rank": {"tell-top", "tell-fits-next", "tell-draws", "tell-leaving", "tell-out", "tell-under"},
}
"""Codes that must occur in the matches of each game."""


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_GAME)
def test_what_is_told_of_things_is_so(name):
    seen = Counter()
    for number, setup in enumerate(one for one in SETUPS if one.name == name):
        played, random = play_randomly(setup, 171 + number), Random(number)
        moments = played.moments
        for at in sorted(random.sample(range(len(moments)), min(len(moments), MOMENTS))):
            state = moments[at][1]
            for thing in things(state):
                for message in played.game.tell_of(state, thing, 0):
                    seen[message.code] += 1
                    check_words(message, state.seats)
                    so = TRUE.get(message.code, lambda *_: True)
                    assert so(state, thing, message.values), (message, thing, state)
    assert BY_GAME[name] <= set(seen)


@pytest.mark.parametrize("name", BY_GAME)
def test_a_plate_a_sign_and_the_lines_are_always_told(name):
    setup = next(one for one in SETUPS if one.name == name)
    played = play_randomly(setup, 5)
    for _, state in played.moments:
        picture = played.game.picture(state)
        if not picture.deal:
            continue
        for seat in range(state.seats):
            assert played.game.tell_of(state, Thing(Part.PLATE, seat), 0)
        assert played.game.tell_of(state, Thing(Part.NOTICE), 0)
        assert bool(picture.sign) == bool(played.game.tell_of(state, Thing(Part.SIGN), 0))
        lying = () if picture.trick is None else picture.trick.cards
        for place in range(len(lying)):
            assert played.game.tell_of(state, Thing(Part.TRICK, place), None)
        assert played.game.tell_of(state, Thing(Part.TRICK, len(lying)), 0) == ()
