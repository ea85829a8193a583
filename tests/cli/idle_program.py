"""A program that takes a seat, says that it is there, and then thinks for ever."""

import sys

print('{"type": "ready"}', flush=True)
for _ in sys.stdin:
    pass
