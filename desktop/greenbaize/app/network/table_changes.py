"""Sentences on what the keeper has changed since a guest last agreed to the table."""

from greenbaize.app.network.table_words import (
    GATHERING,
    house_texts,
    keeps_table,
    lay_of,
    names_text,
)
from greenbaize.lan.wire import LobbyShown
from greenbaize.match.header import Games
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import game_text, option_texts


class TableChanges:
    """Remembers the lobby that a guest was last ready for, or saw first."""

    def __init__(self, games: Games, *, hosting: bool = False) -> None:
        self._games, self._hosting = games, hosting
        self._agreed: LobbyShown | None = None

    def note_lobby(self, lobby: LobbyShown) -> None:
        """Store the lobby as agreed if the guest is ready for it or plays there."""
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        if self._agreed is None or ready or lobby.stage != GATHERING:
            self._agreed = lobby

    def has_changed(self, lobby: LobbyShown) -> bool:
        """Return whether another match is set up than what was agreed to."""
        return self._agreed is not None and lay_of(self._agreed) != lay_of(lobby)

    def text(self, lobby: LobbyShown) -> str:
        """Return who has changed what; empty for the keeper, and if nothing has."""
        if self._agreed is None or lobby.stage != GATHERING:
            return ""
        if keeps_table(lobby, hosting=self._hosting):
            return ""
        return changes_text(self._games, self._agreed, lobby)


def changes_text(games: Games, old: LobbyShown, new: LobbyShown) -> str:
    """Return a sentence on who keeps the table and what they changed, or nothing."""
    changes = _changes(games, old, new)
    if not changes:
        return ""
    if new.keeper is None:
        words = tr("The host has changed the table: {changes}.")
    else:
        words = tr("{name} has changed the table: {changes}.")
    name = "" if new.keeper is None else names_text([new.chairs[new.keeper].name])
    return words.format(name=name, changes="; ".join(changes))


def _changes(games: Games, old: LobbyShown, new: LobbyShown) -> list[str]:
    if lay_of(old) == lay_of(new):
        return [tr("who sits where")] if _order(old, new) != _order(new, old) else []
    seats = len(new.chairs)
    changes = []
    if old.game != new.game or len(old.chairs) != seats:
        changes.append(game_text(new.game, seats))
    if old.game == new.game:
        before = option_texts(games, old.game, len(old.chairs), old.options)
        now = option_texts(games, new.game, seats, new.options)
        changes += [text for text in now if text not in before]
    before = house_texts(old)
    changes += [text for text in house_texts(new) if text not in before]
    return changes or [tr("the options")]


def _order(lobby: LobbyShown, other: LobbyShown) -> list[str]:
    """Return the guests who are in both lobbies, in the order of the first one's chairs."""
    both = {one.name for one in other.chairs if one.is_guest}
    return [one.name for one in lobby.chairs if one.is_guest and one.name in both]
