"""Names are told apart as people tell them apart, however a keyboard has written them."""

from unicodedata import normalize

import pytest

from greenbaize.rules.naming import folded


@pytest.mark.parametrize("name", ["José", "Zoë", "Łukasz", "Ǆ", "ﬁnn", "ΐ"])
def test_the_same_name_is_one_however_it_is_written(name: str) -> None:
    written = [normalize(form, name) for form in ("NFC", "NFD")]
    assert {folded(one) for one in [*written, *map(str.upper, written)]} == {folded(name)}
    assert folded(folded(name)) == folded(name)


def test_other_names_stay_others() -> None:
    assert folded("Jose") != folded("José")
