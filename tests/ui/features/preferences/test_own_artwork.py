"""Tests for adding a person's own things in the preferences, and taking them out."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from greenbaize.rules.errors import FileError, GameError
from greenbaize.store.artwork.library import (
    INFO_NAME,
    ArtworkKind,
    find_artwork,
    keep_artwork,
    list_artwork,
)
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences import own_artwork
from greenbaize.ui.features.preferences.own_artwork import (
    ArtworkImporter,
    add_own,
    list_own,
    remove_own,
)
from store.artwork.own_files import png_bytes, write_deck
from ui.table.person import wait_until


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))


def keep_cloth(tmp_path, title, identity):
    drawn = tmp_path / "drawn"
    drawn.mkdir()
    (drawn / INFO_NAME).write_text(json.dumps({"title": title}))
    return keep_artwork(ArtworkKind.CLOTH, drawn, identity)


@pytest.fixture
def importer(qapp):
    owner = QObject()
    importer = ArtworkImporter(owner)
    yield importer
    importer.close()
    owner.deleteLater()


def import_and_wait(importer, path, kind):
    reports, steps = [], []
    importer.imported.connect(lambda *report: reports.append(report))
    importer.progressed.connect(lambda *step: steps.append(step))
    importer.import_path(path, kind)
    wait_until(lambda: reports)
    return (*reports[0], steps)


def test_deck_is_added_in_another_process(tmp_path, importer):
    report, deck, steps = import_and_wait(importer, write_deck(tmp_path / "ours"), ArtworkKind.DECK)
    assert report.fault == ""
    assert list_artwork(ArtworkKind.DECK) == [deck]
    assert steps[-1] == (54, 55)
    assert (deck.folder / "160" / "AS.png").is_file()


def test_fault_keeps_nothing(tmp_path, importer):
    path = tmp_path / "cloth.png"
    path.write_bytes(png_bytes(2, 2, declared=(60_000, 60_000)))
    report, cloth, _ = import_and_wait(importer, path, ArtworkKind.CLOTH)
    assert report.fault == "cloth.png is too large: more than 16 million pixels."
    assert cloth is None
    assert list_artwork(ArtworkKind.CLOTH) == []


@pytest.mark.parametrize(
    "error",
    [OSError(28, "No space left on device"), FileError(Path("x"), OSError(28, "No space left"))],
)
def test_full_disk_is_said(tmp_path, importer, monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(own_artwork, "keep_artwork", fail)
    path = tmp_path / "cloth.png"
    path.write_bytes(png_bytes(20, 20))
    report, cloth, _ = import_and_wait(importer, path, ArtworkKind.CLOTH)
    assert "No space left" in report.fault
    assert cloth is None


def test_closing_ends_what_is_being_added(tmp_path, importer):
    importer.import_path(write_deck(tmp_path / "ours"), ArtworkKind.DECK)
    importer.close()
    QApplication.processEvents()
    assert list_artwork(ArtworkKind.DECK) == []


def test_things_are_each_person_s_own(tmp_path):
    settings = UserSettings(your_name="Anna")
    cloth = keep_cloth(tmp_path, "Wood", "0" * 16)
    other_cloth = keep_cloth(tmp_path, "Ash", "1" * 16)
    for artwork in (cloth, other_cloth, cloth):
        add_own(settings, artwork)
    assert list_own(settings, ArtworkKind.CLOTH) == [other_cloth, cloth]
    boris = settings.add_person("Boris")
    settings.switch_person(boris)
    assert list_own(settings, ArtworkKind.CLOTH) == []
    add_own(settings, cloth)
    remove_own(settings, cloth)
    # Anna still has it.
    assert find_artwork(ArtworkKind.CLOTH, cloth.setting) == cloth
    settings.switch_person(next(one.identity for one in settings.persons if one.name == "Anna"))
    remove_own(settings, cloth)
    assert find_artwork(ArtworkKind.CLOTH, cloth.setting) is None
    assert list_own(settings, ArtworkKind.CLOTH) == [other_cloth]


def test_what_cannot_be_removed_is_said(tmp_path, monkeypatch):
    settings = UserSettings()
    cloth = keep_cloth(tmp_path, "Wood", "0" * 16)
    add_own(settings, cloth)

    def fail(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shutil.rmtree", fail)
    with pytest.raises(GameError):
        remove_own(settings, cloth)
