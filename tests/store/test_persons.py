"""Tests of several persons in a settings file: versions, and several windows."""

import json
from pathlib import Path

import pytest

from greenbaize.store.fitting import NAME_LENGTH, told_apart
from greenbaize.store.persons import (
    FIRST,
    MOST_PERSONS,
    VERSION,
    Person,
    each_by_themselves,
    name_problem,
)
from greenbaize.store.settings import Settings

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


def with_jan(path):
    """Save a file with Ida, the current person, and Jan; return Jan's identity."""
    settings = Settings(your_name="Ida", theme="dark")
    jan = settings.add_person("Jan", "cap", "coral")
    assert settings.save(path) is None
    return jan


class TestVersions:
    def test_a_file_of_version_1_is_one_person(self, path):
        path.write_bytes((FIXTURES / "settings-1.json").read_bytes())
        settings = Settings.load(path)
        assert settings.person == Person(FIRST, "Ida")
        assert settings.persons == (settings.person,)
        assert settings.theme == "dark"
        assert (settings.motion, settings.speed, settings.trick_seconds) == ("none", 1.5, 2.4)
        assert settings.setups["rank"]["seats"][1]["name"] == "Anna"
        assert (settings.sandbox, settings.side, settings.geometry) == (True, False, "AAAA")
        assert settings.programs == {"tiny": "python3 tiny_bot.py"}
        assert (settings.more, settings.own_more) == ({}, {})

    def test_it_is_written_as_the_version_of_today_and_says_the_same(self, path):
        path.write_bytes((FIXTURES / "settings-1.json").read_bytes())
        before = Settings.load(path)
        before.save(path)
        values = json.loads(path.read_text())
        assert values["version"] == VERSION
        assert values["persons"][FIRST]["your_name"] == "Ida"
        assert "theme" not in values
        assert Settings.load(path) == before

    def test_a_file_of_version_2_opens(self, path):
        path.write_bytes((FIXTURES / "settings-2.json").read_bytes())
        settings = Settings.load(path)
        jan = Person("8f0c2ab4d1e7", "Jan", "cap", "coral")
        ida = Person("1", "Ida", "fringe", "indigo", ("You",))
        assert settings.person == jan
        assert settings.persons == (ida, jan)
        assert (settings.motion, settings.theme) == ("none", "system")
        settings.switch("1")
        assert (settings.motion, settings.theme) == ("system", "dark")

    def test_a_newer_file_is_read_but_never_written_and_that_is_said_once(self, path):
        values = json.loads((FIXTURES / "settings-2.json").read_text())
        there = json.dumps(values | {"version": 3, "persons_of_mars": ["Zork"]}).encode()
        path.write_bytes(there)
        settings = Settings.load(path)
        assert settings.your_name == "Jan"
        news = settings.news()
        assert news.code == "settings-newer"
        settings.theme = "dark"
        assert settings.save(path) is None
        assert settings.news() is None
        assert path.read_bytes() == there

    @pytest.mark.parametrize("version", [3.0, "3", "3.1", 2.5, 1e300, 10**400])
    def test_a_newer_version_may_be_written_otherwise(self, path, version):
        there = json.dumps({"version": version, "persons": {"1": {"your_name": "Ida"}}})
        path.write_text(there)
        settings = Settings.load(path)
        assert settings.newer
        settings.theme = "dark"
        settings.save(path)
        assert path.read_text() == there

    def test_one_that_became_newer_meanwhile_is_left_and_that_is_said(self, path):
        with_jan(path)
        settings = Settings.load(path)
        there = path.read_bytes().replace(b'"version": 2', b'"version": 3')
        path.write_bytes(there)
        settings.theme = "light"
        said = settings.save(path)
        assert said.code == "settings-newer"
        assert settings.save(path) is None
        assert path.read_bytes() == there

    def test_what_an_older_program_wrote_beside_persons_harms_nobody(self, path):
        jan = with_jan(path)
        values = json.loads(path.read_text())
        path.write_text(json.dumps(values | {"your_name": "Ida", "theme": "light"}))
        settings = Settings.load(path)
        assert settings.theme == "dark"
        assert [one.identity for one in settings.persons] == [FIRST, jan]

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
    def test_whatever_it_says_somebody_plays(self, path, values):
        path.write_text(json.dumps(values))
        settings = Settings.load(path)
        assert settings.person in settings.persons
        assert settings.save(path) is None
        assert Settings.load(path) == settings

    def test_two_of_one_name_are_told_apart(self, path):
        persons = {"1": {"your_name": "Jan"}, "2": {"your_name": "jan"}}
        path.write_text(json.dumps({"version": 2, "persons": persons}))
        assert [one.name for one in Settings.load(path).persons] == ["Jan", "jan 2"]


class TestTurns:
    def test_each_has_what_they_have_set(self, path):
        jan = with_jan(path)
        settings = Settings.load(path)
        settings.switch(jan)
        assert (settings.your_name, settings.theme) == ("Jan", "system")
        settings.speed, settings.sandbox = 2.0, True
        settings.save(path)
        again = Settings.load(path)
        assert (again.who, again.your_name, again.speed) == (jan, "Jan", 2.0)
        again.switch(FIRST)
        assert (again.your_name, again.theme, again.speed) == ("Ida", "dark", 1.0)
        assert again.sandbox  # a setting of the computer

    def test_tables_set_up_are_not_shared(self, path):
        jan = with_jan(path)
        settings = Settings.load(path)
        settings.setups["damn"] = {"seats": []}
        settings.switch(jan)
        assert settings.setups == {}
        settings.setups["rank"] = {}
        settings.switch(FIRST)
        assert settings.setups == {"damn": {"seats": []}}

    def test_former_names_are_kept(self):
        settings = Settings(your_name="Ida")
        jan = settings.add_person("Jan")
        settings.rename(FIRST, "Zoe", "Ida")
        settings.rename(FIRST, "Eve", "Zoe")
        settings.rename(jan, "Hans", "Jan")
        assert settings.person == Person(FIRST, "Eve", former=("Ida", "Zoe"))
        assert settings.persons[1].former == ("Jan",)
        settings.rename(FIRST, "Ida", "Eve")
        assert settings.person.former == ("Zoe", "Eve")

    def test_the_last_one_cannot_be_removed(self):
        settings = Settings(your_name="Ida")
        settings.remove_person(FIRST)
        assert settings.your_name == "Ida"
        jan = settings.add_person("Jan")
        settings.remove_person(FIRST)
        assert (settings.who, settings.your_name, settings.others) == (jan, "Jan", {})

    def test_what_is_not_known_of_somebody_stays_theirs(self, path):
        persons = {"1": {"your_name": "Ida", "hat": "red"}, "2": {"your_name": "Jan", "hat": 7}}
        path.write_text(json.dumps({"version": 2, "persons": persons}))
        settings = Settings.load(path)
        settings.switch("2")
        settings.save(path)
        kept = json.loads(path.read_text())["persons"]
        assert (kept["1"]["hat"], kept["2"]["hat"]) == ("red", 7)


class TestNames:
    PERSONS = (Person("1", "Ida", former=("Zoe",)), Person("2", "Jan"))

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
    def test_nobody_is_called_like_another(self, name, identity, code):
        problem = name_problem(name, self.PERSONS, identity)
        assert (None if problem is None else problem.code) == code

    def test_nobody_is_called_like_one_who_has_not_said(self, monkeypatch):
        monkeypatch.setenv("LOGNAME", "nick")
        assert name_problem("Nick", (Person("1", ""),)) is not None


class TestTwoWindows:
    def test_both_keep_what_was_changed_of_anybody(self, path):
        jan = with_jan(path)
        one, other = Settings.load(path), Settings.load(path)
        other.switch(jan)
        one.theme, other.motion = "light", "none"
        one.change_person(jan, colour="teal")
        other.change_person(FIRST, face="bun")
        assert one.save(path) is None
        assert other.save(path) is None
        settings = Settings.load(path)
        assert settings.who == jan
        assert (settings.motion, settings.colour) == ("none", "teal")
        settings.switch(FIRST)
        assert (settings.theme, settings.face) == ("light", "bun")

    def test_those_who_came_and_went_elsewhere_did(self, path):
        jan = with_jan(path)
        one, other = Settings.load(path), Settings.load(path)
        one.add_person("Zoe")
        one.remove_person(jan)
        one.save(path)
        other.add_person("Eve")
        other.save(path)
        names = [person.name for person in Settings.load(path).persons]
        assert names == ["Eve", "Ida", "Zoe"]

    def test_who_plays_here_is_not_removed_elsewhere_with_what_was_set(self, path):
        jan = with_jan(path)
        one, other = Settings.load(path), Settings.load(path)
        one.switch(jan)
        other.remove_person(jan)
        other.save(path)
        one.theme = "light"
        one.save(path)
        assert (Settings.load(path).your_name, Settings.load(path).theme) == ("Jan", "light")

    def test_windows_that_remove_each_others_person_leave_both(self, path):
        jan = with_jan(path)
        one, other = Settings.load(path), Settings.load(path)
        other.switch(jan)
        one.remove_person(jan)
        other.remove_person(FIRST)
        one.save(path)
        other.save(path)
        assert [person.name for person in Settings.load(path).persons] == ["Jan"]
        one.save(path)
        settings = Settings.load(path)
        assert [person.name for person in settings.persons] == ["Ida", "Jan"]
        settings.switch(FIRST)
        assert settings.theme == "dark"

    @pytest.mark.parametrize("reads_first", [False, True])
    def test_who_was_removed_elsewhere_stays_until_another_plays(self, path, reads_first):
        jan = with_jan(path)
        one, other = Settings.load(path), Settings.load(path)
        other.switch(jan)
        one.remove_person(jan)
        one.save(path)
        if reads_first:
            other.look_around(path)
            assert other.your_name == "Jan"
            said = other.news()
        else:
            said = other.save(path)
        assert said.code == "settings-removed"
        other.look_around(path)
        assert (other.news(), other.save(path)) == (None, None)
        assert [person.name for person in Settings.load(path).persons] == ["Ida", "Jan"]
        other.switch(FIRST)
        assert other.save(path) is None
        assert [person.name for person in Settings.load(path).persons] == ["Ida"]

    def test_what_was_done_elsewhere_is_seen_before_persons_are_shown(self, path):
        jan = with_jan(path)
        one, other = Settings.load(path), Settings.load(path)
        one.rename(FIRST, "Zoe", "Ida")
        one.theme = "light"
        eve = one.add_person("Eve")
        one.change_person(jan, face="ears")
        one.save(path)
        other.speed, other.geometry = 2.0, "BBBB"
        other.look_around(path)
        assert [person.name for person in other.persons] == ["Eve", "Jan", "Zoe"]
        assert (other.former, other.persons[1].face) == (["Ida"], "ears")
        assert (other.theme, other.speed) == ("dark", 2.0)  # not changed while in use
        one.rename(FIRST, "Ann", "Zoe")
        one.remove_person(eve)
        one.save(path)
        other.save(path)  # values only taken over are not written back
        settings = Settings.load(path)
        assert (settings.theme, settings.speed, settings.geometry) == ("light", 2.0, "BBBB")
        assert [person.name for person in settings.persons] == ["Ann", "Jan"]


def test_many_of_one_name_are_numbered():
    names = told_apart(["Ann", "ann", "Ann 2", "Ann"] + ["x" * NAME_LENGTH] * 1000)
    assert names[:4] == ("Ann", "ann 2", "Ann 2 2", "Ann 3")
    assert len({name.casefold() for name in names}) == 1004
    assert max(map(len, names)) == NAME_LENGTH


def test_a_former_name_is_nobody_elses_and_stands_once():
    persons = {
        "1": {"your_name": "Zoe", "former": ["Ann", "Eve", "eve", "zoe"]},
        "2": {"your_name": "Ann", "former": ["Eve", "Bob"]},
        "3": {"your_name": "Jan", "former": "Ann", "hat": 7},
    }
    apart = each_by_themselves(persons)
    assert [one["former"] for one in apart.values()] == [["Eve"], ["Bob"], "Ann"]
    assert apart["3"]["hat"] == 7
    assert persons["1"]["former"] == ["Ann", "Eve", "eve", "zoe"]
    assert each_by_themselves(apart) == apart


def test_one_may_be_without_a_name_and_others_are_told_apart(monkeypatch):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    persons = {"1": {}, "2": {"your_name": ""}, "3": {"your_name": ["x"]}, "4": {"your_name": "Jo"}}
    apart = each_by_themselves(persons)
    assert [one.get("your_name", "") for one in apart.values()] == ["", "You 2", "You 3", "Jo"]
    assert each_by_themselves(apart) == apart


def test_two_windows_that_pass_a_name_on_leave_it_to_one(path):
    settings = Settings(your_name="Ann")
    bob = settings.add_person("Bob")
    settings.save(path)
    one, other = Settings.load(path), Settings.load(path)
    one.rename(FIRST, "Zoe", "Ann")
    other.rename(bob, "Ann", "Bob")
    one.save(path)
    other.save(path)
    written = json.loads(path.read_text())["persons"]
    former = {each["your_name"]: each["former"] for each in written.values()}
    assert former == {"Zoe": [], "Ann": ["Bob"]}
    one.look_around(path)
    assert [person.former for person in one.persons] == [("Bob",), ()]


class TestTooMany:
    @pytest.fixture
    def crowd(self):
        return {str(number): {"your_name": f"N{number}", "hat": number} for number in range(60)}

    def write(self, path, crowd, who):
        path.write_text(json.dumps({"version": 2, "who": who, "persons": crowd}))

    def test_the_first_are_known_and_the_others_stay_in_the_file(self, path, crowd):
        self.write(path, crowd, "55")
        settings = Settings.load(path)
        assert (len(settings.persons), settings.your_name) == (MOST_PERSONS, "N55")
        settings.theme = "dark"
        assert settings.save(path) is None
        written = json.loads(path.read_text())["persons"]
        assert written.keys() == crowd.keys()
        assert written["59"] == crowd["59"]
        assert written["55"]["theme"] == "dark"
        path.unlink()
        settings.save(path)
        assert json.loads(path.read_text())["persons"].keys() == crowd.keys()

    def test_who_is_removed_goes_and_the_next_is_known(self, path, crowd):
        self.write(path, crowd, "0")
        settings, other = Settings.load(path), Settings.load(path)
        for number in range(10, 20):
            settings.remove_person(str(number))
        other.theme = "dark"
        assert settings.save(path) is None
        assert other.save(path) is None
        left = Settings.load(path)
        assert (len(left.persons), left.beyond, left.theme) == (MOST_PERSONS, {}, "dark")
        assert {one.identity for one in left.persons} == crowd.keys() - set(map(str, range(10, 20)))

    def test_who_is_removed_goes_though_others_are_known_elsewhere(self, path, crowd):
        self.write(path, crowd, "0")
        settings = Settings.load(path)
        self.write(path, crowd, "55")
        settings.remove_person("49")
        assert settings.save(path) is None
        assert json.loads(path.read_text())["persons"].keys() == crowd.keys() - {"49"}
