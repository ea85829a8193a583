"""Descriptions of table elements, checked against the state and as English."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.test_true_sentences import PLAYER_NAMES, WRONG_WORD_PATTERNS, is_high
from greenbaize.cards import RANKS, Card, Suit
from greenbaize.games.beat import beats
from greenbaize.games.beat.banks import stake_targets
from greenbaize.games.beat.contracts import contract_of_deal, sign_of_deal
from greenbaize.games.shedding.events import TurnPassed
from greenbaize.games.shedding.ring import fit_rule_of
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.ui.features.help.help_pages import parse_citation, read_pages
from greenbaize.words.speaker import Speaker
from match.random_matches import SETUPS, play_randomly

SAMPLES_PER_MATCH = 12
MAX_DESCRIPTION_LENGTH = 120
"""Maximum length of a sentence that does not list cards (letters)."""


def list_elements(state):
    """Return every element that a table may have, and some that it has not."""
    seats = range(state.seats)
    return [
        *(TableElement(TableElementKind.TRICK, index) for index in range(state.seats + 1)),
        *(TableElement(TableElementKind.PILE, depth) for depth in range(6)),
        *(TableElement(TableElementKind.PLATE, seat) for seat in seats),
        *(TableElement(TableElementKind.DISC, seat) for seat in seats),
        *map(
            TableElement,
            (
                TableElementKind.TURNED,
                TableElementKind.STOCK,
                TableElementKind.SIGN,
                TableElementKind.TRUMPS,
                TableElementKind.RING,
                TableElementKind.NOTICE,
            ),
        ),
    ]


def winning_card(state):
    """Return the card that is winning a trick of plain suits."""
    cards = state.play.trick
    led = cards[0].suit
    return max(cards, key=lambda card: (card.suit is state.trump, card.suit is led, card.rank))


def beating_cards(state, top):
    """Return the cards of the pack that would beat the top card, with plain suits."""
    pack = {Card.of(f"{rank}{suit.letter}") for rank in RANKS for suit in Suit}
    return {
        card
        for card in pack - set(state.play.trick)
        if (card.suit is top.suit and card.rank > top.rank)
        or (card.suit is state.trump is not top.suit)
    }


def takes_trick(state, seat, card, *, is_void):
    """Return whether a card would take the trick for a seat, by the beat relation."""
    pile = state.situation
    rule = beats.find_beat_rule(pile, card, seat, state.trumps, void=is_void)
    return rule is not None and not beats.is_taken_back(pile, card, rule)


def are_takers_exact(state, values):
    """Return whether the named cards are all that take the trick, the eights only from a void."""
    seat, remaining_cards = values["seat"], set(beats.PACK_36) - set(state.play.trick)
    main = state.situation.main_suit
    foreign = {card for card in remaining_cards if card.code[0] == "8" and card.suit is not main}
    from_any = {c for c in remaining_cards - foreign if takes_trick(state, seat, c, is_void=False)}
    if_void = {c for c in foreign if takes_trick(state, seat, c, is_void=True)}
    return set(values.get("cards", ())) == from_any and set(values.get("eights", ())) == if_void


def player_of_pile_card(state, depth):
    plays = [event.seat for event in state.deal_events if isinstance(event, CardPlayed)]
    return plays[len(plays) - 1 - depth] if depth < len(plays) else None


def rank_index(word):
    return RANKS.index(str(word).replace("10", "T"))


def scoring_cards(state):
    return set(contract_of_deal(state.deal).cards)


def tricks_needed(state, values):
    return int(values["bid"]) - int(values["won"])


CONDITION_BY_CODE = {
    # Tricks
    "tell-card-wins": lambda s, t, v: (
        s.play.trick[t.number] == v["card"] and len(s.play.trick) < s.seats
    ),
    "tell-card-takes": lambda s, t, v: len(s.play.trick) == s.seats,
    "tell-card-beaten": lambda s, t, v: (
        v["card"] == s.play.trick[t.number] != v["top"]
        and v["seat"] == (s.play.leader + t.number) % s.seats
    ),
    "tell-off-suit": lambda s, t, v: (
        s.play.trick[t.number].suit not in (s.play.trick[0].suit, s.trump)
    ),
    "tell-highest": lambda s, t, v: (
        winning_card(s) == s.play.trick[t.number]
        and winning_card(s).suit is v["suit"] is s.play.trick[0].suit is not s.trump
    ),
    "tell-highest-trump": lambda s, t, v: (
        winning_card(s) == s.play.trick[t.number] and winning_card(s).suit is s.trump
    ),
    "tell-beaten-none": lambda s, t, v: not beating_cards(s, winning_card(s)),
    "tell-beaten-trump": lambda s, t, v: (
        {c.suit for c in beating_cards(s, winning_card(s))} <= {s.trump}
    ),
    "tell-beaten-suit": lambda s, t, v: (
        {c.suit for c in beating_cards(s, winning_card(s))} <= {v["suit"]} and s.trump is None
    ),
    "tell-beaten-any-trump": lambda s, t, v: (
        {c.suit for c in beating_cards(s, winning_card(s))} == {v["trump"]} == {s.trump}
    ),
    "tell-beaten-either": lambda s, t, v: (
        {c.suit for c in beating_cards(s, winning_card(s))} <= {v["suit"], v["trump"]}
        and v["trump"] is s.trump is not v["suit"]
    ),
    "tell-undealt": lambda s, t, v: v["count"] == 51 - s.seats * s.cards,
    "tell-turned": lambda s, t, v: v["card"] == s.turned and v["suit"] is s.trump,
    "tell-trump": lambda s, t, v: v["suit"] is s.trump,
    "tell-no-trump": lambda s, t, v: s.trump is None,
    # Bids
    "tell-bid-open": lambda s, t, v: s.bids[t.number] is None,
    "tell-bid-needs": lambda s, t, v: v["count"] == tricks_needed(s, v) > 0,
    "tell-bid-full": lambda s, t, v: tricks_needed(s, v) == 0 and sum(s.play.tricks_won) < s.cards,
    "tell-bid-made": lambda s, t, v: tricks_needed(s, v) == 0 and sum(s.play.tricks_won) == s.cards,
    "tell-bid-over": lambda s, t, v: tricks_needed(s, v) < 0,
    "tell-bid-short": lambda s, t, v: tricks_needed(s, v) > s.cards - sum(s.play.tricks_won),
    "tell-bid-missed": lambda s, t, v: (
        tricks_needed(s, v) != 0 and sum(s.play.tricks_won) == s.cards
    ),
    "tell-bids-even": lambda s, t, v: sum(s.bids) == s.cards,
    "tell-bids-over": lambda s, t, v: v["bids"] == sum(s.bids) > s.cards == v["tricks"],
    "tell-bids-under": lambda s, t, v: v["bids"] == sum(s.bids) < s.cards == v["tricks"],
    "tell-hook": lambda s, t, v: None in s.bids and v["count"] == s.cards,
    "bids-so-far": lambda s, t, v: (
        None in s.bids and (v["bids"], v["count"]) == (sum(filter(None, s.bids)), s.cards)
    ),
    "tell-blind": lambda s, t, v: s.deal == 1,
    # The beat relation
    "tell-takers": lambda s, t, v: are_takers_exact(s, v),
    "tell-takers-eights": lambda s, t, v: (
        are_takers_exact(s, v) and v["suit"] is s.situation.main_suit
    ),
    "tell-takers-void": lambda s, t, v: are_takers_exact(s, v),
    "tell-takers-none": lambda s, t, v: are_takers_exact(s, v),
    "tell-trump-own": lambda s, t, v: s.trumps.personal_suits[t.number] is v["suit"],
    "tell-trump-open": lambda s, t, v: s.trumps.personal_suits[t.number] is None,
    "tell-trumps-one": lambda s, t, v: s.trumps.classes.count(1) == 1,
    "tell-trumps-two": lambda s, t, v: (
        s.trumps.classes[v["suit"]] == s.trumps.classes[v["trump"]] == 1
    ),
    "tell-trumps-ranked": lambda s, t, v: (v["suit"], v["trump"]) == (Suit.SPADES, Suit.DIAMONDS),
    "tell-main": lambda s, t, v: (
        s.situation.main_suit is v["suit"] and v["card"] == s.play.trick[0]
    ),
    "tell-main-renamed": lambda s, t, v: (
        v["card"] == s.situation.eight and s.situation.main_suit is v["suit"]
    ),
    "tell-main-open": lambda s, t, v: not s.play.trick,
    "tell-counts-cards": lambda s, t, v: (
        set(v["cards"]) == scoring_cards(s)
        and v["number"] * len(v["cards"]) == v["total"] == contract_of_deal(s.deal).total_points
    ),
    "tell-counts-card": lambda s, t, v: set(v["cards"]) == scoring_cards(s),
    "tell-against": lambda s, t, v: sign_of_deal(s.deal) < 0,
    "tell-for": lambda s, t, v: sign_of_deal(s.deal) > 0,
    "tell-half-left": lambda s, t, v: v["count"] == -s.deal % 12 > 0,
    "tell-half-last": lambda s, t, v: s.deal in (12, 24),
    "tell-tricks-points": lambda s, t, v: v["count"] == s.play.tricks_won[t.number],
    "tell-banks": lambda s, t, v: s.game_data.banks[t.number] == v["count"],
    "tell-stake-go": lambda s, t, v: (
        s.game_data.stakes[t.number] is True and v["target"] == stake_targets(s.seats, s.options).go
    ),
    "tell-stake-stay": lambda s, t, v: (
        s.game_data.stakes[t.number] is False and v["points"] == s.points[t.number]
    ),
    "tell-stake-open": lambda s, t, v: s.game_data.stakes[t.number] is None,
    # Rank
    "tell-top": lambda s, t, v: v["card"] == s.pile[-1] and v["seat"] == player_of_pile_card(s, 0),
    "tell-under": lambda s, t, v: (
        v["card"] == s.pile[-1 - t.number] and v["seat"] == player_of_pile_card(s, t.number)
    ),
    "tell-top-opened": lambda s, t, v: len(s.pile) == 1,
    "tell-fits-any": lambda s, t, v: s.pile[-1].suit is None,
    "tell-fits-next": lambda s, t, v: (
        {(s.pile[-1].rank - 1) % 13, (s.pile[-1].rank + 1) % 13}
        == {rank_index(v["low"]), rank_index(v["high"])}
    ),
    "tell-fits-same": lambda s, t, v: rank_index(v["same"]) == s.pile[-1].rank,
    "tell-fits-high-ace": lambda s, t, v: s.pile[-1].code[0] == "2",
    "tell-fits-high-king": lambda s, t, v: s.pile[-1].code[0] == "Q",
    "tell-fits-high": lambda s, t, v: all(
        fit_rule_of(card, s.pile[-1]) is not None for card in beats.PACK_36 if is_high(card)
    ),
    "tell-stock-empty": lambda s, t, v: not s.stock.size,
    "tell-draws": lambda s, t, v: s.stock.size,
    "tell-holds": lambda s, t, v: v["count"] == s.hands[t.number].size,
    "tell-leaving": lambda s, t, v: not s.hands[t.number].size and t.number not in s.seats_out,
    "tell-out": lambda s, t, v: s.seats_out[v["place"] - 1] == t.number,
    "tell-passed": lambda s, t, v: t.number in s.passed_seats,
    "tell-drew": lambda s, t, v: v["number"] == 1,
    "tell-drew-back": lambda s, t, v: s.leaver is None or s.leaver != t.number,
    "tell-turn-passed": lambda s, t, v: any(
        isinstance(one, TurnPassed) and one.seat == t.number for one in s.deal_events
    ),
    # Of all games
    "tell-total": lambda s, t, v: s.totals[t.number] == v["count"],
    "tell-turn": lambda s, t, v: s.turn == t.number,
    "tell-dealer": lambda s, t, v: s.dealer == t.number,
    "tell-deal-of": lambda s, t, v: s.deal == v["deal"] <= v["deals"],
}
"""Condition on state, element and values, by the code of the message."""


@cache
def load_page_texts():
    """Return the text of each help page."""
    return {page.name: page.text for page in read_pages()}


def check_description(message, seats):
    """Check that the message is correct English for every listener, and its rule is on a page."""
    names = PLAYER_NAMES[:seats]
    for you in (None, message.values.get("seat")):
        speaker = Speaker(names, you if isinstance(you, int) else None)
        text = speaker.format_message(message)
        for wrong_words in WRONG_WORD_PATTERNS:
            assert not wrong_words.search(text), text
        assert "cards" in message.values or len(text) <= MAX_DESCRIPTION_LENGTH, text
    if message.rule:
        page, number = parse_citation(message.rule)
        assert f"# {number}. " in load_page_texts()[page], message.rule


CODES_BY_GAME = {
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
@pytest.mark.parametrize("name", CODES_BY_GAME)
def test_descriptions_of_elements_are_true(name):
    code_counts = Counter()
    for number, setup in enumerate(candidate for candidate in SETUPS if candidate.name == name):
        played, random = play_randomly(setup, 171 + number), Random(number)
        moments = played.moments
        for index in sorted(
            random.sample(range(len(moments)), min(len(moments), SAMPLES_PER_MATCH))
        ):
            state = moments[index][1]
            for element in list_elements(state):
                for message in played.game.describe_element(state, element, 0):
                    code_counts[message.code] += 1
                    check_description(message, state.seats)
                    is_true = CONDITION_BY_CODE.get(message.code, lambda *_: True)
                    assert is_true(state, element, message.values), (message, element, state)
    assert CODES_BY_GAME[name] <= set(code_counts)


@pytest.mark.parametrize("name", CODES_BY_GAME)
def test_plates_signs_and_notices_are_always_described(name):
    setup = next(candidate for candidate in SETUPS if candidate.name == name)
    played = play_randomly(setup, 5)
    for _, state in played.moments:
        picture = played.game.picture(state)
        if not picture.deal:
            continue
        for seat in range(state.seats):
            assert played.game.describe_element(
                state, TableElement(TableElementKind.PLATE, seat), 0
            )
        assert played.game.describe_element(state, TableElement(TableElementKind.NOTICE), 0)
        assert bool(picture.sign) == bool(
            played.game.describe_element(state, TableElement(TableElementKind.SIGN), 0)
        )
        trick_cards = () if picture.trick is None else picture.trick.cards
        for index in range(len(trick_cards)):
            assert played.game.describe_element(
                state, TableElement(TableElementKind.TRICK, index), None
            )
        assert (
            played.game.describe_element(
                state, TableElement(TableElementKind.TRICK, len(trick_cards)), 0
            )
            == ()
        )
