"""Tests of the choice of faces: a face belongs to a name, not to a seat."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.app.faces import COLOURS, HEADS, Look, look_of
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import NAMES, called, last_table, named_here
from greenbaize.match.player import Player
from greenbaize.store.persons import Person
from greenbaize.store.settings import Settings
from greenbaize.ui.faces.looks import looks_at, use_guests, use_persons
from greenbaize.words.catalogue import use_language, use_translations
from words.pseudo import plain


@pytest.fixture(autouse=True)
def nobody_here():
    use_persons([])
    yield
    use_persons([])


def test_the_usual_names_all_have_a_head_of_their_own():
    assert len({look_of(name).head for name in NAMES}) == len(NAMES)


def test_another_language_changes_no_face_and_opponents_have_its_names():
    tables = [
        ("You", "Anna", "Boris", "Vera"),
        ("Вы", "Анна", "Борис", "Вера"),
        ("Ida", "Анна", "Otto"),
    ]
    seats = [{"who": "you", "name": "Ida"}]
    seats += [{"who": "easy", "name": name} for name in ("Anna", "Зоя")]
    settings = Settings(your_name="Ida", last_game="rank")
    settings.setups["rank"] = {"seats": seats, "options": {}}
    try:
        use_language("en")
        before = [looks_at(table) for table in tables]
        use_language("ru")
        assert [looks_at(table) for table in tables] == before
        assert before[0] == before[1]
        assert [named_here(name) for name in ("Anna", "Анна", "Zoe")] == ["Анна", "Анна", "Zoe"]
        assert [one.name for one in last_table(settings)[1]] == ["Ida", "Анна", "Зоя"]
    finally:
        use_translations(plain())


def test_a_name_has_its_face_in_every_chair_and_company():
    for table in permutations(("Anna", "Boris", "Vera", "Ottilie")):
        looks = dict(zip(table, looks_at(table), strict=True))
        assert looks["Anna"] == look_of("anna")
        assert looks == dict(zip(sorted(table), looks_at(sorted(table)), strict=True))


@pytest.mark.slow
@given(st.lists(st.text(min_size=1, max_size=8), min_size=2, max_size=10, unique_by=str.casefold))
def test_those_at_one_table_differ(names):
    looks = looks_at(names)
    assert len({look.head for look in looks}) == len(names)
    assert len({look.colour for look in looks}) == len(names)
    assert looks_at(names[::-1]) == looks[::-1]


def test_more_than_there_are_heads_still_have_one():
    assert len(looks_at([f"Guest {number}" for number in range(30)])) == 30


def test_a_person_here_looks_as_chosen_under_every_name():
    ida = Person("1", "Ida", "cap", "teal", former=("Zoe",))
    use_persons([ida, Person("2", "Jan", "", "rose")])
    chosen = Look(HEADS[5], "teal")
    assert looks_at(["Anna", "IDA"])[1] == chosen
    assert looks_at(["Zoe", "Anna"])[0] == chosen
    assert looks_at(["Jan"])[0] == Look(look_of("Jan").head, "rose")


def test_who_chose_nothing_looks_alike_in_every_window_at_a_table_with_friends():
    table, nothing = ("Tom", "Eva"), ("", "")
    assert look_of("Tom").head == look_of("Eva").head
    seen = []
    try:
        for name in table:
            use_persons([Person("1", name)])
            use_guests(dict.fromkeys(table, nothing))
            seen.append(looks_at(table))
        assert seen[0] == seen[1]
        use_persons([Person("1", "Tom", "cap", "teal")])  # a host that sends no faces
        assert looks_at(table)[0] == Look(HEADS[5], "teal")
    finally:
        use_guests({})


def test_a_newcomer_looks_as_a_match_is_set_up_as_at_its_table():
    names = ["Tom", "Eva", *NAMES[:3]]
    before = looks_at(names, ["Tom", "Eva"])
    assert before != looks_at(names)
    use_persons([Person("1", "Tom"), Person("2", "Eva")])
    assert looks_at(names) == before


def test_others_do_not_take_the_face_of_a_person_here():
    anna = look_of("Anna")
    use_persons([Person("1", "Ida", anna.head.value, anna.colour)])
    looks = looks_at(["Ida", "Anna"])
    assert looks[0] == anna
    assert looks[1].head != anna.head
    assert looks[1].colour != anna.colour


def test_only_who_looks_like_somebody_else_looks_otherwise():
    jan = look_of("Jan")
    use_persons([Person("1", "Zoe", jan.head.value, jan.colour)])
    names = ["Zoe", *NAMES[:9]]
    for name, look in zip(names, looks_at(names), strict=True):
        assert (look.head == look_of(name).head) is (name not in ("Jan", "Zoe"))


def test_a_face_that_is_not_known_is_that_of_the_name():
    use_persons([Person("1", "Ida", "top-hat", "#ff0000")])
    assert looks_at(["Ida"]) == (look_of("Ida"),)
    assert look_of("Ida").colour in COLOURS


def test_a_guest_has_one_face_in_the_waiting_room_and_at_the_table():
    guests = ["Hans", "Greta"]
    try:
        use_guests(dict.fromkeys(guests, ("", "")))
        assert list(looks_at(guests)) == [look_of(name) for name in guests]
        assert looks_at([*guests, *NAMES])[:2] == looks_at(guests)
    finally:
        use_guests({})


@pytest.mark.usefixtures("russian")
def test_computer_players_of_older_matches_are_called_in_the_language_of_now(laid):
    bot = Opponent()
    table = [Player("Anna"), bot.sitter("Boris"), bot.sitter("Вера"), bot.sitter("Zoe")]
    assert called(table) == ("Anna", "Борис", "Вера", "Zoe")
    # A translation that another player has as a name is not used.
    table = [Player("Борис"), bot.sitter("Boris")]
    assert called(table) == ("Борис", "Boris")
    person = laid("damn", 3, deals=1)
    assert [one.name for one in person.playing.place.header.sitters] == ["Ida", "Anna", "Boris"]
    assert list(person.scene.names) == ["Ida", "Анна", "Борис"]
    assert person.playing.side._names == ("Ida", "Анна", "Борис")
