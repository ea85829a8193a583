"""The summary of a simulation: who scored how much, by player and by level."""

from collections import Counter

from greenbaize.app.chairs.program_seats import loss_told
from greenbaize.cli.playing import Outcome, Run
from greenbaize.cli.terminal import plain
from greenbaize.games import GAMES
from greenbaize.rules.game import Unit
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class Summary:
    """Adds up matches; the order in which they come does not matter.

    Args:
        run: what is simulated.
    """

    def __init__(self, run: Run) -> None:
        players = len(run.opponents)
        self.incomplete = 0
        """How many records could not be written whole."""
        self._run = run
        self._matches = 0
        self._deals = 0
        self._points = [0] * players
        self._wins = [0] * players
        self._places = [0] * players
        self._lost: Counter[tuple[int, str]] = Counter()

    def add(self, outcome: Outcome) -> None:
        """Count a match."""
        self._matches += 1
        self._deals += outcome.deals
        self.incomplete += outcome.trouble is not None
        self._lost.update(outcome.lost)
        for player, (total, place) in enumerate(zip(outcome.totals, outcome.places, strict=True)):
            self._points[player] += total
            self._wins[player] += place == 1
            self._places[player] += place

    def text(self) -> str:
        """The summary as lines."""
        say, run = Speaker().say, self._run
        first = {
            "game": run.game,
            "players": say(Message("count-players", {"count": len(run.opponents)})),
            "matches": say(Message("count-matches", {"count": self._matches})),
            "deals": say(Message("count-deals", {"count": self._deals})),
            "seed": plain(run.seed),
        }
        lines = [say(Message("simulated", first)), *_aligned([_heading(run.game), *self._rows()])]
        lines += [self._loss(*loss) for loss in sorted(self._lost.items())]
        if self.incomplete:
            lines.append(say(Message("records-incomplete", {"count": self.incomplete})))
        return "\n".join(lines)

    def _loss(self, loss: tuple[int, str], count: int) -> str:
        """What a program did so that its figures are not, or not only, its own."""
        player, why = loss
        names = [sitter.name for sitter in self._run.sitters()]
        said = Speaker(names).say(loss_told(player, why))
        matches = Speaker().say(Message("count-matches", {"count": count}))
        return f"{said} ({matches})"

    def _rows(self) -> list[list[str]]:
        run = self._run
        names = [sitter.name for sitter in run.sitters()]
        kinds = [opponent.words for opponent in run.opponents]
        rows = [self._row(names[one], kinds[one], [one]) for one in range(len(names))]
        levels = dict.fromkeys(kinds)
        if 1 < len(levels) < len(names):
            for level in levels:
                players = [one for one, other in enumerate(kinds) if other == level]
                rows.append(self._row(tr("all"), level, players))
        return rows

    def _row(self, name: str, level: str, players: list[int]) -> list[str]:
        points = sum(self._points[one] for one in players)
        wins = sum(self._wins[one] for one in players)
        places = sum(self._places[one] for one in players)
        return [
            name,
            level,
            f"{points / max(1, len(players) * self._deals):.2f}",
            str(wins),
            f"{places / max(1, len(players) * self._matches):.2f}",
        ]


def _heading(game: str) -> list[str]:
    # What is added up in a game of places are places, of which fewer are better.
    points = GAMES[game].unit is not Unit.PLACE
    counted = tr("points a deal") if points else tr("place in a deal")
    return [tr("player"), tr("level"), counted, tr("wins"), tr("mean place")]


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            box.ljust(width) if place < 2 else box.rjust(width)
            for place, (box, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
