"""What a program writes to standard error, as we pass it on."""

import os

from greenbaize.app.seats.programs import pass_on


def passed_on(said, capfd):
    reading, writing = os.pipe()
    os.write(writing, said)
    os.close(writing)
    pass_on(open(reading, "rb", buffering=0))  # noqa: PTH123, SIM115  (it closes it)
    return capfd.readouterr().err


def test_lines_may_end_as_windows_ends_them(capfd):
    assert passed_on(b"one\r\ntwo\n\r\nlast\r", capfd) == "one\ntwo\n\nlast\n"


def test_nothing_steers_the_terminal(capfd):
    assert (
        passed_on(b"a\x1b[2Jb\rc\n", capfd)
        == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}c\n"
    )
