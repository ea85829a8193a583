"""What tricks can bring in Ass: every sum of points there is, for so many tricks (``ass.md 5``).

A set of sums is one number whose bit ``n + SHIFT`` says whether ``n`` is among them, so that sets
are joined and moved at once.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

TRICKS: Final = 4
LOWEST: Final = -4
"""What four sixes bring, and nothing else."""
SHIFT: Final = 8
"""No tricks bring less than four sixes do, so this keeps every sum above zero."""
_NOTHING: Final = 1 << SHIFT
_PLAIN: Final = (16, 12, 10, -1, 0, 0)
"""What a card of each rank brings that is in no pair: eight, ace, ten, six, nine and seven."""
_ALL_CARDS: Final = 4 * sum((*_PLAIN, 5, 3, 1))
_ROYAL, _YOUNG, _ONE_SUIT = 17, 11, 10
"""What king and queen, jack and queen, and four of one suit bring more than their cards."""


def holds(sums: int, points: int) -> bool:
    """Whether a number of points is among the sums."""
    return points >= -SHIFT and bool(sums >> (points + SHIFT) & 1)


def limits(sums: int) -> tuple[int, int]:
    """The lowest and the highest of some sums."""
    return (sums & -sums).bit_length() - 1 - SHIFT, sums.bit_length() - 1 - SHIFT


_Ways = dict[tuple[int, int, int, tuple[int, ...]], int]
"""Sums that kings, queens and jacks bring, by how many of each lie in the tricks, and by how many
ranks more each trick needs that shall have four of one suit."""


@cache
def sums_of(players: int) -> tuple[int, ...]:
    """What 0 to 4 tricks can bring with so many players and no refilling."""
    found = [_NOTHING]
    ways: _Ways = {(0, 0, 0, ()): 1}
    for tricks in range(1, TRICKS + 1):
        ways = _one_more(ways, players)
        found.append(_with_plain_cards(ways, tricks * players))
    return tuple(found)


def _one_more(ways: _Ways, players: int) -> _Ways:
    more: _Ways = {}
    for (kings, queens, jacks, wants), sums in ways.items():
        for k, q, j, points, want in _trick(players):
            if max(kings + k, queens + q, jacks + j) > 4:
                continue
            wanted = tuple(sorted((*wants, want), reverse=True)) if want else wants
            key = (kings + k, queens + q, jacks + j, wanted)
            more[key] = more.get(key, 0) | sums << points
    return more


@cache
def _trick(players: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """Kings, queens and jacks in a trick, what they bring, and the ranks needed for one suit."""
    tricks = []
    for k, q, j in product(range(5), repeat=3):
        if k + q + j > players:
            continue
        royal = min(k, q)
        young = min(j, q - royal)
        points = 5 * k + 3 * q + j + _ROYAL * royal + _YOUNG * young
        tricks.append((k, q, j, points, 0))
        # Cards of one suit are of different ranks.
        want = 4 - sum(count > 0 for count in (k, q, j))
        if want <= players - k - q - j:
            tricks.append((k, q, j, points + _ONE_SUIT, want))
    return tuple(tricks)


def _with_plain_cards(ways: _Ways, cards: int) -> int:
    """The sums once the other ranks have made the tricks full."""
    alike: dict[tuple[int, tuple[int, ...]], int] = {}
    for (kings, queens, jacks, wants), sums in ways.items():
        key = (cards - kings - queens - jacks, wants)
        alike[key] = alike.get(key, 0) | sums
    found = 0
    for (count, wants), sums in alike.items():
        plain = 0
        for ranks, others in _plain_sums().get(count, {}).items():
            if all(sum(wants[: n + 1]) <= ranks[n] for n in range(len(wants))):
                plain |= others
        for points in _members(sums):
            found |= plain << points
    return found


def _members(sums: int) -> Iterator[int]:
    while sums:
        lowest = sums & -sums
        yield lowest.bit_length() - 1
        sums ^= lowest


@cache
def _plain_sums() -> dict[int, dict[tuple[int, ...], int]]:
    """Sums of the other ranks by their cards, and by how many of them 1 to 4 tricks can share.

    So many cards can be laid into that many tricks with no rank twice in a trick.
    """
    ways: dict[tuple[int, ...], int] = {(0,) * TRICKS: _NOTHING}
    for each in _PLAIN:
        more: dict[tuple[int, ...], int] = {}
        for shared, sums in ways.items():
            for count in range(5):
                with_them = tuple([n + min(count, most) for most, n in enumerate(shared, 1)])
                moved = sums << count * each if each > 0 else sums >> -count * each
                more[with_them] = more.get(with_them, 0) | moved
        ways = more
    found: dict[int, dict[tuple[int, ...], int]] = {}
    for shared, sums in ways.items():
        # Four tricks can share all cards: there are four of a rank.
        found.setdefault(shared[-1], {})[shared] = sums
    return found


@cache
def refilled_sums(players: int) -> int:
    """What a whole deal can bring in all where hands are filled up (``ass.md 2``).

    All cards are played, or with five players all but one: what they bring is known, and only
    pairs and suits are open.
    """
    tricks = 36 // players
    # Each suit has nine cards, enough for two tricks with four of it.
    most_of_one_suit = 0 if players < 4 else min(8, tricks)
    left_over = (*_PLAIN, 5, 3, 1) if 36 % players else (0,)
    found = 0
    for left, royal, suits in product(left_over, range(5), range(most_of_one_suit + 1)):
        for young in range(5 - royal):
            pairs = _ROYAL * royal + _YOUNG * young
            found |= 1 << (_ALL_CARDS - left + pairs + _ONE_SUIT * suits + SHIFT)
    return found


def together(points: Sequence[int | None], players: int, *, refill: bool) -> bool:
    """Whether players can have these points in one deal; None where nobody knows yet."""
    known = [one for one in points if one is not None]
    whole = len(known) == players
    if refill:
        every, got = refilled_sums(players), sum(known)
        # Whoever is still open may have all four sixes.
        return holds(every, got) if whole else LOWEST <= got <= limits(every)[1] - LOWEST
    sums = sums_of(players)
    reach = {0}
    for one in known:
        own = [tricks for tricks in range(TRICKS + 1) if holds(sums[tricks], one)]
        reach = {before + more for before in reach for more in own if before + more <= TRICKS}
    if whole:
        reach &= {TRICKS}
    return any(holds(sums[tricks], sum(known)) for tricks in reach)


@cache
def of_one(players: int, *, refill: bool) -> int:
    """What one player can have in a deal."""
    if refill:
        highest = limits(refilled_sums(players))[1]
        return sum(1 << (points + SHIFT) for points in range(LOWEST, highest + 1))
    every = 0
    for sums in sums_of(players):
        every |= sums
    return every
