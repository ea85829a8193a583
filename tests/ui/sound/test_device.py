"""The sound device wrapper, tested with a fake of the miniaudio library."""

import sys
from enum import Enum
from types import SimpleNamespace
from typing import ClassVar

import pytest

from greenbaize.rules.errors import GameError
from greenbaize.ui.self_test import checks
from greenbaize.ui.sound import device
from greenbaize.ui.sound.device import NoSoundError


class TroubleError(Exception):
    pass


class Backend(Enum):
    NULL = 0
    PULSEAUDIO = 1
    ALSA = 2


class Playback:
    """A fake device that requests frames once on start; the real one does so continuously."""

    made: ClassVar[list[dict[str, object]]] = []
    failing = ""

    def __init__(self, **given):
        self.made.append(given)
        if self.failing == "open":
            raise TroubleError("no device")

    def start(self, frames):
        if self.failing == "start":
            raise TroubleError("busy")
        if self.failing != "ask":
            assert len(frames.send(100)) == 200
            assert len(frames.send(7)) == 14

    def stop(self):
        if self.failing == "stop":
            raise TroubleError("gone")

    def close(self):
        self.made.clear()


@pytest.fixture
def silence():
    """Override the guard against real devices: this module replaces the library itself."""


@pytest.fixture
def library(monkeypatch):
    module = SimpleNamespace(
        MiniaudioError=TroubleError,
        PlaybackDevice=Playback,
        Backend=Backend,
        SampleFormat=SimpleNamespace(SIGNED16="16 bits"),
    )
    monkeypatch.setattr(Playback, "failing", "")
    monkeypatch.setattr(Playback, "made", [])
    monkeypatch.setitem(sys.modules, "miniaudio", module)
    monkeypatch.setattr(device, "has_library", lambda: True)
    return module


def test_it_is_asked_for_two_ears_and_gives_what_is_pulled(library):
    mixer = checks.Mixer()
    opened = device.open_device(mixer.pull)
    assert (Playback.made[0]["nchannels"], Playback.made[0]["sample_rate"]) == (2, 44100)
    opened.start()
    assert mixer.asked == 2
    opened.stop()
    opened.close()
    assert Playback.made == []


@pytest.mark.parametrize("when", ["open", "start", "stop"])
def test_what_goes_wrong_there_is_told_alike(library, monkeypatch, when):
    monkeypatch.setattr(Playback, "failing", when)

    def play():
        opened = device.open_device(checks.Mixer().pull)
        opened.start()
        opened.stop()

    with pytest.raises(NoSoundError):
        play()


def test_on_linux_nothing_is_asked_that_would_complain_of_missing_hardware(library, tmp_path):
    assert device._backends(library, "win32", tmp_path) == []
    assert device._backends(library, "linux", tmp_path) == [Backend.PULSEAUDIO]
    assert device._backends(library, "linux", tmp_path / "none") == [Backend.PULSEAUDIO]
    (tmp_path / "pcmC0D0c").touch()  # a microphone
    assert device._backends(library, "linux", tmp_path) == [Backend.PULSEAUDIO]
    (tmp_path / "pcmC0D0p").touch()
    assert device._backends(library, "linux", tmp_path) == [Backend.PULSEAUDIO, Backend.ALSA]


class TestTheSelfTest:
    def test_it_reads_every_sound_and_lets_them_be_asked_for_unheard(self, library):
        assert checks.read_sounds() == sum(cue.variants for cue in checks.Cue)
        assert checks.plays_sounds()
        assert Playback.made == []

    def test_a_sound_that_is_lost(self, tmp_path, monkeypatch):
        monkeypatch.setattr(checks, "resources", lambda: tmp_path)
        with pytest.raises(GameError, match="self-sound"):
            checks.read_sounds()

    @pytest.mark.parametrize(("when", "fault"), [("open", "self-no-sound"), ("ask", "self-end")])
    def test_a_library_that_plays_nothing(self, library, monkeypatch, when, fault):
        monkeypatch.setattr(Playback, "failing", when)
        monkeypatch.setattr(checks, "PATIENCE_S", 0.0)
        with pytest.raises(GameError, match=fault):
            checks.plays_sounds()

    def test_where_there_is_no_library_nothing_is_played(self, monkeypatch):
        monkeypatch.setattr(device, "has_library", lambda: False)
        assert not checks.plays_sounds()
