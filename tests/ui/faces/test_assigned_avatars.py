"""Tests of the choice of faces: a face belongs to a name, not to a seat."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.app.avatars import AVATAR_COLOURS, AVATAR_HEADS, Avatar, create_default_avatar
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import (
    BOT_NAMES,
    display_names,
    load_last_setup,
    localized_bot_name,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.store.persons import PersonIdentity
from greenbaize.store.settings import UserSettings
from greenbaize.ui.faces.assigned_avatars import (
    assign_avatars,
    set_guest_avatars,
    set_local_persons,
)
from greenbaize.words.catalogue import use_language, use_translations
from words.pseudo_language import english_translations


@pytest.fixture(autouse=True)
def no_persons():
    set_local_persons([])
    yield
    set_local_persons([])


def test_the_usual_names_all_have_a_head_of_their_own():
    assert len({create_default_avatar(name).head for name in BOT_NAMES}) == len(BOT_NAMES)


def test_another_language_changes_names_and_no_faces():
    tables = [
        ("You", "Anna", "Boris", "Vera"),
        ("Вы", "Анна", "Борис", "Вера"),
        ("Ida", "Анна", "Otto"),
    ]
    seats = [{"who": "you", "name": "Ida"}]
    seats += [{"who": "easy", "name": name} for name in ("Anna", "Зоя")]
    settings = UserSettings(your_name="Ida", last_game="rank")
    settings.setups["rank"] = {"seats": seats, "options": {}}
    try:
        use_language("en")
        before = [assign_avatars(table) for table in tables]
        use_language("ru")
        assert [assign_avatars(table) for table in tables] == before
        assert before[0] == before[1]
        assert [localized_bot_name(name) for name in ("Anna", "Анна", "Zoe")] == [
            "Анна",
            "Анна",
            "Zoe",
        ]
        assert [player.name for player in load_last_setup(settings)[1]] == ["Ida", "Анна", "Зоя"]
    finally:
        use_translations(english_translations())


def test_a_name_has_the_same_face_at_every_seat():
    for table in permutations(("Anna", "Boris", "Vera", "Ottilie")):
        looks = dict(zip(table, assign_avatars(table), strict=True))
        assert looks["Anna"] == create_default_avatar("anna")
        assert looks == dict(zip(sorted(table), assign_avatars(sorted(table)), strict=True))


@pytest.mark.slow
@given(st.lists(st.text(min_size=1, max_size=8), min_size=2, max_size=10, unique_by=str.casefold))
def test_players_at_one_table_look_different(names):
    looks = assign_avatars(names)
    assert len({look.head for look in looks}) == len(names)
    assert len({look.colour for look in looks}) == len(names)
    assert assign_avatars(names[::-1]) == looks[::-1]


def test_more_players_than_heads_all_have_a_face():
    assert len(assign_avatars([f"Guest {number}" for number in range(30)])) == 30


def test_a_person_has_the_chosen_face_under_every_name():
    ida = PersonIdentity("1", "Ida", "cap", "teal", former_names=("Zoe",))
    set_local_persons([ida, PersonIdentity("2", "Jan", "", "rose")])
    chosen_look = Avatar(AVATAR_HEADS[5], "teal")
    assert assign_avatars(["Anna", "IDA"])[1] == chosen_look
    assert assign_avatars(["Zoe", "Anna"])[0] == chosen_look
    assert assign_avatars(["Jan"])[0] == Avatar(create_default_avatar("Jan").head, "rose")


def test_an_unchosen_face_is_the_same_in_every_window():
    table, no_choice = ("Tom", "Eva"), ("", "")
    assert create_default_avatar("Tom").head == create_default_avatar("Eva").head
    looks_by_window = []
    try:
        for name in table:
            set_local_persons([PersonIdentity("1", name)])
            set_guest_avatars(dict.fromkeys(table, no_choice))
            looks_by_window.append(assign_avatars(table))
        assert looks_by_window[0] == looks_by_window[1]
        set_local_persons([PersonIdentity("1", "Tom", "cap", "teal")])  # a host that sends no faces
        assert assign_avatars(table)[0] == Avatar(AVATAR_HEADS[5], "teal")
    finally:
        set_guest_avatars({})


def test_a_new_player_has_the_same_face_at_setup_and_at_the_table():
    names = ["Tom", "Eva", *BOT_NAMES[:3]]
    before = assign_avatars(names, ["Tom", "Eva"])
    assert before != assign_avatars(names)
    set_local_persons([PersonIdentity("1", "Tom"), PersonIdentity("2", "Eva")])
    assert assign_avatars(names) == before


def test_other_players_do_not_take_a_persons_face():
    anna = create_default_avatar("Anna")
    set_local_persons([PersonIdentity("1", "Ida", anna.head.value, anna.colour)])
    looks = assign_avatars(["Ida", "Anna"])
    assert looks[0] == anna
    assert looks[1].head != anna.head
    assert looks[1].colour != anna.colour


def test_only_a_clashing_face_is_replaced():
    jan = create_default_avatar("Jan")
    set_local_persons([PersonIdentity("1", "Zoe", jan.head.value, jan.colour)])
    names = ["Zoe", *BOT_NAMES[:9]]
    for name, look in zip(names, assign_avatars(names), strict=True):
        assert (look.head == create_default_avatar(name).head) is (name not in ("Jan", "Zoe"))


def test_an_unknown_face_falls_back_to_the_name():
    set_local_persons([PersonIdentity("1", "Ida", "top-hat", "#ff0000")])
    assert assign_avatars(["Ida"]) == (create_default_avatar("Ida"),)
    assert create_default_avatar("Ida").colour in AVATAR_COLOURS


def test_a_guest_has_one_face_in_the_waiting_room_and_at_the_table():
    guests = ["Hans", "Greta"]
    try:
        set_guest_avatars(dict.fromkeys(guests, ("", "")))
        assert list(assign_avatars(guests)) == [create_default_avatar(name) for name in guests]
        assert assign_avatars([*guests, *BOT_NAMES])[:2] == assign_avatars(guests)
    finally:
        set_guest_avatars({})


@pytest.mark.usefixtures("russian_language")
def test_bots_of_older_matches_are_named_in_the_current_language(open_match):
    bot = Opponent()
    table = [
        HeaderPlayer("Anna"),
        bot.create_header_player("Boris"),
        bot.create_header_player("Вера"),
        bot.create_header_player("Zoe"),
    ]
    assert display_names(table) == ("Anna", "Борис", "Вера", "Zoe")
    # A translation that another player has as a name is not used.
    table = [HeaderPlayer("Борис"), bot.create_header_player("Boris")]
    assert display_names(table) == ("Борис", "Boris")
    person = open_match("damn", 3, deals=1)
    assert [player.name for player in person.match_view.player_view.header.players] == [
        "Ida",
        "Anna",
        "Boris",
    ]
    assert list(person.scene.names) == ["Ida", "Анна", "Борис"]
    assert person.match_view.side_column._names == ("Ida", "Анна", "Борис")
