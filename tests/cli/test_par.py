import json

import pytest

from app.test_par import create_damn_match
from greenbaize.app.memory.history_indexer import DONE_KEY
from greenbaize.app.par import play_par_deals
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import match_identity
from greenbaize.store import folders
from greenbaize.store.pars import PARS
from match.random_matches import GameSetup, encode_record, play_randomly

LEVEL = "medium"


@pytest.fixture(scope="module")
def match():
    return create_damn_match(2)


@pytest.fixture
def path(match, tmp_path):
    record_path = tmp_path / "match.jsonl"
    record_path.write_bytes(encode_record(*match))
    return record_path


def test_par_is_printed_deal_by_deal(run_command, match, path):
    lines = run_command("par", str(path), "--level", LEVEL).out.splitlines()
    header, events = match
    first, second = play_par_deals(header, events, LEVEL)
    assert len(lines) == 4
    own, par = first.own_result[0], first.par_result[0]
    assert lines[0].startswith(f"Deal 1: {own}; Medium with the same cards: {par} (")
    assert lines[1].startswith(f"Deal 2: {second.own_result[0]}; ")
    total = par + second.par_result[0]
    assert f"Person: {own + second.own_result[0]} · Medium with the same cards: {total}" in lines[2]
    assert lines[3].startswith("Deals better than par: ")


def test_par_as_json(run_command, match, path):
    header, events = match
    values = json.loads(run_command("par", str(path), "--level", LEVEL, "--json").out)
    assert (values["format"], values["version"]) == ("greenbaize-par", 1)
    assert values["match"] == match_identity(header)
    assert (values["game"], values["level"], values["units"]) == ("damn", LEVEL, ["points"])
    for deal, expected in zip(values["deals"], play_par_deals(header, events, LEVEL), strict=True):
        assert deal == {
            "deal": expected.deal,
            "own": list(expected.own_result),
            "par": list(expected.par_result),
            "strokes": list(expected.strokes),
            "parting": expected.parting,
        }


def test_a_match_without_par_is_refused(run_command, match, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_record(*match).replace(b'"bot"', b'"human"', 1))
    output = run_command("par", str(path), code=1)
    assert "no par in a match with other people" in output.err


def test_missing_par_of_the_matches_here_is_stored(run_command, match):
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(encode_record(*match))
    of_friends = play_randomly(GameSetup("damn", 3, {"deals": 3}), 1)
    (folder / "b.jsonl").write_bytes(of_friends.record)
    assert run_command("history", "par", "--level", LEVEL).out == "Par of 2 deals was played.\n"
    stored_pars = PARS.read_results(folders.pars_path())
    assert [par.deal for par in stored_pars] == [1, 2]
    assert run_command("history", "par", "--level", LEVEL).out == "Par of 0 deals was played.\n"


def test_par_is_reported_as_json_lines(run_command, match, path, monkeypatch):
    niceness = []
    monkeypatch.setattr("os.nice", niceness.append, raising=False)
    arguments = ["history", "par", "--json", "--level", LEVEL, "--deal", "2", str(path)]
    lines = [json.loads(line) for line in run_command(*arguments).out.splitlines()]
    assert [line.get("deal") for line in lines] == [2, None]
    assert lines[-1] == {DONE_KEY: True}
    assert niceness == [19]
    path.write_text("no record\n")
    fault, end = map(json.loads, run_command(*arguments, code=1).out.splitlines())
    assert "fault" in fault
    assert end == {DONE_KEY: True}


def test_the_events_of_par_and_its_weighing_are_printed_on_request(run_command, tmp_path):
    header, events = create_damn_match(6)
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_record(header, events))
    parted_deal = next(
        deal for deal in play_par_deals(header, events, LEVEL) if deal.parting is not None
    )
    number = str(parted_deal.deal)
    arguments = ["par", str(path), "--level", LEVEL, "--json", "--events", "--deal", number]
    (deal,) = json.loads(run_command(*arguments).out)["deals"]
    lines = map(event_codec(GAMES["damn"]).encode_line, parted_deal.par_events)
    assert deal["events"] == list(map(json.loads, map(json.dumps, lines)))
    chosen = deal["events"][parted_deal.parting]
    commands = [choice["command"] for choice in deal["weighed"]["choices"]]
    assert any(command.items() <= chosen.items() for command in commands)


def test_a_level_that_the_table_does_not_offer_is_played_and_named(run_command, path, monkeypatch):
    arguments = ("par", str(path), "--level", LEVEL, "--deal", "1")
    usual = run_command(*arguments)
    assert not usual.err
    monkeypatch.setattr(type(GAMES["damn"]), "levels_for", lambda *_: ("easy", "hard"))
    out, err = run_command(*arguments)
    assert out == usual.out
    assert "Medium is not offered at this table" in err
