"""Sentences on what the keeper has changed since a guest last agreed to the table."""

from greenbaize.app.network.table_texts import (
    GATHERING_STAGE,
    describe_table_options,
    extract_match_setup,
    format_names,
    is_keeper,
)
from greenbaize.lan.wire import LobbyMessage
from greenbaize.match.header import GamesByName
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import game_text, option_texts


class TableChangeTracker:
    """Remembers the lobby that a guest was last ready for, or saw first."""

    def __init__(self, games: GamesByName, *, is_hosting: bool = False) -> None:
        self._games, self._is_hosting = games, is_hosting
        self._agreed_lobby: LobbyMessage | None = None

    def update_agreed_lobby(self, lobby: LobbyMessage) -> None:
        """Store the lobby as agreed if the guest is ready for it or plays there."""
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        if self._agreed_lobby is None or ready or lobby.stage != GATHERING_STAGE:
            self._agreed_lobby = lobby

    def has_changed(self, lobby: LobbyMessage) -> bool:
        """Return whether another match is set up than what was agreed to."""
        return self._agreed_lobby is not None and extract_match_setup(
            self._agreed_lobby
        ) != extract_match_setup(lobby)

    def describe_changes(self, lobby: LobbyMessage) -> str:
        """Return who has changed what; empty for the keeper, and if nothing has."""
        if self._agreed_lobby is None or lobby.stage != GATHERING_STAGE:
            return ""
        if is_keeper(lobby, is_hosting=self._is_hosting):
            return ""
        return describe_table_changes(self._games, self._agreed_lobby, lobby)


def describe_table_changes(games: GamesByName, old: LobbyMessage, new: LobbyMessage) -> str:
    """Return a sentence on who keeps the table and what they changed, or nothing."""
    changes = _list_changes(games, old, new)
    if not changes:
        return ""
    if new.keeper is None:
        sentence = tr("The host has changed the table: {changes}.")
    else:
        sentence = tr("{name} has changed the table: {changes}.")
    name = "" if new.keeper is None else format_names([new.chairs[new.keeper].name])
    return sentence.format(name=name, changes="; ".join(changes))


def _list_changes(games: GamesByName, old: LobbyMessage, new: LobbyMessage) -> list[str]:
    if extract_match_setup(old) == extract_match_setup(new):
        return (
            [tr("who sits where")]
            if _order_common_guests(old, new) != _order_common_guests(new, old)
            else []
        )
    seats = len(new.chairs)
    changes = []
    if old.game != new.game or len(old.chairs) != seats:
        changes.append(game_text(new.game, seats))
    if old.game == new.game:
        old_texts = option_texts(games, old.game, len(old.chairs), old.options)
        new_texts = option_texts(games, new.game, seats, new.options)
        changes += [text for text in new_texts if text not in old_texts]
    old_texts = describe_table_options(old)
    changes += [text for text in describe_table_options(new) if text not in old_texts]
    return changes or [tr("the options")]


def _order_common_guests(lobby: LobbyMessage, other_lobby: LobbyMessage) -> list[str]:
    """Return the guests who are in both lobbies, in the order of the first one's chairs."""
    common_names = {chair.name for chair in other_lobby.chairs if chair.is_guest}
    return [chair.name for chair in lobby.chairs if chair.is_guest and chair.name in common_names]
