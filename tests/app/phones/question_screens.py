"""Screens of every kind of question of every game, and the page without a host to show them."""

import asyncio
import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.phones.test_phone_screen import make_lobby, make_table
from greenbaize.app.phones.labels import build_labels_message
from greenbaize.app.phones.messages import ScreenMessage, encode_frame
from greenbaize.app.phones.phone_screen import ScreenContext, build_screen
from greenbaize.app.phones.server import PageFile, PhoneServer, load_page_files
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.words.catalogue import language_context

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
MAX_STEPS: Final = 600
OFFER_PROBABILITY: Final = 0.1
"""Probability that an offer is accepted."""
LINE_SCRIPT: Final = """
// A connection to nowhere: the test passes the host's messages to `heard`, its state to `changed`.
export class Line {
  constructor(address, hello, heard, changed) {
    window.heard = heard;
    window.changed = changed;
    window.sent = [];
  }
  send(message) { window.sent.push(message); return true; }
  open() {}
  drop() {}
  end() {}
  wake() {}
}
"""


def collect_question_screens(language: str) -> dict[str, ScreenMessage]:
    """Return the longest screen of each kind of question, by a name for it."""
    screens: dict[str, ScreenMessage] = {}
    with language_context(language):
        for game, seats, options in TABLES:
            for kind, screen in generate_screens(game, seats, options):
                name = f"{game} {kind}"
                if name not in screens or _measure_screen(screen) > _measure_screen(screens[name]):
                    screens[name] = screen
    return screens


def generate_screens(
    game: str, seat_count: int, options: Mapping[str, object]
) -> Iterator[tuple[str, ScreenMessage]]:
    """Yield the screens of the first seat, which sometimes errs and corrects with table manners."""
    table, random_source = make_table(game, seat_count, options), random.Random(3)
    player_view, lobby = LocalPlayerView(table, 0), make_lobby(table)
    table.start_match()
    for step in range(MAX_STEPS):
        if table.is_over:
            return
        question, offers = player_view.question, player_view.offers
        kinds = " ".join(f"[{item.kind}]" for item in offers)
        yield (
            f"{'' if question is None else question.kind} {kinds}",
            build_screen(ScreenContext(lobby, player_view), step),
        )
        allowed_offers = [
            answer for item in offers for answer in item.answers if answer.refusal is None
        ]
        if allowed_offers and random_source.random() < OFFER_PROBABILITY:
            table.submit(random_source.choice(allowed_offers).command)
        elif question is not None:
            allowed_answers = [item for item in question.answers if item.refusal is None]
            table.submit(random_source.choice(allowed_answers).command)
        elif table.awaited_bot_seat is not None:
            table.play_bot_turn()
        else:
            table.process_pending()


def _measure_screen(screen: ScreenMessage) -> tuple[int, int]:
    """Return how much room a screen needs, as the numbers of answers and of letters."""
    question = screen.ask
    texts = [*(question.notes if question else ()), *(card.note for card in screen.hand)]
    return len(question.answers) if question else 0, sum(map(len, texts))


@contextmanager
def serve_bare_page() -> Iterator[str]:
    """Serve the page, which receives only what a browser's script sends it. Yield its address."""
    urls: list[str] = []
    ready_event, done_event = threading.Event(), asyncio.Event()

    async def serve_page(path: Path) -> None:
        server = PhoneServer(
            _NullPhoneHandler(), load_page_files() | {"/line.js": PageFile.from_path(path)}
        )
        port = await server.start_listening(0, "127.0.0.1")
        urls.append(f"http://127.0.0.1:{port}/")
        loops.append(asyncio.get_running_loop())
        ready_event.set()
        await done_event.wait()
        await server.stop_listening()

    loops: list[asyncio.AbstractEventLoop] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "line.js"
        path.write_text(LINE_SCRIPT, encoding="utf-8")
        thread = threading.Thread(target=lambda: asyncio.run(serve_page(path)))
        thread.start()
        ready_event.wait()
        try:
            yield urls[0]
        finally:
            loops[0].call_soon_threadsafe(done_event.set)
            thread.join()


class _NullPhoneHandler:
    """Phone handler that ignores everything."""

    def on_hello(self, page: object, hello: object) -> None: ...
    def on_phone_message(self, page: object, message: object) -> None: ...
    def on_leave(self, page: object) -> None: ...


def make_labels_frame(language: str) -> str:
    """Return the page's labels in a language, as the host sends them."""
    with language_context(language):
        return encode_frame(build_labels_message())
