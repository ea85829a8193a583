"""Games of the beat relation: trick values, effects, plates, notices and the table snapshot."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from games.beat.tables import BeatTable
from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import Trumps
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.play import first_leader, trump_options
from greenbaize.games.beat.reasons import (
    RING_RANKS,
    describe_ring,
    explain_situation,
    trumps_by_class,
)
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.hands import Hand, Trick, TrickPlay
from greenbaize.rules.messages import Message, Misfit
from greenbaize.rules.options import resolve_options
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import NO_CURRENT_RULES, PlateTally, TallyShape
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly

ASS_GAME, MASTER_GAME = GAMES["ass"], GAMES["master"]
card_of = Card.of


def create_table_at_deal(deal, *hands):
    match = BeatTable(MASTER_GAME, len(hands), stack={deal: hands}, leader=2)
    match.play_until(until_deal=deal)
    return match


@pytest.mark.parametrize(
    ("deal", "trick", "value"),
    [
        (1, "6C", -1),
        (13, "6C", 1),
        (2, "KC JC QC", -4),
        (3, "6C 6D 7D", -6),
        (4, "6H 7H TH", -12),
        (17, "TC AC KC", 10),
        (6, "JD QD KD JC", -18),
        (7, "QC QD", -14),
        (8, "8C", -8),
        (21, "QS QD", 9),
        (22, "KH KD", 10),
        (11, "AC", 0),
        (12, "AC TC", -22),
        (24, "6S 7S 9S JS", 11),
    ],
)
def test_trick_values_by_deal(deal, trick, value):
    match = create_table_at_deal(deal, *[""] * 4)
    assert MASTER_GAME.trick_value(match.state, parse_cards(trick)) == value


def test_the_last_two_tricks_are_worth_eleven():
    match = create_table_at_deal(11, *[""] * 4)
    play = match.state.play._replace(taken_tricks=((0, Trick(0, ())),) * 7)
    earlier = play._replace(taken_tricks=play.taken_tricks[1:])
    assert MASTER_GAME.trick_value(match.state._replace(play=play), parse_cards("6C")) == -11
    assert MASTER_GAME.trick_value(match.state._replace(play=earlier), parse_cards("6C")) == 0


def test_a_card_is_explained_with_its_effect_and_the_trick_value():
    match = create_table_at_deal(3, "6D 9D", "7D 9C", "QD JD", "KD TD")
    assert match.state.turn == 0
    led = Message("leads-main", {"card": card_of("6D"), "suit": Suit.DIAMONDS}, "beats.md 2")
    # The queen and the eight of diamonds, and the sixes and eights outside the own hand.
    rivals = Message("lead-rivals", {"count": 6, "total": 27}, "beats.md 5")
    assert MASTER_GAME.explain(match.state, PlayCommand(0, card_of("6D"))).sentences == (
        led,
        rivals,
    )
    assert match.play_cards("6D 7D") is None
    beats = Message("beats-suit", {"card": card_of("QD"), "top": card_of("6D")}, "beats.md 2a")
    holds = Message("trick-holds", {"count": -3}, "master.md 4")
    assert MASTER_GAME.explain(match.state, PlayCommand(2, card_of("QD"))).sentences == (
        beats,
        holds,
    )


def test_the_notice_names_the_contract_and_whether_it_counts_against_or_for():
    (notice,) = MASTER_GAME.notices(create_table_at_deal(7, *[""] * 3).state)
    assert notice == Message("contract-queens-against", {"by": -7}, "master.md 4")
    (notice,) = MASTER_GAME.notices(create_table_at_deal(19, *[""] * 3).state)
    assert notice == Message("contract-queens-for", {"by": 7}, "master.md 4")
    new_match = BeatTable(MASTER_GAME, 3, trumps="personal")
    assert MASTER_GAME.notices(new_match.state) == ()
    assert MASTER_GAME.max_deals(new_match.state) == 24


def test_a_personal_trump_stands_on_the_plate():
    match = BeatTable(MASTER_GAME, 3, trumps="personal")
    explanation = MASTER_GAME.explain(match.state, ChooseTrumpCommand(1, Suit.HEARTS))
    assert explanation.sentences == (
        Message("chooses-trump", {"suit": Suit.HEARTS}, "beats.md 4.1"),
    )
    match.authority.submit(ChooseTrumpCommand(1, Suit.HEARTS))
    plates = MASTER_GAME.picture(match.state).plates
    assert [plate.personal_suit for plate in plates] == [None, Suit.HEARTS, None]
    assert MASTER_GAME.picture(match.state).trumps == ()


def create_ass_table(*hands, **options):
    return BeatTable(ASS_GAME, len(hands), stack={1: hands}, **options)


def test_a_stake_is_explained_with_its_target():
    match = create_ass_table("6D", "7D", "9D")
    for go, code, count in ((True, "stake-go", 56), (False, "stake-stay", 80)):
        explanation = ASS_GAME.explain(match.state, StakeCommand(0, go))
        assert explanation.is_allowed
        assert Message(code, {"count": count}, "ass.md 3") in explanation.sentences


def test_the_plate_shows_banks_stake_target_and_points():
    match = create_ass_table("6D 7C 9C JC", "7D AS 9S JS", "TD TC KC KS")
    match.make_stakes(True, False)
    plates = ASS_GAME.picture(match.state).plates
    coins = PlateTally(TallyShape.COINS, 3)
    assert [(plate.tally, plate.deal_message) for plate in plates] == [
        (coins, Message("plate-go", {"points": 0, "target": 56})),
        (coins, Message("plate-stay", {"points": 0, "target": 80})),
        (coins, None),
    ]
    match.make_stakes(False)
    assert match.state.turn == 0
    assert match.play_cards("6D 7D TD") is None
    plates_after_trick = ASS_GAME.picture(match.state).plates
    # No ten beats a six.
    assert [plate.deal_message.values["points"] for plate in plates_after_trick] == [9, 0, 0]


def test_the_picture_shows_main_suit_stock_and_who_wins():
    match = create_ass_table(
        "6D 7C 9C JC", "8H AS 9S JS", "TD TC KC KS", refill=True, trumps="ranked"
    )
    picture = ASS_GAME.picture(match.state)
    assert (picture.stock_size, picture.sign.suit, picture.winning_index) == (24, None, None)
    assert picture.trumps == (Suit.SPADES, Suit.DIAMONDS)
    match.make_stakes(True, True, True)
    match.play_cards("6D")
    assert ASS_GAME.picture(match.state).sign.suit is Suit.DIAMONDS
    assert ASS_GAME.picture(match.state).winning_index == 0
    assert ASS_GAME.max_deals(match.state) == 60


def test_a_trick_is_explained():
    match = create_ass_table("6D 7C 9C JC", "7D AS 9S JS", "TD TC KC KS")
    match.make_stakes(False, False, False)
    match.play_cards("6D 7D TD")
    ((taker, trick),) = match.state.play.taken_tricks
    descriptions = ASS_GAME.explain_trick(match.state, trick)
    assert [seat for seat, _ in descriptions] == [0, 1, 2]
    codes = [[message.code for message in messages] for _, messages in descriptions]
    assert codes == [["leads-main"], ["beats-not", "takers-eights"], ["beats-not"]]
    assert taker == 0


card_of, NO_TRUMPS = Card.of, Trumps()
RANKED_CLASSES = Trumps(classes=(0, 1, 0, 2))
HEARTS_OF_MILA = Trumps(personal_suits=(Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS))


def build_trick_situation(codes, trumps=NO_TRUMPS, leader=0):
    """Return the situation after these cards, played in turn."""
    first, *later_cards = map(card_of, codes.split())
    situation = beats.start_situation(first, leader)
    for turn, card in enumerate(later_cards, leader + 1):
        rule = beats.find_played_beat_rule(situation, card, turn % 4, trumps)
        situation = beats.add_to_situation(situation, card, turn % 4, rule)
    return situation


@pytest.mark.parametrize("suit", "CDHS")
def test_beats_1_each_of_the_ring_beats_the_next_and_is_not_beaten_by_it(suit):
    for rank, next_rank in pairwise([*RING_RANKS, RING_RANKS[0]]):
        assert beats.beats_in_suit(card_of(rank + suit), card_of(next_rank + suit))
        assert not beats.beats_in_suit(card_of(next_rank + suit), card_of(rank + suit))


@pytest.mark.parametrize(
    ("codes", "suit", "top"),
    [("AS", Suit.SPADES, "A"), ("AS 6S", Suit.SPADES, "6"), ("7H KH", Suit.HEARTS, "")],
)
def test_the_ring_has_the_main_suit_and_the_winning_rank(codes, suit, top):
    ring = describe_ring(build_trick_situation(codes), NO_TRUMPS)
    assert (ring.ranks, ring.suit, ring.winning_rank) == (RING_RANKS, suit, top)


def test_a_card_of_another_suit_is_not_of_the_ring():
    assert describe_ring(build_trick_situation("6S 6H"), NO_TRUMPS).winning_rank == ""


@pytest.mark.parametrize(
    ("codes", "trumps", "code"),
    [
        ("6S 8S", NO_TRUMPS, "ring-back"),
        ("8S 8C", NO_TRUMPS, "ring-renamed"),
        ("8S", NO_TRUMPS, "ring-on-eight"),
        ("7C", HEARTS_OF_MILA, "ring-leader-trump"),
        ("6S", HEARTS_OF_MILA, "ring-queen"),
        ("9H AS", RANKED_CLASSES, "ring-trumped"),
        ("9H", NO_TRUMPS, "ring-eight"),
    ],
)
def test_exceptions_to_the_ring_come_first(codes, trumps, code):
    assert describe_ring(build_trick_situation(codes, trumps), trumps).special_cases[0].code == code


def test_exceptions_that_do_not_apply_are_not_mentioned():
    codes = [
        message.code
        for message in describe_ring(build_trick_situation("9H"), NO_TRUMPS).special_cases
    ]
    assert codes == ["ring-eight"]
    # Before the lead a trump that beats any class is possible, over a card without class it is not.
    assert [m.code for m in describe_ring(None, NO_TRUMPS).special_cases][-1] == "ring-eight"
    assert [m.code for m in describe_ring(None, RANKED_CLASSES).special_cases][
        -1
    ] == "ring-eight-trumps"
    assert [
        m.code for m in describe_ring(build_trick_situation("9H"), RANKED_CLASSES).special_cases
    ] == ["ring-eight"]
    # An eight without class does not beat a trump.
    assert "ring-eight" not in {
        m.code
        for m in describe_ring(
            build_trick_situation("9H AS", RANKED_CLASSES), RANKED_CLASSES
        ).special_cases
    }


def ring_sentences(situation, trumps=NO_TRUMPS, seat=1):
    speaker = Speaker(["Anna", "Boris", "Vera", "Mila"])
    table_cards = () if situation is None else (situation.led_card, situation.top)
    messages = explain_situation(situation, table_cards, seat, trumps, must_beat=False)
    return "\n".join(speaker.format_message(message) for message in messages)


def test_beats_3_the_cards_that_give_the_trick_back_are_named():
    text = ring_sentences(build_trick_situation("6S 8S"))
    assert "beats 8♠ but not 6♠, and so gives the trick back: K♠" in text
    assert "What takes the trick from 8♠: Q♠" in text


def test_the_named_takers_are_those_of_the_rules():
    situation = build_trick_situation("AS")
    text = ring_sentences(situation)
    taking = text.splitlines()[0]
    for card in beats.PACK_36:
        rule = beats.find_beat_rule(situation, card, 1, NO_TRUMPS, void=True)
        takes = rule is not None and not beats.is_taken_back(situation, card, rule)
        if card.suit is Suit.SPADES and card is not situation.led_card:
            assert takes == (card.name.removesuffix("♠") in taking.partition(";")[0].split(":")[1])


def test_beats_4_trumps_by_their_standing():
    assert trumps_by_class(RANKED_CLASSES) == ((Suit.SPADES,), (Suit.DIAMONDS,))
    assert trumps_by_class(Trumps(classes=(1, 0, 0, 1))) == ((Suit.CLUBS, Suit.SPADES),)
    assert trumps_by_class(NO_TRUMPS) == trumps_by_class(HEARTS_OF_MILA) == ()
    assert "spades stand above diamonds" in ring_sentences(None, RANKED_CLASSES)
    assert "neither above the other" in ring_sentences(None, Trumps(classes=(1, 0, 0, 1)))
    assert "no trumps" in ring_sentences(None)
    assert "of their own" in ring_sentences(None, HEARTS_OF_MILA)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name in ("master", "ass") for seats in GAMES[name].seats],
)
@pytest.mark.parametrize("trumps", ["none", "one", "two", "ranked"])
def test_current_rules_can_be_spoken_at_any_moment(game, seats, trumps):
    match = BeatTable(GAMES[game], seats, trumps=trumps)
    match.play_until(until_deal=2)
    speaker = Speaker([f"P{seat}" for seat in range(seats)])
    for _, state in match.moments:
        for seat in (None, *range(seats)):
            current_rules = GAMES[game].current_rules(state, seat)
            assert (current_rules.ring is None) == (state.deal == 0)
            brief = () if current_rules.ring is None else current_rules.ring.special_cases
            for message in (*current_rules.situation, *current_rules.scoring, *brief):
                assert speaker.format_message(message)


def test_ass_5_and_max_have_card_points():
    ass = BeatTable(GAMES["ass"], 4)
    text = " ".join(map(Speaker().format_message, GAMES["ass"].current_rules(ass.state, 0).scoring))
    assert "An eight counts 16, an ace 12, a ten 10" in text
    assert "a six −1" in text
    assert "Go: with 68 points a bank less" in text
    assert "Stay: with 92 a bank less" in text
    master = BeatTable(GAMES["master"], 3)
    master.play_until(until_deal=12)
    codes = [message.code for message in GAMES["master"].current_rules(master.state, 0).scoring]
    assert codes == ["contract-max-against", "count-max", "count-suit"]


def test_max_distinguishes_tricks_and_card_points():
    table = BeatTable(GAMES["master"], 3)
    table.play_until(until_deal=12)
    while len(table.state.play.taken_tricks) < 2:
        legal = table.game.legal(table.state, table.state.turn)
        assert table.authority.submit(legal[0]) is None
    for seat in range(3):
        messages = table.game.describe_element(
            table.state, TableElement(TableElementKind.PLATE, seat), None
        )
        (line,) = [message for message in messages if message.code == "tell-tricks-card-points"]
        plate = table.game.plate(table.state, seat).deal_message
        assert line.values["count"] == table.state.play.tricks_won[seat]
        assert line.values["points"] == plate.values["count"]
        assert line.values["by"] == plate.values["by"] in (0, -12)


def test_the_eight_is_held_only_against_its_suit_where_trumps_may_beat_it():
    (eight,) = [
        message
        for message in describe_ring(build_trick_situation("9C"), NO_TRUMPS).special_cases
        if message.code == "ring-eight"
    ]
    assert Speaker().format_message(eight) == "8♣ beats all but K♣, Q♣"


def test_beats_2e_a_trump_not_above_the_led_card_has_a_reason():
    trumps = Trumps(personal_suits=(None, Suit.SPADES, None, None))
    text = ring_sentences(build_trick_situation("9C 8C", trumps), trumps)
    assert "from 8♣: J♠ Q♠ K♠ 10♠ A♠, Q♣ K♣" in text
    assert "A trump has to stand above 9♣, the card led, as well." in text
    assert "the card led, as well" not in ring_sentences(
        build_trick_situation("7C 8C", trumps), trumps
    )


# Trumps, hands and views


@pytest.mark.parametrize(
    ("seats", "options", "trumps"),
    [
        (3, {"trumps": "personal"}, Trumps(personal_suits=(None,) * 3)),
        (3, {"trumps": "ranked"}, Trumps(classes=(0, 1, 0, 2))),
        (3, {"trumps": "none"}, Trumps(classes=(0, 0, 0, 0))),
        (3, {"trumps": "one", "trump_suits": ["H"]}, Trumps(classes=(0, 0, 1, 0))),
        (3, {"trumps": "two", "trump_suits": ["S", "C"]}, Trumps(classes=(1, 0, 0, 1))),
    ],
)
def test_a_match_begins_with_the_trumps_of_its_options(seats, options, trumps):
    settings = resolve_options(MASTER_GAME.options, seats, options)
    state = MASTER_GAME.initial_state(seats, settings)
    assert state.trumps == trumps
    assert state.points == (0,) * seats


@pytest.mark.parametrize(
    ("seats", "default"), [(2, "personal"), (4, "personal"), (5, "none"), (6, "none")]
)
def test_the_default_trumps_depend_on_the_number_of_players(seats, default):
    trumps, trump_suits = trump_options("personal", "none")
    settings = resolve_options((trumps, trump_suits), seats, {})
    assert settings["trumps"] == default
    assert settings.get_suits("trump_suits") == ()


def test_personal_trumps_are_chosen_in_turn_and_differ():
    match = BeatTable(MASTER_GAME, 3, trumps="personal")
    assert MASTER_GAME.phase(match.state) == "trump"
    assert match.state.turn == 1
    assert MASTER_GAME.choices(match.state, 1) == [ChooseTrumpCommand(1, suit) for suit in Suit]
    assert [message.code for message in MASTER_GAME.notes(match.state, 1)] == [
        "trump-does",
        "trump-unseen",
    ]
    assert match.authority.submit(ChooseTrumpCommand(1, Suit.HEARTS)) is None
    refusal = match.authority.submit(ChooseTrumpCommand(2, Suit.HEARTS))
    assert refusal == Message("trump-taken", {"suit": Suit.HEARTS}, "beats.md 4.1")
    for seat, suit in ((2, Suit.CLUBS), (0, Suit.SPADES)):
        assert match.authority.submit(ChooseTrumpCommand(seat, suit)) is None
    assert match.state.trumps.personal_suits == (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)
    assert (MASTER_GAME.phase(match.state), MASTER_GAME.notes(match.state, 1)) == ("play", ())
    meaning = MASTER_GAME.meaning(match.state, ChooseTrumpCommand(1, Suit.CLUBS))
    assert meaning == (Message("chooses-trump", {"suit": Suit.CLUBS}, "beats.md 4.1"),)


@pytest.mark.parametrize(
    ("trumps", "situation", "message", "suit"),
    [
        (Trumps(), True, "sign-main", Suit.CLUBS),
        (Trumps(classes=(0, 1, 0, 2)), True, "sign-main", Suit.CLUBS),
        (Trumps(classes=(0, 1, 0, 2)), False, "sign-trumps", None),
        (Trumps(personal_suits=(None, Suit.CLUBS, None)), False, "sign-own", None),
        (Trumps(personal_suits=(None, None, None)), False, "sign-none", None),
        (Trumps(), False, "sign-none", None),
    ],
)
def test_the_sign_has_the_main_suit_or_the_trumps(trumps, situation, message, suit):
    state = replace(BeatTable(MASTER_GAME, 3).state, trumps=trumps)
    if situation:
        state = replace(state, situation=beats.play_on_situation(None, card_of("7C"), 0, trumps))
    sign = MASTER_GAME.trump_sign(state)
    assert (sign.message.code, sign.suit) == (message, suit)
    assert sign.trumps == trumps_by_class(trumps)


@pytest.mark.parametrize(
    ("hands", "leader"),
    [
        (("7D AD", "6D 9C", "8D"), 1),
        (("KD", "TD", "9C"), 0),  # The ten stands above the king.
        (("7C", "8H", "9S"), 2),
    ],
)
def test_the_lowest_diamond_leads_the_first_deal(hands, leader):
    assert first_leader(tuple(Hand(parse_cards(hand)) for hand in hands), 2) == leader


def test_a_deal_is_identified_by_the_cards_that_the_seat_was_dealt():
    match = BeatTable(MASTER_GAME, 4)
    before = [MASTER_GAME.deal_identity(match.state, seat) for seat in range(4)]
    assert len({*before}) == 4
    assert before[0].startswith(f"1/{match.state.leader}/0/")
    command = MASTER_GAME.legal(match.state, match.state.turn)[0]
    assert match.authority.submit(command) is None
    assert [MASTER_GAME.deal_identity(match.state, seat) for seat in range(4)] == before


def test_a_match_that_points_decide_is_near_its_end_in_the_last_deals():
    state = BeatTable(MASTER_GAME, 3).state
    assert [
        MASTER_GAME.is_weighed_by_match_rank(replace(state, deal=deal)) for deal in (1, 24)
    ] == [
        False,
        True,
    ]
    assert not ASS_GAME.is_weighed_by_match_rank(BeatTable(ASS_GAME, 3).state)


@pytest.mark.parametrize(
    ("changes", "misfit"),
    [
        ({}, None),
        ({"deal": 25}, Misfit.DEAL),
        ({"deal": -1}, Misfit.DEAL),
        ({"dealer": -1}, Misfit.DEAL),
        ({"leader": 3}, Misfit.DEAL),
        ({"trumps": Trumps(personal_suits=(None,) * 3)}, Misfit.DEAL),
        ({"hands": (Hand((), 9),) * 2}, Misfit.HANDS),
        ({"hands": (Hand((), 9), Hand((), 9), Hand((), 8))}, Misfit.HANDS),
        ({"hands": (Hand((), 12),) * 3}, Misfit.HANDS),
        ({"hands": (Hand(parse_cards("2C"), 8), Hand((), 9), Hand((), 9))}, Misfit.CARDS),
        ({"play": TrickPlay(3, (), (), (0, 0, 0))}, Misfit.TRICKS),
        ({"play": TrickPlay(2, (), (), (0, 0, 0)), "turn": 0}, Misfit.TRICKS),
        ({"points": (0, 0, 10**30)}, Misfit.TOTALS),
        ({"totals": (0, 0, 100_001)}, Misfit.TOTALS),
    ],
)
def test_a_view_that_fits_no_match_is_found_out(changes, misfit):
    state = BeatTable(MASTER_GAME, 3).state
    assert MASTER_GAME.find_misfit(replace(state, **changes)) is misfit


@pytest.mark.parametrize(
    ("changes", "misfit"),
    [
        ({}, None),
        ({"stock": Hand((), 23)}, Misfit.HANDS),
        ({"drawn_count": 1}, Misfit.HANDS),
        ({"banks": (3, 3, 0)}, Misfit.TOTALS),
        ({"banks": (3, 3, 7)}, Misfit.TOTALS),
    ],
)
def test_banks_and_a_stock_that_fit_no_match_are_found_out(changes, misfit):
    state = make_ass_state()
    bank_state = replace(state.game_data, **changes)
    assert ASS_GAME.find_misfit(replace(state, game_data=bank_state)) is misfit


def test_who_has_drawn_alone_has_a_card_too_many():
    state = make_ass_state()
    hands = (Hand((), 5), *state.hands[1:])
    assert ASS_GAME.find_misfit(replace(state, hands=hands)) is Misfit.HANDS


def make_ass_state():
    played_match = play_randomly(GameSetup("ass", 3, {"trumps": "none"}), 1)
    return next(state for _, state in played_match.moments if state.turn is not None)


def test_too_many_tricks_are_a_misfit():
    state = BeatTable(MASTER_GAME, 3).state
    trick = (0, Trick(0, parse_cards("6C 7C 8C")))
    play = replace(state.play, taken_tricks=(trick,) * 13)
    assert MASTER_GAME.find_misfit(replace(state, play=play)) is Misfit.TRICKS


def test_before_the_first_deal_no_rules_are_summed_up():
    settings = resolve_options(MASTER_GAME.options, 3, {"trumps": "none"})
    start = MASTER_GAME.initial_state(3, settings)
    assert MASTER_GAME.current_rules(start, 0) == NO_CURRENT_RULES
    assert MASTER_GAME.trick_gains(start, Trick(0, ())) == ()
    assert MASTER_GAME.picture(BeatTable(MASTER_GAME, 3).state).ranks == beats.SENIORITY
