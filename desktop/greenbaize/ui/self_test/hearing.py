"""Whether the sounds are there, and what plays them; nobody hears anything of it."""

from time import monotonic, sleep
from typing import Final

from greenbaize.resources import resources
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.ui.sound import device
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import NoSoundError
from greenbaize.ui.sound.mixer import Mixer
from greenbaize.ui.sound.samples import Samples

PATIENCE_S: Final = 5.0
"""After so long a device that hears nothing would have asked for something."""


def read_sounds() -> int:
    """Read every sound; how many there are. ``GameError`` if one is missing or damaged."""
    samples, count = Samples(resources() / "sounds"), 0
    for cue in Cue:
        for variant in range(1, cue.variants + 1):
            if not any(samples.of(Sound(cue, variant=variant))):
                raise GameError(Message("self-sound", {"name": f"{cue.stem}-{variant}"}))
            count += 1
    return count


def plays_sounds() -> bool:
    """Whether the library asks for what is to be heard; False where there is no library.

    Raises:
        GameError: it is there, and does not.
    """
    if not device.has_library():
        return False
    mixer = Mixer()
    try:
        unheard = device.open_device(mixer.pull, unheard=True)
        try:
            unheard.start()
            end = monotonic() + PATIENCE_S
            while not mixer.asked and monotonic() < end:
                sleep(0.01)
        finally:
            unheard.close()
    except NoSoundError as error:
        raise GameError(Message("self-no-sound", {"reason": str(error)})) from error
    if not mixer.asked:
        raise GameError(Message("self-endless"))
    return True
