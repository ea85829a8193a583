"""Fake sound devices and players that record their calls."""

from array import array
from collections.abc import Callable

import pytest

from greenbaize.ui.sound import sound_device, sound_service
from greenbaize.ui.sound.cues import ScheduledSound, SoundCue
from greenbaize.ui.sound.sound_device import FrameSource, NoSoundError


class FakeDevice:
    """A device that requests frames on demand, where a sound card uses its own thread."""

    def __init__(self, frame_source: FrameSource) -> None:
        self.frame_source = frame_source
        self.calls: list[str] = []
        self.is_broken = False

    def start(self) -> None:
        if self.is_broken:
            raise NoSoundError("unplugged")
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")
        if self.is_broken:
            raise NoSoundError("unplugged")

    def close(self) -> None:
        self.calls.append("close")

    def pull_frames(self, frames: int = 1000) -> "array[int]":
        return self.frame_source(frames)


class FakePlayer:
    """A player that records what it is asked to play."""

    def __init__(self) -> None:
        self.sounds: list[ScheduledSound] = []
        self.calls: list[str] = []

    def prepare_device(self) -> None:
        self.calls.append("ready")

    def play_sound(self, sound: ScheduledSound) -> None:
        self.sounds.append(sound)

    def cancel_pending(self, cue: SoundCue) -> None:
        self.calls.append(f"cancel {cue.stem}")

    def stop_sounds(self) -> None:
        self.calls.append("stop sounds")

    def shut_down(self) -> None:
        self.calls.append("shut down")

    def sound_names(self) -> list[str]:
        """Return the sounds' names, with consecutive repeats merged."""
        names = [sound.cue.stem for sound in self.sounds]
        return [
            name for name, previous in zip(names, ["", *names], strict=False) if name != previous
        ]


@pytest.fixture
def fake_player(monkeypatch):
    """Replace the sound player by a fake one on a system with a sound library."""
    fake = FakePlayer()
    monkeypatch.setattr(sound_service, "make_sound_player", lambda own_sounds="": fake)
    monkeypatch.setattr(sound_device, "has_library", lambda: True)
    return fake


DeviceOpener = Callable[[FrameSource], FakeDevice]
