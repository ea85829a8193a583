"""Reasons for beating or not: the sentence of every rule, with its number on the page.

Every sentence is checked against the second implementation of the page in ``beats_page.py``: it
must be true, and if a single rule forbids a card to beat, that rule must be named.
"""

import itertools
from collections import Counter
from random import Random

import pytest

from games.beat import page
from games.beat.test_beats import STANDINGS, drawn_trick, own, pile_of
from greenbaize.cards import Card, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.beat import beats
from greenbaize.games.beat import reasons as beat_reasons
from greenbaize.games.beat.beats import Trumps
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import cited

C = Card.of
NONE = Trumps()
CLUBS = Trumps(classes=(1, 0, 0, 0))
RANKED = Trumps(classes=(0, 1, 0, 2))
NAMES = ("Anna", "Boris", "Vera", "Mila")


def explain_trick(codes, trumps=NONE, leader=0, players=4):
    return list(beat_reasons.explain_trick(leader, cards(codes), players, trumps))


def last(codes, trumps=NONE):
    return explain_trick(codes, trumps)[-1][1][0]


def pair(card, top):
    return {"card": C(card), "top": C(top)}


@pytest.mark.parametrize(
    ("codes", "trumps", "message"),
    [
        ("7S", NONE, Message("leads-main", {"card": C("7S"), "suit": Suit.SPADES}, "beats.md 2")),
        ("7S 9S", NONE, Message("beats-suit", pair("9S", "7S"), "beats.md 2a")),
        ("7S 7C", NONE, Message("beats-same-value", pair("7C", "7S"), "beats.md 2b")),
        ("KS QS", NONE, Message("beats-one-less", pair("QS", "KS"), "beats.md 2c")),
        ("7S 8S", NONE, Message("beats-eight", pair("8S", "7S"), "beats.md 2d")),
        ("7S 9C", CLUBS, Message("beats-trump", pair("9C", "7S"), "beats.md 2e")),
        ("9S 7S", NONE, Message("beats-not", pair("7S", "9S"), "beats.md 1")),
        ("7S 9C TS", CLUBS, Message("outclassed", pair("TS", "9C"), "beats.md 4")),
        (
            "7S 8H",
            NONE,
            Message("beats-eight-renames", pair("8H", "7S") | {"suit": Suit.HEARTS}, "beats.md 2d"),
        ),
        (
            "6S 8S KS",
            NONE,
            Message("taken-back", pair("KS", "8S") | {"led": C("6S"), "seat": 0}, "beats.md 3"),
        ),
    ],
)
def test_every_reason_names_its_rule(codes, trumps, message):
    assert last(codes, trumps) == message


WHY_NOT = (
    # Trick, trumps, sentence on the last card, and rule number
    ("9S 7S", NONE, "7♠ does not beat 9♠.", "1"),
    (
        "QS 8S",
        NONE,
        "8♠ does not beat Q♠: an eight beats all but the queen and king of its suit.",
        "1",
    ),
    ("9S 9C 7S", NONE, "9♣ is of another suit, so 7♠ would have to beat 9♠, and does not.", "2a"),
    ("7S KC QS", own({1: "C"}), "Q♠ would beat 7♠, but stands below the trump K♣.", "2a"),
    ("7S QS 7C", NONE, "7♣ has the rank led, which beats 7♠ but not Q♠.", "2b"),
    ("7H JH JC", NONE, "J♣ has the rank of J♥, but only the rank of 7♥ counts.", "2b"),
    (
        "7S QS JS",
        NONE,
        "J♠ is one step below Q♠, which counts only in a chain down from 7♠.",
        "2c",
    ),
    ("JS JC 9S", NONE, "9♠ is one step below J♠, but as such beats only J♠ itself.", "2c"),
    ("7S 8C 7D", NONE, "7♦ beats nothing by its rank any more: 8♣ renamed the main suit.", "2d"),
    ("7S 8C QC JC", NONE, "J♣ is one less, which no longer counts since 8♣ renamed the main", "2d"),
    (
        "7S 8C KH JC",
        own({2: "H"}),
        "On 8♣ and the trump K♥, J♣ must beat both; 8♣ it does not.",
        "2d",
    ),
    ("KS AS TC", own({2: "C"}), "10♣ is trump, but does not stand above A♠.", "2e"),
    ("6S 6C TC", own({2: "C"}), "10♣ is trump, but does not beat 6♣ of its own suit.", "2e"),
    ("KS JS 9S QC", own({3: "C"}), "Q♣ is trump, but does not stand above K♠.", "2e"),
    ("KS 6S QC", own({2: "C"}), "Q♣ is trump, but has to stand above K♠ as well.", "2e"),
    ("TH TC", own({0: "H"}), "10♥ is Anna's own trump: only hearts and eights beat here.", "4.1"),
    ("TH AC", own({0: "H", 1: "C"}), "10♥ is Anna's own trump: only hearts and eights", "4.1"),
    ("7S 7C 7H", own({1: "C"}), "7♣ is Boris's trump, which stands above 7♥ of the same", "4.1"),
    ("6S QS KC", own({2: "C"}), "On a led six no trump beats Q♠, the queen of its suit.", "4.1"),
    ("7S 9C TS", CLUBS, "10♠ is no trump and cannot beat 9♣, which is one.", "4"),
    ("6S 9D", RANKED, "9♦ is a junior trump and cannot beat 6♠, a senior one.", "4"),
    ("7S QC", NONE, "Q♣ is neither of spades, the main suit, nor of the rank of 7♠.", "2"),
    ("7S QH", CLUBS, "Q♥ is neither of spades nor of the rank of 7♠, nor a trump.", "2"),
    ("7S QH", own({1: "C"}), "Q♥ is neither of spades nor of the rank of 7♠, nor Boris's", "2"),
    ("7S 8C QH", NONE, "Q♥ is not of clubs, the main suit now.", "2"),
    ("7S 8H QS", CLUBS, "Q♠ is neither of hearts, the main suit now, nor a trump.", "2"),
    ("7S 8C QH", own({2: "D"}), "Q♥ is neither of clubs, the main suit now, nor Vera's", "2"),
)


@pytest.mark.parametrize(("codes", "trumps", "sentence", "rule"), WHY_NOT)
def test_a_card_that_does_not_beat_is_told_why(codes, trumps, sentence, rule):
    message = explain_trick(codes, trumps, players=len(codes.split()))[-1][1][0]
    assert Speaker((*NAMES, "Ida")).say(message).startswith(sentence)
    assert cited(message.rule) == f"Beating, § {rule}"


def test_an_eight_beside_the_main_suit_is_told_why():
    said = beat_reasons.effect(pile_of("7S"), C("8H"), 1, NONE, void=False)
    assert said == Message(
        "eight-needs-void", {"card": C("8H"), "suit": Suit.SPADES}, "beats.md 2d"
    )


# Check every sentence against the second implementation of the page

NAMED = {
    "beats-not": ("1", {"2a:table"}),
    "eight-too-low": ("1", {"2d:table"}),
    "not-over-led": ("2a", {"2a:naming"}),
    "not-over-eight": ("2d", {"2a:naming"}),
    "below-trump": ("2a 2d", {"2a:under"}),
    "value-late": ("2b", {"2b:late"}),
    "value-not-led": ("2b", {"2b:other"}),
    "value-renamed": ("2d", {"2b:renamed"}),
    "one-less-gap": ("2c", {"2c:gap"}),
    "one-less-late": ("2c", {"2c:covered"}),
    "one-less-renamed": ("2d", {"2c:renamed"}),
    "eight-needs-void": ("2d", {"2d:holds"}),
    "trump-too-low": ("2e", {"2e:top"}),
    "trump-own-suit": ("2e", {"2e:top"}),
    "trump-below-led": ("2e", {"2e:led"}),
    "queen-on-six": ("4.1", {"2e:queen"}),
    "leader-trump": ("4.1", {"2b:leader", "2e:leader"}),
    "value-below-trump": ("4.1", {"2b:ordinary"}),
    "outclassed": ("4", {f"{way}:classes" for way in ("2a", "2b", "2c", "2d")}),
    "outclassed-junior": ("4", {f"{way}:classes" for way in ("2a", "2b", "2c", "2d", "2e")}),
}
"""Rule of each reason, and the obstacle that the second implementation must find."""
STRANGERS = {
    f"stranger{trumps}{now}" for trumps in ("", "-trumps", "-own") for now in ("", "-renamed")
}


def pile_after(played, trumps):
    """Return the program's pile of these cards."""
    (leader, led), *rest = played
    pile = beats.lead(C(led), leader)
    for seat, code in rest:
        how = beats.way_played(pile, C(code), seat, trumps)
        pile = beats.laid(pile, C(code), seat, how)
    return pile


def check(played, seat, code, standing, trumps, *, void):
    """Check the sentence on a card played to these cards, and return its code.

    Raises:
        AssertionError: the sentence is not true.
    """
    at = page.read(played, standing)
    (_, led), (_, top) = played[0], played[at.top]
    said = beat_reasons.effect(pile_after(played, trumps), C(code), seat, trumps, void=void)
    rules = page.beating(played, seat, code, standing, void=void)
    ways = page.hindrances(played, seat, code, standing, void=void)
    where = (played, seat, code, standing, said)
    assert {way for way, found in ways.items() if not found} == rules, where
    values = {key: getattr(val, "code", val) for key, val in said.values.items()}
    assert values.get("card", code) == code, where
    assert values.get("top", top) == top, where
    if rules:
        assert said.code.startswith(("beats-", "taken-back")), where
        assert said.code == "taken-back" or said.rule == f"beats.md {min(rules)}", where
        return said.code
    naming = played[at.names][1]
    assert values.get("eight", naming) == naming, where
    assert values.get("led", led) in (led, naming), where
    number = said.rule.removeprefix("beats.md ")
    if said.code in STRANGERS:
        assert not ways, where
        assert number == "2", where
        assert ("trumps" in said.code) == any(standing.common.values()), where
        assert ("own" in said.code) == (seat in standing.own), where
        assert ("renamed" in said.code) == (at.names != 0), where
        assert values["suit"].letter == naming[1], where
        return said.code
    numbers, wanted = NAMED[said.code]
    assert number in numbers.split(), where
    found = {f"{way}:{word}" for way, words in ways.items() for word in words}
    assert found & wanted, where
    alone = {f"{way}:{word}" for way, words in ways.items() for word in words if len(words) == 1}
    if "2e" in ways:
        # A trump is explained as a trump, whatever the rank of the top card.
        alone -= {"2b:other", "2b:renamed"}
    assert not alone or alone & wanted, (where, alone)
    assert facts_hold(said.code, values, played, standing, seat), where
    return said.code


def facts_hold(code, values, played, standing, seat):
    """Return whether the sentence's further statements hold for the cards."""
    at = page.read(played, standing)
    (leader, led), (top_seat, top) = played[0], played[at.top]
    card, naming = values.get("card"), played[at.names][1]
    rank = {code: page.ORDER.index(code[0]) for code in (card, led, top) if code}
    facts = {
        "one-less-gap": lambda: page.step(card, top) and at.names == 0,
        "one-less-late": lambda: page.step(card, led) and at.top != 0,
        "one-less-renamed": lambda: page.step(card, top) and naming[0] == "8",
        "not-over-led": lambda: top[1] != led[1] and not page.table(card, led),
        "not-over-eight": lambda: (
            standing.trump(played[at.top][0], top)
            and values["led"] == naming
            and not page.table(card, naming)
        ),
        "below-trump": lambda: (
            page.table(card, values["led"])
            and standing.trump(top_seat, top)
            and rank[card] < rank[top]
        ),
        "leader-trump": lambda: (
            values["seat"] == leader and values["led"] == led and values["suit"].letter == led[1]
        ),
        "value-late": lambda: card[0] == led[0] and top != led,
        "value-not-led": lambda: card[0] == top[0] != led[0],
        "value-renamed": lambda: naming[0] == "8" and card[0] in (top[0], led[0]),
        "value-below-trump": lambda: (
            values["seat"] == top_seat
            and standing.trump(top_seat, top)
            and not standing.trump(seat, card)
            and card[0] == top[0]
        ),
        "queen-on-six": lambda: led[0] == "6" and top == "Q" + led[1],
        "trump-own-suit": lambda: card[1] == top[1] and standing.trump(seat, card),
        "trump-too-low": lambda: rank[card] <= rank[top] and standing.trump(seat, card),
        "trump-below-led": lambda: rank[card] <= rank[led] and standing.trump(seat, card),
        "eight-too-low": lambda: card[0] == "8" and card[1] == top[1] and top[0] in "QK",
        "outclassed": lambda: standing.level(card) == 0 < standing.level(top),
        "outclassed-junior": lambda: standing.level(card) == 1 < standing.level(top),
    }
    return facts.get(code, lambda: True)()


def as_page_reads(trumps):
    """Return the same trumps for the second implementation."""
    if trumps.own:
        suits = {seat: suit.letter for seat, suit in enumerate(trumps.own) if suit is not None}
        return page.Standing(own=suits, personal=True)
    return page.Standing(common={suit.letter: trumps.classes[suit] for suit in Suit})


@pytest.mark.slow
@pytest.mark.parametrize("trumps", [one[1] for one in STANDINGS], ids=[one[0] for one in STANDINGS])
def test_every_second_card_on_every_led_card_is_told_what_is_so(trumps):
    if trumps.own:
        trumps = Trumps(own=trumps.own[:2])
    standing, seen = as_page_reads(trumps), Counter()
    for led, card in itertools.permutations(page.CARDS, 2):
        for void in (True, False):
            if void and card[1] == led[1]:
                continue
            seen[check([(0, led)], 1, card, standing, trumps, void=void)] += 1
    assert sum(seen.values()) == 36 * (8 + 2 * 27)
    assert len(seen) >= 7


@pytest.mark.slow
def test_every_card_in_any_trick_is_told_what_is_so():
    random, seen = Random("reasons"), Counter()
    for _ in range(5000):
        trumps, standing, played = drawn_trick(random)
        for at in range(1, len(played)):
            seat, code = played[at]
            main = page.read(played[:at], standing).names
            void = code[1] != played[main][1][1]
            seen[check(played[:at], seat, code, standing, trumps, void=void)] += 1
    unmet = {code for code in (*NAMED, *STRANGERS) if not seen[code]}
    # A seat that plays an eight has no card of the main suit; the other code is rare.
    assert unmet <= {"eight-needs-void", "value-below-trump"}


@pytest.mark.parametrize("trumps", [own("-CDH"), own("SCDH"), CLUBS, RANKED])
def test_every_third_card_on_a_led_spade_is_told_what_is_so(trumps):
    standing, seen = as_page_reads(trumps), Counter()
    for led, second, card in itertools.permutations(page.CARDS, 3):
        if led[1] == "S" and card[0] in (led[0], second[0], "J", "Q", "T"):
            played = [(0, led), (1, second)]
            main = played[page.read(played, standing).names][1][1]
            seen[check(played, 2, card, standing, trumps, void=card[1] != main)] += 1
    assert len(seen) > 12


def test_a_queen_and_a_jack_of_the_same_suit_know_a_chain_from_a_gap():
    assert last("KS QS JS").code == "beats-one-less"
    assert last("9S QS JS").code == "one-less-gap"


# Cards that would have taken the trick

REMEDIES = {
    "takers": (True, False),
    "takers-eights": (True, True),
    "takers-void": (False, True),
    "takers-none": (False, False),
}


def takers_by_page(played, seat, gone, standing):
    """Return the cards that take the trick from any hand, and from one without the main suit."""
    main = played[page.read(played, standing).names][1][1]
    free, void = set(), set()
    for card in set(page.CARDS) - set(gone):
        how = page.beating(played, seat, card, standing, void=True)
        if how and page.taker([*played, (seat, card)], standing) == seat:
            after = page.read([*played, (seat, card)], standing)
            if after.top == len(played):
                (void if card[0] == "8" and card[1] != main else free).add(card)
    return free, void


@pytest.mark.slow
def test_what_would_have_taken_the_trick_is_named_exactly():
    random, seen = Random("takers"), Counter()
    for _ in range(1500):
        trumps, standing, played = drawn_trick(random)
        leader, players = played[0][0], len(played)
        told = beat_reasons.explain_trick(
            leader, cards(" ".join(c for _, c in played)), players, trumps
        )
        before = None
        for at, (seat, said) in enumerate(told):
            assert seat == played[at][0]
            beaten = not at or page.read(played[: at + 1], standing).top == at
            back = said[0].code == "taken-back"
            if beaten or back:
                assert len(said) == 1
                before = None
                continue
            gone = [code for _, code in played[: at + 1]]
            wanted = takers_by_page(played[:at], seat, gone, standing)
            if len(said) == 1:
                # The same cards were just named for the card before.
                assert before == wanted, played
                continue
            (remedy,) = said[1:]
            named = remedy.values.get("cards", ()), remedy.values.get("eights", ())
            assert REMEDIES[remedy.code] == tuple(map(bool, wanted)), (played, remedy)
            assert tuple({card.code for card in some} for some in named) == wanted, played
            assert remedy.values["top"].code == played[page.read(played[:at], standing).top][1]
            assert remedy.values.get("suit", None) in (None, pile_after(played[:at], trumps).main)
            assert remedy.rule == ""
            before = wanted
            seen[remedy.code] += 1
    assert set(seen) == set(REMEDIES)


def test_what_would_have_taken_it_is_said_in_a_sentence():
    said = explain_trick("TH TC", own({0: "H"}))[1][1][1]
    takers = "What takes the trick from 10♥: 6♥ 8♥ K♥ A♥; without hearts also 8♣, 8♦, 8♠."
    assert Speaker(NAMES).say(said) == takers
    said = [len(one) for _, one in explain_trick("7S QS 9H 7C")]
    assert said == [1, 1, 2, 1]  # the last one adds nothing new


def test_a_story_goes_card_by_card_from_the_leader():
    told = explain_trick("6S 8S KS JC", leader=2, players=4)
    assert [seat for seat, _ in told] == [2, 3, 0, 1]
    assert [said[0].code for _, said in told] == [
        "leads-main",
        "beats-eight",
        "taken-back",
        "stranger",
    ]
    # A card that was taken back no longer lies on top.
    assert told[3][1][1].values["top"] == C("6S")
    assert told[2][1][0].values["seat"] == 2


def test_an_eight_that_is_led_again_renames_nothing():
    assert last("7S 8H KH").code == "beats-suit"
    assert last("8S 8C").code == "beats-eight-renames"
    assert beats.is_eight(C("8C"))
    assert not beats.is_eight(C("9C"))


def test_reasons_are_short_enough_for_a_note_on_a_card():
    longest = {}
    words = GAMES["master"].words().sentences
    for code in (*NAMED, *STRANGERS, *(f"{code}.you" for code in NAMED)):
        if code in words:
            filled = words[code].format(
                card="10♠", top="10♥", led="10♦", eight="8♣", suit="diamonds", seat="Alexandra"
            )
            longest[code] = len(filled)
    assert max(longest.values()) <= 80, longest
