"""Every message has a sentence, every sentence a message, and their placeholders agree."""

from fnmatch import fnmatchcase
from string import Formatter

import pytest

from greenbaize.games import GAMES
from greenbaize.words.sentences import SENTENCES as COMMON
from words.codes import Codes, UnreadError, Use, package_codes

OWN = {name: game.words().sentences for name, game in GAMES.items()}
SENTENCES = {**COMMON, **{code: text for own in OWN.values() for code, text in own.items()}}


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts_of(code):
    sentence = SENTENCES[code]
    return [sentence] if isinstance(sentence, str) else list(sentence)


@pytest.fixture(scope="module")
def uses():
    return package_codes()


def spoken_by(use):
    """Return the codes of the sentences that a use in the source can give."""
    return [code for code in SENTENCES if fnmatchcase(code, use.code)]


def test_every_code_has_a_sentence(uses):
    assert {f"{use.where} {use.code}" for use in uses if not spoken_by(use)} == set()
    assert len(uses) > 40


def test_every_sentence_is_used(uses):
    used = {code for use in uses for code in spoken_by(use)}
    plain = {code: code.removesuffix(".you").removesuffix(".aloud") for code in SENTENCES}
    assert {code for code in SENTENCES if plain[code] not in used} == set()


def test_one_code_is_one_sentence():
    for own in OWN.values():
        assert {code for code, text in own.items() if SENTENCES[code] != text} == set()
        assert set(own) & set(COMMON) == set()


def family_of(use):
    folder, _, rest = use.where.partition("/")
    family = rest.partition("/")[0].partition(":")[0]
    return family if folder == "games" and family != "registry.py" else ""


def test_what_one_family_says_alone_is_among_its_own_words(uses):
    said_by = {code: {family_of(use) for use in uses if use.code == code} for code in COMMON}
    alone = {code for code, by in said_by.items() if len(by) == 1 and "" not in by}
    assert alone == set()


def test_every_placeholder_is_given_a_value(uses):
    missing = [
        (use.where, use.code, name)
        for use in uses
        if use.values is not None and use.code in SENTENCES
        for text in texts_of(use.code)
        for name in placeholders(text) - use.values
    ]
    assert missing == []


def test_singular_and_plural_have_the_same_placeholders():
    for code, sentence in SENTENCES.items():
        if not isinstance(sentence, str):
            one, many = map(placeholders, sentence)
            assert one == many, code
            assert "count" in many, code


def test_placeholders_have_names_and_nothing_more():
    for code in SENTENCES:
        for text in texts_of(code):
            assert text.strip() == text != "", code
            for _, name, form, conversion in Formatter().parse(text):
                assert name is None or name.isidentifier(), code
                assert not form, code
                assert conversion is None, code


def test_a_sentence_to_you_has_one_about_others():
    for code in SENTENCES:
        if code.endswith(".you"):
            assert all("seat" in placeholders(text) for text in texts_of(code[:-4])), code
            assert not any("seat" in placeholders(text) for text in texts_of(code)), code


# The reader of codes is checked with sources written for it.

SOURCE = """
def direct():
    return Message("plain", {"count": 1, "name": x}, rule)

def either(flag):
    code = "one" if flag else "two"
    raise Wrong(Message(code, values))

def passed(code, **values):
    return Message(code, values)

def caller(self):
    passed("given", a=1)
    self.passed("given-too")
    passed(code="named")
    return Message("a" if self else "b") or Message(f"kind-{self}")
"""


def test_codes_are_read_from_calls_branches_names_and_parameters():
    uses = Codes([("some.py", SOURCE)]).uses
    assert [use.code for use in uses] == [
        "plain",
        "one",
        "two",
        "given",
        "given-too",
        "named",
        "a",
        "b",
        "kind-*",
    ]
    assert uses[0] == Use("plain", "some.py:3", frozenset({"count", "name"}))
    assert [use.values for use in uses[1:]] == [None] * 5 + [frozenset()] * 3


@pytest.mark.parametrize("argument", ["f'{x}-y'", "f'{x}'", "unknown", "codes[0]", "'a' + x"])
def test_a_code_that_cannot_be_read_is_an_error(argument):
    with pytest.raises(UnreadError):
        Codes([("some.py", f"def f():\n    return Message({argument})")])
