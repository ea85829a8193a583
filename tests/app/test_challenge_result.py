"""Codes of results: what somebody made of a challenge."""

from dataclasses import replace
from random import Random

import pytest

from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_code import format_code, parse_code
from greenbaize.app.challenge_result import (
    MAX_RESULT_DEALS,
    MAX_RESULT_VALUE,
    RESULT_FORMAT,
    ChallengeResult,
    DealOutcome,
    compute_result,
    decode_result,
    encode_result,
)
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import DealScored, MatchEnded
from greenbaize.rules.players import BOT

GOLDEN = "1SGN1-0J9ZZ-QDVK5-V0410-61058-VDR"


def play_record(challenge, level="easy"):
    """Return the record of a challenge that a computer player played as the person."""
    header, seat = challenge.header_for("Zoë"), challenge.seat
    players = list(header.players)
    players[seat] = players[seat]._replace(kind=BOT, level=level)
    events = []
    table = Table(GAMES[header.game], replace(header, players=tuple(players)), (), events.append)
    table.play_to_end()
    table.close()
    return MatchRecord(header, tuple(events), None, 0, is_cut=False)


def make_result(record, challenge, **uses):
    uses = {"used_hints": False, "used_undo": False, **uses}
    return compute_result(challenge, record, b"record", **uses)


def draw_result(random):
    units = random.choice((1, 2))
    values = range(-MAX_RESULT_VALUE - 1, MAX_RESULT_VALUE + 1)
    deals = tuple(
        DealOutcome(tuple(random.choices(values, k=units)), random.randint(1, 15))
        for _ in range(random.choice((1, 2, 5, 13, MAX_RESULT_DEALS)))
    )
    return units, ChallengeResult(
        random.getrandbits(40),
        random.getrandbits(40),
        random.choice((None, False, True)),
        random.choice((None, False, True)),
        random.randint(1, 15),
        deals,
    )


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("damn", 4, {"deals": 3}),
        ("blackout", 2, {"deals": 3}),
        ("ass", 2, {"deal_limit": 2}),
        ("rank", 3, {"deals": 2}),
        ("master", 2, {"length": "short"}),
    ],
)
def test_the_result_of_a_match_is_told_by_its_code(name, seats, options):
    challenge = create_challenge(name, seats, level="easy", options=options)
    record = play_record(challenge)
    result = make_result(record, challenge, used_hints=True)
    units = len(GAMES[name].result_units)
    assert decode_result(encode_result(result, units)) == result
    assert result.fits(challenge)
    assert not result.fits(replace(challenge, allows_hints=not challenge.allows_hints))
    scores = [event for event in record.events if isinstance(event, DealScored)]
    assert len(result.deals) == len(scores)
    end = record.events[-1]
    assert isinstance(end, MatchEnded)
    assert result.rank == end.places[challenge.seat]
    assert result.used_hints
    assert not result.used_undo
    if units == 1 and name != "rank":
        assert [deal.result[0] for deal in result.deals] == [
            scored.points[challenge.seat] for scored in scores
        ]


def test_a_result_code_stays_what_it_is():
    result = ChallengeResult(
        0x0102030405,
        0xFFEEDDCCBB,
        used_hints=True,
        used_undo=False,
        rank=2,
        deals=(DealOutcome((21,), 1), DealOutcome((-4,), 3)),
    )
    assert encode_result(result, 1) == GOLDEN


def test_a_thousand_results_are_read_as_they_were():
    random = Random(5)
    for _ in range(1000):
        units, result = draw_result(random)
        assert decode_result(f"My result: {encode_result(result, units)}") == result


def read_or_refuse(text):
    try:
        return decode_result(text)
    except GameError as error:
        return error.message.code


def test_a_name_may_stand_before_a_code():
    units, result = draw_result(Random(3))
    code = encode_result(result, units)
    for text in (f"Anna={code}", f"Anna Maria: {code.lower()}", f"<b>{code}</b>"):
        assert decode_result(text) == result


def test_a_result_without_deals_is_refused():
    _, result = draw_result(Random(7))
    code = encode_result(replace(result, deals=()), 1)
    assert read_or_refuse(code) == "challenge-unknown"


def test_ten_thousand_damaged_results_are_refused():
    random = Random(6)
    for _ in range(10_000):
        units, result = draw_result(random)
        result = replace(result, deals=result.deals[:3])
        code = list(encode_result(result, units).replace("-", ""))
        for _ in range(random.randint(1, 3)):
            code[random.randrange(len(code))] = random.choice("0123456789ABCDEFGHJKMNPQRSTVWXYZ!")
        read = read_or_refuse("".join(code))
        assert read == result or read in ("challenge-mistyped", "challenge-no-code")


def test_ten_thousand_results_with_changed_fields_are_read_or_refused():
    random = Random(7)
    refused = 0
    for _ in range(10_000):
        units, result = draw_result(random)
        number = parse_code(
            encode_result(replace(result, deals=result.deals[:3]), units), RESULT_FORMAT
        )
        changed = number ^ (1 << random.randrange(number.bit_length() + 4))
        read = read_or_refuse(format_code(changed, RESULT_FORMAT))
        if isinstance(read, ChallengeResult):
            unit_count = len(read.deals[0].result) if read.deals else units
            assert len({len(deal.result) for deal in read.deals} | {unit_count}) == 1
        else:
            assert read == "challenge-unknown"
            refused += 1
    assert refused > 100


def test_a_challenge_is_no_result_and_a_result_no_challenge():
    from_challenge = format_code(1 << 120)
    assert read_or_refuse(from_challenge) == "challenge-mistyped"


@pytest.mark.parametrize("value", [MAX_RESULT_VALUE + 1, -MAX_RESULT_VALUE - 2])
def test_a_value_out_of_range_has_no_code(value):
    result = ChallengeResult(1, 1, False, False, 1, (DealOutcome((value,), 1),))
    with pytest.raises(GameError) as caught:
        encode_result(result, 1)
    assert caught.value.message.code == "challenge-too-long"


def test_a_match_with_too_many_deals_has_no_code():
    deals = (DealOutcome((1,), 1),) * (MAX_RESULT_DEALS + 1)
    with pytest.raises(GameError) as caught:
        encode_result(ChallengeResult(1, 1, False, False, 1, deals), 1)
    assert caught.value.message.code == "challenge-too-long"


def test_only_a_finished_match_of_the_challenge_has_a_result():
    challenge = create_challenge("damn", 3, level="random", options={"deals": 1})
    record = play_record(challenge, "random")
    unfinished = replace(record, events=record.events[:-1])
    other_seed = replace(challenge, header=replace(challenge.header, seed="f" * 32))
    other_level = create_challenge("damn", 3, level="easy", options={"deals": 1})
    for of, played, code in (
        (challenge, unfinished, "challenge-unfinished"),
        (challenge, replace(record, events=()), "challenge-unfinished"),
        (other_seed, record, "challenge-other-match"),
        (other_level, record, "challenge-other-match"),
    ):
        with pytest.raises(GameError) as caught:
            make_result(played, of)
        assert caught.value.message.code == code
    assert make_result(record, challenge).deals


def test_an_older_program_refuses_only_results_whose_uses_nobody_knows():
    known = decode_result(GOLDEN)
    assert encode_result(known, 1) == GOLDEN
    for uses in ({"used_hints": None}, {"used_undo": None}):
        code = encode_result(replace(known, **uses), 1)
        assert len(code) > len(GOLDEN)
        assert decode_result(code) == replace(known, **uses)
