"""Benchmarks: ``python tests/bench`` runs all of them, ``python tests/bench authority`` one."""

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

BENCHMARKS = (
    *("authority", "window", "replay", "thinking", "liveliness"),
    *("ladder", "yardstick", "rank_headroom", "fuzz", "history", "phones"),
)
"""Benchmark modules beside this one, each with a function ``run_benchmark``."""


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark {unknown[0]}. There are: {', '.join(BENCHMARKS)}.")
        return 2
    met = []
    for name in wanted or BENCHMARKS:
        print(f"== {name}", flush=True)
        met.append(import_module(name).run())
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
