"""The sound player's thread, device output, mixer and samples."""

import shutil
from array import array
from threading import Event

import pytest

from greenbaize.resources import resources
from greenbaize.ui.sound import player as module
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import NoSoundError
from greenbaize.ui.sound.player import (
    AGAIN_S,
    LATE_S,
    MOST,
    MOST_BYTES,
    RATE,
    STUCK_S,
    Mixer,
    Output,
    Player,
    Samples,
)
from ui.sound.conftest import FakeDevice

LONG_S = 5.0
CARD, WIN = Sound(Cue.PLAY), Sound(Cue.WIN)
SHIPPED = resources() / "sounds"


class Desk:
    """A source of fake devices for a player."""

    def __init__(self):
        self.devices = []
        self.started = Event()

    def output(self):
        return Output(Samples(resources() / "sounds"), self.open)

    def open(self, pull):
        device = FakeDevice(pull)
        start = device.start
        device.start = lambda: (start(), self.started.set())
        self.devices.append(device)
        return device


def test_it_plays_and_lets_go_of_the_device_at_the_end():
    desk = Desk()
    player = Player(desk.output)
    player.play(Sound(Cue.WIN))
    assert desk.started.wait(LONG_S)
    player.close()
    assert not player._thread.is_alive()
    assert desk.devices[0].done == ["start", "close"]
    player.play(Sound(Cue.WIN))  # no longer played
    player.close()
    assert len(desk.devices) == 1


def test_whatever_goes_wrong_with_sound_ends_it_and_nothing_else(recwarn):
    desk = Desk()
    output = desk.output()
    output.play = lambda sound, due: {}[sound]
    player = Player(lambda: output)
    player.make_ready()
    player.play(Sound(Cue.WIN))
    player._thread.join(LONG_S)
    assert not player._thread.is_alive()
    assert [device.done for device in desk.devices] == [["close"]]
    player.play(Sound(Cue.WIN))
    assert player._jobs.empty()
    player.close()
    assert not recwarn.list


def test_it_never_opens_a_device_for_nothing():
    desk = Desk()
    player = Player(desk.output)
    player.cut(Cue.DEAL)
    player.hush()
    player.close()
    assert desk.devices == []


def test_the_device_sleeps_where_there_is_nothing_to_hear():
    desk, slept = Desk(), Event()
    output = desk.output()
    rest = output.rest
    output.rest = lambda: (rest(), slept.set())
    player = Player(lambda: output, idle=0.0)
    player.play(Sound(Cue.REFUSED))
    assert slept.wait(LONG_S)
    player.close()
    assert desk.devices[0].done == ["start", "stop", "close"]


def test_a_device_that_never_answers_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_S", 0.01)
    opening, answered = Event(), Event()

    def hang(pull):
        opening.set()
        answered.wait(LONG_S)
        return FakeDevice(pull)

    player = Player(lambda: Output(Samples(resources() / "sounds"), hang))
    player.play(Sound(Cue.PLAY))
    assert opening.wait(LONG_S)
    player.close()
    assert player._thread.is_alive()
    assert player._thread.daemon
    answered.set()
    player._thread.join(LONG_S)
    assert not player._thread.is_alive()


class Room:
    """A system to which devices are plugged, and a clock."""

    def __init__(self):
        self.now = 100.0
        self.devices = []
        self.plugged = True
        self.asked = 0
        samples = Samples(resources() / "sounds")
        self.output = Output(samples, self.open, lambda: self.now)

    def open(self, pull):
        self.asked += 1
        if not self.plugged:
            raise NoSoundError("no device")
        self.devices.append(FakeDevice(pull))
        return self.devices[-1]

    def play(self, sound, delay=0.0):
        self.output.play(sound, self.now + delay)


@pytest.fixture
def room():
    return Room()


def test_the_first_sound_opens_the_device_and_is_heard(room):
    room.play(CARD)
    (device,) = room.devices
    assert device.done == ["start"]
    assert any(device.hear())


def test_a_sound_is_heard_when_it_is_due(room):
    room.play(CARD, delay=0.1)
    assert not any(room.devices[0].hear(RATE // 10))
    assert any(room.devices[0].hear(RATE // 10))


def test_what_is_long_past_is_not_heard_any_more(room):
    room.play(CARD, delay=-2 * LATE_S)
    assert room.devices == []
    room.play(CARD, delay=-LATE_S / 2)
    assert any(room.devices[0].hear())


def test_where_there_is_no_device_it_is_looked_for_again_only_after_a_while(room):
    room.plugged = False
    for _ in range(3):
        room.play(CARD)
    assert room.asked == 1
    room.now += AGAIN_S + 1
    room.plugged = True
    room.play(CARD)
    assert any(room.devices[0].hear())


def test_a_device_that_does_not_start_is_let_go_of(room):
    room.output.make_ready()
    room.devices[0].broken = True
    room.play(CARD)
    assert room.devices[0].done == ["close"]
    assert room.output.mixer.silent
    room.play(CARD)
    assert room.asked == 1


def test_a_device_that_is_lost_while_a_sound_plays_is_replaced(room):
    room.play(WIN)
    room.devices[0].hear()
    room.now += 2 * STUCK_S
    room.play(CARD)  # it has requested frames since the last sound
    assert len(room.devices) == 1
    room.now += 2 * STUCK_S
    room.play(CARD)
    first, second = room.devices
    assert first.done == ["start", "close"]
    assert second.done == ["start"]


def test_a_device_that_sleeps_wakes_up_for_the_next_sound(room):
    room.play(CARD)
    room.output.rest()
    assert not room.output.running
    room.now += 60
    room.play(CARD)
    assert room.devices[0].done == ["start", "stop", "start"]


def test_a_device_that_is_lost_when_it_should_sleep_is_let_go_of(room):
    room.play(CARD)
    room.devices[0].broken = True
    room.output.rest()
    assert room.devices[0].done == ["start", "stop", "close"]
    room.play(CARD)
    assert len(room.devices) == 2


def test_at_the_end_nothing_is_left_running(room):
    room.play(WIN)
    room.output.close()
    assert room.devices[0].done == ["start", "close"]
    assert not any(room.devices[0].hear())
    room.output.close()
    assert room.devices[0].done == ["start", "close"]


def test_the_rest_of_a_deal_can_be_cut(room):
    room.play(Sound(Cue.DEAL), delay=0.2)
    room.output.cut(Cue.DEAL)
    assert not any(room.devices[0].hear(RATE))


def both(*numbers):
    """Return the samples interleaved for both channels."""
    return array("h", [one for number in numbers for one in (number, number)])


def heard(mixer, frames):
    pulled = mixer.pull(frames)
    assert pulled[0::2] == pulled[1::2]
    return list(pulled[0::2])


def test_a_sound_begins_at_once_and_goes_on_from_one_asking_to_the_next():
    mixer = Mixer()
    assert heard(mixer, 2) == [0, 0]
    mixer.add(Cue.PLAY, both(1, 2, 3, 4, 5))
    assert heard(mixer, 2) == [1, 2]
    assert not mixer.silent
    assert heard(mixer, 2) == [3, 4]
    assert heard(mixer, 3) == [5, 0, 0]
    assert mixer.silent


def test_sounds_are_added_up_where_they_overlap():
    mixer = Mixer()
    mixer.add(Cue.PLAY, both(1, 1, 1, 1))
    mixer.add(Cue.TAKE, both(10, 10, 10), delay=3)
    assert heard(mixer, 4) == [1, 1, 1, 11]
    assert heard(mixer, 4) == [10, 10, 0, 0]


def test_the_left_and_the_right_ear_are_kept_apart():
    mixer = Mixer()
    mixer.add(Cue.PLAY, array("h", [5, 7, 5, 7]))
    mixer.add(Cue.PLAY, array("h", [10, 20]), delay=1)
    assert list(mixer.pull(2)) == [5, 7, 15, 27]


def test_what_is_too_loud_together_stays_at_the_top():
    mixer = Mixer()
    for _ in range(3):
        mixer.add(Cue.WIN, both(20000, -20000))
    assert heard(mixer, 2) == [32767, -32767]


def test_what_has_not_begun_can_be_cut():
    mixer = Mixer()
    mixer.add(Cue.DEAL, both(1, 1, 1))
    mixer.add(Cue.DEAL, both(2, 2), delay=2)
    mixer.add(Cue.PLAY, both(4), delay=2)
    assert heard(mixer, 1) == [1]
    mixer.cut(Cue.DEAL)
    assert heard(mixer, 3) == [1, 5, 0]


def test_no_more_are_taken_in_than_can_be_reckoned_in_time():
    mixer = Mixer()
    for _ in range(MOST + 5):
        mixer.add(Cue.PLAY, both(1))
    assert heard(mixer, 1) == [MOST]


def test_nothing_is_no_sound():
    mixer = Mixer()
    mixer.add(Cue.PLAY, array("h"))
    assert mixer.silent


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
