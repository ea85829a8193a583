"""Every message has a sentence, every sentence a message, and their placeholders agree."""

from fnmatch import fnmatchcase
from string import Formatter

import pytest

from greenbaize.games import GAMES
from greenbaize.words.sentences import SENTENCES as COMMON
from words.codes import CodeCollector, CodeUse, UnreadableCodeError, package_codes

SENTENCES_BY_GAME = {name: game.vocabulary().sentences for name, game in GAMES.items()}
ALL_SENTENCES = {
    **COMMON,
    **{code: text for own in SENTENCES_BY_GAME.values() for code, text in own.items()},
}


def placeholders_of(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts_of(code):
    sentence = ALL_SENTENCES[code]
    return [sentence] if isinstance(sentence, str) else list(sentence)


@pytest.fixture(scope="module")
def code_uses():
    return package_codes()


def sentence_codes_of(use):
    """Return the codes of the sentences that a use in the source can give."""
    if use.code in ALL_SENTENCES:
        return [use.code]
    return [code for code in ALL_SENTENCES if fnmatchcase(code, use.code)]


def test_every_code_has_a_sentence(code_uses):
    assert {
        f"{use.location} {use.code}" for use in code_uses if not sentence_codes_of(use)
    } == set()
    assert len(code_uses) > 40


def test_every_sentence_is_used(code_uses):
    used_codes = {code for use in code_uses for code in sentence_codes_of(use)}
    base_codes = {code: code.removesuffix(".you").removesuffix(".aloud") for code in ALL_SENTENCES}
    assert {code for code in ALL_SENTENCES if base_codes[code] not in used_codes} == set()


def test_one_code_is_one_sentence():
    for sentences in SENTENCES_BY_GAME.values():
        assert {code for code, text in sentences.items() if ALL_SENTENCES[code] != text} == set()
        assert set(sentences) & set(COMMON) == set()


def game_family_of(use):
    folder, _, rest = use.location.partition("/")
    family = rest.partition("/")[0].partition(":")[0]
    return family if folder == "games" and family != "registry.py" else ""


def test_sentences_of_one_family_are_in_its_vocabulary(code_uses):
    families_by_code = {
        code: {game_family_of(use) for use in code_uses if use.code == code} for code in COMMON
    }
    single_family_codes = {
        code
        for code, families in families_by_code.items()
        if len(families) == 1 and "" not in families
    }
    assert single_family_codes == set()


def test_every_placeholder_is_given_a_value(code_uses):
    missing = [
        (use.location, use.code, name)
        for use in code_uses
        if use.values is not None and use.code in ALL_SENTENCES
        for text in texts_of(use.code)
        for name in placeholders_of(text) - use.values
    ]
    assert missing == []


def test_singular_and_plural_have_the_same_placeholders():
    for code, sentence in ALL_SENTENCES.items():
        if not isinstance(sentence, str):
            singular, plural = map(placeholders_of, sentence)
            assert singular == plural, code
            assert "count" in plural, code


def test_placeholders_have_names_and_nothing_more():
    for code in ALL_SENTENCES:
        for text in texts_of(code):
            assert text.strip() == text != "", code
            for _, name, form, conversion in Formatter().parse(text):
                assert name is None or name.isidentifier(), code
                assert not form, code
                assert conversion is None, code


def test_a_sentence_to_the_listener_has_one_about_others():
    for code in ALL_SENTENCES:
        if code.endswith(".you"):
            assert all("seat" in placeholders_of(text) for text in texts_of(code[:-4])), code
            assert not any("seat" in placeholders_of(text) for text in texts_of(code)), code


# The reader of codes is checked with sources written for it.

SAMPLE_SOURCE = """
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
    uses = CodeCollector([("some.py", SAMPLE_SOURCE)]).uses
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
    assert uses[0] == CodeUse("plain", "some.py:3", frozenset({"count", "name"}))
    assert [use.values for use in uses[1:]] == [None] * 5 + [frozenset()] * 3


@pytest.mark.parametrize("argument", ["f'{x}-y'", "f'{x}'", "unknown", "codes[0]", "'a' + x"])
def test_a_code_that_cannot_be_read_is_an_error(argument):
    with pytest.raises(UnreadableCodeError):
        CodeCollector([("some.py", f"def f():\n    return Message({argument})")])
