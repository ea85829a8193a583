"""The sounds of a window at the volume of the settings."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from greenbaize.lazy_import import lazy
from greenbaize.store.artwork.library import ArtworkKind, find_artwork
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.sound import sound_device
from greenbaize.ui.sound.cues import ScheduledSound, SoundCue, SoundKind

if TYPE_CHECKING:
    from greenbaize.ui.features.history.replay_page import ReplayPage
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.sound.cue_mapper import SoundCueMapper
    from greenbaize.ui.sound.sound_player import SoundOutput, SoundPlayer

_make_sound_player: "type[SoundPlayer]" = lazy("greenbaize.ui.sound.sound_player:SoundPlayer")
_make_cue_mapper: "type[SoundCueMapper]" = lazy("greenbaize.ui.sound.cue_mapper:SoundCueMapper")

_make_output: "Callable[[Path], SoundOutput]" = lazy(
    "greenbaize.ui.sound.sound_player:make_sound_output"
)
SCREENLESS_PLATFORMS = ("offscreen", "minimal", "vnc")
"""Qt platforms without a screen, on which sounds are off."""


def make_sound_player(own_sounds: str = "") -> "SoundPlayer | None":
    """Return a sound player; None without a screen or a sound library.

    ``own_sounds`` is the setting that names sounds of the person's own, or empty.
    """
    if QGuiApplication.platformName() in SCREENLESS_PLATFORMS or not sound_device.has_library():
        return None
    artwork = find_artwork(ArtworkKind.SOUNDS, own_sounds) if own_sounds else None
    if artwork is None:
        return _make_sound_player()
    return _make_sound_player(partial(_make_output, artwork.folder))


class SoundService:
    """Service that plays the sounds of one window's tables according to the settings."""

    def __init__(self, settings: SettingsService) -> None:
        self._settings = settings
        settings.changed.connect(self.apply_settings)
        self._player: SoundPlayer | None = None
        self._own_sounds = settings.current.sounds
        self._is_player_made = self._is_closed = False
        self._cue_mapper: SoundCueMapper | None = None

    def get_player(self) -> "SoundPlayer | None":
        """Return the sound player, created on first use; None while sound is off."""
        if self._is_closed or not self._settings.current.sound:
            return None
        if not self._is_player_made:
            self._is_player_made = True
            self._player = make_sound_player(self._own_sounds)
        return self._player

    def volume_of(self, kind: SoundKind) -> float:
        """Return the volume of a kind of sounds, from 0 to 1."""
        settings = self._settings.current
        if not settings.sound or not getattr(settings, f"sound_{kind.value}"):
            return 0.0
        # Perceived loudness halves at a tenth of the power.
        return float(settings.volume) ** 2

    def prepare_device(self) -> None:
        """Open the device in advance if sounds are enabled."""
        player = self.get_player()
        if player is not None:
            player.prepare_device()

    def attach_match(self, match_view: "MatchView") -> None:
        self.detach_table()
        self._cue_mapper = cues = _make_cue_mapper(match_view, self.get_player, self.volume_of)
        cues.connect_match(match_view)

    def attach_replay(self, replay_page: "ReplayPage") -> None:
        self.detach_table()
        self._cue_mapper = _make_cue_mapper(replay_page.table, self.get_player, self.volume_of)

    def detach_table(self) -> None:
        """Stop the table's sounds; events that it still has to show are silent."""
        if self._cue_mapper is not None:
            self._cue_mapper.is_muted = True
            self._cue_mapper = None

    def apply_settings(self) -> None:
        """Stop all sounds if the settings turn sound off or choose other ones."""
        if self._own_sounds != self._settings.current.sounds:
            self._own_sounds = self._settings.current.sounds
            self._drop_player()
        if self._player is not None and not self._settings.current.sound:
            self._player.stop_sounds()

    def play_sample(self) -> None:
        """Play a card sound as a volume sample."""
        player, settings = self.get_player(), self._settings.current
        if player is not None and settings.volume > 0:
            kind = next(
                (candidate for candidate in SoundKind if self.volume_of(candidate) > 0), None
            )
            if kind is not None:
                cue = next(
                    candidate
                    for candidate in SoundCue
                    if candidate.kind is kind and candidate is not SoundCue.DEAL
                )
                player.play_sound(ScheduledSound(cue, gain=self.volume_of(kind)))

    def close(self) -> None:
        self._is_closed = True
        self._drop_player()

    def _drop_player(self) -> None:
        """End the player; the next sound makes another one."""
        self._is_player_made = False
        if self._player is not None:
            self._player.shut_down()
            self._player = None
