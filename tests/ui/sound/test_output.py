"""The device may be missing, be unplugged, come back and fall asleep: nobody ever hears of it."""

import pytest

from greenbaize.resources import resources
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import NoSoundError
from greenbaize.ui.sound.output import AGAIN_S, LATE_S, STUCK_S, Output
from greenbaize.ui.sound.samples import RATE, Samples
from ui.sound.conftest import FakeDevice

CARD, WIN = Sound(Cue.PLAY), Sound(Cue.WIN)


class Room:
    """A computer to which devices are plugged, and a clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.devices: list[FakeDevice] = []
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
    room.play(CARD)  # it has asked since the last sound
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
