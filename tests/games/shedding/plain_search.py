"""Plain search of ends of Rank, card by card, written from ``rank.md`` alone.

It shares nothing with the computer players, which are checked against it. A hand is a sorted tuple
of kinds: 0 to 12 are ranks in the order of the ring, with the king last, and 13 is a joker.
"""

from typing import NamedTuple

ACE, KING, JOKER = 12, 11, 13
"""Kinds of cards; the ranks of the program begin with the 2."""
RANK_COUNT = 13


class PlainEnd(NamedTuple):
    """Position of a deal with all cards known; the stock's next card is its last."""

    hands: tuple[tuple[int, ...], ...]
    top: int
    mover: int
    stock: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    leaver: int | None = None
    passed: frozenset[int] = frozenset()
    has_drawn: bool = False
    is_anti_rank: bool = False
    stands: bool = False
    is_round: bool = False

    @property
    def seats_in(self):
        return [seat for seat in range(len(self.hands)) if seat not in self.out]


def list_fitting_kinds(hand, top):
    """Return the kinds that may be played (``rank.md 2``), lowest first."""
    if top == JOKER:
        return sorted(set(hand))
    neighbours = {(top + 1) % RANK_COUNT, (top - 1) % RANK_COUNT}
    for kinds in (neighbours, {top}, {ACE, KING}, {JOKER}):
        fitting = kinds & set(hand)
        if fitting:
            return sorted(fitting)
    return []


def find_choices(end):
    """Return the kinds that the mover may play now."""
    hand = end.hands[end.mover]
    return sorted(set(hand)) if end.is_anti_rank else list_fitting_kinds(hand, end.top)


def replace_hand(end, seat, hand):
    return end._replace(hands=(*end.hands[:seat], tuple(sorted(hand)), *end.hands[seat + 1 :]))


def pass_turn(end):
    seats = len(end.hands)
    following = [(end.mover + step) % seats for step in range(1, seats + 1)]
    mover = next(seat for seat in following if end.hands[seat])
    return end._replace(mover=mover, has_drawn=False, is_anti_rank=False)


def play_kind(end, kind):
    """Return the position after the mover has played a card of this kind."""
    hand = list(end.hands[end.mover])
    hand.remove(kind)
    played = replace_hand(end, end.mover, hand)._replace(
        top=kind,
        has_drawn=False,
        passed=frozenset(),
        stands=end.is_anti_rank and not end.is_round,
        leaver=None,
    )
    if end.leaver is not None:
        drawn = end.stock[-2:]
        played = replace_hand(played, end.leaver, (*played.hands[end.leaver], *drawn))
        played = played._replace(stock=end.stock[: len(end.stock) - len(drawn)])
    return pass_turn(played) if end.is_anti_rank and hand else played._replace(is_anti_rank=False)


def advance_without_choice(end):
    """Return the position after what follows by itself, None if the mover has a choice."""
    hand, seat = end.hands[end.mover], end.mover
    if not hand:
        if end.stock:
            return pass_turn(end._replace(leaver=seat))
        gone = end._replace(out=(*end.out, seat))
        return pass_turn(gone) if len(gone.seats_in) > 1 else gone
    if find_choices(end):
        return None
    if end.stock and not end.has_drawn:
        drawn = replace_hand(end, seat, (*hand, end.stock[-1]))
        drawn = drawn._replace(stock=end.stock[:-1], has_drawn=True)
        if end.leaver is not None:
            drawn = drawn._replace(out=(*end.out, end.leaver), leaver=None)
        return drawn
    all_passed = not end.stock and end.passed.issuperset(end.seats_in)
    if end.stands or all_passed:
        return end._replace(is_anti_rank=True)
    return pass_turn(end._replace(passed=end.passed | {seat}))


def search_plainly(end, memory):
    """Return the order in which all seats go out if each plays for the best rank.

    Of equal orders it is that of the shortest remaining hand after the run, then of the lowest
    kinds, from the highest on.
    """
    if len(end.seats_in) == 1:
        return (*end.out, *end.seats_in)
    if end in memory:
        return memory[end]
    following = advance_without_choice(end)
    if following is not None:
        order = search_plainly(following, memory)
    else:
        runs = list_run_ends(end)
        orders = [search_plainly(one, memory) for one in runs]
        order = min(orders, key=lambda one: one.index(end.mover))
    memory[end] = order
    return order


def list_run_ends(end):
    """Return the positions in which the mover's run may end, in the order of preference."""
    mover = end.mover
    if end.is_anti_rank:
        return [play_kind(end, kind) for kind in find_choices(end)]
    ends, pending = {}, [end]
    visited = set(pending)
    while pending:
        position = pending.pop()
        kinds = list_fitting_kinds(position.hands[mover], position.top)
        if not kinds:
            ends[position] = None
        for kind in kinds:
            played = play_kind(position, kind)
            if played not in visited:
                visited.add(played)
                pending.append(played)
    return sorted(ends, key=lambda one: (len(one.hands[mover]), one.hands[mover][::-1], one.top))


def find_winning_kinds(end, memory):
    """Return the kinds whose play lets the mover go out before the only other player left."""
    return [
        kind
        for kind in find_choices(end)
        if search_plainly(play_kind(end, kind), memory).index(end.mover) < len(end.hands) - 1
    ]
