"""Tests of the stored secrets with which a guest reclaims a seat."""

import os
import stat

from greenbaize.app.network.seat_secrets import SeatSecrets, known_at, known_tables
from greenbaize.lan.pairing import new_secret
from greenbaize.store import folders

HERE, ELSEWHERE = b"\1" * 32, b"\2" * 32


def kept(fingerprint=HERE, name="Anna", table="Kitchen", game="damn"):
    secrets = SeatSecrets(folders.seats(), name, "192.0.2.7", 4321)
    secrets.keep(fingerprint, new_secret())
    secrets.note(fingerprint, table, game)
    return secrets


def test_known_tables_are_listed_the_latest_first():
    kept()
    kept(ELSEWHERE, table="Garden", game="rank")
    assert [(one.name, one.game, one.you) for one in known_tables()] == [
        ("Garden", "rank", "Anna"),
        ("Kitchen", "damn", "Anna"),
    ]
    kitchen = known_tables()[1]
    assert (kitchen.host, kitchen.port, kitchen.fingerprint) == ("192.0.2.7", 4321, HERE.hex())
    assert known_at("192.0.2.7", 4321, "Otto") is None
    if os.name == "posix":
        assert {stat.S_IMODE(one.stat().st_mode) for one in folders.seats().iterdir()} == {0o600}


def test_a_secret_that_is_kept_again_keeps_what_is_known_of_the_table():
    secrets = kept()
    secrets.moved("192.0.2.8", 5)
    secrets.keep(HERE, new_secret())
    (known,) = known_tables()
    assert (known.name, known.host, known.port) == ("Kitchen", "192.0.2.8", 5)


def test_what_is_forgotten_is_not_listed():
    secrets = kept()
    secrets.forget(HERE)
    assert known_tables() == ()
    assert secrets.secret(HERE) is None


def test_files_that_are_none_of_ours_are_passed_over():
    kept()
    (folders.seats() / "old").write_text("0" * 32 + "\n")
    (folders.seats() / "wild").write_bytes(b'{"format": "greenbaize-seat", "version": 1}')
    (folders.seats() / "folder").mkdir()
    assert len(known_tables()) == 1


def test_a_table_nobody_has_seen_yet_is_not_listed():
    SeatSecrets(folders.seats(), "Anna", "192.0.2.7", 4321).keep(HERE, new_secret())
    assert known_tables() == ()


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_secret(home):
    home.mkdir()
    folders.seats().write_text("a file")
    assert kept().secret(HERE) is None
    assert known_tables() == ()
