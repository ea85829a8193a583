"""The table that is opened with one click: what was played last, with whom it was played last."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from greenbaize.app.network.session import Opening
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.tables.default_players import your_name
from greenbaize.lan.wire import Lay
from greenbaize.match.header import Games, Header
from greenbaize.match.player import Player
from greenbaize.rules.options import settled_or_usual
from greenbaize.rules.players import HUMAN, LEVEL_NAMES
from greenbaize.store.settings import Settings
from greenbaize.ui.network.house_form import CLOCKS
from greenbaize.words.catalogue import tr

_HOUSE: Final = ("bots", "clock", "hints", "hands")


def usual_opening(
    games: Games,
    settings: Settings,
    table: tuple[str, Sequence[Player], Mapping[str, object]],
    launcher: BotLauncher,
) -> Opening:
    """A table for what was played last: the game, the players and the options of ``table``."""
    game, sitters, options = table
    values = settled_or_usual(games[game].options, len(sitters), options)
    levels = [one.level for one in sitters if one.kind != HUMAN and one.level in LEVEL_NAMES]
    lay = _lay(game, len(sitters), values, next(iter(levels), DEFAULT_LEVEL))
    return _opening(lay, settings, launcher)


def opening_of(path: Path, header: Header, settings: Settings, launcher: BotLauncher) -> Opening:
    """The table of a match that is gone on with."""
    lay = _lay(header.game, len(header.sitters), header.options, DEFAULT_LEVEL)
    return _opening(lay, settings, launcher, path)


def _lay(game: str, seats: int, options: Mapping[str, object], bots: str) -> Lay:
    return Lay(game, seats, dict(options), bots, clock=0, hints=True, hands=False)


def _opening(
    lay: Lay, settings: Settings, launcher: BotLauncher, record: Path | None = None
) -> Opening:
    you = your_name(settings)
    name = tr("Table for friends") if you == tr("You") else tr("{name}'s table").format(name=you)
    person = settings.person
    return Opening(
        name,
        you,
        _as_kept(lay, settings),
        record,
        launcher=launcher,
        face=(person.face, person.colour),
    )


def _as_kept(lay: Lay, settings: Settings) -> Lay:
    """The table with what held at the last one beside the game."""
    kept = settings.table
    values: dict[str, Any] = {key: kept.get(key, getattr(lay, key)) for key in _HOUSE}
    if values["bots"] not in ("", *LEVEL_NAMES):
        values["bots"] = lay.bots
    if values["clock"] not in CLOCKS:
        values["clock"] = 0
    for key in ("hints", "hands"):
        values[key] = values[key] is True
    return msgspec.structs.replace(lay, **values)


def kept_house(lay: Lay) -> dict[str, Any]:
    """What is remembered of a table for the next one, beside the game."""
    return {key: getattr(lay, key) for key in _HOUSE}
