"""Tests for reading folders and archives that may be anything."""

import gzip
import os
import zipfile
from pathlib import Path

import pytest

from greenbaize.rules.errors import FileError, GameError
from greenbaize.store.artwork import source_files
from greenbaize.store.artwork.source_files import open_source
from store.artwork.own_files import write_zip


def refusal(action):
    with pytest.raises(GameError) as caught:
        action()
    return caught.value.message.code


def test_folder_archive_and_file_have_the_same_content(tmp_path):
    folder = tmp_path / "deck"
    (folder / "svg").mkdir(parents=True)
    (folder / "svg" / "AS.svg").write_bytes(b"<svg/>")
    (folder / ".hidden").write_bytes(b"x")
    archive = write_zip(tmp_path / "deck.zip", {"svg/AS.svg": b"<svg/>", "__MACOSX/AS": b""})
    digests = set()
    for source in (open_source(folder), open_source(archive)):
        assert source.title == "deck"
        assert source.names == ["svg/AS.svg"]
        assert source.read("svg/AS.svg") == b"<svg/>"
        digests.add(source.digest)
    single = open_source(folder / "svg" / "AS.svg")
    assert single.names == ["AS.svg"]
    single.read("AS.svg")
    assert digests == {single.digest}


def test_compressed_drawing_is_unpacked(tmp_path):
    path = tmp_path / "deck.svgz"
    path.write_bytes(gzip.compress(b"<svg/>"))
    assert open_source(path).read("deck.svgz") == b"<svg/>"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_link_may_lead_only_within_the_folder(tmp_path):
    folder = tmp_path / "deck"
    folder.mkdir()
    (folder / "AS.svg").write_bytes(b"<svg/>")
    (folder / "1S.svg").symlink_to("AS.svg")
    assert open_source(folder).names == ["1S.svg", "AS.svg"]
    (folder / "KS.svg").symlink_to("/etc/passwd")
    assert refusal(lambda: open_source(folder)) == "artwork-link"


@pytest.mark.parametrize("name", ["../AS.svg", "/etc/AS.svg", "a/../../AS.svg", "C:/AS.svg"])
def test_archive_may_not_lead_out_of_its_folder(tmp_path, name):
    archive = write_zip(tmp_path / "deck.zip", {name: b"<svg/>"})
    assert refusal(lambda: open_source(archive)) == "artwork-path"


def test_archive_has_no_links(tmp_path):
    path = tmp_path / "deck.zip"
    entry = zipfile.ZipInfo("AS.svg")
    entry.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    assert refusal(lambda: open_source(path)) == "artwork-link"


def test_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(source_files, "MAX_FILE_BYTES", 100_000)
    zeros = bytes(10_000_000)
    path = tmp_path / "deck.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("AS.svg", zeros)
    assert refusal(lambda: open_source(path).read("AS.svg")) == "artwork-too-many-bytes"
    # The archive may claim that it is small.
    data = path.read_bytes().replace(len(zeros).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(data)
    assert refusal(lambda: open_source(path).read("AS.svg")) == "artwork-bad-archive"
    packed = tmp_path / "AS.svgz"
    packed.write_bytes(gzip.compress(zeros))
    assert refusal(lambda: open_source(packed).read("AS.svgz")) == "artwork-too-many-bytes"


def test_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(source_files, "MAX_FILES", 3)
    monkeypatch.setattr(source_files, "MAX_TOTAL_BYTES", 9)
    folder = tmp_path / "deck"
    folder.mkdir()
    for name in "ABC":
        (folder / name).write_bytes(b"12345")
    source = open_source(folder)
    source.read("A")
    assert refusal(lambda: source.read("B")) == "artwork-too-many-bytes"
    (folder / "D").write_bytes(b"")
    assert refusal(lambda: open_source(folder)) == "artwork-too-many-files"
    archive = write_zip(tmp_path / "deck.zip", dict.fromkeys("ABCD", b""))
    assert refusal(lambda: open_source(archive)) == "artwork-too-many-files"


def test_damaged_and_missing_sources_have_their_sentences(tmp_path):
    path = tmp_path / "deck.zip"
    path.write_bytes(b"PK\x03\x04 and nothing else")
    assert refusal(lambda: open_source(path)) == "artwork-bad-archive"
    with pytest.raises(FileError):
        open_source(tmp_path / "missing")
    packed = tmp_path / "AS.svgz"
    packed.write_bytes(b"\x1f\x8b nonsense")
    assert refusal(lambda: open_source(packed).read("AS.svgz")) == "artwork-bad-archive"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_pipe_does_not_block(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(GameError):
        open_source(Path(pipe))
