"""Tests that the identity for installers equals what the program itself uses."""

import re

import identity
import pytest

import greenbaize
from greenbaize.lan.discovery import SERVICE_TYPE
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


def test_a_package_without_a_version_is_an_error(monkeypatch, tmp_path):
    source = tmp_path / "desktop" / "greenbaize" / "__init__.py"
    source.parent.mkdir(parents=True)
    source.write_text("version = 1\n")
    monkeypatch.setattr(identity, "ROOT", tmp_path)
    with pytest.raises(ValueError, match="contains no version"):
        identity.version()


def test_the_service_is_the_one_that_the_program_looks_for():
    assert f"{identity.SERVICE}.local." == SERVICE_TYPE


def test_record_suffix_is_that_of_the_program(monkeypatch, tmp_path):
    from greenbaize.app.tables.matches import reserve_record_path  # noqa: PLC0415

    monkeypatch.setattr(folders, "matches_folder", lambda: tmp_path)
    path, lock = reserve_record_path("x")
    lock.release()
    assert path.suffix == f".{identity.RECORD_SUFFIX}"


def test_texts_exist_in_every_language():
    for texts in (
        identity.SUMMARY,
        identity.SHORT_SUMMARY,
        identity.GENERIC_NAME,
        identity.KEYWORDS,
    ):
        assert tuple(texts) == identity.LANGUAGES
    for texts in (identity.LOCAL_NETWORK, identity.RECORD_NAME):
        assert tuple(texts) == identity.LANGUAGES
        assert re.search("[а-яё]", texts["ru"])


def test_the_licence_names_the_copyright_holders():
    assert identity.COPYRIGHT.split("©")[1].strip() in identity.LICENCE_FILE.read_text("utf-8")
    assert identity.PUBLISHER in identity.COPYRIGHT


def test_identifiers_have_valid_formats():
    assert re.fullmatch(r"([a-z][a-z0-9]*\.)+[A-Z][A-Za-z]+", identity.IDENTIFIER)
    assert identity.RECORD_UTI.startswith(identity.IDENTIFIER)
    assert len(identity.RECORD_PROGID) <= 39  # maximum length on Windows
    assert re.fullmatch(r"_[a-z]{1,15}\._tcp", identity.SERVICE)


def test_unknown_contacts_are_named_in_one_line(monkeypatch):
    monkeypatch.setattr(identity, "HOME_PAGE", "")
    monkeypatch.setattr(identity, "MAIL", "")
    line = "no home page and no mail address is known (packaging/identity.py)"
    assert identity.describe_unknown("HOME_PAGE", "MAIL") == line
    monkeypatch.setattr(identity, "MAIL", "table@example.org")
    assert identity.describe_unknown("MAIL") == ""
    assert "mail" not in identity.describe_unknown()
