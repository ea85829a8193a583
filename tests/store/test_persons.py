"""Tests of several persons in a settings file: versions, and several windows."""

import json
from pathlib import Path

import pytest

from greenbaize.store.persons import (
    FIRST_IDENTITY,
    MAX_PERSONS,
    VERSION,
    PersonIdentity,
    make_names_unique,
    name_error,
)
from greenbaize.store.settings import UserSettings

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


def save_two_persons(path):
    """Save a file with Ida, the current person, and Jan; return Jan's identity."""
    settings = UserSettings(your_name="Ida", theme="dark")
    jan = settings.add_person("Jan", "cap", "coral")
    assert settings.save(path) is None
    return jan


class TestSettingsVersions:
    def test_a_file_of_version_1_is_one_person(self, path):
        path.write_bytes((FIXTURES / "settings-1.json").read_bytes())
        settings = UserSettings.load(path)
        assert settings.current_person == PersonIdentity(FIRST_IDENTITY, "Ida")
        assert settings.persons == (settings.current_person,)
        assert settings.theme == "dark"
        assert (settings.forced_cards, settings.confirm_moves) == ("all", "none")
        assert (settings.motion, settings.speed, settings.trick_seconds) == ("none", 1.5, 2.4)
        assert settings.setups["rank"]["seats"][1]["name"] == "Anna"
        assert (settings.sandbox, settings.side, settings.geometry) == (True, False, "AAAA")
        assert settings.programs == {"tiny": "python3 tiny_bot.py"}
        assert (settings.unknown_keys, settings.unknown_person_keys) == ({}, {})

    def test_it_is_saved_in_the_current_version_unchanged(self, path):
        path.write_bytes((FIXTURES / "settings-1.json").read_bytes())
        before = UserSettings.load(path)
        before.save(path)
        values = json.loads(path.read_text())
        assert values["version"] == VERSION
        assert values["persons"][FIRST_IDENTITY]["your_name"] == "Ida"
        assert "theme" not in values
        assert UserSettings.load(path) == before

    def test_a_file_of_version_2_opens(self, path):
        path.write_bytes((FIXTURES / "settings-2.json").read_bytes())
        settings = UserSettings.load(path)
        jan = PersonIdentity("8f0c2ab4d1e7", "Jan", "cap", "coral")
        ida = PersonIdentity("1", "Ida", "fringe", "indigo", ("You",))
        assert settings.current_person == jan
        assert settings.persons == (ida, jan)
        assert (settings.motion, settings.theme) == ("none", "system")
        settings.switch_person("1")
        assert (settings.motion, settings.theme) == ("system", "dark")

    def test_a_newer_file_is_never_written_and_reported_once(self, path):
        values = json.loads((FIXTURES / "settings-2.json").read_text())
        there = json.dumps(values | {"version": 3, "persons_of_mars": ["Zork"]}).encode()
        path.write_bytes(there)
        settings = UserSettings.load(path)
        assert settings.your_name == "Jan"
        news = settings.next_notice()
        assert news.code == "settings-newer"
        settings.theme = "dark"
        assert settings.save(path) is None
        assert settings.next_notice() is None
        assert path.read_bytes() == there

    @pytest.mark.parametrize("version", [3.0, "3", "3.1", 2.5, 1e300, 10**400])
    def test_a_newer_version_may_have_another_type(self, path, version):
        there = json.dumps({"version": version, "persons": {"1": {"your_name": "Ida"}}})
        path.write_text(there)
        settings = UserSettings.load(path)
        assert settings.is_newer
        settings.theme = "dark"
        settings.save(path)
        assert path.read_text() == there

    def test_a_file_that_became_newer_is_kept_and_reported(self, path):
        save_two_persons(path)
        settings = UserSettings.load(path)
        there = path.read_bytes().replace(b'"version": 2', b'"version": 3')
        path.write_bytes(there)
        settings.theme = "light"
        message = settings.save(path)
        assert message.code == "settings-newer"
        assert settings.save(path) is None
        assert path.read_bytes() == there

    def test_keys_of_an_older_program_are_ignored(self, path):
        jan = save_two_persons(path)
        values = json.loads(path.read_text())
        path.write_text(json.dumps(values | {"your_name": "Ida", "theme": "light"}))
        settings = UserSettings.load(path)
        assert settings.theme == "dark"
        assert [one.identity for one in settings.persons] == [FIRST_IDENTITY, jan]

    @pytest.mark.parametrize(
        "values",
        [
            {"persons": []},
            {"persons": {}},
            {"persons": {"1": 7, "2": None}},
            {"persons": {"1": {"your_name": 3, "former": "Ida", "face": ["bun"]}}, "who": ["1"]},
            {"who": "nobody"},
            {"version": "two"},
            {"version": True, "persons": {"a\nb": {}}},
        ],
    )
    def test_any_content_gives_a_current_person(self, path, values):
        path.write_text(json.dumps(values))
        settings = UserSettings.load(path)
        assert settings.current_person in settings.persons
        assert settings.save(path) is None
        assert UserSettings.load(path) == settings

    def test_duplicate_names_are_numbered(self, path):
        persons = {"1": {"your_name": "Jan"}, "2": {"your_name": "jan"}}
        path.write_text(json.dumps({"version": 2, "persons": persons}))
        assert [one.name for one in UserSettings.load(path).persons] == ["Jan", "jan 2"]


class TestSwitchingPersons:
    def test_each_person_has_their_own_settings(self, path):
        jan = save_two_persons(path)
        settings = UserSettings.load(path)
        settings.switch_person(jan)
        assert (settings.your_name, settings.theme) == ("Jan", "system")
        settings.speed, settings.sandbox = 2.0, True
        settings.save(path)
        again = UserSettings.load(path)
        assert (again.current_identity, again.your_name, again.speed) == (jan, "Jan", 2.0)
        again.switch_person(FIRST_IDENTITY)
        assert (again.your_name, again.theme, again.speed) == ("Ida", "dark", 1.0)
        assert again.sandbox  # a setting of the computer

    def test_table_setups_are_not_shared(self, path):
        jan = save_two_persons(path)
        settings = UserSettings.load(path)
        settings.setups["damn"] = {"seats": []}
        settings.switch_person(jan)
        assert settings.setups == {}
        settings.setups["rank"] = {}
        settings.switch_person(FIRST_IDENTITY)
        assert settings.setups == {"damn": {"seats": []}}

    def test_former_names_are_kept(self):
        settings = UserSettings(your_name="Ida")
        jan = settings.add_person("Jan")
        settings.rename_person(FIRST_IDENTITY, "Zoe", "Ida")
        settings.rename_person(FIRST_IDENTITY, "Eve", "Zoe")
        settings.rename_person(jan, "Hans", "Jan")
        assert settings.current_person == PersonIdentity(
            FIRST_IDENTITY, "Eve", former_names=("Ida", "Zoe")
        )
        assert settings.persons[1].former_names == ("Jan",)
        settings.rename_person(FIRST_IDENTITY, "Ida", "Eve")
        assert settings.current_person.former_names == ("Zoe", "Eve")

    def test_the_last_one_cannot_be_removed(self):
        settings = UserSettings(your_name="Ida")
        settings.remove_person(FIRST_IDENTITY)
        assert settings.your_name == "Ida"
        jan = settings.add_person("Jan")
        settings.remove_person(FIRST_IDENTITY)
        assert (settings.current_identity, settings.your_name, settings.other_persons) == (
            jan,
            "Jan",
            {},
        )

    def test_unknown_keys_of_a_person_are_kept(self, path):
        persons = {"1": {"your_name": "Ida", "hat": "red"}, "2": {"your_name": "Jan", "hat": 7}}
        path.write_text(json.dumps({"version": 2, "persons": persons}))
        settings = UserSettings.load(path)
        settings.switch_person("2")
        settings.save(path)
        persons_saved = json.loads(path.read_text())["persons"]
        assert (persons_saved["1"]["hat"], persons_saved["2"]["hat"]) == ("red", 7)


class TestNameProblems:
    PERSONS = (PersonIdentity("1", "Ida", former_names=("Zoe",)), PersonIdentity("2", "Jan"))

    @pytest.mark.parametrize(
        ("name", "identity", "code"),
        [
            ("", "", "person-nameless"),
            ("IDA", "", "person-known"),
            ("zoe", "", "person-was"),
            ("jan", "1", "person-known"),
            ("Eve", "", None),
            ("ida", "1", None),
            ("Zoe", "1", None),
        ],
    )
    def test_names_of_other_persons_are_refused(self, name, identity, code):
        problem = name_error(name, self.PERSONS, identity)
        assert (None if problem is None else problem.code) == code

    def test_the_default_name_of_another_person_is_refused(self, monkeypatch):
        monkeypatch.setenv("LOGNAME", "nick")
        assert name_error("Nick", (PersonIdentity("1", ""),)) is not None


class TestPersonsInTwoWindows:
    def test_changes_of_both_windows_are_kept(self, path):
        jan = save_two_persons(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        other.switch_person(jan)
        one.theme, other.motion = "light", "none"
        one.change_person(jan, colour="teal")
        other.change_person(FIRST_IDENTITY, face="bun")
        assert one.save(path) is None
        assert other.save(path) is None
        settings = UserSettings.load(path)
        assert settings.current_identity == jan
        assert (settings.motion, settings.colour) == ("none", "teal")
        settings.switch_person(FIRST_IDENTITY)
        assert (settings.theme, settings.face) == ("light", "bun")

    def test_persons_added_and_removed_elsewhere_are_taken_over(self, path):
        jan = save_two_persons(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        one.add_person("Zoe")
        one.remove_person(jan)
        one.save(path)
        other.add_person("Eve")
        other.save(path)
        names = [person.name for person in UserSettings.load(path).persons]
        assert names == ["Eve", "Ida", "Zoe"]

    def test_the_current_person_is_not_removed_by_another_window(self, path):
        jan = save_two_persons(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        one.switch_person(jan)
        other.remove_person(jan)
        other.save(path)
        one.theme = "light"
        one.save(path)
        assert (UserSettings.load(path).your_name, UserSettings.load(path).theme) == (
            "Jan",
            "light",
        )

    def test_windows_that_remove_each_others_person_leave_both(self, path):
        jan = save_two_persons(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        other.switch_person(jan)
        one.remove_person(jan)
        other.remove_person(FIRST_IDENTITY)
        one.save(path)
        other.save(path)
        assert [person.name for person in UserSettings.load(path).persons] == ["Jan"]
        one.save(path)
        settings = UserSettings.load(path)
        assert [person.name for person in settings.persons] == ["Ida", "Jan"]
        settings.switch_person(FIRST_IDENTITY)
        assert settings.theme == "dark"

    @pytest.mark.parametrize("reads_first", [False, True])
    def test_a_current_person_removed_elsewhere_stays_until_the_next_switch(
        self, path, reads_first
    ):
        jan = save_two_persons(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        other.switch_person(jan)
        one.remove_person(jan)
        one.save(path)
        if reads_first:
            other.sync_persons(path)
            assert other.your_name == "Jan"
            message = other.next_notice()
        else:
            message = other.save(path)
        assert message.code == "settings-removed"
        other.sync_persons(path)
        assert (other.next_notice(), other.save(path)) == (None, None)
        assert [person.name for person in UserSettings.load(path).persons] == ["Ida", "Jan"]
        other.switch_person(FIRST_IDENTITY)
        assert other.save(path) is None
        assert [person.name for person in UserSettings.load(path).persons] == ["Ida"]

    def test_changes_of_other_windows_are_read_before_persons_are_shown(self, path):
        jan = save_two_persons(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        one.rename_person(FIRST_IDENTITY, "Zoe", "Ida")
        one.theme = "light"
        eve = one.add_person("Eve")
        one.change_person(jan, face="ears")
        one.save(path)
        other.speed, other.geometry = 2.0, "BBBB"
        other.sync_persons(path)
        assert [person.name for person in other.persons] == ["Eve", "Jan", "Zoe"]
        assert (other.former, other.persons[1].face) == (["Ida"], "ears")
        assert (other.theme, other.speed) == ("dark", 2.0)  # not changed while in use
        one.rename_person(FIRST_IDENTITY, "Ann", "Zoe")
        one.remove_person(eve)
        one.save(path)
        other.save(path)  # values only taken over are not written back
        settings = UserSettings.load(path)
        assert (settings.theme, settings.speed, settings.geometry) == ("light", 2.0, "BBBB")
        assert [person.name for person in settings.persons] == ["Ann", "Jan"]


def test_former_names_are_unique():
    persons = {
        "1": {"your_name": "Zoe", "former": ["Ann", "Eve", "eve", "zoe"]},
        "2": {"your_name": "Ann", "former": ["Eve", "Bob"]},
        "3": {"your_name": "Jan", "former": "Ann", "hat": 7},
    }
    apart = make_names_unique(persons)  # type: ignore[arg-type]
    assert [one["former"] for one in apart.values()] == [["Eve"], ["Bob"], "Ann"]
    assert apart["3"]["hat"] == 7
    assert persons["1"]["former"] == ["Ann", "Eve", "eve", "zoe"]
    assert make_names_unique(apart) == apart


def test_one_person_may_be_nameless_and_others_are_numbered(monkeypatch):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    persons = {"1": {}, "2": {"your_name": ""}, "3": {"your_name": ["x"]}, "4": {"your_name": "Jo"}}
    apart = make_names_unique(persons)  # type: ignore[arg-type]
    assert [one.get("your_name", "") for one in apart.values()] == ["", "You 2", "You 3", "Jo"]
    assert make_names_unique(apart) == apart


def test_a_name_passed_on_in_two_windows_belongs_to_one_person(path):
    settings = UserSettings(your_name="Ann")
    bob = settings.add_person("Bob")
    settings.save(path)
    one, other = UserSettings.load(path), UserSettings.load(path)
    one.rename_person(FIRST_IDENTITY, "Zoe", "Ann")
    other.rename_person(bob, "Ann", "Bob")
    one.save(path)
    other.save(path)
    saved_persons = json.loads(path.read_text())["persons"]
    former = {each["your_name"]: each["former"] for each in saved_persons.values()}
    assert former == {"Zoe": [], "Ann": ["Bob"]}
    one.sync_persons(path)
    assert [person.former_names for person in one.persons] == [("Bob",), ()]


class TestTooManyPersons:
    @pytest.fixture
    def crowd(self):
        return {str(number): {"your_name": f"N{number}", "hat": number} for number in range(60)}

    def write_persons(self, path, crowd, current):
        path.write_text(json.dumps({"version": 2, "who": current, "persons": crowd}))

    def test_surplus_persons_stay_in_the_file(self, path, crowd):
        self.write_persons(path, crowd, "55")
        settings = UserSettings.load(path)
        assert (len(settings.persons), settings.your_name) == (MAX_PERSONS, "N55")
        settings.theme = "dark"
        assert settings.save(path) is None
        saved_persons = json.loads(path.read_text())["persons"]
        assert saved_persons.keys() == crowd.keys()
        assert saved_persons["59"] == crowd["59"]
        assert saved_persons["55"]["theme"] == "dark"
        path.unlink()
        settings.save(path)
        assert json.loads(path.read_text())["persons"].keys() == crowd.keys()

    def test_a_removed_person_makes_room_for_the_next(self, path, crowd):
        self.write_persons(path, crowd, "0")
        settings, other = UserSettings.load(path), UserSettings.load(path)
        for number in range(10, 20):
            settings.remove_person(str(number))
        other.theme = "dark"
        assert settings.save(path) is None
        assert other.save(path) is None
        remaining = UserSettings.load(path)
        assert (len(remaining.persons), remaining.excess_persons, remaining.theme) == (
            MAX_PERSONS,
            {},
            "dark",
        )
        assert {one.identity for one in remaining.persons} == crowd.keys() - set(
            map(str, range(10, 20))
        )

    def test_a_person_is_removed_though_other_windows_show_others(self, path, crowd):
        self.write_persons(path, crowd, "0")
        settings = UserSettings.load(path)
        self.write_persons(path, crowd, "55")
        settings.remove_person("49")
        assert settings.save(path) is None
        assert json.loads(path.read_text())["persons"].keys() == crowd.keys() - {"49"}
