"""Codes of challenges: the same header again, and nothing else, however a code is damaged."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from greenbaize.app import challenge_code
from greenbaize.app.challenge_code import (
    ALPHABET,
    MAX_TEXT_LENGTH,
    PLAYERS_VERSION,
    Challenge,
    coded_options,
    decode_challenge,
    encode_challenge,
    format_code,
    name_players,
    parse_code,
)
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.errors import GameError, OptionError
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    OptionValues,
    SuitsOption,
    YesNoOption,
    resolve_options,
)
from greenbaize.rules.players import BOT, HUMAN, LEVEL_NAMES, TEMPERAMENT_NAMES
from match.random_matches import SETUPS

SEED = "00112233445566778899aabbccddeeff"
GOLDEN = {
    "damn": "21008-024H3-6H2NC-SVRH6-DAQF6-DVVQZ-N2HZ",
    "rank": "G0000-0P1J0-8024H-36H2N-CSVRH-6DAQF-6DVVQ-ZZ5VG",
}


def create_challenge(game="damn", seats=4, *, level="medium", seed=SEED, options=None, **more):
    players = [HeaderPlayer("", HUMAN)]
    players += [HeaderPlayer("", BOT, level) for _ in range(seats - 1)]
    resolved = resolve_options(GAMES[game].options, seats, options or {})
    header = name_players(RecordHeader(game, tuple(players), resolved, seed), "")
    return Challenge(header, more.get("hints", True), more.get("undo", False))


def draw_value(random, option, seats, settings):
    match option:
        case YesNoOption():
            return random.random() < 0.5
        case NumberOption():
            return random.randint(*option.compute_limits(seats, settings))
        case ChoiceOption():
            return random.choice(option.values_for(seats))
        case SuitsOption():
            return tuple(random.sample("CDHS", option.compute_count(seats, settings)))


def draw_options(random, game, seats):
    """Return random options that are allowed together."""
    while True:
        settings = OptionValues()
        for option in game.options:
            settings[option.key] = draw_value(random, option, seats, settings)
        try:
            return resolve_options(game.options, seats, settings)
        except OptionError:
            continue


def draw_challenge(random):
    name = random.choice(list(GAMES))
    game = GAMES[name]
    seats = random.choice(list(game.seats))
    players = []
    for _ in range(seats):
        temperament = random.choice(TEMPERAMENT_NAMES)
        chosen = None if temperament == "steady" else temperament
        players.append(HeaderPlayer("", BOT, random.choice(LEVEL_NAMES), chosen))
    players[random.randrange(seats)] = HeaderPlayer("", HUMAN)
    seed = f"{random.getrandbits(random.choice((8, 128))):032x}"
    header = RecordHeader(name, tuple(players), draw_options(random, game, seats), seed)
    return Challenge(
        name_players(header, ""),
        random.random() < 0.5,
        random.random() < 0.5,
        random.randrange(64),
    )


def encode_header(header):
    return encode_line(header.to_line())


def test_a_thousand_matches_of_all_options_give_the_same_header_byte_for_byte():
    random = Random(53)
    for _ in range(1000):
        challenge = draw_challenge(random)
        read = decode_challenge(encode_challenge(challenge))
        assert read == challenge
        for name in ("Zoë", "Anna", ""):
            assert encode_header(read.header_for(name)) == encode_header(challenge.header_for(name))
        assert read.header.players[read.seat].kind == HUMAN


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_setup_of_the_tests_has_a_code(setup):
    challenge = create_challenge(setup.name, setup.seats, options=setup.given_options)
    assert decode_challenge(encode_challenge(challenge)) == challenge


@pytest.mark.parametrize("name", GAMES)
def test_a_match_with_usual_settings_has_a_code_of_at_most_forty_characters(name):
    for seats in GAMES[name].seats:
        code = encode_challenge(create_challenge(name, seats, seed="f" * 32))
        assert len(code) <= 40
        assert {len(group) for group in code.split("-")[:-1]} == {5}


def test_codes_stay_what_they_are():
    written = {
        "damn": encode_challenge(create_challenge()),
        "rank": encode_challenge(
            create_challenge("rank", 6, level="hard", undo=True, options={"deals": 3})
        ),
    }
    assert written == GOLDEN
    assert decode_challenge(GOLDEN["damn"]) == create_challenge()


def test_levels_temperaments_games_and_options_keep_their_numbers():
    assert set(LEVEL_NAMES) <= set(challenge_code._LEVEL_CODES)
    assert set(challenge_code._TEMPERAMENT_CODES) == set(TEMPERAMENT_NAMES)
    assert tuple(GAMES) == ("damn", "blackout", "master", "ass", "rank")
    assert {name: [option.key for option in coded_options(name)] for name in GAMES} == {
        "damn": [
            "deals",
            "first",
            "zero_bids",
            "hook",
            "enforcement",
            "direction",
            "no_trump",
            "scoring",
        ],
        "blackout": ["hook", "in_order", "deals", "first", "scoring"],
        "master": ["trumps", "trump_suits", "early_end", "length"],
        "ass": ["trumps", "trump_suits", "must_beat", "refill", "targets", "deal_limit"],
        "rank": ["deals", "anti_rank"],
    }


def test_names_of_computer_players_are_unlike_the_persons():
    header = create_challenge().header_for("anna")
    assert [player.name for player in header.players] == ["anna", "Boris", "Vera", "Mila"]


# However a code is typed


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda code: code.replace("-", ""),
        lambda code: code.replace("-", " "),
        lambda code: f"  {code}\n",
        lambda code: code.replace("-", "\u2011"),
        lambda code: code.replace("0", "O").replace("1", "l"),
        lambda code: code.replace("0", "o").replace("1", "I"),
        lambda code: code.replace("V", "u"),
        lambda code: code.translate(str.maketrans("ABEKMHPCTXY", "АВЕКМНРСТХУ")),
        lambda code: f"«{code}».",
        lambda code: f"<b>{code}</b>",
        lambda code: f"Take this: *{code}*, and see.",
        lambda code: f"Damn: 84 points. Can you do better? Green Baize, Friends: {code}",
        lambda code: f"Damn: 84 points.\n{code}\nSee you!",
        lambda code: f"Code: {code.replace('-', ' ').lower()}",
    ],
)
def test_a_code_is_understood_however_it_is_typed(change):
    challenge = create_challenge(undo=True)
    assert decode_challenge(change(encode_challenge(challenge))) == challenge


# Damaged, hostile and over-long codes


def read_or_refuse(text):
    """Return the challenge of a text, or the code of the sentence that refuses it."""
    try:
        return decode_challenge(text)
    except GameError as error:
        return error.message.code


def test_every_single_wrong_character_is_refused():
    random = Random(1)
    for _ in range(20):
        code = encode_challenge(draw_challenge(random)).replace("-", "")
        for index in range(len(code)):
            for character in ALPHABET.replace(code[index], ""):
                damaged = code[:index] + character + code[index + 1 :]
                assert read_or_refuse(damaged) == "challenge-mistyped"
            for shorter in (code[:index] + code[index + 1 :], code[:index]):
                assert read_or_refuse(shorter) in ("challenge-mistyped", "challenge-no-code")
        swapped = code[1] + code[0] + code[2:]
        assert swapped == code or read_or_refuse(swapped) == "challenge-mistyped"


def test_ten_thousand_damaged_and_hostile_texts_are_refused():
    random = Random(2)
    code = encode_challenge(create_challenge())
    characters = [*ALPHABET, *"ilou-– :.\n\0АΩ😀\u202e\ud800٣", "\u0301"]
    for _ in range(10_000):
        text = list(code)
        for _ in range(random.randint(1, 4)):
            index = random.randrange(len(text) + 1)
            text[index : index + random.randint(0, 3)] = random.choices(
                characters, k=random.randint(0, 6)
            )
        read = read_or_refuse("".join(text))
        if isinstance(read, Challenge):
            assert read == create_challenge()  # nothing that counts was changed
        else:
            assert read in ("challenge-mistyped", "challenge-no-code")


def test_ten_thousand_numbers_with_a_right_checksum_are_read_or_refused():
    random = Random(3)
    outcomes = {"read": 0, "challenge-unknown": 0}
    for _ in range(10_000):
        read = read_or_refuse(format_code(random.getrandbits(random.randint(96, 500))))
        if isinstance(read, Challenge):
            outcomes["read"] += 1
            assert decode_challenge(encode_challenge(read)) == read
        elif read not in ("challenge-no-code", "challenge-mistyped"):
            outcomes[read] += 1
    assert outcomes["challenge-unknown"] > 1000


def test_ten_thousand_changed_fields_are_read_or_refused():
    random = Random(4)
    read_count = 0
    for _ in range(10_000):
        number = parse_code(encode_challenge(draw_challenge(random)))
        changed = number ^ (1 << random.randrange(128, number.bit_length() + 3))
        read = read_or_refuse(format_code(changed))
        if isinstance(read, Challenge):
            read_count += 1
            assert parse_code(encode_challenge(read)) == changed
        else:
            assert read == "challenge-unknown"
    assert read_count > 1000


@pytest.mark.parametrize(
    "text", ["", " ", "-" * 50, "0" * 119, "Z" * MAX_TEXT_LENGTH, "Z" * 10_000_000, "\0" * 40]
)
def test_a_text_without_a_code_is_refused(text):
    assert read_or_refuse(text) in ("challenge-no-code", "challenge-mistyped")


def test_a_zero_in_front_makes_no_second_code():
    code = encode_challenge(create_challenge()).replace("-", "")
    digits = "0" + code[: -challenge_code.CHECKSUM_LENGTH]
    assert read_or_refuse(
        digits + challenge_code._checksum(digits, challenge_code.CODE_FORMAT)
    ) == ("challenge-mistyped")


def test_players_of_another_version_are_told():
    later = replace(create_challenge(), players_version=PLAYERS_VERSION + 1)
    assert decode_challenge(encode_challenge(later)) == later


@pytest.mark.parametrize(
    ("players", "extra", "seed", "code"),
    [
        ({1: HeaderPlayer("B", HUMAN)}, {}, SEED, "challenge-of-friends"),
        ({0: HeaderPlayer("B", BOT, "easy")}, {}, SEED, "challenge-of-friends"),
        ({}, {"shuffle": {}}, SEED, "challenge-of-friends"),
        ({1: HeaderPlayer("B", BOT, program="mine")}, {}, SEED, "challenge-of-programs"),
        ({}, {}, None, "record-no-seed"),
    ],
)
def test_a_match_without_a_code_is_refused(players, extra, seed, code):
    challenge = create_challenge()
    seated = list(challenge.header.players)
    for seat, player in players.items():
        seated[seat] = player
    header = replace(challenge.header, players=tuple(seated), extra=extra, seed=seed)
    with pytest.raises(GameError) as caught:
        encode_challenge(replace(challenge, header=header))
    assert caught.value.message.code == code


def test_the_page_for_other_programs_agrees():
    page = (Path(__file__).parents[2] / "docs" / "challenges.md").read_text(encoding="utf-8")
    assert f"`{ALPHABET}`" in page
    for names in (
        challenge_code._LEVEL_CODES,
        challenge_code._TEMPERAMENT_CODES,
        tuple(GAMES),
    ):
        assert ", ".join(f"`{name}` {number}" for number, name in enumerate(names)) in page
    assert f"now {PLAYERS_VERSION} |" in page
    assert GOLDEN["damn"] in page
    options = page.partition("| options of |")[2].partition("\n\n")[0]
    for name in GAMES:
        keys = [option.key for option in coded_options(name)]
        (line,) = re.findall(rf"^\| `{name}` \|(.*)\|$", options, re.MULTILINE)
        assert re.findall(r"`(\w+)` \(", line) == keys
    assert f"`{challenge_code.CODE_FORMAT}/`" in page
