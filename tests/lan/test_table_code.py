"""Tests of a table's code: accepted spellings, and sentences for invalid ones."""

import unicodedata

import pytest
from confusable_homoglyphs.confusables import is_confusable

from greenbaize.lan.table_code import SIGNS, code_of, code_text, new_code, plain_code
from greenbaize.rules.errors import UsageError
from greenbaize.words.speaker import Speaker

SPACES = "\t \u00a0\u1680\u2002\u2003\u2009\u200a\u202f\u205f\u3000\u2028\u2029\n\r"
HYPHENS = "-\u00ad\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u30fc\ufe58\ufe63\uff0d"
UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2069"
UNSEEN += "\ufeff\ufe0f\u034f\u2800\u3164\x00"


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
    assert plain_code(text) == "ABCDEF"
    assert code_of(text) == text


@pytest.mark.parametrize("sign", [*SPACES, *HYPHENS, *UNSEEN], ids=lambda sign: f"{ord(sign):04X}")
def test_hyphens_spaces_and_unseen_signs_do_not_count(sign):
    assert plain_code(f"{sign}ABC{sign}DEF{sign}") == "ABCDEF"


@pytest.mark.parametrize("code", ["K7M-2QX", "HTB-3PX", "Y6K-RWS"])
def test_russian_letters_for_a_code_are_that_code(code):
    typed = code.translate(str.maketrans("KMXHTBPYECA3", "КМХНТВРУЕСАЗ"))
    assert typed != code
    assert plain_code(typed) == plain_code(typed.lower()) == plain_code(code)


def look_alike(sign):
    """Return the letters and digits that a character may be confused with."""
    found = is_confusable(sign, greedy=True)
    alike = [one["c"].upper() for one in found[0]["homoglyphs"]] if found else []
    # The table equates a bar, a capital i and a small L; generated codes have none of them.
    return {one.replace("L", "I") for one in alike if one.isascii() and one.isalnum()}


def test_what_the_confusables_know_of_greek_and_cyrillic_is_known():
    letters = [chr(one) for one in range(0x370, 0x530) if unicodedata.category(chr(one))[0] == "L"]
    wrong = {}
    for letter in letters:
        alike = {one for one in look_alike(letter) if len(one) == 1}
        seen = plain_code(f"AAA{letter}")[3:] if alike else ""
        if alike and seen not in alike:
            wrong[letter] = alike, seen
    assert wrong == {}


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
def test_what_is_no_code_is_refused_and_told_why(text, expected_text):
    with pytest.raises(ValueError, match="no code"):
        plain_code(text)
    with pytest.raises(UsageError) as refused:
        code_of(text)
    assert expected_text in Speaker().say(refused.value.message)


def test_fresh_codes_are_easily_read_out():
    for _ in range(50):
        code = new_code()
        assert len(code) == 7
        assert set(code) <= {*SIGNS, "-"}
        assert not set(code) & set("01OIL")
        assert code_text(plain_code(code)) == code


@pytest.mark.parametrize("typed", ["".join(map(chr, range(0x4E00, 0x4E00 + 900))), "A" * 1000])
def test_a_very_long_code_is_not_said_in_full(typed):
    with pytest.raises(UsageError) as error:
        code_of(typed)
    said = Speaker().say(error.value.message)
    assert len(said) < 250
    assert "…" in said
