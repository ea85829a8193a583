import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.games import GAMES

MIN_CRASHES = 20 * len(GAMES)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_killed_at_any_byte_a_match_ends_as_it_would_have(tmp_path):
    script = Path(__file__).with_name("dying_player.py")
    result = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(MIN_CRASHES), "seed"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    summary = json.loads(result.stdout)
    assert summary["differing"] == []
    assert sum(summary["deaths"].values()) >= MIN_CRASHES
    assert set(summary["deaths"]) == set(GAMES)
    assert min(summary["matches"].values()) >= 2
    # Most crashes cut a line in two; otherwise the test would prove little.
    assert summary["in_line"] > MIN_CRASHES / 2
