"""pytest plugin of ``mutants.py``: note which test runs each line, and how long each test takes.

The process measures its coverage already (``COVERAGE_PROCESS_START``), and the processes that a
test starts measure theirs in the same way.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import coverage
import pytest

DURATIONS_VARIABLE: Final = "MUTANTS_DURATIONS"
"""Environment variable: the file to which the duration of each test is written."""

durations: dict[str, float | None] = {}
"""Seconds that each test took; None if it failed."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    measurement = coverage.Coverage.current()
    assert measurement is not None
    measurement.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        measurement.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    so_far = durations.get(report.nodeid, 0)
    failed = report.failed or so_far is None
    durations[report.nodeid] = None if failed else round(so_far + report.duration, 3)


def pytest_sessionfinish() -> None:
    Path(os.environ[DURATIONS_VARIABLE]).write_text(json.dumps(durations), "utf-8")
