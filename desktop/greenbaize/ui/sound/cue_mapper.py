"""When and where the sounds of one table are heard."""

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
"""So many seconds at least are between the beginnings of two alike."""
CALM_S: Final = 0.5
"""After such a rest a card is as loud as it can be; those that follow sooner are quieter."""
LEAST: Final = 0.55
"""How loud they are at least, of 1."""
MOST_PACE: Final = 4.0
"""Where all goes faster than so many times the usual pace, cards are not heard."""
HIT_S: Final = 0.022
"""So long after its beginning the sound of a card has the card lie (packaging/draw/sounds.py)."""
NEAR: Final = 0.85
"""Of its way a card has gone so much of the time when the eye takes it to lie."""
PAN: Final = 0.7
"""How far to the side it is heard what happens at the very side of the table."""
RUSH_S: Final = 3.0
"""Who has acted so short a while ago need not be told that it is their turn again."""


class Spacing:
    """When each sound was last heard, in seconds by any clock."""

    def __init__(self) -> None:
        self._last: dict[Cue, float] = {}

    def gain(self, cue: Cue, when: float) -> float:
        """How loud a sound is at this time, from 0 to 1; 0 to leave it out."""
        since = when - self._last.get(cue, float("-inf"))
        if since < GAPS_S[cue]:
            return 0.0
        self._last[cue] = when
        if cue.kind is not Kind.CARDS:
            return 1.0
        return LEAST + (1 - LEAST) * min(1.0, since / CALM_S)

    def forget(self, cue: Cue) -> None:
        """Take back the last ``gain`` of a sound that was not heard after all."""
        self._last.pop(cue, None)


class SoundCueMapper(QObject):
    """Turns what a table shows into sounds, when it is seen: by itself, those of its cards.

    ``player`` plays them, or is None while nothing is to be heard; ``wanted`` says how loud a kind
    is, from 0 to 1; ``clock`` counts milliseconds from any moment.
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
        """Tell as well of questions, refusals and results, for somebody who plays or watches."""
        self._follows = True
        playing.pacing.person_acts.connect(lambda: self.tell_turn(playing.asking.question))
        playing.asking.chosen.connect(self.note_act)
        playing.asking.declined.connect(lambda: self.play(Cue.REFUSED))
        playing.refused.connect(lambda: self.play(Cue.REFUSED))

    # What happens

    def note_act(self) -> None:
        self._acted, self._asked = self._clock(), None

    def tell_turn(self, question: object) -> None:
        """Signal the person's turn, once a question, and not right after they have acted."""
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
            return  # all is over at once
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
        """Play a sound for each card, but no closer than can be told apart."""
        gap = max(GAPS_S[Cue.DEAL], DEAL_GAP_MS / 1000 / pace)
        lasts = 0.0 if self._scene.motion.jumps else noise.cards * DEAL_GAP_MS / 1000 / pace
        seats = len(self._scene.names)
        for number in range(max(1, min(noise.cards, int(lasts / gap)))):
            seat = None if noise.seat is None else (noise.seat + number) % seats
            self.play(Cue.DEAL, seat, 1.001 * number * gap)

    def _is_hidden(self) -> bool:
        return all(view.window().isMinimized() for view in self._scene.views())

    def _on_rested(self) -> None:
        """Cut the remaining sounds of a deal that was hurried."""
        player = self._player()
        if player is not None:
            player.cut(Cue.DEAL)
        self._spacing.forget(Cue.DEAL)

    # What is heard

    def play(self, cue: Cue, seat: int | None = None, delay: float = 0.0) -> None:
        """Play a sound at a seat after so many seconds, if it is wanted."""
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
