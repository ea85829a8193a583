"""The header line: its bytes, the meaning of older and foreign headers, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.match.header import Header, check_seats, moment
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, read_header, read_record
from greenbaize.rules.errors import GameError, OptionError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import YesNo, settled
from greenbaize.words.speaker import Speaker

SEED = "00112233445566778899aabbccddeeff"
LINE = {
    "format": "greenbaize-match",
    "version": 1,
    "game": "damn",
    "seats": [
        {"name": "Anna", "kind": "human"},
        {"name": "Bot 1", "kind": "bot", "level": "hard"},
        {"name": "Зоя", "kind": "bot", "level": "easy"},
    ],
    "options": {
        "deals": 15,
        "first": 1,
        "zero_bids": False,
        "hook": False,
        "enforcement": "strict",
    },
    "seed": SEED,
}
SITTERS = (Player("Anna"), Player("Bot 1", "bot", "hard"), Player("Зоя", "bot", "easy"))


def read(**changes):
    line = {key: value for key, value in (LINE | changes).items() if value is not ...}
    return Header.read(line, GAMES)


def refusal(error=GameError, **changes):
    with pytest.raises(error) as caught:
        read(**changes)
    return caught.value.message


def test_temperaments_and_programs_go_both_ways():
    seats = [
        {"name": "Anna", "kind": "human"},
        {"name": "B", "kind": "bot", "level": "hard", "temperament": "bold"},
        {"name": "C", "kind": "bot", "program": "tiny_bot.py"},
    ]
    header = read(seats=seats)
    assert header.sitters[1:] == (
        Player("B", "bot", "hard", "bold"),
        Player("C", "bot", program="tiny_bot.py"),
    )
    assert header.line()["seats"] == seats
    for key in ("temperament", "program"):
        for value in (7, "a\nb", ["bold"]):
            wrong = [*seats[:2], {"name": "C", "kind": "bot", key: value}]
            assert refusal(seats=wrong) == Message("header-field", {"field": "seats"})


@pytest.mark.parametrize(
    ("changes", "code", "values"),
    [
        ({"kind": "ghost"}, "header-kind", {"kind": "ghost"}),
        ({"level": "divine"}, "header-level", {"level": "divine"}),
        ({"level": ""}, "header-level", {"level": ""}),
        ({"temperament": "furious"}, "header-temperament", {"temperament": "furious"}),
    ],
)
def test_what_a_newer_program_seats_is_refused_when_it_is_read(changes, code, values):
    seats = [*LINE["seats"][:2], {"name": "C", "kind": "bot"} | changes]
    message = refusal(seats=seats)
    assert message == Message(code, values)
    said = Speaker().say(message)
    assert said.startswith("A newer program wrote this: ")
    assert f"“{next(iter(values.values()))}”" in said


def test_a_long_name_of_any_letters_is_read():
    names = ["A" * 200, "Зоя", "ليلى\u200f", "a\u0301", "👩\u200d👧", "<b>", ""]
    for name in names:
        seats = [{"name": name, "kind": "human"}, *LINE["seats"][1:]]
        assert read(seats=seats).sitters[0].name == name


def test_the_header_has_exactly_these_bytes():
    options = settled(GAMES["damn"].options, 3, {})
    header = Header("damn", SITTERS, options, SEED, more={"program": "greenbaize 1"})
    line = (
        '{"format": "greenbaize-match", "version": 1, "game": "damn", "seats": '
        '[{"name": "Anna", "kind": "human"}, '
        '{"name": "Bot 1", "kind": "bot", "level": "hard"}, '
        '{"name": "Зоя", "kind": "bot", "level": "easy"}], '
        '"options": {"deals": 15, "first": 1, "zero_bids": false, "hook": false, '
        '"enforcement": "strict"}, "seed": "00112233445566778899aabbccddeeff", '
        '"program": "greenbaize 1"}\n'
    )
    assert line_bytes(header.line()) == line.encode()


def test_a_header_reads_back_the_same():
    header = read(program="greenbaize 1", begun=None, colours=[1, {"a": 2.5}])
    assert header.sitters == SITTERS
    assert header.seed == SEED
    assert header.more == {"program": "greenbaize 1", "begun": None, "colours": [1, {"a": 2.5}]}
    assert Header.read(header.line(), GAMES) == header


def test_a_seat_is_told_everything_but_the_seed():
    header = read(program="greenbaize 1")
    line = header.line()
    del line["seed"]
    assert header.told(None).line() == line
    told = header.told(2).line()
    assert told == line | {"you": 2}
    assert list(told) == ["format", "version", "game", "seats", "options", "you", "program"]
    assert Header.read(told, GAMES) == header.told(2)


@pytest.mark.parametrize("missing", ["deals", "first", "zero_bids", "hook", "enforcement"])
def test_an_option_missing_from_the_header_has_its_old_value(missing):
    options = dict(LINE["options"])
    del options[missing]
    assert read(options=options).options == LINE["options"]
    assert read(options=...).options == LINE["options"]


def test_a_blackout_header_without_options_has_the_hook():
    assert read(game="blackout", options={}).options == {"hook": True, "in_order": False}


class Later(Damn):
    """Damn in a later version, with an option that changes its default play."""

    name, seats = "damn", range(3, 8)
    options = (*Damn.options, YesNo("joker", default=True, old=False))


def test_an_option_newer_than_the_record_has_its_old_value_and_not_the_default():
    assert settled(Later.options, 3, {})["joker"] is True
    assert Header.read(LINE, {"damn": Later()}).options["joker"] is False


def test_an_unknown_option_is_refused():
    message = refusal(GameError, options=LINE["options"] | {"colour": "red"})
    assert (message.code, message.values["key"]) == ("header-option", "colour")


@pytest.mark.parametrize(
    ("key", "value"),
    [("deals", 18), ("first", 16), ("hook", 1), ("enforcement", "lax"), ("deals", "15")],
)
def test_an_option_outside_its_limits_is_refused(key, value):
    assert refusal(OptionError, options=LINE["options"] | {key: value}).values["key"] == key


@pytest.mark.parametrize("version", [2, 0, "1", 1.0, True, None, ...])
def test_any_other_version_is_refused(version):
    assert refusal(version=version).code == "header-version"


@pytest.mark.parametrize("line", [None, [], "x", 1, {}, LINE | {"format": "chess"}])
def test_what_is_no_header_is_refused(line):
    with pytest.raises(GameError) as caught:
        Header.read(line, GAMES)
    assert caught.value.message == Message("header-format")


@pytest.mark.parametrize("game", ["no-such-game", "Damn", "", None, 1, ["damn"]])
def test_an_unknown_game_is_refused(game):
    assert refusal(game=game) == Message("header-game", {"game": str(game)})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", None),
        ("seats", 3),
        ("seats", {"0": "Anna"}),
        ("seats", ["Anna", "Bot", "Zoë"]),
        ("seats", [{"name": "Anna"}] * 3),
        ("seats", [{"kind": "bot"}] * 3),
        ("seats", [{"name": 1, "kind": "bot"}] * 3),
        ("seats", [{"name": "A", "kind": "bot", "level": 5}] * 3),
        ("seats", [{"name": "A\x1b[2J", "kind": "bot"}] * 3),
        ("seats", [{"name": "A\n", "kind": "bot"}] * 3),
        ("seats", [{"name": "\ud800", "kind": "bot"}] * 3),
        ("seats", [{"name": "A\u202eB", "kind": "bot"}] * 3),
        ("seats", [{"name": "A\u2069B", "kind": "bot"}] * 3),
        ("seats", [{"name": "A\u2028B", "kind": "bot"}] * 3),
        ("seats", [{"name": "A" * 201, "kind": "bot"}] * 3),
        ("seats", [{"name": "A", "kind": "bot", "program": "A" * 201}] * 3),
        ("options", None),
        ("options", ["hook"]),
        ("seed", 7),
        ("seed", SEED.upper()),
        ("seed", SEED[:31]),
        ("seed", SEED + "0"),
        ("seed", "g" * 32),
        ("you", 3),
        ("you", -1),
        ("you", "0"),
        ("you", True),
    ],
)
def test_a_field_of_the_wrong_form_is_refused(field, value):
    assert refusal(**{field: value}) == Message("header-field", {"field": field})


def test_a_header_may_lack_its_seed():
    assert read(seed=...).seed is None


@pytest.mark.parametrize(
    ("name", "low", "high", "wrong_counts"),
    [("damn", 3, 7, (0, 2, 8)), ("blackout", 2, 4, (0, 1, 5))],
)
def test_only_so_many_can_play(name, low, high, wrong_counts):
    for count in range(low, high + 1):
        check_seats(GAMES[name], count)
    for count in wrong_counts:
        seats = [{"name": "A", "kind": "bot"}] * count
        message = refusal(game=name, seats=seats, options=...)
        assert message.code == "seat-count"
        assert message.values == {"game": name, "count": count, "low": low, "high": high}


def test_only_the_first_line_is_read_for_a_header():
    data = line_bytes(LINE) + b"nonsense\n"
    assert read_header(data, GAMES) == read()
    with pytest.raises(RecordError) as caught:
        read_header(line_bytes(LINE)[:-5], GAMES)
    assert caught.value.message == Message("record-empty")


@pytest.mark.parametrize(
    "raw",
    [
        b"[]\n",
        b"{\n",
        b"\xff\n",
        b"\n",
        b'{"format": "greenbaize-match"\n',
        b"[" * 100_000 + b"\n",
        json.dumps(LINE | {"more": float("nan")}).encode() + b"\n",
        json.dumps(LINE).encode("utf-16") + b"\n",
    ],
)
def test_a_damaged_header_is_an_error_of_line_1(raw):
    for reader in (read_header, read_record):
        with pytest.raises(RecordError) as caught:
            reader(raw, GAMES)
        assert caught.value.line == 1


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"# Green Baize\n\nA card table.\n", "header-format"),
        (b'{"format": "greenbaize-match"\n', "line-damaged"),
    ],
)
def test_any_other_file_is_no_record_rather_than_a_damaged_one(raw, code):
    for reader in (read_header, read_record):
        with pytest.raises(RecordError, match=code):
            reader(raw, GAMES)


def test_a_header_that_could_not_be_written_again_is_refused():
    with pytest.raises(RecordError) as caught:
        read_record(json.dumps(LINE | {"program": "\ud800"}).encode() + b"\n", GAMES)
    assert (caught.value.line, caught.value.message.code) == (1, "line-damaged")


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from([*LINE, "you", "more"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()),
    )
)
def test_no_damage_to_a_header_ends_in_another_error(changes):
    raw = json.dumps(LINE | changes).encode() + b"\n"
    try:
        read_header(raw, GAMES)
    except RecordError as error:
        line = error.line
    else:
        line = 1
    assert line == 1


@pytest.mark.parametrize("value", ["20261121T203000", "20240229T000000", "19990101T235959"])
def test_a_moment_is_taken_as_it_is(value):
    assert moment(value) == value


@pytest.mark.parametrize(
    "value",
    [
        *("20261399T999999", "20260229T120000", "20261121T240000", "20261121T235960"),
        *("00000101T000000", "20261121T203000\n", "2026112T1203000", "٢٠٢٦١١٢١T٢٠٣٠٠٠", "", "x"),
        *(None, 20261121, True, ["20261121T203000"]),
    ],
)
def test_what_no_calendar_or_clock_has_is_none(value):
    assert moment(value) == ""


@pytest.mark.parametrize(
    ("people", "extra", "friends"),
    [
        *((1, {}, False), (2, {}, True), (2, {"one_computer": True}, False)),
        # Its host had no seat, or was alone with computer players: somebody may come back.
        (1, {"shuffle": {"lobby": "{}", "commits": []}}, True),
    ],
)
def test_who_plays_with_friends_does_not_go_on_alone(people, extra, friends):
    bot = Player("Bot", "bot", "hard")
    sitters = (Player("Anna"), Player("Boris"))[:people] + (bot,) * (3 - people)
    options = settled(GAMES["damn"].options, 3, {})
    assert Header("damn", sitters, options, SEED, more=extra).with_friends is friends
