"""Games in which one gets rid of one's cards."""

from greenbaize.compiled import with_compiled

__path__ = with_compiled(__path__, __name__)
