"""Tests of the settings file: persistent, tolerant, and never blocking."""

import json
import os
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store import settings as settings_file
from greenbaize.store.declared_settings import (
    REPLACED_KEYS,
)
from greenbaize.store.files import LockedFile
from greenbaize.store.settings import UserSettings


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


def test_no_file_means_defaults(path):
    assert UserSettings.load(path) == UserSettings()
    assert not path.exists()


def test_saved_settings_are_loaded(path):
    settings = UserSettings(
        your_name="Zoë",
        theme="dark",
        motion="none",
        speed=1.5,
        trick_seconds=2.4,
        wait_for_click="off",
        finished=2,
        forced_cards="all",
        confirm_moves="none",
        four_colours=True,
        last_game="damn",
        setups={"damn": {"seats": [{"who": "you", "name": "Zoë"}], "options": {"hook": True}}},
        geometry="AAAA",
    )
    assert settings.save(path) is None
    assert UserSettings.load(path) == settings
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_it_is_kept_in_the_computers_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    assert UserSettings(your_name="Ida").save() is None
    assert folders.settings_path() == tmp_path / "settings.json"
    assert UserSettings.load().your_name == "Ida"


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"{",
        b'{"speed": NaN}',
        b'{"theme": "dark"}'.decode().encode("utf-16"),
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"[" * 100_000,
        b"\x00" * 50,
    ],
)
def test_a_damaged_file_is_set_aside(path, bad):
    path.write_bytes(bad)
    assert UserSettings.load(path) == UserSettings()
    assert not path.exists()
    assert path.with_name("settings.json.bad").read_bytes() == bad


def test_earlier_damaged_files_are_kept_and_the_new_one_is_reported(path):
    for bad in (b"[1", b"[2", b"[3"):
        path.write_bytes(bad)
        news = UserSettings.load(path).next_notice()
    files_set_aside = {one.name: one.read_bytes() for one in path.parent.glob("*.bad*")}
    assert files_set_aside == {
        "settings.json.bad": b"[1",
        "settings.json.bad-2": b"[2",
        "settings.json.bad-3": b"[3",
    }
    assert news == Message("settings-put-aside", {"path": f"{path}.bad-3"})


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes in folders")
def test_a_pipe_or_device_is_left_alone(path):
    os.mkfifo(path)
    assert UserSettings.load(path) == UserSettings()
    assert path.is_fifo()
    path.unlink()
    path.symlink_to("/dev/zero")
    assert UserSettings.load(path) == UserSettings()
    assert path.is_symlink()


def test_an_endless_file_is_put_aside(path, monkeypatch):
    UserSettings(your_name="Ida").save(path)
    monkeypatch.setattr(settings_file, "MAX_FILE_BYTES", 100)
    assert UserSettings.load(path) == UserSettings()
    assert path.with_name("settings.json.bad").exists()


def test_settings_too_large_to_read_are_not_written(path):
    settings = UserSettings(your_name="Ida", programs={"one": "./one"})
    assert settings.save(path) is None
    content = path.read_bytes()
    settings.setups = {f"game {number}": "x" * 100_000 for number in range(10)}
    message = settings.save(path)
    assert message.code == "settings-too-large"
    assert path.read_bytes() == content
    settings.setups = {}
    settings.theme = "dark"
    assert settings.save(path) is None
    assert UserSettings.load(path) == settings


def test_a_byte_order_mark_is_ignored(path):
    path.write_text('{"theme": "dark"}', encoding="utf-8-sig")
    assert UserSettings.load(path) == UserSettings(theme="dark")


def test_each_invalid_value_gets_its_default(path):
    values = {
        "your_name": "a\nb",
        "programs": {"x" * 201: "python3 x.py"},
        "last_game": "x" * 201,
        "theme": ["dark"],
        "cloth": "tartan",
        "text_size": 2.5,
        "left_handed": "yes",
        "motion": 0,
        "speed": 99,
        "trick_seconds": 0,
        "wait_for_click": ["on"],
        "finished": True,
        "last_card": None,
        "forced_cards": 1,
        "single_click": "yes",
        "confirm_moves": True,
        "four_colours": True,
        "card_faces": "../../etc",
        "card_back": ["leaves"],
        "card_letters": 3,
        "setups": [],
        "geometry": None,
    }
    path.write_text(json.dumps(values))
    assert UserSettings.load(path) == UserSettings(four_colours=True)


@pytest.mark.parametrize(
    ("old_value", "motion"), [(True, "full"), (False, "none"), ("system", "system"), (1, "system")]
)
def test_old_motion_values_are_migrated(path, old_value, motion):
    path.write_text(json.dumps({"motion": old_value}))
    assert UserSettings.load(path).motion == motion


@pytest.mark.parametrize(
    ("old_values", "forced_cards"),
    [
        ({}, "last"),
        ({"last_card": True, "forced_cards": False}, "last"),
        ({"last_card": False, "forced_cards": False}, "none"),
        ({"last_card": True, "forced_cards": True}, "all"),
        ({"last_card": False, "forced_cards": True}, "all"),
        ({"last_card": False}, "none"),
        ({"forced_cards": False}, "last"),
        ({"last_card": False, "forced_cards": "all"}, "all"),
        ({"last_card": False, "forced_cards": "of a newer program"}, "none"),
    ],
)
def test_last_card_is_migrated_to_forced_cards(path, old_values, forced_cards):
    path.write_text(json.dumps(old_values))
    settings = UserSettings.load(path)
    assert settings.forced_cards == forced_cards
    assert (settings.unknown_keys, settings.unknown_person_keys) == ({}, {})


@pytest.mark.parametrize(
    ("old_values", "confirms_clicks", "confirms_keys"),
    [
        ({}, True, False),
        ({"single_click": False, "keys_ask": False}, True, False),
        ({"single_click": True}, False, False),
        ({"keys_ask": True}, True, True),
        ({"single_click": True, "keys_ask": True}, False, True),
        ({"single_click": "yes", "keys_ask": 1}, True, False),
        ({"single_click": True, "confirm_moves": "all"}, True, True),
    ],
)
def test_clicks_and_keys_are_migrated_to_confirmed_moves(
    path, old_values, confirms_clicks, confirms_keys
):
    path.write_text(json.dumps({"persons": {"1": {}, "2": old_values}, "who": "1"}))
    settings = UserSettings.load(path)
    settings.switch_person("2")
    assert (settings.confirms_clicks, settings.confirms_keys) == (confirms_clicks, confirms_keys)
    settings.save(path)
    assert json.loads(path.read_text())["persons"]["2"].keys().isdisjoint(REPLACED_KEYS)
    assert UserSettings.load(path) == settings


def test_another_window_keeps_its_choice_for_a_person_with_old_settings(path):
    old_values = {"single_click": True, "last_card": False, "forced_cards": False}
    path.write_text(json.dumps({"persons": {"1": {}, "2": old_values}, "who": "1"}))
    one, other = UserSettings.load(path), UserSettings.load(path)
    for settings in (one, other):
        settings.switch_person("2")
    other.forced_cards, other.confirm_moves = "all", "keys"
    other.save(path)
    one.theme = "dark"
    one.save(path)
    settings = UserSettings.load(path)
    assert settings.theme == "dark"
    assert (settings.forced_cards, settings.confirm_moves) == ("all", "keys")


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=5),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)

KEYS = st.sampled_from([one.name for one in fields(UserSettings)])


@pytest.mark.slow
@given(st.dictionaries(KEYS, JSON))
def test_no_value_stops_loading_or_saving(values):
    with TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        path.write_text(json.dumps(values))
        settings = UserSettings.load(path)
        assert settings.save(path) is None
        assert list(Path(folder).iterdir()) == [path]


def test_unknown_keys_are_kept(path):
    path.write_text('{"colour_of_the_cat": "grey", "theme": "dark"}')
    settings = UserSettings.load(path)
    settings.theme = "light"
    settings.save(path)
    values = json.loads(path.read_text())
    assert values["colour_of_the_cat"] == "grey"
    assert values["persons"]["1"]["theme"] == "light"


def test_an_unwritable_folder_is_returned_as_a_message(path):
    path.write_text("a file where the folder should be")
    message = UserSettings().save(path / "settings.json")
    assert message.code == "file-error"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links and permissions")
def test_a_link_and_the_permissions_stay_when_it_is_saved(path, tmp_path):
    target = tmp_path / "dotfiles.json"
    UserSettings(theme="light").save(target)
    target.chmod(0o600)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    settings = UserSettings.load(path)
    settings.theme = "dark"
    assert settings.save(path) is None
    assert path.is_symlink()
    assert UserSettings.load(target).theme == "dark"
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links and permissions")
def test_a_link_in_a_shared_folder_is_reported_and_not_followed(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "settings.json").symlink_to(tmp_path / "victim")
    error = UserSettings(theme="dark").save(shared / "settings.json")
    assert error is not None
    assert error.code == "link-in-shared-folder"
    assert not (tmp_path / "victim").exists()


def test_a_file_damaged_meanwhile_is_set_aside_and_reported(path):
    settings = UserSettings(theme="dark")
    settings.save(path)
    path.write_bytes(b"{")
    error = settings.save(path)
    assert error is not None
    assert error.code == "settings-put-aside"
    assert UserSettings.load(path).theme == "dark"


def test_unsaved_settings_are_known(path):
    settings = UserSettings(theme="dark")
    settings.save(path)
    assert settings.unsaved_keys == frozenset()
    settings.geometry, settings.your_name = "here", "Ida"
    assert settings.unsaved_keys == {"geometry", "persons"}


class TestSettingsInTwoWindows:
    def test_each_window_keeps_the_changes_of_the_other(self, path):
        UserSettings(your_name="Ida", setups={"damn": {"seats": []}}).save(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        one.theme = "dark"
        one.setups["rank"] = {"options": {}}
        other.four_colours = True
        other.setups["damn"] = {"seats": [1]}
        assert one.save(path) is None
        assert other.save(path) is None
        assert UserSettings.load(path) == UserSettings(
            your_name="Ida",
            theme="dark",
            four_colours=True,
            setups={"damn": {"seats": [1]}, "rank": {"options": {}}},
        )

    def test_a_saved_value_does_not_overwrite_a_later_one(self, path):
        one, other = UserSettings.load(path), UserSettings.load(path)
        one.theme = "dark"
        one.save(path)
        other.theme = "light"
        other.save(path)
        one.motion = "none"
        one.save(path)
        assert UserSettings.load(path) == UserSettings(theme="light", motion="none")

    def test_an_entry_removed_in_one_window_is_gone(self, path):
        UserSettings(programs={"mine": "./mine", "other": "./other"}).save(path)
        one, other = UserSettings.load(path), UserSettings.load(path)
        del one.programs["mine"]
        other.programs["third"] = "./third"
        other.save(path)
        one.save(path)
        assert UserSettings.load(path).programs == {"other": "./other", "third": "./third"}

    @pytest.mark.parametrize("loss", [Path.unlink, lambda path: path.write_bytes(b"{")])
    def test_a_lost_file_is_written_completely(self, path, loss):
        UserSettings(your_name="Ida", theme="dark").save(path)
        settings = UserSettings.load(path)
        loss(path)
        settings.save(path)
        assert UserSettings.load(path) == UserSettings(your_name="Ida", theme="dark")

    def test_a_lone_surrogate_does_no_harm(self, path):
        settings = UserSettings(setups={"damn": "\ud800"})
        settings.save(path)
        settings.theme = "dark"
        assert settings.save(path) is None
        assert UserSettings.load(path).theme == "dark"

    def test_many_at_once_lose_nothing(self, path):
        def save(number):
            settings = UserSettings.load(path)
            settings.programs[f"bot {number}"] = "./bot"
            settings.save(path)

        threads = [Thread(target=save, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(UserSettings.load(path).programs) == 20

    def test_a_stuck_lock_is_not_waited_for(self, path, monkeypatch):
        monkeypatch.setattr(settings_file, "WRITER_TIMEOUT_S", 0.02)
        stuck_lock = LockedFile.try_lock(path.with_name("settings.json.lock"))
        assert stuck_lock is not None
        assert UserSettings(theme="dark").save(path) is None
        assert UserSettings.load(path).theme == "dark"
        stuck_lock.release(remove=True)

    def test_a_save_without_the_lock_is_not_overwritten(self, path, monkeypatch):
        monkeypatch.setattr(settings_file, "WRITER_TIMEOUT_S", 0.02)
        one, other = UserSettings.load(path), UserSettings.load(path)
        one.theme, other.motion = "dark", "none"
        original = settings_file._encode_object

        def slow(values):
            monkeypatch.setattr(settings_file, "_encode_object", original)
            other.save(path)
            return original(values)

        monkeypatch.setattr(settings_file, "_encode_object", slow)
        assert one.save(path) is None
        assert UserSettings.load(path) == UserSettings(theme="dark", motion="none")


def test_the_sandbox_setting_is_stored():
    UserSettings(sandbox=True).save()
    assert UserSettings.load().sandbox
    assert not UserSettings().sandbox
