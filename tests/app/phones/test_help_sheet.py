"""Tests of the rules sheet of every game on a phone, in both languages and without Markdown."""

import pytest

from greenbaize.app.phones.help_sheet import build_rules_page_sheet
from greenbaize.games import GAMES
from greenbaize.words.catalogue import language_context


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_plain_text_in_the_language(name, language):
    with language_context(language):
        lines = build_rules_page_sheet(GAMES[name]).lines
    kinds = {line.kind for line in lines}
    assert {"head", "text"} <= kinds
    assert lines[0].kind == "head"
    signs = ("](", "**", "`", "|")
    assert not [line.text for line in lines if any(sign in line.text for sign in signs)]
    latin = sum("a" <= letter <= "z" for line in lines for letter in line.text)
    cyrillic = sum("а" <= letter <= "я" for line in lines for letter in line.text)
    assert (latin > cyrillic) == (language == "en")


def test_a_page_that_the_rules_refer_to_follows_them():
    heads = [
        line.text for line in build_rules_page_sheet(GAMES["master"]).lines if line.kind == "head"
    ]
    assert heads[0] == "Master"
    assert "Beating" in heads


def test_rows_of_a_table_have_as_many_cells_as_its_head():
    rows = [
        line.text.split("\t")
        for line in build_rules_page_sheet(GAMES["rank"]).lines
        if line.kind == "row"
    ]
    assert rows[0] == ["On the pile", "You hold", "You may play"]
    assert {len(row) for row in rows} == {3}
