"""Fuzz test of both ends of a table: a million lines in memory, ten thousand over real sockets.

    python tests/bench/lan_fuzz.py --lines 1000000 --sockets 10000

In memory as in ``tests/lan/fuzzing.py``: malformed, cut, too long, changed, and misplaced lines, to
the host and to guests of a hostile host, before and after admission. It prints the host's answers,
the memory at intervals, and all unexpected exceptions.
"""

import asyncio
import contextlib
import gc
import ssl
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from support import make_parser  # isort: skip  (finds the package)
from greenbaize.lan.pairing import client_context
from greenbaize.lan.wire import MAX_GUEST_LINE_BYTES
from lan.fuzzing import GUEST_MESSAGES, HELLO, GuestFuzzer, HostFuzzer, NonsenseGenerator
from lan.random_guests import (
    RandomGuest,
    get_table_key,
    make_dialer,
    make_table_setup,
    open_memory_table,
    wait_until,
)

REPORT_INTERVAL = 100_000


def rss_mb() -> float:
    """Return the memory of this process (MB)."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


class ProgressPrinter:
    """Printer of the progress and the memory."""

    def __init__(self, label: str) -> None:
        self._label, self._next, self._start = label, 0, time.perf_counter()

    def __call__(self, counts: Counter[str]) -> None:
        if counts[self._label] >= self._next:
            took = time.perf_counter() - self._start
            print(f"{counts[self._label]:>10,} {self._label}, {took:.0f} s, {rss_mb():.1f} MB RSS")
            sys.stdout.flush()
            self._next = (counts[self._label] // REPORT_INTERVAL + 1) * REPORT_INTERVAL


async def fuzz_sockets(lines: int) -> tuple[Counter[str], list[dict[str, Any]]]:
    """Send nonsense over real connections, with TLS and without, while others play."""
    chance, counts, faults = Random("sockets"), Counter[str](), []
    nonsense = NonsenseGenerator(chance, GUEST_MESSAGES, MAX_GUEST_LINE_BYTES)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    context = client_context()
    async with open_memory_table(make_table_setup("rank", options={"deals": 50})) as table:
        port = await table.server.start_listening(address="127.0.0.1")
        friends = [RandomGuest(name, make_dialer(port)) for name in ("Anna", "Otto", "Ida")]
        spectator = RandomGuest("", make_dialer(port), is_spectator=True)
        await wait_until(lambda: len(friends[0].match_lines) > 3 and spectator.guest.is_connected)
        secret = spectator.secrets.secrets[get_table_key().fingerprint].encode()
        spectator.task.cancel()
        longest_wait = 0.0
        while counts["lines"] < lines:
            before = len(friends[0].match_lines)
            secured: ssl.SSLContext | None = None if chance.random() < 0.1 else context
            name = {"server_hostname": ""} if secured else {}
            with contextlib.suppress(OSError, ConnectionError, ssl.SSLError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1",
                    port,
                    ssl=secured,
                    **name,  # type: ignore[arg-type]
                )
                counts["connections"] += 1
                if secured and chance.random() < 0.8:
                    writer.write(HELLO)
                    if chance.random() < 0.8:
                        writer.write(b'{"type":"return","secret":"%b"}\n' % secret)
                for _ in range(chance.choice((1, 5, 20))):
                    if writer.is_closing():
                        break
                    line = nonsense.generate_line()
                    writer.write(line if b"pair" not in line else b"?\n")
                    counts["lines"] += 1
                if chance.random() < 0.3:
                    writer.transport.abort()
                    continue
                start = time.perf_counter()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await reader.read()
                longest_wait = max(longest_wait, time.perf_counter() - start)
                writer.close()
            if friends[0].guest.is_connected:
                counts["lines received by the other guests"] += len(friends[0].match_lines) - before
        counts["others sent away"] = sum(one.rejection_code is not None for one in friends)
        for friend in friends:
            friend.task.cancel()
        await asyncio.gather(*(one.task for one in friends), return_exceptions=True)
    return counts, faults


def print_counts(counts: Counter[str]) -> None:
    for label, count in sorted(counts.items()):
        print(f"{count:>10,} {label}")


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000, help="in memory, to both ends")
    parser.add_argument("--sockets", type=int, default=10_000, help="lines over real connections")
    parser.add_argument("--number", type=int, default=1, help="other numbers, other nonsense")
    options = parser.parse_args()
    used = time.process_time()
    guests = GuestFuzzer(
        options.number, options.lines * 6 // 10, ProgressPrinter("lines to guests")
    )
    guests.run()
    print_counts(guests.counts)
    host = HostFuzzer(options.number, options.lines * 4 // 10, ProgressPrinter("lines to the host"))
    host.run()
    print_counts(host.counts)
    print(f"== over sockets; {rss_mb():.1f} MB RSS before")
    counts, faults = asyncio.run(fuzz_sockets(options.sockets))
    print_counts(counts)
    print(f"{rss_mb():.1f} MB RSS after, {time.process_time() - used:.0f} s of processor time")
    for fault in faults:
        print("in the loop's exception handler:", fault)
    for location, lines in guests.unexpected_errors.items():
        print(f"raised in a guest: {location}\n   by {lines[-1][:300]!r}")
    if not (faults or guests.unexpected_errors):
        print("There were no unexpected exceptions.")
    return 1 if faults or guests.unexpected_errors else 0


if __name__ == "__main__":
    sys.exit(main())
