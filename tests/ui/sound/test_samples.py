"""The files are read as they are shipped; one that is missing or damaged is silent."""

import shutil

import pytest

from greenbaize.resources import resources
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.samples import MOST_BYTES, Samples

SHIPPED = resources() / "sounds"


@pytest.mark.parametrize("cue", list(Cue))
def test_every_sound_is_there_in_all_its_variants_and_no_other(cue):
    samples = Samples(SHIPPED)
    for variant in range(1, cue.variants + 1):
        assert len(samples.of(Sound(cue, variant=variant))) > 5000
    assert len(list(SHIPPED.glob(f"{cue.stem}-*.wav"))) == cue.variants


def test_they_are_as_loud_and_as_far_to_the_side_as_is_wanted():
    samples = Samples(SHIPPED)
    plain, soft = samples.of(Sound(Cue.WIN)), samples.of(Sound(Cue.WIN, gain=0.25))
    assert plain[0::2] == plain[1::2]
    assert max(soft) == pytest.approx(max(plain) / 4, abs=1)
    left = samples.of(Sound(Cue.WIN, pan=-1.0))
    assert left[0::2] == plain[0::2]
    assert max(left[1::2]) == pytest.approx(0.55 * max(plain), abs=1)
    assert samples.of(Sound(Cue.WIN, gain=9.0, pan=-3.0)) == left


@pytest.mark.parametrize(
    "data", [None, b"", b"RIFF", b"no sound at all", "short", "stereo", "chunk", "long"]
)
def test_a_file_that_is_none_is_silent(tmp_path, data):
    path = tmp_path / "play-1.wav"
    if data == "short":
        path.write_bytes((SHIPPED / path.name).read_bytes()[:45])
    elif data == "stereo":
        whole = bytearray((SHIPPED / path.name).read_bytes())
        whole[22] = 2
        path.write_bytes(whole)
    elif data == "chunk":
        whole = bytearray((SHIPPED / path.name).read_bytes())
        whole[16:20] = b"\xff" * 4
        path.write_bytes(whole)
    elif data == "long":
        path.write_bytes((SHIPPED / path.name).read_bytes() + bytes(MOST_BYTES))
    elif isinstance(data, bytes):
        path.write_bytes(data)
    assert len(Samples(tmp_path).of(Sound(Cue.PLAY))) == 0


def test_a_file_is_read_once(tmp_path):
    shutil.copy(SHIPPED / "play-1.wav", tmp_path)
    samples = Samples(tmp_path)
    first = samples.of(Sound(Cue.PLAY))
    (tmp_path / "play-1.wav").unlink()
    assert samples.of(Sound(Cue.PLAY)) is first
    assert len(samples.of(Sound(Cue.PLAY, gain=0.5))) == len(first)
