"""Screens of every kind of question of every game, and the page without a host to show them."""

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.phones.test_screen import lobby_of, table_of
from greenbaize.app.phones.labels import words
from greenbaize.app.phones.messages import Screen, frame_of
from greenbaize.app.phones.screen import Moment, screen_of
from greenbaize.app.phones.server import PageFile, PhoneServer, page_files
from greenbaize.app.tables.player_view import LocalView
from greenbaize.words.catalogue import speaking

TABLES: Final = (
    ("damn", 3, {"first": 17, "deals": 17}),
    ("damn", 7, {}),
    ("damn", 4, {"enforcement": "table", "first": 12, "deals": 12}),
    ("blackout", 4, {"first": 13, "deals": 13}),
    ("master", 4, {}),
    ("master", 2, {"trumps": "personal"}),
    ("ass", 3, {"trumps": "personal"}),
    ("ass", 6, {"targets": "even"}),
    ("rank", 2, {}),
    ("rank", 10, {}),
)
MOST_STEPS: Final = 600
OFTEN: Final = 0.1
"""Probability that an offer is accepted."""
LINE: Final = """
// A connection to nowhere: the test passes the host's messages to `heard`.
export class Line {
  constructor(address, hello, heard) {
    window.heard = heard;
    window.sent = [];
  }
  send(message) { window.sent.push(message); return true; }
  open() {}
  drop() {}
  end() {}
  wake() {}
}
"""


def question_screens(language: str) -> dict[str, Screen]:
    """Return the longest screen of each kind of question, by a name for it."""
    found: dict[str, Screen] = {}
    with speaking(language):
        for game, seats, options in TABLES:
            for kind, screen in screens_of(game, seats, options):
                name = f"{game} {kind}"
                if name not in found or _length(screen) > _length(found[name]):
                    found[name] = screen
    return found


def screens_of(game: str, seats: int, options: dict[str, object]) -> Iterator[tuple[str, Screen]]:
    """Yield the screens of the first seat, which sometimes errs and corrects with table manners."""
    table, choice = table_of(game, seats, options), random.Random(3)
    place, lobby = LocalView(table, 0), lobby_of(table)
    table.begin()
    for step in range(MOST_STEPS):
        if table.over:
            return
        question, offers = place.question, place.offers
        kinds = " ".join(f"[{one.kind}]" for one in offers)
        yield (
            f"{'' if question is None else question.kind} {kinds}",
            screen_of(Moment(lobby, place), step),
        )
        given = [answer for one in offers for answer in one.answers if answer.refusal is None]
        if given and choice.random() < OFTEN:
            table.submit(choice.choice(given).command)
        elif question is not None:
            may = [one for one in question.answers if one.refusal is None]
            table.submit(choice.choice(may).command)
        elif table.waited_for is not None:
            table.let_computer_act()
        else:
            table.attend()


def _length(screen: Screen) -> tuple[int, int]:
    """Return how much room a screen needs, as the numbers of answers and of letters."""
    ask = screen.ask
    told = [*(ask.notes if ask else ()), *(one.note for one in screen.hand)]
    return len(ask.answers) if ask else 0, sum(map(len, told))


@contextmanager
def bare_page() -> Iterator[str]:
    """Serve the page, which receives only what a browser's script sends it. Yield its address."""
    told: list[str] = []
    ready, done = threading.Event(), asyncio.Event()

    async def serve(path: Path) -> None:
        server = PhoneServer(_Nobody(), page_files() | {"/line.js": PageFile.of(path)})
        port = await server.open(0, "127.0.0.1")
        told.append(f"http://127.0.0.1:{port}/")
        loops.append(asyncio.get_running_loop())
        ready.set()
        await done.wait()
        await server.close()

    loops: list[asyncio.AbstractEventLoop] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "line.js"
        path.write_text(LINE, encoding="utf-8")
        thread = threading.Thread(target=lambda: asyncio.run(serve(path)))
        thread.start()
        ready.wait()
        try:
            yield told[0]
        finally:
            loops[0].call_soon_threadsafe(done.set)
            thread.join()


class _Nobody:
    """Phone handler that ignores everything."""

    def greet(self, page: object, hello: object) -> None: ...
    def hear(self, page: object, message: object) -> None: ...
    def leave(self, page: object) -> None: ...


def words_frame(language: str) -> str:
    """Return the page's labels in a language, as the host sends them."""
    with speaking(language):
        return frame_of(words())
