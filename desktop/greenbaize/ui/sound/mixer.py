"""Mixes sounds into the frames that the device asks for."""

from array import array
from operator import add
from threading import Lock
from typing import Final

from greenbaize.ui.sound.cues import Cue

MOST: Final = 24
"""So many sounds at most are under way or wait; what is more is not heard."""
TOP: Final = 32767


class _Voice:
    __slots__ = ("begin", "cue", "numbers")

    def __init__(self, cue: Cue, numbers: "array[int]", begin: int) -> None:
        self.cue, self.numbers, self.begin = cue, numbers, begin


class Mixer:
    """Adds up the sounds under way; the device pulls from a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._voices: list[_Voice] = []
        self._now = 0
        self.asked = 0
        """How many times the device has asked."""

    @property
    def silent(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        return not self._voices

    def add(self, cue: Cue, numbers: "array[int]", delay: int = 0) -> None:
        """Let a sound begin after so many frames, a frame being a number for each ear."""
        with self._lock:
            if numbers and len(self._voices) < MOST:
                self._voices.append(_Voice(cue, numbers, self._now + max(0, delay)))

    def cut(self, cue: Cue) -> None:
        """Forget the sounds of a cue that have not begun."""
        with self._lock:
            now = self._now
            self._voices = [one for one in self._voices if one.cue != cue or one.begin < now]

    def clear(self) -> None:
        with self._lock:
            self._voices = []

    def pull(self, frames: int) -> "array[int]":
        """The next so many frames."""
        with self._lock:
            self.asked += 1
            begin, end = self._now, self._now + frames
            self._now = end
            heard = [one for one in self._voices if one.begin < end]
            self._voices = [one for one in self._voices if one.begin + len(one.numbers) // 2 > end]
        whole = array("h", bytes(4 * frames))
        for number, voice in enumerate(heard):
            into, past = max(0, voice.begin - begin), max(0, begin - voice.begin)
            part = voice.numbers[2 * past : 2 * (past + frames - into)]
            there = slice(2 * into, 2 * into + len(part))
            whole[there] = _sum(whole[there], part) if number else part
        return whole


def _sum(one: "array[int]", other: "array[int]") -> "array[int]":
    try:
        return array("h", map(add, one, other))
    except OverflowError:
        return array("h", [max(-TOP, min(TOP, both)) for both in map(add, one, other)])
