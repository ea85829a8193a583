"""The thread that sounds are handed to: it plays, and it ends, whatever the device does."""

from threading import Event

from greenbaize.resources import resources
from greenbaize.ui.sound import player as module
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.output import Output
from greenbaize.ui.sound.player import Player
from greenbaize.ui.sound.samples import Samples
from ui.sound.conftest import FakeDevice

LONG_S = 5.0


class Desk:
    """Where a player brings its sounds to."""

    def __init__(self) -> None:
        self.devices: list[FakeDevice] = []
        self.started = Event()

    def output(self) -> Output:
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
    player.play(Sound(Cue.WIN))  # which nobody hears any more
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
