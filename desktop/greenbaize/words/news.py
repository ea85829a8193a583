"""What is told loudly: who leaves, is back or out, Anti-Rank, and whatever a mistake leads to."""

from greenbaize.rules.events import (
    AntiRankDeclared,
    CameBack,
    CardCorrected,
    CardExposed,
    CardTakenBack,
    DealVoided,
    Event,
    Leaving,
    RevokeNamed,
    WentOut,
)
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Picture


def news_of(event: Event, picture: Picture) -> Message | None:
    """What nobody may miss of an event, None if it is of the usual kind.

    Args:
        event: what has happened.
        picture: the table after it.
    """
    match event:
        case Leaving(seat):
            return Message("notice-leaving", {"seat": seat})
        case CameBack(seat):
            return Message("news-back", {"seat": seat})
        case WentOut(seat):
            place = sum(not hand.size for hand in picture.hands)
            return Message("news-out", {"seat": seat, "place": place})
        case CardExposed(seat, card):
            return Message("news-exposed", {"seat": seat, "card": card})
        case CardCorrected(seat, card):
            return Message("news-corrected", {"seat": seat, "card": card})
        case CardTakenBack(seat, card):
            return Message("news-taken-back", {"seat": seat, "card": card})
        case RevokeNamed(seat, card):
            return Message("news-revoke", {"seat": seat, "card": card})
        case DealVoided():
            return Message("news-void")
        case AntiRankDeclared(seat):
            return Message("news-antirank", {"seat": seat})
    return None
