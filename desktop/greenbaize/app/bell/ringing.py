"""A second start: it hands over what it was asked for to the program that is open already."""

import os
import sys
from enum import Enum
from time import monotonic, sleep
from typing import Final

from greenbaize import __version__
from greenbaize.app.bell.bell import OPENING_S, Bell
from greenbaize.app.bell.doorway import knock
from greenbaize.app.tables.play_request import PlayRequest

GREETING_S: Final = 5.0
"""Seconds until one who does not greet is taken to be stuck: its libraries are loaded in less."""
COMING_S: Final = 2.0
"""Seconds in which one who holds the sign listens, or has let go of it."""
MOST_LEAVINGS: Final = 5
"""How many times it may greet and then close; a program that ends does so once."""
_LOOK_S: Final = 0.02


class Outcome(Enum):
    """What has become of a second start, if it has not found itself the first."""

    SHOWN = "shown"
    """The open window has done it."""
    NOT_DONE = "not done"
    """The open window could not do it, and says why."""
    STUCK = "stuck"
    """The open program does not answer."""
    OTHER = "other"
    """The open program is of another version."""
    APART = "apart"
    """The open window is on another screen, or nobody can be the first."""


class _LeftError(ConnectionError):
    """The open program has greeted, and then closed."""


def ring_or_hang(request: PlayRequest) -> Bell | Outcome:
    """Hand a request over to the window that is open, or have the bell oneself.

    It takes some seconds at most, whatever the other program does.
    """
    end, left = monotonic() + COMING_S, 0
    while True:
        try:
            bell = Bell.hang()
        except OSError:
            return Outcome.APART
        if bell is not None:
            return bell
        if not request.for_any_window:
            return Outcome.APART
        try:
            return _rung(request)
        except TimeoutError:
            return Outcome.STUCK
        except _LeftError:
            end = monotonic() + COMING_S
            left += 1
            if left == MOST_LEAVINGS:
                return Outcome.STUCK
        except (OSError, ValueError):
            # It has just begun, or it is just ending; or nobody can be found.
            if monotonic() > end:
                return Outcome.APART
        sleep(_LOOK_S)


def _rung(request: PlayRequest) -> Outcome:
    """What an open program makes of a request; ``OSError`` or ``ValueError`` if nobody is there."""
    # The first program has no need of these.
    from greenbaize.app.bell.words import (  # noqa: PLC0415
        Answer,
        Greeting,
        asked_for,
        hear,
        say,
        screens,
    )

    ringer, proof = knock(GREETING_S)
    with ringer:
        greeting = hear(Greeting, ringer, GREETING_S)
        if greeting.greenbaize != __version__:
            return Outcome.OTHER
        if not set(greeting.screens).intersection(screens(os.environ)):
            return Outcome.APART
        _let_come_forward(greeting.process)
        asked = asked_for(request, proof, os.environ.get("XDG_ACTIVATION_TOKEN", ""))
        try:
            say(asked, ringer)
            answer = hear(Answer, ringer, OPENING_S + GREETING_S, GREETING_S)
        except TimeoutError:
            raise
        except OSError as error:
            raise _LeftError from error
    return {
        "shown": Outcome.SHOWN,
        "not-done": Outcome.NOT_DONE,
        "late": Outcome.STUCK,
    }[answer.word]


def _let_come_forward(process: int) -> None:
    """Pass on the right to come forward, which Windows gives to what a person has just started."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  (only there)

        ctypes.windll.user32.AllowSetForegroundWindow(process)
