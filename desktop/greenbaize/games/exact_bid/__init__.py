"""Games of exact bids: bid your tricks, win just as many."""

from greenbaize.compiled import compiled_package_path

__path__ = compiled_package_path(__path__, __name__)
