"""Hosts and guests as separate processes of the command line."""

import locale
import re
import subprocess
import sys
from contextlib import contextmanager

TIMEOUT_S = 60


BOT_COMMAND = f"{sys.executable} -m greenbaize bot --level random"


@contextmanager
def running_process(words):
    """Run a process and kill it at the end."""
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def running_command(*words):
    """Run the command in a separate process."""
    return running_process([sys.executable, "-m", "greenbaize.cli.main", *words])


SHORT_MATCH = ("--game", "damn", "--seats", "3", "--option", "deals=1", "--bots", "random")


MATCH_LINE = re.compile(r"(Damn · \d players · Cards in the largest deal: \d|Rank · \d players · )")


def decode_output(output):
    """Decode the output of a process in the system's encoding of pipes."""
    return output.decode(locale.getencoding())


def read_port_and_code(process):
    """Return the port and the code from the first line of a host."""
    line = decode_output(process.stdout.readline())
    found = re.fullmatch(r"Kitchen is open at (?:\S+):(\d+), code (\S+)\.\r?\n", line)
    if not found:
        process.kill()
    assert found, line + decode_output(process.stderr.read())
    assert MATCH_LINE.match(decode_output(process.stdout.readline()))
    return int(found[1]), found[2]


def strip_match_line(output):
    """Return a guest's stderr without the line that describes the match."""
    first, rest = output.split(b"\n", 1)
    assert MATCH_LINE.match(decode_output(first))
    return rest


def running_guest(port, code, *words):
    return running_command("join", f"127.0.0.1:{port}", "--code", code, *words)


def running_host(record, *words):
    return running_command("host", "--name", "Kitchen", "--record", str(record), *words)


def read_until(stream, beginning):
    """Read lines of a process up to the one that begins with a text, and return that line."""
    lines = []
    while line := decode_output(stream.readline()).rstrip():
        if line.startswith(beginning):
            return line
        lines.append(line)
    raise AssertionError(f"the output ended before a line with “{beginning}”: {lines}")
