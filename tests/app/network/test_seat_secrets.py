"""Tests of the stored secrets with which a guest reclaims a seat."""

import os
import stat

import pytest

from greenbaize.app.network.seat_secrets import (
    SecretFileStore,
    find_known_table,
    list_free_known_tables,
    read_known_tables,
)
from greenbaize.lan.client import TableRejectionError
from greenbaize.lan.pairing import new_secret
from greenbaize.store import files, folders
from greenbaize.store.files import LockedFile
from greenbaize.store.record_file import LOCK_SUFFIX

FINGERPRINT, OTHER_FINGERPRINT = b"\1" * 32, b"\2" * 32


def store_secret(fingerprint=FINGERPRINT, name="Anna", table="Kitchen", game="damn"):
    secret_store = SecretFileStore(folders.seat_secrets_folder(), name, "192.0.2.7", 4321)
    secret_store.write_secret(fingerprint, new_secret())
    secret_store.write_table_info(fingerprint, table, game)
    return secret_store


def test_known_tables_are_listed_the_latest_first():
    store_secret()
    store_secret(OTHER_FINGERPRINT, table="Garden", game="rank")
    assert [
        (known_table.name, known_table.game, known_table.you) for known_table in read_known_tables()
    ] == [
        ("Garden", "rank", "Anna"),
        ("Kitchen", "damn", "Anna"),
    ]
    kitchen = read_known_tables()[1]
    assert (kitchen.host, kitchen.port, kitchen.fingerprint) == (
        "192.0.2.7",
        4321,
        FINGERPRINT.hex(),
    )
    assert find_known_table("192.0.2.7", 4321, "Otto") is None
    if os.name == "posix":
        assert {
            stat.S_IMODE(known_table.stat().st_mode)
            for known_table in folders.seat_secrets_folder().iterdir()
        } == {0o600}


def test_a_new_secret_leaves_the_table_information():
    secret_store = store_secret()
    secret_store.set_address("192.0.2.8", 5)
    secret_store.write_secret(FINGERPRINT, new_secret())
    (known_table,) = read_known_tables()
    assert (known_table.name, known_table.host, known_table.port) == ("Kitchen", "192.0.2.8", 5)


def test_a_deleted_secret_is_not_listed():
    secret_store = store_secret()
    secret_store.delete_secret(FINGERPRINT)
    assert read_known_tables() == ()
    assert secret_store.load_secret(FINGERPRINT) is None


def test_foreign_files_are_skipped():
    store_secret()
    (folders.seat_secrets_folder() / "old").write_text("0" * 32 + "\n")
    (folders.seat_secrets_folder() / "wild").write_bytes(
        b'{"format": "greenbaize-seat", "version": 1}'
    )
    (folders.seat_secrets_folder() / "folder").mkdir()
    assert len(read_known_tables()) == 1


def test_a_table_without_information_is_not_listed():
    SecretFileStore(folders.seat_secrets_folder(), "Anna", "192.0.2.7", 4321).write_secret(
        FINGERPRINT, new_secret()
    )
    assert read_known_tables() == ()


def test_a_folder_that_cannot_be_written_loses_only_the_secret(home):
    home.mkdir()
    folders.seat_secrets_folder().write_text("a file")
    assert store_secret().load_secret(FINGERPRINT) is None
    assert read_known_tables() == ()


def test_a_seat_is_taken_while_the_list_of_free_seats_looks_at_its_lock(monkeypatch):
    """The list holds the lock for a moment, which ends while the one who joins waits."""
    secret_store = store_secret()
    (path,) = folders.seat_secrets_folder().iterdir()
    lock = LockedFile.try_lock(path.with_name(path.name + LOCK_SUFFIX))
    monkeypatch.setattr(files.time, "sleep", lambda _: lock.release(remove=True))
    assert secret_store.load_secret(FINGERPRINT) is not None


def test_one_window_at_a_time_plays_a_seat():
    secret_store, other_store = store_secret(), store_secret(OTHER_FINGERPRINT, table="Garden")
    assert secret_store.load_secret(FINGERPRINT) == secret_store.load_secret(FINGERPRINT)
    assert [table.name for table in list_free_known_tables()] == ["Garden"]
    assert len(read_known_tables()) == 2  # the tables are known all the same
    with pytest.raises(TableRejectionError) as refusal:
        other_store.load_secret(FINGERPRINT)
    assert refusal.value.reason == "other-window"
    assert other_store.load_secret(OTHER_FINGERPRINT)
    secret_store.unlock_seat()
    assert [table.name for table in list_free_known_tables()] == ["Kitchen"]
    assert other_store.load_secret(FINGERPRINT)
    assert [table.name for table in list_free_known_tables()] == ["Garden"]
    other_store.unlock_seat()
    other_store.unlock_seat()
    assert len(list_free_known_tables()) == 2
    assert not list(folders.seat_secrets_folder().glob("*.lock"))


def test_guests_of_other_names_play_at_the_same_table():
    anna, otto = store_secret(), store_secret(name="Otto")
    assert anna.load_secret(FINGERPRINT) != otto.load_secret(FINGERPRINT)
