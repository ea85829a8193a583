"""Each name at one computer is one person's, whoever wrote the file of settings."""

import json
from pathlib import Path

import pytest

from greenbaize.store.fitting import NAME_LENGTH, told_apart
from greenbaize.store.persons import FIRST, MOST_PERSONS, each_by_themselves
from greenbaize.store.settings import Settings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_many_of_one_name_are_numbered() -> None:
    names = told_apart(["Ann", "ann", "Ann 2", "Ann"] + ["x" * NAME_LENGTH] * 1000)
    assert names[:4] == ("Ann", "ann 2", "Ann 2 2", "Ann 3")
    assert len({name.casefold() for name in names}) == 1004
    assert max(map(len, names)) == NAME_LENGTH


def test_a_former_name_is_nobody_elses_and_stands_once() -> None:
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


def test_one_may_be_without_a_name_and_others_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    persons = {"1": {}, "2": {"your_name": ""}, "3": {"your_name": ["x"]}, "4": {"your_name": "Jo"}}
    apart = each_by_themselves(persons)
    assert [one.get("your_name", "") for one in apart.values()] == ["", "You 2", "You 3", "Jo"]
    assert each_by_themselves(apart) == apart


def test_two_windows_that_pass_a_name_on_leave_it_to_one(path: Path) -> None:
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
    def crowd(self) -> dict[str, dict[str, object]]:
        return {str(number): {"your_name": f"N{number}", "hat": number} for number in range(60)}

    def write(self, path: Path, crowd: dict[str, dict[str, object]], who: str) -> None:
        path.write_text(json.dumps({"version": 2, "who": who, "persons": crowd}))

    def test_the_first_are_known_and_the_others_stay_in_the_file(
        self, path: Path, crowd: dict[str, dict[str, object]]
    ) -> None:
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

    def test_who_is_removed_goes_and_the_next_is_known(
        self, path: Path, crowd: dict[str, dict[str, object]]
    ) -> None:
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

    def test_who_is_removed_goes_though_others_are_known_elsewhere(
        self, path: Path, crowd: dict[str, dict[str, object]]
    ) -> None:
        self.write(path, crowd, "0")
        settings = Settings.load(path)
        self.write(path, crowd, "55")
        settings.remove_person("49")
        assert settings.save(path) is None
        assert json.loads(path.read_text())["persons"].keys() == crowd.keys() - {"49"}
