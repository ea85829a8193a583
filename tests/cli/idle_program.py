"""Program that takes a seat, reports ready, and then never answers."""

import sys

print('{"type": "ready"}', flush=True)
for _ in sys.stdin:
    pass
