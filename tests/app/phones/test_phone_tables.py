"""Tests of the stored list of tables that phones may join."""

from greenbaize.app.phones.phone_tables import MOST_KEPT, PhoneTables

SECRET = "ab" * 16


def test_a_table_is_known_after_the_program_has_ended(tmp_path):
    path = tmp_path / "there" / "phone-tables.json"
    assert not PhoneTables(path).has_secret(SECRET)
    PhoneTables(path).note_secret(SECRET)
    again = PhoneTables(path)
    assert again.has_secret(SECRET)
    assert not again.has_secret("cd" * 16)
    assert SECRET not in path.read_text()
    assert path.stat().st_mode & 0o77 == 0


def test_two_programs_do_not_forget_each_others_tables(tmp_path):
    path = tmp_path / "phone-tables.json"
    one, other = PhoneTables(path), PhoneTables(path)
    one.note_secret(SECRET)
    other.note_secret("cd" * 16)
    assert PhoneTables(path).has_secret(SECRET)


def test_only_the_latest_are_kept_and_damage_is_forgotten(tmp_path):
    path = tmp_path / "phone-tables.json"
    path.write_text("{")
    tables = PhoneTables(path)
    for number in range(MOST_KEPT + 1):
        tables.note_secret(f"{number:032x}")
    assert not PhoneTables(path).has_secret(f"{0:032x}")
    assert PhoneTables(path).has_secret(f"{MOST_KEPT:032x}")


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    tables = PhoneTables(blocked / "phone-tables.json")
    tables.note_secret(SECRET)
    assert tables.has_secret(SECRET)
