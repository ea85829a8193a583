"""The catalogues of other languages: complete, and matching the source."""

import ast
import asyncio
import gettext
import re
import runpy
import sys
from pathlib import Path
from threading import Thread

import catalogue as tool
import pytest

from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.resources import resources_folder
from greenbaize.rules.messages import Message
from greenbaize.rules.options import ChoiceOption
from greenbaize.words import catalogue as catalogue_words
from greenbaize.words import titles
from greenbaize.words.catalogue import (
    CASES,
    LANGUAGE_NAMES,
    InflectedSuitName,
    available_languages,
    current_language,
    fill_text,
    language_context,
    plural_form,
    read_translations,
    select_language,
    tr,
    tr_count,
    tr_in,
    use_language,
    use_translations,
)
from greenbaize.words.match_words import ChoiceUnit, loss_text
from greenbaize.words.names import DEFAULT_NAMES
from greenbaize.words.numbers import (
    CYRILLIC,
    LATIN,
    decimal_text,
    localise_ranks,
    rank_text,
    set_rank_letters,
)
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import honour_line, honour_title
from words.pseudo_language import english_translations

ROOT = Path(__file__).parents[2]

LANGUAGES = available_languages()[1:]


@pytest.fixture
def russian_language():
    use_language("ru")
    yield
    use_translations(english_translations())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_exactly_the_marked_texts(language):
    assert [*tool.find_faults(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_up_to_date(language):
    path = tool.po_path(language)
    assert path.with_suffix(".mo").read_bytes() == tool.compile_catalogue(language)
    with path.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    entry = tool.messages_by_key(tool.read_catalogue(path, language))["", "The match is over."]
    assert read.gettext("The match is over.") == entry.string


def test_every_language_has_a_name_and_is_known_to_installers():
    import_identity = ast.parse((ROOT / "packaging" / "identity.py").read_text("utf-8"))
    names = {
        node.target.id: ast.literal_eval(node.value)
        for node in import_identity.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id == "LANGUAGES"
    }
    assert set(available_languages()) == set(LANGUAGE_NAMES) == set(names["LANGUAGES"])


def find_faults(text, string, *, context="", fuzzy=False):
    """Return the faults of a translation into a language with three plural forms."""
    catalog = tool.Catalog(locale="ru")
    flags = ["fuzzy"] if fuzzy else []
    entry = catalog.add(text, string, flags=flags, context=context or None)
    source_entry = tool.Catalog().add(text, context=context or None)
    return set(tool.find_message_faults(entry, source_entry, 3))


@pytest.mark.parametrize(
    ("text", "string", "expected"),
    [
        ("It is {seat}'s turn.", "Ход: {seat}.", set()),
        ("{won} of {bid}", "{won} {won:а|б|в} из {bid}", set()),
        ("{suit} lead", "с {suit:gen}", set()),
        ("&Open", "&Открыть", set()),
        ("Go on", "", {"not translated"}),
        ("{seat} leads", "ходит", {"other placeholders"}),
        ("{seat} leads", "{seat} {card}", {"other placeholders"}),
        ("{seat} leads", "{seat} } ходит", {"a brace too many"}),
        ("{won} won", "{won} {won:а|б}", {"wrong number of forms in braces"}),
        ("{suit} lead", "{suit:genitive}", {"unknown form in braces"}),
        ("&Open", "Открыть", {"another number of mnemonics (&)"}),
        ("Open", "&Открыть", {"another number of mnemonics (&)"}),
        (" and ", "и", {"other spaces at its ends"}),
        ("one\ntwo", "раз два", {"another number of lines"}),
        (("{n} card", "{n} cards"), ("{n} а", "{n} б", "{n} в"), set()),
        (("{n} card", "{n} cards"), ("{n} а", "{n} б"), {"wrong number of plural forms"}),
        (("{n} card", "{n} cards"), ("{n} а", "", "{n} в"), {"not translated"}),
        # 21 has the form of 1, so even that form must contain the number.
        (("Delete it?", "Delete {n}?"), ("Удалить?", "{n} б?", "{n} в?"), {"other placeholders"}),
    ],
)
def test_faults_of_a_translation_are_found(text, string, expected):
    assert find_faults(text, string) == expected


def test_a_fuzzy_translation_is_found():
    assert find_faults("Open", "Открыть", fuzzy=True) == {"unsure"}


MARKED_SOURCE = """
tr("plain")
f"in {tr('braces')}"
tr("one" if some else "other")
tr_count("{n} card", "{n} cards", n)
mark_text_in_context("contract", "All")
other.tr("of another")
tr(name)
"""


def test_texts_are_found_wherever_they_are_marked():
    assert [*tool.extract_marked_texts(MARKED_SOURCE)] == [
        (None, "plain"),
        (None, "braces"),
        (None, "one"),
        (None, "other"),
        (None, ("{n} card", "{n} cards")),
        ("contract", "All"),
    ]


def test_a_text_that_gets_a_context_keeps_its_translation(tmp_path):
    (tmp_path / "some.py").write_text('mark_text_in_context("contract", "All")', "utf-8")
    before = tool.Catalog(locale="ru")
    before.add("All", "Всё")
    before.add("Gone", "Ушло")
    entries = tool.messages_by_key(tool.update_catalogue("ru", [before], tmp_path))
    assert entries["contract", "All"].string == "Всё"
    assert ("", "Gone") not in entries
    before.add("All", "Весь контракт", context="contract")
    assert (
        tool.messages_by_key(tool.update_catalogue("ru", [before], tmp_path))[
            "contract", "All"
        ].string
        == "Весь контракт"
    )


# Selection of the language


@pytest.mark.parametrize(
    ("names", "language"),
    [
        (["ru"], "ru"),
        (["ru_RU.UTF-8"], "ru"),
        (["ru-RU"], "ru"),
        (["xx", "ru"], "ru"),
        (["en_GB", "ru"], "en"),
        (["C.UTF-8", "ru"], "en"),
        (["POSIX"], "en"),
        (["../ru"], "en"),
        ([], "en"),
    ],
)
def test_the_first_available_language_is_selected(names, language):
    assert select_language(*names) == language


# Values in sentences


def test_words_take_the_form_of_their_number(russian_language):
    text = "{n} {n:взятка|взятки|взяток}"
    texts = [fill_text(text, {"n": n}) for n in (1, 3, 5, 11, 21, 0, -2, "−1", "+4", "2,5")]
    words = ("взятка", "взятки", "взяток", "взяток", "взятка", "взяток", "взятки", "взятка")
    assert [text_of_number.split()[1] for text_of_number in texts] == [*words, "взятки", "взятки"]
    assert plural_form(-21) == 0


def test_every_filled_text_has_plural_forms():
    class Counting(gettext.NullTranslations):
        def gettext(self, message):
            return "{n} {n:card|cards} for {who:gen}"

    use_translations(Counting(), "xx")
    try:
        assert tr("").format(n=1, who="Anna") == "1 card for Anna"
        assert tr("").format_map({"n": 2, "who": "Anna"}) == "2 cards for Anna"
    finally:
        use_translations(english_translations())


def test_a_negative_number_has_the_form_of_the_number(russian_language):
    assert tr_count("{value} point", "{value} points", -1) == tr_count(
        "{value} point", "{value} points", 1
    )


@pytest.mark.parametrize(("count", "are"), [(1, "is a neighbour"), (2, "are neighbours")])
def test_one_card_is_a_neighbour_and_two_are_neighbours(count, are):
    fits = Message("advice-fits", {"count": count, "total": 8, "card": Card.of("JD")})
    assert f" {are} of J♦: " in Speaker().format_message(fits)


@pytest.mark.parametrize(("count", "are"), [(1, "сосед"), (2, "соседи"), (5, "соседи")])
def test_russian_neighbours_have_plural_forms(russian_language, count, are):
    fits = Message("advice-fits", {"count": count, "total": 8, "card": Card.of("JD")})
    assert f"{count} из 8 оставшихся карт — {are} J♦: " in Speaker().format_message(fits)


def test_suits_are_in_the_requested_case(russian_language):
    clubs = InflectedSuitName(Suit.CLUBS)
    texts = [fill_text(f"{{suit:{case}}}", {"suit": clubs}) for case in CASES]
    assert texts == ["треф", "трефам", "трефы", "трефами", "трефах"]
    assert fill_text("{suit}", {"suit": clubs}) == "трефы"
    # A name has one form, and so has a written card.
    assert fill_text("{seat:gen} {card:acc}", {"seat": "Анна", "card": "K♠"}) == "Анна K♠"
    message = Message("follow-suit.you", {"suit": Suit.CLUBS})
    assert "трефы" in Speaker().format_message(message)


def test_numbers_have_the_languages_decimal_sign(russian_language):
    assert decimal_text(2.5) == "2,5"
    assert loss_text(ChoiceUnit.POINTS, 1.5) == "1,5 очка"


def test_a_word_of_two_meanings_has_a_context(russian_language):
    texts = [tr_in("contract", "All"), tr_in("column", "All"), tr_in("opponents", "All")]
    assert texts == ["Всё", "Всего", "Все"]


def test_the_default_name_is_known_in_every_language(russian_language):
    assert ("You", tr("You")) == DEFAULT_NAMES


def test_every_declared_word_is_translated(russian_language):
    texts = []
    for game in GAMES.values():
        if titles.game_title(game.name) == game.title:
            continue  # nobody has translated it
        texts += [titles.game_title(game.name), titles.game_line(game.name)]
        words = game.vocabulary()
        texts += [titles.column_title(code) for code in words.columns]
        texts += [titles.column_short_title(code) for code in words.columns]
        texts += [titles.column_phrase(code, 2) for code in words.columns]
        texts += [titles.contract_title(code) for code in words.titles]
        texts += [line(code) for code in words.honours for line in (honour_title, honour_line)]
        for option in game.options:
            texts += [titles.option_title(option), titles.option_line(option)]
            for word in option.values if isinstance(option, ChoiceOption) else ():
                texts += [titles.choice_title(option, word), titles.choice_line(option, word)]  # type: ignore[arg-type]
            if isinstance(option, ChoiceOption):
                texts += [titles.default_reason(option, seats) for seats in game.seats]
    texts += [titles.level_title(code) for code in titles.LEVELS]
    texts += [titles.temperament_title(code) for code in titles.TEMPERAMENTS]
    texts += [titles.rank_title(rank_index + 1) for rank_index in range(len(titles.RANK_TITLES))]
    assert len(texts) > 200
    assert [text for text in texts if re.search(r"[A-Za-z]{2}", text)] == []


@pytest.mark.parametrize("data", [b"", b"no catalogue", None], ids=["empty", "other", "cut"])
def test_a_damaged_catalogue_is_not_used(tmp_path, monkeypatch, data):
    folder = tmp_path / "locale" / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    whole = (resources_folder() / "locale" / "ru" / "LC_MESSAGES" / "greenbaize.mo").read_bytes()
    (folder / "greenbaize.mo").write_bytes(whole[: len(whole) // 2] if data is None else data)
    monkeypatch.setattr(catalogue_words, "resources_folder", lambda: tmp_path)
    assert select_language("ru", "en") == "en"
    use_language("ru")
    assert (current_language(), tr("Close")) == ("en", "Close")
    assert read_translations("ru", ["Close"]) == {}


def test_some_texts_are_read_without_the_rest(russian_language):
    texts = ("Anna", "Close", "no such text")
    assert read_translations("ru", texts) == {text: tr(text) for text in texts[:2]}
    assert read_translations("en", texts) == {}


def test_the_tool_knows_the_cases_that_a_sentence_may_ask_for():
    assert set(tool.CASES) == set(CASES)


class TestSpeaking:
    def test_a_language_context_ends(self):
        with language_context("ru"):
            assert (tr("hearts"), current_language()) == ("червы", "ru")
            assert rank_text("K") == "К"
        assert (tr("hearts"), current_language(), rank_text("K")) == ("hearts", "en", "K")

    def test_english_is_spoken_where_the_program_speaks_russian(self, russian_language):
        with language_context("en"):
            assert tr("hearts") == "hearts"
        assert tr("hearts") == "червы"

    @pytest.mark.parametrize("requested", ["../..", "", "fr-CA", "x" * 40])
    def test_an_unknown_language_is_english(self, requested):
        with language_context(requested):
            assert current_language() == "en"

    @pytest.mark.parametrize("requested", ["ru", "ru-RU", "RU", "ru_RU.UTF-8"])
    def test_names_of_browsers_and_systems_are_accepted(self, requested):
        with language_context(requested):
            assert current_language() == "ru"

    def test_a_language_context_has_its_own_rank_letters(self):
        set_rank_letters(CYRILLIC)
        try:
            with language_context("en"):
                assert (rank_text("K"), localise_ranks("its K")) == ("K", "its K")
            assert rank_text("K") == "К"
        finally:
            set_rank_letters(LATIN)

    def test_other_threads_keep_their_language(self):
        texts_in_thread = []
        with language_context("ru"):
            thread = Thread(target=lambda: texts_in_thread.append(tr("hearts")))
            thread.start()
            thread.join()
            assert tr("hearts") == "червы"
        assert texts_in_thread == ["hearts"]

    def test_other_tasks_keep_their_language(self):
        async def speak(language, meet):
            with language_context(language):
                await meet.wait()
                return tr("hearts")

        async def both():
            meet = asyncio.Barrier(2)
            return await asyncio.gather(speak("ru", meet), speak("en", meet))

        assert asyncio.run(both()) == ["червы", "hearts"]


def test_without_babel_the_tool_names_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "babel.core", None)
    with pytest.raises(SystemExit, match=r"start\.py dev"):
        runpy.run_path(tool.__file__)
