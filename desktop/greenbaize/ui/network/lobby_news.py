"""What has changed at a table during a match or after it, in sentences for who sits there."""

from greenbaize.lan.wire import LobbyShown
from greenbaize.ui.network.table_words import GATHERING, GUEST, PLAYING, lay_of, names_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import set_apart, shown_name


def lobby_news(old: LobbyShown | None, new: LobbyShown) -> list[str]:
    """What to tell of the others' coming and going between two looks at the table."""
    if old is None or {old.stage, new.stage} != {PLAYING} or len(old.chairs) != len(new.chairs):
        return []
    told = []
    for seat, (before, now) in enumerate(zip(old.chairs, new.chairs, strict=True)):
        if seat == new.you:
            continue
        name = set_apart(shown_name(now.name))
        was, guest = before.who == GUEST, now.who == GUEST
        if guest and (not was or before.name != now.name):
            told.append(tr("{name} has sat down at the table.").format(name=name))
        elif was and not guest:
            name = set_apart(shown_name(before.name))
            told.append(tr("{name} has left the table.").format(name=name))
        elif guest and before.here and not now.here:
            away = tr("{name} is away; a computer player stands in if they stay away.")
            told.append(away.format(name=name))
        elif guest and now.here and not before.here:
            told.append(tr("{name} is back.").format(name=name))
        elif guest and now.slow and not before.slow:
            told.append(tr("The connection to {name} is slow.").format(name=name))
    return told


def news_after(old: LobbyShown | None, new: LobbyShown) -> list[str]:
    """What to tell whoever still looks at the last match between two looks at the table."""
    if old is None or new.stage != GATHERING:
        return []
    told = []
    if lay_of(old) != lay_of(new):
        told.append(tr("Something about the table has changed."))
    before = set() if old.stage != GATHERING else set(_ready(old))
    ready = [name for name in _ready(new) if name not in before]
    if ready:
        told.append(tr("Ready for another match: {names}.").format(names=names_text(ready)))
    return told


def _ready(lobby: LobbyShown) -> list[str]:
    """The names of the others who are ready."""
    return [
        chair.name
        for seat, chair in enumerate(lobby.chairs)
        if chair.who == GUEST and chair.ready and seat != lobby.you
    ]
