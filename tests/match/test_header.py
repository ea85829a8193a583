"""The header line: its bytes, the meaning of older and foreign headers, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.match.header import RecordHeader, check_seat_count, valid_time
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, read_header, read_record
from greenbaize.rules.errors import GameError, OptionError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import YesNoOption, resolve_options
from greenbaize.words.speaker import Speaker

SEED_HEX = "00112233445566778899aabbccddeeff"
HEADER_LINE = {
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
    "seed": SEED_HEX,
}
HEADER_PLAYERS = (
    HeaderPlayer("Anna"),
    HeaderPlayer("Bot 1", "bot", "hard"),
    HeaderPlayer("Зоя", "bot", "easy"),
)


def read_changed_header(**changes):
    line = {key: value for key, value in (HEADER_LINE | changes).items() if value is not ...}
    return RecordHeader.from_line(line, GAMES)


def header_refusal(error=GameError, **changes):
    with pytest.raises(error) as caught:
        read_changed_header(**changes)
    return caught.value.message


def test_temperaments_and_programs_are_read_and_written():
    seats = [
        {"name": "Anna", "kind": "human"},
        {"name": "B", "kind": "bot", "level": "hard", "temperament": "bold"},
        {"name": "C", "kind": "bot", "program": "tiny_bot.py"},
    ]
    header = read_changed_header(seats=seats)
    assert header.players[1:] == (
        HeaderPlayer("B", "bot", "hard", "bold"),
        HeaderPlayer("C", "bot", program="tiny_bot.py"),
    )
    assert header.to_line()["seats"] == seats
    for key in ("temperament", "program"):
        for value in (7, "a\nb", ["bold"]):
            wrong_seats = [*seats[:2], {"name": "C", "kind": "bot", key: value}]
            assert header_refusal(seats=wrong_seats) == Message("header-field", {"field": "seats"})


@pytest.mark.parametrize(
    ("changes", "code", "values"),
    [
        ({"kind": "ghost"}, "header-kind", {"kind": "ghost"}),
        ({"level": "divine"}, "header-level", {"level": "divine"}),
        ({"level": ""}, "header-level", {"level": ""}),
        ({"temperament": "furious"}, "header-temperament", {"temperament": "furious"}),
    ],
)
def test_a_player_kind_of_a_newer_program_is_refused(changes, code, values):
    seats = [*HEADER_LINE["seats"][:2], {"name": "C", "kind": "bot"} | changes]
    message = header_refusal(seats=seats)
    assert message == Message(code, values)
    sentence = Speaker().format_message(message)
    assert sentence.startswith("A newer program wrote this: ")
    assert f"“{next(iter(values.values()))}”" in sentence


def test_a_long_name_of_any_letters_is_read():
    names = ["A" * 200, "Зоя", "ليلى\u200f", "a\u0301", "👩\u200d👧", "<b>", ""]
    for name in names:
        seats = [{"name": name, "kind": "human"}, *HEADER_LINE["seats"][1:]]
        assert read_changed_header(seats=seats).players[0].name == name


def test_the_header_has_exactly_these_bytes():
    options = resolve_options(GAMES["damn"].options, 3, {})
    header = RecordHeader(
        "damn", HEADER_PLAYERS, options, SEED_HEX, extra={"program": "greenbaize 1"}
    )
    line = (
        '{"format": "greenbaize-match", "version": 1, "game": "damn", "seats": '
        '[{"name": "Anna", "kind": "human"}, '
        '{"name": "Bot 1", "kind": "bot", "level": "hard"}, '
        '{"name": "Зоя", "kind": "bot", "level": "easy"}], '
        '"options": {"deals": 15, "first": 1, "zero_bids": false, "hook": false, '
        '"enforcement": "strict"}, "seed": "00112233445566778899aabbccddeeff", '
        '"program": "greenbaize 1"}\n'
    )
    assert encode_line(header.to_line()) == line.encode()


def test_a_header_reads_back_the_same():
    header = read_changed_header(program="greenbaize 1", begun=None, colours=[1, {"a": 2.5}])
    assert header.players == HEADER_PLAYERS
    assert header.seed == SEED_HEX
    assert header.extra == {"program": "greenbaize 1", "begun": None, "colours": [1, {"a": 2.5}]}
    assert RecordHeader.from_line(header.to_line(), GAMES) == header


def test_a_view_header_lacks_only_the_seed():
    header = read_changed_header(program="greenbaize 1")
    line = header.to_line()
    del line["seed"]
    assert header.redact_for(None).to_line() == line
    view_line = header.redact_for(2).to_line()
    assert view_line == line | {"you": 2}
    assert list(view_line) == ["format", "version", "game", "seats", "options", "you", "program"]
    assert RecordHeader.from_line(view_line, GAMES) == header.redact_for(2)


@pytest.mark.parametrize("missing", ["deals", "first", "zero_bids", "hook", "enforcement"])
def test_an_option_missing_from_the_header_has_its_old_value(missing):
    options = dict(HEADER_LINE["options"])
    del options[missing]
    assert read_changed_header(options=options).options == HEADER_LINE["options"]
    assert read_changed_header(options=...).options == HEADER_LINE["options"]


def test_a_blackout_header_without_options_has_the_hook():
    assert read_changed_header(game="blackout", options={}).options == {
        "hook": True,
        "in_order": False,
    }


class LaterDamnGame(DamnGame):
    """Damn in a later version, with an option that changes its default play."""

    name, seats = "damn", range(3, 8)
    options = (*DamnGame.options, YesNoOption("joker", default=True, legacy_value=False))


def test_an_option_newer_than_the_record_has_its_old_value_and_not_the_default():
    assert resolve_options(LaterDamnGame.options, 3, {})["joker"] is True
    assert RecordHeader.from_line(HEADER_LINE, {"damn": LaterDamnGame()}).options["joker"] is False


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("values", "targets"),
    [({}, "source"), ({"targets": "source"}, "source"), ({"targets": "even"}, "even")],
)
def test_targets_mean_what_they_meant_whatever_is_usual_now(seats, values, targets):
    line = HEADER_LINE | {"game": "ass", "seats": HEADER_LINE["seats"][:seats], "options": values}
    assert RecordHeader.from_line(line, GAMES).options["targets"] == targets


def test_an_unknown_option_is_refused():
    message = header_refusal(GameError, options=HEADER_LINE["options"] | {"colour": "red"})
    assert (message.code, message.values["key"]) == ("header-option", "colour")


@pytest.mark.parametrize(
    ("key", "value"),
    [("deals", 18), ("first", 16), ("hook", 1), ("enforcement", "lax"), ("deals", "15")],
)
def test_an_option_outside_its_limits_is_refused(key, value):
    assert (
        header_refusal(OptionError, options=HEADER_LINE["options"] | {key: value}).values["key"]
        == key
    )


@pytest.mark.parametrize("version", [2, 0, "1", 1.0, True, None, ...])
def test_any_other_version_is_refused(version):
    assert header_refusal(version=version).code == "header-version"


@pytest.mark.parametrize("line", [None, [], "x", 1, {}, HEADER_LINE | {"format": "chess"}])
def test_a_line_that_is_no_header_is_refused(line):
    with pytest.raises(GameError) as caught:
        RecordHeader.from_line(line, GAMES)
    assert caught.value.message == Message("header-format")


@pytest.mark.parametrize("game", ["no-such-game", "Damn", "", None, 1, ["damn"]])
def test_an_unknown_game_is_refused(game):
    assert header_refusal(game=game) == Message("header-game", {"game": str(game)})


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
        ("seed", SEED_HEX.upper()),
        ("seed", SEED_HEX[:31]),
        ("seed", SEED_HEX + "0"),
        ("seed", "g" * 32),
        ("you", 3),
        ("you", -1),
        ("you", "0"),
        ("you", True),
    ],
)
def test_a_field_of_the_wrong_form_is_refused(field, value):
    assert header_refusal(**{field: value}) == Message("header-field", {"field": field})


def test_a_header_may_lack_its_seed():
    assert read_changed_header(seed=...).seed is None


@pytest.mark.parametrize(
    ("name", "low", "high", "wrong_counts"),
    [("damn", 3, 7, (0, 2, 8)), ("blackout", 2, 4, (0, 1, 5))],
)
def test_the_number_of_seats_is_limited(name, low, high, wrong_counts):
    for count in range(low, high + 1):
        check_seat_count(GAMES[name], count)
    for count in wrong_counts:
        seats = [{"name": "A", "kind": "bot"}] * count
        message = header_refusal(game=name, seats=seats, options=...)
        assert message.code == "seat-count"
        assert message.values == {"game": name, "count": count, "low": low, "high": high}


def test_only_the_first_line_is_read_for_a_header():
    data = encode_line(HEADER_LINE) + b"nonsense\n"
    assert read_header(data, GAMES) == read_changed_header()
    with pytest.raises(RecordError) as caught:
        read_header(encode_line(HEADER_LINE)[:-5], GAMES)
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
        json.dumps(HEADER_LINE | {"more": float("nan")}).encode() + b"\n",
        json.dumps(HEADER_LINE).encode("utf-16") + b"\n",
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
        read_record(json.dumps(HEADER_LINE | {"program": "\ud800"}).encode() + b"\n", GAMES)
    assert (caught.value.line, caught.value.message.code) == (1, "line-damaged")


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from([*HEADER_LINE, "you", "more"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()),
    )
)
def test_no_damage_to_a_header_ends_in_another_error(changes):
    raw = json.dumps(HEADER_LINE | changes).encode() + b"\n"
    try:
        read_header(raw, GAMES)
    except RecordError as error:
        line = error.line
    else:
        line = 1
    assert line == 1


@pytest.mark.parametrize("value", ["20261121T203000", "20240229T000000", "19990101T235959"])
def test_a_valid_time_is_kept(value):
    assert valid_time(value) == value


@pytest.mark.parametrize(
    "value",
    [
        "20261399T999999",
        "20260229T120000",
        "20261121T240000",
        "20261121T235960",
        "00000101T000000",
        "20261121T203000\n",
        "2026112T1203000",
        "٢٠٢٦١١٢١T٢٠٣٠٠٠",
        "",
        "x",
        None,
        20261121,
        True,
        ["20261121T203000"],
    ],
)
def test_an_invalid_time_is_dropped(value):
    assert valid_time(value) == ""


@pytest.mark.parametrize(
    ("people", "extra", "friends"),
    [
        (1, {}, False),
        (2, {}, True),
        (2, {"one_computer": True}, False),
        # Its host had no seat, or was alone with computer players: somebody may come back.
        (1, {"shuffle": {"lobby": "{}", "commits": []}}, True),
    ],
)
def test_a_match_with_friends_is_not_resumed_alone(people, extra, friends):
    bot = HeaderPlayer("Bot", "bot", "hard")
    players = (HeaderPlayer("Anna"), HeaderPlayer("Boris"))[:people] + (bot,) * (3 - people)
    options = resolve_options(GAMES["damn"].options, 3, {})
    assert RecordHeader("damn", players, options, SEED_HEX, extra=extra).is_with_friends is friends
