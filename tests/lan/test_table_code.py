"""Tests of a table's code: accepted spellings, and sentences for invalid ones."""

import unicodedata

import pytest
from confusable_homoglyphs.confusables import is_confusable

from greenbaize.lan.table_code import (
    CODE_CHARACTERS,
    format_code,
    generate_code,
    normalise_code,
    validate_code,
)
from greenbaize.rules.errors import UsageError
from greenbaize.words.speaker import Speaker

SPACES = "\t \u00a0\u1680\u2002\u2003\u2009\u200a\u202f\u205f\u3000\u2028\u2029\n\r"
HYPHENS = "-\u00ad\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u30fc\ufe58\ufe63\uff0d"
INVISIBLE_CHARACTERS = "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2069"
INVISIBLE_CHARACTERS += "\ufeff\ufe0f\u034f\u2800\u3164\x00"


@pytest.mark.parametrize(
    "text",
    [
        "ABC-DEF",
        "abcdef",
        " ab c-de f ",
        "A-B-C-D-E-F",
        "ＡＢＣ－ＤＥＦ",
        "ａｂｃ　ｄｅｆ",
        "𝐀𝐁𝐂-𝟙".replace("-𝟙", "-DEF"),
        "Ⓐbcdef",
        "АВС-DEF",
        "авс-dеf",
        "ΑΒϹ-DΕϜ",
        "ABC\u2011DEF",
        "“ABC-DEF”",
        "«ABC-DEF».",
        "(abc-def)",
        "ABC-DEF,",
    ],
)
def test_a_code_is_the_same_however_it_is_typed(text):
    assert normalise_code(text) == "ABCDEF"
    assert validate_code(text) == text


@pytest.mark.parametrize(
    "sign", [*SPACES, *HYPHENS, *INVISIBLE_CHARACTERS], ids=lambda sign: f"{ord(sign):04X}"
)
def test_hyphens_spaces_and_invisible_characters_are_ignored(sign):
    assert normalise_code(f"{sign}ABC{sign}DEF{sign}") == "ABCDEF"


@pytest.mark.parametrize("code", ["K7M-2QX", "HTB-3PX", "Y6K-RWS"])
def test_cyrillic_letters_of_a_code_are_that_code(code):
    typed = code.translate(str.maketrans("KMXHTBPYECA3", "КМХНТВРУЕСАЗ"))
    assert typed != code
    assert normalise_code(typed) == normalise_code(typed.lower()) == normalise_code(code)


def find_lookalikes(sign):
    """Return the letters and digits that a character may be confused with."""
    entries = is_confusable(sign, greedy=True)
    lookalikes = (
        [candidate["c"].upper() for candidate in entries[0]["homoglyphs"]] if entries else []
    )
    # The table equates a bar, a capital i and a small L; generated codes have none of them.
    return {
        candidate.replace("L", "I")
        for candidate in lookalikes
        if candidate.isascii() and candidate.isalnum()
    }


def test_known_greek_and_cyrillic_lookalikes_are_accepted():
    letters = [
        chr(item) for item in range(0x370, 0x530) if unicodedata.category(chr(item))[0] == "L"
    ]
    wrong_letters = {}
    for letter in letters:
        lookalikes = {item for item in find_lookalikes(letter) if len(item) == 1}
        read_letter = normalise_code(f"AAA{letter}")[3:] if lookalikes else ""
        if lookalikes and read_letter not in lookalikes:
            wrong_letters[letter] = lookalikes, read_letter
    assert wrong_letters == {}


@pytest.mark.parametrize(
    ("text", "expected_text"),
    [
        ("", "“” is no code of a table"),
        ("abc", "“abc” is no code of a table"),
        ("---", "“---” is no code of a table"),
        ("x" * 41, "is no code of a table"),
        ("äbcdef", "“ä” cannot be in it"),
        ("abc.def", "“.” cannot be in it"),
        ("ЖЩЖ-ABC", "“ЖЩ” cannot be in it"),
        ("کد-۱۲۳", "cannot be in it"),
    ],
)
def test_an_invalid_code_is_refused_with_the_reason(text, expected_text):
    with pytest.raises(ValueError, match="no code"):
        normalise_code(text)
    with pytest.raises(UsageError) as caught:
        validate_code(text)
    assert expected_text in Speaker().format_message(caught.value.message)


def test_new_codes_are_easy_to_read_out():
    for _ in range(50):
        code = generate_code()
        assert len(code) == 7
        assert set(code) <= {*CODE_CHARACTERS, "-"}
        assert not set(code) & set("01OIL")
        assert format_code(normalise_code(code)) == code


@pytest.mark.parametrize("typed", ["".join(map(chr, range(0x4E00, 0x4E00 + 900))), "A" * 1000])
def test_a_very_long_code_is_shortened_in_the_sentence(typed):
    with pytest.raises(UsageError) as error:
        validate_code(typed)
    sentence = Speaker().format_message(error.value.message)
    assert len(sentence) < 250
    assert "…" in sentence
