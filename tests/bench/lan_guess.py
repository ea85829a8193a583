"""Somebody guesses a table's code: how long ten thousand wrong ones take, and what the host sees.

    python tests/bench/lan_guess.py --seconds 30

First with a clock that is put forward by the waits that the host asks for, through the door in
memory; then for some real seconds over loopback by several at once, while a guest with a seat
plays on and somebody with the code wants to come in.
"""

import argparse
import asyncio
import contextlib
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "desktop"), str(ROOT / "tests")]

from greenbaize.lan.address import CODE_LENGTH, SIGNS  # noqa: E402
from greenbaize.lan.pairing import Tries  # noqa: E402
from lan.friends import Friend, dial_port, messages, opened, request, until  # noqa: E402

TURN_S = 0.02
"""Seconds that those who sit take for a turn."""


async def by_the_clock(guesses: int) -> None:
    """Guess as soon as each wait is over, with a clock of one's own."""
    now, said, last = [0.0], Counter[str](), 0.0
    used = time.process_time()
    async with opened(tries=Tries(lambda: now[0])) as hosted:
        for number in range(guesses):
            eve = Friend("Eve", hosted.knock, code=f"W{number:05}")
            await eve.task
            refused = messages(eve.received())[-1]
            said[refused["why"]] += 1
            if refused["why"] == "code":
                last = now[0]
                now[0] += hosted.door.tries.wait
            hosted.tasks = [one for one in hosted.tasks if not one.done()]
        seen = hosted.journal.wrong
    print(f"{guesses:,} guesses, each as soon as the host allows it:")
    for why, number in said.items():
        print(f"{number:>10,} answered with {why}")
    print(f"{last:>10,.0f} s between the first that was looked at and the last")
    print(f"{len(seen):>10,} told to the host, the last as number {seen[-1]}")
    print(f"{time.process_time() - used:>10.1f} s of processor time, both sides")
    chance = len(SIGNS) ** CODE_LENGTH / len(seen)
    print(f"1 in {chance:,.0f}: how likely one of them is right, of {CODE_LENGTH} characters")


def slow_down(friend: Friend) -> None:
    """Let somebody take a moment for each turn."""
    answer, loop = friend.talk.answer, asyncio.get_running_loop()
    friend.talk.answer = lambda raw: loop.call_later(TURN_S, answer, raw)


async def for_real(seconds: float, crowd: int) -> None:
    """Guess over loopback as fast as a crowd can."""
    said: Counter[str] = Counter()
    until_then = time.perf_counter() + seconds
    used = time.process_time()
    async with opened(request("rank", options={"deals": 99})) as hosted:
        port = await hosted.door.open(address="127.0.0.1")
        sitting = [Friend(name, dial_port(port)) for name in ("Anna", "Otto", "Ida")]
        for friend in sitting:
            slow_down(friend)
        await until(lambda: len(sitting[0].lines) > 3)
        heard, numbers = len(sitting[0].lines), count()

        async def guess() -> None:
            while time.perf_counter() < until_then:
                eve = Friend("Eve", dial_port(port), code=f"W{next(numbers):05}")
                with contextlib.suppress(OSError):
                    await eve.task
                said[eve.sent_away or "no answer"] += 1

        await asyncio.gather(*(guess() for _ in range(crowd)))
        late = Friend("", dial_port(port), watch=True)
        with contextlib.suppress(OSError):
            async with asyncio.timeout(10):
                while not (late.guest.here or late.task.done()):
                    await asyncio.sleep(0.01)
        heard = len(sitting[0].lines) - heard
        sitting[0].cut()
        began = time.perf_counter()
        await until(lambda: not sitting[0].guest.here)
        await until(lambda: sitting[0].guest.here)
        back = time.perf_counter() - began
        seen = hosted.journal.wrong
        for friend in (*sitting, late):
            friend.task.cancel()
        await asyncio.gather(*(one.task for one in (*sitting, late)), return_exceptions=True)
    print(f"{crowd} at once for {seconds:.0f} s over loopback:")
    for why, number in said.items():
        print(f"{number:>10,} answered with {why}")
    print(f"{len(seen):>10,} told to the host, which is as many as were looked at")
    print(f"{heard / seconds:>10.0f} lines a second heard by each of those who sit, meanwhile")
    print(f"{1000 * back:>10.0f} ms until one of them was back after a cut")
    print(f"somebody with the code: {late.sent_away or 'let in'}")
    print(f"{time.process_time() - used:.1f} s of processor time, all sides in one process")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--guesses", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--crowd", type=int, default=8)
    wanted = parser.parse_args()
    asyncio.run(by_the_clock(wanted.guesses))
    asyncio.run(for_real(wanted.seconds, wanted.crowd))


if __name__ == "__main__":
    main()
