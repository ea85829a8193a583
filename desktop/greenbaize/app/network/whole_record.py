"""The whole record of a match that is over, held against what a guest was told of it."""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import MOST_BYTES, line_bytes, read_record
from greenbaize.match.seal import Committed, Seal, check
from greenbaize.rules.codec import Codec
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event


def seal_of(
    data: bytes, own: Header, told_here: Sequence[bytes], committed: Committed | None
) -> Seal:
    """What is to be thought of a whole record; the seal of one that differs is broken.

    It must hold with its seed and be over, everything that was told must follow from it, and the
    shuffle must be the one that was committed to.

    Args:
        data: the record, with its line ends.
        own: the header as it was told here.
        told_here: the events' lines as they were told, however they were spelled.
        committed: what was heard of the match's shuffle; None if there was none.
    """
    told: list[frozenset[bytes]] = []

    def witness(header: Header) -> Callable[[Event, Any], None]:
        game, codec = GAMES[header.game], event_codec(GAMES[header.game])
        # A watcher may have been let look at a seat's cards, now this one's, now that one's.
        seats = [own.you] if own.you is not None else [None, *range(len(header.sitters))]

        def hear(event: Event, state: Any) -> None:
            lines = [codec.write(game.tell(event, state, seat)) for seat in seats]
            told.append(frozenset(map(line_bytes, lines)))

        return hear

    try:
        if len(data) > MOST_BYTES:
            return Seal.BROKEN
        record = read_record(data, GAMES, witness)
    except GameError:
        return Seal.BROKEN
    header = record.header
    over = header.seed is not None and GAMES[header.game].over(record.state)
    if not over or header.told(own.you).line() != own.line() or len(told_here) > len(told):
        return Seal.BROKEN
    if not all(map(_is_one_of, told_here, told, repeat(event_codec(GAMES[header.game])))):
        return Seal.BROKEN
    return check(header, GAMES, committed)


def _is_one_of(line: bytes, spelled: frozenset[bytes], codec: Codec[Event]) -> bool:
    """Whether a line that was told is one of some lines, however it was spelled."""
    try:
        return line_bytes(codec.write(codec.read(decoded_line(line)))) in spelled
    except GameError:
        return False


def joined(lines: Iterable[bytes]) -> bytes:
    """A record of these lines, each with its end."""
    return b"".join(line.rstrip(b"\n") + b"\n" for line in lines)
