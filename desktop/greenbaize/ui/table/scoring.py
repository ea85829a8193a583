"""Steps that show the great moments: a deal begins, is scored, and a match ends."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from greenbaize.rules.events import CardPlayed, DealScored, MatchEnded
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.ranking import group_by_side
from greenbaize.rules.table_snapshot import NoticeFlag, ScoreQuality, TableSnapshot
from greenbaize.ui.sound.cues import CueRequest, SoundCue
from greenbaize.ui.table.overlays import ANNOUNCE_MS, MAX_SCORE_GAPS_MS, SCORE_GAP_MS
from greenbaize.ui.table.scene import TableScene
from greenbaize.words.speaker import Speaker

SCORE_PAUSE_MS: Final = 1100.0
"""Time that deal scores stay at the plates before they are counted (ms)."""
LEAD_DELAY_MS: Final = 500
LEAD_PAUSE_MS: Final = 500
"""Additional time to read a change of the lead (ms)."""
OPENING_PAUSE_MS: Final = 900
LINE_PAUSE_MS: Final = 700
"""Additional time for each further line of an announcement (ms)."""
BLIND_PAUSE_MS, FLIP_PAUSE_MS = 900, 700
COIN_PAUSE_MS: Final = 700
WINNER_PAUSE_MS: Final = 1700

ScoringStep = Callable[[], object]
SideSeats = tuple[int, ...]
"""Seats that play together: a single one, or partners."""


class ScoringSteps:
    """Factory of the steps that show these moments."""

    def __init__(
        self,
        game: Game[Any],
        scene: TableScene,
        speaker: Speaker,
        announce_sentence: Callable[[str], object],
        play_sound: Callable[[CueRequest], object],
    ) -> None:
        self._game, self._scene, self._announce_sentence = game, scene, announce_sentence
        self._play_sound = play_sound
        self._sentence_for = speaker.format_message
        self._leaders: tuple[int, ...] = ()

    def set_leaders(self, picture: TableSnapshot) -> None:
        """Set the leaders of a table that is shown at once."""
        self._leaders = picture.leading_seats

    # Start of a deal

    def announce_deal(self, view: Any) -> None:
        """Announce the deal, and leave time to read it, before any card is dealt."""
        lines = tuple(map(self._sentence_for, self._game.deal_announcements(view)))
        if lines:
            self._scene.overlays.show_announcement(lines)
            pause = OPENING_PAUSE_MS + LINE_PAUSE_MS * (len(lines) - 1)
            self._scene.animator.add_pause(ANNOUNCE_MS + pause)

    def clear_announcement(self) -> None:
        self._scene.overlays.announcement.clear()

    # Own card that the player has not seen

    def blind_card_steps(self, event: CardPlayed) -> list[ScoringStep]:
        """Return the steps that flip the own card, after a pause."""
        scene = self._scene
        return [
            partial(scene.animator.add_pause, BLIND_PAUSE_MS),
            partial(scene.cards.flip_played_card, event.seat, event.card),
            lambda: self._announce_sentence(
                self._sentence_for(Message("own-card", {"card": event.card}))
            ),
            partial(scene.animator.add_pause, FLIP_PAUSE_MS),
        ]

    # Score of a deal

    def show_deal_scores(
        self, event: DealScored, view: Any, picture: TableSnapshot, is_last_deal: bool
    ) -> float:
        """Show the deal scores of all seats, and a change of the lead.

        Returns the milliseconds after which the totals have been counted.
        """
        scores = self._game.deal_scores(event, view)
        texts = [(self._sentence_for(score.plate_message), score.quality) for score in scores]
        first = 0 if picture.dealer is None else (picture.dealer + 1) % len(picture.plates)
        self._scene.overlays.show_deal_scores(texts, first)
        for seat, score in enumerate(scores):
            if score.quality is not ScoreQuality.NEUTRAL:
                self._play_sound(
                    CueRequest(
                        SoundCue.MADE if score.quality is ScoreQuality.GOOD else SoundCue.MISSED,
                        seat,
                    )
                )
        pause = SCORE_PAUSE_MS + min(SCORE_GAP_MS * len(scores), MAX_SCORE_GAPS_MS)
        count_ms = pause = pause + self._scene.count_deal_scores(first, pause)
        lead = self._find_new_lead(picture)
        if lead is not None and not is_last_deal:
            seat, message = lead
            line = self._sentence_for(message)
            self._scene.show_news(seat, NoticeFlag.LEAD, line, LEAD_DELAY_MS)
            self._announce_sentence(line)
            pause += LEAD_PAUSE_MS
        self._scene.animator.add_pause(pause)
        return count_ms

    def _find_new_lead(self, picture: TableSnapshot) -> tuple[int, Message] | None:
        """Return the seat and the message of a new lead, if any; partners lead together."""
        previous_leaders, self._leaders = self._leaders, picture.leading_seats
        leading_sides = group_by_side(picture.leading_seats, picture.sides)
        new_sides = group_by_side(
            [seat for seat in picture.leading_seats if seat not in previous_leaders], picture.sides
        )
        if len(leading_sides) == 1 and picture.leading_seats != previous_leaders:
            return leading_sides[0][0], _make_side_message(
                "lead-taken", "lead-taken-together", leading_sides[0]
            )
        if len(new_sides) == 1 and previous_leaders:
            return new_sides[0][0], _make_side_message(
                "lead-level", "lead-level-together", new_sides[0]
            )
        return None

    # End of a match

    def match_end_steps(self, event: MatchEnded) -> list[ScoringStep]:
        """Return the steps that show the coin, where one decides, and the winners."""
        sides = self._game.sides(len(event.places))
        winners, scene = group_by_side(event.winners, sides), self._scene
        steps: list[ScoringStep] = [scene.news.clear]
        if event.coin_flip and len(winners) == 1:
            steps += [
                partial(
                    self._show_coin_toss, group_by_side(event.coin_flip_seats, sides), winners[0]
                ),
                partial(scene.animator.add_pause, COIN_PAUSE_MS),
                scene.news.clear,
            ]
        return [*steps, partial(self._show_winners, winners), scene.overlays.coin.clear]

    def _show_coin_toss(self, sides: tuple[SideSeats, ...], winner: SideSeats) -> None:
        words = self._sentence_for(Message("coin-flip"))
        self._scene.show_news(winner[0], NoticeFlag.COIN, words)
        self._scene.overlays.toss_coin(sides, winner)

    def _show_winners(self, winners: tuple[SideSeats, ...]) -> None:
        if len(winners) == 1:
            messages = [_make_side_message("match-won", "match-won-together", winners[0])]
        else:
            messages = [
                _make_side_message("match-shared", "match-shared-together", side)
                for side in winners
            ]
        lines = list(map(self._sentence_for, messages))
        for side, line in zip(winners, lines, strict=True):
            self._scene.show_news(side[0], NoticeFlag.WON, line)
        seats = [seat for side in winners for seat in side]
        self._scene.overlays.celebrate_winners(seats)
        for seat in seats:
            self._play_sound(CueRequest(SoundCue.WIN, seat))
        self._scene.animator.add_pause(WINNER_PAUSE_MS)


def _make_side_message(alone: str, together: str, seats: SideSeats) -> Message:
    """Return the message for a single seat, or for partners."""
    if len(seats) == 1:
        return Message(alone, {"seat": seats[0]})
    return Message(together, {"seats": seats})
