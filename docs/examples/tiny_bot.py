"""A computer player in thirty lines: it answers with the last choice it is offered.

It needs Python and nothing else. docs/seat-protocol.md says what the lines mean; try it with

    greenbaize simulate --game damn --bots "easy,easy,easy,program:python3 tiny_bot.py"
"""

import json
import sys


def send(line):
    """Write a line to the table, at once."""
    print(json.dumps(line), flush=True)


def main():
    """Play one match."""
    send({"type": "ready"})
    me = None
    for text in sys.stdin:
        line = json.loads(text)
        if me is None:
            me = line["you"]  # the header comes first
            print(f"I sit at seat {me} in a game of {line['game']}", file=sys.stderr)
        elif line["type"] == "ask":
            send(line["legal"][-1])
        elif line["type"] == "end":
            print(f"I came in at place {line['places'][me]}", file=sys.stderr)
            break


main()
