"""What has changed at a table during a match or after it, in sentences for who sits there."""

from greenbaize.app.network.comings import GUEST, comings
from greenbaize.lan.wire import LobbyShown
from greenbaize.rules.messages import Message
from greenbaize.ui.network.table_words import GATHERING, PLAYING, lay_of, names_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.speaker import Speaker


def lobby_news(old: LobbyShown | None, new: LobbyShown) -> list[str]:
    """What to tell of the others' coming and going between two looks at the table."""
    if old is None or {old.stage, new.stage} != {PLAYING}:
        return []
    you = None if new.you is None else new.chairs[new.you].name
    say = Speaker().say
    return [
        say(Message(f"guest-{what}", {"name": set_apart(shown_name(name))}))
        for what, name in comings(old, new)
        if name != you
    ]


def news_after(old: LobbyShown | None, new: LobbyShown) -> list[str]:
    """What to tell whoever still looks at the last match between two looks at the table."""
    if old is None or new.stage != GATHERING:
        return []
    told = []
    if lay_of(old) != lay_of(new):
        told.append(tr("Something about the table has changed."))
    before = set() if old.stage != GATHERING else set(_ready(old))
    ready = _ready(new)
    if not before.issuperset(ready):  # all of them: a sentence takes the place of the one before
        told.append(tr("Ready for another match: {names}.").format(names=names_text(ready)))
    return told


def _ready(lobby: LobbyShown) -> list[str]:
    """The names of the others who are ready."""
    return [
        chair.name
        for seat, chair in enumerate(lobby.chairs)
        if chair.who == GUEST and chair.ready and seat != lobby.you
    ]
