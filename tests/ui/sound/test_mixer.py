"""Several sounds at once: each begins when it should, none goes over the top, all end."""

from array import array

from greenbaize.ui.sound.cues import Cue
from greenbaize.ui.sound.mixer import MOST, Mixer


def both(*numbers: int) -> "array[int]":
    """The same for either ear."""
    return array("h", [one for number in numbers for one in (number, number)])


def heard(mixer: Mixer, frames: int) -> list[int]:
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
