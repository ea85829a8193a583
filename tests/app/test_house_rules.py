"""House rules: in the settings, as a line of text, and matched with tables."""

from random import Random

import pytest

from greenbaize.app.house_rules import (
    MAX_HOUSE_RULES,
    MAX_TEXT_LENGTH,
    HouseRules,
    decode_house_rules,
    describe_house_rules,
    encode_house_rules,
    find_house_rules,
    find_matching_rules,
    find_table_rules,
    keep_house_rules,
    list_house_rules,
    list_rules_keys,
    remove_house_rules,
    rename_house_rules,
    tidy_rules_name,
)
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    SuitsOption,
    YesNoOption,
    find_unusual_values,
    resolve_options,
)
from greenbaize.store.settings import UserSettings
from greenbaize.words.speaker import Speaker

GRANDMA = HouseRules("As at Grandma’s", "damn", {"direction": "down", "scoring": "misses"})
LINE = 'greenbaize-rules damn direction=down scoring=misses "As at Grandma’s"'


def draw_rules(random: Random) -> HouseRules:
    """Return random house rules that some number of players can have."""
    game = GAMES[random.choice(list(GAMES))]
    while True:
        seats, chosen = random.choice(list(game.seats)), {}
        for option in game.options:
            settings = resolve_options(game.options, seats, chosen)
            if random.random() < 0.5:
                continue
            match option:
                case YesNoOption():
                    chosen[option.key] = random.random() < 0.5
                case NumberOption():
                    chosen[option.key] = random.randint(*option.compute_limits(seats, settings))
                case ChoiceOption():
                    chosen[option.key] = random.choice(option.values_for(seats))
                case SuitsOption():
                    count = option.compute_count(seats, settings)
                    chosen[option.key] = tuple(random.sample("CDHS", count))
        try:
            values = find_unusual_values(game.options, seats, chosen)
        except GameError:
            continue
        if values:
            letters = "".join(random.choices('aZжß "\\“„«»=|{}&<%\t🂡é', k=random.randint(1, 30)))
            name = tidy_rules_name(letters)
            if name:
                return HouseRules(name, game.name, values)


def test_line_is_as_described():
    assert encode_house_rules(GRANDMA) == LINE
    assert decode_house_rules(LINE, GAMES) == GRANDMA


def test_thousands_of_rules_survive_as_a_line_within_a_letter():
    random = Random(55)
    for _ in range(3000):
        rules = draw_rules(random)
        line = encode_house_rules(rules)
        assert decode_house_rules(f"Look:\n> {line}\nSee you!", GAMES) == rules, line


def test_damaged_lines_end_in_a_sentence():
    random, speaker, sentences, decoded = Random(56), Speaker(), [], 0
    for _ in range(5000):
        line = list(encode_house_rules(draw_rules(random)))
        for _ in range(random.randint(1, 6)):
            index = random.randrange(len(line))
            letter = random.choice('\x00\u202e"=\n ☃9١\\-_')
            match random.randrange(3):
                case 0:
                    line[index] = letter
                case 1:
                    line.insert(index, letter)
                case _ if len(line) > 1:
                    del line[index]
        try:
            rules = decode_house_rules("".join(line), GAMES)
        except GameError as error:
            sentences.append(speaker.format_message(error.message))
        else:
            decoded += 1
            assert describe_house_rules(GAMES[rules.game], rules) is not None
            assert decode_house_rules(encode_house_rules(rules), GAMES) == rules
    assert decoded
    assert sentences
    assert all(sentences)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "house-rules-none"),
        ("greenbaize-rules", "house-rules-none"),
        ('greenbaize-rules "damn"', "house-rules-none"),
        ("greenbaize-rules whist trump=H", "game-unknown"),
        ('greenbaize-rules damn "usual"', "house-rules-usual"),
        ('greenbaize-rules damn colour=red "of a newer program"', "option-unknown"),
        ("greenbaize-rules damn direction=down direction=up", "option-twice"),
        ("greenbaize-rules damn direction=sideways", "option-choice"),
        ("greenbaize-rules damn down", "option-form"),
        ("greenbaize-rules rank deals=" + "9" * 1900, "option-number"),
        (LINE + " " * MAX_TEXT_LENGTH, "house-rules-long"),
    ],
)
def test_wrong_text_says_why(text, code):
    with pytest.raises(GameError) as caught:
        decode_house_rules(text, GAMES)
    assert caught.value.message.code == code


@pytest.mark.parametrize("quotes", ["“”", "„“", "«»"])
def test_quotation_marks_of_letters_are_understood(quotes):
    line = f"greenbaize-rules damn direction=down {quotes[0]}Home{quotes[1]}"
    assert decode_house_rules(line, GAMES).name == "Home"


def test_rules_are_kept_renamed_and_removed_in_order():
    settings = UserSettings()
    keep_house_rules(settings, GRANDMA)
    keep_house_rules(settings, HouseRules("  Rank  at home ", "rank", {"deals": 3}))
    assert [rules.name for rules in list_house_rules(settings, GAMES)] == [
        "As at Grandma’s",
        "Rank at home",
    ]
    renamed = rename_house_rules(settings, GRANDMA, "Grandma")
    assert list_house_rules(settings, GAMES, "damn") == [renamed]
    assert next(rules.name for rules in list_house_rules(settings, GAMES)) == "Grandma"
    remove_house_rules(settings, renamed)
    assert [rules.game for rules in list_house_rules(settings, GAMES)] == ["rank"]


def test_name_is_free_once_in_each_game():
    settings = UserSettings()
    keep_house_rules(settings, GRANDMA)
    with pytest.raises(GameError) as caught:
        keep_house_rules(settings, HouseRules("AS AT GRANDMA’S", "damn", {"direction": "down"}))
    assert caught.value.message.code == "house-rules-name-taken"
    keep_house_rules(settings, HouseRules("As at Grandma’s", "rank", {"deals": 3}))
    assert len(find_house_rules(settings, GAMES, "as at grandma’s")) == 2
    assert rename_house_rules(settings, GRANDMA, "as at Grandma’s").name == "as at Grandma’s"


def test_number_of_rules_is_limited():
    settings = UserSettings()
    settings.house_rules = {f"damn {n}": {"options": {}} for n in range(MAX_HOUSE_RULES)}
    with pytest.raises(GameError) as caught:
        keep_house_rules(settings, GRANDMA)
    assert caught.value.message.code == "house-rules-full"


def test_invisible_name_is_no_name():
    with pytest.raises(GameError) as caught:
        keep_house_rules(UserSettings(), HouseRules("\u200b \u2800", "damn", {"direction": "down"}))
    assert caught.value.message.code == "house-rules-no-name"


def test_damaged_and_newer_entries_are_left_out_and_stay(tmp_path):
    settings, path = UserSettings(), tmp_path / "settings.json"
    foreign = {
        "whist Newer game": {"options": {"trump": "H"}},
        "damn Newer option": {"options": {"colour": "red"}, "more": 1},
        "damn Newer value": {"options": {"direction": "sideways"}},
        "damn No options": {"options": {}},
        "damn List": {"options": ["down"]},
        "damn \u202eBackwards": {"options": {"direction": "down"}},
        "damn": {"options": {"direction": "down"}},
        "damn Number": 7,
        "": None,
        "damn Deep": {"options": {"direction": [[[[]]]]}},
    }
    settings.house_rules = dict(foreign)
    keep_house_rules(settings, GRANDMA)
    assert settings.save(path) is None
    read = UserSettings.load(path)
    assert list_house_rules(read, GAMES) == [GRANDMA]
    remove_house_rules(read, GRANDMA)
    assert read.save(path) is None
    assert UserSettings.load(path).house_rules == foreign


def test_windows_at_the_same_time_keep_both_rules(tmp_path):
    path = tmp_path / "settings.json"
    UserSettings().save(path)
    first, second = UserSettings.load(path), UserSettings.load(path)
    keep_house_rules(first, GRANDMA)
    keep_house_rules(second, HouseRules("Other", "damn", {"direction": "down"}))
    first.save(path)
    second.save(path)
    assert len(list_house_rules(UserSettings.load(path), GAMES)) == 2


def test_values_that_follow_their_defaults_fit_any_number_of_players():
    damn = GAMES["damn"]
    for seats in damn.seats:
        options = resolve_options(damn.options, seats, GRANDMA.values)
        assert find_matching_rules([GRANDMA], damn, seats, options) == GRANDMA
        usual = resolve_options(damn.options, seats, {})
        assert find_matching_rules([GRANDMA], damn, seats, usual) is None
    assert len(list_rules_keys(GAMES, [GRANDMA])) == len(damn.seats)


def test_table_says_what_is_unusual():
    def describe_rules(kept_rules, options):
        table_rules = find_table_rules(kept_rules, GAMES["damn"], 4, options)
        return None if table_rules is None else table_rules.sentence

    assert describe_rules([GRANDMA], {}) == "The usual rules."
    assert describe_rules([], dict(GRANDMA.values)).startswith("Not as usual: ")
    assert "As at Grandma’s" in describe_rules([GRANDMA], {**GRANDMA.values, "newer": 1})
    assert describe_rules([GRANDMA], {"direction": "sideways"}) is None
