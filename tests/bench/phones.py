"""Delay of phones: from a tap until the last of ten phones has received the new screen.

    python tests/bench/phones.py --seconds 30 --tables 3

Each host is ``greenbaize host --phones`` in a separate process, with its record on disk, playing
Rank with ten phones; all phones are in this process. Events are shown at once: the pauses in which
a card or a trick is shown, so that people can follow, are left out.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from measured import cpu_seconds, environment  # isort: skip  (finds the package)
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.phones.clients import Phone
from greenbaize.app.phones.messages import FROM_HOST, Screen
from greenbaize.lan.wire import read

GOAL_MS = 50.0
PHONES = 10
HOST = """
import sys
from greenbaize.app.phones import pacing
from greenbaize.cli.main import main
for name in ("TRICK_S", "SCORE_S", "NEWS_S", "DEAL_S", "STEP_S"):
    setattr(pacing, name, 0.0)
sys.exit(main(sys.argv[1:]))
"""


class Tapped(Phone):
    """Phone that records when it received a screen after a tap, and what it is asked."""

    told_at: float | None = None
    asked: Screen | None = None

    async def _listen(self, connection: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in connection:
                now = time.perf_counter()
                if frame.startswith('{"type":"screen"'):
                    self.asked = None
                    if self.told_at is None:
                        self.told_at = now
                    # The other screens are not parsed, because all phones share a core here.
                    if not ('"ask":{' in frame or '"can_ready":true' in frame):
                        continue
                await self._hear(connection, read(FROM_HOST, frame))

    async def _play(self, at: ClientConnection, screen: Screen) -> None:
        if screen.ask is not None:
            self.asked = screen
        else:
            await super()._play(at, screen)

    async def tap(self) -> None:
        screen, self.asked = self.asked, None
        await super()._play(self.connection, screen)


async def at_table(number: int, until: float, folder: Path) -> tuple[list[float], float]:
    """Return the delays from each tap at a table until its last phone (ms).

    Also return the CPU time of its host per tap (ms).
    """
    words = ["host", "--game", "rank", "--seats", str(PHONES), "--keep", "--phones", "--json"]
    record = ["--record", str(folder / f"{number}.jsonl")]
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, *words, *record],
        stdout=subprocess.PIPE,
        env=environment(GREENBAIZE_HOME=str(folder / str(number))),
    )
    took: list[float] = []
    used = 0.0
    try:
        told: dict[str, Any] = {}
        while told.get("type") != "phones":
            told = json.loads(await asyncio.to_thread(host.stdout.readline))  # type: ignore[union-attr]
        address, _, secret = told["url"].partition("/#")
        port = int(address.rpartition(":")[2])
        phones = [
            await Tapped(
                f"P{number}{letter}", port, secret, language=random.choice(("en", "ru"))
            ).come()
            for letter in "ABCDEFGHIJ"
        ]
        before = cpu_seconds(host.pid)
        while time.perf_counter() < until:
            asked = next((one for one in phones if one.asked is not None), None)
            if asked is None:
                await asyncio.sleep(0.01)
                continue
            await asyncio.sleep(random.uniform(0.05, 0.3))
            if asked.asked is None:
                continue
            for phone in phones:
                phone.told_at = None
            began = time.perf_counter()
            await asked.tap()
            limit = began + 5
            while time.perf_counter() < limit and any(one.told_at is None for one in phones):
                await asyncio.sleep(0.002)
            took.append(1000 * (max(one.told_at or limit for one in phones) - began))
        used = 1000 * (cpu_seconds(host.pid) - before) / max(1, len(took))
        for phone in phones:
            await phone.close()
    finally:
        host.kill()
        host.communicate()
    return took, used


async def measure(seconds: float, tables: int) -> tuple[list[float], float]:
    until = time.perf_counter() + seconds
    with tempfile.TemporaryDirectory() as folder:
        done = await asyncio.gather(
            *(at_table(number, until, Path(folder)) for number in range(tables))
        )
    return sorted(one for own, _ in done for one in own), max(used for _, used in done)


def run(seconds: float = 20.0, tables: int = 3) -> bool:
    """Print the figures; return True if the target is met."""
    took, used = asyncio.run(measure(seconds, tables))
    if len(took) < 20:
        print(f"only {len(took)} taps in {seconds:.0f} s")
        return False
    p50, p99 = took[len(took) // 2], took[min(len(took) - 1, len(took) * 99 // 100)]
    print(f"{tables * PHONES} phones at {tables} tables, {len(took)} taps")
    print(f"tap to the last phone told: median {p50:.1f} ms, p99 {p99:.1f} ms (goal {GOAL_MS:.0f})")
    print(f"longest {took[-1]:.1f} ms; the host's CPU time for a tap {used:.1f} ms")
    return p99 <= GOAL_MS


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--tables", type=int, default=3)
    asked = parser.parse_args()
    sys.exit(0 if run(asked.seconds, asked.tables) else 1)
