"""Games whose players shed their cards."""

from greenbaize.compiled import compiled_package_path

__path__ = compiled_package_path(__path__, __name__)
