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

from measured import arguments  # isort: skip  (finds the package)
from greenbaize.lan.pairing import client_context
from greenbaize.lan.wire import LONGEST_FROM_GUEST
from lan.friends import Friend, dial_port, key, opened, request, until
from lan.fuzzing import FROM_GUESTS, HELLO, GuestFuzz, HostFuzz, Nonsense

EVERY = 100_000


def rss_mb() -> float:
    """Return the memory of this process (MB)."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


class Teller:
    """Printer of the progress and the memory."""

    def __init__(self, what: str) -> None:
        self._what, self._next, self._began = what, 0, time.perf_counter()

    def __call__(self, counts: Counter[str]) -> None:
        if counts[self._what] >= self._next:
            took = time.perf_counter() - self._began
            print(f"{counts[self._what]:>10,} {self._what}, {took:.0f} s, {rss_mb():.1f} MB RSS")
            sys.stdout.flush()
            self._next = (counts[self._what] // EVERY + 1) * EVERY


async def over_sockets(lines: int) -> tuple[Counter[str], list[dict[str, Any]]]:
    """Send nonsense over real connections, with TLS and without, while others play."""
    chance, counts, faults = Random("sockets"), Counter[str](), []
    nonsense = Nonsense(chance, FROM_GUESTS, LONGEST_FROM_GUEST)
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    context = client_context()
    async with opened(request("rank", options={"deals": 50})) as hosted:
        port = await hosted.door.open(address="127.0.0.1")
        friends = [Friend(name, dial_port(port)) for name in ("Anna", "Otto", "Ida")]
        watcher = Friend("", dial_port(port), watch=True)
        await until(lambda: len(friends[0].lines) > 3 and watcher.guest.here)
        secret = watcher.secrets.kept[key().fingerprint].encode()
        watcher.task.cancel()
        latest = 0.0
        while counts["lines"] < lines:
            before = len(friends[0].lines)
            secured: ssl.SSLContext | None = None if chance.random() < 0.1 else context
            name = {"server_hostname": ""} if secured else {}
            with contextlib.suppress(OSError, ConnectionError, ssl.SSLError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=secured, **name
                )
                counts["connections"] += 1
                if secured and chance.random() < 0.8:
                    writer.write(HELLO)
                    if chance.random() < 0.8:
                        writer.write(b'{"type":"return","secret":"%b"}\n' % secret)
                for _ in range(chance.choice((1, 5, 20))):
                    if writer.is_closing():
                        break
                    line = nonsense.line()
                    writer.write(line if b"pair" not in line else b"?\n")
                    counts["lines"] += 1
                if chance.random() < 0.3:
                    writer.transport.abort()
                    continue
                began = time.perf_counter()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await reader.read()
                latest = max(latest, time.perf_counter() - began)
                writer.close()
            if friends[0].guest.here:
                counts["lines received by the other guests"] += len(friends[0].lines) - before
        counts["others sent away"] = sum(one.rejected is not None for one in friends)
        for friend in friends:
            friend.task.cancel()
        await asyncio.gather(*(one.task for one in friends), return_exceptions=True)
    return counts, faults


def show(counts: Counter[str]) -> None:
    for what, count in sorted(counts.items()):
        print(f"{count:>10,} {what}")


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000, help="in memory, to both ends")
    parser.add_argument("--sockets", type=int, default=10_000, help="lines over real connections")
    parser.add_argument("--number", type=int, default=1, help="other numbers, other nonsense")
    wanted = parser.parse_args()
    used = time.process_time()
    guests = GuestFuzz(wanted.number, wanted.lines * 6 // 10, Teller("lines to guests"))
    guests.run()
    show(guests.counts)
    host = HostFuzz(wanted.number, wanted.lines * 4 // 10, Teller("lines to the host"))
    host.run()
    show(host.counts)
    print(f"== over sockets; {rss_mb():.1f} MB RSS before")
    counts, faults = asyncio.run(over_sockets(wanted.sockets))
    show(counts)
    print(f"{rss_mb():.1f} MB RSS after, {time.process_time() - used:.0f} s of processor time")
    for fault in faults:
        print("in the loop's exception handler:", fault)
    for where, sent in guests.raised.items():
        print(f"raised in a guest: {where}\n   by {sent[-1][:300]!r}")
    if not (faults or guests.raised):
        print("There were no unexpected exceptions.")
    return 1 if faults or guests.raised else 0


if __name__ == "__main__":
    sys.exit(main())
