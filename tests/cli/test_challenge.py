"""``greenbaize challenge``: codes of matches, and results side by side."""

import json

import pytest

from app.challenge_records import write_challenge_record
from greenbaize.app.challenge_code import decode_challenge, encode_challenge
from greenbaize.app.challenges import ChallengeLog, create_challenge_header, log_begun
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli import challenge as command
from greenbaize.store.settings import UserSettings

SEED = "00112233445566778899aabbccddeeff"
NEW = ("challenge", "new", "--game", "damn", "--players", "3", "--seed", SEED, "--bots", "easy")
OPTIONS = ("--option", "deals=2")


@pytest.fixture
def code(run_command):
    out, err = run_command(*NEW, *OPTIONS)
    assert err == ""
    return out.strip()


def test_a_code_is_made_from_options(code, run_command):
    challenge = decode_challenge(code)
    assert challenge.header.seed == SEED
    assert challenge.header.options["deals"] == 2
    assert not challenge.allows_hints
    out, _ = run_command(*NEW, *OPTIONS, "--hints", "--undo")
    assert decode_challenge(out).allows_hints
    assert decode_challenge(out).allows_undo


def test_a_code_is_made_from_a_record(code, tmp_path, run_command, run_failing_command):
    path = write_challenge_record(tmp_path / "a.jsonl", decode_challenge(code))
    assert run_command("challenge", "new", str(path)).out.strip() == code
    assert "--game" in run_failing_command("challenge", "new", str(path), "--game", "damn", code=2)
    text = path.read_text().replace('"kind": "bot"', '"kind": "human"', 1)
    path.write_text(text.replace('"level": "easy"', '"level": null', 1))
    assert "one person" in run_failing_command("challenge", "new", str(path))


def test_a_challenge_is_described_and_played(code, run_command, monkeypatch):
    out, _ = run_command("challenge", "play", "--describe", "Try", "this:", *code.split("-"))
    assert out.splitlines()[:2] == ["Damn · 3 players", "Opponents: 2 × Easy"]
    requests = []
    monkeypatch.setattr(command, "open_window", lambda request: requests.append(request) or 0)
    run_command("challenge", "play", code.lower())
    assert requests == [PlayRequest(challenge=code)]


def test_results_are_laid_side_by_side(code, tmp_path, run_command):
    challenge = decode_challenge(code)
    zoe = write_challenge_record(tmp_path / "zoe.jsonl", challenge, "Zoë")
    anna = write_challenge_record(tmp_path / "anna.jsonl", challenge, "Al", "easy")
    out, err = run_command("challenge", "compare", str(zoe), str(anna), "--par", "easy")
    assert err == ""
    lines = out.splitlines()
    assert lines[0].split()[:4] == ["deal", "Zoë", "Al", "Easy"]
    assert [line.split()[0] for line in lines[1:5]] == ["1", "2", "in", "place"]
    assert any("Zoë and Al part after event" in line for line in lines)
    target = tmp_path / "table.csv"
    run_command("challenge", "compare", str(zoe), str(anna), "--csv", str(target))
    assert target.read_text().startswith("deal,player,points,banks,places,place,best,hints,undo")


def test_what_cannot_be_compared_is_said_in_one_line(code, tmp_path, run_failing_command):
    other = decode_challenge(code)
    path = write_challenge_record(tmp_path / "a.jsonl", other)
    more = encode_challenge(
        decode_challenge(code).__class__(other.header, allows_hints=True, allows_undo=True)
    )
    for items, words in (
        (["nonsense"], "no code"),
        ([code[:-1]], "wrong or missing"),
        ([str(tmp_path / "missing.jsonl")], "no code"),
    ):
        assert words in run_failing_command("challenge", "compare", *items)
    assert "challenge play" in run_failing_command("challenge", code=2)
    text = path.read_text().splitlines(keepends=True)
    path.write_text("".join(text[:-1]))
    assert "not over" in run_failing_command("challenge", "compare", more, str(path))


def test_levels_and_records_are_told_as_lines_of_json(code, tmp_path, run_command):
    challenge = decode_challenge(code)
    path = write_challenge_record(tmp_path / "zoe.jsonl", challenge, "Zoë")
    out, err = run_command("challenge", "compare", str(path), "--par", "easy", "--json")
    assert err == ""
    zoe, level, end = map(json.loads, out.splitlines())
    assert (zoe["name"], zoe["level"], zoe["hints"], zoe["undo"]) == ("Zoë", "", None, False)
    assert zoe["begun"] == "20261128T120000"
    assert (level["name"], level["level"]) == ("", "easy")
    assert len(zoe["deals"]) == len(level["deals"]) == 2
    assert level["events"][-1]["type"] == "end"
    assert end == {"done": True}


def test_par_is_played_deal_by_deal_with_a_record(code, tmp_path, run_command):
    path = write_challenge_record(tmp_path / "zoe.jsonl", decode_challenge(code), "Zoë")
    out, _ = run_command("challenge", "compare", str(path), "--par", "medium", "--by-deal")
    assert "Medium with the cards of Zoë" in out.splitlines()[0]
    par, _ = run_command("par", str(path), "--level", "medium", "--json")
    expected = [deal["par"][0] for deal in json.loads(par)["deals"]]
    rows = [line.replace("*", "").split() for line in out.splitlines()[1:3]]
    assert [int(row[-1]) for row in rows] == expected


def test_nothing_is_told_in_the_middle_of_the_own_try(code, tmp_path, run_failing_command):
    challenge = decode_challenge(code)
    path = write_challenge_record(tmp_path / "zoe.jsonl", challenge, "Zoë")
    match = OpenMatch.create(create_challenge_header(challenge, "Al", counts=True))
    match.close()
    log_begun(match.player_view.header, "1")
    assert "in the middle of this challenge" in run_failing_command(
        "challenge", "compare", str(path)
    )
    match.file.path.unlink()
    assert "not here now" in run_failing_command("challenge", "compare", str(path))


def test_whose_results_are_told_is_noted_and_plays_for_practice(code, run_command):
    challenge = decode_challenge(code)
    run_command("challenge", "compare", code)
    person = UserSettings.load().current_identity
    assert not ChallengeLog.load().has_tried(challenge, person)
    for _ in range(2):
        run_command("challenge", "compare", code, "--par", "easy", "--json")
        assert ChallengeLog.load().has_tried(challenge, person)
    assert [entry.what for entry in ChallengeLog.load().entries] == ["seen"]
