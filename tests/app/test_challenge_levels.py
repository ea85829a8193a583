"""Computer players in the person's chair, beside the people who played a challenge."""

import json

import pytest

from app.challenge_records import write_challenge_record
from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_comparison import Comparison, merge_contenders, read_contender
from greenbaize.app.challenge_levels import (
    LevelDeal,
    create_par_contender,
    decode_level_contender,
    encode_contender,
    list_table_levels,
    play_as_level,
)
from greenbaize.app.challenge_texts import (
    format_heading,
    format_rank,
    format_standing,
    name_contenders,
)
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.par import play_par_deals
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.errors import GameError


def test_all_levels_that_the_table_offers_are_compared(challenge):
    assert list_table_levels(challenge) == ("beginner", "easy", "medium", "hard", "expert")
    assert list_table_levels(create_challenge("rank", 4)) == ("beginner", "easy", "medium", "hard")


def test_a_level_is_the_same_after_it_has_gone_through_a_line(challenge):
    one = play_as_level(challenge, "easy")
    line = json.loads(json.dumps(encode_contender(challenge, one)))
    assert decode_level_contender(challenge, line) == one
    for damage in ({}, {**line, "place": 0}, {**line, "deals": [1]}):
        with pytest.raises(ValueError, match="not of this shape"):
            decode_level_contender(challenge, damage)


def test_par_is_told_deal_by_deal_with_the_record(challenge, tmp_path):
    path = write_challenge_record(tmp_path / "a.jsonl", challenge, level="random")
    data = path.read_bytes()
    record = read_record(data, GAMES)
    own = read_contender(challenge, record, data, ChallengeLog(()), path)
    pars = {
        one.deal: LevelDeal(one.par_result, one.parting)
        for one in play_par_deals(record.header, record.events, "medium")
    }
    par = create_par_contender(own, pars, "medium")
    assert [deal.result for deal in par.deals] == [pars[1].result, pars[2].result]
    assert par.path == path
    for parting in par.par_partings:
        before = sum(event.type == "deal" for event in own.events[: parting.first_moment])
        assert before == parting.deal
    assert [one.deal for one in par.par_partings] == [
        deal for deal in (1, 2) if pars[deal].parting is not None
    ]
    whole = play_as_level(challenge, "easy")
    contenders = merge_contenders((own, par, whole))
    assert len(contenders) == 3
    names = name_contenders(contenders)
    assert names[1:] == ["Medium with the cards of Zoë", "Easy in the same chair"]
    headings = list(map(format_heading, contenders, names))
    assert headings == ["Zoë", "Medium with the cards of Zoë", "Easy (the whole match)"]
    assert format_rank(par) == "–"
    assert "Easy in the same chair" in format_standing(Comparison(challenge, contenders), names)
    del pars[2]
    with pytest.raises(GameError) as caught:
        create_par_contender(own, pars, "medium")
    assert caught.value.message.code == "par-none"
