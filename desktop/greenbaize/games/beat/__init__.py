"""Games of the beat relation, in which no card is simply high."""

from greenbaize.compiled import with_compiled

__path__ = with_compiled(__path__, __name__)
