"""``python -m greenbaize``: the command ``greenbaize``."""

import os
import signal
import sys


def main() -> int:
    """Run the command line; a signal during the imports ends the process."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _exit_on_signal)
    # The rest takes a while to load, and nothing has been started that needs cleaning up.
    from greenbaize.cli.main import main as run  # noqa: PLC0415

    return run()


def _exit_on_signal(signal_number: int, _: object) -> None:
    os._exit(128 + signal_number)


if __name__ == "__main__":
    sys.exit(main())
