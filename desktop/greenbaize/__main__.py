"""``python -m greenbaize`` is the command ``greenbaize``."""

import os
import signal
import sys


def main() -> int:
    """Do what the command line says; a signal that comes before that ends the process."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _leave)
    # The rest takes a while to load, and nothing has been begun that would have to be put away.
    from greenbaize.cli.main import main as run  # noqa: PLC0415

    return run()


def _leave(number: int, _: object) -> None:
    os._exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
