import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.games import GAMES

DEATHS = 20 * len(GAMES)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_killed_at_any_byte_a_match_ends_as_it_would_have(tmp_path):
    script = Path(__file__).with_name("dying_player.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(DEATHS), "seed"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["differing"] == []
    assert sum(told["deaths"].values()) >= DEATHS
    assert set(told["deaths"]) == set(GAMES)
    assert min(told["matches"].values()) >= 2
    # Most crashes cut a line in two; otherwise the test would prove little.
    assert told["in_line"] > DEATHS / 2
