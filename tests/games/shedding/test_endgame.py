"""The search of a deal's end agrees with a plain one, remembers positions, and has a limit."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.shedding.plain_search import (
    JOKER,
    PlainEnd,
    find_choices,
    find_winning_kinds,
    list_run_ends,
    search_plainly,
)
from greenbaize.games.shedding.endgame import MAX_ENDGAME_STOCK, RankEndgame
from greenbaize.games.shedding.ring import KIND_UNITS
from greenbaize.rules.search_contract import SearchLimitError

MANY_POSITIONS = 1_000_000
KINDS = st.integers(0, JOKER)


@st.composite
def plain_ends(draw, max_stock=3):
    """Return small ends in which the mover has a choice."""
    # Few kinds, so that cards often fit and runs branch.
    kinds = st.sampled_from(draw(st.lists(KINDS, min_size=3, max_size=7, unique=True)))
    seats = draw(st.integers(2, 4))
    hands = [tuple(sorted(draw(st.lists(kinds, max_size=4)))) for _ in range(seats)]
    stock = tuple(draw(st.lists(kinds, max_size=max_stock)))
    empty_seats = [seat for seat in range(seats) if not hands[seat]]
    seats_with_cards = [seat for seat in range(seats) if hands[seat]]
    assume(seats_with_cards)
    leaver = draw(st.sampled_from([None, *empty_seats])) if stock else None
    out = tuple(seat for seat in empty_seats if seat != leaver)
    assume(seats - len(out) > 1)
    is_anti_rank = not stock and draw(st.booleans())
    stands = not stock and draw(st.booleans())
    seats_in = frozenset(range(seats)) - {*out}
    passed = seats_in if is_anti_rank else draw(st.frozensets(st.sampled_from(sorted(seats_in))))
    end = PlainEnd(
        hands=tuple(hands),
        top=draw(kinds),
        mover=draw(st.sampled_from(seats_with_cards)),
        stock=stock,
        out=out,
        leaver=leaver,
        passed=passed,
        is_anti_rank=is_anti_rank,
        stands=stands,
        is_round=not stands and draw(st.booleans()),
    )
    assume(find_choices(end))
    return end


def hand_of(kinds):
    return sum(KIND_UNITS[kind] for kind in kinds)


def create_endgame(end, max_positions=MANY_POSITIONS):
    passed = range(len(end.hands)) if end.stands else end.passed
    endgame = RankEndgame(
        end.seats_in,
        mover=end.mover,
        leaver=-1 if end.leaver is None else end.leaver,
        passed_seats=sum(1 << seat for seat in passed),
        is_anti_rank=end.is_anti_rank,
        anti_rank_stands=not end.is_round,
    )
    endgame.positions_left = max_positions
    return endgame


def find_orders(endgame, end):
    """Return for each end of the mover's run the order found, and that of the plain search."""
    hands, stock = [hand_of(hand) for hand in end.hands], [KIND_UNITS[kind] for kind in end.stock]
    memory, orders = {}, []
    for following in list_run_ends(end):
        run_end = hand_of(following.hands[end.mover]) << 4 | following.top
        orders.append(
            (
                (*end.out, *endgame.find_finish_order(hands, stock, run_end)),
                search_plainly(following, memory),
            )
        )
    return orders


@given(plain_ends())
def test_every_run_ends_as_in_a_plain_search(end):
    for found, expected in find_orders(create_endgame(end), end):
        assert found == expected


def deal_anew(end, order):
    """Return the same end with the cards that the mover does not see in another order."""
    unseen = [kind for seat, hand in enumerate(end.hands) if seat != end.mover for kind in hand]
    cards = [[*unseen, *end.stock][index] for index in order]
    hands = []
    for seat, hand in enumerate(end.hands):
        if seat == end.mover:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(cards[: len(hand)])))
            del cards[: len(hand)]
    return end._replace(hands=tuple(hands), stock=tuple(cards))


@given(plain_ends(), st.data())
def test_what_was_searched_serves_other_worlds(end, data):
    unseen_count = sum(map(len, end.hands)) - len(end.hands[end.mover]) + len(end.stock)
    endgame = create_endgame(end)
    for _ in range(3):
        world = deal_anew(end, data.draw(st.permutations(range(unseen_count))))
        for found, expected in find_orders(endgame, world):
            assert found == expected


LONG_END = PlainEnd(hands=((0, 2, 4, 6, 8), (1, 3, 5, 7, 9)), top=11, mover=0, is_anti_rank=True)


def test_a_position_is_searched_once():
    endgame = create_endgame(LONG_END)
    first_orders = find_orders(endgame, LONG_END)
    positions_left = endgame.positions_left
    assert positions_left < MANY_POSITIONS
    assert find_orders(endgame, LONG_END) == first_orders
    assert endgame.positions_left == positions_left


def test_search_stops_at_its_limit():
    endgame = create_endgame(LONG_END)
    find_orders(endgame, LONG_END)
    needed = MANY_POSITIONS - endgame.positions_left
    find_orders(create_endgame(LONG_END, needed + 1), LONG_END)
    for limit in (1, needed // 2, needed - 1):
        with pytest.raises(SearchLimitError):
            find_orders(create_endgame(LONG_END, limit), LONG_END)


def test_the_largest_stock_is_drawn_in_order():
    stock = (3, 1, 13, 12, 8, 5)
    assert len(stock) == MAX_ENDGAME_STOCK
    end = PlainEnd(hands=((0, 6), (2, 9)), top=1, mover=0, stock=stock)
    for found, expected in find_orders(create_endgame(end), end):
        assert found == expected


def test_only_one_card_wins():
    # The other holds a 5 and a 7: on the 8 the 7 would go and the 5 be left; on the 2 nothing does.
    end = PlainEnd(hands=((0, 6), (3, 5)), top=JOKER, mover=0)
    endgame = create_endgame(end)
    hands = [hand_of(hand) for hand in end.hands]
    winners = [
        kind
        for kind in (0, 6)
        if endgame.find_finish_order(hands, (), hands[0] - KIND_UNITS[kind] << 4 | kind)[0] == 0
    ]
    assert winners == find_winning_kinds(end, {})
