"""Possible values of the boxes of a sheet filled in by hand: exactly those that can occur."""

import random
from functools import partial
from itertools import product

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.ass import counting_of
from greenbaize.games.beat.ass_sheet import SUMS, refilled_sums, together
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.contracts import contract_of, sign_of, tricks_in
from greenbaize.rules.options import settled
from greenbaize.rules.sheets import Entry, Kind, Spot, Writing
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly

trick_points = partial(counting_of(4).value, 0)

TABLES = [
    *(("damn", seats, {}) for seats in (3, 7)),
    ("damn", 4, {"hook": True, "zero_bids": True}),
    *(("blackout", seats, {}) for seats in (2, 3, 4)),
    *(("master", seats, {"early_end": early}) for seats in (2, 3, 4) for early in (True, False)),
    *(("ass", seats, {"deal_limit": 9, "refill": False}) for seats in range(2, 7)),
    *(("ass", seats, {"deal_limit": 4, "refill": True}) for seats in range(2, 7)),
    ("rank", 3, {"deals": 3}),
]


def writing(game, seats, entries=(), **given):
    options = settled(GAMES[game].options, seats, given)
    form = GAMES[game].form()
    return Writing(form, seats, options, entries)


def kept(game, seats, options, seed):
    """Return a played match as entries."""
    played = play_randomly(Setup(game, seats, options), seed)
    sheet, form = GAMES[game].sheet(played.moments[-1][1]), GAMES[game].form()
    columns = [sheet.columns.index(field.column) for field in form.fields]
    side = [sheet.side.index(field.column) for field in form.side_fields]
    return [
        Entry(
            tuple(tuple(own[place].value for place in columns) for own in row.boxes),
            tuple(row.side[place].value for place in side),
        )
        for row in sheet.rows
        if row.kind is Kind.DEAL
    ]


def spots_of(entry):
    own = [Spot(s, place) for s, one in enumerate(entry.players) for place in range(len(one))]
    return [*own, *(Spot(None, place) for place in range(len(entry.side)))]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_whatever_is_played_can_be_written_in_any_order(game, seats, options):
    dice = random.Random(f"{game}{seats}{options}")
    for seed in range(3):
        played = kept(game, seats, options, seed)
        one = writing(game, seats, **options)
        entries = [one.form.blank(seats)] * len(played)
        every = [(deal, spot) for deal, own in enumerate(played, 1) for spot in spots_of(own)]
        dice.shuffle(every)
        for deal, spot in every:
            value = played[deal - 1].at(spot)
            if value is None:
                continue
            now = writing(game, seats, entries, **options)
            assert now.misfit(deal, spot, value) is None
            assert now.never(deal, spot, value) is None
            low, high = now.form.span(now.form.column(spot), deal, seats, now.options)
            assert low <= value <= high
            entries[deal - 1] = entries[deal - 1].put(spot, value)
        assert now.form.sheet(seats, now.options, entries).checks == ()


# Master: check against every possible deal


def every_deal(deal, seats, *, early_end=True):
    """Yield all rows of tricks, points and remaining tricks that a deal can have."""
    contract, cards, sign = contract_of(deal), tricks_in(deal, seats), sign_of(deal)
    pieces = contract.total // contract.each
    played_out = not (contract.cards and early_end)
    for tricks in product(range(cards + 1), repeat=seats):
        left = cards - sum(tricks)
        if left < 0 or (left and played_out):
            continue
        for taken in product(range(pieces + 1), repeat=seats):
            if sum(taken) != pieces:
                continue
            a_trick = seats if contract.cards else 1
            if any(t > a_trick * n for t, n in zip(taken, tricks, strict=True)):
                continue
            if contract.name == "all" and taken != tricks:
                continue
            points = tuple(sign * contract.each * t for t in taken)
            yield Entry(tuple(zip(tricks, points, strict=True)), (left, None, None))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("deal", [1, 2, 3, 8, 9, 11, 12, 19, 23])
def test_the_boxes_of_master_have_exactly_what_some_deal_has(deal, seats):
    dice = random.Random(deal * seats)
    rows = list(every_deal(deal, seats))
    spots = [*(Spot(seat, place) for seat in range(seats) for place in (0, 1)), Spot(None, 0)]
    for _ in range(12):
        entry = dice.choice(rows)
        known = dice.sample(spots, dice.randrange(len(spots)))
        begun = Entry(((None, None),) * seats, (None, None, None))
        for spot in known:
            begun = begun.put(spot, entry.at(spot))
        fitting = [row for row in rows if all(row.at(spot) == begun.at(spot) for spot in known)]
        blank = Entry(((None, None),) * seats, (None,) * 3)
        now = writing("master", seats, [*[blank] * (deal - 1), begun])
        for spot in spots:
            if spot not in known:
                there = tuple(sorted({row.at(spot) for row in fitting}))
                assert now.possible(deal, spot) == there, (begun, spot)


def test_a_row_that_no_deal_has_is_a_fault_however_little_is_written():
    dice = random.Random(5)
    rows = list(every_deal(3, 2))
    spots = [*(Spot(seat, place) for seat in range(2) for place in (0, 1)), Spot(None, 0)]
    for _ in range(300):
        begun = Entry(((None, None),) * 2, (None,) * 3)
        for spot in dice.sample(spots, dice.randrange(1, 6)):
            value = dice.randrange(19) if spot.place == 0 else -3 * dice.randrange(5)
            begun = begun.put(spot, value)
        known = [spot for spot in spots if begun.at(spot) is not None]
        can_be = any(all(row.at(spot) == begun.at(spot) for spot in known) for row in rows)
        now = writing("master", 2)
        faults = list(now.form.faults(3, [*[now.form.blank(2)] * 2, begun], 2, now.options))
        assert bool(faults) is not can_be, begun


def test_played_to_the_end_nothing_is_left():
    assert writing("master", 3).possible(9, Spot(None, 0)) == tuple(range(12))
    assert writing("master", 3, early_end=False).possible(9, Spot(None, 0)) == (0,)
    for deal in (1, 11, 12):
        assert writing("master", 3).possible(deal, Spot(None, 0)) == (0,)


def test_the_lead_goes_round():
    blank = Entry(((None, None),) * 3, (None,) * 3)
    led = [blank, blank.put(Spot(None, 1), 2), blank]
    now = writing("master", 3, led)
    assert now.possible(1, Spot(None, 1)) == (1,)
    assert now.possible(1, Spot(None, 2)) == (0, 1, 2)  # the first dealer is drawn by lot
    assert now.possible(2, Spot(None, 2)) == (1,)
    assert now.possible(3, Spot(None, 1)) == (0,)
    assert now.possible(3, Spot(None, 2)) == (2,)


# Ass: check against real tricks


def tricks_dealt(dice, players, count=4):
    cards = dice.sample(PACK_36, count * players)
    return [tuple(cards[n * players : (n + 1) * players]) for n in range(count)]


def test_two_players_tricks_bring_just_these_points():
    one = {trick_points((a, b)) for a in PACK_36 for b in PACK_36 if a != b}
    assert SUMS[2][1] == one
    by_points = {}
    for a, b in product(PACK_36, PACK_36):
        if a.code < b.code:
            by_points.setdefault(trick_points((a, b)), []).append({a, b})
    two = {
        p + q
        for p, q in product(by_points, by_points)
        if any(not x & y for x in by_points[p] for y in by_points[q])
    }
    assert SUMS[2][2] == two


@pytest.mark.parametrize(
    ("players", "richest", "poorest"),
    [
        (2, "8C8D 8H8S KCQC KDQD", "6C9C 6D9D 6H9H 6S9S"),
        (3, "8CKCQC 8DKDQD 8HKHQH 8SKSQS", "6C9C7D 6D9D7C 6H9H7S 6S9S7H"),
        (4, "8CACKCQC 8DADKDQD 8HAHKHQH 8SASKSQS", "6C9C7DJC 6D9D7CJD 6H9H7SJH 6S9S7HJS"),
        (
            5,
            "8CACKCQCTC 8DADKDQDTD 8HAHKHQHTH 8SASKSQSTS",
            "JCJD6C9C7D JHJS6D9D7C QCQD6H9H7S QHQS6S9S7H",
        ),
        (
            6,
            "8CACKCQCTCJC 8DADKDQDTDJD 8HAHKHQHTHJH 8SASKSQSTSJS",
            "QCQDQHQS6C7D JCJDKCKD6H9S JHJSKHKS6D9C 9D9H7C7H7S6S",
        ),
    ],
)
def test_the_most_and_the_least_points_of_a_deal_can_be_dealt(players, richest, poorest):
    by_code = {card.code: card for card in PACK_36}
    found = []
    for tricks in (poorest.split(), richest.split()):
        codes = [[trick[n : n + 2] for n in range(0, len(trick), 2)] for trick in tricks]
        assert len({code for trick in codes for code in trick}) == 4 * players
        assert {len(trick) for trick in codes} == {players}
        found.append(sum(trick_points(tuple(by_code[code] for code in trick)) for trick in codes))
    assert [min(SUMS[players][4]), max(SUMS[players][4])] == found


@pytest.mark.parametrize("players", range(2, 7))
def test_points_of_dealt_tricks_go_together(players):
    dice = random.Random(players)
    for _ in range(300):
        points = [0] * players
        for trick in tricks_dealt(dice, players):
            points[dice.randrange(players)] += trick_points(trick)
        assert together(points, players, refill=False)
        some = [one if dice.random() < 0.5 else None for one in points]
        assert together(some, players, refill=False)
        whole = tricks_dealt(dice, players, 36 // players)
        assert sum(map(trick_points, whole)) in refilled_sums(players)
        assert not together([400, *[None] * (players - 1)], players, refill=True)


def test_all_tricks_belong_to_somebody():
    assert not together([0] * 6, 6, refill=False)  # 24 cards are worth 32 at least
    assert together([0] * 5 + [None], 6, refill=False)
    assert not together([0, 0, 1, 0], 4, refill=False)
    assert together([0, 0, 0, 0], 4, refill=False)


# Impossible entries


@pytest.mark.parametrize(
    ("game", "deal", "position", "value", "words"),
    [
        ("damn", 2, Spot(0, 0), 3, "Deal 2, Anna: nobody can bid 3 with 2 cards."),
        ("blackout", 4, Spot(1, 1), 5, "Deal 4, Boris: nobody can win 5 tricks with 4 cards."),
        ("master", 2, Spot(0, 1), -5, "points come 2 at a time, which never makes −5."),
        ("master", 2, Spot(0, 1), 4, "points of the first half count against, 4 cannot"),
        ("master", 14, Spot(0, 1), -4, "of the second half count for, −4 cannot be."),
        ("master", 2, Spot(0, 1), -18, "nobody can have −18; there are 16 points in all."),
        ("master", 1, Spot(0, 0), 10, "Deal 1, All: nobody can win 10 tricks; there are 9."),
        ("master", 12, Spot(None, 0), 1, "MAX: every trick is played, so 1 cannot be left."),
        ("ass", 1, Spot(0, 1), 300, "nobody can make 300 points; they go from −4 to 252"),
        ("rank", 1, Spot(0, 0), 4, "there is no place 4; places go from 1 to 3."),
    ],
)  # fmt: skip
def test_what_can_never_be_is_said_in_words(game, deal, position, value, words):
    now = writing(game, 3)
    message = now.never(deal, position, value)
    assert message is not None
    assert words in Speaker(("Anna", "Boris", "Vera")).say(message)
    assert value not in now.possible(deal, position)


ROWS = [
    ("damn", 2, [(None, 1), (None, 1), (None, None)], Spot(2, 1), 1, "add up to 3, not 2 (+1)"),
    ("damn", 3, [(None, 2), (None, None), (None, None)], Spot(2, 1), 2, "come to 4 already"),
    ("blackout", 2, [(1, None), (0, None), (None, None)], Spot(2, 0), 1, "may not add up to 2"),
    ("master", 1, [(2, None), (None, None), (None, None)], Spot(0, 1), -5, "each trick counts 1"),
    ("master", 2, [(1, None), (None, None), (None, None)], Spot(0, 1), -8, "1 trick cannot bring"),
    ("master", 2, [(None, -10), (None, -6), (None, None)], Spot(2, 1), -2, "not −16 (−2)"),
    ("master", 2, [(None, -10), (None, None), (None, None)], Spot(2, 1), -8, "come to −18 already"),
    ("master", 2, [(None, 0), (0, None), (0, None)], Spot(0, 1), -14, "−2 points are still"),
    ("ass", 1, [(1, 200), (0, None), (0, None)], Spot(1, 1), 90, "290 together"),
    ("ass", 1, [(1, 164), (0, 0), (0, None)], Spot(2, 1), 1, "the points add up to 165"),
    ("rank", 1, [(1,), (None,), (None,)], Spot(1, 0), 1, "two players cannot both be 1st"),
]


@pytest.mark.parametrize("row", ROWS)
def test_what_does_not_go_together_is_said_in_words(row):
    game, deal, players, spot, value, words = row
    empty = writing(game, 3)
    blank = empty.form.blank(3)
    entries = [*[blank] * (deal - 1), Entry(tuple(players), blank.side)]
    now = writing(game, 3, entries)
    message = now.misfit(deal, spot, value)
    assert message is not None
    assert words in Speaker(("Anna", "Boris", "Vera")).say(message)
    assert empty.never(deal, spot, value) is None
    # If written nevertheless, the sheet shows the fault.
    wrong = [*entries[:-1], entries[-1].put(spot, value)]
    sheet = now.form.sheet(3, now.options, wrong)
    assert [check.message for check in sheet.checks if check.message == message]
    assert sheet.checks[0].cells


def test_a_half_filled_row_is_not_wrong():
    rows = [
        ("master", Entry(((3, -4), (None, None), (2, None)), (None, None, None))),
        ("damn", Entry(((1, 0), (None, None), (None, None)))),
        ("ass", Entry(((1, 40), (None, 30), (0, None)))),
    ]
    for game, entry in rows:
        now = writing(game, 3)
        blank = now.form.blank(3)
        sheet = now.form.sheet(3, now.options, [entry] if game == "ass" else [blank, entry])
        codes = [check.message.code for check in sheet.checks]
        assert set(codes) <= {"sheet-gap"}, codes


def test_remaining_tricks_may_come_last():
    now = writing("master", 3)
    players = ((1, 0), (1, -9), (1, 0))
    blank = now.form.blank(3)
    begun = [*[blank] * 8, Entry(players, (None, None, None))]
    said = [one.message.code for one in now.form.sheet(3, now.options, begun).checks]
    assert "sheet-deal-tricks" not in said
    later = [*begun, Entry(((1, None), *[(None, None)] * 2), (None, None, None))]
    said = [one.message.code for one in now.form.sheet(3, now.options, later).checks]
    assert "sheet-deal-tricks" in said
    assert writing("master", 3, begun).possible(9, Spot(None, 0)) == (9,)
