"""Games of exact bids: bid your tricks, win just as many."""

from greenbaize.compiled import with_compiled

__path__ = with_compiled(__path__, __name__)
