"""What has changed at a table during a match, in sentences for whoever sits there."""

from greenbaize.lan.wire import LobbyShown
from greenbaize.ui.network.table_words import GUEST, PLAYING
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
