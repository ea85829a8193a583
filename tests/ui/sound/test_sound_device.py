"""The sound device wrapper, tested with a fake of the miniaudio library."""

import sys
from enum import Enum
from types import SimpleNamespace
from typing import ClassVar

import pytest

from greenbaize.rules.errors import GameError
from greenbaize.ui.self_test import checks
from greenbaize.ui.sound import sound_device
from greenbaize.ui.sound.sound_device import NoSoundError


class FakeLibraryError(Exception):
    pass


class FakeBackend(Enum):
    NULL = 0
    PULSEAUDIO = 1
    ALSA = 2


class FakePlaybackDevice:
    """A fake device that requests frames once on start; the real one does so continuously."""

    instances: ClassVar[list[dict[str, object]]] = []
    failing_call = ""

    def __init__(self, **arguments):
        self.instances.append(arguments)
        if self.failing_call == "open":
            raise FakeLibraryError("no device")

    def start(self, frames):
        if self.failing_call == "start":
            raise FakeLibraryError("busy")
        if self.failing_call != "ask":
            assert len(frames.send(100)) == 200
            assert len(frames.send(7)) == 14

    def stop(self):
        if self.failing_call == "stop":
            raise FakeLibraryError("gone")

    def close(self):
        self.instances.clear()


@pytest.fixture
def no_sound_device():
    """Override the guard against real devices: this module replaces the library itself."""


@pytest.fixture
def library(monkeypatch):
    module = SimpleNamespace(
        MiniaudioError=FakeLibraryError,
        PlaybackDevice=FakePlaybackDevice,
        Backend=FakeBackend,
        SampleFormat=SimpleNamespace(SIGNED16="16 bits"),
    )
    monkeypatch.setattr(FakePlaybackDevice, "failing_call", "")
    monkeypatch.setattr(FakePlaybackDevice, "instances", [])
    monkeypatch.setitem(sys.modules, "miniaudio", module)
    monkeypatch.setattr(sound_device, "has_library", lambda: True)
    return module


def test_device_is_stereo_and_plays_the_pulled_frames(library):
    mixer = checks.SoundMixer()
    device = sound_device.open_device(mixer.read_frames)
    assert (
        FakePlaybackDevice.instances[0]["nchannels"],
        FakePlaybackDevice.instances[0]["sample_rate"],
    ) == (2, 44100)
    device.start()
    assert mixer.request_count == 2
    device.stop()
    device.close()
    assert FakePlaybackDevice.instances == []


@pytest.mark.parametrize("failing_call", ["open", "start", "stop"])
def test_library_errors_become_sound_errors(library, monkeypatch, failing_call):
    monkeypatch.setattr(FakePlaybackDevice, "failing_call", failing_call)

    def play_once():
        device = sound_device.open_device(checks.SoundMixer().read_frames)
        device.start()
        device.stop()

    with pytest.raises(NoSoundError):
        play_once()


def test_linux_backends_depend_on_playback_hardware(library, tmp_path):
    assert sound_device._backends(library, "win32", tmp_path) == []
    assert sound_device._backends(library, "linux", tmp_path) == [FakeBackend.PULSEAUDIO]
    assert sound_device._backends(library, "linux", tmp_path / "none") == [FakeBackend.PULSEAUDIO]
    (tmp_path / "pcmC0D0c").touch()  # a microphone
    assert sound_device._backends(library, "linux", tmp_path) == [FakeBackend.PULSEAUDIO]
    (tmp_path / "pcmC0D0p").touch()
    assert sound_device._backends(library, "linux", tmp_path) == [
        FakeBackend.PULSEAUDIO,
        FakeBackend.ALSA,
    ]


class TestSoundSelfTest:
    def test_a_silent_device_requests_samples(self, library):
        assert checks.check_sound_device()
        assert FakePlaybackDevice.instances == []

    @pytest.mark.parametrize(
        ("failing_call", "fault"), [("open", "self-no-sound"), ("ask", "self-end")]
    )
    def test_library_that_plays_nothing_fails(self, library, monkeypatch, failing_call, fault):
        monkeypatch.setattr(FakePlaybackDevice, "failing_call", failing_call)
        monkeypatch.setattr(checks, "DEVICE_TIMEOUT_S", 0.0)
        with pytest.raises(GameError, match=fault):
            checks.check_sound_device()
