"""Tests that the identity for installers equals what the program itself uses."""

import re

import identity
import pytest

import greenbaize
from greenbaize.lan.discovery import SERVICE
from greenbaize.store import folders


def test_the_version_is_that_of_the_package():
    assert identity.version() == greenbaize.__version__


@pytest.mark.parametrize(
    ("version", "numbers"),
    [
        ("0.1.0", (0, 1, 0, 0)),
        ("12.34", (12, 34, 0, 0)),
        ("1.2.3rc4", (1, 2, 3, 4)),
        ("1.2.3.4.5", (1, 2, 3, 4)),
        ("1.2+local.9", (1, 2, 0, 0)),
    ],
)
def test_the_version_as_four_numbers(monkeypatch, version, numbers):
    monkeypatch.setattr(identity, "version", lambda: version)
    assert identity.version_numbers() == numbers


def test_a_package_without_a_version_is_told(monkeypatch, tmp_path):
    source = tmp_path / "desktop" / "greenbaize" / "__init__.py"
    source.parent.mkdir(parents=True)
    source.write_text("version = 1\n")
    monkeypatch.setattr(identity, "ROOT", tmp_path)
    with pytest.raises(ValueError, match="does not say a version"):
        identity.version()


def test_the_service_is_the_one_that_the_program_looks_for():
    assert f"{identity.SERVICE}.local." == SERVICE


def test_records_are_called_as_the_program_calls_them(monkeypatch, tmp_path):
    from greenbaize.app.tables.matches import new_record  # noqa: PLC0415

    monkeypatch.setattr(folders, "matches", lambda: tmp_path)
    path, lock = new_record("x")
    lock.let_go()
    assert path.suffix == f".{identity.RECORD_SUFFIX}"


def test_everything_is_said_in_every_language():
    for texts in (identity.SUMMARY, identity.GENERIC_NAME, identity.KEYWORDS):
        assert tuple(texts) == identity.LANGUAGES
    for texts in (identity.LOCAL_NETWORK, identity.RECORD_NAME):
        assert tuple(texts) == identity.LANGUAGES
        assert re.search("[а-яё]", texts["ru"])


def test_the_licence_names_those_who_hold_it():
    assert identity.COPYRIGHT.split("©")[1].strip() in identity.LICENCE_FILE.read_text("utf-8")
    assert identity.PUBLISHER in identity.COPYRIGHT


def test_names_fit_where_they_stand():
    assert re.fullmatch(r"([a-z][a-z0-9]*\.)+[A-Z][A-Za-z]+", identity.IDENTIFIER)
    assert identity.RECORD_UTI.startswith(identity.IDENTIFIER)
    assert len(identity.RECORD_PROGID) <= 39  # maximum length on Windows
    assert re.fullmatch(r"_[a-z]{1,15}\._tcp", identity.SERVICE)
