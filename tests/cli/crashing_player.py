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

from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.record_file import RecordFile, lock_record

CRASH_CODE = 9


class CrashingRecordFile(RecordFile):
    """Record file that crashes the process after a number of bytes, within a line."""

    bytes_left = 0
    crash_kind = "kill"

    def _write(self, line):
        if len(line) > self.bytes_left:
            super()._write(line[: self.bytes_left])
            if self.crash_kind == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            os._exit(CRASH_CODE)
        type(self).bytes_left -= len(line)
        super()._write(line)


def make_header(name, chance):
    """Return a header with bots, of whom some use random numbers and some do not."""
    levels = [chance.choice(["random", "easy"]) for _ in range(chance.choice(GAMES[name].seats))]
    players = tuple(
        HeaderPlayer(f"Bot {seat}", "bot", level) for seat, level in enumerate(levels, 1)
    )
    return create_header(name, players, {}, seed_from_text(str(chance.random())))


def play_without_crash(header):
    """Return the record of the same match without a crash."""
    game = GAMES[header.game]
    codec = event_codec(game)
    lines = [encode_line(header.to_line())]
    view = create_local_views(
        Table(
            game,
            header,
            write_event=lambda event: lines.append(encode_line(codec.encode_line(event))),
        )
    )[0]
    view.table.play_to_end()
    return b"".join(lines)


def resume_and_play(path, header):
    """Resume the match, or start it if not even its first line is complete."""
    game = GAMES[header.game]
    lock = lock_record(path)
    whole_header = path.exists() and encode_line(header.to_line())[:-1] in path.read_bytes()
    if whole_header:
        file, record = CrashingRecordFile.resume(path, GAMES)
        assert record.header == header
        past = record.events
    else:
        file, past = CrashingRecordFile.create(path, header, event_codec(game)), ()
    Table(game, header, past, file.write_event).play_to_end()
    file.close()
    lock.release()


def play_in_child(path, header):
    """Play on in a child process; return True if it finished the match."""
    child = os.fork()
    if child == 0:
        try:
            resume_and_play(path, header)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    code = None if killed else os.waitstatus_to_exitcode(status)
    assert code in (None, 0, CRASH_CODE), code
    return code == 0


def main(folder, min_crashes, seed):
    """Play matches of all games in turn, at least twice, until enough players have crashed."""
    random_source = random.Random(seed)
    names = list(GAMES)
    crashes = Counter()
    matches = Counter()
    differing = []
    crashes_in_line = 0
    while crashes.total() < min_crashes or matches.total() < 2 * len(names):
        name = names[matches.total() % len(names)]
        header = make_header(name, random_source)
        expected = play_without_crash(header)
        path = folder / f"{name}-{matches.total()}.jsonl"
        while True:
            CrashingRecordFile.bytes_left = random_source.randrange(len(expected) // 6)
            CrashingRecordFile.crash_kind = random_source.choice(["kill", "exit"])
            if play_in_child(path, header):
                break
            crashes[name] += 1
            crashes_in_line += not path.read_bytes().endswith(b"\n")
        if path.read_bytes() != expected:
            differing.append(path.name)
        matches[name] += 1
    return {
        "deaths": crashes,
        "matches": matches,
        "in_line": crashes_in_line,
        "differing": differing,
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
