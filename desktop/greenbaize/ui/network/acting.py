"""For which people computer players act in a match, read from what one's place is told."""

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.codecs import event_codec
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.players import BOT, HUMAN

_TYPE = f'"{SeatGiven.type}"'.encode()


class Acting:
    """Who acts at each seat: a person or a computer player, from the header and every change.

    Args:
        place: a place at the match.
    """

    def __init__(self, place: PlayerView) -> None:
        self._kinds = [sitter.kind for sitter in place.header.sitters]
        self.people = {seat for seat, kind in enumerate(self._kinds) if kind == HUMAN}
        """The seats that people have had."""
        codec = event_codec(place.game)
        for line in bytes(place.told).split(b"\n")[1:]:
            # Few of many thousand lines are about this.
            if _TYPE in line:
                try:
                    self.hear(codec.read(decoded_line(line)))
                except GameError:
                    continue  # a place that is told nonsense says so itself
        place.listen(self.hear)

    def hear(self, event: Event) -> None:
        """Something has happened."""
        if isinstance(event, SeatGiven) and 0 <= event.seat < len(self._kinds):
            self._kinds[event.seat] = event.kind
            if event.kind == HUMAN:
                self.people.add(event.seat)

    def computer(self, seat: int) -> bool:
        """Whether a computer player acts at a seat."""
        return self._kinds[seat] == BOT

    def for_person(self, seat: int) -> bool:
        """Whether a computer player acts for a person there."""
        return seat in self.people and self.computer(seat)
