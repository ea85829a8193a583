"""CPU time of the match list and its statistics with 20,000 records, half of them unfinished.

No interaction may take more than 100 ms, and the start not longer than with one record. ``python
tests/bench/history.py [COUNT]``.
"""

import json
import os
import statistics
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

from measured import printed

GOLDEN: Final = Path(__file__).parents[1] / "golden"
FIRST: Final = datetime(2020, 1, 1, 12, tzinfo=UTC)
NAMES: Final = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Ида", "José", "Q. & <b>A</b>")
LEVELS: Final = ("random", "easy", "medium", "hard", "expert")
COUNT: Final = 20_000
MOST_MS: Final = 100.0
MOST_START: Final = 1.15
"""Maximum start time as a multiple of that with one record."""
RUNS: Final = 5
STARTED: Final = """
import sys
from time import process_time
from PySide6.QtCore import QTimer
from greenbaize.ui.shell.window import MainWindow
begun = MainWindow.after_first_paint
def painted(self):
    begun(self)
    assert self.services.pages.current.choices is not None
    print(process_time())
    self.close_now()
MainWindow.after_first_paint = painted
sys.argv = ["greenbaize"]
from greenbaize.cli.main import main
sys.exit(main())
"""
WINDOW: Final = """
from time import monotonic, process_time
from PySide6.QtWidgets import QApplication
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.games import GAMES
from greenbaize.ui.application import make_application
from greenbaize.ui.program import Program

application = make_application()
window = Program(PlayRequest(), GAMES, apart=False)
window.window.resize(1280, 800)
window.start()
window.window.show()
windows = window.features.windows
end = monotonic() + 20
history = window.services.history
while history.made is None or not window.features.preloader.done or history.made.busy:
    application.processEvents()
    assert monotonic() < end
history.made.close()  # it reads beside the window, not in what somebody waits for

def measured(what, act):
    begin = process_time()
    act()
    application.processEvents()
    print(f"{what}:{(process_time() - begin) * 1000}")

def opened():
    windows.show_matches()
    windows.matches.repaint()

measured("unfinished, for the first screen", lambda: unfinished(2))
measured("unfinished, for the dialog", window.features.launcher.ask_unfinished)
window.services.dialogs.last.reject()
measured("the list opens", opened)
filters = windows.matches.list.filters
measured("a word", lambda: filters.search.setText("bor dam"))
measured("none is found", lambda: filters.search.setText("nobody at all"))
measured("all again", filters.clear)
measured("a game", lambda: filters.game.setCurrentIndex(2))
filters.clear()
measured("a person", lambda: filters.person.setCurrentIndex(1))
filters.clear()
for number in range(1, filters.ending.count()):
    measured(f"ending {number}", lambda: filters.ending.setCurrentIndex(number))
filters.clear()
measured("a time", lambda: filters.time.setCurrentIndex(3))
filters.clear()
for column in range(5):
    measured(f"sorted by column {column}", lambda: windows.matches.list.sort_by(column))
bar = windows.matches.list.table.verticalScrollBar()
measured("scrolled to the middle", lambda: bar.setValue(bar.maximum() // 2))
for act in (windows.matches.ask_remove, windows.matches.ask_copy):
    windows.matches.table.selectRow(0)
    act()  # what a dialog needs the first time has nothing to do with how many are chosen
    windows.matches.commands.dialog.reject()
    windows.matches.table.selectAll()
    measured(f"all chosen: {act.__name__}", act)
    windows.matches.commands.dialog.reject()

def shown():
    windows.show_statistics()
    windows.statistics.repaint()

measured("the statistics open", shown)
choice = windows.statistics.choice
for what, box in (("game", choice.game), ("opponents", choice.against), ("person", choice.who)):
    for number in range(box.count()):
        measured(f"statistics, {what} {number}", lambda: box.setCurrentIndex(number))
measured("statistics, everybody", lambda: windows.statistics.tabs.setCurrentIndex(1))
window.window.close_now()
"""

QUESTIONS: Final = """
from contextlib import closing
from time import process_time
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.statistics import (
    Chosen, Who, course, games_played, given_away, honours, opponents, ratings, streaks, sums,
)

def measured(what, act):
    begin = process_time()
    act()
    print(f"{what}:{(process_time() - begin) * 1000}")

with closing(History.open(folders.history())) as history:
    for title, who in {
        "Ida": Who(("Ida",)), "Ida, Jo, Anna": Who(("Ida", "Jo", "Anna")), "easy": Who((), "easy")
    }.items():
        measured(f"{title}: games", lambda: games_played(history, who))
        measured(f"{title}: honours", lambda: honours(history, who.names))
        for game in GAMES:
            measured(f"{title}, {game}: opponents", lambda: opponents(history, who, game))
            for ask in (sums, streaks, course, given_away):
                chosen = Chosen(who, game)
                measured(f"{title}, {game}: {ask.__name__}", lambda: ask(history, chosen))
    for game in GAMES:
        measured(f"{game}: ratings", lambda: ratings(history, game))
"""
"""Script that runs every query of statistics."""


def fill(home: Path, count: int, unfinished: int, game: str = "") -> None:
    """Write records based on the golden ones, each of a different match, with varied players.

    ``unfinished`` of them are cut before their end; ``game`` selects one game, empty for all.
    """
    folder = home / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    golden = [
        path.read_bytes().splitlines(keepends=True) for path in sorted(GOLDEN.glob("*.jsonl"))
    ]
    of_game = f'"game": "{game}'.encode()
    whole = [lines for lines in golden if b'"type": "end"' in lines[-1] and of_game in lines[0]]
    chance = Random(20)
    for number in range(count):
        header_line, *lines = chance.choice(whole)
        left = (number + 1) * unfinished // count > number * unfinished // count
        header = json.loads(header_line)
        begun = (FIRST + timedelta(hours=2.7 * number)).strftime("%Y%m%dT%H%M%S")
        header |= {"seed": f"{number:032x}", "begun": begun}
        names = chance.sample(NAMES, min(len(header["seats"]), len(NAMES)))
        for seat, name in zip(header["seats"][1:], names, strict=False):
            seat |= {"name": name, "kind": "bot", "level": LEVELS[number // 7 % len(LEVELS)]}
        header["seats"][0] = {"name": "Ida" if number % 5 else "Jo", "kind": "human"}
        if left:
            lines = lines[: chance.randrange(1, len(lines) - 1)]
        data = json.dumps(header).encode() + b"\n" + b"".join(lines)
        (folder / f"{begun}-{header['game']}-{number:04x}.jsonl").write_bytes(data)


def run(count: int = COUNT) -> bool:
    """Print all figures; return True if the targets are met."""
    met = True
    with tempfile.TemporaryDirectory() as folder:
        one, full = Path(folder) / "one", Path(folder) / "full"
        fill(one, 1, 1)
        fill(full, count, count // 2)
        os.environ["GREENBAIZE_HOME"] = str(full)
        from greenbaize.app.memory.history_sync import bring_up  # noqa: PLC0415

        for what in ("all records are read", "nothing is new"):
            begin = process_time()
            bring_up()
            print(f"  {what:<34}{(process_time() - begin) * 1000:9.1f} ms")
        starts = {}
        for name, home in (("1", one), (str(count), full)):
            times = [float(printed(STARTED, home=home)[0]) * 1000 for _ in range(RUNS)]
            starts[name] = statistics.median(times)
            print(f"  start with {name:<23}{starts[name]:9.1f} ms")
        met &= starts[str(count)] <= MOST_START * starts["1"]
        for code in (WINDOW, QUESTIONS):
            met &= _middles([printed(code, home=full) for _ in range(RUNS)])
        # All matches of one game, half of them of one person: the longest possible course.
        single = Path(folder) / "single"
        fill(single, count, 0, "damn")
        os.environ["GREENBAIZE_HOME"] = str(single)
        bring_up()
        print(f"  {count} matches of one game")
        met &= _middles([printed(QUESTIONS, home=single) for _ in range(RUNS)], least=1.0)
    return met


def _middles(runs: list[list[str]], least: float = 0.0) -> bool:
    """Print the medians from a minimum on (ms); return True if all targets are met."""
    met = True
    for lines in zip(*runs, strict=True):
        what = lines[0].rpartition(":")[0]
        middle = statistics.median(float(line.rpartition(":")[2]) for line in lines)
        met &= middle <= MOST_MS
        if middle >= least:
            print(f"  {what:<34}{middle:9.1f} ms{'' if middle <= MOST_MS else '  too much'}")
    return met


if __name__ == "__main__":
    sys.exit(0 if run(*map(int, sys.argv[1:2])) else 1)
