"""The sound player's thread, device output, mixer and samples."""

import shutil
from array import array
from threading import Event

import pytest

from greenbaize.resources import resources_folder
from greenbaize.ui.sound import sound_player as module
from greenbaize.ui.sound.cues import ScheduledSound, SoundCue
from greenbaize.ui.sound.sound_device import NoSoundError
from greenbaize.ui.sound.sound_player import (
    MAX_FILE_BYTES,
    MAX_LATENESS_S,
    MAX_SOUNDS,
    RETRY_S,
    SAMPLE_RATE,
    STUCK_TIMEOUT_S,
    SampleStore,
    SoundMixer,
    SoundOutput,
    SoundPlayer,
)
from ui.sound.conftest import FakeDevice

TIMEOUT_S = 5.0
CARD_SOUND, WIN_SOUND = ScheduledSound(SoundCue.PLAY), ScheduledSound(SoundCue.WIN)
SOUND_FOLDER = resources_folder() / "sounds"


class FakeDeviceSource:
    """A source of fake devices for a player."""

    def __init__(self):
        self.devices = []
        self.started = Event()

    def make_output(self):
        return SoundOutput(SampleStore(resources_folder() / "sounds"), self.open_device)

    def open_device(self, pull):
        device = FakeDevice(pull)
        start = device.start
        device.start = lambda: (start(), self.started.set())
        self.devices.append(device)
        return device


def test_player_plays_and_closes_the_device():
    device_source = FakeDeviceSource()
    player = SoundPlayer(device_source.make_output)
    player.play_sound(ScheduledSound(SoundCue.WIN))
    assert device_source.started.wait(TIMEOUT_S)
    player.close()
    assert not player._thread.is_alive()
    assert device_source.devices[0].calls == ["start", "close"]
    player.play_sound(ScheduledSound(SoundCue.WIN))  # no longer played
    player.close()
    assert len(device_source.devices) == 1


def test_unexpected_error_ends_the_player_only(recwarn):
    device_source = FakeDeviceSource()
    output = device_source.make_output()
    output.play_sound = lambda sound, due: {}[sound]
    player = SoundPlayer(lambda: output)
    player.prepare_device()
    player.play_sound(ScheduledSound(SoundCue.WIN))
    player._thread.join(TIMEOUT_S)
    assert not player._thread.is_alive()
    assert [device.calls for device in device_source.devices] == [["close"]]
    player.play_sound(ScheduledSound(SoundCue.WIN))
    assert player._jobs.empty()
    player.close()
    assert not recwarn.list


def test_device_is_opened_only_for_a_sound():
    device_source = FakeDeviceSource()
    player = SoundPlayer(device_source.make_output)
    player.cancel_pending(SoundCue.DEAL)
    player.stop_sounds()
    player.close()
    assert device_source.devices == []


def test_idle_device_is_stopped():
    device_source, stopped = FakeDeviceSource(), Event()
    output = device_source.make_output()
    original_stop = output.stop_device
    output.stop_device = lambda: (original_stop(), stopped.set())
    player = SoundPlayer(lambda: output, idle=0.0)
    player.play_sound(ScheduledSound(SoundCue.REFUSED))
    assert stopped.wait(TIMEOUT_S)
    player.close()
    assert device_source.devices[0].calls == ["start", "stop", "close"]


def test_close_does_not_wait_for_a_hanging_device(monkeypatch):
    monkeypatch.setattr(module, "CLOSE_TIMEOUT_S", 0.01)
    open_called, open_released = Event(), Event()

    def open_and_hang(pull):
        open_called.set()
        open_released.wait(TIMEOUT_S)
        return FakeDevice(pull)

    player = SoundPlayer(
        lambda: SoundOutput(SampleStore(resources_folder() / "sounds"), open_and_hang)
    )
    player.play_sound(ScheduledSound(SoundCue.PLAY))
    assert open_called.wait(TIMEOUT_S)
    player.close()
    assert player._thread.is_alive()
    assert player._thread.daemon
    open_released.set()
    player._thread.join(TIMEOUT_S)
    assert not player._thread.is_alive()


class FakeSoundSystem:
    """A system to which devices are plugged, and a clock."""

    def __init__(self):
        self.now = 100.0
        self.devices = []
        self.is_plugged = True
        self.open_count = 0
        samples = SampleStore(resources_folder() / "sounds")
        self.output = SoundOutput(samples, self.open_device, lambda: self.now)

    def open_device(self, pull):
        self.open_count += 1
        if not self.is_plugged:
            raise NoSoundError("no device")
        self.devices.append(FakeDevice(pull))
        return self.devices[-1]

    def play_sound(self, sound, delay=0.0):
        self.output.play_sound(sound, self.now + delay)


@pytest.fixture
def sound_system():
    return FakeSoundSystem()


def test_first_sound_opens_the_device_and_plays(sound_system):
    sound_system.play_sound(CARD_SOUND)
    (device,) = sound_system.devices
    assert device.calls == ["start"]
    assert any(device.pull_frames())


def test_sound_plays_when_it_is_due(sound_system):
    sound_system.play_sound(CARD_SOUND, delay=0.1)
    assert not any(sound_system.devices[0].pull_frames(SAMPLE_RATE // 10))
    assert any(sound_system.devices[0].pull_frames(SAMPLE_RATE // 10))


def test_late_sounds_are_dropped(sound_system):
    sound_system.play_sound(CARD_SOUND, delay=-2 * MAX_LATENESS_S)
    assert sound_system.devices == []
    sound_system.play_sound(CARD_SOUND, delay=-MAX_LATENESS_S / 2)
    assert any(sound_system.devices[0].pull_frames())


def test_missing_device_is_retried_after_a_while(sound_system):
    sound_system.is_plugged = False
    for _ in range(3):
        sound_system.play_sound(CARD_SOUND)
    assert sound_system.open_count == 1
    sound_system.now += RETRY_S + 1
    sound_system.is_plugged = True
    sound_system.play_sound(CARD_SOUND)
    assert any(sound_system.devices[0].pull_frames())


def test_device_that_does_not_start_is_closed(sound_system):
    sound_system.output.prepare_device()
    sound_system.devices[0].is_broken = True
    sound_system.play_sound(CARD_SOUND)
    assert sound_system.devices[0].calls == ["close"]
    assert sound_system.output.mixer.is_silent
    sound_system.play_sound(CARD_SOUND)
    assert sound_system.open_count == 1


def test_device_lost_during_playback_is_replaced(sound_system):
    sound_system.play_sound(WIN_SOUND)
    sound_system.devices[0].pull_frames()
    sound_system.now += 2 * STUCK_TIMEOUT_S
    sound_system.play_sound(CARD_SOUND)  # it has requested frames since the last sound
    assert len(sound_system.devices) == 1
    sound_system.now += 2 * STUCK_TIMEOUT_S
    sound_system.play_sound(CARD_SOUND)
    first, second = sound_system.devices
    assert first.calls == ["start", "close"]
    assert second.calls == ["start"]


def test_stopped_device_starts_for_the_next_sound(sound_system):
    sound_system.play_sound(CARD_SOUND)
    sound_system.output.stop_device()
    assert not sound_system.output.is_running
    sound_system.now += 60
    sound_system.play_sound(CARD_SOUND)
    assert sound_system.devices[0].calls == ["start", "stop", "start"]


def test_device_that_fails_to_stop_is_closed(sound_system):
    sound_system.play_sound(CARD_SOUND)
    sound_system.devices[0].is_broken = True
    sound_system.output.stop_device()
    assert sound_system.devices[0].calls == ["start", "stop", "close"]
    sound_system.play_sound(CARD_SOUND)
    assert len(sound_system.devices) == 2


def test_close_leaves_nothing_running(sound_system):
    sound_system.play_sound(WIN_SOUND)
    sound_system.output.close()
    assert sound_system.devices[0].calls == ["start", "close"]
    assert not any(sound_system.devices[0].pull_frames())
    sound_system.output.close()
    assert sound_system.devices[0].calls == ["start", "close"]


def test_pending_deal_sounds_are_cancelled(sound_system):
    sound_system.play_sound(ScheduledSound(SoundCue.DEAL), delay=0.2)
    sound_system.output.cancel_pending(SoundCue.DEAL)
    assert not any(sound_system.devices[0].pull_frames(SAMPLE_RATE))


def stereo_samples(*numbers):
    """Return the samples interleaved for both channels."""
    return array("h", [sample for number in numbers for sample in (number, number)])


def pull_mono(mixer, frames):
    samples = mixer.read_frames(frames)
    assert samples[0::2] == samples[1::2]
    return list(samples[0::2])


def test_sound_starts_at_once_and_continues_over_several_pulls():
    mixer = SoundMixer()
    assert pull_mono(mixer, 2) == [0, 0]
    mixer.add_sound(SoundCue.PLAY, stereo_samples(1, 2, 3, 4, 5))
    assert pull_mono(mixer, 2) == [1, 2]
    assert not mixer.is_silent
    assert pull_mono(mixer, 2) == [3, 4]
    assert pull_mono(mixer, 3) == [5, 0, 0]
    assert mixer.is_silent


def test_overlapping_sounds_are_added():
    mixer = SoundMixer()
    mixer.add_sound(SoundCue.PLAY, stereo_samples(1, 1, 1, 1))
    mixer.add_sound(SoundCue.TAKE, stereo_samples(10, 10, 10), delay=3)
    assert pull_mono(mixer, 4) == [1, 1, 1, 11]
    assert pull_mono(mixer, 4) == [10, 10, 0, 0]


def test_channels_are_mixed_separately():
    mixer = SoundMixer()
    mixer.add_sound(SoundCue.PLAY, array("h", [5, 7, 5, 7]))
    mixer.add_sound(SoundCue.PLAY, array("h", [10, 20]), delay=1)
    assert list(mixer.read_frames(2)) == [5, 7, 15, 27]


def test_loud_mix_is_clipped():
    mixer = SoundMixer()
    for _ in range(3):
        mixer.add_sound(SoundCue.WIN, stereo_samples(20000, -20000))
    assert pull_mono(mixer, 2) == [32767, -32767]


def test_sounds_that_have_not_begun_are_cancelled():
    mixer = SoundMixer()
    mixer.add_sound(SoundCue.DEAL, stereo_samples(1, 1, 1))
    mixer.add_sound(SoundCue.DEAL, stereo_samples(2, 2), delay=2)
    mixer.add_sound(SoundCue.PLAY, stereo_samples(4), delay=2)
    assert pull_mono(mixer, 1) == [1]
    mixer.cancel_pending(SoundCue.DEAL)
    assert pull_mono(mixer, 3) == [1, 5, 0]


def test_number_of_mixed_sounds_is_limited():
    mixer = SoundMixer()
    for _ in range(MAX_SOUNDS + 5):
        mixer.add_sound(SoundCue.PLAY, stereo_samples(1))
    assert pull_mono(mixer, 1) == [MAX_SOUNDS]


def test_empty_sample_is_silent():
    mixer = SoundMixer()
    mixer.add_sound(SoundCue.PLAY, array("h"))
    assert mixer.is_silent


@pytest.mark.parametrize("cue", list(SoundCue))
def test_sound_folder_has_exactly_the_variants_of_every_cue(cue):
    samples = SampleStore(SOUND_FOLDER)
    for variant in range(1, cue.variants + 1):
        assert len(samples.samples_of(ScheduledSound(cue, variant=variant))) > 5000
    assert len(list(SOUND_FOLDER.glob(f"{cue.stem}-*.wav"))) == cue.variants


def test_samples_follow_gain_and_pan():
    samples = SampleStore(SOUND_FOLDER)
    plain, soft = (
        samples.samples_of(ScheduledSound(SoundCue.WIN)),
        samples.samples_of(ScheduledSound(SoundCue.WIN, gain=0.25)),
    )
    assert plain[0::2] == plain[1::2]
    assert max(soft) == pytest.approx(max(plain) / 4, abs=1)
    left = samples.samples_of(ScheduledSound(SoundCue.WIN, pan=-1.0))
    assert left[0::2] == plain[0::2]
    assert max(left[1::2]) == pytest.approx(0.55 * max(plain), abs=1)
    assert samples.samples_of(ScheduledSound(SoundCue.WIN, gain=9.0, pan=-3.0)) == left


@pytest.mark.parametrize(
    "data", [None, b"", b"RIFF", b"no sound at all", "short", "stereo", "chunk", "long"]
)
def test_invalid_sound_file_is_silent(tmp_path, data):
    path = tmp_path / "play-1.wav"
    if data == "short":
        path.write_bytes((SOUND_FOLDER / path.name).read_bytes()[:45])
    elif data == "stereo":
        file_bytes = bytearray((SOUND_FOLDER / path.name).read_bytes())
        file_bytes[22] = 2
        path.write_bytes(file_bytes)
    elif data == "chunk":
        file_bytes = bytearray((SOUND_FOLDER / path.name).read_bytes())
        file_bytes[16:20] = b"\xff" * 4
        path.write_bytes(file_bytes)
    elif data == "long":
        path.write_bytes((SOUND_FOLDER / path.name).read_bytes() + bytes(MAX_FILE_BYTES))
    elif isinstance(data, bytes):
        path.write_bytes(data)
    assert len(SampleStore(tmp_path).samples_of(ScheduledSound(SoundCue.PLAY))) == 0


def test_a_file_is_read_once(tmp_path):
    shutil.copy(SOUND_FOLDER / "play-1.wav", tmp_path)
    samples = SampleStore(tmp_path)
    first = samples.samples_of(ScheduledSound(SoundCue.PLAY))
    (tmp_path / "play-1.wav").unlink()
    assert samples.samples_of(ScheduledSound(SoundCue.PLAY)) is first
    assert len(samples.samples_of(ScheduledSound(SoundCue.PLAY, gain=0.5))) == len(first)
