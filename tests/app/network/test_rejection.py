"""Why nobody can be reached: what is known, and what to do."""

import errno

import pytest

from greenbaize.app.network import connections
from greenbaize.app.network.connections import unreached


@pytest.mark.parametrize(
    ("error", "own", "code"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "192.0.2.7", "table-not-open"),
        (TimeoutError(), "192.0.2.7", "table-silent"),
        (OSError(errno.EHOSTUNREACH, "no route"), "192.0.2.7", "table-silent"),
        (OSError(), "192.0.2.7", "table-silent"),
        (OSError(errno.ENETUNREACH, "unreachable"), "127.0.0.1", "table-no-network"),
        (OSError("no such address"), "192.0.2.7", "table-no-host"),
    ],
)
def test_what_is_known_of_a_host_that_is_not_reached(
    error: OSError, own: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "own_addresses", lambda: [own])
    assert unreached("192.0.2.1", 4000, error).code == code
