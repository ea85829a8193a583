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
from greenbaize.store.files import HeldFile
from greenbaize.store.fitting import NAME_LENGTH, system_name, tidy_name
from greenbaize.store.settings import Settings


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


def test_no_file_means_defaults(path):
    assert Settings.load(path) == Settings()
    assert not path.exists()


def test_what_is_saved_is_loaded(path):
    settings = Settings(
        your_name="Zoë",
        theme="dark",
        motion="none",
        speed=1.5,
        trick_seconds=2.4,
        wait_for_click="off",
        finished=2,
        last_card=False,
        forced_cards=True,
        single_click=True,
        four_colours=True,
        last_game="damn",
        setups={"damn": {"seats": [{"who": "you", "name": "Zoë"}], "options": {"hook": True}}},
        geometry="AAAA",
    )
    assert settings.save(path) is None
    assert Settings.load(path) == settings
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_it_is_kept_in_the_computers_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    assert Settings(your_name="Ida").save() is None
    assert folders.settings() == tmp_path / "settings.json"
    assert Settings.load().your_name == "Ida"


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
def test_a_damaged_file_is_put_aside(path, bad):
    path.write_bytes(bad)
    assert Settings.load(path) == Settings()
    assert not path.exists()
    assert path.with_name("settings.json.bad").read_bytes() == bad


def test_what_was_put_aside_before_stays_and_the_new_one_is_told(path):
    for bad in (b"[1", b"[2", b"[3"):
        path.write_bytes(bad)
        news = Settings.load(path).news()
    kept = {one.name: one.read_bytes() for one in path.parent.glob("*.bad*")}
    assert kept == {
        "settings.json.bad": b"[1",
        "settings.json.bad-2": b"[2",
        "settings.json.bad-3": b"[3",
    }
    assert news == Message("settings-put-aside", {"path": f"{path}.bad-3"})


@pytest.mark.skipif(os.name == "nt", reason="has no named pipes among files")
def test_a_pipe_or_device_in_its_place_is_left_alone(path):
    os.mkfifo(path)
    assert Settings.load(path) == Settings()
    assert path.is_fifo()
    path.unlink()
    path.symlink_to("/dev/zero")
    assert Settings.load(path) == Settings()
    assert path.is_symlink()


def test_an_endless_file_is_put_aside(path, monkeypatch):
    Settings(your_name="Ida").save(path)
    monkeypatch.setattr(settings_file, "MOST_BYTES", 100)
    assert Settings.load(path) == Settings()
    assert path.with_name("settings.json.bad").exists()


def test_what_would_be_too_large_to_be_read_is_not_written(path):
    settings = Settings(your_name="Ida", programs={"one": "./one"})
    assert settings.save(path) is None
    there = path.read_bytes()
    settings.setups = {f"game {number}": "x" * 100_000 for number in range(10)}
    said = settings.save(path)
    assert said.code == "settings-too-large"
    assert path.read_bytes() == there
    settings.setups = {}
    settings.theme = "dark"
    assert settings.save(path) is None
    assert Settings.load(path) == settings


def test_a_mark_of_utf_8_before_it_does_no_harm(path):
    path.write_text('{"theme": "dark"}', encoding="utf-8-sig")
    assert Settings.load(path) == Settings(theme="dark")


def test_foreign_values_take_their_defaults_alone(path):
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
        "four_colours": True,
        "card_faces": "../../etc",
        "card_back": ["leaves"],
        "card_letters": 3,
        "setups": [],
        "geometry": None,
    }
    path.write_text(json.dumps(values))
    assert Settings.load(path) == Settings(four_colours=True)


@pytest.mark.parametrize(
    ("old_value", "motion"), [(True, "full"), (False, "none"), ("system", "system"), (1, "system")]
)
def test_what_was_said_of_motion_before_the_system_was_asked_still_holds(path, old_value, motion):
    path.write_text(json.dumps({"motion": old_value}))
    assert Settings.load(path).motion == motion


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
KEYS = st.sampled_from([one.name for one in fields(Settings)])


@pytest.mark.slow
@given(st.dictionaries(KEYS, JSON))
def test_no_value_stops_loading_or_saving(values):
    with TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        path.write_text(json.dumps(values))
        settings = Settings.load(path)
        assert settings.save(path) is None
        assert list(Path(folder).iterdir()) == [path]


def test_what_a_newer_program_wrote_is_kept(path):
    path.write_text('{"colour_of_the_cat": "grey", "theme": "dark"}')
    settings = Settings.load(path)
    settings.theme = "light"
    settings.save(path)
    values = json.loads(path.read_text())
    assert values["colour_of_the_cat"] == "grey"
    assert values["persons"]["1"]["theme"] == "light"


def test_a_folder_that_cannot_be_written_is_told_not_raised(path):
    path.write_text("a file where the folder should be")
    message = Settings().save(path / "settings.json")
    assert message.code == "file-error"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\n\tMaria", "Anna Maria"),
        ("a\u202eb", "a b"),
        ("x" * 40, "x" * NAME_LENGTH),
        ("\x1b[31mred", "[31mred"),
        ("", ""),
    ],
)
def test_a_name_is_made_tidy(text, name):
    assert tidy_name(text) == name


@given(st.text())
def test_a_tidy_name_is_short_printable_and_stays_so(text):
    name = tidy_name(text)
    assert len(name) <= NAME_LENGTH
    assert name.isprintable()
    assert tidy_name(name) == name


def test_the_name_of_who_is_logged_in(monkeypatch):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    assert system_name() == ""
    monkeypatch.setenv("USER", "root")
    assert system_name() == ""
    monkeypatch.setenv("USERNAME", "ida")
    assert system_name() == "Ida"


@pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")
def test_a_link_and_the_permissions_stay_when_it_is_saved(path, tmp_path):
    kept = tmp_path / "dotfiles.json"
    Settings(theme="light").save(kept)
    kept.chmod(0o600)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(kept)
    settings = Settings.load(path)
    settings.theme = "dark"
    assert settings.save(path) is None
    assert path.is_symlink()
    assert Settings.load(kept).theme == "dark"
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")
def test_a_link_that_anybody_may_have_put_there_is_told_and_not_followed(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "settings.json").symlink_to(tmp_path / "victim")
    trouble = Settings(theme="dark").save(shared / "settings.json")
    assert trouble is not None
    assert trouble.code == "link-in-shared-folder"
    assert not (tmp_path / "victim").exists()


def test_what_is_damaged_while_the_window_is_open_is_put_aside_and_told(path):
    settings = Settings(theme="dark")
    settings.save(path)
    path.write_bytes(b"{")
    trouble = settings.save(path)
    assert trouble is not None
    assert trouble.code == "settings-put-aside"
    assert Settings.load(path).theme == "dark"


def test_what_is_not_in_the_file_yet_is_known(path):
    settings = Settings(theme="dark")
    settings.save(path)
    assert settings.unsaved == frozenset()
    settings.geometry, settings.your_name = "here", "Ida"
    assert settings.unsaved == {"geometry", "persons"}


class TestTwoWindows:
    def test_each_keeps_what_the_other_has_changed(self, path):
        Settings(your_name="Ida", setups={"damn": {"seats": []}}).save(path)
        one, other = Settings.load(path), Settings.load(path)
        one.theme = "dark"
        one.setups["rank"] = {"options": {}}
        other.four_colours = True
        other.setups["damn"] = {"seats": [1]}
        assert one.save(path) is None
        assert other.save(path) is None
        assert Settings.load(path) == Settings(
            your_name="Ida",
            theme="dark",
            four_colours=True,
            setups={"damn": {"seats": [1]}, "rank": {"options": {}}},
        )

    def test_what_was_saved_once_is_not_saved_over_the_other_again(self, path):
        one, other = Settings.load(path), Settings.load(path)
        one.theme = "dark"
        one.save(path)
        other.theme = "light"
        other.save(path)
        one.motion = "none"
        one.save(path)
        assert Settings.load(path) == Settings(theme="light", motion="none")

    def test_what_was_taken_away_in_one_is_gone(self, path):
        Settings(programs={"mine": "./mine", "other": "./other"}).save(path)
        one, other = Settings.load(path), Settings.load(path)
        del one.programs["mine"]
        other.programs["third"] = "./third"
        other.save(path)
        one.save(path)
        assert Settings.load(path).programs == {"other": "./other", "third": "./third"}

    @pytest.mark.parametrize("loss", [Path.unlink, lambda path: path.write_bytes(b"{")])
    def test_what_is_lost_meanwhile_is_written_as_a_whole(self, path, loss):
        Settings(your_name="Ida", theme="dark").save(path)
        settings = Settings.load(path)
        loss(path)
        settings.save(path)
        assert Settings.load(path) == Settings(your_name="Ida", theme="dark")

    def test_half_a_letter_does_no_harm(self, path):
        settings = Settings(setups={"damn": "\ud800"})
        settings.save(path)
        settings.theme = "dark"
        assert settings.save(path) is None
        assert Settings.load(path).theme == "dark"

    def test_many_at_once_lose_nothing(self, path):
        def save(number):
            settings = Settings.load(path)
            settings.programs[f"bot {number}"] = "./bot"
            settings.save(path)

        threads = [Thread(target=save, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(Settings.load(path).programs) == 20

    def test_one_that_is_stuck_is_not_waited_for(self, path, monkeypatch):
        monkeypatch.setattr(settings_file, "PATIENCE_S", 0.02)
        stuck = HeldFile.take(path.with_name("settings.json.lock"))
        assert stuck is not None
        assert Settings(theme="dark").save(path) is None
        assert Settings.load(path).theme == "dark"
        stuck.let_go(remove=True)

    def test_what_is_written_without_waiting_is_not_written_over(self, path, monkeypatch):
        monkeypatch.setattr(settings_file, "PATIENCE_S", 0.02)
        one, other = Settings.load(path), Settings.load(path)
        one.theme, other.motion = "dark", "none"
        spelled = settings_file._spelled

        def slow(values):
            monkeypatch.setattr(settings_file, "_spelled", spelled)
            other.save(path)
            return spelled(values)

        monkeypatch.setattr(settings_file, "_spelled", slow)
        assert one.save(path) is None
        assert Settings.load(path) == Settings(theme="dark", motion="none")
