"""The words in the table's corner: the game, the deal, and what has been announced."""

from typing import TYPE_CHECKING

from greenbaize.rules.pictures import Picture
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    from greenbaize.match.header import Header


def caption(header: "Header", picture: Picture, speaker: Speaker) -> tuple[str, str, str]:
    """A title, what stands behind it, and what stands below it.

    Args:
        header: the match.
        picture: the table.
        speaker: says what has been announced.
    """
    words = deal_words(picture) if picture.deal else []
    if header.practice:
        words.insert(0, practice_text(header))
    news = " · ".join(speaker.say(notice) for notice in picture.notices) if picture.deal else ""
    return game_title(header.game), " · ".join(words), news


def deal_words(picture: Picture) -> list[str]:
    """Which deal it is of how many, and how many cards each player was dealt."""
    words = []
    if picture.deals is None:
        words.append(tr("deal {deal}").format(deal=picture.deal))
    elif picture.deals > 1 or picture.cards is not None:
        deals = {"deal": picture.deal, "deals": picture.deals}
        words.append(tr("deal {deal} of {deals}").format(**deals))
    if picture.cards is not None:
        cards = tr_count("{count} card", "{count} cards", picture.cards)
        words.append(cards.format(count=picture.cards))
    return words


def practice_text(header: "Header") -> str:
    """What a match that does not count is called."""
    return tr("casual match") if header.casual else tr("practice")
