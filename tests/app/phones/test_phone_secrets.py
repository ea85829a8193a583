"""Tests of the stored list of tables that phones may join."""

from greenbaize.app.phones.phone_secrets import MAX_STORED_SECRETS, PhoneSecretFile

SECRET = "ab" * 16


def test_a_table_is_known_after_a_restart(tmp_path):
    path = tmp_path / "there" / "phone-tables.json"
    assert not PhoneSecretFile(path).has_secret(SECRET)
    PhoneSecretFile(path).add_secret(SECRET)
    reloaded_tables = PhoneSecretFile(path)
    assert reloaded_tables.has_secret(SECRET)
    assert not reloaded_tables.has_secret("cd" * 16)
    assert SECRET not in path.read_text()
    assert path.stat().st_mode & 0o77 == 0


def test_two_programs_keep_each_others_tables(tmp_path):
    path = tmp_path / "phone-tables.json"
    first_tables, second_tables = PhoneSecretFile(path), PhoneSecretFile(path)
    first_tables.add_secret(SECRET)
    second_tables.add_secret("cd" * 16)
    assert PhoneSecretFile(path).has_secret(SECRET)


def test_only_the_latest_are_stored_and_a_damaged_file_is_replaced(tmp_path):
    path = tmp_path / "phone-tables.json"
    path.write_text("{")
    tables = PhoneSecretFile(path)
    for number in range(MAX_STORED_SECRETS + 1):
        tables.add_secret(f"{number:032x}")
    assert not PhoneSecretFile(path).has_secret(f"{0:032x}")
    assert PhoneSecretFile(path).has_secret(f"{MAX_STORED_SECRETS:032x}")


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path):
    plain_file = tmp_path / "file"
    plain_file.write_text("")
    tables = PhoneSecretFile(plain_file / "phone-tables.json")
    tables.add_secret(SECRET)
    assert tables.has_secret(SECRET)
