"""The catalogues of other languages: complete, and matching the source."""

import ast
import asyncio
import gettext
import re
from pathlib import Path
from threading import Thread

import catalogue as tool
import pytest

from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.resources import resources
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Choice
from greenbaize.words import catalogue as catalogue_words
from greenbaize.words import titles
from greenbaize.words.catalogue import (
    CASES,
    NAMES,
    SuitWord,
    filled,
    known_languages,
    plural_form,
    said_in,
    speaking,
    spoken_language,
    spoken_of,
    tr,
    tr_count,
    tr_in,
    use_language,
    use_translations,
)
from greenbaize.words.match_words import Unit, loss_text
from greenbaize.words.names import YOU
from greenbaize.words.numbers import (
    CYRILLIC,
    LATIN,
    decimal_text,
    in_letters,
    rank_text,
    use_letters,
)
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import honour_line, honour_title
from words.pseudo import plain

ROOT = Path(__file__).parents[2]

LANGUAGES = known_languages()[1:]


@pytest.fixture
def russian():
    use_language("ru")
    yield
    use_translations(plain())


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_holds_what_the_source_marks_whole_and_nothing_else(language):
    assert [*tool.faults(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_reads_is_made_from_it(language):
    path = tool.po_path(language)
    assert path.with_suffix(".mo").read_bytes() == tool.compiled(language)
    with path.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    one = tool.entries(tool.read(path, language))["", "The match is over."]
    assert read.gettext("The match is over.") == one.string


def test_every_language_has_a_name_and_is_known_to_installers():
    import_identity = ast.parse((ROOT / "packaging" / "identity.py").read_text("utf-8"))
    names = {
        node.target.id: ast.literal_eval(node.value)
        for node in import_identity.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id == "LANGUAGES"
    }
    assert set(known_languages()) == set(NAMES) == set(names["LANGUAGES"])


def faults(text, string, *, context="", fuzzy=False):
    """Return the faults of a translation into a language with three plural forms."""
    kept = tool.Catalog(locale="ru")
    flags = ["fuzzy"] if fuzzy else []
    one = kept.add(text, string, flags=flags, context=context or None)
    wanted = tool.Catalog().add(text, context=context or None)
    return set(tool.message_faults(one, wanted, 3))


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
def test_what_is_wrong_is_seen(text, string, expected):
    assert faults(text, string) == expected


def test_what_is_unsure_is_seen():
    assert faults("Open", "Открыть", fuzzy=True) == {"unsure"}


MARKED = """
tr("plain")
f"in {tr('braces')}"
tr("one" if some else "other")
tr_count("{n} card", "{n} cards", n)
mark_in("contract", "All")
other.tr("of another")
tr(name)
"""


def test_texts_are_found_wherever_they_are_marked():
    assert [*tool.marked(MARKED)] == [
        (None, "plain"),
        (None, "braces"),
        (None, "one"),
        (None, "other"),
        (None, ("{n} card", "{n} cards")),
        ("contract", "All"),
    ]


def test_a_text_that_gets_a_context_keeps_its_translation(tmp_path):
    (tmp_path / "some.py").write_text('mark_in("contract", "All")', "utf-8")
    before = tool.Catalog(locale="ru")
    before.add("All", "Всё")
    before.add("Gone", "Ушло")
    made = tool.entries(tool.updated("ru", [before], tmp_path))
    assert made["contract", "All"].string == "Всё"
    assert ("", "Gone") not in made
    before.add("All", "Весь контракт", context="contract")
    assert (
        tool.entries(tool.updated("ru", [before], tmp_path))["contract", "All"].string
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
def test_the_first_language_that_can_be_spoken_is(names, language):
    assert spoken_of(*names) == language


# Values in sentences


def test_words_go_with_numbers(russian):
    text = "{n} {n:взятка|взятки|взяток}"
    said = [filled(text, {"n": n}) for n in (1, 3, 5, 11, 21, 0, -2, "−1", "+4", "2,5")]
    words = ("взятка", "взятки", "взяток", "взяток", "взятка", "взяток", "взятки", "взятка")
    assert [one.split()[1] for one in said] == [*words, "взятки", "взятки"]
    assert plural_form(-21) == 0


def test_words_go_with_numbers_wherever_a_text_is_filled_in():
    class Counting(gettext.NullTranslations):
        def gettext(self, message):
            return "{n} {n:card|cards} for {who:gen}"

    use_translations(Counting(), "xx")
    try:
        assert tr("").format(n=1, who="Anna") == "1 card for Anna"
        assert tr("").format_map({"n": 2, "who": "Anna"}) == "2 cards for Anna"
    finally:
        use_translations(plain())


def test_a_negative_number_has_the_form_of_the_number(russian):
    assert tr_count("{value} point", "{value} points", -1) == tr_count(
        "{value} point", "{value} points", 1
    )


@pytest.mark.parametrize(("count", "are"), [(1, "is a neighbour"), (2, "are neighbours")])
def test_one_card_is_a_neighbour_and_two_are_neighbours(count, are):
    fits = Message("advice-fits", {"count": count, "total": 8, "card": Card.of("JD")})
    assert f" {are} of J♦: " in Speaker().say(fits)


@pytest.mark.parametrize(("count", "are"), [(1, "сосед"), (2, "соседи"), (5, "соседи")])
def test_so_they_are_in_russian(russian, count, are):
    fits = Message("advice-fits", {"count": count, "total": 8, "card": Card.of("JD")})
    assert f"{count} из 8 оставшихся карт — {are} J♦: " in Speaker().say(fits)


def test_suits_stand_in_the_case_that_is_asked_for(russian):
    clubs = SuitWord(Suit.CLUBS)
    said = [filled(f"{{suit:{case}}}", {"suit": clubs}) for case in CASES]
    assert said == ["треф", "трефам", "трефы", "трефами", "трефах"]
    assert filled("{suit}", {"suit": clubs}) == "трефы"
    # A name has one form, and so has a written card.
    assert filled("{seat:gen} {card:acc}", {"seat": "Анна", "card": "K♠"}) == "Анна K♠"
    message = Message("follow-suit.you", {"suit": Suit.CLUBS})
    assert "трефы" in Speaker().say(message)


def test_numbers_are_written_as_in_the_language(russian):
    assert decimal_text(2.5) == "2,5"
    assert loss_text(Unit.POINTS, 1.5) == "1,5 очка"


def test_one_word_that_is_two_things_has_a_context(russian):
    said = [tr_in("contract", "All"), tr_in("column", "All"), tr_in("opponents", "All")]
    assert said == ["Всё", "Всего", "Все"]


def test_whoever_has_no_name_is_found_in_every_language(russian):
    assert ("You", tr("You")) == YOU


def test_all_that_games_declare_has_a_word(russian):
    said = []
    for game in GAMES.values():
        if titles.game_title(game.name) == game.title:
            continue  # nobody has translated it
        said += [titles.game_title(game.name), titles.game_line(game.name)]
        words = game.words()
        said += [titles.column_title(one) for one in words.columns]
        said += [titles.column_short(one) for one in words.columns]
        said += [titles.column_phrase(one, 2) for one in words.columns]
        said += [titles.contract_title(one) for one in words.titles]
        said += [line(one) for one in words.honours for line in (honour_title, honour_line)]
        for option in game.options:
            said += [titles.option_title(option), titles.option_line(option)]
            for word in option.words if isinstance(option, Choice) else ():
                said += [titles.choice_title(option, word), titles.choice_line(option, word)]
    said += [titles.level_title(one) for one in titles.LEVELS]
    said += [titles.temperament_title(one) for one in titles.TEMPERAMENTS]
    said += [titles.place_title(place + 1) for place in range(len(titles.PLACES))]
    assert len(said) > 200
    assert [text for text in said if re.search(r"[A-Za-z]{2}", text)] == []


@pytest.mark.parametrize("data", [b"", b"no catalogue", None], ids=["empty", "other", "cut"])
def test_what_is_damaged_is_not_spoken(tmp_path, monkeypatch, data):
    folder = tmp_path / "locale" / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    whole = (resources() / "locale" / "ru" / "LC_MESSAGES" / "greenbaize.mo").read_bytes()
    (folder / "greenbaize.mo").write_bytes(whole[: len(whole) // 2] if data is None else data)
    monkeypatch.setattr(catalogue_words, "resources", lambda: tmp_path)
    assert spoken_of("ru", "en") == "en"
    use_language("ru")
    assert (spoken_language(), tr("Close")) == ("en", "Close")
    assert said_in("ru", ["Close"]) == {}


def test_some_texts_are_read_without_the_rest(russian):
    texts = ("Anna", "Close", "no such text")
    assert said_in("ru", texts) == {text: tr(text) for text in texts[:2]}
    assert said_in("en", texts) == {}


def test_the_tool_knows_the_cases_that_a_sentence_may_ask_for():
    assert set(tool.CASES) == set(CASES)


class TestSpeaking:
    def test_another_language_holds_meanwhile_and_no_longer(self):
        with speaking("ru"):
            assert (tr("hearts"), spoken_language()) == ("червы", "ru")
            assert rank_text("K") == "К"
        assert (tr("hearts"), spoken_language(), rank_text("K")) == ("hearts", "en", "K")

    def test_english_is_spoken_where_the_program_speaks_russian(self, russian):
        with speaking("en"):
            assert tr("hearts") == "hearts"
        assert tr("hearts") == "червы"

    @pytest.mark.parametrize("requested", ["../..", "", "fr-CA", "x" * 40])
    def test_one_that_there_is_not_is_english(self, requested):
        with speaking(requested):
            assert spoken_language() == "en"

    @pytest.mark.parametrize("requested", ["ru", "ru-RU", "RU", "ru_RU.UTF-8"])
    def test_it_may_be_named_as_browsers_and_systems_do(self, requested):
        with speaking(requested):
            assert spoken_language() == "ru"

    def test_letters_on_the_cards_of_this_screen_are_those_of_no_other(self):
        use_letters(CYRILLIC)
        try:
            with speaking("en"):
                assert (rank_text("K"), in_letters("its K")) == ("K", "its K")
            assert rank_text("K") == "К"
        finally:
            use_letters(LATIN)

    def test_other_threads_do_not_hear_of_it(self):
        heard = []
        with speaking("ru"):
            other = Thread(target=lambda: heard.append(tr("hearts")))
            other.start()
            other.join()
            assert tr("hearts") == "червы"
        assert heard == ["hearts"]

    def test_nor_do_other_tasks(self):
        async def speak(language, meet):
            with speaking(language):
                await meet.wait()
                return tr("hearts")

        async def both():
            meet = asyncio.Barrier(2)
            return await asyncio.gather(speak("ru", meet), speak("en", meet))

        assert asyncio.run(both()) == ["червы", "hearts"]
