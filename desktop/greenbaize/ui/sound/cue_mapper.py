"""Mapping of a table's events to sounds."""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from greenbaize.ui.sound.cues import Cue, Kind, Noise, Sound
from greenbaize.ui.sound.device import LATENCY_S
from greenbaize.ui.table.card_layer import DEAL_GAP_MS, PLAY_MS
from greenbaize.ui.table.motion import Clock, real_time

if TYPE_CHECKING:
    from greenbaize.ui.features.history.replay_table import ReplayTable
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.sound.player import Player

GAPS_S: Final = {
    Cue.DEAL: 0.085,
    Cue.PLAY: 0.11,
    Cue.TAKE: 0.3,
    Cue.TURN: 1.5,
    Cue.REFUSED: 0.25,
    Cue.MADE: 1.0,
    Cue.MISSED: 1.0,
    Cue.WIN: 2.0,
}
"""Minimum interval between the starts of two equal cues (s)."""
CALM_S: Final = 0.5
"""Silence after which a card sound has full volume; earlier ones are quieter (s)."""
LEAST: Final = 0.55
"""Minimum gain of card sounds."""
MOST_PACE: Final = 4.0
"""Pace above which card sounds are muted (1 is the usual pace)."""
HIT_S: Final = 0.022
"""Time from the start of a card sound to its impact (s); see packaging/draw/sounds.py."""
NEAR: Final = 0.85
"""Fraction of the animation time at which a card looks landed."""
PAN: Final = 0.7
"""Maximum pan, for sounds at the side edges of the table."""
RUSH_S: Final = 3.0
"""Time after the player's own action during which a new turn needs no cue (s)."""


class Spacing:
    """Limits the rate of cues; times are seconds of any clock."""

    def __init__(self) -> None:
        self._last: dict[Cue, float] = {}

    def gain(self, cue: Cue, when: float) -> float:
        """Record a cue at this time and return its gain from 0 to 1; 0 means to skip it."""
        since = when - self._last.get(cue, float("-inf"))
        if since < GAPS_S[cue]:
            return 0.0
        self._last[cue] = when
        if cue.kind is not Kind.CARDS:
            return 1.0
        return LEAST + (1 - LEAST) * min(1.0, since / CALM_S)

    def forget(self, cue: Cue) -> None:
        """Discard the record of a cue that was not heard after all."""
        self._last.pop(cue, None)


class SoundCueMapper(QObject):
    """Plays the sounds of a table's events when they are shown.

    ``player`` returns the sound player, or None while sound is off; ``volume_of`` returns the
    volume of a kind, from 0 to 1; ``clock`` returns milliseconds.
    """

    def __init__(
        self,
        table: "MatchView | ReplayTable",
        player: "Callable[[], Player | None]",
        wanted: Callable[[Kind], float],
        clock: Clock = real_time,
    ) -> None:
        super().__init__(table)
        self._stage, self._scene, self._clock = table.stage, table.scene, clock
        self._player, self._wanted = player, wanted
        self._spacing, self._numbers = Spacing(), count()
        self._acted = float("-inf")
        self._asked: object = None
        self._follows = False
        self.deaf = False
        self._stage.noise.connect(self._on_noise)
        self._scene.motion.rested.connect(self._on_rested)

    def follow(self, playing: "MatchView") -> None:
        """Play cues also for the questions, refusals and results of a match."""
        self._follows = True
        playing.pacing.person_acts.connect(lambda: self.tell_turn(playing.asking.question))
        playing.asking.chosen.connect(self.note_act)
        playing.asking.declined.connect(lambda: self.play(Cue.REFUSED))
        playing.refused.connect(lambda: self.play(Cue.REFUSED))

    # Events

    def note_act(self) -> None:
        self._acted, self._asked = self._clock(), None

    def tell_turn(self, question: object) -> None:
        """Play the turn cue once a question, unless the player has just acted in this window."""
        if question is None or question == self._asked:
            return
        self._asked = question
        away = not self._scene_is_looked_at()
        if away or self._clock() - self._acted >= 1000 * RUSH_S:
            self.play(Cue.TURN)

    def _scene_is_looked_at(self) -> bool:
        return any(view.window().isActiveWindow() for view in self._scene.views())

    def _on_noise(self, noise: Noise) -> None:
        motion, cue = self._scene.motion, noise.cue
        if motion.speed <= 0 or self.deaf:
            return  # animations are instant
        pace = motion.speed * self._stage.tempo
        if cue.kind is Kind.CARDS:
            if pace > MOST_PACE or self._stage.skipping or self._is_hidden():
                return
            if cue is Cue.DEAL:
                self._deal(noise, pace)
            else:
                way = PLAY_MS * NEAR / 1000 / pace if cue is Cue.PLAY and not motion.jumps else 0.0
                self.play(cue, noise.seat, way - HIT_S - LATENCY_S)
        elif self._follows:
            you = self._scene.you
            if noise.seat == you or (cue is Cue.WIN and you is None):
                self.play(cue)

    def _deal(self, noise: Noise, pace: float) -> None:
        """Play a sound per card, but no more than can be distinguished."""
        gap = max(GAPS_S[Cue.DEAL], DEAL_GAP_MS / 1000 / pace)
        lasts = 0.0 if self._scene.motion.jumps else noise.cards * DEAL_GAP_MS / 1000 / pace
        seats = len(self._scene.names)
        for number in range(max(1, min(noise.cards, int(lasts / gap)))):
            seat = None if noise.seat is None else (noise.seat + number) % seats
            self.play(Cue.DEAL, seat, 1.001 * number * gap)

    def _is_hidden(self) -> bool:
        return all(view.window().isMinimized() for view in self._scene.views())

    def _on_rested(self) -> None:
        """Cancel the remaining sounds of a deal that was skipped."""
        player = self._player()
        if player is not None:
            player.cut(Cue.DEAL)
        self._spacing.forget(Cue.DEAL)

    # Playback

    def play(self, cue: Cue, seat: int | None = None, delay: float = 0.0) -> None:
        """Play a cue at a seat after a delay in seconds, if its kind is enabled."""
        player, loud = self._player(), self._wanted(cue.kind)
        if player is None or self.deaf or loud <= 0 or self._scene.motion.speed <= 0:
            return
        delay = max(0.0, delay)
        gain = self._spacing.gain(cue, self._clock() / 1000 + delay)
        if gain > 0:
            variant = 1 + next(self._numbers) % cue.variants
            player.play(Sound(cue, delay, loud * gain, self._pan(seat), variant))

    def _pan(self, seat: int | None) -> float:
        if seat is None:
            return 0.0
        middle = self._scene.geometry.plate(seat).centre[0]
        wide = self._scene.geometry.width
        near = self._scene.near == seat
        return 0.0 if near or wide <= 0 else PAN * max(-1.0, min(1.0, 2 * middle / wide - 1))
