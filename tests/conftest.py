"""What all tests share: how much hypothesis tries, and a language in which to find loose texts."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from greenbaize.words.catalogue import use_translations
from words.pseudo import PseudoTranslations, plain

# The same examples on every run; `--hypothesis-profile search` looks for new ones.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, max_examples=100, print_blob=False
)
settings.register_profile("search", database=None, deadline=None, max_examples=2000)
settings.load_profile("same")


@pytest.fixture
def pseudo_language() -> Iterator[PseudoTranslations]:
    """Speak in ⟦brackets⟧: a visible text without them has not gone through the catalogue."""
    translations = PseudoTranslations()
    use_translations(translations)
    yield translations
    use_translations(plain())
