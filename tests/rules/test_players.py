"""The words of records for players match the levels and temperaments that exist."""

from unicodedata import normalize

import pytest

from greenbaize.bots import LEVELS
from greenbaize.rules.naming import folded
from greenbaize.rules.players import LEVEL_NAMES, STEADY, TEMPERAMENT_NAMES


def test_every_level_and_temperament_has_its_word():
    assert tuple(LEVELS) == LEVEL_NAMES
    assert STEADY in TEMPERAMENT_NAMES


@pytest.mark.parametrize("name", ["José", "Zoë", "Łukasz", "Ǆ", "ﬁnn", "ΐ"])
def test_the_same_name_is_one_however_it_is_written(name):
    written = [normalize(form, name) for form in ("NFC", "NFD")]
    assert {folded(one) for one in [*written, *map(str.upper, written)]} == {folded(name)}
    assert folded(folded(name)) == folded(name)


def test_other_names_stay_others():
    assert folded("Jose") != folded("José")
