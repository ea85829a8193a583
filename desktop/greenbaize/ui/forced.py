"""Answers that give themselves: those for which there is no other choice."""

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.game import Offer
from greenbaize.ui.pace import Pace


def forced_answer(place: PlayerView, pace: Pace) -> Command | None:
    """The answer that the person at a place need not choose, as they have set it.

    It is the only one that is allowed, and there is nothing else to be done that matters: nothing
    lies open, which a lead would close, and nothing can be mended. Of what is no card only what is
    asked before the first deal counts, as the last trump that is left: a bid is one's own to make.
    """
    question = place.question if pace.last_card or pace.forced else None
    if question is None or place.game.open(place.view):
        return None
    allowed = [answer.command for answer in question.answers if answer.refusal is None]
    if len(allowed) != 1:
        return None
    picture = place.game.picture(place.view)
    if not isinstance(allowed[0], Play):
        return None if picture.deal else allowed[0]
    if not (pace.forced or picture.hands[question.seat].size == 1):
        return None
    acts = any(offer.offer is Offer.BUTTON for offer in place.offers)
    return None if acts else allowed[0]
