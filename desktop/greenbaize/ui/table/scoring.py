"""Steps that show the great moments: a deal begins, is scored, and a match ends."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from greenbaize.rules.events import CardPlayed, Ended, Scored
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Flag, Luck, Picture
from greenbaize.rules.places import by_sides
from greenbaize.ui.sound.cues import Cue, Noise
from greenbaize.ui.table.overlays import ANNOUNCE_MS, MADE_GAP_MS, MOST_GAPS_MS
from greenbaize.ui.table.scene import TableScene
from greenbaize.words.speaker import Speaker

MADE_PAUSE_MS: Final = 1100.0
"""Time that deal scores stay at the plates before they are counted (ms)."""
LEAD_DELAY_MS: Final = 500
LEAD_PAUSE_MS: Final = 500
"""Additional time to read a change of the lead (ms)."""
OPENING_PAUSE_MS: Final = 900
LINE_PAUSE_MS: Final = 700
"""Additional time for each further line of an announcement (ms)."""
BLIND_PAUSE_MS, FLIP_PAUSE_MS = 900, 700
COIN_PAUSE_MS: Final = 700
WON_PAUSE_MS: Final = 1700

Step = Callable[[], object]
Side = tuple[int, ...]
"""Seats that play together: a single one, or partners."""


class Scoring:
    """Factory of the steps that show these moments."""

    def __init__(
        self,
        game: Game[Any],
        scene: TableScene,
        speaker: Speaker,
        tell: Callable[[str], object],
        hear: Callable[[Noise], object],
    ) -> None:
        self._game, self._scene, self._tell = game, scene, tell
        self._hear = hear
        self._say = speaker.say
        self._leaders: tuple[int, ...] = ()

    def begin_with(self, picture: Picture) -> None:
        """Set the leaders of a table that is shown at once."""
        self._leaders = picture.leaders

    # Start of a deal

    def announce(self, view: Any) -> None:
        """Announce the deal, and leave time to read it, before any card is dealt."""
        lines = tuple(map(self._say, self._game.opening(view)))
        if lines:
            self._scene.occasions.announce(lines)
            pause = OPENING_PAUSE_MS + LINE_PAUSE_MS * (len(lines) - 1)
            self._scene.motion.pause(ANNOUNCE_MS + pause)

    def hush(self) -> None:
        self._scene.occasions.announcement.clear()

    # Own card that the player has not seen

    def steps_of_blind(self, event: CardPlayed) -> list[Step]:
        """Return the steps that flip the own card, after a pause."""
        scene = self._scene
        return [
            partial(scene.motion.pause, BLIND_PAUSE_MS),
            partial(scene.cards.turn_over, event.seat, event.card),
            lambda: self._tell(self._say(Message("own-card", {"card": event.card}))),
            partial(scene.motion.pause, FLIP_PAUSE_MS),
        ]

    # Score of a deal

    def show_made(self, event: Scored, view: Any, picture: Picture, last: bool) -> float:
        """Show the deal scores of all seats, and a change of the lead.

        Returns the milliseconds after which the totals have been counted.
        """
        made = self._game.made(event, view)
        words = [(self._say(one.words), one.luck) for one in made]
        first = 0 if picture.dealer is None else (picture.dealer + 1) % len(picture.plates)
        self._scene.occasions.show_made(words, first)
        for seat, one in enumerate(made):
            if one.luck is not Luck.NEITHER:
                self._hear(Noise(Cue.MADE if one.luck is Luck.GOOD else Cue.MISSED, seat))
        pause = MADE_PAUSE_MS + min(MADE_GAP_MS * len(made), MOST_GAPS_MS)
        counted = pause = pause + self._scene.count_made(first, pause)
        lead = self._lead(picture)
        if lead is not None and not last:
            seat, message = lead
            line = self._say(message)
            self._scene.tell_news(seat, Flag.LEAD, line, LEAD_DELAY_MS)
            self._tell(line)
            pause += LEAD_PAUSE_MS
        self._scene.motion.pause(pause)
        return counted

    def _lead(self, picture: Picture) -> tuple[int, Message] | None:
        """Return the seat and the message of a new lead, if any; partners lead together."""
        before, self._leaders = self._leaders, picture.leaders
        ahead = by_sides(picture.leaders, picture.sides)
        fresh = by_sides([seat for seat in picture.leaders if seat not in before], picture.sides)
        if len(ahead) == 1 and picture.leaders != before:
            return ahead[0][0], _of_side("lead-taken", "lead-taken-together", ahead[0])
        if len(fresh) == 1 and before:
            return fresh[0][0], _of_side("lead-level", "lead-level-together", fresh[0])
        return None

    # End of a match

    def steps_of_end(self, event: Ended) -> list[Step]:
        """Return the steps that show the coin, where one decides, and the winners."""
        sides = self._game.sides(len(event.places))
        winners, scene = by_sides(event.winners, sides), self._scene
        steps: list[Step] = [scene.news.clear]
        if event.coin_flip and len(winners) == 1:
            steps += [
                partial(self._tell_of_coin, by_sides(event.tossed, sides), winners[0]),
                partial(scene.motion.pause, COIN_PAUSE_MS),
                scene.news.clear,
            ]
        return [*steps, partial(self._celebrate, winners), scene.occasions.coin.clear]

    def _tell_of_coin(self, sides: tuple[Side, ...], winner: Side) -> None:
        words = self._say(Message("coin-flip"))
        self._scene.tell_news(winner[0], Flag.COIN, words)
        self._scene.occasions.toss(sides, winner)

    def _celebrate(self, winners: tuple[Side, ...]) -> None:
        if len(winners) == 1:
            told = [_of_side("match-won", "match-won-together", winners[0])]
        else:
            told = [_of_side("match-shared", "match-shared-together", side) for side in winners]
        lines = list(map(self._say, told))
        for side, line in zip(winners, lines, strict=True):
            self._scene.tell_news(side[0], Flag.WON, line)
        seats = [seat for side in winners for seat in side]
        self._scene.occasions.celebrate(seats)
        for seat in seats:
            self._hear(Noise(Cue.WIN, seat))
        self._scene.motion.pause(WON_PAUSE_MS)


def _of_side(alone: str, together: str, seats: Side) -> Message:
    """Return the message for a single seat, or for partners."""
    if len(seats) == 1:
        return Message(alone, {"seat": seats[0]})
    return Message(together, {"seats": seats})
