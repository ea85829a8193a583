"""Persons of this computer in statistics, by whatever name they had."""

from greenbaize.app.memory.statistics_result import at_present, known_as
from greenbaize.store.statistics import Rated, Who

OTTO, LISA = Who(("Ottokar", "Otto", "Lisa")), Who(("Lisa",))


def test_a_name_stands_for_all_names_of_that_person():
    assert known_as(["otto"], [OTTO, LISA]) == ("Ottokar", "Otto", "Lisa")
    assert known_as(["Jan", "jan"], [OTTO]) == ("Jan", "jan")


def test_who_is_called_so_now_goes_before_who_once_was():
    for persons in ([OTTO, LISA], [LISA, OTTO]):
        assert known_as(["LISA"], persons) == ("Lisa",)


def test_everybody_is_rated_once_by_the_name_they_have_now():
    rated = [
        Rated("Otto", "", 1100.0, 90.0, 2),
        Rated("", "easy", 1050.0, 10.0, 9),
        Rated("", "", 1020.0, 10.0, 9),
        Rated("Ottokar", "", 1000.0, 50.0, 7),
        Rated("Jan", "", 990.0, 50.0, 7),
    ]
    found = [(one.name, one.level, one.matches) for one in at_present(rated, [OTTO, LISA])]
    assert found == [("", "easy", 9), ("", "", 9), ("Ottokar", "", 7), ("Jan", "", 7)]
