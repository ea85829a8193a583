"""Tests for sounds of one's own."""

import wave

import pytest

from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.sound_files import (
    MAX_SOUND_S,
    SOUND_RATE,
    SOUND_STEMS,
    convert_sounds,
    read_wave,
)
from greenbaize.store.artwork.source_files import open_source
from greenbaize.ui.sound.cues import SoundCue
from greenbaize.ui.sound.sound_device import SAMPLE_RATE
from store.artwork.own_files import wave_bytes


def test_names_and_rate_are_those_of_the_player():
    assert {cue.stem: cue.variants for cue in SoundCue} == SOUND_STEMS
    assert SOUND_RATE == SAMPLE_RATE


def test_sounds_are_brought_into_one_form_and_repeated(tmp_path):
    folder = tmp_path / "sounds"
    folder.mkdir()
    (folder / "Play-1.WAV").write_bytes(wave_bytes(rate=22050, channels=2, width=1))
    (folder / "play-2.wav").write_bytes(wave_bytes(rate=48000, width=3))
    (folder / "win.wav").write_bytes(wave_bytes(rate=44100, width=2))
    (folder / "other.wav").write_bytes(b"")
    assert convert_sounds(open_source(folder), tmp_path / "made") == ["play", "win"]
    made = sorted(path.name for path in (tmp_path / "made").iterdir())
    assert made == ["play-1.wav", "play-2.wav", "play-3.wav", "win-1.wav"]
    for name in made:
        with wave.open(str(tmp_path / "made" / name)) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (
                1,
                2,
                SOUND_RATE,
            )
            assert file.getnframes() > 100
    first, third = ((tmp_path / "made" / f"play-{number}.wav").read_bytes() for number in (1, 3))
    assert first == third


def test_long_sound_is_cut():
    data = wave_bytes(rate=8000, width=1, frames=8000 * 10)
    assert len(read_wave(data, "win.wav")) == round(MAX_SOUND_S * SOUND_RATE)


@pytest.mark.parametrize("data", [b"", b"RIFF", b"hello", wave_bytes()[:30], wave_bytes(rate=1)])
def test_no_sound_is_refused(data):
    with pytest.raises(GameError) as caught:
        read_wave(data, "win.wav")
    assert caught.value.message.code == "artwork-no-sound"


def test_folder_without_sounds_is_refused(tmp_path):
    with pytest.raises(GameError) as caught:
        convert_sounds(open_source(tmp_path), tmp_path / "made")
    assert caught.value.message.code == "artwork-no-sounds"
