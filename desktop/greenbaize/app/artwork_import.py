"""Adding a person's own deck, back, cloth or sounds: another process reads and draws the files."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.cards import ALL_CARDS
from greenbaize.rules.messages import Message
from greenbaize.store.artwork.library import ArtworkKind, tidy_title

PROCESS_DIED: Final = Message("artwork-too-much")
"""Fault of a process that ran into its limits."""
KIND_WORDS: Final = {
    ArtworkKind.DECK: "deck",
    ArtworkKind.BACK: "back",
    ArtworkKind.CLOTH: "cloth",
    ArtworkKind.SOUNDS: "sounds",
}
"""Words of the command ``deck`` for the kinds."""
JOKER_COUNT: Final = 2
CARD_COUNT: Final = 52


@dataclass(slots=True)
class ArtworkReport:
    """What came of it: a fault as a sentence, or the description of what was drawn."""

    kind: ArtworkKind
    fault: str = ""
    info: dict[str, Any] = field(default_factory=dict)
    path: Path | None = None
    """What it was to be added from."""

    @property
    def identity(self) -> str:
        return str(self.info.get("digest", ""))

    @property
    def messages(self) -> list[Message]:
        """What a deck has, and what is ours because it has none."""
        codes = set(self.info.get("cards", ()))
        jokers = sum(code.startswith("X") for code in codes)
        back_count = int(self.info.get("backs", 0))
        title = tidy_title(str(self.info.get("title", "")))
        missing = [card.code for card in ALL_CARDS[:CARD_COUNT] if card.code not in codes]
        lines = [Message("artwork-deck", {"name": title, "count": len(codes) - jokers})]
        if missing:
            lines.append(Message("artwork-cards-ours", {"count": len(missing)}))
        if jokers < JOKER_COUNT:
            lines.append(Message("artwork-jokers-ours" if not jokers else "artwork-joker-ours"))
        if not back_count:
            lines.append(Message("artwork-backs-ours"))
        return lines


def import_artwork(  # noqa: PLR0913  (what, where, and who reports)
    indexer: HistoryIndexer,
    path: Path,
    kind: ArtworkKind,
    folder: Path,
    progress: Callable[[int, int], None] | None = None,
    *,
    is_tiled: bool = False,
) -> ArtworkReport:
    """Draw what is at a path into a new folder, in another process started by ``indexer``."""
    report = ArtworkReport(kind, path=path)
    arguments = ["deck", "--json", "--as", KIND_WORDS[kind], "--into", os.fspath(folder)]
    tiled = ["--tiled"] if is_tiled else []
    for line in indexer.run_command(
        [*arguments, *tiled, "--", os.fspath(path.absolute())], PROCESS_DIED
    ):
        if "fault" in line:
            report.fault = str(line["fault"])
        elif isinstance(line.get("info"), dict):
            report.info = line["info"]
        elif progress is not None and "read" in line:
            progress(int(line["read"]), int(line["of"]))
    return report
