"""Mapping of a table's events to sounds."""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from greenbaize.ui.sound.cues import CueRequest, ScheduledSound, SoundCue, SoundKind
from greenbaize.ui.sound.sound_device import LATENCY_S
from greenbaize.ui.table.animation import MillisecondClock, monotonic_ms
from greenbaize.ui.table.card_layer import DEAL_GAP_MS, PLAY_MS

if TYPE_CHECKING:
    from greenbaize.ui.features.history.replay_table import ReplayTable
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.sound.sound_player import SoundPlayer

MIN_INTERVALS_S: Final = {
    SoundCue.DEAL: 0.085,
    SoundCue.PLAY: 0.11,
    SoundCue.TAKE: 0.3,
    SoundCue.TURN: 1.5,
    SoundCue.REFUSED: 0.25,
    SoundCue.MADE: 1.0,
    SoundCue.MISSED: 1.0,
    SoundCue.WIN: 2.0,
}
"""Minimum interval between the starts of two equal cues (s)."""
FULL_GAIN_PAUSE_S: Final = 0.5
"""Silence after which a card sound has full volume; earlier ones are quieter (s)."""
MIN_GAIN: Final = 0.55
"""Minimum gain of card sounds."""
MAX_PACE: Final = 4.0
"""Pace above which card sounds are muted (1 is the usual pace)."""
IMPACT_DELAY_S: Final = 0.022
"""Time from the start of a card sound to its impact (s); see packaging/draw/sounds.py."""
LANDED_FRACTION: Final = 0.85
"""Fraction of the animation time at which a card looks landed."""
MAX_PAN: Final = 0.7
"""Maximum pan, for sounds at the side edges of the table."""
TURN_CUE_PAUSE_S: Final = 3.0
"""Time after the player's own action during which a new turn needs no cue (s)."""


class CueThrottle:
    """Limits the rate of cues; times are seconds of any clock."""

    def __init__(self) -> None:
        self._last_times: dict[SoundCue, float] = {}

    def record_cue(self, cue: SoundCue, time: float) -> float:
        """Record a cue at this time and return its gain from 0 to 1; 0 means to skip it."""
        interval = time - self._last_times.get(cue, float("-inf"))
        if interval < MIN_INTERVALS_S[cue]:
            return 0.0
        self._last_times[cue] = time
        if cue.kind is not SoundKind.CARDS:
            return 1.0
        return MIN_GAIN + (1 - MIN_GAIN) * min(1.0, interval / FULL_GAIN_PAUSE_S)

    def forget_cue(self, cue: SoundCue) -> None:
        """Discard the record of a cue that was not heard after all."""
        self._last_times.pop(cue, None)


class SoundCueMapper(QObject):
    """Plays the sounds of a table's events when they are shown.

    ``player`` returns the sound player, or None while sound is off; ``volume_of`` returns the
    volume of a kind, from 0 to 1; ``clock`` returns milliseconds.
    """

    def __init__(
        self,
        table: "MatchView | ReplayTable",
        player: "Callable[[], SoundPlayer | None]",
        volume_of: Callable[[SoundKind], float],
        clock: MillisecondClock = monotonic_ms,
    ) -> None:
        super().__init__(table)
        self._stage, self._scene, self._clock = table.stage, table.scene, clock
        self._player, self._volume_of = player, volume_of
        self._throttle, self._variant_counter = CueThrottle(), count()
        self._last_action_ms = float("-inf")
        self._cued_question: object = None
        self._cues_match = False
        self.is_muted = False
        self._stage.sound_requested.connect(self._on_cue_requested)
        self._scene.animator.finished.connect(self._on_motion_finished)

    def connect_match(self, match_view: "MatchView") -> None:
        """Play cues also for the questions, refusals and results of a match."""
        self._cues_match = True
        match_view.pacing.person_to_act.connect(lambda: self.cue_turn(match_view.prompts.question))
        match_view.prompts.command_chosen.connect(self.record_action)
        match_view.prompts.card_refused.connect(lambda: self.play_cue(SoundCue.REFUSED))
        match_view.command_refused.connect(lambda: self.play_cue(SoundCue.REFUSED))

    # Events

    def record_action(self) -> None:
        self._last_action_ms, self._cued_question = self._clock(), None

    def cue_turn(self, question: object) -> None:
        """Play the turn cue once a question, unless the player has just acted in this window."""
        if question is None or question == self._cued_question:
            return
        self._cued_question = question
        is_inactive = not self._is_window_active()
        if is_inactive or self._clock() - self._last_action_ms >= 1000 * TURN_CUE_PAUSE_S:
            self.play_cue(SoundCue.TURN)

    def _is_window_active(self) -> bool:
        return any(view.window().isActiveWindow() for view in self._scene.views())

    def _on_cue_requested(self, request: CueRequest) -> None:
        motion, cue = self._scene.animator, request.cue
        if motion.speed <= 0 or self.is_muted:
            return  # animations are instant
        pace = motion.speed * self._stage.tempo
        if cue.kind is SoundKind.CARDS:
            if pace > MAX_PACE or self._stage.is_skipping or self._is_minimized():
                return
            if cue is SoundCue.DEAL:
                self._play_deal(request, pace)
            else:
                cards = self._scene.cards
                has_landed = cards.flying_item is not None and request.seat == cards.near_seat
                landing_delay = (
                    PLAY_MS * LANDED_FRACTION / 1000 / pace
                    if cue is SoundCue.PLAY and not motion.reduced_motion and not has_landed
                    else 0.0
                )
                self.play_cue(cue, request.seat, landing_delay - IMPACT_DELAY_S - LATENCY_S)
        elif self._cues_match:
            you = self._scene.own_seat
            if request.seat == you or (cue is SoundCue.WIN and you is None):
                self.play_cue(cue)

    def _play_deal(self, request: CueRequest, pace: float) -> None:
        """Play a sound per card, but no more than can be distinguished."""
        gap = max(MIN_INTERVALS_S[SoundCue.DEAL], DEAL_GAP_MS / 1000 / pace)
        duration = (
            0.0
            if self._scene.animator.reduced_motion
            else request.cards * DEAL_GAP_MS / 1000 / pace
        )
        seats = len(self._scene.names)
        for number in range(max(1, min(request.cards, int(duration / gap)))):
            seat = None if request.seat is None else (request.seat + number) % seats
            self.play_cue(SoundCue.DEAL, seat, 1.001 * number * gap)

    def _is_minimized(self) -> bool:
        return all(view.window().isMinimized() for view in self._scene.views())

    def _on_motion_finished(self) -> None:
        """Cancel the remaining sounds of a deal that was skipped."""
        player = self._player()
        if player is not None:
            player.cancel_pending(SoundCue.DEAL)
        self._throttle.forget_cue(SoundCue.DEAL)

    # Playback

    def play_cue(self, cue: SoundCue, seat: int | None = None, delay: float = 0.0) -> None:
        """Play a cue at a seat after a delay in seconds, if its kind is enabled."""
        player, volume = self._player(), self._volume_of(cue.kind)
        if player is None or self.is_muted or volume <= 0 or self._scene.animator.speed <= 0:
            return
        delay = max(0.0, delay)
        gain = self._throttle.record_cue(cue, self._clock() / 1000 + delay)
        if gain > 0:
            variant = 1 + next(self._variant_counter) % cue.variants
            player.play_sound(
                ScheduledSound(cue, delay, volume * gain, self._pan_of_seat(seat), variant)
            )

    def _pan_of_seat(self, seat: int | None) -> float:
        if seat is None:
            return 0.0
        middle = self._scene.geometry.plate_box(seat).centre[0]
        wide = self._scene.geometry.width
        is_own_seat = self._scene.near_seat == seat
        return (
            0.0
            if is_own_seat or wide <= 0
            else MAX_PAN * max(-1.0, min(1.0, 2 * middle / wide - 1))
        )
