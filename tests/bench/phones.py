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

from support import read_cpu_seconds, process_environment  # isort: skip  (finds the package)
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.phones.fake_phones import FakePhone
from greenbaize.app.phones.messages import HOST_FRAME_DECODER, ScreenMessage
from greenbaize.lan.wire import decode_message

TARGET_MS = 50.0
PHONE_COUNT = 10
HOST_SCRIPT = """
import sys
from greenbaize.app.phones import pacing
from greenbaize.cli.main import main
pacing.DISPLAY_TIME_FACTOR = 0.0
sys.exit(main(sys.argv[1:]))
"""


class TappingPhone(FakePhone):
    """Phone that records when it received a screen after a tap, and what it is asked."""

    first_screen_at: float | None = None
    asking_screen: ScreenMessage | None = None

    async def _receive_frames(self, connection: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in connection:
                now = time.perf_counter()
                if frame.startswith('{"type":"screen"'):  # type: ignore[arg-type]
                    self.asking_screen = None
                    if self.first_screen_at is None:
                        self.first_screen_at = now
                    # The other screens are not parsed, because all phones share a core here.
                    if not ('"ask":{' in frame or '"can_ready":true' in frame):
                        continue
                await self._on_message(connection, decode_message(HOST_FRAME_DECODER, frame))

    async def _send_random_answer(
        self, connection: ClientConnection, screen: ScreenMessage
    ) -> None:
        if screen.ask is not None:
            self.asking_screen = screen
        else:
            await super()._send_random_answer(connection, screen)

    async def answer_question(self) -> None:
        screen, self.asking_screen = self.asking_screen, None
        await super()._send_random_answer(self.connection, screen)


async def measure_table(number: int, end_time: float, folder: Path) -> tuple[list[float], float]:
    """Return the delays from each tap at a table until its last phone (ms).

    Also return the CPU time of its host per tap (ms).
    """
    words = ["host", "--game", "rank", "--seats", str(PHONE_COUNT), "--keep", "--phones", "--json"]
    record = ["--record", str(folder / f"{number}.jsonl")]
    host = subprocess.Popen(
        [sys.executable, "-c", HOST_SCRIPT, *words, *record],
        stdout=subprocess.PIPE,
        env=process_environment(GREENBAIZE_HOME=str(folder / str(number))),
    )
    delays: list[float] = []
    host_cpu_ms = 0.0
    try:
        message: dict[str, Any] = {}
        while message.get("type") != "phones":
            message = json.loads(await asyncio.to_thread(host.stdout.readline))  # type: ignore[union-attr]
        address, _, secret = message["url"].partition("/#")
        port = int(address.rpartition(":")[2])
        phones = [
            await TappingPhone(
                f"P{number}{letter}", port, secret, language=random.choice(("en", "ru"))
            ).connect_page()
            for letter in "ABCDEFGHIJ"
        ]
        before = read_cpu_seconds(host.pid)
        while time.perf_counter() < end_time:
            asked_phone = next((one for one in phones if one.asking_screen is not None), None)
            if asked_phone is None:
                await asyncio.sleep(0.01)
                continue
            await asyncio.sleep(random.uniform(0.05, 0.3))
            if asked_phone.asking_screen is None:
                continue
            for phone in phones:
                phone.first_screen_at = None
            start = time.perf_counter()
            await asked_phone.answer_question()
            limit = start + 5
            while time.perf_counter() < limit and any(
                one.first_screen_at is None for one in phones
            ):
                await asyncio.sleep(0.002)
            delays.append(1000 * (max(one.first_screen_at or limit for one in phones) - start))
        host_cpu_ms = 1000 * (read_cpu_seconds(host.pid) - before) / max(1, len(delays))
        for phone in phones:
            await phone.close()
    finally:
        host.kill()
        host.communicate()
    return delays, host_cpu_ms


async def measure_tables(seconds: float, tables: int) -> tuple[list[float], float]:
    end_time = time.perf_counter() + seconds
    with tempfile.TemporaryDirectory() as folder:
        results = await asyncio.gather(
            *(measure_table(number, end_time, Path(folder)) for number in range(tables))
        )
    return sorted(one for own, _ in results for one in own), max(used for _, used in results)


def run_benchmark(seconds: float = 20.0, tables: int = 3) -> bool:
    """Print the figures; return True if the target is met."""
    delays, host_cpu_ms = asyncio.run(measure_tables(seconds, tables))
    if len(delays) < 20:
        print(f"only {len(delays)} taps in {seconds:.0f} s")
        return False
    p50, p99 = delays[len(delays) // 2], delays[min(len(delays) - 1, len(delays) * 99 // 100)]
    print(f"{tables * PHONE_COUNT} phones at {tables} tables, {len(delays)} taps")
    print(
        f"tap to the last phone told: median {p50:.1f} ms, p99 {p99:.1f} ms (goal {TARGET_MS:.0f})"
    )
    print(f"longest {delays[-1]:.1f} ms; the host's CPU time for a tap {host_cpu_ms:.1f} ms")
    return p99 <= TARGET_MS


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--tables", type=int, default=3)
    asked = parser.parse_args()
    sys.exit(0 if run_benchmark(asked.seconds, asked.tables) else 1)
