"""Games of the beat relation, in which no card is simply high."""

from greenbaize.compiled import compiled_package_path

__path__ = compiled_package_path(__path__, __name__)
