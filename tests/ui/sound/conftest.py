"""Devices that hear nothing: what is asked of them is written down."""

from array import array
from collections.abc import Callable

import pytest

from greenbaize.ui.sound import device, sound_service
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import NoSoundError, Pull


class FakeDevice:
    """Asks for frames when it is told to, as the sound card would in a thread of its own."""

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
    """Notes what it is to play."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.done: list[str] = []

    def make_ready(self) -> None:
        self.done.append("ready")

    def play(self, sound: Sound) -> None:
        self.sounds.append(sound)

    def cut(self, cue: Cue) -> None:
        self.done.append(f"cut {cue.stem}")

    def hush(self) -> None:
        self.done.append("hush")

    def end(self) -> None:
        self.done.append("end")

    def heard(self) -> list[str]:
        """The sounds by name, those of a kind that follow each other as one."""
        names = [sound.cue.stem for sound in self.sounds]
        return [one for one, before in zip(names, ["", *names], strict=False) if one != before]


@pytest.fixture
def player(monkeypatch):
    """Somebody sits before the window, on a computer that has sound."""
    fake = FakePlayer()
    monkeypatch.setattr(sound_service, "make_player", lambda: fake)
    monkeypatch.setattr(device, "has_library", lambda: True)
    return fake


Opens = Callable[[Pull], FakeDevice]
