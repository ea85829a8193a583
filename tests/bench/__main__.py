"""Benchmarks: ``python tests/bench`` runs all of them, ``python tests/bench authority`` one."""

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

BENCHMARKS = (
    "authority",
    "window",
    "replay",
    "thinking",
    "liveliness",
    "ladder",
    "yardstick",
    "rank_headroom",
    "fuzz",
    "history",
    "phones",
)
"""Benchmark modules beside this one, each with a function ``run_benchmark``."""


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark {unknown[0]}. There are: {', '.join(BENCHMARKS)}.")
        return 2
    results = []
    for name in names or BENCHMARKS:
        print(f"== {name}", flush=True)
        results.append(import_module(name).run_benchmark())
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
