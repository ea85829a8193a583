"""The sounds of the table are what the program makes, and no figure of them would hurt an ear."""

import io
import sys
import wave
from array import array

import pytest
import sounds
import waves

from greenbaize.ui.sound import cue_mapper, device
from greenbaize.ui.sound.cues import Cue

LOUDEST = 32768 / 2  # -6 dBFS
MOST_BYTES = 400_000


def shipped():
    return {path.name: path.read_bytes() for path in sounds.SOUNDS.iterdir()}


def numbers(data):
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 44100)
        read = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        read.byteswap()
    return list(read)


@pytest.mark.slow
def test_they_are_what_the_program_makes():
    assert dict(sounds.files()) == shipped()


def test_the_table_counts_on_what_is_so():
    assert {cue.stem: cue.variants for cue in Cue} == {
        name: count for name, (_, count) in sounds.MAKERS.items()
    }
    assert device.RATE == waves.RATE
    assert pytest.approx(sounds.HIT_MS) == 1000 * cue_mapper.HIT_S


def faults(found):
    """What would be heard of a sound that should not be: it is loud, clicks, or pushes the cone."""
    peak = max(map(abs, found))
    if peak > LOUDEST:
        yield "loud"
    if found[0] or found[-1] or max(map(abs, found[-44:])) > 3:
        yield "clicks"
    if abs(sum(found)) > 0.001 * peak * len(found):
        yield "pushes"
    if peak < 2000:
        yield "faint"


@pytest.mark.parametrize("name", sorted(shipped()))
def test_they_are_quiet_begin_and_end_in_silence_and_swing_around_nothing(name):
    assert list(faults(numbers(shipped()[name]))) == []


def test_faults_are_found():
    """So that the test above can fail: each fault, and nothing else, is told of such a sound."""
    tone = [round(8000 * one) for one in waves.struck(440.0, 60, 400)]
    assert list(faults(tone)) == []
    assert list(faults([3 * one for one in tone])) == ["loud"]
    assert list(faults([one // 9 for one in tone])) == ["faint"]
    assert list(faults(tone[: len(tone) // 2])) == ["clicks"]
    assert list(faults([0, *(one + 100 for one in tone), 0])) == ["clicks", "pushes"]


def test_they_are_small_and_no_two_are_alike():
    files = shipped()
    assert sum(map(len, files.values())) < MOST_BYTES
    assert len(set(files.values())) == len(files)


def test_sines_are_those_of_the_library():
    """They are reckoned by hand only so that they are the same everywhere."""
    import math  # noqa: PLC0415  (which is what the program does without)

    for angle in (0.0, 0.01, 1.0, 3.0):
        assert waves.sine(angle) == pytest.approx(math.sin(angle), abs=1e-14)
        assert waves.cosine(angle) == pytest.approx(math.cos(angle), abs=1e-14)
    assert waves.falling(10) == pytest.approx(math.exp(-1 / 441), abs=1e-15)
