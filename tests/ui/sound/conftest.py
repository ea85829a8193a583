"""Fake sound devices and players that record their calls."""

from array import array
from collections.abc import Callable

import pytest

from greenbaize.ui.sound import device, sound_service
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import NoSoundError, Pull


class FakeDevice:
    """A device that requests frames on demand, where a sound card uses its own thread."""

    def __init__(self, pull: Pull) -> None:
        self.pull = pull
        self.done: list[str] = []
        self.broken = False

    def start(self) -> None:
        if self.broken:
            raise NoSoundError("unplugged")
        self.done.append("start")

    def stop(self) -> None:
        self.done.append("stop")
        if self.broken:
            raise NoSoundError("unplugged")

    def close(self) -> None:
        self.done.append("close")

    def hear(self, frames: int = 1000) -> "array[int]":
        return self.pull(frames)


class FakePlayer:
    """A player that records what it is asked to play."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.done: list[str] = []

    def make_ready(self) -> None:
        self.done.append("ready")

    def play(self, sound: Sound) -> None:
        self.sounds.append(sound)

    def cut(self, cue: Cue) -> None:
        self.done.append(f"cancel {cue.stem}")

    def hush(self) -> None:
        self.done.append("stop sounds")

    def end(self) -> None:
        self.done.append("shut down")

    def heard(self) -> list[str]:
        """Return the sounds' names, with consecutive repeats merged."""
        names = [sound.cue.stem for sound in self.sounds]
        return [one for one, before in zip(names, ["", *names], strict=False) if one != before]


@pytest.fixture
def player(monkeypatch):
    """Replace the sound player by a fake one on a system with a sound library."""
    fake = FakePlayer()
    monkeypatch.setattr(sound_service, "make_player", lambda: fake)
    monkeypatch.setattr(device, "has_library", lambda: True)
    return fake


Opens = Callable[[Pull], FakeDevice]
