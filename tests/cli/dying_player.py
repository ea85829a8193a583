"""Player of bot matches that crashes while writing, repeatedly, until each match is finished.

Every player is a process forked from this one that ends without any clean-up after a random number
of bytes; the next one resumes the record. Run with a folder, the number of crashes and a seed;
prints a summary of the matches as JSON.
"""

import json
import os
import random
import signal
import sys
import traceback
from collections import Counter
from pathlib import Path

from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.store.record_file import RecordFile, lock_record

DIED = 9


class DyingRecordFile(RecordFile):
    """Record file that crashes the process after a number of bytes, within a line."""

    bytes_left = 0
    death = "kill"

    def _write(self, line):
        if len(line) > self.bytes_left:
            super()._write(line[: self.bytes_left])
            if self.death == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            os._exit(DIED)
        type(self).bytes_left -= len(line)
        super()._write(line)


def new_match(name, chance):
    """Return a header with bots, of whom some use random numbers and some do not."""
    levels = [chance.choice(["random", "easy"]) for _ in range(chance.choice(GAMES[name].seats))]
    sitters = tuple(Player(f"Bot {seat}", "bot", level) for seat, level in enumerate(levels, 1))
    return settled_header(name, sitters, {}, seed_from(str(chance.random())))


def in_one_go(header):
    """Return the record of the same match without a crash."""
    game = GAMES[header.game]
    codec = event_codec(game)
    lines = [line_bytes(header.line())]
    place = places_here(
        Table(game, header, keep=lambda event: lines.append(line_bytes(codec.write(event))))
    )[0]
    place.table.play_out()
    return b"".join(lines)


def play(path, header):
    """Resume the match, or start it if not even its first line is complete."""
    game = GAMES[header.game]
    lock = lock_record(path)
    whole_header = path.exists() and line_bytes(header.line())[:-1] in path.read_bytes()
    if whole_header:
        file, record = DyingRecordFile.resume(path, GAMES)
        assert record.header == header
        past = record.events
    else:
        file, past = DyingRecordFile.create(path, header, event_codec(game)), ()
    Table(game, header, past, file.append).play_out()
    file.close()
    lock.let_go()


def outlive(path, header):
    """Play on in a child process; return True if it finished the match."""
    child = os.fork()
    if child == 0:
        try:
            play(path, header)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    code = None if killed else os.waitstatus_to_exitcode(status)
    assert code in (None, 0, DIED), code
    return code == 0


def main(folder, wanted, seed):
    """Play matches of all games in turn, at least twice, until enough players have crashed."""
    chance = random.Random(seed)
    names = list(GAMES)
    deaths = Counter()
    matches = Counter()
    differing = []
    in_line = 0
    while deaths.total() < wanted or matches.total() < 2 * len(names):
        name = names[matches.total() % len(names)]
        header = new_match(name, chance)
        expected = in_one_go(header)
        path = folder / f"{name}-{matches.total()}.jsonl"
        while True:
            DyingRecordFile.bytes_left = chance.randrange(len(expected) // 6)
            DyingRecordFile.death = chance.choice(["kill", "exit"])
            if outlive(path, header):
                break
            deaths[name] += 1
            in_line += not path.read_bytes().endswith(b"\n")
        if path.read_bytes() != expected:
            differing.append(path.name)
        matches[name] += 1
    return {"deaths": deaths, "matches": matches, "in_line": in_line, "differing": differing}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
