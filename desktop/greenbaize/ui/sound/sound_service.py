"""The sounds of a window at the volume of the settings."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.sound import device
from greenbaize.ui.sound.cues import Cue, Kind, Sound

if TYPE_CHECKING:
    from types import ModuleType

    from greenbaize.ui.features.history.replaying import Replaying
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.sound.cue_mapper import SoundCueMapper
    from greenbaize.ui.sound.player import Player

UNSEEN = ("offscreen", "minimal", "vnc")
"""Qt platforms without a screen, on which sounds are off."""


def make_player() -> "Player | None":
    """Return a sound player; None without a screen or a sound library."""
    if QGuiApplication.platformName() in UNSEEN:
        return None
    return _late()[0].Player() if device.has_library() else None


class SoundService:
    """Service that plays the sounds of one window's tables according to the settings."""

    def __init__(self, settings: SettingsService) -> None:
        self._settings = settings
        settings.changed.connect(self.apply_settings)
        self._made: Player | None = None
        self._asked = self._closed = False
        self._cues: SoundCueMapper | None = None

    def player(self) -> "Player | None":
        """Return the sound player, created on first use; None while sound is off."""
        if self._closed or not self._settings.now.sound:
            return None
        if not self._asked:
            self._asked = True
            self._made = make_player()
        return self._made

    def wanted(self, kind: Kind) -> float:
        """Return the volume of a kind of sounds, from 0 to 1."""
        settings = self._settings.now
        if not settings.sound or not getattr(settings, f"sound_{kind.value}"):
            return 0.0
        # Perceived loudness halves at a tenth of the power.
        return float(settings.volume) ** 2

    def make_ready(self) -> None:
        """Open the device in advance if sounds are enabled."""
        player = self.player()
        if player is not None:
            player.make_ready()

    def listen_to(self, playing: "MatchView") -> None:
        self.leave()
        self._cues = cues = _late()[1].SoundCueMapper(playing, self.player, self.wanted)
        cues.follow(playing)

    def listen_back(self, replaying: "Replaying") -> None:
        self.leave()
        self._cues = _late()[1].SoundCueMapper(replaying.table, self.player, self.wanted)

    def leave(self) -> None:
        """Stop the table's sounds; events that it still has to show are silent."""
        if self._cues is not None:
            self._cues.deaf = True
            self._cues = None

    def apply_settings(self) -> None:
        """Stop all sounds if the settings turn sound off."""
        if self._made is not None and not self._settings.now.sound:
            self._made.hush()

    def try_out(self) -> None:
        """Play a card sound as a volume sample."""
        player, settings = self.player(), self._settings.now
        if player is not None and settings.volume > 0:
            kind = next((one for one in Kind if self.wanted(one) > 0), None)
            if kind is not None:
                cue = next(one for one in Cue if one.kind is kind and one is not Cue.DEAL)
                player.play(Sound(cue, gain=self.wanted(kind)))

    def close(self) -> None:
        self._closed = True
        if self._made is not None:
            self._made.end()
            self._made = None


def _late() -> "tuple[ModuleType, ModuleType]":
    """Import the modules that nothing before the first paint needs."""
    from greenbaize.ui.sound import cue_mapper, player  # noqa: PLC0415

    return player, cue_mapper
