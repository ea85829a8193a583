"""What ``greenbaize host`` tells of its table, in sentences or as lines of JSON."""

import json
from collections.abc import Mapping
from typing import Any

from greenbaize.app.network.comings import comings
from greenbaize.app.network.opened import OpenedTable
from greenbaize.app.tables.table import Table
from greenbaize.cli.terminal import OutputError, finish, give_up_output, plain, tell
from greenbaize.games import GAMES
from greenbaize.lan.wire import LobbyShown
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message
from greenbaize.words.match_words import match_text
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import place_title


class HostNews:
    """Tells what happens at a table; where nobody takes it any more the table goes on.

    Args:
        lines: whether it is told as JSON, one object a line.
    """

    def __init__(self, *, lines: bool) -> None:
        self._lines = lines
        self._lobby: LobbyShown | None = None
        self._opened: OpenedTable | None = None
        self._playing: Table | None = None
        self._taken = True
        """Whether anybody takes what is told."""

    def opened(self, opened: OpenedTable) -> None:
        """The table is open; ``OutputError`` if nobody learns its code."""
        self._opened, opened.table.seen = opened, self._on_lobby
        asked = opened.table.request
        values = {"table": asked.name, "address": opened.addresses[0], "code": opened.code}
        more = {"addresses": opened.addresses, "game": asked.game, "seats": asked.seats}
        self._tell(Message("table-open", dict(values)), "open", values | more)
        if not self._lines:
            tell(plain(match_text(GAMES, asked.game, asked.seats, asked.options)))
        finish()

    def _on_lobby(self, lobby: LobbyShown) -> None:
        old, self._lobby = self._lobby, lobby
        for what, name in comings(old, lobby):
            shown = set_apart(shown_name(name))
            self._pass_on(Message(f"guest-{what}", {"name": shown}), what, {"name": name})
        watchers = 0 if old is None else old.watchers
        if watchers != lobby.watchers:
            count = {"count": lobby.watchers}
            self._pass_on(Message("table-watchers", dict(count)), "watchers", count)
        assert self._opened is not None
        match = self._opened.table.match
        if match is not None and not match.over and match.table is not self._playing:
            self._begin(match.table)

    def _begin(self, table: Table) -> None:
        self._playing = table
        header = table.header
        names = [one.name for one in header.sitters]
        shown = ", ".join(set_apart(shown_name(name)) for name in names)
        values = {"game": header.game, "names": names}
        self._pass_on(Message("table-begun", {"names": shown}), "begun", values)
        table.listen(self._on_told)

    def _on_told(self, told: list[Any]) -> None:
        end, table = told[-1], self._playing
        if not isinstance(end, Ended) or table is None:
            return
        names = [one.name for one in table.header.sitters]
        speaker = Speaker([set_apart(shown_name(name)) for name in names])
        worth = [speaker.say(one) for one in table.game.finals(table.watched)]
        order = sorted(range(len(names)), key=lambda one: end.places[one])
        places = [
            speaker.say(
                Message(
                    "spoken-place",
                    {"place": place_title(end.places[seat]), "seat": seat, "worth": worth[seat]},
                )
            )
            for seat in order
        ]
        values = {"names": names, "places": end.places, "totals": end.totals}
        self._pass_on(Message("table-ended", {"places": "; ".join(places)}), "ended", values)

    def _pass_on(self, sentence: Message, what: str, values: Mapping[str, Any]) -> None:
        if self._taken:
            try:
                self._tell(sentence, what, values)
                finish()
            except OutputError:
                self._taken = False
                give_up_output()

    def _tell(self, sentence: Message, what: str, values: Mapping[str, Any]) -> None:
        if self._lines:
            tell(json.dumps({"type": what, **values}))
        else:
            tell(plain(Speaker().say(sentence)))
