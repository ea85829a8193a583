"""Games whose players shed their cards."""

from greenbaize.compiled import with_compiled

__path__ = with_compiled(__path__, __name__)
