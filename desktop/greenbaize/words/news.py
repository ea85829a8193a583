"""What is told loudly when it happens: who leaves, is back or out, and Anti-Rank."""

from greenbaize.rules.events import AntiRankDeclared, CameBack, Event, Leaving, WentOut
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
        case AntiRankDeclared(seat):
            return Message("notice-antirank", {"seat": seat})
    return None
